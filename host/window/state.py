"""The host at a glance, for the window.

Owns: how the parts of the host look in ``control.views``. What stays true: a snapshot reads and changes nothing; it
shows every entry of servers.json, whatever is wrong with it, as it stands in the file: no reference is resolved here,
so no secret can appear; building one costs less than a millisecond where nothing changed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, Protocol

from host.control.views import AssistantPhase, ChangeView, GrantView, HostState, PolicyView, RuleView, ServerView
from host.errors import AssentError
from host.gate.grants import Grant, Grants
from host.model import JsonValue
from host.policy.book import PolicyBook
from host.policy.model import Change, Rule
from host.servers.config import ServerConfig, ServersConfig
from host.servers.supervisor import Supervisor
from host.text import one_line

NAME_SHOWN: Final = 64
"""Characters of a name that servers.json may not have."""


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
    assistant: AssistantPhase = "absent",
    settings_problems: tuple[str, ...] = (),
) -> HostState:
    """The host as it is now. To be called on its event loop."""
    return HostState(
        stopped=gate.stopped,
        pending=len(approvals.pending),
        running=gate.running,
        servers=tuple(server_views(supervisor)),
        policy=policy_view(policy),
        grants=tuple(map(_grant, gate.grants.all)),
        log_problem=store.failed,
        assistant=assistant,
        settings_problems=settings_problems,
        servers_problem=servers_problem(supervisor),
    )


def policy_view(policy: PolicyBook) -> PolicyView:
    """What the policy files say now."""
    managed, user = policy.sources
    waits = policy.waiting_digest
    return PolicyView(
        problems=tuple(problem for source in (managed, user) for problem in _problems(source.error, source.problems)),
        waiting=tuple(map(_change, user.waiting)) if waits else (),
        digest=waits,
        rules=tuple(map(_rule, (*managed.rules, *user.rules))),
        managed_path=managed.path,
        user_path=user.path,
    )


def server_views(supervisor: Supervisor) -> Iterator[ServerView]:
    """Every server that servers.json names, in its order; usable or not."""
    config = supervisor.config
    written = _written(config)
    for name in written or config.entries:
        if (entry := config.entries.get(name)) is not None:
            yield _view(entry, supervisor)
        else:
            yield _broken(name, written[name], config)


def servers_problem(supervisor: Supervisor) -> str:
    """What is wrong with servers.json itself rather than with one of its entries; else empty."""
    problems = supervisor.config.problems
    return "; ".join(str(problem) for problem in problems if not problem.key.startswith("mcpServers."))


def _view(entry: ServerConfig, supervisor: Supervisor) -> ServerView:
    state, why = supervisor.stands(entry)
    sessions = supervisor.standing(entry.id).sessions
    command = (entry.command, *entry.args) if entry.kind == "stdio" else (entry.url,)
    kind = "stdio" if entry.kind == "stdio" else "http"
    return ServerView(entry.id, kind, state.value, why, sessions, command, entry.ref.trust)


def _broken(name: str, written: JsonValue, config: ServersConfig) -> ServerView:
    """An entry that cannot be used, with as much of it as can be read."""
    entry = written if isinstance(written, dict) else {}
    url, args = entry.get("url"), entry.get("args")
    parts = [entry.get("command"), *(args if isinstance(args, list) else ())] if "command" in entry else [url]
    command = tuple(part for part in parts if isinstance(part, str))
    problem = "; ".join(map(str, config.problems_of(name))) or "This entry cannot be used."
    kind = "http" if isinstance(url, str) and "command" not in entry else "stdio"
    return ServerView(one_line(name, NAME_SHOWN), kind, "not usable", "", 0, command, "none", problem)


def _written(config: ServersConfig) -> dict[str, JsonValue]:
    """The entries as they stand in the file."""
    document = config.origin.value if config.origin is not None else None
    servers = document.get("mcpServers") if isinstance(document, dict) else None
    return servers if isinstance(servers, dict) else {}


def _problems(error: str, all_of_them: Sequence[AssentError]) -> tuple[str, ...]:
    return tuple(map(str, all_of_them)) or ((error,) if error else ())


def _rule(rule: Rule) -> RuleView:
    match = rule.match
    patterns = (match.server or "*", match.tool or "*", match.app or "*")
    return RuleView(rule.id, rule.effect.value, *patterns, rule.reason, rule.source)


def _change(change: Change) -> ChangeView:
    return ChangeView(change.kind, None if change.rule is None else _rule(change.rule), change.server)


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
    )
