"""A server that tries what it is told and says how far it got: reading, writing, listing, connecting."""

from __future__ import annotations

import json
import os
import signal
import socket
import sys
from typing import Any  # JSON as it comes: a test server wants no types in its way


def tried(tool: str, at: str) -> str:
    """What came of it; raises OSError."""
    match tool:
        case "read":
            with open(at) as file:
                return file.read()
        case "write":
            with open(at, "w") as file:
                file.write("written")
            return "written"
        case "link":
            place, target = at.split(" -> ")
            os.symlink(target, place)
            return "linked"
        case "list":
            return " ".join(sorted(os.listdir(at)))
        case "connect":
            host, port = at.split(":")
            socket.create_connection((host, int(port)), timeout=5).close()
            return "connected"
        case "local":
            with socket.socket(socket.AF_UNIX) as one:
                one.connect(at.replace("@", "\0"))
            return "connected"
        case "kill":
            os.kill(int(at), signal.SIGTERM)
            return "killed"
    return " ".join(f"{name}={os.environ.get(name)}" for name in at.split())


TOOLS = [
    {"name": name, "inputSchema": {"type": "object", "properties": {"at": {"type": "string"}}}}
    for name in ("read", "write", "link", "list", "connect", "local", "kill", "variables")
]

for line in sys.stdin:
    message: dict[str, Any] = json.loads(line)
    result: dict[str, Any] = {}
    if message["method"] == "initialize":
        info = {"name": "reach", "version": "1"}
        result = {"protocolVersion": "2025-11-25", "capabilities": {"tools": {}}, "serverInfo": info}
    elif message["method"] == "tools/list":
        result = {"tools": TOOLS}
    elif message["method"] == "tools/call":
        params = message["params"]
        try:
            said, failed = tried(params["name"], params["arguments"]["at"]), False
        except OSError as error:
            said, failed = str(error.strerror or error), True
        result = {"content": [{"type": "text", "text": said}], "isError": failed}
    if "id" in message:
        sys.stdout.write(json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": result}) + "\n")
        sys.stdout.flush()
