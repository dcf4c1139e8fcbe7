"""Token buckets (pure: time comes in as an argument).

Owns: how many calls an app, a server or a tool may propose. What stays true: a bucket never holds more than its
capacity; memory is bounded by forgetting buckets that are full again.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

MAX_BUCKETS: Final = 4_096
"""Buckets kept; a hostile app that invents tool names must not grow memory."""


@dataclass(frozen=True, slots=True)
class Rate:
    """``calls`` per ``seconds``, in bursts of at most ``calls``."""

    calls: int
    seconds: float


class Buckets:
    """Token buckets by key."""

    def __init__(self) -> None:
        """Every bucket starts full."""
        self._levels: dict[tuple[str, ...], tuple[float, float]] = {}

    def take(self, key: tuple[str, ...], rate: Rate, now: float) -> bool:
        """Take one token from the bucket of ``key`` at monotonic second ``now``; False where it is empty."""
        level, at = self._levels.get(key, (float(rate.calls), now))
        level = min(float(rate.calls), level + (now - at) * rate.calls / rate.seconds)
        if level < 1:
            return False
        if key not in self._levels and not self._room(rate, now):
            return False
        self._levels[key] = (level - 1, now)
        return True

    def _room(self, rate: Rate, now: float) -> bool:
        """Forget buckets that are full again, by ``rate``, where memory is; an empty one is never forgotten."""
        if len(self._levels) >= MAX_BUCKETS:
            fresh = now - rate.seconds
            self._levels = {key: (level, at) for key, (level, at) in self._levels.items() if at > fresh}
        return len(self._levels) < MAX_BUCKETS
