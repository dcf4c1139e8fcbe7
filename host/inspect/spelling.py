"""Finding values in texts that spell them differently (pure).

Owns: ``spelling_of`` and ``places_of``. Invariants: the letters and digits of a value stay in order, only characters
between them may differ; a part of a longer name or address does not match; each possible place costs a few comparisons,
so that callers can bound the work.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from typing import Final

from msgspec import Struct

from host.inspect import tables
from host.inspect.results import host_behind_scheme, normalized
from host.inspect.roles import MAIL, has_form_of_address
from host.patterns import linear

_MAX_VALUE: Final = 8 << 10
"""Characters of a value."""
_MIN_PARTS: Final = 2
_MAX_PARTS: Final = 16
_MIN_ADDRESS_LENGTH: Final = 8
"""Letters and digits of the shortest address that identifies one thing in any spelling."""
_MIN_PHRASE_LENGTH: Final = 16
"""Letters and digits of the shortest words that identify one thing in any spelling."""
_MAX_SOUGHT: Final = 12
"""Characters of a substring search; longer strings can make Python's search slow."""
_MAX_MARK: Final = 24
"""Most characters between two parts of an address."""
_PART: Final = linear(r"[\pL\pN]+")
_HOST: Final = linear(r"(?:[^\s.,;:/?#@()'\"<>]+\.)+[^\s.,;:/?#@()'\"<>0-9]{2,63}")


class Spelling(Struct, frozen=True):
    """A value that is searched in texts."""

    parts: tuple[str, ...]  # the runs of letters and digits of the value, normalized
    marks: tuple[str, ...]  # the characters between the parts of an address
    is_sure: bool  # whether any word may stand for a mark: of an address of three parts or more
    sought: str  # the beginning of the longest part, for a fast search
    plain: str  # the whole value, normalized
    is_address: bool  # whether words may replace its marks (``ana (at) example dot org``)


@lru_cache(maxsize=256)
def spelling_of(value: str) -> Spelling | None:
    """How to search for a value. None for one word, or an address that is too short to identify one thing.

    A URL counts as its host.
    """
    plain = normalized(value)[:_MAX_VALUE]
    is_phrase = " " in plain
    if not is_phrase:
        plain = host_behind_scheme(plain.partition("://")[2]) or plain
        head = plain.partition("/")[0]
        if not (has_form_of_address(head) if head.isascii() else (MAIL.fullmatch(head) or _HOST.fullmatch(head))):
            return None
    matches = list(_PART.finditer(plain))
    parts = tuple(match[0] for match in matches)
    is_too_short = len(parts) < _MIN_PARTS or len(parts) > _MAX_PARTS or sum(map(len, parts)) < _MIN_ADDRESS_LENGTH
    if not parts or (not is_phrase and is_too_short):
        return None
    marks = tuple(plain[match.end() : following.start()] for match, following in pairwise(matches))
    sought = max(parts, key=len)[:_MAX_SOUGHT]
    # Two words often stand near each other; three in the order of an address are that address, in any language.
    return Spelling(parts, () if is_phrase else marks, len(parts) > _MIN_PARTS, sought, plain, not is_phrase)


def places_of(text: str, spelling: Spelling) -> Iterator[bool]:
    """For each possible place of the value in a text, whether it is there. ``text``: normalized."""
    if spelling.is_address:
        yield from _address_places(text, spelling)
    elif sum(map(len, spelling.parts)) < _MIN_PHRASE_LENGTH:
        yield from _exact_places(text, spelling.plain)
    else:
        yield f" {' '.join(spelling.parts)} " in _words_only(text)


def _exact_places(text: str, plain: str) -> Iterator[bool]:
    """For each place of the exact value, whether it is no part of longer words."""
    at = text.find(plain)
    while at >= 0:
        end = at + len(plain)
        yield not (text[max(at - 1, 0) : at].isalnum() or text[end : end + 1].isalnum())
        at = text.find(plain, end)


@lru_cache(maxsize=4)
def _words_only(text: str) -> str:
    """The words of a text with one blank between them."""
    marks = {ord(char): " " for char in set(text) if not char.isalnum()}
    return f" {' '.join(text.translate(marks).split())} "


def _address_places(text: str, spelling: Spelling) -> Iterator[bool]:
    """For each possible place of an address in a text, whether it is there."""
    parts, marks = spelling.parts, spelling.marks
    sought_part = next(at for at, part in enumerate(parts) if part.startswith(spelling.sought))
    following = tuple(zip(marks[sought_part:], parts[sought_part + 1 :], strict=True))
    preceding = tuple(zip(reversed(marks[:sought_part]), reversed(parts[:sought_part]), strict=True))
    part = parts[sought_part]
    at = text.find(spelling.sought)
    while at >= 0:
        yield (
            text.startswith(part, at)
            and _matches_after(text, at + len(part), following, is_sure=spelling.is_sure)
            and _matches_before(text, at, preceding, is_sure=spelling.is_sure)
        )
        at = text.find(spelling.sought, at + 1)


def _matches_after(text: str, end: int, following: tuple[tuple[str, str], ...], *, is_sure: bool) -> bool:
    """Whether the following marks and parts match, and the address ends there."""
    for mark, part in following:
        begin = text.find(part, end, end + _MAX_MARK + len(part))
        if begin < 0 or not _is_mark(text[end:begin], mark, is_sure=is_sure):
            return False
        end = begin + len(part)
    behind = text[end : end + 3].lstrip("._-")
    return text[end : end + 1] != "@" and not _is_letter(behind[:1])


def _matches_before(text: str, begin: int, preceding: tuple[tuple[str, str], ...], *, is_sure: bool) -> bool:
    """Whether the preceding parts and marks match, and the address begins there."""
    for mark, part in preceding:
        start = text.rfind(part, max(begin - _MAX_MARK - len(part), 0), begin)
        if start < 0 or not _is_mark(text[start + len(part) : begin], mark, is_sure=is_sure):
            return False
        begin = start
    before = text[max(begin - 3, 0) : begin].rstrip("._-")
    return text[max(begin - 1, 0) : begin] != "@" and not _is_letter(before[-1:])


def _is_letter(char: str) -> bool:
    return char.isascii() and char.isalnum()


@lru_cache(maxsize=1_024)
def _is_mark(written: str, mark: str, *, is_sure: bool) -> bool:
    """Whether the characters between two parts may be a spelling of ``mark``: itself, in brackets, or a word for it.

    ``is_sure``: see ``Spelling``.

    An ``@`` is never spelled as a dot, nor a dot as an ``@``.
    """
    word = written.strip(_MARK_EDGES)
    if not word:
        stripped = written.strip()
        # A blank after a full stop ends a sentence.
        ends_sentence = stripped != written and "@" not in stripped and written != f" {stripped} "
        return bool(stripped) and not ends_sentence and ("@" in stripped) == ("@" in mark)
    may_be_word = word.isalpha() if is_sure else word in tables.words("spoken-mark")
    return (word != written or not word.isascii()) and may_be_word


_MARK_EDGES: Final = " \"'*_-.,:;!?~`=+/\\|@()[]{}<>\u2018\u2019\u201c\u201d"
