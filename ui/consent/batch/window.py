"""Alike calls, decided together after each was seen.

Owns: which rows are ticked, and the one yes to them.

Invariants (attacks 7, 10, 11, 12): each answer names one call by its own id, digest, round and definition; nothing is
ticked that was not seen whole, and nothing by itself; the yes arms anew with every tick, and with every call that ends
or changes; no key but Space on the focused button gives it; calls that come later never enter a table that is open.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QHideEvent, QKeyEvent, QKeySequence, QShortcut, QShowEvent
from PySide6.QtWidgets import QWidget

from ui import text, theme
from ui.alerts import Alert
from ui.consent.activity import ActivityWatch
from ui.consent.batch import words
from ui.consent.batch.selection import answer
from ui.consent.batch.state import BatchState
from ui.consent.event_loop_clock import EventLoopClock
from ui.consent.host_requests import THE_REST
from ui.consent.keys import move
from ui.tr import tr, tr_n

_TICK_MS: Final = 1_000


class BatchWindow(BatchState):
    """The window with the table.

    Attributes:
        book: the table that is open, None before the first. loop_clock: makes its seconds pass.
    Signals:
        answered(tuple[AnswerCall]): yes or no to some of them. approved(int, int: milliseconds, int: characters): yes
        to so many. left(): the person goes back to one call. dismissed(): closed. done(): the last of them was answered
        here. worked(): the person does something here, at most once a second.
    """

    answered = Signal(object)
    approved = Signal(int, int, int)
    left = Signal()
    dismissed = Signal()
    worked = Signal()

    def __init__(
        self,
        left: Callable[[str], float],
        clock: Callable[[], float] = time.monotonic,
        parent: QWidget | None = None,
    ) -> None:
        """``left``: seconds until a call expires. ``clock``: monotonic seconds."""
        super().__init__(clock, left, parent)
        self.loop_clock = EventLoopClock(self.arming, self.table.viewport(), parent=self)
        self.loop_clock.turned.connect(self._on_turned)
        self._armed = False
        self._work = ActivityWatch(clock, self)
        self._ticker = QTimer(self)
        self._ticker.setInterval(_TICK_MS)
        self._bring = QTimer(self)
        self._bring.setSingleShot(True)
        self._bring.timeout.connect(self._bring_detail)
        self._connect()

    # What the person does

    def tick_seen(self) -> None:
        """Tick every row that was seen."""
        if self.book is not None:
            for row in self.book.tickable:
                self.book.tick(row, ticked=True)
            self._changed()

    def ask_to_deny(self) -> None:
        """Ask, once, about exactly those that are not ticked now."""
        if self.book is None or self._frozen or not (doomed := self.book.rest):
            return
        self._doomed = tuple(doomed)
        told = tr("The app hears that a person denied each of them. What is ticked stays as it is.")
        action = tr_n("Deny {n} call", "Deny {n} calls", len(doomed))
        self.strip.show_alerts((Alert("deny", "amber", words.deny_title(doomed), told, action, tr("Keep")),))
        self._changed()

    def step_back(self) -> None:
        """Esc: away from the question, then from the table."""
        if self._doomed:
            self._drop_question()
            self._changed()
        else:
            self.left.emit()

    def next_region(self, step: int) -> None:
        """F6: between the table, the chosen call whole, and the buttons."""
        move([self.table, self.detail, self.deny if self.deny.isEnabled() else self.back], step)
        focused = self.focusWidget()
        if focused is not None:
            self.middle.ensureWidgetVisible(focused, 0, 0)

    def _bring_detail(self) -> None:
        """Whoever walks through the rows reads each whole, without a pointer: its end comes into view."""
        bar, view = self.middle.verticalScrollBar(), self.middle.viewport()
        end = self.detail.mapTo(view, QPoint(0, self.detail.height() + theme.PAGE)).y()
        bar.setValue(bar.value() + max(0, end - view.height()))

    # Qt's

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802  # Qt's name
        """Shown: the second begins."""
        super().showEvent(event)
        handle = self.windowHandle()
        self._work.watch(handle)
        handle.removeEventFilter(self)
        handle.installEventFilter(self)
        self._ticker.start()
        self.arming.restart()
        self._watch()

    def hideEvent(self, event: QHideEvent) -> None:  # noqa: N802  # Qt's name
        """Hidden: nothing counts."""
        super().hideEvent(event)
        self._ticker.stop()
        self._watch()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802  # Qt's name
        """Focused or left: the second begins anew."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.ActivationChange, QEvent.Type.WindowStateChange):
            self._watch()

    def closeEvent(self, event: QCloseEvent) -> None:  # noqa: N802  # Qt's name
        """Closing decides nothing: all of them stay pending."""
        super().closeEvent(event)
        self.dismissed.emit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802  # Qt's name
        """Note when a key comes up: what comes down right after it is that key, held."""
        if event.type() is QEvent.Type.KeyRelease and isinstance(event, QKeyEvent) and not event.isAutoRepeat():
            self.guard.press_guard.release(event.key())
        return super().eventFilter(watched, event)

    # Inside

    def _answer_yes(self) -> None:
        if self.guard.press_guard.end("button") and self.is_offered() and self.book is not None:
            rows, shown = self.book.ticked, self.arming.displayed_ms
            self.book.send(rows, approve=True)
            self._send([answer(row, approve=True, displayed_ms=shown) for row in rows])
            characters = sum(len(row.asked.request.call.arguments) for row in rows)
            self.approved.emit(len(rows), shown, characters)

    def _on_turned(self) -> None:
        self.guard.refresh()
        armed = self.guard.press_guard.ready
        if armed and not self._armed and self.book is not None:
            self.tell(tr("Ready: {button}", button=words.approve(len(self.book.ticked))))
        self._armed = armed

    def _on_deny(self, _key: str) -> None:
        doomed = [row for row in self._doomed if row.is_live and not row.ticked]
        self._drop_question()
        if self.book is not None:
            self.book.send(doomed, approve=False)
            self._send([answer(row, approve=False, reason=THE_REST) for row in doomed])

    def _send(self, answers: Sequence[object]) -> None:
        self.failure.hide()
        self.table.setFocus(Qt.FocusReason.OtherFocusReason)  # else Qt moves it on from what is disabled now
        self._changed()
        self.answered.emit(tuple(answers))

    def _on_toggled(self, place: int, ticked: bool) -> None:
        book = self.book
        if book is None or not 0 <= place < len(book.rows):
            return
        if book.tick(book.rows[place], ticked=ticked):
            self._changed()
        else:
            text.set_text(self.progress, words.why_not(book.rows[place], same_seen=book.same_seen))

    def _watch(self) -> None:
        self.arming.set_watched(self.isVisible() and self.isActiveWindow() and not self.isMinimized())
        self.guard.begin()

    def _connect(self) -> None:
        self.guard.button.clicked.connect(self._answer_yes)
        self.rows.toggled.connect(self._on_toggled)
        self.table.chosen.connect(self._on_chosen)
        self.table.seen.connect(self._refresh)
        self.table.walked.connect(self._bring.start)
        self.detail.read.connect(self._on_detail_read)
        self.same.read.connect(self._on_same_read)
        self.tick_all.clicked.connect(self.tick_seen)
        self.deny.clicked.connect(self.ask_to_deny)
        self.back.clicked.connect(self.left)
        self.strip.acted.connect(self._on_deny)
        self.strip.other.connect(self._on_kept)
        self._work.noticed.connect(self.worked)
        self._ticker.timeout.connect(self.rows.tick)
        escape = QShortcut(QKeySequence("Esc"), self)
        escape.setAutoRepeat(False)
        escape.activated.connect(self.step_back)
        for keys, step in ((("F6", "Alt+Down"), 1), (("Shift+F6", "Alt+Up"), -1)):
            for key in keys:
                shortcut = QShortcut(QKeySequence(key), self)
                shortcut.setAutoRepeat(False)
                shortcut.activated.connect(partial(self.next_region, step))

    def _on_kept(self, _key: str) -> None:
        self._drop_question()
        self._changed()
