"""Versions, units and sorts of record of a call that are others than the person's (pure).

Owns: versions beside which the words name others, units of weight and volume, records of name servers, and projects
that a query is about. What stays true: each differs only where the words name one of its sort, and none of the call's
is that one; words that reckon (from 15, the newest) name none; the work is bounded.
"""
# ruff: noqa: E501  # a table is read best as it is

from __future__ import annotations

import re
from functools import lru_cache
from itertools import islice
from typing import Final

from host.inspect.subject import Subject, Text
from host.inspect.tools.words import is_prose, tool_words, words_of
from host.patterns import regex
from host.words import say

_VERSION: Final = say("The version is another than the one you named.")
_UNIT: Final = say("The unit is another than the one you named.")
_SORT: Final = say("This is of another sort than you named.")
_OTHER: Final = say("This is about another thing than the one you named.")
_ONE: Final = say("This is about more than you named.")
_TEXTS: Final = 80
_SHORT: Final = 60
_KEYS: Final = frozenset("tag version runtime engineversion release to imagetag image".split())
_NUMBERS: Final = regex(r"(?:[a-z][a-z+-]{0,20}?[:-]?)?v?(\d{1,4}(?:\.(?:\d{1,6}|x)){0,3})(?:[-+.][a-z][\w.-]{0,30})?$")
_SAID: Final = regex(
    r"(?:\b(?:node(?:\.?js)?|python|php|java|ruby|go|golang|postgres(?:ql)?|mysql|mariadb|redis|mongo(?:db)?|elasticsearch|kafka|kubernetes|k8s|nginx|terraform|django|rails|react|angular|"
    r"ubuntu|debian|alpine|version|rabbitmq|grafana|prometheus|keycloak|nextcloud|wordpress|typo3|odoo|gitlab|jenkins)|\b[a-z][a-z-]{3,30}\s(?:to|auf|na|à|a|op)|\b(?:to|auf|vers|a|op|version)\s[a-z-]{3,20})"
    r"\s{1,2}v?(\d{1,3}(?:\.\d{1,4}){0,3})(?![\w.]?\w|\s?(?:%|gb|mb|uhr|euro?s?|am|pm|replicas?|nodes|instances|percent|days?|hours?|minutes?))"
)
_RECKONED: Final = regex(
    r"\b(?:latest|newest|neueste\w?|aktuell\w{0,3}|derni[eè]re?|[uú]ltim[ao]|pi[uù] recente|nieuwste|from|von|vom|depuis|desde|da|van|current|both|matrix|major|or|oder)\b"
)


def other_sort(subject: Subject, texts: list[Text], turn: str) -> tuple[str, Text] | None:
    """The first version, unit, record or project that is none of those that the words name."""
    there = [text for text in islice(texts, _TEXTS) if len(text.text) <= _SHORT and not is_prose(text)]
    if not there:
        return None
    low = turn.lower()
    return (
        (None if tool_words(subject) & _PARTS else _version(there, low))
        or _unit(subject, there, low)
        or _record(subject, there, turn)
        or _project(there, turn)
    )


_PARTS: Final = frozenset({"install", "package", "packages", "dependency", "dependencies", "matrix"})


@lru_cache(maxsize=256)
def _versions(low: str) -> frozenset[str]:
    if not any(char.isdigit() for char in low) or _RECKONED.search(low):
        return frozenset()
    return frozenset(islice(_SAID.findall(low), _TEXTS))


def _version(there: list[Text], low: str) -> tuple[str, Text] | None:
    named = _versions(low)
    if not named:
        return None
    charted = any(words_of(text.key) & {"chart"} for text in there)
    other: Text | None = None
    for text in there:
        words = words_of(text.key)
        if not words & _KEYS or (charted and text.key.lower() == "version") or "chart" in words:
            continue
        match = _NUMBERS.match(text.text.lower())
        if match is None or (words.isdisjoint(_KEYS - {"to", "image", "release"}) and "." not in match[1]):
            continue
        given = match[1].removesuffix(".x")
        if any(f"{given}.".startswith(f"{it}.") or f"{it}.".startswith(f"{given}.") for it in named):
            return None
        other = other or text
    return (_VERSION, other) if other is not None else None


_MEASURES: Final = tuple(
    (name, scale, regex(rf"(?<![\w.,])(\d{{1,7}}(?:[.,]\d{{1,3}})?)\s?(?:{said})(?![\w])"), frozenset(keys.split()))
    for name, scale, said, keys in (
        ("mass", 1e-6, r"µg|μg|mcg|ug|micrograms?|mikrogramm", "µg μg mcg ug microgram micrograms"),
        ("mass", 1e-3, r"mg|milligram\w{0,2}", "mg milligram milligrams"),
        ("mass", 1, r"g|gr|gramm?e?s?|gramos?|gramas?|gramm[oi]|gram", "g gr gram grams gramm"),
        ("mass", 1e3, r"kg|kilos?|kilogram\w{0,2}", "kg kilo kilogram kilograms"),
        ("mass", 453.6, r"lbs?|pounds?", "lb lbs pound pounds"),
        ("mass", 1e6, r"tonnes?|tonnen", "t tonne tonnes ton"),
        ("volume", 1, r"ml|millilit\w{0,4}", "ml milliliter millilitre"),
        ("volume", 10, r"cl|zentiliter", "cl"),
        ("volume", 1e3, r"l|lit(?:er|re)s?|litros?|litri", "l liter litre liters litres"),
        ("length", 1e-3, r"mm|millimet\w{0,4}", "mm"),
        ("length", 1e-2, r"cm|zentimeter|centimet\w{0,4}", "cm"),
        ("length", 1, r"met(?:er|re)s?|metros?|metri", "m meter metre meters"),
        ("length", 0.0254, r"inch(?:es)?|zoll|pouces|pulgadas", "in inch inches"),
        ("length", 1e3, r"km|kilomet\w{0,4}", "km kilometer kilometre"),
    )
)  # fmt: skip
_UNIT_KEYS: Final = frozenset("unit units uom measure".split())
_DOSES: Final = frozenset("dose dosage amount quantity weight volume strength qty size".split())
_WITH: Final = regex(r"(\d{1,7}(?:[.,]\d{1,3})?)\s?([a-zµμ]{1,10})(?:/\w{1,8})?$")


def _unit(subject: Subject, there: list[Text], low: str) -> tuple[str, Text] | None:
    """A quantity of the same number in another unit, or of another in its own."""
    named = [(name, float(match[1].replace(",", ".")) * scale, float(match[1].replace(",", "."))) for name, scale, said, _ in _MEASURES for match in islice(said.finditer(low), _TEXTS)] if any(char.isdigit() for char in low) else []  # fmt: skip
    if not named:
        return None
    numbers = [value for value in map(_number, subject.arguments.values()) if value is not None]
    for text in there:
        with_number = _WITH.match(text.text.lower()) if words_of(text.key) & _DOSES else None
        unit = with_number[2] if with_number else text.text.lower() if words_of(text.key) & _UNIT_KEYS else ""
        kind = next(((name, scale) for name, scale, _, keys in _MEASURES if unit in keys), None)
        if kind is None:
            continue
        amounts = [float(with_number[1].replace(",", "."))] if with_number else numbers
        right = any(kind[0] == name and abs(it * kind[1] - meant) <= 0.01 * meant for it in amounts for name, meant, _ in named)  # fmt: skip
        if not right and any(it == plain for it in amounts for _, _, plain in named):
            return _UNIT, text
    return None


def _number(value: object) -> float | None:
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else None


_RECORDS: Final = regex(
    r"\b(AAAA|CNAME|MX|TXT|SRV|NS|CAA|PTR|ALIAS|A)(?:[- ]?(?:record|eintrag|enregistrement|registro)s?\b)|"
    r"\b(?:record|eintrag|enregistrement|registro|record di tipo|type|typ|tipo) (AAAA|CNAME|MX|TXT|SRV|NS|CAA|PTR|ALIAS|A)\b|\b(AAAA|CNAME|MX|TXT|SRV|CAA|PTR)\b"
)
_TYPES: Final = frozenset("a aaaa cname mx txt srv ns caa ptr alias".split())


def _record(subject: Subject, there: list[Text], turn: str) -> tuple[str, Text] | None:
    """A record of a name server of another type."""
    named = {part.lower() for match in _RECORDS.findall(turn) for part in match if part}
    if not named or tool_words(subject).isdisjoint({"dns", "record", "records", "zone", "domain"}):
        return None
    of_it = [text for text in there if words_of(text.key) & {"type", "recordtype"} and text.text.lower() in _TYPES]
    return (_SORT, of_it[0]) if of_it and not any(text.text.lower() in named for text in of_it) else None


_CODE: Final = regex(
    r"\b(?:in|of|for|from|to|aus|im|von|für|project|projekt|projet|proyecto|progetto|projeto|dans|en|de|do|van|board|space)\s{1,2}(?:the\s|project\s|projekt\s)?([A-Z][A-Z0-9]{1,9})\b(?![-\w])"
)
_NO_CODE: Final = frozenset("utc pdf csv json usd eur gbp api eu us uk qa hr it jira sql pr ci cd aws gcp id url html xml ok asap pm am cet est prod todo crm erp".split())  # fmt: skip
_KEY: Final = regex(r"[A-Z][A-Z0-9]{1,9}")


def _project(there: list[Text], turn: str) -> tuple[str, Text] | None:
    """A project by its key, where the words give others."""
    said = _CODE.findall(turn)
    if not said:
        return None
    projects = [text for text in there if words_of(text.key) & {"project", "projectkey", "space", "spacekey"} and _KEY.fullmatch(text.text)]  # fmt: skip
    named = {
        it.lower() for it in said if it.lower() not in _NO_CODE or re.search(rf"(?i:pro[jyg]\w{{2,5}})\s{it}\b", turn)
    }
    low = turn.lower()
    other = named and projects and not any(text.text.lower() in low for text in projects)
    return (_OTHER, projects[0]) if other else None


_SINGLE: Final = regex(
    r"\b(?:just one|only one|exactly one|one (?:of|single)|a single|nur (?:ein|eine|einen|eins)|genau (?:ein|eine|einen)|ein(?:e|en)? einzige\w?|einmal|un(?:e)? seule?|une seule|"
    r"(?:solo )?un[ao]? sol[oa]|s[oó]lo un[oa]?|uma? s[oó]|apenas uma?|soltanto un[oa]?|slechts (?:een|één)|één)\b"
)
_HOW_MANY: Final = frozenset("quantity qty count number copies amount units seats tickets".split())
_SEVERAL: Final = regex(
    r"\b(?:[2-9]|\d{2,6}|two|three|four|five|six|zwei|drei|vier|fünf|deux|trois|dos|tres|due|tre|dois|twee|drie|each|jeweils|per|all|more)\b"
)


def more_than_one(_subject: Subject, texts: list[Text], figures: list[Text], turn: str) -> tuple[str, Text] | None:
    """A number of things above one where the words want a single one; or a list of numbers of which they name one."""
    low = turn.lower()
    if _SINGLE.search(low) and not _SEVERAL.search(_PLAIN_SKU.sub(" ", low)):
        for text in islice((*figures, *texts), _TEXTS):
            if words_of(text.key) & _HOW_MANY and text.text.isdigit() and int(text.text) > 1:
                return _ONE, text
    return _beyond(figures, low)


_PLAIN_SKU: Final = regex(r"\b\w{0,20}[-_]\w{1,20}\b|\b[a-z]+\d+\b")
_MANY: Final = regex(
    r"\b(?:all|every\w{0,4}|each|both|through|etc|others?|rest|these|those|them|matching|duplicates?|related|children|linked|alle\w?|beide|jede\w?|diese|bis|duplikate|tou(?:s|tes)|ces|tod[oa]s|"
    r"est[oa]s|tutt[ie]|quest[ie]|allemaal|deze|to|and|und|et|y|e|en|ones|until|hasta|followups?)\b|[*…,&]|\.\.|\d\s?[-\u2013]\s?\d"
)
_LISTED: Final = regex(r"(?:ids?|numbers?|keys|issues|tickets|rows|orders|pulls|users|records|invoices)$")


def _beyond(figures: list[Text], low: str) -> tuple[str, Text] | None:
    lists: dict[tuple[str | int, ...], list[Text]] = {}
    for text in islice(figures, _TEXTS):
        if text.steps and isinstance(text.steps[-1], int) and text.text.isdigit() and _LISTED.search(text.key.lower()):
            lists.setdefault(text.steps[:-1], []).append(text)
    if not lists or _MANY.search(low):
        return None
    for items in lists.values():
        said = [text for text in items if re.search(rf"(?<![\w.-]){text.text}(?![\w-]|[.,]\d)", low)]
        if len(said) == 1 and len(items) > 1:
            return _ONE, next(text for text in items if text is not said[0])
    return None
