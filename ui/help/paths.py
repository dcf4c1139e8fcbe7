"""Paths on a card, each with a button that copies it.

Invariants: a path is shown whole and escaped, and copied as it is.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout

from host.text import Untrusted
from ui import theme
from ui.icons import icon
from ui.settings.files import copy_to_clipboard
from ui.text import label, tool_button
from ui.tr import tr
from ui.widgets.cards import Card


class PathsCard(Card):
    """The card. ``paths``: what is there, and where."""

    def __init__(self, title: str, paths: Mapping[str, str]) -> None:
        super().__init__()
        grid = QGridLayout()
        grid.setHorizontalSpacing(theme.SECTION)
        grid.setVerticalSpacing(theme.SPACE)
        grid.setColumnStretch(1, 1)
        self.body.addWidget(label(title, "heading"))
        self.body.addLayout(grid)
        for row, (name, path) in enumerate(paths.items()):
            copy = tool_button(icon("copy"), tr("Copy path: {name}", name=name))
            copy.clicked.connect(partial(copy_to_clipboard, path))
            grid.addWidget(label(name, "muted"), row, 0)
            grid.addWidget(label(Untrusted(path), "mono", wrap=True, selectable=True), row, 1)
            grid.addWidget(copy, row, 2, Qt.AlignmentFlag.AlignTop)
