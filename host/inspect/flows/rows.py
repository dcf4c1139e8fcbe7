"""Rows of marks by which a command or a query is told (pure).

Owns: the search for them. What stays true: marks stand one after the other in one line or statement, each looked for
once, and only where the plain words stand without which there is none; the work is linear whatever a stranger writes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from host.inspect.texts.vocabulary import SHORT, may_hold_any
from host.model import Severity
from host.patterns import regex


class Shape(NamedTuple):
    """One find. Attributes: severity. what: one sentence. start, end: of the text."""

    severity: Severity
    what: str
    start: int
    end: int


class Row(NamedTuple):
    """Attributes: what, severity: see ``Shape``. marks: one after the other. needs: plain words; one of each group."""

    what: str
    severity: Severity
    marks: tuple[re.Pattern[str], ...]
    needs: tuple[tuple[str, ...], ...]


def row(what: str, severity: Severity, needs: str, *marks: str) -> Row:
    """``needs``: groups apart by an ampersand, their words by commas; the rarest group is the first."""
    groups = tuple(tuple(group.split(",")) for group in needs.split("&"))
    return Row(what, severity, tuple(regex(mark, re.IGNORECASE) for mark in marks), groups)


def first_of(rows: tuple[Row, ...], ends: str, text: str) -> Iterator[Shape]:
    """The first row in the order of ``rows`` all marks of which stand in one piece of ``text``.

    ``ends``: characters between pieces; none where the text is one piece.
    """
    low = text.replace("\u0130", "i").lower()  # the one letter that is longer in lower case
    present: dict[str, bool] = {}
    for each in rows:
        if not all(_any_of(group, text, low, present) for group in each.needs):
            continue
        for start, end in _pieces(each, low, ends, present):
            if (span := _span(each, text, start, end)) is not None:
                yield Shape(each.severity, each.what, *span)
                return


def _any_of(group: tuple[str, ...], text: str, low: str, present: dict[str, bool]) -> bool:
    """Whether one of them stands in a text; each is looked for once."""
    for word in group:
        if word not in present:
            present[word] = (len(text) <= SHORT or may_hold_any(text, (word,))) and word in low
        if present[word]:
            return True
    return False


def _pieces(row: Row, low: str, ends: str, present: dict[str, bool]) -> Iterator[tuple[int, int]]:
    """Pieces of a text that hold one of the words of each group, where a word of the first one stands."""
    done = set[int]()
    for word in row.needs[0]:
        at = low.find(word) if present.get(word, True) else -1
        while at >= 0:
            start = max((low.rfind(end, 0, at) + 1 for end in ends), default=0)
            end = min((place for each in ends if (place := low.find(each, at)) >= 0), default=len(low))
            if start not in done:
                done.add(start)
                if all(any(low.find(other, start, end) >= 0 for other in group) for group in row.needs[1:]):
                    yield start, end
            at = low.find(word, end)


def _span(row: Row, text: str, start: int, end: int) -> tuple[int, int] | None:
    first, at = -1, start
    for mark in row.marks:
        match = mark.search(text, at, end)
        if match is None:
            return None
        first, at = match.start() if first < 0 else first, match.end()
    return first, at
