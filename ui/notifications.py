"""Desktop notifications while the person is in no window of ours.

Owns: the one notification that there is, and when it is shown.

Invariants: it holds our own words and names alone, nothing that a desktop could take for markup, and never what would
be sent; a burst of calls is one notification; a click on it shows the window and does nothing else.
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


class Notifier(QObject):
    """Gathers calls that arrive, and notifies of them once.

    Signals:
        notification(str, str): title and body of a notification that is to be shown.
    """

    notification = Signal(str, str)

    def __init__(
        self,
        waiting: Callable[[], Sequence[Asked]],
        attended: Callable[[], bool],
        parent: QObject | None = None,
    ) -> None:
        """Create it.

        Args:
            waiting: the calls that wait now.
            attended: whether the person is in a window of ours.
            parent: owns it.
        """
        super().__init__(parent)
        self._waiting, self._attended = waiting, attended
        self._has_new = False
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self.notify)

    def arrived(self, _: object = None) -> None:
        """Take note of another call that needs attention."""
        self._has_new = True
        if not self._timer.isActive():
            self._timer.start(GATHER_MS)

    def notify(self) -> None:
        """Notify of the calls that arrived, unless the person is in a window of ours."""
        if not self._has_new or self._attended():
            self._has_new = False
            return
        self._has_new = False
        if waiting := self._waiting():
            self.notification.emit(*notification_text(waiting))
            self._timer.start(PAUSE_MS)
