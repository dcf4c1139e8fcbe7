"""JSON of the other side's, read as exactly what was expected (pure).

Owns: those checks, and the reading of a call's ``params``.

Invariants: what does not fit is refused (``ProtocolError``, from each function here), never filled in; the bytes of the
arguments are those of the ``params``.
"""

from __future__ import annotations

from host.canonical import canonical, parse, parse_document
from host.errors import INVALID_PARAMS, MalformedJson, ProtocolError
from host.model import JsonObject, JsonValue


def read_params(params: bytes) -> tuple[str, JsonObject, bytes]:
    """Tool, arguments, and these in canonical bytes. One reading and no writing: they may be megabytes."""
    try:
        document = parse_document(params)
    except MalformedJson as error:
        raise ProtocolError(INVALID_PARAMS, "a value is no JSON text") from error
    value = an_object(document.value)
    arguments = an_object(value.get("arguments", {}))
    written = _cut_out(params, value) or canonical(arguments, plain=document.plain)
    return a_text(value.get("name")), arguments, written


def _cut_out(params: bytes, value: JsonObject) -> bytes:
    """The text of ``arguments`` in the text of ``value``, of which all else is canonical; empty where it is not."""
    if "arguments" not in value:
        return b""
    names = list(value)
    at = names.index("arguments")
    before, after = ({name: value[name] for name in some} for some in (names[:at], names[at + 1 :]))
    head = canonical(before)[:-1] + (b',"arguments":' if before else b'"arguments":')
    tail = (b"," if after else b"") + canonical(after)[1:]
    if not params.startswith(head) or not params.endswith(tail):
        return b""
    return params[len(head) : len(params) - len(tail)]


def parsed(data: bytes) -> JsonValue:
    """One JSON text."""
    try:
        return parse(data)
    except MalformedJson as error:
        raise ProtocolError(INVALID_PARAMS, "a value is no JSON text") from error


def an_object(value: JsonValue) -> JsonObject:
    """``value``, an object."""
    if not isinstance(value, dict):
        raise ProtocolError(INVALID_PARAMS, "an object was expected")
    return value


def a_list(value: JsonValue) -> list[JsonValue]:
    """``value``, a list."""
    if not isinstance(value, list):
        raise ProtocolError(INVALID_PARAMS, "a list was expected")
    return value


def a_text(value: JsonValue) -> str:
    """``value``, a text."""
    if not isinstance(value, str):
        raise ProtocolError(INVALID_PARAMS, "a text was expected")
    return value
