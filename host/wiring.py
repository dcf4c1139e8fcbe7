"""Opens what a host needs from its profile: the rules, the grants, the reviews, and the names of listed tools.

Owns: the order in which these are read, and how they are closed; which tool names inspection knows.

Invariants: the rules are read once before any app is accepted, so that faults in them are reported at the start.
Confirmations and grants are written before the host has stopped. Nothing waits for the keyring.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import AsyncExitStack

from host import tasks
from host.gate.call_history import FILE as KNOWN
from host.gate.call_history import CallHistory, FirstUse
from host.gate.grants import Grants, grant_file
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
from host.servers import program, reviews
from host.servers.config import ServersConfig
from host.servers.reviews import Review, Reviews
from host.servers.supervisor import Supervisor
from host.settings import LiveSettings
from host.turns import NextTurn


async def open_policy(
    undo: AsyncExitStack,
    paths: Paths,
    *,
    managed: Callable[[], PolicySource] | None,
    log: Callable[[Draft], None],
    seal: Callable[[str], KeyringEntry],
    soon: NextTurn,
) -> PolicyBook:
    """Read the rules and return the policy in force. ``undo``: closes the store of the confirmed rules."""
    store = BaselineStore(paths.data / CONFIRMED, seal(entry_name("policy", paths.config)))
    undo.push_async_callback(store.close)

    async def adopt(baseline: Baseline) -> None:
        await policy.adopt(baseline)

    policy = PolicyBook(
        paths.policy_file,
        managed=managed or (lambda: load_managed(managed_file())),
        managed_file=managed_file(),
        log=log,
        soon=soon,
        baseline=await store.recall(adopt),
        keep=store.keep,
        why_not_kept=lambda: store.why_not_kept,
    )
    await policy.ready()
    return policy


class ListedToolNames:
    """The names of all tools that servers with a session list, cached until a listing changes.

    The first tool that may receive SQL makes a process of the pool load the SQL parser, which takes most of a second.
    Nothing waits for it.
    """

    def __init__(self, supervisor: Supervisor, pool: InspectionPool) -> None:
        self._supervisor, self._pool = supervisor, pool
        self._is_sql_parser_loaded = False
        supervisor.tools_listed.connect(self._on_listed)
        supervisor.changed.connect(self._on_changed)
        self._is_stale = True
        self._config: ServersConfig | None = None
        self._listings: tuple[tuple[str, tuple[ToolDefinition, ...]], ...] = ()
        self._names: tuple[tuple[str, str], ...] = ()

    def __call__(self) -> tuple[tuple[str, str], ...]:
        """Return server id and tool name of each tool."""
        supervisor = self._supervisor
        config = supervisor.config
        if not self._is_stale and config is self._config:
            return self._names
        self._is_stale, self._config = False, config
        listings = tuple((server, supervisor.status_of(server).callable_tools) for server in config.entries)
        if len(listings) != len(self._listings) or any(
            new[0] != old[0] or new[1] is not old[1] for new, old in zip(listings, self._listings, strict=True)
        ):
            self._listings = listings
            self._names = tuple((server, tool.name) for server, tools in listings for tool in tools)
        return self._names

    def _on_changed(self) -> None:
        self._is_stale = True

    def _on_listed(self, server: str, tools: tuple[ToolDefinition, ...]) -> None:
        if not self._is_sql_parser_loaded and any(may_get_sql(server, tool.name, tool.input_schema) for tool in tools):
            self._is_sql_parser_loaded = True
            tasks.spawn(self._pool.ask("", {"op": "load"}, b"null"), name="load the reader of SQL")


def open_inspection(
    undo: AsyncExitStack, paths: Paths, policy: PolicyBook, *, soon: NextTurn | None = None, demo: bool = False
) -> Inspection:
    """Open the inspection, with what it remembers from the last host. ``undo``: closes it."""
    first_use = FirstUse(paths.data / KNOWN)
    undo.push_async_callback(first_use.close)
    inspection = Inspection(
        CallHistory(first_use, time.monotonic),
        sources=lambda: policy.sources,
        is_our_own=_is_scripted_assistant if demo else lambda _: False,
        soon=soon,
    )
    undo.push_async_callback(inspection.pool.stop)
    return inspection


def open_spool(undo: AsyncExitStack, paths: Paths, settings: LiveSettings) -> Spool:
    """Open the storage of large results. ``undo``: closes it. Raises ConfigError if its directory is not private."""
    spool = Spool(paths.spool_dir, settings)
    spool.start()
    undo.callback(spool.close)
    return spool


def _is_scripted_assistant(app: App) -> bool:
    from host.assistant.script import APP  # only needed in the demonstration

    return app.authenticated and app.name == APP


def open_grants(
    undo: AsyncExitStack,
    paths: Paths,
    *,
    log: Callable[[Draft], None],
    clock: Callable[[], float],
    seal: Callable[[str], KeyringEntry],
) -> Grants:
    """Open the grants. Stored ones come into force when the keyring answers; until then a person is asked."""
    file = grant_file(paths.grants_file, seal(entry_name("grants", paths.config)))
    undo.push_async_callback(file.close)
    grants = Grants(log, clock, time.monotonic, file)
    file.start(grants.restore)
    return grants


def reviews_file(paths: Paths, seal: Callable[[str], KeyringEntry]) -> SealedFile[Review]:
    """The file with the reviews of servers, and the memory of its digest."""
    return SealedFile(
        paths.reviews_file,
        KeyringOrFile(seal(entry_name("reviews", paths.config)), paths.reviews_head),
        limit=reviews.MAX_FILE,
        what="reviews of servers",
        remedy="Review the servers again.",
        encode=reviews.reviews_to_bytes,
        decode=reviews.reviews_from_bytes,
    )


def open_reviews(undo: AsyncExitStack, paths: Paths, *, seal: Callable[[str], KeyringEntry]) -> Reviews:
    """Open the reviews of servers. They load when the keyring answers; until then no server is started."""
    file = reviews_file(paths, seal)
    undo.push_async_callback(file.close)
    opened = Reviews(file)
    file.start(opened.adopt)
    return opened


def approve_all(reviews: Reviews, supervisor: Supervisor) -> None:
    """Approve everything that the servers say: those of the demonstration are shipped with Assent."""
    entries = (entry for entry in supervisor.config.entries.values() if supervisor.review_of(entry) is None)
    reviews.approve(
        *(
            Review(entry.id, entry.config_digest, program=program.digest(entry, supervisor.environment), free=True)
            for entry in entries
        )
    )
