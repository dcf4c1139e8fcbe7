"""Long text as lines that can be shown a few at a time (pure).

Owns: what one line on the screen is. What stays true: everything is escaped (``host.text``); a line has a bound; runs
of blanks and of empty lines are shown as what they are, with their count, so that padding cannot push a tail out of
sight (SECURITY, row 7); a stranger cannot write such a mark, for ``⟨`` is ours.
"""

from __future__ import annotations

import re
from itertools import accumulate, islice
from operator import attrgetter
from typing import Final, Protocol

from host.control import codec
from host.model import JsonValue
from host.text import FOLD_MARK, Untrusted, escape, fold

COLUMNS: Final = 100
"""Characters after which a line is folded. A window that is narrower wraps; the count of lines stays."""
INLINE: Final = 160
"""Characters of text that stand in a row of their own accord: one line, however often it wraps."""
NAME: Final = 60
"""Characters of a name that stand beside its value; the lines of a longer one are shown, and counted, like text."""
NUMBERS: Final = 10
"""Numbers of a list that stand on one line."""
_LONG_NUMBER: Final = 24
_LONG: Final = 10**_LONG_NUMBER
_SAME: Final = 32_768
"""Characters from which on lines are kept, not made again."""
_BLANKS: Final = re.compile(r"[^\S\n]{32,}")
_STEP: Final = 8
_BLANKS_BY_STEP: Final = re.compile(r"[^\S\n]{4}")
"""Of every eighth character: wherever a run of 32 begins, it covers four of them. Few, and so quickly looked for."""
_EMPTY: Final = re.compile(r"\n(?:[^\S\n]*\n){9,}")
_EMPTY_MARK: Final = re.compile(r"⟨([\d,]+) empty lines⟩")


class Lines(Protocol):
    """What a block shows."""

    def __len__(self) -> int:
        """How many lines there are."""

    def part(self, start: int, stop: int) -> list[str]:
        """Some of them, safe to show."""

    def labels(self, start: int, stop: int) -> list[str]:
        """What stands beside them, to find them by."""


class TextLines:
    """The lines of one text."""

    def __init__(self, text: Untrusted) -> None:
        self._lines = squeezed(escape(text.raw(), newlines=True)).split("\n")
        if len(self._lines) > 1 and not self._lines[-1]:
            self._lines.pop()  # a line feed ends a line
        if max(map(len, self._lines)) > COLUMNS:
            self._lines = [piece for line in self._lines for piece in _pieces(line)]
        self._last = [0]  # number of the text's line with which each one here ends, as far as asked for

    def __len__(self) -> int:
        """How many lines there are."""
        return len(self._lines)

    def part(self, start: int, stop: int) -> list[str]:
        """Some of them, safe to show."""
        return self._lines[start:stop]

    def labels(self, start: int, stop: int) -> list[str]:
        """Their numbers in the text; a fold has none, it is not the text's own. One line needs none."""
        if len(self) == 1:
            return []
        more = self._lines[len(self._last) - 1 : stop]
        self._last += islice(accumulate(map(_covers, more), initial=self._last[-1]), 1, None)
        shown = zip(self._lines[start:stop], self._last[start:stop], strict=False)  # which has one more
        return ["" if line.startswith(FOLD_MARK) else f"{before + 1:,}" for line, before in shown]


class NumberLines:
    """The lines of a list of numbers, made when they are shown."""

    def __init__(self, numbers: list[JsonValue]) -> None:
        self._numbers = numbers

    def __len__(self) -> int:
        """How many lines there are."""
        return (len(self._numbers) + NUMBERS - 1) // NUMBERS

    def part(self, start: int, stop: int) -> list[str]:
        """Some of them, each digit as written."""
        starts = range(start * NUMBERS, min(stop * NUMBERS, len(self._numbers)), NUMBERS)
        return [", ".join(map(codec.lexeme, self._numbers[first : first + NUMBERS])) for first in starts]

    def labels(self, start: int, stop: int) -> list[str]:
        """The position of each line's first number."""
        return [f"{index * NUMBERS + 1:,}" for index in range(start, min(stop, len(self)))]


class LineBook:
    """Makes lines, and keeps those of large texts: they are counted once and shown often."""

    def __init__(self) -> None:
        self._kept: dict[str, TextLines] = {}

    def of(self, text: Untrusted) -> TextLines:
        """The lines of ``text``."""
        raw = text.raw()
        if len(raw) < _SAME:
            return TextLines(text)
        if raw not in self._kept:
            self._kept[raw] = TextLines(text)
        return self._kept[raw]

    def count(self, value: JsonValue) -> int:
        """How many lines a value takes, with everything inside it, long names too: what there is to be read."""
        total, left = 0, [value]
        while left:
            item = left.pop()
            if isinstance(item, (dict, list)) and item:
                total += self._count_inside(item, left)
            else:
                total += self._count_one(item)
        return total

    def _count_inside(self, item: dict[str, JsonValue] | list[JsonValue], left: list[JsonValue]) -> int:
        if isinstance(item, list) and are_numbers(item):
            return -(-len(item) // NUMBERS)
        members = item.values() if isinstance(item, dict) else item
        others = [member for member in members if not _is_one_line(member)]
        left.extend(others)
        return len(members) - len(others) + (self._count_names(item) if isinstance(item, dict) else 0)

    def _count_names(self, item: dict[str, JsonValue]) -> int:
        if max(map(len, item)) <= NAME:
            return 0
        return sum(len(self.of(Untrusted(name))) for name in item if not is_short_name(name))

    def _count_one(self, item: JsonValue) -> int:
        if item is None or isinstance(item, (bool, dict, list)):
            return 1
        text = item if isinstance(item, str) else codec.lexeme(item)
        return 1 if is_inline(text) else len(self.of(Untrusted(text)))


def squeezed(shown: str) -> str:
    """Escaped text with a mark and a count in the place of each long run of blanks or of empty lines."""
    shown = _EMPTY.sub(_empty_mark, shown)
    return _BLANKS.sub(_blanks_mark, shown) if _BLANKS_BY_STEP.search(shown[::_STEP]) else shown


def is_inline(raw: str) -> bool:
    """Whether a text stands in a row as it is, or needs a block."""
    return len(raw) <= INLINE and "\n" not in raw


def is_short_name(raw: str) -> bool:
    """Whether a name stands beside its value, or needs a block."""
    return len(raw) <= NAME


def are_numbers(items: list[JsonValue]) -> bool:
    """Whether a list holds numbers of ordinary length and nothing else, and is shown as such."""
    kinds = set(map(type, items))
    if not kinds or not all(kind is int or issubclass(kind, float) for kind in kinds):
        return False
    if int in kinds and not all(-_LONG < item < _LONG for item in items if type(item) is int):
        return False
    if kinds <= {int, float}:
        return True
    odd = [item for item in items if type(item) not in (int, float)]
    return max(map(len, map(attrgetter("lexeme"), odd))) <= _LONG_NUMBER


def _is_one_line(value: JsonValue) -> bool:
    """Whether a value plainly takes one line; where in doubt, not."""
    if type(value) is str:
        return len(value) <= INLINE and "\n" not in value
    if type(value) is int:
        return -_LONG < value < _LONG
    return value is None or type(value) in (bool, float)


def _covers(line: str) -> int:
    """How many lines of the text a line on the screen stands for."""
    if line.startswith(FOLD_MARK):
        return 0
    mark = _EMPTY_MARK.fullmatch(line) if line.startswith("⟨") else None
    return int(mark[1].replace(",", "")) if mark else 1


def _pieces(line: str) -> list[str]:
    return [line] if len(line) <= COLUMNS else fold(line, COLUMNS).split("\n")


def _blanks_mark(run: re.Match[str]) -> str:
    what = "spaces" if set(run[0]) == {" "} else "blank characters"
    return f"⟨{len(run[0]):,} {what}⟩"


def _empty_mark(run: re.Match[str]) -> str:
    """The first line feed ends the line before the run."""
    empty = run[0].count("\n") - 1
    lead = "" if run.start() == 0 else "\n"
    return f"{lead}⟨{empty + (not lead):,} empty lines⟩\n"
