"""Holding arguments against an input schema, as far as the demonstration servers' schemas go (pure).

Owns: the check and the defaults.

Invariants: what passes has every required key, no unknown one, and the types that the schema says; the message names
each fault, so that a model can correct itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from host.model import JsonObject, JsonValue

_TYPES: Final[dict[str, tuple[type, ...]]] = {
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
}


class Invalid(Exception):
    """The arguments do not fit; the message says each reason."""


def checked(schema: JsonObject, arguments: JsonObject) -> JsonObject:
    """The arguments with defaults filled in. Raises Invalid."""
    properties = schema.get("properties")
    required = schema.get("required")
    assert isinstance(properties, dict)
    faults = [f"{key} is missing" for key in (required if isinstance(required, list) else ()) if key not in arguments]
    faults += [f"{key} is not known" for key in arguments if key not in properties]
    filled: JsonObject = {}
    for key, declared in properties.items():
        assert isinstance(declared, dict)
        if key in arguments:
            filled[key] = arguments[key]
            faults += _faults(key, declared, arguments[key])
        elif "default" in declared:
            filled[key] = declared["default"]
    if faults:
        raise Invalid(f"The arguments do not fit: {'; '.join(faults)}.")
    return filled


def _faults(key: str, declared: JsonObject, value: JsonValue) -> Iterator[str]:
    kind = str(declared["type"])
    if not isinstance(value, _TYPES[kind]) or (isinstance(value, bool) and kind != "boolean"):
        yield f"{key} is not of type {kind}"
        return
    choices = declared.get("enum")
    if isinstance(choices, list) and value not in choices:
        yield f"{key} is none of {', '.join(map(str, choices))}"
    if isinstance(value, str):
        longest = declared.get("maxLength")
        if isinstance(longest, int) and len(value) > longest:
            yield f"{key} has more than {longest} characters"
    elif not isinstance(value, bool) and isinstance(value, int | float):
        yield from _out_of_range(key, declared, value)


def _out_of_range(key: str, declared: JsonObject, value: float) -> Iterator[str]:
    low, high = declared.get("minimum"), declared.get("maximum")
    if isinstance(low, int | float) and value < low:
        yield f"{key} is less than {low}"
    if isinstance(high, int | float) and value > high:
        yield f"{key} is more than {high}"


def text(arguments: JsonObject, key: str) -> str:
    """A checked string."""
    value = arguments[key]
    assert isinstance(value, str)
    return value


def number(arguments: JsonObject, key: str) -> float:
    """A checked number."""
    value = arguments[key]
    assert isinstance(value, int | float)
    return value


def whole(arguments: JsonObject, key: str) -> int:
    """A checked whole number."""
    value = arguments[key]
    assert isinstance(value, int)
    return value


def schema(*required: str, **properties: JsonObject) -> JsonObject:
    """An input schema: what is required, and every property. Nothing else may be given."""
    return {
        "type": "object",
        "properties": dict(properties),
        "required": [*required],
        "additionalProperties": False,
    }
