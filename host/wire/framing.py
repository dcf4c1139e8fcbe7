"""Newline-delimited frames out of a stream of bytes (MCP, basic/transports/stdio) (pure).

Owns: where one message ends and the next begins. What stays true: never more than ``limit`` bytes of an unfinished
frame are held; the cost is linear in the bytes fed, however they are chunked.
"""

from __future__ import annotations

from host.errors import FrameTooLarge


class LineSplitter:
    """Splits chunks into frames without their line ends (LF, or CR LF); empty lines are skipped."""

    def __init__(self, limit: int) -> None:
        """``limit``: largest frame in bytes, line end excluded."""
        self._limit = limit
        self._parts: list[bytes] = []
        self._held = 0

    def feed(self, chunk: bytes) -> list[bytes]:
        """Return the frames that ``chunk`` completes.

        Raises:
            FrameTooLarge: a frame, finished or not, is over the limit. The splitter is of no use afterwards.
        """
        lines = chunk.split(b"\n")
        tail = lines.pop()
        frames: list[bytes] = []
        for line in lines:
            frame = (self._take(line) if self._parts else line).removesuffix(b"\r")
            if len(frame) > self._limit:
                raise self._too_large()
            if frame:
                frames.append(frame)
        if tail:
            self._hold(tail)
        return frames

    def _take(self, end: bytes) -> bytes:
        self._parts.append(end)
        line = b"".join(self._parts)
        self._parts.clear()
        self._held = 0
        return line

    def _hold(self, tail: bytes) -> None:
        self._parts.append(tail)
        self._held += len(tail)
        # One byte more than the limit may be the CR of a frame that just fits.
        if self._held > self._limit + 1:
            raise self._too_large()

    def _too_large(self) -> FrameTooLarge:
        return FrameTooLarge(f"a message is larger than the limit of {self._limit:,} bytes")
