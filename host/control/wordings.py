"""Sentences of the host's on their way to the window (pure).

Owns: how a ``Wording`` travels: its English text, and beside it what it was made of.

Invariants: what is read is a wording only where it is one within these bounds and says exactly the text beside it;
anything else is that text alone, and where there is no text it is refused.
"""

from __future__ import annotations

from typing import Final

from host.errors import INVALID_PARAMS, ProtocolError
from host.model import JsonObject, JsonValue
from host.words import DEEPEST, Value, Wording, Words, fields, make_wording

MAX_PARTS: Final = 200
"""Wordings and other values of one sentence."""
MAX_TEXT: Final = 16 << 10
"""Characters of a sentence that is told with its parts."""


class _Unsound(Exception):
    """No wording, or more of one than may be."""


def to_json(said: Wording) -> JsonValue:
    """``said`` with its parts; its text alone where that is too long.

    Parts are the template, the values by name, and the key of the forms by number, as far as there are any.
    """
    return {"text": str(said), "said": _written(said)} if len(said) <= MAX_TEXT else str(said)


def from_json(value: JsonValue) -> Words:
    """What ``to_json`` wrote. Raises ProtocolError where not even a text is there."""
    text = value.get("text") if isinstance(value, dict) else value
    if not isinstance(text, str):
        raise ProtocolError(INVALID_PARAMS, "a sentence was expected")
    if not isinstance(value, dict) or len(text) > MAX_TEXT:
        return text
    try:
        said = _read(value.get("said"), DEEPEST, [MAX_PARTS])
    except _Unsound:
        return text
    return said if said == text else text


def _written(said: Wording) -> JsonValue:
    if not said.values:
        return [said.template]
    values: JsonObject = {name: _written(it) if isinstance(it, Wording) else it for name, it in said.values.items()}
    return [said.template, values, said.many] if said.many else [said.template, values]


def _read(value: JsonValue, depth: int, left: list[int]) -> Wording:
    """``depth``: how many wordings more may stand inside one another. ``left``: how many parts more there may be."""
    values: JsonObject = {}
    many = ""
    match value:
        case [str(template)]:
            pass
        case [str(template), dict(values)]:
            pass
        case [str(template), dict(values), str(many)] if "n" in values:
            pass
        case _:
            raise _Unsound
    names = fields(template) if len(template) <= MAX_TEXT else None
    left[0] -= 1 + len(values)
    if depth <= 0 or left[0] < 0 or names is None or len(names) != len({*names}) or not values.keys() >= {*names}:
        raise _Unsound
    return make_wording(template, {name: _value(it, depth - 1, left) for name, it in values.items()}, many)


def _value(value: JsonValue, depth: int, left: list[int]) -> Value:
    if isinstance(value, str) or type(value) is int:
        return value
    return _read(value, depth, left)
