"""What a person at the virtual desktop sees: the accessibility tree of the running program (AT-SPI 2 over D-Bus).

Owns: finding things on screen by role and name.

Invariants: it only looks; whoever acts does so with keys and clicks (``hands``).
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final, TypeAlias  # Any: D-Bus replies are what they are

from jeepney import DBusAddress, HeaderFields, MessageType, new_method_call
from jeepney.io.blocking import DBusConnection, open_dbus_connection

from tests.support.waiting import PATIENCE, eventually_blocking

_ACCESSIBLE: Final = "org.a11y.atspi.Accessible"
_COMPONENT: Final = "org.a11y.atspi.Component"
_PROPERTIES: Final = "org.freedesktop.DBus.Properties"
_ROOT: Final = ("org.a11y.atspi.Registry", "/org/a11y/atspi/accessible/root")
_NO_WIDGET: Final = _ROOT[1]
"""Where programs hang, and a program itself: on no screen, unlike what is in them."""
_SCREEN: Final = 0
_ENABLED, _FOCUSED, _SHOWING, _CHECKED, _SENSITIVE, _ACTIVE = 8, 12, 25, 4, 24, 1
"""Bits of the state set (atspi-constants.h)."""
_Path: TypeAlias = tuple[str, str]
"""A program's name on the bus, and of something in it."""
_Question: TypeAlias = tuple[_Path, str, str, str, tuple[Any, ...]]
"""Whom, then interface, method, signature and arguments."""
_BELOW: Final = (_ACCESSIBLE, "GetChildren", "", ())
_STATES: Final = (_ACCESSIBLE, "GetState", "", ())
_ROLE: Final = (_ACCESSIBLE, "GetRoleName", "", ())
_NAME: Final = (_PROPERTIES, "Get", "ss", (_ACCESSIBLE, "Name"))
_EXTENTS: Final = (_COMPONENT, "GetExtents", "u", (_SCREEN,))


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
    path: _Path

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
            told = session.send_and_get_reply(new_method_call(address, "GetAddress"), timeout=PATIENCE)
        self._bus: DBusConnection = open_dbus_connection(told.body[0])

    def close(self) -> None:
        """Stop looking."""
        self._bus.close()

    def everything(self) -> list[Thing]:
        """All that every program shows, windows first, each before what it holds."""
        return self._look(self._shown())

    def focused(self) -> list[Thing]:
        """What keys go to."""
        return self._look([(path, states) for path, states in self._shown() if states >> _FOCUSED & 1])

    def find(self, name: str | Callable[[str], bool], role: str = "") -> Thing | None:
        """The first thing on screen with that name (or whose name fits) and role."""
        shown = self._shown()
        names = self._ask([(path, *_NAME) for path, _ in shown])
        named = [(it, str(said[0][1])) for it, said in zip(shown, names, strict=True) if said is not None]
        fitting = [it for it, said in named if (name(said) if callable(name) else said == name)]
        return next((it for it in self._look(fitting) if it.showing and role in ("", it.role)), None)

    def again(self, thing: Thing) -> list[Thing]:
        """The same thing as it is now; none where it has gone or has another name."""
        (states,) = self._ask([(thing.path, *_STATES)])
        if states is None:
            return []
        low, high = states[0]
        return [it for it in self._look([(thing.path, low | high << 32)]) if it.showing and it.name == thing.name]

    def wait_for(self, name: str | Callable[[str], bool], role: str = "", *, within: float = PATIENCE) -> Thing:
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

    def wait_until_gone(self, name: str | Callable[[str], bool], role: str = "", *, within: float = PATIENCE) -> None:
        """Return once nothing of that name is on screen."""
        eventually_blocking(lambda: self.find(name, role) is None, within=within)

    def description(self, thing: Thing) -> str:
        """What a screen reader adds to its name; empty where it has gone."""
        (answer,) = self._ask([(thing.path, _PROPERTIES, "Get", "ss", (_ACCESSIBLE, "Description"))])
        return "" if answer is None else str(answer[0][1])

    def describe(self) -> str:
        """What is on screen, a line each: for the message of a failed test."""
        return "\n".join(
            f"  {thing.role}: {thing.name!r} {thing.box}" for thing in self.everything() if thing.showing and thing.name
        )

    def _shown(self) -> list[tuple[_Path, int]]:
        """What is on screen, with its states; only then is more asked of it."""
        states: dict[_Path, int] = {}
        below: dict[_Path, list[_Path]] = {}
        level = [_ROOT]
        while level:
            answers = iter(self._ask([question for path in level for question in ((path, *_BELOW), (path, *_STATES))]))
            for path, children, said in zip(level, answers, answers, strict=False):
                low, high = (0, 0) if said is None else said[0]
                states[path] = low | high << 32
                below[path] = [] if children is None else [(name, where) for name, where in children[0]]
            around = [path for path in level if path[1] == _NO_WIDGET or states[path] >> _SHOWING & 1]
            found = dict.fromkeys(it for path in around for it in below[path])
            level = [path for path in found if path not in states]
        return [(path, states[path]) for path in _in_order(_ROOT, below) if states.get(path, 0) >> _SHOWING & 1]

    def _look(self, shown: list[tuple[_Path, int]]) -> list[Thing]:
        """What these are, without those that have gone meanwhile."""
        answers = iter(self._ask([(path, *question) for path, _ in shown for question in (_ROLE, _NAME, _EXTENTS)]))
        told = zip(shown, answers, answers, answers, strict=False)
        return [
            Thing(str(role[0]), str(name[0][1]), (0, 0, 0, 0) if box is None else box[0], states, path)
            for (path, states), role, name, box in told
            if role is not None and name is not None
        ]

    def _ask(self, questions: list[_Question]) -> list[Any]:
        """The answers in order, None where what was asked has gone.

        All questions leave before the first answer is read: one by one they would take as many turns of three
        processes, which on a busy machine is many seconds for one look.
        """
        asked = {self._send(question): at for at, question in enumerate(questions)}
        answers: list[Any] = [None] * len(questions)
        with contextlib.suppress(TimeoutError):
            while asked:
                reply = self._bus.receive(timeout=PATIENCE)
                at = asked.pop(reply.header.fields.get(HeaderFields.reply_serial, -1), None)
                if at is not None and reply.header.message_type is not MessageType.error:
                    answers[at] = reply.body
        return answers

    def _send(self, question: _Question) -> int:
        (name, path), interface, method, kind, body = question
        serial: int = next(self._bus.outgoing_serial)
        address = DBusAddress(path, bus_name=name, interface=interface)
        self._bus.send(new_method_call(address, method, kind, body), serial=serial)
        return serial


def _in_order(path: _Path, below: dict[_Path, list[_Path]]) -> Iterator[_Path]:
    """What is below ``path``, in the order in which it is listed."""
    for child in below.pop(path, []):
        yield child
        yield from _in_order(child, below)
