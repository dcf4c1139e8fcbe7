"""Results that a person releases.

Owns: the question whether the result of a call may go to its app (``obligations.review_result``).

Invariants: the call's outcome is on record before anybody is asked; nothing of the server's answer reaches the app
before a release is on record; whatever goes wrong withholds, and what the server said stays in the log.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Final

from host.errors import AuditError
from host.gate import answers, records
from host.gate.approvals import Approvals
from host.gate.asking import Log
from host.gate.call_execution import CallExecution
from host.gate.checks import DecisionContext
from host.gate.outcomes import Ended
from host.gate.refusals import NoAnswer
from host.model import Answer, ApprovalRequest, Decision, Draft, Edit, GrantOffers
from host.settings import LiveSettings
from host.wire.call_handler import NOTHING, Reply
from host.words import say

_log = logging.getLogger(__name__)

ONLY_THIS: Final = GrantOffers(refused=say("It is about this result alone."))
NO_EDIT: Final = NoAnswer("fault", say("a result cannot be changed"))


class Review:
    """Holds results back until a person has released them."""

    def __init__(self, *, log: Log, approvals: Approvals, settings: LiveSettings, clock: Callable[[], float]) -> None:
        """``clock``: Unix seconds."""
        self._log, self._approvals, self._settings, self._clock = log, approvals, settings, clock

    async def released(self, run: CallExecution, context: DecisionContext, ended: Ended, body: bytes) -> Reply:
        """What the app hears once a person has seen ``body``, what the server said, which is on record by now."""
        note, run.note = run.note, ""  # it goes with what is released, and with nothing else
        end = await self._end(run, context, ended, body)
        try:
            await self._log.append(_record(run, end))
        except AuditError as error:
            _log.error("a result is withheld, since the audit log failed: %s", error)
            return answers.withheld(run.call.protocol_revision)
        if run.aborted.done() and isinstance(end, Answer):
            end = run.aborted.result()  # while the release was being written
            self._log.submit(_record(run, end))
        if isinstance(end, NoAnswer):
            return NOTHING if end.by == "withdrawal" else answers.withheld(run.call.protocol_revision)
        if end.approve is not True:  # nothing that merely counts as true
            return answers.withheld(run.call.protocol_revision, end.reason)
        run.note = f"{note} {end.note}".strip()
        return ended.reply

    async def _end(self, run: CallExecution, context: DecisionContext, ended: Ended, body: bytes) -> Answer | NoAnswer:
        """Ask a person about the result; whatever goes wrong counts as a no, and nothing is raised."""
        try:
            size = len(body) + len(context.tool.definition.raw) + len(run.call.params)
            if why := self._approvals.no_room(run.call, size, self._settings.now):
                return NoAnswer("limit", why)
            with self._approvals.place(run.call, size):
                said = await self._approvals.ask(self._request(run, context, ended, body), run.aborted, ONLY_THIS)
                return NO_EDIT if isinstance(said, Edit) else said
        except Exception:  # noqa: BLE001  # whatever goes wrong in here withholds
            _log.exception("nobody could be asked about the result of call %s", run.call.id)
            return NoAnswer("fault", say("an internal error"))

    def _request(self, run: CallExecution, context: DecisionContext, ended: Ended, body: bytes) -> ApprovalRequest:
        """A round of its own: an answer that was meant for the call must not release its result."""
        run.rounds += 1
        return ApprovalRequest(
            run.call,
            context.tool.definition,
            context.verdict,
            (
                *(it for it in context.findings if it.kind != "first-use"),
                *ended.outcome.findings,
            ),  # it was approved now
            run.rounds,
            "",
            self._clock() + self._settings.now.decision_timeout,
            result=body,
        )


def _record(run: CallExecution, end: Answer | NoAnswer) -> Draft:
    call = run.call
    if isinstance(end, NoAnswer):
        return records.reviewed(call, Decision(call.id, call.digest, False, end.by, "", end.why), None)
    approve = end.approve is True  # nothing that merely counts as true
    return records.reviewed(
        call, Decision(call.id, call.digest, approve, "approver", end.approver, end.reason, end.note), end
    )
