"""A row of the form: something on the left, something on the right.

Owns: the columns, the steps by which inner values are set in, guides and hairlines. What stays true: all rows share
their columns; where there is no room for two, the right one stands below the left one.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QBoxLayout, QVBoxLayout, QWidget

from ui import text, theme

STEP: Final = theme.SPACE * 4
"""How far inner values are set in."""
DEEPEST: Final = 6
"""Steps after which they are not set in any further; their level is said instead."""


class TwoColumnRow(QWidget):
    """A row. Attributes: left, right: the columns to fill."""

    def __init__(self, depth: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._steps = min(depth, DEEPEST)
        self._names = QWidget(self)
        self.left = _column(QVBoxLayout(self._names), theme.SPACE // 2)
        self.right = _column(QVBoxLayout(), theme.SPACE)
        self._outline = 0
        self._box = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._box.addWidget(self._names, 0, Qt.AlignmentFlag.AlignTop)
        self._box.addLayout(self.right, 1)
        self.arrange(0)

    def arrange(self, names: int) -> None:
        """Stand in columns, the left one this wide; one above the other where it is 0."""
        stacked = names == 0
        inset, pad = self._steps * STEP, theme.GROUP - theme.SPACE // 2 * bool(self._steps)
        direction = QBoxLayout.Direction.TopToBottom if stacked else QBoxLayout.Direction.LeftToRight
        self._box.setDirection(direction)
        self._box.setSpacing(theme.SPACE if stacked else theme.SECTION)
        self._box.setAlignment(self._names, Qt.AlignmentFlag(0) if stacked else Qt.AlignmentFlag.AlignTop)
        _set_in(self._box, inset if stacked else 0, pad)
        _set_in(self._names, 0 if stacked else inset)
        self._names.setMinimumWidth(names)
        self._names.setMaximumWidth(names or self.maximumWidth())

    def outline(self, width: int) -> None:
        """Draw a line of that many pixels around the row; 0 for none."""
        self._outline = width
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002, N802  # Qt's signature
        """A hairline above, and guides beside what stands inside something."""
        painter = QPainter(self)
        painter.setPen(QColor(theme.current().tokens.border))
        for step in range(self._steps):
            inset = step * STEP + theme.SPACE
            side = self.width() - inset if text.is_mirrored() else inset
            painter.drawLine(side, 0, side, self.height())
        if not self._steps and self.y() > 0:
            painter.drawLine(0, 0, self.width(), 0)
        if self._outline:
            self._draw_outline(painter)
        painter.end()

    def _draw_outline(self, painter: QPainter) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(theme.current().tokens.text), self._outline))
        room = self._box.spacing() // 2 if self._names.maximumWidth() < self.maximumWidth() else 0
        place = QRectF(self.right.geometry())
        before, behind = (0, room) if text.is_mirrored() else (room, 0)
        rect = place.adjusted(1 - before, -theme.SPACE, behind - 1, theme.SPACE)
        painter.drawRoundedRect(rect, theme.RADIUS, theme.RADIUS)


def _set_in(part: QWidget | QBoxLayout, inset: int, pad: int = 0) -> None:
    """Leave room on the side where reading begins; Qt mirrors no margins."""
    before, behind = (0, inset) if text.is_mirrored() else (inset, 0)
    part.setContentsMargins(before, pad, behind, pad)


def _column(made: QVBoxLayout, spacing: int) -> QVBoxLayout:
    made.setContentsMargins(0, 0, 0, 0)
    made.setSpacing(spacing)
    return made
