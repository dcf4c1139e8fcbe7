"""Short texts that surely say no password (pure).

Owns: the way around the many forms in which people and programs tell each other a secret. What stays true: where a text
is quiet, none of those forms stands in it, for each of them has one of these words or signs.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from host.inspect.secrets import beside, opens, pairs, told

SHORT: Final = 60
"""Characters up to which the grams of a text are cheaper to look up than each word is to look for."""
_GRAM: Final = 3
_SIGNS: Final = ("=", ":", "'", "-u")
"""What stands in every form that has no word of its own, or one that is shorter than a gram."""


class Quiet:
    """Whether a text is one of those."""

    def __init__(self, *cues: Iterable[str]) -> None:
        """``cues``: one of these, in whatever case, or of the modules' own stands in each form.

        Those that are no ASCII do not count, for the text is.
        """
        every = (*cues, beside.CUES, opens.CUES, pairs.CUES, told.CUES)
        plain = {cue.lower() for each in every for cue in each if cue.isascii()}
        self._grams = frozenset(cue[:_GRAM] for cue in plain if len(cue) >= _GRAM)
        self._signs = (*_SIGNS, *sorted(cue for cue in plain if len(cue) < _GRAM))

    def __call__(self, text: str) -> bool:
        """False where it may hold one, or is too long, or not of ASCII."""
        if len(text) > SHORT or not text.isascii():
            return False
        for sign in self._signs:
            if sign in text:
                return False
        low = text.lower()
        return self._grams.isdisjoint([low[at : at + _GRAM] for at in range(len(low) - _GRAM + 1)])
