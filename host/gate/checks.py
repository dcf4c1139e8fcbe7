"""Everything that a decision on a call stands on: definition, arguments, facts, findings, verdict.

Owns: how each of these is looked at the first time, after a person's answer, and once the decision is on the disk; when
the facts that rules see of a call are gathered, and of how much.

Invariants:
    - What could not be validated says so in a finding; what is invalid, unknown or denied, or comes more often than a
      rule lets it, ends the call; the policy is asked anew each time.
    - Facts are gathered for the very rules that then judge them, and from what the policy files say at that moment; a
      call whose server nobody vouches for any more says so; where no rule and no grant needs anything, nothing is
      looked up and nothing is waited for.
    - After an answer the tools are listed afresh, and definition, configuration, arguments, paths, trust and verdict
      are looked at again; what changed while the decision was being written keeps the call from being sent; where no
      person looked, paths are resolved anew right before the bytes leave; whoever may not sign any more has not signed.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from datetime import UTC, datetime
from typing import Final, NamedTuple

from host import tasks
from host.gate import quorum, records, refusals
from host.gate.call_execution import Aborted, CallExecution
from host.gate.inspection import INLINE, at_home, is_short
from host.gate.limits import Rates
from host.gate.records import JudgedOn
from host.gate.refusals import (
    NEW_POLICY,
    OUTDATED,
    REDEFINED,
    REDIRECTED,
    RETRUSTED,
    UNGRANTED,
    UNSIGNED_SINCE,
    NoAnswer,
    Refusal,
    deny,
)
from host.gate.services import Judge, Services
from host.inspect.numbers import unsafe_integers
from host.model import (
    Call,
    CallContext,
    Decision,
    Draft,
    Effect,
    Finding,
    JsonObject,
    RateLimit,
    Severity,
    Signature,
    Verdict,
)
from host.policy.facts import NOTHING_NEEDED, CallFacts, Needs
from host.policy.gather import MAX_LOOKING, Gatherer
from host.schema import SchemaReport
from host.servers.catalogue import ListingFailed, Tool
from host.text import one_line
from host.values import replace
from host.words import say, say_n

UNKNOWN_TOOL_AGE: Final = 1.0
"""Seconds: an unknown name makes the server list again only where the listing is older, whatever an app makes up."""
MAX_KEPT: Final = 1_024
"""Definitions whose annotations are remembered in the form that records keep: 2 MiB at most."""
ID_LIMIT: Final = 64
"""Characters of a rule's id that a sentence repeats."""
AT_ONCE: Final = 4
"""Calls of one app that are looked at together; the others of a burst wait, and no other app's behind them."""
MAX_LOOKS: Final = 5
"""How often facts are gathered anew because the rules changed meanwhile; rules that change faster let nothing pass."""
FOR_PEOPLE: Final = Needs(paths=True, hosts=True)
"""What is gathered besides where a person is asked: a grant may be bound to it, and a path may lead elsewhere later."""
PATHS: Final = Needs(paths=True)
"""What is gathered besides where nobody would be asked about inputs that name paths: a link may lead to a secret."""


class DecisionContext(JudgedOn, frozen=True, kw_only=True):
    """What a decision stands on, as it was at one moment; its verdict is never a deny.

    Attributes:
        tool: with its definition.
        facts: by which the policy judged.
        generation: of the rules that did.
    """

    tool: Tool
    facts: CallFacts
    generation: int


class PendingDecision(NamedTuple):
    """A yes that is not on the disk yet.

    Attributes:
        decision: covers one call.
        context: as it is now.
        record: of the decision.
        signatures: that it rests on.
    """

    decision: Decision
    context: DecisionContext
    record: Draft
    signatures: tuple[Signature, ...] = ()


class Checks:
    """Works out what a decision on a call stands on: definition, arguments, findings, facts, verdict."""

    def __init__(self, services: Services) -> None:
        """``services``: of the gate."""
        self._services, self._policy, self._checker = services, services.policy, services.checker
        self._inspection, self._settings = services.inspection, services.settings
        self._gatherer, self._rates = Gatherer(services.checker), Rates(services.monotonic)
        self._places: defaultdict[str, asyncio.Semaphore] = defaultdict(lambda: asyncio.Semaphore(AT_ONCE))
        self._looking = asyncio.Semaphore(MAX_LOOKING)  # beyond that the gatherer looks at nothing
        self._annotations: dict[str, JsonObject | None] = {}

    async def ready(self, run: CallExecution) -> None:
        """Return once what the policy files say now is in force: they say which servers there are, and their pins.

        Raises:
            Aborted: the call was ended from outside.
        """
        if self._policy.stale():
            await run.unless_aborted(self._policy.ready())

    def usable(self, call: Call) -> None:
        """Raise Refusal while a policy file cannot be used: nobody can say what counts, or which tools there are."""
        if (verdict := self._policy.broken()) is not None:
            raise deny(call, "rule", verdict.reason, ground=JudgedOn(verdict))

    async def tool(self, run: CallExecution) -> Tool:
        """The tool's current definition, from a listing that is at most ``listing_max_age`` seconds old.

        Raises:
            Refusal: there is none that can be used. Aborted: the call was ended from outside.
        """
        catalogue, name = run.session.catalogue, run.call.tool
        age = catalogue.age()
        unknown = catalogue.get(name) is None and age > UNKNOWN_TOOL_AGE
        if unknown or age > self._settings.now.listing_max_age:
            try:
                await run.unless_aborted(catalogue.refresh(timeout=self._settings.now.list_timeout))
            except ListingFailed as error:
                raise deny(run.call, "fault", error.words) from error
        elif age > self._settings.now.listing_max_age / 2:
            catalogue.refresh_in_background()
        tool = catalogue.get(name)
        if tool is None:
            self.usable(run.call)
            why = catalogue.why_unavailable(name)
            raise Refusal(records.refused(run.call, why), refusals.unusable(name[: records.NAME_LIMIT], why))
        return tool

    async def report(self, run: CallExecution, tool: Tool) -> SchemaReport:
        """What the tool's schema says of the arguments. Raises Aborted."""
        call = run.call
        report = self._checker.check_now(tool.input, call.arguments_value)
        if report is not None:
            return report
        return await run.unless_aborted(self._checker.check(tool.input, call.arguments_value, call.arguments))

    async def findings(self, run: CallExecution, tool: Tool) -> tuple[Finding, ...]:
        """Validate the arguments, then look at them; what could not be validated becomes a finding.

        Raises:
            Refusal: they are invalid. Aborted: the call was ended from outside.
        """
        call, report = run.call, await self.report(run, tool)
        if report.status == "invalid":
            reply = refusals.invalid(call.protocol_revision, call.tool[: records.NAME_LIMIT], report.violations)
            raise Refusal(records.refused(call, "the arguments violate the input schema"), reply)
        while self._inspection.crowded and not run.aborted.done():
            await self._inspection.turns.take(call.app, later=True)
        if run.aborted.done():
            raise Aborted(run.aborted.result())
        look = self._inspection.look(call, tool.definition)
        if (seen := look.findings) is None:
            seen = await run.unless_aborted(self._inspection.finished(look))
        rounds = run.session.rounds.findings(call)
        return (*seen, *rounds, *tool.findings, *await self._numbers(run), *_not_validated(report))

    @staticmethod
    async def _numbers(run: CallExecution) -> tuple[Finding, ...]:
        """Of the inputs, looked through in a thread where they are long."""
        call = run.call
        if is_short(call.arguments, INLINE):
            return unsafe_integers(call.arguments_value)
        work = tasks.in_daemon_thread(lambda: unsafe_integers(call.arguments_value), name="look at numbers")
        return await run.unless_aborted(work)

    async def judged(
        self,
        run: CallExecution,
        tool: Tool,
        findings: tuple[Finding, ...],
        *,
        proposal_recorded: bool = False,
        more: Needs = NOTHING_NEEDED,
    ) -> DecisionContext:
        """With the policy's verdict. ``more``: to gather besides.

        Raises:
            Refusal: it is a deny, or a rule's rate is used up. Aborted: the call was ended from outside.
        """
        context = await self.judged_even_if_denied(run, tool, findings, more)
        return self._passed(run, context, proposal_recorded=proposal_recorded)

    async def judged_again(
        self, run: CallExecution, asked: DecisionContext, tool: Tool | None, *, by: str, otherwise: str
    ) -> DecisionContext:
        """As ``judged``, arguments and all, of a call about which a person was ``asked``.

        ``tool``: None for what is listed now. ``by``, ``otherwise``: of the denial where it cannot be used; what was
        asked ends with a decision on record then. Raises as ``judged`` does.
        """
        try:
            tool = tool or await self.tool(run)
            findings = await self.findings(run, tool)
        except Refusal as refusal:
            denial = deny(run.call, by, refusal.because or otherwise, ground=asked, proposal_recorded=True)
            raise Refusal(denial.draft, refusal.reply) from refusal
        return await self.judged(run, tool, findings, proposal_recorded=True, more=FOR_PEOPLE)

    def _passed(self, run: CallExecution, context: DecisionContext, *, proposal_recorded: bool) -> DecisionContext:
        """``context``, where it is neither a deny nor comes too often; raises Refusal else."""
        call, verdict = run.call, context.verdict
        if verdict.effect is Effect.DENY:
            raise deny(call, "rule", verdict.reason, ground=context, proposal_recorded=proposal_recorded)
        if verdict.obligations.rates and (limit := self._rates.exceeded(run, verdict.obligations.rates)) is not None:
            raise deny(call, "limit", _too_often(limit), ground=context, proposal_recorded=proposal_recorded)
        return context

    async def with_resolved_paths(self, run: CallExecution, context: DecisionContext) -> DecisionContext:
        """``context`` of a call that nobody would be asked about, found and judged by where its paths lead.

        Links are strangers' to make. Where the inputs name no path it is ``context`` itself; else what is gathered here
        is looked at once more right before dispatch. Raises as ``judged`` does.
        """
        if not self._inspection.names_paths(run.call, context.tool.definition):
            return context
        return await self._with_resolved_paths(run, context, PATHS)

    async def for_people(self, run: CallExecution, context: DecisionContext) -> DecisionContext:
        """``context`` with everything gathered that is wanted where a person is asked. Raises as ``judged`` does."""
        of_person = await run.unless_aborted(self._inspection.findings_for_person(run.call, context.tool.definition))
        before = set(context.findings)
        if more := tuple(finding for finding in of_person if finding not in before):
            findings = (*context.findings, *more)
            context = replace(context, findings=findings, facts=replace(context.facts, findings=findings))
        return await self._with_resolved_paths(run, context, FOR_PEOPLE)

    async def _with_resolved_paths(self, run: CallExecution, context: DecisionContext, needs: Needs) -> DecisionContext:
        """``context``, found by where its paths lead, and judged again where that says anything new."""
        facts, generation = context.facts, context.generation
        if facts.paths is None or (needs.hosts and facts.hosts is None):
            facts = await self._facts(run, context.tool, context.findings, needs)
            generation = self._policy.generation
        findings = await self._resolved(run, context.tool, context.findings, facts)
        if set(findings) == set(context.findings):
            return replace(context, findings=findings, facts=facts)
        facts = replace(facts, findings=findings)
        verdict = self._policy.judge(facts)
        led = replace(context, findings=findings, verdict=verdict, facts=facts, generation=generation)
        return self._passed(run, led, proposal_recorded=False)

    async def _resolved(
        self, run: CallExecution, tool: Tool, findings: tuple[Finding, ...], facts: CallFacts
    ) -> tuple[Finding, ...]:
        """``findings`` that know where paths lead, or that this could not be seen in time. Raises Aborted."""
        led = await run.unless_aborted(self._inspection.resolved(run.call, tool.definition, findings, facts))
        unseen = any(fact.where == "$" and fact.place is None for fact in facts.paths or ())
        return (*led, _UNRESOLVED) if unseen and _UNRESOLVED not in led else led

    async def judged_even_if_denied(
        self, run: CallExecution, tool: Tool, findings: tuple[Finding, ...], more: Needs
    ) -> DecisionContext:
        """As ``judged``, whatever the verdict is; the call counts for no rate. Raises as that does."""
        facts, generation = await self._facts(run, tool, findings, more), self._policy.generation
        if more == FOR_PEOPLE:
            findings = await self._resolved(run, tool, findings, facts)
            facts = replace(facts, findings=findings)
        return DecisionContext(
            self._policy.judge(facts),
            findings,
            tool.definition.digest,
            self._kept_annotations(tool),
            tool=tool,
            facts=facts,
            generation=generation,
        )

    def _kept_annotations(self, tool: Tool) -> JsonObject | None:
        """What records keep of the tool's annotations; worked out once, since a server may make them long."""
        definition = tool.definition
        if definition.digest not in self._annotations:
            if len(self._annotations) >= MAX_KEPT:
                self._annotations.clear()
            self._annotations[definition.digest] = records.kept_annotations(definition.value.get("annotations"))
        return self._annotations[definition.digest]

    # Once more

    async def after_answer(self, run: CallExecution, context: DecisionContext) -> tuple[DecisionContext, str]:
        """The context as it is after an answer, and what changed, empty where nothing did.

        Raises:
            Refusal: the call cannot be sent any more. Aborted: it was ended from outside.
        """
        if run.session.outdated():
            raise deny(run.call, "drift", OUTDATED, ground=context, proposal_recorded=True)
        try:
            timeout = self._settings.now.fresh_list_timeout
            await run.unless_aborted(run.session.catalogue.refresh(timeout=timeout))
        except ListingFailed as error:
            raise deny(run.call, "drift", error.words, ground=context, proposal_recorded=True) from error
        now = await self.judged_again(run, context, None, by="drift", otherwise=say("the tool cannot be used any more"))
        return now, _changed(context, now)

    async def before_sending(self, run: CallExecution, decided: PendingDecision) -> NoAnswer | None:
        """What came up while the decision was being written; None where nothing did.

        From the last of what is looked at to the return nothing is waited for: None is true until the caller waits.
        """
        if (end := _ended(run)) is not None:
            return end
        try:
            facts = await self._last_facts(run, decided.context, by=decided.decision.by)
        except Aborted as aborted:
            return aborted.end
        except Refusal:
            return NoAnswer("drift", NEW_POLICY)
        if (end := _ended(run)) is not None:
            return end
        drift = self._drift(run, decided, facts)
        return NoAnswer("drift", drift) if drift else None

    def _drift(self, run: CallExecution, decided: PendingDecision, facts: CallFacts) -> str:
        """Why what was decided holds no more; empty where it does."""
        decision, context = decided.decision, decided.context
        if facts.trust != context.facts.trust:
            return RETRUSTED
        if self._verdict(context, facts) != context.verdict:
            return NEW_POLICY
        if _lead_elsewhere(context.facts, facts):
            return REDIRECTED
        if not self._signatures_stand(decided.signatures):
            return UNSIGNED_SINCE
        current = run.session.catalogue.get(run.call.tool)
        if current is None or current.definition.digest != context.definition:
            return REDEFINED
        if decision.by == "grant":
            covering = self._services.grants.covering
            grant = covering(run.call, context.definition, context.verdict, context.findings, facts)
            if grant is None or grant.id != decision.who:
                return UNGRANTED
        return ""

    async def _last_facts(self, run: CallExecution, context: DecisionContext, *, by: str) -> CallFacts:
        """The facts for the look right before dispatch: those of ``context`` itself where nothing can have changed.

        Where no person looked (``by`` a rule or a grant), paths are resolved anew. Raises as ``judged`` does.
        """
        if not self._moved(context):
            if by == "approver" or not context.facts.paths:
                return context.facts
            facts = await run.unless_aborted(self._gather_again(run.call, context.tool, context.facts))
            if not self._moved(context):
                return facts
        more = FOR_PEOPLE if by == "approver" else _needs_of(context.facts)
        return await self._facts(run, context.tool, context.findings, more)

    def _verdict(self, context: DecisionContext, facts: CallFacts) -> Verdict | None:
        """What the policy says of ``_last_facts`` now; None where its files have changed again and nobody knows."""
        if self._policy.stale():
            return None
        if facts is context.facts and self._policy.generation == context.generation:
            return context.verdict
        return self._policy.judge(facts)

    def _signatures_stand(self, signatures: tuple[Signature, ...]) -> bool:
        """Whether all who signed with a credential may still sign with it."""
        approvers = self._services.approvers() if signatures else ()
        return all(quorum.stands(signed, approvers) for signed in signatures if signed.mark)

    def _moved(self, context: DecisionContext) -> bool:
        """Whether other rules are in force than those that judged, or are about to be."""
        return self._policy.stale() or self._policy.generation != context.generation

    # Facts

    async def _facts(
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
                return self._ungathered(call, tool, findings)
            facts = await run.unless_aborted(self._gather(call, tool, findings, needs))
            if policy.generation == generation:
                return facts
        raise deny(run.call, "drift", NEW_POLICY)

    def _needs(self, call: Call) -> Needs:
        return _together(
            self._policy.needs(call.server.id, call.tool, call.app.name), self._services.grants.needs(call)
        )

    def _now(self) -> datetime:
        return datetime.fromtimestamp(self._services.clock(), UTC).astimezone()

    def _ungathered(self, call: Call, tool: Tool, findings: tuple[Finding, ...]) -> CallFacts:
        """Where nothing must be gathered: at no cost to speak of."""
        annotations = tool.definition.value.get("annotations")
        return CallFacts(
            server=call.server.id,
            tool=call.tool,
            app=call.app.name,
            app_authenticated=call.app.authenticated,
            findings=findings,
            trust=call.server.trust,
            annotations=annotations if isinstance(annotations, dict) else {},
            now=self._now(),
        )

    async def _gather(self, call: Call, tool: Tool, findings: tuple[Finding, ...], needs: Needs) -> CallFacts:
        context = CallContext.of(call, tool.definition)
        async with self._places[call.app.name], self._looking:
            return await self._gatherer.facts(context, findings, needs=needs, now=self._now())

    async def _gather_again(self, call: Call, tool: Tool, facts: CallFacts) -> CallFacts:
        """``facts`` with paths resolved anew, for the same rules."""
        context, needs = CallContext.of(call, tool.definition), _together(self._needs(call), _needs_of(facts))
        async with self._places[call.app.name], self._looking:
            return await self._gatherer.again(facts, context, needs=needs, now=self._now())


_UNRESOLVED: Final = Finding(
    "not-inspected", Severity.MEDIUM, say("Assent could not see in time where all paths lead.")
)


def _too_often(limit: RateLimit) -> str:
    calls, seconds = say_n("{n} call", "{n} calls", limit.calls), f"{limit.seconds:g}"
    rule = one_line(limit.rule, ID_LIMIT)
    return say('rule "{rule}" admits no more than {calls} in {seconds} s', rule=rule, calls=calls, seconds=seconds)


def _not_validated(report: SchemaReport) -> tuple[Finding, ...]:
    if report.status != "not validated":
        return ()
    text = say("The inputs could not be validated: {why}", why=report.reason)
    return (Finding("not-validated", Severity.MEDIUM, text),)


def _changed(before: DecisionContext, now: DecisionContext) -> str:
    """What a person must hear of before a yes to ``before`` counts for ``now``."""
    if now.definition != before.definition:
        return REDEFINED
    if now.facts.trust != before.facts.trust:
        return RETRUSTED
    if now.verdict != before.verdict:
        return NEW_POLICY
    return REDIRECTED if _lead_elsewhere(before.facts, now.facts) else ""


def _lead_elsewhere(before: CallFacts, now: CallFacts) -> bool:
    """Whether a path of the inputs that was resolved is resolved to another name now, or not any more."""
    if before.paths is now.paths:
        return False
    led, leads = _leads(before), _leads(now)
    return any(leads.get(where) != place for where, place in led.items())


def _leads(facts: CallFacts) -> dict[str, str]:
    """Where each path leads that is resolved, and each below ``~``, which leads somewhere for this person."""
    return {fact.where: place.text for fact in facts.paths or () if (place := at_home(fact).place) is not None}


def _ended(run: CallExecution) -> NoAnswer | None:
    if run.aborted.done():
        return run.aborted.result()
    return NoAnswer("drift", OUTDATED) if run.session.outdated() else None


def _needs_of(facts: CallFacts) -> Needs:
    """The needs that ``facts`` answer: gathering by them gives facts of the same kinds."""
    return Needs(paths=facts.paths is not None, hosts=facts.hosts is not None)


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
