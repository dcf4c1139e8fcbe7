"""What stands in place of the buttons once a call is over.

Owns: those words, those for a host that is gone, and the button that goes on.

Invariants: nobody is left to guess how a call ended; that nothing was sent is said only where it is sure; a press that
was meant for the question does not go on; and a second press of the button decides nothing: where it stands Approve
will never be, and Deny, which will be, does not take it (attack 10).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from host.control.protocol import CallEnded
from ui import text, theme
from ui.consent import fitting
from ui.consent.action_row import ActionRow
from ui.consent.fitting import fitted
from ui.tr import mark, tr, tr_n, translated
from ui.widgets import boxes
from ui.widgets.cards import Notice

SETTLING_MS: Final = 500
"""For so long nobody can have read what came: what is pressed meanwhile was meant for what was there before."""
_PRESSES: Final = frozenset({QEvent.Type.MouseButtonPress, QEvent.Type.MouseButtonDblClick})
_KEYS: Final = frozenset({Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space})
_ROOM: Final = fitting.ROOM - 3 * theme.PAGE
_WORDS: Final = {
    "expiry": mark("expired"),
    "withdrawal": mark("withdrawn by the app"),
    "stop": mark("denied by the emergency stop"),
    "quit": mark("denied, because Assent is closing"),
    "no-window": mark("denied, because no window was there"),
    "drift": mark("denied, because too much changed"),
    "limit": mark("denied by a limit"),
    "rule": mark("decided by a rule"),
    "grant": mark("let through by a grant"),
    "fault": mark("denied after a fault"),
    "approver": mark("answered"),
}
_ENDED: Final = mark("ended")
_UNSENT: Final = frozenset({"expiry", "withdrawal", "stop", "quit", "no-window", "drift", "limit", "fault"})
"""Ends before anything was dispatched; of others nothing is said that this window cannot know."""


def _button_words(waiting: int) -> str:
    return tr_n("Next question ({n} waiting)", "Next question ({n} waiting)", waiting) if waiting else tr("Close")


class Ending(QWidget):
    """How the call ended, and a button to go on.

    Signals:
        gone_on(): the person has seen it.
    """

    gone_on = Signal()

    def __init__(self, clock: Callable[[], float], buttons: ActionRow, parent: QWidget | None = None) -> None:
        """``clock``: monotonic seconds. ``buttons``: what this stands in place of."""
        super().__init__(parent)
        self._clock = clock
        self._since = self._left_at = -float("inf")
        self.notice = Notice("neutral", tr("This call is over"))
        self.button = text.button(tr("Close"), "normal", parent=self)
        self.button.clicked.connect(self._go_on)
        for watched in (self.button, buttons.deny):
            watched.installEventFilter(self)
        row = QHBoxLayout()
        row.addWidget(self.button)
        row.addStretch(1)
        rows = boxes.column(theme.SECTION, self)
        rows.addWidget(self.notice)
        rows.addLayout(row)

    def show_end(self, ended: CallEnded, *, holds: bool = False) -> None:
        """Say how it ended, and what did not happen. ``holds``: it was about releasing a result."""
        self._since = self._clock()
        words = tr(_WORDS[ended.by]) if ended.by in _WORDS else tr(_ENDED)
        said = translated(ended.why)
        why = fitted(f"{said[:1].upper()}{said[1:]}".rstrip("."), self.fontMetrics(), _ROOM)
        unsent = tr("The result was not released.") if holds else tr("Nothing was sent to the server.")
        nothing = unsent if ended.by in _UNSENT else ""
        title = tr("This review is over: {how}", how=words) if holds else tr("This call is over: {how}", how=words)
        self.notice.set_text(title, f"{why}. {nothing}".strip() if why else nothing)
        self.show()

    def show_next(self, waiting: int) -> None:
        """Name where the button leads."""
        text.set_button_text(self.button, _button_words(waiting))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802  # Qt's name
        """Return presses the button as Space does; what comes too early, or is a key held down, is swallowed."""
        if watched is not self.button:
            return event.type() in _PRESSES and self._is_soon(self._left_at)
        if event.type() in _PRESSES:
            return self._is_soon(self._since)
        if event.type() is QEvent.Type.KeyPress and isinstance(event, QKeyEvent) and event.key() in _KEYS:
            if self._is_soon(self._since) or event.isAutoRepeat():
                return True
            if event.key() != Qt.Key.Key_Space:
                self.button.click()
                return True
        return super().eventFilter(watched, event)

    def _is_soon(self, then: float) -> bool:
        return (self._clock() - then) * 1000 < SETTLING_MS

    def _go_on(self) -> None:
        self._left_at = self._clock()
        self.gone_on.emit()
