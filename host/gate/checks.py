"""Everything that a decision on a call stands on: definition, arguments, verdict.

Owns: how each of these is looked at, the first time and again.

Invariants: what could not be validated says so in a finding; what is invalid, unknown or denied, or comes more often
than a rule lets it, ends the call; the policy is asked anew each time.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from msgspec import Struct

from host import tasks
from host.gate import answers, quorum, records
from host.gate.call_execution import Aborted, CallExecution
from host.gate.fact_collector import FOR_PEOPLE, PATHS, FactCollector, Judge, needs_of
from host.gate.inspection import INLINE, Inspection, is_short
from host.gate.limits import Rates
from host.gate.refusals import Refusal, deny
from host.inspect.numbers import unsafe_integers
from host.model import Call, Effect, Finding, JsonObject, RateLimit, Severity, Signature, Verdict
from host.policy.facts import NOTHING_NEEDED, CallFacts, Needs
from host.policy.model import ApproverEntry
from host.schema import SchemaChecker, SchemaReport
from host.servers.catalogue import ListingFailed, Tool
from host.settings import LiveSettings
from host.text import one_line
from host.values import replace
from host.words import say, say_n

UNKNOWN_TOOL_AGE: Final = 1.0
"""Seconds: an unknown name makes the server list again only where the listing is older, whatever an app makes up."""
MAX_KEPT: Final = 1_024
"""Definitions whose annotations are remembered in the form that records keep: 2 MiB at most."""
ID_LIMIT: Final = 64
"""Characters of a rule's id that a sentence repeats."""


class DecisionContext(Struct, frozen=True):
    """What a decision stands on, as it was at one moment.

    Attributes:
        tool: with its definition.
        findings: what Assent worked out.
        verdict: of the policy; never a deny.
        facts: by which it judged.
        generation: of the rules that did.
        annotations: what records keep of the tool's.
    """

    tool: Tool
    findings: tuple[Finding, ...]
    verdict: Verdict
    facts: CallFacts
    generation: int
    annotations: JsonObject | None = None

    @property
    def definition(self) -> str:
        """Digest of the tool's definition."""
        return self.tool.definition.digest


class _Unseen(NamedTuple):
    """The ground of a verdict on a call that nobody looked at. Attributes: as in ``DecisionContext``."""

    verdict: Verdict
    findings: tuple[Finding, ...] = ()
    definition: str = ""
    annotations: JsonObject | None = None


class Checks:
    """Works out what a decision on a call stands on: definition, arguments, findings, verdict."""

    def __init__(
        self,
        policy: Judge,
        checker: SchemaChecker,
        settings: LiveSettings,
        *,
        inspection: Inspection,
        grant_needs: Callable[[Call], Needs],
        approvers: Callable[[], tuple[ApproverEntry, ...]],
        clock: Callable[[], float],
        monotonic: Callable[[], float],
    ) -> None:
        """``checker``: validates arguments without being stopped by a schema. ``inspection``: makes findings.

        ``grant_needs``: as ``Grants.needs``. ``approvers``: may sign now. ``clock``: Unix time. ``monotonic``: seconds.
        """
        self._approvers, self._inspection = approvers, inspection
        self._policy, self._checker, self._settings = policy, checker, settings
        self._collector = FactCollector(policy, checker, grant_needs=grant_needs, clock=clock)
        self._rates = Rates(monotonic)
        self._kept: dict[str, JsonObject | None] = {}

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
            raise deny(call, "rule", verdict.reason, ground=_Unseen(verdict))

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
            catalogue.refresh_behind()
        tool = catalogue.get(name)
        if tool is None:
            self.usable(run.call)
            why = catalogue.why_not(name)
            raise Refusal(records.refused(run.call, why), answers.unusable(name[: records.NAME_LIMIT], why))
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
            reply = answers.invalid(call.protocol_revision, call.tool[: records.NAME_LIMIT], report.violations)
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
        return (
            await self._with_resolved_paths(run, context, PATHS)
            if self._inspection.names_paths(run.call, context.tool.definition)
            else context
        )

    async def for_people(self, run: CallExecution, context: DecisionContext) -> DecisionContext:
        """``context`` with everything gathered that is wanted where a person is asked. Raises as ``judged`` does."""
        of_person = await run.unless_aborted(self._inspection.findings_for_person(run.call, context.tool.definition))
        before = set(context.findings)
        more = tuple(finding for finding in of_person if finding not in before)
        findings = (*context.findings, *more)
        known = (
            replace(context, findings=findings, facts=replace(context.facts, findings=findings)) if more else context
        )
        return await self._with_resolved_paths(run, known, FOR_PEOPLE)

    async def _with_resolved_paths(self, run: CallExecution, context: DecisionContext, needs: Needs) -> DecisionContext:
        """``context``, found by where its paths lead, and judged again where that says anything new."""
        facts, generation = context.facts, context.generation
        if facts.paths is None or (needs.hosts and facts.hosts is None):
            facts = await self._collector.facts(run, context.tool, context.findings, needs)
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
        facts, generation = await self._collector.facts(run, tool, findings, more), self._policy.generation
        if more == FOR_PEOPLE:
            findings = await self._resolved(run, tool, findings, facts)
            facts = replace(facts, findings=findings)
        return DecisionContext(tool, findings, self._policy.judge(facts), facts, generation, self._annotations(tool))

    async def last_facts(self, run: CallExecution, context: DecisionContext, *, by: str) -> CallFacts:
        """The facts for the look right before dispatch: those of ``context`` itself where nothing can have changed.

        Where no person looked (``by`` a rule or a grant), paths are resolved anew. Raises as ``judged`` does.
        """
        if not self._moved(context):
            if by == "approver" or not context.facts.paths:
                return context.facts
            facts = await self._collector.again(run, context.tool, context.facts)
            if not self._moved(context):
                return facts
        more = FOR_PEOPLE if by == "approver" else needs_of(context.facts)
        return await self._collector.facts(run, context.tool, context.findings, more)

    def verdict(self, context: DecisionContext, facts: CallFacts) -> Verdict | None:
        """What the policy says of ``last_facts`` now; None where its files have changed again, so that nobody knows."""
        if self._policy.stale():
            return None
        if facts is context.facts and self._policy.generation == context.generation:
            return context.verdict
        return self._policy.judge(facts)

    def endorses(self, run: CallExecution) -> dict[str, int]:
        """How many values a person's yes to the call endorses, by role."""
        return self._inspection.endorses(run.call)

    def signatures_stand(self, signatures: tuple[Signature, ...]) -> bool:
        """Whether all who signed with a credential may still sign with it."""
        approvers = self._approvers() if signatures else ()
        return all(quorum.stands(signed, approvers) for signed in signatures if signed.mark)

    def _moved(self, context: DecisionContext) -> bool:
        """Whether other rules are in force than those that judged, or are about to be."""
        return self._policy.stale() or self._policy.generation != context.generation

    def _annotations(self, tool: Tool) -> JsonObject | None:
        """What records keep of the tool's annotations; worked out once, since a server may make them long."""
        definition = tool.definition
        if definition.digest not in self._kept:
            if len(self._kept) >= MAX_KEPT:
                self._kept.clear()
            self._kept[definition.digest] = records.kept_annotations(definition.value.get("annotations"))
        return self._kept[definition.digest]


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
