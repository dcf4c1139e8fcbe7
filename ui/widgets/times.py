"""Spans and moments of time in words (pure).

Invariants:
    Numbers carry units. Nothing is rounded up to a time that has not passed yet.
"""

from __future__ import annotations

from typing import Final

from ui.tr import tr, tr_n

MINUTE: Final = 60
HOUR: Final = 60 * MINUTE
DAY: Final = 24 * HOUR
_JUST_NOW: Final = 5


def relative(seconds_ago: float) -> str:
    """How long ago something was: ``just now``, ``12 s ago``, ``3 min ago``, ``5 h ago``, ``2 days ago``."""
    seconds = int(seconds_ago)
    if seconds < _JUST_NOW:
        return tr("just now")
    if seconds < MINUTE:
        return tr("{seconds} s ago", seconds=seconds)
    if seconds < HOUR:
        return tr("{seconds} min ago", seconds=seconds // MINUTE)
    if seconds < DAY:
        return tr("{seconds} h ago", seconds=seconds // HOUR)
    days = seconds // DAY
    return tr_n("yesterday", "{n} days ago", days)


def duration(ms: float) -> str:
    """How long something took: ``< 1 ms``, ``240 ms``, ``3.4 s``, ``2 min 5 s``, ``1 h 3 min``."""
    if ms < 1:
        return tr("< 1 ms")
    if ms < 1000:
        return tr("{ms} ms", ms=int(ms))
    if ms < 60_000:
        return tr("{seconds} s", seconds=f"{int(ms / 100) / 10:.1f}")
    seconds = int(ms / 1000)
    hours, minutes, rest = seconds // HOUR, seconds % HOUR // MINUTE, seconds % MINUTE
    if hours:
        return tr("{hours} h {minutes} min", hours=hours, minutes=minutes) if minutes else tr("{hours} h", hours=hours)
    if rest:
        return tr("{minutes} min {seconds} s", minutes=minutes, seconds=rest)
    return tr("{minutes} min", minutes=minutes)


def countdown(seconds: float) -> str:
    """What is left: ``4:31``, ``1:02:09``. The second that runs counts; ``0:00`` is over."""
    left = max(0, int(seconds) + (seconds > int(seconds)))
    hours, minutes, rest = left // HOUR, left % HOUR // MINUTE, left % MINUTE
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
