"""The clock of one question (pure).

Owns: how long a question still waits, and for how long that clock stands because somebody works on it (PRODUCT,
Pending). What stays true: what is left and what is paused add up to the moment of expiry; work never brings that moment
nearer, moves it by no more than ``WORK_LEASE`` from the moment of the work, and never beyond ``LONGEST`` from the
asking; a question whose time is over stays over.
"""

from __future__ import annotations

from typing import Final

WORK_LEASE: Final = 5.0
"""Seconds for which the clock stands after a sign of work: a window says so about once a second, and where it dies the
question goes on running out."""
LONGEST: Final = 900.0
"""Seconds from the asking after which a question is over, worked on or not."""


class Deadline:
    """When one question expires. All moments are of one clock, which the caller reads."""

    __slots__ = ("_ends", "_last", "_resumes")

    def __init__(self, now: float, seconds: float) -> None:
        """Asked at ``now``, with ``seconds`` of its own, ``LONGEST`` at most."""
        self._last = now + LONGEST
        self._ends = min(now + seconds, self._last)
        self._resumes = now

    @property
    def ends_at(self) -> float:
        """The moment of expiry if nothing more is done."""
        return self._ends

    def work(self, now: float) -> None:
        """Somebody works on the question: the clock stands for the next ``WORK_LEASE`` seconds.

        Leases that overlap count once; near ``LONGEST`` a lease is shorter, so that the clock shown is the true one.
        """
        if self.over(now):
            return
        stands_until = max(now, self._resumes)
        gained = min(now + WORK_LEASE - stands_until, self._last - self._ends)
        if gained > 0:
            self._resumes = stands_until + gained
            self._ends = min(self._ends + gained, self._last)

    def left(self, now: float) -> float:
        """Seconds of its own that the question still has; they do not run down while a lease holds."""
        return max(0.0, self._ends - max(now, self._resumes))

    def paused(self, now: float) -> float:
        """Seconds for which the clock stands yet."""
        return max(0.0, self._resumes - now)

    def over(self, now: float) -> bool:
        """Whether the question has expired."""
        return now >= self._ends
