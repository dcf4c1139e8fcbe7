"""Counts events over time: calls within a rate, and mistakes per minute.

Invariants: in no period as long as a rate's are more calls admitted than it allows. Memory is bounded only by
forgetting calls that no longer count.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from typing import Final

from msgspec import Struct

MAX_WINDOWS: Final = 4_096
"""Rates that are counted at the same time, each by app and server; honest use never reaches this."""
MAX_MOMENTS: Final = 1 << 20
"""Calls that are remembered in all: 32 MiB. One rate counts 100,000 at most."""

TALLY_SECONDS: Final = 60.0
"""Mistakes of an honest peer are spread over its life; those of a hostile one come together."""


class Rate(Struct, frozen=True):
    """At most ``calls`` in any ``seconds``."""

    calls: int
    seconds: float


class Tally:
    """Counts mistakes; every ``TALLY_SECONDS`` the count starts at zero again."""

    def __init__(self, limit: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._limit, self._clock = limit, clock
        self._since, self._count = clock(), 0

    def exceeded(self) -> bool:
        """Count one more; return whether the limit is reached."""
        now = self._clock()
        if now - self._since >= TALLY_SECONDS:
            self._since, self._count = now, 0
        self._count += 1
        return self._count >= self._limit


class _Window(Struct, frozen=True):
    """Calls of one key and rate. ``moments``: when they were counted, oldest first."""

    seconds: float
    moments: deque[float]


class RateWindows:
    """The times of calls, by key and rate, as long as they count."""

    def __init__(self) -> None:
        self._windows: dict[tuple[Rate, tuple[str, ...]], _Window] = {}
        self._moment_count = 0

    def has_room(self, key: tuple[str, ...], rate: Rate, now: float) -> bool:
        """Whether ``rate`` has room for one more call of ``key`` at monotonic second ``now``. Counts nothing."""
        window = self._windows.get((rate, key))
        if window is None:
            return True
        self._forget(window, now)
        return len(window.moments) < rate.calls

    def take(self, key: tuple[str, ...], rate: Rate, now: float) -> bool:
        """Count one more call of ``key`` at monotonic second ``now``; return False and count nothing if it is too many.

        Each rate of a key is counted separately.
        """
        if not self.has_room(key, rate, now) or not self._make_room((rate, key), now):
            return False
        window = self._windows.setdefault((rate, key), _Window(rate.seconds, deque()))
        window.moments.append(max(now, window.moments[-1]) if window.moments else now)
        self._moment_count += 1
        return True

    def _forget(self, window: _Window, now: float) -> None:
        moments = window.moments
        while moments and now - moments[0] >= window.seconds:
            moments.popleft()
            self._moment_count -= 1

    def _make_room(self, key: tuple[Rate, tuple[str, ...]], now: float) -> bool:
        """Forget calls that no longer count, if memory is full; return whether there is room."""
        if self._is_full(key):
            for window in self._windows.values():
                self._forget(window, now)
            self._windows = {key: window for key, window in self._windows.items() if window.moments}
        return not self._is_full(key)

    def _is_full(self, key: tuple[Rate, tuple[str, ...]]) -> bool:
        return self._moment_count >= MAX_MOMENTS or (key not in self._windows and len(self._windows) >= MAX_WINDOWS)
