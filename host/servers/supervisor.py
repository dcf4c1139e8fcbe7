"""The supervisor of the servers: which are configured, which run, and how their starts and calls went.

Owns: the state of each configured server over all its sessions, its stderr, when it may be started again, the outcomes
of its last calls, and what can be said of a server that was never started.

Invariants:
    - A server that keeps failing is started at growing intervals, with jitter. A server does not affect others.
    - A session runs the configuration that it was started with, and can tell when that is outdated.
    - The memory for calls is bounded, however many calls and error codes there are.
    - Asking for the state of a server starts nothing and resolves no reference. What needs a start is not guessed.
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
    load_servers,
    missing_program,
    parse_servers,
    resolve,
    why_kept_out,
    with_managed,
)
from host.servers.oauth import SignIns, SignInServices
from host.servers.own_tools import MAX_TOOLS, HookSpec, OwnTools
from host.servers.reviews import (
    NO_GREETING,
    NO_INSTRUCTIONS,
    SERVER_BREAKS_PIN,
    PinCheck,
    Pins,
    Review,
    Reviews,
    ServerGreeting,
    breaks_pin,
)
from host.settings import LiveSettings
from host.signals import Signal
from host.values import replace
from host.wire.channel import ServerChannel, ServerReceiver
from host.wire.http import HttpChannel, ToolLookup
from host.wire.http_exchange import HttpSpec
from host.wire.operations_dialect import OperationsDialect
from host.wire.stdio import LaunchSpec, StderrTail, StdioChannel
from host.words import say

_log = logging.getLogger(__name__)

FIRST_BACKOFF: Final = 0.5
MAX_BACKOFF: Final = 60.0
"""Seconds between starts of a server that fails: doubled each time, with up to a half of jitter on top."""
GIVEN_UP_AFTER: Final = 5
"""Failures in a row after which an app gets an error at once instead of waiting for the next start."""
CHECK_PROGRAM_EVERY: Final = 5.0
"""Seconds for which it is cached whether a program exists: the window asks twice a second."""
CALLS_KEPT: Final = 100
"""The last calls of a server, from which its statistics are made."""
SLOT_SECONDS: Final = 300.0
SLOTS: Final = 12
"""Slots that are kept: one hour."""
_MAX_TIMES: Final = 100
"""Durations that are kept for a slot: those of its last calls."""
_MAX_KINDS: Final = 20
"""Different errors that are counted separately in a slot: a server could invent new ones without end."""
_MAX_CODE: Final = 10**9
OTHER_CODES: Final = "other"
_NOT_FAILED: Final = (OutcomeStatus.SUCCEEDED, OutcomeStatus.NOT_TOLD)

WAITING: Final[Mapping[Waits, str]] = {
    "start": say(
        "This server waits for review in Assent's window: nobody has allowed that it is started as it is now."
    ),
    "definitions": say("This server waits for review in Assent's window: nobody has approved yet what it says."),
}
"""What an app is told while a server waits for review and nothing of it may pass."""


class ServerState(enum.Enum):
    """The state of a server.

    IDLE is not needed now. WAITS needs a person's review. WAITS, NOT_USABLE and KEPT_OUT are never started.
    """

    IDLE = "idle"
    STARTING = "starting"
    READY = "ready"
    FAILED = "failed"
    DISABLED = "disabled"
    SIGN_IN = "sign in"
    WAITS = "waits"
    NOT_USABLE = "not usable"
    KEPT_OUT = "kept out"


class _Slot(Struct):
    """The calls within one slot of five minutes."""

    number: int
    calls: int = 0
    longest_ms: float = 0.0
    times_ms: deque[float] = field(default_factory=lambda: deque(maxlen=_MAX_TIMES))
    failures: Counter[str] = field(default_factory=Counter[str])

    def add(self, outcome: Outcome) -> None:
        self.calls += 1
        if outcome.duration_ms > self.longest_ms:
            self.longest_ms = outcome.duration_ms
        self.times_ms.append(outcome.duration_ms)
        if outcome.status not in _NOT_FAILED:
            code = outcome.code
            kind = outcome.status.value if code is None else str(code) if abs(code) < _MAX_CODE else OTHER_CODES
            self.failures[kind if kind in self.failures or len(self.failures) < _MAX_KINDS else OTHER_CODES] += 1

    @property
    def figures(self) -> HealthSlot:
        errors, typical = self.failures.total(), _median(self.times_ms)
        return HealthSlot(self.number * SLOT_SECONDS, self.calls, errors, round(typical, 1), round(self.longest_ms, 1))


def _median(values: Sequence[float]) -> float:
    ordered, half = sorted(values), len(values) // 2
    return ordered[half] if len(values) % 2 else (ordered[half - 1] + ordered[half]) / 2


class RecentCalls:
    """The outcomes of the last calls of one server.

    A call costs two appends; figures are computed when they are asked for. Cancelled calls say nothing about the server
    and do not count.
    """

    def __init__(self) -> None:
        self._slots: deque[_Slot] = deque(maxlen=SLOTS)
        self._calls: deque[tuple[float, bool]] = deque(maxlen=CALLS_KEPT)
        self._last_at = 0.0

    def add(self, outcome: Outcome, at: float) -> None:
        """Add the outcome of a call. ``at``: Unix seconds."""
        if outcome.status is not OutcomeStatus.CANCELLED:
            self._calls.append((outcome.duration_ms, outcome.status not in _NOT_FAILED))
            self._last_at = at
            number = int(at // SLOT_SECONDS)
            if not self._slots or self._slots[-1].number < number:  # a clock that was set back makes no new slot
                self._slots.append(_Slot(number))
            self._slots[-1].add(outcome)

    @property
    def figures(self) -> ServerUse:
        """Figures of the last calls: number, failures, durations."""
        if not self._calls:
            return UNUSED
        times_ms = [duration for duration, _ in self._calls]
        errors = sum(failed for _, failed in self._calls)
        typical, longest = round(_median(times_ms), 1), round(max(times_ms), 1)
        return ServerUse(len(times_ms), errors, typical, longest, self._last_at)

    def last_hour(self, now: float) -> ServerHealth:
        """Return the figures of the last hour. ``now``: Unix seconds."""
        last = int(now // SLOT_SECONDS)
        slots = {slot.number: slot for slot in self._slots if last - SLOTS < slot.number}
        failures = sum((slot.failures for slot in slots.values()), Counter[str]())
        numbers = range(last - SLOTS + 1, max([last, *slots]) + 1)
        figures = [
            slots[number].figures if number in slots else HealthSlot(number * SLOT_SECONDS) for number in numbers
        ]
        counts = tuple(FailureCount(why, count) for why, count in failures.most_common())
        return ServerHealth(tuple(figures[-SLOTS:]), counts)


class ServerStatus(Struct):
    """The status of one configured server over all its sessions.

    Attributes:
        void_review: an approval that no longer allows a start, because the program was another one; None for none.
    """

    stderr: StderrTail  # kept end of its stderr (untrusted)
    state: ServerState = ServerState.IDLE
    why: str = ""
    sessions: int = 0
    failures: int = 0  # starts or handshakes that failed in a row
    not_before: float = 0.0  # monotonic second of the next start
    pids: set[int] = field(default_factory=set)
    tools: tuple[ToolDefinition, ...] = ()  # usable definitions of the last good listing of any session
    listing_config: str = ""  # digest of the configuration of that listing, empty if there was none
    is_being_tested: bool = False
    greeting: ServerGreeting = NO_GREETING
    greeting_config: str = ""
    recent_calls: RecentCalls = field(default_factory=RecentCalls)
    all_tools: tuple[ToolDefinition, ...] = ()
    unapprovable: tuple[str, ...] = ()
    program: str = ""  # digest of the last program that was recorded as changed
    void_review: Review | None = None

    @property
    def has_listed(self) -> bool:
        """Whether a session has listed its tools."""
        return bool(self.listing_config)

    @property
    def callable_tools(self) -> tuple[ToolDefinition, ...]:
        """The tools that can be called now; none without a running session."""
        return self.tools if self.sessions else ()


class Supervisor:
    """Starts sessions with servers and keeps their status.

    Attributes:
        environment: variables for references and for the search of programs.
        reviews: the reviews by people, None if none are needed.
        changed: emitted when the configuration or a status changed, possibly while somebody reads them: a listener may
            only make a note of it.
        tools_listed: emits the id of a server that lists other tools than before, and the tools; must not block.
        restart_requested: emits the id of a server that a person wants restarted.
        reviewed: emits the id of a server that was reviewed, empty if it may be any.
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
        reload: Callable[[], None] = lambda: None,
        trust_of: Callable[[str, str], Trust] = lambda _, __: "none",
        keyring_entry: Callable[[str], KeyringEntry] = lambda name: KeyringEntry(name, get=_nothing, set=_nothing),
        may_refresh: bool = True,
        own_folders: Sequence[Path] = (),
        reviews: Reviews | None = None,
    ) -> None:
        """``log``: queues a record. ``environment``: variables for references; those of the process if None.

        ``managed``: returns the administrator's file in force, None for none. ``reload``: puts its changes in force.
        ``trust_of``: returns who vouched for a server, by id and configuration digest. ``keyring_entry``: returns the
        keyring entry with a name; without it there is no keyring. ``may_refresh``: whether sign-ins are refreshed here.
        ``own_folders``: Assent's folders beside that of ``servers_file``, which no sandbox shows. ``reviews``: what
        people approved; if None, any server may be started.
        """
        self._file, self._settings, self._log, self._monotonic = servers_file, settings, log, monotonic
        self.environment: Mapping[str, str] = dict(os.environ) if environment is None else environment
        self._own_folders = [os.fspath(folder) for folder in (servers_file.parent, *own_folders)]
        self._file_changes = FileChanges(servers_file, soon=soon)
        self._user_config = self._config = ServersConfig({})
        self._managed, self._reload, self._trust_of = managed, reload, trust_of
        self._managed_source: PolicySource | None = None
        self.pins = Pins(managed, log, reload)
        self._statuses: dict[str, ServerStatus] = {}
        self._own_tools_by_id: dict[str, dict[str, None]] = {}
        self._program_checks: dict[str, tuple[float, str]] = {}
        self.reviews = reviews
        if reviews is not None:
            reviews.changed.connect(self._update_after_review)
        self.changed: Signal[[]] = Signal()
        self.reviewed: Signal[[str]] = Signal()
        self.tools_listed: Signal[[str, tuple[ToolDefinition, ...]]] = Signal()
        self.restart_requested: Signal[[str]] = Signal()
        self.sign_ins = SignIns(
            SignInServices(
                log=log,
                keyring_entry=lambda server_id: keyring_entry(entry_name(f"sign-in {server_id}", servers_file.parent)),
                on_changed=self.changed.emit,
                on_signed_in=self._forget_failures,
                resolve=lambda entry: self._resolve(entry, self._managed()),
                environment=self.environment,
                may_refresh=may_refresh,
            )
        )

    @property
    def pids(self) -> frozenset[int]:
        """Process ids of the running servers."""
        return frozenset().union(*(status.pids for status in tuple(self._statuses.values())))

    @property
    def config(self) -> ServersConfig:
        """The servers of servers.json, read again when it changed, and of the administrator's file in force."""
        source, stale = self._managed(), self._file_changes.changed()
        if stale:
            self._user_config = load_servers(self._file)
            self._file_changes.mark_read()
        if stale or source is not self._managed_source:
            self._managed_source, self._config = source, with_managed(self._user_config, source, self.environment)
            for problem in self._config.problems:
                _log.info("a server cannot be used: %s", problem)
            self.changed.emit()
        return self._config

    def config_with(self, data: bytes) -> ServersConfig:
        """Return the configuration with ``data`` in servers.json. Raises ConfigError if that is not JSON."""
        user_config = parse_servers(jsonc.load_bytes(data, file=str(self._file)))
        return with_managed(user_config, self._managed(), self.environment)

    def entry(self, server_id: str) -> ServerConfig:
        """Return the usable entry of a server, by the current files.

        Raises AssentError if there is none, or it is broken, switched off or kept out; the sentence says which.
        """
        self._reload()
        entry = self.find_entry(server_id)
        if entry.kept_out:
            raise AssentError(entry.kept_out)
        if entry.disabled and entry.managed:
            raise AssentError(say("this server is switched off by your administrator"))
        if entry.disabled:
            raise AssentError(say("this server is switched off in servers.json"))
        return entry

    def find_entry(self, server_id: str) -> ServerConfig:
        """Return the entry of a server, even if it is switched off or kept out. Raises AssentError if there is none."""
        entry = self.config.entries.get(server_id)
        if entry is None:
            raise AssentError(self._why_no_entry(server_id))
        return entry

    def _why_no_entry(self, server_id: str) -> str:
        config = self.config
        if problems := config.problems_of(server_id):
            file, why = Path(problems[0].file).name, "; ".join(map(str, problems))
            return say("its entry in {file} cannot be used: {why}", file=file, why=why)
        if self._managed_source is not None and self._managed_source.error:
            return say("the administrator's file cannot be used: {why}", why=self._managed_source.error)
        if config.faults:
            return say("servers.json cannot be used: {why}", why=str(config.faults[0]))
        return say("no such server in servers.json")

    def own_tools_of(self, app: str) -> str:
        """Return the id of the entry for an app's own tools. Raises AssentError if there is none."""
        server_id = next((entry.id for entry in self.config.entries.values() if entry.hook == app), None)
        if server_id is None:
            raise AssentError(
                say("no server stands for the own tools of this app; attach it with: assent apps attach --hook")
            )
        return server_id

    def ref(self, entry: ServerConfig) -> ServerRef:
        """Return the server for a decision, with its current trust."""
        return replace(entry.ref, trust=self._trust_of(entry.id, entry.config_digest))

    # Reviews

    @property
    def are_reviews_loaded(self) -> bool:
        """Whether the reviews are loaded."""
        return self.reviews is None or self.reviews.is_loaded

    def review_of(self, entry: ServerConfig) -> Review | None:
        """Return the review of ``entry`` with its current configuration, None for none."""
        return None if self.reviews is None else self.reviews.current_review(entry.id, entry.config_digest)

    def may_start(self, entry: ServerConfig) -> bool:
        """Whether ``entry`` may be started: a person approved that, or the administrator wrote or trusts it."""
        review = self.review_of(entry)
        if self.reviews is None or entry.managed or entry.hook:  # for own tools of an app, nothing is started
            return True
        if review is not None and review is not self.status_of(entry.id).void_review:
            return True
        return self._trust_of(entry.id, entry.config_digest) == "managed"

    def person_decides(self, entry: ServerConfig) -> bool:
        """Whether a person decides which words of ``entry`` reach apps, because the administrator pinned none."""
        return self.reviews is not None and not entry.hook and self.pins.pin_of(entry.id) is None

    def review_needed(self, entry: ServerConfig) -> Waits:
        """Return what of ``entry`` a person must review, empty for nothing."""
        if self.reviews is None:
            return ""
        if not self.may_start(entry):
            return "start"
        if not self.person_decides(entry):
            return ""
        review = self.review_of(entry)
        if review is None or not review.passes:
            return "definitions"
        return "changes" if self._has_unreviewed_changes(entry, review) else ""

    def _has_unreviewed_changes(self, entry: ServerConfig, review: Review) -> bool:
        status = self.status_of(entry.id)
        if review.free:
            return False
        instructions = status.greeting.digest
        if status.greeting_config == entry.config_digest and instructions not in (NO_INSTRUCTIONS, review.instructions):
            return True
        return status.listing_config == entry.config_digest and any(
            review.needs_review(tool.name, tool.digest) for tool in status.all_tools
        )

    def _update_after_review(self, server_id: str) -> None:
        """Update the usable tools after a review. ``server_id``: empty for all servers."""
        for entry in self.config.entries.values():
            status = self.status_of(entry.id)
            if server_id in ("", entry.id) and status.listing_config == entry.config_digest:
                pin = self.pin_check(entry)
                usable = tuple(tool for tool in status.all_tools if not pin.why_withheld(tool.name, tool.digest))
                self.note_listing(entry, usable, status.all_tools, status.unapprovable)
        self.changed.emit()
        self.reviewed.emit(server_id)

    def pin_check(self, entry: ServerConfig) -> PinCheck:
        """Return the check for a session of ``entry``."""
        reviews = self.reviews
        return PinCheck(
            self.pins,
            entry.id,
            entry.public_digest,
            lambda greeting: self._note_greeting(entry, greeting),
            None if reviews is None or entry.hook else lambda: reviews.current_review(entry.id, entry.config_digest),
        )

    def _note_greeting(self, entry: ServerConfig, greeting: ServerGreeting) -> None:
        status = self.status_of(entry.id)
        status.greeting, status.greeting_config = greeting, entry.config_digest
        self.changed.emit()

    def is_outdated(self, entry: ServerConfig) -> bool:
        """Whether ``entry`` differs from the current files."""
        current = self.config.entries.get(entry.id)
        return current is None or current.config_digest != entry.config_digest or bool(current.kept_out)

    def why_session_must_end(self, entry: ServerConfig) -> str:
        """Return why a session of ``entry`` must end; empty unless a valid administrator's file keeps it out."""
        source = self._managed()
        return "" if source is None or source.error else why_kept_out(entry, source, self.environment)

    def status_of(self, server_id: str) -> ServerStatus:
        """Return the status of a server."""
        if server_id not in self._statuses:
            self._statuses[server_id] = ServerStatus(StderrTail(self._settings.now.stderr_kept))
        return self._statuses[server_id]

    def state_of(self, entry: ServerConfig) -> tuple[ServerState, str]:
        """Return the state of ``entry``, and why if it is a fault. Does not start anything."""
        if entry.kept_out:
            return ServerState.KEPT_OUT, entry.kept_out
        if entry.disabled:
            return ServerState.DISABLED, ""
        review = self.review_needed(entry) if self.are_reviews_loaded else ""
        if review != "start" and (why_needed := self.sign_ins.why_needed(entry)):
            return ServerState.SIGN_IN, why_needed  # comes first: without it the definitions cannot be listed
        status = self.status_of(entry.id)
        if review == "definitions" and status.state is ServerState.FAILED:
            return ServerState.FAILED, status.why  # before it works there is nothing to review
        if review == "start" and (why := self._missing_program(entry)):
            return ServerState.NOT_USABLE, why
        if review in WAITING:
            return ServerState.WAITS, WAITING[review]
        is_current = status.greeting_config == entry.config_digest
        if is_current and breaks_pin(self.pins.pin_of(entry.id), status.greeting.digest):
            return ServerState.NOT_USABLE, SERVER_BREAKS_PIN
        if status.state is ServerState.IDLE and (why := self._missing_program(entry)):
            return ServerState.NOT_USABLE, why
        return status.state, status.why if status.state is ServerState.FAILED else ""

    def unpinned_tools(self, entry: ServerConfig) -> tuple[str, ...]:
        """Return the tools of the last listing that are withheld since the administrator's pins do not have them."""
        status, pin = self.status_of(entry.id), self.pins.pin_of(entry.id)
        if pin is None or status.listing_config != entry.config_digest:
            return ()
        return tuple(tool.name for tool in status.all_tools if pin.tools.get(tool.name) != tool.digest)

    def _missing_program(self, entry: ServerConfig) -> str:
        now = self._monotonic()
        checked_at, why = self._program_checks.get(entry.config_digest, (-CHECK_PROGRAM_EVERY, ""))
        if entry.config_digest not in self._program_checks or now - checked_at >= CHECK_PROGRAM_EVERY:
            why = missing_program(entry, self.environment)
            self._program_checks[entry.config_digest] = now, why
        return why

    def definition(self, digest: str) -> ToolDefinition | None:
        """Return the definition with this digest, None if no server lists it. May be called from any thread."""
        tools = (tool for status in tuple(self._statuses.values()) for tool in status.tools)
        return next((tool for tool in tools if tool.digest == digest), None)

    def wait_before_start(self, server_id: str) -> float:
        """Return the seconds until a server may be started."""
        return max(0.0, self.status_of(server_id).not_before - self._monotonic())

    def why_given_up(self, server_id: str) -> str:
        """Return why a server that failed too often is not waited for, one safe sentence; empty if it may be."""
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
        """Restart a server for a person, without waiting because of earlier failures.

        Raises AssentError if there is no such server, or it cannot be used.
        """
        self._forget_failures(self.entry(server_id))
        self.restart_requested.emit(server_id)
        self.changed.emit()

    def _forget_failures(self, entry: ServerConfig) -> None:
        status = self.status_of(entry.id)
        status.failures, status.not_before = 0, 0.0
        if status.state is ServerState.FAILED:
            status.state, status.why = ServerState.IDLE, ""

    async def prepare(self, entry: ServerConfig) -> Spec:
        """Return what to start or to connect to. May wait for a person to unlock the keyring; can be cancelled.

        Raises AssentError if nobody approved the start, the program has changed since, a reference cannot be resolved,
        or the administrator keeps the server out. The status says so too.
        """
        if not self.may_start(entry):
            raise AssentError(WAITING["start"])
        self.status_of(entry.id).state = ServerState.STARTING
        self.changed.emit()
        source, review, environment = self._managed(), self.review_of(entry), self.environment

        def resolve_and_digest() -> tuple[Spec, str]:
            digest = "" if review is None else program.digest(entry, environment)
            return self._resolve(entry, source), digest

        try:
            spec, digest = await tasks.in_daemon_thread(resolve_and_digest, name="resolve references")
        except AssentError as error:
            self.note_failure(entry, error)
            raise
        if review is not None and digest != review.program:
            self._note_changed_program(entry, review, digest)
        if not self.may_start(entry):
            status = self.status_of(entry.id)
            status.state = ServerState.READY if status.sessions else ServerState.IDLE
            self.changed.emit()
            raise AssentError(WAITING["start"])
        if isinstance(spec, HttpSpec):
            return replace(spec, authorizer=self.sign_ins.sign_in_for(entry, spec.url))
        return spec

    def _note_changed_program(self, entry: ServerConfig, review: Review, digest: str) -> None:
        status = self.status_of(entry.id)
        if digest != status.program:
            status.program = digest
            self._record("server.program_changed", entry, digest=digest, approved=review.program)
        if not review.free:
            status.void_review = review

    def _resolve(self, entry: ServerConfig, source: PolicySource | None) -> Spec:
        spec = resolve(entry, self.environment)
        if why := why_kept_out(entry, source, self.environment, spec):
            raise AssentError(why)
        if entry.options.sandbox is not None and isinstance(spec, LaunchSpec):
            return sandbox.confine(spec, entry.options.sandbox, self._own_folders)
        return spec

    async def start(
        self, entry: ServerConfig, spec: Spec, receiver: ServerReceiver, find_tool: ToolLookup = lambda _: None
    ) -> ServerChannel:
        """Start a session's process, or open its connection. Must not be cancelled.

        ``find_tool``: looks up a tool of the session by its name.

        Raises AssentError if it could not be started; its status says so too.
        """
        status = self.status_of(entry.id)
        try:
            channel = await self._channel(entry, spec, receiver, find_tool)
        except AssentError as error:
            if why := missing_program(entry, self.environment):  # names the program, and what to do
                missing = AssentError(why)
                self.note_failure(entry, missing)
                raise missing from error
            self.note_failure(entry, error)
            raise
        status.sessions += 1
        if channel.pid is not None:
            status.pids.add(channel.pid)
        self._record("server.started", entry, pid=channel.pid)
        self.changed.emit()
        return channel

    async def _channel(
        self, entry: ServerConfig, spec: Spec, receiver: ServerReceiver, find_tool: ToolLookup
    ) -> ServerChannel:
        if isinstance(spec, HookSpec):
            return OwnTools(receiver, self._own_tools(entry, spec.tool))
        limit, stderr = entry.settings(self._settings.now).frame_from_server, self.status_of(entry.id).stderr

        def note(text: str) -> None:
            stderr.add(f"[assent] {text}\n".encode())

        async def start_channel(receiver: ServerReceiver) -> ServerChannel:
            if isinstance(spec, HttpSpec):
                return await HttpChannel.start(spec, receiver, frame_limit=limit, find_tool=find_tool, note=note)
            return await StdioChannel.start(spec, receiver, frame_limit=limit, stderr=stderr)

        if entry.options.dialect == "operations":
            return await OperationsDialect.start(receiver, start_channel)
        return await start_channel(receiver)

    def _own_tools(self, entry: ServerConfig, tool: str) -> tuple[str, ...]:
        """Add a tool to those that an app's hook asked about. Returns all; raises AssentError if they are too many."""
        tools = self._own_tools_by_id.setdefault(entry.id, {})
        if tool and tool not in tools and len(tools) >= MAX_TOOLS:
            raise AssentError(say("this app has asked about too many tools; restart Assent"))
        if tool:
            tools[tool] = None
        return tuple(tools)

    def note_ready(self, entry: ServerConfig) -> None:
        """Note that a handshake with this server succeeded."""
        status = self.status_of(entry.id)
        status.state, status.why, status.failures, status.not_before = ServerState.READY, "", 0, 0.0
        self.changed.emit()

    def note_listing(
        self,
        entry: ServerConfig,
        tools: tuple[ToolDefinition, ...],
        all_tools: tuple[ToolDefinition, ...] | None = None,
        unapprovable: tuple[str, ...] = (),
    ) -> None:
        """Note a listing of a session, unless its configuration is outdated.

        ``tools``: the usable ones. ``all_tools``: all; the same if None. ``unapprovable``: as in ``ServerStatus``.
        """
        status, config = self.status_of(entry.id), entry.config_digest
        all_tools = tools if all_tools is None else all_tools
        is_same = (status.tools, status.listing_config) == (tools, config)
        if is_same and (status.all_tools, status.unapprovable) == (all_tools, unapprovable):
            return
        if not self.is_outdated(entry):
            status.tools, status.all_tools = tools, all_tools
            status.unapprovable, status.listing_config = unapprovable, config
            if not is_same:
                self.tools_listed.emit(entry.id, tools)
            self.changed.emit()

    def note_outcome(self, server_id: str, outcome: Outcome) -> None:
        """Note the outcome of a call that was sent to this server."""
        self.status_of(server_id).recent_calls.add(outcome, time.time())

    def note_failure(self, entry: ServerConfig, error: AssentError) -> None:
        """Note that a start or a session failed. The next start waits longer."""
        status = self.status_of(entry.id)
        status.state, status.why = ServerState.FAILED, error.words
        delay = min(MAX_BACKOFF, FIRST_BACKOFF * 2.0**status.failures)
        status.failures += 1
        # Jitter only spreads load; it needs no secrecy.
        status.not_before = self._monotonic() + delay * random.uniform(1.0, 1.5)  # noqa: S311
        self._record("server.failed", entry, because=str(error))
        self.changed.emit()

    def note_stop(self, entry: ServerConfig, channel: ServerChannel, because: str = "") -> None:
        """Note that a session's process has ended. ``because``: one safe sentence, if the session goes on."""
        status = self.status_of(entry.id)
        status.sessions -= 1
        status.pids.discard(channel.pid or 0)
        if status.sessions == 0 and status.state is not ServerState.FAILED:
            status.state = ServerState.IDLE
        reason: JsonObject = {"because": because} if because else {}
        self._record("server.stopped", entry, pid=channel.pid, exit_code=channel.exit_code, **reason)
        self.changed.emit()

    def _record(self, kind: str, entry: ServerConfig, **fields: JsonValue) -> None:
        if entry.hook:
            return  # no process was started or stopped
        about: JsonObject = {"server": entry.id, "config": entry.public_digest}
        self._log(Draft(kind, about | fields))


def _nothing(*_: str) -> None:
    """Read or write a keyring that holds nothing."""


def loss_reason(channel: ServerChannel, error: AssentError | None) -> AssentError:
    """Return why a server is gone, one sentence."""
    if error is not None and not isinstance(error, ChannelClosed):
        return error
    code = channel.exit_code
    if code is None:
        return error or ChannelClosed(say("the server closed its output"))
    if code < 0:
        return ChannelClosed(say("the server was ended by signal {code}", code=str(-code)))
    return ChannelClosed(say("the server ended with exit code {code}", code=str(code)))
