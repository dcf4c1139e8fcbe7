"""Tables: the view, and the model that all flat tables share.

Invariants:
    Rows are 32 pixels high with one line, unless a page draws two. Columns keep the widths that they were given; no
    width is measured over all rows.
    Everything works with the keyboard. Tooltips have no untrusted markup.
    A model is read-only and flat; numbers and their heads are on the right.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from difflib import SequenceMatcher
from types import NoneType
from typing import Any, ClassVar, Final, Generic, TypeVar  # Any: what Qt lets a model answer

from PySide6.QtCore import (
    QAbstractItemModel,
    QAbstractTableModel,
    QEvent,
    QModelIndex,
    QPersistentModelIndex,
    QRect,
    Qt,
    Signal,
)
from PySide6.QtGui import QHelpEvent, QHoverEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QToolTip,
    QWidget,
)

from ui import icons, theme
from ui.text import Text, facing, named, spoken, tooltip_html
from ui.tr import tr
from ui.widgets.labels import MODES, Mode

_TOOLTIP_START: Final = "<qt>"  # the start of every tooltip of ``ui.text``
_MIN_COLUMN: Final = 48  # pixels of the narrowest column
CUT_RIGHT: Final = int(Qt.ItemDataRole.UserRole) + 16
"""Role: whether a cell is cut at its end, whatever its column does."""
_BAR_WIDTH: Final = 3  # pixels of the bar that marks the chosen row


class Table(QTableView):
    """A table.

    Attributes:
        hovered_row: the row under the pointer, or -1.
    """

    opened = Signal(QModelIndex)  # a row was double-clicked, or Enter was pressed on it
    moved = Signal(QModelIndex)  # a key chose another row
    resized = Signal()  # there is more or less room for columns

    def __init__(self, name: Text = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.hovered_row = -1
        self.setItemDelegate(CellDelegate(self))
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setTabKeyNavigation(False)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setMouseTracking(True)
        self.setCornerButtonEnabled(False)
        rows, columns = self.verticalHeader(), self.horizontalHeader()
        rows.setVisible(False)
        rows.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        rows.setDefaultSectionSize(theme.ROW)
        rows.setMinimumSectionSize(theme.ROW)
        columns.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        columns.setHighlightSections(False)
        columns.setMinimumSectionSize(_MIN_COLUMN)
        self.doubleClicked.connect(self.opened)
        named(self, name)

    def setModel(self, model: QAbstractItemModel | None) -> None:  # noqa: N802  # Qt's name
        """Show a model, its headings over all columns."""
        super().setModel(model)
        if isinstance(model, FlatTableModel):
            model.shown.connect(self._span_headings)  # once for all rows that come and go together
            self._span_headings()

    def _span_headings(self) -> None:
        model = self.model()
        self.clearSpans()
        for at in filter(model.is_heading, range(model.rowCount())) if isinstance(model, FlatTableModel) else ():
            self.setSpan(at, 0, 1, model.columnCount())

    def moveCursor(  # noqa: N802  # Qt's name
        self, action: QAbstractItemView.CursorAction, modifiers: Qt.KeyboardModifier
    ) -> QModelIndex:
        """Move on from a heading, which cannot be chosen, to the next row in the same direction; at the top, down."""
        index, moves = super().moveCursor(action, modifiers), QAbstractItemView.CursorAction
        if not index.isValid() or index.flags() & Qt.ItemFlag.ItemIsEnabled:
            return index
        up = action in (moves.MoveUp, moves.MovePageUp, moves.MovePrevious) and index.row() > 0
        return self.model().index(index.row() + (-1 if up else 1), index.column())

    def keep_in_step(self, panel: QWidget, act: Callable[[QModelIndex], object]) -> None:
        """Let ``act`` show each row that a key chooses while ``panel`` is shown, which would be another row's."""
        self.moved.connect(lambda index: act(index) if panel.isVisible() else None)

    def set_stretch(self, column: int) -> None:
        """Let one column take the spare room; with -1 none does, and the table scrolls. The model must be set."""
        header = self.horizontalHeader()
        for section in range(header.count()):
            mode = QHeaderView.ResizeMode.Stretch if section == column else QHeaderView.ResizeMode.Interactive
            header.setSectionResizeMode(section, mode)

    def width_for(self, column: int, words: Iterable[str] = ()) -> int:
        """The pixels that a column needs for its head and these words with an icon. The model must be set."""
        widest = max(map(self.fontMetrics().horizontalAdvance, words), default=0)
        return max(self.horizontalHeader().sectionSizeHint(column), widest + icons.SMALL + 2 * theme.SECTION)

    def set_elide(self, column: int, mode: Mode) -> None:
        """Set where the text in a column is cut."""
        self.setItemDelegateForColumn(column, CellDelegate(self, MODES[mode]))

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802  # Qt's name
        """Open on Enter; go to the first or last row on Home and End; tell of another row."""
        index = self.currentIndex()
        model = self.model()
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and index.isValid():
            self.opened.emit(index)
        elif event.key() in (Qt.Key.Key_Home, Qt.Key.Key_End) and model.rowCount():
            column, rows = max(0, index.column()), range(model.rowCount())
            ordered = rows if event.key() == Qt.Key.Key_Home else reversed(rows)
            cells = (model.index(row, column) for row in ordered)
            chosen = next((cell for cell in cells if cell.flags() & Qt.ItemFlag.ItemIsEnabled), None)
            if chosen is not None:  # headings are disabled
                self.setCurrentIndex(chosen)
        else:
            super().keyPressEvent(event)
        if self.currentIndex().row() != index.row():
            self.moved.emit(self.currentIndex())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802  # Qt's name
        """Note the row under the pointer."""
        super().mouseMoveEvent(event)
        self._set_hovered_row(self.indexAt(event.position().toPoint()).row())

    def viewportEvent(self, event: QEvent) -> bool:  # noqa: N802  # Qt's name
        """Note the row under a pointer that stands still while the table comes under it."""
        if event.type() is QEvent.Type.HoverEnter and isinstance(event, QHoverEvent):
            self._set_hovered_row(self.indexAt(event.position().toPoint()).row())
        return super().viewportEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  # Qt's name
        """Tell that the room for columns changed."""
        super().resizeEvent(event)
        self.resized.emit()

    def leaveEvent(self, event: QEvent) -> None:  # noqa: N802  # Qt's name
        """No row is under the pointer."""
        super().leaveEvent(event)
        self._set_hovered_row(-1)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802  # Qt's name
        """Paint the rows, and a bar at the start of the chosen one."""
        super().paintEvent(event)
        row = self.currentIndex().row()
        if row < 0 or not self.selectionModel().isRowSelected(row):
            return
        port = self.viewport()
        bar = QRect(0, self.rowViewportPosition(row), _BAR_WIDTH, self.rowHeight(row))
        painter = QPainter(port)
        painter.fillRect(QStyle.visualRect(self.layoutDirection(), port.rect(), bar), theme.current().tokens.accent)
        painter.end()

    def _set_hovered_row(self, row: int) -> None:
        if row != self.hovered_row:
            self.hovered_row = row
            self.viewport().update()


class CellDelegate(QStyledItemDelegate):
    """Draws cells: highlights the whole row under the pointer, cuts text, and shows tooltips without markup."""

    def __init__(self, table: Table, mode: Qt.TextElideMode = Qt.TextElideMode.ElideRight) -> None:
        super().__init__(table)
        self._table = table
        self._mode = mode

    def helpEvent(  # noqa: N802  # Qt's name
        self,
        event: QHelpEvent,
        view: QAbstractItemView,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> bool:
        """Show the model's tooltip. One that ``ui.text.tooltip_html`` did not make is shown as plain text."""
        words = index.data(Qt.ItemDataRole.ToolTipRole)
        if not isinstance(words, str) or words.startswith(_TOOLTIP_START):
            return super().helpEvent(event, view, option, index)
        QToolTip.showText(event.globalPos(), tooltip_html(words), view)
        return True

    def initStyleOption(  # noqa: N802  # Qt's name
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Add the cut, the text direction and the row highlight to Qt's own option."""
        super().initStyleOption(option, index)
        cut_right = index.data(CUT_RIGHT)
        option.textElideMode = Qt.TextElideMode.ElideRight if cut_right else self._mode
        option.text = facing(option.text)
        state = option.state & ~QStyle.StateFlag.State_HasFocus & ~QStyle.StateFlag.State_MouseOver
        if index.row() == self._table.hovered_row:
            state |= QStyle.StateFlag.State_MouseOver
        option.state = state


Index = QModelIndex | QPersistentModelIndex
Role = Qt.ItemDataRole

NOWHERE: Final = QModelIndex()
_LEFT: Final = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
_RIGHT: Final = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)


Row = TypeVar("Row")


class FlatTableModel(QAbstractTableModel, Generic[Row]):
    """A model without children. A subclass says what the cells of a row show."""

    HEADS: ClassVar[tuple[str, ...]] = ()  # titles of the columns
    NUMBERS: ClassVar[frozenset[int]] = frozenset()  # indexes of the columns of numbers
    HEADING: ClassVar[type] = NoneType  # of the rows that are headings
    rows: Sequence[Row] = ()  # what the rows show
    shown = Signal()  # other rows are shown

    def show_rows(self, rows: Sequence[Row]) -> None:
        """Show these rows. Those that stand for the same things in the same order stay, and the choice with them."""
        keys, new_keys = list(map(self.key, self.rows)), list(map(self.key, rows))
        changes = SequenceMatcher(None, keys, new_keys, autojunk=False).get_opcodes()
        for change, start, stop, new_start, new_stop in reversed(changes):  # from the end: places before it stay right
            if change in ("delete", "replace"):
                self.beginRemoveRows(NOWHERE, start, stop - 1)
                self.rows = [*self.rows[:start], *self.rows[stop:]]
                self.endRemoveRows()
            if change in ("insert", "replace"):
                self.beginInsertRows(NOWHERE, start, start + new_stop - new_start - 1)
                self.rows = [*self.rows[:start], *rows[new_start:new_stop], *self.rows[start:]]
                self.endInsertRows()
        self.rows = rows
        self.redraw()
        if keys != new_keys:
            self.shown.emit()

    def key(self, row: Row) -> Hashable:
        """What a row stands for."""
        raise NotImplementedError

    def is_heading(self, at: int) -> bool:
        """Whether the row of this number is a heading: one cell, which cannot be chosen."""
        return 0 <= at < len(self.rows) and isinstance(self.rows[at], self.HEADING)

    def entry(self, at: int) -> Any:
        """What the row of this number shows; None for a heading, or if there is no such row.

        Any: a model's rows without its headings, for which there is no type.
        """
        return None if self.is_heading(at) or not 0 <= at < len(self.rows) else self.rows[at]

    def place(self, key: Hashable) -> int:
        """The number of the row that stands for this; -1 if there is none."""
        return next((at for at, row in enumerate(self.rows) if self.key(row) == key), -1)

    def redraw(self) -> None:
        """Draw all rows again."""
        if self.rows:
            self.dataChanged.emit(self.index(0, 0), self.index(len(self.rows) - 1, self.columnCount() - 1))

    def row_at(self, index: Index) -> Row | None:
        """What the row of a cell shows; None if there is no such row."""
        return self.rows[index.row()] if index.isValid() and 0 <= index.row() < len(self.rows) else None

    def data(self, index: Index, role: int = Role.DisplayRole) -> Any:
        """One cell."""
        row, column = self.row_at(index), index.column()
        if row is None:
            return None
        match role:
            case Role.DisplayRole:
                return self._text(row, column)
            case Role.ToolTipRole:
                return tooltip_html(self._tooltip(row, column))
            case Role.AccessibleTextRole:
                return spoken(self._spoken(row, column))
            case Role.TextAlignmentRole:
                return self.alignment(column)
        return self._look(row, column, role)

    def _text(self, row: Row, column: int) -> str:
        raise NotImplementedError

    def _tooltip(self, row: Row, column: int) -> Text:
        return self._text(row, column)

    def _spoken(self, row: Row, column: int) -> str:
        return f"{tr(self.HEADS[column])}: {self._text(row, column)}"

    def _look(self, row: Row, column: int, role: int) -> object:  # noqa: ARG002  # for subclasses
        """The icon, colour, font or check of a cell; None for none."""
        return None

    def rowCount(self, parent: Index = NOWHERE) -> int:  # noqa: N802  # Qt's name
        """The number of rows."""
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: Index = NOWHERE) -> int:  # noqa: N802  # Qt's name
        """The number of columns."""
        return 0 if parent.isValid() else len(self.HEADS)

    def headerData(  # noqa: N802  # Qt's name
        self, section: int, orientation: Qt.Orientation, role: int = Role.DisplayRole
    ) -> object:
        """The head of a column."""
        if orientation is not Qt.Orientation.Horizontal or not 0 <= section < len(self.HEADS):
            return None
        if role == Role.TextAlignmentRole:
            return self.alignment(section)
        if role == Role.AccessibleTextRole:
            return spoken(tr(self.HEADS[section]))
        return tr(self.HEADS[section]) if role == Role.DisplayRole else None

    def alignment(self, column: int) -> int:
        """The alignment of a column, as a Qt flag."""
        return _RIGHT if column in self.NUMBERS else _LEFT
