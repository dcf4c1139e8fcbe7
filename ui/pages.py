"""The base class of the pages of the main window, and their registry.

Owns: the base class ``Page`` and the registry ``PAGES``, in the order of the navigation. A new page is a module with a
subclass of ``Page`` and one line in ``PAGES``.

Invariants: a page is imported and created when it is first shown; if that fails, a message takes its place, and calls
can still be answered.
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
from ui.widgets.page_parts import EmptyState, SearchField
from ui.widgets.scroll import FadeScroll

_log = logging.getLogger(__name__)


class ShowCall(Struct, frozen=True):
    """Show one call in the history."""

    call_id: str


class MakeRule(Struct, frozen=True):
    """Open the rule editor with the host's draft of a rule for a call."""

    call_id: str


class EditDraft(Struct, frozen=True):
    """Open the rule editor with a suggested rule."""

    draft: RuleDraft


class ExplainTool(Struct, frozen=True):
    """Explain on the page of rules what the rules say of a tool's calls."""

    server: str
    tool: str


class SetPin(Struct, frozen=True):
    """Put the cursor into the field for the PIN in the settings."""


class OpenServer(Struct, frozen=True):
    """Open the server with this id on the page of servers."""

    server: str


class AddServer(Struct, frozen=True):
    """Open the editor for a new server on the page of servers."""


Target: TypeAlias = "AddServer | ShowCall | MakeRule | EditDraft | ExplainTool | SetPin | OpenServer"
"""What a page can be asked to show."""


class Page(QWidget):
    """A page. All methods may be overridden; none has to be.

    Attributes:
        OWN_ALERTS: keys of the alerts that the page shows itself, so that the main window hides them meanwhile.
    """

    OWN_ALERTS: ClassVar[frozenset[str]] = frozenset()
    navigate = Signal(str, object)  # str, Target | None: go to the page with this key, and show the target there
    pending_changes_wanted = Signal()  # the person wants to read the changes of the rules that wait for confirmation
    happened = Signal(object)  # ToastMessage: what the person did, which the main window tells, with a way to undo it
    own_alerts_changed = Signal()  # ``own_alerts`` is another set now

    def __init__(self, link: Link, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._link = link

    @classmethod
    def build(cls, link: Link, consent: ConsentController) -> Self:  # noqa: ARG003  # for those that override it
        """Create the page. Pages that need the questions that wait, which ``consent`` has, override this."""
        return cls(link)

    @property
    def own_alerts(self) -> frozenset[str]:
        """The keys of the alerts that the page shows itself now: ``OWN_ALERTS`` where it always shows the same."""
        return self.OWN_ALERTS

    def set_welcome(self, welcome: Welcome) -> None:
        """Take the host's welcome. It comes before the first ``set_state``."""

    def set_state(self, state: HostState) -> None:
        """Show the host's state. Called when the page is created and whenever the state changes."""

    def activated(self) -> None:
        """React to being chosen: the page is shown now."""

    def show_target(self, target: Target) -> None:
        """Show a target. Targets of other pages are ignored."""

    def focus_filter(self) -> None:
        """Put the cursor into the page's search field, if one is on screen."""
        field = next((field for field in self.findChildren(SearchField) if field.isVisibleTo(self)), None)
        if field is not None:
            field.take_focus()

    def take_focus(self) -> None:
        """Give the focus to the first control, or to the page itself if it has none."""
        (self.first_tab_stop() or self).setFocus(Qt.FocusReason.ShortcutFocusReason)

    def first_tab_stop(self) -> QWidget | None:
        """The first widget of the page that Tab reaches; None if there is none.

        A scroll area in which all is in view comes last: the keyboard can do nothing there, and the bar that shows its
        focus would stand alone beside a page that is nearly empty.
        """
        part, still_area = self.nextInFocusChain(), None
        while part is not None and part is not self:
            is_stop = part.isVisible() and part.isEnabled() and part.focusPolicy() & Qt.FocusPolicy.TabFocus
            if is_stop and self.isAncestorOf(part):
                if not isinstance(part, FadeScroll) or part.verticalScrollBar().maximum() > 0:
                    return part
                still_area = still_area or part
            part = part.nextInFocusChain()
        return still_area


class TimerWhileShown(QTimer):
    """Calls a function at an interval while a widget is on screen."""

    def __init__(self, widget: QWidget, interval: int, callback: Callable[[], None], *, at_once: bool = True) -> None:
        """``interval``: milliseconds. ``at_once``: whether to call it also as soon as the widget is shown."""
        super().__init__(widget, interval=interval)
        self._callback, self._at_once = callback, at_once
        self.timeout.connect(callback)
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802  # Qt's name
        """Start and stop when the widget is shown and hidden."""
        if event.type() is QEvent.Type.Show:
            if self._at_once:
                self._callback()
            self.start()
        elif event.type() is QEvent.Type.Hide:
            self.stop()
        return super().eventFilter(watched, event)


class GuidingEmptyState(EmptyState):
    """The empty state of a page. Its button leads to the assistant in the demonstration, else to the servers."""

    def __init__(self, page: Page, icon: str, title: str, text: str) -> None:
        super().__init__(icon, title, text, tr("See the servers"))
        self._page, self._target_page = page, "servers"
        self.acted.connect(lambda: self._page.navigate.emit(self._target_page, None))

    def set_welcome(self, welcome: Welcome) -> None:
        """Set where the button leads."""
        self._target_page = "assistant" if welcome.demo else "servers"
        set_button_text(self.action, tr("Go to the assistant") if welcome.demo else tr("See the servers"))


class FailedPage(Page):
    """Shown in place of a page that cannot be created."""

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
    """One line of the registry."""

    key: str  # name of the page in the program
    title: str  # in the navigation; marked for translation
    icon: str  # in the navigation
    page: str  # the subclass of ``Page``, as ``module:class``
    counts_calls: bool = False  # whether the navigation shows the number of waiting calls beside it
    foot: bool = False  # whether it is about the program, and so at the foot of the navigation

    def load(self) -> type[Page]:
        """Import the class of the page. Raises ImportError or AttributeError if there is no such class."""
        module, name = self.page.split(":")
        page_class: type[Page] = getattr(importlib.import_module(module), name)
        return page_class


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
"""The first page of an empty profile; it is not in the navigation."""


def create_page(entry: PageEntry, link: Link, consent: ConsentController) -> Page:
    """Create a page, or a ``FailedPage`` if that fails."""
    try:
        return entry.load().build(link, consent)
    except Exception:  # noqa: BLE001  # a broken page must not prevent the answering of calls
        _log.exception("the page %s cannot be shown", entry.key)
        return FailedPage(link, tr(entry.title))
