"""Channels: frames out and in over one stream, with back-pressure (MCP, basic/transports/stdio).

Owns: where one message ends and the next begins, how frames become writes, and what a channel to a server offers.

Invariants:
    - Frames leave in the order of ``send``. Those that come in are the same however the stream was cut, at a cost that
      is linear in its bytes; never more than the limit is held of an unfinished one.
    - A peer that does not read makes ``writable(False)`` known to the receiver, which then stops reading at the other
      end, so that no buffer grows without bound.
    - A frame over the limit ends this channel and no other.
    - Of what a peer sent at once, so many frames are heard in one turn of the loop, and nothing more is read meanwhile:
      a flood of small ones holds nobody else up. All that came before a peer left is heard.
"""

from __future__ import annotations

import asyncio
import logging
import select
import socket
from collections import deque
from collections.abc import Callable, Iterator
from typing import Final, Protocol, cast

from host.errors import AssentError, ChannelClosed, FrameTooLarge

_HUNG_UP: Final = getattr(select, "POLLRDHUP", 0)
"""Linux tells of a half-closed peer; POLLHUP and POLLERR, which every system reports, need not be asked for."""

_log = logging.getLogger(__name__)

HIGH_WATER: Final = 1 << 20
"""Bytes waiting to be written above which the receiver is told to hold back; a pipe's own buffer holds no more."""


AT_ONCE: Final = 4
"""Frames of one peer in one turn of the loop; a call takes about a third of a millisecond to be taken in."""


class LineSplitter:
    """Splits chunks into frames without their line ends (LF, or CR LF); empty lines are skipped."""

    def __init__(self, limit: int) -> None:
        """``limit``: largest frame in bytes, line end excluded."""
        self.limit = limit
        self._begun = bytearray()

    def feed(self, chunk: bytes) -> Iterator[bytes]:
        """Yield the frames that ``chunk`` completes. Exhaust it before the next chunk.

        Raises:
            FrameTooLarge: a frame, finished or not, is over the limit; those before it were yielded. The splitter is
                of no use afterwards.
        """
        *lines, tail = chunk.split(b"\n")
        for line in lines:
            frame = (self._finish(line) if self._begun else line).removesuffix(b"\r")
            if len(frame) > self.limit:
                raise self._too_large()
            if frame:
                yield frame
        self._begun += tail
        # One byte more than the limit may be the CR of a frame that just fits.
        if len(self._begun) > self.limit + 1:
            raise self._too_large()

    def _finish(self, end: bytes) -> bytes:
        self._begun += end
        line = bytes(self._begun)
        self._begun = bytearray()
        return line

    def _too_large(self) -> FrameTooLarge:
        return FrameTooLarge(f"a message is larger than the limit of {self.limit:,} bytes")


class Receiver(Protocol):
    """Who hears what a channel brings."""

    def frame_received(self, frame: bytes) -> None:
        """One frame, without its line end."""

    def channel_closed(self, error: AssentError | None) -> None:
        """The peer is gone, or sent what ends a channel; called once."""

    def writable(self, ready: bool) -> None:
        """Whether the peer keeps up with what is sent."""


class ServerReceiver(Receiver, Protocol):
    """Who hears what a server's channel brings; where each request has its own connection, one alone may be lost."""

    def awaits(self, request_id: int) -> bool:
        """Whether somebody still waits for the answer to this request."""

    def request_lost(self, request_id: int, error: AssentError) -> None:
        """This request was sent and will have no answer; the others are not touched."""


class ServerChannel(Protocol):
    """A channel to a server, whatever carries it; a child process behind pipes is one (``host.wire.stdio``)."""

    @property
    def pid(self) -> int | None:
        """Process id of the server, None where it is no process of ours."""

    @property
    def exit_code(self) -> int | None:
        """How its process ended, None while it runs or where it is none of ours."""

    def send(self, frame: bytes) -> None:
        """Send one frame."""

    def pause_reading(self, pause: bool) -> None:
        """Stop or go on reading from the server."""

    async def wait_exit(self) -> None:
        """Wait, briefly, until it is known how a server ended that closed its output."""

    async def stop(self) -> None:
        """End the session, and what was started for it; each wait is bounded."""


class AppChannel(Protocol):
    """A channel to an app: a stream from its bridge is one, and so are an app's requests over HTTP."""

    def send(self, frame: bytes) -> None:
        """Send one frame."""

    def send_batch(self, frames: list[bytes]) -> None:
        """Send the answers to a batch as one array."""

    def pause_reading(self, pause: bool) -> None:
        """Stop or go on reading from the app."""

    def limit_frames(self, limit: int) -> None:
        """From the next frame on, ``limit`` bytes are the largest."""

    def hung_up(self) -> bool:
        """Whether the app is gone, seen even while nothing is read."""

    def close(self) -> None:
        """Hear nothing more, write what is waiting, then close."""

    async def gone(self, seconds: float) -> None:
        """Wait until a closed channel has delivered what was written, at most ``seconds``."""


class Channel:
    """What both kinds of channel share: collecting frames into few writes, splitting chunks, closing once."""

    def __init__(self, receiver: Receiver, *, frame_limit: int) -> None:
        """``frame_limit``: largest frame that the peer may send, in bytes."""
        self._receiver = receiver
        self._splitter = LineSplitter(frame_limit)
        self._outgoing: list[bytes] = []
        self._flush_scheduled = False
        self._frames, self._single = 0, True  # sent in this turn; whether the last one sent no more than one
        self._writer: asyncio.WriteTransport | None = None
        self._reader: asyncio.ReadTransport | None = None
        self._closed = self._deaf = False
        self._paused = self._held = self._waits = False  # by the receiver; until what was read is heard; either
        self._unheard: deque[Iterator[bytes]] = deque()
        self._left: tuple[AssentError | None] | None = None  # why the peer did

    @property
    def closed(self) -> bool:
        """Whether the channel has ended."""
        return self._closed

    def limit_frames(self, limit: int) -> None:
        """From the next frame on, ``limit`` bytes are the largest."""
        self._splitter.limit = limit

    def send(self, frame: bytes) -> None:
        """Send one frame; frames of one turn of the loop leave in one write. Does nothing once closed.

        Where frames come one by one, each leaves at once.
        """
        if self._closed:
            return
        self._outgoing += (frame, b"\n")
        self._frames += 1
        if not self._flush_scheduled:
            self._flush_scheduled = True
            asyncio.get_running_loop().call_soon(self._flush)
            if self._single:
                self._write()

    def send_batch(self, frames: list[bytes]) -> None:
        """Send the answers to a batch as one array (JSON-RPC 2.0 §6)."""
        self.send(b"[" + b",".join(frames) + b"]")

    def pause_reading(self, pause: bool) -> None:
        """Stop or go on reading from the peer."""
        if self._reader is None or self._closed or pause == self._paused:
            return
        self._paused = pause
        self._read_or_wait()

    def close(self) -> None:
        """Hear nothing more, write what is waiting, then close; the receiver hears ``channel_closed``."""
        self._deaf = True
        self._flush()
        if self._writer is not None:
            self._writer.close()

    def pause_writing(self) -> None:
        """asyncio: the write buffer is above its high-water mark."""
        self._receiver.writable(False)

    def resume_writing(self) -> None:
        """asyncio: the write buffer has drained."""
        self._receiver.writable(True)

    def _flush(self) -> None:
        self._flush_scheduled = False
        self._single, self._frames = self._frames <= 1, 0
        self._write()

    def _write(self) -> None:
        if self._writer is None or not self._outgoing:
            return
        data = b"".join(self._outgoing)
        self._outgoing.clear()
        if not self._writer.is_closing():
            self._writer.write(data)

    def _read_or_wait(self) -> None:
        wait = self._paused or self._held
        if self._reader is None or self._closed or self._left is not None or wait == self._waits:
            return
        self._waits = wait
        if wait:
            self._reader.pause_reading()
        else:
            self._reader.resume_reading()

    def _chunk(self, data: bytes) -> None:
        self._unheard.append(self._splitter.feed(data))
        if not self._held:
            self._hear_some()

    def _hear_some(self, most: int = AT_ONCE) -> None:
        """Hear ``most`` frames of what was read, and the rest in later turns of the loop."""
        try:
            for frame in self._next_frames():
                if self._deaf:
                    if self._left is not None:
                        self._end(self._left[0])
                    return
                self._hear(frame)
                most -= 1
                if not most:
                    self._held = True
                    asyncio.get_running_loop().call_soon(self._hear_some)
                    break
            else:
                self._held = False
                if self._left is not None:
                    self._end(self._left[0])
            self._read_or_wait()
        except FrameTooLarge as error:
            self._end(error)

    def _next_frames(self) -> Iterator[bytes]:
        while self._unheard:
            for frame in self._unheard[0]:  # noqa: UP028  # ``yield from`` would end it where this one is left
                yield frame
            self._unheard.popleft()

    def _lost(self, error: AssentError | None) -> None:
        """The peer left: hear what it had said before, as of one that stays, then end."""
        self._left = (error,)
        if self._deaf:
            self._end(error)
        elif not self._held:
            self._hear_some()

    def _hear(self, frame: bytes) -> None:
        try:
            self._receiver.frame_received(frame)
        except Exception:  # noqa: BLE001  # a bug of ours ends this channel; no frame may be swallowed
            _log.exception("a frame could not be handled")
            self._end(ChannelClosed("an internal error"))

    def _end(self, error: AssentError | None) -> None:
        if not self._closed:
            self._receiver.channel_closed(error)
            self._closed = True
            self.close()


class StreamChannel(Channel, asyncio.Protocol):
    """A channel over one stream socket."""

    def __init__(
        self, receiver: Receiver, *, frame_limit: int, on_connect: Callable[[socket.socket], None] | None = None
    ) -> None:
        """``on_connect``: hears of the socket before anything is read from it."""
        super().__init__(receiver, frame_limit=frame_limit)
        self._on_connect = on_connect
        self._gone = asyncio.Event()

    async def gone(self, seconds: float) -> None:
        """Wait until a closed channel has delivered what was written, and cut it off after ``seconds``."""
        try:
            async with asyncio.timeout(seconds):
                await self._gone.wait()
        except TimeoutError:
            if self._writer is not None:
                self._writer.abort()

    def hung_up(self) -> bool:
        """Whether the peer has closed its end, seen even while nothing is read."""
        if self._writer is None or self._writer.is_closing():
            return True
        look = select.poll()
        look.register(self._writer.get_extra_info("socket"), _HUNG_UP)
        return bool(look.poll(0))

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """asyncio: connected."""
        transport = cast("asyncio.Transport", transport)  # of a stream socket; not every loop's is a subclass
        transport.set_write_buffer_limits(high=HIGH_WATER)
        self._writer = self._reader = transport
        if self._on_connect is not None:
            self._on_connect(transport.get_extra_info("socket"))
        self._flush()

    def data_received(self, data: bytes) -> None:
        """asyncio: a chunk."""
        self._chunk(data)

    def connection_lost(self, exc: Exception | None) -> None:
        """asyncio: the socket is gone."""
        self._gone.set()
        self._lost(ChannelClosed("the connection was lost") if exc is not None else None)
