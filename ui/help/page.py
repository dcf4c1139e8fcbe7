"""The help, and all keys of both windows.

Owns: the page of help with its words, in the order in which a newcomer needs them, and where the whole guides are; the
page of keys, which are declared in ``ui.keys``.

Invariants: short sentences about what the person sees and does; the guide for users has the rest.
"""

from __future__ import annotations

from functools import partial
from typing import Final

from resources import guides
from ui import keys, theme
from ui.help.plain_page import PathsCard, PlainPage
from ui.link import Link
from ui.text import button, label
from ui.tr import mark, tr
from ui.widgets.cards import Card
from ui.widgets.page_parts import key_table

TOPICS: Final = (
    (
        mark("What Assent does"),
        (
            mark("AI apps propose calls to tools. Assent shows you each call as it would be sent, and asks."),
            mark("Nothing is sent unless you say yes, now or by a grant or a rule. All of it stands in the log."),
        ),
    ),
    (
        mark("When you are asked"),
        (
            mark("Read from the top: who wants what, what Assent found, then what will be sent."),
            mark("Approve counts after a second, so that no key which you are typing approves. Deny counts at once."),
            mark("Esc puts a question aside. It stays under Waiting, and its time runs."),
        ),
    ),
    (
        mark("When you are not sure"),
        (
            mark("Deny. Nothing is lost: the app hears it and can ask again."),
            mark("Deny with a reason tells the model why. Edit… changes the inputs, and asks you anew."),
            mark("What a server says of itself stands in a dashed frame, because nobody verified it."),
        ),
    ),
    (
        mark("To be asked less"),
        (
            mark("Your yes can cover more than one call. The window says exactly what; Grants takes it back."),
            mark("A rule counts for good. Before you save one you see which past calls it would have let through."),
        ),
    ),
    (
        mark("When something looks wrong"),
        (
            mark("Stop everything denies what waits, cancels what runs, and refuses what is new until you release it."),
            mark("History has every call: what it held, who decided and why, and what came back."),
            mark("In a terminal, assent doctor says what is missing or broken, and what to do."),
        ),
    ),
    (
        mark("To connect an app"),
        (
            mark("AI apps lists those that Assent found here. It puts their servers behind Assent, and back."),
            mark("For any other app, the guide for users shows it step by step."),
        ),
    ),
)
"""Each topic with its sentences."""


class HelpPage(PlainPage):
    """What a newcomer needs to know.

    Attributes:
        keys: leads to the list of keys.
    """

    def __init__(self, link: Link) -> None:
        super().__init__(link, tr("Help"), tr("How Assent works, on one page."))
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


class KeysPage(PlainPage):
    """The lists."""

    def __init__(self, link: Link) -> None:
        super().__init__(link, tr("Keys"), tr("Everything in Assent can be done from the keyboard."))
        for title, shortcuts in ((tr("When you are asked"), keys.CONSENT), (tr("In this window"), keys.MAIN)):
            card = Card()
            card.body.setSpacing(theme.SECTION)
            card.body.addWidget(label(title, "heading"))
            card.body.addWidget(key_table(shortcuts))
            self.column.addWidget(card)
