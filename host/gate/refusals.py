"""Saying no: the record and the answer of a call that is not sent (pure).

Owns: the one way in which the parts of the gate end a call. What stays true: a refusal carries what is logged before
the caller hears anything.
"""

from __future__ import annotations

from typing import Final

from host.gate import answers, records
from host.gate.answers import NOTHING, Reply
from host.model import Answer, Call, Decision, Draft, Verdict

OUTDATED: Final = "the server's configuration changed; connect to it anew"
REDEFINED: Final = "the server changed the definition of this tool"
NEW_POLICY: Final = "the policy changed"
UNGRANTED: Final = "the permission that covered it has ended"


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
    verdict: Verdict | None = None,
    asked: bool = False,
    answer: Answer | None = None,
) -> Refusal:
    """The gate's no to ``call``. ``by``: as in ``model.Decision``. ``asked``: whether its proposal is on record."""
    who = answer.approver if answer is not None else ""
    decision = Decision(call.id, call.digest, False, by, who, reason)
    record = records.decided(call, decision, verdict=verdict, asked=asked, answer=answer)
    reply = NOTHING if by == "withdrawal" else answers.denied(call.revision, verdict, decision)
    return Refusal(record, reply)
