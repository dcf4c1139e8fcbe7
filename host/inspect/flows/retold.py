"""Values of earlier results that are told again in another form (pure).

Owns: numbers in another system, unit or inside a longer one, and days that are written otherwise. What stays true: a
value is found by what it means and only where it stands in a result; small and round numbers and the days of these
years are nobody's; the work is bounded.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import accumulate, islice
from typing import Final, NamedTuple

from host.inspect.flows.days import Day, days_in, days_of_figures, split_days
from host.inspect.flows.figures import all_figures
from host.inspect.subject import Earlier, Subject, Text, texts_of
from host.inspect.texts.numerals import short_numbers
from host.patterns import regex
from host.words import say

_RESULT: Final = 256 << 10
"""Characters of a result in which values are looked for."""
_LOOKED: Final = 2_000
_TOGETHER: Final = 16 << 10
"""Characters of inputs that are looked through."""
_VALUES: Final = 200
_RUNS: Final = 20
_AMOUNT: Final = regex(
    r"(?<![0-9A-Za-z.])(?:[0-9]{1,3}(?:[ .,'\u2019\u00a0\u202f][0-9]{3}){1,5}|[0-9]{4,19})(?:[.,]([0-9]{1,2}))?"
    r"(?![0-9A-Za-z])"
)
_NUMBER: Final = regex(r"(?<![0-9A-Za-z])\+?[0-9](?:[ ./()-]{0,2}[0-9]){6,15}(?![0-9A-Za-z])")
_LONG: Final = regex(r"(?<![0-9])[0-9](?:[ ./()-]{0,2}[0-9]){7,33}")
_FIGURE: Final = regex(r"\d|thousand|million|tausend", re.IGNORECASE)
_NO_DIGIT: Final = regex(r"[^0-9]+")
_DAY: Final = regex(r"(?:19|20)[0-9]{2}(?:0[1-9]|1[0-2])[0-3][0-9]|[0-3][0-9][01][0-9](?:19|20)[0-9]{2}")
_LEAST: Final = 5
_DIFFERENT: Final = 3
_SHARED: Final = 8
"""Digits of a number that stands in a longer one."""
_MOST: Final = 16
_OTHER_FORM: Final = say("in another form")


class Retold(NamedTuple):
    """Attributes: value: what was found, as digits. how: the form here; empty where it is plain. text. shown: raw."""

    value: str
    how: str
    text: Text
    shown: str


class _Values(NamedTuple):
    """Of a result. Attributes: numbers: in digits. days."""

    numbers: frozenset[str]
    days: frozenset[Day]


def retold(subject: Subject, session: tuple[Earlier, ...]) -> Iterator[tuple[Retold, Earlier]]:
    """What of the call tells a value of an earlier result again, and which result that is."""
    texts = [*islice(subject.values(), _VALUES), *islice(all_figures(subject.arguments), _VALUES)]
    texts = [text for text in texts if _FIGURE.search(text.text[:_LOOKED])]
    sizes = accumulate(min(len(text.text), _LOOKED) for text in texts)
    texts = [text for text, size in zip(texts, sizes, strict=True) if size <= _TOGETHER]
    numbers = [it for text in texts for it in _numbers(text)]
    days = [it for text in texts for it in _days(text)]
    days += split_days(subject.arguments) if texts else []
    if not numbers and not days:
        return
    said = _said_of(subject.turn[:_LOOKED])
    for earlier in session:
        values = _values(earlier)
        asked = _asked(earlier) if values.numbers or values.days else said
        for it in numbers:
            if it.value in values.numbers and it.value not in said.numbers and it.value not in asked.numbers:
                yield it, earlier
        for day, text, shown in days:
            if day in values.days and day not in said.days and day not in asked.days:
                how = "" if shown in earlier.text else _OTHER_FORM
                yield Retold("".join(map(str, day)).ljust(_LEAST, "0"), how, text, shown), earlier


def _numbers(text: Text) -> Iterator[Retold]:
    looked = text.text[:_LOOKED]
    for value, how, shown in short_numbers(looked):
        if _telling(value):
            yield Retold(value, how, text, shown)
    for run in islice(_LONG.finditer(looked), _RUNS):
        digits = _NO_DIGIT.sub("", run.group())
        for size in range(min(_MOST, len(digits) - 1), _SHARED - 1, -1):
            for at in range(len(digits) - size + 1):
                if _telling(part := digits[at : at + size]) and not _DAY.match(part):
                    yield Retold(part, "", text, run.group())


def _days(text: Text) -> Iterator[tuple[Day, Text, str]]:
    for day, shown in (*days_in(text.text[:_LOOKED]), *days_of_figures(text.text[:_LOOKED])):
        yield day, text, shown


def _telling(value: str) -> bool:
    """Whether it is neither small nor round."""
    return len(value) >= _LEAST and len(set(value)) >= _DIFFERENT and len(value.rstrip("0")) >= _LEAST - 1


def _values(earlier: Earlier) -> _Values:
    once = getattr(earlier.trace, "once_of", None)
    made = once(earlier, _of_result) if once is not None else _of_result(earlier)
    return made if isinstance(made, _Values) else _of_result(earlier)


def _of_result(earlier: Earlier) -> _Values:
    return _said_of(earlier.text[:_RESULT])


def _asked(earlier: Earlier) -> _Values:
    """What stood in the inputs of the call that brought it."""
    texts, _ = texts_of(earlier.arguments or {})
    figures = (it.text for it in islice(all_figures(earlier.arguments or {}), _VALUES))
    return _said_of("\n".join((*(it.text[:_LOOKED] for it in texts[:_VALUES]), *figures)))


def _said_of(text: str) -> _Values:
    numbers: set[str] = set()
    for match in _AMOUNT.finditer(text):
        whole = match.group()
        if match[1] is not None:
            whole = whole[: -len(match[1]) - 1]
            numbers.add(_NO_DIGIT.sub("", whole) + match[1].ljust(2, "0"))
        numbers.add(_NO_DIGIT.sub("", whole))
    for match in _NUMBER.finditer(text):
        digits = _NO_DIGIT.sub("", match.group())
        numbers |= {digits, digits.lstrip("0")}
    days = frozenset(day for day, _ in days_in(text))
    return _Values(frozenset(it for it in numbers if _telling(it) and not _DAY.fullmatch(it)), days)
