"""The desktop's setting for reduced motion, from the settings portal (XDG Desktop Portal) over D-Bus.

Invariants:
    Nothing waits for an answer. A missing portal or setting, or an unknown value, counts as "not reduced".
    A change signal only triggers a new request; its content is ignored, since any program on the bus can send it.
"""

from __future__ import annotations

from typing import Any, Final  # Any: a setting is of any type

from PySide6.QtCore import SLOT, QObject, QTimer, Signal, Slot
from PySide6.QtDBus import QDBusConnection, QDBusMessage, QDBusPendingCallWatcher, QDBusVariant

REDUCED_VALUES: Final[dict[tuple[str, str], tuple[object, ...]]] = {
    ("org.freedesktop.appearance", "reduced-motion"): (1,),
    ("org.gnome.desktop.interface", "enable-animations"): (False,),
    ("org.kde.kdeglobals.KDE", "AnimationDurationFactor"): ("0", "0.0", 0.0),
}
"""Settings by namespace and key, with the values that mean reduced motion. The first is the portal's own, which many
desktops do not have yet; the others come from GNOME and Plasma."""
_SERVICE: Final = "org.freedesktop.portal.Desktop"
_PATH: Final = "/org/freedesktop/portal/desktop"
_INTERFACE: Final = "org.freedesktop.portal.Settings"
_GATHER_MS: Final = 200
"""Milliseconds for which changes are collected, so that the portal is asked at most five times a second."""
_MAX_NESTED: Final = 4  # most nested variants: ``Read`` wraps twice (``ReadOne`` once, but older portals lack it)


def session_bus() -> QDBusConnection:
    """The bus of the person's session, on the connection that Qt already has."""
    return QDBusConnection.sessionBus()


class Portal(QObject):
    """Asks the portal, and asks again when it says that a setting changed."""

    answered = Signal(bool)  # whether motion is reduced, after each answer

    def __init__(self, bus: QDBusConnection, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._bus = bus
        self._is_reduced_by_key: dict[tuple[str, str], bool] = {}
        self._ask_timer = QTimer(self, interval=_GATHER_MS, singleShot=True)
        self._ask_timer.timeout.connect(self._ask)
        # From any sender: naming one would block until the bus says who that is.
        slot: Any = SLOT("changed(QDBusMessage)")  # it takes only a str, although its signature says otherwise
        if bus.connect("", _PATH, _INTERFACE, "SettingChanged", self, slot):  # false if there is no bus
            self._ask()

    @Slot(QDBusMessage)
    def changed(self, message: QDBusMessage) -> None:
        """Ask again later, if one of the settings changed."""
        if message.arguments()[:2] in [list(key) for key in REDUCED_VALUES] and not self._ask_timer.isActive():
            self._ask_timer.start()

    def _ask(self) -> None:
        for key in REDUCED_VALUES:
            question = QDBusMessage.createMethodCall(_SERVICE, _PATH, _INTERFACE, "Read")
            question.setArguments(list(key))
            watcher = QDBusPendingCallWatcher(self._bus.asyncCall(question), self)
            watcher.setProperty("key", key)
            watcher.finished.connect(self._on_answer)

    def _on_answer(self, watcher: QDBusPendingCallWatcher) -> None:
        key, answer = tuple(watcher.property("key")), watcher.reply()
        watcher.deleteLater()
        is_value = answer.type() == QDBusMessage.MessageType.ReplyMessage
        value = _unwrap(answer.arguments()[0]) if is_value and answer.arguments() else None
        self._is_reduced_by_key[key] = any(value == still for still in REDUCED_VALUES[key])
        self.answered.emit(any(self._is_reduced_by_key.values()))


def _unwrap(value: Any) -> Any:
    for _ in range(_MAX_NESTED):
        if not isinstance(value, QDBusVariant):
            break
        value = value.variant()
    return value
