"""Whether calls are approved faster than they can be read, and the note that says so (attack 11).

Owns: the run of hasty approvals, the note, and the pause that the person may choose.

Invariants: it counts decisions in this window alone, keeps nothing of them and tells nobody; one that took its time
ends the run; it never stops anybody: the pause is the person's own choice, for ten seconds, and ends by itself.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from msgspec import Struct
from PySide6.QtCore import Signal

from host.control.views import Asked
from ui.consent.arming import HOLD
from ui.text import announce
from ui.tr import tr, tr_n
from ui.widgets.cards import Notice

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


class Haste(Struct, frozen=True):
    """A run of hasty approvals.

    Attributes:
        calls: how many calls were approved in it.
        seconds: how long it took.
    """

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

    def next_question(self, at: float) -> None:
        """Another question is on screen. After a while without any, the run is long over."""
        if at - self._ended > FORGOTTEN:
            self.rest()

    def rest(self) -> None:
        """The run is over."""
        self._calls = 0


class PaceNotice(Notice):
    """Watches the pace of decisions, and says that it is too fast, while it is.

    Signals:
        paused(float): no yes before this moment, in monotonic seconds.
    """

    paused = Signal(float)

    def __init__(self, clock: Callable[[], float]) -> None:
        """``clock``: monotonic seconds."""
        super().__init__("neutral", "")
        self._clock = clock
        self._pace = Pace()
        self.acted.connect(self._pause)
        self.hide()

    def decided(self, asked: Asked, displayed_ms: int, *, approve: bool) -> None:
        """The person answered a question."""
        shown, characters = displayed_ms / 1000, characters_of(asked)
        if approve:
            self._pace.approved(self._clock(), shown, characters)
        else:
            self._pace.denied(shown, characters)
        self._show_haste()

    def approved_many(self, calls: int, displayed_ms: int, characters: int) -> None:
        """The person approved so many at once."""
        self._pace.approved(self._clock(), displayed_ms / 1000, characters, calls)
        self._show_haste()

    def next_question(self) -> None:
        """Another question is on screen."""
        self._pace.next_question(self._clock())
        self._show_haste()

    def _pause(self) -> None:
        self._pace.rest()
        self._show_haste()
        self.paused.emit(self._clock() + HOLD)

    def _show_haste(self) -> None:
        haste = self._pace.haste
        if haste is not None:
            took = tr_n("{n} second", "{n} seconds", max(1, round(haste.seconds)))
            said = tr_n(
                "You have approved {n} call in {seconds}, faster than it can be read.",
                "You have approved {n} calls in {seconds}, faster than they can be read.",
                haste.calls,
                seconds=took,
            )
            self.set_text(tr("Take your time"), said, tr("Pause approvals for 10 s"))
            if self.isHidden():
                announce(self, f"{tr('Take your time')}: {said}")
        self.setVisible(haste is not None)
