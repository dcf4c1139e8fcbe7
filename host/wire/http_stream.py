"""What an answer of a server behind a URL may cost in one turn of the loop.

Invariants: the head of an answer has a bounded number of bytes and lines, with all interim answers before it. Of its
body, only a few pieces are handled in one turn, however small they are.

The libraries take 0.1 s to import: this module is imported on first use, in a thread.
"""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import AsyncIterator
from contextlib import aclosing
from typing import Any, Final  # Any: what the library tells of a connection

import httpcore2
import httpx2

MAX_HEAD: Final = 32 << 10
MAX_LINES: Final = 200
"""Bytes and lines of the head of an answer: each line costs 3 µs, and 40 if it is a cookie."""
HEAD_READ: Final = 4 << 10
"""Bytes that are read at once until the head has ended."""
PIECES_PER_TURN: Final = 4
"""Pieces of an answer that are handled in one turn of the loop: each costs 25 µs, however small it is."""
LINES_PER_TURN: Final = 200
SLICE_BYTES: Final = 4 << 10
"""Lines of one piece of a stream of events, which cost 1 µs each. A piece of more is handled in slices, one a turn."""


class InTurns(httpx2.AsyncByteStream):
    """A stream with a turn of the loop after a few pieces: the library may read thousands without one."""

    def __init__(self, stream: Any, *, has_lines: bool) -> None:
        """``stream``: of an answer. ``has_lines``: whether it is a stream of events."""
        self._stream, self._has_lines = stream, has_lines

    async def __aiter__(self) -> AsyncIterator[bytes]:
        """Yield the same bytes."""
        count = 0
        async with aclosing(aiter(self._stream)) as pieces:
            async for piece in pieces:
                count += 1
                if count % PIECES_PER_TURN == 0:
                    await asyncio.sleep(0)
                if not self._has_lines or piece.count(b"\n") + piece.count(b"\r") <= LINES_PER_TURN:
                    yield piece
                    continue
                for begin in range(0, len(piece), SLICE_BYTES):
                    yield piece[begin : begin + SLICE_BYTES]
                    await asyncio.sleep(0)

    async def aclose(self) -> None:
        """Close the stream."""
        await self._stream.aclose()


class HeadBounded(httpcore2.AsyncNetworkStream):
    """A connection on which the heads of answers are bounded."""

    def __init__(self, stream: httpcore2.AsyncNetworkStream) -> None:
        self._stream = stream
        self._is_in_head = True
        self._head = b""  # what was read of the present head
        self._size = self._lines = 0  # of the heads before it, which are of interim answers

    async def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        """Read. Raises RemoteProtocolError if a head is too long."""
        if not self._is_in_head:
            return await self._stream.read(max_bytes, timeout)
        data = await self._stream.read(min(max_bytes, HEAD_READ), timeout)
        self._head += data
        while self._is_in_head and (end := _end_of_head(self._head)):
            head, rest = self._head[:end], self._head[end:]
            self._is_in_head = _is_interim(head)
            self._count(head)
            self._head = rest if self._is_in_head else b""
        if self._is_in_head and (
            self._size + len(self._head) > MAX_HEAD or self._lines + self._head.count(b"\n") > MAX_LINES
        ):
            raise httpcore2.RemoteProtocolError("the head of the answer is too long")
        return data

    def _count(self, head: bytes) -> None:
        self._size, self._lines = self._size + len(head), self._lines + head.count(b"\n")
        if self._size > MAX_HEAD or self._lines > MAX_LINES:
            raise httpcore2.RemoteProtocolError("the head of the answer is too long")

    async def write(self, buffer: bytes, timeout: float | None = None) -> None:
        """Write a part of a request. A head follows."""
        self._is_in_head, self._head, self._size, self._lines = True, b"", 0, 0
        await self._stream.write(buffer, timeout)

    async def aclose(self) -> None:
        """Close the connection."""
        await self._stream.aclose()

    async def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore2.AsyncNetworkStream:
        """Return this connection, encrypted."""
        return HeadBounded(await self._stream.start_tls(ssl_context, server_hostname, timeout))

    def get_extra_info(self, info: str) -> Any:
        """Return what the library knows of the connection."""
        return self._stream.get_extra_info(info)


def _end_of_head(data: bytes) -> int:
    """Return where the head ends with which ``data`` begins, 0 if its end is not there."""
    ends = [at + len(end) for end in (b"\n\r\n", b"\n\n") if (at := data.find(end)) >= 0]
    return min(ends, default=0)


def _is_interim(head: bytes) -> bool:
    """Whether another head follows (RFC 9110 §15.2)."""
    _, _, status = head.partition(b" ")
    return status.lstrip().startswith(b"1")
