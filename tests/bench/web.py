"""The same load over HTTP: so many connections as calls are in flight, each kept open, one call at a time on each.

Owns: the measuring of calls over HTTP, and the server that answers them without any proxy
(``python -m tests.bench.web PORT``).

Invariants: one thread, as ``line`` has it; a call's time runs from before its bytes are written until the read that
brought the end of its answer.
"""

from __future__ import annotations

import asyncio
import gc
import itertools
import json
import select
import socket
import sys
import time
from collections.abc import Mapping
from typing import Any, Final

from tests.bench.echo_server import answer
from tests.bench.line import CHUNK, Sample, quantile
from tests.bench.payloads import SMALL, Payload
from tests.support.waiting import eventually_blocking

HOST: Final = "127.0.0.1"
_REVISION: Final = "2025-11-25"


class _Connection:
    """One connection. Attributes: socket: its. sent: when its call was."""

    def __init__(self, port: int) -> None:
        self.socket = _reach(port)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.sent = 0
        self._got = bytearray()

    def take(self) -> bytes | None:
        """The body of the answer, None where more of it is to come."""
        chunk = self.socket.recv(CHUNK)
        assert chunk, "the line broke"
        self._got += chunk
        end = self._got.find(b"\r\n\r\n")
        if end < 0:
            return None
        fields = bytes(self._got[:end]).lower()
        if b"transfer-encoding: chunked" in fields:
            if not self._got.endswith(b"0\r\n\r\n"):
                return None
        elif len(self._got) < end + 4 + int(fields.partition(b"content-length:")[2].split(b"\r\n", 1)[0] or b"0"):
            return None
        body, self._got = bytes(self._got), bytearray()
        return body


def _reach(port: int) -> socket.socket:
    """Connect as soon as somebody listens."""

    def connected() -> socket.socket | None:
        try:
            return socket.create_connection((HOST, port))
        except ConnectionRefusedError:
            return None

    reached = eventually_blocking(connected)
    assert reached is not None
    return reached


class WebLine:
    """An MCP server behind a URL."""

    def __init__(self, port: int, path: str, headers: Mapping[str, str]) -> None:
        """``headers``: of each request, besides those that MCP wants."""
        fields = {"Host": f"{HOST}:{port}", "Content-Type": "application/json", **headers}
        fields["Accept"] = "application/json, text/event-stream"
        self._port, self._path, self._fields = port, path, fields
        self._ids = itertools.count(1)
        self._head = b""

    def greet(self) -> None:
        """Shake hands."""
        params = {"protocolVersion": _REVISION, "capabilities": {}, "clientInfo": {"name": "bench", "version": "1"}}
        answered = self._ask({"id": next(self._ids), "method": "initialize", "params": params})
        named = answered.lower().partition(b"mcp-session-id:")
        if named[1]:
            at = len(named[0]) + len(named[1])
            self._fields["Mcp-Session-Id"] = answered[at:].split(b"\r\n", 1)[0].strip().decode()
        self._fields["Mcp-Protocol-Version"] = _REVISION
        self._head = b""
        self._ask({"method": "notifications/initialized"})

    def check(self, payload: Payload) -> None:
        """One call, whose result must be right to the letter."""
        request: dict[str, Any] = json.loads(payload.request(next(self._ids)))
        answered = self._ask(request)
        body = answered[answered.index(b'{"jsonrpc"') : answered.rindex(b"}") + 1]
        assert json.loads(body)["result"]["content"][0]["text"] == payload.expected, "this line changes what passes"

    def burst(self, payload: Payload, in_flight: int, seconds: float) -> Sample:
        """Keep ``in_flight`` calls in flight for so many seconds."""
        poll, taken = select.epoll(), list[int]()
        busy: dict[int, _Connection] = {}
        gc.collect()
        gc.disable()
        began = now = time.perf_counter_ns()
        until = began + int(seconds * 1e9)
        waiting = 0
        try:
            for _ in range(in_flight):
                connection = _Connection(self._port)
                busy[connection.socket.fileno()] = connection
                poll.register(connection.socket, select.EPOLLIN)
                self._send(connection, payload)
                waiting += 1
            while waiting:
                for number, _ in poll.poll():
                    connection = busy[number]
                    if (body := connection.take()) is None:
                        continue
                    now = time.perf_counter_ns()
                    assert b" 200 " in body[:20], body[:200]
                    taken.append(now - connection.sent)
                    if now < until:
                        self._send(connection, payload)
                    else:
                        waiting -= 1
        finally:
            gc.enable()
            poll.close()
            for connection in busy.values():
                connection.socket.close()
        times = [nanoseconds / 1e6 for nanoseconds in taken]
        return Sample(quantile(times, 0.5), quantile(times, 0.99), len(taken) / ((now - began) / 1e9), len(taken))

    def _send(self, connection: _Connection, payload: Payload) -> None:
        body = payload.request(next(self._ids))
        connection.sent = time.perf_counter_ns()
        connection.socket.sendall(self._request(body))

    def _ask(self, message: Mapping[str, object]) -> bytes:
        connection = _Connection(self._port)
        connection.socket.sendall(self._request(json.dumps({"jsonrpc": "2.0", **message}).encode()))
        while (answered := connection.take()) is None:
            continue
        connection.socket.close()
        return answered

    def _request(self, body: bytes) -> bytes:
        if not self._head:
            fields = "".join(f"{name}: {value}\r\n" for name, value in self._fields.items())
            self._head = f"POST {self._path} HTTP/1.1\r\n{fields}Content-Length: ".encode()
        return b"%b%d\r\n\r\n%b" % (self._head, len(body), body)


def reached(port: int, path: str, headers: Mapping[str, str]) -> WebLine:
    """A line that shook hands and was checked; waits until somebody listens."""
    line = WebLine(port, path, headers)
    line.greet()
    line.check(SMALL)
    return line


class _Echo(asyncio.Protocol):
    """The echo server over HTTP: its price is part of every call that is measured directly."""

    def __init__(self) -> None:
        self._got = b""
        self._to_client: asyncio.WriteTransport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """asyncio: connected."""
        assert isinstance(transport, asyncio.WriteTransport)
        self._to_client = transport

    def data_received(self, data: bytes) -> None:
        """asyncio: a chunk."""
        self._got += data
        head, found, rest = self._got.partition(b"\r\n\r\n")
        size = int(head.lower().partition(b"content-length:")[2].split(b"\r\n", 1)[0] or b"0")
        if not found or len(rest) < size or self._to_client is None:
            return
        self._got = rest[size:]
        told = answer(rest[:size].rstrip())
        status = b"200 OK" if told else b"202 Accepted"
        self._to_client.write(
            b"HTTP/1.1 %b\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%b" % (status, len(told), told)
        )


async def main(port: int) -> None:
    """Serve until killed."""
    server = await asyncio.get_running_loop().create_server(_Echo, HOST, port, backlog=256)
    async with server:
        await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1])))
