"""Whether calls are approved faster than they can be read (no Qt; attack 11).

Owns: the run of hasty approvals.

Invariants: it counts decisions in this window alone and keeps nothing of them; one that took its time ends the run; it
never stops anybody.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from host.control.views import Asked

PER_SECOND: Final = 30
"""Characters that a quick reader takes in."""
LEAST: Final = 2.0
"""Seconds that any question takes."""
ENOUGH: Final = 30.0
"""Seconds that are enough for a question of any length: who knows what to look for skims."""
FORGOTTEN: Final = 30.0
"""Seconds without a decision that end a run."""
RUN: Final = 4
"""Hasty approvals in a row that are worth a word."""


@dataclass(frozen=True, slots=True)
class Haste:
    """A run of them. Attributes: calls: approved in it. seconds: that it took."""

    calls: int
    seconds: float


def reading_seconds(characters: int) -> float:
    """How long it takes to read so much."""
    return max(LEAST, min(ENOUGH, characters / PER_SECOND + 1))


def characters_of(asked: Asked) -> int:
    """What there is to read of a question: the inputs, and what was found."""
    request = asked.request
    return len(request.call.arguments) + sum(len(finding.text) for finding in request.findings)


class Pace:
    """The pace of one person at one window."""

    def __init__(self) -> None:
        self._calls = 0
        self._began = self._ended = 0.0

    @property
    def haste(self) -> Haste | None:
        """The run that is on, once it is worth a word."""
        return Haste(self._calls, self._ended - self._began) if self._calls >= RUN else None

    def approved(self, at: float, shown: float, characters: int, calls: int = 1) -> None:
        """A yes. ``at``: monotonic seconds. ``shown``: seconds on screen. ``calls``: that it answered at once."""
        if shown >= reading_seconds(characters):
            self.rest()
            return
        if not self._calls:
            self._began = at - shown
        self._calls += calls
        self._ended = at

    def denied(self, shown: float, characters: int) -> None:
        """A no: one that took its time ends the run, and a quick one is nobody's haste."""
        if shown >= reading_seconds(characters):
            self.rest()

    def breathe(self, at: float) -> None:
        """Another question is on screen. After a while without any, the run is long over."""
        if at - self._ended > FORGOTTEN:
            self.rest()

    def rest(self) -> None:
        """The run is over."""
        self._calls = 0
