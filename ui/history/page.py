"""The history page: a table of all calls by day with its model, a filter, and one call in a side panel.

Invariants: the page follows the log while it is visible and reads nothing while it is not. The filter is the log's own
search, so that calls that were never fetched are found, too. An open call stays open while the table grows. Pages of
the log are read by key, newest first, only when the view comes near their end. A call that changes in the log changes
in its row. An answer to an older filter is dropped. The heading of a day can be neither chosen nor opened.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from datetime import UTC, date, datetime
from functools import partial
from itertools import groupby, islice
from typing import Any, Final, TypeAlias  # Any: what Qt lets a model answer; a row that is no heading

from msgspec import Struct
from PySide6.QtCore import QModelIndex, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QFont, QResizeEvent
from PySide6.QtWidgets import QWidget

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
from ui.widgets.monogram import monogram_icon
from ui.widgets.page_parts import EmptyState, PageHeader
from ui.widgets.scroll import FadeScroll
from ui.widgets.table import CUT_RIGHT, NOWHERE, FlatTableModel, Index, Table

PAGE_ROWS: Final = 100  # rows of one request: a few screens

NAMED_CALLS: Final = 300  # the newest calls whose names are suggested
ROWS_ARE_READ: Final = sys.platform == "linux"  # whether screen readers say all cells of the current row, as Orca does


class Day(Struct, frozen=True):
    """The heading above the calls of a day; None for an unknown day."""

    day: date | None


Line: TypeAlias = "HistoryRow | Day"

_COLUMN_TEXTS: Final[tuple[Callable[[HistoryRow], str], ...]] = (
    lambda row: words.time_of_day(row.time, seconds=False),
    words.what_words,
    words.decision_words,
    words.outcome_words,
    words.app_words,
    words.server_and_tool,
    words.duration_words,
)
"""The text of each column of the table for a call."""


class CallsModel(FlatTableModel[Line]):
    """Calls, newest first, below the days on which they were proposed.

    Attributes:
        complete: whether the start of the log is reached.
    """

    loaded = Signal()  # a page arrived
    failed = Signal(str)  # why: a page could not be read

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
    HEADING = Day

    def __init__(self, link: Link, *, clock: Callable[[], float] = time.time, parent: QObject | None = None) -> None:
        """``clock``: Unix seconds, to know which day is today."""
        super().__init__(parent)
        self._pages, self._newest, self._clock = LatestRequest(link), LatestRequest(link, accepts_earlier=True), clock
        self._calls: dict[str, HistoryRow] = {}
        self.search, self.complete = "", False
        self._next_page_key, self._is_reading = "", False

    @property
    def searched_back_to(self) -> str:
        """How far back a search has looked (RFC 3339); empty at first."""
        return words.proposal_time(self._next_page_key) if self._next_page_key else ""

    def key(self, row: Line) -> Hashable:
        """The id of a call, or the day of a heading."""
        return row.day if isinstance(row, Day) else row.call_id

    def calls(self) -> Iterator[tuple[int, HistoryRow]]:
        """The calls with the indexes of their rows."""
        return ((at, line) for at, line in enumerate(self.rows) if not isinstance(line, Day))

    def names(self) -> dict[str, tuple[str, ...]]:
        """The apps, servers and tools of the newest calls, which the filter suggests."""
        newest = [row for _, row in islice(self.calls(), NAMED_CALLS)]
        return {key: tuple({getattr(row, key): None for row in newest}) for key in ("app", "server", "tool")}

    # Reading

    def read(self, search: str = "") -> None:
        """Start over with a filter."""
        self.search, self._next_page_key, self.complete = search, "", False
        self._pages.forget()
        self._newest.forget()
        self._is_reading = False
        self._show_calls({})
        self.fetchMore(NOWHERE)

    def refresh(self) -> None:
        """Read the newest page again, since the log grew, and merge what is new or different."""
        self._newest.send(ReadHistory(self.search, "", PAGE_ROWS), self._merge, self.failed.emit)

    def canFetchMore(self, parent: Index) -> bool:  # noqa: N802  # Qt's name
        """Whether there are older calls to read."""
        return not parent.isValid() and not self.complete and not self._is_reading

    def fetchMore(self, parent: Index) -> None:  # noqa: N802  # Qt's name
        """Read the next page."""
        if not self.canFetchMore(parent):
            return
        self._is_reading = True
        self._pages.send(ReadHistory(self.search, self._next_page_key, PAGE_ROWS), self._append, self._on_failed)

    def _append(self, page: views.HistoryPage) -> None:
        self._is_reading = False
        self._show_calls({**_by_id(page.rows), **self._calls})  # what is there may be newer
        self._next_page_key, self.complete = page.before, not page.before
        self.loaded.emit()

    def _on_failed(self, reason: str) -> None:
        self._is_reading = False
        self.failed.emit(reason)

    def _merge(self, page: views.HistoryPage) -> None:
        newest = _by_id(page.rows)
        if newest and page.before and self._calls and newest.keys().isdisjoint(self._calls):
            self.read(self.search)  # there is a gap: more came than one page holds
            return
        oldest = "" if self.complete else min(self._calls, default="")  # an older one comes with its page
        self._show_calls(self._calls | {call_id: row for call_id, row in newest.items() if call_id >= oldest})
        self.loaded.emit()

    def _show_calls(self, calls: Mapping[str, HistoryRow]) -> None:
        self._calls = dict(calls)
        self.show_rows(tuple(_with_days(calls[call_id] for call_id in sorted(calls, reverse=True))))

    # What Qt asks

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """One cell, of a call or of the heading of a day."""
        line = self.row_at(index)
        return self._heading(line, role) if isinstance(line, Day) else super().data(index, role)

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

    def _text(self, row: Any, column: int) -> str:
        return _COLUMN_TEXTS[column](row)

    def _tooltip(self, row: Any, column: int) -> str:
        return words.exact_time(row.time) if column == self.WHEN else self._text(row, column)

    def _spoken(self, row: Any, column: int) -> str:
        """The first cell tells the whole row, unless all cells are read anyway."""
        if column == 0 and not ROWS_ARE_READ:
            return words.spoken_row(row)
        return words.spoken_what(row) if column == self.WHAT else self._text(row, column)

    def _look(self, row: Any, column: int, role: int) -> Any:
        if role == Qt.ItemDataRole.DecorationRole:
            return self._cell_icon(row, column)
        # A path is told by its end as well, inputs by their beginning.
        return True if role == CUT_RIGHT and column == self.WHAT and not words.has_object(row) else None

    def _cell_icon(self, row: HistoryRow, column: int) -> Any:
        if column == self.DECISION:
            return icons.icon(words.decision_icon(row), "muted")
        if column == self.WHAT and row.severity == "high":
            return icons.icon("warning", "red")
        return monogram_icon("app", row.app) if column == self.APP else None


TYPING_MS: Final = 120  # milliseconds without a key before the filter is sent
GROWING_MS: Final = 250  # milliseconds between a growth of the log and reading it
COUNTING_MS: Final = 10_000  # milliseconds at least between two readings of the statistics of a log that grows
NUMBERS_FROM_HEIGHT: Final = 700  # height in pixels of a window from which on the statistics are shown at first

MIN_WIDTHS: Final = {
    CallsModel.WHEN: 5,
    CallsModel.WHAT: 26,
    CallsModel.DECISION: 20,
    CallsModel.OUTCOME: 13,
    CallsModel.APP: 20,
    CallsModel.ROUTE: 22,
    CallsModel.TOOK: 8,
}
"""Least widths of columns in characters; the column ``WHAT`` has the rest."""
WHAT_WIDTH: Final = 70  # width in characters of the column ``WHAT`` from which on other columns get some of the rest
MAX_WIDTHS: Final = {CallsModel.APP: 32, CallsModel.ROUTE: 40}  # greatest widths of these columns, in characters
COLUMN_ORDER: Final = (
    CallsModel.DECISION, CallsModel.WHEN, CallsModel.OUTCOME, CallsModel.APP, CallsModel.TOOK, CallsModel.ROUTE,
)  # fmt: skip
"""The order in which columns get the room beside ``WHAT``."""
ALWAYS_SHOWN: Final = frozenset({CallsModel.DECISION})
"""Columns that are always shown; without room the table scrolls sideways."""


def _by_id(rows: Iterable[HistoryRow]) -> dict[str, HistoryRow]:
    return {row.call_id: row for row in rows}


def _with_days(rows: Iterable[HistoryRow]) -> Iterator[Line]:
    """The calls, each day of them below its heading."""
    for day, calls in groupby(rows, lambda row: words.local_day(row.time)):
        yield Day(day)
        yield from calls


class HistoryPage(Page):
    """The page with every call of the log."""

    def __init__(self, link: Link, parent: QWidget | None = None) -> None:
        super().__init__(link, parent)
        self._open_call_id = ""
        self._is_stale, self._has_chosen_numbers = True, False
        self.model = CallsModel(link, parent=self)
        self.filter = SearchBox()
        self.check, self.export = CheckBadge(link), ExportCard(link)
        self.strip = hidden(StatisticsStrip(link))
        self.numbers, self.export_button = text.button(tr("Statistics"), "quiet"), text.button(tr("Export…"))
        self.table = Table()
        self._notice = hidden(Notice("red", tr("The log could not be read"), ""))
        self._reach_label = hidden(text.label("", "caption"))
        self._panel, self._details = SidePanel(tr("Call")), CallPanel(link)
        self._export_scroll = FadeScroll()
        self._empty_log = EmptyState(
            "clock-counter-clockwise",
            tr("No calls yet"),
            tr("Each call that an AI app proposes is written down here, with what you decided and how it ended."),
        )
        self._no_match = EmptyState(
            "magnifying-glass", tr("Nothing found"), tr("No call in the log is like this."), tr("Clear the filter")
        )
        self._lists = Stack(self.table, self._empty_log, self._no_match, self._export_scroll)
        self._build()
        self._typing_timer = QTimer(self, singleShot=True, interval=TYPING_MS)
        self._growth_timer = QTimer(self, singleShot=True, interval=GROWING_MS)
        self._statistics_timer = QTimer(self, singleShot=True, interval=COUNTING_MS)
        self._has_grown = False  # whether the log has grown since its statistics were read
        self._connect()

    def activated(self) -> None:
        """Read the log again if it grew while the page was hidden."""
        if self._is_stale:
            self._is_stale = False
            self.model.read(self.model.search)
            self.check.check_new()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  # Qt's name
        """Show the statistics if there is room, until the person shows or hides them."""
        super().resizeEvent(event)
        if not self._has_chosen_numbers:
            self.numbers.setChecked(self.window().height() >= NUMBERS_FROM_HEIGHT)

    def show_call(self, call_id: str) -> None:
        """Open one call in the panel."""
        self._open_call_id = call_id
        self._read_open_call()
        if (line := self.model.place(call_id)) >= 0:
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
        for column in MIN_WIDTHS:
            self.table.setColumnWidth(column, self._min_width(column))
        scroll = FadeScroll()
        scroll.setWidget(self._details)
        self._panel.body.addWidget(scroll)
        self._panel.hide()
        self._export_scroll.setWidget(self.export)
        text.named(self._export_scroll, tr("Export the log"))
        main_column = fill(
            boxes.column(GROUP, margins=(PAGE, PAGE, PAGE, PAGE)),
            PageHeader(tr("History")),
            self._actions(),
            *(self.check.notice, self.strip, self.filter, self._reach_label, self._notice),
            grow(self._lists),
        )
        fill(boxes.row(0, self), grow(main_column, 3), grow(self._panel, 2))

    def _actions(self) -> QWidget:
        self.numbers.setCheckable(True)
        on_right = holder(fill(boxes.row(GROUP), self.numbers, self.export_button))
        return holder(boxes.flow(self.check, on_right, justified=True))

    def _connect(self) -> None:
        self._typing_timer.timeout.connect(self._apply_filter)
        self._growth_timer.timeout.connect(self._follow_log)
        self._statistics_timer.timeout.connect(self._update_statistics_again)
        self.numbers.toggled.connect(self._show_numbers)
        self.numbers.clicked.connect(self._on_numbers_clicked)
        self.export_button.clicked.connect(self._offer_export)
        self.export.closed.connect(self._close_export)
        self.strip.chosen.connect(self.filter.add)
        self.filter.edited.connect(self._typing_timer.start)
        self.filter.settled.connect(self._apply_filter)
        self.model.loaded.connect(self._on_loaded)
        self.model.failed.connect(self._on_failed)
        self.table.opened.connect(self._on_row_opened)
        self.table.clicked.connect(self._on_row_opened)
        self.table.keep_in_step(self._panel, self._on_row_opened)
        self._panel.closed.connect(self._on_panel_closed)
        self._details.rule_wanted.connect(lambda call_id: self.navigate.emit("rules", MakeRule(call_id)))
        self.table.resized.connect(self._share_width)
        self._no_match.acted.connect(self.filter.clear)
        self._notice.acted.connect(self._retry)
        self._link.log_grew.connect(self._on_log_grew)

    def _share_width(self) -> None:
        """Share the width among the columns; hide those that leave too little for ``WHAT``."""
        wanted_width = self._min_width(CallsModel.WHAT)
        room = self.table.viewport().width() - sum(map(self._min_width, ALWAYS_SHOWN))
        what_width = max(wanted_width // 2, min(wanted_width, room))  # the decision stays visible
        width_left = self.table.viewport().width() - what_width
        self.table.set_stretch(-1)  # with a stretched column, Qt leaves gaps for hidden ones
        for column in COLUMN_ORDER:
            width_left -= self._min_width(column)
            self.table.setColumnHidden(column, width_left < 0 and column not in ALWAYS_SHOWN)
        width_left -= self._width_of(WHAT_WIDTH) - what_width
        for column, max_characters in MAX_WIDTHS.items():
            width = self._min_width(column)
            extra = max(0, min(width_left, self._width_of(max_characters) - width))
            self.table.setColumnWidth(column, width + extra)
            width_left -= extra
        is_scrolled = what_width > room
        self.table.set_stretch(-1 if is_scrolled else CallsModel.WHAT)
        if is_scrolled:
            self.table.setColumnWidth(CallsModel.WHAT, what_width)

    def _min_width(self, column: int) -> int:
        width = self.table.width_for(column, usual) - SECTION if (usual := _usual_texts(column)) else 0
        if column in (CallsModel.DECISION, CallsModel.APP):
            width += SMALL  # an icon stands there
        return max(self._width_of(MIN_WIDTHS[column]), width)

    def _width_of(self, count: int) -> int:
        return self.fontMetrics().averageCharWidth() * count

    # Events

    def _on_numbers_clicked(self) -> None:
        self._has_chosen_numbers = True

    def _show_numbers(self) -> None:
        is_list_shown = self._lists.currentWidget() not in (self._export_scroll, self._empty_log)
        self.numbers.setVisible(is_list_shown)
        self.strip.setVisible(self.numbers.isChecked() and is_list_shown)

    def _update_statistics_again(self) -> None:
        if self._has_grown:
            self._has_grown = False
            self._update_statistics()
            self._statistics_timer.start()

    def _update_statistics(self) -> None:
        if self.strip.isVisible():
            self.strip.read()

    def _offer_export(self) -> None:
        self._lists.setCurrentWidget(self._export_scroll)
        self._show_numbers()
        self.export.open_for(self.filter.search(), time.strftime("%Y-%m-%d"))

    def _close_export(self) -> None:
        self._lists.setCurrentWidget(self.table)
        self._show_numbers()
        self._on_loaded()
        self.export_button.setFocus()

    def _apply_filter(self) -> None:
        self._typing_timer.stop()
        if (search := self.filter.search()) != self.model.search:
            self.export.set_search(search)
            self.model.read(search)

    def _on_log_grew(self, _: object) -> None:
        if not self.isVisible():
            self._is_stale = True
        elif not self._growth_timer.isActive():
            self._growth_timer.start()

    def _follow_log(self) -> None:
        self.model.refresh()
        if self._statistics_timer.isActive():
            self._has_grown = True
        else:
            self._update_statistics()
            self._statistics_timer.start()
        if self._open_call_id and self._panel.isVisible():
            self._read_open_call()

    def _read_open_call(self) -> None:
        self._link.send(ReadCall(self._open_call_id), partial(self._show_details, self._open_call_id), self._on_failed)

    def _on_loaded(self) -> None:
        self._notice.hide()
        has_rows = self.model.rowCount() > 0
        self.filter.known_values |= self.model.names()
        is_searching = not has_rows and not self.model.complete
        self._show_reach()
        if self._lists.currentWidget() is self._export_scroll:
            return
        self._lists.setCurrentWidget(
            self.table if has_rows or is_searching else self._no_match if self.model.search else self._empty_log
        )
        self._show_numbers()
        if not self.model.complete and (self.model.rowCount() * ROW < self.table.viewport().height()):
            self.model.fetchMore(QModelIndex())  # a page of a search may be empty before the start of the log

    def _show_reach(self) -> None:
        is_searching = bool(self.model.search) and not self.model.complete
        text.set_text(
            self._reach_label,
            tr("Searched back to {reached}", reached=words.exact_time(self.model.searched_back_to))
            if is_searching
            else "",
        )
        self._reach_label.setVisible(is_searching)

    def _on_failed(self, reason: str) -> None:
        advice = tr("What is listed may be out of date. “assent log verify” says whether the log is whole.")
        self._notice.tell(tr("The log could not be read"), f"{sentence(reason)} {advice}", tr("Try again"))

    def _retry(self) -> None:
        self._notice.hide()
        self.model.read(self.model.search)

    def _on_row_opened(self, index: QModelIndex) -> None:
        if (row := self.model.entry(index.row())) is not None:
            self.show_call(row.call_id)

    def _show_details(self, call_id: str, details: CallDetails) -> None:
        if call_id == self._open_call_id:
            self._details.show_call(details)
            self._panel.show()

    def _on_panel_closed(self) -> None:
        self._open_call_id = ""
        self._details.clear()
        self.table.setFocus(Qt.FocusReason.OtherFocusReason)


def _usual_texts(column: int) -> tuple[str, ...]:
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
