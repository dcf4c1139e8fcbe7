"""Asking people about a call until an answer still holds, and about its result where a rule holds that.

Owns: the rounds of questions about one call.

Invariants:
    - Each question is on record before it is shown, with a clock of its own. A yes that lacks a signature or a reason
      that a rule wants is none, whoever says it is complete.
    - An answer under which something changed is void, and the question says why it is asked again. A grant is given
      only with a call that was approved and still stands, and covers what was shown.
    - Inputs that a person changed are on record, looked at and judged before they are asked about; where a person
      changed who vouches for the server the same inputs are asked about anew. What was answered or signed before counts
      for nothing then.
    - The outcome of a call is on record before anybody is asked about its result; nothing of the server's answer
      reaches the app before a release is on record. Whatever goes wrong withholds, and what the server said stays in
      the log.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Final

from host.errors import AuditError
from host.gate import quorum, records, refusals
from host.gate.call_execution import CallExecution
from host.gate.checks import Checks, DecisionContext, PendingDecision
from host.gate.editing import CANNOT_BE_SENT, Editing
from host.gate.grants import Offer
from host.gate.lifecycle import Event
from host.gate.limits import Storage, size_of
from host.gate.outcomes import Ended
from host.gate.pending_approval import LONGEST, blank
from host.gate.refusals import NO_REASON, RETRUSTED, UNSIGNED, NoAnswer, deny, released
from host.gate.services import Services
from host.model import Answer, ApprovalRequest, Call, Decision, Draft, Edit, GrantOffers, Obligations
from host.policy.facts import CallFacts
from host.signals import Signal
from host.values import replace
from host.wire.call_handler import NOTHING, Reply
from host.words import say

_log = logging.getLogger(__name__)

MAX_ROUNDS: Final = 3
"""How often a call is asked anew because something under it changed; a server that keeps changing gets a no."""
ONLY_THIS: Final = GrantOffers(refused=say("It is about this result alone."))
NO_EDIT: Final = NoAnswer("fault", say("a result cannot be changed"))


class Asking:
    """Asks people about calls until an answer still holds.

    Attributes:
        approved: tells of each call that a person approved for this once and that no rule matched, with what rules see
            of it.
        editing: of calls that wait.
    """

    def __init__(self, services: Services, checks: Checks, storage: Storage) -> None:
        """``services``, ``checks``: of the gate. ``storage``: what the log keeps of calls that wait."""
        self._log, self._approvals, self._grants = services.log, services.approvals, services.grants
        self._settings, self._storage, self._clock = services.settings, storage, services.clock
        self._inspection, self._checks, self.editing = services.inspection, checks, Editing(services, checks)
        self.approved: Signal[[Call, CallFacts]] = Signal()

    async def ask(self, run: CallExecution, context: DecisionContext) -> tuple[PendingDecision, Offer | None]:
        """The yes of a person, and the grant that the person wants to give with it.

        Raises:
            Refusal: it is no yes, or does not hold. Aborted: the call was ended from outside.
        """
        size = len(run.call.params) + len(context.tool.definition.raw)
        if why := self._approvals.no_room(run.call, size, self._settings.now):
            raise deny(run.call, "limit", why, ground=context)
        with self._approvals.place(run.call, size):
            return await self._until_true(run, await self._checks.for_people(run, context))

    async def _until_true(self, run: CallExecution, context: DecisionContext) -> tuple[PendingDecision, Offer | None]:
        because, rounds = "", 0
        while rounds < MAX_ROUNDS:
            offers = self._offers(run, context)
            answer = await self._answer(run, context, offers, because)
            if isinstance(answer, Edit):  # however often: only what changes by itself is limited to so many rounds
                context, because = await self._changed(run, context, answer)
                continue
            rounds += 1
            run.advance(Event.APPROVE)
            now, because = await self._checks.after_answer(run, context)
            if not because:
                run.advance(Event.CONFIRM)
                if answer.duration == "once" and now.verdict.source == "default" and not offers.refused:
                    self.approved.emit(run.call, now.facts)
                endorses = self._inspection.endorses(run.call)
                return _decided(run, context, now, answer, endorses), self._offer(run, now, answer, offers)
            run.advance(Event.DRIFT)
            context = now
        raise deny(run.call, "drift", because, ground=context, proposal_recorded=True)

    async def _changed(self, run: CallExecution, context: DecisionContext, edit: Edit) -> tuple[DecisionContext, str]:
        """The context after what a person changed, and what else changed. Raises Refusal and Aborted."""
        if edit.arguments is not None:
            return await self._revised(run, context, edit.arguments, edit.who), ""
        now, why = await self._checks.after_answer(run, context)
        return now, "" if why == RETRUSTED else why  # what a person did on purpose is shown, and needs no excuse

    async def _revised(
        self, run: CallExecution, context: DecisionContext, arguments: bytes, who: str
    ) -> DecisionContext:
        revision = await run.unless_aborted(self.editing.revision(run, context, arguments))
        await self._log.append(records.edited(revision, context.definition, who, run.rounds))
        run.revise(revision)
        run.inputs_kept = True  # a person wrote them
        return await self._checks.judged_again(run, context, context.tool, by="fault", otherwise=CANNOT_BE_SENT)

    async def _answer(
        self, run: CallExecution, context: DecisionContext, offers: GrantOffers, because: str
    ) -> Answer | Edit:
        """Write the question down, then ask it; returns an edit, or a yes that has all that it needs."""
        call, verdict = run.call, context.verdict
        run.rounds += 1
        # Several people must come, and one of them may be in a meeting.
        seconds = LONGEST if verdict.obligations.signed else self._settings.now.decision_timeout
        request = ApprovalRequest(
            call,
            context.tool.definition,
            verdict,
            context.findings,
            run.rounds,
            because,
            self._clock() + seconds,
            edited=_as_proposed(run),
            asked=run.session.rounds.server_request(call),
        )
        await self._propose(run, context)
        answer = await self._approvals.ask(request, run.aborted, offers, self.editing.ground(run, context))
        if isinstance(answer, Edit):
            return answer
        if isinstance(answer, NoAnswer):
            raise deny(call, answer.by, answer.why, ground=context, proposal_recorded=True, there=answer.there)
        if answer.approve is not True:  # nothing that merely counts as true
            raise deny(call, "approver", answer.reason, ground=context, proposal_recorded=True, answer=answer)
        if lack := lack_of(verdict.obligations, answer):
            raise deny(call, "fault", lack, ground=context, proposal_recorded=True, answer=answer)
        return answer

    async def _propose(self, run: CallExecution, context: DecisionContext) -> None:
        """Write the record of what is about to be asked."""
        call = run.call
        draft = self._storage.bounded(records.proposed(call, context, run.rounds), call.app.name)
        run.stored += size_of(draft)
        await self._log.append(draft)
        run.inputs_kept = run.inputs_kept or not draft.unkept

    def _offers(self, run: CallExecution, context: DecisionContext) -> GrantOffers:
        return self._grants.offers(run.call, context.tool.definition, context.verdict, context.findings, context.facts)

    def _offer(self, run: CallExecution, now: DecisionContext, answer: Answer, shown: GrantOffers) -> Offer | None:
        """Where none may be given, or not as it was shown, the call is approved all the same, for this once."""
        if answer.duration == "once":
            return None
        still = self._offers(run, now).bounds
        if not any(offer.bound == answer.bound and offer in still for offer in shown.bounds):
            return None
        definition, who = now.tool.definition, names_in(answer)
        return self._grants.offer(run.call, definition, answer.duration, answer.bound, who, now.facts)

    # Results

    async def released(self, run: CallExecution, context: DecisionContext, ended: Ended, body: bytes) -> Reply:
        """What the app hears once a person has seen ``body``, what the server said, which is on record by now."""
        note, run.note = run.note, ""  # it goes with what is released, and with nothing else
        end = await self._ask_to_release(run, context, ended, body)
        try:
            await self._log.append(_release_record(run.call, end))
        except AuditError as error:
            _log.error("a result is withheld, since the audit log failed: %s", error)
            return refusals.withheld(run.call.protocol_revision)
        if run.aborted.done() and isinstance(end, Answer):
            end = run.aborted.result()  # while the release was being written
            self._log.submit(_release_record(run.call, end))
        if isinstance(end, NoAnswer):
            return NOTHING if end.by == "withdrawal" else refusals.withheld(run.call.protocol_revision)
        if end.approve is not True:  # nothing that merely counts as true
            return refusals.withheld(run.call.protocol_revision, end.reason)
        run.note = f"{note} {end.note}".strip()
        return ended.reply

    async def _ask_to_release(
        self, run: CallExecution, context: DecisionContext, ended: Ended, body: bytes
    ) -> Answer | NoAnswer:
        """Ask a person about the result; whatever goes wrong counts as a no, and nothing is raised."""
        try:
            size = len(body) + len(context.tool.definition.raw) + len(run.call.params)
            request = self._result_request(run, context, ended, body)
            end = await self._approvals.ask_if_room(request, size, self._settings.now, run.aborted, ONLY_THIS)
            return NO_EDIT if isinstance(end, Edit) else end
        except Exception:  # noqa: BLE001  # whatever goes wrong in here withholds
            _log.exception("nobody could be asked about the result of call %s", run.call.id)
            return NoAnswer("fault", say("an internal error"))

    def _result_request(
        self, run: CallExecution, context: DecisionContext, ended: Ended, body: bytes
    ) -> ApprovalRequest:
        """A round of its own: an answer that was meant for the call must not release its result."""
        run.rounds += 1
        known = (it for it in context.findings if it.kind != "first-use")  # it was approved now
        return ApprovalRequest(
            run.call,
            context.tool.definition,
            context.verdict,
            (*known, *ended.outcome.findings),
            run.rounds,
            "",
            self._clock() + self._settings.now.decision_timeout,
            result=body,
        )


def _release_record(call: Call, end: Answer | NoAnswer) -> Draft:
    return records.reviewed(call, released(call, end), end if isinstance(end, Answer) else None)


def lack_of(obligations: Obligations, answer: Answer) -> str:
    """What a rule wants of a yes that this one has not, whatever the approver thinks of it; empty where it has all."""
    if obligations.signed and quorum.missing(obligations, answer.signatures):
        return UNSIGNED
    if obligations.reason_required and blank(answer.reason):
        return NO_REASON
    return ""


def _as_proposed(run: CallExecution) -> bytes | None:
    """The params as the app proposed them, where what would be sent is something else by now."""
    proposed = run.proposed
    return None if proposed is None or proposed.digest == run.call.digest else proposed.params


def names_in(answer: Answer) -> str:
    """The names of all who signed; without signatures, of the person who answered."""
    return ", ".join(signed.approver for signed in answer.signatures) or answer.approver


def _decided(
    run: CallExecution, shown: DecisionContext, now: DecisionContext, answer: Answer, endorses: Mapping[str, int]
) -> PendingDecision:
    """A person's approval of what was ``shown``, sent as it is ``now``. ``endorses``: values by role."""
    decision = Decision(run.call.id, run.call.digest, True, "approver", names_in(answer), answer.reason, answer.note)
    context = replace(now, findings=shown.findings, verdict=shown.verdict)
    record = records.decided(
        run.call, decision, context, proposal_recorded=run.inputs_kept, answer=answer, endorses=endorses
    )
    return PendingDecision(decision, context, record, answer.signatures)
