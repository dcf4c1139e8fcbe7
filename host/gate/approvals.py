"""Calls that wait for people.

Owns: the pending calls and who is there to answer. What stays true: a pending call has exactly one end: answered,
expired, withdrawn, or aborted because nobody can be asked; an approver that fails denies; an answer that names another
call or other bytes denies (SECURITY, row 12). The window will be an ``Approver``; so is a test's Python object.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final, Protocol  # Any: futures of unlike results in one set

from host import tasks
from host.model import Answer, ApprovalRequest, Call

_log = logging.getLogger(__name__)


class Approver(Protocol):
    """Someone who can be asked."""

    async def decide(self, request: ApprovalRequest) -> Answer:
        """Answer ``request``; cancelled when the call ends otherwise: expired, withdrawn, or the approver detached."""


@dataclass(frozen=True, slots=True)
class NoAnswer:
    """A pending call ended without an answer.

    Attributes:
        by: as in ``model.Decision.by``. why: a safe sentence.
    """

    by: str
    why: str


CANCEL_GRACE: Final = 1.0
"""Seconds an approver has to notice that its question is over; a window needs one turn of its loop."""

EXPIRED: Final = NoAnswer("expiry", "nobody decided in time")
NO_WINDOW: Final = NoAnswer("no-window", "no approver is there")
FAULT: Final = NoAnswer("fault", "the approver failed")
STRAY: Final = NoAnswer("fault", "the answer was about another call")
WITHDRAWN: Final = NoAnswer("withdrawal", "the app withdrew the call")
GONE: Final = NoAnswer("withdrawal", "the app went away")
STOPPED: Final = NoAnswer("stop", "the emergency stop was pressed")
QUITTING: Final = NoAnswer("quit", "Assent is closing")
SERVER_GONE: Final = NoAnswer("fault", "the server stopped while the call waited")


class Approvals:
    """Holds what is pending and asks whoever is attached."""

    def __init__(self, *, grace: float, clock: Callable[[], float]) -> None:
        """``grace``: seconds a call waits while no approver is attached. ``clock``: Unix seconds."""
        self._grace, self._clock = grace, clock
        self._approver: Approver | None = None
        self._changed = asyncio.Event()
        self._pending: dict[str, ApprovalRequest] = {}
        self.by_app: Counter[str] = Counter()
        self.by_server: Counter[str] = Counter()

    @property
    def pending(self) -> tuple[ApprovalRequest, ...]:
        """What waits, oldest first."""
        return tuple(self._pending.values())

    @property
    def attached(self) -> bool:
        """Whether someone can be asked."""
        return self._approver is not None

    def attach(self, approver: Approver) -> None:
        """From now on ask ``approver``; what waits is asked again, of the new one."""
        self._swap(approver)

    def detach(self, approver: Approver) -> None:
        """Stop asking ``approver``; what waits has the grace time to find another."""
        if self._approver is approver:
            self._swap(None)

    def _swap(self, approver: Approver | None) -> None:
        self._approver = approver
        self._changed.set()
        self._changed = asyncio.Event()

    @contextmanager
    def place(self, call: Call) -> Iterator[None]:
        """Count ``call`` among those that wait, from before it is written down to its end."""
        app, server = call.app.name, call.server.id
        self.by_app[app] += 1
        self.by_server[server] += 1
        try:
            yield
        finally:
            self.by_app[app] -= 1
            self.by_server[server] -= 1

    async def ask(self, request: ApprovalRequest, aborted: asyncio.Future[NoAnswer]) -> Answer | NoAnswer:
        """Wait for the answer to ``request``, or for the end of the call; ``aborted`` ends it from outside."""
        self._pending[request.call.id] = request
        try:
            return await self._ask(request, aborted)
        finally:
            del self._pending[request.call.id]

    async def _ask(self, request: ApprovalRequest, aborted: asyncio.Future[NoAnswer]) -> Answer | NoAnswer:
        while (left := request.expires_at - self._clock()) > 0 and not aborted.done():
            changed = self._changed
            if self._approver is None:
                ended = await self._until(changed, aborted, min(left, self._grace))
                if ended is not None:
                    return NO_WINDOW if ended is EXPIRED and self._grace < left else ended
                continue
            answer = await self._from(self._approver, request, changed, aborted, left)
            if answer is not None:
                return answer
        return aborted.result() if aborted.done() else EXPIRED

    async def _until(
        self, changed: asyncio.Event, aborted: asyncio.Future[NoAnswer], seconds: float
    ) -> NoAnswer | None:
        """Wait for another approver; None when one came or went."""
        waiter = tasks.spawn(changed.wait(), name="await an approver")
        ends: set[asyncio.Future[Any]] = {waiter, aborted}
        await asyncio.wait(ends, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
        waiter.cancel()
        if aborted.done():
            return aborted.result()
        return None if changed.is_set() else EXPIRED

    async def _from(
        self,
        approver: Approver,
        request: ApprovalRequest,
        changed: asyncio.Event,
        aborted: asyncio.Future[NoAnswer],
        seconds: float,
    ) -> Answer | NoAnswer | None:
        """Ask ``approver``; None when it was detached or replaced before it answered."""
        asking = tasks.spawn(self._guarded(approver, request), name=f"ask about call {request.call.id}")
        waiter = tasks.spawn(changed.wait(), name="watch the approver")
        ends: set[asyncio.Future[Any]] = {asking, waiter, aborted}
        try:
            await asyncio.wait(ends, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
            if aborted.done():
                return aborted.result()
            if changed.is_set():
                return None
            if not asking.done() or self._clock() >= request.expires_at:
                return EXPIRED  # the clock of people also runs while the machine sleeps, when no timer fires
            return FAULT if asking.cancelled() else asking.result()
        finally:
            asking.cancel()
            waiter.cancel()
            _, hanging = await asyncio.wait(ends - {aborted}, timeout=CANCEL_GRACE)
            if hanging:
                _log.error("the approver did not let go of call %s", request.call.id)

    async def _guarded(self, approver: Approver, request: ApprovalRequest) -> Answer | NoAnswer:
        try:
            answer: object = await approver.decide(request)
        except Exception:  # noqa: BLE001  # whatever an approver does wrong is a denial
            _log.exception("the approver failed on call %s", request.call.id)
            return FAULT
        if not isinstance(answer, Answer):
            _log.error("the approver gave no answer on call %s", request.call.id)
            return FAULT
        if answer.call_id != request.call.id or answer.digest != request.call.digest:
            return STRAY
        return answer
