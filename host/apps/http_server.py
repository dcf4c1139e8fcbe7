"""The HTTP server for apps: uvicorn with h11, bounded.

Owns: what one read of a connection may cost, whoever sent it: a request is parsed before its token is checked.

The import takes 0.1 s: it is done on first use, in a thread.
"""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import Iterator
from typing import Any, Final, Protocol  # Any: arguments that are passed through, and ASGI

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from host.apps.gateway import ACCEPTED_PER_TURN, BACKLOG

MAX_HEAD: Final = 64 << 10
MAX_LINES: Final = 500
"""Bytes and lines of a request's head, and lines of what may follow a body: each line costs 2 µs."""
SMALL_PIECES: Final = 200
PIECE_BYTES: Final = 512
"""Pieces of a body that may be small, and bytes that further ones have on average: each costs 10 µs."""
SLICE_BYTES: Final = 8 << 10
"""Bytes that are parsed at once."""
SHUTDOWN_GRACE: Final = 1
"""Seconds that open streams have to finish when Assent ends."""


class App(Protocol):
    """An ASGI application that hears of connections, by the addresses that they come from."""

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """ASGI."""

    def connected(self, client: object, transport: asyncio.Transport) -> None:
        """Hear of a connection."""

    def disconnected(self, client: object) -> None:
        """Hear of its end."""


class Parser(h11.Connection):
    """Refuses a head of many lines, and a body in many small pieces, before they cost their time."""

    def __init__(self) -> None:
        super().__init__(h11.SERVER, MAX_HEAD)
        self._pieces = self._size = 0

    def next_event(self) -> Any:
        """Return the next event, as h11 does. Raises RemoteProtocolError."""
        if self.their_state is h11.IDLE:
            self._pieces = self._size = 0
            if _is_long_head(self.trailing_data[0]):
                raise h11.RemoteProtocolError("the head is too long")
        event = super().next_event()
        if isinstance(event, h11.Data):
            self._pieces += 1
            self._size += len(event.data)
            if self._pieces > SMALL_PIECES + self._size // PIECE_BYTES:
                raise h11.RemoteProtocolError("the body comes in too many pieces")
        return event

    @property
    def holds_many_lines(self) -> bool:
        """Whether more lines follow a body than anybody sends."""
        return self.their_state is h11.SEND_BODY and self.trailing_data[0].count(b"\n") > MAX_LINES


def _is_long_head(data: bytes) -> bool:
    """Whether the head of the next request, with which ``data`` begins, is longer than allowed."""
    ends = [end for end in (data.find(b"\n\n", 0, MAX_HEAD), data.find(b"\n\r\n", 0, MAX_HEAD)) if end >= 0]
    end = min(ends, default=len(data))
    return end > MAX_HEAD or data.count(b"\n", 0, end) > MAX_LINES


class Connection(H11Protocol):
    """A connection of an app."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.conn: Parser = Parser()
        self._listener: App = self.config.app  # type: ignore[assignment]  # see ``server_for``

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        """asyncio: connected."""
        super().connection_made(transport)
        self._listener.connected(self.client, transport)

    def data_received(self, data: bytes) -> None:
        """asyncio: data arrived."""
        for begin in range(0, len(data), SLICE_BYTES):
            if self.transport.is_closing():
                return
            super().data_received(data[begin : begin + SLICE_BYTES])
            if self.conn.holds_many_lines:
                self.transport.abort()

    def send_400_response(self, msg: str) -> None:
        """Refuse what is no HTTP, unless an answer was begun already, and let the application write nothing more."""
        if self.cycle is not None:
            self.cycle.disconnected = True
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            super().send_400_response(msg)
        else:
            self.transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        """asyncio: the connection is gone."""
        super().connection_lost(exc)
        self._listener.disconnected(self.client)


class Server(uvicorn.Server):
    """A server that leaves signals to the host and never polls."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self._ended = asyncio.Event()

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Leave signals alone."""
        yield

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Listen on ``sockets``."""
        await super().startup(sockets)
        for listener in sockets or ():
            listener.listen(BACKLOG)

    async def main_loop(self) -> None:
        """Wait for ``end``."""
        await self._ended.wait()

    def end(self) -> None:
        """Accept no more requests, and end soon."""
        self.should_exit = True
        self._ended.set()


def server_for(app: App) -> Server:
    """Return a server for ``app``."""
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
        backlog=ACCEPTED_PER_TURN,
        timeout_graceful_shutdown=SHUTDOWN_GRACE,
    )
    config.load()
    return Server(config)
