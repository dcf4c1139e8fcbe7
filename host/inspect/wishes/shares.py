"""Shares of a call that are others than the person's (pure).

Owns: the percents that the words name, and the inputs that say which share of something gets what. What stays true: a
share differs only where no input has it, nor what is left of a hundred; words that reckon (double it, by ten percent
more) name none.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from host.inspect.subject import Subject, Text
from host.inspect.tools.words import tool_words, words_of
from host.patterns import regex
from host.words import say

_SHARE: Final = regex(
    r"([0-9]{1,3}(?:[.,][0-9]{1,3})?)\s?(?:%|percent|per cent|prozent|pour ?cent|por ciento|por cento|per cento|"
    r"procent|процент|パーセント)"
)
_KEYS: Final = frozenset(
    "percent percentage percentoff rollout weight weights traffic ratio share split canary fraction probability".split()
)
_PARTS: Final = frozenset(
    "traffic rollout rollouts split splits canary weight weights percentage percent ramp route routes flag variation "
    "variations sampling sample experiment".split()
)
"""What tools are about that deal out shares."""
_PLAIN: Final = frozenset({"rollout", "traffic", "canary"})
_RECKONED: Final = regex(
    r"\b(?:double|halve|half|twice|triple|again|more|less|another|raise|increase|decrease|reduce|lower|step|from|by|"
    r"verdopp\w{1,4}|halbier\w{0,3}|mehr|weniger|um|doubl\w{1,4}|plus|moins|doble|mitad|más|menos|dobro|doppio|metà)\b"
)
_OTHER: Final = say("The share is another than the one you named.")
_NEAR: Final = 0.005
_WHOLE: Final = 100
_BASES: Final = (1, 100, 10_000, 0.01, 1_000)
"""A share as it is, as a part of one, in hundredths of a percent, and as services count weights."""


@lru_cache(maxsize=256)
def percents(turn: str) -> frozenset[float]:
    """The percents that ``turn`` names."""
    if not any(digit in turn for digit in "0123456789"):
        return frozenset()
    return frozenset(float(it.replace(",", ".")) for it in _SHARE.findall(turn.lower()))


def other_share(subject: Subject, texts: list[Text], figures: list[Text], turn: str) -> tuple[str, Text] | None:
    """The first input that deals out a share, where none of them is one that the words name."""
    named = percents(turn)
    if not named or _RECKONED.search(turn.lower()):
        return None
    deals = not tool_words(subject).isdisjoint(_PARTS) or sum(text.key.lower() == "weight" for text in figures) > 1
    there = [text for text in (*figures, *texts) if text.text[:1].isdigit() and _deals(text, deals=deals)]
    values = [value for text in there if (value := _value(text.text)) is not None]
    if len(values) < 1 or len(values) != len(there):
        return None
    meant = {it for share in named for it in (share, _WHOLE - share)}
    total = sum(values)
    said = any(abs(value * base - it) < _NEAR for value in values for base in _BASES for it in meant)
    parts = total and any(abs(value / total * _WHOLE - it) < _NEAR for value in values for it in meant)
    return None if said or parts else (_OTHER, there[0])


def _deals(text: Text, *, deals: bool) -> bool:
    """Whether a number is a share: by its name, or by what it stands in."""
    if words_of(text.key) & {"percent", "percentage"}:
        return True
    if words_of(text.key) & _PLAIN:
        return True
    return deals and any(not _KEYS.isdisjoint(words_of(step)) for step in text.steps if isinstance(step, str))


def _value(text: str) -> float | None:
    try:
        return abs(float(text.rstrip("% ")))
    except ValueError:
        return None
