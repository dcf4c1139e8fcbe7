"""The main window: navigation, strip, and one page at a time.

Owns: which page is shown and what the strip says. What stays true: it decides nothing; the emergency stop is always in
sight; closing never ends Assent where it can go on in the tray or minimised, and quitting asks first where it would
deny or cancel something; what it knows of the host is what the host last said.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QCloseEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from host.control.protocol import Welcome
from host.control.views import HostState
from ui import conditions, text
from ui.conditions import Condition
from ui.confirm_rules import ConfirmRules
from ui.consent.desk import ConsentDesk
from ui.link import Link
from ui.nav import Nav
from ui.pages import ENTRIES, made
from ui.stop_control import StopControl
from ui.strip import Strip
from ui.widgets import place
from ui.widgets.empty import EmptyState

DEFAULT_SIZE: Final = (1120, 720)
LEAST_SIZE: Final = (900, 600)
_SAID: Final = {"settings": frozenset({"settings"}), "rules": frozenset({"rules", "policy"})}
"""The conditions that a page says itself."""


class MainWindow(QWidget):
    """Everything but the consent window.

    Attributes:
        nav, strip, stop, stack: its parts. page: key of the one that is shown.
        quits_on_close: in the demonstration. has_tray: else closing minimises.

    Signals:
        quit_wanted(): the person quits, and was asked where that denies or cancels something.
    """

    quit_wanted = Signal()

    def __init__(self, link: Link, desk: ConsentDesk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._link, self._desk = link, desk
        self._welcome: Welcome | None = None
        self._state: HostState | None = None
        self._pages: dict[str, QWidget] = {}
        self._rules: ConfirmRules | None = None
        self._releasing = self._quitting = False
        self._extra: dict[str, Condition] = {}
        self._may_close = False
        self.page, self.quits_on_close, self.has_tray = "", False, False
        text.title(self, "Assent")
        place.fit(self, QSize(*DEFAULT_SIZE), QSize(*LEAST_SIZE))
        self._build()
        self._connect()

    def _build(self) -> None:
        self.nav = Nav(tuple((entry.key, entry.word, entry.icon) for entry in ENTRIES))
        self.stop = StopControl(self._link)
        self.nav.foot.addWidget(self.stop)
        self.strip = Strip()
        self.stack = QStackedWidget()
        text.named(self.stack, "Page")
        right = QVBoxLayout()
        right.setSpacing(0)
        right.addWidget(self.strip)
        right.addWidget(self.stack, 1)
        whole = QHBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addWidget(self.nav)
        whole.addLayout(right, 1)

    def _connect(self) -> None:
        self.nav.chosen.connect(self.show_page)
        self.stop.release_wanted.connect(self.ask_release)
        self.stop.failed.connect(self._on_failure)
        self.strip.acted.connect(self._on_acted)
        self.strip.other.connect(self._on_other)
        self._link.welcomed.connect(self._on_welcome)
        self._link.state_changed.connect(self.set_state)
        self._desk.changed.connect(self._on_queue)
        for number, entry in enumerate(ENTRIES, start=1):
            self._shortcut(f"Ctrl+{number}", partial(self.show_page, entry.key))
        self._shortcut("Ctrl+F", self._find)
        self._shortcut("Ctrl+Q", self.ask_quit)

    def _shortcut(self, keys: str, act: Callable[[], object]) -> None:
        QShortcut(QKeySequence(keys), self).activated.connect(act)

    # Pages

    def show_page(self, key: str) -> QWidget:
        """Show a page; it is made now if it never was."""
        page = self._page(key)
        self.page = key
        self.nav.choose(key)
        self.stack.setCurrentWidget(page)
        self._draw_strip()
        if hasattr(page, "activated"):
            page.activated()
        return page

    def open_call(self, call_id: str) -> None:
        """Show one call in the history."""
        page = self.show_page("history")
        if hasattr(page, "show_call"):
            page.show_call(call_id)

    def make_rule(self, call_id: str) -> None:
        """Make a rule from one call: open the editor with the host's draft."""
        page = self.show_page("rules")
        if hasattr(page, "make_from"):
            page.make_from(call_id)

    def _page(self, key: str) -> QWidget:
        if key not in self._pages:
            entry = next(entry for entry in ENTRIES if entry.key == key)
            page = made(entry, self._link, self._desk)
            self._pages[key] = page
            self.stack.addWidget(page)
            if hasattr(page, "open_call"):
                page.open_call.connect(self.open_call)
            if hasattr(page, "open_page"):
                page.open_page.connect(self.show_page)
            if hasattr(page, "confirm_wanted"):
                page.confirm_wanted.connect(self._read_rules)
            if hasattr(page, "rule_wanted"):
                page.rule_wanted.connect(self.make_rule)
            self._inform(page)
        return self._pages[key]

    def _inform(self, page: QWidget) -> None:
        """What a page missed before it was made."""
        if self._welcome is not None and hasattr(page, "set_welcome"):
            page.set_welcome(self._welcome)
        if self._state is not None and hasattr(page, "set_state"):
            page.set_state(self._state)

    def _find(self) -> None:
        page = self.stack.currentWidget()
        if page is not None and hasattr(page, "focus_filter"):
            page.focus_filter()

    # What the host says

    def _on_welcome(self, welcome: Welcome) -> None:
        self._welcome = welcome
        self.quits_on_close = welcome.demo
        for page in self._pages.values():
            self._inform(page)
        self.set_state(welcome.state)
        if not self.page:
            self.show_page("assistant" if welcome.demo else "waiting")

    def set_state(self, state: HostState) -> None:
        """Show the host as it is now."""
        self._state = state
        self._releasing = self._releasing and state.stopped
        self.stop.set_stopped(state.stopped)
        for page in self._pages.values():
            if hasattr(page, "set_state"):
                page.set_state(state)
        if self._rules is not None:
            self._rules.set_policy(state.policy)
        self._draw_strip()

    def _on_queue(self) -> None:
        self.nav.set_count(len(self._desk.waiting))
        if self._quitting:
            self._draw_strip()

    def host_gone(self, why: str) -> None:
        """Say that nothing can be decided here any more."""
        gone = conditions.gone(why)
        self._extra, self._quitting = {"gone": gone}, False
        self.nav.setEnabled(False)
        self.nav.set_count(0)
        self._draw_strip()
        message = EmptyState("link-break", gone.title, gone.text)
        self.stack.addWidget(message)
        self.stack.setCurrentWidget(message)

    # The strip

    def _draw_strip(self) -> None:
        shown = [condition for condition in self._extra.values() if condition.key != "gone"]
        if self._quitting:
            shown.append(conditions.quitting(*self._unfinished()))
        if self._state is not None and "gone" not in self._extra:
            demo = self._welcome is not None and self._welcome.demo
            found = conditions.conditions(self._state, demo=demo, releasing=self._releasing)
            shown += [condition for condition in found if condition.key not in self._said_here()]
        self.strip.show_conditions(tuple(shown))

    def _said_here(self) -> frozenset[str]:
        """The conditions that what is shown says itself, and better."""
        if self._rules is not None and self.stack.currentWidget() is self._rules:
            return frozenset({"rules"})
        return _SAID.get(self.page, frozenset())

    def _on_failure(self, what: str, why: str) -> None:
        self._extra["failed"] = conditions.failed(what, why)
        self._draw_strip()

    def _on_acted(self, key: str) -> None:
        match key:
            case "stopped" if self._releasing:
                self._releasing = False
                self.stop.release()
            case "stopped":
                self.ask_release()
            case "rules":
                self._read_rules()
            case "failed":
                self._drop("failed")
            case "settings":
                self.show_page("settings")
            case "quit":
                self._quitting = False
                self.quit_wanted.emit()
        self._draw_strip()

    def _on_other(self, key: str) -> None:
        self._releasing = self._releasing and key != "stopped"
        self._quitting = self._quitting and key != "quit"
        self._drop(key)

    def _drop(self, key: str) -> None:
        self._extra.pop(key, None)
        self._draw_strip()

    def ask_release(self) -> None:
        """Ask whether to release the stop: the second, deliberate step."""
        self._releasing = True
        self.come_forward()
        self._draw_strip()

    def _read_rules(self) -> None:
        if self._state is None:
            return
        if self._rules is None:
            self._rules = ConfirmRules(self._link)
            self._rules.left.connect(self._leave_rules)
            self.stack.addWidget(self._rules)
        self._rules.set_policy(self._state.policy)
        self.stack.setCurrentWidget(self._rules)

    def _leave_rules(self) -> None:
        self.show_page(self.page or "waiting")

    # Coming and going

    def come_forward(self) -> None:
        """Show the window, in front."""
        if self.isMinimized():
            self.setWindowState(self.windowState() & ~Qt.WindowState.WindowMinimized)
        self.show()
        self.raise_()
        self.activateWindow()

    def ask_quit(self) -> None:
        """Quit; ask first where that denies or cancels something."""
        self._quitting = self._quitting or any(self._unfinished())
        if self._quitting:
            self.come_forward()
            self._draw_strip()
        else:
            self.quit_wanted.emit()

    def _unfinished(self) -> tuple[int, int]:
        """How many calls wait, and how many run."""
        return len(self._desk.waiting), self._state.running if self._state is not None else 0

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
        if self.quits_on_close or "gone" in self._extra:
            self.quit_wanted.emit()
        elif self.has_tray:
            self.hide()
        else:
            self.showMinimized()
