"""What a session said before a result came (pure).

Owns: the person's words and the inputs of earlier calls, squashed. What stays true: what stands there came from no
result after it; each is worked out once, and bounded.
"""

from __future__ import annotations

from typing import Final

from host.inspect.flows.figures import figures_of
from host.inspect.subject import Earlier, Subject, texts_of
from host.inspect.texts.decoding import squashed

COMPARED: Final = 32 << 10
"""Characters of the person's words, and of the inputs of each call."""


class Known:
    """What was there before a result came. Worked out where it is asked for."""

    def __init__(self, subject: Subject) -> None:
        """``subject``: the call that is looked at."""
        self._subject = subject
        self._turn = squashed(subject.turn[:COMPARED])
        self._inputs: dict[int, str] = {}

    def before(self, common: str, earlier: Earlier) -> bool:
        """Whether the person said it, or it stood in the inputs of that call or of one before it."""
        if common in self._turn:
            return True
        return any(common in self._input(it) for it in self._subject.past.session if it.ago >= earlier.ago)

    def _input(self, earlier: Earlier) -> str:
        if earlier.ago not in self._inputs:
            texts, _ = texts_of(earlier.arguments or {})
            figures = figures_of(earlier.arguments or {})
            said = [*(text.text for text in texts if not text.is_name), *(text.text for text in figures)]
            self._inputs[earlier.ago] = squashed("".join(said))[:COMPARED]
        return self._inputs[earlier.ago]
