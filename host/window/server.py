"""The host's side of its connection with the window: lets the window in, asks it, and tells it what is new.

Owns: the one session with the window; ``pending_prompts`` has the questions that are open in it.

Invariants: without a window nobody is attached, so that calls wait for the grace and no longer; a window that comes
back is asked everything that still waits; a window that does not take what it is told is told no more, and ended.
"""

from __future__ import annotations

import asyncio
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
from host.model import Answer, ApprovalRequest, Call, Edit
from host.policy.facts import CallFacts
from host.signals import Signal
from host.window import rules
from host.window.auth import WindowAuth
from host.window.pending_prompts import PendingPrompts
from host.window.requests import Requests
from host.window.services import HostServices
from host.window.session import WindowSession
from host.window.state_publisher import StatePublisher
from host.wire.channel import StreamChannel
from host.wire.methods import REVISIONS

NO_WINDOWS: Final = "the host that runs here has no window. Stop it, then start: assent"


class WindowServer:
    """Connects the host with its window. An ``Approver``, attached while the window is there.

    Attributes:
        auth: decides which process may be the window.
        requests: does what the window asks.
        start_window: starts one where none runs and returns why that cannot be, empty where it can; None where the host
            has no windows.
        came: set once a window was let in.
        stalled: tells when the window took nothing any more and was cut off.
    """

    def __init__(
        self, services: HostServices, auth: WindowAuth, *, monotonic: Callable[[], float] = time.monotonic
    ) -> None:
        """``monotonic``: seconds."""
        self._services, self.auth = services, auth
        self._session: WindowSession | None = None
        self._publisher: StatePublisher | None = None
        self._prompts = prompts = PendingPrompts(services, self._tell, monotonic)
        self.requests = Requests(services, prompts)
        self.start_window: Callable[[], str] | None = None
        self.stalled: Signal[[]] = Signal()
        self.came = asyncio.Event()
        for part in (services.approvals, services.gate, services.gate.grants, services.supervisor):
            part.changed.connect(self.poke)
        services.policy.changed.connect(self._approvers_changed)
        services.own_pin.changed.connect(self._approvers_changed)
        services.suggestions.changed.connect(self.poke)
        services.gate.approved.connect(self._approved)

    def _approved(self, call: Call, facts: CallFacts) -> None:
        inspection = self._services.gate.inspection
        past = inspection.history.past(call, inspection.tools)
        self._services.suggestions.approved(rules.approved(call, facts, past))

    # The window

    @property
    def connected(self) -> bool:
        """Whether a window is there."""
        return self._session is not None

    def expects(self, peer: Peer) -> bool:
        """Whether the system says that ``peer`` is the process that is to be the window."""
        return self.auth.expects(peer)

    def admit(self, secret: str, peer: Peer, channel: StreamChannel) -> WindowSession:
        """Let the window in.

        Raises:
            UsageError: it is not the one that the host started.
        """
        self.auth.enter(secret, peer)
        self.drop()
        session = WindowSession(
            channel, handle=self._handle, closed=self._left, keeps_up=self._keeps_up, stalled=self._stalled
        )
        welcome = self._welcome()
        session.tell(welcome)
        self._session = session
        self.came.set()
        self._publisher = StatePublisher(
            state=self._services.state, last_record=self._services.store.append, tell=self._tell
        )
        self._publisher.start(welcome.state)
        self._prompts.window_came()
        self._services.approvals.attach(self)
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

    def announce_quit(self) -> None:
        """Tell the window that the host quits."""
        self._tell(HostQuits())

    def drop(self) -> None:
        """Let go of the window's connection."""
        if self._session is not None:
            self._session.end()

    async def close(self) -> None:
        """Let go of the window, and wait until nothing of its is worked on any more."""
        self.auth.shut()
        if (session := self._session) is not None:
            session.end()
            await session.ended()
        await self.requests.log_jobs.close()
        await self._prompts.close()

    def _left(self, session: WindowSession) -> None:
        if session is not self._session:
            return
        self._session = None
        if self._publisher is not None:
            self._publisher.stop()
            self._publisher = None
        self._prompts.window_left()
        self._services.approvals.detach(self)

    def _keeps_up(self, ready: bool) -> None:
        if self._publisher is not None:
            self._publisher.writable(ready)
        self._prompts.writable(ready)

    def _stalled(self) -> None:
        self.stalled.emit()

    def _handle(self, request: Request[Any]) -> object:
        self.poke()  # whatever it does is looked at soon
        return self.requests.handle(request)

    # What the window hears

    def poke(self) -> None:
        """Something in the state changed."""
        if self._publisher is not None:
            self._publisher.poke()

    def assistant_said(self, entry: AssistantEntry) -> None:
        """The scripted assistant's conversation went on."""
        self._tell(AssistantSaid(entry))

    def _tell(self, event: Event) -> None:
        if self._session is not None:
            self._session.tell(event)

    def _welcome(self) -> Welcome:
        services = self._services
        return Welcome(
            __version__,
            services.demo,
            services.person,
            str(services.paths.config),
            str(services.paths.log_file),
            services.state(),
            REVISIONS,
        )

    # Questions

    async def decide(self, request: ApprovalRequest) -> Answer | Edit:
        """Ask the person. As ``Approver`` has it."""
        return await self._prompts.decide(request)

    def _approvers_changed(self) -> None:
        self.poke()
        self._prompts.approvers_changed()
