"""The host's sentences as JSON for the window: their English text, with template and values (pure).

Invariants: a value is read as a wording only if it is valid, within these bounds, and yields exactly the text beside
it; anything else is read as that text, or refused if there is no text.
"""

from __future__ import annotations

from typing import Final

from host.errors import INVALID_PARAMS, ProtocolError
from host.model import JsonObject, JsonValue
from host.words import DEEPEST, Value, Wording, Words, fields, make_wording

MAX_PARTS: Final = 200  # wordings and values within one sentence
MAX_TEXT: Final = 16 << 10  # characters of a sentence that is sent with its parts


class _InvalidWording(Exception):
    """Raised for a value that is no wording, or exceeds the bounds."""


def to_json(wording: Wording) -> JsonValue:
    """Return the text of a wording with its parts; the text alone if it is too long.

    The parts are the template, the values by name, and the plural forms; the last two only if there are any.
    """
    return {"text": str(wording), "said": _parts(wording)} if len(wording) <= MAX_TEXT else str(wording)


def from_json(value: JsonValue) -> Words:
    """Read the output of ``to_json``. Raises ProtocolError if there is not even a text."""
    text = value.get("text") if isinstance(value, dict) else value
    if not isinstance(text, str):
        raise ProtocolError(INVALID_PARAMS, "a sentence was expected")
    if not isinstance(value, dict) or len(text) > MAX_TEXT:
        return text
    try:
        wording = _read(value.get("said"), DEEPEST, [MAX_PARTS])
    except _InvalidWording:
        return text
    return wording if wording == text else text


def _parts(wording: Wording) -> JsonValue:
    if not wording.values:
        return [wording.template]
    values: JsonObject = {}
    for name, value in wording.values.items():
        values[name] = _parts(value) if isinstance(value, Wording) else value
    return [wording.template, values, wording.many] if wording.many else [wording.template, values]


def _read(value: JsonValue, depth: int, parts_left: list[int]) -> Wording:
    """Read a wording. ``depth``: the levels that it may nest. ``parts_left``: the number of parts allowed (mutable)."""
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
            raise _InvalidWording
    names = fields(template) if len(template) <= MAX_TEXT else None
    parts_left[0] -= 1 + len(values)
    if depth <= 0 or parts_left[0] < 0 or names is None or len(names) != len({*names}) or not values.keys() >= {*names}:
        raise _InvalidWording
    parts = {name: _read_value(part, depth - 1, parts_left) for name, part in values.items()}
    return make_wording(template, parts, many)


def _read_value(value: JsonValue, depth: int, parts_left: list[int]) -> Value:
    if isinstance(value, str) or type(value) is int:
        return value
    return _read(value, depth, parts_left)
