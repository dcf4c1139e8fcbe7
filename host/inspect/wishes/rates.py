"""How often something is to happen, where the call has it otherwise (pure).

Owns: the reading of rates ("once a week", "alle 8 Stunden", "2x täglich", ``FREQ=WEEKLY``, ``q8h``), and their
comparison. What stays true: a rate differs only where the words name some, and none of the call's is one of them; the
work is bounded.
"""
# ruff: noqa: E501  # a table is read best as it is

from __future__ import annotations

import re
from functools import lru_cache
from itertools import islice
from typing import Final

from host.inspect.subject import Text
from host.inspect.tools.words import is_prose, words_of
from host.inspect.wishes.concepts import bare
from host.patterns import regex
from host.words import say

_OTHER: Final = say("This happens at another rate than you named.")
_UNITS: Final = (
    ("minute", 1 / 1_440, r"minut\w{0,4}|min"),
    ("hour", 1 / 24, r"hours?|hourly|stunden?|heures?|horas?|or[ae]|uur|h"),
    ("day", 1.0, r"days?|tage?n?|jours?|dias?|giorn[io]|dag(?:en)?|dia"),
    ("week", 7.0, r"weeks?|wochen?|semaines?|semanas?|settiman[ae]|weken"),
    ("month", 30.44, r"months?|monate?n?|mois|mes(?:es)?|mes[ei]|maand(?:en)?"),
    ("quarter", 91.3, r"quarters?|quartale?|trimestres?|trimestri|kwartaal"),
    ("year", 365.25, r"years?|jahre?n?|ans?|annees?|anos?|ann[oi]|jaar"),
)
_ADVERBS: Final = (
    (1 / 24, r"hourly|stundlich|horaire"),
    (1.0, r"daily|taglich|quotidien\w{0,5}|diari\w{1,5}|giornalier\w|quotidian\w{1,5}|dagelijks|nightly|quaque die"),
    (7.0, r"weekly|wochentlich|hebdomadaire\w{0,4}|semanal(?:mente)?|settimanal\w{1,6}|wekelijks"),
    (14.0, r"biweekly|fortnightly|quinzenal\w{0,5}|quincenal\w{0,5}|tweewekelijks"),
    (30.44, r"monthly|monatlich|mensuel\w{0,5}|mensual\w{0,5}|mensal\w{0,5}|mensil\w{1,5}|maandelijks"),
    (91.3, r"quarterly|vierteljahrlich|trimestr\w{2,8}|driemaandelijks"),
    (365.25, r"yearly|annual\w{0,2}|jahrlich|annuel\w{0,5}|anual\w{0,5}|annual\w{1,5}|jaarlijks"),
)
_ANY_UNIT: Final = "|".join(f"(?P<{name}>{words})" for name, _, words in _UNITS)
_TIMES: Final = r"(?P<count>[0-9]{1,3}|once|twice|thrice|einmal|zweimal|dreimal|viermal|eenmaal|tweemaal|driemaal|[0-9]{1,3}\s?(?:x|times|mal|fois|veces|vez(?:es)?|volte|keer)|(?:une|un) fois|una vez|uma vez|una volta|een keer)"
_A: Final = r"(?:(?:a|an|per|pro|am|in der|im|par|al|a la|por|ao|alla|each|every|jede\w?|op een|/)\s{0,2})"
_PER: Final = regex(rf"(?<![\w.-]){_TIMES}\s{{0,2}}{_A}(?:{_ANY_UNIT})\b")
_ADVERB: Final = regex(
    rf"(?<![\w=-])(?:{_TIMES}\s{{1,2}})?(?:" + "|".join(f"(?P<u{at}>{words})" for at, (_, words) in enumerate(_ADVERBS)) + r")\b"
)  # fmt: skip
_EVERY: Final = regex(
    r"\b(?:(?:every|each|alle|jede\w?|toutes les|tous les|chaque|(?:a )?cada|tod[oa]s? [oa]s?|ogni|elke|iedere|om de)\s(?P<n>[0-9]{1,3}(?:st|nd|rd|th)?\s|other\s|second\s|zwei\w{0,2}\s|deux\s)?|q(?P<q>[0-9]{1,2}))"
    rf"(?:{_ANY_UNIT})\b"
)
_LATIN: Final = {
    "bid": 2.0,
    "b.i.d.": 2.0,
    "tid": 3.0,
    "t.i.d.": 3.0,
    "qid": 4.0,
    "q.i.d.": 4.0,
    "qd": 1.0,
    "qod": 0.5,
    "qw": 1 / 7,
}
_LATIN_SAID: Final = regex(r"(?<![\w.])(?:bid|tid|qid|b\.i\.d\.|t\.i\.d\.|q\.i\.d\.|qd|qod|qw)(?![\w])")
_RRULE: Final = regex(r"freq=(hourly|daily|weekly|monthly|yearly)(?:[^\n]{0,60}?interval=([0-9]{1,3}))?", re.IGNORECASE)
_RULE: Final = {"hourly": 1 / 24, "daily": 1.0, "weekly": 7.0, "monthly": 30.44, "yearly": 365.25}
_COUNTS: Final = {
    "once": 1, "twice": 2, "thrice": 3, "einmal": 1, "zweimal": 2, "dreimal": 3, "viermal": 4, "eenmaal": 1,
    "tweemaal": 2, "driemaal": 3,
}  # fmt: skip
_KEYS: Final = frozenset(
    "frequency freq recurrence interval schedule cadence repeat cycle timing rrule dosage sig instruction regimen every rate often "
    "period recurring frecuencia frequence haufigkeit frequenza".split()
)
_LENGTHS: Final = {name: length for name, length, _ in _UNITS}
_SHORT: Final = 120
_TEXTS: Final = 60
_NEAR: Final = 0.08


@lru_cache(maxsize=256)
def rates(words: str) -> frozenset[float]:
    """Times a day that words, with digits for number words, name."""
    low = bare(words)
    found = {_count(match["count"]) / _length(match) for match in islice(_PER.finditer(low), _TEXTS)}
    for match in islice(_ADVERB.finditer(low), _TEXTS):
        unit = next(at for at in range(len(_ADVERBS)) if match[f"u{at}"])
        found.add(_count(match["count"]) / _ADVERBS[unit][0])
    for match in islice(_EVERY.finditer(low), _TEXTS):
        found.add(1 / (_every(match["n"] or match["q"] or "") * _length(match)))
    found |= {_LATIN[it] for it in _LATIN_SAID.findall(low)}
    found |= {1 / (_RULE[freq] * int(every or 1)) for freq, every in _RRULE.findall(low) if every != "0"}
    return frozenset(found)


def _count(said: str | None) -> float:
    if not said:
        return 1.0
    digits = re.match(r"[0-9]{1,3}", said)
    return float(digits[0]) if digits else float(_COUNTS.get(said, 1))


def _every(said: str) -> float:
    digits = re.match(r"[0-9]{1,3}", said)
    return max(float(digits[0]), 1.0) if digits else 2.0 if said.strip() else 1.0


def _length(match: re.Match[str]) -> float:
    return next(_LENGTHS[name] for name in _LENGTHS if match[name])


def other_rate(texts: list[Text], figures: list[Text], turn: str) -> tuple[str, Text] | None:
    """The first rate that is none of those that the words name. ``turn``: with digits for number words."""
    there = [(text, read) for text in islice((*figures, *texts), _TEXTS) if (read := _rates_of(text))]
    if not there or not (named := rates(turn)):
        return None
    if any(abs(one - it) <= _NEAR * max(one, it) for _, read in there for one in read for it in named):
        return None
    return _OTHER, there[0][0]


def _rates_of(text: Text) -> frozenset[float]:
    words = words_of(text.key)
    if len(text.text) > _SHORT or (is_prose(text) and "instruction" not in words):
        return frozenset()
    if not text.text.isdigit():
        return rates(text.text) if words & _KEYS else frozenset()
    units = [_LENGTHS[word] for word in words if word in _LENGTHS]
    number = float(text.text)
    if len(units) != 1 or not number:
        return frozenset()
    if "per" in words:
        return frozenset({number / units[0]}) if words & {"times", "time", "doses", "dose"} else frozenset()
    return frozenset({1 / (number * units[0])}) if words & {"every", "interval", "repeat"} else frozenset()
