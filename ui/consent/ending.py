"""What stands in place of the buttons once a call is over.

Owns: those words, and the button that goes on. What stays true: nobody is left to guess how a call ended; that nothing
was sent is said only where it is sure.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from host.control.protocol import CallEnded
from ui import text, theme
from ui.consent import fitting
from ui.consent.fitting import fitted
from ui.widgets.notice import Notice

_ROOM: Final = fitting.ROOM - 3 * theme.PAGE
_WORDS: Final = {
    "expiry": "expired",
    "withdrawal": "withdrawn by the app",
    "stop": "denied by the emergency stop",
    "quit": "denied, because Assent is closing",
    "no-window": "denied, because no window was there",
    "drift": "denied, because too much changed",
    "limit": "denied by a limit",
    "rule": "decided by a rule",
    "grant": "let through by a grant",
    "fault": "denied after a fault",
    "approver": "answered",
}
_UNSENT: Final = frozenset({"expiry", "withdrawal", "stop", "quit", "no-window", "drift", "limit", "fault"})
"""Ends before anything was dispatched; of others nothing is said that this window cannot know."""


class Ending(QWidget):
    """How the call ended, and a button to go on.

    Signals:
        gone_on(): the person has seen it.
    """

    gone_on = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.notice = Notice("neutral", "This call is over")
        self.button = text.button("Close", "normal", parent=self)
        self.button.clicked.connect(self.gone_on)
        row = QHBoxLayout()
        row.addStretch(1)
        row.addWidget(self.button)
        rows = QVBoxLayout(self)
        rows.setContentsMargins(0, 0, 0, 0)
        rows.setSpacing(theme.SECTION)
        rows.addWidget(self.notice)
        rows.addLayout(row)

    def show_end(self, ended: CallEnded) -> None:
        """Say how it ended; nothing was sent."""
        words = _WORDS.get(ended.by, "ended")
        why = fitted(f"{ended.why[:1].upper()}{ended.why[1:]}".rstrip("."), self.fontMetrics(), _ROOM)
        nothing = "Nothing was sent to the server." if ended.by in _UNSENT else ""
        self.notice.set_text(f"This call is over: {words}", f"{why}. {nothing}".strip() if why else nothing)
        self.show()
        self.button.setFocus(Qt.FocusReason.OtherFocusReason)

    def show_next(self, waiting: int) -> None:
        """Name where the button leads."""
        text.set_button_text(self.button, f"Next question ({waiting:,} waiting)" if waiting else "Close")
