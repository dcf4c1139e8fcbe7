"""States, grades and names of a call that are others than the person's (pure).

Owns: the words of which one rules the others out (won and lost, high and low, approve and reject), hours, and whom
something is assigned to. What stays true: a value differs only where the words name one of its kind, in the place where
such words stand, and none of the call's; the work is bounded.
"""
# ruff: noqa: E501  # a table is read best as it is; letters of many scripts belong here

from __future__ import annotations

import re
from functools import lru_cache
from itertools import islice
from typing import Final

from host.inspect.subject import Subject, Text
from host.inspect.tools.words import is_prose, words_of
from host.inspect.wishes.grades import GROUPS, TO, Group
from host.naming import key_words
from host.patterns import regex
from host.words import say

_STATE: Final = say("The value is another than the one you named.")
_HOUR: Final = say("The time is another than the one you named.")
_WHO: Final = say("This goes to somebody else than you named.")
_SHORT: Final = 40
_TEXTS: Final = 60


_SYMBOL: Final = regex(r"[^\W_]+(?:['\u2019-][^\W_]+)*")


def other_state(_subject: Subject, texts: list[Text], turn: str) -> tuple[str, Text] | None:
    """The first value that the words rule out by naming another of its kind."""
    named = _named(turn)
    if not any(named):
        return None
    for text in islice(texts, _TEXTS):
        key = _key(text)
        if is_prose(text) or len(text.text) > _SHORT or key in _NAMES:
            continue
        value = " ".join(_SYMBOL.findall(text.text.replace("_", " ").lower()))
        value = value if value in _KNOWN else " ".join(key_words(text.text))
        if value not in _KNOWN:
            continue
        for group, said in zip(GROUPS, named, strict=True):
            keyed = not group.keys or not group.keys.isdisjoint({key, *words_of(key)})
            here = (
                next((at for at, member in enumerate(group.members) if value in member), None)
                if keyed and said
                else None
            )
            if here is not None and here not in said:
                return _STATE, text
    return None


def _key(text: Text) -> str:
    """The name that says what a value is: of an object with a name or value alone, the object's."""
    above = text.steps[-2] if len(text.steps) > 1 else ""
    return (
        above if text.key.lower() in ("name", "value", "id") and isinstance(above, str) and above else text.key
    ).lower()


_NAMES: Final = frozenset(
    "name title label project channel query q branch ref path key id env environment region".split()
)
_KNOWN: Final = frozenset(word for group in GROUPS for member in group.members for word in member)


@lru_cache(maxsize=256)
def _named(turn: str) -> tuple[frozenset[int], ...]:
    """Of each group, which of its members the words name."""
    low = turn.lower()
    if not _ANY_OF_ALL.search(low):
        return (frozenset(),) * len(GROUPS)
    bare = _DENIED.sub(" ", low)
    return tuple(_members(group, pattern, bare) for group, pattern in zip(GROUPS, _PATTERNS, strict=True))


def _members(group: Group, pattern: re.Pattern[str], low: str) -> frozenset[int]:
    found = {
        part.replace("  ", " ") for match in islice(pattern.finditer(low), _TEXTS) for part in match.groups() if part
    }
    if not found:
        return frozenset()
    named = {at for at, member in enumerate(group.members) if not found.isdisjoint(member)}
    if group.near == TO:  # whatever else is spoken of may be where it goes
        named |= {
            at
            for at, member in enumerate(group.members)
            if any(re.search(rf"\b{re.escape(it)}\b", low) for it in member)
        }
    return frozenset(named)


_DENIED: Final = regex(
    r"\b(?:not|n['\u2019]t|never|don['\u2019]?t|nicht|without|no|ne|pas|sin|sem|kein\w{0,2})\s{1,2}(?:\w{1,12}\s{1,2}){0,1}\w{1,20}"
)


def _pattern(group: Group) -> re.Pattern[str]:
    words = sorted({word for member in group.members for word in member}, key=lambda word: (-len(word), word))
    return regex(group.near.replace("@", "|".join(re.escape(word) for word in words)))


_PATTERNS: Final = tuple(_pattern(group) for group in GROUPS)
_ANY_OF_ALL: Final = regex("|".join(sorted({re.escape(word[:4]) for word in _KNOWN})))

_CLOCK: Final = regex(
    r"(?<![\d.:/-])(?:([01]?\d|2[0-3])[:h.]([0-5]\d)(?:\s?(am|pm|uhr|h))?|([01]?\d|2[0-3])\s?(am|pm|uhr|h)\b)(?![\d:])",
    re.IGNORECASE,
)
_LOCAL: Final = regex(
    r"(?:19|20)\d\d-[01]\d-[0-3]\d[T ]([0-2]\d):([0-5]\d)(?::\d\d(?:\.\d{1,6})?)?(?![\d:]|Z|z|[+-]00)"
)
_BARE: Final = regex(r"([01]?\d|2[0-3]):([0-5]\d)(?::\d\d)?")
_WHEN: Final = frozenset(
    "start begin starttime startdate datetime date when at time scheduled slot departure checkin".split()
)
_ZONED: Final = regex(r"\b(?:utc|gmt|zulu)\b", re.IGNORECASE)


def other_hour(_subject: Subject, texts: list[Text], turn: str) -> tuple[str, Text] | None:
    """The first beginning at another hour than the words name, where it is written as a clock shows it."""
    hours = _hours(turn)
    if not hours or _ELSEWHERE.search(turn):
        return None
    there = []
    for text in islice(texts, _TEXTS):
        if _ZONED.fullmatch(text.text):
            return None
        steps = {word for step in text.steps if isinstance(step, str) for word in (*key_words(step), step.lower())}
        match = _LOCAL.search(text.text) if len(text.text) <= _SHORT and not steps.isdisjoint(_WHEN) else None
        bare = _BARE.fullmatch(text.text) if not steps.isdisjoint(_WHEN) else None
        if bare is not None:
            there.append((text, int(bare[1]) * 60 + int(bare[2])))
        if match is not None and steps.isdisjoint({"created", "updated", "until", "since", "end", "due"}):
            there.append((text, int(match[1]) * 60 + int(match[2])))
    if there and not any(minute in hours for _, minute in there):
        return _HOUR, there[0][0]
    return None


_ELSEWHERE: Final = regex(
    r"\b(?:utc|gmt|[ecmp][sd]?t|ce?s?t|time ?zone|zeitzone|(?:their|local|his|her|your) time|ortszeit)\b", re.IGNORECASE
)
"""Words by which hours of another zone may be meant."""


@lru_cache(maxsize=256)
def _hours(turn: str) -> frozenset[int]:
    """Minutes of the day that the words name, each read in both halves of it where they do not say which."""
    found: set[int] = set()
    for match in _CLOCK.finditer(turn):
        hour, minute = int(match[1] or match[4]), int(match[2] or 0)
        half = (match[3] or match[5] or "").lower()
        if half == "pm" or half == "am":
            hour = hour % 12 + (12 if half == "pm" else 0)
        found.add(hour * 60 + minute)
        if not half and hour < _NOON:
            found.add((hour + _NOON) * 60 + minute)
    for bare in _FROM.findall(turn):
        found |= {int(bare) * 60, (int(bare) % _NOON + _NOON) * 60}
    return frozenset(found)


_FROM: Final = regex(
    r"(?<![\d.:/-])([01]?\d|2[0-3])\s{0,2}(?:-|\u2013|to|until|till|bis|à|a|alle|às|tot)\s{0,2}(?:[01]?\d|2[0-3])(?:[:h.][0-5]\d|\s?(?:am|pm|uhr|h)\b)",
    re.IGNORECASE,
)
"""An hour that something goes on from, and that stands bare."""
_NOON: Final = 12
_ASSIGNED: Final = regex(
    r"\b(?:assign|reassign|hand|give|route|zuweis\w{0,3}|weise?|assigne\w?|asigna\w{0,2}|atribu\w{1,3}|assegna\w{0,2}|wijs)\b[^\n.]{0,60}?"
    r"\b(?:to|over to|an|à|a|para|aan)\s{1,2}@?([^\W\d_][\w.-]{1,40})|\bweise?\s{1,2}(?:[A-Z]+-\d+|#?\d+|(?:das|den|die)\s\w{2,20})\s{1,2}@?([^\W\d_][\w.-]{1,40})\s{1,2}zu\b",
    re.IGNORECASE,
)
_TO_WHOM: Final = frozenset(
    "assignee assignees assigned_to assignedto assigneeid assignee_id owner reviewer reviewers agent handler".split()
)
_NOBODY: Final = frozenset(
    "me myself him her them us it the my our this that somebody someone anyone whoever done high low mich mir moi mí mim someone's a an team whom which".split()
)


def other_person(_subject: Subject, texts: list[Text], turn: str) -> tuple[str, Text] | None:
    """The first that it is assigned to whom the words do not speak of."""
    names = {part.lower().strip(".") for match in _ASSIGNED.findall(turn) for part in match if part} - _NOBODY
    if not names:
        return None
    low = turn.lower()
    for text in islice(texts, _TEXTS):
        value = text.text.lower().lstrip("@")
        if text.key.lower() not in _TO_WHOM or len(value) > _SHORT or value[:1].isdigit():
            continue
        parts = [part for part in re.split(r"[^\w]|_", value.partition("@")[0]) if len(part) > 1]
        letters = parts and not any(char.isdigit() for part in parts for char in part)
        if letters and not any(part in low or any(part[:3] == name[:3] for name in names) for part in parts):
            return _WHO, text
    return None
