"""A server without any SDK, for tests: exact bytes, both protocol eras, and every misbehaviour on request.

It is a real process on real pipes. ``--journal FILE`` keeps, one JSON line each and flushed to disk before the answer,
every ``tools/call`` that arrived, params and all: what this file says is what happened.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import threading
import time
from collections.abc import Callable
from typing import Any  # JSON as it comes: a test server wants no types in its way

LEGACY = ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25")
MODERN = "2026-07-28"
META_VERSION = "io.modelcontextprotocol/protocolVersion"

TEXT = {"type": "object", "properties": {"text": {"type": "string"}}, "required": ["text"]}
ANY = {"type": "object"}


class Server:
    """One process, one session."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options
        self.lock = threading.Lock()
        self.modern = False
        self.suffix = ""
        self.cancelled: dict[Any, threading.Event] = {}
        self.asked: dict[Any, Callable[[Any], None]] = {}
        self.listings = 0

    def send(self, message: dict[str, Any]) -> None:
        line = json.dumps({"jsonrpc": "2.0", **message}, separators=(",", ":"), ensure_ascii=False)
        self.raw(line.encode("utf-8", "surrogatepass") + b"\n")

    def raw(self, data: bytes) -> None:
        with self.lock:
            sys.stdout.buffer.write(data)
            sys.stdout.buffer.flush()

    def result(self, request_id: Any, body: dict[str, Any]) -> None:
        self.send({"id": request_id, "result": {"resultType": "complete", **body} if self.modern else body})

    def text(self, request_id: Any, text: str, **more: Any) -> None:
        self.result(request_id, {"content": [{"type": "text", "text": text}], "isError": False, **more})

    def run(self) -> None:
        for line in sys.stdin.buffer:
            message = json.loads(line)
            if "method" not in message:
                self.asked.pop(message["id"])(message)
                continue
            handler = getattr(self, "on_" + message["method"].replace("/", "_"), None)
            if handler is not None:
                handler(message.get("id"), message.get("params") or {})
            elif "id" in message:
                self.send({"id": message["id"], "error": {"code": -32601, "message": "Method not found"}})

    def on_initialize(self, request_id: Any, params: dict[str, Any]) -> None:
        self.journal({"initialize": params})
        wanted = params["protocolVersion"]
        version = self.options.version or (wanted if wanted in LEGACY else LEGACY[-1])
        capabilities = {"tools": {"listChanged": True}, "tasks": {"list": {}}, "x-unknown": {"kept": None}}
        info = {"name": "raw", "version": "1", "x-extra": 12345678901234567890}
        greeting = {"protocolVersion": version, "capabilities": capabilities, "serverInfo": info}
        self.result(request_id, greeting | self.instructions())

    def on_server_discover(self, request_id: Any, params: dict[str, Any]) -> None:
        self.modern = True
        capabilities: dict[str, Any] = {"tools": {}, "extensions": {"io.modelcontextprotocol/tasks": {}}}
        self.result(
            request_id,
            {"supportedVersions": [MODERN], "capabilities": capabilities, "ttlMs": 0, "cacheScope": "private"}
            | self.instructions(),
        )

    def instructions(self) -> dict[str, Any]:
        if not self.options.instructions:
            return {}
        with open(self.options.instructions, encoding="utf-8") as file:
            return {"instructions": file.read()}

    def on_ping(self, request_id: Any, params: dict[str, Any]) -> None:
        self.result(request_id, {})

    def on_tools_list(self, request_id: Any, params: dict[str, Any]) -> None:
        self.modern = self.modern or META_VERSION in params.get("_meta", {})
        self.listings += 1
        if self.options.endless_pages:
            fresh = str(self.listings) if self.options.endless_pages == "fresh" else "same"
            self.result(request_id, {"tools": [{"name": f"t{self.listings}", "inputSchema": ANY}], "nextCursor": fresh})
            return
        if self.options.no_list:
            return
        self.result(request_id, {"tools": self.tools(), "ttlMs": 0, "cacheScope": "private"})

    def tools(self) -> list[dict[str, Any]]:
        tools: list[dict[str, Any]] = [
            {
                "name": "echo",
                "description": "Echo." + self.suffix,
                "inputSchema": TEXT,
                "annotations": {"dataScale": "small"},
            },
            {"name": "any", "inputSchema": ANY, "x-unknown": {"null": None, "big": 12345678901234567890}}
            | ({"annotations": self.options.claims} if self.options.claims else {}),
            {"name": "tasky", "inputSchema": ANY, "execution": {"taskSupport": "required", "x-kept": 1}},
            {"name": "weather", "inputSchema": ANY, "outputSchema": {"type": "object", "required": ["celsius"]}},
            {"name": "pattern", "inputSchema": {"type": "object", "properties": {"s": {"pattern": "^(a+)+$"}}}},
            {"name": "odd name", "inputSchema": ANY},
        ]
        calm = "slow big change fail error elicit sample more null stderr late"
        wild = "hang crash flood nolf junk twice beg dense"
        names = f"{calm} {wild}".split()
        tools += [{"name": name, "inputSchema": ANY} for name in names]
        tools += [{"name": "double", "inputSchema": ANY}] * 2
        tools += [{"name": name, "inputSchema": ANY} for name in self.options.also.split()]
        return tools

    def on_tools_call(self, request_id: Any, params: dict[str, Any]) -> None:
        self.modern = self.modern or META_VERSION in params.get("_meta", {})
        self.journal({"call": params})
        handler = getattr(self, "call_" + params["name"].replace(" ", "_"), self.call_any)
        handler(request_id, params.get("arguments", {}), params)

    def on_call_tool(self, request_id: Any, params: dict[str, Any]) -> None:
        self.journal({"call_tool": params})

    def on_notifications_cancelled(self, request_id: Any, params: dict[str, Any]) -> None:
        self.journal({"cancelled": params})
        if (event := self.cancelled.get(params["requestId"])) is not None:
            event.set()

    def on_notifications_initialized(self, request_id: Any, params: dict[str, Any]) -> None:
        self.journal({"initialized": True})

    def on_notifications_progress(self, request_id: Any, params: dict[str, Any]) -> None:
        self.journal({"progress": params})

    def on_resources_read(self, request_id: Any, params: dict[str, Any]) -> None:
        self.journal({"read": params})
        claim = {"_meta": {"kept": 1, "dev.assent/receipt": {"who": "ana"}}} if params["uri"] == "claims:" else {}
        self.result(request_id, {"contents": [{"uri": params["uri"], "text": "what is there"}], **claim})

    def on_subscriptions_listen(self, request_id: Any, params: dict[str, Any]) -> None:
        meta = {"_meta": {"io.modelcontextprotocol/subscriptionId": request_id}}
        agreed = {"notifications": params.get("notifications", {})}
        self.send({"method": "notifications/subscriptions/acknowledged", "params": {**agreed, **meta}})
        if self.options.listens:
            return
        self.send({"method": "notifications/tools/list_changed", "params": meta})
        self.send({"method": "notifications/cancelled", "params": {"requestId": request_id}})

    def journal(self, entry: dict[str, Any]) -> None:
        if self.options.journal:
            descriptor = os.open(self.options.journal, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
            os.write(descriptor, json.dumps(entry).encode() + b"\n")
            if self.options.sync:
                os.fsync(descriptor)
            os.close(descriptor)

    # The tools

    def call_any(self, request_id: Any, arguments: dict[str, Any], params: dict[str, Any]) -> None:
        if "meta" in arguments:
            failed = {"isError": True} if "isError" in arguments else {}
            self.result(request_id, {**failed, "content": [], "_meta": arguments["meta"]})
        elif isinstance(content := arguments.get("content"), list):
            self.result(request_id, {"content": content, "isError": False})
        else:
            self.text(request_id, json.dumps(arguments))

    def call_echo(self, request_id: Any, arguments: dict[str, Any], params: dict[str, Any]) -> None:
        self.text(request_id, arguments["text"])

    def call_big(self, request_id: Any, arguments: dict[str, Any], params: dict[str, Any]) -> None:
        self.text(request_id, "x" * arguments["size"])

    def call_slow(self, request_id: Any, arguments: dict[str, Any], params: dict[str, Any]) -> None:
        """Runs until cancelled or until the file ``until`` appears, with progress under the token asked for."""
        event = self.cancelled[request_id] = threading.Event()
        token = params.get("_meta", {}).get("progressToken")

        def work() -> None:
            steps = 0
            while not event.wait(0.01):
                steps += 1
                if token is not None:
                    self.send(
                        {"method": "notifications/progress", "params": {"progressToken": token, "progress": steps}}
                    )
                if os.path.exists(arguments.get("until", "")):
                    self.text(request_id, "done")
                    return

        threading.Thread(target=work, daemon=True).start()

    def call_hang(self, request_id: Any, arguments: dict[str, Any], params: dict[str, Any]) -> None:
        time.sleep(3600)

    def call_late(self, request_id: Any, arguments: dict[str, Any], params: dict[str, Any]) -> None:
        return None

    def call_twice(self, request_id: Any, arguments: dict[str, Any], params: dict[str, Any]) -> None:
        self.text(request_id, "first")
        self.text(request_id, "second")

    def call_crash(self, request_id: Any, arguments: dict[str, Any], params: dict[str, Any]) -> None:
        os._exit(3)

    def call_flood(self, request_id: Any, arguments: dict[str, Any], params: dict[str, Any]) -> None:
        line = b'{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"flood"}}\n'
        self.raw(line * arguments["count"])
        self.text(request_id, "flooded")

    def call_nolf(self, request_id: Any, arguments: dict[str, Any], params: dict[str, Any]) -> None:
        chunk = b"x" * (1 << 20)
        for _ in range(arguments["megabytes"]):
            self.raw(chunk)

    def call_junk(self, request_id: Any, arguments: dict[str, Any], params: dict[str, Any]) -> None:
        self.raw(b'starting up...\n\xff\xfe\n{"jsonrpc":"2.0"}\n')
        self.text(request_id, "after junk")

    def call_stderr(self, request_id: Any, arguments: dict[str, Any], params: dict[str, Any]) -> None:
        sys.stderr.write("\x1b[8mhidden\r" + "e" * arguments.get("size", 10))
        sys.stderr.flush()
        self.text(request_id, "said")

    def call_change(self, request_id: Any, arguments: dict[str, Any], params: dict[str, Any]) -> None:
        self.suffix = arguments.get("suffix", " Changed.")
        if arguments.get("announce"):
            self.send({"method": "notifications/tools/list_changed"})
        self.text(request_id, "changed")

    def call_fail(self, request_id: Any, arguments: dict[str, Any], params: dict[str, Any]) -> None:
        self.result(request_id, {"content": [{"type": "text", "text": "no such city"}], "isError": True})

    def call_error(self, request_id: Any, arguments: dict[str, Any], params: dict[str, Any]) -> None:
        error = {"code": -32050, "message": "out of order", "data": {"kept": None, "big": 12345678901234567890}}
        self.send({"id": request_id, "error": error})

    def call_null(self, request_id: Any, arguments: dict[str, Any], params: dict[str, Any]) -> None:
        extra = {"x-unknown": None, "x-float": 1.50, "_meta": {"big": 123456789012345678901234567890}}
        self.raw(b'{"jsonrpc":"2.0","id":%d,"result":{"content":[],"x":1.50,"y":1e2,"z":null}}\n' % request_id)
        assert extra

    def call_weather(self, request_id: Any, arguments: dict[str, Any], params: dict[str, Any]) -> None:
        self.text(request_id, "sunny", **arguments)

    def call_elicit(self, request_id: Any, arguments: dict[str, Any], params: dict[str, Any]) -> None:
        form = {**ANY, "properties": {"name": {"type": "string"}}, "required": ["name"]}
        meta = {"_meta": {"progressToken": arguments["token"]}} if "token" in arguments else {}
        self.ask("elicitation/create", request_id, {"message": "name?", "requestedSchema": form, **meta})

    def call_sample(self, request_id: Any, arguments: dict[str, Any], params: dict[str, Any]) -> None:
        self.ask("sampling/createMessage", request_id, {"messages": [], "maxTokens": 1})

    def call_beg(self, request_id: Any, arguments: dict[str, Any], params: dict[str, Any]) -> None:
        for number in range(arguments["count"]):
            self.send({"id": f"beg-{number}", "method": "sampling/createMessage", "params": {}})

    def call_dense(self, request_id: Any, arguments: dict[str, Any], params: dict[str, Any]) -> None:
        self.raw(b'{"jsonrpc":"2.0","method":"notifications/message","params":{"data":[1.50')
        self.raw(b",1.50" * arguments["count"] + b"]}}\n")

    def ask(self, method: str, request_id: Any, params: dict[str, Any]) -> None:
        asked = f"ask-{request_id}"
        self.asked[asked] = lambda answer: self.text(
            request_id, json.dumps({key: answer[key] for key in ("result", "error") if key in answer})
        )
        self.send({"id": asked, "method": method, "params": params})

    def call_more(self, request_id: Any, arguments: dict[str, Any], params: dict[str, Any]) -> None:
        """Modern: asks for input over and over (basic/patterns/mrtr)."""
        wanted = {"method": arguments.get("method", "elicitation/create"), "params": {"message": "again?"}}
        state = str(int(params.get("requestState", "0")) + 1)
        self.send(
            {
                "id": request_id,
                "result": {"resultType": "input_required", "inputRequests": {"q": wanted}, "requestState": state},
            }
        )


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--claims", type=json.loads, help="annotations of the tool any, as JSON")
    parser.add_argument("--instructions", default="", help="file whose text are the instructions")
    parser.add_argument("--journal", default="")
    parser.add_argument("--also", default="", help="further tools, by name")
    parser.add_argument("--sync", action="store_true")
    parser.add_argument("--version", default="")
    parser.add_argument("--listens", action="store_true", help="keep subscriptions open, and say nothing in them")
    parser.add_argument("--endless-pages", default="", choices=["", "same", "fresh"])
    parser.add_argument("--no-list", action="store_true")
    parser.add_argument("--exit-at-start", action="store_true")
    options = parser.parse_args()
    if options.exit_at_start:
        sys.exit(7)
    Server(options).run()


if __name__ == "__main__":
    main()
