"""A server of the simplified dialect, for tests: every form of result, every error, and misbehaviour on request.

``--journal FILE`` keeps each message that arrived, one JSON line each, before it is answered. ``--plain``: it knows no
``initialize``. ``--silent``: it does not answer ``shutdown``. ``--refuse CODE``: it answers ``initialize`` with that.
"""

from __future__ import annotations

import argparse
import json
import sys
from typing import Any  # JSON as it comes: a test server wants no types in its way

RESULTS: dict[str, Any] = {
    "object": {"found": [1, 2, {"deep": None}], "big": 12345678901234567890},
    "list": [1, "two"],
    "text": "just words\nand <b>more</b>",
    "nothing": None,
    "number": 3.50,
    "failed": {"is_error": True, "why": "it broke"},
}
ERRORS = {f"error{code}": code for code in (40000, 40001, 40002, 40100, 40101, 40300, 40400, 49999, -32603)}
TOOLS = [
    {"name": "object", "description": "An object.", "parameters": {"type": "object"}, "x-own": [1]},
    {"name": "echo", "inputSchema": {"type": "object", "properties": {"text": {"type": "string"}}}},
    *({"name": name} for name in (*RESULTS, *ERRORS) if name != "object"),
    *({"name": name} for name in ("malformed", "asks", "floods", "garbage")),
]


def main() -> None:
    """Answer what comes on stdin until it ends."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--journal", default="/dev/null")
    parser.add_argument("--plain", action="store_true")
    parser.add_argument("--silent", action="store_true")
    parser.add_argument("--refuse", type=int)
    options = parser.parse_args()
    with open(options.journal, "a") as journal:
        for line in sys.stdin:
            message = json.loads(line)
            print(line.strip(), file=journal, flush=True)
            for reply in replies(options, message):
                sys.stdout.write((reply if isinstance(reply, str) else json.dumps({"jsonrpc": "2.0", **reply})) + "\n")
            sys.stdout.flush()


def replies(options: argparse.Namespace, message: dict[str, Any]) -> list[Any]:
    """What it writes when ``message`` came."""
    asked, method, params = message["id"], message["method"], message.get("params", {})
    if method == "initialize":
        code = 40400 if options.plain else options.refuse
        if code:
            return [error(asked, code)]
        return [{"id": asked, "result": {"server_info": {"name": "old", "version": "0.1"}, "instructions": "Be kind."}}]
    if method == "list_tools":
        return [{"id": asked, "result": TOOLS}]
    if method == "shutdown":
        return [] if options.silent else [{"id": asked, "result": {}}]
    if method != "call_tool":
        return [error(asked, 40400)]
    return called(asked, params["tool_name"], params["args"])


def called(asked: Any, tool: str, args: dict[str, Any]) -> list[Any]:
    """What it writes when a tool is called."""
    answer = {"id": asked, "result": args}
    if tool in RESULTS:
        return [{"id": asked, "result": RESULTS[tool]}]
    if tool in ERRORS:
        return [error(asked, ERRORS[tool])]
    odd: dict[str, list[Any]] = {
        "malformed": [{"id": asked, "error": "broken"}],
        "asks": [
            {"id": 7, "method": "elicitation/create", "params": {"message": "Your PIN?"}},
            {"method": "notifications/message", "params": {"level": "info", "data": "psst"}},
            {"id": asked + 1, "result": "of nobody"},
            answer,
            answer,
        ],
        "floods": [{"method": "notifications/tools/list_changed"}] * 300,
        "garbage": ["this is no JSON", "[]", answer],
    }
    return odd.get(tool, [answer])


def error(asked: Any, code: int) -> dict[str, Any]:
    """An error of the dialect."""
    return {"id": asked, "error": {"code": code, "message": f"It says {code}", "data": {"retry": False}}}


if __name__ == "__main__":
    main()
