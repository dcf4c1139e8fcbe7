"""Days of people's lives, however they are written (pure).

Owns: the forms of a day: with names of months, with marks, run together, in seconds since 1970, and in three inputs.
What stays true: days of these years are none, for calls are full of them; each pattern is bounded.
"""

from __future__ import annotations

# ruff: noqa: E501  # a pattern is read best as the one line that it is
import re
from collections.abc import Iterator
from datetime import UTC, date, datetime
from itertools import islice
from typing import Final, TypeAlias

from host.inspect.subject import Text
from host.model import JsonObject, JsonValue
from host.patterns import regex

Day: TypeAlias = "tuple[int, int, int]"

LATEST: Final = 2011
"""The last year of which days are told; younger ones are those of appointments, releases and logs."""
_EARLIEST: Final = 1925
_MOST: Final = 2_000
_ISO: Final = regex(r"(?<![0-9])((?:19|20)[0-9]{2})([-/.])([01]?[0-9])\2([0-3]?[0-9])(?![0-9])")
_MARKED: Final = regex(r"(?<![0-9])([0-3]?[0-9])([-/.])([0-3]?[0-9])\2((?:19|20)[0-9]{2})(?![0-9])")
_NAMES: Final = (
    "jan|gen|ene|янв",
    "feb|fév|fev|фев",
    "mar|mär|maart|mrt|мар",
    "apr|avr|abr|апр",
    "may|mai|mei|mag|мая",
    "jun|juin|giu|июн",
    "jul|juil|lug|июл",
    "aug|aoû|aou|ago|авг",
    "sep|set|сен",
    "oct|okt|ott|out|окт",
    "nov|ноя",
    "dec|dez|déc|dic|дек",
)
_MONTHS: Final = {name: at + 1 for at, names in enumerate(_NAMES) for name in names.split("|")}
_MONTH: Final = "|".join(sorted(_MONTHS, key=len, reverse=True))
_DAY_FIRST: Final = regex(
    rf"(?<![0-9])([0-3]?[0-9])(?:\.|st|nd|rd|th)?[ _-](?:de )?({_MONTH})[^\W\d_]{{0,8}}\.?,?[ _-](?:de )?((?:19|20)[0-9]{{2}})",
    re.IGNORECASE,
)
_MONTH_FIRST: Final = regex(
    rf"\b({_MONTH})[^\W\d_]{{0,8}}\.?[ _-]([0-3]?[0-9])(?:st|nd|rd|th)?,?[ _-]((?:19|20)[0-9]{{2}})", re.IGNORECASE
)
_TOGETHER: Final = regex(r"(?<![0-9])[0-9]{8}(?![0-9])")
_SHORT: Final = regex(r"(?<![0-9])[0-9]{6}(?![0-9])")
_EPOCH: Final = regex(r"-?(?:[0-9]{8,10}|[0-9]{11,13})(?:\.0)?")
_MILLI: Final = 11
_DAYLONG: Final = 86_400
_QUARTER: Final = 900
_FAR: Final = 1 << 32
_FIGURES: Final = 16
"""Characters of a time in seconds."""


def days_in(text: str) -> Iterator[tuple[Day, str]]:
    """Days of a text, and how they stand there."""
    for match in islice(_ISO.finditer(text), _MOST):
        yield from _day(match[1], match[3], match[4], match.group())
    for match in islice(_MARKED.finditer(text), _MOST):
        yield from _day(match[4], match[3], match[1], match.group())
        yield from _day(match[4], match[1], match[3], match.group())
    for match in islice(_DAY_FIRST.finditer(text), _MOST):
        yield from _day(match[3], str(_MONTHS[match[2].lower()]), match[1], match.group())
    for match in islice(_MONTH_FIRST.finditer(text), _MOST):
        yield from _day(match[3], str(_MONTHS[match[1].lower()]), match[2], match.group())


def days_of_figures(text: str) -> Iterator[tuple[Day, str]]:
    """Days that figures without marks may mean."""
    for match in islice(_TOGETHER.finditer(text), 40):
        it = match.group()
        yield from _day(it[:4], it[4:6], it[6:], it)
        yield from _day(it[4:], it[2:4], it[:2], it)
        yield from _day(it[4:], it[:2], it[2:4], it)
    for match in islice(_SHORT.finditer(text), 40):
        it = match.group()
        for century in ("19", "20"):
            yield from _day(century + it[:2], it[2:4], it[4:], it)
            yield from _day(century + it[4:], it[2:4], it[:2], it)
            yield from _day(century + it[4:], it[:2], it[2:4], it)
    yield from _of_seconds(text)


def _of_seconds(text: str) -> Iterator[tuple[Day, str]]:
    if len(text) <= _FIGURES and _EPOCH.fullmatch(text):
        seconds = int(text.partition(".")[0])
        seconds = seconds // 1_000 if len(text.lstrip("-").partition(".")[0]) >= _MILLI else seconds
        if seconds % _QUARTER == 0 and abs(seconds) < _FAR:
            for at in (seconds, seconds + _DAYLONG):  # midnight of the next day, east of Greenwich
                when = datetime.fromtimestamp(at, UTC)
                if at == seconds or seconds % _DAYLONG >= _DAYLONG // 2:
                    yield from _day(str(when.year), str(when.month), str(when.day), text)


def split_days(arguments: JsonObject) -> list[tuple[Day, Text, str]]:
    """Days of which year, month and day are inputs of their own."""
    found: list[tuple[Day, Text, str]] = []
    for steps, value in ((), arguments), *(((name,), it) for name, it in islice(arguments.items(), 40)):
        parts = {name.lower(): it for name, it in value.items()} if isinstance(value, dict) else {}
        if {"year", "month", "day"} <= parts.keys():
            year, month, day = (_figure(parts[name]) for name in ("year", "month", "day"))
            shown = f"{year}-{month}-{day}"
            found += [(it, Text((*steps, "year"), "year", year), shown) for it, _ in _day(year, month, day, shown)]
    return found


def _figure(value: JsonValue) -> str:
    text = str(value)
    return text if text.isdecimal() and len(text) <= len("2000") else "0"


def _day(year: str, month: str, day: str, shown: str) -> Iterator[tuple[Day, str]]:
    found = int(year), int(month), int(day)
    if not _EARLIEST <= found[0] <= LATEST:
        return
    try:
        date(*found)
    except ValueError:
        return
    yield found, shown
