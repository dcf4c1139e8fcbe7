"""Calls that wait for people.

Invariants:
    - A pending call has exactly one end: answered, expired, withdrawn, or aborted because nobody can be asked.
    - If an approver fails, or answers about another call or other bytes, the call is denied.
    - A question keeps its deadline and signatures when approvers come and go. A question that is asked again has no
      signatures. An edit approves nothing.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final, Protocol  # Any: futures with different results in one set

from msgspec import Struct

from host import tasks
from host.errors import AssentError
from host.gate.limits import ALL_TOO_LARGE, APP_TOO_LARGE
from host.gate.pending_approval import NO_LONGER_WAITS, EditExaminer, PendingApproval
from host.gate.refusals import ABANDONED, EXPIRED, FAULT, NO_WINDOW, UNASKED, WRONG_CALL, NoAnswer, Refusal
from host.model import Answer, ApprovalRequest, Call, Edit, GrantOffers
from host.settings import Settings
from host.signals import Signal
from host.values import replace
from host.words import say

_log = logging.getLogger(__name__)


class Approver(Protocol):
    """Somebody who can be asked."""

    async def decide(self, request: ApprovalRequest) -> Answer | Edit:
        """Answer ``request``, or return other inputs.

        Cancelled when the call ends otherwise: expired, withdrawn, or the approver detached.
        """


CANCEL_GRACE: Final = 1.0
"""Seconds that an approver has to notice that its question has ended. A window needs one turn of its loop."""
CHECK_CLOCK_EVERY: Final = 5.0
"""Seconds between two checks of a waiting question's clock: timers stand still while the machine sleeps, and work
moves the deadline."""

NO_OFFERS: Final = GrantOffers()


class WaitingCall(Struct, eq=False):
    """A call that waits, from before its first question until after its last.

    Attributes:
        edited: the last question, if a person changed the inputs and the next one is not asked yet.
    """

    call: Call
    size: int  # bytes of its question
    edited: ApprovalRequest | None = None


class Approvals:
    """Holds the pending calls and asks the attached approver.

    Attributes:
        ended: emitted once for each question when it ends, with how it ended. Each round of a call is a question of its
            own. After an edit the old question ends only if the changed call is not asked about.
        changed: emitted when a question starts or ends.
        signed: emitted with the call id when a question's signatures changed.
    """

    def __init__(self, *, grace: Callable[[], float], clock: Callable[[], float]) -> None:
        """``grace``: returns how many seconds a call waits without an approver. ``clock``: Unix seconds."""
        self._grace, self._clock = grace, clock
        self._approver: Approver | None = None
        self._pending: dict[str, PendingApproval] = {}
        self.waiting_calls: list[WaitingCall] = []
        self.ended: Signal[[ApprovalRequest, Answer | NoAnswer]] = Signal()
        self.changed: Signal[[]] = Signal()
        self.signed: Signal[[str]] = Signal()

    @property
    def pending(self) -> tuple[ApprovalRequest, ...]:
        """The waiting questions, oldest first."""
        return tuple(question.request for question in self._pending.values())

    @property
    def has_approver(self) -> bool:
        """Whether somebody can be asked."""
        return self._approver is not None

    def attach(self, approver: Approver) -> None:
        """Ask ``approver`` from now on, including everything that waits."""
        self._change_approver(approver)

    def detach(self, approver: Approver) -> None:
        """Stop asking ``approver``. Waiting questions have the grace time to find another."""
        if self._approver is approver:
            self._change_approver(None)

    def _change_approver(self, approver: Approver | None) -> None:
        self._approver = approver
        for question in self._pending.values():
            if not question.approver_changed.done():
                question.approver_changed.set_result(None)

    def question(self, call_id: str) -> PendingApproval | None:
        """Return the waiting question about a call."""
        return self._pending.get(call_id)

    def waiting(self, call_id: str) -> PendingApproval:
        """Return the same. Raises AssentError if there is none."""
        if (question := self._pending.get(call_id)) is None:
            raise AssentError(NO_LONGER_WAITS)
        return question

    def why_no_room(self, call: Call, size: int, limits: Settings) -> str:
        """Return why no question of ``size`` bytes about ``call`` may wait now, or an empty text."""
        sizes_of_app = [waiting.size for waiting in self.waiting_calls if waiting.call.app.name == call.app.name]
        if len(sizes_of_app) >= limits.pending_per_app:
            return say("too many calls of this app wait already")
        if sum(waiting.call.server.id == call.server.id for waiting in self.waiting_calls) >= limits.pending_per_server:
            return say("too many calls of this server wait already")
        if sum(sizes_of_app) + size > limits.pending_bytes_per_app:
            return APP_TOO_LARGE
        total = sum(waiting.size for waiting in self.waiting_calls)
        return ALL_TOO_LARGE if total + size > limits.pending_bytes else ""

    @contextmanager
    def reserve(self, call: Call, size: int) -> Iterator[None]:
        """Count ``call`` and the ``size`` of its question among the waiting ones, from before it is recorded."""
        waiting, end = WaitingCall(call, size), UNASKED
        self.waiting_calls.append(waiting)
        try:
            yield
        except Refusal as refusal:
            end = refusal.end or UNASKED
            raise
        finally:
            self.waiting_calls.remove(waiting)
            if waiting.edited is not None:
                self.ended.emit(waiting.edited, end)

    async def ask_to_release(
        self,
        request: ApprovalRequest,
        size: int,
        limits: Settings,
        aborted: asyncio.Future[NoAnswer],
        offers: GrantOffers,
    ) -> Answer | NoAnswer:
        """Ask about a result if a question of ``size`` bytes may wait. Nobody can change a result."""
        if why := self.why_no_room(request.call, size, limits):
            return NoAnswer("limit", why)
        with self.reserve(request.call, size):
            end = await self.ask(request, aborted, offers)
        return FAULT if isinstance(end, Edit) else end

    async def ask(
        self,
        request: ApprovalRequest,
        aborted: asyncio.Future[NoAnswer],
        offers: GrantOffers = NO_OFFERS,
        edit_examiner: EditExaminer | None = None,
    ) -> Answer | Edit | NoAnswer:
        """Wait for the answer to ``request``, or for the end of the call.

        After an edit, the question about the changed call follows within the same ``reserve``. ``aborted``: ends it
        from outside. ``offers``: the grants that may be given with a yes. ``edit_examiner``: None if the inputs cannot
        be changed.
        """
        call_id = request.call.id
        question = self._pending[call_id] = PendingApproval(
            request, aborted, offers, self._clock, edit_examiner, self.signed
        )
        waiting = next((it for it in self.waiting_calls if it.call.id == call_id), None) or WaitingCall(request.call, 0)
        waiting.edited = None
        end: Answer | Edit | NoAnswer = ABANDONED
        try:
            self.changed.emit()
            end = await self._ask_until_answered(question)
            if question.there and not isinstance(end, Edit):
                end = replace(end, there=question.there)
        finally:
            del self._pending[call_id]
            question.ended.set_result(None)
            if isinstance(end, Edit):
                waiting.edited = request
            else:
                self.ended.emit(request, end)
            self.changed.emit()
        return end

    async def _ask_until_answered(self, question: PendingApproval) -> Answer | Edit | NoAnswer:
        aborted = question.aborted
        while question.seconds_left > 0 and not aborted.done():
            changed = question.approver_changed = asyncio.get_running_loop().create_future()
            if self._approver is not None:
                if (answer := await self._ask_approver(self._approver, question)) is not None:
                    return answer
            elif not await _wait_for(question, {changed, aborted}, at_most=self._grace()) and question.seconds_left > 0:
                return NO_WINDOW
        return aborted.result() if aborted.done() else EXPIRED

    async def _ask_approver(self, approver: Approver, question: PendingApproval) -> Answer | Edit | NoAnswer | None:
        """Ask ``approver``. Returns None if it was detached or replaced before it answered."""
        approver_changed, aborted, call_id = question.approver_changed, question.aborted, question.request.call.id
        asking = tasks.spawn(self._decide_safely(approver, question.request), name=f"ask about call {call_id}")
        try:
            await _wait_for(question, {asking, approver_changed, aborted})
            if aborted.done():
                return aborted.result()
            if approver_changed.done():
                return None
            if not asking.done() or question.seconds_left <= 0:
                return EXPIRED  # time passes while the machine sleeps, but no timer fires
            return FAULT if asking.cancelled() else asking.result()
        finally:
            asking.cancel()
            _, hanging = await asyncio.wait({asking}, timeout=CANCEL_GRACE)
            if hanging:
                _log.error("the approver did not let go of call %s", call_id)

    async def _decide_safely(self, approver: Approver, request: ApprovalRequest) -> Answer | Edit | NoAnswer:
        try:
            answer: object = await approver.decide(request)
        except Exception:  # noqa: BLE001  # any failure of an approver is a denial
            _log.exception("the approver failed on call %s", request.call.id)
            return FAULT
        if not isinstance(answer, Answer | Edit) or (isinstance(answer, Edit) and request.result is not None):
            _log.error("the approver gave no answer on call %s", request.call.id)
            return FAULT
        if answer.call_id != request.call.id or answer.digest != request.call.digest:
            return WRONG_CALL
        return answer


async def _wait_for(
    question: PendingApproval, ends: set[asyncio.Future[Any]], *, at_most: float = float("inf")
) -> bool:
    """Wait for one of ``ends``. Returns False if the question's time or ``at_most`` seconds passed first.

    The clock is read again after each wait, since work moves the deadline and the machine may have slept.
    """
    loop = asyncio.get_running_loop()
    wait_ends_at = loop.time() + at_most
    while (seconds := min(question.seconds_left, wait_ends_at - loop.time())) > 0:
        done, _ = await asyncio.wait(ends, timeout=min(seconds, CHECK_CLOCK_EVERY), return_when=asyncio.FIRST_COMPLETED)
        if done:
            return True
    return False
