"""The waiting calls as a table model.

Owns: the lines, in the queue's order. What stays true: a line keeps its call however the queue moves; the time left is
asked of the desk whenever it is drawn, and only that column changes as time passes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QObject
from PySide6.QtGui import QColor

from host.control.views import Asked
from ui import text, theme
from ui.icons import icon
from ui.waiting.rows import Row, is_of, row
from ui.widgets.columns import NOWHERE, ColumnsModel, Index, Role
from ui.widgets.times import countdown

HEADS: Final = ("App", "Wants to use", "With", "Assent found", "Waits for", "Time left")
APP, ACTION, INPUTS, FINDINGS, WAITS, LEFT = range(6)
WIDTHS: Final = {APP: 160, ACTION: 230, FINDINGS: 120, WAITS: 190, LEFT: 120}
"""Of the columns in pixels; the inputs take what is left."""
NARROW: Final = {APP: 140, ACTION: 170, FINDINGS: 110, WAITS: 130, LEFT: 110}
"""The same on a small screen: the inputs are what people look for."""
SMALL: Final = 800
"""Pixels of a table that counts as narrow."""


def widths(room: int) -> dict[int, int]:
    """Of the columns in a table of so many pixels."""
    return NARROW if room < SMALL else WIDTHS


class WaitingModel(ColumnsModel):
    """Lines of calls that wait.

    Attributes:
        rows: what is shown, in order.
    """

    HEADS = HEADS
    NUMBERS = frozenset({LEFT})
    rows: tuple[Row, ...] = ()

    def __init__(
        self, left: Callable[[str], float], paused: Callable[[str], bool], parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._left, self._paused = left, paused

    def show_calls(self, waiting: tuple[Asked, ...]) -> None:
        """Show these. A line stays while its question is the same."""
        known = {old.call_id: old for old in self.rows}
        rows = tuple(_line(known.get(asked.request.call.id), asked) for asked in waiting)
        if rows[: len(self.rows)] == self.rows:
            self._append(rows)
        else:
            self.beginResetModel()
            self.rows = rows
            self.endResetModel()

    def tick(self) -> None:
        """Time passed."""
        if self.rows:
            self.dataChanged.emit(self.index(0, LEFT), self.index(len(self.rows) - 1, LEFT), [Role.DisplayRole])

    @property
    def found_something(self) -> bool:
        """Whether any call has a finding."""
        return any(row.findings for row in self.rows)

    @property
    def waits_for_more(self) -> bool:
        """Whether any call waits for more than one yes."""
        return any(row.waits for row in self.rows)

    def place(self, call_id: str) -> int:
        """The line of a call, -1 where it has none."""
        return next((place for place, shown in enumerate(self.rows) if shown.call_id == call_id), -1)

    def data(self, index: Index, role: int = Role.DisplayRole) -> object:
        """One cell."""
        if not index.isValid() or not 0 <= index.row() < len(self.rows):
            return None
        shown, column = self.rows[index.row()], index.column()
        match role:
            case Role.DisplayRole:
                return self._text(shown, column)
            case Role.ToolTipRole if column != LEFT:
                return text.tip(self._text(shown, column))
            case Role.AccessibleTextRole:
                return f"{HEADS[column]}: {self._text(shown, column) or 'nothing'}"
            case Role.TextAlignmentRole:
                return self.side(column)
            case Role.DecorationRole if column == FINDINGS and shown.findings:
                return icon("info" if shown.tone == "text" else "warning", shown.tone)
            case Role.ForegroundRole if column == FINDINGS and shown.tone != "text":
                return QColor(getattr(theme.current().tokens, shown.tone))
        return None

    def _text(self, shown: Row, column: int) -> str:
        if column == LEFT:
            paused = " (paused)" if self._paused(shown.call_id) else ""
            return f"{countdown(max(0.0, self._left(shown.call_id)))}{paused}"
        return (shown.app, shown.action, shown.inputs, shown.findings, shown.waits)[column]

    def _append(self, rows: tuple[Row, ...]) -> None:
        if len(rows) > len(self.rows):
            self.beginInsertRows(NOWHERE, len(self.rows), len(rows) - 1)
            self.rows = rows
            self.endInsertRows()


def _line(old: Row | None, asked: Asked) -> Row:
    return old if old is not None and is_of(old, asked) else row(asked)
