"""A settings portal on a session bus of its own: dbus-daemon, and a thread that answers as a desktop would.

Invariants: nothing of the person's own bus is touched, and all of it has ended with the context.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
import threading
from collections.abc import Iterator
from typing import Any, Final  # Any: D-Bus values are what they are

from jeepney import DBusAddress, HeaderFields, Message, MessageType, new_error, new_method_return, new_signal
from jeepney.bus_messages import message_bus
from jeepney.io.blocking import DBusConnection, open_dbus_connection

NAME: Final = "org.freedesktop.portal.Desktop"
FACE: Final = DBusAddress("/org/freedesktop/portal/desktop", interface="org.freedesktop.portal.Settings")
_LOOK: Final = 0.05
"""Seconds between two looks at whether it is over."""


class SettingsPortal:
    """Answers ``Read`` from ``settings``: (signature, value) by namespace and key. Made by ``settings_portal``.

    Attributes:
        address: of its bus. asked: each key that was asked for, in order.
    """

    def __init__(self, address: str, settings: dict[tuple[str, str], tuple[str, Any]]) -> None:
        self.address, self.settings = address, settings
        self.asked: list[tuple[str, str]] = []
        self._over = threading.Event()
        self._bus: DBusConnection = open_dbus_connection(address)
        self._bus.send_and_get_reply(message_bus.RequestName(NAME))
        self._thread = threading.Thread(target=self._serve)
        self._thread.start()

    def change(self, key: tuple[str, str], value: tuple[str, Any]) -> None:
        """The person changes a setting, and the portal says so."""
        self.settings[key] = value
        self._bus.send(new_signal(FACE, "SettingChanged", "ssv", (*key, value)))

    def leave(self) -> None:
        """End."""
        self._over.set()
        self._thread.join()
        self._bus.close()

    def _serve(self) -> None:
        while not self._over.is_set():
            with contextlib.suppress(TimeoutError):
                message = self._bus.receive(timeout=_LOOK)
                if message.header.message_type is MessageType.method_call:
                    self._bus.send(self._answer(message))

    def _answer(self, message: Message) -> Message:
        if message.header.fields[HeaderFields.member] != "Read":
            return new_error(message, "org.freedesktop.DBus.Error.UnknownMethod")
        self.asked.append(message.body)
        value = self.settings.get(message.body)
        if value is None:
            return new_error(message, "org.freedesktop.portal.Error.NotFound", "s", ("Requested setting not found",))
        return new_method_return(message, "v", (("v", value),))  # Read wraps twice


@contextlib.contextmanager
def session_bus() -> Iterator[str]:
    """The address of a bus with nobody on it."""
    reader, writer = os.pipe()
    command = ["dbus-daemon", "--session", "--nofork", f"--print-address={writer}"]
    daemon = subprocess.Popen(command, pass_fds=(writer,), stderr=subprocess.DEVNULL)
    os.close(writer)
    try:
        with open(reader, "rb") as told:
            yield told.readline().strip().decode()
    finally:
        daemon.terminate()
        daemon.wait()


@contextlib.contextmanager
def settings_portal(settings: dict[tuple[str, str], tuple[str, Any]]) -> Iterator[SettingsPortal]:
    """A portal that knows ``settings``, on a bus of its own."""
    with session_bus() as address:
        portal = SettingsPortal(address, settings)
        try:
            yield portal
        finally:
            portal.leave()
