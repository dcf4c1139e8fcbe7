"""What a page shows while it has nothing.

Owns: empty states. What stays true: they say what belongs here, and offer the next step where there is one;
where there is no room for the words they scroll.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from ui import icons, theme
from ui.text import Text, button, label, named
from ui.widgets.glyph import Glyph
from ui.widgets.scroll import FadeScroll

_WIDTH: Final = 420
"""Pixels of the longest line: a sentence is read more easily when it is not a whole window wide."""


class EmptyState(QWidget):
    """An empty state. Signals: acted(): its one button was pressed."""

    acted = Signal()

    def __init__(self, icon: str, title: Text, text: Text, action: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.title = label(title, "heading", wrap=True)
        self.text = label(text, "muted", wrap=True)
        inside = QWidget()
        middle = QWidget(inside)
        middle.setMaximumWidth(_WIDTH)
        column = QVBoxLayout(middle)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.GROUP)
        column.addStretch(2)
        column.addWidget(Glyph(icon, icons.LARGE, "muted"), 0, Qt.AlignmentFlag.AlignHCenter)
        for words in (self.title, self.text):
            words.setAlignment(Qt.AlignmentFlag.AlignCenter)
            column.addWidget(words)
        if action:
            self.action = button(action)
            self.action.clicked.connect(self.acted)
            column.addSpacing(theme.GROUP)
            column.addWidget(self.action, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addStretch(3)
        row = QHBoxLayout(inside)
        row.setContentsMargins(theme.GROUP, theme.GROUP, theme.GROUP, theme.GROUP)
        row.addStretch(1)
        row.addWidget(middle, 1000)
        row.addStretch(1)
        self.area = FadeScroll(self)
        self.area.setWidget(inside)
        named(self.area, title)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(self.area)
