"""What is in flight in one session.

Owns: the app's requests that have no answer yet, the server's, and which answers belong into the array of a JSON-RPC
batch, which one revision knows (MCP 2025-03-26; JSON-RPC 2.0 §6); the progress that each request has heard of.

Invariants:
    - An id is in here from the moment its request was accepted until its answer left or was given up; progress and
      cancellation find their request only here.
    - An answer of the app meets the request of the server that it is for, and none of another process of the server.
    - Each element of a batch is handled on its own, as if it had come alone; the array leaves once, when every request
      of the batch has been answered or given up.
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

LITTLE: Final = 1e-6
"""What progress of ours adds: no bar moves for it."""
MOST: Final = 2.0**53
"""Progress above cannot be counted exactly; it passes as it is."""
MAX_BATCH: Final = 100
"""Elements of one batch; the frame limit bounds their size."""


class Batch:
    """Collects the answers of one batch."""

    def __init__(self) -> None:
        """No answer of the batch is expected yet."""
        self._expected: set[RequestId] = set()
        self._frames: list[bytes] = []
        self._complete = False

    def expect(self, request_id: RequestId) -> None:
        """An answer with this id will come."""
        self._expected.add(request_id)

    def close(self) -> list[bytes]:
        """Every element was handled. Returns all answers where nothing is outstanding any more, else none."""
        self._complete = True
        return self._all()

    def add(self, frame: bytes, request_id: RequestId | None) -> list[bytes]:
        """An answer came; returns all of them once it was the last."""
        self._frames.append(frame)
        return self.give_up(request_id)

    def give_up(self, request_id: RequestId | None) -> list[bytes]:
        """No answer with this id will come; returns all others once it was the last outstanding one."""
        if request_id is not None:
            self._expected.discard(request_id)
        return self._all()

    def _all(self) -> list[bytes]:
        if not self._complete or self._expected:
            return []
        frames, self._frames = self._frames, []
        return frames


class Progress(Struct):
    """What an app heard of the progress of one request, which may only grow (MCP, basic/utilities/progress).

    Attributes:
        reached: the last value.
        told: whether any of it was ours: then the server's own continues from there.
    """

    reached: float = 0.0
    told: bool = False

    def ours(self) -> float:
        """A value of ours: as little more as can be told, so that the server's mean what they meant."""
        self.told = True
        self.reached = max(self.reached + LITTLE, math.nextafter(self.reached, math.inf))
        return self.reached

    def of_server(self, value: JsonValue) -> JsonValue:
        """``value`` of the server, as the app hears it: one that would not be more becomes as little more as can be."""
        if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) < MOST:
            return value
        if self.told and value <= self.reached:
            return self.ours()
        self.reached = float(value)
        return value


class Outstanding(Struct):
    """One request of the app.

    Attributes:
        app_id: as the app wrote it.
        method: of the request.
        token: under which the app wants progress, or None.
        upstream_id: once sent.
        call: of a ``tools/call``.
        link: of a request that is decided on before it is sent.
        batch: that it came in, or None.
        capabilities: that the app declared with it (2026-07-28).
        tells_of_tools: whether the server agreed to tell it of changes of tools.
        progress: that it has heard of.
    """

    app_id: RequestId
    method: str
    token: RequestId | None = None
    upstream_id: int | None = None
    call: RunningCall | None = None
    link: RunningRequest | None = None
    batch: Batch | None = None
    capabilities: JsonValue = None
    tells_of_tools: bool = False
    progress: Progress = field(default_factory=Progress)


class AskedOfApp(Struct):
    """One request of the server.

    Attributes:
        id: as the server wrote it.
        app_id: under which the app hears it.
        request: on its way, where it is decided on before the app hears it, else None.
        answer: the app's to such a one, None until the app hears the request.
    """

    id: RequestId
    app_id: RequestId
    request: RunningRequest | None = None
    answer: asyncio.Future[Message] | None = None


class Ledger:
    """The requests in flight, found by either id."""

    def __init__(self) -> None:
        """Nothing is in flight."""
        self._by_app: dict[RequestId, Outstanding] = {}
        self._by_upstream: dict[int, Outstanding] = {}
        self.of_server: dict[RequestId, AskedOfApp] = {}
        """The server's requests, by the ids under which the app hears them."""
        self._prefix = ""
        self._numbers = itertools.count(1)

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
        return self._by_app.get(app_id) if is_id(app_id) else None

    def of_upstream(self, upstream_id: object) -> Outstanding | None:
        """The request that the server knows under ``upstream_id``."""
        return self._by_upstream.get(upstream_id) if type(upstream_id) is int else None

    def server_asks(self, request_id: RequestId, request: RunningRequest | None = None) -> AskedOfApp:
        """The server asks the app for something, under an id that is not in use."""
        app_id = f"{self._prefix}-{next(self._numbers)}" if self._prefix else request_id
        asked = self.of_server[app_id] = AskedOfApp(request_id, app_id, request)
        return asked

    def asked_as(self, request_id: object) -> AskedOfApp | None:
        """The request that the server knows under ``request_id``; ``1``, ``True`` and ``"1"`` differ."""
        return next((it for it in self.of_server.values() if is_id(request_id) and it.id == request_id), None)

    def server_left(self) -> None:
        """Another process of the server will come, whose ids may be the same: the app hears them under ids of ours.

        An answer to what this one asked could meet a request of the next one otherwise.
        """
        self.of_server.clear()
        self._prefix = secrets.token_hex(8)

    def all(self) -> tuple[Outstanding, ...]:
        """Everything in flight, oldest first."""
        return tuple(self._by_app.values())
