"""The requests in flight in one session.

Owns: the unanswered requests of the app and of the server, the answers of a JSON-RPC batch (MCP 2025-03-26 alone;
JSON-RPC 2.0 §6), and the last progress that the app got for each request.

Invariants:
    - A request is in the ledger from its acceptance until its answer was sent or it was dropped. Progress and
      cancellation find their request only here.
    - An answer of the app never reaches a request of another process of the server.
    - Each element of a batch is handled as if it had come alone. The array of answers is sent once, when every request
      of the batch has been answered or dropped.
"""

from __future__ import annotations

import asyncio
import itertools
import math
import secrets
from typing import Final

from msgspec import Struct, field

from host.ids import is_id
from host.model import JsonValue, RequestId
from host.wire.call_handler import RunningCall, RunningRequest
from host.wire.messages import Message

MIN_PROGRESS_STEP: Final = 1e-6
"""What a progress message of Assent adds: too little to be seen."""
MAX_EXACT_PROGRESS: Final = 2.0**53
"""Larger progress values cannot be counted exactly; they pass unchanged."""
MAX_BATCH: Final = 100
"""Elements of one batch; the frame limit bounds their size."""


class Batch:
    """Collects the answers of one batch."""

    def __init__(self) -> None:
        self._expected: set[RequestId] = set()
        self._frames: list[bytes] = []
        self._is_closed = False

    def expect(self, request_id: RequestId) -> None:
        """Expect an answer with this id."""
        self._expected.add(request_id)

    def close(self) -> list[bytes]:
        """Note that every element was handled. Returns all answers if none is outstanding, else nothing."""
        self._is_closed = True
        return self._frames_if_complete()

    def add(self, frame: bytes, request_id: RequestId | None) -> list[bytes]:
        """Add an answer. Returns all answers if it was the last, else nothing."""
        self._frames.append(frame)
        return self.drop(request_id)

    def drop(self, request_id: RequestId | None) -> list[bytes]:
        """Stop expecting an answer with this id. Returns all answers if it was the last, else nothing."""
        if request_id is not None:
            self._expected.discard(request_id)
        return self._frames_if_complete()

    def _frames_if_complete(self) -> list[bytes]:
        if not self._is_closed or self._expected:
            return []
        frames, self._frames = self._frames, []
        return frames


class Progress(Struct):
    """The progress that an app got for one request, which may only grow (MCP, basic/utilities/progress).

    ``has_own_values``: whether Assent sent a value; values of the server must then be larger.
    """

    reached: float = 0.0
    has_own_values: bool = False

    def next_own_value(self) -> float:
        """Return a value for a message of Assent: as little larger as possible, so that it does not distort."""
        self.has_own_values = True
        self.reached = max(self.reached + MIN_PROGRESS_STEP, math.nextafter(self.reached, math.inf))
        return self.reached

    def from_server(self, value: JsonValue) -> JsonValue:
        """Return ``value`` of the server for the app. One that would not grow is replaced by a minimal step."""
        if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) < MAX_EXACT_PROGRESS:
            return value
        if self.has_own_values and value <= self.reached:
            return self.next_own_value()
        self.reached = float(value)
        return value


class Outstanding(Struct):
    """One request of the app."""

    app_id: RequestId  # its id, as the app wrote it
    method: str
    token: RequestId | None = None  # the app's token for progress, None if it wants none
    upstream_id: int | None = None  # its id towards the server, None until it is sent
    call: RunningCall | None = None
    link_request: RunningRequest | None = None  # the decision about reading a link, for a request that needs one
    batch: Batch | None = None
    capabilities: JsonValue = None  # the capabilities that the app declared with it (2026-07-28)
    wants_tool_changes: bool = False  # whether it is a subscription to changes of tools that the server accepted
    progress: Progress = field(default_factory=Progress)


class ServerRequest(Struct):
    """One request of the server.

    Attributes:
        answer: the app's answer to a request that was decided, None until it is sent to the app.
    """

    id: RequestId  # its id, as the server wrote it
    app_id: RequestId  # its id towards the app
    request: RunningRequest | None = None  # the decision about it, None if it needs none
    answer: asyncio.Future[Message] | None = None


class Ledger:
    """The requests in flight, found by either id."""

    def __init__(self) -> None:
        self._by_app_id: dict[RequestId, Outstanding] = {}
        self._by_upstream_id: dict[int, Outstanding] = {}
        self.server_requests: dict[RequestId, ServerRequest] = {}
        """The server's requests by their ids towards the app."""
        self._prefix = ""
        self._numbers = itertools.count(1)

    def __len__(self) -> int:
        """Number of the app's requests in flight."""
        return len(self._by_app_id)

    def add(self, entry: Outstanding) -> None:
        """Add a request that was accepted."""
        self._by_app_id[entry.app_id] = entry

    def mark_sent(self, entry: Outstanding, upstream_id: int) -> None:
        """Note that a request was sent under ``upstream_id``."""
        entry.upstream_id = upstream_id
        if entry.app_id in self._by_app_id:
            self._by_upstream_id[upstream_id] = entry

    def remove(self, entry: Outstanding) -> None:
        """Remove a request that was answered or dropped."""
        self._by_app_id.pop(entry.app_id, None)
        if entry.upstream_id is not None:
            self._by_upstream_id.pop(entry.upstream_id, None)

    def by_app_id(self, app_id: object) -> Outstanding | None:
        """Return the app's request with this id; ``1``, ``True`` and ``"1"`` differ."""
        return self._by_app_id.get(app_id) if is_id(app_id) else None

    def by_upstream_id(self, upstream_id: object) -> Outstanding | None:
        """Return the app's request with this id towards the server."""
        return self._by_upstream_id.get(upstream_id) if type(upstream_id) is int else None

    def add_server_request(self, request_id: RequestId, request: RunningRequest | None = None) -> ServerRequest:
        """Add a request of the server, whose id must not be in use."""
        app_id = f"{self._prefix}-{next(self._numbers)}" if self._prefix else request_id
        server_request = self.server_requests[app_id] = ServerRequest(request_id, app_id, request)
        return server_request

    def find_server_request(self, request_id: object) -> ServerRequest | None:
        """Return the server's request with this id; ``1``, ``True`` and ``"1"`` differ."""
        if not is_id(request_id):
            return None
        return next((request for request in self.server_requests.values() if request.id == request_id), None)

    def forget_server_requests(self) -> None:
        """Forget the server's requests, because a new process of the server will come.

        The new process may use the same ids. Its requests get other ids towards the app, so that a late answer to an
        old request cannot reach a new one.
        """
        self.server_requests.clear()
        self._prefix = secrets.token_hex(8)

    def outstanding(self) -> tuple[Outstanding, ...]:
        """The app's requests in flight, oldest first."""
        return tuple(self._by_app_id.values())
