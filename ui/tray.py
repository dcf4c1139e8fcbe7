"""Assent in the tray (icon, tooltip, menu), and notifications while no window of Assent has the focus.

Invariants: nothing here approves or releases anything: the menu shows the window, stops everything, or lets the window
ask. A notification holds only Assent's own words and escaped names, nothing that a desktop could take for markup, and
never what would be sent; several calls or servers that arrive together make one notification; a click on it only shows
the window.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from PySide6.QtCore import QObject, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QColor, QIcon, QPainter, QPixmap
from PySide6.QtWidgets import QSystemTrayIcon, QWidget

from host.control.views import Asked
from host.text import one_line
from ui import alerts, text, theme
from ui.consent import summary
from ui.icons import pixmap
from ui.label_text import some_names
from ui.tr import tr, tr_n
from ui.widgets.popups import Menu

GATHER_MS: Final = 400  # what arrives within this time is one notification
PAUSE_MS: Final = 10_000  # least time between two notifications: people learn to ignore frequent ones
MAX_NAME: Final = 60
MAX_NAMES: Final = 3
_MARKUP: Final = str.maketrans({character: f"⟨U+{ord(character):04X}⟩" for character in "<>&"})


def escape_name(name: str) -> str:
    """Escape an untrusted name for one line of a notification, including what might be taken for markup."""
    return one_line(name, MAX_NAME).translate(_MARKUP)


def notification_text(waiting: Sequence[Asked]) -> tuple[str, str]:
    """Title and body of the notification for the calls that wait."""
    if len(waiting) == 1:
        call = waiting[0].request.call
        route = f"{escape_name(call.server.id)} ▸ {escape_name(call.tool)}"
        return tr("A call waits for you"), f"{summary.brief_heading(waiting[0]).translate(_MARKUP)} · {route}"
    names = sorted({summary.app_name(asked.request.call.app) for asked in waiting})
    body = tr("From {apps}.", apps=some_names(names, MAX_NAMES).translate(_MARKUP))
    return tr_n("{n} call waits for you", "{n} calls wait for you", len(waiting)), body


def review_text(names: Sequence[str]) -> tuple[str, str]:
    """Title and body of the notification for the servers that wait for a review. ``names``: as they are shown."""
    return alerts.review_words([escape_name(name) for name in names])


class Notifier(QObject):
    """Collects arriving calls and servers to review, and notifies once for several of them."""

    notification = Signal(str, str)  # show a notification with this title and body

    def __init__(
        self,
        waiting: Callable[[], Sequence[Asked]],
        reviews: Callable[[], Sequence[str]],
        attended: Callable[[], bool],
        parent: QObject | None = None,
    ) -> None:
        """``waiting``, ``reviews``: return what waits now. ``attended``: whether a window of Assent has the focus."""
        super().__init__(parent)
        self._waiting, self._attended, self._reviews = waiting, attended, reviews
        self._arrived_kinds: set[str] = set()
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self.notify)

    def note_call(self) -> None:
        """Take note of another call that needs attention."""
        self._start_gathering("calls")

    def note_review(self) -> None:
        """Take note of another server that waits for a review."""
        self._start_gathering("reviews")

    def _start_gathering(self, kind: str) -> None:
        self._arrived_kinds.add(kind)
        if not self._timer.isActive():
            self._timer.start(GATHER_MS)

    def notify(self) -> None:
        """Notify of what arrived, unless a window of Assent has the focus. Servers are reported after calls, later."""
        kinds, self._arrived_kinds = self._arrived_kinds, set()
        if self._attended():
            return
        if "calls" in kinds and (waiting := self._waiting()):
            self._arrived_kinds = kinds - {"calls"}
            self._emit_notification(notification_text(waiting))
        elif "reviews" in kinds and (names := self._reviews()):
            self._emit_notification(review_text(names))

    def _emit_notification(self, title_and_body: tuple[str, str]) -> None:
        self.notification.emit(*title_and_body)
        self._timer.start(PAUSE_MS)


SIZES: Final = (16, 22, 24, 32, 48, 64)  # icon sizes in pixels that desktops ask for
MESSAGE_MS: Final = 8_000  # how long a notification stays, on desktops that let programs choose


def tray_icon(waiting: int, *, stopped: bool) -> QIcon:
    """The icon for the tray, with a dot while something waits."""
    icon = QIcon()
    for size in SIZES:
        icon.addPixmap(_draw_icon(size, waiting, stopped=stopped))
    return icon


def _draw_icon(size: int, waiting: int, *, stopped: bool) -> QPixmap:
    image = pixmap("hand-palm" if stopped else "shield-check", size, "red" if stopped else "text")
    if waiting:
        ratio = image.devicePixelRatio()
        edge = image.width() / ratio
        dot = edge * 0.42
        painter = QPainter(image)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(theme.current().tokens.amber))
        painter.drawEllipse(QRectF(edge - dot, 0, dot, dot))
        painter.end()
    return image


class Tray(QObject):
    """The icon in the tray, where the system has one."""

    show_wanted = Signal()  # show the window
    waiting_wanted = Signal()  # show the waiting calls
    review_wanted = Signal()  # show a server that waits for a review
    stop_wanted = Signal()  # stop everything
    release_wanted = Signal()  # ask the person whether to release the stop
    quit_wanted = Signal()  # ask the person whether to quit

    def __init__(self, parent: QWidget, available: Callable[[], bool] = QSystemTrayIcon.isSystemTrayAvailable) -> None:
        super().__init__(parent)
        self.available = available()
        self._waiting_count, self._review_count, self._is_stopped = 0, 0, False
        self._drawn_state: tuple[bool, bool, theme.Tokens] | None = None
        self.menu = Menu(parent)
        self._show_action = self._add_action(tr("Show Assent"), self.show_wanted.emit)
        self._waiting_action = self._add_action("", self.waiting_wanted.emit)
        self._review_action = self._add_action("", self.review_wanted.emit)
        self.menu.addSeparator()
        self._stop_action = self._add_action("", self._on_stop)
        self.menu.addSeparator()
        self._quit_action = self._add_action(tr("Quit Assent"), self.quit_wanted.emit)
        self._icon = QSystemTrayIcon(self)
        self._icon.setContextMenu(self.menu)
        self._icon.activated.connect(self._on_activated)
        self._icon.messageClicked.connect(self.show_wanted)
        theme.current().changed.connect(self._draw)
        self._draw()
        if self.available:
            self._icon.show()

    @property
    def tooltip(self) -> str:
        """The tooltip of the icon."""
        if self._is_stopped:
            return tr("Assent: everything is stopped")
        if not self._review_count:
            return tr("Assent: {waits}", waits=self._waiting_words())
        if not self._waiting_count:
            return tr("Assent: {waits}", waits=self._review_words())
        return tr("Assent: {calls}, {servers}", calls=self._waiting_words(), servers=self._review_words())

    def set_state(self, waiting: int, *, stopped: bool, reviews: int = 0) -> None:
        """Show how many calls wait, how many servers wait for a review, and whether the emergency stop holds."""
        if (waiting, stopped, reviews) != (self._waiting_count, self._is_stopped, self._review_count):
            self._waiting_count, self._is_stopped, self._review_count = waiting, stopped, reviews
            self._draw()

    def show_notification(self, title: str, body: str) -> None:
        """Show a notification. Both texts must be free of markup, as ``notification_text`` makes them."""
        if self.available:
            self._icon.showMessage(title, body, tray_icon(0, stopped=False), MESSAGE_MS)

    def remove(self) -> None:
        """Take the icon out of the tray."""
        self._icon.hide()

    def _waiting_words(self) -> str:
        return (
            tr_n("{n} call waits", "{n} calls wait", self._waiting_count)
            if self._waiting_count
            else tr("nothing waits")
        )

    def _review_words(self) -> str:
        return tr_n("{n} server waits for your review", "{n} servers wait for your review", self._review_count)

    def _draw(self) -> None:
        calls = (
            tr_n("{n} call waits…", "{n} calls wait…", self._waiting_count)
            if self._waiting_count
            else tr("Nothing waits")
        )
        text.set_action_text(self._waiting_action, calls)
        self._waiting_action.setEnabled(self._waiting_count > 0)
        reviews = tr_n("{n} server waits for your review…", "{n} servers wait for your review…", self._review_count)
        text.set_action_text(self._review_action, reviews)
        self._review_action.setVisible(self._review_count > 0)
        text.set_action_text(self._stop_action, tr("Release…") if self._is_stopped else tr("Stop everything"))
        waits = self._waiting_count + self._review_count
        state = (waits > 0, self._is_stopped, theme.current().tokens)
        if state != self._drawn_state:  # drawing makes six pictures
            self._drawn_state = state
            self._icon.setIcon(tray_icon(waits, stopped=self._is_stopped))
        self._icon.setToolTip(self.tooltip)

    def _add_action(self, words: str, act: Callable[[], None]) -> QAction:
        action = text.action(words, parent=self.menu)
        action.triggered.connect(act)
        self.menu.addAction(action)
        return action

    def _on_stop(self) -> None:
        (self.release_wanted if self._is_stopped else self.stop_wanted).emit()

    def _on_activated(self, reason: QSystemTrayIcon.ActivationReason) -> None:
        if reason is not QSystemTrayIcon.ActivationReason.Context:
            self.show_wanted.emit()
