"""Answers that come later than an app waits: a ticket in their place, and the tool that redeems it.

Owns: how long an app is kept waiting, which call a ticket stands for, and the tool ``assent_result``.

Invariants: a ticket is redeemed in the session that got it, and once, by a request that is still waited for; the call
goes on meanwhile as any other of the session, and ends with it; so many tickets are open at once, and no call waits for
one that cannot be had; a large result waits for its ticket on the disk. A server's tool of that name does not reach the
app.
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
"""Open tickets of one session. The oldest whose call has ended makes room; where none has, a call beyond them is waited
for, and the app gives it up as it would have."""

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
_LATER: Final = (
    "This call is not finished: a person still decides about it, or it still runs. Do not make it again. "
    "Call the tool assent_result with the ticket {ticket} to get its result."
)
_UNKNOWN: Final = "There is no open ticket of that name here. A result is given once, and ends with the session."
_TAKEN_BACK: Final = "The call that this ticket stands for was taken back; it has no result."


_TOO_LARGE: Final = (
    "The call ran, but its result is too large to be kept for its ticket. Do not make the call again unasked; ask for "
    "less of it at once."
)


class Stored(Protocol):
    """A result that lies on the disk."""

    @property
    def is_there(self) -> bool:
        """Whether it can be read."""

    async def read(self) -> bytes:
        """All of it. Raises AssentError where it cannot be read as it was written."""

    def close(self) -> None:
        """Let go of the result."""


Keep = Callable[[bytes], Awaitable["Stored | None"]]
"""Puts a result on the disk; None where it is small enough to stay in memory."""


async def in_memory(_: bytes) -> Stored | None:
    """Keep a result in memory, whatever its size."""
    return None


class _Kept(Struct):
    """A call that goes on.

    Attributes:
        call: of the ticket.
        reply: to it, without the result where that lies on the disk.
        waits: whether a ticket stands for it.
        stored: its result on the disk.
    """

    call: RunningCall
    reply: asyncio.Task[Reply]
    waits: bool = False
    stored: Stored | None = None


class Tickets:
    """The tickets of one session: what stands for calls that take longer than the app waits."""

    def __init__(self, patience: float = 0.0, keep: Keep = in_memory, begins: str = "") -> None:
        """``patience``: seconds that the app may be kept waiting for a call; 0 where it waits whatever it takes.

        ``begins``: how the tickets begin, where the app has some of several servers.
        """
        self.patience, self._keep, self._begins = patience, keep, begins
        self._kept: dict[str, _Kept] = {}

    async def reply(self, call: RunningCall, revision: str) -> Reply:
        """The answer to ``call``, or a ticket where it takes too long."""
        if not self.patience:
            return await call.reply()
        begun: asyncio.Future[_Kept] = asyncio.get_running_loop().create_future()
        kept = _Kept(call, tasks.spawn(self._run(begun, revision), name="a call that may get a ticket"))
        begun.set_result(kept)
        await asyncio.wait({kept.reply}, timeout=self.patience)
        if kept.reply.done() or not self._room():
            return await kept.reply
        ticket = self._begins + secrets.token_urlsafe(12)
        kept.waits, self._kept[ticket] = True, kept
        return _said(_LATER.format(ticket=ticket), revision)

    async def _run(self, begun: asyncio.Future[_Kept], revision: str) -> Reply:
        kept = await begun
        reply = await kept.call.reply()
        if not kept.waits or reply.result is None or (stored := await self._keep(reply.result)) is None:
            return reply
        if not stored.is_there:
            return _said(_TOO_LARGE, revision)
        kept.stored = stored
        return Reply()

    def call_of(self, arguments: JsonObject) -> RunningCall | None:
        """The call that the ticket in ``arguments`` stands for, None for no such ticket."""
        kept = self._of(arguments)
        return None if kept is None else kept.call

    async def wait(self, arguments: JsonObject) -> bytes | None:
        """Until the call that the ticket in ``arguments`` stands for has ended, or the app waited for long enough.

        Returns its result where that lies on the disk and can be read.
        """
        if (kept := self._of(arguments)) is None:
            return None
        await asyncio.wait({kept.reply}, timeout=self.patience)
        try:
            return None if kept.stored is None else await kept.stored.read()
        except AssentError:
            return None

    def redeem(self, arguments: JsonObject, revision: str, stored: bytes | None) -> Reply:
        """The answer to the call that the ticket in ``arguments`` stands for, or the ticket again.

        ``stored``: as ``wait`` returned it.
        """
        ticket, kept = arguments.get("ticket"), self._of(arguments)
        if kept is None:
            return _said(_UNKNOWN, revision)
        if not kept.reply.done():
            return _said(_LATER.format(ticket=ticket), revision)
        del self._kept[str(ticket)]
        if kept.stored is not None:
            kept.stored.close()
            return _said(_UNKNOWN, revision) if stored is None else Reply(result=stored)
        reply = kept.reply.result()
        return reply if reply.result is not None or reply.error is not None else _said(_TAKEN_BACK, revision)

    def running(self) -> tuple[RunningCall, ...]:
        """The calls that tickets stand for and that have not ended."""
        return tuple(kept.call for kept in self._kept.values() if not kept.reply.done())

    def waits(self) -> set[asyncio.Task[Reply]]:
        """What ends when they have ended."""
        return {kept.reply for kept in self._kept.values() if not kept.reply.done()}

    def _of(self, arguments: JsonObject) -> _Kept | None:
        ticket = arguments.get("ticket")
        return self._kept.get(ticket) if isinstance(ticket, str) else None

    def _room(self) -> bool:
        ended = next((ticket for ticket, kept in self._kept.items() if kept.reply.done()), "")
        if len(self._kept) >= MAX_TICKETS and ended and (stored := self._kept.pop(ended).stored) is not None:
            stored.close()
        return len(self._kept) < MAX_TICKETS


def _said(text: str, revision: str) -> Reply:
    """A result that a model can act on. It is an error: what was asked for has not happened yet."""
    body: JsonObject = {"content": [{"type": "text", "text": text}], "isError": True}
    if revision in MODERN:
        body["resultType"] = "complete"
    return Reply(result=compact(body))
