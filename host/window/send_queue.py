"""Questions on their way to the window.

Owns: their order, and when the next one leaves.

Invariants: the next one is written only once the window has taken what was written before, so that one question at
most, however large, waits in memory beside what it is made from; apps take turns, so that the many questions of one do
not keep those of another waiting; within an app the oldest goes first.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from host import tasks
from host.model import ApprovalRequest


class SendQueue:
    """Sends questions to one window, from ``start`` to ``stop``."""

    def __init__(self, send: Callable[[ApprovalRequest], Awaitable[None]]) -> None:
        """``send``: writes a question to the window, where it is still open when that can be done."""
        self._send = send
        self._by_app: dict[str, dict[str, ApprovalRequest]] = {}
        self._some, self._ready = asyncio.Event(), asyncio.Event()
        self._ready.set()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin."""
        self._task = tasks.spawn(self._run(), name="send questions to the window")

    def stop(self) -> None:
        """Send nothing any more."""
        if self._task is not None:
            self._task.cancel()

    def put(self, request: ApprovalRequest) -> None:
        """Let a question go, in its turn. A second one about the same call takes the place of the first."""
        self._by_app.setdefault(request.call.app.name, {})[request.call.id] = request
        self._some.set()

    def drop(self, request: ApprovalRequest) -> None:
        """It need not go any more, where it has not gone yet."""
        app, call_id = request.call.app.name, request.call.id
        waiting = self._by_app.get(app, {})
        if waiting.get(call_id) is request:
            del waiting[call_id]
            if not waiting:
                del self._by_app[app]

    def writable(self, ready: bool) -> None:
        """Whether the window keeps up."""
        if ready:
            self._ready.set()
        else:
            self._ready.clear()

    async def _run(self) -> None:
        while True:
            await self._some.wait()
            await self._ready.wait()
            if self._by_app:
                await self._send(self._next())
            else:
                self._some.clear()
            await asyncio.sleep(0)  # the channel writes in a turn of its own, and then knows whether it is too much

    def _next(self) -> ApprovalRequest:
        """The oldest of the app whose turn it is; its next one waits until all other apps had theirs."""
        app = next(iter(self._by_app))
        waiting = self._by_app.pop(app)
        request = waiting.pop(next(iter(waiting)))
        if waiting:
            self._by_app[app] = waiting
        return request
