"""Lengths of time that are others than the person's (pure).

Owns: the reading of spans ("older than a year", ``older_than_days``, ``30d``, ``interval '2 weeks'``), and their
comparison. What stays true: a span differs only where the words name some and none of the call's is one of them, give
or take what months and years differ by; words that reckon (longer, by a week more) name none; the work is bounded.
"""
# ruff: noqa: E501  # a table is read best as it is

from __future__ import annotations

import re
from datetime import datetime
from functools import lru_cache
from itertools import islice
from typing import Final

from host.inspect.subject import Subject, Text
from host.inspect.tools.words import is_prose, words_of
from host.inspect.wishes.sums import NUMBER_WORDS
from host.patterns import regex
from host.words import say

_SAID: Final = say("The length of time is another than the one you named.")
_UNITS: Final = (
    (0.001, r"ms|millis(?:econds?)?|millisekunden?"),
    (1, r"s|secs?|seconds?|sekunden?|secondes?|segundos?|second[io]|seconden"),
    (60, r"m(?=\b)|mins?|minutes?|minuten?|minutos?|minut[io]"),
    (3_600, r"h|hrs?|hours?|stunden?|heures?|horas?|or[ae]|uur|uren"),
    (86_400, r"d|days?|tage?n?|jours?|d[ií]as?|dias?|giorn[io]|dagen|dag"),
    (604_800, r"w|weeks?|wochen?|semaines?|semanas?|settiman[ae]|weken|week"),
    (2_629_800, r"mo|months?|monate?n?|mois|mes(?:es)?|m[eê]s|mes[ei]|maanden?"),
    (31_557_600, r"y|years?|yrs?|jahre?n?|ann(?:ée|ee)s?|ans?|años?|anos?|ann[io]|jaar|jaren"),
)
_ONE: Final = "|".join(sorted((re.escape(word) for word in NUMBER_WORDS), key=len, reverse=True))
_SPAN: Final = regex(
    rf"(?<![\w.,:/-])(?:([0-9]{{1,6}}(?:[.,][0-9]{{1,2}})?)[\s-]?|({_ONE})\s)"
    rf"(?:{'|'.join(f'({names})' for _, names in _UNITS)})(?![\w])",
    re.IGNORECASE,
)
_HALVES: Final = (
    (1_800, regex(r"\bhalf an hour\b|\beine? halbe stunde\b|\bune demi-heure\b|\bmedia hora\b|\bmezz['\u2019]ora\b|\bhalf uur\b")),
    (15_778_800, regex(r"\bhalf a year\b|\bein halbes jahr\b|\bhalf year\b|\bmedio año\b")),
)  # fmt: skip
_RECKONED: Final = regex(
    r"\b(?:extend|prolong|longer|shorter|another|additional|more|less|later|earlier|in|ago|every|alle|toutes|cada|ogni|elke|verl(?:ä|ae)nger\w{0,2}|"
    r"länger|kürzer|vor|il y a|hace|fa)\s{1,2}(?:by\s|um\s|de\s)?$"
)
"""Words before a span that make it no length, or one that is added."""
_KEYS: Final = frozenset(
    "older age days hours minutes seconds weeks months day hour minute ttl duration retention expire expires expiry "
    "lifetime keep period validity mtime days interval span window length snooze mute timeout".split()
)
_A_OR_LAST: Final = r"(?:one|a|an|this|(?:the )?(?:last|past|previous|current)|ein\w{0,2}|diese\w?|letzte\w?|vorige\w?|une?|ce|cette|le dernier|la derni[eè]re|un[ao]?|est[ea]|el [uú]ltimo|la [uú]ltima|quest[ao]|l['\u2019]ultim[ao]|een|deze|(?:de )?(?:laatste|vorige)|uma?)"
_IN_KEY: Final = {
    "ms": 0.001, "millis": 0.001, "millisecond": 0.001, "sec": 1, "second": 1, "min": 60, "minute": 60, "hour": 3_600,
    "hr": 3_600, "day": 86_400, "mtime": 86_400, "week": 604_800, "month": 2_629_800, "year": 31_557_600,
}  # fmt: skip
_TUNED: Final = frozenset(
    "timeout wait delay poll polling interval retry page limit connect keepalive alive poolsize grace".split()
)
"""What a program tunes for itself."""
_ISO: Final = regex(
    r"^P(?:(\d{1,4})Y)?(?:(\d{1,4})M)?(?:(\d{1,4})W)?(?:(\d{1,5})D)?(?:T(?:(\d{1,5})H)?(?:(\d{1,6})M)?(?:(\d{1,8})S)?)?$"
)
_ISO_UNITS: Final = (31_557_600, 2_629_800, 604_800, 86_400, 3_600, 60, 1)
_NEAR: Final = 0.04
_TEXTS: Final = 60


@lru_cache(maxsize=256)
def spans(turn: str) -> frozenset[float]:
    """Seconds of the lengths that ``turn`` names."""
    low = turn.lower()
    found = {seconds for seconds, pattern in _HALVES if pattern.search(low)}
    named: set[float] = set(found)
    for match in islice(_SPAN.finditer(low), _TEXTS):
        if _RECKONED.search(low[max(0, match.start() - 24) : match.start()]) is None:
            named.add(_seconds(match))
    return frozenset(named)


def _seconds(match: re.Match[str]) -> float:
    number = float(match[1].replace(",", ".")) if match[1] else float(NUMBER_WORDS[match[2].lower()])
    unit = next(at for at, group in enumerate(match.groups()[2:]) if group)
    return number * _UNITS[unit][0]


def other_span(_subject: Subject, texts: list[Text], figures: list[Text], turn: str) -> tuple[str, Text] | None:
    """The first length that is none of those that the words name."""
    named = spans(turn)
    if (wide := _wider(texts, turn)) is not None:
        return wide
    if not named:
        return None
    there = [(text, value) for text in islice((*figures, *texts), _TEXTS) if (value := _lengths(text))]
    if not there:
        return _between(texts, named, turn)
    if any(_close(one, it) for _, several in there for one in several for it in named):
        return None
    return _SAID, there[0][0]


def _close(one: float, other: float) -> bool:
    return abs(one - other) <= _NEAR * max(one, other)


def _lengths(text: Text) -> tuple[float, ...]:
    """Seconds that a value may stand for, by its unit or by its name's; nothing where it is no length."""
    words = words_of(text.key)
    if is_prose(text) or len(text.text) > _TEXTS or words & _TUNED or not (words & _KEYS):
        return ()
    value = text.text.strip("+ ").lower()
    if (iso := _ISO.fullmatch(value.upper())) and any(iso.groups()):
        return (sum(int(part) * unit for part, unit in zip(iso.groups(), _ISO_UNITS, strict=True) if part),)
    if (match := _SPAN.fullmatch(value)) is not None:
        return (_seconds(match),)
    try:
        number = abs(float(value))
    except ValueError:
        return ()
    units = {seconds for word, seconds in _IN_KEY.items() if word in words}
    if units:
        return tuple(number * unit for unit in units)
    return tuple(number * unit for unit, _ in _UNITS) if number else ()


_PERIODS: Final = tuple(
    (seconds, regex(rf"\b(?:{_A_OR_LAST})\s{{1,2}}(?:{names})\b(?!['\u2019])"))
    for seconds, names in (
        (86_400, r"day|tag|jour|d[ií]a|dia|giorno|dag"), (604_800, r"week|woche|semaine|semana|settimana"),
        (2_678_400, r"month|monat|mois|mes|m[eê]s|mese|maand"), (7_948_800, r"quarter|quartal|trimestre|kwartaal"),
    )
)  # fmt: skip
_ENDLESS: Final = regex(
    r"\b(?:every|each|all|per|since|until|from|ago|in|within|until|by|older|before|after|and|history|whole|compare\w?|jede\w?|alle|seit|vor|bis|chaque|depuis|cada|desde|ogni|da|elke|sinds)\b"
)
_FROM: Final = frozenset("from start since begin after min startdate datefrom".split())
_UNTIL: Final = frozenset("to end until before till max enddate dateto".split())
_ROOM: Final = 1.15
"""By how much a period may be longer: months differ, and days are counted with both ends."""


def _wider(texts: list[Text], turn: str) -> tuple[str, Text] | None:
    """A beginning and an end that lie farther apart than the day, week, month or quarter that is named."""
    low = turn.lower()
    periods = [seconds for seconds, pattern in _PERIODS if pattern.search(low)]
    if len(periods) != 1 or _ENDLESS.search(low):
        return None
    starts = [text for text in texts if words_of(text.key) & _FROM and _DATE.match(text.text)]
    ends = [text for text in texts if words_of(text.key) & _UNTIL and _DATE.match(text.text)]
    if len(starts) != 1 or len(ends) != 1:
        return None
    try:
        apart = datetime.fromisoformat(ends[0].text[:10]) - datetime.fromisoformat(starts[0].text[:10])
    except ValueError:
        return None
    wide = apart.total_seconds() > periods[0] * _ROOM + _UNITS[4][0]
    return (_SAID, starts[0]) if wide else None


_DATE: Final = regex(r"\d{4}-\d\d-\d\d(?!\d)")
_LASTS: Final = regex(
    r"\b(?:for|für|pendant|durante|per|voor|lasting|dauert|dauer)\s|[- ](?:min\w{0,4}|hour|hr|h|stunden?|std|minuten?)[- ]"
    r"(?:meeting|call|slot|session|sync|termin|besprechung|interview|block|appointment)|\b(?:réunion|reunión|riunione|reunião) (?:de|di|d['\u2019])"
)
_TIME: Final = regex(r"^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?$")
_MINUTES: Final = 43_200
"""Seconds under which a span is one of a day, as meetings are."""


def _between(texts: list[Text], named: frozenset[float], turn: str) -> tuple[str, Text] | None:
    """A beginning and an end that lie another length apart."""
    short = {it for it in named if it <= _MINUTES}
    if len(short) != 1 or not _LASTS.search(turn.lower()):
        return None
    starts = [text for text in texts if {"start", "begin"} & _above(text) and _TIME.match(text.text[:19])]
    ends = [text for text in texts if {"end", "finish"} & _above(text) and _TIME.match(text.text[:19])]
    if len(starts) != 1 or len(ends) != 1:
        return None
    try:
        apart = datetime.fromisoformat(ends[0].text[:19]) - datetime.fromisoformat(starts[0].text[:19])
    except ValueError:
        return None
    return None if _close(apart.total_seconds(), next(iter(short))) else (_SAID, ends[0])


def _above(text: Text) -> set[str]:
    return {word for step in text.steps if isinstance(step, str) for word in words_of(step)}
