"""HTTP as ASGI has it: what answers are made of, and the server that carries them.

Owns: the headers that every answer has, and how uvicorn is started, watched and ended.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Iterator, Mapping, MutableMapping
from types import MappingProxyType
from typing import Any, Final, Protocol, TypeAlias  # Any: what ASGI hands over

Scope: TypeAlias = MutableMapping[str, Any]
Event: TypeAlias = MutableMapping[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[Event]]
Send: TypeAlias = Callable[[Event], Awaitable[None]]

JSON: Final = "application/json"
EVENTS: Final = "text/event-stream"
SHUTDOWN: Final = 1
"""Seconds that open streams have when Assent ends."""


class Application(Protocol):
    """An ASGI application that hears of connections."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One HTTP request."""

    def connected(self, client: object, transport: asyncio.Transport) -> None:
        """Somebody at the address ``client`` connected."""

    def disconnected(self, client: object) -> None:
        """And left."""


async def disconnected(receive: Receive) -> None:
    """Return once the app has closed its request."""
    while (await receive())["type"] != "http.disconnect":
        pass


async def head(send: Send, status: int, kind: str, headers: Mapping[str, str] = MappingProxyType({})) -> None:
    """Begin an answer of ``kind``, a content type; ``headers``: further ones."""
    raw = {"content-type": kind, "cache-control": "no-store", "x-content-type-options": "nosniff", **headers}
    if kind == EVENTS:
        raw["x-accel-buffering"] = "no"
    pairs = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in raw.items()]
    await send({"type": "http.response.start", "status": status, "headers": pairs})


async def more_body(send: Send, data: bytes, *, more: bool = True) -> None:
    """A piece of the answer; ``more``: whether it is not the last."""
    await send({"type": "http.response.body", "body": data, "more_body": more})


async def begin_events(send: Send, begun: bool, begins: Mapping[str, str]) -> bool:
    """Begin a stream of events unless it is ``begun``; returns that it is. ``begins``: further headers."""
    if not begun:
        await head(send, 200, EVENTS, begins)
    return True


async def whole(send: Send, status: int, body: bytes, headers: Mapping[str, str] = MappingProxyType({})) -> None:
    """A whole answer in JSON."""
    await head(send, status, JSON, {**headers, "content-length": str(len(body))})
    await more_body(send, body, more=False)


def server_for(app: Application) -> Any:
    """A uvicorn server that leaves signals to the host and sleeps while nobody comes."""
    import uvicorn  # on first use: few apps come over HTTP
    from uvicorn.protocols.http.h11_impl import H11Protocol

    class Connection(H11Protocol):
        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
            super().connection_made(transport)
            app.connected(self.client, transport)

        def connection_lost(self, exc: Exception | None) -> None:
            super().connection_lost(exc)
            app.disconnected(self.client)

    class Server(uvicorn.Server):
        def __init__(self, config: uvicorn.Config) -> None:
            super().__init__(config)
            self._ended = asyncio.Event()

        @contextlib.contextmanager
        def capture_signals(self) -> Iterator[None]:
            yield

        async def main_loop(self) -> None:
            await self._ended.wait()

        def end(self) -> None:
            self.should_exit = True
            self._ended.set()

    config = uvicorn.Config(
        app,
        http=Connection,
        ws="none",
        lifespan="off",
        log_config=None,
        access_log=False,
        proxy_headers=False,
        server_header=False,
        date_header=False,
        timeout_graceful_shutdown=SHUTDOWN,
    )
    config.load()
    return Server(config)
