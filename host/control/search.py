"""The search language of the log: words, and parts such as ``tool:write_file`` or ``after:yesterday`` (pure).

Owns: the keys, their values, and the meaning of dates, for the window, the log's reader and ``assent log search``.

Invariants: reading a text takes time in proportion to its length, and never fails; a part that is not understood is
reported, and never narrows a search silently: with an unknown key it counts as a word, with a known key it is left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime, time, timedelta
from typing import Final

from msgspec import Struct

from host import regex
from host.text import one_line
from host.words import Words, say

MAX_TEXT: Final = 1_000  # characters of a search that are read
MAX_PARTS: Final = 24  # parts of a search that are read

VALUES: Final[dict[str, tuple[str, ...]]] = {
    "decision": (
        "approved", "allowed", "denied", "expired", "withdrawn", "stopped", "invalid", "waiting", "other",
    ),
    "outcome": (
        "succeeded", "failed", "tool-error", "protocol-error", "timed-out", "cancelled", "unknown",
        "not-told", "running", "not-sent",
    ),
    "severity": ("high", "medium", "info"),
    "edited": ("yes", "no"),
}  # fmt: skip
"""Keys that take only these values, or the beginning of one."""
DATES: Final = ("after", "before", "on")  # keys that take a date
KEYS: Final = ("app", "server", "tool", "decision", "outcome", "by", "finding", "severity", "edited", *DATES, "id")
"""All keys, in the order in which they are suggested."""

_PART: Final = regex.pattern(r'(-)?(?:([A-Za-z]{2,20}):)?(?:"([^"]*)"?|(\S*))')
_AGO: Final = regex.pattern(r"([0-9]{1,4})([hdw])")
_DATE: Final = regex.pattern(r"([0-9]{4})-([0-9]{1,2})-([0-9]{1,2})(?:[T ]([0-9]{1,2}):([0-9]{2}))?")
_UNITS: Final = {"h": timedelta(hours=1), "d": timedelta(days=1), "w": timedelta(weeks=1)}
_MAX_SHOWN: Final = 40


class Part(Struct, frozen=True):
    """One part of a search."""

    key: str  # one of ``KEYS``, empty for a word or a quoted phrase
    value: str  # the text after the key, without quotes
    negated: bool = False  # whether matching calls are left out
    begin: int = 0
    end: int = 0

    @property
    def matching_values(self) -> tuple[str, ...]:
        """The ``VALUES`` of the key that are, or begin with, the value."""
        typed = self.value.casefold().replace(" ", "-")
        choices = VALUES.get(self.key, ())
        return (typed,) if typed in choices else tuple(word for word in choices if word.startswith(typed))

    def text(self) -> str:
        """Return the part as it is typed."""
        needs_quotes = not self.value or any(character.isspace() for character in self.value)
        quoted = f'"{self.value}"' if needs_quotes else self.value
        return f"{'-' if self.negated else ''}{self.key}:{quoted}" if self.key else quoted


class Search(Struct, frozen=True):
    """A parsed search."""

    parts: tuple[Part, ...] = ()  # all must match; of several with one key any
    problems: tuple[Words, ...] = ()  # the parts that were not understood, a sentence each
    is_whole: bool = True  # whether every part that was typed counts, if perhaps as a word

    def span(self, now: datetime) -> tuple[datetime | None, datetime | None]:
        """Return the beginning and the end of the searched time, None for no limit. ``now``: timezone-aware."""
        dated_parts = [(part.key, date_span(part, now)) for part in self.parts]
        spans = [(key, span) for key, span in dated_parts if span is not None]
        begins = [begin for key, (begin, _) in spans if key != "before"]
        ends = [begin if key == "before" else end for key, (begin, end) in spans if key != "after"]
        return max(begins, default=None), min(ends, default=None)


def read(text: str) -> Search:
    """Parse a typed search."""
    parts: list[Part] = []
    problems: list[Words] = []
    is_whole = True
    for part in _split(text[:MAX_TEXT].replace("\0", " ")):  # SQLite would stop reading there
        if len(parts) >= MAX_PARTS:
            problems.append(say("A search has at most {most} parts; the rest is ignored.", most=MAX_PARTS))
            is_whole = False
            break
        problem = _problem(part)
        if problem:
            problems.append(problem)
        if part.key and (problem or not part.value):  # an empty one is still being typed, or a script's variable
            is_whole = False
        elif part.value:
            parts.append(part)
    return Search(tuple(parts), tuple(dict.fromkeys(problems)), is_whole)


def _split(text: str) -> Iterator[Part]:
    position = 0
    while position < len(text):
        if text[position].isspace():
            position += 1
            continue
        match = _PART.match(text, position)
        end = max(position + 1, position if match is None else match.end())
        yield _read_part(text[position:end], match, position, end)
        position = end


def _read_part(text: str, match: re.Match[str] | None, begin: int, end: int) -> Part:
    if match is None:
        return Part("", text, begin=begin, end=end)
    minus, key, quoted, plain = match.groups()
    value = plain if quoted is None else quoted
    if key is not None and key.casefold() in KEYS and not value.startswith("//"):
        return Part(key.casefold(), value, minus is not None, begin, end)
    if key is None and minus is None:
        return Part("", value, begin=begin, end=end)
    return Part("", text, begin=begin, end=end)


_UNKNOWN_KEY: Final = regex.pattern(r"-?([A-Za-z]{2,20}):(?!/)\S")


def _problem(part: Part) -> Words:
    """Return why a part was not understood; empty if it was."""
    shown = one_line(part.text(), _MAX_SHOWN)
    if not part.key and (unknown := _UNKNOWN_KEY.match(part.value)):
        return say("Nothing can be searched by {key}: here; it is searched as a word.", key=unknown[1])
    if part.key in VALUES and part.value and not part.matching_values:
        return say("{part} is left out: it can be {values}.", part=shown, values=", ".join(VALUES[part.key]))
    if part.key in DATES and part.negated:
        return say("{part} is left out: a date cannot be turned round; use before: or after:.", part=shown)
    if part.key in DATES and part.value and date_span(part, datetime.now().astimezone()) is None:
        return say("{part} is left out: write a date as 2026-11-20, yesterday, today, 3d or 2h.", part=shown)
    return ""


def date_span(part: Part, now: datetime) -> tuple[datetime, datetime] | None:
    """Return the beginning and the end of a part's date, in local time; None if it has no valid date."""
    if part.key not in DATES:
        return None
    typed = part.value.strip().casefold()
    named = {"today": "0d", "yesterday": "1d"}.get(typed, typed)
    try:
        if (ago := _AGO.fullmatch(named)) is not None:
            moment = now - int(ago[1]) * _UNITS[ago[2]]
            return (moment, moment + _UNITS["h"]) if ago[2] == "h" else _day(moment)
        if (date := _DATE.fullmatch(typed.upper())) is None:
            return None
        day = datetime(int(date[1]), int(date[2]), int(date[3]))  # noqa: DTZ001 made aware below
        if date[4] is None:
            return _day(day)
        moment = day.replace(hour=int(date[4]), minute=int(date[5])).astimezone()
        return moment, moment + timedelta(minutes=1)
    except (ValueError, OverflowError, OSError):  # no such day, or out of the system's range
        return None


def _day(moment: datetime) -> tuple[datetime, datetime]:
    """Return the beginning and the end of a moment's local day, which may have 23 or 25 hours."""
    day = moment.date()
    begin, end = (datetime.combine(date, time()).astimezone() for date in (day, day + timedelta(days=1)))
    return begin, end
