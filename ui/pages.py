"""The pages of the main window: what a page is, and which there are.

Owns: the base class ``Page`` and the registry ``PAGES``, in the order of the navigation. A new page is a module with a
subclass of ``Page`` and one line in ``PAGES``.

Invariants: a page is imported and made when it is first shown; a page that cannot be made costs itself alone: a
message takes its place, and calls can be answered all the same.
"""

from __future__ import annotations

import importlib
import logging
from collections.abc import Callable
from typing import ClassVar, Final, Self, TypeAlias

from msgspec import Struct
from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import QWidget

from host.control.protocol import Welcome
from host.control.views import HostState, RuleDraft
from ui.consent.controller import ConsentController
from ui.link import Link
from ui.text import set_button_text
from ui.tr import mark, tr
from ui.widgets import boxes
from ui.widgets.page_parts import EmptyState

_log = logging.getLogger(__name__)


class ShowCall(Struct, frozen=True):
    """The history shows one call."""

    call_id: str


class MakeRule(Struct, frozen=True):
    """The page of rules opens the editor with the host's draft of a rule for a call."""

    call_id: str


class EditDraft(Struct, frozen=True):
    """The page of rules opens the editor with a suggested rule."""

    draft: RuleDraft


class ExplainTool(Struct, frozen=True):
    """The page of rules explains what the rules say of a tool's calls."""

    server: str
    tool: str


class SetPin(Struct, frozen=True):
    """The settings put the cursor where a PIN is typed."""


class OpenServer(Struct, frozen=True):
    """The page of servers opens the one of this id."""

    server: str


class AddServer(Struct, frozen=True):
    """The page of servers opens the editor for a new one."""


Target: TypeAlias = "AddServer | ShowCall | MakeRule | EditDraft | ExplainTool | SetPin | OpenServer"
"""Something particular that a page can be asked to show."""


class Page(QWidget):
    """A page. All methods may be overridden; none has to be.

    Attributes:
        OWN_ALERTS: keys of the alerts that the page shows itself, which the main window leaves out meanwhile.

    Signals:
        navigate(str, Target | None): go to the page with this key, and show the target there.
        pending_changes_wanted(): the person wants to read the changes of the rules that wait for confirmation.
        happened(News): the person did something here of which the main window tells, with a way to undo it.
    """

    OWN_ALERTS: ClassVar[frozenset[str]] = frozenset()
    navigate = Signal(str, object)
    pending_changes_wanted = Signal()
    happened = Signal(object)

    def __init__(self, link: Link, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._link = link

    @classmethod
    def build(cls, link: Link, consent: ConsentController) -> Self:  # noqa: ARG003  # for those that override it
        """Make the page. One that needs the waiting questions overrides this.

        Args:
            link: the connection to the host.
            consent: the questions that wait, and the window that asks them.
        """
        return cls(link)

    def set_welcome(self, welcome: Welcome) -> None:
        """What the host said once, when it let this window in. Comes before the first ``set_state``."""

    def set_state(self, state: HostState) -> None:
        """The host's state, when the page is made and whenever it changes."""

    def activated(self) -> None:
        """The page was chosen and is shown now."""

    def show_target(self, target: Target) -> None:
        """Show something particular. Targets of other pages are ignored."""

    def focus_filter(self) -> None:
        """Put the cursor into the page's search field, if it has one."""

    def take_focus(self) -> None:
        """Take the keyboard: the first control, or the page itself where it has none."""
        (self.first_tab_stop() or self).setFocus(Qt.FocusReason.ShortcutFocusReason)

    def first_tab_stop(self) -> QWidget | None:
        """The first place of the page that Tab reaches."""
        part = self.nextInFocusChain()
        while part is not None and part is not self:
            reached = part.isVisible() and part.isEnabled() and part.focusPolicy() & Qt.FocusPolicy.TabFocus
            if reached and self.isAncestorOf(part):
                return part
            part = part.nextInFocusChain()
        return None


class TimerWhileShown(QTimer):
    """Does something again and again while a widget is on screen."""

    def __init__(self, widget: QWidget, interval: int, act: Callable[[], None], *, at_once: bool = True) -> None:
        """``interval``: milliseconds. ``at_once``: also as soon as it is shown."""
        super().__init__(widget, interval=interval)
        self._act, self._at_once = act, at_once
        self.timeout.connect(act)
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802  # Qt's name
        """Start and stop with the widget."""
        if event.type() is QEvent.Type.Show:
            if self._at_once:
                self._act()
            self.start()
        elif event.type() is QEvent.Type.Hide:
            self.stop()
        return super().eventFilter(watched, event)


class NothingYet(EmptyState):
    """What a page shows while it has nothing: in the demonstration it leads to the assistant, else to the servers."""

    def __init__(self, page: Page, icon: str, title: str, text: str) -> None:
        super().__init__(icon, title, text, tr("See the servers"))
        self._page, self._leads_to = page, "servers"
        self.acted.connect(self._go)

    def set_welcome(self, welcome: Welcome) -> None:
        """Learn whether this is the demonstration."""
        self._leads_to = "assistant" if welcome.demo else "servers"
        set_button_text(self.action, tr("Go to the assistant") if welcome.demo else tr("See the servers"))

    def _go(self) -> None:
        self._page.navigate.emit(self._leads_to, None)


class FailedPage(Page):
    """What stands in the place of a page that cannot be made."""

    def __init__(self, link: Link, title: str) -> None:
        super().__init__(link)
        boxes.column(0, self).addWidget(
            EmptyState(
                "warning-circle",
                tr("{word} cannot be shown", word=title),
                tr("Something in Assent itself failed. Calls can still be answered; the log of this window says more."),
            )
        )


class PageEntry(Struct, frozen=True):
    """One line of the registry.

    Attributes:
        key: name of the page in the program.
        title: in the navigation; marked for translation.
        icon: in the navigation.
        page: the subclass of ``Page``, as ``module:class``.
        counts_calls: whether the navigation shows beside it how many calls wait.
        foot: whether it is about the program, and stands at the foot of the navigation.
    """

    key: str
    title: str
    icon: str
    page: str
    counts_calls: bool = False
    foot: bool = False

    def load(self) -> type[Page]:
        """Import the page.

        Raises:
            ImportError, AttributeError: there is none of that name.
        """
        module, name = self.page.split(":")
        found: type[Page] = getattr(importlib.import_module(module), name)
        return found


PAGES: Final = (
    PageEntry("waiting", mark("Waiting"), "tray", "ui.waiting.page:WaitingPage", counts_calls=True),
    PageEntry("assistant", mark("Assistant"), "chat-circle-dots", "ui.assistant.page:AssistantPage"),
    PageEntry("history", mark("History"), "clock-counter-clockwise", "ui.history.page:HistoryPage"),
    PageEntry("servers", mark("Servers"), "hard-drives", "ui.servers.page:ServersPage"),
    PageEntry("apps", mark("AI apps"), "app-window", "ui.apps.page:AppsPage"),
    PageEntry("rules", mark("Rules"), "scales", "ui.rules.page:RulesPage"),
    PageEntry("grants", mark("Grants"), "key", "ui.grants.page:GrantsPage"),
    PageEntry("settings", mark("Settings"), "gear-six", "ui.settings.page:SettingsPage"),
    PageEntry("help", mark("Help"), "question", "ui.help_pages:HelpPage", foot=True),
    PageEntry("keys", mark("Keys"), "keyboard", "ui.help_pages:KeysPage", foot=True),
    PageEntry("about", mark("About"), "info", "ui.help_pages:AboutPage", foot=True),
)

WELCOME: Final = PageEntry("welcome", mark("Welcome"), "hand-waving", "ui.welcome:WelcomePage")
"""What a profile where nothing is yet opens on; it stands in no navigation."""


def create_page(entry: PageEntry, link: Link, consent: ConsentController) -> Page:
    """Make a page, or what stands in its place if it cannot be made."""
    try:
        return entry.load().build(link, consent)
    except Exception:  # noqa: BLE001  # a broken page must not take the answering of calls with it
        _log.exception("the page %s cannot be shown", entry.key)
        return FailedPage(link, tr(entry.title))
