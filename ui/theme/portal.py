"""The desktop's setting for reduced motion, from the settings portal (XDG Desktop Portal) over D-Bus.

Owns: the requests to the portal, and when they are repeated.

Invariants:
    Nothing waits for an answer. A missing portal or setting, or an unknown value, counts as "not reduced".
    A change signal only triggers a new request; its content is not believed, since anybody on the bus can send it.
"""

from __future__ import annotations

from typing import Any, Final  # Any: a setting is of any type

from PySide6.QtCore import SLOT, QObject, QTimer, Signal, Slot
from PySide6.QtDBus import QDBusConnection, QDBusMessage, QDBusPendingCallWatcher, QDBusVariant

STILL: Final[dict[tuple[str, str], tuple[object, ...]]] = {
    ("org.freedesktop.appearance", "reduced-motion"): (1,),
    ("org.gnome.desktop.interface", "enable-animations"): (False,),
    ("org.kde.kdeglobals.KDE", "AnimationDurationFactor"): ("0", "0.0", 0.0),
}
"""Settings by namespace and key, with the values by which nothing should move. The first is the portal's own, newer
than many a desktop; the others are what GNOME and Plasma hand through."""
_SERVICE: Final = "org.freedesktop.portal.Desktop"
_PATH: Final = "/org/freedesktop/portal/desktop"
_FACE: Final = "org.freedesktop.portal.Settings"
_AGAIN: Final = 200
"""Milliseconds in which news are gathered: who sends many makes us ask five times a second at most."""
_NESTED: Final = 4
"""Variants in variants: ``Read`` wraps twice (``ReadOne`` once, but older portals lack it)."""


def session_bus() -> QDBusConnection:
    """The bus of the person's session; Qt shares the connection that it has already."""
    return QDBusConnection.sessionBus()


class Portal(QObject):
    """Asks the portal, and again when it says that something changed.

    Signals:
        wished(bool): whether nothing should move, after each answer.
    """

    wished = Signal(bool)

    def __init__(self, bus: QDBusConnection, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._bus = bus
        self._still: dict[tuple[str, str], bool] = {}
        self._again = QTimer(self, interval=_AGAIN, singleShot=True)
        self._again.timeout.connect(self._ask)
        # Of no sender: to name one would wait for the bus to say who that is.
        slot: Any = SLOT("changed(QDBusMessage)")  # a str, which alone it takes, whatever its signature says
        if bus.connect("", _PATH, _FACE, "SettingChanged", self, slot):  # not, where there is no bus
            self._ask()

    @Slot(QDBusMessage)
    def changed(self, news: QDBusMessage) -> None:
        """Somebody says that a setting changed."""
        if news.arguments()[:2] in [list(key) for key in STILL] and not self._again.isActive():
            self._again.start()

    def _ask(self) -> None:
        for key in STILL:
            question = QDBusMessage.createMethodCall(_SERVICE, _PATH, _FACE, "Read")
            question.setArguments(list(key))
            watcher = QDBusPendingCallWatcher(self._bus.asyncCall(question), self)
            watcher.setProperty("key", key)
            watcher.finished.connect(self._on_answer)

    def _on_answer(self, watcher: QDBusPendingCallWatcher) -> None:
        key, answer = tuple(watcher.property("key")), watcher.reply()
        watcher.deleteLater()
        is_value = answer.type() == QDBusMessage.MessageType.ReplyMessage
        value = _bare(answer.arguments()[0]) if is_value and answer.arguments() else None
        self._still[key] = any(value == still for still in STILL[key])
        self.wished.emit(any(self._still.values()))


def _bare(value: Any) -> Any:
    for _ in range(_NESTED):
        if not isinstance(value, QDBusVariant):
            break
        value = value.variant()
    return value
