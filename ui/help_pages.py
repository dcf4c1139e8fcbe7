"""The pages about the program itself: the help, all keys of both windows, and *About*.

Owns: the layout of pages that are only read; the texts of the help, in the order in which a newcomer needs them, and
the paths of the guides; version, licence, files and used software; the report of the versions.

Invariants: sentences of the help are short and about what the person sees and does; the keys come from ``ui.keys``. A
path is shown whole and escaped, and copied as it is; versions and paths come from the host. The report that is copied
holds only versions: no path, no name of a person, nothing of any call.
"""

from __future__ import annotations

import platform
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from importlib import metadata
from typing import Final

import PySide6
from msgspec import Struct
from PySide6.QtCore import qVersion
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from host import regex
from host.control.protocol import Welcome
from host.text import Untrusted, one_line
from resources import guides
from ui import keys, theme
from ui.icons import icon
from ui.link import Link
from ui.pages import Page
from ui.text import button, label
from ui.tr import mark, tr
from ui.widgets import boxes
from ui.widgets.boxes import STRETCH, fill, grow, refill, scrolled
from ui.widgets.cards import Card
from ui.widgets.controls import add_path
from ui.widgets.page_parts import PageHeader, facts_grid, key_table

MAX_CARD_WIDTH: Final = 760  # pixels of a card: longer lines are hard to read


class PlainPage(Page):
    """A page that is only read: a header and cards below it."""

    def __init__(self, link: Link, title: str, subtitle: str, parent: QWidget | None = None) -> None:
        super().__init__(link, parent)
        self.header = PageHeader(title, subtitle)
        self.header.setMaximumWidth(MAX_CARD_WIDTH)
        self.column = boxes.column(theme.SECTION)
        margins = (theme.PAGE, 0, theme.PAGE, theme.PAGE)
        scroll = scrolled(title, self.column, margins=margins, widest=MAX_CARD_WIDTH + 2 * theme.PAGE)
        header = grow(self.header, MAX_CARD_WIDTH)  # as wide as the cards and above them: Qt would centre it alone
        head = fill(boxes.row(0, margins=(theme.PAGE, 0, theme.PAGE, 0)), header, STRETCH)
        fill(boxes.column(theme.SECTION, self, (0, theme.PAGE, 0, 0)), head, grow(scroll))


class PathsCard(Card):
    """A card with named paths that can be copied. ``paths``: by name."""

    def __init__(self, title: str, paths: Mapping[str, str]) -> None:
        super().__init__()
        grid = boxes.grid(theme.SECTION, theme.SPACE)
        fill(self.body, label(title, "heading"), grid)
        for row, (name, path) in enumerate(paths.items()):
            add_path(grid, row, name, path)


TOPICS: Final = (
    (
        mark("What Assent does"),
        (
            mark("AI apps propose calls to tools. Assent shows you each call as it would be sent, and asks."),
            mark("Nothing is sent unless you say yes, now or by a grant or a rule. The log has all of it."),
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
            mark("Deny. Nothing is lost: the app is told and can ask again."),
            mark("Deny with a reason tells the model why. Edit… changes the inputs, and asks you again."),
            mark("What a server says about itself is in a dashed frame, because nobody verified it."),
        ),
    ),
    (
        mark("To be asked less"),
        (
            mark("Your yes can cover more than one call. The window says exactly what; Grants takes it back."),
            mark("A rule applies permanently. Before you save one you see which past calls it would have let through."),
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
    """The help for newcomers. ``keys``: the button that leads to the list of keys."""

    def __init__(self, link: Link) -> None:
        super().__init__(link, tr("Help"), tr("How Assent works, on one page."))
        self.keys = button(tr("See all keys"), on_click=partial(self.navigate.emit, "keys", None))
        self.header.actions.addWidget(self.keys)
        for title, sentences in TOPICS:
            card = Card()
            card.body.setSpacing(theme.SPACE)
            card.body.addWidget(label(tr(title), "heading", wrap=True))
            for sentence in sentences:
                card.body.addWidget(label(tr(sentence), wrap=True))
            self.column.addWidget(card)
        names = {"users": tr("For users"), "administrators": tr("For administrators")}
        if paths := {names[name]: str(path) for name, path in guides().items() if name in names}:
            self.column.addWidget(PathsCard(tr("The whole guides"), paths))


class KeysPage(PlainPage):
    """The keys of both windows."""

    def __init__(self, link: Link) -> None:
        super().__init__(link, tr("Keys"), tr("Everything in Assent can be done from the keyboard."))
        for title, shortcuts in ((tr("When you are asked"), keys.CONSENT), (tr("In this window"), keys.MAIN)):
            card = Card()
            card.body.setSpacing(theme.SECTION)
            fill(card.body, label(title, "heading"), key_table(shortcuts))
            self.column.addWidget(card)


LICENCE: Final = mark("Free software under the Apache License 2.0, without any warranty.")
_MAX_LICENCE: Final = 80  # characters of a licence's name


class AboutPage(PlainPage):
    """Version, licence, files and used software. ``copy``: the button that copies the report of the versions."""

    def __init__(self, link: Link) -> None:
        super().__init__(link, tr("About Assent"), tr("It asks you before an AI app acts."))
        self._welcome: Welcome | None = None
        self.copy = button(tr("Copy for a report"), on_click=self._on_copy)
        self.copy.setIcon(icon("copy"))
        self.copy.setEnabled(False)
        self.header.actions.addWidget(self.copy)

    def set_welcome(self, welcome: Welcome) -> None:
        """Show the versions and files of this host."""
        self._welcome = welcome
        self.copy.setEnabled(True)
        files = {tr("Profile"): welcome.config, tr("Log"): welcome.log}
        refill(self.column, _version_card(welcome), PathsCard(tr("Files"), files), _software_card())

    def _on_copy(self) -> None:
        if self._welcome is not None:
            QGuiApplication.clipboard().setText(report(self._welcome))


def _version_card(welcome: Welcome) -> Card:
    card = Card()
    fill(card.body, label(tr("Assent {version}", version=welcome.version), "heading"), label(tr(LICENCE), wrap=True))
    fill(card.body, label(tr("Signed in as {person}.", person=Untrusted(welcome.person)), wrap=True))
    if welcome.demo:
        card.body.addWidget(label(tr("This is the demonstration: its profile is thrown away at its end."), wrap=True))
    rows = [(name, value) for name, value in versions(welcome).items() if name != "Assent" and value]
    card.body.addWidget(_grid(rows))
    return card


def _software_card() -> Card:
    card = Card()
    fill(card.body, label(tr("Software that Assent uses"), "heading", wrap=True))
    fill(card.body, label(tr("Its licences and notices are installed with each package."), "muted", wrap=True))
    rows = [
        (f"{package.name} {package.version}", one_line(package.licence, _MAX_LICENCE))
        for package in required_packages()
    ]
    card.body.addWidget(_grid(rows))
    return card


def _grid(rows: Iterable[tuple[str, str]]) -> QWidget:
    return facts_grid((Untrusted(name), label(Untrusted(value), wrap=True, selectable=True)) for name, value in rows)


DISTRIBUTION: Final = "assent"
_NAME: Final = regex.pattern(r"[A-Za-z0-9._-]+")
_LICENCE_CLASSIFIER: Final = "License :: OSI Approved :: "


class Package(Struct, frozen=True):
    """A used package: its name, version and licence by its metadata (untrusted)."""

    name: str
    version: str
    licence: str


def versions(welcome: Welcome) -> dict[str, str]:
    """The versions of what runs here, by name."""
    return {
        "Assent": welcome.version,
        "MCP": ", ".join(reversed(welcome.revisions)),
        "Python": platform.python_version(),
        "Qt": qVersion(),
        "PySide": PySide6.__version__,
        "System": f"{platform.system()} {platform.release()} ({platform.machine()})",
    }


def report(welcome: Welcome) -> str:
    """The versions as text, for a bug report."""
    return "".join(f"{name}: {value}\n" for name, value in versions(welcome).items())


def required_packages() -> Iterator[Package]:
    """The installed packages that Assent requires; none if Assent itself is not installed."""
    try:
        required = metadata.requires(DISTRIBUTION) or []
    except metadata.PackageNotFoundError:
        return
    names = {match[0].casefold() for line in required if "extra ==" not in line and (match := _NAME.match(line))}
    for name in sorted(names):
        try:
            package = metadata.metadata(name)
        except metadata.PackageNotFoundError:
            continue
        yield Package(package["Name"], package["Version"], _licence(package))


def _licence(package: metadata.PackageMetadata) -> str:
    declared = package.get_all("License-Expression") or package.get_all("License") or []
    classified = [
        line.removeprefix(_LICENCE_CLASSIFIER)
        for line in package.get_all("Classifier") or []
        if _LICENCE_CLASSIFIER in line
    ]
    first = next((line.strip() for line in (*declared, *classified) if line.strip()), "")
    return first.partition("\n")[0]
