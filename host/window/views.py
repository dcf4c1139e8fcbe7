"""How the host looks to the window.

Owns: the values of ``control.views`` that are made of the host's state, its servers and its rules.

Invariants: a snapshot reads and changes nothing; it shows every server of both files, whatever is wrong with it, as it
stands in its file: no reference is resolved here, and a secret that stands in it is covered; building one costs less
than a millisecond where nothing changed; a page of rules is bounded however many there are; words of a rule come from
``host.policy.words`` alone; a rule that is gone from the file and still counts is listed too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from typing import Final, NamedTuple

from host.apps.attach.attaching import Shown, shown_start, without_secrets_in
from host.control.protocol import ReadRules
from host.control.views import (
    ApproverView,
    AssistantPhase,
    ChangeView,
    HostState,
    PolicyView,
    RuleDraft,
    RulesPage,
    ServerView,
)
from host.errors import ConfigError
from host.model import JsonValue
from host.policy import words
from host.policy.book import PolicyBook
from host.policy.model import NOT_MANAGED, ApproverEntry, PolicySource, Rule, Unconfirmed
from host.policy.words import Waits, rule_view
from host.servers.config import ServerConfig, ServersConfig
from host.servers.supervisor import Supervisor
from host.text import one_line
from host.window.session import HostParts
from host.words import say

NAME_SHOWN: Final = 64
"""Characters of a name that servers.json may not have."""
WAITING_SHOWN: Final = 200
"""Changes that wait and are told with the state; ``ReadRules`` tells all."""
PROBLEMS_SHOWN: Final = 50
"""Problems of one file that are told."""
_VIEWS: Final = "views of what waits"
_STARTS: Final = 500
"""Entries of which it is remembered what they start."""
_starts: Final[dict[str, Shown]] = {}
"""By the digest of the entry."""


def snapshot(host: HostParts, suggestions: tuple[RuleDraft, ...], assistant: AssistantPhase) -> HostState:
    """The host as it is now. To be called on its event loop. ``suggestions``: of rules."""
    return HostState(
        stopped=host.gate.stopped,
        pending=len(host.approvals.pending),
        running=host.gate.running,
        servers=tuple(server_views(host.supervisor, host.policy)),
        policy=policy_view(host.policy, host.own_pin.approvers(), suggestions),
        grants=host.gate.grants.all,
        log_problem=host.store.failed,
        assistant=assistant,
        settings_problems=host.preferences.problems,
        servers_problem=servers_problem(host.supervisor),
    )


def policy_view(
    policy: PolicyBook, approvers: Sequence[ApproverEntry], suggestions: tuple[RuleDraft, ...]
) -> PolicyView:
    """What the policy files say now. ``approvers``: who may sign. ``suggestions``: of rules."""
    policy.refresh_soon()
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
            yield server_view(entry, supervisor, policy)
        else:
            yield _broken(name, written[name], config)


def servers_problem(supervisor: Supervisor) -> str:
    """What is wrong with servers.json itself rather than with one of its entries; else empty."""
    return sentences_of(supervisor.config.faults)


def server_view(entry: ServerConfig, supervisor: Supervisor, policy: PolicyBook | None) -> ServerView:
    """One server whose entry can be used. ``policy``: says who vouches for it."""
    state, why = supervisor.state_of(entry)
    sessions = supervisor.status_of(entry.id).sessions
    start = _start(entry)
    kind = "http" if entry.is_remote else entry.kind
    managed = NOT_MANAGED if policy is None else policy.managed
    return ServerView(
        id=entry.id,
        kind=kind,
        state=state.value,
        why=why,
        sessions=sessions,
        command=start.words,
        trust="none" if policy is None else policy.trust_of(entry.id, entry.config_digest),
        config_digest=entry.config_digest,
        managed=entry.managed,
        pinned=entry.id in managed.pins,
        name=entry.options.name,
        use=supervisor.status_of(entry.id).use.figures,
        sign_in=supervisor.sign_ins.standing(entry),
        waits="" if entry.disabled or entry.kept_out else supervisor.waits(entry),
        covered=start.covered,
    )


def _start(entry: ServerConfig) -> Shown:
    """What an entry starts, without secrets; worked out once for each."""
    if (known := _starts.get(entry.config_digest)) is None:
        if len(_starts) >= _STARTS:
            _starts.clear()
        known = _starts[entry.config_digest] = shown_start(entry)
    return known


def _broken(name: str, written: JsonValue, config: ServersConfig) -> ServerView:
    """An entry that cannot be used, with as much of it as can be read."""
    entry = written if isinstance(written, dict) else {}
    url, args = entry.get("url"), entry.get("args")
    parts = [entry.get("command"), *(args if isinstance(args, list) else ())] if "command" in entry else [url]
    start = without_secrets_in(tuple(part for part in parts if isinstance(part, str)), entry)
    problem = sentences_of(config.problems_of(name)) or say("This entry cannot be used.")
    kind = "http" if isinstance(url, str) and "command" not in entry else "stdio"
    managed = name in config.managed
    shown = one_line(name, NAME_SHOWN)
    return ServerView(
        shown, kind, "not usable", "", 0, start.words, "none", problem, managed=managed, covered=start.covered
    )


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


def sentences_of(problems: Iterable[ConfigError]) -> str:
    """Them all on one line; empty where there are none."""
    told: str = ""
    for problem in problems:
        told = say("{first}; {next}", first=told, next=problem.words) if told else problem.words
    return told


MAX_PAGE: Final = 500
"""Rules of one page at most."""
MAX_FILTER: Final = 1_000
"""Characters of a filter."""


class Entry(NamedTuple):
    """One rule of the list.

    Attributes:
        waits: as in ``RuleView``.
    """

    rule: Rule
    waits: Waits = ""


class Listing:
    """All rules at one moment. Its pages may be made in any thread.

    Attributes:
        generation: of the rules in force.
    """

    def __init__(self, sources: Sequence[PolicySource], generation: int) -> None:
        """``sources``: managed, then user, as they count."""
        self._entries = tuple(_entries(sources))
        self._texts: dict[int, str] = {}
        self.generation = generation

    def page(self, asked: ReadRules, now: datetime) -> RulesPage:
        """The page that ``asked`` names. ``now``: aware, decides what has expired."""
        wanted = asked.text[:MAX_FILTER].casefold().split()
        found = [number for number, entry in enumerate(self._entries) if _fits(entry, asked)]
        if wanted:
            found = [number for number in found if all(word in self._text(number) for word in wanted)]
        begin, limit = max(0, asked.begin), max(1, min(asked.limit, MAX_PAGE))
        rules = tuple(rule_view(*self._entries[number], now=now) for number in found[begin : begin + limit])
        return RulesPage(rules, len(found), self.generation)

    def users_rule(self, rule_id: str) -> Rule | None:
        """The rule of that id in the user's file; None where there is none."""
        users = (it.rule for it in self._entries if it.rule.source == "user" and it.waits != "gone")
        return next((rule for rule in users if rule.id == rule_id), None)

    def _text(self, number: int) -> str:
        """Everything that a filter looks at."""
        text = self._texts.get(number)
        if text is None:
            text = self._texts[number] = _searched(self._entries[number].rule)
        return text


def change_view(change: Unconfirmed, now: datetime) -> ChangeView:
    """One change that waits, in words."""
    waits: Waits = "gone" if change.kind == "gone" else "allows"
    return ChangeView(
        change.kind, None if change.rule is None else rule_view(change.rule, waits, now=now), change.server
    )


def _entries(sources: Sequence[PolicySource]) -> Iterator[Entry]:
    for source in sources:
        held = {id(change.rule) for change in source.waiting if change.kind == "allows"}
        for rule in source.rules:
            yield Entry(rule, "allows" if id(rule) in held else "")
    for source in sources:
        for change in source.waiting:
            if change.kind == "gone" and change.rule is not None:
                yield Entry(change.rule, "gone")


def _fits(entry: Entry, asked: ReadRules) -> bool:
    rule, waits = entry
    if asked.source and rule.source != asked.source:
        return False
    if asked.effect and rule.effect.value != asked.effect:
        return False
    return not asked.waiting or bool(waits)


def _searched(rule: Rule) -> str:
    match = rule.match
    said = (rule.id, match.server or "", match.tool or "", match.app or "", rule.reason, words.rule_words(rule))
    return " ".join((*said, *words.conditions(rule), *words.obligations(rule.obligations))).casefold()
