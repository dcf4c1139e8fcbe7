"""The tables of words that findings go by (pure, but for reading the program's own files).

Owns: reading ``resources/inspect/*.toml``, and one linear-time automaton (RE2) for each table of patterns.
Invariants: a row names its principle, reason and source; a table is read once, when it is first used; a text from
outside meets RE2 or a dictionary here, never an engine that backtracks.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from types import MappingProxyType
from typing import Any, Final

import re2
from msgspec import Struct

import resources
from host.model import Severity

LONGEST: Final = 1 << 20
"""Characters of one text that a pattern is looked for in; longer ones are cut, and the caller says so."""


class Row(Struct, frozen=True):
    """One row of a table.

    Attributes:
        match: words, names or RE2 patterns.
        principle: one of ``kinds.PRINCIPLES``.
        why: the reason, for whoever edits the table.
        source: what says so outside of this project.
        severity: of a finding by this row; None where the table has no such column.
        columns: what else the table has, by name.
    """

    match: tuple[str, ...]
    principle: str
    why: str
    source: str
    severity: Severity | None
    columns: Mapping[str, object]

    def __getitem__(self, column: str) -> str:
        """A further column's text, empty where the row has none."""
        return str(self.columns.get(column, ""))


class Hit(Struct, frozen=True):
    """What a row matched. Attributes: row. start, end: of the text. groups: what the pattern's groups hold."""

    row: Row
    start: int
    end: int
    groups: tuple[str, ...] = ()


@cache
def rows(table: str) -> tuple[Row, ...]:
    """All rows of a table, by its file's name without its ending."""
    read = tomllib.loads(resources.text(f"inspect/{table}.toml"))
    return tuple(map(_row, read["row"]))


def _row(raw: dict[str, Any]) -> Row:
    match = raw.get("match", ())
    severity = raw.get("severity")
    return Row(
        tuple(match.split() if isinstance(match, str) else match),
        raw["principle"],
        raw["why"],
        raw["source"],
        None if severity is None else Severity(severity),
        MappingProxyType({name: value for name, value in raw.items() if name not in _OWN}),
    )


_OWN: Final = frozenset({"match", "severity", "principle", "why", "source"})


@cache
def words(table: str) -> Mapping[str, Row]:
    """The row of each word of a table."""
    return MappingProxyType({word: row for row in rows(table) for word in row.match})


@cache
def named(kind: str) -> frozenset[str]:
    """The words of the table ``names`` of that class."""
    return frozenset(word for row in rows("names") if row["class"] == kind for word in row.match)


class Patterns:
    """The patterns of a table as one automaton.

    Python's RE2 tells which patterns are in a text in one pass; where each stands is looked up for those alone.
    """

    def __init__(self, table: str) -> None:
        """Reads and compiles the table."""
        options = re2.Options()
        options.case_sensitive = False
        options.never_nl = False
        options.log_errors = False
        options.max_mem = 64 << 20
        self._set = re2.Set.SearchSet(options)
        self._each: list[tuple[Row, Any]] = []  # RE2's patterns have no type of their own
        for row in rows(table):
            for pattern in row.match:
                self._set.Add(pattern)
                self._each.append((row, re2.compile(pattern, options)))
        self._set.Compile()

    def rows_in(self, text: str) -> tuple[Row, ...]:
        """The rows that match anywhere in ``text``, in the table's order."""
        found = {id(row): row for row in (self._each[at][0] for at in sorted(self._set.Match(text[:LONGEST]) or ()))}
        return tuple(found.values())

    def hits(self, text: str, most: int = 20) -> Iterator[Hit]:
        """The first place of each pattern that matches, in the table's order, ``most`` at most."""
        text = text[:LONGEST]
        for at in sorted(self._set.Match(text) or ())[:most]:
            row, pattern = self._each[at]
            found = pattern.search(text)
            if found is not None:
                yield Hit(row, found.start(), found.end(), tuple(it or "" for it in found.groups()))

    def every(self, text: str, most: int = 200) -> Iterator[Hit]:
        """Each place of each pattern, in the table's order, ``most`` at most."""
        text, left = text[:LONGEST], most
        for at in sorted(self._set.Match(text) or ()):
            row, pattern = self._each[at]
            for found in pattern.finditer(text):
                if left == 0:
                    return
                left -= 1
                yield Hit(row, found.start(), found.end(), tuple(it or "" for it in found.groups()))


@cache
def patterns(table: str) -> Patterns:
    """The automaton of a table of patterns."""
    return Patterns(table)
