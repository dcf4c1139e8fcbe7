"""The host's side of its connection with the window: lets the window in, asks it, and tells it what is new.

Owns: the one session with the window; which part answers each of its requests; when it hears of a changed state and of
a grown log. ``pending_prompts`` has the questions that are open in it.

Invariants: without a window nobody is attached, so that calls wait for the grace and no longer; a window that comes
back is asked everything that still waits; a window that does not take what it is told is told no more, and
ended; of the state only what differs is told, and a burst of changes once; the window ends before sessions and servers
do, and after every question is denied.
"""

from __future__ import annotations

import asyncio
import functools
import logging
import os
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final  # Any: replies are of as many types as requests

from host import __version__, tasks
from host.audit.store import AuditStore
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
from host.control.views import AssistantEntry, HostState
from host.errors import AssentError, AuditError
from host.gate.approvals import Approvals
from host.gate.gate import Gate
from host.gate.rule_suggestions import Suggestions
from host.gate.signers import OwnPin, Signers
from host.model import Answer, ApprovalRequest, Call, Draft, Edit
from host.paths import Paths
from host.policy.book import PolicyBook
from host.policy.facts import CallFacts
from host.policy.gather import Gatherer
from host.preferences import Preferences
from host.schema import SchemaChecker
from host.servers.supervisor import Supervisor
from host.signals import Signal
from host.window import rules, views
from host.window.ai_apps import AiAppRequests
from host.window.pending_prompts import PendingPrompts
from host.window.process import COMMAND, StartedWindow, WindowProcess
from host.window.requests import (
    DemonstrationRequests,
    HostRequests,
    LogJobs,
    LogRequests,
    ServerRequests,
    SignInRequests,
)
from host.window.rules import Explainer
from host.window.server_edits import ServerEdits
from host.window.server_review import Reviewing
from host.window.session import WindowAuth, WindowSession, handlers_of
from host.window.signing import Signing
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


class StatePublisher:
    """Publishes state and log growth to one window, from ``start`` to ``stop``."""

    def __init__(
        self,
        *,
        state: Callable[[], HostState],
        last_record: Callable[[], Awaitable[int]],
        tell: Callable[[Event], None],
    ) -> None:
        """``last_record``: the number of the newest record. ``tell``: sends an event to the window."""
        self._state, self._last_record, self._tell = state, last_record, tell
        self._ready = True
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

    def writable(self, ready: bool) -> None:
        """Whether the window keeps up."""
        self._ready = ready

    async def _states(self) -> None:
        while True:
            try:
                async with asyncio.timeout(LOOK_EVERY):
                    await self._poked.wait()
            except TimeoutError:
                pass
            self._poked.clear()
            if self._ready:  # else the next look tells it
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
            self._tell(StateChanged(state))

    async def _log_growth(self) -> None:
        while True:
            try:
                last = await self._last_record()
            except AuditError:
                last = self._last  # the state says what is wrong with the log
            if last > self._last and self._ready:
                self._last = last
                self._tell(LogGrew(last))
            await asyncio.sleep(LOG_EVERY)


NO_WINDOWS: Final = "the host that runs here has no window. Stop it, then start: assent"


class WindowServer:
    """Connects the host with its window. An ``Approver``, attached while the window is there.

    Attributes:
        auth: decides which process may be the window.
        handlers: what answers each request, by its type.
        demonstration: the scripted assistant, for the window.
        start_window: starts one where none runs and returns why that cannot be, empty where it can; None where the host
            has no windows.
        came: set once a window was let in.
        stalled: tells when the window took nothing any more and was cut off.
    """

    def __init__(
        self,
        *,
        auth: WindowAuth,
        paths: Paths,
        gate: Gate,
        approvals: Approvals,
        policy: PolicyBook,
        supervisor: Supervisor,
        checker: SchemaChecker,
        signers: Signers,
        own_pin: OwnPin,
        store: AuditStore,
        preferences: Preferences,
        quit_host: Callable[[], None],
        person: str,
        demo: bool = False,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        """Make all that answers the window, of the very parts that calls go through.

        Args:
            auth: decides which process may be the window.
            paths: the host's profile.
            gate: what the window stops and releases, and whose grants it revokes.
            approvals: the calls that wait.
            policy: the rules in force.
            supervisor: the servers.
            checker: checks arguments against schemas of rules.
            signers: who may sign, with a secret of their own.
            own_pin: that of ``person``.
            store: the log.
            preferences: the settings.
            quit_host: asks the host to end.
            person: who answers in the window.
            demo: whether this is the demonstration.
            monotonic: seconds.
        """
        self.auth = auth
        self._gate, self._approvals, self._policy, self._supervisor = gate, approvals, policy, supervisor
        self._store, self._own_pin, self._preferences = store, own_pin, preferences
        self._suggestions = Suggestions()
        self._welcome = functools.partial(Welcome, __version__, demo, person, str(paths.config), str(paths.log_file))
        self._session: WindowSession | None = None
        self._publisher: StatePublisher | None = None
        signing = Signing(approvals, signers, own_pin, store.append, policy.ready)
        self._prompts = PendingPrompts(
            approvals=approvals,
            editing=gate.editing,
            policy=policy,
            supervisor=supervisor,
            signing=signing,
            log_file=paths.log_file,
            person=person,
            tell=self._tell,
            monotonic=monotonic,
        )
        gatherer = Gatherer(checker)  # one: it keeps compiled schemas, and bounds what looks at the disk
        rule_requests = rules.Rules(
            policy=policy,
            supervisor=supervisor,
            approvals=approvals,
            suggestions=self._suggestions,
            gatherer=gatherer,
            log_file=paths.log_file,
            person=person,
        )
        self._log_jobs, self.demonstration = LogJobs(paths), DemonstrationRequests(demo=demo)
        self.handlers = handlers_of(
            self._prompts,
            signing,
            rule_requests,
            Explainer(policy, supervisor, approvals, paths.log_file, gatherer, clock=rules.present),
            self._log_jobs,
            self.demonstration,
            HostRequests(gate, preferences, quit_host=quit_host, person=person, demo=demo),
            LogRequests(paths.log_file, supervisor, gate.spool, self._prompts),
            ServerRequests(supervisor, policy, gate.grants, preferences),
            SignInRequests(supervisor),
            Reviewing(supervisor, gate, store.submit, person),
            ServerEdits(paths, supervisor, policy, demo=demo),
            AiAppRequests(paths, supervisor, policy, demo=demo),
        )
        self.start_window: Callable[[], str] | None = None
        self.stalled: Signal[[]] = Signal()
        self.came = asyncio.Event()
        for part in (approvals, gate, gate.grants, supervisor, self._suggestions):
            part.changed.connect(self.poke)
        policy.changed.connect(self._approvers_changed)
        own_pin.changed.connect(self._approvers_changed)
        gate.approved.connect(self._approved)

    def _approved(self, call: Call, facts: CallFacts) -> None:
        inspection = self._gate.inspection
        past = inspection.history.past(call, inspection.tools)
        self._suggestions.approved(rules.approved(call, facts, past))

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
        welcome = self._welcome(self._state(), REVISIONS)
        session.tell(welcome)
        self._session = session
        self.came.set()
        self._publisher = StatePublisher(state=self._state, last_record=self._store.append, tell=self._tell)
        self._publisher.start(welcome.state)
        self._prompts.window_came()
        self._approvals.attach(self)
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
        await self._log_jobs.close()
        await self._prompts.close()

    def _left(self, session: WindowSession) -> None:
        if session is not self._session:
            return
        self._session = None
        if self._publisher is not None:
            self._publisher.stop()
            self._publisher = None
        self._prompts.window_left()
        self._approvals.detach(self)

    def _keeps_up(self, ready: bool) -> None:
        if self._publisher is not None:
            self._publisher.writable(ready)
        self._prompts.writable(ready)

    def _stalled(self) -> None:
        self.stalled.emit()

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
        return views.snapshot(
            gate=self._gate,
            approvals=self._approvals,
            policy=self._policy,
            supervisor=self._supervisor,
            store=self._store,
            approvers=self._own_pin.approvers(),
            suggestions=self._suggestions.all,
            assistant="absent" if assistant is None else assistant.phase,
            settings_problems=self._preferences.problems,
        )

    # Questions

    async def decide(self, request: ApprovalRequest) -> Answer | Edit:
        """Ask the person. As ``Approver`` has it."""
        return await self._prompts.decide(request)

    def _approvers_changed(self) -> None:
        self.poke()
        self._prompts.approvers_changed()


class Window:
    """A window for one host.

    Attributes:
        server: its connection; what the gateway admits it to.
    """

    def __init__(
        self,
        server: WindowServer,
        paths: Paths,
        log: Callable[[Draft], None],
        *,
        demo: bool = False,
        command: Sequence[str] = COMMAND,
        environment: Mapping[str, str] | None = None,
        early: StartedWindow | None = None,
    ) -> None:
        """Nothing is started yet.

        Args:
            server: what the window connects to.
            paths: the host's profile.
            log: queues a record.
            demo: whether this is the demonstration, which has a scripted assistant.
            command: what to start.
            environment: that of the login session; that of this process if None.
            early: a window that was started already.
        """
        self.server = server
        self._assistant: AssistantProcess | None = None
        if demo:
            from host.assistant.process import AssistantProcess  # only the demonstration has one

            self._assistant = AssistantProcess(paths, entered=server.assistant_said, phase_changed=server.poke)
            server.demonstration.assistant = self._assistant
        self.process = WindowProcess(
            server,
            server.auth,
            paths.socket,
            environment=os.environ if environment is None else environment,
            log=log,
            command=command,
            early=early,
        )
        server.start_window = self.process.start
        server.stalled.connect(self.process.end_hanging)

    @property
    def connected(self) -> bool:
        """Whether the window is there."""
        return self.server.connected

    def start(self) -> None:
        """Start the window."""
        self.process.start()

    async def stop(self) -> None:
        """End window and assistant."""
        assistant = self._assistant.close() if self._assistant is not None else asyncio.sleep(0)
        await asyncio.gather(self.process.stop(), assistant)
        await self.server.close()
