"""The table of alike calls and the view of one of them: model, view, and values in full.

Owns: what a cell says, also to a screen reader; which cells were in view whole; where differing parts begin; how the
keyboard ticks; the values that are the same in all calls, and those of the chosen call.

Invariants: a row keeps its place. Only a row that may be ticked has a box to tick. A cell counts as seen only if all of
its text was inside the view, uncut, in a window on screen; values in full only if their end and each line of their
blocks were. No more of an untrusted text is measured or drawn than fits, and none of it twice. Everything is plain
text. Enter and Space decide nothing here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPersistentModelIndex, QPoint, QRect, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QFont, QFontMetrics, QKeyEvent, QPainter, QPalette, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QHeaderView, QStyle, QStyleOptionViewItem, QWidget

from host.control.views import Reading
from host.model import Finding, Severity
from host.text import Untrusted, one_line
from ui import text, theme
from ui.consent import fitting
from ui.consent.batch import presenter
from ui.consent.batch.alike import Cell, Column
from ui.consent.batch.presenter import BatchPresenter, Row
from ui.consent.finding_words import SEVERITY_LOOKS, severity_word
from ui.consent.fitting import BoundedScroll, align_with_name, fitting_label
from ui.icons import icon
from ui.inputs.lines import is_inline
from ui.inputs.text_block import TextBlock
from ui.label_text import countdown
from ui.tr import tr, translated
from ui.widgets import boxes
from ui.widgets.boxes import fill, grow, top
from ui.widgets.controls import with_icon
from ui.widgets.scroll import VisibilityWatch, part_in_view
from ui.widgets.table import NOWHERE, CellDelegate, FlatTableModel, Index, Role, Table

TICK_COLUMN: Final = 0
FOUND_COLUMN: Final = 1
FIRST_CELL: Final = 2
"""The column of the first input. The last column says how a call stands."""
COMMON_ENDS_ROLE: Final = int(Role.UserRole)
"""Role: how many characters at the beginning and at the end of a cell are the same in every row."""


class BatchModel(FlatTableModel[Row]):
    """The rows of one open table. Emits ``toggled(int, bool)``: the person wants this row ticked, or not."""

    toggled = Signal(int, bool)

    def __init__(
        self, batch: BatchPresenter, seconds_left: Callable[[str], float], parent: QObject | None = None
    ) -> None:
        """``seconds_left``: until a call expires."""
        super().__init__(parent)
        self.batch, self._seconds_left = batch, seconds_left
        self.titles: tuple[str, ...] = ()
        self.show_batch()

    def show_batch(self) -> None:
        """Show the table that is open now, or none."""
        self.beginResetModel()  # the columns are others, too
        names = (column.name for column in self.batch.table.columns)
        self.titles = (tr("Call"), tr("Assent found"), *names, tr("State"))
        self.rows = self.batch.rows
        self.endResetModel()

    def columnCount(self, parent: Index = NOWHERE) -> int:  # noqa: N802  # Qt's name
        """Return the number of columns."""
        return 0 if parent.isValid() else len(self.titles)

    def headerData(  # noqa: N802  # Qt's name
        self, section: int, orientation: Qt.Orientation, role: int = Role.DisplayRole
    ) -> object:
        """Return the title of a column, its tooltip or its side."""
        if orientation is not Qt.Orientation.Horizontal or not 0 <= section < len(self.titles):
            return None
        match role:
            case Role.DisplayRole:
                return self.titles[section]
            case Role.ToolTipRole:
                return text.tooltip_html(self.titles[section])
            case Role.TextAlignmentRole:
                return self.alignment(section)
        return None

    def redraw_times(self) -> None:
        """Redraw the times left."""
        last = self.columnCount() - 1
        if self.rows:
            self.dataChanged.emit(self.index(0, last), self.index(len(self.rows) - 1, last), [Role.DisplayRole])

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Let a box be ticked only if its row may be."""
        base = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        if not index.isValid() or index.column() != TICK_COLUMN or not self.batch.can_tick(self.rows[index.row()]):
            return base
        return base | Qt.ItemFlag.ItemIsUserCheckable

    def setData(self, index: Index, value: object, role: int = Role.EditRole) -> bool:  # noqa: N802  # Qt's name
        """Report that the person ticked a box."""
        if role != Role.CheckStateRole or not index.isValid() or index.column() != TICK_COLUMN:
            return False
        self.toggled.emit(index.row(), value in (Qt.CheckState.Checked, Qt.CheckState.Checked.value))
        return True

    def _text(self, row: Row, column: int) -> str:
        if column == TICK_COLUMN:
            return f"{row.place + 1}"
        if column == FOUND_COLUMN:
            return presenter.findings_summary(row.asked.request.findings)
        if column - FIRST_CELL < len(row.cells):
            return row.cells[column - FIRST_CELL].line
        time_left = countdown(max(0.0, self._seconds_left(row.call_id)))
        return presenter.state_text(row) or tr("{left} left", left=time_left)

    def _look(self, row: Row, column: int, role: int) -> object:
        cell = row.cells[column - FIRST_CELL] if FIRST_CELL <= column < FIRST_CELL + len(row.cells) else None
        tokens, findings = theme.current().tokens, row.asked.request.findings
        is_locked_box = column == TICK_COLUMN and not self.batch.can_tick(row)
        is_struck = row.ending not in ("", tr(presenter.APPROVED)) and column < FIRST_CELL + len(row.cells)
        is_muted = row.ending or is_locked_box or (cell is not None and cell.is_ours)
        match role:
            case Role.CheckStateRole if column == TICK_COLUMN and (row.is_ticked or not is_locked_box):
                return Qt.CheckState.Checked if row.is_ticked else Qt.CheckState.Unchecked
            case Role.DecorationRole if is_locked_box and row.is_undecided:
                return icon("eye-slash", "muted")
            case Role.DecorationRole if column == FOUND_COLUMN and findings:
                return icon(*SEVERITY_LOOKS[presenter.gravest_severity(findings)].sign)
            case Role.FontRole if is_struck:
                struck = QFont()
                struck.setStrikeOut(True)
                return struck
            case Role.ForegroundRole if is_muted:
                return QColor(tokens.muted)
            case Role.ForegroundRole if column == FOUND_COLUMN:
                is_medium = presenter.gravest_severity(findings) is Severity.MEDIUM
                return QColor(tokens.amber) if is_medium else None
        if role == COMMON_ENDS_ROLE and cell is not None and not row.ending:
            return cell.head, cell.tail
        return None

    def _tooltip(self, row: Row, column: int) -> str:
        if column == FOUND_COLUMN:
            return "\n".join(translated(finding.text) for finding in row.asked.request.findings)
        if column == TICK_COLUMN:
            return presenter.why_not_tickable(row, common_seen=self.batch.common_seen)
        return self._text(row, column)

    def _spoken(self, row: Row, column: int) -> str:
        cell_text = self._text(row, column)
        if column == TICK_COLUMN:
            state = presenter.state_text(row) or (tr("ticked") if row.is_ticked else tr("not ticked"))
            seen_text = tr("seen") if row.is_seen else tr("not seen whole yet")
            return tr("Call {number}: {state}, {seen}", number=cell_text, state=state, seen=seen_text)
        return tr("{input}: {value}", input=self.titles[column], value=cell_text or tr("nothing"))


PAD: Final = theme.GROUP + theme.SPACE
"""Pixels of a cell at each side of its text; no less than the style keeps."""
_MIN_ROWS: Final = 2
"""Rows that are shown, however small the window is."""
MIN_COLUMN_WIDTH: Final = 96
MAX_COLUMN_WIDTH: Final = 420
"""Pixels of a column of values, at most."""
MEASURED_CHARACTERS: Final = 80
"""Characters of a cell that count for the width of its column."""
MAX_CELL_CHARACTERS: Final = 400
"""Characters of the longest line that a cell may show whole. Longer ones are read beside the table."""
_TICK_WIDTH: Final = 64
_TOO_WIDE: Final = 1 << 20
_FOUND_WIDTH: Final = 132
_STATE_WIDTH: Final = 112


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
        self._width_by_line: dict[str, int] = {}
        rows.modelReset.connect(self._width_by_line.clear)
        self.setModel(rows)
        self.setItemDelegate(_DifferencesDelegate(self, Qt.TextElideMode.ElideMiddle))
        self.setAccessibleDescription(tr("Space ticks the row, once all of it was seen. Nothing is sent by that."))
        self._seen_timer = QTimer(self, singleShot=True)
        self._seen_timer.timeout.connect(self.note_seen)
        for bar in (self.verticalScrollBar(), self.horizontalScrollBar()):
            bar.valueChanged.connect(self.note_seen_soon)
            bar.rangeChanged.connect(self.note_seen_soon)
        header = self.horizontalHeader()
        header.sectionResized.connect(self.note_seen_soon)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        header.setStretchLastSection(True)
        self.selectionModel().currentRowChanged.connect(lambda current, _before: self.chosen.emit(current.row()))

    def fit(self) -> None:
        """Give each column the width it needs, within bounds. The widest one gets what is left."""
        count = self._rows.columnCount()
        widths = {TICK_COLUMN: _TICK_WIDTH, FOUND_COLUMN: self._found_width(), count - 1: _STATE_WIDTH}
        if not any(row.asked.request.findings for row in self._rows.rows):
            widths[FOUND_COLUMN] = 0
        self.setColumnHidden(FOUND_COLUMN, not widths[FOUND_COLUMN])
        cells = range(FIRST_CELL, count - 1)
        needed = {column: self._needed_width(column) for column in cells}
        widths |= {column: min(MAX_COLUMN_WIDTH, width) for column, width in needed.items()}
        spare = self.viewport().width() - sum(widths.values())
        widest = max(cells, key=lambda column: needed[column], default=None)
        if widest is not None and (spare > 0 or needed[widest] > MAX_COLUMN_WIDTH):
            widths[widest] = max(2 * MIN_COLUMN_WIDTH, widths[widest] + spare)  # narrower, if it is cut anyway
        for column, width in widths.items():
            self.setColumnWidth(column, width)
        rows = len(self._rows.rows)
        self.setMinimumHeight(self.height_for(min(rows, _MIN_ROWS)))
        self.setMaximumHeight(self.height_for(rows))
        self._seen_timer.start(0)

    def note_seen(self) -> None:
        """Note which cells are in view whole now."""
        if not self.isVisible() or self.window().isMinimized():
            return
        view, changed = part_in_view(self.viewport()), False
        for place, row in enumerate(self._rows.rows):
            for column in [column for column in row.unseen_cells if self._shows_whole(place, row, column, view)]:
                row.unseen_cells.discard(column)
                self._rows.batch.note_in_view(row)
                changed = True
        if changed:
            self.seen.emit()

    def note_seen_soon(self, *_: int) -> None:
        """Note it once the layout has settled. Arguments of the signals are ignored."""
        self._seen_timer.start(0)

    def sizeHint(self) -> QSize:  # noqa: N802  # Qt's name
        """Return the minimum: the layout lets it grow."""
        return QSize(super().sizeHint().width(), self.minimumHeight())

    def height_for(self, rows: int) -> int:
        """Return the height of this many rows with the header and a scroll bar."""
        header, bar = self.horizontalHeader(), self.horizontalScrollBar()
        header.ensurePolished()
        bar_height = bar.sizeHint().height() if bar.maximum() > bar.minimum() else 0
        return max(header.height(), header.sizeHint().height()) + rows * theme.ROW + 2 * self.frameWidth() + bar_height

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802  # Qt's name
        """Let Space tick the row, in whichever cell; a held key ticks nothing."""
        index = self.currentIndex()
        if event.key() != Qt.Key.Key_Space:
            super().keyPressEvent(event)
            if self.currentIndex().row() != index.row():
                self.walked.emit()
        elif index.isValid() and not event.isAutoRepeat():
            self._rows.toggled.emit(index.row(), not self._rows.rows[index.row()].is_ticked)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  # Qt's name
        """Fit the columns."""
        super().resizeEvent(event)
        self.fit()

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802  # Qt's name
        """Note what is in view."""
        super().showEvent(event)
        self._seen_timer.start(0)

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802  # Qt's name
        """Fit the columns to another font."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange) and self._rows.rows:
            self._width_by_line.clear()
            self.fit()

    def width_of(self, line: str) -> int:
        """Return the pixels of a line, measured once; a huge number if it is too long for any cell."""
        if len(line) > MAX_CELL_CHARACTERS:
            return _TOO_WIDE
        if line not in self._width_by_line:
            self._width_by_line[line] = self.fontMetrics().horizontalAdvance(line)
        return self._width_by_line[line]

    def _found_width(self) -> int:
        summaries = (presenter.findings_summary(row.asked.request.findings) for row in self._rows.rows)
        return max(_FOUND_WIDTH, max(map(self.width_of, summaries), default=0) + theme.PAGE + 2 * PAD)

    def _needed_width(self, column: int) -> int:
        texts = [self._rows.titles[column], *(row.cells[column - FIRST_CELL].line for row in self._rows.rows)]
        widest = max(self.width_of(line[:MEASURED_CHARACTERS]) for line in texts)
        return max(MIN_COLUMN_WIDTH, widest + 2 * PAD + theme.SPACE)

    def _shows_whole(self, place: int, row: Row, column: int, view: QRect) -> bool:
        line = row.cells[column].line
        rect = self.visualRect(self._rows.index(place, FIRST_CELL + column))
        return view.contains(rect) and self.width_of(line) <= rect.width() - 2 * PAD


class _DifferencesDelegate(CellDelegate):
    """Dims what is the same in every row, so that what differs stands out; long values are cut in the middle."""

    _table: BatchTable

    def initStyleOption(  # noqa: N802  # Qt's name
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Draw only as much of a very long value as can be seen, and any value from the left."""
        super().initStyleOption(option, index)
        is_value = index.data(COMMON_ENDS_ROLE) is not None
        if is_value:
            option.text = index.data()
        if len(option.text) > MAX_CELL_CHARACTERS:
            option.text = f"{option.text[: MAX_CELL_CHARACTERS // 2]}…{option.text[-MAX_CELL_CHARACTERS // 2 :]}"
        if is_value and option.direction is Qt.LayoutDirection.RightToLeft:
            option.direction = Qt.LayoutDirection.LeftToRight  # a value is shown as it is sent
            option.displayAlignment = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Draw the cell, in up to three parts."""
        common_ends = index.data(COMMON_ENDS_ROLE)
        line = index.data()
        if not isinstance(common_ends, tuple) or not any(common_ends) or not isinstance(line, str):
            super().paint(painter, option, index)
            return
        cell_option = QStyleOptionViewItem(option)
        self.initStyleOption(cell_option, index)
        style = self._table.style()
        area = style.subElementRect(QStyle.SubElement.SE_ItemViewItemText, cell_option, self._table)
        area.adjust(theme.SPACE, 0, -theme.SPACE, 0)
        if self._table.width_of(line) > area.width():
            super().paint(painter, option, index)
            return
        cell_option.text = ""
        style.drawControl(QStyle.ControlElement.CE_ItemViewItem, cell_option, painter, self._table)
        head, tail = common_ends
        parts = ((line[:head], True), (line[head : len(line) - tail], False), (line[len(line) - tail :], True))
        _draw_parts(painter, area, cell_option, parts)


def _draw_parts(
    painter: QPainter, area: QRect, option: QStyleOptionViewItem, parts: tuple[tuple[str, bool], ...]
) -> None:
    """Draw text in parts, dimmed ones muted. Always from left to right: these are values, not sentences."""
    painter.save()
    painter.setFont(option.font)
    painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
    metrics: QFontMetrics = option.fontMetrics
    baseline = area.top() + (area.height() + metrics.ascent() - metrics.descent()) // 2
    x = area.left()
    if option.displayAlignment & Qt.AlignmentFlag.AlignRight:
        x = area.right() - metrics.horizontalAdvance("".join(part for part, _ in parts))
    for part, is_dimmed in parts:
        muted = QColor(theme.current().tokens.muted)
        painter.setPen(muted if is_dimmed else option.palette.color(QPalette.ColorRole.Text))
        painter.drawText(QPoint(x, baseline), part)
        x += metrics.horizontalAdvance(part)
    painter.restore()


MAX_EVIDENCE: Final = 400
"""Characters of evidence; what is left out is counted."""
_NAMES_WIDTH: Final = 160
"""Pixels of the column of names."""


class ValuesView(BoundedScroll):
    """Some values, with what was found in them. Emits ``read()``: all of it was in view."""

    read = Signal()

    def __init__(self, max_height: int, name: str, parent: QWidget | None = None) -> None:
        super().__init__(max_height, parent)
        self._blocks: list[TextBlock] = []
        self.rows.setContentsMargins(theme.SECTION, theme.GROUP, theme.SECTION, theme.GROUP)
        self.rows.setSpacing(theme.GROUP)
        self.end_seen.connect(self._on_seen)
        self._visibility_watch = VisibilityWatch(self, self._on_seen)
        text.named(self, name, tr("Arrow keys scroll."))

    @property
    def is_read(self) -> bool:
        """Whether all of it was in view."""
        is_cut = part_in_view(self.viewport()) != self.viewport().rect()  # by a container
        return self.end_was_seen and not is_cut and not any(block.unread_lines for block in self._blocks)

    def note_seen_soon(self, *_: int) -> None:
        """Note what is in view once what is around it has settled."""
        self._visibility_watch.schedule()

    def show_values(
        self, values: Iterable[tuple[Column, Cell]], findings: Iterable[Finding] = (), readings: Iterable[Reading] = ()
    ) -> None:
        """Show these values, from the beginning."""
        self._blocks = []
        reading_by_path = {reading.path: reading for reading in readings}
        parts = [_finding_view(finding, self.inside) for finding in findings]
        parts += [self._make_value(column, cell, reading_by_path.get(column.steps)) for column, cell in values]
        boxes.refill(self.rows, *parts)
        self.start_over()
        self.fit()
        self._visibility_watch.schedule()

    def _make_value(self, column: Column, cell: Cell, reading: Reading | None) -> QWidget:
        container = QWidget(self.inside)
        name = fitting_label(column.name, "strong", container, _NAMES_WIDTH)
        name.setFixedWidth(_NAMES_WIDTH)
        right = boxes.column(theme.SPACE // 2)
        right.addWidget(self._make_text(column, cell, container))
        for fact in () if reading is None else reading.facts:
            value = one_line(fact.value if fact.name else translated(fact.value), MAX_EVIDENCE)
            line = tr("{name}: {value}", name=fact.name, value=value) if fact.name else value
            right.addWidget(fitting_label(line, "caption", container))
        fill(boxes.row(theme.SECTION, container), top(name), grow(right))
        return container

    def _make_text(self, column: Column, cell: Cell, parent: QWidget) -> QWidget:
        if cell.is_ours or is_inline(cell.raw):
            label = fitting_label(cell.line, "muted" if cell.is_ours else "mono", parent, selectable=True)
            label.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            align_with_name(label)
            text.named(label, tr("{input}: {value}", input=column.name, value=cell.line))
            return label
        block = TextBlock(parent)
        block.show_text(Untrusted(cell.raw), column.name)
        block.unread_changed.connect(self._on_seen)
        self._blocks.append(block)
        return block

    def _on_seen(self, _left: int = 0) -> None:
        if self.is_read:
            self.read.emit()


def _finding_view(finding: Finding, parent: QWidget) -> QWidget:
    words = QWidget(parent)
    column = boxes.column(theme.SPACE // 2, words)
    sentence = f"{severity_word(finding.severity)}: {translated(finding.text)}"
    column.addWidget(fitting_label(sentence, "body", words, fitting.ROOM))
    if finding.evidence:
        evidence = fitting_label(one_line(finding.evidence, MAX_EVIDENCE), "mono", words, fitting.ROOM)
        align_with_name(evidence)
        column.addWidget(evidence)
    return with_icon(*SEVERITY_LOOKS[finding.severity].sign, words, parent)
