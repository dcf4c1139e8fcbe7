"""Finding words in a long text (pure).

Owns: where they stand on the screen's lines. What stays true: a word that a fold divides is found; capital letters
make no difference; what is looked for is characters, never a pattern; a megabyte takes some 20 ms.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from itertools import accumulate
from typing import Final, NamedTuple

from host.text import FOLD_MARK
from ui.inputs.lines import Lines

MOST_HITS: Final = 10_000
"""Places that are noted; that there are more is said."""


class Hit(NamedTuple):
    """A place: part of a line on the screen; a place on two lines has its first part. Attributes: line, start, stop."""

    line: int
    start: int
    stop: int


class SearchableLines:
    """The lines of one text, made ready to be searched."""

    def __init__(self, lines: Lines) -> None:
        every = lines.part(0, len(lines))
        self._lengths = [len(line) for line in every]
        self._leads = [len(FOLD_MARK) if line.startswith(FOLD_MARK) else 0 for line in every]
        self._whole = "\n".join(every).replace("\n" + FOLD_MARK, "")
        # A line takes its characters and its end; one behind a fold has neither the mark nor the end before it.
        steps = [
            length - lead + (1 - following)
            for length, lead, following in zip(self._lengths, self._leads, [*self._leads[1:], 0], strict=True)
        ]
        self._starts = [0, *accumulate(steps)]

    def find(self, wanted: str) -> list[Hit]:
        """Every place where it stands, the first ``MOST_HITS`` + 1 at most; none for the empty text."""
        if not wanted:
            return []
        found: list[Hit] = []
        for each in re.finditer(re.escape(wanted), self._whole, re.IGNORECASE):
            found.append(self._hit(each.start(), each.end()))
            if len(found) > MOST_HITS:
                break
        return found

    def _hit(self, start: int, stop: int) -> Hit:
        line = bisect_right(self._starts, start) - 1
        lead, base = self._leads[line], self._starts[line]
        return Hit(line, start - base + lead, min(stop - base + lead, self._lengths[line]))
