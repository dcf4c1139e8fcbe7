"""The numbers of the log as bars, drawn by ourselves: by day, by decision, by tool.

Owns: the charts, and the strip in which they stand.

Invariants: each chart is a table to a keyboard and a screen reader: a cell for each bar, whose heads say what is
counted and for what; arrows go from bar to bar, Enter searches for it as a click does; what was refused differs by
hatching as well as by colour.
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
from ui.widgets.controls import Segments
from ui.widgets.page_parts import section
from ui.widgets.table import NOWHERE, Index, Role

LINE: Final = 24
"""Pixels of a bar that lies, its label and number included."""
HEIGHT: Final = LINE * words.SHOWN_TOOLS + GROUP
"""Pixels of a chart."""
_LEAST: Final = (300, 640)
"""Pixels of the strip from which on it has room for a second chart, and for a third."""
_BAR: Final = 5
"""Pixels of a bar that lies."""
_NUMBER: Final = 52
_ACROSS: Final = Qt.Orientation.Horizontal
_DOWN: Final = Qt.Orientation.Vertical


class _Bars(QAbstractTableModel):
    """The bars of one chart: a row of cells where they stand side by side, else a column."""

    def __init__(self, counted: str, parent: QWidget, *, upright: bool) -> None:
        super().__init__(parent)
        self.bars: Sequence[Bar] = ()
        self._counted, self._along = counted, _ACROSS if upright else _DOWN

    def show(self, bars: Sequence[Bar]) -> None:
        """Take others."""
        self.beginResetModel()
        self.bars = bars
        self.endResetModel()

    @property
    def most(self) -> int:
        """The greatest number, at least 1."""
        return max([1, *(bar.value for bar in self.bars)])

    def rowCount(self, parent: Index = NOWHERE) -> int:  # noqa: N802  # Qt's name
        """Bars that lie below each other, or one row."""
        return 0 if parent.isValid() else len(self.bars) if self._along is _DOWN else 1

    def columnCount(self, parent: Index = NOWHERE) -> int:  # noqa: N802  # Qt's name
        """Bars that stand side by side, or one column."""
        return 0 if parent.isValid() else len(self.bars) if self._along is _ACROSS else 1

    def headerData(self, section: int, along: Qt.Orientation, role: int = Role.DisplayRole) -> Any:  # noqa: N802
        """What a bar counts for, and what all of them count."""
        if role != Role.DisplayRole:
            return None
        if along is not self._along:
            return self._counted
        return self.bars[section].label if 0 <= section < len(self.bars) else None

    def at(self, number: int) -> QModelIndex:
        """The cell of a bar."""
        return self.index(0, number) if self._along is _ACROSS else self.index(number, 0)

    def bar(self, index: Index) -> Bar | None:
        """The bar of a cell."""
        number = index.column() if self._along is _ACROSS else index.row()
        return self.bars[number] if index.isValid() and number < len(self.bars) else None

    def data(self, index: Index, role: int = Role.DisplayRole) -> Any:
        """One bar."""
        if (bar := self.bar(index)) is None:
            return None
        match role:
            case Role.DisplayRole:
                return text.spoken(bar.spoken)  # all of it: not every screen reader says the heads
            case Role.ToolTipRole:
                return text.tooltip_html(bar.spoken)
        return None


class Chart(QTableView):
    """Bars that stand side by side, or lie below each other with their labels.

    Signals:
        chosen(str): a bar was pressed; what to search for.
    """

    chosen = Signal(str)

    def __init__(self, name: str, counted: str, *, upright: bool) -> None:
        """``counted``: what all of its numbers are, as the head of their row or column."""
        super().__init__()
        self.upright = upright
        self.bars = _Bars(counted, self, upright=upright)
        self.setModel(self.bars)
        self.setItemDelegate(_Drawn(self))
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setCornerButtonEnabled(False)
        self.setShowGrid(False)
        self.setMouseTracking(True)
        self.setProperty("role", "chart")
        self.setFixedHeight(HEIGHT)
        self.setTabKeyNavigation(False)
        self._share_room()
        self.clicked.connect(self._choose)
        self.activated.connect(self._choose)
        text.named(self, name)

    def show_bars(self, bars: Sequence[Bar]) -> None:
        """Show other numbers; the keyboard stays at its place."""
        if list(bars) != list(self.bars.bars):
            at = max(0, self.currentIndex().row(), self.currentIndex().column())
            self.bars.show(bars)
            self.setCurrentIndex(self.bars.at(min(at, len(bars) - 1)))

    def minimumSizeHint(self) -> QSize:  # noqa: N802  # Qt's name
        """Some bars."""
        return QSize(120, HEIGHT)

    def moveCursor(  # noqa: N802  # Qt's name
        self, action: QAbstractItemView.CursorAction, modifiers: Qt.KeyboardModifier
    ) -> QModelIndex:
        """Where a key leads: Home and End to the first and the last bar, however they lie."""
        match action:
            case QAbstractItemView.CursorAction.MoveHome:
                return self.bars.at(0)
            case QAbstractItemView.CursorAction.MoveEnd:
                return self.bars.at(len(self.bars.bars) - 1)
        return super().moveCursor(action, modifiers)

    def _share_room(self) -> None:
        """Bars side by side share the width; those below each other have a line each, and all of it."""
        rows, columns = self.verticalHeader(), self.horizontalHeader()
        for header in (rows, columns):
            header.hide()  # the bars say it, each in its place
            header.setMinimumSectionSize(1)
            header.setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        if not self.upright:
            rows.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
            rows.setDefaultSectionSize(LINE)

    def _choose(self, index: QModelIndex) -> None:
        if (bar := self.bars.bar(index)) is not None:
            self.chosen.emit(bar.search)


class _Drawn(QStyledItemDelegate):
    """Draws a bar."""

    def __init__(self, chart: Chart) -> None:
        super().__init__(chart)
        self._chart = chart

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """The bar with its number; a ground below the pointer, a ring around what has the keyboard."""
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
        (self._upright if self._chart.upright else self._flat)(painter, rect, bar)
        painter.restore()

    def _upright(self, painter: QPainter, rect: QRect, bar: Bar) -> None:
        font = theme.body_font()
        font.setPixelSize(fonts.pixels("caption"))
        painter.setFont(font)
        below = painter.fontMetrics().height()
        if painter.fontMetrics().horizontalAdvance(bar.tick) < rect.width():
            painter.setPen(QColor(theme.current().tokens.muted))
            place = QRect(rect.left(), rect.bottom() - below, rect.width(), below)
            painter.drawText(place, Qt.AlignmentFlag.AlignCenter, bar.tick)
        inside = QRectF(rect).adjusted(1.5, SPACE, -1.5, -below - 2)
        whole = inside.height() * bar.value / self._chart.bars.most
        refused = inside.height() * bar.refused / self._chart.bars.most
        base = QRectF(inside.left(), inside.bottom() - max(1.0, whole), inside.width(), max(1.0, whole))
        _fill(painter, base, QRectF(base.left(), base.top(), base.width(), refused))

    def _flat(self, painter: QPainter, rect: QRect, bar: Bar) -> None:
        colours = theme.current().tokens
        inside = rect.adjusted(SPACE, 0, -SPACE, 0)
        number = QRect(inside.right() - _NUMBER, inside.top(), _NUMBER, inside.height() - _BAR)
        label = QRect(inside.left(), inside.top(), inside.width() - _NUMBER - GROUP, inside.height() - _BAR)
        direction = self._chart.layoutDirection()
        painter.setPen(QColor(colours.text))
        start = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignAbsolute
        left, right = Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignRight
        if text.is_mirrored():
            left, right = right, left
        cut = painter.fontMetrics().elidedText(bar.label, Qt.TextElideMode.ElideMiddle, label.width())
        painter.drawText(QStyle.visualRect(direction, inside, label), int(start | left), text.facing(cut))
        painter.drawText(QStyle.visualRect(direction, inside, number), int(start | right), f"{bar.value:,}")
        length = max(1, round(inside.width() * bar.value / self._chart.bars.most)) if bar.value else 1
        base = QRect(inside.left(), inside.bottom() - _BAR, length, _BAR - 1)
        shown = QRectF(QStyle.visualRect(direction, inside, base))
        _fill(painter, shown, shown if bar.refused else QRectF())


def _fill(painter: QPainter, whole: QRectF, refused: QRectF) -> None:
    """Draw a bar, and the part of it that was refused."""
    colours = theme.current().tokens
    painter.fillRect(whole, QColor(colours.border_strong))
    if refused.height() > 0 and refused.width() > 0:
        painter.fillRect(refused, QColor(colours.surface))
        painter.fillRect(refused, QBrush(QColor(colours.amber), Qt.BrushStyle.Dense3Pattern))


class StatisticsStrip(QWidget):
    """The numbers of the last days, and which days.

    Attributes:
        days, decisions, tools: the charts.

    Signals:
        chosen(str): what to search for.
        shown(Statistics): there are new numbers.
    """

    chosen = Signal(str)
    shown = Signal(object)

    def __init__(self, link: Link) -> None:
        super().__init__()
        self._link = link
        self._brief = text.label("", "muted", wrap=True)
        self.range = Segments([tr_n("1 day", "{n} days", days) for days in RANGES], tr("Days that are counted"))
        self.days = Chart(tr("Calls by day"), tr("Calls"), upright=True)
        self.decisions = Chart(tr("Calls by decision"), tr("Calls"), upright=False)
        self.tools = Chart(tr("Most asked tools"), tr("Calls"), upright=False)
        self._parts = [
            section(tr("Calls by day"), self.days),
            section(tr("Calls by decision"), self.decisions),
            section(tr("Most asked tools"), self.tools),
        ]
        self._charts = QWidget()
        self._room = QWidget()  # as long as nobody knows whether there are numbers: nothing below moves as they come
        self._build()

    def read(self) -> None:
        """Ask for the numbers."""
        days = RANGES[self.range.chosen]
        self._link.send(ReadStatistics(days), lambda found: self._show(days, found), self._failed)

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802  # Qt's name
        """It is in sight: ask for the numbers of now."""
        super().showEvent(event)
        self.read()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  # Qt's name
        """As many charts as have room."""
        super().resizeEvent(event)
        for part, least in zip(self._parts[1:], _LEAST, strict=True):
            part.setVisible(self.width() >= least)

    def _build(self) -> None:
        self._charts.hide()
        fill(boxes.row(SECTION, self._charts), *map(grow, self._parts))
        self._room.setFixedHeight(self._charts.sizeHint().height())
        head = fill(boxes.row(GROUP), grow(self._brief), self.range)
        fill(boxes.column(SPACE, self), head, self._charts, self._room)
        self.range.changed.connect(lambda _: self.read())
        for chart in (self.days, self.decisions, self.tools):
            chart.chosen.connect(self.chosen)

    def _show(self, days: int, found: Statistics) -> None:
        if days != RANGES[self.range.chosen]:
            return  # another range was chosen meanwhile
        today = datetime.now(UTC).astimezone().date()
        said = "  ".join(filter(None, (words.in_brief(found), words.limits(found, days, today))))
        text.set_text(self._brief, said)
        self.days.show_bars(words.day_bars(found, days, today))
        self.decisions.show_bars(words.decision_bars(found))
        self.tools.show_bars(words.tool_bars(found))
        self._room.hide()
        self._charts.setVisible(bool(found.days))
        self.shown.emit(found)

    def _failed(self, why: str) -> None:
        self._room.hide()
        text.set_text(self._brief, tr("The numbers could not be read: {why}", why=why))
