"""The history page: a table of every call by days, a filter, and one call in a side panel.

Owns: the page, and the model of its table, with the rows that were fetched so far.

Invariants: it follows the log while it is visible and reads nothing while it is not; the filter is the log's own
search, so that calls that were never fetched are found too; the call that is open stays open while the table grows.
Pages of the log are read by key, newest first, and only when the view comes near their end; a call that changes in the
log changes in its row; a reply to an older filter is dropped; the heading of a day can be neither chosen nor opened.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import UTC, date, datetime
from functools import partial
from itertools import islice
from typing import Any, Final, TypeAlias  # Any: what Qt lets a model answer

from msgspec import Struct
from PySide6.QtCore import QEvent, QModelIndex, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QFont, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QWidget

from host.control import views
from host.control.protocol import ReadCall, ReadHistory
from host.control.views import CallDetails, HistoryRow
from ui import icons, text, theme
from ui.history import words
from ui.history.call_panel import CallPanel
from ui.history.charts import StatisticsStrip
from ui.history.log_card import CheckBadge, ExportCard
from ui.history.search_box import SearchBox
from ui.icons import SMALL
from ui.label_text import duration
from ui.link import LatestRequest, Link
from ui.pages import MakeRule, Page, ShowCall, Target
from ui.theme import GROUP, PAGE, ROW, SECTION
from ui.tr import mark, sentence, tr
from ui.widgets import boxes
from ui.widgets.boxes import Stack, fill, grow, holder
from ui.widgets.cards import Notice, SidePanel
from ui.widgets.controls import hidden
from ui.widgets.face import face_icon
from ui.widgets.flow import FlowLayout
from ui.widgets.page_parts import EmptyState, PageHeader
from ui.widgets.scroll import FadeScroll
from ui.widgets.table import NOWHERE, FlatTableModel, Index, Table

PAGE_ROWS: Final = 100
"""Rows of one request: some screens full."""

NAMED: Final = 300
"""Calls whose names are suggested."""
ROWS_ARE_READ: Final = sys.platform == "linux"
"""Whether a screen reader says all cells of the row that the keyboard comes to, as Orca does."""


class Day(Struct, frozen=True):
    """The heading above the calls of a day; None where nobody knows which."""

    day: date | None


Line: TypeAlias = "HistoryRow | Day"

_WORDS: Final[tuple[Callable[[HistoryRow], str], ...]] = (
    lambda row: words.time_of_day(row.time, seconds=False),
    words.what_words,
    words.decision_words,
    words.outcome_words,
    words.app_words,
    words.server_and_tool,
    words.duration_words,
)
"""What each column of the table says of a call."""


class CallsModel(FlatTableModel):
    """Calls, newest first, below the days on which they were proposed.

    Attributes:
        search: the filter in force.
        complete: whether the start of the log is reached.

    Signals:
        loaded(): a page arrived.
        failed(str): a page could not be read; the sentence says why.
    """

    loaded = Signal()
    failed = Signal(str)

    HEADS = (
        mark("Time"),
        mark("What"),
        mark("Decision"),
        mark("Outcome"),
        mark("App"),
        mark("Server ▸ tool"),
        mark("Took"),
    )
    WHEN, WHAT, DECISION, OUTCOME, APP, ROUTE, TOOK = range(7)
    NUMBERS = frozenset({TOOK})

    def __init__(self, link: Link, *, clock: Callable[[], float] = time.time, parent: QObject | None = None) -> None:
        """Create it.

        Args:
            link: the connection to the host.
            clock: Unix seconds, for which day is today.
            parent: owns it.
        """
        super().__init__(parent)
        self._pages, self._newest, self._clock = LatestRequest(link), LatestRequest(link, accepts_earlier=True), clock
        self.rows: list[Line] = []
        self.search, self.complete = "", False
        self._before, self._reading = "", False

    @property
    def reached(self) -> str:
        """How far back a search has looked (RFC 3339), empty at its beginning."""
        return words.time_of(self._before) if self._before else ""

    def row(self, index: int) -> HistoryRow | None:
        """The call in a row; None where there is none, as in a heading."""
        line = self.rows[index] if 0 <= index < len(self.rows) else None
        return None if isinstance(line, Day) else line

    def is_heading(self, index: int) -> bool:
        """Whether a row is the heading of a day."""
        return 0 <= index < len(self.rows) and isinstance(self.rows[index], Day)

    def calls(self) -> Iterator[tuple[int, HistoryRow]]:
        """The calls with their rows."""
        return ((at, line) for at, line in enumerate(self.rows) if not isinstance(line, Day))

    def line_of(self, call_id: str) -> int:
        """The row of a call, -1 where it is not among those fetched."""
        return next((at for at, row in self.calls() if row.call_id == call_id), -1)

    def names(self) -> dict[str, tuple[str, ...]]:
        """Apps, servers and tools of the newest calls that were fetched, for the filter to suggest."""
        newest = [row for _, row in islice(self.calls(), NAMED)]
        return {key: tuple({getattr(row, key): None for row in newest}) for key in ("app", "server", "tool")}

    # Reading

    def read(self, search: str = "") -> None:
        """Start over, with a filter."""
        self.beginResetModel()
        self.rows, self.search, self._before, self.complete = [], search, "", False
        self._pages.forget()
        self._newest.forget()
        self._reading = False
        self.endResetModel()
        self.fetchMore(NOWHERE)

    def refresh(self) -> None:
        """Read the newest page again, since the log grew, and take over what is new or different."""
        self._newest.send(ReadHistory(self.search, "", PAGE_ROWS), self._merge, self.failed.emit)

    def canFetchMore(self, parent: Index) -> bool:  # noqa: N802  # Qt's name
        """Whether older calls are left."""
        return not parent.isValid() and not self.complete and not self._reading

    def fetchMore(self, parent: Index) -> None:  # noqa: N802  # Qt's name
        """Read the next page."""
        if not self.canFetchMore(parent):
            return
        self._reading = True
        self._pages.send(ReadHistory(self.search, self._before, PAGE_ROWS), self._append, self._on_failed)

    def _append(self, page: views.HistoryPage) -> None:
        self._reading = False
        known = {row.call_id for _, row in self.calls()}
        fresh = [*self._with_days(row for row in page.rows if row.call_id not in known)]
        if fresh:
            self.beginInsertRows(NOWHERE, len(self.rows), len(self.rows) + len(fresh) - 1)
            self.rows += fresh
            self.endInsertRows()
        self._before, self.complete = page.before, not page.before
        self.loaded.emit()

    def _on_failed(self, why: str) -> None:
        self._reading = False
        self.failed.emit(why)

    def _merge(self, page: views.HistoryPage) -> None:
        lines = {row.call_id: at for at, row in self.calls()}
        for row in page.rows:
            line = lines.get(row.call_id)
            if line is not None and self.rows[line] != row:
                self.rows[line] = row
                self.dataChanged.emit(self.index(line, 0), self.index(line, len(self.HEADS) - 1))
        fresh = [row for row in page.rows if row.call_id not in lines]
        if fresh and len(fresh) == len(page.rows) and page.before and self.rows:
            self.read(self.search)  # more came than one page holds: what lies between is unknown
            return
        for row in fresh:
            self._insert(row)
        self.loaded.emit()

    def _insert(self, row: HistoryRow) -> None:
        """Insert a call by its key: at the top as a rule, further down where an older call matches the filter now."""
        place = next((at for at, known in self.calls() if known.call_id < row.call_id), len(self.rows))
        if place == len(self.rows) and not self.complete:
            return  # it lies beyond what was fetched, and will come with its page
        day, above = Day(words.local_day(row.time)), place and self.is_heading(place - 1)
        if above and self.rows[place - 1] != day:
            place, above = place - 1, False  # it ends the day before, or begins one of its own
        before = _last_day(self.rows[:place])
        new: list[Line] = [row] if above or before == day else [day, row]
        self.beginInsertRows(NOWHERE, place, place + len(new) - 1)
        self.rows[place:place] = new
        self.endInsertRows()

    def _with_days(self, rows: Iterable[HistoryRow]) -> Iterator[Line]:
        """``rows``, each day's below its heading, as they go on below those that are there."""
        last = _last_day(self.rows)
        for row in rows:
            day = Day(words.local_day(row.time))
            if day != last:
                last = day
                yield day
            yield row

    # What Qt asks

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """One cell."""
        at, column = index.row(), index.column()
        if index.isValid() and self.is_heading(at):
            return self._heading(self.rows[at], role)
        row = self.row(at) if index.isValid() else None
        if row is None:
            return None
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return self._cell(row, column)
            case Qt.ItemDataRole.ToolTipRole:
                return text.tooltip_html(self._tip(row, column))
            case Qt.ItemDataRole.AccessibleTextRole:
                return text.spoken(self._told(row, column))
            case Qt.ItemDataRole.TextAlignmentRole:
                return self.alignment(column)
            case Qt.ItemDataRole.DecorationRole:
                return self._icon(row, column)
        return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Headings can only be read."""
        return Qt.ItemFlag.NoItemFlags if self.is_heading(index.row()) else super().flags(index)

    def _heading(self, line: Line, role: int) -> Any:
        if role == Qt.ItemDataRole.FontRole:
            font = theme.body_font()
            font.setWeight(QFont.Weight.DemiBold)
            return font
        if role == Qt.ItemDataRole.ForegroundRole:
            return QColor(theme.current().tokens.muted)
        if isinstance(line, Day) and role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return words.day_words(line.day, datetime.fromtimestamp(self._clock(), UTC).astimezone().date())
        return None

    def _told(self, row: HistoryRow, column: int) -> str:
        """For a screen reader: the whole row where it says the first cell alone; what an icon says, in words."""
        if column == 0 and not ROWS_ARE_READ:
            return words.spoken_row(row)
        return words.spoken_what(row) if column == self.WHAT else self._cell(row, column)

    def _cell(self, row: HistoryRow, column: int) -> str:
        return _WORDS[column](row)

    def _tip(self, row: HistoryRow, column: int) -> str:
        return words.exact_time(row.time) if column == self.WHEN else self._cell(row, column)

    def _icon(self, row: HistoryRow, column: int) -> Any:
        if column == self.DECISION:
            return icons.icon(words.decision_icon(row), "muted")
        if column == self.WHAT and row.severity == "high":
            return icons.icon("warning", "red")
        return face_icon("app", row.app) if column == self.APP else None


TYPING_MS: Final = 120
"""Milliseconds without a key before the filter is sent: less than anybody waits for, more than between two keys."""
GROWING_MS: Final = 250
"""Milliseconds for which growth of the log is gathered."""
COUNTING_MS: Final = 10_000
"""Milliseconds for which it is gathered before all is counted again."""
TALL: Final = 700
"""Pixels of a window in which the page has room for its numbers from the beginning."""

SHARES: Final = {
    CallsModel.WHEN: 5,
    CallsModel.WHAT: 26,
    CallsModel.DECISION: 20,
    CallsModel.OUTCOME: 13,
    CallsModel.APP: 20,
    CallsModel.ROUTE: 22,
    CallsModel.TOOK: 8,
}
"""Least widths of columns, in characters; what is done, and to what, has the rest."""
ENOUGH: Final = 70
"""Characters of what is done from which on who does it and by which tool get of the rest as well."""
MORE: Final = {CallsModel.APP: 32, CallsModel.ROUTE: 40}
"""Their widths at most."""
ROOM_FOR: Final = (
    CallsModel.DECISION, CallsModel.WHEN, CallsModel.OUTCOME, CallsModel.APP, CallsModel.TOOK, CallsModel.ROUTE,
)  # fmt: skip
"""The order in which columns get what room there is beside what is done."""
KEPT: Final = frozenset({CallsModel.DECISION})
"""Columns that are there however little room there is: the table scrolls sideways then."""


def _last_day(lines: Sequence[Line]) -> Day | None:
    return next((line for line in reversed(lines) if isinstance(line, Day)), None)


class CallsTable(Table):
    """A table in which the headings of days go from edge to edge, and the keyboard passes over them."""

    def moveCursor(  # noqa: N802  # Qt's name
        self, action: QAbstractItemView.CursorAction, modifiers: Qt.KeyboardModifier
    ) -> QModelIndex:
        """Where a key leads: from a heading on to the next call in its direction, at the top back down."""
        found = super().moveCursor(action, modifiers)
        model, moves = self.model(), QAbstractItemView.CursorAction
        if not isinstance(model, CallsModel) or not model.is_heading(found.row()):
            return found
        up = action in (moves.MoveUp, moves.MovePageUp, moves.MovePrevious) and found.row() > 0
        return model.index(found.row() + (-1 if up else 1), found.column())


class HistoryPage(Page):
    """Every call of the log.

    Attributes:
        model, table: the list.
        filter: what is searched for.
        check, export, strip: the log as a whole: verified, written to a file, in numbers.
        numbers, export_button: show and hide these.
    """

    def __init__(self, link: Link, parent: QWidget | None = None) -> None:
        super().__init__(link, parent)
        self._open = ""
        self._stale, self._numbers_chosen = True, False
        self.model = CallsModel(link, parent=self)
        self.filter = SearchBox()
        self.check, self.export = CheckBadge(link), ExportCard(link)
        self.strip = StatisticsStrip(link)
        self.numbers, self.export_button = text.button(tr("Statistics"), "quiet"), text.button(tr("Export…"))
        self.table = CallsTable()
        self._notice = hidden(Notice("red", tr("The log could not be read"), ""))
        self._reach_label = hidden(text.label("", "caption"))
        self._panel, self._details = SidePanel(tr("Call")), CallPanel(link)
        self._lists, self._exporting = Stack(), FadeScroll()
        self._empty = EmptyState(
            "clock-counter-clockwise",
            tr("No calls yet"),
            tr("Each call that an AI app proposes is written down here, with what you decided and how it ended."),
        )
        self._nothing = EmptyState(
            "magnifying-glass", tr("Nothing found"), tr("No call in the log is like this."), tr("Clear the filter")
        )
        self._build()
        self._typing = QTimer(self, singleShot=True, interval=TYPING_MS)
        self._growing = QTimer(self, singleShot=True, interval=GROWING_MS)
        self._counting = QTimer(self, singleShot=True, interval=COUNTING_MS)
        self._connect()

    def activated(self) -> None:
        """Read the log again if it grew while the page was hidden."""
        if self._stale:
            self._stale = False
            self.model.read(self.model.search)
            self.check.check_new()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  # Qt's name
        """Show the numbers where there is room for them, until the person decides otherwise."""
        super().resizeEvent(event)
        if not self._numbers_chosen:
            self.numbers.setChecked(self.window().height() >= TALL)

    def focus_filter(self) -> None:
        """Put the cursor into the filter."""
        self.filter.field.take_focus()

    def show_call(self, call_id: str) -> None:
        """Open one call in the panel."""
        self._open = call_id
        self._read_open_call()
        if (line := self.model.line_of(call_id)) >= 0:
            self.table.selectRow(line)

    def show_target(self, target: Target) -> None:
        """Open a call."""
        if isinstance(target, ShowCall):
            self.show_call(target.call_id)

    # Building

    def _build(self) -> None:
        self.table.setModel(self.model)
        self.table.set_stretch(CallsModel.WHAT)
        text.named(self.table, tr("Calls, newest first"))
        self.table.set_elide(CallsModel.WHAT, "middle")
        for column in SHARES:
            self.table.setColumnWidth(column, self._needs(column))
        scroll = FadeScroll()
        scroll.setWidget(self._details)
        self._panel.body.addWidget(scroll)
        self._panel.hide()
        self._exporting.setWidget(self.export)
        text.named(self._exporting, tr("Export the log"))
        for page in (self.table, self._empty, self._nothing, self._exporting):
            self._lists.addWidget(page)
        self.strip.hide()
        left = fill(
            boxes.column(GROUP, margins=(PAGE, PAGE, PAGE, PAGE)),
            PageHeader(tr("History")),
            self._actions(),
            *(self.check.notice, self.strip, self.filter, self._reach_label, self._notice),
            grow(self._lists),
        )
        fill(boxes.row(0, self), grow(left, 3), grow(self._panel, 2))

    def _actions(self) -> QWidget:
        """What can be done with the log as a whole, below the title."""
        flow = FlowLayout(justified=True)
        self.numbers.setCheckable(True)
        flow.addWidget(self.check)
        flow.addWidget(holder(fill(boxes.row(GROUP), self.numbers, self.export_button)))
        return holder(flow)

    def _connect(self) -> None:
        self._typing.timeout.connect(self._filter_now)
        self._growing.timeout.connect(self._grow_now)
        self._counting.timeout.connect(self._count_now)
        self.numbers.toggled.connect(self._show_numbers)
        self.numbers.clicked.connect(self._choose_numbers)
        self.export_button.clicked.connect(self._offer_export)
        self.export.closed.connect(self._close_export)
        self.strip.chosen.connect(self.filter.add)
        self.filter.edited.connect(self._typing.start)
        self.filter.settled.connect(self._filter_now)
        self.model.loaded.connect(self._loaded)
        self.model.failed.connect(self._on_failed)
        self.table.opened.connect(self._opened)
        self.table.clicked.connect(self._opened)
        self._panel.closed.connect(self._closed)
        self._details.rule_wanted.connect(lambda call_id: self.navigate.emit("rules", MakeRule(call_id)))
        self.table.viewport().installEventFilter(self)
        self._nothing.acted.connect(self.filter.clear)
        self._notice.acted.connect(self._retry)
        self._link.log_grew.connect(self._on_log_grew)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802  # Qt's name
        """Share the width of the table again when it changed: by the window, or because the panel opened."""
        if event.type() is QEvent.Type.Resize:
            self._fit()
        return super().eventFilter(watched, event)

    def _fit(self) -> None:
        """Hide columns where what is done would not be readable any more; the panel has all of them."""
        wanted = self._needs(CallsModel.WHAT)
        room = self.table.viewport().width() - sum(map(self._needs, KEPT))
        least = max(wanted // 2, min(wanted, room))  # the decision is seen, though less of what is done
        left = self.table.viewport().width() - least
        self.table.set_stretch(-1)  # while one stretches, Qt leaves gaps for those that are hidden
        for column in ROOM_FOR:
            left -= self._needs(column)
            self.table.setColumnHidden(column, left < 0 and column not in KEPT)
        left -= self._characters(ENOUGH) - least
        for column, most in MORE.items():
            width = self._needs(column)
            more = max(0, min(left, self._characters(most) - width))
            self.table.setColumnWidth(column, width + more)
            left -= more
        scrolls = least > room
        self.table.set_stretch(-1 if scrolls else CallsModel.WHAT)
        if scrolls:
            self.table.setColumnWidth(CallsModel.WHAT, least)

    def _needs(self, column: int) -> int:
        """The least width of a column in pixels."""
        least = self.table.width_for(column, usual) - SECTION if (usual := _usual(column)) else 0
        if column in (CallsModel.DECISION, CallsModel.APP):
            least += SMALL  # an icon stands there
        return max(self._characters(SHARES[column]), least)

    def _characters(self, count: int) -> int:
        """The width of so many characters in pixels."""
        return self.fontMetrics().averageCharWidth() * count

    # What happens

    def _choose_numbers(self) -> None:
        self._numbers_chosen = True

    def _show_numbers(self) -> None:
        there = self._lists.currentWidget() not in (self._exporting, self._empty)
        self.strip.setVisible(self.numbers.isChecked() and there)

    def _count_now(self) -> None:
        if self.strip.isVisible():
            self.strip.read()

    def _offer_export(self) -> None:
        self._lists.setCurrentWidget(self._exporting)
        self._show_numbers()
        self.export.open_for(self.filter.search(), time.strftime("%Y-%m-%d"))

    def _close_export(self) -> None:
        self._lists.setCurrentWidget(self.table)
        self._show_numbers()
        self._loaded()
        self.export_button.setFocus()

    def _filter_now(self) -> None:
        self._typing.stop()
        if (wanted := self.filter.search()) != self.model.search:
            self.export.follow(wanted)
            self.model.read(wanted)

    def _on_log_grew(self, _: object) -> None:
        if not self.isVisible():
            self._stale = True
        elif not self._growing.isActive():
            self._growing.start()

    def _grow_now(self) -> None:
        self.model.refresh()
        if not self._counting.isActive():
            self._counting.start()
        if self._open and self._panel.isVisible():
            self._read_open_call()

    def _read_open_call(self) -> None:
        self._link.send(ReadCall(self._open), partial(self._show, self._open), self._on_failed)

    def _loaded(self) -> None:
        self._notice.hide()
        some = self.model.rowCount() > 0
        self._span_headings()
        self.filter.known |= self.model.names()
        pending = not some and not self.model.complete
        self._show_reach()
        if self._lists.currentWidget() is self._exporting:
            return
        self._lists.setCurrentWidget(
            self.table if some or pending else self._nothing if self.model.search else self._empty
        )
        self._show_numbers()
        if not self.model.complete and self._has_room():
            self.model.fetchMore(QModelIndex())  # a page of a filtered search may be empty far from the log's start

    def _span_headings(self) -> None:
        """Give each heading its whole row."""
        self.table.clearSpans()
        for at in filter(self.model.is_heading, range(self.model.rowCount())):
            self.table.setSpan(at, 0, 1, self.model.columnCount())

    def _has_room(self) -> bool:
        """Whether the lines found so far do not fill the table."""
        return self.model.rowCount() * ROW < self.table.viewport().height()

    def _show_reach(self) -> None:
        """Say how far back a search has looked."""
        looking = bool(self.model.search) and not self.model.complete
        text.set_text(
            self._reach_label,
            tr("Searched back to {reached}", reached=words.exact_time(self.model.reached)) if looking else "",
        )
        self._reach_label.setVisible(looking)

    def _on_failed(self, why: str) -> None:
        advice = tr("What is listed may be out of date. “assent log verify” says whether the log is whole.")
        said = sentence(why)
        self._notice.tell(tr("The log could not be read"), f"{said} {advice}", tr("Try again"))

    def _retry(self) -> None:
        self._notice.hide()
        self.model.read(self.model.search)

    def _opened(self, index: QModelIndex) -> None:
        if (row := self.model.row(index.row())) is not None:
            self.show_call(row.call_id)

    def _show(self, call_id: str, details: CallDetails) -> None:
        if call_id == self._open:
            self._details.show_call(details)
            self._panel.show()

    def _closed(self) -> None:
        self._open = ""
        self._details.clear()
        self.table.setFocus(Qt.FocusReason.OtherFocusReason)


def _usual(column: int) -> tuple[str, ...]:
    """The usual texts of a column, in the language of the person."""
    match column:
        case CallsModel.WHEN:
            return ("00:00",)
        case CallsModel.TOOK:
            return duration(999), duration(59_900)
        case CallsModel.DECISION:
            return words.usual_decisions()
        case CallsModel.OUTCOME:
            return words.usual_outcomes()
    return ()
