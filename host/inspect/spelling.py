"""How a text may spell a value: an address whatever stands for its marks, several words whatever quotes them (pure).

Owns: ``spelling_of`` and ``places_of``. Invariants: letters and digits of a value stay in their order, only what stands
between them may differ; what goes on as a longer name or address is another one; each place where a text may hold a
value costs a few comparisons, so that whoever asks can bound them.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from typing import Final

from msgspec import Struct

from host.inspect import tables
from host.inspect.results import host_of, normalized
from host.inspect.roles import MAIL, has_form_of_address
from host.patterns import linear

_LONGEST: Final = 8 << 10
"""Characters of a value."""
_PARTS: Final = 2
_MOST_PARTS: Final = 16
_LETTERS: Final = 8
"""Letters and digits from which an address names one thing, however it is written."""
_SENTENCE: Final = 16
"""Letters and digits from which several words name one thing, whatever stands between them."""
_SOUGHT: Final = 12
"""Characters that are looked for: longer ones can make Python's search slow."""
_BETWEEN: Final = 24
"""Characters between two parts of an address."""
_PART: Final = linear(r"[\pL\pN]+")
_HOST: Final = linear(r"(?:[^\s.,;:/?#@()'\"<>]+\.)+[^\s.,;:/?#@()'\"<>0-9]{2,63}")
_TAGS: Final = linear(r"<[^<>]{0,20}>")
_WORD: Final = linear(r"[\pL\pM-]{1,14}(?: [\pL\pM-]{1,14})?")
_ODD: Final = 6
"""Characters of a mailbox, a digit among them, from which it names one."""
_BRACKETS: Final = linear(r"\s?[(\[{]\s?[^\s()\[\]{}]{1,14}(?: [^\s()\[\]{}]{1,14})?\s?[)\]}]\s?")


class Spelling(Struct, frozen=True):
    """What is looked for.

    Attributes:
        parts: letters and digits of the value, in the form of ``normalized``.
        marks: of an address, what stands between them; one fewer.
        sought: the beginning of the longest part: where it is missing, the value is.
        plain: the value as it stands.
        is_address: whether a word may stand for a mark (``ana (at) example dot org``).
        is_odd: of a mail address, whether nobody would write what stands before the ``@`` by chance, so that whatever
            word follows it before the domain stands for the ``@``, in any language.
    """

    parts: tuple[str, ...]
    marks: tuple[str, ...]
    sought: str
    plain: str
    is_address: bool
    is_odd: bool = False


@lru_cache(maxsize=256)
def spelling_of(value: str) -> Spelling | None:
    """How a text may hold a value; None for one word, or an address that is too short to name one thing.

    Of a URL the host counts.
    """
    plain = normalized(value)[:_LONGEST]
    several = " " in plain
    if not several:
        plain = host_of(plain.partition("://")[2]) or plain
        head = plain.partition("/")[0]
        if not (has_form_of_address(head) if head.isascii() else (MAIL.fullmatch(head) or _HOST.fullmatch(head))):
            return None
    found = list(_PART.finditer(plain))
    parts = tuple(it[0] for it in found)
    few = len(parts) < _PARTS or len(parts) > _MOST_PARTS or sum(map(len, parts)) < _LETTERS
    if not parts or (not several and few):
        return None
    marks = tuple(plain[one.end() : other.start()] for one, other in pairwise(found))
    local, at, _ = plain.partition("@")
    is_odd = not several and bool(at) and len(local) >= _ODD and any(map(str.isdigit, local))
    return Spelling(parts, () if several else marks, max(parts, key=len)[:_SOUGHT], plain, not several, is_odd)


def places_of(text: str, spelling: Spelling) -> Iterator[bool]:
    """For each place where a text may hold the value: whether it does. ``text``: in the form of ``normalized``."""
    if spelling.is_address:
        yield from _addresses(text, spelling)
    elif sum(map(len, spelling.parts)) < _SENTENCE:
        yield from _alone(text, spelling.plain)
    else:
        yield f" {' '.join(spelling.parts)} " in _flat(text)


def _alone(text: str, plain: str) -> Iterator[bool]:
    """The places of a value as it stands, and whether it is no part of longer words there."""
    at = text.find(plain)
    while at >= 0:
        end = at + len(plain)
        yield not (text[max(at - 1, 0) : at].isalnum() or text[end : end + 1].isalnum())
        at = text.find(plain, end)


@lru_cache(maxsize=4)
def _flat(text: str) -> str:
    """A text with one blank for whatever stands between its words."""
    marks = {ord(char): " " for char in set(text) if not char.isalnum()}
    return f" {' '.join(text.translate(marks).split())} "


def _addresses(text: str, spelling: Spelling) -> Iterator[bool]:
    parts, marks = spelling.parts, spelling.marks
    which = next(at for at, part in enumerate(parts) if part.startswith(spelling.sought))
    on = tuple(zip(marks[which:], parts[which + 1 :], strict=True))
    back = tuple(zip(reversed(marks[:which]), reversed(parts[:which]), strict=True))
    part = parts[which]
    at = text.find(spelling.sought)
    while at >= 0:
        yield (
            text.startswith(part, at)
            and _goes_on(text, at + len(part), on, spelling)
            and _goes_back(text, at, back, spelling)
        )
        at = text.find(spelling.sought, at + 1)


def _goes_on(text: str, end: int, on: tuple[tuple[str, str], ...], spelling: Spelling) -> bool:
    """Whether marks and parts follow, and then nothing that makes a longer address of it."""
    for mark, part in on:
        begin = text.find(part, end, end + _BETWEEN + len(part))
        if begin < 0 or not _is_mark(text[end:begin], mark, spelling.is_odd):
            return False
        end = begin + len(part)
    behind = text[end : end + 3].lstrip("._-")
    return text[end : end + 1] != "@" and not _is_letter(behind[:1])


def _goes_back(text: str, begin: int, back: tuple[tuple[str, str], ...], spelling: Spelling) -> bool:
    """Whether parts and marks precede, and before them nothing that makes a longer address of it."""
    for mark, part in back:
        start = text.rfind(part, max(begin - _BETWEEN - len(part), 0), begin)
        if start < 0 or not _is_mark(text[start + len(part) : begin], mark, spelling.is_odd):
            return False
        begin = start
    before = text[max(begin - 3, 0) : begin].rstrip("._-")
    return text[max(begin - 1, 0) : begin] != "@" and not _is_letter(before[-1:])


def _is_letter(char: str) -> bool:
    return char.isascii() and char.isalnum()


@lru_cache(maxsize=1_024)
def _is_mark(between: str, mark: str, any_word: bool) -> bool:
    """Whether what stands between two parts can be how ``mark`` is written: itself, in brackets, or a word for it.

    ``any_word``: for an ``@`` any word can be.

    No other address has an ``@`` where this one has a dot, and none a dot where this one has an ``@``.
    """
    said = _TAGS.sub("", between) if "<" in between else between
    if _BRACKETS.fullmatch(said):
        return True
    word = said.strip(_AROUND)
    if not word:
        bare = said.strip()
        ends = bare != said and "@" not in bare and said != f" {bare} "  # a blank after a full stop ends a sentence
        return bool(bare) and not ends and ("@" in bare) == ("@" in mark)
    if any_word and mark == "@" and said[:1] == said[-1:] == " " and _WORD.fullmatch(word):
        return True
    return (word != said or not word.isascii()) and word in tables.word_set("spoken-mark")


_AROUND: Final = " \"'*_-.,:;!?~`=+/\\|@()[]{}<>\u2018\u2019\u201c\u201d"
