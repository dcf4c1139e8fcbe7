"""The channel to a server that runs as a child process (MCP, basic/transports/stdio, every revision).

Owns: the child, its pipes and its end.

Invariants: frames are bounded before they are read whole; stderr is kept bounded and never parsed; every wait of the
shutdown is bounded; whatever the child started in its session ends with it.
"""

from __future__ import annotations

import asyncio
import signal
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, cast

from host.errors import ChannelClosed
from host.wire.channel import HIGH_WATER, Channel, Receiver
from host.wire.reaper import members, signal_all

CLOSE_GRACE: Final = 2.0
"""Seconds a server has to leave after its stdin closed: the specification's way to ask."""
EXIT_GRACE: Final = 1.0
"""Seconds between a server's closed output and its exit code, where it is exiting at all: the machine may be busy."""
TERM_GRACE: Final = 2.0
"""Seconds it has after SIGTERM; Node and Python both flush well within."""
KILL_GRACE: Final = 5.0
"""Seconds the system has to end a killed process; only uninterruptible I/O takes longer."""


@dataclass(frozen=True, slots=True)
class LaunchSpec:
    """A program to start, with every reference resolved: it may hold secrets and shows none.

    Attributes:
        argv: the program and its arguments.
        env: its whole environment.
        cwd: its directory, None for ours.
    """

    argv: tuple[str, ...] = field(repr=False)
    env: Mapping[str, str] = field(repr=False)
    cwd: str | None = field(repr=False)


class StderrTail:
    """The last bytes a server wrote to stderr (untrusted), for people to read."""

    def __init__(self, limit: int) -> None:
        """``limit``: bytes kept."""
        self._limit = limit
        self._chunks: deque[bytes] = deque()
        self._held = 0
        self.dropped = 0

    def add(self, data: bytes) -> None:
        """Keep ``data``, forgetting the oldest beyond the limit."""
        self._chunks.append(data[-self._limit :])
        self.dropped += len(data) - len(self._chunks[-1])
        self._held += len(self._chunks[-1])
        while self._held > self._limit:
            oldest = self._chunks.popleft()
            self.dropped += len(oldest)
            self._held -= len(oldest)

    def text(self) -> str:
        """What is kept, decoded with replacement; escape it before showing."""
        return b"".join(self._chunks).decode("utf-8", "replace")


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

        Raises:
            ChannelClosed: it could not be started; the message says why.
        """
        channel = cls(receiver, frame_limit=frame_limit, stderr=stderr)
        try:
            await asyncio.get_running_loop().subprocess_exec(
                lambda: channel, *spec.argv, cwd=spec.cwd, env=dict(spec.env), start_new_session=True
            )
        except (OSError, ValueError) as error:
            reason = (
                error.strerror if isinstance(error, OSError) and error.strerror else "its configuration is unusable"
            )
            channel._closed = True
            raise ChannelClosed(f"the server could not be started: {reason}", detail=str(error)) from error
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
        self._writer, self._reader = writer, reader
        self._flush()

    def pipe_data_received(self, fd: int, data: bytes) -> None:
        """asyncio: a chunk of stdout or stderr."""
        if fd == 1:
            self._chunk(data)
        else:
            self._stderr.add(data)

    def pipe_connection_lost(self, fd: int, _exc: Exception | None) -> None:
        """asyncio: the child closed a pipe; without stdin or stdout it is no server any more."""
        self._open_pipes.discard(fd)
        if fd in (0, 1):
            self._lost(ChannelClosed("the server closed its output" if fd == 1 else "the server closed its input"))

    def process_exited(self) -> None:
        """asyncio: the child is gone and reaped."""
        if not self._exited.done():
            self._exited.set_result(None)

    async def wait_exit(self) -> None:
        """Wait, briefly, for a child whose pipes are closed to be reaped, so that its exit code is known."""
        await self._gone(EXIT_GRACE)

    async def stop(self) -> None:
        """End the child and what it started: close stdin, then SIGTERM, then SIGKILL, each wait bounded."""
        if self._process is None:
            return
        leader = {self._process.get_pid()}
        started = await asyncio.to_thread(members, leader)
        self._closed = self._deaf = True
        self._flush()
        if (stdin := self._process.get_pipe_transport(0)) is not None:
            stdin.close()
        for grace, next_signal in ((CLOSE_GRACE, signal.SIGTERM), (TERM_GRACE, signal.SIGKILL)):
            if await self._gone(grace):
                break
            signal_all(leader, started, next_signal)
        signal_all(leader, started, signal.SIGKILL)
        await self._gone(KILL_GRACE)
        self._process.close()

    async def _gone(self, seconds: float) -> bool:
        done, _ = await asyncio.wait({self._exited}, timeout=seconds)
        return bool(done)
