"""The head of a page.

Owns: how every page begins. What stays true: title, one sentence, and the page's own actions at the other end.
"""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from ui import theme
from ui.text import Text, label, set_text, shown


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
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme.SECTION)
        row.addLayout(words, 1)
        row.addLayout(self.actions)
        row.setAlignment(self.actions, Qt.AlignmentFlag.AlignTop)
        self.set_subtitle(subtitle)

    def set_title(self, title: Text) -> None:
        """Change the title."""
        set_text(self._title, title)

    def set_subtitle(self, subtitle: Text) -> None:
        """Change the sentence below the title."""
        set_text(self._subtitle, subtitle)
        self._subtitle.setVisible(bool(shown(subtitle)))
