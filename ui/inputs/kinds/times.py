"""Times: a moment in local time and in UTC, and how far away it is (pure).

Invariants:
    A time without a time zone is marked as such and not converted.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime, tzinfo
from typing import Final

from host import regex
from host.model import JsonValue
from ui.inputs.kinds.kind import Explanation, Fact, InputValue, Kind
from ui.tr import tr, tr_n

_NAMES: Final = frozenset(
    "time timestamp date at since until before after start end expires expiry expiration created updated modified due "
    "when from to ts oldest latest deadline".split()
)
_TIME: Final = regex.pattern(
    r"\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?)?", re.ASCII
)
_PLAUSIBLE_SECONDS: Final = range(300_000_000, 10_000_000_000)
"""Unix seconds that are taken for a time: from 1979 to 2286."""

_MILLISECONDS_FROM: Final = 10_000_000_000
"""Numbers from here on count milliseconds."""
_MINUTE: Final = 60
_HOUR: Final = 60 * _MINUTE
_DAY: Final = 24 * _HOUR
_UNIT_FROM: Final = 2
"""How many of a unit a distance must be for that unit to be used."""


def explain(value: InputValue) -> Explanation:
    """Explain a moment in local time and in UTC."""
    return Explanation(time_facts(value.tool_input.value, value.now))


def time_facts(value: JsonValue, now: float, zone: tzinfo | None = None) -> tuple[Fact, ...]:
    """The facts of a moment. ``now``: Unix seconds. ``zone``: the local one by default."""
    try:
        if isinstance(value, str):
            return _text_facts(value.strip(), now, zone)
        if isinstance(value, (int, float)):
            seconds = value / 1_000 if value >= _MILLISECONDS_FROM else value
            return _moment_facts(datetime.fromtimestamp(seconds, UTC), now, zone)
    except (ValueError, OverflowError, OSError):
        return ()
    return ()


def _text_facts(text: str, now: float, zone: tzinfo | None) -> tuple[Fact, ...]:
    moment = datetime.fromisoformat(text.replace(",", "."))
    if len(text) <= len("2026-01-01"):
        return (Fact("", tr("A day, without a time")),)
    if moment.tzinfo is None:
        return (Fact("", tr("Without a time zone: the server decides which moment that is.")),)
    return _moment_facts(moment, now, zone)


def _moment_facts(moment: datetime, now: float, zone: tzinfo | None) -> tuple[Fact, ...]:
    here = moment.astimezone(zone)
    offset = f"{here:%z}"
    local = tr("{time} (UTC{offset})", time=f"{here:%Y-%m-%d %H:%M:%S}", offset=f"{offset[:3]}:{offset[3:5]}")
    return (
        Fact(tr("Here"), f"{local} · {_distance_words(moment.timestamp() - now)}"),
        Fact(tr("UTC"), f"{moment.astimezone(UTC):%Y-%m-%d %H:%M:%S}"),
    )


def _distance_words(seconds: float) -> str:
    is_future, distance = seconds >= 0, abs(int(seconds))
    if distance < _UNIT_FROM * _MINUTE:
        return tr("now")
    if distance < _UNIT_FROM * _HOUR:
        minutes = distance // _MINUTE
        ago = tr_n("{n} minute ago", "{n} minutes ago", minutes)
        return tr_n("in {n} minute", "in {n} minutes", minutes) if is_future else ago
    if distance < _UNIT_FROM * _DAY:
        hours = distance // _HOUR
        return tr_n("in {n} hour", "in {n} hours", hours) if is_future else tr_n("{n} hour ago", "{n} hours ago", hours)
    days = distance // _DAY
    return tr_n("in {n} day", "in {n} days", days) if is_future else tr_n("{n} day ago", "{n} days ago", days)


def _is_number(value: InputValue) -> bool:
    number = value.tool_input.value
    if isinstance(number, bool) or not isinstance(number, (int, float)) or not value.words & _NAMES:
        return False
    if number >= _PLAUSIBLE_SECONDS.stop * 1_000:  # also more than a float can be
        return False
    seconds = number / 1_000 if number >= _MILLISECONDS_FROM else number
    return _PLAUSIBLE_SECONDS.start <= seconds < _PLAUSIBLE_SECONDS.stop


def _looks_like_time(value: InputValue) -> bool:
    return _TIME.fullmatch(value.text) is not None


KIND: Final = Kind(
    "time",
    explain,
    by_schema=lambda value: value.format in ("date-time", "date") and _looks_like_time(value),
    by_value=_looks_like_time,
    by_number=_is_number,
)
