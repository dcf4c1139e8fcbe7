"""What is in flight in one session.

Owns: the app's requests that have no answer yet, the server's, and which answers belong into the array of a JSON-RPC
batch, which one revision knows (MCP 2025-03-26; JSON-RPC 2.0 §6).

Invariants:
    - An id is in here from the moment its request was accepted until its answer left or was given up; progress and
      cancellation find their request only here.
    - Each element of a batch is handled on its own, as if it had come alone; the array leaves once, when every request
      of the batch has been answered or given up.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Final

from host.model import JsonValue, RequestId
from host.wire.call_handler import RunningCall, RunningRequest
from host.wire.messages import Message

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

    def close(self) -> bytes | None:
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


@dataclass(slots=True)
class Outstanding:
    """One request of the app.

    Attributes:
        app_id: as the app wrote it. method: of the request. token: under which the app wants progress, or None.
        upstream_id: once sent. call: of a ``tools/call``. batch: that it came in, or None. capabilities: that the app
        declared with it (2026-07-28).
    """

    app_id: RequestId
    method: str
    token: RequestId | None = None
    upstream_id: int | None = None
    call: RunningCall | None = None
    batch: Batch | None = None
    capabilities: JsonValue = None


@dataclass(slots=True)
class AskedOfApp:
    """One request of the server that is decided on before the app hears it.

    Attributes:
        request: on its way. answer: the app's, None until the app hears the request.
    """

    request: RunningRequest
    answer: asyncio.Future[Message] | None = None


class Ledger:
    """The requests in flight, found by either id."""

    def __init__(self) -> None:
        """Nothing is in flight."""
        self._by_app: dict[RequestId, Outstanding] = {}
        self._by_upstream: dict[int, Outstanding] = {}
        self.of_server: dict[RequestId, AskedOfApp | None] = {}
        """The server's requests; None for one that needs no decision."""

    def __len__(self) -> int:
        """Requests of the app in flight."""
        return len(self._by_app)

    def add(self, entry: Outstanding) -> None:
        """A request was accepted."""
        self._by_app[entry.app_id] = entry

    def sent(self, entry: Outstanding, upstream_id: int) -> None:
        """A request left under ``upstream_id``."""
        entry.upstream_id = upstream_id
        if entry.app_id in self._by_app:
            self._by_upstream[upstream_id] = entry

    def remove(self, entry: Outstanding) -> None:
        """A request was answered or given up."""
        self._by_app.pop(entry.app_id, None)
        if entry.upstream_id is not None:
            self._by_upstream.pop(entry.upstream_id, None)

    def of_app(self, app_id: object) -> Outstanding | None:
        """The request that the app knows under ``app_id``; ``1``, ``True`` and ``"1"`` differ."""
        return self._by_app.get(app_id) if isinstance(app_id, str) or type(app_id) is int else None

    def of_upstream(self, upstream_id: object) -> Outstanding | None:
        """The request that the server knows under ``upstream_id``."""
        return self._by_upstream.get(upstream_id) if type(upstream_id) is int else None

    def all(self) -> tuple[Outstanding, ...]:
        """Everything in flight, oldest first."""
        return tuple(self._by_app.values())
