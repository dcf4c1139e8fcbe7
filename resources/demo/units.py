"""A converter of lengths that uses the operations dialect, the simplified method set of older documents, not MCP.

Owns: ``initialize``, ``list_tools``, ``call_tool`` and ``shutdown`` of this dialect: one request at a time, with its
own form of results and error codes.
"""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Final

from resources.demo.serving import argument, schema

if TYPE_CHECKING:
    from host.model import JsonObject, JsonValue

LONGEST_LINE: Final = 1 << 20
"""Bytes of one message."""
METRES: Final = {"metre": 1.0, "kilometre": 1000.0, "mile": 1609.344, "foot": 0.3048}
INVALID, BAD_ARGUMENTS, NOT_FOUND = 40000, 40002, 40400

CONVERT: Final[JsonObject] = {
    "name": "convert",
    "title": "Converter",
    "annotations": {"readOnlyHint": True, "openWorldHint": False},
    "description": "Converts a length from one unit to another.",
    "input_schema": schema(
        value=argument("number", "Length", "How long it is."),
        unit=argument("string", "Unit", "What it is given in.", enum=[*METRES]),
        to=argument("string", "Wanted unit", "What to give it in.", enum=[*METRES]),
    ),
}


class Refused(Exception):
    """A request that is answered with an error."""

    def __init__(self, code: int, message: str) -> None:
        super().__init__(message)
        self.code = code


def answer(method: JsonValue, params: JsonObject) -> JsonValue:
    """Return the result of one request. Raises Refused."""
    match method:
        case "initialize":
            return {"server_info": {"name": "demo-units", "version": "1.0.0"}}
        case "list_tools":
            return {"tools": [CONVERT]}
        case "shutdown":
            return {"status": "bye"}
        case "call_tool":
            return call_tool(params)
    raise Refused(NOT_FOUND, "There is no such method")


def call_tool(params: JsonObject) -> JsonValue:
    """Return the result of one call. Raises Refused."""
    match params:
        case {
            "tool_name": "convert",
            "args": {"value": int() | float() as value, "unit": str(unit), "to": str(wanted)},
        }:
            if isinstance(value, bool) or unit not in METRES or wanted not in METRES:
                raise Refused(BAD_ARGUMENTS, "The units are: " + ", ".join(METRES))
            return {"length": value * METRES[unit] / METRES[wanted], "unit": wanted}
        case {"tool_name": "convert"}:
            raise Refused(BAD_ARGUMENTS, "Give value, unit and to")
    raise Refused(NOT_FOUND, "There is no such tool")


def main() -> None:
    """Answer requests on stdin until it ends or ``shutdown`` was received."""
    method: JsonValue = None
    while method != "shutdown" and (line := sys.stdin.buffer.readline(LONGEST_LINE)):
        try:
            message = json.loads(line)
        except ValueError:
            message = None
        if not isinstance(message, dict):
            message = {}
        request_id, method, params = message.get("id"), message.get("method"), message.get("params", {})
        reply: JsonObject = {"jsonrpc": "2.0", "id": request_id}
        try:
            if not isinstance(params, dict) or method is None:
                raise Refused(INVALID, "This is no request")
            reply["result"] = answer(method, params)
        except Refused as refused:
            reply["error"] = {"code": refused.code, "message": str(refused)}
        sys.stdout.write(json.dumps(reply) + "\n")
        sys.stdout.flush()
