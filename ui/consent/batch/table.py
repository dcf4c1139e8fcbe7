"""Alike calls on screen, a row each, and one of them whole: the table's model and view, and values in full.

Owns: what a cell says, to the eye and to a screen reader; which cells were in view whole; where what differs begins;
how the keyboard ticks; what is the same in all calls, and one call with all that differs in it.

Invariants: a row keeps its place; only what may be ticked has a box that can be; a cell counts as seen only when all of
its text stood inside the view, uncut, in a window that is on screen, and values in full only when their end and each
line of their blocks did; no more of a stranger's text is measured or drawn than fits, and none of it twice; everything
is text; Enter and Space decide nothing here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPersistentModelIndex, QPoint, QRect, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QFont, QFontMetrics, QKeyEvent, QPainter, QPalette, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from host.control.views import Reading
from host.model import Finding, Severity
from host.text import Untrusted, one_line
from ui import icons, text, theme
from ui.consent import fitting
from ui.consent.batch import presenter
from ui.consent.batch.alike import Cell, Column
from ui.consent.batch.presenter import BatchSelection, Row
from ui.consent.finding_words import LOOKS, severity_word
from ui.consent.fitting import BoundedScroll, fitting_label, keep_beside
from ui.icons import icon
from ui.inputs.lines import is_inline
from ui.inputs.text_block import TextBlock
from ui.label_text import countdown
from ui.tr import tr, translated
from ui.widgets import boxes
from ui.widgets.labels import Glyph
from ui.widgets.scroll import VisibilityWatch, part_in_view
from ui.widgets.table import NOWHERE, FlatTableModel, Index, Role, Table

TICK: Final = 0
FOUND: Final = 1
CELLS: Final = 2
"""The column of the first input; the last column says how a call stands."""
MARKS: Final = int(Role.UserRole)
"""How many characters of a cell are the same in every row, at its beginning and at its end."""


class BatchModel(FlatTableModel):
    """The rows of one open table.

    Attributes:
        selection: what is shown; without rows before the first.

    Signals:
        toggled(int, bool): the person wants this row ticked, or not.
    """

    toggled = Signal(int, bool)

    def __init__(self, left: Callable[[str], float], parent: QObject | None = None) -> None:
        """``left``: seconds until a call expires."""
        super().__init__(parent)
        self._left = left
        self.selection = BatchSelection(())
        self.rows: tuple[Row, ...] = ()

    def open(self, selection: BatchSelection) -> None:
        """Show another table."""
        self.beginResetModel()
        self.selection, self.rows = selection, selection.rows
        self.endResetModel()

    def columnCount(self, parent: Index = NOWHERE) -> int:  # noqa: N802  # Qt's name
        """Columns."""
        return 0 if parent.isValid() else CELLS + len(self.selection.table.columns) + 1

    def head(self, column: int) -> str:
        """What stands above a column."""
        if column == TICK:
            return tr("Call")
        if column == FOUND:
            return tr("Assent found")
        columns = self.selection.table.columns
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
                return text.tooltip_html(self.head(section))
            case Role.TextAlignmentRole:
                return self.alignment(section)
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
        if not index.isValid() or index.column() != TICK or not self.selection.can_tick(self.rows[index.row()]):
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
                said = self.cell_text(row, index.row(), column)
                return said if self._data_of(row, column, MARKS) is not None else text.facing(said)
            case Role.ToolTipRole:
                return text.tooltip_html(self._tip(row, index.row(), column))
            case Role.AccessibleTextRole:
                return self._spoken(row, index.row(), column)
            case Role.TextAlignmentRole:
                return self.alignment(column)
            case Role.CheckStateRole if column == TICK and (row.ticked or self.selection.can_tick(row)):
                return Qt.CheckState.Checked if row.ticked else Qt.CheckState.Unchecked
        return self._data_of(row, column, role)

    def cell_text(self, row: Row, place: int, column: int) -> str:
        """What stands in a cell, escaped and on one line."""
        if column == TICK:
            return f"{place + 1}"
        if column == FOUND:
            return presenter.found(row.asked.request.findings)
        if column - CELLS < len(row.cells):
            return row.cells[column - CELLS].line
        left = countdown(max(0.0, self._left(row.call_id)))
        return presenter.state(row) or tr("{left} left", left=left)

    def _data_of(self, row: Row, column: int, role: int) -> object:
        cell = row.cells[column - CELLS] if CELLS <= column < CELLS + len(row.cells) else None
        tokens = theme.current().tokens
        match role:
            case Role.DecorationRole if column == TICK and row.is_undecided and not self.selection.can_tick(row):
                return icon("eye-slash", "muted")
            case Role.DecorationRole if column == FOUND and row.asked.request.findings:
                return icon(*LOOKS[presenter.worst(row.asked.request.findings)].sign)
            case Role.FontRole if row.over and row.over != tr(presenter.APPROVED) and column < CELLS + len(row.cells):
                struck = QFont()
                struck.setStrikeOut(True)
                return struck
            case Role.ForegroundRole if (
                row.over or (column == TICK and not self.selection.can_tick(row)) or (cell is not None and cell.is_ours)
            ):
                return QColor(tokens.muted)
            case Role.ForegroundRole if (
                column == FOUND and presenter.worst(row.asked.request.findings) is Severity.MEDIUM
            ):
                return QColor(tokens.amber)
        if role == MARKS and cell is not None and not row.over:
            return cell.head, cell.tail
        return None

    def _tip(self, row: Row, place: int, column: int) -> str:
        if column == FOUND:
            return "\n".join(translated(finding.text) for finding in row.asked.request.findings)
        if column == TICK:
            return presenter.why_not(row, same_seen=self.selection.same_seen)
        return self.cell_text(row, place, column)

    def _spoken(self, row: Row, place: int, column: int) -> str:
        said = self.cell_text(row, place, column)
        if column == TICK:
            state = presenter.state(row) or (tr("ticked") if row.ticked else tr("not ticked"))
            seen = tr("seen") if row.is_seen else tr("not seen whole yet")
            return tr("Call {number}: {state}, {seen}", number=said, state=state, seen=seen)
        return tr("{input}: {value}", input=self.head(column), value=said or tr("nothing"))


PAD: Final = theme.GROUP + theme.SPACE
"""Pixels of a cell that are not its text's, at each side, and no less than the style keeps."""
_AT_LEAST: Final = 2
"""Rows that it shows, however small the window is."""
NARROWEST: Final = 96
WIDEST: Final = 420
"""Pixels of a column of values."""
MEASURED: Final = 80
"""Characters of a cell that a column's width takes into account."""
FITS: Final = 400
"""Characters of the longest line that may stand in a cell whole. A longer one is read beside the table."""
_TICK: Final = 64
_TOO_WIDE: Final = 1 << 20
_FOUND: Final = 132
_STATE: Final = 112


class BatchTable(Table):
    """The table.

    Signals:
        seen(): cells were seen.
        chosen(int): the row that the keyboard or the pointer is on.
        walked(): the keyboard went to another row.
    """

    seen = Signal()
    chosen = Signal(int)
    walked = Signal()

    def __init__(self, rows: BatchModel, parent: QWidget | None = None) -> None:
        super().__init__(tr("Calls side by side"), parent)
        self._rows = rows
        self._widths: dict[str, int] = {}
        rows.modelReset.connect(self._widths.clear)
        self.setModel(rows)
        self.setItemDelegate(_Differences(self))
        self.setAccessibleDescription(tr("Space ticks the row, once all of it was seen. Nothing is sent by that."))
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.timeout.connect(self.note_seen)
        for bar in (self.verticalScrollBar(), self.horizontalScrollBar()):
            bar.valueChanged.connect(self.note_seen_soon)
            bar.rangeChanged.connect(self.note_seen_soon)
        header = self.horizontalHeader()
        header.sectionResized.connect(self.note_seen_soon)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        header.setStretchLastSection(True)
        self.selectionModel().currentRowChanged.connect(self._on_row)

    def fit(self) -> None:
        """Give each column what it needs, within bounds; what room is left goes to the widest."""
        count = self._rows.columnCount()
        widths = {TICK: _TICK, FOUND: self._found_width(), count - 1: _STATE}
        if not any(row.asked.request.findings for row in self._rows.rows):
            widths[FOUND] = 0
        self.setColumnHidden(FOUND, not widths[FOUND])
        cells = range(CELLS, count - 1)
        needed = {column: self._needed(column) for column in cells}
        widths |= {column: min(WIDEST, width) for column, width in needed.items()}
        spare = self.viewport().width() - sum(widths.values())
        widest = max(cells, key=lambda column: needed[column], default=None)
        if widest is not None and (spare > 0 or needed[widest] > WIDEST):
            widths[widest] = max(2 * NARROWEST, widths[widest] + spare)  # what is cut anyway gives way
        for column, width in widths.items():
            self.setColumnWidth(column, width)
        rows = len(self._rows.rows)
        self.setMinimumHeight(self.height_for(min(rows, _AT_LEAST)))
        self.setMaximumHeight(self.height_for(rows))
        self._soon.start(0)

    def note_seen(self) -> None:
        """Note what is in view whole now."""
        if not self.isVisible() or self.window().isMinimized():
            return
        view, changed = part_in_view(self.viewport()), False
        for place, row in enumerate(self._rows.rows):
            for cell in [cell for cell in row.unseen if self._shows(place, row, cell, view)]:
                row.unseen.discard(cell)
                changed = True
        if changed:
            self.seen.emit()

    def note_seen_soon(self, *_: int) -> None:
        """Look once what moves has come to rest. What the signals tell is no time to wait."""
        self._soon.start(0)

    def sizeHint(self) -> QSize:  # noqa: N802  # Qt's name
        """As small as it may be: it grows into what room there is."""
        return QSize(super().sizeHint().width(), self.minimumHeight())

    def height_for(self, rows: int) -> int:
        """Of so many rows, their head, and a bar below them."""
        header, bar = self.horizontalHeader(), self.horizontalScrollBar()
        header.ensurePolished()
        below = bar.sizeHint().height() if bar.maximum() > bar.minimum() else 0
        return max(header.height(), header.sizeHint().height()) + rows * theme.ROW + 2 * self.frameWidth() + below

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802  # Qt's name
        """Space ticks the row, whichever cell the keyboard is on; a key that is held ticks nothing."""
        index = self.currentIndex()
        if event.key() != Qt.Key.Key_Space:
            super().keyPressEvent(event)
            if self.currentIndex().row() != index.row():
                self.walked.emit()
        elif index.isValid() and not event.isAutoRepeat():
            self._rows.toggled.emit(index.row(), not self._rows.rows[index.row()].ticked)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  # Qt's name
        """Other room."""
        super().resizeEvent(event)
        self.fit()

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802  # Qt's name
        """On screen."""
        super().showEvent(event)
        self._soon.start(0)

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802  # Qt's name
        """Another font needs other columns."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange) and self._rows.rows:
            self._widths.clear()
            self.fit()

    def width_of(self, line: str) -> int:
        """Pixels that a line takes, measured once; of one that is too long for any cell, more than there are."""
        if len(line) > FITS:
            return _TOO_WIDE
        if line not in self._widths:
            self._widths[line] = self.fontMetrics().horizontalAdvance(line)
        return self._widths[line]

    def _found_width(self) -> int:
        """What the widest severity needs, beside its icon."""
        said = (presenter.found(row.asked.request.findings) for row in self._rows.rows)
        return max(_FOUND, max(map(self.width_of, said), default=0) + theme.PAGE + 2 * PAD)

    def _needed(self, column: int) -> int:
        texts = [self._rows.head(column), *(row.cells[column - CELLS].line for row in self._rows.rows)]
        widest = max(self.width_of(said if len(said) <= MEASURED else said[:MEASURED]) for said in texts)
        return max(NARROWEST, widest + 2 * PAD + theme.SPACE)

    def _shows(self, place: int, row: Row, cell: int, view: QRect) -> bool:
        line = row.cells[cell].line
        rect = self.visualRect(self._rows.index(place, CELLS + cell))
        return view.contains(rect) and self.width_of(line) <= rect.width() - 2 * PAD

    def _on_row(self, current: QModelIndex, _before: QModelIndex) -> None:
        self.chosen.emit(current.row())


class _Differences(QStyledItemDelegate):
    """Draws what is the same in every row dimmed, so that what differs stands out."""

    def __init__(self, table: BatchTable) -> None:
        super().__init__(table)
        self._table = table

    def initStyleOption(  # noqa: N802  # Qt's name
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """The row under the pointer is one."""
        super().initStyleOption(option, index)
        option.textElideMode = Qt.TextElideMode.ElideMiddle
        if len(option.text) > FITS:
            option.text = f"{option.text[: FITS // 2]}…{option.text[-FITS // 2 :]}"
        if index.data(MARKS) is not None and option.direction is Qt.LayoutDirection.RightToLeft:
            option.direction = Qt.LayoutDirection.LeftToRight  # a value reads as it is sent, wherever it stands
            option.displayAlignment = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        state = option.state & ~QStyle.StateFlag.State_HasFocus & ~QStyle.StateFlag.State_MouseOver
        if index.row() == self._table.hovered_row:
            state |= QStyle.StateFlag.State_MouseOver
        option.state = state

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """The cell, in up to three parts."""
        marks = index.data(MARKS)
        line = index.data()
        if not isinstance(marks, tuple) or not any(marks) or not isinstance(line, str):
            super().paint(painter, option, index)
            return
        drawn = QStyleOptionViewItem(option)
        self.initStyleOption(drawn, index)
        style = self._table.style()
        area = style.subElementRect(QStyle.SubElement.SE_ItemViewItemText, drawn, self._table)
        area.adjust(theme.SPACE, 0, -theme.SPACE, 0)
        if self._table.width_of(line) > area.width():
            super().paint(painter, option, index)
            return
        drawn.text = ""
        style.drawControl(QStyle.ControlElement.CE_ItemViewItem, drawn, painter, self._table)
        head, tail = marks
        parts = ((line[:head], True), (line[head : len(line) - tail], False), (line[len(line) - tail :], True))
        _draw(painter, area, drawn, parts)


def _draw(painter: QPainter, area: QRect, option: QStyleOptionViewItem, parts: tuple[tuple[str, bool], ...]) -> None:
    """Text in parts, the dimmed ones muted. Always from left to right: these are values, not sentences."""
    painter.save()
    painter.setFont(option.font)
    painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
    metrics: QFontMetrics = option.fontMetrics
    base = area.top() + (area.height() + metrics.ascent() - metrics.descent()) // 2
    left = area.left()
    if option.displayAlignment & Qt.AlignmentFlag.AlignRight:
        left = area.right() - metrics.horizontalAdvance("".join(said for said, _ in parts))
    for said, dimmed in parts:
        muted = QColor(theme.current().tokens.muted)
        painter.setPen(muted if dimmed else option.palette.color(QPalette.ColorRole.Text))
        painter.drawText(QPoint(left, base), said)
        left += metrics.horizontalAdvance(said)
    painter.restore()


EVIDENCE: Final = 400
"""Characters of evidence; what is left out is counted."""
_NAMES: Final = 160
"""Pixels of the names' column."""


class ValuesView(BoundedScroll):
    """Some values, with what was found in them.

    Signals:
        read(): all of it was in view.
    """

    read = Signal()

    def __init__(self, most: int, name: str, parent: QWidget | None = None) -> None:
        """``most``: height at most. ``name``: for a screen reader."""
        super().__init__(most, parent)
        self._blocks: list[TextBlock] = []
        self.rows.setContentsMargins(theme.SECTION, theme.GROUP, theme.SECTION, theme.GROUP)
        self.rows.setSpacing(theme.GROUP)
        self.end_seen.connect(self._note)
        self._watch = VisibilityWatch(self, self._note)
        text.named(self, name, tr("Arrow keys scroll."))

    @property
    def is_read(self) -> bool:
        """Whether all of it was in view."""
        seen = self.end_was_seen and not self._is_cut
        return seen and not any(block.unread_lines for block in self._blocks)

    def note_seen_soon(self, *_: int) -> None:
        """What is around it moved."""
        self._watch.schedule()

    @property
    def _is_cut(self) -> bool:
        """Whether what is around it cuts it off."""
        view = self.viewport()
        return part_in_view(view) != view.rect()

    def show_values(
        self,
        values: Iterable[tuple[Column, Cell]],
        findings: Iterable[Finding] = (),
        readings: Iterable[Reading] = (),
    ) -> None:
        """Show these, from the beginning."""
        self._blocks = []
        boxes.clear(self.rows)
        facts = {reading.path: reading for reading in readings}
        for finding in findings:
            self._add(_finding(finding, self.inside))
        for column, cell in values:
            self._add(self._value(column, cell, facts.get(column.steps)))
        self.start_over()
        self.fit()
        self._watch.schedule()

    def _value(self, column: Column, cell: Cell, known: Reading | None) -> QWidget:
        whole = QWidget(self.inside)
        row = boxes.row(theme.SECTION, whole)
        name = fitting_label(column.name, "strong", whole, _NAMES)
        name.setFixedWidth(_NAMES)
        row.addWidget(name, 0, Qt.AlignmentFlag.AlignTop)
        right = boxes.column(theme.SPACE // 2)
        right.addWidget(self._text(column, cell, whole))
        for fact in () if known is None else known.facts:
            value = one_line(fact.value if fact.name else translated(fact.value), EVIDENCE)
            said = tr("{name}: {value}", name=fact.name, value=value) if fact.name else value
            right.addWidget(fitting_label(said, "caption", whole))
        row.addLayout(right, 1)
        return whole

    def _text(self, column: Column, cell: Cell, parent: QWidget) -> QWidget:
        if cell.is_ours or is_inline(cell.raw):
            label = fitting_label(cell.line, "muted" if cell.is_ours else "mono", parent, selectable=True)
            label.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            keep_beside(label)
            text.named(label, tr("{input}: {value}", input=column.name, value=cell.line))
            return label
        block = TextBlock(parent)
        block.show_text(Untrusted(cell.raw), column.name)
        block.unread_changed.connect(self._note)
        self._blocks.append(block)
        return block

    def _add(self, part: QWidget) -> None:
        self.rows.addWidget(part)
        part.show()  # now, not at the next turn of the loop

    def _note(self, _left: int = 0) -> None:
        if self.is_read:
            self.read.emit()


def _finding(finding: Finding, parent: QWidget) -> QWidget:
    whole = QWidget(parent)
    row = boxes.row(theme.GROUP, whole)
    name, tone = LOOKS[finding.severity].sign
    row.addWidget(Glyph(name, icons.SMALL, tone, whole), 0, Qt.AlignmentFlag.AlignTop)
    said = boxes.column(theme.SPACE // 2)
    sentence = fitting_label(
        f"{severity_word(finding.severity)}: {translated(finding.text)}", "body", whole, fitting.ROOM
    )
    said.addWidget(sentence)
    if finding.evidence:
        evidence = fitting_label(one_line(finding.evidence, EVIDENCE), "mono", whole, fitting.ROOM)
        keep_beside(evidence)
        said.addWidget(evidence)
    row.addLayout(said, 1)
    return whole
