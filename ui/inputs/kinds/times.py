"""Times: a moment as the clock here shows it, in UTC, and how far away it is (pure).

Invariants:
    A time without a time zone is said to have none, and is not converted.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime, tzinfo
from typing import Final

from host.model import JsonValue
from ui.inputs.kinds.kind import Explanation, Fact, InputValue, Kind
from ui.tr import tr, tr_n

_NAMES: Final = frozenset(
    "time timestamp date at since until before after start end expires expiry expiration created updated modified due "
    "when from to ts oldest latest deadline".split()
)
_TIME: Final = re.compile(r"\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?)?", re.ASCII)
_SECONDS: Final = range(300_000_000, 10_000_000_000)
"""Seconds since 1970 that are taken for a time: from 1979 to 2286."""

_MS_FROM: Final = 10_000_000_000
"""Numbers from here on count milliseconds."""
_MINUTE: Final = 60
_HOUR: Final = 60 * _MINUTE
_DAY: Final = 24 * _HOUR
_ROUNDED: Final = 2
"""From so many of a unit on, that unit is used."""


def explain(value: InputValue) -> Explanation:
    """The moment in this machine's time zone and in UTC."""
    return Explanation(time_facts(value.given.value, value.now))


def time_facts(value: JsonValue, now: float, zone: tzinfo | None = None) -> tuple[Fact, ...]:
    """The same. ``now``: Unix seconds. ``zone``: this machine's, unless given."""
    try:
        if isinstance(value, str):
            return _of_text(value.strip(), now, zone)
        if isinstance(value, (int, float)):
            seconds = value / 1_000 if value >= _MS_FROM else value
            return _facts(datetime.fromtimestamp(seconds, UTC), now, zone)
    except (ValueError, OverflowError, OSError):
        return ()
    return ()


def _of_text(text: str, now: float, zone: tzinfo | None) -> tuple[Fact, ...]:
    read = datetime.fromisoformat(text.replace(",", "."))
    if len(text) <= len("2026-01-01"):
        return (Fact("", tr("A day, without a time")),)
    if read.tzinfo is None:
        return (Fact("", tr("Without a time zone: the server decides which moment that is.")),)
    return _facts(read, now, zone)


def _facts(moment: datetime, now: float, zone: tzinfo | None) -> tuple[Fact, ...]:
    here = moment.astimezone(zone)
    offset = f"{here:%z}"
    local = tr("{time} (UTC{offset})", time=f"{here:%Y-%m-%d %H:%M:%S}", offset=f"{offset[:3]}:{offset[3:5]}")
    return (
        Fact(tr("Here"), f"{local} · {_away(moment.timestamp() - now)}"),
        Fact(tr("UTC"), f"{moment.astimezone(UTC):%Y-%m-%d %H:%M:%S}"),
    )


def _away(seconds: float) -> str:
    ahead, far = seconds >= 0, abs(int(seconds))
    if far < _ROUNDED * _MINUTE:
        return tr("now")
    if far < _ROUNDED * _HOUR:
        minutes = far // _MINUTE
        return tr_n("in {n} minute", "in {n} minutes", minutes) if ahead else _ago_minutes(minutes)
    if far < _ROUNDED * _DAY:
        hours = far // _HOUR
        return tr_n("in {n} hour", "in {n} hours", hours) if ahead else tr_n("{n} hour ago", "{n} hours ago", hours)
    days = far // _DAY
    return tr_n("in {n} day", "in {n} days", days) if ahead else tr_n("{n} day ago", "{n} days ago", days)


def _ago_minutes(minutes: int) -> str:
    return tr_n("{n} minute ago", "{n} minutes ago", minutes)


def _is_number(value: InputValue) -> bool:
    number = value.given.value
    if isinstance(number, bool) or not isinstance(number, (int, float)) or not value.words & _NAMES:
        return False
    seconds = number / 1_000 if number >= _MS_FROM else number
    return _SECONDS.start <= seconds < _SECONDS.stop


def _looks_so(value: InputValue) -> bool:
    return _TIME.fullmatch(value.text) is not None


KIND: Final = Kind(
    "time",
    explain,
    by_schema=lambda value: value.format in ("date-time", "date") and _looks_so(value),
    by_value=_looks_so,
    by_number=_is_number,
)
