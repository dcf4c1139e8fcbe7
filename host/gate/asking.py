"""Asking people until an answer still holds.

Owns: the rounds of questions about one call. What stays true: each question is on record before it is shown, with a
clock of its own; an answer under which something changed is void, and the question says why it is asked again; a grant
is offered only with a call that was approved and still stands.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Protocol

from host.gate import records
from host.gate.approvals import Approvals, NoAnswer
from host.gate.checks import Basis, Checks
from host.gate.grants import SCOPE, Grants, Offer
from host.gate.lifecycle import Event
from host.gate.refusals import deny
from host.gate.run import Run
from host.gate.still import Decided, look_again
from host.model import Answer, ApprovalRequest, Decision, Draft
from host.settings import Settings

MAX_ROUNDS: Final = 3
"""How often a call is asked anew because something under it changed; a server that keeps changing gets a no."""


class Log(Protocol):
    """What the gate needs of the audit store."""

    async def append(self, *drafts: Draft) -> int:
        """Return once durable; raise AuditError where that cannot be."""

    def submit(self, draft: Draft) -> None:
        """Queue, in order."""


class Asking:
    """Asks about calls."""

    def __init__(
        self,
        *,
        log: Log,
        approvals: Approvals,
        checks: Checks,
        grants: Grants,
        settings: Settings,
        clock: Callable[[], float],
    ) -> None:
        """``clock``: Unix seconds."""
        self._log, self._approvals, self._checks, self._grants = log, approvals, checks, grants
        self._settings, self._clock = settings, clock

    def use(self, settings: Settings) -> None:
        """From now on these."""
        self._settings = settings

    async def ask(self, run: Run, basis: Basis) -> tuple[Decided, Offer | None]:
        """The yes of a person, and the grant that the person wants to give with it.

        Raises:
            Refusal: it is no yes, or does not hold. Aborted: the call was ended from outside.
        """
        size = len(run.call.params) + len(basis.tool.definition.raw)
        self._admit(run, size)
        with self._approvals.place(run.call, size):
            return await self._until_true(run, basis)

    def _admit(self, run: Run, size: int) -> None:
        """Whether one more question of ``size`` bytes may wait."""
        approvals, limits, call = self._approvals, self._settings, run.call
        if approvals.by_app[call.app.name] >= limits.pending_per_app:
            raise deny(call, "limit", "too many calls of this app wait already")
        if approvals.by_server[call.server.id] >= limits.pending_per_server:
            raise deny(call, "limit", "too many calls of this server wait already")
        if approvals.bytes_by_app[call.app.name] + size > limits.pending_bytes_per_app:
            raise deny(call, "limit", "the waiting calls of this app are too large together")
        if approvals.bytes_by_app.total() + size > limits.pending_bytes:
            raise deny(call, "limit", "the waiting calls are too large together")

    async def _until_true(self, run: Run, basis: Basis) -> tuple[Decided, Offer | None]:
        because = ""
        for round_ in range(1, MAX_ROUNDS + 1):
            answer = await self._answer(run, basis, round_, because)
            run.advance(Event.APPROVE)
            now, because = await look_again(run, self._checks, basis, timeout=self._settings.fresh_list_timeout)
            if not because:
                run.advance(Event.CONFIRM)
                return _decided(run, basis, now, answer), self._offer(run, now, answer)
            run.advance(Event.DRIFT)
            basis = now
        raise deny(run.call, "drift", because, verdict=basis.verdict, asked=True)

    async def _answer(self, run: Run, basis: Basis, round_: int, because: str) -> Answer:
        """Write the question down, then ask it; returns a yes."""
        call, verdict = run.call, basis.verdict
        request = ApprovalRequest(
            call,
            basis.tool.definition,
            verdict,
            basis.findings,
            round_,
            because,
            self._clock() + self._settings.decision_timeout,
        )
        await self._log.append(records.proposed(call, verdict, basis.findings, basis.definition, round_))
        answer = await self._approvals.ask(request, run.aborted)
        if isinstance(answer, NoAnswer):
            raise deny(call, answer.by, answer.why, verdict=verdict, asked=True)
        if answer.approve is not True:  # nothing that merely counts as true
            raise deny(call, "approver", answer.reason, verdict=verdict, asked=True, answer=answer)
        return answer

    def _offer(self, run: Run, now: Basis, answer: Answer) -> Offer | None:
        """Where none may be given, the call is approved all the same, for this once."""
        if answer.scope != SCOPE or self._grants.refusal(run.call, now.verdict, now.findings):
            return None
        return self._grants.offer(run.call, now.definition, answer.approver)


def _decided(run: Run, shown: Basis, now: Basis, answer: Answer) -> Decided:
    """A person's approval of what was ``shown``, sent as it is ``now``."""
    decision = Decision(run.call.id, run.call.digest, True, "approver", answer.approver)
    record = records.decided(
        run.call,
        decision,
        verdict=shown.verdict,
        findings=shown.findings,
        definition=now.definition,
        asked=True,
        answer=answer,
    )
    return Decided(decision, Basis(now.tool, shown.findings, shown.verdict), record)
