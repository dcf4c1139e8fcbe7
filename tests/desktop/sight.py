"""What a person at the virtual desktop sees: the accessibility tree of the running program (AT-SPI 2 over D-Bus).

Owns: finding things on screen by role and name. What stays true: it only looks; whoever acts does so with keys and
clicks (``hands``).
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final  # Any: D-Bus replies are what they are

from jeepney import DBusAddress, DBusErrorResponse, MessageType, new_method_call
from jeepney.io.blocking import DBusConnection, open_dbus_connection

from tests.support.waiting import eventually_blocking

_ACCESSIBLE: Final = "org.a11y.atspi.Accessible"
_COMPONENT: Final = "org.a11y.atspi.Component"
_PROPERTIES: Final = "org.freedesktop.DBus.Properties"
_ROOT: Final = ("org.a11y.atspi.Registry", "/org/a11y/atspi/accessible/root")
_SCREEN: Final = 0
_ENABLED, _FOCUSED, _SHOWING, _CHECKED, _SENSITIVE, _ACTIVE = 8, 12, 25, 4, 24, 1
"""Bits of the state set (atspi-constants.h)."""
_DEEP: Final = 40
_SOON: Final = 5.0
"""Seconds for one answer of the program."""


class Gone(Exception):
    """What was looked at is not there any more."""


@dataclass(frozen=True, slots=True)
class Thing:
    """Something on screen.

    Attributes:
        role: as AT-SPI names it. name: what a screen reader says. box: x, y, width, height on screen.
        states: bits. path: where it hangs.
    """

    role: str
    name: str
    box: tuple[int, int, int, int]
    states: int
    path: tuple[str, str]

    @property
    def middle(self) -> tuple[int, int]:
        """The point to click."""
        x, y, width, height = self.box
        return x + width // 2, y + height // 2

    @property
    def showing(self) -> bool:
        """Whether it is on screen."""
        return bool(self.states >> _SHOWING & 1) and self.box[2] > 0

    @property
    def enabled(self) -> bool:
        """Whether it would react."""
        return bool(self.states >> _ENABLED & 1)

    @property
    def focused(self) -> bool:
        """Whether keys go there."""
        return bool(self.states >> _FOCUSED & 1)

    @property
    def active(self) -> bool:
        """Whether it is the active window."""
        return bool(self.states >> _ACTIVE & 1)


class Sight:
    """Looks at one virtual desktop."""

    def __init__(self, session_bus: str) -> None:
        """``session_bus``: address of the desktop's session bus."""
        with contextlib.closing(open_dbus_connection(session_bus)) as session:
            address = DBusAddress("/org/a11y/bus", bus_name="org.a11y.Bus", interface="org.a11y.Bus")
            told = session.send_and_get_reply(new_method_call(address, "GetAddress"), timeout=_SOON)
        self._bus: DBusConnection = open_dbus_connection(told.body[0])

    def close(self) -> None:
        """Stop looking."""
        self._bus.close()

    def everything(self) -> Iterator[Thing]:
        """All that every program shows, windows first."""
        yield from self._below(_ROOT, 0)

    def find(self, name: str | Callable[[str], bool], role: str = "") -> Thing | None:
        """The first thing on screen with that name (or whose name fits) and role."""
        for thing in self.everything():
            fits = name(thing.name) if callable(name) else thing.name == name
            if fits and thing.showing and role in ("", thing.role):
                return thing
        return None

    def wait_for(self, name: str | Callable[[str], bool], role: str = "", *, within: float = 20.0) -> Thing:
        """The thing, as soon as it is on screen; fails with what is there instead."""
        found: list[Thing] = []

        def look() -> bool:
            thing = self.find(name, role)
            found[:] = [thing] if thing else []
            return thing is not None

        try:
            eventually_blocking(look, within=within)
        except AssertionError:
            raise AssertionError(f"not on screen: {name!r} {role}\n{self.describe()}") from None
        return found[0]

    def wait_until_gone(self, name: str | Callable[[str], bool], role: str = "", *, within: float = 20.0) -> None:
        """Return once nothing of that name is on screen."""
        eventually_blocking(lambda: self.find(name, role) is None, within=within)

    def description(self, thing: Thing) -> str:
        """What a screen reader adds to its name; empty where it has gone."""
        with contextlib.suppress(Gone):
            return str(self._call(thing.path, _PROPERTIES, "Get", "ss", (_ACCESSIBLE, "Description"))[0][1])
        return ""

    def describe(self) -> str:
        """What is on screen, a line each: for the message of a failed test."""
        return "\n".join(
            f"  {thing.role}: {thing.name!r} {thing.box}" for thing in self.everything() if thing.showing and thing.name
        )

    def _below(self, path: tuple[str, str], depth: int) -> Iterator[Thing]:
        with contextlib.suppress(Gone):
            children = self._call(path, _ACCESSIBLE, "GetChildren")[0]
            for name, where in children if depth < _DEEP else ():
                with contextlib.suppress(Gone):
                    yield self._look((name, where))
                    yield from self._below((name, where), depth + 1)

    def _look(self, path: tuple[str, str]) -> Thing:
        role = str(self._call(path, _ACCESSIBLE, "GetRoleName")[0])
        name = str(self._call(path, _PROPERTIES, "Get", "ss", (_ACCESSIBLE, "Name"))[0][1])
        low, high = self._call(path, _ACCESSIBLE, "GetState")[0]
        box = (0, 0, 0, 0)
        if role != "application":
            x, y, width, height = self._call(path, _COMPONENT, "GetExtents", "u", (_SCREEN,))[0]
            box = (x, y, width, height)
        return Thing(role, name, box, low | high << 32, path)

    def _call(self, path: tuple[str, str], interface: str, method: str, kind: str = "", body: Any = ()) -> Any:
        address = DBusAddress(path[1], bus_name=path[0], interface=interface)
        try:
            reply = self._bus.send_and_get_reply(new_method_call(address, method, kind, body), timeout=_SOON)
        except (DBusErrorResponse, TimeoutError) as error:
            raise Gone from error
        if reply.header.message_type is MessageType.error:
            raise Gone
        return reply.body
