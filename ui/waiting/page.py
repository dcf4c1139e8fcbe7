"""The page of the waiting calls: their list, with a header for each app, and denying those in it.

Invariants: nothing is approved here: a row leads to the consent window, and always to the same call; the time left
comes from the consent controller whenever it is drawn, and a tick redraws only what shows time. *Deny the rest* denies
only the calls that were in the list when the person pressed it and that nobody was reading.
"""

from __future__ import annotations

import time
from collections.abc import Hashable
from functools import partial
from typing import Any, Final, Self  # Any: a row that is no header is a call

from PySide6.QtCore import QModelIndex, QObject, QPoint, Qt, QTimer
from PySide6.QtGui import QColor, QFont, QResizeEvent

from host.control.protocol import AnswerCall, Welcome
from ui import text, theme
from ui.alert_strip import AlertStrip
from ui.alerts import Alert, action_failed
from ui.consent.answer_sender import BULK_REASON, AnswerSender
from ui.consent.controller import ConsentController
from ui.icons import icon
from ui.label_text import countdown
from ui.link import Link
from ui.pages import GuidingEmptyState, Page, TimerWhileShown
from ui.theme import PAGE, SECTION
from ui.tr import mark, tr, tr_n
from ui.waiting.rows import (
    AppGroup,
    CallRow,
    call_row,
    deny_text,
    deny_title,
    group_by_app,
    group_heading,
    is_same_question,
    rows_by_app,
)
from ui.widgets import boxes
from ui.widgets.boxes import Stack, fill, grow
from ui.widgets.monogram import monogram_icon
from ui.widgets.page_parts import PageHeader
from ui.widgets.popups import Menu
from ui.widgets.table import FlatTableModel, Index, Role, Table

ACTION, INPUTS, FINDINGS, WAITS, LEFT = range(5)
WIDTHS: Final = {ACTION: 350, FINDINGS: 120, WAITS: 190, LEFT: 120}
"""Widths of the columns in pixels; the inputs take the rest."""
NARROW: Final = {ACTION: 260, FINDINGS: 110, WAITS: 130, LEFT: 110}
"""The same for a narrow table, to leave room for the inputs."""
SMALL: Final = 800  # width in pixels below which a table is narrow
TINY: Final = 480  # width in pixels below which a table hides the inputs: the question shows them


class WaitingModel(FlatTableModel[AppGroup | CallRow]):
    """The rows of the calls that wait. ``rows``: a header for each app, followed by its calls."""

    HEADS = (mark("Wants to"), mark("With"), mark("Assent found"), mark("Waits for"), mark("Time left"))
    NUMBERS = frozenset({LEFT})
    HEADING = AppGroup

    def __init__(self, consent: ConsentController, parent: QObject) -> None:
        super().__init__(parent)
        self._consent = consent
        self._reading: frozenset[str] = frozenset()

    def show_waiting(self) -> None:
        """Show the calls that wait now. A row stays while its question is the same."""
        waiting, reading = self._consent.waiting, self._consent.ids_on_screen
        old_rows = {old.call_id: old for old in self.calls}
        rows = []
        for asked in waiting:
            old = old_rows.get(asked.request.call.id)
            rows.append(old if old is not None and is_same_question(old, asked) else call_row(asked))
        lines = tuple(group_by_app(rows, waiting))
        if lines != self.rows or reading != self._reading:
            self._reading = reading
            self.show_rows(lines)

    @property
    def calls(self) -> tuple[CallRow, ...]:
        """The rows of calls, without the headers."""
        return tuple(line for line in self.rows if isinstance(line, CallRow))

    def key(self, row: AppGroup | CallRow) -> Hashable:
        """The id of a call, or the app of a header."""
        return ("app", row.app) if isinstance(row, AppGroup) else row.call_id

    def tick(self) -> None:
        """Show how much time is left."""
        if self.rows:
            self.dataChanged.emit(self.index(0, LEFT), self.index(len(self.rows) - 1, LEFT), [Role.DisplayRole])
        for place in filter(self.is_heading, range(len(self.rows))):
            self.dataChanged.emit(self.index(place, ACTION), self.index(place, ACTION), [Role.DisplayRole])

    def data(self, index: Index, role: int = Role.DisplayRole) -> object:
        """One cell, of a call or of the header of an app."""
        line = self.row_at(index)
        if isinstance(line, AppGroup):
            return self._header_cell(line, index.column(), role)
        return super().data(index, role)

    def _header_cell(self, group: AppGroup, column: int, role: int) -> object:
        if role == Role.BackgroundRole:
            return QColor(theme.current().tokens.neutral_soft)
        if column != ACTION:
            return None
        match role:
            case Role.DisplayRole | Role.AccessibleTextRole:
                return group_heading(group, time.time())
            case Role.ToolTipRole:
                return text.tooltip_html(group_heading(group, time.time()))
            case Role.FontRole:
                font = QFont()
                font.setWeight(QFont.Weight.DemiBold)
                return font
            case Role.DecorationRole:
                return monogram_icon("app", group.app_id)
        return None

    def _tooltip(self, row: Any, column: int) -> str:
        return self._text(row, column) if column != LEFT else ""

    def _spoken(self, row: Any, column: int) -> str:
        cell_text = self._text(row, column) or tr("nothing")
        if column == ACTION and row.call_id in self._reading:
            cell_text = tr("{action}, on screen now", action=cell_text)
        return tr("{head}: {value}", head=tr(self.HEADS[column]), value=cell_text)

    def _look(self, row: Any, column: int, role: int) -> object:
        match role:
            case Role.DecorationRole if column == ACTION and row.call_id in self._reading:
                return icon("eye", "muted")
            case Role.DecorationRole if column == FINDINGS and row.findings:
                return icon("info" if row.tone == "text" else "warning", row.tone)
            case Role.ForegroundRole if column == FINDINGS and row.tone != "text":
                return QColor(getattr(theme.current().tokens, row.tone))
        return None

    def _text(self, row: Any, column: int) -> str:
        if column == LEFT:
            time_left = countdown(max(0.0, self._consent.seconds_left(row.call_id)))
            return tr("{left} (paused)", left=time_left) if self._consent.is_paused(row.call_id) else time_left
        cells: tuple[str, ...] = (row.action, row.inputs, row.findings, row.waits_for)
        return cells[column]


TICK_MS: Final = 1_000
MANY: Final = 50  # with more calls, the list is drawn once for several changes
GATHER_MS: Final = 40
ALL: Final = ""  # in place of an app: deny the calls of all apps

EMPTY: Final = mark(
    "When an AI app wants to use a tool and no rule or grant decides it, the call waits here and a window asks you. "
    "Nothing is sent before you say yes."
)


class WaitingPage(Page):
    """The calls that wait."""

    def __init__(self, link: Link, consent: ConsentController) -> None:
        super().__init__(link)
        self._consent = consent
        self._calls_to_deny: tuple[CallRow, ...] = ()
        self.model = WaitingModel(self._consent, self)
        self.table = Table(tr("Calls that wait"))
        self.table.setModel(self.model)
        self.table.setAccessibleDescription(tr("Enter opens the question of the chosen call."))
        self.table.set_stretch(INPUTS)
        self.table.set_elide(ACTION, "right")
        self.table.clicked.connect(self._on_chosen)
        self.table.opened.connect(self._on_chosen)
        self.header = PageHeader(tr("Waiting"))
        self.deny = text.button(tr("Deny the rest…"), on_click=self._on_deny)
        text.tooltip(self.deny, tr("Denies the calls in this list that you are not reading; asks you first."))
        self.menu = Menu(self)
        self._sender = AnswerSender(link, self)
        self._sender.failed.connect(self._on_failed)
        self.header.actions.addWidget(self.deny)
        self.strip = AlertStrip(inset=False)
        self.strip.acted.connect(self._on_acted)
        self.strip.second_acted.connect(self._close_question)
        self._empty = GuidingEmptyState(self, "tray", tr("Nothing waits for you"), tr(EMPTY))
        self._stack = Stack(self.table, self._empty)
        fill(
            boxes.column(SECTION, self, (PAGE, PAGE, PAGE, PAGE)),
            self.header,
            self.strip,
            grow(self._stack),
        )
        self._tick_timer = TimerWhileShown(self, TICK_MS, self.model.tick)
        self._gather_timer = QTimer(self, singleShot=True, interval=GATHER_MS)
        self._gather_timer.timeout.connect(self._on_queue)
        consent.changed.connect(self._on_changed)
        self._on_queue()

    @classmethod
    def build(cls, link: Link, consent: ConsentController) -> Self:
        """Make the page with the questions that wait."""
        return cls(link, consent)

    def set_welcome(self, welcome: Welcome) -> None:
        """Set where the empty page leads."""
        self._empty.set_welcome(welcome)

    def activated(self) -> None:
        """Focus the list if there are calls."""
        if self.model.rows:
            self.table.setFocus()
            if self.model.entry(self.table.currentIndex().row()) is None:
                self.table.setCurrentIndex(self.model.index(1, ACTION))

    def take_focus(self) -> None:
        """Focus the list if there are calls, never the button that denies."""
        if self.model.rows:
            self.table.setFocus(Qt.FocusReason.ShortcutFocusReason)
        else:
            super().take_focus()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  # Qt's name
        """Choose the widths of the columns for the width of the page."""
        super().resizeEvent(event)
        room = event.size().width() - 2 * PAGE
        self.table.setColumnHidden(INPUTS, room < TINY)
        self.table.set_stretch(ACTION if room < TINY else INPUTS)
        for column, width in (NARROW if room < SMALL else WIDTHS).items():
            self.table.setColumnWidth(column, width)

    def _on_changed(self) -> None:
        """Draw the list; only once if hundreds of calls come or go at the same time."""
        if len(self._consent.waiting) > MANY:
            self._gather_timer.start()
        else:
            self._on_queue()

    def _on_queue(self) -> None:
        """Show the calls that wait now. The chosen one stays chosen."""
        self._gather_timer.stop()
        chosen = self.model.entry(self.table.currentIndex().row())
        self.model.show_waiting()
        if chosen is not None and (place := self.model.place(chosen.call_id)) >= 0:
            self.table.setCurrentIndex(self.model.index(place, ACTION))  # the call may have another place now
        calls = self.model.calls
        self.table.setColumnHidden(FINDINGS, not any(row.findings for row in calls))  # an empty column wastes room
        self.table.setColumnHidden(WAITS, not any(row.waits_for for row in calls))
        count = len(calls)
        self.deny.setVisible(bool(self._unread_calls()))
        text.set_button_text(self.deny, tr("Deny the call…") if count == 1 else tr("Deny the rest…"))
        waits = tr_n("{n} call waits.", "{n} calls wait.", count)
        choose = tr("Choose one to see exactly what would be sent.")
        self.header.set_subtitle(f"{waits} {choose}" if count else "")
        if not count:
            self._close_question()
        self._stack.setCurrentWidget(self.table if count else self._empty)

    def _unread_calls(self) -> tuple[CallRow, ...]:
        reading = self._consent.ids_on_screen
        return tuple(row for row in self.model.calls if row.call_id not in reading)

    def _on_chosen(self, index: QModelIndex) -> None:
        if (row := self.model.entry(index.row())) is not None:
            self._consent.show_call(row.call_id)

    def _on_deny(self) -> None:
        """Ask whose calls to deny if several apps wait; else ask at once whether to deny them."""
        self._on_queue()
        apps = rows_by_app(self._unread_calls())
        if len(apps) < 2:
            self.ask_to_deny(ALL)
            return
        self.menu.clear()
        total = sum(map(len, apps.values()))
        self._add_menu_entry(tr("All {n} calls…", n=f"{total:,}"), ALL)
        for app, rows in apps.items():
            self._add_menu_entry(tr_n("{n} call of {app}…", "{n} calls of {app}…", len(rows), app=app), app)
        self.menu.popup(self.deny.mapToGlobal(QPoint(0, self.deny.height())))

    def _add_menu_entry(self, words: str, app: str) -> None:
        entry = text.action(words, parent=self.menu)
        entry.triggered.connect(partial(self.ask_to_deny, app))
        self.menu.addAction(entry)

    def ask_to_deny(self, app: str, _checked: object = None) -> None:
        """Ask whether to deny the calls that are in the list now: those of one app, or ``ALL``."""
        self._calls_to_deny = tuple(row for row in self._unread_calls() if app in (ALL, row.app))
        if self._calls_to_deny:
            meaning = deny_text(reads=bool(self._consent.ids_on_screen))
            action = tr_n("Deny {n} call", "Deny {n} calls", len(self._calls_to_deny))
            title = deny_title(self._calls_to_deny)
            self.strip.show_alerts((Alert("deny", "amber", title, meaning, action, tr("Keep waiting")),))

    def _on_acted(self, key: str) -> None:
        confirmed, self._calls_to_deny = self._calls_to_deny, ()
        self._close_question()
        if key == "deny":
            reading = self._consent.ids_on_screen  # a call that was opened since is not denied
            self._sender.send(
                [
                    AnswerCall(row.call_id, row.digest, row.round, row.definition, approve=False, reason=BULK_REASON)
                    for row in confirmed
                    if row.call_id not in reading
                ]
            )

    def _on_failed(self, call_id: str, reason: str) -> None:
        if any(asked.request.call.id == call_id for asked in self._consent.waiting):  # otherwise it ended anyway
            self.strip.show_alerts((action_failed(tr("A call was not denied"), reason),))

    def _close_question(self, _: str = "") -> None:
        self._calls_to_deny = ()
        self.strip.show_alerts(())
