"""Quantities of a call that are others than the person's (pure).

Owns: numbers with a unit (17 degrees, 40 percent, 20 GB), and numbers that the words set beside the name of an input
("the limit to 50"). What stays true: a quantity differs only where the words give one of its kind, and nothing that it
may be reckoned as is what the call has; words that reckon (by two more) name none; the work is bounded.
"""
# ruff: noqa: E501  # a table is read best as it is

from __future__ import annotations

import re
from functools import lru_cache
from itertools import islice
from typing import Final, NamedTuple

from host.inspect.subject import Subject, Text
from host.inspect.tools.words import is_prose, words_of
from host.inspect.wishes.spans import spans
from host.inspect.wishes.sums import NUMBER_WORDS, values_of
from host.patterns import regex
from host.words import say

_OTHER: Final = say("The value is another than the one you named.")
_NUMBER: Final = r"(?<![\w.,:/#@-])(-?[0-9]{1,9}(?:[.,][0-9]{1,4})?)"


class _Unit(NamedTuple):
    """A kind of quantity. Attributes: said: with a number. keys: of inputs. factors: by which programs write it."""

    said: re.Pattern[str]
    keys: frozenset[str]
    factors: tuple[float, ...]


def _unit(names: str, keys: str, *factors: float) -> _Unit:
    return _Unit(regex(rf"{_NUMBER}\s?(?:{names})(?!\w)", re.IGNORECASE), frozenset(keys.split()), (1.0, *factors))


_UNITS: Final = (
    _unit(r"°\s?[cf]?|grad(?: celsius)?|degr[ée]es?|degrés?|grados?|gradi|graus?|graden", "temperature temp setpoint heat cool"),
    _unit(
        r"%|percent|per cent|prozent|pour ?cent|por ?ciento|por ?cento|per ?cento|procent",
        "brightness volume level position opacity dimmer intensity dim speed humidity quality threshold zoom",
        0.01, 2.55, 655.35, 10,
    ),
    _unit(r"tb|tib|terabytes?", "size storage disk quota volume", 1024, 1000, 1024**2, 1e6, 1024**4, 1e12),
    _unit(r"gb|gib|gi|gigs?|gigabytes?|go", "size storage disk memory ram quota volume", 1024, 1000, 1024**2, 1e6, 1024**3, 1e9),
    _unit(r"mb|mib|mi|megabytes?|mo", "size memory ram quota storage", 1024, 1024**2, 1e6, 1000, 1 / 1024, 0.001),
    _unit(r"v?cpus?|cores?|kerne?n?|c(?:oe|œ)urs|n[uú]cleos", "cpu cpus vcpu vcpus core cores", 1000),
    _unit(r"km|kilomet(?:er|re)s?|kilómetros|chilometri", "radius distance range", 1000),
    _unit(r"m|met(?:er|re)s?|mètres|metros|metri", "altitude height depth length distance", 100, 3.28084, 0.001),
    _unit(r"mi(?:les?)?|meilen", "radius distance range", 1609.344, 1.609344),
    _unit(r"kg|kilos?|kilogram\w{0,2}", "weight mass load", 1000),
    _unit(r"px|pixels?|píxeles", "width height size dimension"),
    _unit(r"km/h|kph|mph", "speed limit"),
    _unit(r"(?:words|wörter|mots|palabras|parole|woorden|palavras)", "words wordcount"),
    _unit(r"(?:copies|kopien|exemplare|copias|copie|ausdrucke)", "copies"),
)  # fmt: skip
RECKONED: Final = regex(
    r"\b(?:by|um|de|another|more|less|mehr|weniger|warmer|wärmer|kälter|cooler|higher|lower|plus|moins|más|menos|più|meno|"
    r"between|zwischen|entre|tra|tussen|from|von|von)\s{1,2}$|\b(?:raise|increase|lower|reduce|erhöh\w{0,2}|senk\w{0,2})\b(?:(?!\b(?:to|auf|à|a|en)\b)[^.\n]){0,40}$"
)
ADDED: Final = regex(
    r"\s(?:more|less|warmer|colder|cooler|hotter|higher|lower|brighter|darker|louder|mehr|weniger|wärmer|kälter|höher|niedriger|heller|dunkler|lauter|leiser|"
    r"de plus|de moins|más|menos|mais|in più|in meno|di più|meer|minder|warmer|hoger|lager|off)\b"
)
_TEXTS: Final = 60


def other_measure(_subject: Subject, texts: list[Text], figures: list[Text], turn: str) -> tuple[str, Text] | None:
    """The first quantity that is none of those that the words give."""
    there = [(text, value) for text in islice((*figures, *texts), _TEXTS) if (value := _value(text)) is not None]
    if not there:
        return None
    for unit, named in zip(_UNITS, _measures(turn), strict=True):
        if not named:
            continue
        of_it = [(text, value) for text, value in there if words_of(text.key) & unit.keys]
        meant = _meant(unit, named)
        near = 0.55 if "temperature" in unit.keys else 0
        if of_it and not any(abs(value - it) <= max(near, _NEAR * abs(it)) for _, value in of_it for it in meant):
            return _OTHER, of_it[0][0]
    return _set_to(there, texts, turn)


_NEAR: Final = 0.006


def _meant(unit: _Unit, named: frozenset[float]) -> set[float]:
    """What programs may write for the numbers that are named."""
    meant = {it * factor for it in named for factor in unit.factors}
    if "temperature" in unit.keys:
        meant |= {it * 9 / 5 + 32 for it in named} | {(it - 32) * 5 / 9 for it in named}
    return meant | {100 - it for it in named if "position" in unit.keys}


@lru_cache(maxsize=256)
def _measures(turn: str) -> tuple[frozenset[float], ...]:
    """Of each unit, the numbers that stand beside it."""
    low = turn.lower()
    if not any(char.isdigit() for char in low):
        return (frozenset(),) * len(_UNITS)
    return tuple(
        frozenset(
            value
            for match in islice(unit.said.finditer(low), _TEXTS)
            if not RECKONED.search(low[max(0, match.start() - 50) : match.start()])
            and not ADDED.match(low[match.end() : match.end() + 14])
            for value in values_of(match[1].lstrip("-"))
        )
        for unit in _UNITS
    )


def _value(text: Text) -> float | None:
    if is_prose(text) or len(text.text) > _SHORT:
        return None
    match = _BARE.fullmatch(text.text.strip())
    return abs(float(match[1])) if match else None


_SHORT: Final = 20
_BARE: Final = regex(r"(-?[0-9]{1,15}(?:\.[0-9]{1,8})?)\s?(?:%|°[cf]?|[gmkt]i?b?|px|km)?", re.IGNORECASE)
_TO: Final = (
    r"s?[\"'`]?(?:[^\d\n.;,!?]{0,40}?(?:=|:|\s(?:to|auf|à|a|op|su|em|en|at|bei|is)\s)|\s(?:of\s|von\s)?)\s{0,2}"
    r"[\"'`]?(-?[0-9]{1,9}(?:[.,][0-9]{1,6})?)\s?(?:[kmgt]i?b?|%|px)?(?![\w:/]|[.,-][0-9])"
)
_AS: Final = (1, 1_000, 1_024, 1_024**2, 1_024**3, 1e6, 1e9, 0.01, 0.001)
"""How programs may write a number: in smaller parts, in percent."""
_UNSET: Final = frozenset(
    "id number page offset index line start end date time year month day hour minute port order invoice account room "
    "issue pull iid pr ticket amount price total user phone version total item customer case value string text name "
    "data type list key".split()
)
_LETTERS: Final = 3


def _set_to(there: list[tuple[Text, float]], texts: list[Text], turn: str) -> tuple[str, Text] | None:
    """A number under a name that the words set to another."""
    low = turn.lower()
    numbers = [float(it.replace(",", ".")) for it in _ANY.findall(low)]
    numbers += [float(NUMBER_WORDS[word]) for word in re.findall(r"[^\W\d_]{2,8}", low) if word in NUMBER_WORDS]
    if not numbers or spans(turn):
        return None
    for text, value in there:
        key = _named_by(text, texts) or text.key
        words = [word for word in words_of(key) if len(word) >= _LETTERS]
        if not words or words_of(key) & _UNSET or not all(word in low for word in words):
            continue
        said = any(_beside(word).search(low) for word in words) or (len(words) == 1 and _SET.search(low))
        if said and not any(abs(value - it * by) <= _NEAR * max(1.0, abs(it)) for it in numbers for by in _AS):
            return _OTHER, text
    return None


def _named_by(text: Text, texts: list[Text]) -> str:
    """Of what is called a value alone, the name that stands beside it."""
    if text.key.lower() not in _VALUES:
        return ""
    beside = (each for each in texts if each.steps[:-1] == text.steps[:-1] and each.key.lower() in _NAMES)
    return next((each.text for each in beside if len(each.text) <= _LONG), "")


_SET: Final = regex(r"\b(?:set|setz\w?|mets|pon|imposta|põe|zet)\b[^\n.;]{1,40}?\s(?:to|auf|à|a|em|op)\s[0-9]")
_VALUES: Final = frozenset({"value", "val", "newvalue", "new_value", "setting_value"})
_NAMES: Final = frozenset("name key parameter param setting option property config field parametername".split())
_LONG: Final = 60
_ANY: Final = regex(r"(?<![\w.])([0-9]{1,9}(?:[.,][0-9]{1,6})?)(?:[kmgt]i?b?|px)?(?![\w])")


@lru_cache(maxsize=512)
def _beside(word: str) -> re.Pattern[str]:
    return regex(rf"(?<![^\W_]){re.escape(word)}{_TO}")
