"""The host at a glance, for the window.

Owns: how the parts of the host look in ``control.views``.

Invariants: a snapshot reads and changes nothing; it shows every server of both files, whatever is wrong with it, as it
stands in its file: no reference is resolved here, so no secret can appear; building one costs less than a millisecond
where nothing changed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from typing import Final, Protocol

from host.control.views import (
    ApproverView,
    AssistantPhase,
    ChangeView,
    GrantView,
    HostState,
    PolicyView,
    RuleDraft,
    ServerView,
)
from host.errors import ConfigError
from host.gate.grants import Grant, Grants
from host.model import JsonValue
from host.policy.book import PolicyBook
from host.policy.model import NOT_MANAGED, ApproverEntry, PolicySource
from host.servers.config import ServerConfig, ServersConfig
from host.servers.supervisor import Supervisor
from host.text import one_line
from host.window.listing import change_view
from host.words import say

NAME_SHOWN: Final = 64
"""Characters of a name that servers.json may not have."""
WAITING_SHOWN: Final = 200
"""Changes that wait and are told with the state; ``ReadRules`` tells all."""
PROBLEMS_SHOWN: Final = 50
"""Problems of one file that are told."""
_VIEWS: Final = "views of what waits"


class Gate(Protocol):
    """What the window shows of the gate."""

    @property
    def stopped(self) -> bool:
        """Whether the emergency stop holds."""

    @property
    def running(self) -> int:
        """Calls that servers work on."""

    @property
    def grants(self) -> Grants:
        """Those in force."""


class Pending(Protocol):
    """What the window counts of the approvals."""

    @property
    def pending(self) -> Sequence[object]:
        """What waits for people."""


class Store(Protocol):
    """What the window shows of the log's writer."""

    @property
    def failed(self) -> str:
        """Why the log cannot be written, else empty."""


def snapshot(
    *,
    gate: Gate,
    approvals: Pending,
    policy: PolicyBook,
    supervisor: Supervisor,
    store: Store,
    approvers: Sequence[ApproverEntry] = (),
    suggestions: tuple[RuleDraft, ...] = (),
    assistant: AssistantPhase = "absent",
    settings_problems: tuple[str, ...] = (),
) -> HostState:
    """The host as it is now. To be called on its event loop. ``approvers``: who may sign. ``suggestions``: of rules."""
    return HostState(
        stopped=gate.stopped,
        pending=len(approvals.pending),
        running=gate.running,
        servers=tuple(server_views(supervisor, policy)),
        policy=policy_view(policy, approvers, suggestions),
        grants=tuple(map(_grant, gate.grants.all)),
        log_problem=store.failed,
        assistant=assistant,
        settings_problems=settings_problems,
        servers_problem=servers_problem(supervisor),
    )


def policy_view(
    policy: PolicyBook, approvers: Sequence[ApproverEntry] = (), suggestions: tuple[RuleDraft, ...] = ()
) -> PolicyView:
    """What the policy files say now. ``approvers``, ``suggestions``: as ``snapshot`` has them."""
    policy.look()
    managed, user = policy.sources
    return PolicyView(
        problems=(*_problems(managed), *_problems(user)),
        waiting=_waiting(user),
        digest=policy.waiting_digest,
        count=len(managed.rules) + len(user.rules),
        managed_path=managed.path,
        user_path=user.path,
        managed_digest=managed.digest,
        user_digest=user.digest,
        approvers=tuple(ApproverView(who.name, who.roles, who.source) for who in approvers),
        locked=tuple(sorted(policy.managed.locked)),
        suggestions=suggestions,
        remembers=policy.remembers,
        generation=policy.generation,
        waits=len(user.waiting),
    )


def server_views(supervisor: Supervisor, policy: PolicyBook | None = None) -> Iterator[ServerView]:
    """Every server that is named, the administrator's first, in the order of the files; usable or not.

    ``policy``: says who vouches for each.
    """
    config = supervisor.config
    written = config.written
    for name in written or config.entries:
        if (entry := config.entries.get(name)) is not None:
            yield _view(entry, supervisor, policy)
        else:
            yield _broken(name, written[name], config)


def servers_problem(supervisor: Supervisor) -> str:
    """What is wrong with servers.json itself rather than with one of its entries; else empty."""
    return sentences_of(supervisor.config.faults)


def _view(entry: ServerConfig, supervisor: Supervisor, policy: PolicyBook | None) -> ServerView:
    state, why = supervisor.stands(entry)
    sessions = supervisor.standing(entry.id).sessions
    command = (entry.command, *entry.args) if entry.kind == "stdio" else (entry.url,)
    kind = "stdio" if entry.kind == "stdio" else "http"
    managed = NOT_MANAGED if policy is None else policy.managed
    return ServerView(
        id=entry.id,
        kind=kind,
        state=state.value,
        why=why,
        sessions=sessions,
        command=command,
        trust="none" if policy is None else policy.trust_of(entry.id, entry.config_digest),
        config_digest=entry.config_digest,
        managed=entry.managed,
        pinned=entry.id in managed.pins,
    )


def _broken(name: str, written: JsonValue, config: ServersConfig) -> ServerView:
    """An entry that cannot be used, with as much of it as can be read."""
    entry = written if isinstance(written, dict) else {}
    url, args = entry.get("url"), entry.get("args")
    parts = [entry.get("command"), *(args if isinstance(args, list) else ())] if "command" in entry else [url]
    command = tuple(part for part in parts if isinstance(part, str))
    problem = sentences_of(config.problems_of(name)) or say("This entry cannot be used.")
    kind = "http" if isinstance(url, str) and "command" not in entry else "stdio"
    managed = name in config.managed
    shown = one_line(name, NAME_SHOWN)
    return ServerView(shown, kind, "not usable", "", 0, command, "none", problem, managed=managed)


def _problems(source: PolicySource) -> Iterator[str]:
    """What is wrong with a policy file, the first of it."""
    if source.error and not source.problems:
        yield source.error
    yield from (problem.words for problem in source.problems[:PROBLEMS_SHOWN])
    if (more := len(source.problems) - PROBLEMS_SHOWN) > 0:
        yield f"{source.path}: {more} more problems; assent policy check names them all."


def _waiting(user: PolicySource) -> tuple[ChangeView, ...]:
    """What waits, the first of it; made once for a source. ``ReadRules`` tells of rules, but of no server."""
    made = user.memo.get(_VIEWS)
    if not isinstance(made, tuple):
        now = datetime.now(UTC)
        ordered = sorted(user.waiting, key=lambda change: change.rule is not None)
        made = user.memo[_VIEWS] = tuple(change_view(change, now) for change in ordered[:WAITING_SHOWN])
    return made


def _grant(grant: Grant) -> GrantView:
    return GrantView(
        id=grant.id,
        app=grant.app,
        server=grant.server,
        tool=grant.tool,
        arguments=grant.arguments,
        given_at=grant.given_at,
        expires_at=grant.expires_at,
        who=grant.who,
        used=grant.used,
        scope=grant.scope,
        bound=grant.bound,
        covers=grant.covers,
    )


def sentences_of(problems: Iterable[ConfigError]) -> str:
    """Them all on one line; empty where there are none."""
    told: str = ""
    for problem in problems:
        told = say("{first}; {next}", first=told, next=problem.words) if told else problem.words
    return told
