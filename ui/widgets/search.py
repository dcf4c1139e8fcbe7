"""The field above a list in which words are typed to find something.

Owns: how such a field looks and what it is called. What stays true: what is typed is bounded; everything in the field
that can be clicked has a name, the button that empties it too.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit, QToolButton, QWidget

from ui.text import named
from ui.tr import tr

LONGEST: Final = 200
"""Characters that can be typed."""


class SearchField(QLineEdit):
    """A field for words. ``hint``: shown while it is empty. ``name``: what a screen reader says of it."""

    def __init__(self, hint: str, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setPlaceholderText(hint)
        self.setClearButtonEnabled(True)
        self.setMaxLength(LONGEST)
        named(self, name)
        for inside in self.findChildren(QToolButton):
            named(inside, tr("Clear the field"))

    def take_focus(self) -> None:
        """Put the cursor into it, over what is typed."""
        self.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.selectAll()
