"""Answers to JSON-RPC batches, which one revision knows (MCP 2025-03-26; JSON-RPC 2.0 §6) (pure).

Owns: which answers belong into one array. What stays true: each element was handled on its own, as if it had come
alone; the array leaves once, when every request of the batch has been answered or given up.
"""

from __future__ import annotations

from typing import Final

from host.model import RequestId

MAX_BATCH: Final = 100
"""Elements of one batch; the frame limit bounds their size."""


class Batch:
    """Collects the answers of one batch."""

    def __init__(self) -> None:
        """Nothing is expected yet."""
        self._expected: set[RequestId] = set()
        self._frames: list[bytes] = []
        self._complete = False

    def expect(self, request_id: RequestId) -> None:
        """An answer with this id will come."""
        self._expected.add(request_id)

    def seal(self) -> bytes | None:
        """Every element was handled. Returns the array where nothing is outstanding and there is something to say."""
        self._complete = True
        return self._array()

    def add(self, frame: bytes, request_id: RequestId | None) -> bytes | None:
        """An answer came; returns the array once it was the last."""
        self._frames.append(frame)
        return self.give_up(request_id)

    def give_up(self, request_id: RequestId | None) -> bytes | None:
        """No answer with this id will come; returns the array once it was the last outstanding one."""
        if request_id is not None:
            self._expected.discard(request_id)
        return self._array()

    def _array(self) -> bytes | None:
        if not self._complete or self._expected or not self._frames:
            return None
        frames, self._frames = self._frames, []
        return b"[" + b",".join(frames) + b"]"
