"""The deadlines of the calls that a server works on.

Invariants: one timer serves all calls of a session. It is not cancelled when a call ends: nearly all calls end long
before their deadline, and a loop that holds many cancelled timers is slow.
"""

from __future__ import annotations

import asyncio
import math
from typing import Protocol


class Timed(Protocol):
    """Something that times out."""

    @property
    def deadline(self) -> float:
        """When it times out, in the loop's time. It may move to later."""

    def time_out(self) -> None:
        """End it: it took too long."""


class Deadlines:
    """Times out the calls of one session."""

    def __init__(self) -> None:
        self._calls: set[Timed] = set()
        self._timer: asyncio.TimerHandle | None = None
        self._timer_at = math.inf

    def watch(self, call: Timed) -> None:
        """Time out ``call`` at its deadline."""
        self._calls.add(call)
        if call.deadline < self._timer_at:
            self._check_at(call.deadline)

    def forget(self, call: Timed) -> None:
        """Time out ``call`` no more: it has ended."""
        self._calls.discard(call)

    def _check_at(self, when: float) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer_at = when
        self._timer = asyncio.get_running_loop().call_at(when, self._check)

    def _check(self) -> None:
        self._timer, self._timer_at = None, math.inf
        now = asyncio.get_running_loop().time()
        waiting: list[float] = []
        for call in self._calls:
            if call.deadline > now:
                waiting.append(call.deadline)
            else:
                call.time_out()
        if waiting:
            self._check_at(min(waiting))
