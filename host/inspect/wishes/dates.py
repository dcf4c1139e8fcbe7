"""Days of a call that are others than the person's (pure).

Owns: the reading of days, as people write them and as programs do. What stays true: a day differs only where the words
name days or weekdays and the call has none of them, give or take one day for other time zones.
"""

from __future__ import annotations

import re
from datetime import date, timedelta
from functools import lru_cache
from typing import Final

from host.inspect.subject import Subject, Text
from host.inspect.tools.words import words_of
from host.naming import key_words
from host.patterns import regex
from host.words import say

_ISO: Final = regex(r"\b((?:19|20)[0-9]{2})-([01][0-9])-([0-3][0-9])(?![0-9])")
_MONTHS: Final = (
    "jan gen ene янв",
    "feb fév fev фев",
    "mar mär mrt мар",
    "apr avr abr апр",
    "may mai maj mei mag май",
    "jun juin giu июн",
    "jul juil lug июл",
    "aug août aout ago авг",
    "sep set сен",
    "oct okt ott out окт",
    "nov ноя",
    "dec dez déc dic дек",
)
_MONTH: Final = {word: at + 1 for at, words in enumerate(_MONTHS) for word in words.split()}
_NAMES: Final = "|".join(sorted(_MONTH, key=len, reverse=True))
_DAY: Final = regex(
    rf"\b([0-3]?[0-9])(?:\.|st|nd|rd|th|er|º)?\s{{1,2}}(?:of |de |di |du )?({_NAMES})\w{{0,7}}\b|"
    rf"\b({_NAMES})[a-zäöüé]{{0,7}}\.?\s{{1,2}}([0-3]?[0-9])(?:st|nd|rd|th)?\b(?!:)|([0-9]{{1,2}})月([0-9]{{1,2}})[日号]",
    re.IGNORECASE,
)
_RANGE: Final = regex(
    r"(?<![\w.:/-])([0-3]?[0-9])(?:\.|st|nd|rd|th)?\s{0,2}(?:-|\u2013|to|until|through|till|and|bis|und|au|et|al|a|e|y|tot|t/m)\s{0,2}"
    rf"(?:the\s|zum\s|le\s|el\s|il\s)?[0-3]?[0-9](?:\.|st|nd|rd|th)?\s{{1,2}}(?:of |de |di |du )?({_NAMES})|"
    rf"\b({_NAMES})[a-z]{{0,7}}\s([0-3]?[0-9])(?:st|nd|rd|th)?\s?(?:-|\u2013|to|through|until|and)\s?([0-3]?[0-9])(?![0-9:])",
    re.IGNORECASE,
)
"""Two days of one month, which is said once."""
_WEEKDAYS: Final = (
    "monday montag lundi lunes segunda-feira lunedì maandag понедельник 月曜 周一 星期一",
    "tuesday dienstag mardi martes terça-feira martedì dinsdag вторник 火曜 周二 星期二",
    "wednesday mittwoch mercredi miércoles quarta-feira mercoledì woensdag среду 水曜 周三 星期三",
    "thursday donnerstag jeudi jueves quinta-feira giovedì donderdag четверг 木曜 周四 星期四",
    "friday freitag vendredi viernes sexta-feira venerdì vrijdag пятницу 金曜 周五 星期五",
    "saturday samstag sonnabend samedi sábado sabato zaterdag субботу 土曜 周六 星期六",
    "sunday sonntag dimanche domingo domenica zondag воскресенье 日曜 周日 星期日",
)
_NUMERIC: Final = regex(r"(?<![\w./])([0-3]?[0-9])[./]([0-3]?[0-9])[./](?:20)?[0-9]{2}(?![\w./])")
_BEGINS: Final = frozenset(
    "start from date begin when day due departure checkin time slot on at launch effective "
    "arrival starttime startdate datetime scheduled deadline period end checkout return out in".split()
)
_MADE: Final = frozenset("created modified updated time_min time_max since until before after timemin timemax".split())
_SAID: Final = say("The day is another than the one you named.")


def names_day(turn: str) -> bool:
    """Whether ``turn`` names a day or weekday."""
    return bool(_days(turn) or weekdays(turn) or _OF_MONTH.search(turn))


def other_day(_subject: Subject, texts: list[Text], turn: str) -> tuple[str, Text] | None:
    """The first input that names another day."""
    there = [text for text in texts if _is_when(text) and _ISO.search(text.text)]
    if not there:
        return None
    days, of_week = _days(turn), weekdays(turn)
    if not days and not of_week:
        return _other_month(there, turn)
    read = [day for text in there for day in _dates(text.text)]
    if days and read and _exact(there, turn) and not any((day.month, day.day) in days for day in read):
        return _SAID, there[0]
    if days and read and not any(_near(day, month, number) for day in read for month, number in days):
        return _SAID, there[0]
    if (
        of_week
        and not days
        and read
        and not any((day.weekday() + shift) % 7 in of_week for day in read for shift in (-1, 0, 1))
    ):
        return _SAID, there[0]
    return _other_end(there, days, turn)


_LAST: Final = frozenset("end checkout return until departure ends endtime enddate to out".split())


def _other_end(there: list[Text], days: frozenset[tuple[int, int]], turn: str) -> tuple[str, Text] | None:
    """An end that is none of the two days that the words name."""
    if not _RANGE.search(turn):
        return None
    for text in there:
        ends = _dates(text.text) if words_of(text.key) & _LAST else []
        if ends and not any(_near(day, month, number) for day in ends for month, number in days):
            return _SAID, text
    return None


_OF_MONTH: Final = regex(
    rf"\b(?:for|of|in|during|für|im|vom|pour|de|du|en|per|di|voor|van|em|para)\s{{1,2}}({_NAMES})[a-zäöüéû]{{0,7}}\b(?!\s?\d{{1,2}}\b)",
    re.IGNORECASE,
)
_WHOLE: Final = regex(
    r"(?:january|february|march|april|may|june|july|august|september|october|november|december|januar|jänner|februar|märz|mai|juni|juli|"
    r"oktober|dezember|janvier|février|mars|avril|juin|juillet|août|septembre|octobre|novembre|décembre|enero|febrero|marzo|abril|mayo|junio|"
    r"julio|agosto|septiembre|octubre|noviembre|diciembre|gennaio|febbraio|aprile|maggio|giugno|luglio|settembre|ottobre|dicembre|janeiro|"
    r"fevereiro|março|maio|junho|julho|setembro|outubro|novembro|dezembro|januari|februari|maart|mei|augustus)$"
)


def _other_month(there: list[Text], turn: str) -> tuple[str, Text] | None:
    """Days of another month than the one that the words name, where they name no day."""
    months = {
        _MONTH[match[1].lower()] for match in _OF_MONTH.finditer(turn) if _WHOLE.search(match[0].lower().split()[-1])
    }
    read = [day for text in there for day in _dates(text.text)]
    if not months or not read or _RECKONED.search(turn.lower()):
        return None
    shifts = (-1, 0, 1) if any("T" in text.text for text in there) else (0,)
    near = {(day + timedelta(days=shift)).month for day in read for shift in shifts}
    return None if near & months else (_SAID, there[0])


def _exact(texts: list[Text], turn: str) -> bool:
    """Whether the call tells days as a calendar shows them, and the words name them without reckoning."""
    return all(_LOCAL.search(text.text) for text in texts) and _RECKONED.search(turn.lower()) is None


_LOCAL: Final = regex(r"[0-9]{4}-[0-9]{2}-[0-9]{2}(?:[T ][0-9:.]{4,15})?(?:[+-](?:0[1-9]|1[0-4]):?[0-9]{2})?$")
_RECKONED: Final = regex(
    r"\b(?:tomorrow|later|after|before|earlier|next|previous|from|until|till|through|between|night|midnight|utc|morgen|sp(?:ä|ae)ter|"
    r"nach|vor|bis|von|demain|apr(?:è|e)s|avant|ma(?:ñ|n)ana|despu(?:é|e)s|hasta|around|about|or)\b|(?<![\w-])[0-3]?[0-9]\.?\s?[-\u2013]\s?[0-3]?[0-9](?![\w-])"
)
"""Words by which a day beside the one that is named may be meant."""


def _is_when(text: Text) -> bool:
    words = {word for step in text.steps if isinstance(step, str) for word in (*key_words(step), step.lower())}
    return not words.isdisjoint(_BEGINS) and words.isdisjoint(_MADE)


def _dates(text: str) -> list[date]:
    found = []
    for year, month, day in _ISO.findall(text):
        try:
            found.append(date(int(year), int(month), int(day)))
        except ValueError:
            continue
    return found


@lru_cache(maxsize=256)
def _days(turn: str) -> frozenset[tuple[int, int]]:
    found = {(day.month, day.day) for day in _dates(turn)}
    for match in _DAY.finditer(turn):
        number, name, named, after, asian, day = match.groups()
        month = int(asian) if asian else _MONTH[(name or named).lower()]
        found.add((month, int(number or after or day)))
    for first, month_after, month_before, start, last in _RANGE.findall(turn):
        named = _MONTH[(month_after or month_before).lower()]
        found |= {(named, int(each)) for each in (first, start, last) if each}
    for one, other in _NUMERIC.findall(turn):  # day or month first: nobody can tell
        found |= {(int(one), int(other)), (int(other), int(one))}
    return frozenset(found)


@lru_cache(maxsize=256)
def weekdays(turn: str) -> frozenset[int]:
    """The days of the week that ``turn`` names, 0 for Monday."""
    low = turn.lower()
    return frozenset({at for at, names in enumerate(_WEEKDAYS) if any(name in low for name in names.split())})


def _near(day: date, month: int, number: int) -> bool:
    """Whether they are a day apart at most, of whatever year."""
    try:
        apart = abs(date(day.year, month, number).toordinal() - day.toordinal())
    except ValueError:
        return True
    return apart <= 1 or apart >= _YEAR


_YEAR: Final = 364
"""Days between the first and the last of a year, and no fewer."""
