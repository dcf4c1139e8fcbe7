"""The members of a call's ``params`` other than the tool's name and its inputs (pure).

Owns: the groups in which they are shown.

Invariants:
    Each member is in one group. Only constants of the protocol itself need not be read.
"""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from host.control import codec
from host.model import Call, JsonObject, JsonValue

ANSWERS: Final = ("inputResponses", "requestState")
META: Final = "_meta"
_PROTOCOL_PREFIX: Final = "io.modelcontextprotocol/"
VERSION: Final = _PROTOCOL_PREFIX + "protocolVersion"
CAPABILITIES: Final = _PROTOCOL_PREFIX + "clientCapabilities"
LOG_LEVEL: Final = _PROTOCOL_PREFIX + "logLevel"
REVISIONS: Final = ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28")
_LEVELS: Final = ("debug", "info", "notice", "warning", "error", "critical", "alert", "emergency")
_CAPABILITY_FLAGS: Final = {
    "elicitation": frozenset({"form", "url"}),
    "roots": frozenset({"listChanged"}),
    "sampling": frozenset({"context", "tools"}),
}
"""The capabilities in which, by the specification, an app can write nothing of its own."""


class OtherParams(Struct, frozen=True):
    """What is sent beside the inputs."""

    answers: JsonObject  # to earlier requests of the server, with the state that it wants back
    notes: JsonObject  # the members of ``_meta``, without ``protocol``: its constants
    protocol: JsonObject
    others: JsonObject  # any other member

    def __bool__(self) -> bool:
        return bool(self.answers or self.notes or self.protocol or self.others)


def members_of(call: Call) -> JsonObject:
    """The members of what will be sent besides name and arguments. Raises ProtocolError for unreadable ``params``."""
    if _has_only_inputs(call):
        return {}  # nearly always, and without reading megabytes again
    return _without_inputs(codec.object_of(call.params))


def read_params(params: bytes) -> tuple[JsonObject, JsonObject]:
    """The inputs, and the other members besides the name. Raises ProtocolError for unreadable ``params``."""
    arguments, _ = codec.arguments_of(params)
    return arguments, _without_inputs(codec.object_of(params))


def group_members(members: JsonObject) -> OtherParams:
    """Split members into their groups."""
    answers = {key: value for key, value in members.items() if key in ANSWERS}
    meta = members.get(META, {})
    others = {key: value for key, value in members.items() if key not in answers and key != META}
    if not isinstance(meta, dict) or (META in members and not meta):
        return OtherParams(answers, {}, {}, others | {META: meta})
    protocol = {key: value for key, value in meta.items() if is_constant(key, value)}
    notes = {key: value for key, value in meta.items() if key not in protocol}
    return OtherParams(answers, notes, protocol, others)


def is_constant(key: str, value: JsonValue) -> bool:
    """Whether the specification fixes key and value so that an app can say nothing with them."""
    if key == CAPABILITIES:
        return isinstance(value, dict) and all(_is_flag(name, capability) for name, capability in value.items())
    constants = {VERSION: REVISIONS, LOG_LEVEL: _LEVELS}.get(key, ())
    return isinstance(value, str) and value in constants


def _is_flag(name: str, capability: JsonValue) -> bool:
    return (
        name in _CAPABILITY_FLAGS
        and isinstance(capability, dict)
        and capability.keys() <= _CAPABILITY_FLAGS[name]
        and all(isinstance(value, bool) or value == {} for value in capability.values())
    )


def _has_only_inputs(call: Call) -> bool:
    head, tail = b'{"arguments":', b',"name":' + codec.lexeme(call.tool).encode() + b"}"
    return (
        len(call.params) == len(head) + len(call.arguments) + len(tail)
        and call.params.startswith(head)
        and call.params.startswith(call.arguments, len(head))
        and call.params.endswith(tail)
    )


def _without_inputs(value: JsonObject) -> JsonObject:
    return {key: member for key, member in value.items() if key not in ("name", "arguments")}
