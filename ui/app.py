"""The window process from its first event to its last.

Owns: what lives in it (link, consent controller, main window, tray, notifications) and the order in which it ends.

Invariants: it ends when the host says so or is gone, never alone while the host could still ask it something; nothing
that fails in a page or task ends it; every wait at the end is bounded.
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

from host.control.protocol import Done, Quit, Welcome
from host.control.views import Asked, HostState
from host.errors import AssentError
from ui import alerts, faces, theme, window_choices
from ui.consent.controller import ConsentController
from ui.link import Link
from ui.main_window import MainWindow
from ui.pages import MakeRule, OpenServer, SetPin, Target
from ui.theme import motion
from ui.tray import Notifier, Tray
from ui.window_choices import WindowSizes

_log = logging.getLogger(__name__)

GREETING: Final = 10.0
"""Seconds for the host's welcome: it answers at once or not at all."""
GONE_SHOWN: Final = 4.0
"""Seconds for which a window without a host says so before it closes: time to read the sentence."""
SETTLED: Final = 0.3
"""Seconds from the host's welcome until the windows that ask are made, where no question came before: by then the main
window is on screen."""
FOLLOWS: Final = 1.0
"""Seconds in which a desktop hands over the focus that it was asked for."""
QUITTING: Final = 15.0
"""Seconds for the host to end in order once the person quits; its own bounds together stay below that."""


class Exit(IntEnum):
    """How the window process ends; the host reads it."""

    IN_ORDER = 0
    HOST_GONE = 3


class Desktop(QObject):
    """Everything in the window process.

    Attributes:
        main, consent, tray, notifier: its parts.
        over: done once it is to end, with the exit code.
    """

    def __init__(
        self, link: Link, *, has_tray: Callable[[], bool] = QSystemTrayIcon.isSystemTrayAvailable, quiet: bool = False
    ) -> None:
        """``quiet``: stay in the tray at first, where there is one."""
        super().__init__()
        self._link, self._quiet = link, quiet
        self._quits = self._welcomed = self._stopped = False
        self._brings_next = False
        self._follows_until = 0.0
        self._sizes: WindowSizes | None = None
        self._code = Exit.IN_ORDER
        self._timers: list[asyncio.TimerHandle] = []
        self.over: asyncio.Future[Exit] = asyncio.get_running_loop().create_future()
        # Before every part that names a server.
        link.welcomed.connect(lambda welcome: faces.know_servers(welcome.state.servers))
        link.state_changed.connect(lambda state: faces.know_servers(state.servers))
        self.consent = ConsentController(link, parent=self)
        self.main = MainWindow(link, self.consent)
        self.tray = Tray(self.main, has_tray)
        self.main.has_tray = self.consent.has_tray = self.tray.available
        self._reviews: tuple[str, ...] = ()
        self.notifier = Notifier(lambda: self.consent.waiting, self._review_names, _attended, self)
        self._connect()

    async def run(self, socket: Path, secret: str) -> Exit:
        """Be the window until the host ends, or is gone."""
        self._later(GREETING, self._look_for_greeting)
        self._link.spawn(self._listen(socket, secret))
        try:
            return await self.over
        finally:
            for timer in self._timers:
                timer.cancel()
            if self._sizes is not None:
                self._sizes.keep()
            self.tray.remove()
            self.consent.set_frozen(True)
            self.main.end()
            await self._link.end()

    def quit(self) -> None:
        """Let the host end everything in order; it tells this window when."""
        self._quits = True
        self._link.send(Quit(), self._on_quit, self._on_not_quit)
        self._later(QUITTING, self._finish)

    def _connect(self) -> None:
        link = self._link
        application = QApplication.instance()
        assert isinstance(application, QApplication), "windows need one"
        application.focusWindowChanged.connect(self._on_focus)
        window_choices.current().changed.connect(self._on_chosen)
        link.welcomed.connect(self._on_welcome)
        link.state_changed.connect(self._on_state)
        link.asked.connect(self._on_asked)
        link.shown.connect(self._come_forward)
        link.host_quits.connect(self._finish)
        link.closed.connect(self._on_closed)
        self.main.quit_wanted.connect(self.quit)
        self.consent.prepared.connect(self._on_prepared)
        self.consent.changed.connect(self._draw_tray)
        self.consent.attention_needed.connect(lambda _: self._alert(self.notifier.arrived))
        self.consent.happened.connect(self.main.toasts.tell)
        self.consent.rule_wanted.connect(lambda call_id: self._show("rules", MakeRule(call_id)))
        self.consent.pin_wanted.connect(lambda: self._show("settings", SetPin()))
        self.notifier.notification.connect(self.tray.show_notification)
        self.tray.show_wanted.connect(self._come_forward)
        self.tray.waiting_wanted.connect(lambda: self._show("waiting"))
        self.tray.review_wanted.connect(
            lambda: self._show("servers", OpenServer(self._reviews[0]) if self._reviews else None)
        )
        self.tray.stop_wanted.connect(self.main.stop.stop)
        self.tray.release_wanted.connect(self.main.ask_release)
        self.tray.quit_wanted.connect(self.main.ask_quit)

    async def _listen(self, socket: Path, secret: str) -> None:
        try:
            await self._link.run(socket, secret)
        except AssentError as error:
            _log.error("%s", error)

    def _on_welcome(self, welcome: Welcome) -> None:
        self._welcomed = True
        self._reviews = alerts.waiting_servers(welcome.state)  # what waited before is no news
        self._on_state(welcome.state)
        self._restore(welcome)
        self._later(SETTLED, self.consent.prepare)
        if self._quiet and self.tray.available:
            return
        self._come_forward()
        self._brings_next = welcome.state.pending > 0

    def _restore(self, welcome: Welcome) -> None:
        """What the person chose, and the sizes of the windows; a demonstration keeps nothing."""
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

    def _on_chosen(self, name: str) -> None:
        """What the person chose counts at once; notifications look for themselves."""
        value, application = window_choices.current().value(name), QApplication.instance()
        if name == "theme" and isinstance(application, QApplication):
            theme.apply(application, cast("theme.Scheme | None", value or None))
        elif name == "motion":
            motion.choose(still=value == window_choices.OFF)

    def _on_asked(self, _: Asked) -> None:
        """The first of the questions that waited for this window is shown in front; the controller has it already."""
        if self._brings_next:
            self._brings_next = False
            self.consent.show_next_call()

    def _come_forward(self) -> None:
        """Show the main window, and what is asked now in front of it."""
        self.main.come_forward()
        if self.consent.show_next_call():
            self._follows_until = time.monotonic() + FOLLOWS

    def _on_focus(self, window: QWindow | None) -> None:
        """A window that was minimised gets the focus late, and then once more what is asked comes in front of it."""
        if window == self.main.windowHandle() and time.monotonic() < self._follows_until:
            self._follows_until = 0.0
            self.consent.show_next_call()

    def _on_state(self, state: HostState) -> None:
        self._stopped, before = state.stopped, self._reviews
        self._reviews = alerts.waiting_servers(state)
        self._draw_tray()
        if not set(self._reviews) <= set(before):
            self._alert(self.notifier.review_arrived)

    def _draw_tray(self) -> None:
        self.tray.set_state(len(self.consent.waiting), stopped=self._stopped, reviews=len(self._reviews))

    def _review_names(self) -> tuple[str, ...]:
        return tuple(faces.with_id("server", server_id) for server_id in self._reviews)

    def _alert(self, notify: Callable[[], None]) -> None:
        QApplication.alert(self.consent.visible_window or self.main)
        if window_choices.current().value("notifications") != window_choices.OFF:
            notify()

    def _show(self, page: str, target: Target | None = None) -> None:
        """Show a page of the main window. A question stays where it is, and waits."""
        self.main.come_forward()
        self.main.navigate(page, target)

    def _on_quit(self, _: Done) -> None:
        _log.debug("the host ends")  # in order: no news for who looks at a terminal

    def _on_not_quit(self, why: str) -> None:
        if not self.over.done():
            _log.warning("the host did not take the quitting: %s", why)
        self._finish()

    def _on_closed(self, why: str) -> None:
        """Without its host the window decides nothing: it says so, then it ends."""
        if self._quits or self.over.done():
            self._finish()
            return
        self.consent.set_frozen(True)
        self.main.host_gone(why)
        self._code = Exit.HOST_GONE
        if self.main.isVisible():
            self._later(GONE_SHOWN, self._finish)
        else:
            self._finish()

    def _look_for_greeting(self) -> None:
        if not self._welcomed:
            self._on_closed("the host did not greet this window")

    def _later(self, seconds: float, act: Callable[[], None]) -> None:
        self._timers.append(asyncio.get_running_loop().call_later(seconds, act))

    def _finish(self) -> None:
        if not self.over.done():
            self.over.set_result(self._code)


def _attended() -> bool:
    """Whether the person is in a window of ours."""
    return QApplication.activeWindow() is not None
