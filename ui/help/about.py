"""What this program is.

Owns: the page with version, licence, files, and the software that Assent stands on; the report of the versions.

Invariants: versions and paths are those that the host said; what is copied for a report holds versions alone: no path,
no name of a person, nothing of any call.
"""

from __future__ import annotations

import platform
import re
from collections.abc import Iterable, Iterator
from importlib import metadata
from typing import Final

import PySide6
from msgspec import Struct
from PySide6.QtCore import qVersion
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from host.control.protocol import Welcome
from host.text import Untrusted, one_line
from ui.help.plain_page import PathsCard, PlainPage
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

    def __init__(self, link: Link) -> None:
        super().__init__(link, tr("About Assent"), tr("It asks you before an AI app acts."))
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
            QGuiApplication.clipboard().setText(report(self._welcome))

    def _this(self, welcome: Welcome) -> Card:
        card = Card()
        card.body.addWidget(label(tr("Assent {version}", version=welcome.version), "heading"))
        card.body.addWidget(label(tr(LICENCE), wrap=True))
        card.body.addWidget(label(tr("Signed in as {person}.", person=Untrusted(welcome.person)), wrap=True))
        if welcome.demo:
            card.body.addWidget(
                label(tr("This is the demonstration: its profile is thrown away at its end."), wrap=True)
            )
        rows = [(name, value) for name, value in versions(welcome).items() if name != "Assent" and value]
        card.body.addWidget(_grid(rows))
        return card


def _software() -> Card:
    card = Card()
    card.body.addWidget(label(tr("Software that Assent stands on"), "heading", wrap=True))
    card.body.addWidget(label(tr("Its licences and notices are installed with each package."), "muted", wrap=True))
    rows = [(f"{part.name} {part.version}", one_line(part.licence, _LONGEST)) for part in parts()]
    card.body.addWidget(_grid(rows))
    return card


def _grid(rows: Iterable[tuple[str, str]]) -> QWidget:
    return facts_grid((Untrusted(name), label(Untrusted(value), wrap=True, selectable=True)) for name, value in rows)


DISTRIBUTION: Final = "assent"
_NAME: Final = re.compile(r"[A-Za-z0-9._-]+")
_LICENCE: Final = "License :: OSI Approved :: "


class Part(Struct, frozen=True):
    """Software of others. Attributes: name, version, licence: as it says itself (untrusted)."""

    name: str
    version: str
    licence: str


def versions(welcome: Welcome) -> dict[str, str]:
    """What runs here, by name."""
    return {
        "Assent": welcome.version,
        "MCP": ", ".join(reversed(welcome.revisions)),
        "Python": platform.python_version(),
        "Qt": qVersion(),
        "PySide": PySide6.__version__,
        "System": f"{platform.system()} {platform.release()} ({platform.machine()})",
    }


def report(welcome: Welcome) -> str:
    """The versions as text, for whoever reports something."""
    return "".join(f"{name}: {value}\n" for name, value in versions(welcome).items())


def parts() -> tuple[Part, ...]:
    """The packages that Assent needs, as far as they are installed; none where it is not installed itself."""
    return tuple(_parts())


def _parts() -> Iterator[Part]:
    try:
        required = metadata.requires(DISTRIBUTION) or []
    except metadata.PackageNotFoundError:
        return
    names = {found[0].casefold() for line in required if "extra ==" not in line and (found := _NAME.match(line))}
    for name in sorted(names):
        try:
            about = metadata.metadata(name)
        except metadata.PackageNotFoundError:
            continue
        yield Part(about["Name"], about["Version"], _licence(about))


def _licence(about: metadata.PackageMetadata) -> str:
    told = about.get_all("License-Expression") or about.get_all("License") or []
    classified = [line.removeprefix(_LICENCE) for line in about.get_all("Classifier") or [] if _LICENCE in line]
    first = next((line.strip() for line in (*told, *classified) if line.strip()), "")
    return first.partition("\n")[0]
