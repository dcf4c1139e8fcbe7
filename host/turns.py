"""Who goes on in a turn of the event loop, where many calls come together.

Owns: the order in which calls get on with what takes time, and how long an app is not heard after a long message.

Invariants: so many steps are taken in one turn of the loop, so that everything else is looked at between them; where
more wait, apps are served in turn, and each app's calls in the order in which they came. While several apps call, a
turn has one step, and an app has one in several turns: a call takes some ten turns, and waits in each for what others
do there. Reading one message cannot be interrupted; where it took long and others call, its app is not heard for many
times as long, so that few of their calls meet such a one.
"""

from __future__ import annotations

import asyncio
import math
import time
from collections import OrderedDict, deque
from collections.abc import Callable
from typing import Final

from host.model import App

AT_ONCE: Final = 8
"""Steps in one turn of the loop while one app calls; a call that is allowed takes about half a millisecond."""
EVERY: Final = 8
"""While several apps call, an app takes a step in one of so many turns of the loop; a turn in which nobody does
anything is over at once."""
LONG: Final = 0.003
"""Seconds of the loop that one message may take and cost its app nothing; one of 100 kB takes a third of that."""
PAUSE: Final = 30
"""So many times what a longer one took, its app is not heard. What else such a call costs is about as much again."""
RECENTLY: Final = 2.0
"""Seconds for which an app counts as one that calls."""


def whose(app: App) -> str:
    """By what turns are taken: an app that proved its name, or a connection."""
    return app.name if app.authenticated else f"\0{app.session}"


class Turns:
    """The turns of one host. Belongs to the event loop."""

    def __init__(self) -> None:
        """Nobody waits."""
        self._waiting: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()
        self._taken = 0
        self._scheduled = False
        self._last = ""
        self._last_at = self._other_at = -math.inf  # when the last app took a step, and another one before it
        self._heard_again: dict[str, float] = {}
        self._number, self._due = 0, dict[str, int]()  # of this turn of the loop; in which an app may take a step

    async def take(self, app: App, *, later: bool = False) -> None:
        """Return once ``app`` may take a step: at once where there is room. ``later``: in another turn of the loop."""
        name, now = whose(app), asyncio.get_running_loop().time()
        if self._last != name:
            self._other_at = self._last_at
        self._last, self._last_at = name, now
        if not later and not self._waiting and self._taken < self._room and self._is_due(name):
            self._step(name)
            self._next_soon()
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(name, deque()).append(turn)
        self._next_soon()
        await turn

    def pause_after(self, app: str, took: float) -> float:
        """Seconds for which nothing more of ``app`` is heard, whose message took ``took`` seconds of the loop.

        ``app``: see ``whose``; all that it is connected by has one account. 0 where the message was short or nobody
        else calls.
        """
        now = asyncio.get_running_loop().time()
        if took <= LONG or not self._others_call(app, now):
            return 0.0
        self._heard_again = {of: at for of, at in self._heard_again.items() if at > now}
        again = self._heard_again[app] = self._heard_again.get(app, now) + took * PAUSE
        return again - now

    @property
    def _room(self) -> int:
        """Steps in one turn of the loop."""
        return 1 if self._others_call(self._last, asyncio.get_running_loop().time()) else AT_ONCE

    def _others_call(self, app: str, now: float) -> bool:
        return now - (self._other_at if self._last == app else self._last_at) <= RECENTLY

    def _next_soon(self) -> None:
        if not self._scheduled:
            self._scheduled = True
            asyncio.get_running_loop().call_soon(self._next)

    def _next(self) -> None:
        """Another turn of the loop: one step for each app that waits, and again, while there is room."""
        self._scheduled, self._taken = False, 0
        self._number += 1
        while self._taken < self._room and (name := next(filter(self._is_due, self._waiting), None)) is not None:
            queue = self._waiting.pop(name)
            turn = queue.popleft()
            if queue:
                self._waiting[name] = queue
            if not turn.done():  # not cancelled
                turn.set_result(None)
                self._step(name)
        if self._taken or self._waiting:
            self._next_soon()

    def _step(self, name: str) -> None:
        self._taken += 1
        if self._room == 1:
            self._due = {of: number for of, number in self._due.items() if number > self._number}
            self._due[name] = self._number + EVERY

    def _is_due(self, name: str) -> bool:
        return self._due.get(name, 0) <= self._number


class Pauses:
    """Holds one reader of an app's messages back after those that took long."""

    def __init__(self, turns: Turns, app: str, changed: Callable[[], None]) -> None:
        """``app``: see ``whose``. ``changed``: hears that the reader is to be held back, or is so no longer."""
        self._turns, self._app, self._changed = turns, app, changed
        self._running = 0

    @property
    def active(self) -> bool:
        """Whether nothing is to be read now."""
        return self._running > 0

    def after(self, began: float) -> None:
        """Begin one, as far as others need it, after a message that was read since ``began`` (monotonic seconds)."""
        if pause := self._turns.pause_after(self._app, time.monotonic() - began):
            self._running += 1
            self._changed()
            asyncio.get_running_loop().call_later(pause, self._over)

    def _over(self) -> None:
        self._running -= 1
        self._changed()
