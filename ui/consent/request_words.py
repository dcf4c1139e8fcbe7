"""What a server asks an app, and what the app answers, in lines instead of values inside values (no Qt; attack 1).

Owns: which values of a request are read in another way than any: messages to a model, and the schema of a form.

Invariants: for showing alone, what is sent and what findings point into is never read from here; a value of which a
part is marked stays a tree, in which the mark has its place.
"""

from __future__ import annotations

from typing import Final

from host.control.codec import object_of
from host.errors import ProtocolError
from host.model import Call, JsonObject, JsonValue
from host.values import replace
from ui.consent.definition_words import schema_words
from ui.inputs.lines import Blamed
from ui.inputs.nested_lines import STEP, in_lines, is_plain_name, nested_lines, text_in_line

_ROLES: Final = frozenset({"user", "assistant"})
"""Of a message (MCP, client/sampling)."""


def asked_in_lines(call: Call, blamed: Blamed) -> Call:
    """``call``, its inputs in lines where it is a server's request. ``blamed``: what is marked in them."""
    if not call.asks_app:
        return call
    marked = {where[0] for where in blamed if len(where) > 1}
    whole = {
        name: value for name, value in call.arguments_value.items() if name in marked and name != "requestedSchema"
    }
    return replace(call, arguments_value={**_request(call.arguments_value), **whole})


def round_in_lines(asked: bytes) -> JsonObject | None:
    """What a server asked in its answer to a call, each request in lines; None for what are none."""
    try:
        requests = object_of(asked)
    except ProtocolError:
        return None
    return {name: _round(request) for name, request in requests.items()}


def _round(request: JsonValue) -> JsonValue:
    match request:
        case {"method": str(method), "params": dict(params), **rest} if not rest and is_plain_name(method):
            lines = [method]
            for name, value in _request(params).items():
                said = value if name in params and not isinstance(params[name], str) else None
                if isinstance(said, str):
                    lines += [f"{STEP}{name}:", *(f"{STEP * 2}{line}" for line in said.split("\n"))]
                elif isinstance(value, (dict, list)) or not is_plain_name(name):
                    return request
                else:
                    lines.append(f"{STEP}{name}: {text_in_line(value, 1)}")
            return "\n".join(lines)
    return nested_lines(request) or request


def _request(params: JsonObject) -> JsonObject:
    told = in_lines(params)
    if isinstance(schema := params.get("requestedSchema"), dict):
        told["requestedSchema"] = schema_words(schema)
    if (messages := _messages(params.get("messages"))) is not None:
        told["messages"] = messages
    return told


def _messages(messages: JsonValue) -> str | None:
    """Who says what, where it is text alone."""
    if not isinstance(messages, list) or not messages:
        return None
    lines: list[str] = []
    for message in messages:
        match message:
            case {"role": str(role), "content": {"type": "text", "text": str(said), **more}, **rest} if (
                role in _ROLES and not rest and not more
            ):
                lines.append(f"{role}: {text_in_line(said)}")
            case _:
                return None
    return "\n".join(lines)
