"""One call on its way through the gate.

Owns: the state of a call, its abortion from outside, and the wait for its outcome.

Invariants: the state only moves along the table of ``lifecycle``; the first abortion wins; the bytes change only while
a person is asked, and the app's proposal is kept beside them.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final, Literal, TypeVar

import msgspec
from msgspec import Struct

from host import tasks
from host.audit.receipt import Receipt
from host.gate import records
from host.gate.deadlines import Deadlines
from host.gate.lifecycle import Event, State, advance
from host.gate.records import JudgedOn
from host.gate.refusals import NoAnswer, Refusal, denied
from host.gate.rounds import Rounds
from host.model import Answer, Call, Decision, Outcome, RateLimit
from host.rates import Rate
from host.servers.catalogue import Catalogue
from host.values import replace
from host.wire.call_handler import NOTHING
from host.wire.messages import Message
from host.wire.upstream import OnResponse, Upstream

T = TypeVar("T")


class ServerSession(Struct, frozen=True):
    """The session that a call belongs to, as the gate sees it.

    Attributes:
        on_ended: called with the outcome of each call that was sent. Must not wait.
        reports_outcomes: whether the session learns how a call ended. The one that stands for an app's own tools does
            not (``host.servers.own_tools``).
    """

    upstream: Upstream
    catalogue: Catalogue
    output_schema: Literal["off", "warn", "strict"]
    execution_timeout: float  # seconds without answer or progress
    rate: Rate | None
    is_outdated: Callable[[], bool]  # tells whether the server's configuration has changed since this session started
    on_ended: Callable[[Outcome], None] = lambda _: None
    rounds: Rounds = msgspec.field(default_factory=Rounds)
    deadlines: Deadlines = msgspec.field(default_factory=Deadlines)
    reports_outcomes: bool = True


class Aborted(Exception):
    """Control flow: the call was ended from outside."""

    def __init__(self, end: NoAnswer) -> None:
        super().__init__()
        self.end = end


TIMED_OUT: Final = NoAnswer("timeout", "timed out")

End = Message | NoAnswer
"""How a sent call ended: with a response, or from outside."""


class Execution(Struct, eq=False, kw_only=True):
    """Something on its way through the gate: a call, or a server's request to an app.

    Attributes:
        aborted: set from outside to end it.
        counted_limits: the limits of rules for which it has been counted.
    """

    call: Call  # the frozen call, or a request in the form of a call, see ``model.Call.method``
    aborted: asyncio.Future[NoAnswer] = msgspec.field(
        default_factory=lambda: asyncio.get_running_loop().create_future()
    )
    counted_limits: set[RateLimit] = msgspec.field(default_factory=set)
    questions_asked: int = 0

    def abort(self, end: NoAnswer) -> None:
        """End it from outside. The first end wins."""
        if not self.aborted.done():
            self.aborted.set_result(end)

    async def unless_aborted(self, work: Awaitable[T]) -> T:
        """Return the result of ``work``. Raises Aborted, and cancels ``work``, once this is ended from outside."""
        try:
            return await tasks.unless(work, self.aborted)
        except tasks.Ended:
            raise Aborted(self.aborted.result()) from None


class CallExecution(Execution, eq=False, kw_only=True):
    """A call and its progress.

    Attributes:
        is_result_held: whether the result waits for a review; no progress or log message of the server passes then.
    """

    session: ServerSession
    wants_progress: bool
    state: State = State.PROPOSED
    upstream_id: int | None = None  # the request id towards the server, once sent
    on_sent: Callable[[int], None] = lambda _: None  # called with ``upstream_id`` when the call was sent
    is_result_held: bool = False
    proposed: Call | None = None  # the call as the app proposed it, if a person changed its inputs
    edit_count: int = 0
    unsent_bytes: int = 0  # its bytes as they count among those of the calls that were let in and not sent yet
    is_on_record: bool = False
    inputs_kept: bool = False  # whether a record keeps the current inputs
    stored_bytes: int = 0  # bytes in records that count against the app's limit until the call is sent
    note: str = ""
    receipt: Receipt | None = None  # the receipt of the decision, once that is durable
    _deadline: float = 0.0
    _latest_end: float = 0.0
    _timeout: float = 0.0
    _ended: asyncio.Future[End] | None = None

    def advance(self, event: Event) -> None:
        """Take ``event``. Raises lifecycle.InvalidTransition for a bug."""
        self.state = advance(self.state, event)

    def revise(self, revision: Call) -> None:
        """Replace the call by ``revision``. Raises lifecycle.InvalidTransition if nobody is being asked about it."""
        self.advance(Event.EDIT)
        self.proposed, self.call = self.proposed or self.call, revision
        self.edit_count += 1

    def denial(
        self, by: str, reason: str, *, ground: JudgedOn | None = None, answer: Answer | None = None, there: str = ""
    ) -> Refusal:
        """Return the refusal of this call as a denial. ``by``: as in ``Decision``. ``there``: as in ``NoAnswer``."""
        call, verdict = self.call, None if ground is None else ground.verdict
        who = answer.approver if answer is not None else ""
        if by == "rule" and verdict is not None:
            who = verdict.rule
        decision = Decision(call.id, call.digest, False, by, who, reason)
        record = records.decided(call, decision, ground, proposal_recorded=self.is_on_record, answer=answer)
        if there:
            record = replace(record, fields={**record.fields, "there": there})
        reply = NOTHING if by == "withdrawal" else denied(call.protocol_revision, verdict, decision)
        return Refusal(record, reply, NoAnswer(by, reason) if by == "drift" else None)

    def forget_listener(self) -> None:
        """Drop ``on_sent`` at the end of the call. The listener refers back to this object and would keep it alive."""
        self.on_sent = lambda _: None

    def note_progress(self) -> None:
        """Restart the time without progress, since the server reported some."""
        self._deadline = asyncio.get_running_loop().time() + self._timeout

    async def send_and_wait(self, send: Callable[[OnResponse], int], *, timeout: float, longest: float) -> End:
        """Send, then return the response, the end from outside, or a timeout.

        ``timeout``: seconds without answer or progress. ``longest``: seconds in all.
        """
        loop = asyncio.get_running_loop()
        now = loop.time()
        self._timeout, self._deadline, self._latest_end = timeout, now + timeout, now + longest
        ended: asyncio.Future[End] = loop.create_future()
        self._ended = ended
        self.upstream_id = send(self._settle)
        self.on_sent(self.upstream_id)
        self.session.deadlines.watch(self)
        self.aborted.add_done_callback(self._settle_aborted)
        try:
            return await ended
        finally:
            self._ended = None  # it holds the response
            self.session.deadlines.forget(self)
            self.aborted.remove_done_callback(self._settle_aborted)

    def _settle(self, end: End) -> None:
        if self._ended is not None and not self._ended.done():
            self._ended.set_result(end)

    def _settle_aborted(self, aborted: asyncio.Future[NoAnswer]) -> None:
        if not aborted.cancelled():
            self._settle(aborted.result())

    @property
    def deadline(self) -> float:
        """When it times out, in the loop's time: progress moves that, up to a latest end."""
        return min(self._deadline, self._latest_end)

    def time_out(self) -> None:
        """End the wait: the server was too slow."""
        self._settle(TIMED_OUT)
