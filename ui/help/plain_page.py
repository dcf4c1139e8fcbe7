"""A page that is only read: a header above cards in one column.

Owns: its frame, and the card of paths, each with a button that copies it.

Invariants: a path is shown whole and escaped, and copied as it is.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QVBoxLayout, QWidget

from host.text import Untrusted
from ui import theme
from ui.icons import icon
from ui.link import Link
from ui.pages import Page
from ui.text import label, named, tool_button
from ui.tr import tr
from ui.widgets import boxes
from ui.widgets.cards import Card
from ui.widgets.controls import copy_to_clipboard
from ui.widgets.page_parts import PageHeader
from ui.widgets.scroll import FadeScroll

WIDEST: Final = 760
"""Pixels of a card: longer lines are hard to read."""


class PlainPage(Page):
    """The page.

    Attributes:
        header: title, sentence and buttons.
        column: the cards.
    """

    def __init__(self, link: Link, title: str, subtitle: str, parent: QWidget | None = None) -> None:
        super().__init__(link, parent)
        self.header = PageHeader(title, subtitle)
        self.header.setMaximumWidth(WIDEST)
        content = QWidget()
        content.setMaximumWidth(WIDEST + 2 * theme.PAGE)
        self.column = boxes.column(theme.SECTION, content, (theme.PAGE, 0, theme.PAGE, theme.PAGE))
        self.column.setAlignment(Qt.AlignmentFlag.AlignTop)
        scroll = FadeScroll(self)
        scroll.setWidget(content)
        named(scroll, title)
        head = QVBoxLayout()
        head.setContentsMargins(theme.PAGE, 0, theme.PAGE, 0)
        head.addWidget(self.header)
        page = boxes.column(theme.SECTION, self, (0, theme.PAGE, 0, 0))
        page.addLayout(head)
        page.addWidget(scroll, 1)


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
