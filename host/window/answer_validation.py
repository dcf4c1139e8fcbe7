"""Checks that an approval or a signature from the window must pass.

Owns: those checks.

Invariants: a yes counts for the very question that is open, once somebody can have looked at it; where a rule wants
signatures or a reason, a yes without them is refused; what a grant covers was offered with this question.
"""

from __future__ import annotations

from typing import Final

from host.canonical import json_path
from host.control.protocol import AnswerCall, SignCall
from host.control.views import EditCheck
from host.errors import AssentError
from host.gate.editing import SAME
from host.gate.pending_approval import REPLACED, PendingApproval, blank, demanded
from host.model import ApprovalRequest, GrantOffers
from host.text import one_line
from host.words import say

TOO_SOON: Final = say("the question came only just now; look at it, then answer")
TO_SIGN: Final = say("this call must be signed")
NO_REASON: Final = say("a rule wants a reason for this yes")
NOTHING_WIDER: Final = say("for this call there is only this once")
A_RESULT: Final = say("a result cannot be changed")
DENIED: Final = say("a rule would deny the call with these inputs")
NOT_OFFERED: Final = say("that is not offered for this call")
SEEN_AFTER: Final = 0.9
"""Seconds from asking until a yes counts: the window arms after one second of its own, and its timer may be early."""
MAX_REASON: Final = 4_000
"""Characters of a person's reason or note; it goes to a model and into the log."""
NAME: Final = 200
"""Characters of where an input stands that a sentence repeats."""
MAX_LINES: Final = 1 << 31


def check_words(message: AnswerCall | SignCall) -> None:
    """Raises AssentError for a reason or a note that is too long, of a yes or a no."""
    if len(message.reason) > MAX_REASON:
        raise AssentError(say("the reason is longer than {n} characters", n=MAX_REASON))
    if len(message.note) > MAX_REASON:
        raise AssentError(say("the note is longer than {n} characters", n=MAX_REASON))


def check_shown(message: AnswerCall | SignCall, request: ApprovalRequest, on_screen: float) -> None:
    """Raises AssentError unless ``request`` is what was shown, for long enough. ``on_screen``: seconds."""
    if (message.round, message.definition) != (request.round, request.definition.digest):
        raise AssentError(REPLACED)
    if on_screen < SEEN_AFTER:
        raise AssentError(TOO_SOON)


def check_yes(message: AnswerCall, request: ApprovalRequest, offers: GrantOffers) -> None:
    """Raises AssentError for a yes that lacks what a rule wants, or that grants what was not offered."""
    wanted = demanded(request)
    if wanted.signed:
        raise AssentError(TO_SIGN)
    if wanted.reason_required and blank(message.reason):
        raise AssentError(NO_REASON)
    if message.duration == "once":
        return
    if refused := why_only_once(request, offers):
        raise AssentError(refused)
    if message.duration not in offers.durations or message.bound not in {offer.bound for offer in offers.bounds}:
        raise AssentError((message.duration == "always" and offers.no_always) or NOT_OFFERED)


def check_signature(message: SignCall, question: PendingApproval) -> None:
    """Raises AssentError for a signature without the reason that a rule wants; one that came before will do."""
    if demanded(question.request).reason_required and blank(message.reason) and not question.reason:
        raise AssentError(NO_REASON)


def refusal(check: EditCheck) -> str:
    """Why inputs cannot be sent instead, one safe sentence; empty where they can be asked about."""
    if check.same:
        return SAME
    if check.problems:
        first = check.problems[0]
        where = one_line(json_path(first.path), NAME) if first.path else ""
        return f"{where}: {first.why}" if where else first.why
    return (
        say("{denied}: {why}", denied=DENIED, why=check.because)
        if check.effect != "ask" and check.effect != "allow"
        else ""
    )


def why_only_once(request: ApprovalRequest, offers: GrantOffers) -> str:
    """Why a yes counts for this once alone; empty where it may count for more."""
    if demanded(request).signed or request.result is not None or not (offers.bounds and offers.durations):
        return offers.refused or NOTHING_WIDER
    return offers.refused
