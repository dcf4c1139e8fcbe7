"""A list of keys and what they do.

Invariants: each line is one sentence to a screen reader, keys first.
"""

from __future__ import annotations

from PySide6.QtWidgets import QGridLayout, QWidget

from ui import text, theme
from ui.keys import Shortcut
from ui.tr import tr
from ui.widgets import boxes
from ui.widgets.labels import Badge


class KeyTable(QWidget):
    """The list."""

    def __init__(self, shortcuts: tuple[Shortcut, ...], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(theme.PAGE)
        grid.setVerticalSpacing(theme.GROUP + theme.SPACE)
        grid.setColumnStretch(1, 1)
        for number, shortcut in enumerate(shortcuts):
            grid.addWidget(_keys(shortcut.keys, self), number, 0)
            said = text.label(tr(shortcut.does), "body", wrap=True, parent=self)
            text.named(said, f"{', '.join(shortcut.keys)}: {tr(shortcut.does)}")
            grid.addWidget(said, number, 1)


def _keys(names: tuple[str, ...], parent: QWidget) -> QWidget:
    both = QWidget(parent)
    row = boxes.row(theme.SPACE, both)
    for name in names:
        row.addWidget(Badge(name, "neutral", parent=both))
    row.addStretch(1)
    return both
