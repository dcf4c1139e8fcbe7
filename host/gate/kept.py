"""The form in which a grant is kept in a file (pure).

Owns: that form. What stays true: what is read is exactly what could have been written; a grant whose words would not be
those that were shown when it was given is refused.
"""

from __future__ import annotations

from typing import Final, TypeVar, cast

from host.errors import ConfigError
from host.gate.bounds import Shape
from host.gate.granted import Grant, Kept, Key
from host.gate.varying import AnyText, AtOrigin, InFolder, Items, Members, Part, Same
from host.model import Bound, JsonObject, JsonValue

VERSION: Final = 1
_BOUNDS: Final = ("exact", "pattern", "any")
_MEMBERS: Final = frozenset({"id", "given_at", "who", "arguments", "covers", "key", "bound", "sent", "inputs"})

T = TypeVar("T")


def to_json(kept: Kept) -> JsonValue:
    """``kept``, whose scope is ``always``."""
    grant, key, shape = kept
    return {
        "id": grant.id,
        "given_at": grant.given_at,
        "who": grant.who,
        "arguments": grant.arguments.decode(),
        "covers": list[JsonValue](grant.covers),
        "key": cast("JsonObject", key._asdict()),
        "bound": shape.bound,
        "sent": shape.sent.decode(),
        "inputs": None if shape.inputs is None else _part_to_json(shape.inputs),
    }


def from_json(value: JsonValue, *, file: str) -> Kept:
    """What ``to_json`` was given. ``file``: for the error. Raises ConfigError for anything else."""
    try:
        return _kept(value)
    except ValueError as error:
        raise ConfigError(f"a permission in it {error}", file=file, remedy="Give the permissions anew.") from None


def _kept(value: JsonValue) -> Kept:
    entry = _object(value, _MEMBERS)
    fields = _object(entry["key"], frozenset(Key._fields))
    key = Key(**{name: _is(str, text) for name, text in fields.items()})
    shape = _shape(entry)
    covers = tuple(_is(str, line) for line in _is(list, entry["covers"]))
    if covers != shape.words():
        raise ValueError("does not cover what it says")
    return Kept(
        Grant(
            _is(str, entry["id"]),
            key.app,
            key.server,
            key.tool,
            _is(str, entry["arguments"]).encode(),
            given_at=_number(entry["given_at"]),
            expires_at=None,
            who=_is(str, entry["who"]),
            scope="always",
            bound=shape.bound,
            covers=covers,
        ),
        key,
        shape,
    )


def _shape(entry: JsonObject) -> Shape:
    bound, inputs = entry["bound"], entry["inputs"]
    if bound not in _BOUNDS or (bound == "pattern") is (inputs is None):
        raise ValueError("has unknown bounds")
    return Shape(cast("Bound", bound), _is(str, entry["sent"]).encode(), None if inputs is None else _part(inputs))


def _part_to_json(part: Part) -> JsonValue:
    match part:
        case Same(raw):
            return {"same": raw.decode()}
        case InFolder(folder, itself):
            return {"folder": folder, "itself": itself}
        case AtOrigin(scheme, host, port):
            return {"scheme": scheme, "host": host, "port": port}
        case Members(parts):
            return {"members": {name: _part_to_json(inner) for name, inner in parts}}
        case Items(parts):
            return {"items": [_part_to_json(inner) for inner in parts]}
    return {"text": True}


def _part(value: JsonValue) -> Part:
    match _is(dict, value):
        case {"same": str(raw), **none} if not none:
            return Same(raw.encode())
        case {"folder": str(folder), "itself": bool(itself), **none} if not none:
            return InFolder(folder, itself)
        case {"scheme": "http" | "https" as scheme, "host": str(host), "port": int(port), **none} if not none:
            return AtOrigin(scheme, host, port)
        case {"text": True, **none} if not none:
            return AnyText()
        case {"members": dict(parts), **none} if not none:
            return Members(tuple((name, _part(inner)) for name, inner in sorted(parts.items())))
        case {"items": list(parts), **none} if not none:
            return Items(tuple(map(_part, parts)))
    raise ValueError("has unknown bounds")


def _object(value: JsonValue, names: frozenset[str]) -> JsonObject:
    entry: JsonObject = _is(dict, value)
    if entry.keys() != names:
        raise ValueError("has other members than it should")
    return entry


def _is(kind: type[T], value: JsonValue) -> T:
    if not isinstance(value, kind):
        raise ValueError("has a value of the wrong type")
    return value


def _number(value: JsonValue) -> float:
    if isinstance(value, bool):
        raise ValueError("has a value of the wrong type")
    return float(_is(int, value) if isinstance(value, int) else _is(float, value))
