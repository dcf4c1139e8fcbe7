"""The host's side of its connection with the window: admits the window, and sends it the host's state.

Owns: the one session with the window, the assignment of requests to handlers, the publishing of state and log growth,
and the summary of the host's state. ``pending_prompts`` owns the open questions.

Invariants: without a window no approver is attached, so that calls wait for the grace period and no longer; a window
that connects again is asked all questions that still wait; a window that does not read is sent nothing more, and is
disconnected; a snapshot of the state has no side effects, and costs less than a millisecond if nothing changed; only a
changed state is sent, and once for a burst of changes; the window ends before sessions and servers do, and after every
question is denied.
"""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING, Any, Final  # Any: replies are of as many types as requests

from host import __version__, tasks
from host.control.peer import Peer
from host.control.protocol import AssistantSaid, Event, HostQuits, LogGrew, Request, ShowWindow, StateChanged, Welcome
from host.control.views import AssistantEntry, AssistantPhase, HostState, RuleDraft
from host.errors import AssentError, AuditError
from host.gate.rule_suggestions import Suggestions
from host.model import Call
from host.policy.facts import CallFacts
from host.signals import Signal
from host.window import server_requests
from host.window.ai_apps import AiAppRequests
from host.window.pending_prompts import PendingPrompts
from host.window.process import StartedWindow, WindowProcess
from host.window.requests import DemonstrationRequests, HostRequests, LogJobs, LogRequests
from host.window.rules import Rules, policy_view, rule_from_approval
from host.window.session import HostParts, WindowAuth, WindowSession, handlers_of
from host.wire.channel import StreamChannel
from host.wire.methods import REVISIONS
from host.words import say

if TYPE_CHECKING:
    from host.assistant.process import AssistantProcess

STATE_EVERY: Final = 0.1  # seconds between two messages about the state: several a second are enough for people
CHECK_EVERY: Final = 0.5  # seconds between two checks for changes without a signal: of files, and of running servers
LOG_EVERY: Final = 0.25  # seconds between two checks of the log's length

_log = logging.getLogger(__name__)


def snapshot(host: HostParts, suggestions: tuple[RuleDraft, ...], assistant: AssistantPhase) -> HostState:
    """Return the host's present state. Call this on its event loop. ``suggestions``: of rules."""
    return HostState(
        stopped=host.gate.is_stopped,
        pending=len(host.approvals.pending),
        running=host.gate.running_count,
        servers=tuple(server_requests.server_views(host.supervisor, host.policy)),
        policy=policy_view(host.policy, host.own_pin.approvers(), suggestions),
        grants=host.gate.grants.all,
        log_problem=host.store.failure,
        assistant=assistant,
        settings_problems=host.preferences.problems,
        servers_problem=server_requests.servers_problem(host.supervisor),
        http_problem=host.http_problem(),
    )


class StatePublisher:
    """Publishes state and log growth to one window, from ``start`` to ``stop``."""

    def __init__(
        self, *, state: Callable[[], HostState], last_record: Callable[[], Awaitable[int]], session: WindowSession
    ) -> None:
        """``last_record``: returns the number of the newest record."""
        self._state, self._last_record, self._session = state, last_record, session
        self._changed = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._published: HostState | None = None
        self._published_record = 0

    def start(self, known: HostState) -> None:
        """Start publishing. ``known``: the state that the window knows already."""
        self._published = known
        self._tasks = [
            tasks.spawn(self._publish_states(), name="tell the window of the state"),
            tasks.spawn(self._publish_log_growth(), name="tell the window of the log"),
        ]

    def stop(self) -> None:
        """Stop publishing."""
        for task in self._tasks:
            task.cancel()

    def publish_soon(self) -> None:
        """Publish the state soon if it has changed."""
        self._changed.set()

    async def _publish_states(self) -> None:
        while True:
            try:
                async with asyncio.timeout(CHECK_EVERY):
                    await self._changed.wait()
            except TimeoutError:
                pass
            self._changed.clear()
            if self._session.ready.is_set():  # else a later iteration sends it
                self._publish_state()
            await asyncio.sleep(STATE_EVERY)

    def _publish_state(self) -> None:
        try:
            state = self._state()
        except Exception:  # noqa: BLE001  # one state that fails does not end the publishing
            _log.exception("the state could not be sent")
            return
        if state != self._published:
            self._published = state
            self._session.send_event(StateChanged(state))

    async def _publish_log_growth(self) -> None:
        while True:
            try:
                last = await self._last_record()
            except AuditError:
                last = self._published_record  # the state says what is wrong with the log
            if last > self._published_record and self._session.ready.is_set():
                self._published_record = last
                self._session.send_event(LogGrew(last))
            await asyncio.sleep(LOG_EVERY)


NO_WINDOWS: Final = "the host that runs here has no window. Stop it, then start: assent"


class WindowServer:
    """Connects the host with its window. While one is connected, its prompts are attached as an ``Approver``.

    Attributes:
        start_window: starts a window if none runs. Returns why that is impossible, empty if it is possible.
        admitted: set once a window was admitted.
        stalled: emitted when a window that no longer reads was disconnected.
    """

    def __init__(self, host: HostParts, auth: WindowAuth) -> None:
        """Create the handlers. ``auth``: decides which process may be the window."""
        self.auth, self._host, self._suggestions = auth, host, Suggestions()
        self._session: WindowSession | None = None
        self._publisher: StatePublisher | None = None
        self._prompts = PendingPrompts(host, self._send_event)
        self._log_jobs, self.demonstration = LogJobs(host.paths), DemonstrationRequests(demo=host.demo)
        self.handlers = handlers_of(
            self._prompts,
            Rules(host, self._suggestions),
            self._log_jobs,
            self.demonstration,
            HostRequests(host),
            LogRequests(host, self._prompts),
            server_requests.ServerRequests(host),
            server_requests.SignInRequests(host.supervisor),
            server_requests.ReviewRequests(host),
            server_requests.ServerEdits(host),
            AiAppRequests(host.paths, host.supervisor, host.policy, demo=host.demo, connected_apps=host.connected_apps),
        )
        self.start_window: Callable[[], str] = lambda: NO_WINDOWS
        self.stalled: Signal[[]] = Signal()
        self.admitted = asyncio.Event()
        for part in (host.approvals, host.gate, host.gate.grants, host.supervisor, self._suggestions):
            part.changed.connect(self.publish_soon)
        host.policy.changed.connect(self._on_approvers_changed)
        host.own_pin.changed.connect(self._on_approvers_changed)
        host.gate.approved.connect(self._on_approved)

    def _on_approved(self, call: Call, facts: CallFacts) -> None:
        inspection = self._host.gate.inspection
        past = inspection.history.past(call, inspection.tools)
        self._suggestions.count_approval(rule_from_approval(call, facts, past))

    # The window

    @property
    def is_connected(self) -> bool:
        """Whether a window is connected."""
        return self._session is not None

    def expects(self, peer: Peer) -> bool:
        """Whether the system says that ``peer`` is the process that is to be the window."""
        return self.auth.expects(peer)

    def admit(self, secret: str, peer: Peer, channel: StreamChannel) -> WindowSession:
        """Admit the window. Raises UsageError if it is not the window that the host started."""
        self.auth.admit(secret, peer)
        self.disconnect()
        session = WindowSession(channel, handle=self._handle, on_closed=self._on_closed, on_stalled=self.stalled.emit)
        host = self._host
        paths = host.paths
        welcome = Welcome(
            __version__, host.demo, host.person, str(paths.config), str(paths.log_file), self._state(), REVISIONS
        )
        session.send_event(welcome)
        self._session = session
        self.admitted.set()
        self._publisher = StatePublisher(state=self._state, last_record=host.store.flush, session=session)
        self._publisher.start(welcome.state)
        self._prompts.connect_window(session.ready)
        host.approvals.attach(self._prompts)
        return session

    def show(self) -> None:
        """Bring the window to the front, or start one.

        Raises AssentError if no window can be started; the sentence says why.
        """
        if self._session is not None:
            self._send_event(ShowWindow())
        elif problem := self.start_window():
            raise AssentError(problem)

    def announce_quit(self) -> None:
        """Tell the window that the host quits."""
        self._send_event(HostQuits())

    def disconnect(self) -> None:
        """Close the window's connection."""
        if self._session is not None:
            self._session.end()

    async def close(self) -> None:
        """Close the window's connection, and wait until all work for it has ended."""
        self.auth.shut()
        if (session := self._session) is not None:
            session.end()
            await session.wait_ended()
        await self._log_jobs.close()
        await self._prompts.wait_signatures_written()

    def _on_closed(self, session: WindowSession) -> None:
        if session is not self._session:
            return
        self._session = None
        if self._publisher is not None:
            self._publisher.stop()
            self._publisher = None
        self._prompts.disconnect_window()
        self._host.approvals.detach(self._prompts)

    def _handle(self, request: Request[Any]) -> object:
        self.publish_soon()  # the request may change the state
        if (handler := self.handlers.get(type(request))) is None:
            raise AssentError(say("this host cannot do that"))
        return handler(request)

    # Events

    def publish_soon(self) -> None:
        """Publish the state soon if it has changed."""
        if self._publisher is not None:
            self._publisher.publish_soon()

    def publish_assistant_entry(self, entry: AssistantEntry) -> None:
        """Send the window a new entry of the scripted assistant's conversation."""
        self._send_event(AssistantSaid(entry))

    def _send_event(self, event: Event) -> None:
        if self._session is not None:
            self._session.send_event(event)

    def _state(self) -> HostState:
        assistant = self.demonstration.assistant
        phase: AssistantPhase = "absent" if assistant is None else assistant.phase
        return snapshot(self._host, self._suggestions.all, phase)

    def _on_approvers_changed(self) -> None:
        self.publish_soon()
        self._prompts.schedule_recount()


class Window:
    """The window of one host. ``server``: the host's side of the connection."""

    def __init__(self, host: HostParts, command: Sequence[str], prestarted: StartedWindow | None) -> None:
        """``command``: starts a window. ``prestarted``: the process for the first window, if it was started already."""
        self.server = server = WindowServer(host, WindowAuth())
        self._assistant: AssistantProcess | None = None
        if host.demo:
            from host.assistant.process import AssistantProcess  # only the demonstration has one

            self._assistant = AssistantProcess(
                host.paths, entry_changed=server.publish_assistant_entry, phase_changed=server.publish_soon
            )
            server.demonstration.assistant = self._assistant
        self.process = WindowProcess(
            server,
            server.auth,
            host.paths.socket,
            environment=os.environ,
            log=host.store.submit,
            command=command,
            prestarted=prestarted,
        )
        server.start_window = self.process.start
        server.stalled.connect(self.process.end_hanging)

    async def stop(self) -> None:
        """End window and assistant."""
        assistant = self._assistant.close() if self._assistant is not None else asyncio.sleep(0)
        await asyncio.gather(self.process.stop(), assistant)
        await self.server.close()
