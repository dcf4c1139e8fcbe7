"""Which rows of the form are on screen, from top to bottom (pure).

Owns: what of the tree of inputs is unfolded, and which page of it is shown.

Invariants:
    Each input is reached by unfolding and paging. What is folded or on another page is announced with its number.
    The number of rows at once is bounded, whatever a call holds.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, TypeAlias

from msgspec import Struct

from ui.inputs.lines import ValuePath
from ui.inputs.model import Form, Input, Inputs

PAGE: Final = 50
"""Inputs of a tool that stand on one page."""
INNER_PAGE: Final = 20
"""Values inside an object or a list that stand on one page."""
_OPEN_DEPTH: Final = 6
_OPEN_ROWS: Final = 120
"""Rows up to which what is inside is shown unasked."""


class Value(Struct, frozen=True):
    """The row of an input. ``is_open``: whether what is inside it follows; None where nothing is inside."""

    given: Input
    depth: int
    is_open: bool | None

    @property
    def key(self) -> tuple[str, ValuePath]:
        """What tells this row from all others."""
        return "value", self.given.path


class Page(Struct, frozen=True):
    """The row below a page of values: values ``start`` to ``stop`` of ``total`` stand above it."""

    path: ValuePath
    depth: int
    start: int
    stop: int
    total: int
    size: int

    @property
    def key(self) -> tuple[str, ValuePath]:
        """What tells this row from all others."""
        return "page", self.path


class Missing(Struct, frozen=True):
    """The row of what the tool names and the call does not give, of one page of values."""

    path: ValuePath
    depth: int
    inputs: tuple[Input, ...]

    @property
    def key(self) -> tuple[str, ValuePath]:
        """What tells this row from all others, those of other pages included."""
        return f"missing from {self.inputs[0].path[-1]}", self.path


Row: TypeAlias = Value | Missing | Page


class Outline:
    """The rows of one call's inputs."""

    def __init__(self, inputs: Sequence[Input]) -> None:
        self._inputs = inputs
        self._open: dict[ValuePath, bool] = {}
        self._asked: set[ValuePath] = set()
        self._starts: dict[ValuePath, int] = {}
        self._room = _OPEN_ROWS

    def rows(self) -> list[Row]:
        """All rows, as things are unfolded and paged now."""
        self._room = _OPEN_ROWS
        return list(self._rows((), self._inputs, 0, _OPEN_DEPTH))

    def toggle(self, path: ValuePath) -> None:
        """Fold or unfold what is inside a value."""
        self._open[path] = not self._open.get(path, False)
        self._asked.add(path)

    def turn(self, path: ValuePath, start: int) -> None:
        """Show the page that begins with value ``start``."""
        self._starts[path] = start

    def reveal(self, path: ValuePath) -> ValuePath:
        """Unfold and turn whatever hides the value at ``path``; the path of the row that will show it."""
        inside = self._inputs
        here: ValuePath = ()
        for step in path:
            at = inside.position(step) if isinstance(inside, Inputs) else None
            if at is None:
                break
            size = INNER_PAGE if here else PAGE
            self._starts[here] = at // size * size
            given, here = inside[at], (*here, step)
            if here == path or not given.value or given.form not in (Form.OBJECT, Form.LIST):
                break
            self._open[here] = True
            self._asked.add(here)
            inside = given.children
        return here

    def _rows(self, path: ValuePath, inside: Sequence[Input], depth: int, levels: int) -> Iterator[Row]:
        size = INNER_PAGE if path else PAGE
        start = self._starts.get(path, 0)
        stop = min(start + size, len(inside))
        shown = [inside[index] for index in range(start, stop)]
        self._room -= len(shown)
        missing = tuple(given for given in shown if given.missing and not given.required)
        for given in shown:
            if not given.missing or given.required:
                yield from self._row(given, depth, levels)
        if missing:
            yield Missing(path, depth, missing)
        if stop - start < len(inside):
            yield Page(path, depth, start, stop, len(inside), size)

    def _row(self, given: Input, depth: int, levels: int) -> Iterator[Row]:
        inside = given.children if given.value and given.form in (Form.OBJECT, Form.LIST) else ()
        if not inside:
            yield Value(given, depth, None)
            return
        if given.path in self._asked:
            levels = _OPEN_DEPTH  # who asks for what is inside gets several levels of it
        is_open = self._is_open(given.path, len(inside), levels)
        yield Value(given, depth, is_open)
        if is_open:
            yield from self._rows(given.path, inside, depth + 1, levels - 1)

    def _is_open(self, path: ValuePath, inside: int, levels: int) -> bool:
        if path not in self._open:
            self._open[path] = levels > 0 and min(inside, INNER_PAGE) <= self._room
        return self._open[path]
