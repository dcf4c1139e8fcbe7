"""All keys of both windows.

Owns: the page; the keys themselves are declared in ``ui.keys``.
"""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from ui import keys, theme
from ui.help.plain_page import PlainPage
from ui.link import Link
from ui.text import label
from ui.tr import tr
from ui.widgets.cards import Card
from ui.widgets.key_table import KeyTable


class KeysPage(PlainPage):
    """The lists."""

    def __init__(self, link: Link, parent: QWidget | None = None) -> None:
        super().__init__(link, tr("Keys"), tr("Everything in Assent can be done from the keyboard."), parent)
        for title, shortcuts in ((tr("When you are asked"), keys.CONSENT), (tr("In this window"), keys.MAIN)):
            card = Card()
            card.body.setSpacing(theme.SECTION)
            card.body.addWidget(label(title, "heading"))
            card.body.addWidget(KeyTable(shortcuts))
            self.column.addWidget(card)
