"""How often a person is asked, where they accept the most that is offered each time.

Each scenario is gone through with the gate's own grants: nothing is allowed by a rule, so that each call that no grant
covers is a prompt; at a prompt the person takes the widest bound and the longest duration that ends with the host.
Findings that force refuse a grant, and keep one from covering, as in the gate.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from msgspec.structs import replace

from host.gate.grants import Grants
from host.model import Bound, Effect, Grant, GrantDuration, Verdict
from host.policy.facts import CallFacts, Needs
from host.policy.gather import find_places_now
from tests.bench.replay import APP, Replayed, replay
from tests.bench.scenarios import Scenario

_ASK: Final = Verdict(Effect.ASK, "default", "default", "No rule matches.")
_WIDEST: Final[tuple[Bound, ...]] = ("any", "pattern", "exact")
_LONGEST: Final[tuple[GrantDuration, ...]] = ("quit", "chat", "1h", "15min")


@dataclass(frozen=True)
class Prompts:
    """What came of some scenarios.

    Attributes:
        calls: in all.
        asked: of them, how many a person was asked about.
        first: of those, at the first call of a tool in its scenario, which nothing learned could cover.
        tasks: requests of the person.
        offered: prompts at which something wider than exactly this call was offered.
        allowed: hostile writes that a grant let through.
        hostile: hostile writes.
        read: hostile reads that a grant let through.
        covered: harmless calls that a grant covers, findings aside.
        forced: of those, how many a finding turns into a prompt.
    """

    calls: int
    asked: int
    first: int
    tasks: int
    offered: int
    allowed: int
    hostile: int
    read: int
    covered: int
    forced: int

    @property
    def per_task(self) -> float:
        """Prompts for one request, from a profile that knows nothing."""
        return self.asked / self.tasks if self.tasks else 0.0

    @property
    def once_known(self) -> float:
        """Prompts for one request behind the first use of each tool."""
        return (self.asked - self.first) / self.tasks if self.tasks else 0.0


def prompts(scenarios: Iterable[Scenario]) -> Prompts:
    """All of these, each from the beginning."""
    calls = asked = first = tasks = offered = allowed = hostile = read = covered = forced = 0
    for scenario in scenarios:
        grants = Grants(lambda _: None, time.time, time.monotonic)
        tasks += len({call.task for call in scenario.calls})
        used = set[tuple[str, str]]()
        for replayed in replay(scenario):
            calls += 1
            attack, writes = bool(replayed.call.hostile), replayed.call.does == "write"
            hostile += attack and writes
            facts = _facts(replayed, grants.needs(replayed.sent).folders)
            covering = grants.find_covering(replayed.sent, replayed.definition.digest, _ASK, replayed.findings, facts)
            if not attack and (covering or _covering_findings_aside(grants, replayed, facts)):
                covered += 1
                forced += covering is None
            if covering is not None:
                allowed += attack and writes
                read += attack and not writes
                continue
            asked += 1
            first += (replayed.call.server, replayed.call.tool) not in used
            used.add((replayed.call.server, replayed.call.tool))
            if not attack:
                offered += _accept(grants, replayed, facts)
    return Prompts(calls, asked, first, tasks, offered, allowed, hostile, read, covered, forced)


def _covering_findings_aside(grants: Grants, replayed: Replayed, facts: CallFacts) -> Grant | None:
    return grants.find_covering(replayed.sent, replayed.definition.digest, _ASK, (), replace(facts, findings=()))


def _facts(replayed: Replayed, folders: tuple[str, ...]) -> CallFacts:
    call, needs = replayed.sent, Needs(folders=folders, paths=True, hosts=True)
    seen = find_places_now(needs, call.arguments_value, replayed.definition.input_schema, Path(replayed.subject.home))
    annotations = replayed.definition.value.get("annotations")
    return CallFacts(
        call.server.id,
        call.tool,
        APP.name,
        app_authenticated=True,
        findings=replayed.findings,
        trust=call.server.trust,
        annotations=annotations if isinstance(annotations, dict) else {},
        paths=seen.paths,
        hosts=seen.hosts,
        folders=seen.folders,
    )


def _accept(grants: Grants, replayed: Replayed, facts: CallFacts) -> bool:
    """Take the widest that is offered; whether it is wider than exactly this call."""
    call, definition = replayed.sent, replayed.definition
    offers = grants.offers(call, definition, _ASK, replayed.findings, facts)
    if offers.refused:
        return False
    bounds = {offer.bound for offer in offers.bounds}
    bound = next((it for it in _WIDEST if it in bounds), None)
    duration = next((it for it in _LONGEST if it in offers.durations), None)
    if bound is None or duration is None:
        return False
    offer = grants.prepare(call, definition, duration, bound, "bench", facts)
    if offer is not None:
        grants.give(offer)
    return bound != "exact"
