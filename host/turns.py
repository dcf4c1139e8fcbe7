"""Decides which app's call may run next in the event loop, when many calls arrive together.

Owns: the order in which calls take steps that cost time, and how long an app is paused after a long message.

Invariants: the number of steps in one turn of the loop is limited, so that everything else is served between them. If
more steps wait, apps are served in turn, and each app's calls in their order. While several apps call, a turn has one
step, and an app has one in several turns: a call needs about ten turns, and in each it waits for the steps of others.
Reading one message cannot be interrupted. If it took long and other apps call, its app is paused for a multiple of that
time, so that few of their calls are delayed by such a message. However many short messages an app sends, on however
many connections, reading them takes a part of the loop's time at most while other apps call.
"""

from __future__ import annotations

import asyncio
import logging
import math
import time
from collections import OrderedDict, defaultdict, deque
from collections.abc import Callable
from typing import Final

from host.model import App

_log = logging.getLogger(__name__)

STEPS_PER_TURN: Final = 8
"""Steps in one turn of the loop while one app calls; an allowed call takes about half a millisecond."""
TURNS_PER_STEP: Final = 8
"""While several apps call, an app takes one step in this many turns of the loop; a turn without work ends at once."""
MAX_UNPAUSED: Final = 0.003
"""Seconds that one message may occupy the loop without a pause; a message of 100 kB takes a third of that."""
PAUSE_FACTOR: Final = 30
"""An app is paused this many times as long as a longer message took. The rest of such a call costs about as much."""
SHORT_FACTOR: Final = 4
"""The same for short messages: all of an app take a quarter of the loop's time at most."""
BURST_SECONDS: Final = 0.02
"""Seconds of pauses that an app need not make at once: a burst of short messages is read without any."""
RECENT_SECONDS: Final = 2.0
"""Seconds after its last step for which an app counts as calling."""


def app_key(app: App) -> str:
    """The key by which what is remembered of an app is kept: its proven name, else its connection."""
    return app.name if app.authenticated else f"\0{app.session}"


NO_PROOF: Final = "\0"
"""The one key of all apps without proof where ``proven_key`` counts."""


def proven_key(app: App) -> str:
    """The key by which apps take turns: as ``app_key``, but apps without proof share one.

    Such a program may open as many connections as it wants, and each would have a turn.
    """
    return app.name if app.authenticated else NO_PROOF


class NextTurn:
    """Calls back in the next turn of the event loop, in the given order, for many callers in one step of the loop.

    If a step is due in this turn already, it takes along what is asked for before it.
    """

    def __init__(self) -> None:
        self._callbacks: list[Callable[[], object]] = []

    def __call__(self, callback: Callable[[], object]) -> None:
        """Call ``callback`` in the next turn of the running loop."""
        if not self._callbacks:
            asyncio.get_running_loop().call_soon(self._run)
        self._callbacks.append(callback)

    def _run(self) -> None:
        callbacks, self._callbacks = self._callbacks, []
        for callback in callbacks:
            try:
                callback()
            except (Exception, asyncio.CancelledError):  # noqa: BLE001  # the others must be called all the same
                _log.exception("a step of the next turn failed")


class Turns:
    """The turns of all apps of one host. Belongs to the event loop."""

    def __init__(self, soon: NextTurn | None = None) -> None:
        self.soon = soon or NextTurn()
        self._waiting: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()
        self._steps_taken = 0
        self._is_scheduled = False
        self._last_app = ""
        self._last_app_at = self._other_app_at = -math.inf  # the last step of that app, and of another app before it
        self._paused_until: dict[str, float] = {}
        self._queues: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)  # of messages that wait, by app
        self._turn_number, self._next_turn_of = 0, dict[str, int]()

    async def take(self, app: App, *, later: bool = False, is_only_call: bool = False) -> None:
        """Return once ``app`` may take a step, at once if possible.

        ``later``: not in this turn of the loop. ``is_only_call``: no call runs but this one, so that nobody would gain
        if it waited, and its step need not be counted.
        """
        key, now = proven_key(app), time.monotonic()
        if self._last_app != key:
            self._other_app_at = self._last_app_at
        self._last_app, self._last_app_at = key, now
        if is_only_call and not self._waiting:
            return
        limit = self._max_steps(now)
        if not later and not self._waiting and self._steps_taken < limit and self._is_due(key):
            self._count_step(key, limit)
            self._schedule_turn()
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(key, deque()).append(turn)
        self._schedule_turn()
        await turn

    def pause_after(self, app: str, took: float) -> float:
        """Return for how many seconds ``app`` is paused, since its message took ``took`` seconds of the loop.

        ``app``: see ``proven_key``; all connections of an app share one pause. 0 if too little was read to need one, or
        no other app calls.
        """
        now = time.monotonic()
        if not self._others_call(app, now):
            return 0.0
        is_long = took > MAX_UNPAUSED
        begin = max(self._paused_until.get(app, 0.0), now if is_long else now - BURST_SECONDS)
        self._paused_until = {key: until for key, until in self._paused_until.items() if until > now - BURST_SECONDS}
        until = self._paused_until[app] = begin + took * (PAUSE_FACTOR if is_long else SHORT_FACTOR)
        return max(0.0, until - now)

    async def wait_paused(self, app: str) -> None:
        """Return once ``app`` is not paused, at once if it is not. ``app``: the proven name of an app.

        Those that wait are served in their order, so that a cancellation stays behind its call. Each pauses the next.
        """
        async with self._queues[app]:
            while (pause := self._paused_until.get(app, 0.0) - time.monotonic()) > 0:  # noqa: ASYNC110  # it has an end
                await asyncio.sleep(pause)

    def _max_steps(self, now: float) -> int:
        return 1 if self._others_call(self._last_app, now) else STEPS_PER_TURN

    def _others_call(self, app: str, now: float) -> bool:
        return now - (self._other_app_at if self._last_app == app else self._last_app_at) <= RECENT_SECONDS

    def _schedule_turn(self) -> None:
        if not self._is_scheduled:
            self._is_scheduled = True
            self.soon(self._run_turn)

    def _run_turn(self) -> None:
        """Give one step to each waiting app in turn, while steps are left."""
        self._is_scheduled, self._steps_taken = False, 0
        self._turn_number += 1
        if not self._waiting:
            return
        limit = self._max_steps(time.monotonic())
        while self._steps_taken < limit:
            key = next(filter(self._is_due, self._waiting), None)
            if key is None:
                break
            queue = self._waiting.pop(key)
            turn = queue.popleft()
            if queue:
                self._waiting[key] = queue
            if not turn.done():  # not cancelled
                turn.set_result(None)
                self._count_step(key, limit)
        if self._steps_taken or self._waiting:
            self._schedule_turn()

    def _count_step(self, key: str, limit: int) -> None:
        self._steps_taken += 1
        if limit == 1:
            self._next_turn_of = {app: turn for app, turn in self._next_turn_of.items() if turn > self._turn_number}
            self._next_turn_of[key] = self._turn_number + TURNS_PER_STEP

    def _is_due(self, key: str) -> bool:
        return self._next_turn_of.get(key, 0) <= self._turn_number


class Pauses:
    """Pauses one reader of an app's messages after messages that took long."""

    def __init__(self, turns: Turns, app: str, changed: Callable[[], None]) -> None:
        """``app``: see ``proven_key``. ``changed``: called when ``is_active`` may have changed."""
        self._turns, self._app, self._changed = turns, app, changed
        self._pause_count = 0

    @property
    def is_active(self) -> bool:
        """Whether the reader must not read now."""
        return self._pause_count > 0

    def note_message(self, began: float) -> None:
        """Pause after a message, if other apps need it. ``began``: start of its reading, monotonic seconds."""
        if pause := self._turns.pause_after(self._app, time.monotonic() - began):
            self._pause_count += 1
            self._changed()
            asyncio.get_running_loop().call_later(pause, self._end_pause)

    def _end_pause(self) -> None:
        self._pause_count -= 1
        self._changed()
