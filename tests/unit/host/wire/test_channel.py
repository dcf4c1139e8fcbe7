"""Real sockets, both ends in this process."""

from __future__ import annotations

import asyncio
import socket
import tracemalloc
from collections.abc import AsyncIterator, Callable
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host.errors import AssentError, ChannelClosed, FrameTooLarge
from host.wire.channel import FRAMES_PER_TURN, HIGH_WATER, LineSplitter, StreamChannel
from tests.support.waiting import PATIENCE
from tests.unit.host.support import turns, until

LIMIT = 1_000


class Hears:
    """A receiver that keeps what it hears."""

    def __init__(self) -> None:
        self.frames: list[bytes] = []
        self.closed: list[AssentError | None] = []
        self.ready: list[bool] = []
        self.on_frame: Callable[[bytes], object] = self.frames.append

    def frame_received(self, frame: bytes) -> None:
        self.on_frame(frame)

    def channel_closed(self, error: AssentError | None) -> None:
        self.closed.append(error)

    def writable(self, ready: bool) -> None:
        self.ready.append(ready)


class Joined:
    """A channel and the bare socket at its other end."""

    def __init__(self) -> None:
        self.hears = Hears()
        self.channel = StreamChannel(self.hears, frame_limit=LIMIT)
        ours, self.peer = socket.socketpair()
        self.peer.setblocking(False)
        self._ours = ours

    async def join(self) -> None:
        await asyncio.get_running_loop().create_connection(lambda: self.channel, sock=self._ours)

    def fill(self, data: bytes) -> int:
        """Send ``data`` over and over until no more fits; returns how many bytes did."""
        sent = 0
        try:
            while True:
                sent += self.peer.send(data)
        except BlockingIOError:
            return sent

    async def read(self, size: int) -> bytes:
        """``size`` bytes, or what comes before the end."""
        loop, data = asyncio.get_running_loop(), bytearray()
        async with asyncio.timeout(PATIENCE):
            while len(data) < size and (chunk := await loop.sock_recv(self.peer, 1 << 20)):
                data += chunk
        return bytes(data)


@pytest.fixture
async def joined() -> AsyncIterator[Joined]:
    made = Joined()
    await made.join()
    yield made
    made.peer.close()
    made.channel.close()
    await until(lambda: made.hears.closed)
    await turns()


async def test_frames_leave_in_order_each_on_a_line(joined: Joined) -> None:
    for number in range(100):
        joined.channel.send(b"%d" % number)
    expected = b"".join(b"%d\n" % number for number in range(100))
    assert await joined.read(len(expected)) == expected


async def test_a_frame_that_comes_alone_leaves_at_once_and_after_a_turn_with_several_they_are_collected(
    joined: Joined,
) -> None:
    joined.channel.send(b"alone")
    assert joined.peer.recv(100) == b"alone\n"
    await turns()
    joined.channel.send(b"1")
    joined.channel.send(b"2")
    assert joined.peer.recv(100) == b"1\n"
    await turns()
    assert joined.peer.recv(100) == b"2\n"
    joined.channel.send(b"3")
    with pytest.raises(BlockingIOError):
        joined.peer.recv(100)
    joined.channel.send(b"4")
    await turns()
    assert joined.peer.recv(100) == b"3\n4\n"


async def test_long_frames_leave_in_order_each_on_a_line(joined: Joined) -> None:
    frames = [b"1" * 1_000_000, b"2" * 2_000_000, b"3"]
    joined.channel.send(frames[0])  # alone, so that it leaves at once
    joined.channel.send(frames[1])
    joined.channel.send(frames[2])
    expected = b"".join(frame + b"\n" for frame in frames)
    assert await joined.read(len(expected)) == expected


async def test_frames_sent_before_the_connection_leave_when_it_is_made() -> None:
    made = Joined()
    made.channel.send(b"early")
    await turns()
    await made.join()
    assert await made.read(6) == b"early\n"
    made.peer.close()
    await until(lambda: made.hears.closed)


async def test_frames_arrive_in_order_and_the_end_is_heard_once(joined: Joined) -> None:
    joined.peer.send(b"one\ntwo\r\n\nthr")
    joined.peer.send(b"ee\nrest without end")
    await until(lambda: len(joined.hears.frames) == 3)
    joined.peer.close()
    await until(lambda: joined.hears.closed)
    joined.channel.close()
    await turns()
    assert joined.hears.frames == [b"one", b"two", b"three"]
    assert joined.hears.closed == [None]
    assert joined.channel.closed


async def test_s23_a_frame_over_the_limit_ends_the_channel_and_nothing_after_it_is_heard(joined: Joined) -> None:
    joined.peer.send(b"one\n")
    await until(lambda: joined.hears.frames)
    joined.peer.send(b"x" * (LIMIT + 1) + b"\nafter\n")
    await until(lambda: joined.hears.closed)
    (why,) = joined.hears.closed
    assert isinstance(why, FrameTooLarge)
    assert joined.hears.frames == [b"one"]
    assert await joined.read(1) == b""


async def test_s23_another_limit_holds_from_the_next_frame_on(joined: Joined) -> None:
    joined.channel.set_frame_limit(5)
    joined.peer.send(b"12345\n")
    await until(lambda: joined.hears.frames == [b"12345"])
    joined.peer.send(b"123456\n")
    await until(lambda: joined.hears.closed)
    assert isinstance(joined.hears.closed[0], FrameTooLarge)


async def test_s23_an_answer_given_while_the_channel_ends_still_leaves(joined: Joined) -> None:
    def answer(error: AssentError | None) -> None:
        joined.channel.send(b"too large")
        joined.hears.closed.append(error)

    joined.hears.channel_closed = answer  # type: ignore[method-assign]  # a receiver made for this test
    joined.peer.send(b"x" * (2 * LIMIT))
    assert await joined.read(100) == b"too large\n"


async def test_nothing_is_sent_once_the_channel_has_ended(joined: Joined) -> None:
    joined.peer.send(b"x" * (2 * LIMIT))
    await until(lambda: joined.channel.closed)
    joined.channel.send(b"late")
    await turns()
    assert await joined.read(100) == b""


async def test_closing_writes_what_waits_first(joined: Joined) -> None:
    joined.channel.send(b"last words")
    joined.channel.close()
    assert await joined.read(100) == b"last words\n"
    await until(lambda: joined.hears.closed)


async def test_after_closing_no_further_frame_is_heard(joined: Joined) -> None:
    def close_at_once(frame: bytes) -> None:
        joined.hears.frames.append(frame)
        joined.channel.close()

    joined.hears.on_frame = close_at_once
    joined.peer.send(b"one\ntwo\nthree\n")
    await until(lambda: joined.hears.closed)
    assert joined.hears.frames == [b"one"]


@pytest.mark.expected_logs(r"host\.wire\.channel: a frame could not be handled")
async def test_a_bug_in_the_handling_of_a_frame_ends_this_channel(joined: Joined) -> None:
    def fail(frame: bytes) -> None:
        joined.hears.frames.append(frame)
        raise LookupError("a bug")

    joined.hears.on_frame = fail
    joined.peer.send(b"one\ntwo\n")
    await until(lambda: joined.hears.closed)
    (why,) = joined.hears.closed
    assert isinstance(why, ChannelClosed)
    assert joined.hears.frames == [b"one"]


async def test_s25_a_peer_that_does_not_read_is_known_as_slow_until_it_does(joined: Joined) -> None:
    frame = b"x" * 999
    sent = 0
    while not joined.hears.ready:
        for _ in range(100):
            joined.channel.send(frame)
            sent += 1000
        await turns(2)
        assert sent < 10 * HIGH_WATER
    assert joined.hears.ready == [False]
    assert len(await joined.read(sent)) == sent
    await until(lambda: len(joined.hears.ready) == 2)
    assert joined.hears.ready == [False, True]


async def test_s25_a_channel_that_is_held_back_reads_nothing_until_it_may_go_on(joined: Joined) -> None:
    joined.channel.pause_reading(True)
    joined.channel.pause_reading(True)
    joined.peer.send(b"one\n")
    await turns(50)
    assert joined.hears.frames == []
    joined.channel.pause_reading(False)
    joined.channel.pause_reading(False)
    await until(lambda: joined.hears.frames == [b"one"])


async def test_s25_a_flood_is_held_by_the_peer_and_not_by_us(joined: Joined) -> None:
    """With reading paused the kernel's buffers fill and the flooding end stands still."""
    joined.channel.pause_reading(True)
    stuck = joined.fill(b"flood\n" * 1_000)
    await turns(50)
    assert joined.hears.frames == []
    joined.channel.pause_reading(False)
    await until(lambda: len(joined.hears.frames) == stuck // 6)


@pytest.mark.parametrize("leaves", [False, True])
async def test_s43_of_many_frames_so_many_are_heard_in_one_turn_and_all_before_the_end(
    joined: Joined, leaves: bool
) -> None:
    frames, heard, between = [b"%d" % number for number in range(5 * FRAMES_PER_TURN)], list[int](), list[int]()

    def hear(frame: bytes) -> None:
        heard.append(int(frame))
        if len(heard) == 1:
            asyncio.get_running_loop().call_soon(lambda: between.append(len(heard)))

    joined.hears.on_frame = hear
    joined.peer.sendall(b"\n".join(frames) + b"\n")
    if leaves:
        joined.peer.close()
    await until(lambda: len(heard) == len(frames))
    assert heard == list(range(5 * FRAMES_PER_TURN))
    assert between == [FRAMES_PER_TURN], "others are looked at in between"
    if leaves:
        await until(lambda: joined.hears.closed)
        return
    joined.peer.sendall(b"999\n")
    await until(lambda: heard[-1] == 999)


async def test_s25_what_the_peer_had_said_is_heard_where_it_is_lost_meanwhile(joined: Joined) -> None:
    joined.peer.sendall(b"1\n" * (2 * FRAMES_PER_TURN))
    await until(lambda: joined.hears.frames)
    joined.channel.connection_lost(None)
    assert joined.hears.closed == [], "what was read is heard in turns, as of one that stays"
    await until(lambda: joined.hears.closed)
    assert (len(joined.hears.frames), joined.hears.closed) == (2 * FRAMES_PER_TURN, [None])


async def test_pausing_an_ended_channel_does_nothing(joined: Joined) -> None:
    joined.peer.close()
    await until(lambda: joined.channel.closed)
    joined.channel.pause_reading(True)
    joined.channel.pause_reading(False)


async def test_a_reset_connection_says_so() -> None:
    hears = Hears()
    channel = StreamChannel(hears, frame_limit=LIMIT)
    channel.connection_lost(ConnectionResetError())
    channel.connection_lost(None)
    (why,) = hears.closed
    assert isinstance(why, ChannelClosed)


async def test_the_socket_is_shown_before_anything_is_read() -> None:
    seen: list[tuple[str, int]] = []
    hears = Hears()
    hears.on_frame = lambda _: seen.append(("frame", 0))
    ours, peer = socket.socketpair()
    number = ours.fileno()
    peer.send(b"one\n")
    channel = StreamChannel(hears, frame_limit=LIMIT, on_connect=lambda shown: seen.append(("socket", shown.fileno())))
    await asyncio.get_running_loop().create_connection(lambda: channel, sock=ours)
    await until(lambda: len(seen) == 2)
    assert seen == [("socket", number), ("frame", 0)]
    peer.close()
    await until(lambda: hears.closed)


async def test_a_peer_that_leaves_is_noticed_even_while_nothing_is_read(joined: Joined) -> None:
    joined.channel.pause_reading(True)
    assert not joined.channel.has_hung_up()
    joined.peer.close()
    assert joined.channel.has_hung_up()
    assert not joined.hears.closed


async def test_a_channel_that_was_closed_counts_as_hung_up(joined: Joined) -> None:
    joined.channel.close()
    assert joined.channel.has_hung_up()


async def test_a_closed_channel_is_gone_once_everything_was_taken(joined: Joined) -> None:
    joined.channel.send(b"last words")
    joined.channel.close()
    await joined.channel.wait_closed(10)
    assert await joined.read(100) == b"last words\n"


async def test_s25_a_closed_channel_whose_peer_takes_nothing_is_cut_off(joined: Joined) -> None:
    joined.channel.send(b"x" * (8 * HIGH_WATER))
    joined.channel.close()
    assert not joined.hears.closed
    await joined.channel.wait_closed(0.01)
    await until(lambda: joined.hears.closed)


FRAME_LIMIT = 8


def chunked(data: bytes, cuts: list[int]) -> list[bytes]:
    """``data`` in pieces."""
    edges = sorted({0, len(data), *(cut % (len(data) + 1) for cut in cuts)})
    return [data[start:end] for start, end in pairwise(edges)]


def fed(splitter: LineSplitter, chunks: list[bytes]) -> list[bytes]:
    return [frame for chunk in chunks for frame in splitter.feed(chunk)]


def test_frames_come_without_their_line_ends_and_empty_lines_do_not_come() -> None:
    assert list(LineSplitter(FRAME_LIMIT).feed(b"one\n\ntwo\r\n\r\nthree\n")) == [b"one", b"two", b"three"]


def test_a_frame_without_its_line_end_is_kept_back() -> None:
    splitter = LineSplitter(FRAME_LIMIT)
    assert list(splitter.feed(b"on")) == []
    assert list(splitter.feed(b"e")) == []
    assert list(splitter.feed(b"\ntw")) == [b"one"]
    assert list(splitter.feed(b"o\n")) == [b"two"]


def test_only_the_last_carriage_return_belongs_to_the_line_end() -> None:
    assert list(LineSplitter(FRAME_LIMIT).feed(b"a\rb\r\r\n")) == [b"a\rb\r"]


def test_other_line_separators_of_unicode_end_no_frame() -> None:
    data = "a\u2028b\u0085".encode()
    assert list(LineSplitter(20).feed(data + b"\x0b\x0c\n")) == [data + b"\x0b\x0c"]


@pytest.mark.parametrize("end", [b"\n", b"\r\n"])
def test_s23_a_frame_of_exactly_the_limit_passes_whatever_its_line_end_and_chunks(end: bytes) -> None:
    frame = b"x" * FRAME_LIMIT
    assert list(LineSplitter(FRAME_LIMIT).feed(frame + end)) == [frame]
    assert fed(LineSplitter(FRAME_LIMIT), [bytes([byte]) for byte in frame + end]) == [frame]


@pytest.mark.parametrize("cuts", [[], [1], [FRAME_LIMIT], [FRAME_LIMIT + 1], list(range(20))])
def test_s23_a_frame_over_the_limit_is_refused_however_it_is_chunked(cuts: list[int]) -> None:
    with pytest.raises(FrameTooLarge, match="8 bytes"):
        fed(LineSplitter(FRAME_LIMIT), chunked(b"x" * (FRAME_LIMIT + 1) + b"\n", cuts))


def test_s23_output_without_any_newline_is_refused_as_soon_as_it_cannot_become_a_frame() -> None:
    splitter = LineSplitter(FRAME_LIMIT)
    list(splitter.feed(b"x" * FRAME_LIMIT))
    list(splitter.feed(b"\r"))  # may be the end of a frame that just fits
    with pytest.raises(FrameTooLarge):
        list(splitter.feed(b"x"))


def test_s23_a_limit_broken_long_ago_does_not_count_against_later_frames() -> None:
    splitter = LineSplitter(FRAME_LIMIT)
    for _ in range(100):
        assert fed(splitter, [b"12345", b"678", b"\n"]) == [b"12345678"]


@given(st.binary(max_size=60), st.lists(st.integers(0, 60), max_size=12))
def test_frames_do_not_depend_on_how_the_stream_was_chunked(data: bytes, cuts: list[int]) -> None:
    whole = [line.removesuffix(b"\r") for line in data.split(b"\n")[:-1]]
    assert fed(LineSplitter(100), chunked(data, cuts)) == [frame for frame in whole if frame]


@pytest.mark.parametrize("cuts", [[], [4], [2, 4, 9]])
def test_s23_frames_before_one_over_the_limit_are_not_lost_with_it(cuts: list[int]) -> None:
    """What arrives must not depend on where the kernel cut the stream: an answer may stand before the flood."""
    splitter = LineSplitter(FRAME_LIMIT)
    frames = (frame for chunk in chunked(b"one\n" + b"x" * 20 + b"\n", cuts) for frame in splitter.feed(chunk))
    assert next(frames) == b"one"
    with pytest.raises(FrameTooLarge):
        next(frames)


def test_s23_a_frame_that_comes_in_crumbs_takes_no_more_memory_than_about_its_size() -> None:
    size = 1 << 18
    splitter = LineSplitter(size)
    tracemalloc.start()
    try:
        for _ in range(size // 2):
            list(splitter.feed(bytes(bytearray(b"xy"))))
        held, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert held < 2 * size


def test_s43_a_flood_of_empty_lines_is_taken_in_few_steps() -> None:
    class Chunk(bytes):
        """Counts the lines that it is taken apart into."""

        def replace(self, *args: Any) -> Chunk:
            return Chunk(super().replace(*args))

        def split(self, *args: Any) -> list[bytes]:
            lines = super().split(*args)
            counts.append(len(lines))
            return lines

    counts: list[int] = []
    splitter = LineSplitter(LIMIT)
    flood = b"\n" * 100_000
    assert list(splitter.feed(Chunk(b"a" + flood + b"b\r\n" + flood + b"c"))) == [b"a", b"b"]
    assert list(splitter.feed(Chunk(flood))) == [b"c"]
    assert max(counts) < 10


class _Asked(int):
    """A limit that counts how often a line is held against it."""

    times = 0

    def __lt__(self, other: object) -> bool:
        self.times += 1
        return int.__lt__(self, other)  # type: ignore[operator]  # of numbers alone


@pytest.mark.parametrize("empty", [b"\n", b"\r\n", b"\n\r\n", b"\r\n\n"])
def test_s43_empty_lines_by_the_million_are_no_lines(empty: bytes) -> None:
    limit = _Asked(LIMIT)
    assert list(LineSplitter(limit).feed(b"one\n" + empty * 100_000 + b"two\r\n")) == [b"one", b"two"]
    assert limit.times < 10


async def test_while_the_receiver_pauses_not_even_what_has_arrived_is_delivered(joined: Joined) -> None:
    def pause_at_once(frame: bytes) -> None:
        joined.hears.frames.append(frame)
        joined.channel.pause_reading(True)

    joined.hears.on_frame = pause_at_once
    joined.peer.send(b"one\ntwo\nthree\n")
    for expected in ([b"one"], [b"one", b"two"], [b"one", b"two", b"three"]):
        await until(lambda expected=expected: joined.hears.frames == expected)  # type: ignore[misc]
        await turns()
        assert joined.hears.frames == expected
        joined.channel.pause_reading(False)
    joined.peer.send(b"four\n")
    await until(lambda: joined.hears.frames[-1] == b"four")


async def test_what_arrived_in_a_pause_is_delivered_before_the_end(joined: Joined) -> None:
    def pause_at_once(frame: bytes) -> None:
        joined.hears.frames.append(frame)
        joined.channel.pause_reading(True)

    joined.hears.on_frame = pause_at_once
    joined.peer.send(b"one\ntwo\nthree\n")
    await until(lambda: joined.hears.frames)
    joined.channel.connection_lost(None)
    await until(lambda: joined.hears.closed)
    assert joined.hears.frames == [b"one", b"two", b"three"]
