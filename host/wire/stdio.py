"""The channel to a server that runs as a child process (MCP, basic/transports/stdio, every revision).

Invariants: the size of a frame is checked before it is read whole. stderr is bounded and never parsed. Every wait of
the shutdown is bounded. Processes that the child started in its session end with it.
"""

from __future__ import annotations

import asyncio
import os
import signal
from collections import deque
from collections.abc import Callable, Mapping
from typing import Final, cast

from msgspec import Struct

from host.errors import ChannelClosed
from host.values import PartlyPrinted
from host.wire.channel import HIGH_WATER, Channel, Receiver
from host.wire.reaper import session_members, signal_all
from host.worker_process import enlarge_pipe

PIPE_SIZE: Final = 256 << 10
"""Bytes of a pipe, as many as asyncio reads at once. All of a user's pipes share 64 MiB; further ones would be tiny."""
CLOSE_GRACE: Final = 2.0
"""Seconds for a server to exit after its stdin was closed, as the specification wants it."""
EXIT_GRACE: Final = 1.0
"""Seconds to wait for the rest of a server that closed a pipe, its exit code at last: the machine may be busy."""
TERM_GRACE: Final = 2.0
"""Seconds for a server to exit after SIGTERM; enough for Node and Python to flush."""
KILL_GRACE: Final = 5.0
"""Seconds for the system to end a killed process; only uninterruptible I/O takes longer."""


class OpenPlace:
    """A file or folder that is open by its path alone (Linux): it stays the same one, whatever is renamed or linked.

    ``path``: where it was when it was opened, without links. Raises OSError if it cannot be opened.
    """

    def __init__(self, place: str) -> None:
        self.fd = -1
        self.fd = os.open(place, os.O_PATH | os.O_CLOEXEC)
        self.path = os.readlink(f"/proc/self/fd/{self.fd}")

    def close(self) -> None:
        """Close it. A second call does nothing."""
        if self.fd >= 0:
            os.close(self.fd)
            self.fd = -1

    def __del__(self) -> None:
        self.close()


class LaunchSpec(PartlyPrinted, Struct, frozen=True):
    """A program to start once, with all references resolved. It may hold secrets; its representation shows none.

    ``cwd``: its working directory, None for that of the host. ``inherits``: places that stay open in the program, by
    their descriptors; they are closed here once it was started.
    """

    UNPRINTED = frozenset({"argv", "env", "cwd", "inherits"})

    argv: tuple[str, ...]
    env: Mapping[str, str]
    cwd: str | None
    inherits: tuple[OpenPlace, ...] = ()


class StderrTail:
    """The last bytes that a server wrote to stderr (untrusted), for people to read."""

    def __init__(self, limit: int) -> None:
        """``limit``: bytes that are kept."""
        self._limit = limit
        self._chunks: deque[bytes] = deque()
        self._size = 0
        self.dropped = 0

    def add(self, data: bytes) -> None:
        """Add ``data``, and drop the oldest bytes over the limit."""
        self._chunks.append(data[-self._limit :])
        self.dropped += len(data) - len(self._chunks[-1])
        self._size += len(self._chunks[-1])
        while self._size > self._limit:
            oldest = self._chunks.popleft()
            self.dropped += len(oldest)
            self._size -= len(oldest)

    def text(self) -> str:
        """Return the kept bytes, decoded with replacement characters. Escape the text before it is shown."""
        return b"".join(self._chunks).decode("utf-8", "replace")


class _Output(asyncio.Protocol):
    """Receives stdout at once. As a pipe of a subprocess, it would be received a turn of the loop later."""

    def __init__(self, receive: Callable[[bytes], None], of_subprocess: asyncio.BaseProtocol) -> None:
        """``receive``: gets each chunk. ``of_subprocess``: asyncio's receiver, which must hear when the pipe closes."""
        self._receive, self._of_subprocess = receive, of_subprocess

    def data_received(self, data: bytes) -> None:
        """asyncio: a chunk."""
        self._receive(data)

    def connection_lost(self, exc: Exception | None) -> None:
        """asyncio: the pipe closed."""
        self._of_subprocess.connection_lost(exc)


class StdioChannel(Channel, asyncio.SubprocessProtocol):
    """A channel to a child process."""

    def __init__(self, receiver: Receiver, *, frame_limit: int, stderr: StderrTail) -> None:
        """Use ``start``. ``stderr``: where the child's stderr goes."""
        super().__init__(receiver, frame_limit=frame_limit)
        self._stderr = stderr
        self._process: asyncio.SubprocessTransport | None = None
        self._exited: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._open_pipes = {0, 1, 2}

    @classmethod
    async def start(cls, spec: LaunchSpec, receiver: Receiver, *, frame_limit: int, stderr: StderrTail) -> StdioChannel:
        """Start the child in a session of its own, without a shell.

        Raises ChannelClosed if the child could not be started; the message says why.
        """
        channel = cls(receiver, frame_limit=frame_limit, stderr=stderr)
        try:
            await asyncio.get_running_loop().subprocess_exec(
                lambda: channel,
                *spec.argv,
                cwd=spec.cwd,
                env=dict(spec.env),
                start_new_session=True,
                pass_fds=[place.fd for place in spec.inherits],
            )
        except (OSError, ValueError) as error:
            reason = (
                error.strerror if isinstance(error, OSError) and error.strerror else "its configuration is unusable"
            )
            channel._is_closed = True
            raise ChannelClosed(f"the server could not be started: {reason}", detail=str(error)) from error
        finally:
            for place in spec.inherits:
                place.close()
        return channel

    @property
    def pid(self) -> int | None:
        """Process id of the child, None before it started."""
        return None if self._process is None else self._process.get_pid()

    @property
    def exit_code(self) -> int | None:
        """The child's exit code, negative for a signal, None while it runs."""
        return None if self._process is None else self._process.get_returncode()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """asyncio: the child runs."""
        # Not every loop's transports are subclasses of asyncio's.
        self._process = cast("asyncio.SubprocessTransport", transport)
        writer = cast("asyncio.WriteTransport", self._process.get_pipe_transport(0))
        reader = cast("asyncio.ReadTransport", self._process.get_pipe_transport(1))
        writer.set_write_buffer_limits(high=HIGH_WATER)
        reader.set_protocol(_Output(self._receive_chunk, reader.get_protocol()))
        self._writer, self._reader = writer, reader
        for pipe in (writer, reader):
            enlarge_pipe(pipe, PIPE_SIZE)
        self._flush()

    def pipe_data_received(self, fd: int, data: bytes) -> None:
        """asyncio: a chunk of stderr, or of stdout from before ``connection_made``."""
        if fd == 1:
            self._receive_chunk(data)
        else:
            self._stderr.add(data)

    def pipe_connection_lost(self, fd: int, _exc: Exception | None) -> None:
        """asyncio: the child closed a pipe; a server needs stdin and stdout."""
        self._open_pipes.discard(fd)
        if fd == 1:
            self._handle_disconnect(ChannelClosed("the server closed its output"))
        elif fd == 0 and 1 in self._open_pipes:  # what a server that exits wrote last may still be in the other pipe
            asyncio.get_running_loop().call_later(EXIT_GRACE, self._input_closed)

    def _input_closed(self) -> None:
        if self._disconnect is None:
            self._handle_disconnect(ChannelClosed("the server closed its input"))

    def process_exited(self) -> None:
        """asyncio: the child is gone and reaped."""
        if not self._exited.done():
            self._exited.set_result(None)

    async def wait_exit(self) -> None:
        """Wait briefly for the exit code of a child that closed its pipes."""
        await self._wait_exited(EXIT_GRACE)

    async def stop(self) -> None:
        """End the child and its processes: close stdin, then SIGTERM, then SIGKILL. Each wait is bounded."""
        if self._process is None:
            return
        leaders = {self._process.get_pid()}
        processes = await asyncio.to_thread(session_members, leaders)
        self._is_closed = self._ignores_input = True
        self._flush()
        if (stdin := self._process.get_pipe_transport(0)) is not None:
            stdin.close()
        for grace, next_signal in ((CLOSE_GRACE, signal.SIGTERM), (TERM_GRACE, signal.SIGKILL)):
            if await self._wait_exited(grace):
                break
            signal_all(leaders, processes, next_signal)
        signal_all(leaders, processes, signal.SIGKILL)
        await self._wait_exited(KILL_GRACE)
        self._process.close()

    async def _wait_exited(self, seconds: float) -> bool:
        done, _ = await asyncio.wait({self._exited}, timeout=seconds)
        return bool(done)
