"""The servers: what is configured, what runs, how it went.

Owns: the state of each configured server over all its sessions, its stderr, and when it may be started again. What
stays true: a server that keeps failing is started ever more slowly, with jitter; what one server does touches no
other; a session runs the configuration it was started with, and knows when that is no longer the present one.
"""

from __future__ import annotations

import logging
import os
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from host import tasks
from host.errors import AssentError, ChannelClosed
from host.files import Glance, Soon
from host.model import Draft, JsonObject, JsonValue, ToolDefinition
from host.servers.config import LaunchSpec, ServerConfig, ServersConfig, load_servers, resolve
from host.servers.states import ServerState, barred, without_program
from host.settings import Settings
from host.wire.channel import Receiver
from host.wire.stdio import StderrTail, StdioChannel

_log = logging.getLogger(__name__)

FIRST_BACKOFF: Final = 0.5
LONGEST_BACKOFF: Final = 60.0
"""Seconds between starts of a server that fails: doubled each time, with up to a half of jitter on top."""
LOOK_EVERY: Final = 5.0
"""Seconds for which it is remembered whether a program exists: the window asks twice a second."""


@dataclass(slots=True)
class Standing:
    """How one configured server stands over all its sessions.

    Attributes:
        state: the latest news. why: of a failure (safe). stderr: kept tail (untrusted). sessions: running now.
        failures: starts or handshakes that failed in a row. not_before: monotonic second of the next start.
        tools: the usable definitions of the last good listing of any session. listed_as: digest of the configuration
        that listed them, empty where none did. testing: whether a person has it tested right now.
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

    @property
    def listed(self) -> bool:
        """Whether any session listed its tools yet."""
        return bool(self.listed_as)


class Supervisor:
    """Starts sessions with servers and keeps their standing.

    Attributes:
        changed: called after servers.json or a standing changed, possibly while somebody reads them: it may only make
        a note of it.
    """

    def __init__(
        self,
        servers_file: Path,
        *,
        settings: Settings,
        log: Callable[[Draft], None],
        monotonic: Callable[[], float],
        environment: dict[str, str] | None = None,
        soon: Soon | None = None,
    ) -> None:
        """``log``: queues a record. ``environment``: what references resolve against; the process's own if None."""
        self._file, self._settings, self._log, self._monotonic = servers_file, settings, log, monotonic
        self._environment = dict(os.environ) if environment is None else environment
        self._glance = Glance(servers_file, soon=soon)
        self._config = ServersConfig({})
        self._standings: dict[str, Standing] = {}
        self._looked: dict[str, tuple[float, str]] = {}
        self.changed: Callable[[], None] = lambda: None

    def use(self, settings: Settings) -> None:
        """For servers that are started from now on, these."""
        self._settings = settings

    @property
    def config(self) -> ServersConfig:
        """What servers.json says now; read again when the file changed."""
        if self._glance.changed():
            self._config = load_servers(self._file)
            self._glance.read()
            for problem in self._config.problems:
                _log.info("servers.json: %s", problem)
            self.changed()
        return self._config

    def entry(self, server_id: str) -> ServerConfig:
        """The entry of ``server_id``.

        Raises:
            AssentError: there is none, or it is broken or switched off; the sentence says which.
        """
        entry = self.config.entries.get(server_id)
        if entry is not None and not entry.disabled:
            return entry
        if entry is not None:
            raise AssentError("this server is switched off in servers.json")
        raise AssentError(self._why_not(server_id))

    def _why_not(self, server_id: str) -> str:
        config = self.config
        if own := config.problems_of(server_id):
            return "its entry in servers.json cannot be used: " + "; ".join(map(str, own))
        whole = [str(problem) for problem in config.problems if not problem.key.startswith("mcpServers.")]
        return "servers.json cannot be used: " + whole[0] if whole else "no such server in servers.json"

    def outdated(self, entry: ServerConfig) -> bool:
        """Whether ``entry`` is no longer what servers.json says."""
        current = self.config.entries.get(entry.id)
        return current is None or current.config_digest != entry.config_digest

    def standing(self, server_id: str) -> Standing:
        """How ``server_id`` stands."""
        if server_id not in self._standings:
            self._standings[server_id] = Standing(StderrTail(self._settings.stderr_kept))
        return self._standings[server_id]

    def stands(self, entry: ServerConfig) -> tuple[ServerState, str]:
        """How ``entry`` stands, and why where that is a fault; one that was never started is looked at, not started."""
        if (barrier := barred(entry)) is not None:
            return barrier
        standing = self.standing(entry.id)
        if standing.state is ServerState.IDLE and (why := self._without_program(entry)):
            return ServerState.NOT_USABLE, why
        return standing.state, standing.why if standing.state is ServerState.FAILED else ""

    def _without_program(self, entry: ServerConfig) -> str:
        now = self._monotonic()
        at, why = self._looked.get(entry.config_digest, (-LOOK_EVERY, ""))
        if entry.config_digest not in self._looked or now - at >= LOOK_EVERY:
            why = without_program(entry, self._environment)
            self._looked[entry.config_digest] = now, why
        return why

    def definition(self, digest: str) -> ToolDefinition | None:
        """The definition with that digest, None where no server lists it (any more). May be asked from any thread."""
        tools = (tool for standing in tuple(self._standings.values()) for tool in standing.tools)
        return next((tool for tool in tools if tool.digest == digest), None)

    def wait_before_start(self, server_id: str) -> float:
        """Seconds to wait before ``server_id`` may be started."""
        return max(0.0, self.standing(server_id).not_before - self._monotonic())

    async def prepare(self, entry: ServerConfig) -> LaunchSpec:
        """What to start for ``entry``. A locked keyring waits for a person, who may never come: cancel it freely.

        Raises:
            AssentError: a reference leads nowhere; the standing says so too.
        """
        self.standing(entry.id).state = ServerState.STARTING
        self.changed()
        try:
            return await tasks.in_daemon_thread(lambda: resolve(entry, self._environment), name="resolve references")
        except AssentError as error:
            self.failed(entry, error)
            raise

    async def start(self, entry: ServerConfig, spec: LaunchSpec, receiver: Receiver) -> StdioChannel:
        """Start a session's process. Not to be cancelled.

        Raises:
            AssentError: it could not be started; its standing says so too.
        """
        standing = self.standing(entry.id)
        try:
            limit = entry.settings(self._settings).frame_from_server
            channel = await StdioChannel.start(spec, receiver, frame_limit=limit, stderr=standing.stderr)
        except AssentError as error:
            self.failed(entry, error)
            raise
        standing.sessions += 1
        if channel.pid is not None:
            standing.pids.add(channel.pid)
        self._record("server.started", entry, pid=channel.pid)
        self.changed()
        return channel

    def ready(self, entry: ServerConfig) -> None:
        """A session with this server shook hands."""
        standing = self.standing(entry.id)
        standing.state, standing.why, standing.failures, standing.not_before = ServerState.READY, "", 0, 0.0
        self.changed()

    def listed(self, entry: ServerConfig, tools: tuple[ToolDefinition, ...]) -> None:
        """A session listed its tools. One of a configuration that is history says nothing about the present one."""
        standing = self.standing(entry.id)
        if (standing.tools, standing.listed_as) != (tools, entry.config_digest) and not self.outdated(entry):
            standing.tools, standing.listed_as = tools, entry.config_digest
            self.changed()

    def failed(self, entry: ServerConfig, error: AssentError) -> None:
        """A start or a running session failed; the next start waits longer."""
        standing = self.standing(entry.id)
        standing.state, standing.why = ServerState.FAILED, str(error)
        delay = min(LONGEST_BACKOFF, FIRST_BACKOFF * 2.0**standing.failures)
        standing.failures += 1
        # Jitter only spreads load; it needs no secrecy.
        standing.not_before = self._monotonic() + delay * random.uniform(1.0, 1.5)  # noqa: S311
        self._record("server.failed", entry, because=str(error))
        self.changed()

    def stopped(self, entry: ServerConfig, channel: StdioChannel) -> None:
        """A session's process has ended."""
        standing = self.standing(entry.id)
        standing.sessions -= 1
        standing.pids.discard(channel.pid or 0)
        if standing.sessions == 0 and standing.state is not ServerState.FAILED:
            standing.state = ServerState.IDLE
        self._record("server.stopped", entry, pid=channel.pid, exit_code=channel.exit_code)
        self.changed()

    def _record(self, kind: str, entry: ServerConfig, **fields: JsonValue) -> None:
        about: JsonObject = {"server": entry.id, "config": entry.public_digest}
        self._log(Draft(kind, about | fields))


def lost(channel: StdioChannel, error: AssentError | None) -> AssentError:
    """Why a server went away, in one sentence."""
    if error is not None and not isinstance(error, ChannelClosed):
        return error
    code = channel.exit_code
    if code is None:
        return error or ChannelClosed("the server closed its output")
    ended = f"was ended by signal {-code}" if code < 0 else f"ended with exit code {code}"
    return ChannelClosed(f"the server {ended}")
