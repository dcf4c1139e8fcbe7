"""A page that is only read: a header above cards in one column.

Owns: its frame.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QVBoxLayout, QWidget

from ui import theme
from ui.link import Link
from ui.pages import Page
from ui.text import named
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
        self.column = QVBoxLayout(content)
        self.column.setContentsMargins(theme.PAGE, 0, theme.PAGE, theme.PAGE)
        self.column.setSpacing(theme.SECTION)
        self.column.setAlignment(Qt.AlignmentFlag.AlignTop)
        scroll = FadeScroll(self)
        scroll.setWidget(content)
        named(scroll, title)
        head = QVBoxLayout()
        head.setContentsMargins(theme.PAGE, 0, theme.PAGE, 0)
        head.addWidget(self.header)
        page = QVBoxLayout(self)
        page.setContentsMargins(0, theme.PAGE, 0, 0)
        page.setSpacing(theme.SECTION)
        page.addLayout(head)
        page.addWidget(scroll, 1)
