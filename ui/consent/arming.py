"""When a yes counts (no Qt; attack 10).

Owns: the arming time in which Approve is inert, how long a question was really in front of the person, and which
presses say yes.

Invariants:
    - Approve is armed only after ``needed_ms`` in which the window could respond, and never less than ``ARMING_MS``.
      They count from the latest of: shown, focused again, content changed, a press refused. It is disarmed at once when
      the window is hidden, loses focus or has nothing to answer.
    - The time between turns of the event loop counts once everything is painted. A turn that stalls counts for no more
      than ``TURN_MS``, so that a press made during a stall is handled before the button is armed.
    - Neither the countdown nor the queue is content.
    - A press counts only if it begins and ends without a restart in between. A press that is refused restarts the
      time, so that hammering or holding never says yes. A key that comes down right after it came up is a held key.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Final, Literal, TypeAlias

REPEAT_MS: Final = 150
"""X11 reports a held key as releases and presses, which do not always say so. Its usual slowest rate is faster."""

PressKind: TypeAlias = Literal["button", "chord"]


class PressGuard:
    """Judges whether a press says yes, however it is made."""

    def __init__(self, arming: Arming, can_approve: Callable[[], bool]) -> None:
        """``can_approve``: whether a yes is possible right now."""
        self._arming, self._can_approve = arming, can_approve
        self._epoch_by_press: dict[PressKind, int] = {}
        self._released_at: dict[Hashable, float] = {}

    @property
    def is_ready(self) -> bool:
        """Whether a press that begins now may count."""
        return self._can_approve() and self._arming.is_armed

    def begin_press(self, kind: PressKind, key: Hashable = None) -> bool:
        """Note that a press begins. Returns whether it may count. ``key``: what came down; None for a pointer."""
        self._epoch_by_press[kind] = self._arming.epoch
        if self.is_ready and not self._is_held_key(key):
            return True
        self._arming.restart()
        return False

    def note_key_held(self) -> None:
        """Note that a key that approves is held down."""
        if not self.is_ready:
            self._arming.restart()

    def note_key_released(self, key: Hashable) -> None:
        """Note that a key came up."""
        self._released_at[key] = self._arming.clock()

    def end_press(self, kind: PressKind) -> bool:
        """Note that a press ends. Returns whether it says yes. A screen reader presses the button without a begin."""
        began = self._epoch_by_press.pop(kind, None)
        if began is None and kind == "chord":
            return False
        if self.is_ready and began in (None, self._arming.epoch):
            return True
        self._arming.restart()
        return False

    def forget_press(self, kind: PressKind) -> None:
        """Forget a press that was abandoned."""
        self._epoch_by_press.pop(kind, None)

    def _is_held_key(self, key: Hashable) -> bool:
        released_at = self._released_at.get(key)
        return released_at is not None and (self._arming.clock() - released_at) * 1000 < REPEAT_MS


ARMING_MS: Final = 1000
"""Long enough to see that something changed. A click or key that is already under way lands before it is over."""
GRAVE_MS: Final = 3000
"""The time to arm with a grave finding: long enough to read it."""
PAUSE_SECONDS: Final = 10.0
"""Seconds of the pause of approvals that a person may choose."""
_EXTRA_MS_PER_CALL: Final = 250
_MAX_BATCH_MS: Final = 4000
TURN_MS: Final = 100
"""The most that one turn counts for. The loop may have stood still meanwhile, and nobody saw anything."""

_TOLERANCE_MS: Final = 1e-6
"""Sums of floating-point seconds are not exact: 1000 ms must not become 999.9999999."""


def batch_ms(calls: int) -> int:
    """Milliseconds until a yes to this many calls at once is armed."""
    return min(_MAX_BATCH_MS, ARMING_MS + _EXTRA_MS_PER_CALL * calls)


class Arming:
    """Decides whether the question on screen may be answered with yes yet.

    Attributes:
        clock: monotonic seconds.
        needed_ms: milliseconds in which the window must respond until it is armed.
        content: what is on screen (call and round); None if nothing can be answered.
        epoch: grows with each restart; a press that began in another epoch does not count.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        """``clock``: monotonic seconds."""
        self.clock = clock
        self.needed_ms: float = ARMING_MS
        self._is_watched = self._is_answerable = False
        self._responsive_ms = 0.0
        self._last_turn_at: float | None = None
        self._paused_until = -float("inf")
        self._shown_seconds = 0.0
        self._shown_since: float | None = None
        self.content: Hashable = None
        self.epoch = 0
        self._restart_listeners: list[Callable[[], None]] = []

    def add_restart_listener(self, listener: Callable[[], None]) -> None:
        """Call ``listener`` at each restart, so that painting and ticking start again."""
        self._restart_listeners.append(listener)

    def set_watched(self, watched: bool) -> None:
        """Set whether the window is visible and active."""
        if watched == self._is_watched:
            return
        self._is_watched = watched
        self._add_shown_time()
        if watched:
            self.restart()

    def set_content(self, content: Hashable) -> None:
        """Set what is on screen. Equal content changes nothing; other content starts everything over."""
        if content == self.content:
            return
        self.content = content
        self._add_shown_time()
        self._shown_seconds = 0.0
        self.restart()

    def set_answerable(self, answerable: bool) -> None:
        """Set whether an answer is possible: not while one is being sent, nor while the host is gone."""
        if answerable != self._is_answerable:
            self._is_answerable = answerable
            self.restart()

    def set_needed(self, ms: float) -> None:
        """Set the time to arm this content, at least ``ARMING_MS``. Another time restarts."""
        needed = max(float(ARMING_MS), ms)
        if needed != self.needed_ms:
            self.needed_ms = needed
            self.restart()

    def pause_until(self, moment: float) -> None:
        """Arm nothing before this moment: the person wants a pause."""
        self._paused_until = moment
        self.restart()

    def restart(self) -> None:
        """Start the arming time again, with the next paint."""
        self._responsive_ms, self._last_turn_at = 0.0, None
        self.epoch += 1
        for listener in self._restart_listeners:
            listener()

    def note_paint(self) -> None:
        """Note that all of the content is on screen. Time to arm counts from the first paint after a restart."""
        if self._shown_since is None and self._is_watched and self.content is not None:
            self._shown_since = self.clock()  # also while nothing can be answered, such as before it is read
        if self._last_turn_at is None and self._can_arm:
            self._last_turn_at = self.clock()

    def note_turn(self) -> None:
        """Count the time since the previous turn of the event loop."""
        if self._last_turn_at is not None and self._can_arm:
            now = self.clock()
            self._responsive_ms += min(TURN_MS, (now - self._last_turn_at) * 1000)
            self._last_turn_at = now

    @property
    def needs_paint(self) -> bool:
        """Whether a paint must come before time counts."""
        return self._can_arm and self._last_turn_at is None

    @property
    def is_waiting(self) -> bool:
        """Whether more paints and ticks are needed."""
        return self._can_arm and not self.is_armed

    @property
    def progress(self) -> float:
        """From 0 to 1; 1 is armed."""
        if not self._can_arm:
            return 0.0
        part = min(1.0, (self._responsive_ms + _TOLERANCE_MS) / self.needed_ms) if self._responsive_ms else 0.0
        pause_left = self._paused_until - self.clock()
        return part if pause_left <= 0 else max(0.0, min(part, 1 - pause_left / PAUSE_SECONDS))

    @property
    def is_armed(self) -> bool:
        """Whether a yes that begins now counts."""
        return self.progress >= 1.0

    @property
    def displayed_ms(self) -> int:
        """How long this content was on screen in the active window."""
        running = 0.0 if self._shown_since is None else self.clock() - self._shown_since
        return round((self._shown_seconds + running) * 1000)

    @property
    def _can_arm(self) -> bool:
        return self._is_watched and self._is_answerable and self.content is not None

    def _add_shown_time(self) -> None:
        if self._shown_since is not None:
            self._shown_seconds += self.clock() - self._shown_since
        self._shown_since = None
