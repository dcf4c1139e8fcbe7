"""The members of a call's ``params`` beside the tool's name and its inputs (pure).

Owns: their split into groups that a person can make sense of.

Invariants:
    Each member is in one group. Only constants of the protocol itself count as needing no reading.
"""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from host.control import codec
from host.model import Call, JsonObject, JsonValue

ANSWERS: Final = ("inputResponses", "requestState")
META: Final = "_meta"
_OWN: Final = "io.modelcontextprotocol/"
VERSION: Final = _OWN + "protocolVersion"
CAPABILITIES: Final = _OWN + "clientCapabilities"
LOG_LEVEL: Final = _OWN + "logLevel"
REVISIONS: Final = ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28")
_LEVELS: Final = ("debug", "info", "notice", "warning", "error", "critical", "alert", "emergency")
_FLAGS: Final = {
    "elicitation": frozenset({"form", "url"}),
    "roots": frozenset({"listChanged"}),
    "sampling": frozenset({"context", "tools"}),
}
"""The capabilities that the specification defines without anything an app could write into them."""


class OtherParams(Struct, frozen=True):
    """What is sent beside the inputs.

    Attributes:
        answers: to what the server asked earlier, with the state that it wants back.
        notes: what else ``_meta`` says.
        protocol: of ``_meta``, what is the protocol's own to the last letter.
        others: any other member.
    """

    answers: JsonObject
    notes: JsonObject
    protocol: JsonObject
    others: JsonObject

    def __bool__(self) -> bool:
        """Whether there is anything."""
        return bool(self.answers or self.notes or self.protocol or self.others)


def members_of(call: Call) -> JsonObject:
    """Every member of what will be sent, besides name and arguments. Raises ProtocolError for params that are none."""
    if _is_plain(call):
        return {}  # as nearly always; megabytes need no second reading to know it
    return _without_inputs(codec.object_of(call.params))


def read(params: bytes) -> tuple[JsonObject, JsonObject]:
    """The inputs, and every other member besides the name. Raises ProtocolError for params that are none."""
    arguments, _ = codec.call_of(params)
    return arguments, _without_inputs(codec.object_of(params))


def grouped(members: JsonObject) -> OtherParams:
    """The groups."""
    answers = {key: value for key, value in members.items() if key in ANSWERS}
    meta = members.get(META, {})
    others = {key: value for key, value in members.items() if key not in answers and key != META}
    if not isinstance(meta, dict) or (META in members and not meta):
        return OtherParams(answers, {}, {}, others | {META: meta})
    protocol = {key: value for key, value in meta.items() if is_constant(key, value)}
    notes = {key: value for key, value in meta.items() if key not in protocol}
    return OtherParams(answers, notes, protocol, others)


def is_constant(key: str, value: JsonValue) -> bool:
    """Whether the specification knows key and value so well that an app can say nothing with it."""
    if key == CAPABILITIES:
        return isinstance(value, dict) and all(_is_flag(name, said) for name, said in value.items())
    known = {VERSION: REVISIONS, LOG_LEVEL: _LEVELS}.get(key, ())
    return isinstance(value, str) and value in known


def _is_flag(name: str, said: JsonValue) -> bool:
    return (
        name in _FLAGS
        and isinstance(said, dict)
        and said.keys() <= _FLAGS[name]
        and all(isinstance(value, bool) or value == {} for value in said.values())
    )


def _is_plain(call: Call) -> bool:
    """Whether nothing is sent but name and arguments."""
    head, tail = b'{"arguments":', b',"name":' + codec.lexeme(call.tool).encode() + b"}"
    return (
        len(call.params) == len(head) + len(call.arguments) + len(tail)
        and call.params.startswith(head)
        and call.params.startswith(call.arguments, len(head))
        and call.params.endswith(tail)
    )


def _without_inputs(value: JsonObject) -> JsonObject:
    return {key: member for key, member in value.items() if key not in ("name", "arguments")}
