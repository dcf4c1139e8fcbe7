"""Channels: frames sent and received over one stream, with back-pressure (MCP, basic/transports/stdio).

Owns: splitting a stream into frames, collecting frames into writes, and the interface of channels to servers and apps.

Invariants:
    - Frames leave in the order of ``send``. Received frames do not depend on how the stream was cut into chunks. The
      cost is linear in the bytes. No more than the limit is kept of an unfinished frame.
    - If a peer does not read, the receiver gets ``writable(False)`` and stops reading at the other end, so that no
      buffer grows without bound. While reading is paused no frame is delivered, not even one that has arrived.
    - A frame over the limit ends only this channel.
    - At most ``FRAMES_PER_TURN`` frames are delivered in one turn of the loop, and reading pauses until the rest is
      delivered, so that a flood of small frames does not delay other channels. All frames that arrived before a peer
      disconnected are delivered.
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

_PEER_CLOSED: Final = getattr(select, "POLLRDHUP", 0)
"""Linux reports a half-closed peer with this. Every system reports POLLHUP and POLLERR without being asked."""

_log = logging.getLogger(__name__)

HIGH_WATER: Final = 1 << 20
"""Unwritten bytes above which the receiver is told to pause; a pipe's own buffer holds no more."""

_LONG_FRAME: Final = 64 << 10
"""Bytes of a frame that no pipe takes in one write, so that its line end is only added to what waits."""

FRAMES_PER_TURN: Final = 4
"""Frames of one peer that are delivered in one turn of the loop; a call takes about 0.3 ms."""


_EMPTY_LINES: Final = (b"\n\n", b"\n\r\n")
"""An empty line, in both forms, with the line end before it."""


class LineSplitter:
    """Splits chunks into frames without their line ends (LF, or CR LF); empty lines are skipped."""

    def __init__(self, limit: int) -> None:
        """``limit``: largest frame in bytes, line end excluded."""
        self.limit = limit
        self._unfinished = bytearray()

    def feed(self, chunk: bytes) -> Iterator[bytes]:
        """Yield the frames that ``chunk`` completes. Exhaust the iterator before the next chunk.

        Raises FrameTooLarge if a frame, finished or not, is over the limit. The frames before it were yielded. The
        splitter cannot be used afterwards.
        """
        for empty in _EMPTY_LINES:  # a flood of them would take its time one by one
            while chunk.find(empty) >= 0:
                chunk = chunk.replace(empty, b"\n")
        *lines, tail = chunk.split(b"\n")
        for line in lines:
            frame = (self._finish(line) if self._unfinished else line).removesuffix(b"\r")
            if len(frame) > self.limit:
                raise self._too_large()
            if frame:
                yield frame
        self._unfinished += tail
        # One byte more than the limit may be the CR of a frame that just fits.
        if len(self._unfinished) > self.limit + 1:
            raise self._too_large()

    def _finish(self, end: bytes) -> bytes:
        self._unfinished += end
        line = bytes(self._unfinished)
        self._unfinished = bytearray()
        return line

    def _too_large(self) -> FrameTooLarge:
        return FrameTooLarge(f"a message is larger than the limit of {self.limit:,} bytes")


class Receiver(Protocol):
    """Receives the events of a channel."""

    def frame_received(self, frame: bytes) -> None:
        """Handle one frame, without its line end."""

    def channel_closed(self, error: AssentError | None) -> None:
        """Handle the end of the channel: the peer is gone, or sent something that ends it. Called once."""

    def writable(self, ready: bool) -> None:
        """Handle that more can be sent, or that the peer does not keep up (``ready`` is false)."""


class ServerReceiver(Receiver, Protocol):
    """Receives the events of a server's channel. A single request can be lost if each has its own connection."""

    def awaits(self, request_id: int) -> bool:
        """Whether the response to this request is still wanted."""

    def request_lost(self, request_id: int, error: AssentError) -> None:
        """Handle that this request was sent and will get no response. Other requests are not affected."""


class ServerChannel(Protocol):
    """A channel to a server, over any transport (``host.wire.stdio``, ``host.wire.http``)."""

    @property
    def pid(self) -> int | None:
        """Process id of the server, None if the host did not start it."""

    @property
    def exit_code(self) -> int | None:
        """Exit code of the server's process, None while it runs or if the host did not start it."""

    def send(self, frame: bytes) -> None:
        """Send one frame."""

    def pause_reading(self, pause: bool) -> None:
        """Pause or resume reading from the server."""

    async def wait_exit(self) -> None:
        """Wait briefly for the exit code of a server that closed its output."""

    async def stop(self) -> None:
        """End the session and the processes that were started for it. Each wait is bounded."""


class AppChannel(Protocol):
    """A channel to an app: the stream of its bridge, or its requests over HTTP."""

    def send(self, frame: bytes) -> None:
        """Send one frame."""

    def send_batch(self, frames: list[bytes]) -> None:
        """Send the answers to a batch as one array."""

    def pause_reading(self, pause: bool) -> None:
        """Pause or resume reading from the app."""

    def set_frame_limit(self, limit: int) -> None:
        """Set the largest size of a frame, in bytes, from the next frame on."""

    def has_hung_up(self) -> bool:
        """Whether the app has disconnected. Works while reading is paused, too."""

    def close(self) -> None:
        """Ignore further input, write what is waiting, then close."""

    async def wait_closed(self, seconds: float) -> None:
        """Wait at most ``seconds`` until a closed channel has delivered everything."""


class Channel:
    """Base of channels over a stream: collects frames into few writes, splits chunks into frames, closes once."""

    def __init__(self, receiver: Receiver, *, frame_limit: int) -> None:
        """``frame_limit``: largest frame that the peer may send, in bytes."""
        self._receiver = receiver
        self._splitter = LineSplitter(frame_limit)
        self._outgoing: list[bytes] = []
        self._flush_scheduled = False
        self._frames_this_turn = 0
        self._sends_singly = True  # the last turn sent at most one frame
        self._writer: asyncio.WriteTransport | None = None
        self._reader: asyncio.ReadTransport | None = None
        self._is_closed = self._ignores_input = False
        self._is_paused = False  # by the receiver
        self._has_backlog = False  # frames wait for a later turn, or for the end of the pause
        self._is_delivery_scheduled = False
        self._reading_paused = False  # for either reason
        self._backlog: deque[Iterator[bytes]] = deque()
        self._disconnect: tuple[AssentError | None] | None = None  # its reason, once the peer has disconnected

    @property
    def closed(self) -> bool:
        """Whether the channel has ended."""
        return self._is_closed

    def set_frame_limit(self, limit: int) -> None:
        """Set the largest size of a frame, in bytes, from the next frame on."""
        self._splitter.limit = limit

    def send(self, frame: bytes) -> None:
        """Send one frame. Does nothing if the channel is closed.

        Frames of one turn of the loop leave in one write. If the last turn sent at most one, the first leaves at once.
        """
        if self._is_closed:
            return
        self._outgoing += (frame, b"\n")
        self._frames_this_turn += 1
        if not self._flush_scheduled:
            self._flush_scheduled = True
            asyncio.get_running_loop().call_soon(self._flush)
            if self._sends_singly:
                self._write()

    def send_batch(self, frames: list[bytes]) -> None:
        """Send the answers to a batch as one array (JSON-RPC 2.0 §6)."""
        self.send(b"[" + b",".join(frames) + b"]")

    def pause_reading(self, pause: bool) -> None:
        """Pause or resume reading from the peer."""
        if self._reader is None or self._is_closed or pause == self._is_paused:
            return
        self._is_paused = pause
        self._schedule_delivery()
        self._update_reading()

    def close(self) -> None:
        """Ignore further input, write what is waiting, then close. The receiver gets ``channel_closed``."""
        self._ignores_input = True
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
        self._sends_singly, self._frames_this_turn = self._frames_this_turn <= 1, 0
        if self._outgoing:
            self._write()

    def _write(self) -> None:
        if self._writer is None or not self._outgoing:
            return
        frames, self._outgoing = self._outgoing, []
        if self._writer.is_closing():
            return
        if len(frames) == 2 and len(frames[0]) >= _LONG_FRAME:  # written without a copy
            self._writer.write(frames[0])
            self._writer.write(frames[1])
        else:
            self._writer.write(b"".join(frames))

    def _update_reading(self) -> None:
        pause = self._is_paused or self._has_backlog
        if self._reader is None or self._is_closed or self._disconnect is not None or pause == self._reading_paused:
            return
        self._reading_paused = pause
        if pause:
            self._reader.pause_reading()
        else:
            self._reader.resume_reading()

    def _receive_chunk(self, data: bytes) -> None:
        self._backlog.append(self._splitter.feed(data))
        if not self._has_backlog:
            self._deliver_some()

    @property
    def _is_held(self) -> bool:
        """Whether frames that have arrived wait for the end of a pause."""
        return self._is_paused and self._disconnect is None

    def _schedule_delivery(self) -> None:
        if self._has_backlog and not self._is_held and not self._is_delivery_scheduled:
            self._is_delivery_scheduled = True
            asyncio.get_running_loop().call_soon(self._deliver_some)

    def _deliver_some(self, limit: int = FRAMES_PER_TURN) -> None:
        """Deliver up to ``limit`` frames now, the rest in later turns of the loop, and none during a pause."""
        self._is_delivery_scheduled = False
        if self._is_held:
            self._has_backlog = True
            return
        try:
            while self._backlog:
                for frame in self._backlog[0]:
                    if self._ignores_input:
                        if self._disconnect is not None:
                            self._end(self._disconnect[0])
                        return
                    self._deliver(frame)
                    limit -= 1
                    if not limit or self._is_held:
                        self._has_backlog = True
                        self._schedule_delivery()
                        self._update_reading()
                        return
                self._backlog.popleft()
        except FrameTooLarge as error:
            self._end(error)
            return
        self._has_backlog = False
        if self._disconnect is not None:
            self._end(self._disconnect[0])
        if self._reading_paused:
            self._update_reading()

    def _handle_disconnect(self, error: AssentError | None) -> None:
        """Deliver the frames that arrived before the peer disconnected, then end the channel."""
        self._disconnect = (error,)
        if self._ignores_input:
            self._end(error)
        elif self._has_backlog:
            self._schedule_delivery()
        else:
            self._deliver_some()

    def _deliver(self, frame: bytes) -> None:
        try:
            self._receiver.frame_received(frame)
        except Exception:  # noqa: BLE001  # a bug of ours ends this channel; no frame may be swallowed
            _log.exception("a frame could not be handled")
            self._end(ChannelClosed("an internal error"))

    def _end(self, error: AssentError | None) -> None:
        if not self._is_closed:
            self._receiver.channel_closed(error)
            self._is_closed = True
            self.close()


class StreamChannel(Channel, asyncio.Protocol):
    """A channel over one stream socket."""

    def __init__(
        self, receiver: Receiver, *, frame_limit: int, on_connect: Callable[[socket.socket], None] | None = None
    ) -> None:
        """``on_connect``: called with the socket before anything is read from it."""
        super().__init__(receiver, frame_limit=frame_limit)
        self._on_connect = on_connect
        self._connection_closed = asyncio.Event()

    async def wait_closed(self, seconds: float) -> None:
        """Wait until a closed channel has delivered everything; abort the connection after ``seconds``."""
        try:
            async with asyncio.timeout(seconds):
                await self._connection_closed.wait()
        except TimeoutError:
            if self._writer is not None:
                self._writer.abort()

    def has_hung_up(self) -> bool:
        """Whether the peer has closed its end. Works while reading is paused, too."""
        if self._writer is None or self._writer.is_closing():
            return True
        poll = select.poll()
        poll.register(self._writer.get_extra_info("socket"), _PEER_CLOSED)
        return bool(poll.poll(0))

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """asyncio: connected."""
        transport = cast("asyncio.Transport", transport)  # of a stream socket; not every loop's is a subclass
        transport.set_write_buffer_limits(high=HIGH_WATER)
        self._writer = self._reader = transport
        if self._on_connect is not None:
            self._on_connect(transport.get_extra_info("socket"))
        self._flush()

    def data_received(self, data: bytes) -> None:
        """asyncio: data arrived."""
        self._receive_chunk(data)

    def connection_lost(self, exc: Exception | None) -> None:
        """asyncio: the socket is gone."""
        self._connection_closed.set()
        self._handle_disconnect(ChannelClosed("the connection was lost") if exc is not None else None)
