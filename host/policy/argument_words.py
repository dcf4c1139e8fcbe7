"""What a JSON Schema of a rule wants of the inputs, as far as one sentence can say it (pure).

Invariants: a schema is said whole or not at all; all that is passed over is the type of an input that may hold any
value of it. Names and values are an author's: they are escaped and bounded.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from host.canonical import canonical
from host.model import JsonObject, JsonValue
from host.text import one_line, quoted
from host.words import listed, say

_KEYS: Final = frozenset({"type", "properties", "required", "additionalProperties"})
_FREE: Final = frozenset({"type", "maxLength"})
"""Of an input that may hold anything of its type."""
_LIST: Final = frozenset({"type", "items", "minItems", "maxItems"})
_SHOWN: Final = 64
"""Characters of a name or value."""
_LISTED: Final = 8
"""Values that are named."""


def input_phrases(schema: JsonObject) -> tuple[str, ...] | None:
    """What ``schema`` wants, a phrase each; None where there is more to it than a sentence says."""
    properties, required = schema.get("properties", {}), schema.get("required", [])
    if not schema.keys() <= _KEYS or schema.get("type", "object") != "object":
        return None
    if not isinstance(properties, dict) or not isinstance(required, list) or not {*map(str, required)} <= {*properties}:
        return None
    fixed = {name: values for name, inner in properties.items() if (values := _values(inner)) is not None}
    if not all(name in fixed or _is_free(inner) for name, inner in properties.items()):
        return None
    match schema.get("additionalProperties", True):
        case True:
            return tuple(_fixed(fixed, required))
        case False:
            names = listed([_word(name) for name in properties], most=_LISTED)
            alone = say("with no inputs but {inputs}", inputs=names) if properties else say("without inputs")
            return (*_fixed(fixed, required), alone)
    return None


def _fixed(values: dict[str, list[JsonValue]], required: list[JsonValue]) -> Iterator[str]:
    for name, wanted in values.items():
        shown, one_of = _word(name), listed(map(_value, wanted), either=True, most=_LISTED)
        if name in required:
            yield say("where {input} is {values}", input=shown, values=one_of)
        else:
            yield say("where {input}, if given, is {values}", input=shown, values=one_of)


def _values(schema: JsonValue) -> list[JsonValue] | None:
    """The values that an input may have, or of which each entry of its list is one; None where it says other things."""
    if not isinstance(schema, dict):
        return None
    match schema:
        case {"const": value} if len(schema) == 1:
            return [value]
        case {"enum": list(values)} if len(schema) == 1:
            return values
        case {"anyOf": [one, {"type": "array", "items": each, "minItems": 1}]} if len(schema) == 1 and one == each:
            return _values(one)
        case {"type": "array", "items": {"enum": list(values)}} if schema.keys() <= _LIST:
            return values
    return None


def _is_free(schema: JsonValue) -> bool:
    return isinstance(schema, dict) and schema.keys() <= _FREE


def _value(value: JsonValue) -> str:
    return _word(value if isinstance(value, str) else canonical(value).decode())


def _word(text: str) -> str:
    """A name or value within a sentence: one word as it is, all else in quotes."""
    shown = one_line(text, _SHOWN)
    return shown if shown and not any(it.isspace() or it in "“”" for it in shown) else quoted(shown)
