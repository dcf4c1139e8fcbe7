"""The main window: navigation with the emergency stop, alerts, and one page at a time.

Owns: which page is shown; the list of pages with the number of waiting calls; the emergency stop; the strip of alerts,
its questions, and which alerts it leaves to the page that shows them itself.

Invariants: the window decides nothing and shows the host's last state; closing it never ends Assent if that can go on
in the tray or minimised; quitting asks first if it would deny or cancel something. A demonstration ends with its
window, unasked.
The stop is always visible, however small the window is: the list above it scrolls, and so does the page. One click
stops at once, without a question, because stopping only denies. Releasing takes two steps: it asks a question in the
strip, whose button arms after a second. A question stays until it is answered or no longer applies; a suggestion is
hidden while there is a graver alert. A new alert comes into view.
Exactly one page is chosen; the list of pages is one stop of the Tab key, and the arrow keys move inside it; every entry
has its title, in a narrow window as its accessible name and tooltip.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QEvent, QObject, QSize, Qt, Signal
from PySide6.QtGui import QCloseEvent, QKeyEvent, QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import QButtonGroup, QFrame, QPushButton, QWidget

from host.control.protocol import DismissSuggestion, EmergencyStop, Release, Welcome
from host.control.views import HostState, RuleDraft
from ui import alerts, text
from ui.alert_strip import AlertStrip
from ui.alerts import Alert
from ui.consent.controller import ConsentController
from ui.icons import LARGE, MEDIUM, icon
from ui.keys import MAIN, keys_of
from ui.label_text import safe_sentence
from ui.link import Link
from ui.pages import PAGES, WELCOME, EditDraft, OpenServer, Page, PageEntry, Target, create_page
from ui.rules.words import question_of
from ui.theme import GROUP, ROW, SECTION, SPACE
from ui.toast_messages import messages_between
from ui.toasts import Toasts
from ui.tr import tr, tr_n
from ui.widgets import boxes, windows
from ui.widgets.boxes import STRETCH, Stack, fill, grow
from ui.widgets.controls import hidden
from ui.widgets.labels import Badge, Glyph
from ui.widgets.page_parts import EmptyState
from ui.widgets.scroll import SmallRoom, scroll_to_top

MIN_WIDTH: Final = 5 * ROW + GROUP  # pixels: enough for the titles on most desktops
NARROW_WIDTH: Final = 5 * ROW // 2  # pixels: enough for an icon and the count beside it
_STEPS: Final[dict[int, int]] = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}


class Nav(QFrame):
    """The titles of the pages, in order.

    Attributes:
        foot: the layout for the emergency stop.
    """

    chosen = Signal(str)  # the key of a page

    def __init__(self, pages: tuple[PageEntry, ...]) -> None:
        super().__init__()
        self.setProperty("frame", "nav")
        self.setMinimumWidth(MIN_WIDTH)
        text.named(self, tr("Pages"))
        brand = fill(boxes.row(GROUP, margins=(GROUP, 0, GROUP, 0)), Glyph("shield-check", LARGE))
        self._name = text.label(tr("Assent"), "title")
        fill(brand, self._name, STRETCH)
        self._titles = {entry.key: tr(entry.title) for entry in pages}
        self._counting_page = next(entry.key for entry in pages if entry.counts_calls)
        self._is_narrow = False
        self._titled_width = MIN_WIDTH
        self._group = QButtonGroup(self)
        self.buttons = {entry.key: self._button(entry) for entry in pages}
        main, foot = (
            [self.buttons[entry.key] for entry in pages if entry.foot == is_foot] for is_foot in (False, True)
        )
        self.foot = boxes.column(0, margins=(GROUP, SPACE, GROUP, SECTION))
        column = fill(boxes.column(SPACE, margins=(GROUP, SECTION, GROUP, SPACE)), brand)
        column.addSpacing(SECTION)
        fill(column, *main, STRETCH, *foot)
        self._area = SmallRoom(boxes.holder(column))
        fill(boxes.column(0, self), grow(self._area), self.foot)
        self._count = hidden(Badge("", "amber"))
        self._count.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        fill(boxes.row(0, self.buttons[self._counting_page], (0, 0, GROUP, 0)), STRETCH, self._count)

    def choose(self, key: str) -> None:
        """Mark a page as chosen; mark none if the page is not in the navigation."""
        if key not in self.buttons:
            self._group.setExclusive(False)
        for page_key, button in self.buttons.items():
            button.setChecked(page_key == key)
            is_tab_stop = page_key == (key if key in self.buttons else self._counting_page)
            button.setFocusPolicy(Qt.FocusPolicy.StrongFocus if is_tab_stop else Qt.FocusPolicy.ClickFocus)
        if key in self.buttons:
            self._area.ensureWidgetVisible(self.buttons[key])
        self._group.setExclusive(True)

    def set_count(self, count: int) -> None:
        """Show how many calls wait."""
        self._count.setVisible(count > 0)
        self._count.set(f"{count:,}", "amber")
        nothing_waits = tr("Waiting, nothing waits")
        name = (
            tr_n("Waiting, {n} call waits for you", "Waiting, {n} calls wait for you", count)
            if count
            else nothing_waits
        )
        text.named(self.buttons[self._counting_page], name)

    def set_narrow(self, narrow: bool) -> None:
        """Show only icons if the window is narrow."""
        if narrow == self._is_narrow:
            return
        self._is_narrow = narrow
        self._name.setVisible(not narrow)
        for key, title in self._titles.items():
            name = self.buttons[key].accessibleName() or title
            text.set_button_text(self.buttons[key], "" if narrow else title)
            text.named(self.buttons[key], name)
            text.tooltip(self.buttons[key], title if narrow else "")
        self.setMinimumWidth(NARROW_WIDTH if narrow else self._titled_width)

    def event(self, event: QEvent) -> bool:
        """Grow with the titles but never shrink, so that the page does not move when a text changes."""
        if event.type() is QEvent.Type.LayoutRequest and not self._is_narrow:
            self._titled_width = max(self._titled_width, self.sizeHint().width())
            self.setMinimumWidth(self._titled_width)
        return super().event(event)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802  # Qt's name
        """Choose the page above or below with the arrow keys."""
        if isinstance(event, QKeyEvent) and event.type() is QEvent.Type.KeyPress and event.key() in _STEPS:
            buttons = list(self.buttons.values())
            index = next((index for index, button in enumerate(buttons) if button is watched), -1)
            if index >= 0 and 0 <= (target := index + _STEPS[event.key()]) < len(buttons):
                buttons[target].setFocus(Qt.FocusReason.TabFocusReason)
                buttons[target].click()
            return index >= 0
        return super().eventFilter(watched, event)

    def _button(self, entry: PageEntry) -> QPushButton:
        button = text.button(self._titles[entry.key], on_click=lambda: self.chosen.emit(entry.key))
        button.setProperty("role", "nav")
        button.setCheckable(True)
        button.setAutoExclusive(True)  # makes it a radio button to a screen reader
        button.setIcon(icon(entry.icon))
        button.setIconSize(QSize(MEDIUM, MEDIUM))
        button.installEventFilter(self)
        self._group.addButton(button)
        return button


class StopControl(QWidget):
    """The button that stops everything; while stopped it asks for the release."""

    release_wanted = Signal()  # ask the person whether to release the stop
    failed = Signal(str, str)  # what was not done, and why

    def __init__(self, link: Link) -> None:
        super().__init__()
        self._link = link
        self._is_stopped = self._is_narrow = False
        self.button = text.button("", "danger", on_click=self._on_click)
        boxes.column(0, self).addWidget(self.button)
        self._draw()

    def _on_click(self) -> None:
        if self._is_stopped:
            self.release_wanted.emit()
        else:
            self.stop()

    def stop(self) -> None:
        """Stop everything, at once."""
        self._link.send(EmergencyStop(), failed=partial(self.failed.emit, tr("Assent could not be stopped")))

    def release(self) -> None:
        """Release the stop, after the person confirmed it with the armed button."""
        not_released = partial(self.failed.emit, tr("The stop still holds"))
        self._link.send(Release(), lambda _: self.set_stopped(False), not_released)

    def set_stopped(self, stopped: bool) -> None:
        """Show whether everything is stopped."""
        if stopped != self._is_stopped:
            self._is_stopped = stopped
            self._draw()

    def set_narrow(self, narrow: bool) -> None:
        """Show only the icon if the window is narrow."""
        if narrow != self._is_narrow:
            self._is_narrow = narrow
            self._draw()

    def _draw(self) -> None:
        words = tr("Release…") if self._is_stopped else tr("Stop everything")
        meaning = (
            tr("Everything is stopped. Asks before it lets calls through again.")
            if self._is_stopped
            else tr(
                "Denies what waits, cancels what runs, ends all grants, and refuses new calls until you release it."
            )
        )
        text.set_button_text(self.button, "" if self._is_narrow else words)
        text.named(self.button, words, meaning)
        self.button.setIcon(icon("lock-open" if self._is_stopped else "hand-palm", "red"))
        text.tooltip(self.button, f"{words}. {meaning}" if self._is_narrow else meaning)


class MainStrip(AlertStrip):
    """The alerts above the pages, and what their buttons do."""

    release_wanted = Signal()  # the person confirmed the release of the stop
    quit_wanted = Signal()  # the person confirmed quitting
    rules_wanted = Signal()  # the person wants to read the pending changes of the rules
    navigate = Signal(str, object)  # str, Target | None: as ``Page.navigate``

    def __init__(self, link: Link, unfinished: Callable[[], tuple[int, int]]) -> None:
        """``unfinished``: returns how many calls wait, and how many run."""
        super().__init__()
        self._link, self._unfinished = link, unfinished
        self._state: HostState | None = None
        self._draft: RuleDraft | None = None
        self._is_demo = self._asks_release = self._asks_quit = self.is_host_gone = False
        self._failure: Alert | None = None
        self._hidden_keys: frozenset[str] = frozenset()
        self.acted.connect(self._on_acted)
        self.second_acted.connect(self._on_second_acted)

    def set_state(self, state: HostState, *, demo: bool) -> None:
        """Show the alerts for this state of the host."""
        self._state, self._is_demo = state, demo
        self._asks_release = self._asks_release and state.stopped
        self._draw()

    def hide_alerts(self, keys: frozenset[str]) -> None:
        """Hide the alerts with these keys: the page that is shown has them."""
        self._hidden_keys = keys
        self._draw()

    def show_failure(self, title: str, reason: str) -> None:
        """Say that something the person asked for was not done. ``reason``: one safe sentence."""
        self._failure = alerts.action_failed(title, reason)
        self._draw()

    def host_gone(self) -> None:
        """Drop the alerts about the host's state: the host is gone."""
        self.is_host_gone, self._asks_quit, self._failure = True, False, None
        self._draw()

    def ask_release(self) -> None:
        """Ask whether to release the stop: the second, deliberate step."""
        self._asks_release = True
        self._draw()

    def ask_quit(self) -> bool:
        """Ask whether to quit if that denies or cancels something. Returns whether it asks."""
        self._asks_quit = self._asks_quit or any(self._unfinished())
        self._draw()
        return self._asks_quit

    def recount(self) -> None:
        """Update the numbers in the question before quitting."""
        if self._asks_quit:
            self._draw()

    def _draw(self) -> None:
        visible = [self._failure] if self._failure is not None else []
        if self._asks_quit:
            visible.append(alerts.quit_question(*self._unfinished()))
        if self._state is not None and not self.is_host_gone:
            standing = alerts.alerts_of(self._state, demo=self._is_demo, releasing=self._asks_release)
            alerts_now = (*self._suggestions(standing), *standing)
            visible += [alert for alert in alerts_now if alert.key not in self._hidden_keys]
        known = {alert.key for alert in self.alerts}
        self.show_alerts(tuple(visible))
        if any(alert.key not in known for alert in visible):
            scroll_to_top(self)

    def _suggestions(self, state_alerts: tuple[Alert, ...]) -> tuple[Alert, ...]:
        """The first suggestion, unless there is a graver alert."""
        drafts = self._state.policy.suggestions if self._state is not None else ()
        nothing_graver = all(alert.tone == "neutral" for alert in state_alerts)
        self._draft = drafts[0] if drafts and nothing_graver else None
        if self._draft is None:
            return ()
        return (
            alerts.suggestion(
                safe_sentence(question_of(self._draft.rule)), safe_sentence(self._draft.why), len(drafts) - 1
            ),
        )

    def _on_acted(self, key: str) -> None:
        match key:
            case "stopped" if self._asks_release:
                self._asks_release = False
                self.release_wanted.emit()
            case "stopped":
                self._asks_release = True
            case "rules":
                self.rules_wanted.emit()
            case "failed":
                self._failure = None
            case "settings" | "http":
                self.navigate.emit("settings", None)
            case "review" if self._state is not None and (waiting := alerts.waiting_servers(self._state)):
                self.navigate.emit("servers", OpenServer(waiting[0]))
            case "suggest" if self._draft is not None:
                self.navigate.emit("rules", EditDraft(self._draft))
            case "quit":
                self._asks_quit = False
                self.quit_wanted.emit()
        self._draw()

    def _on_second_acted(self, key: str) -> None:
        match key:
            case "stopped":
                self._asks_release = False
            case "quit":
                self._asks_quit = False
            case "suggest" if self._draft is not None:
                failed = partial(self.show_failure, tr("The suggestion was not put aside"))
                self._link.send(DismissSuggestion(self._draft.id), None, failed)
        self._draw()


if TYPE_CHECKING:
    from ui.rules.page import PendingChangesPage

DEFAULT_SIZE: Final = (1120, 720)
MIN_SIZE: Final = (900, 600)
WRAPPED: Final = 2 * ROW  # pixels of height for the lines that a page has more in a narrow window
NARROW: Final = 640  # width below which the navigation shows only icons, as on a small screen or at 300 % scaling


def _first_page(welcome: Welcome) -> str:
    """The page that the window opens on: the welcome, what waits or runs, or else the history."""
    state = welcome.state
    if welcome.demo:
        return "assistant"
    if not state.servers and not state.servers_problem:
        return WELCOME.key
    return "waiting" if state.pending or state.running else "history"


class _Content(QWidget):
    def __init__(self, strip: MainStrip, stack: Stack) -> None:
        super().__init__()
        self._strip, self._stack = strip, stack
        fill(boxes.column(0, self), strip, grow(stack))

    def minimumSizeHint(self) -> QSize:  # noqa: N802  # Qt's name
        """What the alerts and the page on screen need; a stack's own answer is what its largest page needs."""
        page, width, height = self._stack.currentWidget(), 0, WRAPPED
        if page is not None:
            width, height = page.minimumSizeHint().width(), height + page.minimumSizeHint().height()
        if not self._strip.isHidden():
            width, height = max(width, self._strip.minimumSizeHint().width()), height + self._strip.minimumHeight()
        return QSize(width, height)


class MainWindow(QWidget):
    """Everything but the consent window.

    Attributes:
        page: key of the page that is shown; empty before the host's welcome.
        quits_on_close: whether closing the window quits, as in the demonstration.
        has_tray: whether closing hides the window in the tray; else it is minimised.
    """

    # the person quits. Outside of a demonstration they confirmed it if it denies or cancels something.
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
        windows.fit(self, QSize(*DEFAULT_SIZE), QSize(*MIN_SIZE))
        self.nav = Nav(PAGES)
        self.stop = StopControl(self._link)
        self.nav.foot.addWidget(self.stop)
        self.strip = MainStrip(self._link, self._unfinished)
        self.stack = Stack()
        self.toasts = Toasts(self._link)
        area = SmallRoom(_Content(self.strip, self.stack), sideways=True)
        self.stack.currentChanged.connect(area.fit)
        right = fill(boxes.column(0), grow(area), self.toasts)
        fill(boxes.row(0, self), self.nav, grow(right))
        self._connect()

    def _connect(self) -> None:
        self.nav.chosen.connect(self.show_page)
        self.stop.release_wanted.connect(self.ask_release)
        self.stop.failed.connect(self.strip.show_failure)
        self.strip.release_wanted.connect(self.stop.release)
        self.strip.quit_wanted.connect(self.quit_wanted)
        self.strip.rules_wanted.connect(self._show_pending_changes)
        self.strip.navigate.connect(self.navigate)
        self._link.welcomed.connect(self._on_welcome)
        self._link.state_changed.connect(self.set_state)
        self._consent.changed.connect(self._on_queue)
        for number, entry in enumerate((entry for entry in PAGES if not entry.foot), start=1):
            self._add_shortcut(f"Ctrl+{number}", partial(self._go_to, entry.key))
        for name, callback in (
            ("filter", self._focus_filter),
            ("next", partial(self._next_region, 1)),
            ("previous", partial(self._next_region, -1)),
            ("help", partial(self._go_to, "help")),
            ("quit", self.ask_quit),
        ):
            for keys in keys_of(MAIN, name):
                self._add_shortcut(keys, callback)

    def _add_shortcut(self, keys: str, callback: Callable[[], object]) -> None:
        QShortcut(QKeySequence(keys), self).activated.connect(callback)

    def focusNextPrevChild(self, forward: bool) -> bool:  # noqa: N802  # Qt's name
        """Bring the tab order up to date before Tab moves the focus."""
        windows.update_tab_order(self)
        return super().focusNextPrevChild(forward)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  # Qt's name
        """Show only icons in the navigation if the window is narrow."""
        super().resizeEvent(event)
        narrow = self.width() < NARROW
        self.nav.set_narrow(narrow)
        self.stop.set_narrow(narrow)

    # Pages

    def show_page(self, key: str) -> Page:
        """Show a page. It is created when it is shown first."""
        page = self._page(key)
        self.page = key
        self.nav.choose(key)
        self.stack.setCurrentWidget(page)
        self._hide_own_alerts()
        page.activated()
        return page

    def _hide_own_alerts(self) -> None:
        page = self.stack.currentWidget()
        if isinstance(page, Page):
            self.strip.hide_alerts(page.own_alerts)

    def _go_to(self, key: str) -> None:
        """Show a page and give it the focus, which is elsewhere after a shortcut."""
        self.show_page(key).take_focus()

    def _next_region(self, step: int) -> None:
        page = self.stack.currentWidget()
        first = (page.first_tab_stop() or page) if isinstance(page, Page) else None
        regions = (first, self.toasts.first_tab_stop(), self.nav.buttons.get(self.page))
        windows.focus_next_region([region for region in regions if region is not None], step)

    def navigate(self, key: str, target: Target | None = None) -> None:
        """Show a page, and a target on it."""
        page = self.show_page(key)
        if target is not None:
            page.show_target(target)

    def _page(self, key: str) -> Page:
        if key not in self._pages:
            entry = next(entry for entry in (*PAGES, WELCOME) if entry.key == key)
            page = create_page(entry, self._link, self._consent)
            self._pages[key] = page
            self.stack.addWidget(page)
            text.named(page, tr(entry.title))
            page.navigate.connect(self.navigate)
            page.happened.connect(self.toasts.tell)
            page.own_alerts_changed.connect(self._hide_own_alerts)
            page.pending_changes_wanted.connect(self._show_pending_changes)
            if self._welcome is not None:
                page.set_welcome(self._welcome)
            if self._state is not None:
                page.set_state(self._state)
        return self._pages[key]

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
            page.set_welcome(welcome)
        self.set_state(welcome.state)
        if not self.page:
            self.show_page(_first_page(welcome))

    def set_state(self, state: HostState) -> None:
        """Show this state of the host, and tell of new grants and newly vouched servers."""
        for message in messages_between(self._state, state, time.time()) if self._state is not None else ():
            self.toasts.tell(message)
        self._state = state
        self.toasts.show_state(state)
        self.stop.set_stopped(state.stopped)
        for page in self._pages.values():
            page.set_state(state)
        if self._pending_changes is not None:
            self._pending_changes.set_policy(state.policy)
        self.strip.set_state(state, demo=self._welcome is not None and self._welcome.demo)

    def _on_queue(self) -> None:
        self.nav.set_count(len(self._consent.waiting))
        self.strip.recount()

    def host_gone(self, reason: str) -> None:
        """Say that nothing can be decided here any more."""
        alert = alerts.host_gone(reason)
        self.nav.setEnabled(False)
        self.nav.set_count(0)
        self.strip.host_gone()
        self.toasts.host_gone()
        message = EmptyState("link-break", alert.title, alert.text)
        self.stack.addWidget(message)
        self.stack.setCurrentWidget(message)

    # Changes of the rules that wait for confirmation

    def _show_pending_changes(self) -> None:
        if self._state is None:
            return
        if self._pending_changes is None:
            from ui.rules.page import PendingChangesPage  # imported when it is shown, as pages are

            self._pending_changes = PendingChangesPage(self._link)
            self._pending_changes.left.connect(lambda: self.show_page(self.page or "waiting"))
            self.stack.addWidget(self._pending_changes)
        self._pending_changes.set_policy(self._state.policy)
        self.stack.setCurrentWidget(self._pending_changes)
        self.strip.hide_alerts(frozenset({"rules"}))

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
        self.strip.ask_release()

    def ask_quit(self) -> None:
        """Quit; ask first if that denies or cancels something."""
        if self.strip.ask_quit():
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
        """Hide in the tray, minimise, or quit in the demonstration."""
        if self._may_close:
            event.accept()
            return
        event.ignore()
        if self.quits_on_close or self.strip.is_host_gone:
            self.quit_wanted.emit()
        elif self.has_tray:
            self.hide()
        else:
            self.showMinimized()
