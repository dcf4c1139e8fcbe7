"""Numbers and letters that are written in another system (pure).

Owns: the number systems, digits of other scripts and shifted alphabets that are undone, so that what was read is found
in what is sent. What stays true: short pieces alone are read so, and a bounded number of them; what comes out means
nothing until it is found in an earlier result.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from itertools import islice
from string import ascii_lowercase, ascii_uppercase, digits
from typing import Final

from host.inspect.subject import Steps, Text
from host.inspect.texts.encodings import readable
from host.inspect.texts.number_words import in_words
from host.patterns import regex
from host.words import say

_LONGEST: Final = 2_000
_PIECES: Final = 40
_PIECE: Final = regex(r"(?<![0-9A-Za-z])[0-9A-Za-z]{6,64}(?![0-9A-Za-z])")
_SYSTEMS: Final = (
    digits + ascii_uppercase + ascii_lowercase,
    digits + ascii_lowercase + ascii_uppercase,
    "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz",
    ascii_uppercase + ascii_lowercase + digits,
)
"""The digits of base 62 in three orders, and of base 58."""
_LEAST: Final = 8
"""Digits of a number that hardly stands in two places by chance."""
_MOST: Final = 19
_PREFIX: Final = 4
"""Letters before a number that may be no part of it, and one more."""
_OCTAL: Final = regex(r"[0-7]{9,22}")
_BINARY: Final = regex(r"[01]{16,64}")
_HEX: Final = regex(r"[0-9a-fA-F]{7,16}")
_BASE58: Final = regex(r"(?<![\w+/=-])[1-9A-HJ-NP-Za-km-z]{22,120}(?![\w+/=-])")
_HAN: Final = str.maketrans("〇零一二三四五六七八九", "00123456789")
_RARE: Final = frozenset("etaoinsr")
_SHARE: Final = 0.46
"""Of the letters of most languages, more are among the most usual ones."""
_LETTERS: Final = 14
_SHIFTED: Final = 200
_GROUP: Final = 64


def numbers_in(text: str) -> Iterator[str]:
    """What pieces of a text are, read as numbers in other systems, in decimal digits."""
    if not text.isascii():
        said = _plain_digits(text[:_LONGEST])
        if said != text[:_LONGEST]:
            yield from re.findall(rf"[0-9]{{{_LEAST},{_MOST}}}", re.sub(r"(?<=[0-9])[ .,-](?=[0-9])", "", said))
    for match in islice(_PIECE.finditer(text[:_LONGEST]), _PIECES):
        piece = match.group()
        if not piece.isalpha() or not (piece.islower() or piece.istitle() or piece.isupper()):
            yield from (it for it in map(str, _values(piece)) if _LEAST <= len(it) <= _MOST)


def _plain_digits(text: str) -> str:
    return "".join(_digit(char) for char in text).translate(_HAN)


def _digit(char: str) -> str:
    value = unicodedata.digit(char, -1) if not char.isascii() else -1
    return char if value < 0 else str(value)


def _values(piece: str) -> Iterator[int]:
    if _HEX.fullmatch(piece):
        yield int(piece, 16)
    yield from (_machine(int(piece, base)) for form, base in _ADDRESSES if form.fullmatch(piece))
    if _OCTAL.fullmatch(piece):
        yield int(piece, 8)
    if _BINARY.fullmatch(piece):
        yield int(piece, 2)
    if len(piece) <= _MOST and not piece.isdecimal():
        yield from (int(piece[at:], 36) for at in range(_PREFIX) if piece[:at].isalpha() or not at)
        yield from (_value(piece, system) for system in _SYSTEMS)


_ADDRESSES: Final = ((regex(r"[0-9]{8,10}"), 10), (regex(r"(?:0[xX])?[0-9a-fA-F]{8}"), 16))


def _machine(value: int) -> int:
    """What the address of a machine is with its four parts in decimal digits, squashed; 0 where it is none."""
    if not 1 << 24 <= value < 1 << 32:
        return 0
    return int("".join(str(value >> shift & 0xFF) for shift in (24, 16, 8, 0)))


def _value(piece: str, system: str) -> int:
    value = 0
    for char in piece:
        place = system.find(char)
        if place < 0:
            return 0
        value = value * len(system) + place
    return value


def joined(figures: Iterable[Text]) -> Iterator[tuple[str, Text]]:
    """Numbers of one list or object, put together: one number that was cut up."""
    groups: dict[Steps, list[Text]] = {}
    for figure in islice(figures, _GROUP):
        if figure.text.isdecimal():
            groups.setdefault(figure.steps[:-1], []).append(figure)
    for group in groups.values():
        group.sort(key=lambda it: str(it.steps[-1]).rjust(_GROUP))  # as the list has them
        for whole in ("".join(it.text for it in group), "".join(it.text for it in reversed(group))):
            if len(group) > 1 and _LEAST <= len(whole) <= _MOST:
                yield whole, group[0]


def letters_in(text: str) -> Iterator[str]:
    """What a short text without a word may say in another system: base 58, a shifted or turned alphabet."""
    for match in islice(_BASE58.finditer(text), 4):
        value = _value(match.group(), _SYSTEMS[2])
        if said := readable(value.to_bytes((value.bit_length() + 7) // 8, "big")):
            yield said
    if len(text) > _SHIFTED or not text.isascii():
        return
    low = text.lower()
    letters = [char for char in low if char.isalpha()]
    if len(letters) >= _LETTERS and sum(char in _RARE for char in letters) < _SHARE * len(letters) and _worded(text):
        yield from (low.translate(table) for table in _TABLES)
    if _marked(text):
        yield text.translate(_ROT47)


def _worded(text: str) -> bool:
    """Whether it is letters alone, but for spaces and marks."""
    return not any(map(str.isdigit, text))


def _marked(text: str) -> bool:
    """Whether marks stand all over it, as they do where all visible characters are moved."""
    marks = sum(not (char.isalnum() or char.isspace()) for char in text)
    return len(text) >= _LETTERS and marks * 5 >= len(text)


_TABLES: Final = (
    *(
        str.maketrans(ascii_lowercase, ascii_lowercase[by:] + ascii_lowercase[:by])
        for by in range(1, len(ascii_lowercase))
    ),
    str.maketrans(ascii_lowercase, ascii_lowercase[::-1]),
)
_VISIBLE: Final = "".join(map(chr, range(33, 127)))
_ROT47: Final = str.maketrans(_VISIBLE, _VISIBLE[47:] + _VISIBLE[:47])


_SYSTEM: Final = say("in another number system")
_UNIT: Final = say("in another unit")
_TOKEN: Final = regex(r"(?<![0-9A-Za-z])(?:0[xX]|#)?[0-9A-Za-z]{4,22}(?![0-9A-Za-z])")
_MARKED_HEX: Final = regex(r"(?:0[xX]|#)([0-9a-fA-F]{4,16})")
_PLAIN_HEX: Final = regex(r"0{0,11}[0-9a-fA-F]{4,12}")
_COLOUR: Final = regex(r"\brgba?\(\s{0,3}([0-9]{1,3})[, ]{1,4}([0-9]{1,3})[, ]{1,4}([0-9]{1,3})\b")
_QUAD: Final = regex(r"(?<![0-9.])([0-9]{1,3})\.([0-9]{1,3})\.([0-9]{1,3})\.([0-9]{1,3})(?![0-9.])")
_SPAN: Final = regex(r"\b(?:PT)?([0-9]{1,4})[hH] ?([0-9]{1,2})[mM] ?([0-9]{1,2})[sS]\b")
_THOUSANDS: Final = regex(r"(?<![0-9.,])([0-9]{1,6})[.,]([0-9]{1,3}) ?[kKT](?![A-Za-z])")
_FORM: Final = say("in another form")
_APART: Final = regex(r"(?<![0-9A-Za-z])[0-9](?:[^0-9A-Za-z\n]{1,3}[0-9]){4,18}(?![0-9A-Za-z])")
_NUMBER_WORD: Final = regex("thousand|million|tausend")
_FIVE: Final = 5
_SIX: Final = 6


def short_numbers(text: str) -> Iterator[tuple[str, str, str]]:
    """What pieces of a text may be in decimal digits, how they stand there, and the pieces; shorter ones too."""
    for match in islice(_TOKEN.finditer(text[:_LONGEST]), _PIECES):
        piece = match.group()
        for value, least in _short_values(piece):
            if len(str(value)) >= least:
                yield str(value), _SYSTEM, piece
        if piece.isdecimal() and piece.endswith("00") and len(piece) > _SIX:
            yield piece[:-2], _UNIT, piece
    yield from _in_parts(text)
    for match in islice(_APART.finditer(text[:_LONGEST]), _PIECES):
        yield "".join(filter(str.isdecimal, match.group())), _FORM, match.group()
    if _NUMBER_WORD.search(low := text[:_LONGEST].lower()):
        yield from ((value, _FORM, shown) for value, shown in in_words(low))
    for match in islice(_THOUSANDS.finditer(text[:_LONGEST]), _PIECES):
        yield match[1].lstrip("0") + match[2].ljust(3, "0"), _UNIT, match.group()


def _in_parts(text: str) -> Iterator[tuple[str, str, str]]:
    """Numbers that are written as a colour, an address of a machine, or a span of time."""
    for pattern, base in ((_COLOUR, 256), (_QUAD, 256), (_SPAN, 60)):
        for match in islice(pattern.finditer(text[:_LONGEST]), _PIECES):
            value = 0
            for part in match.groups():
                value = value * base + int(part)
            yield str(value), _SYSTEM if base > 60 else _UNIT, match.group()


def _short_values(piece: str) -> Iterator[tuple[int, int]]:
    """What one piece may be, and the digits that it takes not to be so by chance."""
    if (marked := _MARKED_HEX.fullmatch(piece)) is not None:
        yield int(marked[1], 16), _FIVE
    if piece.startswith(("#", "0x", "0X")):
        return
    if piece[:2].lower() == "0o" and re.fullmatch("[0-7]{5,22}", piece[2:]):
        yield int(piece, 8), _FIVE
    if _BINARY.fullmatch(piece):
        yield int(piece, 2), _FIVE
    mixed = not piece.isalpha() and not piece.isdecimal()
    if _PLAIN_HEX.fullmatch(piece) and (mixed or piece.isdecimal()):
        yield int(piece, 16), _FIVE if mixed else _SIX
    if len(piece) >= _SIX and re.fullmatch("[0-7]+", piece):
        yield int(piece, 8), _FIVE
    if mixed and len(piece) <= 12:
        yield int(piece, 36), _SIX
