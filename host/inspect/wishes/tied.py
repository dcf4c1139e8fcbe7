"""Currencies of a call that are others than the person's (pure).

Owns: which currency goes with which amount, in the call and in the words. What stays true: a currency differs only
where the words name some; of two in the call the one that stands with an amount of theirs is theirs.
"""

from __future__ import annotations

import re
from itertools import islice
from typing import Final

from host.inspect.subject import Subject, Text
from host.inspect.tools.words import words_of
from host.inspect.wishes.coins import COINS, currencies
from host.inspect.wishes.counted import in_digits
from host.inspect.wishes.sums import AMOUNTS, WRITTEN, value_in, values_of
from host.patterns import regex
from host.words import say

_MOST: Final = 12
_CURRENCY_KEYS: Final = frozenset(
    "currency currencycode asset token symbol coin source_currency ccy target_currency".split()
)


def other_money(_subject: Subject, texts: list[Text], figures: list[Text], turn: str) -> tuple[str, Text] | None:
    """Another currency than the words name."""
    there = [text for text in texts if text.key.lower() in _CURRENCY_KEYS or "currency" in words_of(text.key)]
    if not there:
        return None
    named = currencies(turn)
    other = [text for text in there if text.text.lower() in COINS and text.text.lower() not in named]
    tied = next((text for text in other if _tied(text, figures, texts, turn)), None)
    if tied is not None or (named and other and len(other) == len(there)):
        return say("The currency is another than the one you named."), tied or other[0]
    return None


_COINED_SUM: Final = regex(
    rf"(?<![\w.#/:@+-]){WRITTEN}\s?(?:[A-Za-z]{{2,12}}\s)?([$€£¥₹₽]|[^\W\d_]{{3,9}})|([$€£¥₹₽])\s?{WRITTEN}",
    re.IGNORECASE,
)


def _tied(currency: Text, figures: list[Text], texts: list[Text], turn: str) -> bool:
    """Whether a currency goes with an amount that the words give in others."""
    prefix = currency.key.lower().partition("currency")[0]
    beside = [it for it in (*figures, *texts) if it.steps[:-1] == currency.steps[:-1]]
    values = {value_in(it) for it in beside if words_of(it.key) & AMOUNTS and it.key.lower().startswith(prefix)} - {
        None
    }
    if not values or not prefix:
        return False
    said: set[str] = set()
    for match in islice(_COINED_SUM.finditer(in_digits(turn)), _MOST):
        written, factor = (match[1], match[2]) if match[1] else (match[5], match[6])
        if not values.isdisjoint(values_of(written, factor or "")):
            said |= currencies(match[0])
    return bool(said) and currency.text.lower() not in said
