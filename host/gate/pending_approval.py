"""One call that waits for people, and its clock.

Invariants:
    - A signature counts only for the call, round and definition that were shown. Nobody signs twice. No more people
      sign than the verdict demands.
    - Seconds left and seconds paused add up to the moment of expiry. Work never moves that moment earlier, moves it by
      no more than ``WORK_LEASE`` from the moment of the work, and never beyond ``MAX_QUESTION_SECONDS`` after the
      question. An expired question stays expired.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from host.errors import AssentError
from host.gate import quorum
from host.gate.refusals import NoAnswer
from host.model import NO_OBLIGATIONS, ApprovalRequest, GrantOffers, Obligations, Signature
from host.policy.facts import CallFacts
from host.signals import Signal
from host.words import say

if TYPE_CHECKING:
    from host.control.views import EditCheck, TargetState

NO_LONGER_WAITS: Final = say("this call no longer waits")
REPLACED: Final = say("this question was replaced; look at the new one, then answer")
NEEDS_NO_SIGNATURE: Final = say("this call needs no signature")
ALREADY_SIGNED: Final = say("this person has signed already")
NOT_WANTED: Final = say("no rule requires this person's signature here, or all required ones are given")


def is_blank(reason: str) -> bool:
    """Whether ``reason`` has no readable character."""
    return not any(character.isprintable() and not character.isspace() for character in reason)


def required_obligations(request: ApprovalRequest) -> Obligations:
    """Return what a yes to ``request`` needs. To release a result nothing is needed: the call was signed."""
    return NO_OBLIGATIONS if request.result is not None else request.verdict.obligations


class ExaminedEdit(Struct, frozen=True):
    """The check of an edit, and its canonical arguments, empty if they are no valid inputs."""

    check: EditCheck
    arguments: bytes = b""


class EditExaminer(Struct, frozen=True):
    """Checks edits of a waiting call, or of an answer to a server's form.

    Attributes:
        examine: takes other inputs as JSON text and returns what is wrong with them.
    """

    examine: Callable[[bytes], Awaitable[ExaminedEdit]]
    facts: CallFacts | None = None  # the facts of the call, None for a form


class PendingApproval:
    """A request that waits, with its state.

    Attributes:
        edit_examiner: checks edits, None if the inputs cannot be changed.
        reason: the last reason that came with a signature.
        note: the last note that came with a signature.
        there: what stood where the call acts, as the question said; empty if it said nothing.
        approver_changed: set once the approver was replaced or detached.
    """

    def __init__(
        self,
        request: ApprovalRequest,
        aborted: asyncio.Future[NoAnswer],
        offers: GrantOffers,
        clock: Callable[[], float],
        edit_examiner: EditExaminer | None,
        signed: Signal[[str]],
    ) -> None:
        loop = asyncio.get_running_loop()
        now = clock()
        self.request, self.aborted, self.offers, self.edit_examiner = request, aborted, offers, edit_examiner
        self._clock, self._monotonic, self._signed = clock, loop.time, signed
        self._clock_offset = now - loop.time()
        self.deadline = Deadline(now, request.expires_at - now)
        self.signatures: tuple[Signature, ...] = ()
        self.reason = self.note = ""
        self.there: TargetState = ""
        self.approver_changed: asyncio.Future[None] = loop.create_future()
        self.ended: asyncio.Future[None] = loop.create_future()
        self.edit_check_lock = asyncio.Lock()

    def now(self) -> float:
        """Return Unix seconds, never behind the monotonic clock: setting the clock back must give no more time."""
        return max(self._clock(), self._monotonic() + self._clock_offset)

    @property
    def seconds_left(self) -> float:
        """Seconds until it expires without further work, zero or less once it has."""
        return self.deadline.ends_at - self.now()

    @property
    def clock(self) -> tuple[float, float]:
        """Seconds left, and seconds for which the clock is stopped."""
        now = self.now()
        return self.deadline.seconds_left(now), self.deadline.seconds_paused(now)

    def pause_for_work(self) -> None:
        """Stop the clock for a while, since a person works on the question."""
        self.deadline.pause_for_work(self.now())

    def check_signer(
        self, digest: str, round_: int, definition: str, name: str, roles: tuple[str, ...] | None = None
    ) -> None:
        """Raise AssentError unless a signature by ``name`` for what was shown counts. ``roles``: None if unknown."""
        request, wanted, signatures = self.request, required_obligations(self.request), self.signatures
        if self.seconds_left <= 0:
            raise AssentError(NO_LONGER_WAITS)
        if (digest, round_, definition) != (request.call.digest, request.round, request.definition.digest):
            raise AssentError(REPLACED)
        if not wanted.signed:
            raise AssentError(NEEDS_NO_SIGNATURE)
        if any(quorum.person(signature.approver) == quorum.person(name) for signature in signatures):
            raise AssentError(ALREADY_SIGNED)
        if roles is not None and not quorum.would_count(wanted, signatures, name, roles):
            raise AssentError(NOT_WANTED)

    def sign(
        self, digest: str, round_: int, definition: str, signature: Signature, reason: str = "", note: str = ""
    ) -> None:
        """Add a signature. ``reason``, ``note``: kept unless blank. Raises AssentError as ``check_signer`` does."""
        self.check_signer(digest, round_, definition, signature.approver, signature.roles)
        self.signatures = (*self.signatures, signature)
        self.reason = self.reason if is_blank(reason) else reason
        self.note = self.note if is_blank(note) else note
        self._signed.emit(self.request.call.id)

    def withdraw_signatures(self, stands: Callable[[Signature], bool]) -> None:
        """Remove the signatures for which ``stands`` returns False, because the person may not sign any more."""
        if not all(map(stands, self.signatures)):
            self.signatures = tuple(filter(stands, self.signatures))
            self._signed.emit(self.request.call.id)

    @property
    def is_complete(self) -> bool:
        """Whether signatures were needed and everybody has signed."""
        wanted = required_obligations(self.request)
        return wanted.signed and not quorum.missing(wanted, self.signatures)


WORK_LEASE: Final = 5.0
"""Seconds for which the clock is stopped after a sign of work. A window sends a sign each second; if the window dies,
the clock runs on."""
MAX_QUESTION_SECONDS: Final = 900.0
"""Seconds after which a question expires in any case."""


class Deadline:
    """When a question expires. All moments are of one clock, which the caller reads.

    ``ends_at``: the moment of expiry without further work.
    """

    __slots__ = ("_latest_end", "_paused_until", "ends_at")

    def __init__(self, now: float, seconds: float) -> None:
        """``seconds``: from ``now``, ``MAX_QUESTION_SECONDS`` at most."""
        self._latest_end = now + MAX_QUESTION_SECONDS
        self.ends_at = min(now + seconds, self._latest_end)
        self._paused_until = now

    def pause_for_work(self, now: float) -> None:
        """Stop the clock for the next ``WORK_LEASE`` seconds, since somebody works on the question.

        Overlapping leases count once. Near ``MAX_QUESTION_SECONDS`` a lease is shorter, so that the clock stays true.
        """
        if self.has_passed(now):
            return
        stands_until = max(now, self._paused_until)
        gained = min(now + WORK_LEASE - stands_until, self._latest_end - self.ends_at)
        if gained > 0:
            self._paused_until = stands_until + gained
            self.ends_at = min(self.ends_at + gained, self._latest_end)

    def seconds_left(self, now: float) -> float:
        """Return the seconds left. The clock is stopped while a lease holds."""
        return max(0.0, self.ends_at - max(now, self._paused_until))

    def seconds_paused(self, now: float) -> float:
        """Return the seconds for which the clock is still stopped."""
        return max(0.0, self._paused_until - now)

    def has_passed(self, now: float) -> bool:
        """Whether the question has expired."""
        return now >= self.ends_at
