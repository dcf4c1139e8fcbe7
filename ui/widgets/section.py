"""A titled part of a side panel.

Owns: its look. What stays true: the title wraps, and stands close above what it names.
"""

from __future__ import annotations

from PySide6.QtWidgets import QVBoxLayout, QWidget

from ui import text
from ui.theme import GROUP


def section(title: str, inside: QWidget) -> QWidget:
    """``inside`` with our own words above it."""
    whole = QWidget()
    column = QVBoxLayout(whole)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(GROUP)
    column.addWidget(text.label(title, "strong", wrap=True))
    column.addWidget(inside)
    return whole
