"""Toasts: what just happened, one at a time at the bottom of the main window, with *Undo* if that can be done.

Owns: which toast is shown, how long, and what its buttons do; the line that is shown while there is no toast.

Invariants: toasts have a fixed place and height below the page, so that they cover nothing, least of all a question,
and move nothing that somebody is about to press. A toast never takes the focus, and gives it back if the person put it
there. Its time runs only while it can be read: not behind a question, under the pointer or while it has the focus.
A toast without *Undo* is replaced at once by the next one. An *Undo* that loosens something is an armed button. What
says that a call waits goes when the call ends.
"""

from __future__ import annotations

from collections import deque
from time import monotonic
from typing import Final

from PySide6.QtCore import QEvent, QObject, QPropertyAnimation, Qt, QTimer
from PySide6.QtGui import QHideEvent, QKeyEvent, QShowEvent
from PySide6.QtWidgets import QApplication, QWidget

from host.control.protocol import CallEnded
from host.control.views import HostState
from ui import text
from ui.armed import ArmedButton, button_for
from ui.icons import MEDIUM, icon
from ui.keys import MAIN, keys_of
from ui.label_text import safe_sentence
from ui.link import Link
from ui.theme import GROUP, PAGE, SECTION, SPACE, motion
from ui.toast_messages import ToastMessage
from ui.tr import tr, tr_n
from ui.widgets import boxes
from ui.widgets.boxes import fill, grow
from ui.widgets.cards import Card, rule
from ui.widgets.labels import ElidedLabel, Glyph

MIN_MS: Final = 6_000  # least time for which a toast is shown
LETTER_MS: Final = 50  # time for each letter of a longer toast: about the speed of reading aloud
MAX_WAITING: Final = 5
"""Toasts that wait for their turn. The oldest are dropped if there are more: the pages show everything anyway."""
MAX_AGE: Final = 60.0  # seconds after which toasts are dropped if the window was hidden meanwhile
_MAX_WIDTH: Final = 760  # pixels of a toast
_HEIGHT: Final = 10 * SPACE  # pixels of a toast: two lines of text


class Toasts(QWidget):
    """The place of the toasts.

    Attributes:
        shown: the message that is shown now; None if there is no toast.
        undo_button: undoes the message; None if that cannot be done.
    """

    def __init__(self, link: Link) -> None:
        super().__init__()
        self._link = link
        self._waiting: deque[ToastMessage] = deque(maxlen=MAX_WAITING)
        self._focus_before: QWidget | None = None
        self._told_at = 0.0
        self._is_hovered = False
        self._card: QWidget | None = None
        self.shown: ToastMessage | None = None
        self.undo_button: QWidget | None = None
        self.close_button: QWidget | None = None
        self.timer = QTimer(self, singleShot=True)
        self.timer.timeout.connect(self.close_toast)
        self.status_line = ElidedLabel("", "right", "caption", self)
        self._column = fill(boxes.column(0, margins=(PAGE, SPACE, PAGE, SPACE)), self.status_line)
        fill(boxes.column(0, self), rule(self), grow(self._column))
        self.setFixedHeight(_HEIGHT + 2 * SPACE + 1)
        link.ended.connect(self._on_call_ended)
        application = QApplication.instance()
        assert isinstance(application, QApplication), "widgets need one"
        application.focusChanged.connect(self._on_focus)

    def show_state(self, state: HostState) -> None:
        """Show the host's state in the status line."""
        sessions = sum(server.sessions for server in state.servers)
        parts = (
            tr_n("{n} server", "{n} servers", len(state.servers)),
            tr_n("{n} session", "{n} sessions", sessions),
            tr_n("{n} call runs", "{n} calls run", state.running) if state.running else "",
        )
        self.status_line.show_text(" · ".join(filter(None, parts)))

    def tell(self, message: ToastMessage) -> None:
        """Show ``message``, after the earlier ones that can be undone."""
        self._told_at = monotonic()
        if self.shown is None or (self.shown.undo is None and not self._is_held()):
            self._remove_card()
            self._show_message(message)
            return
        if self._waiting and self._waiting[-1].undo is None:
            self._waiting.pop()
        self._waiting.append(message)

    def first_tab_stop(self) -> QWidget | None:
        """The first control of the toast that can have the focus; None if there is no toast."""
        first = self.undo_button.button if isinstance(self.undo_button, ArmedButton) else self.undo_button
        return first if first is not None and first.isEnabled() else self.close_button

    def close_toast(self) -> None:
        """Close the toast and show the next one."""
        if self._has_focus():
            widget, self._focus_before = self._focus_before, None
            if widget is not None and widget.isVisible():
                widget.setFocus(Qt.FocusReason.OtherFocusReason)
        self._remove_card()
        if self._waiting:
            self._show_message(self._waiting.popleft())

    def clear(self) -> None:
        """Drop all toasts."""
        self._waiting.clear()
        self.close_toast()

    def host_gone(self) -> None:
        """Drop all toasts and the host's state: without the host nothing can be undone."""
        self.clear()
        self.status_line.show_text("")

    # Qt

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802  # Qt's name
        """Let the time run. Toasts that are too old are dropped."""
        super().showEvent(event)
        if monotonic() - self._told_at > MAX_AGE:
            self.clear()
        self._update_timer()

    def hideEvent(self, event: QHideEvent) -> None:  # noqa: N802  # Qt's name
        """Stop the time: nobody can read a hidden toast."""
        super().hideEvent(event)
        self.timer.stop()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802  # Qt's name
        """Keep the toast while the pointer is over it."""
        if watched is self._card and event.type() in (QEvent.Type.Enter, QEvent.Type.Leave):
            self._is_hovered = event.type() is QEvent.Type.Enter
            self._update_timer()
        return super().eventFilter(watched, event)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802  # Qt's name
        """Close the toast on Escape."""
        if event.key() == Qt.Key.Key_Escape:
            self.close_toast()
        else:
            super().keyPressEvent(event)

    # Inside

    def _remove_card(self) -> None:
        self.timer.stop()
        boxes.discard(self._column, self._card)
        self._card = self.shown = self.undo_button = self.close_button = None
        self._is_hovered = False
        self.status_line.show()

    def _show_message(self, message: ToastMessage) -> None:
        self.shown = message
        self._card = self._create_card(message)
        self.status_line.hide()
        self._column.addWidget(self._card)
        self._card.show()
        self._animate(self._card)
        text.announce(self, self._announcement(message))
        self._update_timer()

    def _announcement(self, message: ToastMessage) -> str:
        if message.undo is None:
            return message.words
        return tr("{words} To undo it, press {key}.", words=message.words, key=keys_of(MAIN, "next")[0])

    def _animate(self, card: QWidget) -> None:
        if not (time := motion.duration()):
            return
        opening = QPropertyAnimation(card, b"maximumHeight", card)
        opening.setDuration(time)
        opening.setStartValue(0)
        opening.setEndValue(_HEIGHT)
        opening.start()

    def _create_card(self, message: ToastMessage) -> Card:
        card = Card("toast", self)
        card.setMaximumWidth(_MAX_WIDTH)
        card.body.setContentsMargins(SECTION, 0, GROUP, 0)
        row = fill(
            boxes.row(GROUP + SPACE),
            Glyph("check", MEDIUM, "muted"),
            grow(ElidedLabel(message.words, "right", lines=2)),
        )
        if message.undo is not None:
            self.undo_button = button_for(tr("Undo"), self._undo, loosens=message.loosens)
            row.addWidget(self.undo_button)
        close = text.tool_button(icon("x"), tr("Put this message away"), on_click=self.close_toast)
        self.close_button = close
        row.addWidget(close)
        card.body.addLayout(row)
        card.installEventFilter(self)
        text.named(card, tr("What just happened"), message.words)
        return card

    def _undo(self) -> None:
        if self.shown is None or self.shown.undo is None:
            return
        undo = self.shown.undo
        self.close_toast()
        self._link.send(
            undo,
            lambda _: self.tell(ToastMessage(tr("Undone."))),
            lambda reason: self.tell(ToastMessage(tr("It was not undone: {why}", why=safe_sentence(reason)))),
        )

    def _on_call_ended(self, ended: CallEnded) -> None:
        """Drop what says that this call waits."""
        still_true = [message for message in self._waiting if message.waiting_call != ended.call_id]
        self._waiting = deque(still_true, maxlen=MAX_WAITING)
        if self.shown is not None and self.shown.waiting_call == ended.call_id:
            self.close_toast()

    def _update_timer(self) -> None:
        """Start the timer, or stop it while the toast is held or cannot be read."""
        active = QApplication.activeWindow()
        is_behind = active is not None and active is not self.window()  # a question of Assent is in front
        is_paused = self._is_held() or is_behind or not self.isVisible() or self.window().isMinimized()
        if self.shown is None or is_paused:
            self.timer.stop()
        elif not self.timer.isActive():
            self.timer.start(max(MIN_MS, LETTER_MS * len(self.shown.words)))

    def _on_focus(self, old: QWidget | None, new: QWidget | None) -> None:
        had_focus = old is not None and self.isAncestorOf(old)
        has_focus = new is not None and self.isAncestorOf(new)
        if has_focus and not had_focus:
            self._focus_before = old
        self._update_timer()

    def _is_held(self) -> bool:
        return self._is_hovered or self._has_focus()

    def _has_focus(self) -> bool:
        focused = QApplication.focusWidget()
        return focused is not None and self.isAncestorOf(focused)
