"""An icon that stands by itself.

Owns: icons outside of buttons. What stays true: it follows the theme; the word beside it says the same, so a screen
reader passes over it unless it was given a name.
"""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from ui import icons


class Glyph(QWidget):
    """One icon of 16, 20 or 24 pixels."""

    def __init__(
        self, name: str, size: int = icons.SMALL, tone: icons.Tone = "text", parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._side = size
        self.show_icon(name, tone)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def show_icon(self, name: str, tone: icons.Tone = "text") -> None:
        """Show another."""
        icons.glyph(name)  # an unknown one is an error here
        self._name, self._tone = name, tone
        self.update()

    def sizeHint(self) -> QSize:  # noqa: N802  # Qt's name
        """Its side."""
        return QSize(self._side, self._side)

    minimumSizeHint = sizeHint  # noqa: N815  # Qt's name

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002, N802  # Qt's signature
        """Draw it in the theme's colours."""
        painter = QPainter(self)
        icons.draw(painter, QRectF(self.rect()), icons.mirrored_glyph(self._name), self._tone)
        painter.end()
