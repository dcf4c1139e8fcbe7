"""The host: puts the parts together, starts them in order and stops them in order.

Owns: the process-wide parts (log, policy, approvals, gate, servers, socket, window).

Invariants: whoever holds the profile's lock is its only host, and its socket is for this account alone; a profile that
is thrown away leaves nothing in the keyring; nothing listens before the log is open and every orphan of the last run is
marked; at the end nothing is let in any more, pending calls are denied, window and assistant end, then sessions and
servers, and the log closes last.
Automation that wants an approver of its own builds a ``Host`` in Python; no flag, variable or file of the user does.
"""

from __future__ import annotations

import asyncio
import contextlib
import ctypes
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

from host import __version__, tasks
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

_log = logging.getLogger(__name__)

TAKEN: Final = "another Assent host already runs on this profile"
BACKLOG: Final = 128
"""Apps that wait to be let in."""
COLLECT_AFTER: Final = (20_000, 20, 100)
"""Objects more than went, and collections, before Python looks for circles among the young, the older and the old:
next to nothing here stands in circles, and with the usual 700 a call's objects are gone through while it still runs."""
WINDOW_FIRST: Final = 3.0
"""Seconds that a window has to come before the host loads what only calls need: it is what a person waits for."""
LOOK_EVERY: Final = 2.0
"""Seconds between looks at the rules' files where nothing else looks at them."""
SWITCH_INTERVAL: Final = 0.0005
"""Seconds before a busy thread hands over the interpreter (5 ms by default): the log's writer waits for it at every
statement, and calls wait for the writer."""

MAPPED_FROM: Final = 1 << 20
"""Bytes of a block that goes back to the system once it is free. The C library raises this to the largest block that it
ever freed, and a host would keep the memory of one large message for good."""


class Host:
    """One running host. Use as an asynchronous context manager, or call ``start`` and ``stop``.

    Attributes:
        gate, approvals, policy, supervisor, reviews, store: its parts, for a window or a program in the same process.
        window: its window, None where it has none. quit_requested: set once a person wants it to end; whoever runs it
        then calls ``stop``. preferences: the settings, as the administrator and the person have them. http: where apps
        come over HTTP, None where they cannot. http_problem: why not, though the settings want it.
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
        """``managed``: where the administrator's rules come from, the protected file of the system if None.

        ``settings``: those of the profile if None. ``clock``: Unix seconds. ``window``: whether to have one.
        ``demo``: whether this is the demonstration, which has a scripted assistant. ``window_command``: what to start
        for a window, the real one if None. ``seal``: what the keyring remembers under a name, of the system's keyring
        unless a test gives another.
        """
        self.paths = paths
        self._given = settings
        self.window: Window | None = None
        self.quit_requested = asyncio.Event()
        self._wants_window, self._demo, self._window_command = window, demo, window_command or COMMAND
        self._approver = approver
        self._managed = managed
        self._clock, self._seal = clock, seal if not demo else _no_keyring_entry
        self._approvers: Callable[[], tuple[ApproverEntry, ...]] = lambda: self.policy.approvers
        self._undo = AsyncExitStack()
        self._started_at = 0.0
        self._launched: StartedWindow | None = None
        self.http: HttpApps | None = None
        self.http_problem = ""

    @property
    def settings(self) -> Settings:
        """Those in force."""
        return self.preferences.now

    async def __aenter__(self) -> Self:
        """Start."""
        await self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        """Stop."""
        await self.stop()

    async def start(self) -> None:
        """Open the log, mark orphans, then listen. Where a step fails, the steps before it are undone.

        Raises:
            AssentError: another host runs on this profile, a directory is not private, or the log cannot be used.
        """
        self.paths.ensure()
        async with AsyncExitStack() as undo:
            undo.enter_context(_lock(self.paths.lock_file))
            undo.callback(sys.setswitchinterval, sys.getswitchinterval())
            sys.setswitchinterval(SWITCH_INTERVAL)
            undo.callback(gc.enable)
            _give_large_blocks_back()
            gc.disable()  # all that is made here stays
            if self._wants_window:  # it loads meanwhile: so what takes long to import is imported by the steps below
                self._launched = await start_early(undo, self._window_command, self.paths.socket)
            self._open_settings()
            await self._open_log(undo)
            await self._open_gate(undo)
            await self._open_doors(undo)
            undo.callback(gc.set_threshold, *gc.get_threshold())
            gc.set_threshold(*COLLECT_AFTER)
            undo.callback(gc.unfreeze)
            gc.freeze()  # what stays is not looked through again and again while calls wait for the loop
            gc.enable()
            self._undo = undo.pop_all()

    async def stop(self) -> None:
        """Stop intake, deny what is pending, end sessions and servers, then close the log."""
        await self._undo.aclose()

    def _open_settings(self) -> None:
        from host.preferences import Preferences  # all that follows is many modules: see ``start``

        self.preferences = Preferences(self.paths.settings_file, self._given)
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
        from host.wiring import open_grants, open_inspection, open_policy, open_spool

        self._checker = checker = SchemaChecker()
        checker.serve()
        undo.push_async_callback(checker.stop)
        self.approvals = Approvals(grace=lambda: self.settings.approver_grace, clock=self._clock)
        log, seal = self.store.submit, self._seal
        self.policy = await open_policy(undo, self.paths, managed=self._managed, log=log, seal=seal)
        self.preferences.manage(self.policy.sources[0])
        services = Services(
            log=self.store,
            policy=self.policy,
            approvals=self.approvals,
            checker=checker,
            settings=self.preferences.live,
            clock=self._clock,
            monotonic=time.monotonic,
            stop=StopSwitch(self.paths.data / "stopped", log),
            grants=open_grants(undo, self.paths, log=log, clock=self._clock, seal=seal),
            approvers=self._may_sign,
            inspection=open_inspection(undo, self.paths, self.policy, demo=self._demo),
        )
        self.gate = Gate(services, open_spool(undo, self.paths, self.preferences.live))

    def _may_sign(self) -> tuple[ApproverEntry, ...]:
        return self._approvers()

    async def _open_doors(self, undo: AsyncExitStack) -> None:
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
            soon=asyncio.get_running_loop().call_soon,
            managed=lambda: self.policy.sources[0],
            reload=self.policy.refresh_soon,
            trust_of=self.policy.trust_of,
            keyring_entry=self._seal,
            own_folders=(self.paths.data, self.paths.runtime),
            reviews=self.reviews,
        )
        self._reaper = Reaper()
        await self._reaper.start()
        undo.push_async_callback(self._reaper.stop)
        self.supervisor.changed.connect(self._watch_servers)
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
        )
        self._follow_rules(undo)
        self._started_at = self._clock()
        if self._approver is not None:
            self.approvals.attach(self._approver)
        await gateway.start(_listener(self.paths.socket))
        undo.callback(self.paths.socket.unlink, missing_ok=True)
        undo.push_async_callback(gateway.stop)
        if self.settings.http_port:
            await self._open_http(undo, self.settings.http_port)
        if self.window is not None:
            undo.push_async_callback(self.window.stop)
            self.window.process.start()
        warming = tasks.spawn(self._warm(), name="load what calls need")
        undo.push_async_callback(asyncio.wait, {warming})
        undo.callback(warming.cancel)
        # First of all, in one turn of the loop: what waits is denied, and nobody's word counts any more.
        undo.callback(gateway.shut)
        undo.callback(self.gate.abort_all, QUITTING)

    def _watch_servers(self) -> None:
        """A host that is killed leaves no server behind: see ``host.wire.reaper``."""
        self._reaper.watch(self.supervisor.pids)

    async def _open_http(self, undo: AsyncExitStack, port: int) -> None:
        """Let apps in over HTTP; where that cannot be, everything else works on, and the status says why."""
        from host.apps.http import HttpApps  # few use it

        self.http = http = HttpApps(self.gateway, self.paths.apps_dir, self.preferences.live, self.store.submit)
        try:
            await http.start(port)
        except AssentError as error:
            self.http_problem = str(error)
            _log.warning("%s", error)
            return
        undo.push_async_callback(http.stop)

    async def _warm(self) -> None:
        """Load what the first calls would wait for, once the window has had the processors to itself."""
        from host import schema_worker

        if self.window is not None:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(WINDOW_FIRST):
                    await self.window.server.admitted.wait()
        self.gate.inspection.pool.start()
        await self._checker.start()
        await tasks.in_daemon_thread(schema_worker.validators, name="load jsonschema")

    def _make_window(self, undo: AsyncExitStack) -> Window:
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
        )
        window = Window(parts, self._window_command, self._launched)
        own_pin.start()  # whoever hears of it is there now
        return window

    def _follow_rules(self, undo: AsyncExitStack) -> None:
        """Let the administrator's limits count from then on, and end sessions that the administrator keeps out."""
        loop = asyncio.get_running_loop()

        def manage() -> None:
            self.preferences.manage(self.policy.sources[0])
            self.gateway.recheck_servers()

        self.policy.changed.connect(lambda: loop.call_soon(manage))  # whoever reads the rules now may only make a note
        watching = tasks.spawn(self._watch_rules(), name="look at the rules")
        undo.callback(watching.cancel)

    async def _watch_rules(self) -> None:
        """Notice another administrator's file while nobody calls anything and no window looks."""
        while True:
            await asyncio.sleep(LOOK_EVERY)
            with contextlib.suppress(Exception):  # the source may be anybody's function; the next call hears of it
                self.policy.refresh_soon()

    def status(self) -> JsonObject:
        """What the command line shows of a running host; reads only."""
        self.policy.refresh_soon()
        servers: JsonObject = {}
        for server_id, entry in self.supervisor.config.entries.items():
            state, why = self.supervisor.state_of(entry)
            sessions = self.supervisor.status_of(server_id).sessions
            trust = self.policy.trust_of(server_id, entry.config_digest)
            servers[server_id] = {"state": state.value, "why": why, "sessions": sessions, "trust": trust}
        problems: list[JsonValue] = [source.error for source in self.policy.sources if source.error]
        return {
            "pid": os.getpid(),
            "version": __version__,
            "seconds": round(self._clock() - self._started_at, 3),
            "servers": servers,
            "http": f"http://127.0.0.1:{self.http.port}/mcp/" if self.http is not None and self.http.port else "",
            "http_problem": self.http_problem,
            "pending": len(self.approvals.pending),
            "approver": self.approvals.has_approver,
            "window": self.window is not None and self.window.server.connected,
            "policy_problems": problems,
            "policy_waits_for_confirmation": self.policy.waiting() is not None,
        }


def _lock(path: Path) -> IO[bytes]:
    """Hold the profile's lock for as long as the file is open.

    Raises:
        AssentError: another host holds it.
    """
    file = open(os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600), "rb")  # noqa: SIM115
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        file.close()
        raise AssentError(TAKEN) from error
    return file


def _listener(path: Path) -> socket.socket:
    """A listening socket at ``path``, mode 0600. The lock is held: what stands there is left from a dead host."""
    path.unlink(missing_ok=True)
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    before = os.umask(0o177)
    try:
        listener.bind(str(path))
    finally:
        os.umask(before)
    listener.listen(BACKLOG)
    return listener


def _no_keyring_entry(name: str) -> KeyringEntry:
    """A keyring entry for a demonstration: always empty, and writing to it fails.

    Its profile is thrown away, and would leave its entries in the person's keyring.
    """

    def refuse(*_: str) -> str | None:
        raise AssentError("a demonstration remembers nothing")

    def refuse_to_set(*_: str) -> None:
        refuse()

    return KeyringEntry(name, get=refuse, set=refuse_to_set)


def _give_large_blocks_back() -> None:
    """Let glibc map each block of ``MAPPED_FROM`` bytes and more on its own (mallopt(3)); others do as they do."""
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None) if sys.platform == "linux" else None
    if mallopt is not None:
        mallopt(_M_MMAP_THRESHOLD, MAPPED_FROM)


_M_MMAP_THRESHOLD: Final = -3
