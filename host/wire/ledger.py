"""What is in flight in one session.

Owns: the app's requests that have no answer yet, and the server's. What stays true: an id is in here from the moment
its request was accepted until its answer left or was given up; progress and cancellation find their request only
here.
"""

from __future__ import annotations

from dataclasses import dataclass

from host.model import RequestId
from host.wire.batch import Batch
from host.wire.call_handler import RunningCall


@dataclass(slots=True)
class Outstanding:
    """One request of the app.

    Attributes:
        app_id: as the app wrote it. method: of the request. token: under which the app wants progress, or None.
        upstream_id: once sent. call: of a ``tools/call``. batch: that it came in, or None.
    """

    app_id: RequestId
    method: str
    token: RequestId | None = None
    upstream_id: int | None = None
    call: RunningCall | None = None
    batch: Batch | None = None


class Ledger:
    """The requests in flight, found by either id."""

    def __init__(self) -> None:
        """Nothing is in flight."""
        self._by_app: dict[RequestId, Outstanding] = {}
        self._by_upstream: dict[int, Outstanding] = {}
        self.of_server: set[RequestId] = set()

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

    @property
    def quiet(self) -> bool:
        """Whether a call is among them whose result a person must release."""
        return any(entry.call is not None and entry.call.result_held for entry in self._by_app.values())

    def all(self) -> tuple[Outstanding, ...]:
        """Everything in flight, oldest first."""
        return tuple(self._by_app.values())
