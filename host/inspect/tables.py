"""The tables of words that findings are based on (pure, except for reading the program's own files).

Owns: reading ``resources/inspect/*.toml``, and one linear-time automaton (RE2) for each table of patterns.
Invariants: a row names its principle, reason and source; a table is read once, when it is first used; a text from
outside is only matched by RE2 or a dictionary, never by an engine that backtracks.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from types import MappingProxyType
from typing import Any, Final

import re2
from msgspec import Struct

import resources
from host.model import Severity
from host.text import bytes_of

MAX_LENGTH: Final = 1 << 20
"""Characters of one text that patterns are searched in. Longer texts are cut, and the caller reports that."""


class Row(Struct, frozen=True):
    """One row of a table."""

    match: tuple[str, ...]  # words, names or RE2 patterns
    principle: str  # one of ``kinds.PRINCIPLES``
    why: str  # the reason, for people who edit the table
    source: str  # the reference outside of this project
    severity: Severity | None  # of a finding by this row. None if the table has no such column.
    columns: Mapping[str, object]  # the other columns, by name

    def __getitem__(self, column: str) -> str:
        """The text of another column, empty if the row has none."""
        return str(self.columns.get(column, ""))


class Hit(Struct, frozen=True):
    """A match of a row."""

    row: Row  # the row
    start: int  # offset in the text
    end: int  # offset behind the match
    groups: tuple[str, ...] = ()  # texts of the pattern's groups


@cache
def rows(table: str) -> tuple[Row, ...]:
    """All rows of a table. ``table``: the name of its file without the suffix."""
    import tomllib  # on first use: a start reads no table

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
        MappingProxyType({name: value for name, value in raw.items() if name not in _COMMON_COLUMNS}),
    )


_COMMON_COLUMNS: Final = frozenset({"match", "severity", "principle", "why", "source"})


@cache
def rows_by_word(table: str) -> Mapping[str, Row]:
    """The rows of a table by each of their words."""
    return MappingProxyType({word: row for row in rows(table) for word in row.match})


@cache
def words(kind: str) -> frozenset[str]:
    """The words of one class of the table ``names``."""
    return frozenset(word for row in rows("names") if row["class"] == kind for word in row.match)


class Patterns:
    """The patterns of a table as one automaton.

    RE2 finds out in one pass which patterns match a text. Only for those the position is searched.
    """

    def __init__(self, table: str) -> None:
        """Read and compile the table."""
        options = re2.Options()
        options.case_sensitive = False
        options.never_nl = False
        options.log_errors = False
        options.max_mem = 64 << 20
        self._set = re2.Set.SearchSet(options)
        self._pairs: list[tuple[Row, Any]] = []  # RE2's patterns have no type of their own
        for row in rows(table):
            for pattern in row.match:
                self._set.Add(pattern)
                self._pairs.append((row, re2.compile(pattern, options)))
        self._set.Compile()

    def rows_in(self, text: str) -> tuple[Row, ...]:
        """The rows that match anywhere in ``text``, in the table's order."""
        matching = sorted(self._set.Match(bytes_of(text[:MAX_LENGTH])) or ())
        return tuple({id(row): row for row in (self._pairs[at][0] for at in matching)}.values())

    def hits(self, text: str, most: int = 20) -> Iterator[Hit]:
        """The first match of each pattern, in the table's order, at most ``most``."""
        text = text[:MAX_LENGTH]
        for at in sorted(self._set.Match(bytes_of(text)) or ())[:most]:
            row, pattern = self._pairs[at]
            found = pattern.search(text)
            if found is not None:
                yield Hit(row, found.start(), found.end(), tuple(it or "" for it in found.groups()))

    def all_hits(self, text: str, most: int = 200) -> Iterator[Hit]:
        """All matches of all patterns, in the table's order, at most ``most``."""
        text, hits_left = text[:MAX_LENGTH], most
        for at in sorted(self._set.Match(bytes_of(text)) or ()):
            row, pattern = self._pairs[at]
            for found in pattern.finditer(text):
                if hits_left == 0:
                    return
                hits_left -= 1
                yield Hit(row, found.start(), found.end(), tuple(it or "" for it in found.groups()))


@cache
def patterns(table: str) -> Patterns:
    """The automaton of a table of patterns."""
    return Patterns(table)
