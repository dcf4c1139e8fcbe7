"""The host: connects the parts, starts them in order and stops them in order.

Owns: the process-wide parts (log, policy, approvals, gate, servers, socket, window).

Invariants: the holder of the profile's lock is its only host, and its socket is for this account alone. A temporary
profile leaves nothing in the keyring. Nothing listens before the log is open and every orphan of the last run has its
end in the log. At the end, nothing more is accepted, pending calls are denied, window and assistant end, then sessions
and servers, and the log closes last.

Automation with its own approver creates a ``Host`` in Python; no flag, variable or file of the user can do that.
"""

from __future__ import annotations

import asyncio
import contextlib
import fcntl
import gc
import logging
import os
import socket
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from typing import IO, TYPE_CHECKING, Final, Self

from host import COLLECT_AFTER, __version__, memory, tasks
from host.errors import AssentError
from host.keyring_entry import KeyringEntry
from host.model import Draft, JsonObject, JsonValue
from host.paths import Paths
from host.window.process import COMMAND, start_early

if TYPE_CHECKING:
    from host.apps.gateway import Gateway
    from host.apps.http import HttpApps
    from host.audit.store import AuditStore
    from host.gate.approvals import Approvals, Approver
    from host.gate.gate import Gate
    from host.policy.book import PolicyBook
    from host.policy.model import ApproverEntry, PolicySource
    from host.preferences import Preferences
    from host.schema import SchemaChecker
    from host.servers.reviews import Reviews
    from host.servers.supervisor import Supervisor
    from host.settings import Settings
    from host.window.process import StartedWindow
    from host.window.server import Window
    from host.words import Words

_log = logging.getLogger(__name__)

TAKEN: Final = "another Assent host already runs on this profile"
WINDOW_FIRST: Final = 3.0
"""Seconds that the window gets to connect before the host loads what only calls need: a person waits for the window."""
CHECK_EVERY: Final = 2.0
"""Seconds between checks of the rules' files while nothing else checks them."""
SWITCH_INTERVAL: Final = 0.0005
"""Seconds after which a busy thread releases the interpreter (5 ms by default): the log's writer waits for it at every
statement, and calls wait for the writer."""

_MAX_NAMES: Final = 20
_MAX_NAME: Final = 200
"""Names of a server's tools in one status, and characters of one: a whole answer has at most ``MAX_ANSWER`` bytes."""


class Host:
    """One host. Use it as an asynchronous context manager, or call ``start`` and ``stop``.

    ``gate``, ``approvals``, ``policy``, ``supervisor``, ``reviews`` and ``store`` are its parts, for a window or a
    program in the same process.

    Attributes:
        quit_requested: set when a person wants it to end; the owner of the host then calls ``stop``.
        http: the listener for apps over HTTP, None if there is none.
        http_problem: why there is none although the settings want it, else empty.
        connected_apps: the names of the apps that proved theirs and had a session since they were attached.
    """

    preferences: Preferences
    store: AuditStore
    approvals: Approvals
    gate: Gate
    policy: PolicyBook
    _checker: SchemaChecker
    supervisor: Supervisor
    reviews: Reviews
    gateway: Gateway

    def __init__(
        self,
        paths: Paths,
        *,
        settings: Settings | None = None,
        approver: Approver | None = None,
        managed: Callable[[], PolicySource] | None = None,
        clock: Callable[[], float] = time.time,
        window: bool = False,
        demo: bool = False,
        window_command: Sequence[str] | None = None,
        seal: Callable[[str], KeyringEntry] = KeyringEntry,
    ) -> None:
        """Prepare a host; nothing is started yet.

        ``settings``: those of the profile if None. ``approver``: answers calls instead of a window. ``managed``:
        returns the administrator's rules; None for the protected file of the system. ``demo``: whether this is the
        demonstration, which has a scripted assistant. ``window_command``: what to start as window, the real one if
        None. ``seal``: makes the keyring entry with a name.
        """
        self.paths = paths
        self._fixed_settings = settings
        self.window: Window | None = None
        self.quit_requested = asyncio.Event()
        self._wants_window, self._demo, self._window_command = window, demo, window_command or COMMAND
        self._approver = approver
        self._managed = managed
        self._clock, self._seal = clock, seal if not demo else _no_keyring_entry
        self._approvers: Callable[[], tuple[ApproverEntry, ...]] = lambda: self.policy.approvers
        self._undo = AsyncExitStack()
        self._started_at = 0.0
        self._started_window: StartedWindow | None = None
        self.connected_apps: set[str] = set()
        self.http: HttpApps | None = None
        self.http_problem: Words = ""

    @property
    def settings(self) -> Settings:
        """The settings in force."""
        return self.preferences.now

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.stop()

    async def start(self) -> None:
        """Open the log, end orphans, then listen. If a step fails, the steps before it are undone.

        Raises AssentError if another host runs on this profile, a directory is not private, or the log cannot be used.
        """
        self.paths.ensure()
        async with AsyncExitStack() as undo:
            undo.enter_context(_take_lock(self.paths.lock_file))
            undo.callback(sys.setswitchinterval, sys.getswitchinterval())
            sys.setswitchinterval(SWITCH_INTERVAL)
            undo.callback(gc.enable)
            keep_memory = tasks.spawn(memory.keep_for_a_while(), name="give memory back")
            undo.callback(keep_memory.cancel)
            gc.disable()  # all objects that are created here stay
            if self._wants_window:  # it loads meanwhile; slow modules are imported by the steps below
                self._started_window = await start_early(undo, self._window_command, self.paths.socket)
            self._open_settings()
            await self._open_log(undo)
            await self._open_gate(undo)
            await self._open_servers_and_apps(undo)
            undo.callback(gc.set_threshold, *gc.get_threshold())
            gc.set_threshold(*COLLECT_AFTER)
            undo.callback(gc.unfreeze)
            gc.freeze()  # objects that stay are not examined again and again while calls wait for the loop
            gc.enable()
            self._undo = undo.pop_all()

    async def stop(self) -> None:
        """Accept nothing more, deny pending calls, end sessions and servers, then close the log."""
        await self._undo.aclose()

    def _open_settings(self) -> None:
        from host.preferences import Preferences  # this imports many modules: see ``start``

        self.preferences = Preferences(self.paths.settings_file, self._fixed_settings)
        for problem in self.preferences.problems:
            _log.warning("a setting has its default: %s", problem)

    async def _open_log(self, undo: AsyncExitStack) -> None:
        from host.audit.store import AuditStore

        self.store = AuditStore.open(self.paths.log_file, head=self.paths.head_file, clock=self._clock)
        undo.push_async_callback(self.store.close)
        await self.store.begin(Draft("host.started", {"pid": os.getpid(), "version": __version__}))
        undo.callback(self.store.submit, Draft("host.stopped", {"pid": os.getpid()}))

    async def _open_gate(self, undo: AsyncExitStack) -> None:
        from host.gate.approvals import Approvals
        from host.gate.emergency_stop import StopSwitch
        from host.gate.gate import Gate
        from host.gate.services import Services
        from host.schema import SchemaChecker
        from host.turns import NextTurn
        from host.wiring import open_grants, open_inspection, open_policy, open_spool

        self._checker = checker = SchemaChecker()
        checker.pool.serve()
        undo.push_async_callback(checker.stop)
        self.approvals = Approvals(grace=lambda: self.settings.approver_grace, clock=self._clock)
        log, seal, soon = self.store.submit, self._seal, NextTurn()
        self.policy = await open_policy(undo, self.paths, managed=self._managed, log=log, seal=seal, soon=soon)
        self.preferences.manage(self.policy.sources[0])
        services = Services(
            log=self.store,
            policy=self.policy,
            approvals=self.approvals,
            checker=checker,
            settings=self.preferences.live,
            clock=self._clock,
            monotonic=time.monotonic,
            stop=StopSwitch(self.paths.stop_file, log),
            grants=open_grants(undo, self.paths, log=log, clock=self._clock, seal=seal),
            approvers=self._registered_approvers,
            inspection=open_inspection(undo, self.paths, self.policy, soon=soon, demo=self._demo),
        )
        self.gate = Gate(services, open_spool(undo, self.paths, self.preferences.live))

    def _registered_approvers(self) -> tuple[ApproverEntry, ...]:
        return self._approvers()

    async def _open_servers_and_apps(self, undo: AsyncExitStack) -> None:
        from host.apps.gateway import Gateway
        from host.gate.refusals import QUITTING
        from host.servers.reviews import Reviews
        from host.servers.supervisor import Supervisor
        from host.wire.reaper import Reaper
        from host.wiring import ListedToolNames, approve_all, open_reviews

        self.reviews = Reviews() if self._demo else open_reviews(undo, self.paths, seal=self._seal)
        self.supervisor = Supervisor(
            self.paths.servers_file,
            settings=self.preferences.live,
            log=self.store.submit,
            monotonic=time.monotonic,
            soon=self.gate.inspection.turns.soon,
            managed=self.policy.managed_source,
            reload=self.policy.refresh_soon,
            trust_of=self.policy.trust_of,
            keyring_entry=self._seal,
            own_folders=(self.paths.data, self.paths.runtime),
            reviews=self.reviews,
        )
        self._reaper = Reaper()
        await self._reaper.start()
        undo.push_async_callback(self._reaper.stop)
        self.supervisor.changed.connect(lambda: self._reaper.watch(self.supervisor.pids))
        undo.push_async_callback(self.supervisor.sign_ins.close)
        if self._demo:
            approve_all(self.reviews, self.supervisor)
        self.gate.inspection.tools = ListedToolNames(self.supervisor, self.gate.inspection.pool)
        self.window = self._make_window(undo) if self._wants_window else None
        self.gateway = gateway = Gateway(
            self.paths,
            supervisor=self.supervisor,
            gate=self.gate,
            log=self.store,
            settings=self.preferences.live,
            status=self.status,
            window=self.window.server if self.window is not None else None,
            connected_apps=self.connected_apps,
        )
        self._watch_rules(undo)
        self._started_at = self._clock()
        if self._approver is not None:
            self.approvals.attach(self._approver)
        await gateway.start(_open_listener(self.paths.socket))
        undo.callback(self.paths.socket.unlink, missing_ok=True)
        undo.push_async_callback(gateway.stop)
        if self.settings.http_port:
            await self._open_http(undo, self.settings.http_port)
        if self.window is not None:
            undo.push_async_callback(self.window.stop)
            self.window.process.start()
        load_task = tasks.spawn(self._load_for_calls(), name="load what calls need")
        undo.push_async_callback(asyncio.wait, {load_task})
        undo.callback(load_task.cancel)
        # Undone first, in one turn of the loop: pending calls are denied, and no answer counts any more.
        undo.callback(gateway.shut)
        undo.callback(self.gate.abort_all, QUITTING)

    async def _open_http(self, undo: AsyncExitStack, port: int) -> None:
        """Listen for apps over HTTP. If that fails, everything else still works, and the status says why."""
        from host.apps.http import HttpApps  # few use it

        self.http = http = HttpApps(self.gateway, self.paths.apps_dir, self.preferences.live)
        try:
            await http.start(port)
        except AssentError as error:
            self.http_problem = error.words
            _log.warning("%s", error)
            return
        undo.push_async_callback(http.stop)

    async def _load_for_calls(self) -> None:
        """Load what the first calls would wait for, after the window has started."""
        from host import schema_worker

        if self.window is not None:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(WINDOW_FIRST):
                    await self.window.server.admitted.wait()
        self.gate.inspection.pool.start()
        await self._checker.start()
        await tasks.in_daemon_thread(schema_worker.validators, name="load jsonschema")

    def _make_window(self, undo: AsyncExitStack) -> Window:
        """Return the window, with the people who may sign in it. It is not started yet."""
        from host.window.pending_prompts import make_signers, person
        from host.window.server import Window
        from host.window.session import HostParts  # on first use: automation has no window

        own_pin, signers = make_signers(
            undo, self.paths, self.policy, log=self.store.submit, clock=self._clock, seal=self._seal
        )
        self._approvers = own_pin.approvers
        parts = HostParts(
            paths=self.paths,
            gate=self.gate,
            approvals=self.approvals,
            policy=self.policy,
            supervisor=self.supervisor,
            checker=self._checker,
            signers=signers,
            own_pin=own_pin,
            store=self.store,
            preferences=self.preferences,
            quit_host=self.quit_requested.set,
            person=person(),
            demo=self._demo,
            connected_apps=self.connected_apps,
            http_problem=lambda: self.http_problem,
        )
        window = Window(parts, self._window_command, self._started_window)
        own_pin.start()  # its listeners exist now
        return window

    def _watch_rules(self, undo: AsyncExitStack) -> None:
        """Apply the administrator's limits after each change, and end sessions that the administrator forbids."""
        loop = asyncio.get_running_loop()

        def apply_managed() -> None:
            self.preferences.manage(self.policy.sources[0])
            self.gateway.recheck_servers()

        self.policy.changed.connect(lambda: loop.call_soon(apply_managed))  # the signal comes while rules are read
        check_task = tasks.spawn(self._check_rules(), name="look at the rules")
        undo.callback(check_task.cancel)

    async def _check_rules(self) -> None:
        """Notice a changed file of rules while no call and no window checks it."""
        while True:
            await asyncio.sleep(CHECK_EVERY)
            with contextlib.suppress(Exception):  # ``managed`` may be any function; the next call gets its error
                self.policy.refresh_soon()

    def status(self) -> JsonObject:
        """The state of the host for the command line."""
        self.policy.refresh_soon()
        servers: JsonObject = {}
        for server_id, entry in self.supervisor.config.entries.items():
            state, why = self.supervisor.state_of(entry)
            sessions = self.supervisor.status_of(server_id).sessions
            trust = self.policy.trust_of(server_id, entry.config_digest)
            unpinned = self.supervisor.unpinned_tools(entry)
            servers[server_id] = {
                "state": state.value,
                "why": why,
                "sessions": sessions,
                "trust": trust,
                "unpinned": [name[:_MAX_NAME] for name in unpinned[:_MAX_NAMES]],
                "unpinned_count": len(unpinned),
            }
        problems: list[JsonValue] = [source.error for source in self.policy.sources if source.error]
        return {
            "pid": os.getpid(),
            "version": __version__,
            "seconds": round(self._clock() - self._started_at, 3),
            "servers": servers,
            "http": f"http://127.0.0.1:{self.http.port}/mcp/" if self.http is not None and self.http.port else "",
            "http_problem": str(self.http_problem),
            "pending": len(self.approvals.pending),
            "approver": self.approvals.has_approver,
            "window": self.window is not None and self.window.server.is_connected,
            "stopped": self.gate.is_stopped,
            "log_problem": self.store.failure,
            "head_problem": self.store.head_failure,
            "policy_problems": problems,
            "policy_waits_for_confirmation": self.policy.waiting() is not None,
        }


def _take_lock(path: Path) -> IO[bytes]:
    """Take the profile's lock, held while the returned file is open. Raises AssentError if another host holds it."""
    file = open(os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600), "rb")  # noqa: SIM115
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        file.close()
        raise AssentError(TAKEN) from error
    return file


def _open_listener(path: Path) -> socket.socket:
    """Open a listening socket at ``path``, mode 0600. The lock is held, so an existing socket is of a dead host."""
    path.unlink(missing_ok=True)
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    before = os.umask(0o177)
    try:
        listener.bind(str(path))
    finally:
        os.umask(before)
    return listener


def _no_keyring_entry(name: str) -> KeyringEntry:
    """A keyring entry that refuses: a demonstration's profile is temporary, and would leave its entries behind."""

    def refuse(*_: str) -> str | None:
        raise AssentError("a demonstration remembers nothing")

    def refuse_to_set(*_: str) -> None:
        refuse()

    return KeyringEntry(name, get=refuse, set=refuse_to_set)
