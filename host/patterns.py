"""Regular expressions for texts from outside, with an engine that never backtracks (pure).

Owns: making such patterns. Invariants: matching takes time linear in the text (RE2); a pattern is compiled on first
use, so that it does not slow down the start; a long text that many patterns search in turn is encoded once.

RE2 knows no look-around and no back-references, and repeats at most 1,000 times: https://github.com/google/re2/wiki/Syntax.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, Final, Protocol, cast

import re2


class Match(Protocol):
    """A match with the methods of ``re.Match``."""

    def __getitem__(self, group: int) -> str: ...
    def start(self, group: int = 0) -> int:
        """The offset of its start."""

    def end(self, group: int = 0) -> int:
        """The offset of its end."""

    def span(self, group: int = 0) -> tuple[int, int]:
        """Both offsets."""

    def groups(self) -> tuple[str | None, ...]:
        """The text of each group, None for one that did not match."""


_ANCHOR: Final = re2._re2.RE2.Anchor  # noqa: SLF001  # the wrapped class, see ``Linear._spans``
_ANYWHERE, _AT_START, _WHOLE = _ANCHOR.UNANCHORED, _ANCHOR.ANCHOR_START, _ANCHOR.ANCHOR_BOTH
_NOWHERE: Final = (-1, -1)


class _AsciiMatch:
    """A match in an ASCII text, where offsets of bytes and characters are equal."""

    __slots__ = ("_spans", "_text")

    def __init__(self, text: str, spans: Sequence[tuple[int, int]]) -> None:
        self._text, self._spans = text, spans

    def __getitem__(self, group: int) -> str:
        start, end = self._spans[group]
        return cast("str", None) if start < 0 else self._text[start:end]  # like ``re.Match``

    def start(self, group: int = 0) -> int:
        return self._spans[group][0]

    def end(self, group: int = 0) -> int:
        return self._spans[group][1]

    def span(self, group: int = 0) -> tuple[int, int]:
        return self._spans[group]

    def groups(self) -> tuple[str | None, ...]:
        return tuple(None if start < 0 else self._text[start:end] for start, end in self._spans[1:])


_CACHED_FROM: Final = 16 << 10
_CACHED_TO: Final = 4 << 20
"""Bounds of the length of a text whose bytes are cached until the next such text."""


@lru_cache(maxsize=1)
def _cached_bytes(text: str) -> bytes:
    return text.encode()


class Linear:
    """A compiled pattern. Attribute: ``pattern``, its source."""

    __slots__ = ("_case_sensitive", "_pattern", "_re2_pattern", "pattern")

    def __init__(self, pattern: str, *, ignore_case: bool) -> None:
        """The pattern is compiled on first use."""
        self.pattern, self._case_sensitive = pattern, not ignore_case
        self._pattern: Any = None  # RE2's pattern has no type
        self._re2_pattern: Any = None

    def _compiled(self) -> Any:  # as above
        if self._pattern is None:
            options = re2.Options()
            options.case_sensitive = self._case_sensitive
            options.log_errors = False
            self._pattern = re2.compile(self.pattern, options)
            self._re2_pattern = self._pattern._regexp  # noqa: SLF001  # the wrapped pattern, see ``_spans``
        return self._pattern

    def _spans(self, anchor: Any, text: str) -> Sequence[tuple[int, int]] | None:
        """The spans of the first match and its groups in the bytes of ``text``, None if there is no match.

        Most texts have none, and this is faster than re2's own methods, which first count characters.
        """
        if self._pattern is None:
            self._compiled()
        data = _cached_bytes(text) if _CACHED_FROM <= len(text) <= _CACHED_TO else text.encode()
        spans = self._re2_pattern.Match(anchor, data, 0, len(data))
        return None if spans[0] == _NOWHERE else cast("list[tuple[int, int]]", spans)

    def _match_at(self, anchor: Any, text: str, otherwise: str) -> Match | None:
        """The first match for an anchor. ``otherwise``: the name of re2's method for texts that are not ASCII."""
        if (spans := self._spans(anchor, text)) is None:
            return None
        return _AsciiMatch(text, spans) if text.isascii() else cast("Match", getattr(self._pattern, otherwise)(text))

    def search(self, text: str, start: int = 0) -> Match | None:
        """The first match at or after ``start``."""
        if start:
            return cast("Match | None", self._compiled().search(text, start))
        return self._match_at(_ANYWHERE, text, "search")

    def match(self, text: str) -> Match | None:
        """A match at the beginning."""
        return self._match_at(_AT_START, text, "match")

    def fullmatch(self, text: str) -> Match | None:
        """A match of the whole."""
        return self._match_at(_WHOLE, text, "fullmatch")

    def finditer(self, text: str) -> Iterator[Match]:
        """Each match, from left to right."""
        if (spans := self._spans(_ANYWHERE, text)) is None:
            return iter(())
        return (
            self._all_matches(text, spans) if text.isascii() else cast("Iterator[Match]", self._pattern.finditer(text))
        )

    def _all_matches(self, text: str, spans: Sequence[tuple[int, int]]) -> Iterator[Match]:
        """The first match in an ASCII text, and those behind it. An empty match advances by one character."""
        data, at = text.encode(), 0
        while at <= len(data) and spans[0] != _NOWHERE:
            yield _AsciiMatch(text, spans)
            start, end = spans[0]
            at = end if end > start else end + 1
            spans = self._re2_pattern.Match(_ANYWHERE, data, at, len(data)) if at <= len(data) else spans

    def findall(self, text: str) -> list[str]:
        """The text of each match, or of its group if it has one."""
        return [found[1] if found.groups() else found[0] for found in self.finditer(text)]

    def split(self, text: str) -> list[str]:
        """The texts between matches."""
        return cast("list[str]", self._compiled().split(text))

    def sub(self, replacement: str, text: str) -> str:
        """``text`` with each match replaced."""
        return cast("str", self._compiled().sub(replacement, text))


def linear(pattern: str, *, ignore_case: bool = False) -> Linear:
    """A pattern in RE2's syntax. A wrong one raises ``re2.error`` on first use."""
    return Linear(pattern, ignore_case=ignore_case)


MOST_REPEATS: Final = 1_000
"""The largest number of repetitions that RE2 accepts in a pattern."""
