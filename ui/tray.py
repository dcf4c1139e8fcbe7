"""Assent in the system tray, and desktop notifications while the person is in no window of ours.

Owns: the icon, its count and its menu; the one notification that there is, and when it is shown.

Invariants: nothing here approves or releases anything: the menu shows the window, stops everything, or lets the window
ask. A notification holds our own words and names alone, nothing that a desktop could take for markup, and never what
would be sent; a burst of calls and of servers that wait for a review is one notification; a click on it shows the
window and does nothing else.
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
from ui.tr import tr, tr_n
from ui.widgets.popups import Menu

GATHER_MS: Final = 400
"""A burst that comes within this time is one notification."""
PAUSE_MS: Final = 10_000
"""At least so long between two notifications: more would teach people to look away."""
LONGEST_NAME: Final = 60
MOST_NAMES: Final = 3
_MARKUP: Final = str.maketrans({character: f"⟨U+{ord(character):04X}⟩" for character in "<>&"})


def escape_name(name: str) -> str:
    """An untrusted name on one line, escaped and without anything that a notification might take for markup."""
    return one_line(name, LONGEST_NAME).translate(_MARKUP)


def notification_text(waiting: Sequence[Asked]) -> tuple[str, str]:
    """Title and body of the notification for the calls that wait."""
    if len(waiting) == 1:
        call = waiting[0].request.call
        where = f"{escape_name(call.server.id)} ▸ {escape_name(call.tool)}"
        return tr("A call waits for you"), f"{summary.brief_heading(waiting[0]).translate(_MARKUP)} · {where}"
    names = sorted({summary.app_name(asked.request.call.app) for asked in waiting})
    more = len(names) - MOST_NAMES
    apps = ", ".join(names[:MOST_NAMES]).translate(_MARKUP)
    body = tr("From {apps} and {more} more.", apps=apps, more=more) if more > 0 else tr("From {apps}.", apps=apps)
    return tr_n("{n} call waits for you", "{n} calls wait for you", len(waiting)), body


def review_text(names: Sequence[str]) -> tuple[str, str]:
    """Title and body of the notification for the servers that wait for a review. ``names``: as they are shown."""
    return alerts.review_words([escape_name(name) for name in names])


class Notifier(QObject):
    """Gathers calls that arrive and servers that are to be reviewed, and notifies of them once.

    Signals:
        notification(str, str): title and body of a notification that is to be shown.
    """

    notification = Signal(str, str)

    def __init__(
        self,
        waiting: Callable[[], Sequence[Asked]],
        reviews: Callable[[], Sequence[str]],
        attended: Callable[[], bool],
        parent: QObject | None = None,
    ) -> None:
        """Create it.

        Args:
            waiting: the calls that wait now.
            reviews: the names of the servers that wait for a review now.
            attended: whether the person is in a window of ours.
            parent: owns it.
        """
        super().__init__(parent)
        self._waiting, self._attended, self._reviews = waiting, attended, reviews
        self._new: set[str] = set()
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self.notify)

    def arrived(self) -> None:
        """Take note of another call that needs attention."""
        self._note("calls")

    def review_arrived(self) -> None:
        """Take note of another server that waits for a review."""
        self._note("reviews")

    def _note(self, what: str) -> None:
        self._new.add(what)
        if not self._timer.isActive():
            self._timer.start(GATHER_MS)

    def notify(self) -> None:
        """Notify of what arrived, of servers a while after calls, unless the person is in a window of ours."""
        new, self._new = self._new, set()
        if self._attended():
            return
        if "calls" in new and (waiting := self._waiting()):
            self._new = new - {"calls"}
            self._tell(notification_text(waiting))
        elif "reviews" in new and (names := self._reviews()):
            self._tell(review_text(names))

    def _tell(self, said: tuple[str, str]) -> None:
        self.notification.emit(*said)
        self._timer.start(PAUSE_MS)


SIZES: Final = (16, 22, 24, 32, 48, 64)
"""Edges that desktops ask for."""
MESSAGE_MS: Final = 8_000
"""How long a notification stays where the desktop lets us say so."""


def tray_icon(waiting: int, *, stopped: bool) -> QIcon:
    """The icon for the tray, with a dot while something waits."""
    made = QIcon()
    for size in SIZES:
        made.addPixmap(_draw_icon(size, waiting, stopped=stopped))
    return made


def _draw_icon(size: int, waiting: int, *, stopped: bool) -> QPixmap:
    drawn = pixmap("hand-palm" if stopped else "shield-check", size, "red" if stopped else "text")
    if waiting:
        ratio = drawn.devicePixelRatio()
        edge = drawn.width() / ratio
        dot = edge * 0.42
        painter = QPainter(drawn)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(theme.current().tokens.amber))
        painter.drawEllipse(QRectF(edge - dot, 0, dot, dot))
        painter.end()
    return drawn


class Tray(QObject):
    """The icon in the tray, where the system has one.

    Attributes:
        available: whether there is a tray.
        menu: the context menu.

    Signals:
        show_wanted(), waiting_wanted(), review_wanted(): show the window, its waiting calls, or a server that waits for
            a review.
        stop_wanted(): stop everything.
        release_wanted(), quit_wanted(): ask the person whether to release the stop, or to quit.
    """

    show_wanted = Signal()
    waiting_wanted = Signal()
    review_wanted = Signal()
    stop_wanted = Signal()
    release_wanted = Signal()
    quit_wanted = Signal()

    def __init__(
        self,
        parent: QWidget,
        available: Callable[[], bool] = QSystemTrayIcon.isSystemTrayAvailable,
    ) -> None:
        super().__init__(parent)
        self.available = available()
        self._count, self._reviews, self._stopped = 0, 0, False
        self._drawn_state: tuple[bool, bool, theme.Tokens] | None = None
        self.menu = Menu(parent)
        self._show = self._action(tr("Show Assent"), self.show_wanted.emit)
        self._waiting = self._action("", self.waiting_wanted.emit)
        self._review = self._action("", self.review_wanted.emit)
        self.menu.addSeparator()
        self._stop = self._action("", self._on_stop)
        self.menu.addSeparator()
        self._quit = self._action(tr("Quit Assent"), self.quit_wanted.emit)
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
        if self._stopped:
            return tr("Assent: everything is stopped")
        if not self._reviews:
            return tr("Assent: {waits}", waits=self._waiting_words())
        if not self._count:
            return tr("Assent: {waits}", waits=self._review_words())
        return tr("Assent: {calls}, {servers}", calls=self._waiting_words(), servers=self._review_words())

    def set_state(self, waiting: int, *, stopped: bool, reviews: int = 0) -> None:
        """Show how many calls wait, how many servers wait for a review, and whether the emergency stop holds."""
        if (waiting, stopped, reviews) != (self._count, self._stopped, self._reviews):
            self._count, self._stopped, self._reviews = waiting, stopped, reviews
            self._draw()

    def show_notification(self, title: str, body: str) -> None:
        """Show a notification; both texts are free of markup (``notification_text``)."""
        if self.available:
            self._icon.showMessage(title, body, tray_icon(0, stopped=False), MESSAGE_MS)

    def remove(self) -> None:
        """Take the icon out of the tray."""
        self._icon.hide()

    def _waiting_words(self) -> str:
        return tr_n("{n} call waits", "{n} calls wait", self._count) if self._count else tr("nothing waits")

    def _review_words(self) -> str:
        return tr_n("{n} server waits for your review", "{n} servers wait for your review", self._reviews)

    def _draw(self) -> None:
        calls = tr_n("{n} call waits…", "{n} calls wait…", self._count) if self._count else tr("Nothing waits")
        text.set_action_text(self._waiting, calls)
        self._waiting.setEnabled(self._count > 0)
        asks = tr_n("{n} server waits for your review…", "{n} servers wait for your review…", self._reviews)
        text.set_action_text(self._review, asks)
        self._review.setVisible(self._reviews > 0)
        text.set_action_text(self._stop, tr("Release…") if self._stopped else tr("Stop everything"))
        waits = self._count + self._reviews
        state = (waits > 0, self._stopped, theme.current().tokens)
        if state != self._drawn_state:  # six pictures, which only these three change
            self._drawn_state = state
            self._icon.setIcon(tray_icon(waits, stopped=self._stopped))
        self._icon.setToolTip(self.tooltip)

    def _action(self, words: str, act: Callable[[], None]) -> QAction:
        action = text.action(words, parent=self.menu)
        action.triggered.connect(act)
        self.menu.addAction(action)
        return action

    def _on_stop(self) -> None:
        (self.release_wanted if self._stopped else self.stop_wanted).emit()

    def _on_activated(self, reason: QSystemTrayIcon.ActivationReason) -> None:
        if reason is not QSystemTrayIcon.ActivationReason.Context:
            self.show_wanted.emit()
