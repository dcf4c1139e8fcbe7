"""The monogram of an app or a server: its initials on a tint.

Invariants: it is drawn from letters and theme colours, never from an image of an app or a server; an app has a disc
and a server a square, so that their shapes differ; it repeats the name beside it.
"""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFont, QIcon, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from ui import display_names, icons, theme
from ui.display_names import Kind
from ui.text import named


class Monogram(QWidget):
    """A monogram of an app or a server."""

    def __init__(self, kind: Kind, its_id: str = "", size: int = icons.MEDIUM, parent: QWidget | None = None) -> None:
        """``size``: in pixels, ``icons.MEDIUM`` beside a line, ``theme.MONOGRAM`` beside a heading."""
        super().__init__(parent)
        self.setFixedSize(size, size)
        self.show_of(kind, its_id)

    def show_of(self, kind: Kind, its_id: str) -> None:
        """Show the monogram of another app or server."""
        self.kind, self.its_id = kind, its_id
        named(self, display_names.name_of(kind, its_id))
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002, N802  # Qt's signature
        """Paint the monogram."""
        painter = QPainter(self)
        draw(painter, QRectF(self.rect()), self.kind, self.its_id)
        painter.end()


def monogram_icon(kind: Kind, its_id: str) -> QIcon:
    """A monogram as an icon, for table cells."""
    return QIcon(icons.DrawnIcon(lambda painter, rect, _: draw(painter, QRectF(rect), kind, its_id)))


def draw(painter: QPainter, rect: QRectF, kind: Kind, its_id: str) -> None:
    """Paint a monogram into the largest square in the middle of ``rect``."""
    side = min(rect.width(), rect.height())
    square = QRectF(0, 0, side, side)
    square.moveCenter(rect.center())
    tokens = theme.current().tokens
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(getattr(tokens, f"monogram_{display_names.tint(kind, its_id)}")))
    radius = side / 2 if kind == "app" else side / 4
    painter.drawRoundedRect(square, radius, radius)
    font = QFont(painter.font())
    font.setPixelSize(max(1, round(side * 0.44)))
    font.setWeight(QFont.Weight.DemiBold)
    painter.setFont(font)
    painter.setPen(QColor(tokens.on_face))
    painter.drawText(square, Qt.AlignmentFlag.AlignCenter, display_names.initials(kind, its_id))
    painter.restore()
