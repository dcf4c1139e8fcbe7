"""The history page: a table of every call by days, a filter, and one call in a side panel.

Owns: the page.

Invariants: it follows the log while it is visible and reads nothing while it is not; the filter is the log's own
search, so that calls that were never fetched are found too; the call that is open stays open while the table grows.
"""

from __future__ import annotations

import time
from functools import partial
from typing import Final

from PySide6.QtCore import QEvent, QModelIndex, QObject, Qt, QTimer
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QWidget

from host.control.protocol import ReadCall
from host.control.views import CallDetails
from ui import text
from ui.history import words
from ui.history.call_panel import CallPanel
from ui.history.charts import StatisticsStrip
from ui.history.log_card import CheckBadge, ExportCard
from ui.history.model import CallsModel
from ui.history.search_box import SearchBox
from ui.icons import SMALL
from ui.link import Link
from ui.pages import MakeRule, Page, ShowCall, Target
from ui.theme import GROUP, PAGE, ROW, SECTION
from ui.tr import sentence, tr
from ui.widgets import boxes
from ui.widgets.cards import Notice
from ui.widgets.flow import FlowLayout
from ui.widgets.page_parts import EmptyState, PageHeader
from ui.widgets.panel import SidePanel
from ui.widgets.scroll import FadeScroll
from ui.widgets.stack import Stack
from ui.widgets.table import Table
from ui.widgets.times import duration

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
        self.strip = StatisticsStrip(link, time.time)
        self.numbers, self.export_button = text.button(tr("Statistics"), "quiet"), text.button(tr("Export…"))
        self.table = CallsTable()
        self._notice = Notice("red", tr("The log could not be read"), "")
        self._reach_label = text.label("", "caption")
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
        self._typing, self._growing, self._counting = QTimer(self), QTimer(self), QTimer(self)
        self._connect()

    def activated(self) -> None:
        """Read the log again if it grew while the page was hidden."""
        if self._stale:
            self._stale = False
            self.model.read(self.model.text)
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
        self._link.send(ReadCall(call_id), partial(self._show, call_id), self._on_failed)
        if (line := self.model.line_of(call_id)) >= 0:
            self.table.selectRow(line)

    def show_target(self, target: Target) -> None:
        """Open a call."""
        if isinstance(target, ShowCall):
            self.show_call(target.call_id)

    def _make_rule(self, call_id: str) -> None:
        self.navigate.emit("rules", MakeRule(call_id))

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
        left = boxes.column(GROUP)
        left.addWidget(PageHeader(tr("History")))
        left.addWidget(self._actions())
        for part in (self.check.notice, self.strip, self.filter):
            left.addWidget(part)
        self.strip.hide()
        left.addWidget(self._reach_label)
        left.addWidget(self._notice)
        left.addWidget(self._lists, 1)
        left.setContentsMargins(PAGE, PAGE, PAGE, PAGE)
        self._notice.hide()
        self._reach_label.hide()
        row = boxes.row(0, self)
        row.addLayout(left, 3)
        row.addWidget(self._panel, 2)

    def _actions(self) -> QWidget:
        """What can be done with the log as a whole, below the title."""
        row = QWidget()
        flow = FlowLayout(row, justified=True)
        self.numbers.setCheckable(True)
        buttons = QWidget()
        beside = boxes.row(GROUP, buttons)
        beside.addWidget(self.numbers)
        beside.addWidget(self.export_button)
        flow.addWidget(self.check)
        flow.addWidget(buttons)
        return row

    def _connect(self) -> None:
        for timer, milliseconds, then in (
            (self._typing, TYPING_MS, self._filter_now),
            (self._growing, GROWING_MS, self._grow_now),
            (self._counting, COUNTING_MS, self._count_now),
        ):
            timer.setSingleShot(True)
            timer.setInterval(milliseconds)
            timer.timeout.connect(then)
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
        self._details.rule_wanted.connect(self._make_rule)
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
        least = self.table.room_for(column, usual) - SECTION if (usual := _usual(column)) else 0
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

    @property
    def _is_exporting(self) -> bool:
        return self._lists.currentWidget() is self._exporting

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
        if (wanted := self.filter.search()) != self.model.text:
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
            self._link.send(ReadCall(self._open), partial(self._show, self._open), self._on_failed)

    def _loaded(self) -> None:
        self._notice.hide()
        some = self.model.rowCount() > 0
        self._span_headings()
        self.filter.known |= self.model.names()
        pending = not some and not self.model.complete
        self._show_reach()
        if self._is_exporting:
            return
        self._lists.setCurrentWidget(
            self.table if some or pending else self._nothing if self.model.text else self._empty
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
        looking = bool(self.model.text) and not self.model.complete
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
        self.model.read(self.model.text)

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
