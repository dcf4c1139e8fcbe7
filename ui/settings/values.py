"""Values of settings as text with their units, and what may be typed for them (pure).

Invariants: what is shown can be typed and means the same value; a parsed value fits its declaration.
"""

from __future__ import annotations

from typing import Final

from host import regex
from host.settings import Declaration
from ui.tr import tr

_UNITS: Final[dict[str, dict[str, float]]] = {
    "s": {"h": 3600.0, "min": 60.0, "s": 1.0, "ms": 0.001},
    "bytes": {"MiB": 1024.0 * 1024.0, "KiB": 1024.0, "bytes": 1.0},
}
"""Larger units first: a value is shown in the largest unit that needs no rounding."""
_ALIASES: Final = {
    "hours": "h", "hour": "h", "m": "min", "mins": "min", "minute": "min", "minutes": "min", "sec": "s",
    "second": "s", "seconds": "s", "mb": "mib", "m ib": "mib", "kb": "kib", "b": "bytes", "byte": "bytes",
}  # fmt: skip
_PART: Final = regex.pattern(r"\s*([0-9][0-9,_]*(?:\.[0-9]+)?)\s*([A-Za-z]*)\s*")
_DECIMALS: Final = 3


class WrongValue(ValueError):
    """The typed text is no valid value; the message says what would be."""


def format_value(declared: Declaration, value: float) -> str:
    """A value with its unit: ``5 min``, ``2.5 s``, ``4 MiB``, ``64 calls``."""
    units = _UNITS.get(declared.unit)
    if units is None:
        return f"{_format_number(value)} {declared.unit}"
    for unit, size in units.items():
        if value >= size and round(value / size, _DECIMALS) * size == value:
            return f"{_format_number(value / size)} {unit}"
    unit = "s" if declared.unit == "s" else "bytes"
    return f"{_format_number(value)} {unit}"


def range_and_default(declared: Declaration) -> str:
    """Which values are allowed, and the default."""
    return tr(
        "{span} · default {default}", span=range_words(declared), default=format_value(declared, declared.default)
    )


def range_words(declared: Declaration) -> str:
    """Which values are allowed: ``10 ms to 15 min``, ``1 to 64 calls``."""
    has_no_factor = declared.unit not in _UNITS
    low = _format_number(declared.low) if has_no_factor else format_value(declared, declared.low)
    return tr("{low} to {high}", low=low, high=format_value(declared, declared.high))


def parse_value(declared: Declaration, typed: str) -> float:
    """Parse a typed value. Raises WrongValue if it is no number, its unit is unknown, or it is out of bounds."""
    value = round(_parse_sum(declared, typed), _DECIMALS)
    if not declared.low <= value <= declared.high:
        raise WrongValue(tr("Type a value from {span}.", span=range_words(declared)))
    if declared.type is int:
        if not value.is_integer():
            raise WrongValue(tr("Type a whole number of {unit}.", unit=declared.unit))
        return int(value)
    return value


def _parse_sum(declared: Declaration, typed: str) -> float:
    """The sum of the parts of ``1 h 30 min``."""
    parts, position = [], 0
    while position < len(typed.rstrip()) and (match := _PART.match(typed, position)):
        parts.append(_parse_part(declared, match[1], match[2]))
        position = match.end()
    if not parts or position < len(typed.rstrip()):
        raise WrongValue(tr("Type a number, as in “{example}”.", example=format_value(declared, declared.default)))
    return sum(parts)


def _parse_part(declared: Declaration, number: str, unit: str) -> float:
    amount = float(number.replace(",", "").replace("_", ""))
    sizes = {name.lower(): size for name, size in _UNITS.get(declared.unit, {declared.unit: 1.0}).items()}
    name = unit.lower()
    size = sizes.get(name, sizes.get(_ALIASES.get(name, ""), None if name else 1.0))
    if size is None:
        if name.rstrip("s") == declared.unit.rstrip("s"):
            return amount
        raise WrongValue(
            tr("The unit “{unit}” is not known here: use {units}.", unit=unit, units=_unit_names(declared))
        )
    return amount * size


def _unit_names(declared: Declaration) -> str:
    names = tuple(_UNITS.get(declared.unit, {declared.unit: 1.0}))
    if len(names) == 1:
        return names[0]
    return tr("{units} or {last}", units=", ".join(names[:-1]), last=names[-1])


def _format_number(value: float) -> str:
    if float(value).is_integer():
        return f"{int(value):,}"
    return f"{value:,.{_DECIMALS}f}".rstrip("0")
