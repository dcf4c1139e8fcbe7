"""Money: an amount with grouped digits, and the amount that a count of cents makes (pure).

Invariants:
    Digits are grouped and the point is moved; nothing is rounded.
    Cents are converted only if the name, or a server that somebody vouched for, says that they are cents. Otherwise one
    sentence gives both readings. If two currencies are named, nothing is said.
"""

from __future__ import annotations

import re
from typing import Final

from host import regex
from host.control import codec
from host.model import JsonObject
from host.text import Untrusted
from ui.inputs.kinds.kind import Explanation, Fact, InputValue, Kind
from ui.tr import mark, tr

_NAMES: Final = frozenset("amount price total cost fee balance sum subtotal payment cent tip refund budget".split())
_COUNT_WORDS: Final = frozenset("count items lines pages results rows number".split())
"""With such a word in the name, the value is not money."""
_CENT_WORDS: Final = frozenset("cent cents pence penny".split())
_MINOR_UNIT_WORDS: Final = _CENT_WORDS | {"minor"}
_CURRENCY_FIELDS: Final = ("currency", "currency_code", "currencyCode", "currencyISOCode")
_WITHOUT_MINOR_UNIT: Final = frozenset("BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF".split())
"""Currencies without a smaller unit (ISO 4217). CLDR and Babel differ, since they tell how many digits people write
(``IQD`` has three decimals in ISO 4217, and none in CLDR)."""
_WITH_THOUSANDTHS: Final = frozenset("BHD IQD JOD KWD LYD OMR TND".split())
"""Currencies whose smaller unit is a thousandth."""

_AMOUNT: Final = regex.pattern(r"([+-]?)(\d{1,30})(?:\.(\d{1,10}))?", re.ASCII)
_CODE: Final = regex.pattern(r"[A-Za-z]{3}")
_MINOR_UNIT_PHRASES: Final = ("in cents", "smallest currency unit", "minor unit", "smallest unit")
_MAX_DESCRIPTION_CHARACTERS: Final = 1_000
COMES_TO: Final = mark("Comes to")
"""The name of the fact for an amount that surely counts the smaller unit."""
_BOTH_READINGS: Final = {
    2: mark("{amount} {currency}; if in cents, {counted} {currency}"),
    3: mark("{amount} {currency}; if in thousandths, {counted} {currency}"),
}
"""The words for an amount that may count the smaller unit, by the number of its decimals."""
_GROUPED_FROM: Final = 4


def explain(value: InputValue) -> Explanation:
    """Explain an amount by the words of its name, its currency and the description of a vouched-for server."""
    input_ = value.tool_input
    description = input_.description.raw() if input_.description and value.vouched else ""
    lexeme = input_.value if isinstance(input_.value, str) else codec.lexeme(input_.value)
    return Explanation(_amount_facts(lexeme, value.words, input_.siblings, description))


def _amount_facts(lexeme: str, words: frozenset[str], siblings: JsonObject, description: str) -> tuple[Fact, ...]:
    match = _AMOUNT.fullmatch(lexeme.strip())
    codes = (siblings.get(name) for name in _CURRENCY_FIELDS)
    currencies = {code.upper() for code in codes if isinstance(code, str) and _CODE.fullmatch(code)}
    if match is None or len(currencies) > 1:
        return ()
    sign, whole, fraction = match[1], match[2], match[3] or ""
    currency = next(iter(currencies), "")
    places = _decimal_places(currency)
    in_major_units = _with_currency(_in_major_units(sign, whole, places), currency)
    if not fraction and places and _counts_minor_units(words, currency, description):
        unit = tr("the call counts in cents") if places == 2 else tr("the call counts in thousandths")
        return Fact(tr(COMES_TO), in_major_units), Fact("", unit)
    if not currency and len(whole) < _GROUPED_FROM:
        return ()
    grouped = _group_digits(sign, whole, fraction)
    if fraction or not places or not currency or not int(whole):
        return (Fact(tr("Amount"), _with_currency(grouped, currency)),)
    counted = _in_major_units(sign, whole, places)
    both = tr(_BOTH_READINGS[places], amount=grouped, counted=counted, currency=currency)
    return (Fact(tr("Amount"), Untrusted(both)),)


def may_count_minor_units(amount: str) -> bool:
    """Whether an amount with its currency, such as ``1250000 eur``, may count the smaller unit."""
    number, _, currency = amount.rpartition(" ")
    match = _AMOUNT.fullmatch(number.strip())
    return match is not None and not match[3] and int(match[2]) > 0 and _decimal_places(currency.upper()) > 0


def _counts_minor_units(words: frozenset[str], currency: str, description: str) -> bool:
    """Whether the name or the description says that the amount counts the smaller unit."""
    if words & (_MINOR_UNIT_WORDS if currency else _CENT_WORDS):
        return True
    description = description[:_MAX_DESCRIPTION_CHARACTERS].lower()
    return any(phrase in description and f"not {phrase}" not in description for phrase in _MINOR_UNIT_PHRASES)


def _decimal_places(currency: str) -> int:
    return 0 if currency in _WITHOUT_MINOR_UNIT else 3 if currency in _WITH_THOUSANDTHS else 2


def _in_major_units(sign: str, digits: str, places: int) -> str:
    digits = digits.rjust(places + 1, "0")
    return _group_digits(sign, digits[: len(digits) - places], digits[len(digits) - places :])


def _group_digits(sign: str, whole: str, fraction: str) -> str:
    grouped = f"{int(whole):,}"
    return f"{sign}{grouped}.{fraction}" if fraction else f"{sign}{grouped}"


def _with_currency(amount: str, currency: str) -> str | Untrusted:
    return Untrusted(f"{amount} {currency}") if currency else amount


def _has_money_name(value: InputValue) -> bool:
    return bool(value.words & _NAMES) and not value.words & _COUNT_WORDS


def _is_number(value: InputValue) -> bool:
    number = value.tool_input.value
    return isinstance(number, (int, float)) and not isinstance(number, bool) and _has_money_name(value)


KIND: Final = Kind(
    "money",
    explain,
    by_name=lambda value: _has_money_name(value) and value.text.strip()[:1] in "-+.0123456789",
    by_number=_is_number,
)
