"""A server whose one tool never answers: what an app does meanwhile stands in its journal.

``python mute_server.py JOURNAL [SECONDS]``: every message that comes is a JSON line with the time of its arrival; with
``SECONDS``, a call whose app asked for progress hears some so often.
"""

from __future__ import annotations

import itertools
import json
import sys
import threading
import time
from typing import Any  # JSON as it comes

TOOL = {"name": "wait", "description": "Waits.", "inputSchema": {"type": "object"}}


def send(message: dict[str, Any]) -> None:
    """Write one message."""
    sys.stdout.buffer.write(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")
    sys.stdout.buffer.flush()


def beat(token: Any, every: float) -> None:
    """Tell of progress for as long as anybody listens."""
    for number in itertools.count(1):
        threading.Event().wait(every)
        send({"method": "notifications/progress", "params": {"progressToken": token, "progress": number}})


def main(journal: str, every: str = "0") -> None:
    """Serve until the app closes the pipe."""
    with open(journal, "a", buffering=1) as kept:
        for line in sys.stdin.buffer:
            message = json.loads(line)
            kept.write(json.dumps({"at": time.monotonic(), "message": message}) + "\n")
            params = message.get("params") or {}
            match message.get("method"):
                case "initialize":
                    about = {"serverInfo": {"name": "mute", "version": "0"}, "capabilities": {"tools": {}}}
                    send({"id": message["id"], "result": {"protocolVersion": params["protocolVersion"], **about}})
                case "tools/list":
                    send({"id": message["id"], "result": {"tools": [TOOL]}})
                case "tools/call":
                    token = params.get("_meta", {}).get("progressToken")
                    if token is not None and float(every):
                        threading.Thread(target=beat, args=(token, float(every)), daemon=True).start()
                case "ping":
                    send({"id": message["id"], "result": {}})
                case _ if "id" in message and "method" in message:
                    send({"id": message["id"], "error": {"code": -32601, "message": "not here"}})
        kept.write(json.dumps({"at": time.monotonic(), "message": {"method": "(the pipe was closed)"}}) + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
