"""What may be typed to search the log: words, and parts such as ``tool:write_file`` or ``after:yesterday`` (pure).

Owns: the keys, what may follow them, and which time a date means. The window shows it, the log's reader searches by
it, and so does ``assent log search``.

Invariants: reading a text takes time in proportion to it, and never fails; what is not understood is said, and never
narrows a search unseen: after a key that is none the text counts as a word, after a key that there is the part is left
out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime, time, timedelta
from typing import Final

from msgspec import Struct

from host.text import one_line
from host.words import Words, say

LONGEST: Final = 1_000
"""Characters of a search that are read."""
MOST: Final = 24
"""Parts of a search that are read."""

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
"""Keys that only take these words, or the beginning of one."""
DATES: Final = ("after", "before", "on")
"""Keys that take a date."""
KEYS: Final = ("app", "server", "tool", "decision", "outcome", "by", "finding", "severity", "edited", *DATES, "id")
"""Every key, in the order in which they are suggested."""

_PART: Final = re.compile(r'(-)?(?:([A-Za-z]{2,20}):)?(?:"([^"]*)"?|(\S*))')
_AGO: Final = re.compile(r"([0-9]{1,4})([hdw])")
_DATE: Final = re.compile(r"([0-9]{4})-([0-9]{1,2})-([0-9]{1,2})(?:[T ]([0-9]{1,2}):([0-9]{2}))?")
_UNITS: Final = {"h": timedelta(hours=1), "d": timedelta(days=1), "w": timedelta(weeks=1)}
_SHOWN: Final = 40


class Part(Struct, frozen=True):
    """One part of a search.

    Attributes:
        key: one of ``KEYS``, empty for a word or a quoted phrase.
        value: what follows it, quotes gone.
        negated: whether calls that have it are left out.
        begin, end: its place in the text.
    """

    key: str
    value: str
    negated: bool = False
    begin: int = 0
    end: int = 0

    @property
    def meant(self) -> tuple[str, ...]:
        """The words of ``VALUES`` that the value is, or begins."""
        typed = self.value.casefold().replace(" ", "-")
        known = VALUES.get(self.key, ())
        return (typed,) if typed in known else tuple(word for word in known if word.startswith(typed))

    def text(self) -> str:
        """The part as it is typed."""
        blank = not self.value or any(it.isspace() for it in self.value)
        quoted = f'"{self.value}"' if blank else self.value
        return f"{'-' if self.negated else ''}{self.key}:{quoted}" if self.key else quoted


class Search(Struct, frozen=True):
    """A search that was read.

    Attributes:
        parts: what it looks for, all of it; several of one key mean any of these.
        problems: what was not understood, a sentence each.
    """

    parts: tuple[Part, ...] = ()
    problems: tuple[Words, ...] = ()

    def span(self, now: datetime) -> tuple[datetime | None, datetime | None]:
        """From when on and until when, None where it does not say.

        Args:
            now: the present, aware.
        """
        spans = [(part.key, found) for part in self.parts if (found := moments(part, now)) is not None]
        begins = [begin for key, (begin, _) in spans if key != "before"]
        ends = [begin if key == "before" else end for key, (begin, end) in spans if key != "after"]
        return max(begins, default=None), min(ends, default=None)


def read(text: str) -> Search:
    """Read what somebody typed."""
    parts: list[Part] = []
    problems: list[Words] = []
    for part in _parts(text[:LONGEST].replace("\0", " ")):  # SQLite would read no further
        if len(parts) >= MOST:
            problems.append(say("A search has at most {most} parts; the rest is left out.", most=MOST))
            break
        problem = _problem(part)
        if problem:
            problems.append(problem)
        if part.value and not (part.key and problem):
            parts.append(part)
    return Search(tuple(parts), tuple(dict.fromkeys(problems)))


def _parts(text: str) -> Iterator[Part]:
    at = 0
    while at < len(text):
        if text[at].isspace():
            at += 1
            continue
        found = _PART.match(text, at)
        end = max(at + 1, at if found is None else found.end())
        yield _part(text[at:end], found, at, end)
        at = end


def _part(text: str, found: re.Match[str] | None, begin: int, end: int) -> Part:
    if found is None:
        return Part("", text, begin=begin, end=end)
    minus, key, quoted, plain = found.groups()
    value = plain if quoted is None else quoted
    if key is not None and key.casefold() in KEYS and not value.startswith("//"):
        return Part(key.casefold(), value, minus is not None, begin, end)
    if key is None and minus is None:
        return Part("", value, begin=begin, end=end)
    return Part("", text, begin=begin, end=end)


_NO_KEY: Final = re.compile(r"-?([A-Za-z]{2,20}):(?!/)\S")


def _problem(part: Part) -> Words:
    """What was not understood of a part; empty where all was."""
    shown = one_line(part.text(), _SHOWN)
    if not part.key and (strange := _NO_KEY.match(part.value)):
        return say("Nothing can be searched by {key}: here; it counts as a word.", key=strange[1])
    if part.key in VALUES and part.value and not part.meant:
        return say("{part} is left out: it can be {values}.", part=shown, values=", ".join(VALUES[part.key]))
    if part.key in DATES and part.negated:
        return say("{part} is left out: a date cannot be turned round; use before: or after:.", part=shown)
    if part.key in DATES and part.value and moments(part, datetime.now().astimezone()) is None:
        return say("{part} is left out: write a date as 2026-11-20, yesterday, today, 3d or 2h.", part=shown)
    return ""


def moments(part: Part, now: datetime) -> tuple[datetime, datetime] | None:
    """When the date of a part begins and ends, in local time; None where it is none."""
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
    except (ValueError, OverflowError, OSError):  # no such day, or one that no clock here can show
        return None


def _day(moment: datetime) -> tuple[datetime, datetime]:
    """Where the local day of a moment begins and ends; one of 23 or 25 hours too."""
    day = moment.date()
    begin, end = (datetime.combine(each, time()).astimezone() for each in (day, day + timedelta(days=1)))
    return begin, end
