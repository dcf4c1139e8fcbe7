"""When a yes counts (no Qt; attack 10).

Owns: the second in which Approve is inert, how long a question was really in front of the person, and which presses
say yes.

Invariants:
    - Approve is armed only after ``needed_ms`` in which the window could respond, never less than ``ARMING_MS``, since
      the latest of: shown, focused again, content changed, a press refused. It is disarmed at once when the window is
      hidden, loses focus or has nothing to answer.
    - The time between turns of the event loop counts once everything is painted. A turn that stalls counts for no more
      than ``TURN_MS``, so that a press made during a stall is handled before the button is armed.
    - Neither the countdown nor the queue is content.
    - A press counts only if it begins and ends in one armed stretch; one that is refused starts the second over, so
      that hammering or holding never says yes; a key that comes down right after it came up is a key that is held.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Final, Literal, TypeAlias

REPEAT_MS: Final = 150
"""X11 reports a held key as releases and presses, at times without saying so; its slowest usual rhythm is shorter."""

PressMeans: TypeAlias = Literal["button", "chord"]


class PressGuard:
    """Judges presses, however they come."""

    def __init__(self, arming: Arming, offered: Callable[[], bool]) -> None:
        """``offered``: whether a yes is possible at all right now."""
        self._arming, self._offered = arming, offered
        self._began: dict[PressMeans, int] = {}
        self._released: dict[Hashable, float] = {}

    @property
    def ready(self) -> bool:
        """Whether a press that begins now may count."""
        return self._offered() and self._arming.armed

    def begin(self, means: PressMeans, key: Hashable = None) -> bool:
        """A press begins; whether it may count. ``key``: the one that came down, None for a pointer."""
        self._began[means] = self._arming.epoch
        if self.ready and not self._is_held(key):
            return True
        self._arming.restart()
        return False

    def hold(self) -> None:
        """A key that approves is held down."""
        if not self.ready:
            self._arming.restart()

    def release(self, key: Hashable) -> None:
        """A key came up."""
        self._released[key] = self._arming.clock()

    def end(self, means: PressMeans) -> bool:
        """A press ends; whether it says yes. The button can be pressed without any, by a screen reader."""
        began = self._began.pop(means, None)
        if began is None and means == "chord":
            return False
        if self.ready and began in (None, self._arming.epoch):
            return True
        self._arming.restart()
        return False

    def forget(self, means: PressMeans) -> None:
        """A press came to nothing."""
        self._began.pop(means, None)

    def _is_held(self, key: Hashable) -> bool:
        released = self._released.get(key)
        return released is not None and (self._arming.clock() - released) * 1000 < REPEAT_MS


ARMING_MS: Final = 1000
"""Long enough to see that something changed; a click or key already under way lands before it is over."""
GRAVE_MS: Final = 3000
"""Where a grave finding stands: long enough to read it."""
HOLD: Final = 10.0
"""Seconds for which a person may have approvals pause."""
_EACH_MS: Final = 250
_MOST_MS: Final = 4000
TURN_MS: Final = 100
"""The most that one turn counts for: the loop may have stood still all the while, and nobody saw anything."""

_TOLERANCE_MS: Final = 1e-6
"""Sums of floating-point seconds are not exact: 1000 ms must not become 999.9999999."""


def batch_ms(calls: int) -> int:
    """Milliseconds until a yes to so many calls at once is armed."""
    return min(_MOST_MS, ARMING_MS + _EACH_MS * calls)


class Arming:
    """Watches whether one question may be answered with yes yet.

    Attributes:
        clock: monotonic seconds.
        needed_ms: in which the window responds, until it is armed.
        content: what is on screen (call and round), None where nothing can be answered.
        epoch: grows with each restart; a press that began in another epoch does not count.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        """``clock``: monotonic seconds."""
        self.clock = clock
        self.needed_ms: float = ARMING_MS
        self._watched = self._answerable = False
        self._responsive_ms = 0.0
        self._last_turn: float | None = None
        self._held_until = -float("inf")
        self._seen = 0.0
        self._seen_from: float | None = None
        self.content: Hashable = None
        self.epoch = 0
        self._on_restart: list[Callable[[], None]] = []

    def on_restart(self, begin: Callable[[], None]) -> None:
        """Have ``begin`` called at each restart: whoever paints and ticks begins again then."""
        self._on_restart.append(begin)

    def set_watched(self, watched: bool) -> None:
        """The window became visible and active, or is so no longer."""
        if watched == self._watched:
            return
        self._watched = watched
        self._add_seen_time()
        if watched:
            self.restart()

    def set_content(self, content: Hashable) -> None:
        """What is on screen. The same content again changes nothing; another starts everything over."""
        if content == self.content:
            return
        self.content = content
        self._add_seen_time()
        self._seen = 0.0
        self.restart()

    def set_answerable(self, answerable: bool) -> None:
        """Whether an answer is possible at all: not while one is under way, and not while the host is gone."""
        if answerable != self._answerable:
            self._answerable = answerable
            self.restart()

    def set_needed(self, ms: float) -> None:
        """So long it takes to arm this content; less than ``ARMING_MS`` counts as that. Another time starts anew."""
        needed = max(float(ARMING_MS), ms)
        if needed != self.needed_ms:
            self.needed_ms = needed
            self.restart()

    def hold_until(self, at: float) -> None:
        """The person wants a pause: nothing is armed before that moment."""
        self._held_until = at
        self.restart()

    def restart(self) -> None:
        """The second begins anew, with the next paint."""
        self._responsive_ms, self._last_turn = 0.0, None
        self.epoch += 1
        for begin in self._on_restart:
            begin()

    def painted(self) -> None:
        """All of the content is on screen now; time counts from the first paint after a restart."""
        if self._last_turn is None and self._possible:
            self._last_turn = self.clock()
            self._seen_from = self._last_turn if self._seen_from is None else self._seen_from

    def tick(self) -> None:
        """A turn of the event loop: count the time since the one before."""
        if self._last_turn is not None and self._possible:
            now = self.clock()
            self._responsive_ms += min(TURN_MS, (now - self._last_turn) * 1000)
            self._last_turn = now

    @property
    def needs_paint(self) -> bool:
        """Whether time waits for a paint."""
        return self._possible and self._last_turn is None

    @property
    def waits(self) -> bool:
        """Whether paint and ticks bring it on."""
        return self._possible and not self.armed

    @property
    def progress(self) -> float:
        """From 0 to 1; 1 is armed."""
        if not self._possible:
            return 0.0
        part = min(1.0, (self._responsive_ms + _TOLERANCE_MS) / self.needed_ms) if self._responsive_ms else 0.0
        held = self._held_until - self.clock()
        return part if held <= 0 else max(0.0, min(part, 1 - held / HOLD))

    @property
    def armed(self) -> bool:
        """Whether a yes that begins now counts."""
        return self.progress >= 1.0

    @property
    def displayed_ms(self) -> int:
        """How long this content was on screen in the active window."""
        running = 0.0 if self._seen_from is None else self.clock() - self._seen_from
        return round((self._seen + running) * 1000)

    @property
    def _possible(self) -> bool:
        return self._watched and self._answerable and self.content is not None

    def _add_seen_time(self) -> None:
        if self._seen_from is not None:
            self._seen += self.clock() - self._seen_from
        self._seen_from = None
