from __future__ import annotations

import tracemalloc
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host.errors import FrameTooLarge
from host.wire.framing import LineSplitter

LIMIT = 8


def chunked(data: bytes, cuts: list[int]) -> list[bytes]:
    """``data`` in pieces."""
    edges = sorted({0, len(data), *(cut % (len(data) + 1) for cut in cuts)})
    return [data[start:end] for start, end in pairwise(edges)]


def fed(splitter: LineSplitter, chunks: list[bytes]) -> list[bytes]:
    return [frame for chunk in chunks for frame in splitter.feed(chunk)]


def test_frames_come_without_their_line_ends_and_empty_lines_do_not_come() -> None:
    assert list(LineSplitter(LIMIT).feed(b"one\n\ntwo\r\n\r\nthree\n")) == [b"one", b"two", b"three"]


def test_a_frame_without_its_line_end_is_kept_back() -> None:
    splitter = LineSplitter(LIMIT)
    assert list(splitter.feed(b"on")) == []
    assert list(splitter.feed(b"e")) == []
    assert list(splitter.feed(b"\ntw")) == [b"one"]
    assert list(splitter.feed(b"o\n")) == [b"two"]


def test_only_the_last_carriage_return_belongs_to_the_line_end() -> None:
    assert list(LineSplitter(LIMIT).feed(b"a\rb\r\r\n")) == [b"a\rb\r"]


def test_other_line_separators_of_unicode_end_no_frame() -> None:
    data = "a\u2028b\u0085".encode()
    assert list(LineSplitter(20).feed(data + b"\x0b\x0c\n")) == [data + b"\x0b\x0c"]


@pytest.mark.parametrize("end", [b"\n", b"\r\n"])
def test_s23_a_frame_of_exactly_the_limit_passes_whatever_its_line_end_and_chunks(end: bytes) -> None:
    frame = b"x" * LIMIT
    assert list(LineSplitter(LIMIT).feed(frame + end)) == [frame]
    assert fed(LineSplitter(LIMIT), [bytes([byte]) for byte in frame + end]) == [frame]


@pytest.mark.parametrize("cuts", [[], [1], [LIMIT], [LIMIT + 1], list(range(20))])
def test_s23_a_frame_over_the_limit_is_refused_however_it_is_chunked(cuts: list[int]) -> None:
    with pytest.raises(FrameTooLarge, match="8 bytes"):
        fed(LineSplitter(LIMIT), chunked(b"x" * (LIMIT + 1) + b"\n", cuts))


def test_s23_output_without_any_newline_is_refused_as_soon_as_it_cannot_become_a_frame() -> None:
    splitter = LineSplitter(LIMIT)
    list(splitter.feed(b"x" * LIMIT))
    list(splitter.feed(b"\r"))  # may be the end of a frame that just fits
    with pytest.raises(FrameTooLarge):
        list(splitter.feed(b"x"))


def test_s23_a_limit_broken_long_ago_does_not_count_against_later_frames() -> None:
    splitter = LineSplitter(LIMIT)
    for _ in range(100):
        assert fed(splitter, [b"12345", b"678", b"\n"]) == [b"12345678"]


@given(st.binary(max_size=60), st.lists(st.integers(0, 60), max_size=12))
def test_frames_do_not_depend_on_how_the_stream_was_chunked(data: bytes, cuts: list[int]) -> None:
    whole = [line.removesuffix(b"\r") for line in data.split(b"\n")[:-1]]
    assert fed(LineSplitter(100), chunked(data, cuts)) == [frame for frame in whole if frame]


@pytest.mark.parametrize("cuts", [[], [4], [2, 4, 9]])
def test_s23_frames_before_one_over_the_limit_are_not_lost_with_it(cuts: list[int]) -> None:
    """What arrives must not depend on where the kernel cut the stream: an answer may stand before the flood."""
    splitter = LineSplitter(LIMIT)
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
