"""The demonstration without its window: somebody who plays everybody in it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from host.assistant.script import Proposal
from host.model import Answer, ApprovalRequest, Signature

ADA: Final = Signature("Dr. Ada Lindqvist", ("PRINCIPAL_INVESTIGATOR", "researcher"), 1.0)
TOMAS: Final = Signature("Prof. Tomás Reyes", ("IRB_CHAIR",), 2.0)
WHY: Final = "for the demonstration"


def proposals_of(proposal: Proposal) -> Iterator[Proposal]:
    """It, and every one that may follow."""
    yield proposal
    for following in (proposal.instead, proposal.then):
        if following is not None:
            yield from proposals_of(following)


async def all_agree(request: ApprovalRequest) -> Answer:
    """A yes to whatever is asked: with a reason, and with both signatures where any is wanted."""
    signatures = (ADA, TOMAS) if request.verdict.obligations.signed and request.result is None else ()
    who = ", ".join(one.approver for one in signatures) or "ana"
    return Answer(True, request.call.id, request.call.digest, who, WHY, displayed_ms=1500, signatures=signatures)
