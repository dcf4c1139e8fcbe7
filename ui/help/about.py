"""What this program is.

Owns: the page with version, licence, files, and the software that Assent stands on.

Invariants: versions and paths are those that the host said; what is copied for a report holds versions alone.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from host.control.protocol import Welcome
from host.text import Untrusted, one_line
from ui.help import versions
from ui.help.paths import PathsCard
from ui.help.plain_page import PlainPage
from ui.icons import icon
from ui.link import Link
from ui.text import button, label
from ui.tr import mark, tr
from ui.widgets.cards import Card
from ui.widgets.page_parts import facts_grid

LICENCE: Final = mark("Free software under the Apache License 2.0, without any warranty.")
_LONGEST: Final = 80
"""Characters of a licence's name."""


class AboutPage(PlainPage):
    """The page.

    Attributes:
        copy: puts the versions onto the clipboard.
    """

    def __init__(self, link: Link, parent: QWidget | None = None) -> None:
        super().__init__(link, tr("About Assent"), tr("It asks you before an AI app acts."), parent)
        self._welcome: Welcome | None = None
        self._cards: list[Card] = []
        self.copy = button(tr("Copy for a report"))
        self.copy.setIcon(icon("copy"))
        self.copy.clicked.connect(self._on_copy)
        self.copy.setEnabled(False)
        self.header.actions.addWidget(self.copy)

    def set_welcome(self, welcome: Welcome) -> None:
        """Show which host this is."""
        self._welcome = welcome
        self.copy.setEnabled(True)
        for card in self._cards:
            self.column.removeWidget(card)
            card.setParent(None)
            card.deleteLater()
        files = {tr("Profile"): welcome.config, tr("Log"): welcome.log}
        self._cards = [self._this(welcome), PathsCard(tr("Files"), files), _software()]
        for card in self._cards:
            self.column.addWidget(card)

    def _on_copy(self) -> None:
        if self._welcome is not None:
            QGuiApplication.clipboard().setText(versions.report(self._welcome))

    def _this(self, welcome: Welcome) -> Card:
        card = Card()
        card.body.addWidget(label(tr("Assent {version}", version=welcome.version), "heading"))
        card.body.addWidget(label(tr(LICENCE), wrap=True))
        card.body.addWidget(label(tr("Signed in as {person}.", person=Untrusted(welcome.person)), wrap=True))
        if welcome.demo:
            card.body.addWidget(
                label(tr("This is the demonstration: its profile is thrown away at its end."), wrap=True)
            )
        rows = [(name, value) for name, value in versions.versions(welcome).items() if name != "Assent" and value]
        card.body.addWidget(_grid(rows))
        return card


def _software() -> Card:
    card = Card()
    card.body.addWidget(label(tr("Software that Assent stands on"), "heading", wrap=True))
    card.body.addWidget(label(tr("Its licences and notices are installed with each package."), "muted", wrap=True))
    rows = [(f"{part.name} {part.version}", one_line(part.licence, _LONGEST)) for part in versions.parts()]
    card.body.addWidget(_grid(rows))
    return card


def _grid(rows: Iterable[tuple[str, str]]) -> QWidget:
    return facts_grid((Untrusted(name), label(Untrusted(value), wrap=True, selectable=True)) for name, value in rows)
