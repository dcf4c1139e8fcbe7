"""Servers behind a URL: real ones as processes of their own, and one on a bare socket that does what a test says."""

from __future__ import annotations

import asyncio
import json
import os
import socket
import ssl
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, Self

from host import tasks
from tests.support.hosts import ROOT
from tests.support.waiting import PATIENCE, eventually

MODERN = ROOT / "tests/servers/modern_http.py"
EVERYTHING = ROOT / "tests/servers/npm/node_modules/.bin/mcp-server-everything"


def free_port() -> int:
    """A port of this machine that nobody has now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@asynccontextmanager
async def program(*command: str, **environment: str) -> AsyncIterator[int]:
    """A server as a process of its own, told by ``PORT`` where to listen; yields that port once it does."""
    port = free_port()
    process = await asyncio.create_subprocess_exec(
        *command,
        env={**os.environ, "PORT": str(port), **environment},
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.DEVNULL,
    )
    try:
        await eventually(lambda: _answers(port) or process.returncode is not None)
        assert process.returncode is None, f"it ended with {process.returncode}"
        yield port
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()


def _answers(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), timeout=1).close()
    except OSError:
        return False
    return True


def everything(transport: str) -> AbstractAsyncContextManager[int]:
    """server-everything over ``streamableHttp``, at ``/mcp``, or ``sse``, at ``/sse``."""
    return program(str(EVERYTHING), transport)


def modern(*options: str) -> AbstractAsyncContextManager[int]:
    """The SDK's server, in both eras, at ``/mcp``."""
    return program(sys.executable, str(MODERN), *options)


@dataclass
class Request:
    """One HTTP request as it arrived. Attributes: headers: by lower-case name, in the order of arrival."""

    method: str
    path: str
    headers: dict[str, str]
    body: bytes
    reader: asyncio.StreamReader = field(repr=False)
    writer: asyncio.StreamWriter = field(repr=False)

    @property
    def message(self) -> dict[str, Any]:
        """The JSON-RPC message."""
        found: dict[str, Any] = json.loads(self.body)
        return found

    async def answer(
        self, status: int = 200, body: bytes | Any = b"", kind: str = "application/json", **headers: str
    ) -> None:
        """One whole answer; a body that is no bytes becomes JSON."""
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        self.head(status, kind, **{"content_length": str(len(data)), **headers})
        self.writer.write(data)
        await self.writer.drain()

    async def result(self, result: Any, **headers: str) -> None:
        """The answer to a request, as JSON."""
        await self.answer(200, {"jsonrpc": "2.0", "id": self.message["id"], "result": result}, **headers)

    def head(self, status: int = 200, kind: str = "application/json", **headers: str) -> None:
        """The head of an answer; names of ``headers`` with underscores."""
        lines = [f"HTTP/1.1 {status} X", *([f"content-type: {kind}"] if kind else [])]
        lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
        self.writer.write("\r\n".join([*lines, "", ""]).encode("latin-1"))

    async def events(self, **headers: str) -> None:
        """Begin a stream of events, which ends with the connection."""
        self.head(200, "text/event-stream", connection="close", **headers)
        await self.writer.drain()

    async def event(self, data: Any = None, **fields: str) -> None:
        """One event; ``data`` that is no text becomes JSON."""
        said = [f"{name}: {value}" for name, value in fields.items()]
        if data is not None:
            said.append("data: " + (data if isinstance(data, str) else json.dumps(data)))
        self.writer.write(("\n".join([*said, "", ""])).encode())
        await self.writer.drain()

    async def gone(self) -> None:
        """Wait until the other side has closed the connection."""
        async with asyncio.timeout(PATIENCE):
            assert not await self.reader.read(1)


Handler = Callable[[Request], Awaitable[None]]


class RawHttp:
    """A server on a bare socket. ``seen`` keeps what arrived; a handler that returns keeps the connection open."""

    def __init__(self, handler: Handler, *, tls: ssl.SSLContext | None = None) -> None:
        self._handler, self._tls = handler, tls
        self.seen: list[Request] = []
        self.news = asyncio.Event()
        self._busy: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._connected, "127.0.0.1", 0, limit=64 << 20, ssl=self._tls)
        self.port = int(self._server.sockets[0].getsockname()[1])
        return self

    async def __aexit__(self, *error: Any) -> None:
        self._server.close()
        for task in tuple(self._busy):
            task.cancel()
        if self._busy:
            await asyncio.wait(self._busy)

    @property
    def url(self) -> str:
        """Where it listens."""
        return f"http://127.0.0.1:{self.port}/mcp"

    def methods(self) -> list[str]:
        """What arrived, in short: the method of each message, or that of HTTP."""
        return [
            str(each.message.get("method", "answer")) if each.method == "POST" else each.method for each in self.seen
        ]

    async def until(self, *wanted: str) -> Request:
        """Wait until the last of ``wanted`` arrived; the newest such request."""
        async with asyncio.timeout(PATIENCE):
            while True:
                for name, request in zip(reversed(self.methods()), reversed(self.seen), strict=True):
                    if name in wanted:
                        return request
                self.news.clear()
                await self.news.wait()

    def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = tasks.spawn(self._serve(reader, writer), name="a raw server")
        self._busy.add(task)
        task.add_done_callback(self._busy.discard)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while (request := await _read(reader, writer)) is not None:
                self.seen.append(request)
                self.news.set()
                await self._handler(request)
                await writer.drain()
                if request.headers.get("x-close"):
                    break
        except (OSError, asyncio.IncompleteReadError):
            return
        finally:
            writer.close()


async def _read(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> Request | None:
    head = await reader.readuntil(b"\r\n\r\n")
    first, *lines = head.decode("latin-1").split("\r\n")[:-2]
    method, path, _ = first.split(" ")
    headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
    body = await reader.readexactly(int(headers.get("content-length", "0")))
    return Request(method, path, headers, body, reader, writer)
