"""Conversion between JSON and the values of ``protocol``, ``views`` and ``model`` (pure).

Owns: the reading and writing of all messages between host and window, and of a call's ``params`` in them.

Invariants: a value that does not fit its type exactly is refused (``ProtocolError``), never completed; fields that
a type names as ``UNSENT`` are not sent; bytes are sent as text, since they hold JSON or UTF-8; of a call only its
``params`` are sent, and the reader works out arguments and digest again, so that a window answers for exactly what it
renders; a sentence is sent with its template and values in fields declared as ``Words``, and only there.
"""

from __future__ import annotations

import enum
import functools
import types
import typing
from collections.abc import Mapping
from typing import Any, Final, Literal, TypeVar, Union, cast  # Any: types are data here

from msgspec import Struct

from host.canonical import canonical, compact, parse, parse_document
from host.control import wordings
from host.control.protocol import EVENTS, REQUESTS, CallAsked, Done, Event, Request
from host.errors import INVALID_PARAMS, INVALID_REQUEST, METHOD_NOT_FOUND, MalformedJson, ProtocolError
from host.model import Call, JsonObject, JsonValue, ToolDefinition, sha256_hex
from host.values import replace
from host.words import Wording, Words

T = TypeVar("T")

_DERIVED_FIELDS: Final = frozenset({"tool", "arguments", "arguments_value", "digest"})
"""Fields of a call that the reader works out from its ``params``."""
_PARAMS_FOLLOW: Final = b"\x1e"
"""Separates a question from the ``params`` of its call, which follow unchanged: to encode them as a JSON string would
take longer than to draw them. No JSON text holds this byte (RFC 8259 §7)."""


# Messages


def event_frame(event: Event) -> bytes:
    """Return a notification, as a line without its end."""
    if not isinstance(event, CallAsked):
        return compact({"jsonrpc": "2.0", "method": type(event).__name__, "params": to_json(event)})
    request = event.asked.request
    bare = replace(request, call=replace(request.call, params=b""))
    params = to_json(CallAsked(replace(event.asked, request=bare)))
    frame = compact({"jsonrpc": "2.0", "method": CallAsked.__name__, "params": params})
    return b"".join((frame, _PARAMS_FOLLOW, request.call.params))


def request_frame(number: int, request: Request[Any]) -> bytes:
    """Return a request, as a line without its end."""
    method = type(request).__name__
    return compact({"jsonrpc": "2.0", "id": number, "method": method, "params": to_json(request)})


def reply_frame(number: int, reply: object) -> bytes:
    """Return the reply to request ``number``; None means ``Done``."""
    return compact({"jsonrpc": "2.0", "id": number, "result": to_json(Done() if reply is None else reply)})


def error_frame(number: int, code: int, message: Words) -> bytes:
    """Return the refusal of request ``number``; ``message`` is one safe sentence."""
    error: JsonObject = {"code": code, "message": str(message)}
    if isinstance(message, Wording):
        error["data"] = wordings.to_json(message)
    return compact({"jsonrpc": "2.0", "id": number, "error": error})


def read_object(line: bytes) -> JsonObject:
    """Return the JSON object in a frame. Raises ProtocolError for anything else."""
    text, is_question, params = line.partition(_PARAMS_FOLLOW)
    try:
        value = parse(text)
    except MalformedJson as error:
        raise ProtocolError(INVALID_REQUEST, "the message is no JSON object") from error
    if not isinstance(value, dict) or value.get("jsonrpc") != "2.0":
        raise ProtocolError(INVALID_REQUEST, "the message is no JSON-RPC 2.0 object")
    if is_question:
        _call_in(value)["params"] = cast("JsonValue", params)  # bytes, which only ``_call_from_json`` accepts
    return value


def read_request(message: JsonObject) -> tuple[int, Request[Any]]:
    """Return the number and the request of a window's message. Raises ProtocolError."""
    number, method = message.get("id"), message.get("method")
    if type(number) is not int or not isinstance(method, str):
        raise ProtocolError(INVALID_REQUEST, "a request needs a number and a method")
    if method not in REQUESTS:
        raise ProtocolError(METHOD_NOT_FOUND, "there is no such method")
    return number, from_json(REQUESTS[method][0], message.get("params"))


def read_reply(request: Request[T], result: JsonValue) -> T:
    """Return the reply to ``request``. Raises ProtocolError."""
    return cast("T", _read(REQUESTS[type(request).__name__][1], result))


def read_refusal(error: JsonObject) -> Words:
    """Return why a request was refused, from the ``error`` of a reply."""
    message = str(error.get("message"))
    data = error.get("data")
    return wordings.from_json(data) if isinstance(data, dict) and data.get("text") == message else message


def read_event(message: JsonObject) -> Event:
    """Return the event in a host's notification. Raises ProtocolError."""
    method = message.get("method")
    if not isinstance(method, str) or method not in EVENTS:
        raise ProtocolError(METHOD_NOT_FOUND, "there is no such event")
    return from_json(EVENTS[method], message.get("params"))


# Values


def to_json(value: object, *, with_wording: bool = False) -> JsonValue:
    """Return ``value`` as JSON: values with fields as objects, tuples as arrays, enums as their values, bytes as text.

    ``with_wording``: whether sentences are sent with their template and values.
    """
    match value:
        case Wording():
            return wordings.to_json(value) if with_wording else str(value)
        case None | bool() | int() | float() | str():
            return value
        case enum.Enum():
            return cast("JsonValue", value.value)
        case bytes():
            return value.decode("utf-8", "replace")
        case ToolDefinition():
            return {"name": value.name, "raw": to_json(value.raw)}
        case tuple() | list():
            return [to_json(item, with_wording=with_wording) for item in value]
        case Mapping():
            return {str(key): to_json(item) for key, item in value.items()}
    fields = _fields_with_wording(cast("type", type(value)))
    return {name: to_json(getattr(value, name), with_wording=is_wording) for name, is_wording in fields.items()}


def from_json(kind: type[T], value: JsonValue) -> T:
    """Return ``value`` as ``kind``. Raises ProtocolError if it does not fit exactly."""
    return cast("T", _read(kind, value))


def _read(kind: Any, value: JsonValue) -> object:
    if kind is Call:
        return _call_from_json(expect_object(value))
    if kind is Wording:
        return wordings.from_json(value)
    if kind is ToolDefinition:
        return definition_of(expect_text(expect_object(value).get("raw")).encode())
    if isinstance(kind, type) and issubclass(kind, Struct):
        return kind(**_members(kind, expect_object(value)))
    origin, type_arguments = typing.get_origin(kind), typing.get_args(kind)
    if origin in (Union, types.UnionType):
        return _union(type_arguments, value)
    if origin is Literal:
        return _literal(type_arguments, value)
    if origin is tuple:
        return _tuple(type_arguments, expect_list(value))
    if origin in (dict, Mapping):
        return {key: _read(type_arguments[1], item) for key, item in expect_object(value).items()}
    return _scalar(kind, value)


def arguments_of(params: bytes) -> tuple[JsonObject, bytes]:
    """Return the arguments in canonical ``params``, parsed and in canonical bytes."""
    _, arguments, canonical_arguments = read_params(params)
    return arguments, canonical_arguments


def definition_of(raw: bytes) -> ToolDefinition:
    """Return the definition with the canonical bytes ``raw``. Raises ProtocolError if they are invalid."""
    value = expect_object(parse_text(raw))
    return ToolDefinition(expect_text(value.get("name")), raw, value, sha256_hex(raw))


def object_of(data: bytes) -> JsonObject:
    """Return the JSON object in ``data``. Raises ProtocolError if it holds anything else."""
    return expect_object(parse_text(data))


def lexeme(value: JsonValue) -> str:
    """Return a JSON value as it will be sent: canonical, with every digit as written."""
    return canonical(value).decode()


def _call_in(message: JsonObject) -> JsonObject:
    """Return the call in a question. Raises ProtocolError if the message is no question."""
    value = message.get("params")
    for name in ("asked", "request", "call"):
        value = expect_object(value).get(name)
    return expect_object(value)


def _call_from_json(value: JsonObject) -> Call:
    sent: object = value.get("params")
    params = sent if isinstance(sent, bytes) else expect_text(value.get("params")).encode()
    tool, arguments_value, arguments = read_params(params)
    members: dict[str, Any] = _members(Call, {**value, "params": ""})
    members |= {"tool": tool, "params": params, "arguments": arguments, "arguments_value": arguments_value}
    return Call(**members, digest=sha256_hex(params))


def _members(kind: type, value: JsonObject) -> dict[str, object]:
    hints = _hints(kind)
    if value.keys() != hints.keys():
        raise ProtocolError(INVALID_PARAMS, f"the members of {kind.__name__} do not fit")
    return {name: _read(hint, value[name]) for name, hint in hints.items()}


@functools.cache
def _hints(kind: type) -> dict[str, Any]:
    hints = typing.get_type_hints(kind)
    assert issubclass(kind, Struct), f"no JSON for {kind}"
    unsent = _DERIVED_FIELDS if kind is Call else getattr(kind, "UNSENT", ())
    return {name: hints[name] for name in kind.__struct_fields__ if name not in unsent}


@functools.cache
def _fields_with_wording(kind: type) -> dict[str, bool]:
    """Return the fields that are sent, with whether they are declared as ``Words`` or a tuple of them."""
    return {name: hint == Words or typing.get_args(hint)[:1] == (Words,) for name, hint in _hints(kind).items()}


def _tuple(kinds: tuple[Any, ...], values: list[JsonValue]) -> tuple[object, ...]:
    if kinds[-1] is Ellipsis:
        kinds = kinds[:1] * len(values)
    if len(kinds) != len(values):
        raise ProtocolError(INVALID_PARAMS, "a list has the wrong length")
    return tuple(map(_read, kinds, values))


def _union(kinds: tuple[Any, ...], value: JsonValue) -> object:
    if value is None and types.NoneType in kinds:
        return None
    if type(value) in kinds:
        return value
    return _read(next(kind for kind in kinds if kind is not types.NoneType), value)


def _literal(values: tuple[object, ...], value: JsonValue) -> object:
    if value not in values:
        raise ProtocolError(INVALID_PARAMS, "a value is none of those that may be")
    return value


def _scalar(kind: Any, value: JsonValue) -> object:
    if kind is bytes:
        return expect_text(value).encode()
    if isinstance(kind, type) and issubclass(kind, enum.Enum):
        return kind(_literal(tuple(member.value for member in kind), value))
    try:
        if kind is float and isinstance(value, int | float) and not isinstance(value, bool):
            return float(value)
    except OverflowError as error:
        raise ProtocolError(INVALID_PARAMS, "a number is too large") from error
    if type(value) is not kind:
        raise ProtocolError(INVALID_PARAMS, "a value has the wrong type")
    return value


def read_params(params: bytes) -> tuple[str, JsonObject, bytes]:
    """Return tool, arguments, and canonical arguments. Parses once and serializes nothing: they may be megabytes."""
    try:
        document = parse_document(params)
    except MalformedJson as error:
        raise ProtocolError(INVALID_PARAMS, "a value is no JSON text") from error
    value = expect_object(document.value)
    arguments = expect_object(value.get("arguments", {}))
    canonical_arguments = _slice_arguments(params, value) or canonical(arguments, plain=document.plain)
    return expect_text(value.get("name")), arguments, canonical_arguments


def _slice_arguments(params: bytes, value: JsonObject) -> bytes:
    """Return the bytes of ``arguments`` within ``params``; empty if the bytes around them are not canonical."""
    if "arguments" not in value:
        return b""
    names = list(value)
    position = names.index("arguments")
    before = {name: value[name] for name in names[:position]}
    after = {name: value[name] for name in names[position + 1 :]}
    head = canonical(before)[:-1] + (b',"arguments":' if before else b'"arguments":')
    tail = (b"," if after else b"") + canonical(after)[1:]
    if not params.startswith(head) or not params.endswith(tail):
        return b""
    return params[len(head) : len(params) - len(tail)]


def parse_text(data: bytes) -> JsonValue:
    """Parse one JSON text. Raises ProtocolError."""
    try:
        return parse(data)
    except MalformedJson as error:
        raise ProtocolError(INVALID_PARAMS, "a value is no JSON text") from error


def expect_object(value: JsonValue) -> JsonObject:
    """Return ``value`` if it is an object. Raises ProtocolError."""
    if not isinstance(value, dict):
        raise ProtocolError(INVALID_PARAMS, "an object was expected")
    return value


def expect_list(value: JsonValue) -> list[JsonValue]:
    """Return ``value`` if it is a list. Raises ProtocolError."""
    if not isinstance(value, list):
        raise ProtocolError(INVALID_PARAMS, "a list was expected")
    return value


def expect_text(value: JsonValue) -> str:
    """Return ``value`` if it is a text. Raises ProtocolError."""
    if not isinstance(value, str):
        raise ProtocolError(INVALID_PARAMS, "a text was expected")
    return value
