"""How long somebody must wait after wrong PINs (pure).

Owns: counting failures in a row, and the waits that follow. What stays true: after ``FREE`` failures in a row every
further one locks the name for twice as long as the one before, ``LONGEST`` at most; only a success resets it; what was
counted by an earlier host counts on.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

FREE: Final = 5
"""Failures in a row that lock for the first time."""
FIRST: Final = 30.0
LONGEST: Final = 900.0
"""Seconds of the first wait, and of the last."""
MOST: Final = 1_000_000
"""Failures that are counted."""


@dataclass(frozen=True, slots=True)
class LockState:
    """How one name stands. Attributes: failures: in a row. until: a moment until which it is locked, 0 for none."""

    failures: int = 0
    until: float = 0.0


class Lockouts:
    """Failures in a row, by name. All moments are of one clock, which the caller reads."""

    def __init__(self) -> None:
        self._names: dict[str, LockState] = {}

    def left(self, name: str, now: float) -> float:
        """Seconds for which ``name`` is still locked; 0 where it is not."""
        return max(0.0, self._names.get(name, LockState()).until - now)

    def failures(self, name: str) -> int:
        """How many failures in a row ``name`` has."""
        return self._names.get(name, LockState()).failures

    def failed(self, name: str, now: float) -> float:
        """One more failure. Returns the seconds for which it locks, 0 for none."""
        failures = min(self.failures(name) + 1, MOST)
        wait = 0.0 if failures < FREE else min(LONGEST, FIRST * 2.0 ** min(failures - FREE, 10))
        self._names[name] = LockState(failures, now + wait)
        return wait

    def succeeded(self, name: str) -> bool:
        """A success. Returns whether there was anything to forget."""
        return self._names.pop(name, None) is not None

    def kept(self, now: float) -> dict[str, LockState]:
        """What to keep: of each name the failures, and in ``until`` the seconds that are left."""
        return {name: LockState(one.failures, max(0.0, one.until - now)) for name, one in sorted(self._names.items())}

    def restore(self, kept: Mapping[str, LockState], now: float) -> None:
        """Count on from what was kept; no wait is longer than the longest."""
        for name, one in kept.items():
            if one.failures > 0:
                self._names[name] = LockState(min(one.failures, MOST), now + max(0.0, min(one.until, LONGEST)))
