"""The gate: every ``tools/call`` goes through ``Gate.run``, and nothing else dispatches.

Owns: the order of things. What stays true (PRODUCT, The promises): a call is sent only from state ``DECIDED``, after
its decision is durable, and only with the bytes that the decision names; after a person's answer everything under it
is looked at again; whatever goes wrong in here is a denial.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import Final, Protocol

from host.errors import AuditError, ChannelClosed, NotDispatched
from host.gate import answers, records
from host.gate.answers import NOTHING, Reply
from host.gate.approvals import STOPPED, Approvals, NoAnswer
from host.gate.lifecycle import Event, State, may_send
from host.gate.limits import Buckets
from host.gate.outcomes import read_end
from host.gate.run import Aborted, Run
from host.inspect.numbers import unsafe_integers
from host.model import (
    Answer,
    ApprovalRequest,
    Decision,
    Draft,
    Effect,
    Finding,
    Outcome,
    OutcomeStatus,
    Severity,
    Verdict,
)
from host.policy.evaluate import CallFacts
from host.schema import SchemaChecker, SchemaReport
from host.servers.catalogue import ListingFailed, Tool
from host.settings import Settings
from host.wire.dispatch import Permit, dispatch
from host.wire.upstream import OnResponse

_log = logging.getLogger(__name__)

MAX_ROUNDS: Final = 3
"""How often a call is asked anew because something under it changed; a server that keeps changing gets a no."""
OUTDATED: Final = "the server's configuration changed; connect to it anew"
UNKNOWN_TOOL_AGE: Final = 1.0
"""Seconds: an unknown name makes the server list again only where the listing is older, whatever an app makes up."""


class Log(Protocol):
    """What the gate needs of the audit store."""

    async def append(self, *drafts: Draft) -> int:
        """Return once durable; raise AuditError where that cannot be."""

    def submit(self, draft: Draft) -> None:
        """Queue, in order."""


class Judge(Protocol):
    """What the gate needs of the policy."""

    def judge(self, facts: CallFacts) -> Verdict:
        """The verdict by the rules in force this very moment."""


class Refusal(Exception):
    """Control flow inside the gate: the call ends here, unsent. Carries the record and the answer."""

    def __init__(self, draft: Draft, reply: Reply) -> None:
        """``draft``: what to log before the caller hears ``reply``."""
        super().__init__()
        self.draft, self.reply = draft, reply


class Gate:
    """Runs calls; holds what they share."""

    def __init__(
        self,
        *,
        log: Log,
        policy: Judge,
        approvals: Approvals,
        checker: SchemaChecker,
        settings: Settings,
        clock: Callable[[], float] = time.time,
    ) -> None:
        """``clock``: Unix seconds, for what people see; durations use a monotonic clock."""
        self._log, self._policy, self._approvals = log, policy, approvals
        self._checker, self._settings, self._clock = checker, settings, clock
        self._buckets = Buckets()
        self._runs: dict[str, Run] = {}
        self._stopped = False

    @property
    def stopped(self) -> bool:
        """Whether the emergency stop holds."""
        return self._stopped

    def emergency_stop(self) -> None:
        """Deny what waits, cancel what runs, refuse what comes, until ``release``."""
        self._stopped = True
        self.abort_all(STOPPED)

    def release(self) -> None:
        """Let calls in again."""
        self._stopped = False

    def abort_all(self, end: NoAnswer) -> None:
        """End every call that is on its way."""
        for run in tuple(self._runs.values()):
            run.abort(end)

    async def run(self, run: Run) -> Reply:
        """Take one call from proposal to its end and return what the caller hears. Never raises for a call's fault."""
        self._runs[run.call.id] = run
        try:
            return await self._run(run)
        except Refusal as refusal:
            run.advance(Event.REFUSE)
            return await self._refused(refusal)
        except Aborted as aborted:
            run.advance(Event.REFUSE)
            return await self._refused(self._deny(run, aborted.end.by, aborted.end.why))
        except AuditError as error:
            _log.error("the audit log failed, nothing is dispatched: %s", error)
            return self._fault(run, "its log cannot be written") if run.upstream_id is None else answers.lost()
        except Exception:  # noqa: BLE001  # whatever goes wrong in here is a denial
            _log.exception("call %s failed inside the gate", run.call.id)
            return await self._crashed(run)
        finally:
            del self._runs[run.call.id]

    async def _run(self, run: Run) -> Reply:
        self._admit(run)
        tool = await self._tool(run)
        findings = await self._check(run, tool)
        run.advance(Event.VALID)
        verdict = self._judge(run, tool, findings)
        if verdict.effect is Effect.ALLOW:
            run.advance(Event.ALLOW)
            decision = Decision(run.call.id, run.call.digest, True, "rule", verdict.rule)
            record = records.decided(
                run.call, decision, verdict=verdict, findings=findings, definition=tool.definition.digest
            )
        else:
            run.advance(Event.ASK)
            decision, tool, record = await self._ask(run, tool, findings, verdict)
        await self._log.append(record)
        run.advance(Event.RECORD)
        return await self._send(run, tool, findings, decision)

    # Before anyone is asked

    def _admit(self, run: Run) -> None:
        call, rate = run.call, run.line.rate
        if self._stopped:
            raise self._deny(run, "stop", "emergency stop")
        if run.line.outdated():
            raise self._deny(run, "drift", OUTDATED)
        if rate is not None and not self._buckets.take((call.app.name, call.server.id), rate, time.monotonic()):
            raise self._deny(run, "limit", f"more than {rate.calls} calls in {rate.seconds:g} s")

    async def _tool(self, run: Run) -> Tool:
        """The tool's current definition, from a listing that is at most ``listing_max_age`` seconds old."""
        catalogue, name = run.line.catalogue, run.call.tool
        age = catalogue.age()
        unknown = catalogue.get(name) is None and age > UNKNOWN_TOOL_AGE
        if unknown or age > self._settings.listing_max_age:
            try:
                await run.unless_aborted(catalogue.refresh(timeout=self._settings.list_timeout))
            except ListingFailed as error:
                raise self._deny(run, "fault", str(error)) from error
        elif age > self._settings.listing_max_age / 2:
            catalogue.refresh_behind()
        tool = catalogue.get(name)
        if tool is None:
            why = (
                "Tool listed more than once and therefore withheld" if name in catalogue.duplicates else "Unknown tool"
            )
            raise Refusal(records.refused(run.call, why), answers.unusable(name[: records.NAME_LIMIT], why))
        return tool

    async def _check(self, run: Run, tool: Tool) -> tuple[Finding, ...]:
        """Validate the arguments; what could not be validated becomes a finding, what is invalid is refused."""
        call = run.call
        report = self._checker.check_now(tool.input, call.arguments_value)
        if report is None:
            report = await run.unless_aborted(self._checker.check(tool.input, call.arguments_value, call.arguments))
        if report.status == "invalid":
            reply = answers.invalid(call.revision, call.tool[: records.NAME_LIMIT], report.violations)
            raise Refusal(records.refused(call, "the arguments violate the input schema"), reply)
        return (*tool.findings, *unsafe_integers(call.arguments_value), *_not_validated(report))

    def _judge(self, run: Run, tool: Tool, findings: tuple[Finding, ...]) -> Verdict:
        """The policy's verdict; a deny ends the call."""
        call, verdict = run.call, self._verdict(run, findings)
        if verdict.effect is Effect.DENY:
            decision = Decision(call.id, call.digest, False, "rule", verdict.rule, verdict.reason)
            record = records.decided(
                call, decision, verdict=verdict, findings=findings, definition=tool.definition.digest
            )
            raise Refusal(record, answers.denied(call.revision, verdict, decision))
        return verdict

    def _verdict(self, run: Run, findings: tuple[Finding, ...]) -> Verdict:
        call = run.call
        return self._policy.judge(
            CallFacts(
                server=call.server.id,
                tool=call.tool,
                app=call.app.name,
                app_authenticated=call.app.authenticated,
                findings=findings,
            )
        )

    # Asking

    async def _ask(
        self, run: Run, tool: Tool, findings: tuple[Finding, ...], verdict: Verdict
    ) -> tuple[Decision, Tool, Draft]:
        """Ask until an answer still holds; returns the approval, the tool as it is now, and the record to write."""
        self._admit_pending(run)
        with self._approvals.place(run.call):
            return await self._ask_until_true(run, tool, findings, verdict)

    async def _ask_until_true(
        self, run: Run, tool: Tool, findings: tuple[Finding, ...], verdict: Verdict
    ) -> tuple[Decision, Tool, Draft]:
        because = ""
        for round_ in range(1, MAX_ROUNDS + 1):
            request = self._request(run, tool, findings, verdict, round_, because)
            await self._log.append(records.proposed(run.call, verdict, findings, tool.definition.digest, round_))
            answer = await self._approvals.ask(request, run.aborted)
            if isinstance(answer, NoAnswer):
                raise self._deny(run, answer.by, answer.why, verdict=verdict, asked=True)
            if answer.approve is not True:  # nothing that merely counts as true
                raise self._deny(run, "approver", answer.reason, verdict=verdict, asked=True, answer=answer)
            run.advance(Event.APPROVE)
            still, findings_now, verdict_now, because = await self._still_true(run, tool, verdict)
            if not because:
                run.advance(Event.CONFIRM)
                decision = Decision(run.call.id, run.call.digest, True, "approver", answer.approver)
                return (
                    decision,
                    still,
                    records.decided(
                        run.call,
                        decision,
                        verdict=verdict,
                        findings=findings,
                        definition=still.definition.digest,
                        asked=True,
                        displayed_ms=answer.displayed_ms,
                    ),
                )
            run.advance(Event.DRIFT)
            tool, findings, verdict = still, findings_now, verdict_now
        raise self._deny(run, "drift", because, verdict=verdict, asked=True)

    def _admit_pending(self, run: Run) -> None:
        approvals, limits, call = self._approvals, self._settings, run.call
        if approvals.by_app[call.app.name] >= limits.pending_per_app:
            raise self._deny(run, "limit", "too many calls of this app wait already")
        if approvals.by_server[call.server.id] >= limits.pending_per_server:
            raise self._deny(run, "limit", "too many calls of this server wait already")

    def _request(
        self, run: Run, tool: Tool, findings: tuple[Finding, ...], verdict: Verdict, round_: int, because: str
    ) -> ApprovalRequest:
        return ApprovalRequest(
            run.call,
            tool.definition,
            verdict,
            findings,
            round_,
            because,
            self._clock() + self._settings.decision_timeout,
        )

    async def _still_true(
        self, run: Run, tool: Tool, verdict: Verdict
    ) -> tuple[Tool, tuple[Finding, ...], Verdict, str]:
        """Look again at everything under an approval. The last item says what changed, empty where nothing did."""
        if run.line.outdated():
            raise self._deny(run, "drift", OUTDATED, verdict=verdict, asked=True)
        try:
            await run.unless_aborted(run.line.catalogue.refresh(timeout=self._settings.fresh_list_timeout))
        except ListingFailed as error:
            raise self._deny(run, "drift", str(error), verdict=verdict, asked=True) from error
        try:
            tool_now = await self._tool(run)
            findings = await self._check(run, tool_now)
        except Refusal as refusal:
            # What was asked ends with a decision on record, whatever the new definition makes of the arguments.
            why = str(refusal.draft.fields.get("because", "the tool cannot be used any more"))
            denial = self._deny(run, "drift", why, verdict=verdict, asked=True)
            raise Refusal(denial.draft, refusal.reply) from refusal
        verdict_now = self._judge(run, tool_now, findings)
        if tool_now.definition.digest != tool.definition.digest:
            return tool_now, findings, verdict_now, "the server changed the definition of this tool"
        if verdict_now != verdict:
            return tool_now, findings, verdict_now, "the policy changed"
        return tool_now, findings, verdict_now, ""

    # Sending

    async def _send(self, run: Run, tool: Tool, findings: tuple[Finding, ...], decision: Decision) -> Reply:
        started = time.perf_counter()
        try:
            held_back = self._held_back(run, tool, findings, decision.by == "rule")
        except Exception:  # noqa: BLE001  # nothing was sent yet, and the log shall say so
            _log.exception("the last look at call %s failed", run.call.id)
            held_back = NoAnswer("fault", "an internal error")
        if held_back is not None:
            return await self._unsent(run, held_back)
        permit = Permit(decision)

        def send(on_response: OnResponse) -> int:
            if not may_send(run.state):
                raise NotDispatched("only a call whose decision is durable may be sent")
            upstream_id = dispatch(
                run.line.upstream, permit, run.call, progress=run.wants_progress, on_response=on_response
            )
            run.advance(Event.SEND)
            return upstream_id

        try:
            end = await run.outcome(send, timeout=run.line.execution_timeout, longest=self._settings.execution_longest)
        except ChannelClosed as error:
            return await self._unsent(run, NoAnswer("fault", str(error)))
        milliseconds = (time.perf_counter() - started) * 1000
        ended = await read_end(run, tool, end, milliseconds, self._checker)
        run.advance(Event.END)
        # Not awaited: the answer need not wait for a second commit. A kill in between reads as "unknown", which is
        # safe.
        self._log.submit(records.outcome(run.call, ended.outcome, ended.body))
        return ended.reply

    def _held_back(self, run: Run, tool: Tool, findings: tuple[Finding, ...], by_rule: bool) -> NoAnswer | None:
        """What came up while the decision was being written."""
        if run.aborted.done():
            return run.aborted.result()
        if run.line.outdated():
            return NoAnswer("drift", OUTDATED)
        effect = self._verdict(run, findings).effect
        if effect is Effect.DENY or (by_rule and effect is Effect.ASK):
            return NoAnswer("drift", "the policy changed")
        current = run.line.catalogue.get(run.call.tool)
        if current is None or current.definition.digest != tool.definition.digest:
            return NoAnswer("drift", "the server changed the definition of this tool")
        return None

    async def _unsent(self, run: Run, end: NoAnswer) -> Reply:
        """Decided, but not sent after all: the log says so."""
        run.advance(Event.END)
        outcome = Outcome(OutcomeStatus.CANCELLED, 0.0, f"not sent: {end.why}")
        await self._log.append(records.outcome(run.call, outcome, None))
        if end.by == "withdrawal":
            return NOTHING
        return answers.denied(run.call.revision, None, Decision(run.call.id, run.call.digest, False, end.by, ""))

    # Saying no

    def _deny(
        self,
        run: Run,
        by: str,
        reason: str,
        *,
        verdict: Verdict | None = None,
        asked: bool = False,
        answer: Answer | None = None,
    ) -> Refusal:
        call = run.call
        who = answer.approver if answer is not None else ""
        decision = Decision(call.id, call.digest, False, by, who, reason)
        record = records.decided(
            call,
            decision,
            verdict=verdict,
            asked=asked,
            displayed_ms=answer.displayed_ms if answer is not None else None,
        )
        reply = NOTHING if by == "withdrawal" else answers.denied(call.revision, verdict, decision)
        return Refusal(record, reply)

    async def _refused(self, refusal: Refusal) -> Reply:
        try:
            await self._log.append(refusal.draft)
        except AuditError as error:
            _log.error("a refusal could not be logged: %s", error)
        return refusal.reply

    def _fault(self, run: Run, why: str) -> Reply:
        decision = Decision(run.call.id, run.call.digest, False, "fault", "", why)
        return answers.denied(run.call.revision, None, decision)

    async def _crashed(self, run: Run) -> Reply:
        """A bug of ours: a logged denial, or where the bytes already left, an unknown outcome."""
        if run.upstream_id is not None or run.state is State.DECIDED:
            outcome = Outcome(OutcomeStatus.UNKNOWN, 0.0, "Assent failed while the call ran")
            self._log.submit(records.outcome(run.call, outcome, None))
            return answers.lost()
        return await self._refused(self._deny(run, "fault", "an internal error"))


def _not_validated(report: SchemaReport) -> tuple[Finding, ...]:
    if report.status != "not validated":
        return ()
    text = f"The arguments could not be validated: {report.reason}."
    return (Finding("not-validated", Severity.MEDIUM, text),)
