"""What a decision on a call rests on: definition, arguments, facts, findings, verdict.

Owns: how each of these is checked first, after a person's answer, and once the decision is on disk; when the facts that
rules see of a call are gathered, and how many.

Invariants:
    - Arguments that could not be validated get a finding. An invalid, unknown or denied call, or one that exceeds a
      rule's rate, ends. The policy is asked again each time.
    - Facts are gathered for the same rules that then judge them, and those are the rules that the policy files state at
      that moment. If nobody vouches for the server any more, the facts say so. If no rule and no grant needs facts,
      nothing is gathered and nothing is waited for.
    - After an answer the tools are listed again; definition, configuration, arguments, paths, trust and verdict are
      checked again. A change while the decision was being written keeps the call from being sent. If no person looked,
      paths are resolved again right before dispatch. The signature of a person who may not sign any more counts for
      nothing.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from datetime import UTC, datetime
from typing import Final

from msgspec import Struct

from host import tasks
from host.gate import quorum, records, refusals
from host.gate.call_execution import Aborted, CallExecution
from host.gate.inspection import INLINE, at_home, is_short
from host.gate.limits import Rates
from host.gate.records import JudgedOn
from host.gate.refusals import (
    GRANT_ENDED,
    NEW_POLICY,
    OUTDATED,
    REDEFINED,
    REDIRECTED,
    SIGNER_REMOVED,
    TRUST_CHANGED,
    NoAnswer,
    Refusal,
)
from host.gate.services import Services
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
    has_more_values,
    object_in,
)
from host.policy.book import PolicyBook
from host.policy.facts import NOTHING_NEEDED, CallFacts, Needs
from host.policy.gather import MAX_THREADS, Gatherer
from host.schema import SchemaReport
from host.servers.catalogue import ListingFailed, Tool
from host.text import one_line
from host.turns import proven_key
from host.values import replace
from host.words import say, say_n

UNKNOWN_TOOL_AGE: Final = 1.0
"""Seconds. An unknown tool name causes a new listing only if the last one is older, whatever names an app makes up."""
MAX_KEPT: Final = 1_024
"""Definitions whose annotations are kept in the form of records: 2 MiB at most."""
MAX_VALUES_HERE: Final = 1_000
"""Values of a long call among which numbers are looked for in the event loop; a long text is one."""
ID_LIMIT: Final = 64
"""Characters of a rule's id that a sentence repeats."""
GATHERS_PER_APP: Final = 4
"""Calls of one app for which facts are gathered at once. The rest of a burst waits, and delays no other app."""
MAX_GATHERINGS: Final = 5
"""How often facts are gathered again because the rules have changed. If the rules change faster, nothing passes."""
FOR_PEOPLE: Final = Needs(paths=True, hosts=True)
"""Also gathered if a person is asked: a grant may be bound to it, and a path may lead elsewhere later."""
PATHS: Final = Needs(paths=True)
"""Also gathered if nobody would be asked about inputs that name paths: a link may lead to a secret."""


class DecisionContext(JudgedOn, frozen=True, kw_only=True):
    """What a decision rests on at one moment. ``generation``: the generation of the rules that judged."""

    tool: Tool
    facts: CallFacts
    generation: int


class UnrecordedApproval(Struct, frozen=True):
    """An approval that is not on disk yet."""

    decision: Decision
    context: DecisionContext
    record: Draft
    signatures: tuple[Signature, ...] = ()


class Checks:
    """Works out what a decision on a call rests on."""

    def __init__(self, services: Services) -> None:
        self._services, self._policy, self._checker = services, services.policy, services.checker
        self._inspection, self._settings = services.inspection, services.settings
        self._gatherer, self._rates = Gatherer(services.checker), Rates(services.monotonic)
        self._slots_by_app: defaultdict[str, asyncio.Semaphore] = defaultdict(
            lambda: asyncio.Semaphore(GATHERS_PER_APP)
        )
        self._gathering_slots = asyncio.Semaphore(MAX_THREADS)  # as many as the gatherer has threads
        self._annotations: dict[str, JsonObject | None] = {}

    async def wait_for_policy(self, run: CallExecution) -> None:
        """Return once the current policy files, which name servers and pins, are in force. Raises Aborted."""
        if self._policy.is_stale():
            await run.unless_aborted(self._policy.ready())

    def check_policy_usable(self, run: CallExecution) -> None:
        """Raise Refusal while a policy file cannot be used: then nobody knows which rules and tools there are."""
        if (verdict := self._policy.broken_verdict()) is not None:
            raise run.denial("rule", verdict.reason, ground=JudgedOn(verdict))

    async def find_tool(self, run: CallExecution) -> Tool:
        """Return the tool, as listed within ``listing_max_age`` seconds. Raises Refusal without one, and Aborted."""
        catalogue, name = run.session.catalogue, run.call.tool
        age, tool = catalogue.age(), catalogue.get(name)
        if age > self._settings.now.listing_max_age or (tool is None and age > UNKNOWN_TOOL_AGE):
            try:
                await run.unless_aborted(catalogue.refresh(timeout=self._settings.now.list_timeout))
            except ListingFailed as error:
                raise run.denial("fault", error.words) from error
            tool = catalogue.get(name)
        elif age > self._settings.now.listing_max_age / 2:
            catalogue.refresh_in_background()
        if tool is None:
            self.check_policy_usable(run)
            why = catalogue.why_unavailable(name)
            raise Refusal(records.refused(run.call, why), refusals.unusable(name[: records.NAME_LIMIT], why))
        return tool

    async def validate(self, run: CallExecution, tool: Tool) -> SchemaReport:
        """Return the result of validating the arguments against the tool's schema. Raises Aborted."""
        call = run.call
        report = self._checker.check_now(tool.input, call.arguments_value)
        if report is not None:
            return report
        return await run.unless_aborted(
            self._checker.check(tool.input, call.arguments_value, call.arguments, app=proven_key(call.app))
        )

    async def findings(self, run: CallExecution, tool: Tool) -> tuple[Finding, ...]:
        """Validate the arguments, then return the findings. Arguments that could not be validated are a finding.

        Raises Refusal: the arguments are invalid; Aborted: the call was ended from outside.
        """
        call, report = run.call, await self.validate(run, tool)
        if report.status == "invalid":
            reply = refusals.invalid(call.protocol_revision, call.tool[: records.NAME_LIMIT], report.violations)
            raise Refusal(records.refused(call, "the arguments violate the input schema"), reply)
        while self._inspection.is_crowded and not run.aborted.done():
            await self._inspection.turns.take(call.app, later=True)
        if run.aborted.done():
            raise Aborted(run.aborted.result())
        inspection = self._inspection.begin(call, tool.definition)
        if (call_findings := inspection.findings) is None:
            call_findings = await run.unless_aborted(self._inspection.finish(inspection))
        round_findings = run.session.rounds.findings(call)
        return (
            *call_findings,
            *round_findings,
            *tool.findings,
            *(await self._number_findings(run)),
            *_unvalidated(report),
        )

    @staticmethod
    async def _number_findings(run: CallExecution) -> tuple[Finding, ...]:
        """Return the findings about numbers in the inputs. Where these are many values, a thread looks."""
        call = run.call
        if is_short(call.params, INLINE) or not has_more_values(call.arguments_value, MAX_VALUES_HERE):
            return unsafe_integers(call.arguments_value)
        work = tasks.in_daemon_thread(lambda: unsafe_integers(call.arguments_value), name="look at numbers")
        return await run.unless_aborted(work)

    async def judge(
        self, run: CallExecution, tool: Tool, findings: tuple[Finding, ...], *, more: Needs = NOTHING_NEEDED
    ) -> DecisionContext:
        """Return the context with the policy's verdict. ``more``: what else to gather.

        Raises Refusal: the verdict is a deny, or a rule's rate is used up; Aborted: the call was ended from outside.
        """
        context = await self.judge_even_if_denied(run, tool, findings, more)
        return self._admit(run, context)

    async def judge_again(
        self, run: CallExecution, shown: DecisionContext, tool: Tool | None, *, by: str, fallback: str
    ) -> DecisionContext:
        """Check and judge a call again, including its arguments, after a person's answer.

        ``shown``: the context of the question. ``tool``: None for the tool as listed now. ``by``, ``fallback``: who
        denies if the tool cannot be used, and why if no other reason is known. Raises as ``judge`` does.
        """
        try:
            tool = tool or await self.find_tool(run)
            findings = await self.findings(run, tool)
        except Refusal as refusal:
            denial = run.denial(by, refusal.because or fallback, ground=shown)
            raise Refusal(denial.draft, refusal.reply) from refusal
        return await self.judge(run, tool, findings, more=FOR_PEOPLE)

    def _admit(self, run: CallExecution, context: DecisionContext) -> DecisionContext:
        """Return ``context``. Raises Refusal if its verdict is a deny or a rate is exceeded."""
        verdict = context.verdict
        if verdict.effect is Effect.DENY:
            raise run.denial("rule", verdict.reason, ground=context)
        if verdict.obligations.rates and (limit := self._rates.exceeded(run, verdict.obligations.rates)) is not None:
            raise run.denial("limit", _rate_message(limit), ground=context)
        return context

    async def resolve_paths(self, run: CallExecution, context: DecisionContext) -> DecisionContext:
        """Return the context of a call that would pass without a person, judged by where its paths lead.

        Strangers can create links. If the inputs name no path, this is ``context`` itself; otherwise the paths are
        resolved once more right before dispatch. Raises as ``judge`` does.
        """
        if not self._inspection.names_paths(run.call, context.tool.definition):
            return context
        return await self._with_resolved_paths(run, context, PATHS)

    async def gather_for_people(self, run: CallExecution, context: DecisionContext) -> DecisionContext:
        """Return ``context`` with all facts and findings that people need. Raises as ``judge`` does."""
        work = self._inspection.findings_for_person(run.call, context.tool.definition)
        person_findings = await run.unless_aborted(work)
        before = set(context.findings)
        if more := tuple(finding for finding in person_findings if finding not in before):
            findings = (*context.findings, *more)
            context = replace(context, findings=findings, facts=replace(context.facts, findings=findings))
        return await self._with_resolved_paths(run, context, FOR_PEOPLE)

    async def _with_resolved_paths(self, run: CallExecution, context: DecisionContext, needs: Needs) -> DecisionContext:
        """Return ``context`` with resolved paths, judged again if that changes the findings."""
        facts, generation = context.facts, context.generation
        if facts.paths is None or (needs.hosts and facts.hosts is None):
            facts = await self._gather_facts(run, context.tool, context.findings, needs)
            generation = self._policy.generation
        findings = await self._resolve_findings(run, context.tool, context.findings, facts)
        if set(findings) == set(context.findings):
            return replace(context, findings=findings, facts=facts)
        facts = replace(facts, findings=findings)
        verdict = self._policy.judge(facts)
        resolved = replace(context, findings=findings, verdict=verdict, facts=facts, generation=generation)
        return self._admit(run, resolved)

    async def _resolve_findings(
        self, run: CallExecution, tool: Tool, findings: tuple[Finding, ...], facts: CallFacts
    ) -> tuple[Finding, ...]:
        """Return ``findings`` for resolved paths, with a note if time did not suffice. Raises Aborted."""
        work = self._inspection.with_resolved_paths(run.call, tool.definition, findings, facts)
        resolved = await run.unless_aborted(work)
        is_incomplete = any(fact.where == "$" and fact.place is None for fact in facts.paths or ())
        return (*resolved, _UNRESOLVED) if is_incomplete and _UNRESOLVED not in resolved else resolved

    async def judge_even_if_denied(
        self, run: CallExecution, tool: Tool, findings: tuple[Finding, ...], more: Needs
    ) -> DecisionContext:
        """Judge a call without refusing it if it is denied, and without counting it."""
        facts, generation = await self._gather_facts(run, tool, findings, more), self._policy.generation
        if more == FOR_PEOPLE:
            findings = await self._resolve_findings(run, tool, findings, facts)
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
        """Return the annotations that records keep. They are computed once, since a server may make them long."""
        definition = tool.definition
        if definition.digest not in self._annotations:
            if len(self._annotations) >= MAX_KEPT:
                self._annotations.clear()
            self._annotations[definition.digest] = records.kept_annotations(definition.value.get("annotations"))
        return self._annotations[definition.digest]

    # Once more

    async def check_after_answer(self, run: CallExecution, context: DecisionContext) -> tuple[DecisionContext, str]:
        """Return the current context after an answer, and what changed, if anything. Raises Refusal and Aborted."""
        if run.session.is_outdated():
            raise run.denial("drift", OUTDATED, ground=context)
        try:
            timeout = self._settings.now.fresh_list_timeout
            await run.unless_aborted(run.session.catalogue.refresh(timeout=timeout))
        except ListingFailed as error:
            raise run.denial("drift", error.words, ground=context) from error
        new = await self.judge_again(run, context, None, by="drift", fallback=say("the tool cannot be used any more"))
        return new, _what_changed(context, new)

    async def check_before_sending(self, run: CallExecution, approval: UnrecordedApproval) -> NoAnswer | None:
        """Return why the approved call must not be sent after all, or None.

        Nothing is awaited between the last check and the return, so None stays true until the caller awaits.
        """
        if (end := _end_from_outside(run)) is not None:
            return end
        decision, context = approval.decision, approval.context
        facts = context.facts
        if self._have_rules_changed(context) or (facts.paths and decision.by != "approver"):
            try:
                facts = await self._facts_before_sending(run, context, by=decision.by)
            except Aborted as aborted:
                return aborted.end
            except Refusal:
                return NoAnswer("drift", NEW_POLICY)
            if (end := _end_from_outside(run)) is not None:
                return end
            if drift := self._find_drift_of_facts(context, facts):
                return NoAnswer("drift", drift)
        drift = self._find_drift(run, approval, facts)
        return NoAnswer("drift", drift) if drift else None

    def _find_drift_of_facts(self, context: DecisionContext, facts: CallFacts) -> str:
        """Return why the decision no longer holds by facts that were gathered again, or an empty text."""
        if facts.trust != context.facts.trust:
            return TRUST_CHANGED
        if self._policy.is_stale() or self._policy.judge(facts) != context.verdict:
            return NEW_POLICY
        return REDIRECTED if _do_paths_lead_elsewhere(context.facts, facts) else ""

    def _find_drift(self, run: CallExecution, approval: UnrecordedApproval, facts: CallFacts) -> str:
        """Return what changed besides the facts so that the decision no longer holds, or an empty text."""
        decision, context = approval.decision, approval.context
        if not self._signatures_stand(approval.signatures):
            return SIGNER_REMOVED
        current = run.session.catalogue.get(run.call.tool)
        if current is None or current.definition.digest != context.definition:
            return REDEFINED
        if decision.by == "grant":
            covering = self._services.grants.find_covering
            grant = covering(run.call, context.definition, context.verdict, context.findings, facts)
            if grant is None or grant.id != decision.who:
                return GRANT_ENDED
        return ""

    async def _facts_before_sending(self, run: CallExecution, context: DecisionContext, *, by: str) -> CallFacts:
        """Return the facts for the check right before dispatch, gathered again.

        If no person looked (``by`` is a rule or a grant), paths are resolved again. Raises as ``judge`` does.
        """
        if not self._have_rules_changed(context):
            facts = await run.unless_aborted(self._gather_again(run.call, context.tool, context.facts))
            if not self._have_rules_changed(context):
                return facts
        more = FOR_PEOPLE if by == "approver" else _needs_of(context.facts)
        return await self._gather_facts(run, context.tool, context.findings, more)

    def _signatures_stand(self, signatures: tuple[Signature, ...]) -> bool:
        """Whether everybody who signed with a credential may still sign with it."""
        if not signatures:
            return True
        approvers = self._services.approvers()
        return all(quorum.stands(signature, approvers) for signature in signatures if signature.mark)

    def _have_rules_changed(self, context: DecisionContext) -> bool:
        """Whether other rules judge now than judged ``context``, or are about to."""
        return self._policy.is_stale() or self._policy.generation != context.generation

    # Facts

    async def _gather_facts(
        self, run: CallExecution, tool: Tool, findings: tuple[Finding, ...], more: Needs = NOTHING_NEEDED
    ) -> CallFacts:
        """Return what the rules in force, the grants and ``more`` need of the call. This updates the server's trust.

        The rules for which the facts were gathered stay in force until the caller awaits. Raises Refusal: the rules
        keep changing; Aborted: the call was ended from outside.
        """
        policy = self._policy
        for _ in range(MAX_GATHERINGS):
            if policy.is_stale():
                await policy.ready()
            generation, call = policy.generation, _update_trust(run, policy)
            needs = self._needs(call) | more
            if needs == NOTHING_NEEDED:
                return self._facts_without_gathering(call, tool, findings)
            facts = await run.unless_aborted(self._gather(call, tool, findings, needs))
            if policy.generation == generation:
                return facts
        raise run.denial("drift", NEW_POLICY)

    def _needs(self, call: Call) -> Needs:
        return self._policy.needs(call.server.id, call.tool, call.app.name) | self._services.grants.needs(call)

    def _now(self) -> datetime:
        return datetime.fromtimestamp(self._services.clock(), UTC).astimezone()

    def _facts_without_gathering(self, call: Call, tool: Tool, findings: tuple[Finding, ...]) -> CallFacts:
        return CallFacts(
            server=call.server.id,
            tool=call.tool,
            app=call.app.name,
            app_authenticated=call.app.authenticated,
            findings=findings,
            trust=call.server.trust,
            annotations=object_in(tool.definition.value, "annotations"),
            now=self._now(),
        )

    async def _gather(self, call: Call, tool: Tool, findings: tuple[Finding, ...], needs: Needs) -> CallFacts:
        context = CallContext.of(call, tool.definition)
        async with self._slots_by_app[call.app.name], self._gathering_slots:
            return await self._gatherer.facts(context, findings, needs=needs, now=self._now())

    async def _gather_again(self, call: Call, tool: Tool, facts: CallFacts) -> CallFacts:
        context, needs = CallContext.of(call, tool.definition), self._needs(call) | _needs_of(facts)
        async with self._slots_by_app[call.app.name], self._gathering_slots:
            return await self._gatherer.gather_again(facts, context, needs=needs, now=self._now())


_UNRESOLVED: Final = Finding(
    "not-inspected", Severity.MEDIUM, say("Assent could not see in time where all paths lead.")
)


def _rate_message(limit: RateLimit) -> str:
    calls, seconds = say_n("{n} call", "{n} calls", limit.calls), f"{limit.seconds:g}"
    rule = one_line(limit.rule, ID_LIMIT)
    return say('rule "{rule}" admits no more than {calls} in {seconds} s', rule=rule, calls=calls, seconds=seconds)


def _unvalidated(report: SchemaReport) -> tuple[Finding, ...]:
    if report.status != "not validated":
        return ()
    text = say("The inputs could not be validated: {why}", why=report.reason)
    return (Finding("not-validated", Severity.MEDIUM, text),)


def _what_changed(before: DecisionContext, now: DecisionContext) -> str:
    """Return what a person must be told before a yes to ``before`` counts for ``now``."""
    if now.definition != before.definition:
        return REDEFINED
    if now.facts.trust != before.facts.trust:
        return TRUST_CHANGED
    if now.verdict != before.verdict:
        return NEW_POLICY
    return REDIRECTED if _do_paths_lead_elsewhere(before.facts, now.facts) else ""


def _do_paths_lead_elsewhere(before: CallFacts, now: CallFacts) -> bool:
    """Whether a resolved path of the inputs now leads elsewhere, or nowhere."""
    if before.paths is now.paths:
        return False
    old, new = _path_targets(before), _path_targets(now)
    return any(new.get(where) != place for where, place in old.items())


def _path_targets(facts: CallFacts) -> dict[str, str]:
    """Return the target of each resolved path, including those below ``~`` of this person."""
    return {fact.where: place.text for fact in facts.paths or () if (place := at_home(fact).place) is not None}


def _end_from_outside(run: CallExecution) -> NoAnswer | None:
    if run.aborted.done():
        return run.aborted.result()
    return NoAnswer("drift", OUTDATED) if run.session.is_outdated() else None


def _needs_of(facts: CallFacts) -> Needs:
    """Return the needs that ``facts`` answer. Gathering by them gives facts of the same kinds."""
    return Needs(paths=facts.paths is not None, hosts=facts.hosts is not None)


def _update_trust(run: CallExecution, policy: PolicyBook) -> Call:
    server = run.call.server
    trust = policy.trust_of(server.id, server.config_digest)
    if trust != server.trust:
        run.call = replace(run.call, server=replace(server, trust=trust))
    return run.call
