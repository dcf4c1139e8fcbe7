"""One call that waits for people, and its clock.

Owns: what belongs to a question while it waits: the request, how long it still waits, what ends it from outside, what a
grant may cover, who has signed it, and what edits of its inputs are made of.

Invariants:
    - A signature counts for exactly the call, round and definition that were shown; nobody signs twice; no more sign
      than the verdict demands.
    - What is left and what is paused add up to the moment of expiry. Work never brings that moment nearer, moves it by
      no more than ``WORK_LEASE`` from the moment of the work, and never beyond ``LONGEST`` from the asking. A question
      whose time is over stays over.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Final, NamedTuple

from host.errors import AssentError
from host.gate import quorum
from host.gate.refusals import NoAnswer
from host.model import NO_OBLIGATIONS, ApprovalRequest, GrantOffers, Obligations, Signature
from host.policy.facts import CallFacts
from host.words import say

if TYPE_CHECKING:
    from host.gate.editing import Examined

OVER: Final = say("this call no longer waits")
REPLACED: Final = say("this question was replaced; look at the new one, then answer")
UNSIGNED: Final = say("this call needs no signature")
TWICE: Final = say("this person has signed already")
NOT_WANTED: Final = say("no rule wants this person's signature here, or all that it wants are there")


def blank(reason: str) -> bool:
    """Whether nothing of it can be read."""
    return not any(character.isprintable() and not character.isspace() for character in reason)


def demanded(request: ApprovalRequest) -> Obligations:
    """What a yes to ``request`` needs. Releasing a result needs no more than a person: the call was signed."""
    return NO_OBLIGATIONS if request.result is not None else request.verdict.obligations


class EditExaminer(NamedTuple):
    """What an edit of a call that waits, or of an answer to a server's form, is held against.

    Attributes:
        examine: says what is wrong with other inputs, JSON text.
        facts: what was gathered of the call, None for a form.
    """

    examine: Callable[[bytes], Awaitable[Examined]]
    facts: CallFacts | None = None


class PendingApproval:
    """One request that waits, with everything that belongs to it for as long as it does.

    Attributes:
        aborted: ends the wait from outside.
        offers: what a grant may cover that is given with a yes.
        ground: what edits are made of; None where the inputs cannot be changed.
        deadline: of its clock.
        reason, note: the last that came with a signature.
        there: what stood where the call is done, as the question said; empty where it did not.
        swapped: set once another approver is to be asked, or none.
        over: set once it waits no more.
        checking: held while an edit is looked at: one at a time.
    """

    def __init__(
        self,
        request: ApprovalRequest,
        aborted: asyncio.Future[NoAnswer],
        offers: GrantOffers,
        clock: Callable[[], float],
        ground: EditExaminer | None = None,
    ) -> None:
        """``clock``: Unix seconds."""
        loop = asyncio.get_running_loop()
        now = clock()
        self.request, self.aborted, self.offers, self.ground = request, aborted, offers, ground
        self._clock, self._steady = clock, loop.time
        self._ahead = now - loop.time()
        self.deadline = Deadline(now, request.expires_at - now)
        self.signatures: tuple[Signature, ...] = ()
        self.reason = self.note = self.there = ""
        self.swapped: asyncio.Future[None] = loop.create_future()
        self.over: asyncio.Future[None] = loop.create_future()
        self.checking = asyncio.Lock()

    def now(self) -> float:
        """Unix seconds; never behind a clock that nobody sets, since setting one back must give no more time."""
        return max(self._clock(), self._steady() + self._ahead)

    @property
    def seconds(self) -> float:
        """Until it expires if nothing more is done; 0 or less once it has."""
        return self.deadline.ends_at - self.now()

    @property
    def clock(self) -> tuple[float, float]:
        """Seconds left, and seconds for which they do not run down yet."""
        now = self.now()
        return self.deadline.left(now), self.deadline.paused(now)

    def admit(self, digest: str, round_: int, definition: str, name: str, roles: tuple[str, ...] | None) -> None:
        """Whether a signature of ``name``, given for what was shown, would count. ``roles``: None where not known yet.

        Raises:
            AssentError: it would not; the sentence says why.
        """
        request, wanted, signatures = self.request, demanded(self.request), self.signatures
        if self.seconds <= 0:
            raise AssentError(OVER)
        if (digest, round_, definition) != (request.call.digest, request.round, request.definition.digest):
            raise AssentError(REPLACED)
        if not wanted.signed:
            raise AssentError(UNSIGNED)
        if any(quorum.person(signed.approver) == quorum.person(name) for signed in signatures):
            raise AssentError(TWICE)
        if roles is not None and not quorum.helps(wanted, signatures, name, roles):
            raise AssentError(NOT_WANTED)

    def sign(self, signature: Signature, reason: str, note: str = "") -> None:
        """Add a signature that was admitted. ``reason``, ``note``: the person's own words, kept unless blank."""
        self.signatures = (*self.signatures, signature)
        self.reason = self.reason if blank(reason) else reason
        self.note = self.note if blank(note) else note

    @property
    def complete(self) -> bool:
        """Whether everybody has signed that a yes needs, and somebody had to."""
        wanted = demanded(self.request)
        return wanted.signed and not quorum.missing(wanted, self.signatures)


WORK_LEASE: Final = 5.0
"""Seconds for which the clock stands after a sign of work: a window says so about once a second, and where it dies the
question goes on running out."""
LONGEST: Final = 900.0
"""Seconds from the asking after which a question is over, worked on or not."""


class Deadline:
    """When one question expires. All moments are of one clock, which the caller reads.

    Attributes:
        ends_at: the moment of expiry if nothing more is done.
    """

    __slots__ = ("_last", "_resumes", "ends_at")

    def __init__(self, now: float, seconds: float) -> None:
        """Asked at ``now``, with ``seconds`` of its own, ``LONGEST`` at most."""
        self._last = now + LONGEST
        self.ends_at = min(now + seconds, self._last)
        self._resumes = now

    def work(self, now: float) -> None:
        """Somebody works on the question: the clock stands for the next ``WORK_LEASE`` seconds.

        Leases that overlap count once; near ``LONGEST`` a lease is shorter, so that the clock shown is the true one.
        """
        if self.over(now):
            return
        stands_until = max(now, self._resumes)
        gained = min(now + WORK_LEASE - stands_until, self._last - self.ends_at)
        if gained > 0:
            self._resumes = stands_until + gained
            self.ends_at = min(self.ends_at + gained, self._last)

    def left(self, now: float) -> float:
        """Seconds of its own that the question still has; they do not run down while a lease holds."""
        return max(0.0, self.ends_at - max(now, self._resumes))

    def paused(self, now: float) -> float:
        """Seconds for which the clock stands yet."""
        return max(0.0, self._resumes - now)

    def over(self, now: float) -> bool:
        """Whether the question has expired."""
        return now >= self.ends_at
