"""Tickets: answers to calls that take longer than an app waits, and the tool that redeems them.

Owns: how long an app is kept waiting, the call of each ticket, and the tool ``assent_result``.

Invariants: a ticket is redeemed once, in its session, by a request that has not been cancelled. Its call goes on as any
other call of the session and ends with the session. The number of open tickets is bounded; without a free one a call is
simply waited for. A large result is stored on disk until its ticket is redeemed. A server's tool with the name of ours
does not reach the app.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable, Callable
from typing import Final, Protocol

from msgspec import Struct

from host import tasks
from host.canonical import compact
from host.errors import AssentError
from host.model import JsonObject
from host.wire.call_handler import Reply, RunningCall
from host.wire.methods import MODERN

TOOL: Final = "assent_result"
MAX_TICKETS: Final = 64
"""Open tickets of one session. The oldest ticket whose call has ended is dropped for a new one. If no call has ended, a
further call gets no ticket and is waited for."""

DEFINITION: Final[JsonObject] = {
    "name": TOOL,
    "title": "Result of a call that took longer",
    "description": (
        "Returns the result of a call that was answered with a ticket, since a person still decides about it or it "
        "still runs. Waits for a while; where there is no result yet, call it again with the same ticket."
    ),
    "inputSchema": {
        "type": "object",
        "properties": {"ticket": {"type": "string", "description": "The ticket from the answer to the call."}},
        "required": ["ticket"],
        "additionalProperties": False,
    },
    "annotations": {"readOnlyHint": True, "openWorldHint": False},
}
_NOT_FINISHED: Final = (
    "This call is not finished: a person still decides about it, or it still runs. Do not make it again. "
    "Call the tool assent_result with the ticket {ticket} to get its result."
)
_UNKNOWN_TICKET: Final = "There is no open ticket of that name here. A result is given once, and ends with the session."
_WITHDRAWN: Final = "The call that this ticket stands for was taken back; it has no result."
_TOO_LARGE: Final = (
    "The call ran, but its result is too large to be kept for its ticket. Do not make the call again unasked; ask for "
    "less of it at once."
)


class StoredResult(Protocol):
    """A result that is stored on disk."""

    @property
    def is_readable(self) -> bool:
        """Whether it can be read."""

    async def read(self) -> bytes:
        """Return the whole result. Raises AssentError if it cannot be read as it was written."""

    def close(self) -> None:
        """Release the stored result."""


StoreResult = Callable[[bytes], Awaitable["StoredResult | None"]]
"""Stores a result on disk. Returns None if it is small enough to stay in memory."""


class _SlowCall(Struct):
    """A call that may be answered with a ticket. ``reply``: its answer, without a result that is ``stored`` on disk."""

    call: RunningCall
    reply: asyncio.Task[Reply]
    has_ticket: bool = False
    stored: StoredResult | None = None


class Tickets:
    """The tickets of one session.

    ``patience``: seconds that an app is kept waiting before it gets a ticket; 0 for no limit.
    """

    def __init__(self, patience: float = 0.0, store: StoreResult | None = None, prefix: str = "") -> None:
        """``store``: stores large results, None for none. ``prefix``: begins each ticket of a part of several."""
        self.patience, self._store, self._prefix = patience, store, prefix
        self._by_ticket: dict[str, _SlowCall] = {}

    def reply(self, call: RunningCall, revision: str) -> Awaitable[Reply]:
        """Run ``call`` and return its answer, or a ticket if it takes too long."""
        return self._reply_in_time(call, revision) if self.patience else call.reply()

    async def _reply_in_time(self, call: RunningCall, revision: str) -> Reply:
        created: asyncio.Future[_SlowCall] = asyncio.get_running_loop().create_future()
        slow_call = _SlowCall(call, tasks.spawn(self._run_call(created, revision), name="a call that may get a ticket"))
        created.set_result(slow_call)
        await asyncio.wait({slow_call.reply}, timeout=self.patience)
        if slow_call.reply.done() or not self._make_room():
            return await slow_call.reply
        ticket = self._prefix + secrets.token_urlsafe(12)
        slow_call.has_ticket, self._by_ticket[ticket] = True, slow_call
        return _error_result(_NOT_FINISHED.format(ticket=ticket), revision)

    async def _run_call(self, created: asyncio.Future[_SlowCall], revision: str) -> Reply:
        slow_call = await created
        reply = await slow_call.call.reply()
        if not slow_call.has_ticket or reply.result is None or self._store is None:
            return reply
        if (stored := await self._store(reply.result)) is None:
            return reply
        if not stored.is_readable:
            return _error_result(_TOO_LARGE, revision)
        slow_call.stored = stored
        return Reply()

    def call_for(self, arguments: JsonObject) -> RunningCall | None:
        """Return the call of the ticket in ``arguments``, None if there is no such ticket."""
        slow_call = self._find(arguments)
        return None if slow_call is None else slow_call.call

    async def wait_result(self, arguments: JsonObject) -> bytes | None:
        """Wait until the call of the ticket in ``arguments`` has ended, at most ``patience`` seconds.

        Returns its result if that is stored on disk and can be read.
        """
        if (slow_call := self._find(arguments)) is None:
            return None
        await asyncio.wait({slow_call.reply}, timeout=self.patience)
        try:
            return None if slow_call.stored is None else await slow_call.stored.read()
        except AssentError:
            return None

    def redeem(self, arguments: JsonObject, revision: str, stored: bytes | None) -> Reply:
        """Return the answer to the call of the ticket in ``arguments``, or the ticket again.

        ``stored``: what ``wait_result`` returned.
        """
        ticket, slow_call = arguments.get("ticket"), self._find(arguments)
        if slow_call is None:
            return _error_result(_UNKNOWN_TICKET, revision)
        if not slow_call.reply.done():
            return _error_result(_NOT_FINISHED.format(ticket=ticket), revision)
        del self._by_ticket[str(ticket)]
        if slow_call.stored is not None:
            slow_call.stored.close()
            return _error_result(_UNKNOWN_TICKET, revision) if stored is None else Reply(result=stored)
        reply = slow_call.reply.result()
        return reply if reply.result is not None or reply.error is not None else _error_result(_WITHDRAWN, revision)

    def running_calls(self) -> tuple[RunningCall, ...]:
        """The calls with a ticket that have not ended."""
        return tuple(slow_call.call for slow_call in self._by_ticket.values() if not slow_call.reply.done())

    def reply_tasks(self) -> set[asyncio.Task[Reply]]:
        """The tasks that run these calls."""
        return {slow_call.reply for slow_call in self._by_ticket.values() if not slow_call.reply.done()}

    def _find(self, arguments: JsonObject) -> _SlowCall | None:
        ticket = arguments.get("ticket")
        return self._by_ticket.get(ticket) if isinstance(ticket, str) else None

    def _make_room(self) -> bool:
        ended = next((ticket for ticket, slow_call in self._by_ticket.items() if slow_call.reply.done()), "")
        if len(self._by_ticket) >= MAX_TICKETS and ended and (stored := self._by_ticket.pop(ended).stored) is not None:
            stored.close()
        return len(self._by_ticket) < MAX_TICKETS


def _error_result(text: str, revision: str) -> Reply:
    """Return a result with ``isError``, whose text a model can act on."""
    body: JsonObject = {"content": [{"type": "text", "text": text}], "isError": True}
    if revision in MODERN:
        body["resultType"] = "complete"
    return Reply(result=compact(body))
