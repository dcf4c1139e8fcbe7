"""An amount of money: its digits in groups, and what a count of cents comes to (pure).

Owns: reading an amount. What stays true: digits are moved apart and the point is moved, nothing is rounded; cents are
made into more only where the name, or a server that somebody vouched for, says that they are cents; where that is not
said, both readings are; where two currencies are named, nothing is.
"""

from __future__ import annotations

import re
from typing import Final

from host.model import JsonObject
from host.text import Untrusted
from ui.inputs import meaning_names as names
from ui.inputs.kinds.told import NOTHING, Fact, Told, Words
from ui.tr import tr

_AMOUNT: Final = re.compile(r"([+-]?)(\d{1,30})(?:\.(\d{1,10}))?", re.ASCII)
_CODE: Final = re.compile(r"[A-Za-z]{3}")
_SAYS_MINOR: Final = ("in cents", "smallest currency unit", "minor unit", "smallest unit")
_READ: Final = 1_000
_GROUPED_FROM: Final = 4


def told(lexeme: str, words: frozenset[str], beside: JsonObject, description: str = "") -> Told:
    """``lexeme``: the amount as sent. ``words``: of its name. ``beside``: where the currency stands.

    ``description``: what is said of it by a server that somebody vouched for, else empty.
    """
    read = _AMOUNT.fullmatch(lexeme.strip())
    currencies = _currencies(beside)
    if read is None or len(currencies) > 1:
        return NOTHING
    sign, whole, part = read[1], read[2], read[3] or ""
    currency = next(iter(currencies), "")
    places = _places(currency)
    small = _with(_moved(sign, whole, places), currency)
    if not part and places and _is_minor(words, currency, description):
        return Told((Fact(tr("Comes to"), small), Fact("", _counted(places))))
    if not currency and len(whole) < _GROUPED_FROM:
        return NOTHING
    amount = Fact(tr("Amount"), _with(_grouped(sign, whole, part), currency))
    if part or not places or not currency or not int(whole):
        return Told((amount,))
    return Told((amount, Fact(_if_counted(places), small)))


def _is_minor(words: frozenset[str], currency: str, description: str) -> bool:
    """Whether it is said that it counts the smaller unit; what that is, is known by the currency, or is cents."""
    if words & (names.MINOR if currency else names.CENTS):
        return True
    description = description[:_READ].lower()
    return any(said in description and f"not {said}" not in description for said in _SAYS_MINOR)


def _places(currency: str) -> int:
    """Digits behind the point."""
    return 0 if currency in names.WITHOUT_MINOR else 3 if currency in names.OF_A_THOUSAND else 2


def _moved(sign: str, whole: str, places: int) -> str:
    digits = whole.rjust(places + 1, "0")
    return _grouped(sign, digits[: len(digits) - places], digits[len(digits) - places :])


def _counted(places: int) -> str:
    return tr("counted in hundredths") if places == 2 else tr("counted in thousandths")


def _if_counted(places: int) -> str:
    return tr("If it counts hundredths") if places == 2 else tr("If it counts thousandths")


def _grouped(sign: str, whole: str, part: str) -> str:
    grouped = f"{int(whole):,}"
    return f"{sign}{grouped}.{part}" if part else f"{sign}{grouped}"


def _with(amount: str, currency: str) -> Words:
    return Untrusted(f"{amount} {currency}") if currency else amount


def _currencies(beside: JsonObject) -> set[str]:
    """Those that are named beside it."""
    found = (beside.get(name) for name in names.CURRENCY_SAID)
    return {said.upper() for said in found if isinstance(said, str) and _CODE.fullmatch(said)}
