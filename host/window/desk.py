"""The desk at which the window sits: what is asked of the person, and what the window hears.

Owns: the one session with the window, and the questions that lie open in it. What stays true (SECURITY, rows 12 and
39): an answer reaches the question of exactly its call, and nothing else; what no longer waits is refused; a yes that
comes before anybody can have looked is refused; without a window nobody is attached, so that calls wait for the grace
and no longer; a window that comes back is asked everything that still waits; a window that does not take what it is
told is told no more, and ended.
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
from host.gate.hooks import unheard
from host.model import Answer, ApprovalRequest
from host.window.door import WindowDoor
from host.window.feed import Feed
from host.window.news import News
from host.window.parts import Parts
from host.window.requests import Requests
from host.window.session import WindowSession
from host.wire.channel import StreamChannel

OVER: Final = "this call no longer waits"
TOO_SOON: Final = "the question came only just now; look at it, then answer"
REPLACED: Final = "this question was replaced; look at the new one, then answer"
NO_WINDOWS: Final = "the host that runs here has no window. Stop it, then start: assent"
SEEN_AFTER: Final = 0.9
"""Seconds from asking until a yes counts: the window arms after one second of its own, and its timer may be early."""
MAX_REASON: Final = 4_000
"""Characters of a person's reason; it goes to a model and into the log."""
MAX_LINES: Final = 1 << 31


@dataclass(slots=True)
class _Question:
    """A question that lies open. Attributes: sent_at: when it left for the window, None before."""

    request: ApprovalRequest
    answer: asyncio.Future[Answer]
    sent_at: float | None = None


class WindowDesk:
    """Sits between the host and its window. An ``Approver``, attached while the window is there.

    Attributes:
        door: who may come in. start_window: starts one where none runs and returns why that cannot
        be, empty where it can; None where the host has no windows. stalled: hears that the window takes nothing any
        more and was cut off.
    """

    def __init__(self, parts: Parts, door: WindowDoor, *, monotonic: Callable[[], float] = time.monotonic) -> None:
        """``monotonic``: seconds."""
        self._parts, self.door, self._monotonic = parts, door, monotonic
        self._session: WindowSession | None = None
        self._news: News | None = None
        self._feed: Feed | None = None
        self._questions: dict[str, _Question] = {}
        self._requests = Requests(parts, answer=self._answered, working=self._worked)
        self.start_window: Callable[[], str] | None = None
        self.stalled: Callable[[], None] = unheard
        parts.approvals.ended = self._ended
        for part in (parts.approvals, parts.gate, parts.gate.grants, parts.policy, parts.supervisor):
            part.changed = self.poke

    # The window

    @property
    def connected(self) -> bool:
        """Whether a window is there."""
        return self._session is not None

    def expects(self, peer: Peer) -> bool:
        """Whether the system says that ``peer`` is the process that is to be the window."""
        return self.door.expects(peer)

    def admit(self, secret: str, peer: Peer, channel: StreamChannel) -> WindowSession:
        """Let the window in.

        Raises:
            UsageError: it is not the one that the host started.
        """
        self.door.enter(secret, peer)
        self.drop()
        session = WindowSession(
            channel, handle=self._handle, closed=self._left, keeps_up=self._keeps_up, stalled=self._stalled
        )
        welcome = self._welcome()
        session.tell(welcome)
        self._session = session
        self._news = News(state=self._parts.state, last_record=self._parts.store.append, tell=self._tell)
        self._news.start(welcome.state)
        self._feed = Feed(self._bring)
        for request in self._parts.approvals.pending:  # here, for ``decide`` hears of them in any order
            self._open(request)
        self._feed.start()
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
        if self._feed is not None:
            self._feed.stop()
            self._feed = None
        self._questions = {}
        self._parts.approvals.detach(self)

    def _keeps_up(self, ready: bool) -> None:
        for part in (self._news, self._feed):
            if part is not None:
                part.writable(ready)

    def _stalled(self) -> None:
        self.stalled()

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
        )

    # Questions

    async def decide(self, request: ApprovalRequest) -> Answer:
        """Ask the person. As ``Approver`` has it."""
        question = self._questions.get(request.call.id)
        if question is None or question.request is not request:
            question = self._open(request)
        try:
            return await question.answer
        finally:
            self._close(question)

    def _open(self, request: ApprovalRequest) -> _Question:
        question = _Question(request, asyncio.get_running_loop().create_future())
        self._questions[request.call.id] = question
        if self._feed is not None:  # else the window has left this very moment, and whoever asks is about to hear it
            self._feed.put(request)
        return question

    def _close(self, question: _Question) -> None:
        call_id = question.request.call.id
        if self._questions.get(call_id) is question:  # else another window is asked by now
            del self._questions[call_id]
            if self._feed is not None:
                self._feed.drop(question.request)

    def _bring(self, request: ApprovalRequest) -> None:
        """Its turn has come: from here on it can be seen."""
        question = self._questions[request.call.id]  # what is closed is in the feed no more
        self._tell(CallAsked(self._asked(request)))
        question.sent_at = self._monotonic()

    def _asked(self, request: ApprovalRequest) -> Asked:
        left, paused = self._parts.approvals.clock_of(request.call.id) or (0.0, 0.0)
        refusal = self._parts.gate.grants.refusal(request.call, request.verdict, request.findings)
        return Asked(request, left, paused, refusal)

    def _answered(self, said: AnswerCall) -> Done:
        question = self._questions.get(said.call_id)
        if question is None or question.answer.done():
            raise AssentError(OVER)
        on_screen = 0.0 if question.sent_at is None else self._monotonic() - question.sent_at
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
            return  # a no about the call stays one, whatever it was asked with
        if (said.round, said.definition) != (request.round, request.definition.digest):
            raise AssentError(REPLACED)
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
        question = self._questions.get(request.call.id)
        if question is not None and question.request is request:
            self._close(question)  # it ended before anybody was asked
        if isinstance(end, NoAnswer):
            self._tell(CallEnded(request.call.id, end.by, end.why))
        else:
            self._tell(CallEnded(request.call.id, "approver", "approved" if end.approve else "denied"))
