"""Newline-delimited frames out of a stream of bytes (MCP, basic/transports/stdio) (pure).

Owns: where one message ends and the next begins. What stays true: never more than ``limit`` bytes of an unfinished
frame are held; the cost is linear in the bytes fed, and the frames are the same, however the stream was cut.
"""

from __future__ import annotations

from collections.abc import Iterator

from host.errors import FrameTooLarge


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
