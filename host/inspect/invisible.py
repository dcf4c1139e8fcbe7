"""Which characters are hidden, and where they are ordinary (pure).

Owns: the difference between a character that somebody's script or picture needs and one that hides something.
Invariants: what ``host.text`` escapes wherever it stands is hidden, and nothing else (attack 5), but for white
space, which prose of many languages needs and ``hidden`` looks for where a name is; an excuse looks at the characters
beside it alone, and all work grows with the length of the text alone.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from itertools import groupby
from typing import Final

from host.text import is_hidden as is_spelt_out

_OURS: Final = frozenset("⟨↳\n\t")
"""What ``host.text`` escapes for its own sake, and what ends lines and columns."""
_VISIBLE: Final = bytes((*range(0x20, 0x7F), 0x09, 0x0A))

ISOLATES: Final = frozenset("\u2068\u2069")
"""First strong isolate and its end, which programs put around names that they fill in (UAX #9, §2.4)."""
REORDERING: Final = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067") | ISOLATES
"""Embeddings, overrides and isolates (UAX #9)."""
OVERRIDES: Final = frozenset("\u202d\u202e")
TERMINAL: Final = frozenset("\x1b\x9b\x08\x90\x9d")
"""What begins a command to a terminal, and what deletes there (ECMA-48)."""
TAGS: Final = frozenset(map(chr, range(0xE0000, 0xE0080)))
"""Letters that no font draws (Unicode, Tags)."""
SELECTORS: Final = frozenset(map(chr, (*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))))
WIDTHLESS: Final = (
    frozenset("\xad\u034f\u115f\u1160\u180e\u3164\ufeff\uffa0")
    | frozenset(map(chr, (*range(0x200B, 0x2010), *range(0x2060, 0x2065))))
    | SELECTORS
)
"""Characters without a width; a run of them can carry a message."""
SPACES: Final = frozenset("\xa0\u1680\u205f\u3000") | frozenset(map(chr, range(0x2000, 0x200B)))
"""White space that looks like a space and compares as something else."""
RUN: Final = 8
"""Characters without width in a row that are enough for a message."""

_FLAGS: Final = frozenset(
    "".join(chr(0xE0000 + ord(letter)) for letter in land) + "\U000e007f" for land in ("gbeng", "gbsct", "gbwls")
)
_RIGHTWARD: Final = frozenset("\u061c\u200e\u200f\u0600\u0601\u0602\u0603\u0604\u0605\u06dd\u08e2")
"""Marks of direction and signs of numbers, ordinary where a script runs from right to left."""
_IN_PROSE: Final = frozenset("\xad\x0c")
"""Soft hyphens and ends of pages: ordinary in prose where one stands alone."""
_NEWER: Final = ((0x1F000, 0x1FAFF), (0x2A6E0, 0x2A6FF), (0x2B739, 0x2FFFD), (0x30000, 0x3FFFD))
"""Where pictures and ideographs are added each year, which this program may not know yet."""
_JOINED: Final = ((0x600, 0x1CFF), (0xA800, 0xABFF), (0xFB50, 0xFDFF), (0xFE70, 0xFEFC), (0x10A00, 0x11FFF))
"""Scripts whose letters join or stack: Arabic, those of India, and further east."""
_PICTURES: Final = (
    (0xA9, 0xA9), (0xAE, 0xAE), (0x2010, 0x2027), (0x2030, 0x205E), (0x2100, 0x2BFF), (0x3030, 0x3030),
    (0x303D, 0x303D), (0x3297, 0x3299), (0xFE0F, 0xFE0F), (0x1F000, 0x1FAFF),
)  # fmt: skip
_UNSPACED: Final = (
    (0xE00, 0xEFF), (0x1000, 0x109F), (0x1780, 0x17FF), (0x3040, 0x30FF), (0x3400, 0x9FFF), (0xAC00, 0xD7AF),
)  # fmt: skip
"""Scripts without spaces between words."""


@lru_cache(maxsize=65_536)
def is_hidden(char: str) -> bool:
    """Whether a person would not see it as it is."""
    return char not in _OURS and unicodedata.category(char) != "Zs" and is_spelt_out(char)


def hidden_in(text: str) -> frozenset[str]:
    """The different hidden characters of a text."""
    if text.isascii() and text.isprintable():
        return frozenset()
    odd = text.encode("utf-8", "surrogatepass").translate(None, _VISIBLE)  # most of a long text goes, and quickly
    return frozenset(filter(is_hidden, set(odd.decode("utf-8", "surrogatepass"))))


def newer(char: str) -> bool:
    """Whether it may be a picture or ideograph of a newer Unicode than ours."""
    return unicodedata.category(char) == "Cn" and _within(char, _NEWER)


def private(char: str) -> bool:
    """Whether Unicode leaves its meaning to whoever uses it: icons of fonts are such."""
    return unicodedata.category(char) == "Co"


def runs_of(text: str, chars: frozenset[str], least: int = 1) -> Iterator[tuple[int, int]]:
    """Where ``least`` or more of ``chars`` stand in a row, from and to."""
    at = 0
    for wanted, group in groupby(text, chars.__contains__):
        size = sum(1 for _ in group)
        if wanted and size >= least:
            yield at, at + size
        at += size


def tags(text: str) -> Iterator[tuple[int, int, str]]:
    """Runs of tag characters that are no flag's: from, to, and what they spell."""
    for start, end in runs_of(text, TAGS):
        if text[start:end] not in _FLAGS or text[start - 1 : start] != "\U0001f3f4":
            spelt = "".join(chr(ord(char) - 0xE0000) for char in text[start:end] if 0xE0020 <= ord(char) < 0xE007F)
            yield start, end, spelt


def read_aloud(text: str) -> str:
    """A text as a model may read it: what its invisible characters say stands in it between blanks."""
    hidden = hidden_in(text)
    said = [] if hidden.isdisjoint(TAGS) else [*tags(text)]
    if not hidden.isdisjoint(WIDTHLESS):
        said += ((start, end, decoded(text[start:end])) for start, end in runs_of(text, WIDTHLESS, RUN))
    if not said:
        return text
    parts, at = list[str](), 0
    for start, end, words in sorted(said):
        parts += [text[at:start], f" {words} " if words else text[start:end]]
        at = end
    return "".join((*parts, text[at:]))


def right_to_left(text: str) -> bool:
    """Whether it has letters of a script that runs from right to left."""
    return not text.isascii() and any(map(_rightward, set(text)))


@lru_cache(maxsize=65_536)
def _rightward(char: str) -> bool:
    return char.isalpha() and unicodedata.bidirectional(char) in ("R", "AL")


def unexcused(text: str, hidden: frozenset[str], *, prose: bool) -> Iterator[int]:
    """Where hidden characters stand that nothing excuses, in order.

    ``hidden``: those of the text that are looked for. ``prose``: whether it is read, rather than compared or run.
    """
    if prose and right_to_left(text):
        hidden -= _RIGHTWARD
    for at, char in enumerate(text):
        if char in hidden and not _excused(text, at, char, prose=prose):
            yield at


def _excused(text: str, at: int, char: str, *, prose: bool) -> bool:
    """Whether what stands beside it makes it ordinary."""
    before, behind = text[at - 1 : at] if at else "", text[at + 1 : at + 2]
    if char in SELECTORS:
        return before not in SELECTORS and before != "" and (not before.isascii() or before in "0123456789#*.")
    match char:
        case "\r":
            return behind == "\n"
        case "\u200c":
            return _within(before, _JOINED)
        case "\u200d":
            return behind not in ("\u200c", "\u200d") and (_within(before, _JOINED) or _within(before, _PICTURES))
        case "\u180b":
            return "\u1800" <= before <= "\u18af"
        case "\u2800":
            return "\u2800" <= before <= "\u28ff" or "\u2801" <= behind <= "\u28ff"
        case "\u115f":
            return "\u1160" <= behind <= "\u11ff"
        case "\u1160":
            return "\u1100" <= before <= "\u115f"
    return prose and _excused_in_prose(char, before, behind)


def _excused_in_prose(char: str, before: str, behind: str) -> bool:
    match char:
        case "\u200b":
            return _within(before, _UNSPACED)
        case "\ufeff":
            return before == ""
    return char in _IN_PROSE and behind != char


def splits_word(text: str, at: int) -> bool:
    """Whether letters or digits, or the marks of an address, stand on both sides of a character."""
    return _wordly(text[at - 1 : at] if at else "") and _wordly(text[at + 1 : at + 2])


def _wordly(char: str) -> bool:
    return char.isalnum() or (char != "" and char in ".@:")


@lru_cache(maxsize=65_536)
def _within(char: str, ranges: tuple[tuple[int, int], ...]) -> bool:
    return char != "" and any(first <= ord(char) <= last for first, last in ranges)


def decoded(run: str) -> str:
    """What a run of invisible characters may say: bytes in variation selectors, or bits in two widths of nothing."""
    return _selector_bytes(run) or _bits(run)


def _selector_bytes(run: str) -> str:
    codes = [ord(char) for char in run if char in SELECTORS]
    return _readable(bytes(code - 0xFE00 if code < 0xFE10 else code - 0xE0100 + 16 for code in codes))


def _bits(run: str) -> str:
    different = sorted(set(run))
    if len(different) != 2 or len(run) < 2 * RUN:
        return ""
    for one in different:
        bits = "".join("1" if char == one else "0" for char in run)
        if said := _readable(bytes(int(bits[at : at + 8], 2) for at in range(0, len(bits) - 7, 8))):
            return said
    return ""


def _readable(data: bytes) -> str:
    said = data.decode("ascii", "ignore")
    return said if len(said) == len(data) >= 2 and said.isprintable() else ""
