"""Money: an amount with its digits in groups, and what a count of cents comes to (pure).

Invariants:
    Digits are grouped and the point is moved; nothing is rounded.
    Cents are converted only where the name, or a server that somebody vouched for, says that they are cents; where
    that is not said, one sentence gives both readings; where two currencies are named, nothing is said.
"""

from __future__ import annotations

import re
from typing import Final

from host.control import codec
from host.model import JsonObject
from host.text import Untrusted
from ui.inputs.kinds.kind import Explanation, Fact, InputValue, Kind
from ui.tr import mark, tr

_NAMES: Final = frozenset("amount price total cost fee balance sum subtotal payment cent tip refund budget".split())
_COUNTS: Final = frozenset("count items lines pages results rows number".split())
"""Beside such a word, ``total`` is no money."""
_CENTS: Final = frozenset("cent cents pence penny".split())
_MINOR: Final = _CENTS | {"minor"}
_CURRENCY_SAID: Final = ("currency", "currency_code", "currencyCode", "currencyISOCode")
_WITHOUT_MINOR: Final = frozenset("BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF".split())
"""Currencies without a smaller unit (ISO 4217). Those of CLDR, as Babel has them, differ: it tells how many digits
people write, not what a count of the smaller unit means (``IQD`` has three there, and none in CLDR)."""
_OF_A_THOUSAND: Final = frozenset("BHD IQD JOD KWD LYD OMR TND".split())
"""Currencies of which the smaller unit is a thousandth."""

_AMOUNT: Final = re.compile(r"([+-]?)(\d{1,30})(?:\.(\d{1,10}))?", re.ASCII)
_CODE: Final = re.compile(r"[A-Za-z]{3}")
_SAYS_MINOR: Final = ("in cents", "smallest currency unit", "minor unit", "smallest unit")
_READ: Final = 1_000
COMES_TO: Final = mark("Comes to")
"""What a count of the smaller unit that surely is one amounts to."""
_EITHER: Final = {
    2: mark("{amount} {currency}; if in cents, {counted} {currency}"),
    3: mark("{amount} {currency}; if in thousandths, {counted} {currency}"),
}
"""An amount that may count the smaller unit, by the digits of that."""
_GROUPED_FROM: Final = 4


def explain(value: InputValue) -> Explanation:
    """The amount; the words of its name, of its currency and of a vouched-for server say what it counts."""
    given = value.given
    description = given.description.raw() if given.description and value.vouched else ""
    lexeme = given.value if isinstance(given.value, str) else codec.lexeme(given.value)
    return Explanation(_facts(lexeme, value.words, given.beside, description))


def _facts(lexeme: str, words: frozenset[str], beside: JsonObject, description: str) -> tuple[Fact, ...]:
    read = _AMOUNT.fullmatch(lexeme.strip())
    currencies = _currencies(beside)
    if read is None or len(currencies) > 1:
        return ()
    sign, whole, part = read[1], read[2], read[3] or ""
    currency = next(iter(currencies), "")
    places = _places(currency)
    small = _with(_moved(sign, whole, places), currency)
    if not part and places and _is_minor(words, currency, description):
        return Fact(tr(COMES_TO), small), Fact("", _counted(places))
    if not currency and len(whole) < _GROUPED_FROM:
        return ()
    grouped = _grouped(sign, whole, part)
    if part or not places or not currency or not int(whole):
        return (Fact(tr("Amount"), _with(grouped, currency)),)
    either = tr(_EITHER[places], amount=grouped, counted=_moved(sign, whole, places), currency=currency)
    return (Fact(tr("Amount"), Untrusted(either)),)


def leaves_open(amount: str) -> bool:
    """Whether an amount with its currency behind it, such as ``1250000 eur``, may as well count the smaller unit."""
    number, _, currency = amount.rpartition(" ")
    read = _AMOUNT.fullmatch(number.strip())
    return read is not None and not read[3] and int(read[2]) > 0 and _places(currency.upper()) > 0


def _is_minor(words: frozenset[str], currency: str, description: str) -> bool:
    """Whether it is said that it counts the smaller unit; what that is, is known by the currency, or is cents."""
    if words & (_MINOR if currency else _CENTS):
        return True
    description = description[:_READ].lower()
    return any(said in description and f"not {said}" not in description for said in _SAYS_MINOR)


def _places(currency: str) -> int:
    """Digits behind the point."""
    return 0 if currency in _WITHOUT_MINOR else 3 if currency in _OF_A_THOUSAND else 2


def _moved(sign: str, whole: str, places: int) -> str:
    digits = whole.rjust(places + 1, "0")
    return _grouped(sign, digits[: len(digits) - places], digits[len(digits) - places :])


def _counted(places: int) -> str:
    return tr("the call counts in cents") if places == 2 else tr("the call counts in thousandths")


def _grouped(sign: str, whole: str, part: str) -> str:
    grouped = f"{int(whole):,}"
    return f"{sign}{grouped}.{part}" if part else f"{sign}{grouped}"


def _with(amount: str, currency: str) -> str | Untrusted:
    return Untrusted(f"{amount} {currency}") if currency else amount


def _currencies(beside: JsonObject) -> set[str]:
    """Those that are named beside it."""
    found = (beside.get(name) for name in _CURRENCY_SAID)
    return {said.upper() for said in found if isinstance(said, str) and _CODE.fullmatch(said)}


def _is_called_so(value: InputValue) -> bool:
    return bool(value.words & _NAMES) and not value.words & _COUNTS


def _is_number(value: InputValue) -> bool:
    number = value.given.value
    return isinstance(number, (int, float)) and not isinstance(number, bool) and _is_called_so(value)


KIND: Final = Kind(
    "money",
    explain,
    by_name=lambda value: _is_called_so(value) and value.text.strip()[:1] in "-+.0123456789",
    by_number=_is_number,
)
