"""What people are asked and what they answer (pure).

Owns: the question with what may be offered, signatures, edits and answers. What stays true: an answer names exactly
one call by id and digest; an edit answers nothing.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from host.model.calls import Call, ToolDefinition
from host.model.terms import PRIVATE, Bound, Scope
from host.model.verdicts import Finding, Verdict
from host.words import Words


@dataclass(frozen=True, slots=True)
class Signature:
    """One person's signature under one call, given with a credential of their own.

    Attributes:
        approver: the registered name. roles: that person's, when it was given. at: Unix seconds. mark: digest of the
        credential, which tells whether that is still the person's; it stays in the host. Empty where the approver is
        a program of ours, which answers for its signers itself.
    """

    approver: str
    roles: tuple[str, ...]
    at: float
    mark: str = field(default="", repr=False, compare=False, metadata=PRIVATE)


@dataclass(frozen=True, slots=True)
class BoundOffer:
    """One choice of what a grant covers.

    Attributes:
        bound: the choice. covers: what exactly it covers, a line each (holds strangers' text); what is shown here is
        what is granted.
    """

    bound: Bound
    covers: tuple[Words, ...]


@dataclass(frozen=True, slots=True)
class GrantOffers:
    """What a person may be offered besides this once.

    Attributes:
        refused: why nothing wider, one safe sentence; empty where something is. bounds: narrowest first.
        no_always: why ``always`` is not among it, else empty. scopes: for how long, shortest first, ``once`` aside.
    """

    refused: Words = ""
    bounds: tuple[BoundOffer, ...] = ()
    no_always: Words = ""
    scopes: tuple[Scope, ...] = ()


@dataclass(frozen=True, slots=True)
class ApprovalRequest:
    """A call waiting for people, with everything a person needs to judge it.

    Attributes:
        call: the frozen call. definition: the tool's definition at the time of asking (untrusted).
        verdict: why it is asked. findings: what Assent worked out. round: 1 for the first question, more after drift.
        voided_because: why an earlier answer was void, empty in round 1. expires_at: Unix time in seconds.
        result: of the call, serialised (untrusted), where the question is whether it may be released to the app; None
        where the question is whether the call may be sent. edited: canonical params as the app proposed them, where a
        person has changed the inputs since; ``call`` is what would be sent then.
    """

    call: Call
    definition: ToolDefinition
    verdict: Verdict
    findings: tuple[Finding, ...]
    round: int
    voided_because: Words
    expires_at: float
    result: bytes | None = None
    edited: bytes | None = None


@dataclass(frozen=True, slots=True)
class Edit:
    """A person wants other inputs sent; that answers nothing yet, the changed call is asked anew.

    Attributes:
        call_id, digest: of the call that was shown. arguments: canonical bytes of the inputs wanted instead.
        who: changed them.
    """

    call_id: str
    digest: str
    arguments: bytes
    who: str


@dataclass(frozen=True, slots=True)
class Answer:
    """What an approver said. It names exactly one call by id and digest.

    Attributes:
        approve: yes or no. call_id, digest: of the call that was shown. approver: who signs.
        reason: the person's own words: for the model where denied, for the log where approved.
        displayed_ms: how long the request was on screen, None where nobody measured.
        scope, bound: for how long and for what a yes counts; ``bound`` means nothing where the scope is ``once``.
        unread_lines: lines of the inputs that never were on screen. signatures: of all who signed, in order.
    """

    approve: bool
    call_id: str
    digest: str
    approver: str
    reason: str = ""
    displayed_ms: int | None = None
    scope: Scope = "once"
    unread_lines: int = 0
    bound: Bound = "exact"
    signatures: tuple[Signature, ...] = ()
