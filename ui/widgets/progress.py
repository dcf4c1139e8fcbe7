"""A progress bar for work that takes a while.

Invariants:
    What is done within 300 ms shows nothing. After 3 s there is a button to stop, where stopping is possible.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QProgressBar, QWidget

from ui import theme
from ui.text import Text, button, label, named, set_text
from ui.theme import motion
from ui.tr import tr
from ui.widgets import boxes

SHOWN_AFTER: Final = 300
"""Milliseconds: less than this is not felt as waiting."""
STOP_AFTER: Final = 3_000
"""Milliseconds: from here on people want to know that they can get out."""


class Busy(QWidget):
    """A thin bar with words, hidden until ``begin`` and 300 ms.

    Attributes:
        stop: its button, hidden for 3 s, and for good where it cannot be stopped.

    Signals:
        stopped(): the person gives up.
    """

    stopped = Signal()

    def __init__(
        self,
        text: Text = "",
        *,
        can_stop: bool = False,
        timer: QTimer | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._can_stop = can_stop
        self._text = label(text, "muted", wrap=True, parent=self)
        self.stop = button(tr("Stop"), parent=self)
        self.stop.clicked.connect(self.stopped)
        self._timer = QTimer(self) if timer is None else timer
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._late)
        self._lay_out()
        named(self, text or tr("Working"))
        self.stop.hide()
        self.hide()

    def begin(self, text: Text = "") -> None:
        """Work begins; what it is."""
        if text:
            set_text(self._text, text)
            named(self, text)
        self.stop.hide()
        self._timer.start(SHOWN_AFTER)

    def finish(self) -> None:
        """Work is done."""
        self._timer.stop()
        self.hide()

    def _late(self) -> None:
        """Time passed: show that there is work, later how to stop it."""
        if self.isHidden():
            self.show()
            self._bar.setRange(0, 1 if motion.reduced() else 0)
            if self._can_stop:
                self._timer.start(STOP_AFTER - SHOWN_AFTER)
        else:
            self.stop.show()

    def _lay_out(self) -> None:
        self._bar = QProgressBar(self)
        self._bar.setTextVisible(False)
        named(self._bar, tr("Working"))
        row = boxes.row(theme.GROUP)
        row.addWidget(self._text, 1)
        row.addWidget(self.stop)
        column = boxes.column(theme.SPACE, self)
        column.addWidget(self._bar)
        column.addLayout(row)
