"""Rates and tallies.

Owns: how many calls an app, a server or a tool may propose.

Invariants: in no stretch of time as long as a rate says do more calls count than it says; memory is bounded by
forgetting what is long enough ago, and nothing else.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from typing import Final, NamedTuple

from msgspec import Struct

MAX_WINDOWS: Final = 4_096
"""Rates that are counted at one time, each by app and server: a bound that honest use never meets."""
MAX_MOMENTS: Final = 1 << 20
"""Calls that are remembered together: 32 MiB. One rate counts 100,000 at most."""

TALLY_SECONDS: Final = 60.0
"""An honest peer's slips spread over its life; a hostile one's come at once."""


class Rate(Struct, frozen=True):
    """At most ``calls`` in any ``seconds``."""

    calls: int
    seconds: float


class Tally:
    """Counts what must not happen often; every ``TALLY_SECONDS`` it starts anew."""

    def __init__(self, limit: int, clock: Callable[[], float] = time.monotonic) -> None:
        """``limit``: the count that is too much. ``clock``: seconds."""
        self._limit, self._clock = limit, clock
        self._since, self._count = clock(), 0

    def exceeded(self) -> bool:
        """Count one more; whether that makes too many."""
        now = self._clock()
        if now - self._since >= TALLY_SECONDS:
            self._since, self._count = now, 0
        self._count += 1
        return self._count >= self._limit


class _Window(NamedTuple):
    """Calls of one rate. Attributes: seconds: for which each counts. moments: when they came, oldest first."""

    seconds: float
    moments: deque[float]


class Windows:
    """When calls came, by key and rate, for as long as that matters."""

    def __init__(self) -> None:
        """Nothing came yet."""
        self._windows: dict[tuple[Rate, tuple[str, ...]], _Window] = {}
        self._kept = 0

    def has(self, key: tuple[str, ...], rate: Rate, now: float) -> bool:
        """Whether one more call of ``key`` keeps ``rate`` at monotonic second ``now``; counts none."""
        window = self._windows.get((rate, key))
        if window is None:
            return True
        self._forget(window, now)
        return len(window.moments) < rate.calls

    def take(self, key: tuple[str, ...], rate: Rate, now: float) -> bool:
        """Count one more call of ``key`` at monotonic second ``now``; False, and nothing counted, where it is too many.

        Another rate for the same key counts anew.
        """
        if not self.has(key, rate, now) or not self._room((rate, key), now):
            return False
        window = self._windows.setdefault((rate, key), _Window(rate.seconds, deque()))
        window.moments.append(max(now, window.moments[-1]) if window.moments else now)
        self._kept += 1
        return True

    def _forget(self, window: _Window, now: float) -> None:
        moments = window.moments
        while moments and now - moments[0] >= window.seconds:
            moments.popleft()
            self._kept -= 1

    def _room(self, key: tuple[Rate, tuple[str, ...]], now: float) -> bool:
        """Where memory is used up, forget what matters no more; a call that still counts is never forgotten."""
        if self._full(key):
            for window in self._windows.values():
                self._forget(window, now)
            self._windows = {key: window for key, window in self._windows.items() if window.moments}
        return not self._full(key)

    def _full(self, key: tuple[Rate, tuple[str, ...]]) -> bool:
        return self._kept >= MAX_MOMENTS or (key not in self._windows and len(self._windows) >= MAX_WINDOWS)
