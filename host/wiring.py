"""Opens what a host needs from its profile: the rules, the grants, the reviews, and the names of listed tools.

Owns: the order in which these are read, and what closes them; which tool names inspection knows.

Invariants: the rules were read once before anybody is let in, so that what is wrong with them is said at the start;
what people confirmed and granted is written before the host has stopped; what the keyring has to say to either is
waited for by nobody.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from contextlib import AsyncExitStack

from host import tasks
from host.gate.call_history import FILE as KNOWN
from host.gate.call_history import CallHistory, FirstUse
from host.gate.grants import Grants, GrantStore
from host.gate.inspection import Inspection
from host.gate.inspection_pool import InspectionPool
from host.gate.spool import Spool
from host.inspect.sql import may_get_sql
from host.keyring_entry import KeyringEntry, KeyringOrFile, SealedFile, entry_name
from host.model import App, Draft, ToolDefinition
from host.paths import Paths, managed_file
from host.policy.baseline_store import FILE as CONFIRMED
from host.policy.baseline_store import BaselineStore
from host.policy.book import PolicyBook
from host.policy.load import load_managed
from host.policy.loosening import Baseline
from host.policy.model import PolicySource
from host.servers import reviews
from host.servers.config import ServersConfig
from host.servers.reviews import Review, Reviews
from host.servers.supervisor import Supervisor
from host.settings import LiveSettings

_log = logging.getLogger(__name__)


async def open_policy(
    undo: AsyncExitStack,
    paths: Paths,
    *,
    managed: Callable[[], PolicySource] | None,
    log: Callable[[Draft], None],
    seal: Callable[[str], KeyringEntry],
) -> PolicyBook:
    """The rules in force. ``undo``: closes what they keep. ``managed``: reads the administrator's; may block.

    Where it is None, they are read from the protected file of the system.
    """
    keeper = BaselineStore(paths.data / CONFIRMED, seal(entry_name("policy", paths.config)))
    undo.push_async_callback(keeper.close)

    async def adopt(baseline: Baseline) -> None:
        await policy.adopt(baseline)

    policy = PolicyBook(
        paths.policy_file,
        managed=managed or (lambda: load_managed(managed_file())),
        managed_file=managed_file(),
        log=log,
        soon=asyncio.get_running_loop().call_soon,
        baseline=await keeper.recall(adopt),
        keep=keeper.keep,
        remembers=lambda: keeper.remembers,
    )
    await policy.ready()
    return policy


class ListedToolNames:
    """The names of all tools that servers with a session list, worked out anew only where one of them lists others.

    With the first tool that may be handed SQL a process of the pool loads what reads that, which takes most of a
    second. Nobody waits for it.
    """

    def __init__(self, supervisor: Supervisor, pool: InspectionPool) -> None:
        """``supervisor``: knows the last listing of each server. ``pool``: reads SQL."""
        self._supervisor, self._pool = supervisor, pool
        self._reads_sql = False
        supervisor.tools_listed.connect(self._on_listed)
        supervisor.changed.connect(self._on_changed)
        self._changed = True
        self._config: ServersConfig | None = None
        self._of: tuple[tuple[str, tuple[ToolDefinition, ...]], ...] = ()
        self._names: tuple[tuple[str, str], ...] = ()

    def __call__(self) -> tuple[tuple[str, str], ...]:
        """Server and tool of each."""
        supervisor = self._supervisor
        config = supervisor.config
        if not self._changed and config is self._config:
            return self._names
        self._changed, self._config = False, config
        of = tuple((server, supervisor.status_of(server).present) for server in config.entries)
        if len(of) != len(self._of) or any(
            now[0] != was[0] or now[1] is not was[1] for now, was in zip(of, self._of, strict=True)
        ):
            self._of = of
            self._names = tuple((server, tool.name) for server, tools in of for tool in tools)
        return self._names

    def _on_changed(self) -> None:
        self._changed = True

    def _on_listed(self, server: str, tools: tuple[ToolDefinition, ...]) -> None:
        if not self._reads_sql and any(may_get_sql(server, tool.name, tool.input_schema) for tool in tools):
            self._reads_sql = True
            tasks.spawn(self._pool.ask("", {"op": "load"}, b"null"), name="load the reader of SQL")


def open_inspection(undo: AsyncExitStack, paths: Paths, policy: PolicyBook, *, demo: bool = False) -> Inspection:
    """What makes findings, and what it remembers from the last host.

    ``undo``: closes what it keeps. ``demo``: whether this is the demonstration, whose scripted assistant is ours.
    """
    first_use = FirstUse(paths.data / KNOWN)
    undo.push_async_callback(first_use.close)
    inspection = Inspection(
        CallHistory(first_use, time.monotonic),
        sources=lambda: policy.sources,
        our_own=_scripted if demo else lambda _: False,
    )
    undo.push_async_callback(inspection.pool.stop)
    return inspection


def open_spool(undo: AsyncExitStack, paths: Paths, settings: LiveSettings) -> Spool:
    """Where large results lie. ``undo``: lets go of them. Raises ConfigError where others could look in."""
    spool = Spool(paths.spool_dir, settings)
    spool.start()
    undo.callback(spool.close)
    return spool


def _scripted(app: App) -> bool:
    from host.assistant.script import APP  # only the demonstration has one

    return app.authenticated and app.name == APP


def open_grants(
    undo: AsyncExitStack,
    paths: Paths,
    *,
    log: Callable[[Draft], None],
    clock: Callable[[], float],
    seal: Callable[[str], KeyringEntry],
) -> Grants:
    """Those that outlived the last host come when the keyring answers; until then a person is asked.

    ``undo``: closes what they keep. ``clock``: Unix seconds.
    """
    keeping = GrantStore(paths.grants_file, seal(entry_name("grants", paths.config)))
    undo.push_async_callback(keeping.close)
    grants = Grants(log, clock, time.monotonic, keeping)
    keeping.start(grants.restore)
    return grants


def reviews_file(paths: Paths, seal: Callable[[str], KeyringEntry]) -> SealedFile:
    """Where reviews of servers are kept, and what remembers them."""
    return SealedFile(
        paths.reviews_file,
        KeyringOrFile(seal(entry_name("reviews", paths.config)), paths.reviews_head),
        limit=reviews.MAX_FILE,
        remedy="Review the servers anew.",
        lost=lambda error: _log.warning("what was approved of servers ends with this host: %s", error),
    )


def open_reviews(undo: AsyncExitStack, paths: Paths, *, seal: Callable[[str], KeyringEntry]) -> Reviews:
    """What people approved of servers. It comes when the keyring answers; until then nothing is started.

    ``undo``: closes what keeps them.
    """
    file = reviews_file(paths, seal)
    undo.push_async_callback(file.close)
    made = Reviews(file, file=str(paths.reviews_file))
    undo.push_async_callback(made.close)
    made.start()
    return made


def approve_all(reviews: Reviews, supervisor: Supervisor) -> None:
    """Approve whatever the servers say: those of a demonstration are shipped with the program."""
    entries = (entry for entry in supervisor.config.entries.values() if supervisor.review_of(entry) is None)
    reviews.approve(*(Review(entry.id, entry.config_digest, free=True) for entry in entries))
