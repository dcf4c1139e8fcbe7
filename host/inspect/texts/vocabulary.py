"""The different words and characters of a text, to look for many marks at once (pure).

Owns: the shorter text that stands for a long one where something may well not be in it. What stays true: a mark of
ASCII that is in a text, in whatever case, is found here; one that is found here may still not be in the text. What was
worked out for the text of before is kept until ``forget``, for inspectors look at the same text one after the other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Final, TypeVar, cast

T = TypeVar("T")

SHORT: Final = 4_096
"""Characters up to which a text stands for itself."""
LONG_WORD: Final = 15
"""Characters of a word from which it may be a token."""
_FOLDED: Final = (("\u212a", "k"), ("\u0130", "i"), ("\u017f", "s"))
"""What is no ASCII, and a letter of it in the other case (Kelvin sign, dotted capital I, long s)."""
_CHUNK: Final = 1 << 16
"""Bytes that are cut into words at a time: the memory of many small words is used again, and stays in the cache."""
_PLAIN: Final = bytes(0x20 if code in b"\t\n\r\v\f" else code for code in range(0x100)).lower()
"""ASCII in lower case, and its blanks as spaces."""
_SPOKEN: Final = bytes((*range(0x20, 0x7F), 0x09, 0x0A))
_LETTERS: Final = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-./+=%$:~"
_IN_WORD: Final = bytes(0x78 if code in _LETTERS else 0x20 for code in range(0x100))
_IN_NUMBER: Final = bytes(0x30 if 0x30 <= code <= 0x39 else 0x20 for code in range(0x100))

_kept: dict[Callable[..., object], tuple[str, object]] = {}


def words(text: str) -> str:
    """The different words of a text, in lower case, with a space on either side of each."""
    return text.lower() if len(text) <= SHORT and text.isascii() else _remembered(_words, text)


def odd(text: str) -> str:
    """The different characters of a text besides the visible ones of ASCII, tabs and line feeds."""
    return "" if text.isascii() and text.isprintable() else _remembered(_odd, text)


def data_of(text: str) -> bytes:
    """A text in UTF-8, halves of surrogate pairs as what they are. Of a long one it is made once for all who look."""
    return _encoded(text) if len(text) <= SHORT else _remembered(_encoded, text)


def long_words(text: str) -> str:
    """What of a text may be tokens: the runs of letters, digits and signs that are long, with a space between."""
    data = data_of(text)
    marked, long = data.translate(_IN_WORD), b"x" * LONG_WORD
    found: list[bytes] = []
    at = marked.find(long)
    while at >= 0:
        end = marked.find(b" ", at)
        found.append(data[at : end if end >= 0 else len(data)])
        at = marked.find(long, end) if end >= 0 else -1
    return b" ".join(found).decode("ascii")


def has_number(text: str) -> bool:
    """Whether two digits stand together."""
    return b"00" in data_of(text).translate(_IN_NUMBER)


def may_hold_any(text: str, marks: Iterable[str]) -> bool:
    """Whether one of ``marks``, in lower case and in ASCII, may stand in a text, in whatever case."""
    known = words(text)
    if len(text) <= SHORT:
        return holds_any(known, marks)
    for mark in marks:
        if mark in known:
            return True
        if " " in mark and all(piece in known for piece in _pieces(mark)):
            return True
    return False


def holds(text: str, mark: str) -> bool:
    """Whether ``mark``, in ASCII, stands in a text: of a long one its words are asked first, which others need too."""
    return (len(text) <= SHORT or may_hold_any(text, (mark.lower(),))) and mark in text


def holds_any(text: str, marks: Iterable[str]) -> bool:
    """Whether one of ``marks`` stands in a text as it is; a loop, since it costs half of what ``any`` would."""
    for mark in marks:  # noqa: SIM110
        if mark in text:
            return True
    return False


def forget() -> None:
    """Let go of the text of before."""
    _kept.clear()


def _remembered(work: Callable[[str], T], text: str) -> T:
    kept = _kept.get(work)
    if kept is not None and kept[0] is text:
        return cast("T", kept[1])
    made = work(text)
    _kept[work] = (text, made)
    return made


def _encoded(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


def _words(text: str) -> str:
    if not text.isascii():
        for char, plain in _FOLDED:
            if char in text:
                text = text.replace(char, plain)
    if len(text) <= SHORT:
        return text.lower()
    return f" {b' '.join(_different(data_of(text).translate(_PLAIN))).decode('latin-1')} "


def _different(data: bytes) -> set[bytes]:
    """The different words of ``data``, between which stand spaces."""
    found: set[bytes] = set()
    start = 0
    while start < len(data):
        end = data.find(b" ", start + _CHUNK)
        end = end if end >= 0 else len(data)
        found.update(data[start:end].split())
        start = end
    return found


def _odd(text: str) -> str:
    left = data_of(text).translate(None, _SPOKEN).decode("utf-8", "surrogatepass")
    return "".join(set(left))


@lru_cache(maxsize=1_024)
def _pieces(mark: str) -> tuple[str, ...]:
    """What stands in the words of a text wherever ``mark``, which has spaces, stands in it."""
    parts = mark.split(" ")
    last = len(parts) - 1
    spaced = (f"{' ' if at else ''}{part}{' ' if at < last else ''}" for at, part in enumerate(parts) if part)
    return tuple(spaced)
