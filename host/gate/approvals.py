"""Calls that wait for people.

Owns: the pending calls, and who is there to answer. The window is an ``Approver``.

Invariants:
    - A pending call has exactly one end: answered, expired, withdrawn, or aborted because nobody can be asked.
    - An approver that fails denies; an answer that names another call or other bytes denies.
    - Approvers that come and go leave a question's clock and its signatures alone; a question asked anew has no
      signatures yet; wanting other inputs approves nothing.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final, Protocol  # Any: futures of unlike results in one set

from msgspec import Struct

from host import tasks
from host.errors import AssentError
from host.gate.limits import ALL_TOO_LARGE, APP_TOO_LARGE
from host.gate.pending_approval import OVER, EditExaminer, PendingApproval
from host.gate.refusals import ABANDONED, EXPIRED, FAULT, NO_WINDOW, STRAY, UNASKED, NoAnswer
from host.model import Answer, ApprovalRequest, Call, Edit, GrantOffers, Signature
from host.settings import Settings
from host.signals import Signal
from host.values import replace
from host.words import say

_log = logging.getLogger(__name__)


class Approver(Protocol):
    """Someone who can be asked."""

    async def decide(self, request: ApprovalRequest) -> Answer | Edit:
        """Answer ``request``, or want other inputs.

        Cancelled when the call ends otherwise: expired, withdrawn, or the approver detached.
        """


CANCEL_GRACE: Final = 1.0
"""Seconds an approver has to notice that its question is over; a window needs one turn of its loop."""
CHECK_CLOCK_EVERY: Final = 5.0
"""Seconds between two looks at the clock of a question that waits: timers stand still while the machine sleeps, and
work moves the end."""

NO_OFFERS: Final = GrantOffers()
"""Nothing but this once."""


class Place(Struct, eq=False):
    """A call among those that wait, from before its first question to after its last.

    Attributes:
        call: as it was proposed.
        size: bytes of its question.
        edited: what was asked before a person changed the inputs, where the changed call is not asked about yet.
    """

    call: Call
    size: int
    edited: ApprovalRequest | None = None


class Approvals:
    """Holds what is pending and asks whoever is attached.

    Attributes:
        places: of the calls that wait.
        ended: tells of each question once, when it is over for whatever reason, and how. A second round of the same
            call is a question of its own; one whose inputs were changed is over only where the changed call is not
            asked about.
        signed: tells that the signatures of the question about a call changed.
    """

    def __init__(self, *, grace: Callable[[], float], clock: Callable[[], float]) -> None:
        """``grace``: gives the seconds that a call waits while no approver is attached. ``clock``: Unix seconds."""
        self._grace, self._clock = grace, clock
        self._approver: Approver | None = None
        self._pending: dict[str, PendingApproval] = {}
        self.places: list[Place] = []
        self.ended: Signal[[ApprovalRequest, Answer | NoAnswer]] = Signal()
        self.changed: Signal[[]] = Signal()
        self.signed: Signal[[str]] = Signal()

    @property
    def pending(self) -> tuple[ApprovalRequest, ...]:
        """What waits, oldest first."""
        return tuple(question.request for question in self._pending.values())

    @property
    def attached(self) -> bool:
        """Whether someone can be asked."""
        return self._approver is not None

    def attach(self, approver: Approver) -> None:
        """From now on ask ``approver``; what waits is asked again, of the new one."""
        self._swap(approver)

    def detach(self, approver: Approver) -> None:
        """Stop asking ``approver``; what waits has the grace time to find another."""
        if self._approver is approver:
            self._swap(None)

    def _swap(self, approver: Approver | None) -> None:
        self._approver = approver
        for question in self._pending.values():
            if not question.swapped.done():
                question.swapped.set_result(None)

    def work(self, call_id: str) -> tuple[float, float] | None:
        """A person works on this question: its clock stands for a while. Returns what ``clock_of`` does."""
        question = self._pending.get(call_id)
        if question is not None:
            question.deadline.work(question.now())
        return self.clock_of(call_id)

    def clock_of(self, call_id: str) -> tuple[float, float] | None:
        """Seconds left to answer, and seconds for which they do not run down yet; None where nothing waits."""
        question = self._pending.get(call_id)
        return None if question is None else question.clock

    def offers_of(self, call_id: str) -> GrantOffers:
        """What a grant may cover, as it was asked with; nothing where nothing waits."""
        question = self._pending.get(call_id)
        return NO_OFFERS if question is None else question.offers

    def signatures_of(self, call_id: str) -> tuple[Signature, ...]:
        """Who has signed the question that waits, in order."""
        question = self._pending.get(call_id)
        return () if question is None else question.signatures

    def question(self, call_id: str) -> PendingApproval | None:
        """What waits about a call, with who has signed it; only this class changes that."""
        return self._pending.get(call_id)

    def may_sign(
        self, call_id: str, digest: str, round_: int, definition: str, name: str, roles: tuple[str, ...] | None = None
    ) -> ApprovalRequest:
        """The question, where a signature of ``name`` would count. ``roles``: None where they are not known yet.

        ``digest``, ``round_``, ``definition``: of what was shown to whoever signs.

        Raises:
            AssentError: that no longer waits, the same person has signed, or nobody wants this person's signature.
        """
        question = self._pending.get(call_id)
        if question is None:
            raise AssentError(OVER)
        question.admit(digest, round_, definition, name, roles)
        return question.request

    def sign(
        self,
        call_id: str,
        digest: str,
        round_: int,
        definition: str,
        signature: Signature,
        reason: str = "",
        note: str = "",
    ) -> tuple[Signature, ...]:
        """Add a signature to the question that waits; returns all of its signatures, in order.

        ``reason``, ``note``: the person's own words, kept unless blank. Raises AssentError as ``may_sign`` does.
        """
        self.may_sign(call_id, digest, round_, definition, signature.approver, signature.roles)
        question = self._pending[call_id]
        question.sign(signature, reason, note)
        self.signed.emit(call_id)
        return question.signatures

    def withdraw_signatures(self, call_id: str, stands: Callable[[Signature], bool]) -> None:
        """Take away the signatures for which ``stands`` says no: of people who may not sign any more."""
        question = self._pending.get(call_id)
        if question is None or all(stands(signed) for signed in question.signatures):
            return
        question.signatures = tuple(signed for signed in question.signatures if stands(signed))
        self.signed.emit(call_id)

    def tell_there(self, call_id: str, there: str) -> None:
        """Remember what the question that waits says of the place where the call is done."""
        if (question := self._pending.get(call_id)) is not None:
            question.there = there

    def no_room(self, call: Call, size: int, limits: Settings) -> str:
        """Why no question of ``size`` bytes about ``call`` may wait besides those that do; empty where one may."""
        of_app = [place.size for place in self.places if place.call.app.name == call.app.name]
        if len(of_app) >= limits.pending_per_app:
            return say("too many calls of this app wait already")
        if sum(place.call.server.id == call.server.id for place in self.places) >= limits.pending_per_server:
            return say("too many calls of this server wait already")
        if sum(of_app) + size > limits.pending_bytes_per_app:
            return APP_TOO_LARGE
        return ALL_TOO_LARGE if sum(place.size for place in self.places) + size > limits.pending_bytes else ""

    @contextmanager
    def place(self, call: Call, size: int) -> Iterator[None]:
        """Count ``call`` and the ``size`` of its question among those that wait, from before it is written down on."""
        place = Place(call, size)
        self.places.append(place)
        try:
            yield
        finally:
            self.places.remove(place)
            if place.edited is not None:
                self.ended.emit(place.edited, UNASKED)

    async def ask_if_room(
        self,
        request: ApprovalRequest,
        size: int,
        limits: Settings,
        aborted: asyncio.Future[NoAnswer],
        offers: GrantOffers,
    ) -> Answer | Edit | NoAnswer:
        """As ``ask``, a question of ``size`` bytes, where there is room for it to wait."""
        if why := self.no_room(request.call, size, limits):
            return NoAnswer("limit", why)
        with self.place(request.call, size):
            return await self.ask(request, aborted, offers)

    async def ask(
        self,
        request: ApprovalRequest,
        aborted: asyncio.Future[NoAnswer],
        offers: GrantOffers = NO_OFFERS,
        ground: EditExaminer | None = None,
    ) -> Answer | Edit | NoAnswer:
        """Wait for the answer to ``request``, or for the end of the call.

        After an edit the question about the changed call is to follow, within the same ``place``.

        Args:
            request: what is asked.
            aborted: ends it from outside.
            offers: what a grant may cover that is given with a yes.
            ground: what edits are made of; None where the inputs cannot be changed.
        """
        call_id = request.call.id
        question = self._pending[call_id] = PendingApproval(request, aborted, offers, self._clock, ground)
        place = next((it for it in self.places if it.call.id == call_id), None) or Place(request.call, 0)
        place.edited = None
        end: Answer | Edit | NoAnswer = ABANDONED
        try:
            self.changed.emit()
            end = await self._ask(question)
            if isinstance(end, NoAnswer) and question.there:
                end = replace(end, there=question.there)
        finally:
            del self._pending[call_id]
            question.over.set_result(None)
            if isinstance(end, Edit):
                place.edited = request
            else:
                self.ended.emit(request, end)
            self.changed.emit()
        return end

    async def _ask(self, question: PendingApproval) -> Answer | Edit | NoAnswer:
        aborted = question.aborted
        while question.seconds > 0 and not aborted.done():
            swapped = question.swapped = asyncio.get_running_loop().create_future()
            if self._approver is not None:
                if (answer := await self._from(self._approver, question)) is not None:
                    return answer
            elif not await _first(question, {swapped, aborted}, at_most=self._grace()) and question.seconds > 0:
                return NO_WINDOW
        return aborted.result() if aborted.done() else EXPIRED

    async def _from(self, approver: Approver, question: PendingApproval) -> Answer | Edit | NoAnswer | None:
        """Ask ``approver``; None when it was detached or replaced before it answered."""
        swapped, aborted, call_id = question.swapped, question.aborted, question.request.call.id
        asking = tasks.spawn(self._guarded(approver, question.request), name=f"ask about call {call_id}")
        try:
            await _first(question, {asking, swapped, aborted})
            if aborted.done():
                return aborted.result()
            if swapped.done():
                return None
            if not asking.done() or question.seconds <= 0:
                return EXPIRED  # the clock of people also runs while the machine sleeps, when no timer fires
            return FAULT if asking.cancelled() else asking.result()
        finally:
            asking.cancel()
            _, hanging = await asyncio.wait({asking}, timeout=CANCEL_GRACE)
            if hanging:
                _log.error("the approver did not let go of call %s", call_id)

    async def _guarded(self, approver: Approver, request: ApprovalRequest) -> Answer | Edit | NoAnswer:
        try:
            answer: object = await approver.decide(request)
        except Exception:  # noqa: BLE001  # whatever an approver does wrong is a denial
            _log.exception("the approver failed on call %s", request.call.id)
            return FAULT
        if not isinstance(answer, Answer | Edit) or (isinstance(answer, Edit) and request.result is not None):
            _log.error("the approver gave no answer on call %s", request.call.id)
            return FAULT
        if answer.call_id != request.call.id or answer.digest != request.call.digest:
            return STRAY
        return answer


async def _first(question: PendingApproval, ends: set[asyncio.Future[Any]], *, at_most: float = float("inf")) -> bool:
    """Wait for one of ``ends``; False where the question's time, or ``at_most`` seconds, were over first.

    The clock is read again each time a wait is over, for the end may have moved: later by work, nearer by a sleep of
    the machine.
    """
    loop = asyncio.get_running_loop()
    last = loop.time() + at_most
    while (seconds := min(question.seconds, last - loop.time())) > 0:
        done, _ = await asyncio.wait(ends, timeout=min(seconds, CHECK_CLOCK_EVERY), return_when=asyncio.FIRST_COMPLETED)
        if done:
            return True
    return False
