"""How long a question still waits (no Qt).

Owns: the time left between two words of the host about it.

Invariants: while the clock stands, nothing runs off; the host alone ends a call, so that at zero nothing happens here.
"""

from __future__ import annotations

from collections.abc import Callable


class Countdown:
    """The time left of one question."""

    def __init__(self, clock: Callable[[], float], left: float, paused: float) -> None:
        """``clock``: monotonic seconds. ``left``, ``paused``: as in ``Asked`` and ``Clock``."""
        self._clock = clock
        self.set(left, paused)

    def set(self, left: float, paused: float) -> None:
        """The host said how it stands now."""
        self._at, self._left, self._paused = self._clock(), left, paused

    @property
    def left(self) -> float:
        """Seconds."""
        elapsed = self._clock() - self._at
        return max(0.0, self._left - max(0.0, elapsed - self._paused))

    @property
    def is_paused(self) -> bool:
        """Whether the clock stands."""
        return self._clock() - self._at < self._paused
