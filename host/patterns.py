"""Regular expressions for texts from outside, with an engine that never backtracks (pure).

Owns: the one way to make such a pattern. Invariants: matching takes time that grows with the text alone (RE2); a
pattern is compiled when it is first used, so that a start does not pay for what it never meets; a long text that many
patterns look through one after another becomes bytes once.

RE2 knows no look-around and no back-references, and repeats at most 1,000 times: https://github.com/google/re2/wiki/Syntax.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, Final, Protocol, cast

import re2


class Match(Protocol):
    """What was found, as ``re.Match`` has it."""

    def __getitem__(self, group: int) -> str: ...
    def start(self, group: int = 0) -> int:
        """Where it begins."""

    def end(self, group: int = 0) -> int:
        """Where it ends."""

    def span(self, group: int = 0) -> tuple[int, int]:
        """Both."""

    def groups(self) -> tuple[str | None, ...]:
        """What each group holds."""


_ANCHOR: Final = re2._re2.RE2.Anchor  # noqa: SLF001  # what re2 wraps, see ``Linear._spans``
_ANYWHERE, _AT_START, _WHOLE = _ANCHOR.UNANCHORED, _ANCHOR.ANCHOR_START, _ANCHOR.ANCHOR_BOTH
_NOWHERE: Final = (-1, -1)


class _Found:
    """A match in a text of ASCII, whose characters stand where its bytes do."""

    __slots__ = ("_spans", "_text")

    def __init__(self, text: str, spans: Sequence[tuple[int, int]]) -> None:
        self._text, self._spans = text, spans

    def __getitem__(self, group: int) -> str:
        start, end = self._spans[group]
        return cast("str", None) if start < 0 else self._text[start:end]  # as ``re.Match`` has it

    def start(self, group: int = 0) -> int:
        return self._spans[group][0]

    def end(self, group: int = 0) -> int:
        return self._spans[group][1]

    def span(self, group: int = 0) -> tuple[int, int]:
        return self._spans[group]

    def groups(self) -> tuple[str | None, ...]:
        return tuple(None if start < 0 else self._text[start:end] for start, end in self._spans[1:])


_LONG: Final = 16 << 10
_LONGEST: Final = 4 << 20
"""Characters of texts of which the bytes are kept until the next such text comes."""


@lru_cache(maxsize=1)
def _bytes_of(text: str) -> bytes:
    return text.encode()


class Linear:
    """A pattern. Attributes: pattern: its text."""

    __slots__ = ("_case", "_made", "_raw", "pattern")

    def __init__(self, pattern: str, *, ignore_case: bool) -> None:
        """Nothing is compiled yet."""
        self.pattern, self._case = pattern, not ignore_case
        self._made: Any = None  # RE2's pattern, which comes without a type
        self._raw: Any = None

    def _compiled(self) -> Any:  # as above
        if self._made is None:
            options = re2.Options()
            options.case_sensitive = self._case
            options.log_errors = False
            self._made = re2.compile(self.pattern, options)
            self._raw = self._made._regexp  # noqa: SLF001  # what re2 wraps, see ``_spans``
        return self._made

    def _spans(self, anchor: Any, text: str) -> Sequence[tuple[int, int]] | None:
        """Where the first match and its groups stand among the bytes of ``text``; None where there is none.

        Most texts have none: re2 itself makes a generator and counts characters before it looks.
        """
        if self._made is None:
            self._compiled()
        data = _bytes_of(text) if _LONG <= len(text) <= _LONGEST else text.encode()
        spans = self._raw.Match(anchor, data, 0, len(data))
        return None if spans[0] == _NOWHERE else cast("list[tuple[int, int]]", spans)

    def _find(self, anchor: Any, text: str, otherwise: str) -> Match | None:
        """A match from the beginning; ``otherwise``: re2's method for a text in which bytes are no characters."""
        if (spans := self._spans(anchor, text)) is None:
            return None
        return _Found(text, spans) if text.isascii() else cast("Match", getattr(self._made, otherwise)(text))

    def search(self, text: str, start: int = 0) -> Match | None:
        """The first match at or after ``start``."""
        if start:
            return cast("Match | None", self._compiled().search(text, start))
        return self._find(_ANYWHERE, text, "search")

    def match(self, text: str) -> Match | None:
        """A match at the beginning."""
        return self._find(_AT_START, text, "match")

    def fullmatch(self, text: str) -> Match | None:
        """A match of the whole."""
        return self._find(_WHOLE, text, "fullmatch")

    def finditer(self, text: str) -> Iterator[Match]:
        """Each match, from left to right."""
        if (spans := self._spans(_ANYWHERE, text)) is None:
            return iter(())
        return self._each(text, spans) if text.isascii() else cast("Iterator[Match]", self._made.finditer(text))

    def _each(self, text: str, spans: Sequence[tuple[int, int]]) -> Iterator[Match]:
        """The first match in a text of ASCII, and those behind it; behind an empty one, a character further on."""
        data, at = text.encode(), 0
        while at <= len(data) and spans[0] != _NOWHERE:
            yield _Found(text, spans)
            start, end = spans[0]
            at = end if end > start else end + 1
            spans = self._raw.Match(_ANYWHERE, data, at, len(data)) if at <= len(data) else spans

    def findall(self, text: str) -> list[str]:
        """Each match's text, or its group's where it has one."""
        return [found[1] if found.groups() else found[0] for found in self.finditer(text)]

    def split(self, text: str) -> list[str]:
        """What stands between matches."""
        return cast("list[str]", self._compiled().split(text))

    def sub(self, replacement: str, text: str) -> str:
        """``text`` with each match replaced."""
        return cast("str", self._compiled().sub(replacement, text))


def linear(pattern: str, *, ignore_case: bool = False) -> Linear:
    """A pattern in RE2's syntax; what is wrong with it is said when it is first used (``re2.error``)."""
    return Linear(pattern, ignore_case=ignore_case)


MOST_REPEATS: Final = 1_000
"""Times that RE2 repeats a part at most, where a number is named."""
