"""An AI app for tests: starts the real bridge as a real process and speaks raw JSON-RPC with it."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Self  # Any: JSON as it comes; tests look into it freely

from host import tasks
from tests.support import waiting

LEGACY_REVISION = "2025-11-25"
MODERN_REVISION = "2026-07-28"
MODERN_META = {
    "io.modelcontextprotocol/protocolVersion": MODERN_REVISION,
    "io.modelcontextprotocol/clientCapabilities": {"elicitation": {}},
    "io.modelcontextprotocol/clientInfo": {"name": "test", "version": "1"},
}
PATIENCE = waiting.PATIENCE

Json = dict[str, Any]


class App:
    """One app with one bridge. Messages that are no responses are kept in ``heard``."""

    def __init__(self, process: asyncio.subprocess.Process, *, modern: bool) -> None:
        self.process, self.modern = process, modern
        self.heard: list[Json] = []
        self.news = asyncio.Event()
        self.keep_lines = False
        self.lines: list[bytes] = []
        self._next = 0
        self._waiting: dict[int | str, asyncio.Future[Json]] = {}
        self._reader = tasks.spawn(self._read(), name="app reads")

    @classmethod
    async def start(
        cls,
        server: str,
        *,
        env: Mapping[str, str],
        app: str = "tester",
        modern: bool = False,
        revision: str = LEGACY_REVISION,
        capabilities: Json | None = None,
        command: tuple[str, ...] = (),
        greet: bool = True,
    ) -> Self:
        """Start ``assent connect`` (or ``command``) and, unless told otherwise, shake hands."""
        argv = command or (sys.executable, "-I", "-m", "host", "connect", server, "--app", app)
        process = await asyncio.create_subprocess_exec(
            *argv,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            env=dict(env),
            cwd=Path(__file__).parents[2],
            limit=64 << 20,
        )
        self = cls(process, modern=modern)
        if greet and not modern:
            await self.greet(revision, capabilities or {"elicitation": {}})
        return self

    async def greet(self, revision: str, capabilities: Json) -> Json:
        """The legacy handshake."""
        params = {
            "protocolVersion": revision,
            "capabilities": capabilities,
            "clientInfo": {"name": "t", "version": "1"},
        }
        answer = await self.request("initialize", params)
        self.notify("notifications/initialized")
        return answer

    def send(self, message: Json | list[Json] | bytes) -> None:
        """Write one line: JSON, or bytes as they are."""
        assert self.process.stdin is not None
        data = message if isinstance(message, bytes) else json.dumps(message).encode()
        self.process.stdin.write(data + b"\n")

    def notify(self, method: str, params: Json | None = None) -> None:
        """Send a notification."""
        self.send({"jsonrpc": "2.0", "method": method, **({} if params is None else {"params": params})})

    def begin(self, method: str, params: Json | None = None) -> tuple[int, asyncio.Future[Json]]:
        """Send a request; returns its id and the future response."""
        self._next += 1
        if self.modern:
            params = {**(params or {}), "_meta": {**MODERN_META, **(params or {}).get("_meta", {})}}
        future = self.expect(self._next)
        self.send(
            {"jsonrpc": "2.0", "id": self._next, "method": method, **({} if params is None else {"params": params})}
        )
        return self._next, future

    def expect(self, request_id: int | str) -> asyncio.Future[Json]:
        """The response that will carry ``request_id``."""
        future: asyncio.Future[Json] = asyncio.get_running_loop().create_future()
        self._waiting[request_id] = future
        return future

    async def request(self, method: str, params: Json | None = None) -> Json:
        """Send a request and wait for its response."""
        async with asyncio.timeout(PATIENCE):
            return await self.begin(method, params)[1]

    async def call(self, tool: str, arguments: Json | None = None, **params: Any) -> Json:
        """Propose a call and wait for what the app hears."""
        return await self.request("tools/call", {"name": tool, "arguments": arguments or {}, **params})

    def begin_call(self, tool: str, arguments: Json | None = None, **params: Any) -> tuple[int, asyncio.Future[Json]]:
        """Propose a call."""
        return self.begin("tools/call", {"name": tool, "arguments": arguments or {}, **params})

    async def hear(self, method: str) -> Json:
        """Wait for a request or notification of the server."""
        async with asyncio.timeout(PATIENCE):
            while True:
                for message in self.heard:
                    if message.get("method") == method:
                        self.heard.remove(message)
                        return message
                self.news.clear()
                await self.news.wait()

    async def close(self) -> int:
        """Close the app's end and wait until the bridge has left; returns its exit code."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        async with asyncio.timeout(PATIENCE):
            code = await self.process.wait()
            await self._reader
        return code

    async def stderr(self) -> str:
        """What the bridge wrote to stderr; only once it has left."""
        assert self.process.stderr is not None
        return (await self.process.stderr.read()).decode()

    async def _read(self) -> None:
        assert self.process.stdout is not None
        async for line in self.process.stdout:
            value = json.loads(line)
            if self.keep_lines:
                self.lines.append(line.rstrip())
            for message in value if isinstance(value, list) else [value]:
                self._sort(message)
            if isinstance(value, list):
                self.heard.append({"batch": value})
        for future in self._waiting.values():
            future.cancel()

    def _sort(self, message: Json) -> None:
        future = None if "method" in message else self._waiting.pop(message.get("id", ""), None)
        if future is not None and not future.done():
            future.set_result(message)
        else:
            self.heard.append(message)
        self.news.set()


def text_of(response: Json) -> str:
    """The text of a result, or of an error."""
    if "error" in response:
        return str(response["error"]["message"])
    return str(response["result"]["content"][0]["text"])


def refused(response: Json) -> bool:
    """Whether a result is a tool error."""
    return "result" in response and bool(response["result"].get("isError"))
