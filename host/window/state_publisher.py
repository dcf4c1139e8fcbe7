"""Tells the window of a changed state and of a grown log, at most so often.

Owns: when the window hears of either.

Invariants: only what differs is told; a burst of changes is told once; a window that does not keep up is told no more
until it does; what cannot be looked at now is looked at again later, and costs no more than a line in the diagnostics.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final

from host import tasks
from host.control.protocol import Event, LogGrew, StateChanged
from host.control.views import HostState
from host.errors import AuditError

STATE_EVERY: Final = 0.1
"""Seconds between two tellings of the state: several a second look alive, more only cost."""
LOOK_EVERY: Final = 0.5
"""Seconds between two looks at what announces itself to nobody: files that changed, servers that came or went."""
LOG_EVERY: Final = 0.25
"""Seconds between two looks at the end of the log."""

_log = logging.getLogger(__name__)


class StatePublisher:
    """Publishes state and log growth to one window, from ``start`` to ``stop``."""

    def __init__(
        self,
        *,
        state: Callable[[], HostState],
        last_record: Callable[[], Awaitable[int]],
        tell: Callable[[Event], None],
    ) -> None:
        """``last_record``: the number of the newest record. ``tell``: sends an event to the window."""
        self._state, self._last_record, self._tell = state, last_record, tell
        self._ready = True
        self._poked = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._published: HostState | None = None
        self._last = 0

    def start(self, known: HostState) -> None:
        """Begin. ``known``: the state that the window knows already."""
        self._published = known
        self._tasks = [
            tasks.spawn(self._states(), name="tell the window of the state"),
            tasks.spawn(self._log_growth(), name="tell the window of the log"),
        ]

    def stop(self) -> None:
        """Tell nothing any more."""
        for task in self._tasks:
            task.cancel()

    def poke(self) -> None:
        """Something changed: look soon."""
        self._poked.set()

    def writable(self, ready: bool) -> None:
        """Whether the window keeps up."""
        self._ready = ready

    async def _states(self) -> None:
        while True:
            try:
                async with asyncio.timeout(LOOK_EVERY):
                    await self._poked.wait()
            except TimeoutError:
                pass
            self._poked.clear()
            if self._ready:  # else the next look tells it
                self._publish_state()
            await asyncio.sleep(STATE_EVERY)

    def _publish_state(self) -> None:
        try:
            state = self._state()
        except Exception:  # noqa: BLE001  # a state that cannot be told is no reason to stop telling
            _log.exception("the state could not be told")
            return
        if state != self._published:
            self._published = state
            self._tell(StateChanged(state))

    async def _log_growth(self) -> None:
        while True:
            try:
                last = await self._last_record()
            except AuditError:
                last = self._last  # the state says what is wrong with the log
            if last > self._last and self._ready:
                self._last = last
                self._tell(LogGrew(last))
            await asyncio.sleep(LOG_EVERY)
