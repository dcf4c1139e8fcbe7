"""The page of the waiting calls.

Owns: the list of what waits, app by app, and denying what is listed.

Invariants: nothing is approved here: a row leads to the consent window; *Deny the rest* denies the calls that were in
the list when the person pressed it and that nobody was reading, and no later one; denying many shows how far it is and
can be stopped: what was not denied by then still waits.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final, Self

from PySide6.QtCore import QModelIndex, QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QProgressBar, QStackedLayout, QWidget

from host.control.protocol import AnswerCall, Welcome
from ui import text, theme
from ui.alert_strip import AlertStrip
from ui.alerts import Alert, action_failed
from ui.consent.controller import THE_REST, AnswerSender, ConsentController
from ui.link import Link
from ui.pages import Page
from ui.theme import PAGE, SECTION
from ui.tr import mark, tr, tr_n
from ui.waiting.model import ACTION, COLUMNS, FINDINGS, INPUTS, TINY, WAITS, WaitingModel, column_widths
from ui.waiting.rows import CallRow, deny_text, deny_title, rows_by_app
from ui.widgets import boxes
from ui.widgets.page_parts import EmptyState, PageHeader
from ui.widgets.popups import Menu
from ui.widgets.table import Table

TICK_MS: Final = 1_000
MANY: Final = 50
"""Calls from which on the list is drawn once for a burst of changes."""
GATHER_MS: Final = 40
ALL: Final = ""
"""Whose calls to deny: everybody's."""

EMPTY: Final = mark(
    "When an AI app wants to use a tool and no rule or grant decides it, the call waits here and a window asks you. "
    "Nothing is sent before you say yes."
)
PROGRESS_FROM: Final = 20
"""Calls from which on it is worth a bar."""


class WaitingPage(Page):
    """The calls that wait.

    Attributes:
        table, model: the list.
        deny: denies what nobody is reading.
        menu: whose calls to deny, where several apps wait.
        denying: how far denying many calls is.
    """

    def __init__(self, link: Link, consent: ConsentController) -> None:
        super().__init__(link)
        self._consent = consent
        self._to_deny: tuple[CallRow, ...] = ()
        self._empty: EmptyState | None = None
        self._demo = False
        self._build()
        self._timer = QTimer(self)
        self._timer.setInterval(TICK_MS)
        self._timer.timeout.connect(self.model.tick)
        self._gather = QTimer(self)
        self._gather.setSingleShot(True)
        self._gather.setInterval(GATHER_MS)
        self._gather.timeout.connect(self._on_queue)
        consent.changed.connect(self._on_changed)
        self._on_queue()

    @classmethod
    def build(cls, link: Link, consent: ConsentController) -> Self:
        """Make the page with the questions that wait."""
        return cls(link, consent)

    def _build(self) -> None:
        self.model = WaitingModel(self._consent.left, self._consent.is_paused, self)
        self.table = Table(tr("Calls that wait"))
        self.table.setModel(self.model)
        self.table.setAccessibleDescription(tr("Enter opens the question of the chosen call."))
        self.table.set_stretch(INPUTS)
        self.table.set_elide(ACTION, "right")
        self.table.clicked.connect(self._on_chosen)
        self.table.opened.connect(self._on_chosen)
        self.header = PageHeader(tr("Waiting"))
        self.deny = text.button(tr("Deny the rest…"))
        text.tooltip(self.deny, tr("Denies the calls in this list that you are not reading; asks you first."))
        self.deny.clicked.connect(self._on_deny)
        self.menu = Menu(self)
        self.denying = DenyProgress(self._link, self)
        self.denying.failed.connect(self._on_failed)
        self.header.actions.addWidget(self.deny)
        self.strip = AlertStrip(inset=False)
        self.strip.acted.connect(self._on_acted)
        self.strip.other.connect(self._on_other)
        self._stack = QStackedLayout()
        self._stack.addWidget(self.table)
        page = boxes.column(SECTION, self, (PAGE, PAGE, PAGE, PAGE))
        page.addWidget(self.header)
        page.addWidget(self.strip)
        page.addWidget(self.denying)
        page.addLayout(self._stack, 1)

    def set_welcome(self, welcome: Welcome) -> None:
        """In the demonstration the empty page leads to the assistant, else to the servers."""
        if welcome.demo != self._demo and self._empty is not None:
            self._stack.removeWidget(self._empty)
            self._empty.deleteLater()
            self._empty = None
        self._demo = welcome.demo
        self._on_queue()

    def activated(self) -> None:
        """Give the list the focus, where there is one."""
        if self.model.rows:
            self.table.setFocus()
            if not self._chosen():
                self.table.setCurrentIndex(self.model.index(1, ACTION))

    def take_focus(self) -> None:
        """Take the keyboard: to the list where there is one, never to what denies."""
        if self.model.rows:
            self.table.setFocus(Qt.FocusReason.ShortcutFocusReason)
        else:
            super().take_focus()

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802  # Qt's name
        """Start the clock."""
        super().showEvent(event)
        self.model.tick()
        self._timer.start()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  # Qt's name
        """Give the inputs what room there is where the page is narrow."""
        super().resizeEvent(event)
        room = event.size().width() - 2 * PAGE
        self.table.setColumnHidden(INPUTS, room < TINY)
        self.table.set_stretch(ACTION if room < TINY else INPUTS)
        for column, width in column_widths(room).items():
            self.table.setColumnWidth(column, width)

    def hideEvent(self, event: QHideEvent) -> None:  # noqa: N802  # Qt's name
        """Stop the clock: nothing is drawn while the page is hidden."""
        super().hideEvent(event)
        self._timer.stop()

    def _on_changed(self) -> None:
        """Draw once where hundreds of calls come or go at once."""
        if len(self._consent.waiting) > MANY:
            self._gather.start()
        else:
            self._on_queue()

    def _on_queue(self) -> None:
        self._gather.stop()
        chosen = self._chosen()
        self.model.show_calls(self._consent.waiting, self._consent.being_read)
        self.table.clearSpans()
        for place in self.model.header_rows:
            self.table.setSpan(place, ACTION, 1, COLUMNS)
        if (place := self.model.place(chosen)) >= 0:
            self.table.setCurrentIndex(self.model.index(place, ACTION))
        self.table.setColumnHidden(FINDINGS, not self.model.found_something)  # a column of nothing takes room
        self.table.setColumnHidden(WAITS, not self.model.waits_for_more)
        count = len(self.model.calls)
        self.deny.setVisible(bool(self._unread_calls()))
        text.set_button_text(self.deny, tr("Deny the call…") if count == 1 else tr("Deny the rest…"))
        self.header.set_subtitle(_subtitle(count) if count else "")
        if not count:
            self._close_question()
        self._stack.setCurrentWidget(self.table if count else self._empty_state())

    def _unread_calls(self) -> tuple[CallRow, ...]:
        """All calls that wait and that nobody is reading."""
        reading = self._consent.being_read
        return tuple(row for row in self.model.calls if row.call_id not in reading)

    def _empty_state(self) -> EmptyState:
        if self._empty is None:
            self._empty = EmptyState(
                "tray",
                tr("Nothing waits for you"),
                tr(EMPTY),
                tr("Go to the assistant") if self._demo else tr("See the servers"),
            )
            self._empty.acted.connect(self._on_next)
            self._stack.addWidget(self._empty)
        return self._empty

    def _chosen(self) -> str:
        row = self.model.call(self.table.currentIndex().row())
        return "" if row is None else row.call_id

    def _on_chosen(self, index: QModelIndex) -> None:
        if (row := self.model.call(index.row())) is not None:
            self._consent.bring(row.call_id)

    def _on_next(self) -> None:
        self.navigate.emit("assistant" if self._demo else "servers", None)

    def _on_deny(self) -> None:
        """Ask whose calls to deny, where several apps wait; of one app ask at once."""
        self._on_queue()
        apps = rows_by_app(self._unread_calls())
        if len(apps) < 2:  # one is no choice
            self.ask_to_deny(ALL)
            return
        self.menu.clear()
        everybodys = sum(map(len, apps.values()))
        self._offer(tr("All {n} calls…", n=f"{everybodys:,}"), ALL)
        for app, rows in apps.items():
            self._offer(tr_n("{n} call of {app}…", "{n} calls of {app}…", len(rows), app=app), app)
        self.menu.popup(self.deny.mapToGlobal(QPoint(0, self.deny.height())))

    def _offer(self, words: str, app: str) -> None:
        entry = text.action(words, parent=self.menu)
        entry.triggered.connect(partial(self.ask_to_deny, app))
        self.menu.addAction(entry)

    def ask_to_deny(self, app: str, _checked: object = None) -> None:
        """Ask about exactly the calls that are in the list now.

        Args:
            app: as shown in the list, or ALL.
        """
        self._to_deny = tuple(row for row in self._unread_calls() if app in (ALL, row.app))
        if self._to_deny:
            meaning = deny_text(reads=bool(self._consent.being_read))
            action = tr_n("Deny {n} call", "Deny {n} calls", len(self._to_deny))
            title = deny_title(self._to_deny)
            self.strip.show_alerts((Alert("deny", "amber", title, meaning, action, tr("Keep waiting")),))

    def _on_acted(self, key: str) -> None:
        doomed, self._to_deny = self._to_deny, ()
        self._close_question()
        if key == "deny":
            reading = self._consent.being_read  # what was opened since is not among the rest any more
            self.denying.send([_denial(row) for row in doomed if row.call_id not in reading])

    def _on_other(self, _: str) -> None:
        self._close_question()

    def _on_failed(self, call_id: str, why: str) -> None:
        if any(asked.request.call.id == call_id for asked in self._consent.waiting):  # else it is over, as was wished
            self.strip.show_alerts((action_failed(tr("A call was not denied"), why),))

    def _close_question(self) -> None:
        self._to_deny = ()
        self.strip.show_alerts(())


def _subtitle(count: int) -> str:
    waits = tr_n("{n} call waits.", "{n} calls wait.", count)
    return f"{waits} {tr('Choose one to see exactly what would be sent.')}"


def _denial(row: CallRow) -> AnswerCall:
    return AnswerCall(row.call_id, row.digest, row.round, row.definition, approve=False, reason=THE_REST)


class DenyProgress(QWidget):
    """A progress bar while many calls are denied.

    Attributes:
        stop: its button.

    Signals:
        failed(str: call id, str: why): a call was not denied.
    """

    failed = Signal(str, str)

    def __init__(self, link: Link, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._sender = AnswerSender(link, self)
        self._sender.progressed.connect(self._on_progress)
        self._sender.finished.connect(self.hide)
        self._sender.failed.connect(self.failed)
        self._label = text.label("", "muted", parent=self)
        self._bar = QProgressBar(self)
        self._bar.setTextVisible(False)
        self.stop = text.button(tr("Stop"), parent=self)
        text.tooltip(self.stop, tr("What was not denied yet still waits."))
        self.stop.clicked.connect(self.end)
        row = boxes.row(theme.SECTION, self)
        row.addWidget(self._label)
        row.addWidget(self._bar, 1, Qt.AlignmentFlag.AlignVCenter)
        row.addWidget(self.stop)
        self.hide()

    def send(self, answers: Sequence[AnswerCall]) -> None:
        """Deny these calls."""
        if len(answers) > PROGRESS_FROM:
            self._on_progress(0, len(answers))
            self.show()
        self._sender.send(answers)

    def end(self) -> None:
        """Deny no more."""
        self._sender.drop()
        self.hide()

    def _on_progress(self, done: int, whole: int) -> None:
        said = tr("Denying {done} of {all}…", done=f"{done:,}", all=f"{whole:,}")
        text.set_text(self._label, said)
        text.named(self._bar, said)
        self._bar.setRange(0, whole)
        self._bar.setValue(done)
