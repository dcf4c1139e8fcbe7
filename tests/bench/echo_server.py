"""The fastest MCP server that the standard library makes without tricks: its price is part of every measured call.

It reads what is there, answers all of it, and writes the answers at once. ``echo`` returns its text; ``up`` returns how
long its text is; ``down`` returns a text of the size it is asked for, made once.
"""

from __future__ import annotations

import functools
import json
import os
from typing import Any  # JSON as it comes

from tests.bench.payloads import prose

CHUNK = 1 << 20
NAMES = ("echo", "up", "down", "dns_lookup", "send_to", "wait")
"""The last three answer as ``echo`` does: two are named for what is costly to look at, one for a host to ask about."""
TOOLS = [{"name": name, "inputSchema": {"type": "object"}} for name in NAMES]


def main() -> None:
    """Serve until stdin ends."""
    parts: list[bytes] = []
    while chunk := os.read(0, CHUNK):
        *lines, rest = chunk.split(b"\n")
        if lines:
            lines[0] = b"".join([*parts, lines[0]])
            parts = []
        parts.append(rest)
        _write(b"".join(map(answer, lines)))


def answer(line: bytes) -> bytes:
    """The answer to one message, with its line end; nothing to a notification."""
    message = json.loads(line)
    if "id" not in message:
        return b""
    result = _result(message["method"], message.get("params"))
    return b'{"jsonrpc":"2.0","id":%d,"result":%b}\n' % (message["id"], result)


def _result(method: str, params: dict[str, Any] | None) -> bytes:
    if method == "tools/call" and params is not None:
        return _call(params["name"], params["arguments"])
    if method == "initialize" and params is not None:
        version, info = params["protocolVersion"], {"name": "echo", "version": "1"}
        return _dump({"protocolVersion": version, "capabilities": {"tools": {}}, "serverInfo": info})
    return _dump({"tools": TOOLS})


def _call(tool: str, arguments: dict[str, Any]) -> bytes:
    if tool == "down":
        return _down(arguments["size"])
    return _text(str(len(arguments["text"])) if tool == "up" else arguments["text"])


@functools.cache
def _down(size: int) -> bytes:
    return _text(prose(size))


def _text(text: str) -> bytes:
    return b'{"content":[{"type":"text","text":%b}],"isError":false}' % _dump(text)


def _dump(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


def _write(data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(1, view) :]


if __name__ == "__main__":
    main()
