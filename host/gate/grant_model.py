"""A standing permission, everything that it is bound to, and its form in a file (pure).

Owns: these values, how long each lasts, and their JSON.

Invariants:
    - A key names the server's configuration, the tool's definition, the app and the token that proved it, the server
      and the tool; any other is another key.
    - What is read from a file is exactly what could have been written; a grant whose words would not be those that were
      shown when it was given is refused. Of an older file counts what means the same today, which is a grant for
      exactly one call; nothing is ever read as more than it was.
"""

from __future__ import annotations

from typing import Final, NamedTuple, TypeVar, cast

from host.errors import ConfigError
from host.gate.grant_scope import AtOrigin, Each, Fixed, GrantScope, InFolder, Items, Members, Part, Same, Scalar, Text
from host.model import Bound, Call, Draft, Grant, GrantDuration, JsonObject, JsonValue
from host.naming import Verb

SECONDS: Final[dict[GrantDuration, int]] = {"15min": 900, "1h": 3600, "chat": 24 * 3600}
"""How long a grant of that duration holds at most; others end with the host, or when they are taken back."""


class Key(NamedTuple):
    """Everything that a grant is bound to besides its bounds.

    Attributes:
        config, definition: digests of the whole.
        app: its name.
        proof: as in ``model.App``.
        server: its id.
        tool: its exact name.
    """

    config: str
    definition: str
    app: str
    proof: str
    server: str
    tool: str


class StoredGrant(NamedTuple):
    """A grant with what it is bound to. Attributes: grant, key, scope."""

    grant: Grant
    key: Key
    scope: GrantScope


class Offer(NamedTuple):
    """A grant that is not in force yet.

    Attributes:
        grant.
        record: must be durable first.
        key, scope: what it covers.
    """

    grant: Grant
    record: Draft
    key: Key
    scope: GrantScope


def key_of(call: Call, definition: str) -> Key:
    """``definition``: digest of the tool's definition as it stands."""
    server, app = call.server, call.app
    return Key(server.config_digest, definition, app.name, app.proof, server.id, call.tool)


VERSION: Final = 2
BEFORE: Final = 1
"""The version of a file that knew no parts of inputs: what its patterns covered is no longer offered."""
_BOUNDS: Final = ("exact", "pattern", "any")
_VERBS: Final = ("reads", "writes", "sends", "pays", "grants", "deletes", "runs", "")
_ROLES: Final = ("destination", "authority", "program", "place", "number", "")
_BEFORE: Final = frozenset({"id", "given_at", "who", "arguments", "covers", "key", "bound", "sent", "inputs"})
_MEMBERS: Final = _BEFORE | {"verb"}

T = TypeVar("T")


def to_json(kept: StoredGrant) -> JsonValue:
    """``kept`` as JSON for the file; its duration is ``always``."""
    grant, key, scope = kept
    return {
        "id": grant.id,
        "given_at": grant.given_at,
        "who": grant.who,
        "arguments": grant.arguments.decode(),
        "covers": list[JsonValue](grant.covers),
        "key": cast("JsonObject", key._asdict()),
        "bound": scope.bound,
        "verb": scope.verb,
        "sent": scope.sent.decode(),
        "inputs": None if scope.inputs is None else _part_to_json(scope.inputs),
    }


def from_json(value: JsonValue, *, file: str) -> StoredGrant:
    """What ``to_json`` was given. ``file``: for the error. Raises ConfigError for anything else."""
    try:
        return _kept(_object(value, _MEMBERS))
    except ValueError as error:
        raise ConfigError(f"a permission in it {error}", file=file, remedy="Give the permissions anew.") from None


def from_older(value: JsonValue, *, file: str) -> StoredGrant | None:
    """A grant of version ``BEFORE``; None where it covered more than one call. Raises ConfigError as ``from_json``."""
    exact = isinstance(value, dict) and value.keys() == _BEFORE and value["bound"] == "exact"
    return from_json({**value, "verb": ""}, file=file) if exact and isinstance(value, dict) else None


def _kept(entry: JsonObject) -> StoredGrant:
    fields = _object(entry["key"], frozenset(Key._fields))
    key = Key(**{name: _is(str, text) for name, text in fields.items()})
    scope = _scope(entry)
    covers = tuple(_is(str, line) for line in _is(list, entry["covers"]))
    if covers != scope.words():
        raise ValueError("does not cover what it says")
    return StoredGrant(
        Grant(
            _is(str, entry["id"]),
            key.app,
            key.server,
            key.tool,
            _is(str, entry["arguments"]).encode(),
            given_at=_number(entry["given_at"]),
            expires_at=None,
            who=_is(str, entry["who"]),
            duration="always",
            bound=scope.bound,
            covers=covers,
        ),
        key,
        scope,
    )


def _scope(entry: JsonObject) -> GrantScope:
    bound, inputs, verb = entry["bound"], entry["inputs"], entry["verb"]
    if bound not in _BOUNDS or verb not in _VERBS or (bound == "pattern") is (inputs is None):
        raise ValueError("has unknown bounds")
    sent, part = _is(str, entry["sent"]).encode(), None if inputs is None else _part(inputs)
    return GrantScope(cast("Bound", bound), sent, part, cast("Verb", verb))


def _part_to_json(part: Part) -> JsonValue:
    match part:
        case Same(raw, role):
            return {"same": raw.decode(), "role": role}
        case InFolder(folder, itself):
            return {"folder": folder, "itself": itself}
        case AtOrigin(scheme, host, port):
            return {"scheme": scheme, "host": host, "port": port}
        case Text(most):
            return {"text": most}
        case Members(parts, choices):
            return {"members": {name: _part_to_json(inner) for name, inner in parts}, "choices": choices}
        case Items(parts):
            return {"items": [_part_to_json(inner) for inner in parts]}
        case Each(parts, most):
            return {"each": [_part_to_json(inner) for inner in parts], "most": most}
    return {"scalar": True}


def _part(value: JsonValue) -> Part:
    match _is(dict, value):
        case {"same": str(raw), "role": str(role), **none} if not none and role in _ROLES:
            return Same(raw.encode(), cast("Fixed", role))
        case {"folder": str(folder), "itself": bool(itself), **none} if not none:
            return InFolder(folder, itself)
        case {"scheme": "http" | "https" as scheme, "host": str(host), "port": int(port), **none} if not none:
            return AtOrigin(scheme, host, port)
        case {"text": int(most), **none} if not none and most is not True:
            return Text(most)
        case {"scalar": True, **none} if not none:
            return Scalar()
        case {"members": dict(parts), "choices": bool(choices), **none} if not none:
            return Members(tuple((name, _part(inner)) for name, inner in sorted(parts.items())), choices)
        case {"items": list(parts), **none} if not none:
            return Items(tuple(map(_part, parts)))
        case {"each": [_, *_] as parts, "most": int(most), **none} if not none and most is not True:
            return Each(tuple(map(_part, parts)), most)
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
