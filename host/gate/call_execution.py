"""One call on its way through the gate.

Owns: the state of a call, its end from outside, and the wait for its outcome.

Invariants: the state only moves along ``lifecycle``'s table; whatever ends the call from outside is heard once and
first come wins; its bytes change only while a person is asked, and what the app proposed is kept beside them.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Final, Literal, TypeVar

import msgspec
from msgspec import Struct

from host import tasks
from host.audit.receipt import Receipt
from host.gate.lifecycle import Event, State, advance
from host.gate.refusals import NoAnswer
from host.gate.rounds import Rounds
from host.model import Call, Outcome, RateLimit
from host.rates import Rate
from host.servers.catalogue import Catalogue
from host.wire.messages import Message
from host.wire.upstream import OnResponse, Upstream

T = TypeVar("T")


class ServerSession(Struct, frozen=True):
    """The session that a call belongs to, as the gate sees it.

    Attributes:
        upstream, catalogue: of the session.
        output_schema: what to do with results that break theirs.
        execution_timeout: seconds without answer or progress.
        rate: of this server, None for no limit.
        outdated: whether the server's configuration is no longer the one this session was started with.
        heard: hears how each call ended that was sent; must not wait.
        rounds: calls that the server answered with a request for input.
        reports_outcomes: whether it says how a call ended; what stands for an app's own tools does not
            (``host.servers.own_tools``).
    """

    upstream: Upstream
    catalogue: Catalogue
    output_schema: Literal["off", "warn", "strict"]
    execution_timeout: float
    rate: Rate | None
    outdated: Callable[[], bool]
    heard: Callable[[Call, Outcome], None] = lambda _, __: None
    rounds: Rounds = msgspec.field(default_factory=Rounds)
    reports_outcomes: bool = True


class Aborted(Exception):
    """Control flow: the call was ended from outside. Carries the end."""

    def __init__(self, end: NoAnswer) -> None:
        """``end``: what ended it."""
        super().__init__()
        self.end = end


TIMED_OUT: Final = NoAnswer("timeout", "timed out")
"""The server was too slow."""

End = Message | NoAnswer


@dataclass(slots=True, eq=False)
class Execution:
    """What is on its way through the gate: a call, or what a server asks of an app.

    Attributes:
        call: frozen; of a request in the form of a call, see ``model.Call.method``.
        aborted: set from outside to end it.
        counted: limits of rules for which it counts already.
        rounds: questions asked about it so far.
    """

    call: Call
    aborted: asyncio.Future[NoAnswer] = field(
        default_factory=lambda: asyncio.get_running_loop().create_future(), kw_only=True
    )
    counted: set[RateLimit] = field(default_factory=set, kw_only=True)
    rounds: int = field(default=0, kw_only=True)

    def abort(self, end: NoAnswer) -> None:
        """End it from outside; the first end wins."""
        if not self.aborted.done():
            self.aborted.set_result(end)

    async def unless_aborted(self, work: Awaitable[T]) -> T:
        """Wait for ``work``, but no longer than this lives.

        Raises:
            Aborted: it was ended from outside; ``work`` was cancelled. Whatever ``work`` raises.
        """
        try:
            return await tasks.unless(work, self.aborted)
        except tasks.Ended:
            raise Aborted(self.aborted.result()) from None


@dataclass(slots=True, eq=False)
class CallExecution(Execution):
    """A call and where it stands.

    Attributes:
        session: with its server.
        wants_progress: whether the app asked for it.
        state: see lifecycle.
        upstream_id: once sent.
        on_sent: hears it.
        is_result_held: whether nothing that the server says of it while it runs may pass, since its result is held.
        proposed: the call as the app proposed it, where a person changed its inputs since.
        edits: how often.
        admitted: whether it counts among the calls on their way to a decision, which have a limit in bytes.
        inputs_kept: whether a record keeps its inputs as they are now.
        stored: bytes that records keep of it which count for its app as long as it is not sent.
        note: what the person who approved it says to the model.
        receipt: of the decision on it, once that is durable.
    """

    session: ServerSession
    wants_progress: bool
    state: State = State.PROPOSED
    upstream_id: int | None = None
    on_sent: Callable[[int], None] = lambda _: None
    is_result_held: bool = False
    proposed: Call | None = None
    edits: int = 0
    admitted: bool = False
    inputs_kept: bool = False
    stored: int = 0
    note: str = ""
    receipt: Receipt | None = None
    _deadline: float = 0.0
    _timeout: float = 0.0
    _timer: asyncio.TimerHandle | None = None

    def advance(self, event: Event) -> None:
        """Take ``event``; raises lifecycle.InvalidTransition for a bug."""
        self.state = advance(self.state, event)

    def revise(self, revision: Call) -> None:
        """From now on the call is this; raises lifecycle.InvalidTransition where nobody is being asked about it."""
        self.advance(Event.EDIT)
        self.proposed, self.call = self.proposed or self.call, revision
        self.edits += 1

    def over(self) -> None:
        """The call is at its end. Whoever would have heard that it was sent holds it: both would live on together."""
        self.on_sent = lambda _: None

    def note_progress(self) -> None:
        """The server reported progress: the time without progress starts again."""
        self._deadline = asyncio.get_running_loop().time() + self._timeout

    async def outcome(self, send: Callable[[OnResponse], int], *, timeout: float, longest: float) -> End:
        """Send, then wait for the response, an end from outside, or the end of patience.

        ``timeout``: seconds without answer or progress. ``longest``: seconds in all.
        """
        loop = asyncio.get_running_loop()
        ended: asyncio.Future[End] = loop.create_future()

        def settle(end: End) -> None:
            if not ended.done():
                ended.set_result(end)

        def on_aborted(aborted: asyncio.Future[NoAnswer]) -> None:
            if not aborted.cancelled():
                settle(aborted.result())

        self._timeout = timeout
        self.note_progress()
        last = loop.time() + longest
        self.upstream_id = send(settle)
        self.on_sent(self.upstream_id)
        self._settle_at_end(settle, last)
        self.aborted.add_done_callback(on_aborted)
        try:
            return await ended
        finally:
            if self._timer is not None:
                self._timer.cancel()
            self.aborted.remove_done_callback(on_aborted)

    def _settle_at_end(self, settle: Callable[[End], None], last: float) -> None:
        """Settle once patience is over: at ``_deadline``, which progress moves, and at ``last`` at the latest."""
        loop, end = asyncio.get_running_loop(), min(self._deadline, last)
        if loop.time() >= end:
            settle(TIMED_OUT)
        else:
            self._timer = loop.call_at(end, self._settle_at_end, settle, last)
