"""What a server wrote before it exited arrives, whichever of its pipes closes first."""

from __future__ import annotations

import asyncio
import os
import sys

import pytest

from host.errors import AssentError
from host.wire.stdio import PIPE_SIZE, LaunchSpec, StderrTail, StdioChannel

LINES = 3_000
WRITES_AND_EXITS = f"""
import os, sys
os.close(0)
sys.stdout.write("".join(f'{{{{"n": {{n}}}}}}\\n' for n in range({LINES})))
"""


class Received:
    """Keeps frames, and why the channel ended."""

    def __init__(self) -> None:
        self.frames: list[bytes] = []
        self.has_frames = asyncio.Event()
        self.ended: asyncio.Future[AssentError | None] = asyncio.get_running_loop().create_future()

    def frame_received(self, frame: bytes) -> None:
        self.frames.append(frame)
        self.has_frames.set()

    def channel_closed(self, error: AssentError | None) -> None:
        self.ended.set_result(error)

    def writable(self, _writable: bool, /) -> None:
        pass

    def request_lost(self, request_id: int, error: AssentError) -> None:
        raise AssertionError((request_id, error))


@pytest.mark.parametrize("closes_input_first", [True, False])
async def test_a_server_that_answers_and_exits_is_heard_to_the_end(closes_input_first: bool) -> None:
    received = Received()
    program = WRITES_AND_EXITS if closes_input_first else WRITES_AND_EXITS.replace("os.close(0)", "")
    spec = LaunchSpec((sys.executable, "-c", program), dict(os.environ), None)
    channel = await StdioChannel.start(spec, received, frame_limit=1 << 20, stderr=StderrTail(1_000))
    error = await asyncio.wait_for(received.ended, 30)
    await channel.stop()
    assert len(received.frames) == LINES
    assert error is not None


async def test_the_end_of_its_input_ends_no_session_before_its_output() -> None:
    received = Received()
    answers_once = "import sys; print('{}', flush=True); sys.stdin.readline(); print('{}')"
    spec = LaunchSpec((sys.executable, "-c", answers_once), dict(os.environ), None)
    channel = await StdioChannel.start(spec, received, frame_limit=1 << 20, stderr=StderrTail(1_000))
    await asyncio.wait_for(received.has_frames.wait(), 30)
    channel.pipe_connection_lost(0, None)  # as asyncio says it; the server has yet to answer
    channel.send(b"{}")
    await asyncio.wait_for(received.ended, 30)
    await channel.stop()
    assert received.frames == [b"{}", b"{}"]


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has larger pipes")
async def test_a_long_message_passes_in_few_pieces() -> None:
    received = Received()
    sizes = "import fcntl; input(); print(*[fcntl.fcntl(pipe, fcntl.F_GETPIPE_SZ) for pipe in (0, 1)], flush=True)"
    spec = LaunchSpec((sys.executable, "-c", f"{sizes}; input()"), dict(os.environ), None)
    channel = await StdioChannel.start(spec, received, frame_limit=1 << 20, stderr=StderrTail(1_000))
    channel.send(b"{}")
    await asyncio.wait_for(received.has_frames.wait(), 30)
    await channel.stop()
    assert received.frames == [b"%d %d" % (PIPE_SIZE, PIPE_SIZE)]
