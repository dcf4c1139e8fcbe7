"""What the window asks and answers about one question (pure).

Owns: answers, signatures, edits, and the clock of a question.

Invariants: whatever says yes names the call, the digest, the round and the definition that were shown; secrets stay out
of every ``repr``.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from host.control.protocol.request import Done, Request
from host.control.views import Comparison, EditCheck, SigningView
from host.model import Bound, Scope


@dataclass(frozen=True, slots=True)
class AnswerCall(Request[Done]):
    """A person's answer to one question.

    Attributes:
        call_id, digest: of the call as it was shown; the window computes the digest from the bytes that it rendered.
        round, definition: of the question that was shown, the digest of the tool's definition computed likewise. A yes
        counts for no other; a no counts whatever the call was asked with, for it only ever refuses.
        approve: yes or no. reason: for the model where denied, for the log where a rule wants one for a yes.
        scope, bound: for how long and for what a yes counts.
        displayed_ms: how long it was on screen; the host knows a bound. unread_lines: of the inputs, never in view.
    """

    call_id: str
    digest: str
    round: int
    definition: str
    approve: bool
    reason: str = ""
    scope: Scope = "once"
    displayed_ms: int = 0
    unread_lines: int = 0
    bound: Bound = "exact"


@dataclass(frozen=True, slots=True)
class SignCall(Request[SigningView]):
    """A person signs one question with a credential of their own. Once all have signed, the call is approved.

    Attributes:
        call_id, digest, round, definition, displayed_ms, unread_lines: as in ``AnswerCall``. approver: who signs, as
        registered. secret: PIN or passphrase; it is held against the credential and kept nowhere.
        reason: where a rule wants one for a yes; the last one given counts.
    """

    call_id: str
    digest: str
    round: int
    definition: str
    approver: str
    secret: str = field(repr=False)
    reason: str = ""
    displayed_ms: int = 0
    unread_lines: int = 0


@dataclass(frozen=True, slots=True)
class CheckEdit(Request[EditCheck]):
    """What Assent would say of other inputs for a call that waits. Nothing changes by it.

    Attributes: call_id, digest: of the call as it was shown. arguments: JSON object as text.
    """

    call_id: str
    digest: str
    arguments: str


@dataclass(frozen=True, slots=True)
class EditCall(Request[Done]):
    """The person wants these inputs sent instead: a new revision, which is asked anew with its own digest and round.

    Attributes: call_id, digest, round, definition: as in ``AnswerCall``. arguments: JSON object as text.
    """

    call_id: str
    digest: str
    round: int
    definition: str
    arguments: str


@dataclass(frozen=True, slots=True)
class CompareCall(Request[Comparison]):
    """What a call that waits can be held against. Attributes: call_id, digest: of the call as it was shown."""

    call_id: str
    digest: str


@dataclass(frozen=True, slots=True)
class Clock:
    """How long a question still waits. Attributes: left: seconds. paused: seconds for which the clock stands yet."""

    call_id: str
    left: float
    paused: float


@dataclass(frozen=True, slots=True)
class Working(Request[Clock]):
    """The person works on this question: its clock stands for a while. Say it again at most once a second."""

    call_id: str
