"""Bar charts of the log's statistics: by day, by decision, by tool; and the strip with them.

Invariants: for keyboard and screen reader each chart is a table with a cell for each bar; its headers say what is
counted. Arrow keys go from bar to bar, and Enter searches like a click. Refused calls differ by hatching as well as by
colour.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any, Final  # Any: what Qt lets a model answer

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QBrush, QColor, QPainter, QPen, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from host.control.protocol import ReadStatistics
from host.control.views import Statistics
from ui import text, theme
from ui.history import words
from ui.history.words import RANGES, Bar
from ui.link import Link
from ui.theme import GROUP, SECTION, SPACE, fonts
from ui.tr import tr, tr_n
from ui.widgets import boxes
from ui.widgets.boxes import fill, grow
from ui.widgets.controls import Segments, hidden
from ui.widgets.page_parts import section
from ui.widgets.table import NOWHERE, Index, Role

LINE_HEIGHT: Final = 24  # pixels of a horizontal bar with its label and number
CHART_HEIGHT: Final = LINE_HEIGHT * words.SHOWN_TOOLS + GROUP  # pixels of a chart
_CHART_FROM_WIDTHS: Final = (300, 640)
"""Width in pixels of the strip from which on it shows a second chart, and a third."""
_BAR_HEIGHT: Final = 5  # pixels of a horizontal bar
_NUMBER_WIDTH: Final = 52
_ACROSS: Final = Qt.Orientation.Horizontal
_DOWN: Final = Qt.Orientation.Vertical


class _Bars(QAbstractTableModel):
    """The bars of one chart: a row of cells for upright bars, else a column."""

    def __init__(self, counted: str, parent: QWidget, *, upright: bool) -> None:
        super().__init__(parent)
        self.bars: Sequence[Bar] = ()
        self._counted, self._orientation = counted, _ACROSS if upright else _DOWN

    def show(self, bars: Sequence[Bar]) -> None:
        self.beginResetModel()
        self.bars = bars
        self.endResetModel()

    @property
    def greatest(self) -> int:
        return max([1, *(bar.value for bar in self.bars)])

    def rowCount(self, parent: Index = NOWHERE) -> int:  # noqa: N802  # Qt's name
        return 0 if parent.isValid() else len(self.bars) if self._orientation is _DOWN else 1

    def columnCount(self, parent: Index = NOWHERE) -> int:  # noqa: N802  # Qt's name
        return 0 if parent.isValid() else len(self.bars) if self._orientation is _ACROSS else 1

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Role.DisplayRole) -> Any:  # noqa: N802
        if role != Role.DisplayRole:
            return None
        if orientation is not self._orientation:
            return self._counted
        return self.bars[section].label if 0 <= section < len(self.bars) else None

    def at(self, number: int) -> QModelIndex:
        return self.index(0, number) if self._orientation is _ACROSS else self.index(number, 0)

    def bar(self, index: Index) -> Bar | None:
        number = index.column() if self._orientation is _ACROSS else index.row()
        return self.bars[number] if index.isValid() and number < len(self.bars) else None

    def data(self, index: Index, role: int = Role.DisplayRole) -> Any:
        if (bar := self.bar(index)) is None:
            return None
        match role:
            case Role.DisplayRole:
                return text.spoken(bar.spoken)  # with the label: not every screen reader says headers
            case Role.ToolTipRole:
                return text.tooltip_html(bar.spoken)
        return None


class Chart(QTableView):
    """A chart of upright bars side by side, or of horizontal bars with labels."""

    chosen = Signal(str)  # a bar was pressed; the search that it stands for

    def __init__(self, name: str, counted: str, *, upright: bool) -> None:
        """``counted``: what its bars count; the header of their row or column."""
        super().__init__()
        self.upright = upright
        self.bars = _Bars(counted, self, upright=upright)
        self.setModel(self.bars)
        self.setItemDelegate(_BarDelegate(self))
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setCornerButtonEnabled(False)
        self.setShowGrid(False)
        self.setMouseTracking(True)
        self.setProperty("role", "chart")
        self.setFixedHeight(CHART_HEIGHT)
        self.setTabKeyNavigation(False)
        rows, columns = self.verticalHeader(), self.horizontalHeader()
        for header in (rows, columns):
            header.hide()  # the bars show it themselves
            header.setMinimumSectionSize(1)
            header.setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        if not self.upright:
            rows.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
            rows.setDefaultSectionSize(LINE_HEIGHT)
        self.clicked.connect(self._choose)
        self.activated.connect(self._choose)
        text.named(self, name)

    def show_bars(self, bars: Sequence[Bar]) -> None:
        """Show other bars; the keyboard stays at its place."""
        if list(bars) != list(self.bars.bars):
            at = max(0, self.currentIndex().row(), self.currentIndex().column())
            self.bars.show(bars)
            self.setCurrentIndex(self.bars.at(min(at, len(bars) - 1)))

    def minimumSizeHint(self) -> QSize:  # noqa: N802  # Qt's name
        """The least size of the chart."""
        return QSize(120, CHART_HEIGHT)

    def moveCursor(  # noqa: N802  # Qt's name
        self, action: QAbstractItemView.CursorAction, modifiers: Qt.KeyboardModifier
    ) -> QModelIndex:
        """Let Home and End go to the first and the last bar in both directions."""
        match action:
            case QAbstractItemView.CursorAction.MoveHome:
                return self.bars.at(0)
            case QAbstractItemView.CursorAction.MoveEnd:
                return self.bars.at(len(self.bars.bars) - 1)
        return super().moveCursor(action, modifiers)

    def _choose(self, index: QModelIndex) -> None:
        if (bar := self.bars.bar(index)) is not None:
            self.chosen.emit(bar.search)


class _BarDelegate(QStyledItemDelegate):
    def __init__(self, chart: Chart) -> None:
        super().__init__(chart)
        self._chart = chart

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint the bar with its number; mark the one below the pointer, and the one with the keyboard."""
        if (bar := self._chart.bars.bar(index)) is None:
            return
        rect: QRect = option.rect
        state: QStyle.StateFlag = option.state
        colours = theme.current().tokens
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(rect, QColor(colours.hover))
        if state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(QPen(QColor(colours.focus), 2))
            painter.drawRoundedRect(QRectF(rect).adjusted(1, 1, -1, -1), theme.SPACE, theme.SPACE)
        (self._draw_upright if self._chart.upright else self._draw_flat)(painter, rect, bar)
        painter.restore()

    def _draw_upright(self, painter: QPainter, rect: QRect, bar: Bar) -> None:
        font = theme.body_font()
        font.setPixelSize(fonts.pixels("caption"))
        painter.setFont(font)
        tick_height = painter.fontMetrics().height()
        if painter.fontMetrics().horizontalAdvance(bar.tick) < rect.width():
            painter.setPen(QColor(theme.current().tokens.muted))
            place = QRect(rect.left(), rect.bottom() - tick_height, rect.width(), tick_height)
            painter.drawText(place, Qt.AlignmentFlag.AlignCenter, bar.tick)
        area = QRectF(rect).adjusted(1.5, SPACE, -1.5, -tick_height - 2)
        bar_height = area.height() * bar.value / self._chart.bars.greatest
        refused_height = area.height() * bar.refused / self._chart.bars.greatest
        base = QRectF(area.left(), area.bottom() - max(1.0, bar_height), area.width(), max(1.0, bar_height))
        _draw_bar(painter, base, QRectF(base.left(), base.top(), base.width(), refused_height))

    def _draw_flat(self, painter: QPainter, rect: QRect, bar: Bar) -> None:
        colours = theme.current().tokens
        area = rect.adjusted(SPACE, 0, -SPACE, 0)
        number = QRect(area.right() - _NUMBER_WIDTH, area.top(), _NUMBER_WIDTH, area.height() - _BAR_HEIGHT)
        label = QRect(area.left(), area.top(), area.width() - _NUMBER_WIDTH - GROUP, area.height() - _BAR_HEIGHT)
        direction = self._chart.layoutDirection()
        painter.setPen(QColor(colours.text))
        start = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignAbsolute
        left, right = Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignRight
        if text.is_mirrored():
            left, right = right, left
        elided = painter.fontMetrics().elidedText(bar.label, Qt.TextElideMode.ElideMiddle, label.width())
        painter.drawText(QStyle.visualRect(direction, area, label), int(start | left), text.facing(elided))
        painter.drawText(QStyle.visualRect(direction, area, number), int(start | right), f"{bar.value:,}")
        length = max(1, round(area.width() * bar.value / self._chart.bars.greatest)) if bar.value else 1
        base = QRect(area.left(), area.bottom() - _BAR_HEIGHT, length, _BAR_HEIGHT - 1)
        bar_rect = QRectF(QStyle.visualRect(direction, area, base))
        _draw_bar(painter, bar_rect, bar_rect if bar.refused else QRectF())


def _draw_bar(painter: QPainter, bar: QRectF, refused_part: QRectF) -> None:
    colours = theme.current().tokens
    painter.fillRect(bar, QColor(colours.border_strong))
    if refused_part.height() > 0 and refused_part.width() > 0:
        painter.fillRect(refused_part, QColor(colours.surface))
        painter.fillRect(refused_part, QBrush(QColor(colours.amber), Qt.BrushStyle.Dense3Pattern))


class StatisticsStrip(QWidget):
    """The statistics of the last days, with a choice of days."""

    chosen = Signal(str)  # a bar was pressed; the search that it stands for

    def __init__(self, link: Link) -> None:
        super().__init__()
        self._link = link
        self._summary_label = text.label("", "muted", wrap=True)
        self.range = Segments([tr_n("1 day", "{n} days", days) for days in RANGES], tr("Days that are counted"))
        self.days = Chart(tr("Calls by day"), tr("Calls"), upright=True)
        self.decisions = Chart(tr("Calls by decision"), tr("Calls"), upright=False)
        self.tools = Chart(tr("Most asked tools"), tr("Calls"), upright=False)
        self._parts = [
            section(tr("Calls by day"), self.days),
            section(tr("Calls by decision"), self.decisions),
            section(tr("Most asked tools"), self.tools),
        ]
        self._charts = hidden(QWidget())
        self._placeholder = QWidget()  # keeps the room until the numbers come, so that nothing below moves
        fill(boxes.row(SECTION, self._charts), *map(grow, self._parts))
        self._placeholder.setFixedHeight(self._charts.sizeHint().height())
        head = fill(boxes.row(GROUP), grow(self._summary_label), self.range)
        fill(boxes.column(SPACE, self), head, self._charts, self._placeholder)
        self.range.changed.connect(lambda _: self.read())
        for chart in (self.days, self.decisions, self.tools):
            chart.chosen.connect(self.chosen)

    def read(self) -> None:
        """Ask for the numbers."""
        days = RANGES[self.range.chosen]
        self._link.send(ReadStatistics(days), lambda statistics: self._show(days, statistics), self._on_failed)

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802  # Qt's name
        """Ask for the current numbers."""
        super().showEvent(event)
        self.read()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  # Qt's name
        """Show as many charts as have room."""
        super().resizeEvent(event)
        for part, min_width in zip(self._parts[1:], _CHART_FROM_WIDTHS, strict=True):
            part.setVisible(self.width() >= min_width)

    def _show(self, days: int, statistics: Statistics) -> None:
        if days != RANGES[self.range.chosen]:
            return  # another range was chosen meanwhile
        today = datetime.now(UTC).astimezone().date()
        sentences = words.statistics_summary(statistics), words.limits_words(statistics, days, today)
        summary = "  ".join(filter(None, sentences))
        text.set_text(self._summary_label, summary)
        self.days.show_bars(words.day_bars(statistics, days, today))
        self.decisions.show_bars(words.decision_bars(statistics))
        self.tools.show_bars(words.tool_bars(statistics))
        self._placeholder.hide()
        self._charts.setVisible(bool(statistics.days))

    def _on_failed(self, reason: str) -> None:
        self._placeholder.hide()
        text.set_text(self._summary_label, tr("The numbers could not be read: {why}", why=reason))
