"""Saying no: how a call ends that is not sent, with its record and its answer (pure).

Owns: the ends of a question that nobody answered, and the one way in which the parts of the gate refuse a call.

Invariants:
    - A refusal carries what is logged before the caller hears anything.
    - No end in here sends anything.
"""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from host.gate import answers, records
from host.gate.records import Ground
from host.model import Answer, Call, Decision, Draft
from host.values import replace
from host.wire.call_handler import NOTHING, Reply
from host.words import say

OUTDATED: Final = "the server's configuration changed; connect to it anew"
REDEFINED: Final = "the server changed the definition of this tool"
NEW_POLICY: Final = "the policy changed"
UNGRANTED: Final = "the permission that covered it has ended"
RETRUSTED: Final = "who vouches for the server changed"
UNSIGNED_SINCE: Final = "somebody who signed it may not sign any more"
REDIRECTED: Final = "a path in the inputs leads elsewhere than it did"
UNSIGNED: Final = "the signatures are not complete"
NO_REASON: Final = "a rule wants a reason for this yes, and none was given"


class Refusal(Exception):
    """Control flow inside the gate: the call ends here, unsent. Carries the record and the answer."""

    def __init__(self, draft: Draft, reply: Reply) -> None:
        """``draft``: what to log before the caller hears ``reply``."""
        super().__init__()
        self.draft, self.reply = draft, reply

    @property
    def because(self) -> str:
        """Why, as its record says; empty where that does not."""
        because = self.draft.fields.get("because")
        return because if isinstance(because, str) else ""


def deny(
    call: Call,
    by: str,
    reason: str,
    *,
    ground: Ground | None = None,
    proposal_recorded: bool = False,
    answer: Answer | None = None,
    there: str = "",
) -> Refusal:
    """The gate's no to ``call``.

    ``by``: as in ``model.Decision``. ``ground``: on which it was judged, None where it was not. ``there``: as in
    ``NoAnswer``.
    """
    who = answer.approver if answer is not None else ""
    if by == "rule" and ground is not None:
        who = ground.verdict.rule
    decision = Decision(call.id, call.digest, False, by, who, reason)
    record = records.decided(call, decision, ground, proposal_recorded=proposal_recorded, answer=answer)
    if there:
        record = replace(record, fields={**record.fields, "there": there})
    verdict = None if ground is None else ground.verdict
    return Refusal(record, NOTHING if by == "withdrawal" else answers.denied(call.protocol_revision, verdict, decision))


class NoAnswer(Struct, frozen=True):
    """A pending call ended without an answer.

    Attributes:
        by: as in ``model.Decision.by``.
        why: a safe sentence.
        there: what stood where the call is done, as the question said; empty where it did not.
    """

    by: str
    why: str
    there: str = ""


def released(call: Call, end: Answer | NoAnswer) -> Decision:
    """Whether what was held of ``call`` goes on its way after ``end``."""
    if isinstance(end, NoAnswer):
        return Decision(call.id, call.digest, False, end.by, "", end.why)
    approve = end.approve is True  # nothing that merely counts as true
    return Decision(call.id, call.digest, approve, "approver", end.approver, end.reason, end.note)


EXPIRED: Final = NoAnswer("expiry", say("nobody decided in time"))
NO_WINDOW: Final = NoAnswer("no-window", say("no approver is there"))
FAULT: Final = NoAnswer("fault", say("the approver failed"))
STRAY: Final = NoAnswer("fault", say("the answer was about another call"))
WITHDRAWN: Final = NoAnswer("withdrawal", say("the app withdrew the call"))
GONE: Final = NoAnswer("withdrawal", say("the app went away"))
STOPPED: Final = NoAnswer("stop", say("the emergency stop was pressed"))
QUITTING: Final = NoAnswer("quit", say("Assent is closing"))
SERVER_GONE: Final = NoAnswer("fault", say("the server stopped while the call waited"))
UNASKED: Final = NoAnswer("fault", say("the changed call was not asked about; its history says why"))
ABANDONED: Final = NoAnswer("fault", say("the wait for an answer broke off"))
