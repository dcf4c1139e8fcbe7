"""The help.

Owns: the page with its topics, and where the whole guides are.
"""

from __future__ import annotations

from functools import partial

from PySide6.QtWidgets import QWidget

from resources import guides
from ui import theme
from ui.help.paths import PathsCard
from ui.help.plain_page import PlainPage
from ui.help.topics import TOPICS
from ui.link import Link
from ui.text import button, label
from ui.tr import tr
from ui.widgets.cards import Card


class HelpPage(PlainPage):
    """What a newcomer needs to know.

    Attributes:
        keys: leads to the list of keys.
    """

    def __init__(self, link: Link, parent: QWidget | None = None) -> None:
        super().__init__(link, tr("Help"), tr("How Assent works, on one page."), parent)
        self.keys = button(tr("See all keys"))
        self.keys.clicked.connect(partial(self.navigate.emit, "keys", None))
        self.header.actions.addWidget(self.keys)
        for title, sentences in TOPICS:
            card = Card()
            card.body.setSpacing(theme.SPACE)
            card.body.addWidget(label(tr(title), "heading", wrap=True))
            for sentence in sentences:
                card.body.addWidget(label(tr(sentence), wrap=True))
            self.column.addWidget(card)
        names = {"users": tr("For users"), "administrators": tr("For administrators")}
        if found := {names[name]: str(path) for name, path in guides().items() if name in names}:
            self.column.addWidget(PathsCard(tr("The whole guides"), found))
