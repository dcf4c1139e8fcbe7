"""Grants over clocks that stand still, for tests of when they are given and what they cover."""

from __future__ import annotations

from typing import Any, Final, cast

from host.canonical import canonical
from host.gate.grants import Grants, NewGrant, StandingGrant
from host.keyring_entry import SealedFile
from host.model import (
    App,
    Bound,
    Call,
    Effect,
    Finding,
    Grant,
    GrantDuration,
    GrantOffers,
    JsonObject,
    Severity,
    ToolDefinition,
    Verdict,
    sha256_hex,
)
from host.policy.facts import CallFacts
from host.values import replace
from tests.support.seen import seen
from tests.unit.host.support import APP, Clock, MemoryLog, call_params, frozen_call, tool

SCOPES: Final[tuple[GrantDuration, ...]] = ("15min", "1h", "chat", "quit", "always")

ASK = Verdict(Effect.ASK, "default", "default", "No rule matches, so a person is asked.")
USER_ASK = Verdict(Effect.ASK, "r1", "user", "Rule r1 says so.")
NOTE = Finding("first-use", Severity.INFO, "It is the first time.")
WORRY = Finding("odd-name", Severity.MEDIUM, "The name is odd.")


def defined(schema: JsonObject | None = None, **annotations: Any) -> ToolDefinition:
    value = tool("write", schema, annotations=annotations)
    raw = canonical(value)
    return ToolDefinition("write", raw, value, sha256_hex(raw))


TOOL = defined()
DEFINITION = TOOL.digest


class Kept:
    """Keeps the grants that are to last in memory. Attributes: can_keep: whether they last."""

    def __init__(self) -> None:
        self.can_keep = True
        self.grants: list[list[Grant]] = []

    def keep(self, grants: Any) -> None:
        self.grants.append([kept.grant for kept in grants])


class Given:
    """Grants with clocks that stand still. What is seen of a call is what a look at this machine gives.

    Attributes:
        trust, annotations: of the server, and what it says of its tool.
    """

    def __init__(self, trust: Any = "user", **annotations: Any) -> None:
        self.log, self.wall, self.steady, self.kept = MemoryLog(), Clock(), Clock(50.0), Kept()
        self.grants = Grants(self.log.submit, self.wall, self.steady, cast("SealedFile[StandingGrant]", self.kept))
        self.trust, self.annotations = trust, annotations
        self.changes = 0
        self.grants.changed.connect(self.count)

    def count(self) -> None:
        self.changes += 1

    def facts(self, made: Call, findings: tuple[Finding, ...] = ()) -> CallFacts:
        folders = self.grants.needs(made).folders
        facts = seen(made, folders=folders, trust=self.trust, annotations=self.annotations)
        return replace(facts, findings=findings)

    def offer(
        self,
        made: Call,
        definition: ToolDefinition = TOOL,
        scope: GrantDuration = "15min",
        bound: Bound = "exact",
        findings: tuple[Finding, ...] = (),
    ) -> NewGrant | None:
        return self.grants.prepare(made, definition, scope, bound, "ana", self.facts(made, findings))

    def offered(
        self,
        made: Call,
        definition: ToolDefinition = TOOL,
        scope: GrantDuration = "15min",
        bound: Bound = "exact",
        findings: tuple[Finding, ...] = (),
    ) -> NewGrant:
        offer = self.offer(made, definition, scope, bound, findings)
        assert offer is not None
        return offer

    def give(
        self,
        made: Call,
        definition: ToolDefinition = TOOL,
        scope: GrantDuration = "15min",
        bound: Bound = "exact",
        findings: tuple[Finding, ...] = (),
    ) -> Grant:
        offer = self.offered(made, definition, scope, bound, findings)
        self.grants.give(offer)
        assert offer.grant in self.grants.all
        return offer.grant

    def covers(
        self,
        made: Call,
        definition: str = DEFINITION,
        verdict: Verdict = ASK,
        findings: tuple[Finding, ...] = (),
    ) -> bool:
        return self.grants.find_covering(made, definition, verdict, findings, self.facts(made, findings)) is not None

    def offers(
        self, made: Call, verdict: Verdict = ASK, findings: tuple[Finding, ...] = (), definition: ToolDefinition = TOOL
    ) -> GrantOffers:
        return self.grants.offers(made, definition, verdict, findings, self.facts(made, findings))

    def refusal(self, made: Call, verdict: Verdict = ASK, findings: tuple[Finding, ...] = ()) -> str:
        offers = self.offers(made, verdict, findings)
        assert bool(offers.refused) is not bool(offers.bounds)
        assert bool(offers.refused) is not bool(offers.durations)
        return offers.refused


def call(arguments: JsonObject | None = None, *, name: str = "write", call_id: str = "call-1", app: App = APP) -> Call:
    return frozen_call(call_id, call_params(name, arguments or {"path": "a", "n": 1}), app=app)
