"""When a yes counts (pure; SECURITY, row 10).

Owns: the second in which Approve is inert, and how long a question was really in front of the person. What stays true:
Approve is armed only ``ARMING_MS`` after the latest of: shown, focused again, content changed; it is disarmed at once
when the window is hidden, loses focus or has nothing to answer; neither the countdown nor the queue is content.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Final

ARMING_MS: Final = 1000
"""Long enough to see that something changed; a click or key already under way lands before it is over."""

_TOLERANCE_MS: Final = 1e-6
"""Differences of floating-point seconds are not exact: 1000 ms must not become 999.9999999."""


class Arming:
    """Watches whether one question may be answered with yes yet.

    Attributes:
        content: what is on screen (call and round), None where nothing can be answered.
        epoch: grows with each restart; a press that began in another epoch does not count.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        """``clock``: monotonic seconds."""
        self._clock = clock
        self._watched = self._live = False
        self._since = clock()
        self._seen = 0.0
        self._seen_from: float | None = None
        self.content: Hashable = None
        self.epoch = 0

    def set_watched(self, watched: bool) -> None:
        """The window became visible and active, or is so no longer."""
        if watched == self._watched:
            return
        self._watched = watched
        self._tally()
        if watched:
            self.restart()

    def set_content(self, content: Hashable) -> None:
        """What is on screen. The same content again changes nothing; another starts everything over."""
        if content == self.content:
            return
        self.content = content
        self._tally()
        self._seen = 0.0
        self.restart()

    def set_live(self, live: bool) -> None:
        """Whether an answer is possible at all: not while one is under way, and not while the host is gone."""
        if live != self._live:
            self._live = live
            self.restart()

    def restart(self) -> None:
        """The second begins anew: the window was shown again, or came back to life."""
        self._since = self._clock()
        self.epoch += 1

    @property
    def progress(self) -> float:
        """From 0 to 1; 1 is armed."""
        if not (self._watched and self._live) or self.content is None:
            return 0.0
        elapsed = (self._clock() - self._since) * 1000
        return min(1.0, max(0.0, elapsed + _TOLERANCE_MS) / ARMING_MS)

    @property
    def armed(self) -> bool:
        """Whether a yes that begins now counts."""
        return self.progress >= 1.0

    @property
    def displayed_ms(self) -> int:
        """How long this content was visible in the active window."""
        running = 0.0 if self._seen_from is None else self._clock() - self._seen_from
        return round((self._seen + running) * 1000)

    def _tally(self) -> None:
        now = self._clock()
        if self._seen_from is not None:
            self._seen += now - self._seen_from
        self._seen_from = now if self._watched and self.content is not None else None
