"""A frame with room for things.

Owns: the one way to set something apart. What stays true: the frame's kind alone decides how it looks.
"""

from __future__ import annotations

from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from ui import theme


class Card(QFrame):
    """A frame. Attributes: body: the layout to fill."""

    def __init__(self, frame: str = "card", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("frame", frame)
        self.body = QVBoxLayout(self)
        self.body.setContentsMargins(theme.SECTION, theme.GROUP + theme.SPACE, theme.SECTION, theme.GROUP + theme.SPACE)
        self.body.setSpacing(theme.GROUP)

    def set_frame(self, frame: str) -> None:
        """Change the frame's kind, and with it how it looks."""
        self.setProperty("frame", frame)
        self.style().unpolish(self)
        self.style().polish(self)


def rule(parent: QWidget | None = None) -> QFrame:
    """A hairline between two things."""
    made = QFrame(parent)
    made.setProperty("frame", "rule")
    return made
