"""The demonstration without its window: somebody who plays everybody in it."""

from __future__ import annotations

from typing import Final

from host.model import Answer, ApprovalRequest, Signature

ADA: Final = Signature("Dr. Ada Lindqvist", ("PRINCIPAL_INVESTIGATOR", "researcher"), 1.0)
TOMAS: Final = Signature("Prof. Tomás Reyes", ("IRB_CHAIR",), 2.0)
WHY: Final = "for the demonstration"


async def all_agree(request: ApprovalRequest) -> Answer:
    """A yes to whatever is asked: with a reason, and with both signatures where any is wanted."""
    signatures = (ADA, TOMAS) if request.verdict.obligations.signed and request.result is None else ()
    who = ", ".join(one.approver for one in signatures) or "ana"
    return Answer(True, request.call.id, request.call.digest, who, WHY, displayed_ms=1500, signatures=signatures)
