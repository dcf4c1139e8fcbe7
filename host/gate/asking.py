"""Asking people about a call until an answer holds, and about its result if a rule holds that back.

Invariants:
    - Each question is on record before it is shown, and has its own deadline. A yes without a signature or reason that
      a rule wants does not count, even if the approver calls it complete.
    - If something under an answer changed, the answer is void, and the next question says why. A grant is given only
      with an approved call that still holds, and covers what was shown.
    - Inputs that a person changed are recorded, inspected and judged before the next question. If a person changed who
      vouches for the server, the same inputs are asked about again. Earlier answers and signatures then count for
      nothing.
    - The outcome of a call is on record before anybody is asked about its result. Nothing of the server's answer
      reaches the app before its release is on record. Any failure withholds the result, and the log keeps it.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Final

from host.errors import AuditError
from host.gate import quorum, records, refusals
from host.gate.call_execution import CallExecution
from host.gate.checks import Checks, DecisionContext, UnrecordedApproval
from host.gate.editing import CANNOT_BE_SENT, Editing
from host.gate.grants import NewGrant
from host.gate.lifecycle import Event
from host.gate.limits import Storage, UnsentBytes, size_of
from host.gate.outcomes import CallEnd
from host.gate.pending_approval import MAX_QUESTION_SECONDS, is_blank
from host.gate.refusals import NO_REASON, TRUST_CHANGED, UNSIGNED, NoAnswer, release_decision
from host.gate.services import Services
from host.model import Answer, ApprovalRequest, Call, Decision, Draft, Edit, GrantOffers, Obligations
from host.policy.evaluate import plain_guards
from host.policy.facts import CallFacts
from host.signals import Signal
from host.values import replace
from host.wire.call_handler import NOTHING, Reply
from host.words import say

_log = logging.getLogger(__name__)

MAX_ROUNDS: Final = 3
"""How often a call is asked about again because something under it changed. After that it is denied."""
ONLY_THIS: Final = GrantOffers(refused=say("It is about this result alone."))


class Asking:
    """Asks people about calls until an answer holds.

    ``approved``: emitted with each call that a person approved for this once and that no rule matched, and its facts.
    """

    def __init__(self, services: Services, checks: Checks, storage: Storage, unsent_bytes: UnsentBytes) -> None:
        self._log, self._approvals, self._grants = services.log, services.approvals, services.grants
        self._settings, self._storage, self._clock = services.settings, storage, services.clock
        self._unsent_bytes = unsent_bytes
        self._inspection, self._checks, self.editing = services.inspection, checks, Editing(services, checks)
        self.approved: Signal[[Call, CallFacts]] = Signal()

    async def ask(self, run: CallExecution, context: DecisionContext) -> tuple[UnrecordedApproval, NewGrant | None]:
        """Return a person's approval, and the grant to give with it. Raises Refusal if none holds, and Aborted."""
        size = len(run.call.params) + len(context.tool.definition.raw)
        if why := self._approvals.why_no_room(run.call, size, self._settings.now):
            raise run.denial("limit", why, ground=context)
        with self._approvals.reserve(run.call, size):
            return await self._ask_until_answer_holds(run, await self._checks.gather_for_people(run, context))

    async def _ask_until_answer_holds(
        self, run: CallExecution, context: DecisionContext
    ) -> tuple[UnrecordedApproval, NewGrant | None]:
        """Ask again until an answer holds, ``MAX_ROUNDS`` times at most. Returns and raises as ``ask`` does."""
        because, rounds = "", 0
        while rounds < MAX_ROUNDS:
            offers = self._grant_offers(run, context)
            answer = await self._ask_once(run, context, offers, because)
            if isinstance(answer, Edit):  # no round: only changes that nobody at the desk made are limited
                context, because = await self._apply_edit(run, context, answer)
                continue
            rounds += 1
            run.advance(Event.APPROVE)
            current, because = await self._checks.check_after_answer(run, context)
            if not because:
                run.advance(Event.CONFIRM)
                is_usual = current.verdict.source == "default" and not any(plain_guards(current.facts))
                if answer.duration == "once" and is_usual and not offers.refused:
                    self.approved.emit(run.call, current.facts)
                endorsements = self._inspection.count_endorsements(run.call)
                approval = _approval(run, context, current, answer, endorsements)
                return approval, self._new_grant(run, current, answer, offers)
            run.advance(Event.DRIFT)
            context = current
        raise run.denial("drift", because, ground=context)

    async def _apply_edit(
        self, run: CallExecution, context: DecisionContext, edit: Edit
    ) -> tuple[DecisionContext, str]:
        """Return the context after a person's change, and what else changed. Raises Refusal and Aborted."""
        if edit.arguments is not None:
            return await self._revise(run, context, edit.arguments, edit.who), ""
        current, why = await self._checks.check_after_answer(run, context)
        return current, "" if why == TRUST_CHANGED else why  # the person knows what they changed

    async def _revise(
        self, run: CallExecution, context: DecisionContext, arguments: bytes, who: str
    ) -> DecisionContext:
        revision = await run.unless_aborted(self.editing.revision(run, context, arguments))
        await self._log.append(records.edited(revision, context.definition, who, run.questions_asked))
        run.revise(revision)
        self._unsent_bytes.count(run)
        run.inputs_kept = True  # a person wrote them
        return await self._checks.judge_again(run, context, context.tool, by="fault", fallback=CANNOT_BE_SENT)

    async def _ask_once(
        self, run: CallExecution, context: DecisionContext, offers: GrantOffers, because: str
    ) -> Answer | Edit:
        call, verdict = run.call, context.verdict
        run.questions_asked += 1
        # Several people may have to come, so they get more time.
        seconds = MAX_QUESTION_SECONDS if verdict.obligations.signed else self._settings.now.decision_timeout
        request = ApprovalRequest(
            call,
            context.tool.definition.copy(),
            verdict,
            context.findings,
            run.questions_asked,
            because,
            self._clock() + seconds,
            edited=_proposed_params(run),
            asked=run.session.rounds.server_request(call),
        )
        await self._record_question(run, context)
        answer = await self._approvals.ask(request, run.aborted, offers, self.editing.edit_examiner(run, context))
        if isinstance(answer, Edit):
            return answer
        if isinstance(answer, NoAnswer):
            raise run.denial(answer.by, answer.why, ground=context, there=answer.there)
        if answer.approve is not True:  # a truthy value is not enough
            raise run.denial("approver", answer.reason, ground=context, answer=answer)
        if why := why_incomplete(verdict.obligations, answer):
            raise run.denial("fault", why, ground=context, answer=answer)
        return answer

    async def _record_question(self, run: CallExecution, context: DecisionContext) -> None:
        call = run.call
        draft = self._storage.bounded(records.proposed(call, context, run.questions_asked), call.app.name)
        run.stored_bytes += size_of(draft)
        await self._log.append(draft)
        run.is_on_record = True
        run.inputs_kept = run.inputs_kept or not draft.unkept

    def _grant_offers(self, run: CallExecution, context: DecisionContext) -> GrantOffers:
        return self._grants.offers(run.call, context.tool.definition, context.verdict, context.findings, context.facts)

    def _new_grant(
        self, run: CallExecution, current: DecisionContext, answer: Answer, shown: GrantOffers
    ) -> NewGrant | None:
        """Return the grant to give with the call, or None: without it the call is approved for this once."""
        if answer.duration == "once":
            return None
        current_bounds = self._grant_offers(run, current).bounds
        if not any(offer.bound == answer.bound and offer in current_bounds for offer in shown.bounds):
            return None
        definition, who = current.tool.definition, signers_of(answer)
        return self._grants.prepare(run.call, definition, answer.duration, answer.bound, who, current.facts)

    # Results

    async def review_result(
        self, run: CallExecution, context: DecisionContext, call_end: CallEnd, body: bytes
    ) -> Reply:
        """Return the reply once a person has seen ``body``, the server's answer, whose outcome is on record."""
        note, run.note = run.note, ""  # sent only with a released result
        end = await self._ask_to_release(run, context, call_end, body)
        try:
            await self._log.append(_release_record(run.call, end))
        except AuditError as error:
            _log.error("a result is withheld, since the audit log failed: %s", error)
            is_yes = isinstance(end, Answer) and end.approve is True
            withheld = NoAnswer("fault", say("the log cannot be written")) if is_yes else end
            self._log.submit(_release_record(run.call, withheld))  # it follows once the log can be written
            return refusals.withheld(run.call.protocol_revision)
        if run.aborted.done() and isinstance(end, Answer):
            end = run.aborted.result()  # aborted while the release was being written
            self._log.submit(_release_record(run.call, end))
        if isinstance(end, NoAnswer):
            return NOTHING if end.by == "withdrawal" else refusals.withheld(run.call.protocol_revision)
        if end.approve is not True:  # a truthy value is not enough
            return refusals.withheld(run.call.protocol_revision, end.reason)
        run.note = f"{note} {end.note}".strip()
        return call_end.reply

    async def _ask_to_release(
        self, run: CallExecution, context: DecisionContext, call_end: CallEnd, body: bytes
    ) -> Answer | NoAnswer:
        """Ask a person about the result. Any failure counts as a no; nothing is raised."""
        try:
            size = len(body) + len(context.tool.definition.raw) + len(run.call.params)
            request = self._result_request(run, context, call_end, body)
            return await self._approvals.ask_to_release(request, size, self._settings.now, run.aborted, ONLY_THIS)
        except Exception:  # noqa: BLE001  # any failure withholds
            _log.exception("nobody could be asked about the result of call %s", run.call.id)
            return NoAnswer("fault", say("an internal error"))

    def _result_request(
        self, run: CallExecution, context: DecisionContext, call_end: CallEnd, body: bytes
    ) -> ApprovalRequest:
        """Return a question with its own round, so that an answer meant for the call cannot release its result."""
        run.questions_asked += 1
        findings = (it for it in context.findings if it.kind != "first-use")  # this call was approved already
        return ApprovalRequest(
            run.call,
            context.tool.definition.copy(),
            context.verdict,
            (*findings, *call_end.outcome.findings),
            run.questions_asked,
            "",
            self._clock() + self._settings.now.decision_timeout,
            result=body,
        )


def _release_record(call: Call, end: Answer | NoAnswer) -> Draft:
    return records.reviewed(call, release_decision(call, end), end if isinstance(end, Answer) else None)


def why_incomplete(obligations: Obligations, answer: Answer) -> str:
    """Return what a rule wants of a yes that ``answer`` lacks, or an empty text."""
    if obligations.signed and quorum.missing(obligations, answer.signatures):
        return UNSIGNED
    if obligations.reason_required and is_blank(answer.reason):
        return NO_REASON
    return ""


def _proposed_params(run: CallExecution) -> bytes | None:
    """Return the params as the app proposed them, or None if they are unchanged."""
    proposed = run.proposed
    return None if proposed is None or proposed.digest == run.call.digest else proposed.params


def signers_of(answer: Answer) -> str:
    """Return the names of all who signed, or else of the person who answered."""
    return ", ".join(signature.approver for signature in answer.signatures) or answer.approver


def _approval(
    run: CallExecution,
    shown: DecisionContext,
    current: DecisionContext,
    answer: Answer,
    endorsements: Mapping[str, int],
) -> UnrecordedApproval:
    """Return a person's approval of ``shown``, to be sent as ``current``. ``endorsements``: endorsed values by role."""
    decision = Decision(run.call.id, run.call.digest, True, "approver", signers_of(answer), answer.reason, answer.note)
    context = replace(current, findings=shown.findings, verdict=shown.verdict)
    record = records.decided(
        run.call, decision, context, proposal_recorded=run.inputs_kept, answer=answer, endorsements=endorsements
    )
    return UnrecordedApproval(decision, context, record, answer.signatures)
