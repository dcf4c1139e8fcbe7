"""Saying no: the record and the answer of a call that is not sent (pure).

Owns: the one way in which the parts of the gate end a call. What stays true: a refusal carries what is logged before
the caller hears anything.
"""

from __future__ import annotations

from typing import Final

from host.gate import answers, records
from host.gate.answers import NOTHING, Reply
from host.gate.records import Ground
from host.model import Answer, Call, Decision, Draft

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


def deny(
    call: Call,
    by: str,
    reason: str,
    *,
    ground: Ground | None = None,
    asked: bool = False,
    answer: Answer | None = None,
) -> Refusal:
    """The gate's no to ``call``.

    ``by``: as in ``model.Decision``. ``ground``: on which it was judged, None where it was not. ``asked``: whether its
    proposal is on record.
    """
    who = answer.approver if answer is not None else ""
    if by == "rule" and ground is not None:
        who = ground.verdict.rule
    decision = Decision(call.id, call.digest, False, by, who, reason)
    if ground is None:
        record = records.decided(call, decision, verdict=None, asked=asked, answer=answer)
    else:
        record = records.decided_on(ground, call, decision, asked=asked, answer=answer)
    verdict = None if ground is None else ground.verdict
    return Refusal(record, NOTHING if by == "withdrawal" else answers.denied(call.revision, verdict, decision))
