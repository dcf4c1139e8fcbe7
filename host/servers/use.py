"""How the last calls of one server went (pure).

Owns: a bounded window of how long they took and whether they failed, and the last hour in slots of five minutes.
Invariants: a call costs two appends; what is worked out of it is worked out when somebody looks; what is kept is
bounded however many calls and codes come; calls that were cancelled say nothing of the server and do not count.
"""

from __future__ import annotations

from collections import Counter, deque
from statistics import median
from typing import Final

from msgspec import Struct, field

from host.control.views import UNUSED, FailureCount, HealthSlot, ServerHealth, ServerUse
from host.model import Outcome, OutcomeStatus

KEPT: Final = 100
"""Calls that are looked back on."""
SLOT: Final = 300.0
"""Seconds of a slot."""
SLOTS: Final = 12
"""An hour."""
_SAMPLED: Final = 100
"""Calls of a slot of which it is kept how long they took: the last ones."""
_CODES: Final = 20
"""Different errors of a slot that are told apart: a server may make up others without end."""
_LARGEST_CODE: Final = 10**9
OTHER: Final = "other"


_FINE: Final = frozenset({OutcomeStatus.SUCCEEDED, OutcomeStatus.NOT_TOLD})


class _Slot(Struct):
    """The calls within one slot of five minutes."""

    number: int
    calls: int = 0
    worst: float = 0.0
    times: deque[float] = field(default_factory=lambda: deque(maxlen=_SAMPLED))
    failures: Counter[str] = field(default_factory=Counter[str])

    def add(self, outcome: Outcome) -> None:
        self.calls += 1
        self.worst = max(self.worst, outcome.duration_ms)
        self.times.append(outcome.duration_ms)
        if outcome.status not in _FINE:
            code = outcome.code
            why = outcome.status.value if code is None else str(code) if abs(code) < _LARGEST_CODE else OTHER
            self.failures[why if why in self.failures or len(self.failures) < _CODES else OTHER] += 1

    @property
    def figures(self) -> HealthSlot:
        errors, typical = self.failures.total(), median(self.times)
        return HealthSlot(self.number * SLOT, self.calls, errors, round(typical, 1), round(self.worst, 1))


class Use:
    """Keeps how the last calls of one server went."""

    def __init__(self) -> None:
        self._slots: deque[_Slot] = deque(maxlen=SLOTS)
        self._calls: deque[tuple[float, bool]] = deque(maxlen=KEPT)
        self._last_at = 0.0
        self._figures: ServerUse | None = UNUSED

    def add(self, outcome: Outcome, at: float) -> None:
        """Take note of how a call ended. ``at``: Unix seconds."""
        if outcome.status is not OutcomeStatus.CANCELLED:
            self._calls.append((outcome.duration_ms, outcome.status not in _FINE))
            self._last_at, self._figures = at, None
            number = int(at // SLOT)
            if not self._slots or self._slots[-1].number < number:  # a clock that was put back makes no new one
                self._slots.append(_Slot(number))
            self._slots[-1].add(outcome)

    @property
    def figures(self) -> ServerUse:
        """Numbers about the last calls: how many, how many failed, how long they took."""
        if self._figures is None:
            times = [took for took, _ in self._calls]
            errors = sum(failed for _, failed in self._calls)
            self._figures = ServerUse(len(times), errors, round(median(times), 1), round(max(times), 1), self._last_at)
        return self._figures

    def last_hour(self, now: float) -> ServerHealth:
        """What the last hour came to. ``now``: Unix seconds."""
        last = int(now // SLOT)
        known = {slot.number: slot for slot in self._slots if last - SLOTS < slot.number}
        failures = sum((slot.failures for slot in known.values()), Counter[str]())
        every = range(last - SLOTS + 1, max([last, *known]) + 1)
        slots = tuple(known[it].figures if it in known else HealthSlot(it * SLOT) for it in every)
        return ServerHealth(slots[-SLOTS:], tuple(FailureCount(*it) for it in failures.most_common()))
