"""Desktop notifications while the person is in no window of ours.

Owns: the one notification that there is, and when it is shown.

Invariants: it holds our own words and names alone, nothing that a desktop could take for markup, and never what would
be sent; a burst of calls and of servers that wait for a review is one notification; a click on it shows the window and
does nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from PySide6.QtCore import QObject, QTimer, Signal

from host.control.views import Asked
from host.text import one_line
from ui.consent import summary
from ui.tr import tr, tr_n

GATHER_MS: Final = 400
"""A burst that comes within this time is one notification."""
PAUSE_MS: Final = 10_000
"""At least so long between two notifications: more would teach people to look away."""
LONGEST_NAME: Final = 60
MOST_NAMES: Final = 3
_MARKUP: Final = str.maketrans({character: f"⟨U+{ord(character):04X}⟩" for character in "<>&"})


def escape_name(name: str) -> str:
    """An untrusted name on one line, escaped and without anything that a notification might take for markup."""
    return _without_markup(one_line(name, LONGEST_NAME))


def _without_markup(shown: str) -> str:
    return shown.translate(_MARKUP)


def notification_text(waiting: Sequence[Asked]) -> tuple[str, str]:
    """Title and body of the notification for the calls that wait."""
    if len(waiting) == 1:
        call = waiting[0].request.call
        where = f"{escape_name(call.server.id)} ▸ {escape_name(call.tool)}"
        return tr("A call waits for you"), f"{_without_markup(summary.briefly(waiting[0]))} · {where}"
    names = sorted({summary.app_name(asked.request.call.app) for asked in waiting})
    more = len(names) - MOST_NAMES
    apps = ", ".join(map(_without_markup, names[:MOST_NAMES]))
    body = tr("From {apps} and {more} more.", apps=apps, more=more) if more > 0 else tr("From {apps}.", apps=apps)
    return tr_n("{n} call waits for you", "{n} calls wait for you", len(waiting)), body


def review_text(names: Sequence[str]) -> tuple[str, str]:
    """Title and body of the notification for the servers that wait for a review. ``names``: as they are shown."""
    shown = ", ".join(map(escape_name, names[:MOST_NAMES]))
    if (more := len(names) - MOST_NAMES) > 0:
        shown = tr("{names} and {more} more", names=shown, more=more)
    title = tr_n("{n} server waits for your review", "{n} servers wait for your review", len(names))
    return title, tr("{names}: what was not reviewed reaches no AI app.", names=shown)


class Notifier(QObject):
    """Gathers calls that arrive and servers that are to be reviewed, and notifies of them once.

    Signals:
        notification(str, str): title and body of a notification that is to be shown.
    """

    notification = Signal(str, str)

    def __init__(
        self,
        waiting: Callable[[], Sequence[Asked]],
        attended: Callable[[], bool],
        parent: QObject | None = None,
        *,
        reviews: Callable[[], Sequence[str]] = tuple,
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
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self.notify)

    def arrived(self, _: object = None) -> None:
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
