"""What rules see of a call.

Owns: when that is gathered, and of how much.

Invariants: facts are gathered for the very rules that then judge them, and from what the policy files say at that
moment; a call whose server nobody vouches for any more says so; where no rule and no grant needs anything, nothing is
looked up and nothing is waited for.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Final, Protocol

from host.gate.call_execution import CallExecution
from host.gate.refusals import NEW_POLICY, deny
from host.model import Call, CallContext, Finding, JsonObject, Trust, Verdict
from host.policy.facts import NOTHING_NEEDED, CallFacts, Needs
from host.policy.gather import MAX_LOOKING, Gatherer
from host.schema import SchemaChecker
from host.servers.catalogue import Tool
from host.values import replace

AT_ONCE: Final = 4
"""Calls of one app that are looked at together; the others of a burst wait, and no other app's behind them."""
MAX_LOOKS: Final = 5
"""How often facts are gathered anew because the rules changed meanwhile; rules that change faster let nothing pass."""
FOR_PEOPLE: Final = Needs(paths=True, hosts=True)
"""What is gathered besides where a person is asked: a grant may be bound to it, and a path may lead elsewhere later."""
PATHS: Final = Needs(paths=True)
"""What is gathered besides where nobody would be asked about inputs that name paths: a link may lead to a secret."""


class Judge(Protocol):
    """What the gate needs of the policy."""

    @property
    def generation(self) -> int:
        """Another number after every change of the rules in force."""

    def judge(self, facts: CallFacts) -> Verdict:
        """The verdict by the rules in force. Equal facts have equal verdicts within a generation."""

    def broken(self) -> Verdict | None:
        """The verdict on every call while a policy file cannot be used, else None."""

    def needs(self, server: str, tool: str, app: str) -> Needs:
        """What must be gathered for the rules that match these names."""

    def trust_of(self, server_id: str, config_digest: str) -> Trust:
        """Who vouches for that configuration."""

    def stale(self) -> bool:
        """Whether the files are others than those whose rules are in force."""

    async def ready(self) -> None:
        """Return once what the files say now is in force."""


class FactCollector:
    """Gathers the facts that rules and grants need to know of a call."""

    def __init__(
        self, policy: Judge, checker: SchemaChecker, *, grant_needs: Callable[[Call], Needs], clock: Callable[[], float]
    ) -> None:
        """``checker``: judges rules' schemas. ``grant_needs``: as ``Grants.needs``. ``clock``: Unix seconds."""
        self._policy, self._gatherer = policy, Gatherer(checker)
        self._grant_needs, self._clock = grant_needs, clock
        self._places: defaultdict[str, asyncio.Semaphore] = defaultdict(lambda: asyncio.Semaphore(AT_ONCE))
        self._looking = asyncio.Semaphore(MAX_LOOKING)  # beyond that the gatherer looks at nothing

    async def facts(
        self, run: CallExecution, tool: Tool, findings: tuple[Finding, ...], more: Needs = NOTHING_NEEDED
    ) -> CallFacts:
        """What the rules in force, the grants and ``more`` need to see of the call; its server has its trust after.

        The rules for which these were gathered are in force until the caller waits.

        Raises:
            Refusal: the rules change all the time. Aborted: the call was ended from outside.
        """
        policy = self._policy
        for _ in range(MAX_LOOKS):
            if policy.stale():
                await policy.ready()
            generation, call = policy.generation, _update_trust(run, policy)
            needs = _together(self._needs(call), more)
            if needs is NOTHING_NEEDED:
                return self._plain(call, tool, findings)
            facts = await run.unless_aborted(self._gather(call, tool, findings, needs))
            if policy.generation == generation:
                return facts
        raise deny(run.call, "drift", NEW_POLICY)

    async def again(self, run: CallExecution, tool: Tool, facts: CallFacts) -> CallFacts:
        """``facts`` with paths resolved anew, for the same rules. Raises Aborted."""
        return await run.unless_aborted(self._gather_again(run.call, tool, facts))

    def _needs(self, call: Call) -> Needs:
        return _together(self._policy.needs(call.server.id, call.tool, call.app.name), self._grant_needs(call))

    def _now(self) -> datetime:
        return datetime.fromtimestamp(self._clock(), UTC).astimezone()

    def _plain(self, call: Call, tool: Tool, findings: tuple[Finding, ...]) -> CallFacts:
        """Where nothing must be gathered: at no cost to speak of."""
        return CallFacts(
            server=call.server.id,
            tool=call.tool,
            app=call.app.name,
            app_authenticated=call.app.authenticated,
            findings=findings,
            trust=call.server.trust,
            annotations=_annotations(tool),
            now=self._now(),
        )

    async def _gather(self, call: Call, tool: Tool, findings: tuple[Finding, ...], needs: Needs) -> CallFacts:
        context = CallContext.of(call, tool.definition)
        async with self._places[call.app.name], self._looking:
            return await self._gatherer.facts(context, findings, needs=needs, now=self._now())

    async def _gather_again(self, call: Call, tool: Tool, facts: CallFacts) -> CallFacts:
        context, needs = CallContext.of(call, tool.definition), _together(self._needs(call), needs_of(facts))
        async with self._places[call.app.name], self._looking:
            return await self._gatherer.again(facts, context, needs=needs, now=self._now())


def needs_of(facts: CallFacts) -> Needs:
    """The needs that ``facts`` answer: gathering by them gives facts of the same kinds."""
    return Needs(paths=facts.paths is not None, hosts=facts.hosts is not None)


def _annotations(tool: Tool) -> JsonObject:
    said = tool.definition.value.get("annotations")
    return said if isinstance(said, dict) else {}


def _update_trust(run: CallExecution, policy: Judge) -> Call:
    """Set who vouches for the server in the call of ``run``, by the rules of now; returns that call."""
    server = run.call.server
    trust = policy.trust_of(server.id, server.config_digest)
    if trust != server.trust:
        run.call = replace(run.call, server=replace(server, trust=trust))
    return run.call


def _together(*parts: Needs) -> Needs:
    """What any needs; ``NOTHING_NEEDED`` itself where none needs anything."""
    needs = NOTHING_NEEDED
    for part in parts:
        if part is not NOTHING_NEEDED and part != NOTHING_NEEDED:
            needs = part if needs is NOTHING_NEEDED else needs | part
    return needs
