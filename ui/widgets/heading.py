"""The head of a page.

Owns: how every page begins. What stays true: title, one sentence, and the page's own actions at the other
end; beneath them where the page is so narrow that either would be cut.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QVBoxLayout, QWidget

from ui import theme
from ui.text import Text, label, set_text, shown

LEAST_WORDS: Final = 240
"""Pixels that title and sentence have beside the buttons, at least."""


class PageHeader(QWidget):
    """Title and subtitle. Attributes: actions: the layout for the page's buttons."""

    actions: QHBoxLayout  # type: ignore[assignment]  # hides QWidget.actions(), which no header has

    def __init__(self, title: Text, subtitle: Text = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._title = label(title, "title", wrap=True, parent=self)
        self._subtitle = label("", "muted", wrap=True, parent=self)
        self.actions = QHBoxLayout()
        self.actions.setSpacing(theme.GROUP)
        words = QVBoxLayout()
        words.setSpacing(theme.SPACE)
        words.addWidget(self._title)
        words.addWidget(self._subtitle)
        self._row = row = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme.SECTION)
        row.addLayout(words, 1)
        row.addLayout(self.actions)
        row.setAlignment(self.actions, Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeading)
        self.set_subtitle(subtitle)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  # Qt's name
        """Another width."""
        super().resizeEvent(event)
        beside = LEAST_WORDS + theme.SECTION + self.actions.sizeHint().width() <= self.width()
        self._row.setDirection(QBoxLayout.Direction.LeftToRight if beside else QBoxLayout.Direction.TopToBottom)

    def set_title(self, title: Text) -> None:
        """Change the title."""
        set_text(self._title, title)

    def set_subtitle(self, subtitle: Text) -> None:
        """Change the sentence below the title."""
        set_text(self._subtitle, subtitle)
        self._subtitle.setVisible(bool(shown(subtitle)))
