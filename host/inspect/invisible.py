"""Hidden characters, and where they are ordinary (pure).

Owns: telling characters that a script or an emoji needs from those that hide something.
Invariants: exactly the characters that ``host.text`` always escapes are hidden (attack 5), except for white space,
which many languages need and which ``hidden`` looks for in names; whether a character is ordinary depends only on its
neighbours; all work is linear in the text.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from itertools import groupby
from typing import Final

from host.text import is_hidden as is_spelt_out
from host.text import odd_characters

_OWN_MARKS: Final = frozenset("⟨↳\n\t")
"""The marks that ``host.text`` itself uses, and ends of lines and columns."""

ISOLATES: Final = frozenset("\u2068\u2069")
"""First strong isolate and its end, which programs put around inserted names (UAX #9, §2.4)."""
REORDERING: Final = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067") | ISOLATES
"""Embeddings, overrides and isolates (UAX #9)."""
OVERRIDES: Final = frozenset("\u202d\u202e")
TERMINAL: Final = frozenset("\x1b\x9b\x08\x90\x9d")
"""The beginnings of commands to a terminal, and backspace (ECMA-48)."""
TAGS: Final = frozenset(map(chr, range(0xE0000, 0xE0080)))
"""Letters that no font draws (Unicode, Tags)."""
SELECTORS: Final = frozenset(map(chr, (*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))))
WIDTHLESS: Final = (
    frozenset("\xad\u034f\u115f\u1160\u180e\u3164\ufeff\uffa0")
    | frozenset(map(chr, (*range(0x200B, 0x2010), *range(0x2060, 0x2065))))
    | SELECTORS
)
"""Characters without a width; a run of them can carry a message."""
MIN_RUN_LENGTH: Final = 8
"""Fewest characters without width that can carry a message."""

_FLAGS: Final = frozenset(
    "".join(chr(0xE0000 + ord(letter)) for letter in land) + "\U000e007f" for land in ("gbeng", "gbsct", "gbwls")
)
_DIRECTION_MARKS: Final = frozenset("\u061c\u200e\u200f\u0600\u0601\u0602\u0603\u0604\u0605\u06dd\u08e2")
"""Marks of direction and signs of numbers, ordinary in scripts that run from right to left."""
_IN_PROSE: Final = frozenset("\xad\x0c")
"""Soft hyphens and page breaks: a single one is ordinary in prose."""
_NEWER_BLOCKS: Final = ((0x1F000, 0x1FAFF), (0x2A6E0, 0x2A6FF), (0x2B739, 0x2FFFD), (0x30000, 0x3FFFD))
"""Blocks that get new emojis and ideographs each year."""
_JOINING_SCRIPTS: Final = ((0x600, 0x1CFF), (0xA800, 0xABFF), (0xFB50, 0xFDFF), (0xFE70, 0xFEFC), (0x10A00, 0x11FFF))
"""Scripts whose letters join or stack: Arabic, those of India, and further east."""
_PICTURES: Final = (
    (0xA9, 0xA9), (0xAE, 0xAE), (0x2010, 0x2027), (0x2030, 0x205E), (0x2100, 0x2BFF), (0x3030, 0x3030),
    (0x303D, 0x303D), (0x3297, 0x3299), (0xFE0F, 0xFE0F), (0x1F000, 0x1FAFF),
)  # fmt: skip
_UNSPACED_SCRIPTS: Final = (
    (0xE00, 0xEFF), (0x1000, 0x109F), (0x1780, 0x17FF), (0x3040, 0x30FF), (0x3400, 0x9FFF), (0xAC00, 0xD7AF),
)  # fmt: skip
"""Scripts without spaces between words."""


@lru_cache(maxsize=65_536)
def is_hidden(char: str) -> bool:
    """Whether a person does not see the character as it is."""
    return char not in _OWN_MARKS and unicodedata.category(char) != "Zs" and is_spelt_out(char)


def hidden_in(text: str) -> frozenset[str]:
    """The different hidden characters of a text."""
    if text.isascii() and text.isprintable():
        return frozenset()
    return frozenset(filter(is_hidden, odd_characters(text)))


def is_newer(char: str) -> bool:
    """Whether a character may be an emoji or ideograph of a newer Unicode version."""
    return unicodedata.category(char) == "Cn" and _is_in_ranges(char, _NEWER_BLOCKS)


def is_private_use(char: str) -> bool:
    """Whether a character is for private use, as icons of fonts are."""
    return unicodedata.category(char) == "Co"


def runs_of(text: str, chars: frozenset[str], least: int = 1) -> Iterator[tuple[int, int]]:
    """The spans of runs of at least ``least`` of ``chars``."""
    at = 0
    for wanted, group in groupby(text, chars.__contains__):
        size = sum(1 for _ in group)
        if wanted and size >= least:
            yield at, at + size
        at += size


def tag_runs(text: str) -> Iterator[tuple[int, int, str]]:
    """Runs of tag characters outside of flags: start, end, and the spelled text."""
    for start, end in runs_of(text, TAGS):
        if text[start:end] not in _FLAGS or text[start - 1 : start] != "\U0001f3f4":
            spelt = "".join(chr(ord(char) - 0xE0000) for char in text[start:end] if 0xE0020 <= ord(char) < 0xE007F)
            yield start, end, spelt


def with_hidden_messages(text: str) -> str:
    """A text as a model may read it: with what its tag characters spell between blanks."""
    if hidden_in(text).isdisjoint(TAGS):
        return text
    parts, at = list[str](), 0
    for start, end, words in tag_runs(text):
        parts += [text[at:start], f" {words} "]
        at = end
    return "".join((*parts, text[at:]))


def is_right_to_left(text: str) -> bool:
    """Whether a text has letters of a script that runs from right to left."""
    return not text.isascii() and any(map(_is_right_to_left_letter, set(text)))


@lru_cache(maxsize=65_536)
def _is_right_to_left_letter(char: str) -> bool:
    return char.isalpha() and unicodedata.bidirectional(char) in ("R", "AL")


def suspicious_positions(text: str, hidden: frozenset[str], *, prose: bool) -> Iterator[int]:
    """The positions of hidden characters that are not ordinary there, in order.

    Args:
        text: the text.
        hidden: the characters to find.
        prose: whether the text is read, rather than compared or run.
    """
    if prose and is_right_to_left(text):
        hidden -= _DIRECTION_MARKS
    for at, char in enumerate(text):
        if char in hidden and not _is_ordinary(text, at, char, prose=prose):
            yield at


def _is_ordinary(text: str, at: int, char: str, *, prose: bool) -> bool:
    """Whether the neighbours of a hidden character make it ordinary."""
    before, after = text[at - 1 : at] if at else "", text[at + 1 : at + 2]
    if char in SELECTORS:
        return before not in SELECTORS and before != "" and (not before.isascii() or before in "0123456789#*.")
    match char:
        case "\r":
            return after == "\n"
        case "\u200c":
            return _is_in_ranges(before, _JOINING_SCRIPTS)
        case "\u200d":
            return after not in ("\u200c", "\u200d") and (
                _is_in_ranges(before, _JOINING_SCRIPTS) or _is_in_ranges(before, _PICTURES)
            )
        case "\u180b":
            return "\u1800" <= before <= "\u18af"
        case "\u2800":
            return "\u2800" <= before <= "\u28ff" or "\u2801" <= after <= "\u28ff"
    return prose and _is_ordinary_in_prose(char, before, after)


def _is_ordinary_in_prose(char: str, before: str, after: str) -> bool:
    match char:
        case "\u200b":
            return _is_in_ranges(before, _UNSPACED_SCRIPTS)
        case "\ufeff":
            return before == ""
    return char in _IN_PROSE and after != char


@lru_cache(maxsize=65_536)
def _is_in_ranges(char: str, ranges: tuple[tuple[int, int], ...]) -> bool:
    return char != "" and any(first <= ord(char) <= last for first, last in ranges)
