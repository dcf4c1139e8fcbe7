"""Which characters are hidden, and where they are ordinary (pure).

Owns: the difference between a character that somebody's script or picture needs and one that hides something. What
stays true: what ``host.text`` escapes is hidden, and nothing else (SECURITY, row 5); an excuse looks at the characters
beside it alone, in patterns of which each takes time that grows with the length alone.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from host.inspect.texts import vocabulary
from host.patterns import regex
from host.text import escape

_OURS: Final = frozenset("⟨↳\n\t")
"""What ``host.text`` escapes for its own sake, and what ends lines and columns."""
DRAWN: Final = regex(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180d\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)
"""Hidden characters that count as printable ones."""
REORDERING: Final = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Embeddings, overrides and isolates (UAX #9)."""
OVERRIDES: Final = frozenset("\u202d\u202e")
TERMINAL: Final = frozenset("\x1b\x9b\x08\x90\x9d")
"""What begins a command to a terminal, and what deletes there."""
BLANKS: Final = regex("(?:[\xa0\u1680\u2000-\u200a\u205f\u3000]|\u202f(?![AP]M))+")
"""White space that is no space. (macOS puts U+202F before AM and PM in names of pictures.)"""

_TAGS: Final = regex("[\U000e0000-\U000e007f]+")
_FLAGS: Final = frozenset(
    "".join(chr(0xE0000 + ord(letter)) for letter in land) + "\U000e007f" for land in ("gbeng", "gbsct", "gbwls")
)
_SELECTORS: Final = "\ufe00-\ufe0f\U000e0100-\U000e01ef"
_WIDTHLESS: Final = f"\xad\u034f\u115f\u1160\u180e\u200b-\u200f\u2060-\u2064\u3164\ufeff\uffa0{_SELECTORS}"
RUN: Final = regex(f"[{_WIDTHLESS}]{{8,}}")
"""So many in a row carry a message."""
WIDTHLESS: Final = frozenset(map(chr, (0xAD, 0x34F, 0x115F, 0x1160, 0x180E, 0x3164, 0xFEFF, 0xFFA0))) | frozenset(
    map(chr, (*range(0x200B, 0x2010), *range(0x2060, 0x2065), *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)))
)
"""The same, one by one."""
WIDTHLESS_USUAL: Final = "\xad\u200b\u200c\u200d\u2060\ufeff"
"""Of those, what is put between letters to hide a word from who looks for it."""
_SPACES: Final = frozenset("\x20\xa0\u1680\u202f\u205f\u3000") | frozenset(map(chr, range(0x2000, 0x200B)))
_JOINED: Final = "\u0600-\u1cff\ua800-\uabff\ufb50-\ufdff\ufe70-\ufefc\U00010a00-\U00011fff"
"""Scripts whose letters join or stack: Arabic, those of India, and further east."""
_PICTURES: Final = (
    "\xa9\xae\u2000-\u200a\u2010-\u2027\u2030-\u205e\u2100-\u2bff\u3030\u303d\u3297\u3299\ufe0f\U0001f000-\U0001faff"
)
_UNSPACED: Final = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af"
"""Scripts without spaces between words."""
RIGHT_TO_LEFT: Final = regex("[\u0590-\u05ff\u0620-\u06d5\u0700-\u08e1\ufb1d-\ufdff\ufe70-\ufefc]")

_ANYWHERE: Final = {
    "\r": regex("\r(?!\n)"),
    "\u200c": regex(f"\u200c(?<![{_JOINED}]\u200c)"),
    "\u200d": regex(f"\u200d(?:(?<![{_JOINED}{_PICTURES}]\u200d)|(?=[\u200c\u200d]))"),
    "\u180b": regex("\u180b(?<![\u1800-\u18af]\u180b)"),
    "\u2800": regex("\u2800(?<![\u2800-\u28ff]\u2800)(?![\u2801-\u28ff])"),
    "\u115f": regex("\u115f(?![\u1160-\u11ff])"),
    "\u1160": regex("\u1160(?<![\u1100-\u115f]\u1160)"),
}
"""Ordinary beside its like; the pattern finds one that is not. What is looked for stands first: a plain search."""
_SELECTED: Final = regex(f"[{_SELECTORS}](?:(?<![^\x00-\x7f].)(?<![0-9#*].)|(?<=[{_SELECTORS}].))", re.DOTALL)
_IN_PROSE: Final = {
    "\xad": regex("\xad(?=\xad)"),
    "\u200b": regex(f"\u200b(?<![{_UNSPACED}]\u200b)"),
    "\ufeff": regex("\ufeff(?<!^\ufeff)"),
    "\x0c": regex("\x0c(?=\x0c)"),
}
_RIGHTWARD: Final = frozenset("\u061c\u200e\u200f\u0600\u0601\u0602\u0603\u0604\u0605\u06dd\u08e2")
"""Marks of direction and signs of numbers, ordinary where a script runs from right to left."""
_NEWER: Final = ((0x1F000, 0x1FAFF), (0x2A6E0, 0x2A6FF), (0x2B739, 0x2FFFD), (0x30000, 0x3FFFD))
"""Where pictures and ideographs are added each year, which this program may not know yet."""


@lru_cache(maxsize=65_536)
def is_hidden(char: str) -> bool:
    """Whether a person would not see it as it is."""
    return char not in _OURS and escape(char) != char


def hidden_in(text: str) -> frozenset[str]:
    """The different hidden characters of a text."""
    if text.isascii():
        if text.isprintable():
            return frozenset()
        left = text.encode().translate(None, _VISIBLE)
        return frozenset(map(chr, set(left)))
    different = set(there := vocabulary.odd(text))
    if there.isprintable() and not DRAWN.search(there):
        return frozenset()
    odd = {char for char in different if not char.isprintable()} - _SPACES - _OURS
    return frozenset(odd.union(char for char in different - odd if char > "\x7f" and is_hidden(char)))


_VISIBLE: Final = bytes((*range(0x20, 0x7F), 0x09, 0x0A))


def newer(char: str) -> bool:
    """Whether it may be a picture or ideograph of a newer Unicode than ours."""
    code = ord(char)
    return unicodedata.category(char) == "Cn" and any(first <= code <= last for first, last in _NEWER)


def tags(text: str) -> Iterator[tuple[int, int, str]]:
    """Runs of tag characters that are no flag's: from, to, and what they spell."""
    for run in _TAGS.finditer(text):
        if run[0] not in _FLAGS or text[run.start() - 1 : run.start()] != "\U0001f3f4":
            spelt = "".join(chr(ord(char) - 0xE0000) for char in run[0] if 0xE0020 <= ord(char) < 0xE007F)
            yield run.start(), run.end(), spelt


def unexcused(text: str, hidden: frozenset[str], *, prose: bool) -> Iterator[tuple[int, int]]:
    """Where hidden characters stand that nothing excuses, from and to; not in order.

    ``hidden``: those of the text that are to be looked for. ``prose``: whether it is read, rather than compared or run.
    """
    selectors = {char for char in hidden if "\ufe00" <= char <= "\ufe0f" or "\U000e0100" <= char <= "\U000e01ef"}
    if selectors:
        yield from (found.span() for found in _SELECTED.finditer(text))
    others = ""
    for char in sorted(hidden - selectors):
        pattern = _ANYWHERE.get(char) or (_IN_PROSE.get(char) if prose else None)
        if pattern is not None:
            yield from (found.span() for found in pattern.finditer(text))
        elif not (prose and char in _RIGHTWARD and RIGHT_TO_LEFT.search(text)):
            others += char
    if others:
        yield from (found.span() for found in re.finditer(f"[{re.escape(others)}]+", text))


def decoded(run: str) -> str:
    """What a run of invisible characters may say: bytes in variation selectors, or bits in two widths of nothing."""
    return _selector_bytes(run) or _bits(run)


def _selector_bytes(run: str) -> str:
    codes = [ord(char) for char in run]
    data = bytes(code - 0xFE00 if code < 0xFE10 else code - 0xE0100 + 16 for code in codes if _selects(code))
    return _readable(data)


def _selects(code: int) -> bool:
    return 0xFE00 <= code <= 0xFE0F or 0xE0100 <= code <= 0xE01EF


def _bits(run: str) -> str:
    different = sorted(set(run))
    if len(different) != 2 or len(run) < 16:
        return ""
    for one in different:
        bits = "".join("1" if char == one else "0" for char in run)
        data = bytes(int(bits[at : at + 8], 2) for at in range(0, len(bits) - 7, 8))
        if said := _readable(data):
            return said
    return ""


def _readable(data: bytes) -> str:
    said = data.decode("ascii", "ignore")
    return said if len(said) == len(data) >= 2 and said.isprintable() else ""
