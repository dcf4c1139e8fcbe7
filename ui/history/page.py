"""The history page: a table of every call, a filter, and one call in a side panel.

Owns: the page.

Invariants: it follows the log while it is visible and reads nothing while it is not; the filter is the log's own
search, so that calls that were never fetched are found too; the call that is open stays open while the table grows.
"""

from __future__ import annotations

from functools import partial
from typing import Final

from PySide6.QtCore import QEvent, QModelIndex, QObject, Qt, QTimer
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from host.control.protocol import ReadCall
from host.control.views import CallDetails
from ui import text
from ui.history import words
from ui.history.call_panel import CallPanel
from ui.history.model import CallsModel
from ui.icons import SMALL
from ui.link import Link
from ui.pages import MakeRule, Page, ShowCall, Target
from ui.theme import GROUP, PAGE, ROW, SECTION
from ui.tr import sentence, tr
from ui.widgets.cards import Notice
from ui.widgets.page_parts import EmptyState, PageHeader, SearchField
from ui.widgets.panel import SidePanel
from ui.widgets.scroll import FadeScroll
from ui.widgets.table import Table
from ui.widgets.times import HOUR, MINUTE, relative

TYPING_MS: Final = 120
"""Milliseconds without a key before the filter is sent: less than anybody waits for, more than between two keys."""
GROWING_MS: Final = 250
"""Milliseconds for which growth of the log is gathered."""
RELATIVE_MS: Final = 15_000
"""Milliseconds after which "2 minutes ago" may have become wrong."""


SHARES: Final = {
    CallsModel.WHEN: 12,
    CallsModel.APP: 15,
    CallsModel.ACTION: 22,
    CallsModel.DECISION: 21,
    CallsModel.OUTCOME: 13,
    CallsModel.TOOK: 10,
}
"""Widths of columns, in characters; the inputs have the rest."""
ROOM_FOR: Final = (
    (CallsModel.WHEN, 12),
    (CallsModel.DECISION, 21),
    (CallsModel.INPUTS, 15),
    (CallsModel.APP, 15),
    (CallsModel.OUTCOME, 13),
    (CallsModel.TOOK, 10),
)
"""The order in which columns get what room there is beside the action, in characters."""
KEPT: Final = frozenset({CallsModel.WHEN, CallsModel.DECISION})
"""Columns that are there however little room there is: the table scrolls sideways then."""


class HistoryPage(Page):
    """Every call of the log.

    Attributes:
        model, table: the list.
        filter: the search field.
    """

    def __init__(self, link: Link, parent: QWidget | None = None) -> None:
        super().__init__(link, parent)
        self._open = ""
        self._stale = True
        self.model = CallsModel(link, parent=self)
        self.filter = SearchField(tr("Filter: app, server, tool, words of the inputs …"), tr("Filter the history"))
        self.table = Table()
        self._notice = Notice("red", tr("The log could not be read"), "")
        self._reach_label = text.label("", "caption")
        self._panel, self._details = SidePanel(tr("Call")), CallPanel(link)
        self._lists = QStackedWidget()
        self._empty = EmptyState(
            "clock-counter-clockwise",
            tr("No calls yet"),
            tr("Each call that an AI app proposes is written down here, with what you decided and how it ended."),
        )
        self._nothing = EmptyState(
            "magnifying-glass", tr("Nothing found"), tr("No call in the log has these words."), tr("Clear the filter")
        )
        self._build()
        self._typing, self._growing, self._aging = QTimer(self), QTimer(self), QTimer(self)
        self._connect()

    def activated(self) -> None:
        """Read the log again if it grew while the page was hidden."""
        if self._stale:
            self._stale = False
            self.model.read(self.model.text)

    def focus_filter(self) -> None:
        """Put the cursor into the filter."""
        self.filter.take_focus()

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
        self.table.set_stretch(CallsModel.INPUTS)
        text.named(self.table, tr("Calls, newest first"))
        for column in SHARES:
            self.table.setColumnWidth(column, self._needs(column))
        scroll = FadeScroll()
        scroll.setWidget(self._details)
        self._panel.body.addWidget(scroll)
        self._panel.hide()
        for page in (self.table, self._empty, self._nothing):
            self._lists.addWidget(page)
        left = QVBoxLayout()
        left.setSpacing(GROUP)
        left.addWidget(PageHeader(tr("History"), tr("Every call, what was decided, and how it ended")))
        left.addWidget(self.filter)
        left.addWidget(self._reach_label)
        left.addWidget(self._notice)
        left.addWidget(self._lists, 1)
        left.setContentsMargins(PAGE, PAGE, PAGE, PAGE)
        self._notice.hide()
        self._reach_label.hide()
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addLayout(left, 3)
        row.addWidget(self._panel, 2)

    def _connect(self) -> None:
        for timer, milliseconds, then in (
            (self._typing, TYPING_MS, self._filter_now),
            (self._growing, GROWING_MS, self._grow_now),
        ):
            timer.setSingleShot(True)
            timer.setInterval(milliseconds)
            timer.timeout.connect(then)
        self._aging.setInterval(RELATIVE_MS)
        self._aging.timeout.connect(self.table.viewport().update)
        self._aging.start()
        self.filter.textChanged.connect(self._on_typed)
        self.filter.returnPressed.connect(self._filter_now)
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
        """Hide columns where the action would not be readable any more; the panel has all of them."""
        left = self.table.viewport().width() - self._characters(SHARES[CallsModel.ACTION])
        scrolls = False
        self.table.set_stretch(-1)  # while one stretches, Qt leaves gaps for those that are hidden
        for column, share in ROOM_FOR:
            left -= max(self._characters(share), self._needs(column))
            self.table.setColumnHidden(column, left < 0 and column not in KEPT)
            if column in KEPT and left < 0:
                scrolls = True
        hidden = self.table.isColumnHidden(CallsModel.INPUTS)
        self.table.set_stretch(-1 if scrolls else CallsModel.ACTION if hidden else CallsModel.INPUTS)
        if scrolls:
            self.table.setColumnWidth(CallsModel.ACTION, self._characters(SHARES[CallsModel.ACTION]))

    def _needs(self, column: int) -> int:
        """The least width of a column in pixels."""
        least = self.table.room_for(column, usual) - SECTION if (usual := _usual(column)) else 0
        if column == CallsModel.DECISION:
            least += SMALL  # an icon stands there
        return max(self._characters(SHARES.get(column, 0)), least)

    def _characters(self, count: int) -> int:
        """The width of so many characters in pixels."""
        return self.fontMetrics().averageCharWidth() * count

    # What happens

    def _on_typed(self, _: str) -> None:
        self._typing.start()

    def _filter_now(self) -> None:
        self._typing.stop()
        if self.filter.text() != self.model.text:
            self.model.read(self.filter.text())

    def _on_log_grew(self, _: object) -> None:
        if not self.isVisible():
            self._stale = True
        elif not self._growing.isActive():
            self._growing.start()

    def _grow_now(self) -> None:
        self.model.refresh()
        if self._open and self._panel.isVisible():
            self._link.send(ReadCall(self._open), partial(self._show, self._open), self._on_failed)

    def _loaded(self) -> None:
        self._notice.hide()
        some = self.model.rowCount() > 0
        pending = not some and not self.model.complete
        self._show_reach()
        self._lists.setCurrentWidget(
            self.table if some or pending else self._nothing if self.model.text else self._empty
        )
        if not self.model.complete and self._has_room():
            self.model.fetchMore(QModelIndex())  # a page of a filtered search may be empty far from the log's start

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
        self._notice.set_text(tr("The log could not be read"), f"{said} {advice}", tr("Try again"))
        self._notice.show()

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
            return relative(50 * MINUTE), relative(23 * HOUR)
        case CallsModel.DECISION:
            return words.usual_decisions()
        case CallsModel.OUTCOME:
            return words.usual_outcomes()
    return ()
