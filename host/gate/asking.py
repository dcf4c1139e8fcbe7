"""Asking people until an answer still holds.

Owns: the rounds of questions about one call.

Invariants: each question is on record before it is shown, with a clock of its own; a yes that lacks a signature or a
reason that a rule wants is none, whoever says it is complete; an answer under which something changed is void, and the
question says why it is asked again; inputs that a person changed are on record, looked at and judged before they are
asked about, where a person changed who vouches for the server the same inputs are asked about anew, and what was
answered or signed before counts for nothing then; a grant is given only with a call that was
approved and still stands, and covers what was shown.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, Protocol

from host.audit.chain import Tip
from host.gate import quorum, records
from host.gate.approvals import Approvals
from host.gate.call_execution import CallExecution
from host.gate.checks import Checks, DecisionContext
from host.gate.editing import Editing
from host.gate.grants import Grants, Offer
from host.gate.lifecycle import Event
from host.gate.limits import Storage, size_of
from host.gate.pending_approval import LONGEST, EditGround
from host.gate.refusals import NO_REASON, RETRUSTED, UNSIGNED, NoAnswer, deny
from host.gate.revalidate import PendingDecision, check_after_answer
from host.model import Answer, ApprovalRequest, Call, Decision, Draft, Edit, GrantOffers, Obligations
from host.policy.facts import CallFacts
from host.settings import LiveSettings
from host.signals import Signal
from host.values import replace

MAX_ROUNDS: Final = 3
"""How often a call is asked anew because something under it changed; a server that keeps changing gets a no."""


class Log(Protocol):
    """What the gate needs of the audit store."""

    async def append(self, *drafts: Draft) -> int:
        """Return once durable; raise AuditError where that cannot be."""

    async def append_linked(self, *drafts: Draft) -> Sequence[Tip]:
        """As ``append``; returns where in the chain each of them stands."""

    def submit(self, draft: Draft) -> None:
        """Queue a record; records are written in the order in which they were queued."""


class Asking:
    """Asks people about calls until an answer still holds.

    Attributes:
        approved: tells of each call that a person approved for this once and that no rule matched, with what rules see
            of it.
        editing: of calls that wait.
    """

    def __init__(
        self,
        *,
        log: Log,
        approvals: Approvals,
        checks: Checks,
        grants: Grants,
        settings: LiveSettings,
        storage: Storage,
        clock: Callable[[], float],
    ) -> None:
        """``storage``: what the log keeps of calls that wait. ``clock``: Unix seconds."""
        self._log, self._approvals, self._checks, self._grants = log, approvals, checks, grants
        self._settings, self._clock, self.editing = settings, clock, Editing(checks, settings, approvals.question)
        self._storage = storage
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
            now, because = await check_after_answer(
                run, self._checks, context, timeout=self._settings.now.fresh_list_timeout
            )
            if not because:
                run.advance(Event.CONFIRM)
                if answer.duration == "once" and now.verdict.source == "default" and not offers.refused:
                    self.approved.emit(run.call, now.facts)
                endorses = self._checks.endorses(run)
                return _decided(run, context, now, answer, endorses), self._offer(run, now, answer, offers)
            run.advance(Event.DRIFT)
            context = now
        raise deny(run.call, "drift", because, ground=context, proposal_recorded=True)

    async def _changed(self, run: CallExecution, context: DecisionContext, edit: Edit) -> tuple[DecisionContext, str]:
        """The context after what a person changed, and what else changed. Raises Refusal and Aborted."""
        if edit.arguments is not None:
            return await self._revised(run, context, edit.arguments, edit.who), ""
        now, why = await check_after_answer(run, self._checks, context, timeout=self._settings.now.fresh_list_timeout)
        return now, "" if why == RETRUSTED else why  # what a person did on purpose is shown, and needs no excuse

    async def _revised(
        self, run: CallExecution, context: DecisionContext, arguments: bytes, who: str
    ) -> DecisionContext:
        revision = await run.unless_aborted(self.editing.revision(run, context, arguments))
        await self._log.append(records.edited(revision, context.definition, who, run.rounds))
        run.revise(revision)
        run.inputs_kept = True  # a person wrote them
        return await self.editing.judged(run, context)

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
            asked=run.session.rounds.asked(call),
        )
        await self._propose(run, context)
        answer = await self._approvals.ask(request, run.aborted, offers, EditGround(run, context))
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
        draft = self._storage.bounded(
            records.proposed(
                call, context.verdict, context.findings, context.definition, run.rounds, context.annotations
            ),
            call.app.name,
        )
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
        definition, who = now.tool.definition, _who(answer)
        return self._grants.offer(run.call, definition, answer.duration, answer.bound, who, now.facts)


def lack_of(obligations: Obligations, answer: Answer) -> str:
    """What a rule wants of a yes that this one has not, whatever the approver thinks of it; empty where it has all."""
    if obligations.signed and quorum.missing(obligations, answer.signatures):
        return UNSIGNED
    if obligations.reason_required and not any(char.isprintable() and not char.isspace() for char in answer.reason):
        return NO_REASON
    return ""


def _as_proposed(run: CallExecution) -> bytes | None:
    """The params as the app proposed them, where what would be sent is something else by now."""
    proposed = run.proposed
    return None if proposed is None or proposed.digest == run.call.digest else proposed.params


def _who(answer: Answer) -> str:
    """The names of all who signed; without signatures, of the person who answered."""
    return ", ".join(signed.approver for signed in answer.signatures) or answer.approver


def _decided(
    run: CallExecution, shown: DecisionContext, now: DecisionContext, answer: Answer, endorses: Mapping[str, int]
) -> PendingDecision:
    """A person's approval of what was ``shown``, sent as it is ``now``. ``endorses``: values by role."""
    decision = Decision(run.call.id, run.call.digest, True, "approver", _who(answer), answer.reason, answer.note)
    context = replace(now, findings=shown.findings, verdict=shown.verdict)
    record = records.decided_on(
        context, run.call, decision, proposal_recorded=run.inputs_kept, answer=answer, endorses=endorses
    )
    return PendingDecision(decision, context, record, answer.signatures)
