"""Which presses say yes (no Qt; attack 10).

Owns: when each press of Approve, or of a key that approves, began, and when keys were let go.

Invariants: a press counts only if it begins and ends in one armed stretch; one that is refused starts the second over,
so that hammering or holding never says yes; a key that comes down right after it came up is a key that is held.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Final, Literal, TypeAlias

from ui.consent.arming import Arming

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
