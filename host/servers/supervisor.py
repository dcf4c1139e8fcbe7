"""The servers: what is configured, what runs, how it went.

Owns: the state of each configured server over all its sessions, its stderr, when it may be started again, how its last
calls went, and what is known of one that nobody started.

Invariants:
    - A server that keeps failing is started ever more slowly, with jitter; what one server does touches no other.
    - A session runs the configuration it was started with, and knows when that is no longer the present one.
    - What is kept of calls is bounded however many calls and codes come.
    - Looking at a server starts nothing and resolves no reference; what cannot be told without a start is not guessed.
"""

from __future__ import annotations

import enum
import logging
import math
import os
import random
import time
from collections import Counter, deque
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from statistics import median
from typing import Final

from msgspec import Struct, field

from host import jsonc, tasks
from host.control.views import UNUSED, FailureCount, HealthSlot, ServerHealth, ServerUse, Waits
from host.errors import AssentError, ChannelClosed
from host.files import CallSoon, FileChanges
from host.keyring_entry import KeyringEntry, entry_name
from host.model import Draft, JsonObject, JsonValue, Outcome, OutcomeStatus, ServerRef, ToolDefinition, Trust
from host.policy.model import PolicySource
from host.servers import program, sandbox
from host.servers.config import (
    ServerConfig,
    ServersConfig,
    Spec,
    find_program,
    load_servers,
    parse_servers,
    resolve,
    why_kept_out,
    with_managed,
)
from host.servers.oauth import SignIns, Surroundings
from host.servers.own_tools import MOST_TOOLS, HookSpec, OwnTools
from host.servers.reviews import NO_GREETING, NO_INSTRUCTIONS, Greeting, PinCheck, Pins, Review, Reviews, misled
from host.servers.reviews import SERVER as MISLED
from host.settings import LiveSettings
from host.signals import Signal
from host.values import replace
from host.wire.channel import ServerChannel, ServerReceiver
from host.wire.http import Describes, HttpChannel, HttpSpec
from host.wire.operations_dialect import OperationsDialect
from host.wire.stdio import LaunchSpec, StderrTail, StdioChannel
from host.words import say

_log = logging.getLogger(__name__)

FIRST_BACKOFF: Final = 0.5
LONGEST_BACKOFF: Final = 60.0
"""Seconds between starts of a server that fails: doubled each time, with up to a half of jitter on top."""
GIVEN_UP_AFTER: Final = 5
"""Failures in a row after which who wants the server hears so at once, instead of waiting for the next start."""
CHECK_PROGRAM_EVERY: Final = 5.0
"""Seconds for which it is remembered whether a program exists: the window asks twice a second."""
CALLS_KEPT: Final = 100
"""Calls of a server that are looked back on."""
SLOT_SECONDS: Final = 300.0
SLOTS: Final = 12
"""Of the last hour."""
_SAMPLED: Final = 100
"""Calls of a slot of which it is kept how long they took: the last ones."""
_MOST_CODES: Final = 20
"""Different errors of a slot that are told apart: a server may make up others without end."""
_LARGEST_CODE: Final = 10**9
OTHER_CODES: Final = "other"
_NOT_FAILED: Final = frozenset({OutcomeStatus.SUCCEEDED, OutcomeStatus.NOT_TOLD})

WAITING: Final[Mapping[Waits, str]] = {
    "start": say(
        "This server waits for review in Assent's window: nobody has allowed that it is started as it is now."
    ),
    "definitions": say("This server waits for review in Assent's window: nobody has approved yet what it says."),
}
"""With one of these nothing of the server reaches an app, which hears this."""


class ServerState(enum.Enum):
    """How a server stands. Idle: nobody needs it. Waits: for a person's review. The last three are never started."""

    IDLE = "idle"
    STARTING = "starting"
    READY = "ready"
    FAILED = "failed"
    DISABLED = "disabled"
    SIGN_IN = "sign in"
    WAITS = "waits"
    NOT_USABLE = "not usable"
    SHUT_OUT = "shut out"


class _Slot(Struct):
    """The calls within one slot of five minutes."""

    number: int
    calls: int = 0
    worst: float = 0.0
    times: deque[float] = field(default_factory=lambda: deque(maxlen=_SAMPLED))
    failures: Counter[str] = field(default_factory=Counter[str])

    def add(self, outcome: Outcome) -> None:
        self.calls += 1
        self.worst = max(self.worst, outcome.duration_ms)
        self.times.append(outcome.duration_ms)
        if outcome.status not in _NOT_FAILED:
            code = outcome.code
            why = outcome.status.value if code is None else str(code) if abs(code) < _LARGEST_CODE else OTHER_CODES
            self.failures[why if why in self.failures or len(self.failures) < _MOST_CODES else OTHER_CODES] += 1

    @property
    def figures(self) -> HealthSlot:
        errors, typical = self.failures.total(), median(self.times)
        return HealthSlot(self.number * SLOT_SECONDS, self.calls, errors, round(typical, 1), round(self.worst, 1))


class RecentCalls:
    """How the last calls of one server went.

    A call costs two appends; what is worked out of it is worked out when somebody looks. Calls that were cancelled say
    nothing of the server and do not count.
    """

    def __init__(self) -> None:
        """None came yet."""
        self._slots: deque[_Slot] = deque(maxlen=SLOTS)
        self._calls: deque[tuple[float, bool]] = deque(maxlen=CALLS_KEPT)
        self._last_at = 0.0
        self._figures: ServerUse | None = UNUSED

    def add(self, outcome: Outcome, at: float) -> None:
        """Take note of how a call ended. ``at``: Unix seconds."""
        if outcome.status is not OutcomeStatus.CANCELLED:
            self._calls.append((outcome.duration_ms, outcome.status not in _NOT_FAILED))
            self._last_at, self._figures = at, None
            number = int(at // SLOT_SECONDS)
            if not self._slots or self._slots[-1].number < number:  # a clock that was put back makes no new one
                self._slots.append(_Slot(number))
            self._slots[-1].add(outcome)

    @property
    def figures(self) -> ServerUse:
        """Numbers about the last calls: how many, how many failed, how long they took."""
        if self._figures is None:
            times = [took for took, _ in self._calls]
            errors = sum(failed for _, failed in self._calls)
            self._figures = ServerUse(len(times), errors, round(median(times), 1), round(max(times), 1), self._last_at)
        return self._figures

    def last_hour(self, now: float) -> ServerHealth:
        """What the last hour came to. ``now``: Unix seconds."""
        last = int(now // SLOT_SECONDS)
        known = {slot.number: slot for slot in self._slots if last - SLOTS < slot.number}
        failures = sum((slot.failures for slot in known.values()), Counter[str]())
        every = range(last - SLOTS + 1, max([last, *known]) + 1)
        slots = tuple(known[it].figures if it in known else HealthSlot(it * SLOT_SECONDS) for it in every)
        return ServerHealth(slots[-SLOTS:], tuple(FailureCount(*it) for it in failures.most_common()))


class ServerStatus(Struct):
    """How one configured server stands over all its sessions.

    Attributes:
        state: the latest news.
        why: of a failure (safe).
        stderr: kept tail (untrusted).
        sessions: running now.
        failures: starts or handshakes that failed in a row.
        not_before: monotonic second of the next start.
        tools: the usable definitions of the last good listing of any session.
        listed_as: digest of the configuration that listed them, empty where none did.
        testing: whether a person has it tested right now.
        greeting: what it last said of itself.
        said_as: as ``listed_as``, of that.
        use: how its last calls went.
        offered: all definitions of that listing, approved or not.
        odd: names of what nobody can approve.
        program: digest of the program that was last put on record as another than the one that was approved.
        replaced: the approval of a program that was another one at a start, None for none: nothing is started by it any
            more.
    """

    stderr: StderrTail
    state: ServerState = ServerState.IDLE
    why: str = ""
    sessions: int = 0
    failures: int = 0
    not_before: float = 0.0
    pids: set[int] = field(default_factory=set)
    tools: tuple[ToolDefinition, ...] = ()
    listed_as: str = ""
    testing: bool = False
    greeting: Greeting = NO_GREETING
    said_as: str = ""
    use: RecentCalls = field(default_factory=RecentCalls)
    offered: tuple[ToolDefinition, ...] = ()
    odd: tuple[str, ...] = ()
    program: str = ""
    replaced: Review | None = None

    @property
    def listed(self) -> bool:
        """Whether any session listed its tools yet."""
        return bool(self.listed_as)

    @property
    def present(self) -> tuple[ToolDefinition, ...]:
        """The tools that can be called now; what a server listed means nothing any more once its last session ended."""
        return self.tools if self.sessions else ()


class Supervisor:
    """Starts sessions with servers and keeps their status.

    Attributes:
        environment: what references resolve against, and where programs are looked for.
        pins: what the administrator pinned.
        reviews: what a person approved, see below.
        sign_ins: who is signed in to servers behind a URL.
        changed: called after the configuration or a status changed, possibly while somebody reads
        them: it may only make a note of it.
        lists: hears the id of a server that lists other tools than before, and these; must not wait.
        restarts: hears the id of a server that a person wants started anew.
        reviewed: hears the id of a server that somebody reviewed, empty where it may be any.
    """

    def __init__(
        self,
        servers_file: Path,
        *,
        settings: LiveSettings,
        log: Callable[[Draft], None],
        monotonic: Callable[[], float],
        environment: dict[str, str] | None = None,
        soon: CallSoon | None = None,
        managed: Callable[[], PolicySource | None] = lambda: None,
        look: Callable[[], None] = lambda: None,
        trust_of: Callable[[str, str], Trust] = lambda _, __: "none",
        seal: Callable[[str], KeyringEntry] = lambda name: KeyringEntry(name, get=_nothing, set=_nothing),
        renews: bool = True,
        own: Sequence[Path] = (),
        reviews: Reviews | None = None,
    ) -> None:
        """``log``: queues a record. ``environment``: what references resolve against; the process's own if None.

        ``managed``: the administrator's file as it is in force, None where there is no such thing. ``look``: lets what
        changed in it come into force. ``trust_of``: who vouched for a server (id) as it is configured (digest).
        ``seal``: the keyring's entry of a name, none unless given. ``renews``: whether sign-ins may be refreshed here.
        ``own``: Assent's folders beside that of ``servers_file``, which no server in a sandbox sees.
        ``reviews``: what a person approved; where it is None, whoever made this says by starting a server that it may
        be started.
        """
        self._file, self._settings, self._log, self._monotonic = servers_file, settings, log, monotonic
        self.environment: Mapping[str, str] = dict(os.environ) if environment is None else environment
        self._own_folders = [os.fspath(folder) for folder in (servers_file.parent, *own)]
        self._glance = FileChanges(servers_file, soon=soon)
        self._own = self._config = ServersConfig({})
        self._managed, self._look, self._trust_of = managed, look, trust_of
        self._source: PolicySource | None = None
        self.pins = Pins(managed, log, look)
        self._statuses: dict[str, ServerStatus] = {}
        self._tools_of: dict[str, dict[str, None]] = {}
        self._programs: dict[str, tuple[float, str]] = {}
        self.reviews = reviews
        if reviews is not None:
            reviews.changed.connect(self._reviewed)
        self.changed: Signal[[]] = Signal()
        self.reviewed: Signal[[str]] = Signal()
        self.lists: Signal[[str, tuple[ToolDefinition, ...]]] = Signal()
        self.restarts: Signal[[str]] = Signal()
        self.sign_ins = SignIns(
            Surroundings(
                log=log,
                remember=lambda server_id: seal(entry_name(f"sign-in {server_id}", servers_file.parent)),
                changed=self.changed.emit,
                signed_in=self._begin_anew,
                resolve=lambda entry: self._resolved(entry, self._managed()),
                environment=self.environment,
                renews=renews,
            )
        )

    @property
    def pids(self) -> frozenset[int]:
        """Process ids of the servers that run."""
        return frozenset().union(*(status.pids for status in tuple(self._statuses.values())))

    @property
    def config(self) -> ServersConfig:
        """What servers.json says now, read again when the file changed, and the administrator's file in force."""
        source, stale = self._managed(), self._glance.changed()
        if stale:
            self._own = load_servers(self._file)
            self._glance.mark_read()
        if stale or source is not self._source:
            self._source, self._config = source, with_managed(self._own, source, self.environment)
            for problem in self._config.problems:
                _log.info("a server cannot be used: %s", problem)
            self.changed.emit()
        return self._config

    def would_be(self, data: bytes) -> ServersConfig:
        """What there would be with ``data`` in servers.json. Raises ConfigError where that is no JSON."""
        own = parse_servers(jsonc.load_bytes(data, file=str(self._file)))
        return with_managed(own, self._managed(), self.environment)

    def entry(self, server_id: str) -> ServerConfig:
        """The entry of ``server_id``, by the files as they are now.

        Raises:
            AssentError: there is none, or it is broken, switched off or kept out; the sentence says which.
        """
        self._look()
        entry = self.config.entries.get(server_id)
        if entry is not None and entry.kept_out:
            raise AssentError(entry.kept_out)
        if entry is not None and not entry.disabled:
            return entry
        if entry is not None:
            if entry.managed:
                raise AssentError(say("this server is switched off by your administrator"))
            raise AssentError(say("this server is switched off in servers.json"))
        raise AssentError(self._why_not(server_id))

    def named(self, server_id: str) -> ServerConfig:
        """The entry of ``server_id``, switched off or kept out or not. Raises AssentError where there is none."""
        entry = self.config.entries.get(server_id)
        if entry is None:
            raise AssentError(self._why_not(server_id))
        return entry

    def _why_not(self, server_id: str) -> str:
        config = self.config
        if own := config.problems_of(server_id):
            file, why = Path(own[0].file).name, "; ".join(map(str, own))
            return say("its entry in {file} cannot be used: {why}", file=file, why=why)
        if self._source is not None and self._source.error:
            return say("the administrator's file cannot be used: {why}", why=self._source.error)
        if config.faults:
            return say("servers.json cannot be used: {why}", why=str(config.faults[0]))
        return say("no such server in servers.json")

    def own_tools_of(self, app: str) -> str:
        """The id of the entry that stands for the own tools of ``app``. Raises AssentError where there is none."""
        found = next((entry.id for entry in self.config.entries.values() if entry.hook == app), None)
        if found is None:
            raise AssentError(
                say("no server stands for the own tools of this app; attach it with: assent apps attach --hook")
            )
        return found

    def ref(self, entry: ServerConfig) -> ServerRef:
        """The server as a decision sees it, with who vouches for it now."""
        return replace(entry.ref, trust=self._trust_of(entry.id, entry.config_digest))

    # Reviews

    @property
    def reviews_known(self) -> bool:
        """Whether it is known what people approved; else that is still being read."""
        return self.reviews is None or self.reviews.known

    def review_of(self, entry: ServerConfig) -> Review | None:
        """What a person approved of ``entry``, as it is configured."""
        return None if self.reviews is None else self.reviews.of(entry.id, entry.config_digest)

    def may_start(self, entry: ServerConfig) -> bool:
        """Whether ``entry`` may be started: a person saw what that starts, or the administrator wrote it."""
        review = self.review_of(entry)
        if self.reviews is None or entry.managed or entry.hook:  # of an app's own tools nothing is started
            return True
        if review is not None and review is not self.status_of(entry.id).replaced:
            return True
        return self._trust_of(entry.id, entry.config_digest) == "managed"

    def person_decides(self, entry: ServerConfig) -> bool:
        """Whether it is for a person to say which words of ``entry`` reach apps; else the administrator pinned them."""
        return self.reviews is not None and not entry.hook and self.pins.of(entry.id) is None

    def waits(self, entry: ServerConfig) -> Waits:
        """What of ``entry`` waits for a person."""
        if self.reviews is None:
            return ""
        if not self.may_start(entry):
            return "start"
        if not self.person_decides(entry):
            return ""
        review = self.review_of(entry)
        if review is None or not review.passes:
            return "definitions"
        return "changes" if self._news_of(entry, review) else ""

    def _news_of(self, entry: ServerConfig, review: Review) -> bool:
        """Whether the server said something that nobody has looked at."""
        status = self.status_of(entry.id)
        if review.free:
            return False
        instructions = status.greeting.digest
        if status.said_as == entry.config_digest and instructions not in (NO_INSTRUCTIONS, review.instructions):
            return True
        return status.listed_as == entry.config_digest and any(
            review.waits(tool.name, tool.digest) for tool in status.offered
        )

    def _reviewed(self, server_id: str) -> None:
        """Somebody reviewed a server, or any where it is empty: other tools may be usable than before."""
        for entry in self.config.entries.values():
            status = self.status_of(entry.id)
            if server_id in ("", entry.id) and status.listed_as == entry.config_digest:
                pin = self.pin_check(entry)
                usable = tuple(tool for tool in status.offered if not pin.withheld(tool.name, tool.digest))
                self.listed(entry, usable, status.offered, status.odd)
        self.changed.emit()
        self.reviewed.emit(server_id)

    def pin_check(self, entry: ServerConfig) -> PinCheck:
        """What holds a session of ``entry`` against what was approved."""
        return PinCheck(
            self.pins,
            entry.id,
            entry.public_digest,
            lambda said: self._greeted(entry, said),
            None if self.reviews is None or entry.hook else lambda: self.review_of(entry),
        )

    def _greeted(self, entry: ServerConfig, said: Greeting) -> None:
        status = self.status_of(entry.id)
        status.greeting, status.said_as = said, entry.config_digest
        self.changed.emit()

    def outdated(self, entry: ServerConfig) -> bool:
        """Whether ``entry`` is no longer what the files say."""
        current = self.config.entries.get(entry.id)
        return current is None or current.config_digest != entry.config_digest or bool(current.kept_out)

    def kept_out(self, entry: ServerConfig) -> str:
        """Why a session of ``entry`` must end: the administrator's file, which is sound, keeps it out. Else empty."""
        source = self._managed()
        return "" if source is None or source.error else why_kept_out(entry, source, self.environment)

    def status_of(self, server_id: str) -> ServerStatus:
        """The status of the server ``server_id``."""
        if server_id not in self._statuses:
            self._statuses[server_id] = ServerStatus(StderrTail(self._settings.now.stderr_kept))
        return self._statuses[server_id]

    def state_of(self, entry: ServerConfig) -> tuple[ServerState, str]:
        """How ``entry`` stands, and why where that is a fault; one that was never started is looked at, not started."""
        if entry.kept_out:
            return ServerState.SHUT_OUT, entry.kept_out
        if entry.disabled:
            return ServerState.DISABLED, ""
        waits = self.waits(entry) if self.reviews_known else ""
        if waits != "start" and (wanted := self.sign_ins.wanted(entry)):
            return ServerState.SIGN_IN, wanted  # before its definitions: they cannot be seen until then
        if waits in WAITING:
            return ServerState.WAITS, WAITING[waits]
        status = self.status_of(entry.id)
        if status.said_as == entry.config_digest and misled(self.pins.of(entry.id), status.greeting.digest):
            return ServerState.NOT_USABLE, MISLED
        if status.state is ServerState.IDLE and (why := self._without_program(entry)):
            return ServerState.NOT_USABLE, why
        return status.state, status.why if status.state is ServerState.FAILED else ""

    def _without_program(self, entry: ServerConfig) -> str:
        now = self._monotonic()
        at, why = self._programs.get(entry.config_digest, (-CHECK_PROGRAM_EVERY, ""))
        if entry.config_digest not in self._programs or now - at >= CHECK_PROGRAM_EVERY:
            why = without_program(entry, self.environment)
            self._programs[entry.config_digest] = now, why
        return why

    def definition(self, digest: str) -> ToolDefinition | None:
        """The definition with that digest, None where no server lists it (any more). May be asked from any thread."""
        tools = (tool for status in tuple(self._statuses.values()) for tool in status.tools)
        return next((tool for tool in tools if tool.digest == digest), None)

    def wait_before_start(self, server_id: str) -> float:
        """Seconds to wait before ``server_id`` may be started."""
        return max(0.0, self.status_of(server_id).not_before - self._monotonic())

    def given_up(self, server_id: str) -> str:
        """Why ``server_id`` is not started now and not waited for, one safe sentence; empty where it is."""
        failures, wait = self.status_of(server_id).failures, self.wait_before_start(server_id)
        if failures < GIVEN_UP_AFTER or wait <= 0:
            return ""
        return say(
            "the server failed {failures} times in a row and is not started for another {seconds} s; Restart on "
            "Assent's page of servers does it at once",
            failures=str(failures),
            seconds=f"{math.ceil(wait):,}",
        )

    def restart(self, server_id: str) -> None:
        """A person wants it started anew at once, whatever failed before, when it is needed next.

        Raises:
            AssentError: there is no such server, or it cannot be used.
        """
        self._begin_anew(self.entry(server_id))
        self.restarts.emit(server_id)
        self.changed.emit()

    def _begin_anew(self, entry: ServerConfig) -> None:
        """Nothing that failed before is a reason to wait."""
        status = self.status_of(entry.id)
        status.failures, status.not_before = 0, 0.0
        if status.state is ServerState.FAILED:
            status.state, status.why = ServerState.IDLE, ""

    async def prepare(self, entry: ServerConfig) -> Spec:
        """What to start or to connect to. A locked keyring waits for a person, who may never come: cancel it freely.

        Raises:
            AssentError: nobody allowed that it is started, or its program is another one since; a reference leads
            nowhere, or the administrator keeps it out. The status says so too.
        """
        if not self.may_start(entry):
            raise AssentError(WAITING["start"])
        self.status_of(entry.id).state = ServerState.STARTING
        self.changed.emit()
        source, review, environment = self._managed(), self.review_of(entry), self.environment

        def look() -> tuple[Spec, str]:
            known = "" if review is None else program.digest(entry, environment)
            return self._resolved(entry, source), known

        try:
            spec, known = await tasks.in_daemon_thread(look, name="resolve references")
        except AssentError as error:
            self.failed(entry, error)
            raise
        if review is not None and known != review.program:
            self._program_changed(entry, review, known)
        if not self.may_start(entry):
            status = self.status_of(entry.id)
            status.state = ServerState.READY if status.sessions else ServerState.IDLE
            self.changed.emit()
            raise AssentError(WAITING["start"])
        return replace(spec, authorizer=self.sign_ins.of(entry, spec.url)) if isinstance(spec, HttpSpec) else spec

    def _program_changed(self, entry: ServerConfig, review: Review, digest: str) -> None:
        status = self.status_of(entry.id)
        if digest != status.program:
            status.program = digest
            self._record("server.program_changed", entry, digest=digest, approved=review.program)
        if not review.free:
            status.replaced = review

    def _resolved(self, entry: ServerConfig, source: PolicySource | None) -> Spec:
        spec = resolve(entry, self.environment)
        if why := why_kept_out(entry, source, self.environment, spec):
            raise AssentError(why)
        if entry.options.sandbox is not None and isinstance(spec, LaunchSpec):
            return sandbox.confined(spec, entry.options.sandbox, self._own_folders)
        return spec

    async def start(
        self, entry: ServerConfig, spec: Spec, receiver: ServerReceiver, tool: Describes = lambda _: None
    ) -> ServerChannel:
        """Start a session's process, or open its connection. Not to be cancelled. ``tool``: the session's tools.

        Raises:
            AssentError: it could not be started; its status says so too.
        """
        status = self.status_of(entry.id)
        try:
            channel = await self._channel(entry, spec, receiver, tool)
        except AssentError as error:
            self.failed(entry, error)
            raise
        status.sessions += 1
        if channel.pid is not None:
            status.pids.add(channel.pid)
        self._record("server.started", entry, pid=channel.pid)
        self.changed.emit()
        return channel

    async def _channel(
        self, entry: ServerConfig, spec: Spec, receiver: ServerReceiver, tool: Describes
    ) -> ServerChannel:
        if isinstance(spec, HookSpec):
            return OwnTools(receiver, self._own_tools(entry, spec.tool))
        limit, stderr = entry.settings(self._settings.now).frame_from_server, self.status_of(entry.id).stderr

        def note(text: str) -> None:
            stderr.add(f"[assent] {text}\n".encode())

        async def carrying(receiver: ServerReceiver) -> ServerChannel:
            if isinstance(spec, HttpSpec):
                return await HttpChannel.start(spec, receiver, frame_limit=limit, tool=tool, note=note)
            return await StdioChannel.start(spec, receiver, frame_limit=limit, stderr=stderr)

        if entry.options.dialect == "operations":
            return await OperationsDialect.start(receiver, carrying)
        return await carrying(receiver)

    def _own_tools(self, entry: ServerConfig, tool: str) -> tuple[str, ...]:
        """The tools that an app's hook asked about so far. Raises AssentError where they are too many."""
        known = self._tools_of.setdefault(entry.id, {})
        if tool and tool not in known and len(known) >= MOST_TOOLS:
            raise AssentError(say("this app has asked about too many tools; start Assent anew"))
        if tool:
            known[tool] = None
        return tuple(known)

    def ready(self, entry: ServerConfig) -> None:
        """A session with this server shook hands."""
        status = self.status_of(entry.id)
        status.state, status.why, status.failures, status.not_before = ServerState.READY, "", 0, 0.0
        self.changed.emit()

    def listed(
        self,
        entry: ServerConfig,
        tools: tuple[ToolDefinition, ...],
        offered: tuple[ToolDefinition, ...] | None = None,
        odd: tuple[str, ...] = (),
    ) -> None:
        """A session listed its tools. One of a configuration that is history says nothing about the present one.

        ``tools``: the usable ones. ``offered``: all; the same if None. ``odd``: as in ``ServerStatus``.
        """
        status, config = self.status_of(entry.id), entry.config_digest
        offered = tools if offered is None else offered
        before, now = (status.tools, status.offered, status.odd, status.listed_as), (tools, offered, odd, config)
        if before != now and not self.outdated(entry):
            status.tools, status.offered, status.odd, status.listed_as = now
            if (before[0], before[3]) != (tools, config):
                self.lists.emit(entry.id, tools)
            self.changed.emit()

    def used(self, server_id: str, outcome: Outcome) -> None:
        """A call that was sent to this server ended."""
        self.status_of(server_id).use.add(outcome, time.time())

    def failed(self, entry: ServerConfig, error: AssentError) -> None:
        """A start or a running session failed; the next start waits longer."""
        status = self.status_of(entry.id)
        status.state, status.why = ServerState.FAILED, error.words
        delay = min(LONGEST_BACKOFF, FIRST_BACKOFF * 2.0**status.failures)
        status.failures += 1
        # Jitter only spreads load; it needs no secrecy.
        status.not_before = self._monotonic() + delay * random.uniform(1.0, 1.5)  # noqa: S311
        self._record("server.failed", entry, because=str(error))
        self.changed.emit()

    def stopped(self, entry: ServerConfig, channel: ServerChannel, because: str = "") -> None:
        """A session's process has ended. ``because``: one safe sentence, where the session did not."""
        status = self.status_of(entry.id)
        status.sessions -= 1
        status.pids.discard(channel.pid or 0)
        if status.sessions == 0 and status.state is not ServerState.FAILED:
            status.state = ServerState.IDLE
        why: JsonObject = {"because": because} if because else {}
        self._record("server.stopped", entry, pid=channel.pid, exit_code=channel.exit_code, **why)
        self.changed.emit()

    def _record(self, kind: str, entry: ServerConfig, **fields: JsonValue) -> None:
        if entry.hook:
            return  # nothing was started or stopped
        about: JsonObject = {"server": entry.id, "config": entry.public_digest}
        self._log(Draft(kind, about | fields))


def _nothing(*_: str) -> None:
    """Stands in for a keyring that holds nothing: there is no value for any name."""


def lost(channel: ServerChannel, error: AssentError | None) -> AssentError:
    """Why a server went away, in one sentence."""
    if error is not None and not isinstance(error, ChannelClosed):
        return error
    code = channel.exit_code
    if code is None:
        return error or ChannelClosed(say("the server closed its output"))
    if code < 0:
        return ChannelClosed(say("the server was ended by signal {code}", code=str(-code)))
    return ChannelClosed(say("the server ended with exit code {code}", code=str(code)))


def without_program(entry: ServerConfig, environment: Mapping[str, str]) -> str:
    """A sentence where the entry's program does not exist, else empty. ``environment``: that of the host.

    Looks where a start would look. A PATH made of references is known at the start alone, which then says more.
    """
    if entry.kind != "stdio":
        return ""
    path = entry.env.get("PATH", environment.get("PATH"))
    if (path is not None and "${" in path) or find_program(entry, environment) is not None:
        return ""
    if entry.managed:
        return say("No such program: {command}. Install it, or tell your administrator.", command=entry.command)
    return say("No such program: {command}. Install it, or mend the command in servers.json.", command=entry.command)
