"""Token buckets and tallies.

Owns: how many calls an app, a server or a tool may propose. What stays true: a bucket never holds more than its
capacity; memory is bounded by forgetting buckets that are full again.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

MAX_BUCKETS: Final = 4_096
"""Buckets kept; there is one for each app and server, so this is a bound that honest use never meets."""


TALLY_SECONDS: Final = 60.0
"""An honest peer's slips spread over its life; a hostile one's come at once."""


@dataclass(frozen=True, slots=True)
class Rate:
    """``calls`` per ``seconds``, in bursts of at most ``calls``."""

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


class Buckets:
    """Token buckets by key."""

    def __init__(self) -> None:
        """Every bucket starts full."""
        self._levels: dict[tuple[str, ...], tuple[float, float, float]] = {}  # level, since when, full again when

    def has(self, key: tuple[str, ...], rate: Rate, now: float) -> bool:
        """Whether the bucket of ``key`` has a token at monotonic second ``now``; takes none."""
        return self._level(key, rate, now) >= 1

    def take(self, key: tuple[str, ...], rate: Rate, now: float) -> bool:
        """Take one token from the bucket of ``key`` at monotonic second ``now``; False where it is empty."""
        level = self._level(key, rate, now)
        if level < 1:
            return False
        if key not in self._levels and not self._room(now):
            return False
        level -= 1
        self._levels[key] = (level, now, now + (rate.calls - level) * rate.seconds / rate.calls)
        return True

    def _level(self, key: tuple[str, ...], rate: Rate, now: float) -> float:
        level, at, _ = self._levels.get(key, (float(rate.calls), now, now))
        return min(float(rate.calls), level + (now - at) * rate.calls / rate.seconds)

    def _room(self, now: float) -> bool:
        """Forget buckets that are full again, where memory is; one that is not is never forgotten."""
        if len(self._levels) >= MAX_BUCKETS:
            self._levels = {key: kept for key, kept in self._levels.items() if kept[2] > now}
        return len(self._levels) < MAX_BUCKETS
