"""The host's side of its connection with the window: lets the window in, asks it, and tells it what is new.

Owns: the one session with the window; which part answers each of its requests; when it hears of a changed state and of
a grown log; the host at a glance. ``pending_prompts`` has the questions that are open in it.

Invariants: without a window nobody is attached, so that calls wait for the grace and no longer; a window that comes
back is asked everything that still waits; a window that does not take what it is told is told no more, and
ended; a snapshot of the state reads and changes nothing, and costs less than a millisecond where nothing changed; of it
only what differs is told, and a burst of changes once; the window ends before sessions and servers
do, and after every question is denied.
"""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING, Any, Final  # Any: replies are of as many types as requests

from host import __version__, tasks
from host.control.peer import Peer
from host.control.protocol import (
    AssistantSaid,
    Event,
    HostQuits,
    LogGrew,
    Request,
    ShowWindow,
    StateChanged,
    Welcome,
)
from host.control.views import (
    AssistantEntry,
    AssistantPhase,
    HostState,
    RuleDraft,
)
from host.errors import AssentError, AuditError
from host.gate.rule_suggestions import Suggestions
from host.model import Call
from host.policy.facts import CallFacts
from host.signals import Signal
from host.window.ai_apps import AiAppRequests
from host.window.pending_prompts import PendingPrompts
from host.window.process import StartedWindow, WindowProcess
from host.window.requests import (
    DemonstrationRequests,
    HostRequests,
    LogJobs,
    LogRequests,
)
from host.window.rules import Rules, approved, policy_view
from host.window.server_requests import (
    Reviewing,
    ServerEdits,
    ServerRequests,
    SignInRequests,
    server_views,
    servers_problem,
)
from host.window.session import HostParts, WindowAuth, WindowSession, handlers_of
from host.wire.channel import StreamChannel
from host.wire.methods import REVISIONS
from host.words import say

if TYPE_CHECKING:
    from host.assistant.process import AssistantProcess

STATE_EVERY: Final = 0.1
"""Seconds between two tellings of the state: several a second look alive, more only cost."""
LOOK_EVERY: Final = 0.5
"""Seconds between two looks at what announces itself to nobody: files that changed, servers that came or went."""
LOG_EVERY: Final = 0.25
"""Seconds between two looks at the end of the log."""

_log = logging.getLogger(__name__)


def snapshot(host: HostParts, suggestions: tuple[RuleDraft, ...], assistant: AssistantPhase) -> HostState:
    """The host as it is now. To be called on its event loop. ``suggestions``: of rules."""
    return HostState(
        stopped=host.gate.is_stopped,
        pending=len(host.approvals.pending),
        running=host.gate.running_count,
        servers=tuple(server_views(host.supervisor, host.policy)),
        policy=policy_view(host.policy, host.own_pin.approvers(), suggestions),
        grants=host.gate.grants.all,
        log_problem=host.store.failed,
        assistant=assistant,
        settings_problems=host.preferences.problems,
        servers_problem=servers_problem(host.supervisor),
    )


class StatePublisher:
    """Publishes state and log growth to one window, from ``start`` to ``stop``."""

    def __init__(
        self,
        *,
        state: Callable[[], HostState],
        last_record: Callable[[], Awaitable[int]],
        session: WindowSession,
    ) -> None:
        """``last_record``: the number of the newest record. ``session``: with the window."""
        self._state, self._last_record, self._session = state, last_record, session
        self._poked = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._published: HostState | None = None
        self._last = 0

    def start(self, known: HostState) -> None:
        """Begin. ``known``: the state that the window knows already."""
        self._published = known
        self._tasks = [
            tasks.spawn(self._states(), name="tell the window of the state"),
            tasks.spawn(self._log_growth(), name="tell the window of the log"),
        ]

    def stop(self) -> None:
        """Publish nothing any more."""
        for task in self._tasks:
            task.cancel()

    def poke(self) -> None:
        """Look for a changed state soon, since something changed."""
        self._poked.set()

    async def _states(self) -> None:
        while True:
            try:
                async with asyncio.timeout(LOOK_EVERY):
                    await self._poked.wait()
            except TimeoutError:
                pass
            self._poked.clear()
            if self._session.ready.is_set():  # else the next look tells it
                self._publish_state()
            await asyncio.sleep(STATE_EVERY)

    def _publish_state(self) -> None:
        try:
            state = self._state()
        except Exception:  # noqa: BLE001  # a state that cannot be told is no reason to stop telling
            _log.exception("the state could not be told")
            return
        if state != self._published:
            self._published = state
            self._session.tell(StateChanged(state))

    async def _log_growth(self) -> None:
        while True:
            try:
                last = await self._last_record()
            except AuditError:
                last = self._last  # the state says what is wrong with the log
            if last > self._last and self._session.ready.is_set():
                self._last = last
                self._session.tell(LogGrew(last))
            await asyncio.sleep(LOG_EVERY)


NO_WINDOWS: Final = "the host that runs here has no window. Stop it, then start: assent"


class WindowServer:
    """Connects the host with its window. What asks there is attached as an ``Approver`` while the window is there.

    Attributes:
        auth: decides which process may be the window.
        handlers: what answers each request, by its type.
        demonstration: the scripted assistant, for the window.
        start_window: starts one where none runs and returns why that cannot be, empty where it can.
        came: set once a window was let in.
        stalled: tells when the window took nothing any more and was cut off.
    """

    def __init__(self, host: HostParts, auth: WindowAuth) -> None:
        """Make all that answers the window. ``auth``: decides which process may be it."""
        self.auth, self._host, self._suggestions = auth, host, Suggestions()
        self._session: WindowSession | None = None
        self._publisher: StatePublisher | None = None
        self._prompts = PendingPrompts(host, self._tell)
        self._log_jobs, self.demonstration = LogJobs(host.paths), DemonstrationRequests(demo=host.demo)
        self.handlers = handlers_of(
            self._prompts,
            Rules(host, self._suggestions),
            self._log_jobs,
            self.demonstration,
            HostRequests(host),
            LogRequests(host, self._prompts),
            ServerRequests(host),
            SignInRequests(host.supervisor),
            Reviewing(host),
            ServerEdits(host),
            AiAppRequests(host.paths, host.supervisor, host.policy, demo=host.demo),
        )
        self.start_window: Callable[[], str] = lambda: NO_WINDOWS
        self.stalled: Signal[[]] = Signal()
        self.came = asyncio.Event()
        for part in (host.approvals, host.gate, host.gate.grants, host.supervisor, self._suggestions):
            part.changed.connect(self.poke)
        host.policy.changed.connect(self._approvers_changed)
        host.own_pin.changed.connect(self._approvers_changed)
        host.gate.approved.connect(self._approved)

    def _approved(self, call: Call, facts: CallFacts) -> None:
        inspection = self._host.gate.inspection
        past = inspection.history.past(call, inspection.tools)
        self._suggestions.count_approval(approved(call, facts, past))

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
        session = WindowSession(channel, handle=self._handle, closed=self._left, stalled=self.stalled.emit)
        host = self._host
        paths = host.paths
        welcome = Welcome(
            __version__, host.demo, host.person, str(paths.config), str(paths.log_file), self._state(), REVISIONS
        )
        session.tell(welcome)
        self._session = session
        self.came.set()
        self._publisher = StatePublisher(state=self._state, last_record=host.store.append, session=session)
        self._publisher.start(welcome.state)
        self._prompts.window_came(session.ready)
        host.approvals.attach(self._prompts)
        return session

    def show(self) -> None:
        """Bring the window to the front, or start one.

        Raises:
            AssentError: there can be none; the sentence says why.
        """
        if self._session is not None:
            self._tell(ShowWindow())
        elif problem := self.start_window():
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
        await self._log_jobs.close()
        await self._prompts.signatures_written()

    def _left(self, session: WindowSession) -> None:
        if session is not self._session:
            return
        self._session = None
        if self._publisher is not None:
            self._publisher.stop()
            self._publisher = None
        self._prompts.window_left()
        self._host.approvals.detach(self._prompts)

    def _handle(self, request: Request[Any]) -> object:
        self.poke()  # whatever it does is looked at soon
        if (handler := self.handlers.get(type(request))) is None:
            raise AssentError(say("this host cannot do that"))
        return handler(request)

    # What the window hears

    def poke(self) -> None:
        """Publish the state soon, since something in it changed."""
        if self._publisher is not None:
            self._publisher.poke()

    def assistant_said(self, entry: AssistantEntry) -> None:
        """The scripted assistant's conversation went on."""
        self._tell(AssistantSaid(entry))

    def _tell(self, event: Event) -> None:
        if self._session is not None:
            self._session.tell(event)

    def _state(self) -> HostState:
        """The host at a glance."""
        assistant = self.demonstration.assistant
        phase: AssistantPhase = "absent" if assistant is None else assistant.phase
        return snapshot(self._host, self._suggestions.all, phase)

    def _approvers_changed(self) -> None:
        self.poke()
        self._prompts.approvers_changed()


class Window:
    """A window for one host.

    Attributes:
        server: its connection; what the gateway admits it to.
        process: what runs it.
    """

    def __init__(self, host: HostParts, command: Sequence[str], early: StartedWindow | None) -> None:
        """Nothing is started yet. ``command``: what to start. ``early``: a window that was started already."""
        self.server = server = WindowServer(host, WindowAuth())
        self._assistant: AssistantProcess | None = None
        if host.demo:
            from host.assistant.process import AssistantProcess  # only the demonstration has one

            self._assistant = AssistantProcess(host.paths, entered=server.assistant_said, phase_changed=server.poke)
            server.demonstration.assistant = self._assistant
        self.process = WindowProcess(
            server,
            server.auth,
            host.paths.socket,
            environment=os.environ,
            log=host.store.submit,
            command=command,
            early=early,
        )
        server.start_window = self.process.start
        server.stalled.connect(self.process.end_hanging)

    async def stop(self) -> None:
        """End window and assistant."""
        assistant = self._assistant.close() if self._assistant is not None else asyncio.sleep(0)
        await asyncio.gather(self.process.stop(), assistant)
        await self.server.close()
