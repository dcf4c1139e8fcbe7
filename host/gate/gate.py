"""The gate: every ``tools/call`` goes through ``Gate.run``, and nothing else dispatches.

Owns: the order of the steps.

Invariants:
    - A call is sent only from state ``DECIDED``, after its decision is durable, and only with the bytes that the
      decision names.
    - After a person's answer, everything that the decision rests on is checked again.
    - A result that a rule holds back is returned only once a person released it.
    - Whatever fails in this module before a call is sent is a denial, and afterwards an unknown outcome.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable

from host.errors import AuditError, ChannelClosed, NotDispatched
from host.gate import records, refusals
from host.gate.app_requests import AppRequest, AppRequests
from host.gate.asking import Asking
from host.gate.call_execution import Aborted, CallExecution, End, ServerSession
from host.gate.checks import Checks, DecisionContext, UnrecordedApproval
from host.gate.editing import add_notes
from host.gate.grants import NewGrant
from host.gate.lifecycle import Event, State, may_send
from host.gate.limits import FLOOD, Floods, Storage, UnsentBytes
from host.gate.outcomes import CallEnd, make_receipt, read_end, with_receipt, without_input_request
from host.gate.refusals import APP_GONE, OUTDATED, SERVER_GONE, STOPPED, WITHDRAWN, NoAnswer, Refusal
from host.gate.services import Services
from host.gate.spool import Spool, Spooled
from host.model import App, Call, Committed, Decision, Effect, JsonObject, JsonValue, Outcome, OutcomeStatus, ServerRef
from host.rates import RateWindows
from host.servers.catalogue import Tool
from host.signals import Signal
from host.wire.call_handler import NOTHING, Reply
from host.wire.dispatch import Permit, dispatch
from host.wire.messages import Message
from host.wire.upstream import OnResponse
from host.words import say

_diagnostics = logging.getLogger(__name__)


class Gate:
    """Runs calls and holds what they share.

    ``approved``: see ``Asking``. ``changed``: emitted when a call arrived, was sent or ended. Listeners must not wait.
    """

    def __init__(self, services: Services, spool: Spool) -> None:
        self.stop, self.grants, self.inspection, self.spool = services.stop, services.grants, services.inspection, spool
        self.changed: Signal[[]] = Signal()
        self._log, self._checker, self._settings = services.log, services.checker, services.settings
        self._monotonic, self._storage = services.monotonic, Storage(services.monotonic)
        self._unsent_bytes = UnsentBytes()
        self._checks = Checks(services)
        self._asking = Asking(services, self._checks, self._storage, self._unsent_bytes)
        self.editing, self.approved = self._asking.editing, self._asking.approved
        self.app_requests = AppRequests(services)
        self._rate_windows, self._runs = RateWindows(), dict[str, CallExecution]()
        self._floods = Floods(services.log.submit, services.monotonic)

    @property
    def is_stopped(self) -> bool:
        """Whether the emergency stop is pressed."""
        return self.stop.is_pressed

    @property
    def running_count(self) -> int:
        """The number of calls that servers are working on."""
        return sum(run.state is State.DISPATCHED for run in self._runs.values())

    def emergency_stop(self, who: str = "") -> None:
        """Deny waiting calls, cancel running ones, end all grants and refuse new calls. ``who``: the person."""
        try:
            self.stop.press(who)
        finally:
            self.abort_all(STOPPED)
            self.grants.revoke_all(who, "emergency stop")

    def release(self, who: str = "") -> None:
        """Accept calls again."""
        self.stop.release(who)

    def abort_all(self, end: NoAnswer) -> None:
        """End every call and every request to an app."""
        for run in tuple(self._runs.values()):
            run.abort(end)
        self.app_requests.abort_all(end)

    def dispatched_calls(self, session: ServerSession) -> tuple[Call, ...]:
        """Return the calls of ``session`` that its server is working on, oldest first."""
        runs = (run for run in self._runs.values() if run.session is session)
        return tuple(run.call for run in runs if run.state is State.DISPATCHED)

    def call_handler_for(self, session: ServerSession) -> SessionCalls:
        """Return the handler to which the interceptor of ``session`` passes calls."""
        return SessionCalls(self, session)

    async def run(self, run: CallExecution) -> Reply:
        """Take one call from proposal to end and return the reply. Never raises because of the call."""
        self._runs[run.call.id] = run
        self.changed.emit()
        try:
            reply = self._refuse_in_flood(run) or await self._reply(run)
            if run.proposed is not None or run.note:
                reply = await add_notes(reply, run)
            if run.receipt is None or reply.result is None:
                return reply
            return Reply(with_receipt(reply.result, run.receipt))
        finally:
            del self._runs[run.call.id]
            self._unsent_bytes.discount(run)
            run.forget_listener()
            run.session.rounds.forget(run.call)
            self.inspection.forget(run.call)
            self.changed.emit()

    def _refuse_in_flood(self, run: CallExecution) -> Reply | None:
        """Return the reply to a call that is not even recorded, None to go on."""
        if not self._floods.stop(run.call, FLOOD, run.call.app.name):
            return None
        run.advance(Event.REFUSE)
        return run.denial("limit", FLOOD).reply

    async def _reply(self, run: CallExecution) -> Reply:
        try:
            return await self._run(run)
        except Refusal as refusal:
            run.advance(Event.REFUSE)
            return await self._answer_refused(run, refusal)
        except Aborted as aborted:
            run.advance(Event.REFUSE)
            return await self._answer_refused(run, run.denial(aborted.end.by, aborted.end.why))
        except AuditError as error:
            _diagnostics.error("the audit log failed, nothing is dispatched: %s", error)
            if run.upstream_id is not None:
                return refusals.server_lost()
            unsent = run.denial("fault", "its log cannot be written")
            self._record_end_later(run, unsent)
            return unsent.reply
        except Exception:  # noqa: BLE001  # any failure is a denial
            _diagnostics.exception("call %s failed inside the gate", run.call.id)
            return await self._answer_after_crash(run)

    async def _run(self, run: CallExecution) -> Reply:
        """Take the call through its steps. Raises Refusal, Aborted and AuditError."""
        await self._take_turn(run)
        await self._checks.wait_for_policy(run)
        self._admit(run)
        tool = await self._checks.find_tool(run)
        findings = await self._checks.findings(run, tool)
        run.advance(Event.VALID)
        context = await self._checks.judge(run, tool, findings)
        approval, new_grant = self._decide_without_person(run, context), None
        if approval is not None:
            resolved = await self._checks.resolve_paths(run, context)
            if resolved is not context:
                context, approval = resolved, self._decide_without_person(run, resolved)
        if approval is not None:
            run.advance(Event.ALLOW)
        else:
            run.advance(Event.ASK)
            approval, new_grant = await self._asking.ask(run, context)
        if len(self._runs) > 1:  # decide calls that came together before recording: one commit for many
            await asyncio.sleep(0)
        await self._record_decision(run, approval, new_grant)
        run.advance(Event.RECORD)
        await self._take_turn(run)  # one commit completes many calls at once
        return await self._send(run, approval)

    async def _take_turn(self, run: CallExecution) -> None:
        await self.inspection.turns.take(run.call.app, is_only_call=len(self._runs) == 1)

    def _admit(self, run: CallExecution) -> None:
        """Let the call in. Raises Refusal if calls are stopped or a limit is reached."""
        call, rate = run.call, run.session.rate
        if self.is_stopped:
            raise run.denial("stop", "emergency stop")
        self._checks.check_policy_usable(run)
        if why := self._unsent_bytes.why_too_large(call, self._settings.now):
            raise run.denial("limit", why)
        self._unsent_bytes.count(run)
        if run.session.is_outdated():
            raise run.denial("drift", OUTDATED)
        if rate is not None and not self._rate_windows.take((call.app.name, call.server.id), rate, self._monotonic()):
            calls = f"{rate.calls} call{'' if rate.calls == 1 else 's'}"
            raise run.denial("limit", f"more than {calls} in {rate.seconds:g} s")

    def _decide_without_person(self, run: CallExecution, context: DecisionContext) -> UnrecordedApproval | None:
        """Return the approval by a rule or a grant, or None if a person must be asked."""
        call, verdict = run.call, context.verdict
        if verdict.obligations.signed or verdict.obligations.reason_required:
            return None  # neither a rule nor a grant can sign or give a reason
        if verdict.effect is Effect.ALLOW:
            decision = Decision(call.id, call.digest, True, "rule", verdict.rule)
        else:
            grant = self.grants.find_covering(call, context.definition, verdict, context.findings, context.facts)
            if grant is None:
                return None
            decision = Decision(call.id, call.digest, True, "grant", grant.id)
        return UnrecordedApproval(decision, context, records.decided_automatically(call, decision, context))

    async def _record_decision(
        self, run: CallExecution, approval: UnrecordedApproval, new_grant: NewGrant | None
    ) -> None:
        """Make the decision durable together with ``new_grant``, which is put in force only then."""
        drafts = (approval.record,) if new_grant is None else (approval.record, new_grant.record)
        tips = await self._log.append(*drafts, alone=len(self._runs) == 1)
        run.receipt = make_receipt(run.call, approval.record, tips[0])
        if new_grant is not None:
            self.grants.give(new_grant)

    # Sending

    async def _send(self, run: CallExecution, approval: UnrecordedApproval) -> Reply:
        started = time.perf_counter()
        try:
            why_not_sent = await self._checks.check_before_sending(run, approval)
        except Exception:  # noqa: BLE001  # nothing was sent yet, and the log must say so
            _diagnostics.exception("the last look at call %s failed", run.call.id)
            why_not_sent = NoAnswer("fault", say("an internal error"))
        if why_not_sent is not None:
            return self._answer_unsent(run, why_not_sent)
        run.is_result_held = approval.context.verdict.obligations.review_result
        run.note = approval.decision.note
        send = self._make_sender(run, approval)
        try:
            response = await run.send_and_wait(
                send, timeout=run.session.execution_timeout, longest=self._settings.now.execution_longest
            )
        except ChannelClosed as error:
            return self._answer_unsent(run, NoAnswer("fault", error.words))
        milliseconds = (time.perf_counter() - started) * 1000
        call_end = await read_end(run, approval.context.tool, response, milliseconds, self._checker)
        if call_end.input_request is not None:
            call_end = await self._admit_requests(run, approval.context.tool, call_end, call_end.input_request)
        run.session.on_ended(call_end.outcome)
        kept = await self._store_result(run, call_end.body)
        if run.is_result_held and call_end.body is not None:
            self._remember_result(run.call, response, kept)
            return await self._hold_result(run, approval.context, call_end, call_end.body, kept)
        run.advance(Event.END)
        # Behind the answer, which need not wait for it. A kill in between reads as "unknown": safe.
        self.inspection.turns.soon(lambda: self._note_end(run.call, response, call_end.outcome, kept))
        return call_end.reply

    def _note_end(self, call: Call, response: End, outcome: Outcome, kept: bytes | Spooled | None) -> None:
        self._log.submit(records.outcome(call, outcome, _loggable(kept)))
        self._remember_result(call, response, kept)

    def _remember_result(self, call: Call, response: End, kept: bytes | Spooled | None) -> None:
        if kept is not None and isinstance(response, Message) and not response.is_lost:
            value = response.result if response.error is None else response.error
            self.inspection.result_received(call, value, kept, plain=response.plain)

    async def _store_result(self, run: CallExecution, body: bytes | None) -> bytes | Spooled | None:
        """Return the result as later readers hold it: a large one is moved to disk."""
        if body is None or not self.spool.is_large(body):
            return body
        return await self.spool.keep(run.call.app, body, call=run.call.id)

    async def _admit_requests(self, run: CallExecution, tool: Tool, call_end: CallEnd, result: JsonObject) -> CallEnd:
        """Return ``call_end`` if the app may get what the server asks. The app's answers come with a new call."""
        try:
            why, held = await self.app_requests.admit_in_result(run, result)
        except Aborted as aborted:
            return await read_end(run, tool, aborted.end, call_end.outcome.duration_ms, self._checker)
        except AuditError as error:  # the server has answered: that outcome must reach the log once it can be written
            _diagnostics.error("a server's request for input could not be logged: %s", error)
            return without_input_request(run, call_end, say("the log cannot be written"))
        if why:
            return without_input_request(run, call_end, why)
        run.session.rounds.remember(run.call, result, held)
        return call_end

    async def _hold_result(
        self, run: CallExecution, context: DecisionContext, call_end: CallEnd, body: bytes, kept: bytes | Spooled | None
    ) -> Reply:
        """Return the reply after a person reviewed the server's result or error."""
        run.advance(Event.HOLD)
        self.changed.emit()
        draft = records.outcome(run.call, call_end.outcome, _loggable(kept), held=True)
        try:
            try:
                await self._log.append(draft)
            except AuditError:
                self._log.submit(draft)  # it follows once the log can be written
                raise
            return await self._asking.review_result(run, context, call_end, body)
        finally:
            run.advance(Event.END)

    def _make_sender(self, run: CallExecution, approval: UnrecordedApproval) -> Callable[[OnResponse], int]:
        """Return a function that sends the approved call. It can be called once."""
        decision, definition = approval.decision, approval.context.tool.definition
        permit = Permit(decision)

        def send(on_response: OnResponse) -> int:
            if not may_send(run.state):
                raise NotDispatched("only a call whose decision is durable may be sent")
            upstream_id = dispatch(
                run.session.upstream, permit, run.call, progress=run.wants_progress, on_response=on_response
            )
            run.advance(Event.SEND)
            self._unsent_bytes.discount(run)
            self._storage.give_back(run.call.app.name, run.stored_bytes)
            self.inspection.call_sent(run.call, definition, approved=decision.by == "approver")
            if decision.by == "grant":
                self.grants.count_use(decision.who)
            self.changed.emit()
            return upstream_id

        return send

    def _answer_unsent(self, run: CallExecution, end: NoAnswer) -> Reply:
        run.advance(Event.END)
        self._floods.note(run.call.app.name)
        run.receipt = None
        outcome = Outcome(OutcomeStatus.CANCELLED, 0.0, f"not sent: {end.why}")
        self._log.submit(records.outcome(run.call, outcome, None))  # if it cannot be written now, it follows
        if end.by == "withdrawal":
            return NOTHING
        call = run.call
        return refusals.denied(call.protocol_revision, None, Decision(call.id, call.digest, False, end.by, ""))

    # Saying no

    async def _answer_refused(self, run: CallExecution, refusal: Refusal) -> Reply:
        self._unsent_bytes.discount(run)
        self._floods.note(run.call.app.name)
        draft = self._storage.bounded(refusal.draft, run.call.app.name)
        try:
            (tip,) = await self._log.append(draft)
            run.receipt = make_receipt(run.call, draft, tip)
        except AuditError as error:
            _diagnostics.error("a refusal could not be logged: %s", error)
            self._record_end_later(run, refusal)
        return refusal.reply

    def _record_end_later(self, run: CallExecution, refusal: Refusal) -> None:
        """Let the end of a call that is on record follow once the log can be written, or it seems to wait for ever."""
        if run.is_on_record:
            self._log.submit(refusal.draft)

    async def _answer_after_crash(self, run: CallExecution) -> Reply:
        """Answer after a bug of Assent: with a denial, or with an unknown outcome if the bytes may have left."""
        if run.upstream_id is not None or run.state in (State.DECIDED, State.DISPATCHED):
            outcome = Outcome(OutcomeStatus.UNKNOWN, 0.0, "Assent failed while the call ran")
            self._log.submit(records.outcome(run.call, outcome, None))
            return refusals.server_lost()
        refusal = run.denial("fault", "an internal error")
        return await self._answer_refused(run, refusal)


def _loggable(kept: bytes | Spooled | None) -> bytes | Committed | None:
    return kept.committed if isinstance(kept, Spooled) else kept


class SessionCalls:
    """The gate as the interceptor of one session sees it: a ``host.wire.call_handler.CallHandler``."""

    def __init__(self, gate: Gate, session: ServerSession) -> None:
        self._gate, self._session = gate, session

    def begin_call(self, call: Call, *, wants_progress: bool, on_sent: Callable[[int], None]) -> GatedCall:
        """See ``CallHandler``."""
        linked = self._session.rounds.link(call)
        return GatedCall(
            call=linked, session=self._session, wants_progress=wants_progress, on_sent=on_sent, gate=self._gate
        )

    def hides_method(self, method: str, app: App, server: ServerRef) -> bool:
        """See ``CallHandler``."""
        return self._gate.app_requests.hides(method, app, server)

    def begin_request(self, call: Call, capabilities: JsonValue) -> GatedRequest:
        """See ``CallHandler``."""
        running = self._gate.dispatched_calls(self._session)
        return GatedRequest(call=call, during=running, capabilities=capabilities, app_requests=self._gate.app_requests)


class GatedRequest(AppRequest, eq=False, kw_only=True):
    """A server's request to an app, as its interceptor sees it: a ``host.wire.call_handler.RunningRequest``."""

    app_requests: AppRequests

    async def reply(self, send: Callable[[], Awaitable[Message]]) -> Reply:
        """See ``RunningRequest``."""
        return await self.app_requests.reply(self, send)

    def withdraw(self) -> None:
        """See ``RunningRequest``."""
        self.abort(WITHDRAWN)


class GatedCall(CallExecution, eq=False, kw_only=True):
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

    def reply(self) -> Awaitable[Reply]:
        """See ``RunningCall``."""
        return self.gate.run(self)

    def withdraw(self) -> None:
        """See ``RunningCall``."""
        self.abort(WITHDRAWN)

    def app_gone(self) -> None:
        """See ``RunningCall``."""
        self.abort(APP_GONE)

    def server_gone(self) -> None:
        """Abort a call that waits. A held result is withheld."""
        if self.upstream_id is None or self.state is State.HELD:
            self.abort(SERVER_GONE)
