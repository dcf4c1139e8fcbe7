"""The desk at which the window sits: what is asked of the person, and what the window hears.

Owns: the one session with the window, and the questions that lie open in it. What stays true (SECURITY, rows 12 and
39): an answer reaches the question of exactly its call, and nothing else; what no longer waits is refused; a yes that
comes before anybody can have looked is refused; without a window nobody is attached, so that calls wait for the grace
and no longer; a window that comes back is asked everything that still waits.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final  # Any: replies are of as many types as requests

from host import __version__
from host.control.peer import Peer
from host.control.protocol import (
    AnswerCall,
    AssistantSaid,
    CallAsked,
    CallEnded,
    Clock,
    ClockChanged,
    Done,
    Event,
    HostQuits,
    Request,
    ShowWindow,
    Welcome,
    Working,
)
from host.control.views import Asked, AssistantEntry
from host.errors import AssentError
from host.gate.approvals import NoAnswer
from host.model import Answer, ApprovalRequest
from host.window.door import WindowDoor
from host.window.news import News
from host.window.parts import Parts
from host.window.requests import Requests
from host.window.session import WindowSession
from host.wire.channel import StreamChannel

OVER: Final = "this call no longer waits"
TOO_SOON: Final = "the question came only just now; look at it, then answer"
NO_WINDOWS: Final = "the host that runs here has no window. Stop it, then start: assent"
SEEN_AFTER: Final = 0.9
"""Seconds from asking until a yes counts: the window arms after one second of its own, and its timer may be early."""
MAX_REASON: Final = 4_000
"""Characters of a person's reason; it goes to a model and into the log."""
MAX_LINES: Final = 1 << 31


@dataclass(frozen=True, slots=True)
class _Question:
    request: ApprovalRequest
    answer: asyncio.Future[Answer]
    asked_at: float


class WindowDesk:
    """Sits between the host and its window. An ``Approver``, attached while the window is there.

    Attributes:
        door: who may come in. start_window: starts one where none runs and returns why that cannot
        be, empty where it can; None where the host has no windows.
    """

    def __init__(self, parts: Parts, door: WindowDoor, *, monotonic: Callable[[], float] = time.monotonic) -> None:
        """``monotonic``: seconds."""
        self._parts, self.door, self._monotonic = parts, door, monotonic
        self._session: WindowSession | None = None
        self._news: News | None = None
        self._questions: dict[str, _Question] = {}
        self._welcomed: dict[str, ApprovalRequest] = {}
        self._requests = Requests(parts, answer=self._answered, working=self._worked)
        self.start_window: Callable[[], str] | None = None
        parts.approvals.ended = self._ended
        for part in (parts.approvals, parts.gate, parts.gate.grants, parts.policy, parts.supervisor):
            part.changed = self.poke

    # The window

    @property
    def connected(self) -> bool:
        """Whether a window is there."""
        return self._session is not None

    def admit(self, secret: str, peer: Peer, channel: StreamChannel) -> WindowSession:
        """Let the window in.

        Raises:
            UsageError: it is not the one that the host started.
        """
        self.door.enter(secret, peer)
        self.drop()
        session = WindowSession(channel, handle=self._handle, closed=self._left)
        welcome = self._welcome()
        session.tell(welcome)
        self._session = session
        self._welcomed = {asked.request.call.id: asked.request for asked in welcome.pending}
        self._news = News(state=self._parts.state, last_record=self._parts.store.append, tell=self._tell)
        self._news.start(welcome.state)
        self._parts.approvals.attach(self)
        return session

    def show(self) -> None:
        """Bring the window to the front, or start one.

        Raises:
            AssentError: there can be none; the sentence says why.
        """
        if self._session is not None:
            self._tell(ShowWindow())
        elif problem := NO_WINDOWS if self.start_window is None else self.start_window():
            raise AssentError(problem)

    def quits(self) -> None:
        """Tell the window that the host quits."""
        self._tell(HostQuits())

    def drop(self) -> None:
        """Let go of the window's connection."""
        if self._session is not None:
            self._session.end()

    async def close(self) -> None:
        """Let go of the window, and wait until nothing of its is worked on any more."""
        self.door.shut()
        if (session := self._session) is not None:
            session.end()
            await session.ended()

    def _left(self, session: WindowSession) -> None:
        if session is not self._session:
            return
        self._session = None
        if self._news is not None:
            self._news.stop()
            self._news = None
        self._welcomed = {}
        self._parts.approvals.detach(self)

    def _handle(self, request: Request[Any]) -> object:
        self.poke()  # whatever it does is looked at soon
        return self._requests.handle(request)

    # What the window hears

    def poke(self) -> None:
        """Something in the state changed."""
        if self._news is not None:
            self._news.poke()

    def said(self, entry: AssistantEntry) -> None:
        """The scripted assistant's conversation went on."""
        self._tell(AssistantSaid(entry))

    def _tell(self, event: Event) -> None:
        if self._session is not None:
            self._session.tell(event)

    def _welcome(self) -> Welcome:
        parts = self._parts
        return Welcome(
            __version__,
            parts.demo,
            parts.person,
            str(parts.paths.config),
            str(parts.paths.log_file),
            parts.state(),
            tuple(map(self._asked, parts.approvals.pending)),
        )

    # Questions

    async def decide(self, request: ApprovalRequest) -> Answer:
        """Ask the person. As ``Approver`` has it."""
        call_id = request.call.id
        question = _Question(request, asyncio.get_running_loop().create_future(), self._monotonic())
        self._questions[call_id] = question
        if self._welcomed.pop(call_id, None) is not request:  # else the welcome has just asked it
            self._tell(CallAsked(self._asked(request)))
        try:
            return await question.answer
        finally:
            if self._questions.get(call_id) is question:
                del self._questions[call_id]

    def _asked(self, request: ApprovalRequest) -> Asked:
        left, paused = self._parts.approvals.clock_of(request.call.id) or (0.0, 0.0)
        refusal = self._parts.gate.grants.refusal(request.call, request.verdict, request.findings)
        return Asked(request, left, paused, refusal)

    def _answered(self, said: AnswerCall) -> Done:
        question = self._questions.get(said.call_id)
        if question is None or question.answer.done():
            raise AssentError(OVER)
        on_screen = self._monotonic() - question.asked_at
        self._check(said, question.request, on_screen)
        question.answer.set_result(
            # The digest is the window's: the gate denies where it is another one than that of the call.
            Answer(
                said.approve,
                said.call_id,
                said.digest,
                self._parts.person,
                reason=said.reason,
                displayed_ms=max(0, min(said.displayed_ms, round(on_screen * 1000))),
                scope=said.scope,
                unread_lines=max(0, min(said.unread_lines, MAX_LINES)),
            )
        )
        return Done()

    def _check(self, said: AnswerCall, request: ApprovalRequest, on_screen: float) -> None:
        if len(said.reason) > MAX_REASON:
            raise AssentError(f"the reason is longer than {MAX_REASON} characters")
        if not said.approve:
            return
        if on_screen < SEEN_AFTER:
            raise AssentError(TOO_SOON)
        if said.scope != "once":
            refusal = self._parts.gate.grants.refusal(request.call, request.verdict, request.findings)
            if refusal:
                raise AssentError(refusal)

    def _worked(self, said: Working) -> Clock:
        standing = self._parts.approvals.work(said.call_id)
        if standing is None:
            raise AssentError(OVER)
        clock = Clock(said.call_id, *standing)
        self._tell(ClockChanged(clock))
        return clock

    def _ended(self, request: ApprovalRequest, end: Answer | NoAnswer) -> None:
        if isinstance(end, NoAnswer):
            self._tell(CallEnded(request.call.id, end.by, end.why))
        else:
            self._tell(CallEnded(request.call.id, "approver", "approved" if end.approve else "denied"))
