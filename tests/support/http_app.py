"""A client for tests that speaks raw JSON-RPC with a server behind a URL, and keeps every byte of JSON that comes.

It is no part of Assent's code on purpose: what passes through Assent is held against what this client hears.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx2

from host import tasks
from tests.support.waiting import PATIENCE


class HttpApp:
    """One connection. ``lines``: each message as it came, in order."""

    def __init__(self, client: httpx2.AsyncClient, url: str) -> None:
        self._client, self._url = client, url
        self.lines: list[bytes] = []
        self._headers: dict[str, str] = {}
        self._sent: set[asyncio.Task[None]] = set()
        self.news = asyncio.Event()

    def send(self, text: bytes) -> None:
        """Send one message."""
        task = tasks.spawn(self._post(text), name="an app over HTTP")
        self._sent.add(task)
        task.add_done_callback(self._sent.discard)

    async def _post(self, text: bytes) -> None:
        message: dict[str, Any] = json.loads(text)
        headers = {"accept": "application/json, text/event-stream", "content-type": "application/json", **self._headers}
        meta = (message.get("params") or {}).get("_meta", {})
        if "io.modelcontextprotocol/protocolVersion" in meta:
            headers |= {
                "mcp-protocol-version": meta["io.modelcontextprotocol/protocolVersion"],
                "mcp-method": message["method"],
            }
            name = message["params"].get("name", message["params"].get("uri"))
            headers |= {"mcp-name": name} if name is not None else {}
        async with self._client.stream("POST", self._url, content=text, headers=headers, timeout=PATIENCE) as response:
            if message.get("method") == "initialize":
                self._headers = {"mcp-protocol-version": message["params"]["protocolVersion"]}
                if "mcp-session-id" in response.headers:
                    self._headers["mcp-session-id"] = response.headers["mcp-session-id"]
            if response.headers.get("content-type", "").startswith("text/event-stream"):
                rest = b""
                async for chunk in response.aiter_bytes():  # lines of text would end at U+2028 too
                    *lines, rest = (rest + chunk).split(b"\n")
                    for line in lines:
                        if line.startswith(b"data: "):
                            self._hear(line.removeprefix(b"data: ").rstrip(b"\r"))
            elif body := await response.aread():
                self._hear(body)

    def _hear(self, line: bytes) -> None:
        if line.startswith(b"{"):
            self.lines.append(line)
            self.news.set()

    async def close(self) -> None:
        """Give everything up."""
        for task in tuple(self._sent):
            task.cancel()
        if self._sent:
            await asyncio.wait(set(self._sent))


@asynccontextmanager
async def directly(url: str, **headers: str) -> AsyncIterator[HttpApp]:
    """A client of the server at ``url``, with these ``headers`` in each request."""
    async with httpx2.AsyncClient(trust_env=False, headers=headers) as client:
        app = HttpApp(client, url)
        try:
            yield app
        finally:
            await app.close()
