"""Doses, weights and volumes of a call that are others than the person's (pure).

Owns: quantities of one sort in whatever unit (7.5 mg and 0.0075 g), where the unit stands beside the number, in the name of the
input, or in an input of its own. What stays true: a quantity differs only where the words give one of its sort,
and none of theirs, nor what can be worked out of it and their other numbers, is what the call has; the work is bounded.
"""
# ruff: noqa: E501  # a table is read best as it is

from __future__ import annotations

import re
from functools import lru_cache
from itertools import islice
from typing import Final, NamedTuple

from host.inspect.subject import Text
from host.inspect.tools.words import is_prose, words_of
from host.inspect.wishes.measures import ADDED, RECKONED
from host.inspect.wishes.sums import values_of
from host.naming import key_words
from host.patterns import regex
from host.words import say

_OTHER: Final = say("The value is another than the one you named.")


class _Sort(NamedTuple):
    """Attributes: said: a number with a unit. units: by how much each is more. keys: of inputs without a unit."""

    said: re.Pattern[str]
    units: dict[str, float]
    keys: frozenset[str]


def _sort(units: str, keys: str) -> _Sort:
    factors = {
        name: float(factor) for part in units.split() for factor, _, names in (part.partition("="),) for name in names.split("|")
    }  # fmt: skip
    names = "|".join(sorted(map(re.escape, factors), key=len, reverse=True))
    said = regex(rf"(?<![\w.,:/#@-])([0-9]{{1,9}}(?:[.,][0-9]{{1,6}})?)[\s-]?({names})(?!\w)", re.IGNORECASE)
    return _Sort(said, factors, frozenset(keys.split()))


_SORTS: Final = (
    _sort(
        "1e-6=mcg|µg|μg|ug|microgram|micrograms|mikrogramm|microgrammes|microgramos|microgrammi "
        "1e-3=mg|milligram|milligrams|milligramm|milligrammes|miligramos|miligramas|milligrammi "
        "1=g|gram|grams|gramm|gr|grammes|gramos|gramas|grammi 1e3=kg|kilo|kilos|kilogram|kilograms|kilogramm|chili 1e6=tonnes|tonnen",
        "dose dosage strength dosis doses weight mass posologie",
    ),
    _sort(
        "1e-3=ml|millilitre|millilitres|milliliter|milliliters|mililitros|millilitri 1e-2=cl 0.1=dl "
        "1=l|litre|litres|liter|liters|litros|litri",
        "dose dosage volume rate flow",
    ),
    _sort("1=iu|units|ie|i.e.|ui|einheiten|unités|unidades|unità|eenheden", "dose dosage strength units"),
    _sort(
        "1=tablet|tablets|tabletten|tablette|pill|pills|capsule|capsules|kapseln|comprimés|comprimidos|compresse|pillole|pillen",
        "tablets pills capsules dose count quantity",
    ),
    _sort("1=w|watt|watts 1e3=kw|kilowatt 1e6=mw", "power limit setpoint"),
    _sort("1=a|amp|amps|ampere|ampère", "amps ampere current"),
    _sort("1=kwh 1e-3=wh 1e3=mwh", "energy"),
    _sort("1=bar 1e-3=mbar 0.0689=psi", "pressure"),
    _sort("1=hz 1e3=khz 1e6=mhz 1e9=ghz", "frequency"),
    _sort("1=rpm|u/min", "speed rpm"),
    _sort("1=drop|drops|tropfen|gouttes|gotas|gocce|druppels", "drops dose"),
    _sort("1=puff|puffs|hub|hübe|bouffées", "puffs dose"),
)
_TEXTS: Final = 60
_SHORT: Final = 80
_BARE: Final = regex(r"[0-9]{1,12}(?:[.,][0-9]{1,8})?")
_UNIT_KEYS: Final = frozenset("unit units uom einheit unidad unite".split())
_LIMITS: Final = frozenset("max min limit maximum minimum total id code".split())
_NUMBERS: Final = regex(r"(?<![\w.,:/#@-])([0-9]{1,4}(?:[.,][0-9]{1,3})?)(?![\w:/]|[.,-][0-9])")
_NEAR: Final = 0.006
_MOST: Final = 8


def other_quantity(texts: list[Text], figures: list[Text], turn: str) -> tuple[str, Text] | None:
    """The first quantity that is none of those that the words give. ``turn``: with digits for number words."""
    named = _said(turn)
    if not any(named):
        return None
    there = [text for text in islice((*figures, *texts), _TEXTS) if not is_prose(text) and len(text.text) <= _SHORT]
    unit = next((text.text.lower() for text in there if text.key.lower() in _UNIT_KEYS), "")
    for sort, values in zip(_SORTS, named, strict=True):
        if not values:
            continue
        given = [(text, read) for text in there if (read := _given(sort, text, unit))]
        if given and not any(_close(one, it) for _, read in given for one in read for it in _meant(values, turn)):
            return _OTHER, given[0][0]
    return None


@lru_cache(maxsize=256)
def _said(turn: str) -> tuple[frozenset[float], ...]:
    low = turn.lower()
    if not any(char.isdigit() for char in low):
        return (frozenset(),) * len(_SORTS)
    return tuple(
        frozenset(
            value * sort.units[match[2]]
            for match in islice(sort.said.finditer(low), _MOST)
            if not RECKONED.search(low[max(0, match.start() - 50) : match.start()])
            and not ADDED.match(low[match.end() : match.end() + 14])
            for value in _read(match[1])
        )
        for sort in _SORTS
    )


def _meant(named: frozenset[float], turn: str) -> set[float]:
    """What is named, and what it comes to with the other numbers of the words."""
    others = {value for it in islice(_NUMBERS.findall(turn), _MOST) for value in _read(it)}
    return {
        *named,
        *(a + b for a in named for b in named if a != b),
        *(a * b for a in named for b in others),
        *(a / b for a in named for b in others if b),
    }


def _read(written: str) -> set[float]:
    """What a number may mean: a comma before one or two digits is a decimal one."""
    head, _, tail = written.partition(",")
    return {float(f"{head}.{tail}")} if tail and len(tail) != _GROUP and "." not in written else values_of(written)


_GROUP: Final = 3


def _close(one: float, other: float) -> bool:
    return abs(one - other) <= _NEAR * max(abs(one), abs(other))


def _given(sort: _Sort, text: Text, unit: str) -> set[float]:
    """What a value may be, in the sort's smallest sense; empty where it is of no such sort."""
    low = text.text.lower().strip()
    said = [(match[1], match[2]) for match in islice(sort.said.finditer(low), 2)]
    words = frozenset(key_words(text.key)) | words_of(text.key)
    if said and not (words & _LIMITS):
        return {value * sort.units[name] for number, name in said for value in _read(number)}
    if _BARE.fullmatch(low) is None or words & _LIMITS:
        return set()
    units = [sort.units[word] for word in words if word in sort.units and len(words) > 1]
    if not units and words & sort.keys:
        units = [sort.units[unit]] if unit in sort.units else [] if unit else list(sort.units.values())
    return {value * factor for value in _read(low) for factor in units}
