"""The gate: every ``tools/call`` goes through ``Gate.run``, and nothing else dispatches.

Owns: the order of things.

Invariants: a call is sent only from state ``DECIDED``, after its decision is durable, and only with the bytes that the
decision names; after a person's answer everything under it is looked at again; a result that a rule holds back goes out
only once a person released it; whatever goes wrong in here is a denial.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from host.errors import AuditError, ChannelClosed, NotDispatched
from host.gate import records, refusals
from host.gate.app_requests import AppRequest, AppRequests
from host.gate.asking import Asking
from host.gate.call_execution import Aborted, CallExecution, ServerSession
from host.gate.checks import Checks, DecisionContext, PendingDecision
from host.gate.editing import add_notes
from host.gate.grants import Offer
from host.gate.lifecycle import Event, State, may_send
from host.gate.limits import Storage, too_large
from host.gate.outcomes import Ended, not_passed_on, read_end, receipt, with_receipt
from host.gate.refusals import GONE, OUTDATED, SERVER_GONE, STOPPED, WITHDRAWN, NoAnswer, Refusal, deny
from host.gate.services import Judge, Log, Services
from host.gate.spool import Spool, Spooled
from host.model import App, Call, Committed, Decision, Effect, JsonObject, JsonValue, Outcome, OutcomeStatus, ServerRef
from host.rates import Windows
from host.servers.catalogue import Tool
from host.signals import Signal
from host.values import replace
from host.wire.call_handler import NOTHING, Reply
from host.wire.dispatch import Permit, dispatch
from host.wire.messages import Message
from host.wire.upstream import OnResponse
from host.words import say

__all__ = ["Gate", "Judge", "Log"]

_log = logging.getLogger(__name__)


class Gate:
    """Runs calls; holds what they share.

    Attributes:
        grants: standing permissions.
        stop: the emergency stop.
        inspection: makes findings.
        approved: as ``Asking`` has it.
        app_requests: what servers ask of apps.
        editing: of the inputs of waiting calls.
        spool: large results.
        changed: tells that a call came in, was sent, or ended; must not wait.
    """

    def __init__(self, services: Services, spool: Spool) -> None:
        """``services``: that its parts work with."""
        self.stop, self.grants, self.inspection, self.spool = services.stop, services.grants, services.inspection, spool
        self.changed: Signal[[]] = Signal()
        self._log, self._checker, self._settings = services.log, services.checker, services.settings
        self._monotonic, self._storage = services.monotonic, Storage(services.monotonic)
        self._checks = Checks(services)
        self._asking = Asking(services, self._checks, self._storage)
        self.editing, self.approved = self._asking.editing, self._asking.approved
        self.app_requests = AppRequests(services)
        self._windows, self._runs = Windows(), dict[str, CallExecution]()

    @property
    def stopped(self) -> bool:
        """Whether the emergency stop holds."""
        return self.stop.pressed

    @property
    def running(self) -> int:
        """How many calls servers work on: sent, and not at their end."""
        return sum(run.state is State.DISPATCHED for run in self._runs.values())

    def emergency_stop(self, who: str = "") -> None:
        """Deny what waits, cancel what runs, refuse what comes, until ``release``; grants end. ``who``: pressed it."""
        try:
            self.stop.press(who)
        finally:
            self.abort_all(STOPPED)
            self.grants.revoke_all(who, "emergency stop")

    def release(self, who: str = "") -> None:
        """Let calls in again."""
        self.stop.release(who)

    def abort_all(self, end: NoAnswer) -> None:
        """End every call that is on its way, and whatever servers ask of apps."""
        for run in tuple(self._runs.values()):
            run.abort(end)
        self.app_requests.abort_all(end)

    def sent_of(self, session: ServerSession) -> tuple[Call, ...]:
        """The calls of ``session`` that its server works on, oldest first."""
        runs = (run for run in self._runs.values() if run.session is session)
        return tuple(run.call for run in runs if run.state is State.DISPATCHED)

    def calls_of(self, session: ServerSession) -> SessionCalls:
        """What the interceptor of ``session`` hands calls to."""
        return SessionCalls(self, session)

    async def run(self, run: CallExecution) -> Reply:
        """Take one call from proposal to its end and return what the caller hears. Never raises for a call's fault."""
        self._runs[run.call.id] = run
        self.changed.emit()
        try:
            reply = await add_notes(await self._reply(run), run)
            if run.receipt is None or reply.result is None:
                return reply
            return replace(reply, result=with_receipt(reply.result, run.receipt))
        finally:
            del self._runs[run.call.id]
            run.over()
            run.session.rounds.ended(run.call)
            self.inspection.ended(run.call)
            self.changed.emit()

    async def _reply(self, run: CallExecution) -> Reply:
        try:
            return await self._run(run)
        except Refusal as refusal:
            run.advance(Event.REFUSE)
            return await self._refused(run, refusal)
        except Aborted as aborted:
            run.advance(Event.REFUSE)
            return await self._refused(
                run, deny(run.call, aborted.end.by, aborted.end.why, proposal_recorded=run.rounds > 0)
            )
        except AuditError as error:
            _log.error("the audit log failed, nothing is dispatched: %s", error)
            unsent = deny(run.call, "fault", "its log cannot be written").reply
            return unsent if run.upstream_id is None else refusals.lost()
        except Exception:  # noqa: BLE001  # whatever goes wrong in here is a denial
            _log.exception("call %s failed inside the gate", run.call.id)
            return await self._crashed(run)

    async def _run(self, run: CallExecution) -> Reply:
        await self.inspection.turns.take(run.call.app)
        await self._checks.ready(run)
        self._admit(run)
        tool = await self._checks.tool(run)
        findings = await self._checks.findings(run, tool)
        run.advance(Event.VALID)
        context = await self._checks.judged(run, tool, findings)
        decided, offer = self._decided_without_person(run, context), None
        if decided is not None and (led := await self._checks.with_resolved_paths(run, context)) is not context:
            context, decided = led, self._decided_without_person(run, led)
        if decided is not None:
            run.advance(Event.ALLOW)
        else:
            run.advance(Event.ASK)
            decided, offer = await self._asking.ask(run, context)
        if len(self._runs) > 1:  # what came together is all decided before any of it is recorded: one commit for many
            await asyncio.sleep(0)
        await self._record(run, decided, offer)
        run.advance(Event.RECORD)
        await self.inspection.turns.take(run.call.app)  # one commit is many calls'
        return await self._send(run, decided)

    def _admit(self, run: CallExecution) -> None:
        call, rate = run.call, run.session.rate
        if self.stopped:
            raise deny(call, "stop", "emergency stop")
        self._checks.usable(call)
        others = (it.call for it in self._runs.values() if it.admitted and it.upstream_id is None)
        if why := too_large(call, others, self._settings.now):
            raise deny(call, "limit", why)
        run.admitted = True
        if run.session.outdated():
            raise deny(call, "drift", OUTDATED)
        if rate is not None and not self._windows.take((call.app.name, call.server.id), rate, self._monotonic()):
            calls = f"{rate.calls} call{'' if rate.calls == 1 else 's'}"
            raise deny(call, "limit", f"more than {calls} in {rate.seconds:g} s")

    def _decided_without_person(self, run: CallExecution, context: DecisionContext) -> PendingDecision | None:
        """The yes of a rule or a grant, None where a person must be asked."""
        call, verdict = run.call, context.verdict
        if verdict.obligations.signed or verdict.obligations.reason_required:
            return None  # neither a rule nor a grant signs, or has reasons of its own
        if verdict.effect is Effect.ALLOW:
            decision = Decision(call.id, call.digest, True, "rule", verdict.rule)
        else:
            grant = self.grants.covering(call, context.definition, verdict, context.findings, context.facts)
            if grant is None:
                return None
            decision = Decision(call.id, call.digest, True, "grant", grant.id)
        return PendingDecision(decision, context, records.decided_alike(call, decision, context))

    async def _record(self, run: CallExecution, decided: PendingDecision, offer: Offer | None) -> None:
        """Make the decision durable, and a grant with it: only then does it cover anything."""
        places = await self._log.append_linked(decided.record, *(() if offer is None else (offer.record,)))
        run.receipt = receipt(run.call, decided.record, places[0])
        if offer is not None:
            self.grants.give(offer)

    # Sending

    async def _send(self, run: CallExecution, decided: PendingDecision) -> Reply:
        started = time.perf_counter()
        try:
            end = await self._checks.before_sending(run, decided)
        except Exception:  # noqa: BLE001  # nothing was sent yet, and the log shall say so
            _log.exception("the last look at call %s failed", run.call.id)
            end = NoAnswer("fault", say("an internal error"))
        if end is not None:
            return await self._unsent(run, end)
        run.is_result_held = decided.context.verdict.obligations.review_result
        run.note = decided.decision.note
        send = self._sender(run, decided)
        try:
            came = await run.outcome(
                send, timeout=run.session.execution_timeout, longest=self._settings.now.execution_longest
            )
        except ChannelClosed as error:
            return await self._unsent(run, NoAnswer("fault", error.words))
        milliseconds = (time.perf_counter() - started) * 1000
        ended = await read_end(run, decided.context.tool, came, milliseconds, self._checker)
        if ended.asks is not None:
            ended = await self._passed_on(run, decided.context.tool, ended, ended.asks)
        run.session.heard(run.call, ended.outcome)
        kept = await self._kept(run, ended.body)
        if kept is not None and isinstance(came, Message) and not came.is_lost:
            self.inspection.result_received(run.call, came.result if came.error is None else came.error, kept)
        if run.is_result_held and ended.body is not None:
            return await self._held(run, decided.context, ended, ended.body, kept)
        run.advance(Event.END)
        # Not awaited: the answer need not wait for a second commit. A kill in between reads as "unknown", which is
        # safe.
        self._log.submit(records.outcome(run.call, ended.outcome, _logged(kept)))
        return ended.reply

    async def _kept(self, run: CallExecution, body: bytes | None) -> bytes | Spooled | None:
        """What the server said, as everything but the answer to the app holds it: on the disk where it is large."""
        if body is None or not self.spool.is_large(body):
            return body
        return await self.spool.keep(run.call.app, body, call=run.call.id)

    async def _passed_on(self, run: CallExecution, tool: Tool, ended: Ended, result: JsonObject) -> Ended:
        """``ended``, where the app may hear what the server asks; the app's answers come with a call of their own."""
        try:
            why, held = await self.app_requests.admit_in_result(run, result)
        except Aborted as aborted:
            return await read_end(run, tool, aborted.end, ended.outcome.duration_ms, self._checker)
        if why:
            return not_passed_on(run, ended, why)
        run.session.rounds.given(run.call, result, held)
        return ended

    async def _held(
        self, run: CallExecution, context: DecisionContext, ended: Ended, body: bytes, kept: bytes | Spooled | None
    ) -> Reply:
        """The reply after a person saw what the server said; errors are held as well, for they are the server's too."""
        run.advance(Event.HOLD)
        self.changed.emit()
        try:
            await self._log.append(records.outcome(run.call, ended.outcome, _logged(kept), held=True))
            return await self._asking.released(run, context, ended, body)
        finally:
            run.advance(Event.END)

    def _sender(self, run: CallExecution, decided: PendingDecision) -> Callable[[OnResponse], int]:
        """The function that sends ``run`` as it was ``decided``; it can be called once."""
        decision, definition = decided.decision, decided.context.tool.definition
        permit = Permit(decision)

        def send(on_response: OnResponse) -> int:
            if not may_send(run.state):
                raise NotDispatched("only a call whose decision is durable may be sent")
            upstream_id = dispatch(
                run.session.upstream, permit, run.call, progress=run.wants_progress, on_response=on_response
            )
            run.advance(Event.SEND)
            self._storage.give_back(run.call.app.name, run.stored)
            self.inspection.sent(run.call, definition, approved=decision.by == "approver")
            if decision.by == "grant":
                self.grants.used(decision.who)
            self.changed.emit()
            return upstream_id

        return send

    async def _unsent(self, run: CallExecution, end: NoAnswer) -> Reply:
        """Decided, but not sent after all: the log says so."""
        run.advance(Event.END)
        run.receipt = None
        outcome = Outcome(OutcomeStatus.CANCELLED, 0.0, f"not sent: {end.why}")
        await self._log.append(records.outcome(run.call, outcome, None))
        if end.by == "withdrawal":
            return NOTHING
        call = run.call
        return refusals.denied(call.protocol_revision, None, Decision(call.id, call.digest, False, end.by, ""))

    # Saying no

    async def _refused(self, run: CallExecution, refusal: Refusal) -> Reply:
        run.admitted, draft = False, self._storage.bounded(refusal.draft, run.call.app.name)
        try:
            (place,) = await self._log.append_linked(draft)
            run.receipt = receipt(run.call, draft, place)
        except AuditError as error:
            _log.error("a refusal could not be logged: %s", error)
        return refusal.reply

    async def _crashed(self, run: CallExecution) -> Reply:
        """A bug of ours: a logged denial, or where the bytes may have left, an unknown outcome."""
        if run.upstream_id is not None or run.state in (State.DECIDED, State.DISPATCHED):
            outcome = Outcome(OutcomeStatus.UNKNOWN, 0.0, "Assent failed while the call ran")
            self._log.submit(records.outcome(run.call, outcome, None))
            return refusals.lost()
        return await self._refused(run, deny(run.call, "fault", "an internal error", proposal_recorded=run.rounds > 0))


def _logged(kept: bytes | Spooled | None) -> bytes | Committed | None:
    return kept.committed if isinstance(kept, Spooled) else kept


class SessionCalls:
    """The gate as the interceptor of one session sees it: a ``host.wire.call_handler.CallHandler``."""

    def __init__(self, gate: Gate, session: ServerSession) -> None:
        """``session``: that the calls belong to."""
        self._gate, self._session = gate, session

    def begin_call(self, call: Call, *, wants_progress: bool, on_sent: Callable[[int], None]) -> GatedCall:
        """See ``CallHandler``."""
        linked = self._session.rounds.linked(call)
        return GatedCall(linked, self._session, wants_progress, on_sent=on_sent, gate=self._gate)

    def hides_method(self, method: str, app: App, server: ServerRef) -> bool:
        """See ``CallHandler``."""
        return self._gate.app_requests.hides(method, app, server)

    def begin_request(self, call: Call, capabilities: JsonValue) -> GatedRequest:
        """See ``CallHandler``."""
        return GatedRequest(call, self._gate.sent_of(self._session), capabilities, app_requests=self._gate.app_requests)


@dataclass(slots=True, eq=False, kw_only=True)
class GatedRequest(AppRequest):
    """A request that is no call as its interceptor sees it: a ``host.wire.call_handler.RunningRequest``."""

    app_requests: AppRequests

    async def reply(self, send: Callable[[], Awaitable[Message]]) -> Reply:
        """See ``RunningRequest``."""
        return await self.app_requests.reply(self, send)

    def withdraw(self) -> None:
        """See ``RunningRequest``."""
        self.abort(WITHDRAWN)


@dataclass(slots=True, eq=False, kw_only=True)
class GatedCall(CallExecution):
    """One call as its interceptor sees it: a ``host.wire.call_handler.RunningCall``."""

    gate: Gate

    @property
    def id(self) -> str:
        """See ``RunningCall``."""
        return self.call.id

    @property
    def waits_for_person(self) -> bool:
        """See ``RunningCall``."""
        return self.state in (State.PENDING, State.HELD)

    async def reply(self) -> Reply:
        """See ``RunningCall``."""
        return await self.gate.run(self)

    def withdraw(self) -> None:
        """See ``RunningCall``."""
        self.abort(WITHDRAWN)

    def app_gone(self) -> None:
        """See ``RunningCall``."""
        self.abort(GONE)

    def server_gone(self) -> None:
        """What waits ends, and a held result is withheld."""
        if self.upstream_id is None or self.state is State.HELD:
            self.abort(SERVER_GONE)
