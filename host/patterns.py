"""Regular expressions for texts from outside, with an engine that never backtracks (pure).

Owns: the one way to make such a pattern. Invariants: matching takes time that grows with the text alone (RE2); a
pattern is compiled when it is first used, so that a start does not pay for what it never meets.

RE2 knows no look-around and no back-references, and repeats at most 1,000 times: https://github.com/google/re2/wiki/Syntax.
"""

from __future__ import annotations

from collections.abc import Iterator
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


class Linear:
    """A pattern. Attributes: pattern: its text."""

    __slots__ = ("_case", "_made", "pattern")

    def __init__(self, pattern: str, *, ignore_case: bool) -> None:
        """Nothing is compiled yet."""
        self.pattern, self._case = pattern, not ignore_case
        self._made: Any = None  # RE2's pattern, which comes without a type

    def _compiled(self) -> Any:  # as above
        if self._made is None:
            options = re2.Options()
            options.case_sensitive = self._case
            options.log_errors = False
            self._made = re2.compile(self.pattern, options)
        return self._made

    def search(self, text: str, start: int = 0) -> Match | None:
        """The first match at or after ``start``."""
        return cast("Match | None", self._compiled().search(text, start) if start else self._compiled().search(text))

    def match(self, text: str) -> Match | None:
        """A match at the beginning."""
        return cast("Match | None", self._compiled().match(text))

    def fullmatch(self, text: str) -> Match | None:
        """A match of the whole."""
        return cast("Match | None", self._compiled().fullmatch(text))

    def finditer(self, text: str) -> Iterator[Match]:
        """Each match, from left to right."""
        return cast("Iterator[Match]", self._compiled().finditer(text))

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
