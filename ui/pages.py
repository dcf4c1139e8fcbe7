"""The pages of the main window: which there are, and how each is made.

Owns: the order of the navigation. What stays true: a page is imported and made when it is first shown; a page that
cannot be made costs itself alone: its place says so, and calls can be answered all the same.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Protocol

from PySide6.QtWidgets import QWidget

from host.control.views import HostState
from ui.consent.controller import ConsentController
from ui.link import Link
from ui.tr import mark, tr
from ui.widgets.page_parts import EmptyState

_log = logging.getLogger(__name__)


class Page(Protocol):
    """What the main window wants of a page, beside being a widget."""

    def set_state(self, state: HostState) -> None:
        """The host's state changed."""

    def activated(self) -> None:
        """The page was chosen."""


@dataclass(frozen=True, slots=True)
class PageEntry:
    """One page. Attributes: key, word, icon: in the navigation. make: the page itself."""

    key: str
    word: str
    icon: str
    make: Callable[[Link, ConsentController], QWidget]


def _waiting(link: Link, consent: ConsentController) -> QWidget:
    from ui.waiting.page import WaitingPage

    return WaitingPage(link, consent)


def _assistant(link: Link, consent: ConsentController) -> QWidget:
    from ui.assistant.page import AssistantPage

    return AssistantPage(link, consent)


def _history(link: Link, _: ConsentController) -> QWidget:
    from ui.history.page import HistoryPage

    return HistoryPage(link)


def _servers(link: Link, _: ConsentController) -> QWidget:
    from ui.servers.page import ServersPage

    return ServersPage(link)


def _rules(link: Link, _: ConsentController) -> QWidget:
    from ui.rules.page import RulesPage

    return RulesPage(link)


def _grants(link: Link, _: ConsentController) -> QWidget:
    from ui.grants.page import GrantsPage

    return GrantsPage(link)


def _settings(link: Link, _: ConsentController) -> QWidget:
    from ui.settings.page import SettingsPage

    return SettingsPage(link)


PAGES: Final = (
    PageEntry("waiting", mark("Waiting"), "tray", _waiting),
    PageEntry("assistant", mark("Assistant"), "chat-circle-dots", _assistant),
    PageEntry("history", mark("History"), "clock-counter-clockwise", _history),
    PageEntry("servers", mark("Servers"), "hard-drives", _servers),
    PageEntry("rules", mark("Rules"), "scales", _rules),
    PageEntry("grants", mark("Grants"), "key", _grants),
    PageEntry("settings", mark("Settings"), "gear-six", _settings),
)


def create_page(entry: PageEntry, link: Link, consent: ConsentController) -> QWidget:
    """The page, or what stands in its place if it cannot be made."""
    try:
        return entry.make(link, consent)
    except Exception:  # noqa: BLE001  # a broken page must not take the answering of calls with it
        _log.exception("the page %s cannot be shown", entry.key)
        return EmptyState(
            "warning-circle",
            tr("{word} cannot be shown", word=tr(entry.word)),
            tr("Something in Assent itself failed. Calls can still be answered; the log of this window says more."),
        )
