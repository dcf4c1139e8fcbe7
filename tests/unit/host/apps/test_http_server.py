"""What one read of a connection of an app over HTTP may cost: how much of it is parsed."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any  # ASGI

import h11
import pytest

from host.apps import http_server
from host.apps.http_server import MAX_LINES, SMALL_PIECES, Connection, Parser, server_for
from tests.unit.host.support import turns

HEAD = b"POST / HTTP/1.1\r\nhost: a\r\n"
CHUNKED = HEAD + b"transfer-encoding: chunked\r\n\r\n"
TINY = b"1\r\n \r\n"


class Heard:
    """An application that refuses each request at once."""

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 401, "headers": [(b"content-length", b"0")]})
        await send({"type": "http.response.body", "body": b""})

    def connected(self, client: object, transport: asyncio.Transport) -> None:
        """All connections are alike here."""

    def disconnected(self, client: object) -> None:
        """As above."""


class Written(asyncio.Transport):
    """A transport that keeps what is written."""

    def __init__(self) -> None:
        super().__init__()
        self.data, self.closed = b"", False

    def write(self, data: bytes | bytearray | memoryview) -> None:
        self.data += data

    def close(self) -> None:
        self.closed = True

    def abort(self) -> None:
        self.closed = True

    def is_closing(self) -> bool:
        return self.closed

    def pause_reading(self) -> None:
        """Nothing is read here."""

    def resume_reading(self) -> None:
        """Nothing is read here."""


@pytest.fixture
async def connected() -> tuple[Connection, Written]:
    server = server_for(Heard())
    connection = Connection(config=server.config, server_state=server.server_state, app_state={})
    transport = Written()
    connection.connection_made(transport)
    return connection, transport


@pytest.fixture
def parsed(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """What h11 parsed."""
    events: list[object] = []
    next_event: Callable[[h11.Connection], object] = h11.Connection.next_event

    def noted(self: h11.Connection) -> object:
        events.append(event := next_event(self))
        return event

    monkeypatch.setattr(h11.Connection, "next_event", noted)
    return events


@pytest.mark.expected_logs("uvicorn.error: Invalid HTTP request received.")
@pytest.mark.parametrize(
    "data",
    [
        CHUNKED + TINY * 100_000,
        HEAD + b"a:b\r\n" * 50_000 + b"\r\n",
        HEAD + b"a:b\n" * 50_000 + b"\n",
        HEAD + b"a:b\r\n" + b" b\r\n" * 50_000 + b"\r\n",
        HEAD + b"a:" + b"b" * 100_000 + b"\r\n\r\n",
        CHUNKED + b"0\r\n" + b"a:b\r\n" * 50_000 + b"\r\n",
        HEAD + b"\r\n" + HEAD + b"a:b\r\n" * 50_000 + b"\r\n",
    ],
    ids=["pieces", "headers", "bare line ends", "folded", "long", "trailers", "the second request"],
)
async def test_s43_of_a_request_that_is_dear_to_parse_only_a_little_is(
    connected: tuple[Connection, Written], parsed: list[object], data: bytes
) -> None:
    connection, transport = connected
    connection.data_received(data)
    await turns()  # the second request waits for the answer to the first
    assert transport.closed
    assert len(parsed) < 3 * SMALL_PIECES
    requests = [event for event in parsed if isinstance(event, h11.Request)]
    assert all(len(request.headers) < MAX_LINES for request in requests)
    await turns()
    connection.connection_lost(None)


@pytest.mark.expected_logs("uvicorn.error: Invalid HTTP request received.")
async def test_a_body_in_small_pieces_ends_the_connection_also_behind_its_answer(
    connected: tuple[Connection, Written],
) -> None:
    connection, transport = connected
    connection.data_received(CHUNKED)
    await turns()
    assert transport.data.startswith(b"HTTP/1.1 401")
    connection.data_received(TINY * 100_000)
    assert transport.closed
    assert b" 400 " not in transport.data
    connection.connection_lost(None)


async def test_a_body_in_chunks_of_some_size_and_one_in_a_few_small_ones_are_read(
    connected: tuple[Connection, Written], parsed: list[object]
) -> None:
    connection, transport = connected
    connection.data_received(CHUNKED + TINY * SMALL_PIECES + b"400\r\n" + b" " * 1024 + b"\r\n0\r\na: b\r\n\r\n")
    assert not transport.closed
    body = b"".join(bytes(event.data) for event in parsed if isinstance(event, h11.Data))
    assert body == b" " * (SMALL_PIECES + 1024)
    assert any(isinstance(event, h11.EndOfMessage) for event in parsed)
    await turns()
    connection.connection_lost(None)


async def test_each_request_of_a_connection_may_have_as_many_pieces() -> None:
    parser = Parser()
    for _ in range(3):
        parser.receive_data(CHUNKED + TINY * SMALL_PIECES + b"0\r\n\r\n")
        while parser.next_event() is not h11.PAUSED and parser.their_state is not h11.DONE:
            pass
        parser.send(h11.Response(status_code=204, headers=[]))
        parser.send(h11.EndOfMessage())
        parser.start_next_cycle()


def test_the_server_leaves_signals_alone() -> None:
    server = http_server.server_for(Heard())
    with server.capture_signals():
        pass
    server.end()
    assert server.should_exit
