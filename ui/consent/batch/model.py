"""Alike calls as a table model.

Owns: what a cell of the open table says, to the eye and to a screen reader.

Invariants: a row keeps its place; only what may be ticked has a box that can be; what a screen reader hears of a cell
names its input.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QColor, QFont

from host.model import Severity
from ui import text, theme
from ui.consent.batch import words
from ui.consent.batch.selection import BatchSelection, Row
from ui.icons import icon
from ui.tr import tr, translated
from ui.widgets.table import NOWHERE, FlatTableModel, Index, Role
from ui.widgets.times import countdown

TICK: Final = 0
FOUND: Final = 1
CELLS: Final = 2
"""The column of the first input; the last column says how a call stands."""
MARKS: Final = int(Role.UserRole)
"""How many characters of a cell are the same in every row, at its beginning and at its end."""


class BatchModel(FlatTableModel):
    """The rows of one open table.

    Attributes:
        book: what is shown, None before the first.
    Signals:
        toggled(int, bool): the person wants this row ticked, or not.
    """

    toggled = Signal(int, bool)

    def __init__(self, left: Callable[[str], float], parent: QObject | None = None) -> None:
        """``left``: seconds until a call expires."""
        super().__init__(parent)
        self._left = left
        self.book: BatchSelection | None = None
        self.rows: tuple[Row, ...] = ()

    def open(self, book: BatchSelection) -> None:
        """Show another table."""
        self.beginResetModel()
        self.book, self.rows = book, book.rows
        self.endResetModel()

    def columnCount(self, parent: Index = NOWHERE) -> int:  # noqa: N802  # Qt's name
        """Columns."""
        return 0 if parent.isValid() or self.book is None else CELLS + len(self.book.sheet.columns) + 1

    def head(self, column: int) -> str:
        """What stands above a column."""
        if column == TICK:
            return tr("Call")
        if column == FOUND:
            return tr("Assent found")
        columns = self.book.sheet.columns if self.book is not None else ()
        return columns[column - CELLS].name if column - CELLS < len(columns) else tr("State")

    def headerData(  # noqa: N802  # Qt's name
        self, section: int, orientation: Qt.Orientation, role: int = Role.DisplayRole
    ) -> object:
        """What stands above a column."""
        if orientation is not Qt.Orientation.Horizontal or not 0 <= section < self.columnCount():
            return None
        match role:
            case Role.DisplayRole:
                return self.head(section)
            case Role.ToolTipRole:
                return text.tip(self.head(section))
            case Role.TextAlignmentRole:
                return self.side(section)
        return None

    def changed(self) -> None:
        """Any row may stand otherwise now."""
        if self.rows:
            self.dataChanged.emit(self.index(0, 0), self.index(len(self.rows) - 1, self.columnCount() - 1))

    def tick(self) -> None:
        """Time passed."""
        last = self.columnCount() - 1
        if self.rows:
            self.dataChanged.emit(self.index(0, last), self.index(len(self.rows) - 1, last), [Role.DisplayRole])

    def flags(self, index: Index) -> Qt.ItemFlag:
        """A box can be ticked where its row may be."""
        base = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        if not index.isValid() or index.column() != TICK or not self._can_tick(self.rows[index.row()]):
            return base
        return base | Qt.ItemFlag.ItemIsUserCheckable

    def setData(self, index: Index, value: object, role: int = Role.EditRole) -> bool:  # noqa: N802  # Qt's name
        """The person ticked a box."""
        if role != Role.CheckStateRole or not index.isValid() or index.column() != TICK:
            return False
        self.toggled.emit(index.row(), value in (Qt.CheckState.Checked, Qt.CheckState.Checked.value))
        return True

    def data(self, index: Index, role: int = Role.DisplayRole) -> object:
        """One cell."""
        if not index.isValid() or not 0 <= index.row() < len(self.rows):
            return None
        row, column = self.rows[index.row()], index.column()
        match role:
            case Role.DisplayRole:
                said = self.said(row, index.row(), column)
                return said if self._look(row, column, MARKS) is not None else text.facing(said)
            case Role.ToolTipRole:
                return text.tip(self._tip(row, index.row(), column))
            case Role.AccessibleTextRole:
                return self._spoken(row, index.row(), column)
            case Role.TextAlignmentRole:
                return self.side(column)
            case Role.CheckStateRole if column == TICK and (row.ticked or self._can_tick(row)):
                return Qt.CheckState.Checked if row.ticked else Qt.CheckState.Unchecked
        return self._look(row, column, role)

    def said(self, row: Row, place: int, column: int) -> str:
        """What stands in a cell, escaped and on one line."""
        if column == TICK:
            return f"{place + 1}"
        if column == FOUND:
            return words.found(row.asked.request.findings)
        if column - CELLS < len(row.cells):
            return row.cells[column - CELLS].line
        left = countdown(max(0.0, self._left(row.call_id)))
        return words.state(row) or tr("{left} left", left=left)

    def _can_tick(self, row: Row) -> bool:
        return self.book is not None and self.book.can_tick(row)

    def _look(self, row: Row, column: int, role: int) -> object:
        cell = row.cells[column - CELLS] if CELLS <= column < CELLS + len(row.cells) else None
        tokens = theme.current().tokens
        match role:
            case Role.DecorationRole if column == TICK and row.is_live and not self._can_tick(row):
                return icon("eye-slash", "muted")
            case Role.DecorationRole if column == FOUND and row.asked.request.findings:
                return icon(*words.icon_of_worst(row.asked.request.findings))
            case Role.FontRole if row.over and row.over != tr(words.APPROVED) and column < CELLS + len(row.cells):
                return _struck()
            case Role.ForegroundRole if (
                row.over or (column == TICK and not self._can_tick(row)) or (cell is not None and cell.is_ours)
            ):
                return QColor(tokens.muted)
            case Role.ForegroundRole if column == FOUND and words.worst(row.asked.request.findings) is Severity.MEDIUM:
                return QColor(tokens.amber)
        if role == MARKS and cell is not None and not row.over:
            return cell.head, cell.tail
        return None

    def _tip(self, row: Row, place: int, column: int) -> str:
        if column == FOUND:
            return "\n".join(translated(finding.text) for finding in row.asked.request.findings)
        if column == TICK:
            return words.why_not(row, same_seen=self.book is not None and self.book.same_seen)
        return self.said(row, place, column)

    def _spoken(self, row: Row, place: int, column: int) -> str:
        said = self.said(row, place, column)
        if column == TICK:
            state = words.state(row) or (tr("ticked") if row.ticked else tr("not ticked"))
            seen = tr("seen") if row.is_seen else tr("not seen whole yet")
            return tr("Call {number}: {state}, {seen}", number=said, state=state, seen=seen)
        return tr("{input}: {value}", input=self.head(column), value=said or tr("nothing"))


def _struck() -> QFont:
    font = QFont()
    font.setStrikeOut(True)
    return font
