"""The main window: navigation, alerts, and one page at a time.

Owns: which page is shown, and the way from one to another.

Invariants: it decides nothing; the emergency stop is always visible; closing never ends Assent where it can go on in
the tray or minimised, and quitting asks first where it would deny or cancel something; what it knows of the host is
what the host last said.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QCloseEvent, QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import QWidget

from host.control.protocol import Welcome
from host.control.views import HostState, RuleDraft
from ui import alerts, text
from ui.consent.controller import ConsentController
from ui.consent.keys import move as move_focus
from ui.keys import MAIN, keys_of
from ui.link import Link
from ui.main_strip import MainStrip
from ui.nav import Nav
from ui.news import between
from ui.pages import PAGES, WELCOME, EditDraft, OpenServer, Page, Target, create_page
from ui.stop_control import StopControl
from ui.toasts import Toasts
from ui.tr import tr
from ui.widgets import boxes, reading_order, window_geometry
from ui.widgets.page_parts import EmptyState
from ui.widgets.stack import Stack

if TYPE_CHECKING:
    from ui.rules.pending_changes import PendingChangesPage

DEFAULT_SIZE: Final = (1120, 720)
LEAST_SIZE: Final = (900, 600)
NARROW: Final = 640
"""Width below which the pages' names give their room to the page, as on a little screen or at 300 % of any."""


def _first_page(welcome: Welcome) -> str:
    """The page that the window opens on: where to begin, what waits or runs, else what happened."""
    state = welcome.state
    if welcome.demo:
        return "assistant"
    if not state.servers and not state.servers_problem:
        return WELCOME.key
    return "waiting" if state.pending or state.running else "history"


class MainWindow(QWidget):
    """Everything but the consent window.

    Attributes:
        nav: the navigation.
        stop: the emergency stop.
        main_strip: the alerts above the pages; ``strip`` is its widget.
        stack: the pages made so far.
        toasts: what just happened, below the pages.
        page: key of the page that is shown; empty before the host's welcome.
        quits_on_close: whether closing the window quits, as in the demonstration.
        has_tray: whether closing hides the window in the tray; else it is minimised.

    Signals:
        quit_wanted(): the person quits, and was asked where that denies or cancels something.
    """

    quit_wanted = Signal()

    def __init__(self, link: Link, consent: ConsentController) -> None:
        super().__init__()
        self._link, self._consent = link, consent
        self._welcome: Welcome | None = None
        self._state: HostState | None = None
        self._pages: dict[str, Page] = {}
        self._pending_changes: PendingChangesPage | None = None
        self._may_close = False
        self.page, self.quits_on_close, self.has_tray = "", False, False
        text.title(self, tr("Assent"))
        window_geometry.fit(self, QSize(*DEFAULT_SIZE), QSize(*LEAST_SIZE))
        self._build()
        self._connect()

    def _build(self) -> None:
        self.nav = Nav(PAGES)
        self.stop = StopControl(self._link)
        self.nav.foot.addWidget(self.stop)
        self.main_strip = MainStrip(self._link, self._unfinished, self)
        self.strip = self.main_strip.strip
        self.stack = Stack()
        self.toasts = Toasts(self._link)
        right = boxes.column(0)
        right.addWidget(self.strip)
        right.addWidget(self.stack, 1)
        right.addWidget(self.toasts)
        whole = boxes.row(0, self)
        whole.addWidget(self.nav)
        whole.addLayout(right, 1)

    def _connect(self) -> None:
        self.nav.chosen.connect(self.show_page)
        self.stop.release_wanted.connect(self.ask_release)
        self.stop.failed.connect(self.main_strip.fail)
        self.main_strip.release_wanted.connect(self.stop.release)
        self.main_strip.quit_wanted.connect(self.quit_wanted)
        self.main_strip.rules_wanted.connect(self._show_pending_changes)
        self.main_strip.page_wanted.connect(self.show_page)
        self.main_strip.review_wanted.connect(lambda server: self.navigate("servers", OpenServer(server)))
        self.main_strip.draft_wanted.connect(self._edit_draft)
        self._link.welcomed.connect(self._on_welcome)
        self._link.state_changed.connect(self.set_state)
        self._consent.changed.connect(self._on_queue)
        for number, entry in enumerate((entry for entry in PAGES if not entry.foot), start=1):
            self._shortcut(f"Ctrl+{number}", partial(self._go_to, entry.key))
        for name, act in (
            ("filter", self._focus_filter),
            ("next", partial(self._next_region, 1)),
            ("previous", partial(self._next_region, -1)),
            ("help", partial(self._go_to, "help")),
            ("quit", self.ask_quit),
        ):
            for keys in keys_of(MAIN, name):
                self._shortcut(keys, act)

    def _shortcut(self, keys: str, act: Callable[[], object]) -> None:
        QShortcut(QKeySequence(keys), self).activated.connect(act)

    def focusNextPrevChild(self, forward: bool) -> bool:  # noqa: N802  # Qt's name
        """Tab goes through what stands there now."""
        reading_order.apply(self)
        return super().focusNextPrevChild(forward)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  # Qt's name
        """Give the page the room of the names where the window is narrow."""
        super().resizeEvent(event)
        narrow = self.width() < NARROW
        self.nav.set_narrow(narrow)
        self.stop.set_narrow(narrow)

    # Pages

    def show_page(self, key: str) -> Page:
        """Show a page. It is made now if it never was."""
        page = self._page(key)
        self.page = key
        self.nav.choose(key)
        self.stack.setCurrentWidget(page)
        self.main_strip.leave_out(page.OWN_ALERTS)
        page.activated()
        return page

    def _go_to(self, key: str) -> None:
        """Show a page, and give it the keyboard: who pressed a key is not at the navigation."""
        self.show_page(key).take_focus()

    def _next_region(self, step: int) -> None:
        """Give the keyboard to the page, to what just happened, or to the navigation."""
        page = self.stack.currentWidget()
        first = (page.first_tab_stop() or page) if isinstance(page, Page) else None
        regions = (first, self.toasts.first_tab_stop(), self.nav.buttons.get(self.page))
        move_focus([region for region in regions if region is not None], step)

    def navigate(self, key: str, target: Target | None = None) -> None:
        """Show a page, and a target on it."""
        page = self.show_page(key)
        if target is not None:
            page.show_target(target)

    def _edit_draft(self, draft: RuleDraft) -> None:
        self.navigate("rules", EditDraft(draft))

    def _page(self, key: str) -> Page:
        if key not in self._pages:
            entry = next(entry for entry in (*PAGES, WELCOME) if entry.key == key)
            page = create_page(entry, self._link, self._consent)
            self._pages[key] = page
            self.stack.addWidget(page)
            text.named(page, tr(entry.title))
            page.navigate.connect(self.navigate)
            page.happened.connect(self.toasts.tell)
            page.pending_changes_wanted.connect(self._show_pending_changes)
            self._tell_page(page)
        return self._pages[key]

    def _tell_page(self, page: Page) -> None:
        """Tell a page what the host said before the page was made."""
        if self._welcome is not None:
            page.set_welcome(self._welcome)
        if self._state is not None:
            page.set_state(self._state)

    def _focus_filter(self) -> None:
        page = self.stack.currentWidget()
        if isinstance(page, Page):
            page.focus_filter()

    # What the host says

    def _on_welcome(self, welcome: Welcome) -> None:
        self._welcome, self._state = welcome, None
        self.quits_on_close = welcome.demo
        text.title(self, tr("Assent demonstration") if welcome.demo else tr("Assent"))
        for page in self._pages.values():
            self._tell_page(page)
        self.set_state(welcome.state)
        if not self.page:
            self.show_page(_first_page(welcome))

    def set_state(self, state: HostState) -> None:
        """Show the host as it is now, and tell what the person gave since."""
        for news in between(self._state, state, time.time()) if self._state is not None else ():
            self.toasts.tell(news)
        self._state = state
        self.toasts.show_state(state)
        self.stop.set_stopped(state.stopped)
        for page in self._pages.values():
            page.set_state(state)
        if self._pending_changes is not None:
            self._pending_changes.set_policy(state.policy)
        self.main_strip.set_state(state, demo=self._welcome is not None and self._welcome.demo)

    def _on_queue(self) -> None:
        self.nav.set_count(len(self._consent.waiting))
        self.main_strip.recount()

    def host_gone(self, why: str) -> None:
        """Say that nothing can be decided here any more."""
        gone = alerts.host_gone(why)
        self.nav.setEnabled(False)
        self.nav.set_count(0)
        self.main_strip.host_gone()
        self.toasts.host_gone()
        message = EmptyState("link-break", gone.title, gone.text)
        self.stack.addWidget(message)
        self.stack.setCurrentWidget(message)

    # Changes of the rules that wait for confirmation

    def _show_pending_changes(self) -> None:
        if self._state is None:
            return
        if self._pending_changes is None:
            from ui.rules.pending_changes import PendingChangesPage  # as pages are: when it is shown

            self._pending_changes = PendingChangesPage(self._link)
            self._pending_changes.left.connect(self._leave_pending_changes)
            self.stack.addWidget(self._pending_changes)
        self._pending_changes.set_policy(self._state.policy)
        self.stack.setCurrentWidget(self._pending_changes)
        self.main_strip.leave_out(frozenset({"rules"}))

    def _leave_pending_changes(self) -> None:
        self.show_page(self.page or "waiting")

    # Coming and going

    def come_forward(self) -> None:
        """Show the window, in front."""
        if self.isMinimized():
            self.setWindowState(self.windowState() & ~Qt.WindowState.WindowMinimized)
        self.show()
        self.raise_()
        self.activateWindow()

    def ask_release(self) -> None:
        """Ask whether to release the stop: the second, deliberate step."""
        self.come_forward()
        self.main_strip.ask_release()

    def ask_quit(self) -> None:
        """Quit; ask first where that denies or cancels something."""
        if self.main_strip.ask_quit():
            self.come_forward()
        else:
            self.quit_wanted.emit()

    def _unfinished(self) -> tuple[int, int]:
        """How many calls wait, and how many run."""
        return len(self._consent.waiting), self._state.running if self._state is not None else 0

    def end(self) -> None:
        """Close for good."""
        self._may_close = True
        self.close()

    def closeEvent(self, event: QCloseEvent) -> None:  # noqa: N802  # Qt's name
        """Go to the tray, or minimise; in the demonstration there is nothing to keep."""
        if self._may_close:
            event.accept()
            return
        event.ignore()
        if self.quits_on_close or self.main_strip.is_host_gone:
            self.quit_wanted.emit()
        elif self.has_tray:
            self.hide()
        else:
            self.showMinimized()
