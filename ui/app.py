"""The window process from its first event to its last: its parts, and the order in which they end.

Invariants: the process ends when the host says so or is gone, never while the host could still ask something; a failure
in a page or task does not end it; every wait at the end is bounded.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from enum import IntEnum
from pathlib import Path
from typing import Final, cast

from PySide6.QtCore import QObject
from PySide6.QtGui import QWindow
from PySide6.QtWidgets import QApplication, QSystemTrayIcon, QWidget

from host.control.protocol import Quit, Welcome
from host.control.views import Asked, HostState
from host.errors import AssentError
from ui import alerts, display_names, theme, window_choices
from ui.consent.controller import ConsentController
from ui.link import Link
from ui.main_window import MainWindow
from ui.pages import MakeRule, OpenServer, SetPin, Target
from ui.theme import motion
from ui.tray import Notifier, Tray
from ui.window_choices import WindowSizes

_log = logging.getLogger(__name__)

WELCOME_TIMEOUT: Final = 10.0  # seconds to wait for the host's welcome: the host answers at once or not at all
GONE_SECONDS: Final = 4.0
"""Seconds for which a window shows that its host is gone before it closes: time to read the sentence."""
PREPARE_DELAY: Final = 0.3
"""Seconds from the welcome until the consent window is prepared if no question came before; by then the main window is
on screen."""
FOCUS_DELAY: Final = 1.0  # seconds within which a desktop gives a window the focus that it requested
QUIT_TIMEOUT: Final = 15.0
"""Seconds for the host to end in order once the person quits; the sum of its own bounds is lower."""


class Exit(IntEnum):
    """How the window process ends; the host reads it."""

    IN_ORDER = 0
    HOST_GONE = 3


class Desktop(QObject):
    """Everything in the window process.

    Attributes:
        exit_code: set once the process is to end.
    """

    def __init__(
        self, link: Link, *, has_tray: Callable[[], bool] = QSystemTrayIcon.isSystemTrayAvailable, quiet: bool = False
    ) -> None:
        """``quiet``: stay in the tray at first, if there is one."""
        super().__init__()
        self._link, self._quiet = link, quiet
        self._is_quitting = self._was_welcomed = self._is_stopped = False
        self._should_show_next = False
        self._focus_expected_until = 0.0
        self._sizes: WindowSizes | None = None
        self._exit_code = Exit.IN_ORDER
        self._timers: list[asyncio.TimerHandle] = []
        self.exit_code: asyncio.Future[Exit] = asyncio.get_running_loop().create_future()
        # Connected first: every part below may show the name of a server.
        link.welcomed.connect(lambda welcome: display_names.know_servers(welcome.state.servers))
        link.state_changed.connect(lambda state: display_names.know_servers(state.servers))
        self.consent = ConsentController(link, parent=self)
        self.main = MainWindow(link, self.consent)
        self.tray = Tray(self.main, has_tray)
        self.main.has_tray = self.consent.has_tray = self.tray.available
        self._servers_to_review: tuple[str, ...] = ()
        self.notifier = Notifier(
            lambda: self.consent.waiting, self._review_names, lambda: QApplication.activeWindow() is not None, self
        )
        self._connect()

    async def run(self, socket: Path, secret: str) -> Exit:
        """Run the window until the host ends or is gone. Returns the exit code."""
        self._call_later(WELCOME_TIMEOUT, self._check_welcome)
        self._link.spawn(self._run_link(socket, secret))
        try:
            return await self.exit_code
        finally:
            for timer in self._timers:
                timer.cancel()
            if self._sizes is not None:
                self._sizes.save()
            self.tray.remove()
            self.consent.set_host_gone(True)
            self.main.end()
            await self._link.end()

    def quit(self) -> None:
        """Ask the host to end everything in order. It tells this window when to end."""
        self._is_quitting = True
        self._link.send(Quit(), None, self._on_not_quit)
        self._call_later(QUIT_TIMEOUT, self._finish)

    def _connect(self) -> None:
        link = self._link
        application = QApplication.instance()
        assert isinstance(application, QApplication), "windows need one"
        application.focusWindowChanged.connect(self._on_focus)
        window_choices.current().changed.connect(self._apply_choice)
        link.welcomed.connect(self._on_welcome)
        link.state_changed.connect(self._on_state)
        link.asked.connect(self._on_asked)
        link.show_requested.connect(self._come_forward)
        link.host_quits.connect(self._finish)
        link.closed.connect(self._on_closed)
        self.main.quit_wanted.connect(self.quit)
        self.consent.prepared.connect(self._on_prepared)
        self.consent.changed.connect(self._draw_tray)
        self.consent.attention_needed.connect(lambda _: self._draw_attention(self.notifier.note_call))
        self.consent.happened.connect(self.main.toasts.tell)
        self.consent.rule_wanted.connect(lambda call_id: self._show("rules", MakeRule(call_id)))
        self.consent.pin_wanted.connect(lambda: self._show("settings", SetPin()))
        self.notifier.notification.connect(self.tray.show_notification)
        self.tray.show_wanted.connect(self._come_forward)
        self.tray.waiting_wanted.connect(lambda: self._show("waiting"))
        self.tray.review_wanted.connect(
            lambda: self._show("servers", OpenServer(self._servers_to_review[0]) if self._servers_to_review else None)
        )
        self.tray.stop_wanted.connect(self.main.stop.stop)
        self.tray.release_wanted.connect(self.main.ask_release)
        self.tray.quit_wanted.connect(self.main.ask_quit)

    async def _run_link(self, socket: Path, secret: str) -> None:
        try:
            await self._link.run(socket, secret)
        except AssentError as error:
            _log.error("%s", error)

    def _on_welcome(self, welcome: Welcome) -> None:
        self._was_welcomed = True
        self._servers_to_review = alerts.waiting_servers(welcome.state)  # no notification for what waited before
        self._on_state(welcome.state)
        self._restore(welcome)
        self._call_later(PREPARE_DELAY, self.consent.prepare)
        if self._quiet and self.tray.available:
            return
        self._come_forward()
        self._should_show_next = welcome.state.pending > 0

    def _restore(self, welcome: Welcome) -> None:
        """Restore the person's choices and the sizes of the windows. A demonstration keeps neither."""
        beside_log = Path(welcome.log).with_name
        window_choices.current().open(None if welcome.demo else beside_log(window_choices.CHOICES_FILE))
        if not welcome.demo and self._sizes is None:
            self._sizes = WindowSizes(beside_log(window_choices.SIZES_FILE))
            self._sizes.add("main", self.main)
            if self.consent.is_prepared:
                self._sizes.add("consent", self.consent.window)

    def _on_prepared(self, window: QWidget) -> None:
        if self._sizes is not None:
            self._sizes.add("consent", window)

    def _apply_choice(self, name: str) -> None:
        """Apply a choice at once. ``_draw_attention`` reads the one about notifications."""
        value, application = window_choices.current().value(name), QApplication.instance()
        if name == "theme" and isinstance(application, QApplication):
            theme.apply(application, cast("theme.Scheme | None", value or None))
        elif name == "motion":
            motion.set_reduced_by_person(reduced=value == window_choices.OFF)

    def _on_asked(self, _: Asked) -> None:
        """Show the first of the questions that waited for this window. The controller has it already."""
        if self._should_show_next:
            self._should_show_next = False
            self.consent.show_next_call()

    def _come_forward(self) -> None:
        """Show the main window, with the current question in front of it."""
        self.main.come_forward()
        if self.consent.show_next_call():
            self._focus_expected_until = time.monotonic() + FOCUS_DELAY

    def _on_focus(self, window: QWindow | None) -> None:
        """Bring the question to the front again: a window that was minimised gets the focus late."""
        if window == self.main.windowHandle() and time.monotonic() < self._focus_expected_until:
            self._focus_expected_until = 0.0
            self.consent.show_next_call()

    def _on_state(self, state: HostState) -> None:
        self._is_stopped, previous = state.stopped, self._servers_to_review
        self._servers_to_review = alerts.waiting_servers(state)
        self._draw_tray()
        if not set(self._servers_to_review) <= set(previous):
            self._draw_attention(self.notifier.note_review)

    def _draw_tray(self) -> None:
        self.tray.set_state(len(self.consent.waiting), stopped=self._is_stopped, reviews=len(self._servers_to_review))

    def _review_names(self) -> tuple[str, ...]:
        return tuple(display_names.with_id("server", server_id) for server_id in self._servers_to_review)

    def _draw_attention(self, notify: Callable[[], None]) -> None:
        QApplication.alert(self.consent.visible_window or self.main)
        if window_choices.current().value("notifications") != window_choices.OFF:
            notify()

    def _show(self, page: str, target: Target | None = None) -> None:
        self.main.come_forward()
        self.main.navigate(page, target)

    def _on_not_quit(self, reason: str) -> None:
        if not self.exit_code.done():
            _log.warning("the host did not take the quitting: %s", reason)
        self._finish()

    def _on_closed(self, reason: str) -> None:
        """Say that nothing can be decided without the host, then end."""
        if self._is_quitting or self.exit_code.done():
            self._finish()
            return
        self.consent.set_host_gone(True)
        self.main.host_gone(reason)
        self._exit_code = Exit.HOST_GONE
        if self.main.isVisible():
            self._call_later(GONE_SECONDS, self._finish)
        else:
            self._finish()

    def _check_welcome(self) -> None:
        if not self._was_welcomed:
            self._on_closed("the host did not greet this window")

    def _call_later(self, seconds: float, callback: Callable[[], None]) -> None:
        self._timers.append(asyncio.get_running_loop().call_later(seconds, callback))

    def _finish(self) -> None:
        if not self.exit_code.done():
            self.exit_code.set_result(self._exit_code)
