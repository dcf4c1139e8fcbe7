"""How the last calls of one server went (pure).

Owns: a bounded window of how long they took and whether they failed. Invariants: a call costs one append; what is
worked out of it is worked out when somebody looks, once for each change; calls that were cancelled say nothing of the
server and do not count.
"""

from __future__ import annotations

from collections import deque
from statistics import median
from typing import Final, NamedTuple

from host.model import Outcome, OutcomeStatus

KEPT: Final = 100
"""Calls that are looked back on."""


class Figures(NamedTuple):
    """What the last calls come to.

    Attributes: calls: how many. errors: those that failed. median_ms, worst_ms: how long they took. last_used: Unix
    seconds, 0 for never.
    """

    calls: int = 0
    errors: int = 0
    median_ms: float = 0.0
    worst_ms: float = 0.0
    last_used: float = 0.0


class Use:
    """The last calls of one server."""

    def __init__(self) -> None:
        self._calls: deque[tuple[float, bool]] = deque(maxlen=KEPT)
        self._last_at = 0.0
        self._figures: Figures | None = Figures()

    def add(self, outcome: Outcome, at: float) -> None:
        """Take note of how a call ended. ``at``: Unix seconds."""
        if outcome.status is not OutcomeStatus.CANCELLED:
            self._calls.append((outcome.duration_ms, outcome.status is not OutcomeStatus.SUCCEEDED))
            self._last_at, self._figures = at, None

    @property
    def figures(self) -> Figures:
        """What they come to."""
        if self._figures is None:
            times = [took for took, _ in self._calls]
            errors = sum(failed for _, failed in self._calls)
            self._figures = Figures(len(times), errors, round(median(times), 1), round(max(times), 1), self._last_at)
        return self._figures
