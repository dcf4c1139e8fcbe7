"""Shows on a button how far the time has gone after which it answers.

Owns: a tint that runs across the button from where lines begin, with a line at its foot that every theme shows.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from ui import theme
from ui.text import is_mirrored

_LINE: Final = 3
"""Pixels of the line at the foot."""
_TINT: Final = 0.12
"""Opacity of the tint: the words are read through it."""


class ArmingBar(QWidget):
    """Lies over its button, and takes no press from it."""

    def __init__(self, button: QWidget) -> None:
        super().__init__(button)
        self._progress = 0.0
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()
        button.installEventFilter(self)

    def show_progress(self, progress: float | None) -> None:
        """``progress``: from 0 to 1; None where nothing is waited for."""
        self.setVisible(progress is not None)
        if progress is not None and progress != self._progress:
            self._progress = progress
            self.update()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802  # Qt's name
        """Stay as large as the button within its corners."""
        if event.type() is QEvent.Type.Resize and isinstance(watched, QWidget):
            self.setGeometry(watched.rect().adjusted(4, 1, -4, -1))
        return super().eventFilter(watched, event)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002, N802  # Qt's signature
        """From the left, or from the right where lines begin there."""
        done = self.rect()
        done.setWidth(round(self.width() * self._progress))
        if is_mirrored():
            done.moveRight(self.rect().right())
        ink = QColor(theme.current().tokens.muted)
        painter = QPainter(self)
        painter.fillRect(done.adjusted(0, self.height() - _LINE, 0, 0), ink)
        ink.setAlphaF(_TINT)
        painter.fillRect(done, ink)
        painter.end()
