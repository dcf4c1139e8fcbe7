"""The desk at which the window sits: who may sit there, and what the window hears.

Owns: the one session with the window; ``table`` has the questions that lie open in it. What stays true (SECURITY,
rows 12 and 39): without a window nobody is attached, so that calls wait for the grace and no longer; a window that
comes back is asked everything that still waits; a window that does not take what it is told is told no more, and ended.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, Final  # Any: replies are of as many types as requests

from host import __version__
from host.control.peer import Peer
from host.control.protocol import (
    AssistantSaid,
    Event,
    HostQuits,
    Request,
    ShowWindow,
    Welcome,
)
from host.control.views import AssistantEntry
from host.errors import AssentError
from host.gate.hooks import unheard
from host.model import Answer, ApprovalRequest, Call, Edit
from host.policy.facts import CallFacts
from host.window import proposals
from host.window.door import WindowDoor
from host.window.news import News
from host.window.parts import Parts
from host.window.requests import Requests
from host.window.session import WindowSession
from host.window.table import Table
from host.wire.channel import StreamChannel

NO_WINDOWS: Final = "the host that runs here has no window. Stop it, then start: assent"


class WindowDesk:
    """Sits between the host and its window. An ``Approver``, attached while the window is there.

    Attributes:
        door: who may come in. start_window: starts one where none runs and returns why that cannot
        be, empty where it can; None where the host has no windows. stalled: hears that the window takes nothing any
        more and was cut off.
    """

    def __init__(self, parts: Parts, door: WindowDoor, *, monotonic: Callable[[], float] = time.monotonic) -> None:
        """``monotonic``: seconds."""
        self._parts, self.door = parts, door
        self._session: WindowSession | None = None
        self._news: News | None = None
        self._table = table = Table(parts, self._tell, monotonic)
        self._requests = Requests(
            parts,
            answer=table.answer,
            working=table.work,
            sign=table.sign,
            set_pin=table.set_pin,
            check_edit=table.check_edit,
            edit=table.edit,
            compare=table.compare,
        )
        self.start_window: Callable[[], str] | None = None
        self.stalled: Callable[[], None] = unheard
        for part in (parts.approvals, parts.gate, parts.gate.grants, parts.supervisor):
            part.changed = self.poke
        parts.policy.changed = parts.own_pin.changed = self._approvers_changed
        parts.suggestions.changed = self.poke
        parts.gate.approved = self._approved

    def _approved(self, call: Call, facts: CallFacts) -> None:
        inspection = self._parts.gate.inspection
        past = inspection.history.past(call, inspection.tools)
        self._parts.suggestions.approved(proposals.approved(call, facts, past))

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
        self._table.lay()
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
        await self._table.close()

    def _left(self, session: WindowSession) -> None:
        if session is not self._session:
            return
        self._session = None
        if self._news is not None:
            self._news.stop()
            self._news = None
        self._table.clear()
        self._parts.approvals.detach(self)

    def _keeps_up(self, ready: bool) -> None:
        if self._news is not None:
            self._news.writable(ready)
        self._table.writable(ready)

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

    async def decide(self, request: ApprovalRequest) -> Answer | Edit:
        """Ask the person. As ``Approver`` has it."""
        return await self._table.decide(request)

    def _approvers_changed(self) -> None:
        self.poke()
        self._table.approvers_changed()
