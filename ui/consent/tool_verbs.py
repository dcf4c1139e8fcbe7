"""What a tool's name says that it does, in a few words for the heading (no Qt).

Owns: those headings.

Invariants (attack 19): a name is a stranger's and can make the heading sterner, never milder than what Assent says
without it; the exact name stands beneath. ``add`` alone, of numbers alone, is a sum.
"""

from __future__ import annotations

from typing import Final

from host.model import JsonObject, JsonValue
from host.naming import VERBS, key_words, parts
from ui.tr import mark

_DEEDS: Final = (
    (VERBS["deletes"], mark("{app} wants to delete something")),
    (VERBS["pays"], mark("{app} wants to move money")),
    (VERBS["sends"], mark("{app} wants to send something out")),
    (VERBS["runs"] | {"command", "script"}, mark("{app} wants to run something")),
    (VERBS["writes"], mark("{app} wants to change something")),
)
"""From the sternest on. Any word of the name counts, so that only verbs stand here which are sure wherever they are;
``host.inspect.tools.deeds``, which goes by the first verb, has more."""
_BY_WORD: Final = {word: at for at, (words, _) in enumerate(_DEEDS) for word in words}


_SUM: Final = frozenset({"add", "numbers", "number", "two"})
_NUMBERS: Final = frozenset(
    "first second number num value val left right augend addend summand operand term float int integer".split()
)
"""What inputs are called that are numbers and nothing else: any other name may be that of what is changed."""
_MOST: Final = 100
"""Numbers of a sum that are looked at."""


def heading_of(tool: str, inputs: JsonObject | None = None) -> str:
    """A heading with a place for ``app``, for ``tr``; empty where the name tells nothing. The sternest word counts."""
    words = parts(tool)
    found = [_BY_WORD[word] for word in words if word in _BY_WORD]
    return _DEEDS[min(found)][1] if found and not _is_sum(words, inputs or {}) else ""


def _is_sum(words: list[str], inputs: JsonObject) -> bool:
    """Whether the name is a bare ``add``, and all that is given are numbers called nothing else."""
    plain = "add" in words and _SUM.issuperset(words) and 0 < len(inputs) <= _MOST
    return plain and all(_is_plain(key) and _are_numbers(value) for key, value in inputs.items())


def _is_plain(key: str) -> bool:
    words = key_words(key)
    return bool(words) and all(len(word) == 1 or word.isdigit() or word in _NUMBERS for word in words)


def _are_numbers(value: JsonValue) -> bool:
    if isinstance(value, list):
        return 0 < len(value) <= _MOST and all(_is_number(one) for one in value)
    return _is_number(value)


def _is_number(value: JsonValue) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)
