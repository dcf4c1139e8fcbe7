"""How a text may spell a value: an address whatever stands for its marks, several words whatever quotes them (pure).

Owns: ``spelling_of`` and ``spelled``. Invariants: letters and digits of a value stay in their order, only what stands
between them may differ; what goes on as a longer name or address is another one; looking is linear in the text,
however often parts of the value stand there.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import Final

from msgspec import Struct

from host.inspect import tables
from host.inspect.results import host_of, normal
from host.inspect.roles import MAIL, is_address
from host.patterns import Linear, linear

_LONGEST: Final = 8 << 10
"""Characters of a value."""
_PARTS: Final = 2
_MOST_PARTS: Final = 12
"""Parts of an address: of one with more, the last count, which say whose it is."""
_LETTERS: Final = 8
"""Letters and digits from which an address names one thing, however it is written."""
_SENTENCE: Final = 16
"""Letters and digits from which several words name one thing, whatever stands between them."""
_PLACES: Final = 64
"""Places of a text that are looked at."""
_PART: Final = linear(r"[\pL\pN]+")
_HOST: Final = linear(r"(?:[^\s.,;:/?#@()'\"<>]+\.)+[^\s.,;:/?#@()'\"<>0-9]{2,63}")
_BEGINS: Final = r"(?:^|[^0-9a-z._@-]|(?:^|[^0-9a-z])[._-]+)"
_ENDS: Final = r"(?:$|[^0-9a-z._@-]|[._-]+(?:$|[^0-9a-z]))"
"""What stands beside an address that is no part of a longer one."""


class Spelling(Struct, frozen=True):
    """What is looked for.

    Attributes:
        parts: letters and digits of the value, in the form of ``normal``.
        rarest: the longest of them: where it is missing, the value is.
        plain: the value as it stands.
        is_address: whether a word may stand for a mark (``ana (at) example dot org``).
    """

    parts: tuple[str, ...]
    rarest: str
    plain: str
    is_address: bool


@lru_cache(maxsize=256)
def spelling_of(value: str) -> Spelling | None:
    """How a text may hold a value; None for one word, or an address that is too short to name one thing.

    Of a URL the host counts.
    """
    plain = normal(value)[:_LONGEST]
    several = " " in plain
    if not several:
        plain = host_of(plain.partition("://")[2]) or plain
        head = plain.partition("/")[0]
        if not (is_address(head) if head.isascii() else (MAIL.fullmatch(head) or _HOST.fullmatch(head))):
            return None
    parts = tuple(found[0] for found in _PART.finditer(plain))
    if not several:
        parts = parts[-_MOST_PARTS:]
    if not parts or (not several and (len(parts) < _PARTS or sum(map(len, parts)) < _LETTERS)):
        return None
    return Spelling(parts, max(parts, key=len), plain, not several)


def spelled(text: str, spelling: Spelling) -> bool:
    """Whether a text holds the value. ``text``: in the form of ``normal``."""
    if spelling.is_address:
        return _pattern(spelling).search(text) is not None
    if sum(map(len, spelling.parts)) < _SENTENCE:
        return _stands(text, spelling.plain)
    return f" {' '.join(spelling.parts)} " in _flat(text)


def _stands(text: str, plain: str) -> bool:
    """Whether a value stands in a text as it is; one that is a part of longer words all over counts as well."""
    at = text.find(plain)
    for _ in range(_PLACES):
        end = at + len(plain)
        if at < 0 or not (text[max(at - 1, 0) : at].isalnum() or text[end : end + 1].isalnum()):
            return at >= 0
        at = text.find(plain, end)
    return at >= 0


@lru_cache(maxsize=4)
def _flat(text: str) -> str:
    """A text with one blank for whatever stands between its words."""
    if text.isascii():
        return f" {' '.join(text.translate(_NO_WORDS).split())} "
    return f" {' '.join(found[0] for found in _PART.finditer(text))} "


_NO_WORDS: Final = {code: " " for code in range(0x80) if not chr(code).isalnum()}


@lru_cache(maxsize=256)
def _pattern(spelling: Spelling) -> Linear:
    begins = _BEGINS if len(spelling.parts) < _MOST_PARTS else ""
    return linear(begins + _mark().join(map(re.escape, spelling.parts)) + _ENDS)


@cache
def _mark() -> str:
    """What may stand for a mark of an address: other marks, one word in brackets, or a word that is said for it."""
    said = tables.named("spoken-mark")
    plain = "|".join(sorted(re.escape(word) for word in said if word.isascii()))
    others = "|".join(sorted(re.escape(word) for word in said if not word.isascii()))
    return (
        r"(?:[^\s0-9a-z\x{80}-\x{10ffff}]{1,4}|\s{0,2}@\s{0,2}|\s\.\s"
        r"|\s?[(\[{<]\s?[^\s()\[\]{}<>]{1,14}\s?[)\]}>]\s?"
        rf"|\s(?:{plain})\s|\s?(?:{others})\s?)"
    )
