"""A progress bar for work that takes a while.

Invariants:
    What is done within 300 ms shows nothing.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QProgressBar, QWidget

from ui import theme
from ui.text import Text, label, named, set_text
from ui.theme import motion
from ui.tr import tr
from ui.widgets import boxes

SHOWN_AFTER: Final = 300
"""Milliseconds: less than this is not felt as waiting."""


class Busy(QWidget):
    """A thin bar with words, hidden until ``begin`` and 300 ms."""

    def __init__(self, text: Text = "", *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._text = label(text, "muted", wrap=True, parent=self)
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self._late)
        self._bar = QProgressBar(self)
        self._bar.setTextVisible(False)
        named(self._bar, tr("Working"))
        column = boxes.column(theme.SPACE, self)
        column.addWidget(self._bar)
        column.addWidget(self._text)
        named(self, text or tr("Working"))
        self.hide()

    def begin(self, text: Text = "") -> None:
        """Work begins; what it is."""
        if text:
            set_text(self._text, text)
            named(self, text)
        self._timer.start(SHOWN_AFTER)

    def finish(self) -> None:
        """Work is done."""
        self._timer.stop()
        self.hide()

    def _late(self) -> None:
        self.show()
        self._bar.setRange(0, 1 if motion.reduced() else 0)
