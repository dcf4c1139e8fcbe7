"""Regular expressions for untrusted texts, with an engine that never backtracks (pure).

Owns: the only way to make such a pattern.

Invariants: the time of a match is linear in the text (RE2). A pattern is compiled at its first use, so that a start
does not pay for unused patterns. A long text that many patterns search one after another is encoded once.

RE2 has no look-around and no back-references, and repeats at most 1,000 times: https://github.com/google/re2/wiki/Syntax.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any, Final, Protocol, cast

import re2

from host.text import bytes_of


class Match(Protocol):
    """A match, like ``re.Match``."""

    def __getitem__(self, group: int) -> str: ...
    def start(self, group: int = 0) -> int:
        """The start of a group."""

    def end(self, group: int = 0) -> int:
        """The end of a group."""

    def span(self, group: int = 0) -> tuple[int, int]:
        """Start and end of a group."""

    def groups(self) -> tuple[str | None, ...]:
        """The text of each group."""


_ANCHOR: Final = re2._re2.RE2.Anchor  # noqa: SLF001  # the object that re2 wraps, see ``Linear._spans``
_ANYWHERE, _AT_START, _WHOLE = _ANCHOR.UNANCHORED, _ANCHOR.ANCHOR_START, _ANCHOR.ANCHOR_BOTH
_NOWHERE: Final = (-1, -1)


class _AsciiMatch:
    """A match in a text of ASCII, in which positions of characters and bytes are equal."""

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


_MIN_LONG: Final = 2 << 10
"""Characters from which a text is encoded once for all patterns, and from which RE2 finds a string of several
characters faster than Python, which takes 1 ms for a MB."""


class Linear:
    """A pattern that matches in linear time. ``pattern``: its text."""

    __slots__ = ("_compiled", "_is_case_sensitive", "_raw", "pattern")

    def __init__(self, pattern: str, *, ignore_case: bool) -> None:
        self.pattern, self._is_case_sensitive = pattern, not ignore_case
        self._compiled: Any = None  # RE2's pattern, which has no type
        self._raw: Any = None

    def _compile(self) -> Any:  # as above
        if self._compiled is None:
            options = re2.Options()
            options.case_sensitive = self._is_case_sensitive
            options.log_errors = False
            compiled = re2.compile(self.pattern, options)
            self._raw = compiled._regexp  # noqa: SLF001  # the object that re2 wraps, see ``_spans``
            self._compiled = compiled  # last: another thread may look
        return self._compiled

    def _spans(self, anchor: Any, text: str) -> Sequence[tuple[int, int]] | None:
        """The first match and its groups as positions in the bytes of ``text``; None if there is no match.

        Faster than re2 for texts without a match: re2 makes a generator and counts characters first.
        """
        if self._compiled is None:
            self._compile()
        data = text.encode() if len(text) < _MIN_LONG else bytes_of(text)  # nearly all are short
        spans = self._raw.Match(anchor, data, 0, len(data))
        return None if spans[0] == _NOWHERE else cast("list[tuple[int, int]]", spans)

    def _find(self, anchor: Any, text: str, method: str) -> Match | None:
        """Match from the beginning of ``text``. ``method``: that of re2 for texts that are not ASCII."""
        if (spans := self._spans(anchor, text)) is None:
            return None
        return _AsciiMatch(text, spans) if text.isascii() else cast("Match", getattr(self._compiled, method)(text))

    def is_in(self, text: str | bytes) -> bool:
        """Whether there is a match in a text, also given in UTF-8."""
        if self._compiled is None:
            self._compile()
        data = text if isinstance(text, bytes) else bytes_of(text)
        return bool(self._raw.Match(_ANYWHERE, data, 0, len(data))[0] != _NOWHERE)

    def search(self, text: str, start: int = 0) -> Match | None:
        """The first match at or after ``start``."""
        if start:
            return cast("Match | None", self._compile().search(text, start))
        return self._find(_ANYWHERE, text, "search")

    def match(self, text: str) -> Match | None:
        """The match at the beginning."""
        return self._find(_AT_START, text, "match")

    def fullmatch(self, text: str) -> Match | None:
        """The match of the whole text."""
        return self._find(_WHOLE, text, "fullmatch")

    def finditer(self, text: str) -> Iterator[Match]:
        """Each match, from left to right."""
        if (spans := self._spans(_ANYWHERE, text)) is None:
            return iter(())
        return self._matches(text, spans) if text.isascii() else cast("Iterator[Match]", self._compiled.finditer(text))

    def _matches(self, text: str, spans: Sequence[tuple[int, int]]) -> Iterator[Match]:
        """Yield all matches in a text of ASCII. After an empty match the search continues one character later."""
        data, size, at = bytes_of(text), len(text), 0
        while at <= size and spans[0] != _NOWHERE:
            yield _AsciiMatch(text, spans)
            start, end = spans[0]
            at = end if end > start else end + 1
            spans = self._raw.Match(_ANYWHERE, data, at, size) if at <= size else spans

    def findall(self, text: str) -> list[str]:
        """The text of each match, or of its group if it has one."""
        return [match[1] if match.groups() else match[0] for match in self.finditer(text)]

    def split(self, text: str) -> list[str]:
        """The texts between matches."""
        return cast("list[str]", self._compile().split(text))

    def sub(self, replacement: str | Callable[[Match], str], text: str) -> str:
        """Return ``text`` with each match replaced, as ``re.sub`` does."""
        return cast("str", self._compile().sub(replacement, text))


def linear(pattern: str, *, ignore_case: bool = False) -> Linear:
    """Make a pattern in RE2's syntax. An invalid one raises ``re2.error`` at its first use."""
    return Linear(pattern, ignore_case=ignore_case)


def holds(text: str, string: str) -> bool:
    """``string in text``, for long texts in a fraction of the time."""
    return string in text if len(text) < _MIN_LONG else literal(string).is_in(text)


@cache
def literal(string: str) -> Linear:
    """The pattern of a fixed string."""
    return linear(rf"\Q{string}\E")


MAX_REPEATS: Final = 1_000
"""The largest number of repetitions that RE2 accepts in a pattern."""
