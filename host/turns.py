"""Who goes on in a turn of the event loop, where many calls come together.

Owns: the order in which calls get on with what takes time.

Invariants: so many steps are taken in one turn of the loop, so that everything else is looked at between them; where
more wait, apps are served in turn, and each app's calls in the order in which they came: what one app sends delays
another by no more than a few steps. While several apps call, a turn has one step: a call takes some ten turns, and
waits in each for what others do there.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from typing import Final

from host.model import App

AT_ONCE: Final = 8
"""Steps in one turn of the loop while one app calls; a call that is allowed takes about half a millisecond."""
ALONE_AFTER: Final = 100
"""Steps of one app in a row after which nobody else counts as calling."""


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
        self._last, self._in_a_row = "", ALONE_AFTER

    async def take(self, app: App, *, later: bool = False) -> None:
        """Return once ``app`` may take a step: at once where there is room. ``later``: in another turn of the loop."""
        name = whose(app)
        self._in_a_row = self._in_a_row + 1 if self._last in (name, "") else 0
        self._last = name
        if not later and not self._waiting and self._taken < self._room:
            self._taken += 1
            self._next_soon()
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(name, deque()).append(turn)
        self._next_soon()
        await turn

    @property
    def _room(self) -> int:
        """Steps in one turn of the loop."""
        return AT_ONCE if self._in_a_row >= ALONE_AFTER else 1

    def _next_soon(self) -> None:
        if not self._scheduled:
            self._scheduled = True
            asyncio.get_running_loop().call_soon(self._next)

    def _next(self) -> None:
        """Another turn of the loop: one step for each app that waits, and again, while there is room."""
        self._scheduled, self._taken = False, 0
        while self._waiting and self._taken < self._room:
            name, queue = self._waiting.popitem(last=False)
            turn = queue.popleft()
            if queue:
                self._waiting[name] = queue
            if not turn.done():  # not cancelled
                turn.set_result(None)
                self._taken += 1
        if self._taken:
            self._next_soon()
