"""Looking again: is everything under a decision still true?

Owns: the second look, after a person's answer, and the last one, when the decision is on the disk.

Invariants: after an answer the tools are listed afresh, and definition, configuration, arguments, paths, trust and
verdict are looked at again; what changed while the decision was being written keeps the call from being sent; where no
person looked, paths are resolved anew right before the bytes leave; whoever may not sign any more has not signed.
"""

from __future__ import annotations

from typing import NamedTuple

from host.gate.call_execution import Aborted, CallExecution
from host.gate.checks import Checks, DecisionContext
from host.gate.fact_collector import FOR_PEOPLE
from host.gate.grants import Grants
from host.gate.inspection import at_home
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
from host.model import Decision, Draft, Signature
from host.policy.facts import CallFacts
from host.servers.catalogue import ListingFailed
from host.words import say


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


async def check_after_answer(
    run: CallExecution, checks: Checks, context: DecisionContext, *, timeout: float
) -> tuple[DecisionContext, str]:
    """The context as it is after an answer, and what changed, empty where nothing did.

    ``timeout``: seconds for the fresh listing. Raises Refusal and Aborted.
    """
    catalogue = run.session.catalogue
    if run.session.outdated():
        raise deny(run.call, "drift", OUTDATED, ground=context, proposal_recorded=True)
    try:
        await run.unless_aborted(catalogue.refresh(timeout=timeout))
    except ListingFailed as error:
        raise deny(run.call, "drift", error.words, ground=context, proposal_recorded=True) from error
    try:
        tool = await checks.tool(run)
        findings = await checks.findings(run, tool)
    except Refusal as refusal:
        # What was asked ends with a decision on record, whatever the new definition makes of the arguments.
        because = refusal.draft.fields.get("because")
        why = because if isinstance(because, str) else say("the tool cannot be used any more")
        denial = deny(run.call, "drift", why, ground=context, proposal_recorded=True)
        raise Refusal(denial.draft, refusal.reply) from refusal
    now = await checks.judged(run, tool, findings, proposal_recorded=True, more=FOR_PEOPLE)
    return now, _changed(context, now)


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


async def check_before_sending(
    run: CallExecution, checks: Checks, grants: Grants, decided: PendingDecision
) -> NoAnswer | None:
    """What came up while the decision was being written; None where nothing did.

    From the last of what is looked at to the return nothing is waited for: None is true until the caller waits.
    """
    if (end := _ended(run)) is not None:
        return end
    try:
        facts = await checks.last_facts(run, decided.context, by=decided.decision.by)
    except Aborted as aborted:
        return aborted.end
    except Refusal:
        return NoAnswer("drift", NEW_POLICY)
    return _ended(run) or _drifted(run, checks, grants, decided, facts)


def _ended(run: CallExecution) -> NoAnswer | None:
    if run.aborted.done():
        return run.aborted.result()
    return NoAnswer("drift", OUTDATED) if run.session.outdated() else None


def _drifted(
    run: CallExecution, checks: Checks, grants: Grants, decided: PendingDecision, facts: CallFacts
) -> NoAnswer | None:
    by, context = decided.decision.by, decided.context
    if facts.trust != context.facts.trust:
        return NoAnswer("drift", RETRUSTED)
    if checks.verdict(context, facts) != context.verdict:
        return NoAnswer("drift", NEW_POLICY)
    if _lead_elsewhere(context.facts, facts):
        return NoAnswer("drift", REDIRECTED)
    if not checks.signatures_stand(decided.signatures):
        return NoAnswer("drift", UNSIGNED_SINCE)
    current = run.session.catalogue.get(run.call.tool)
    if current is None or current.definition.digest != context.definition:
        return NoAnswer("drift", REDEFINED)
    if by == "grant":
        grant = grants.covering(run.call, context.definition, context.verdict, context.findings, facts)
        if grant is None or grant.id != decided.decision.who:
            return NoAnswer("drift", UNGRANTED)
    return None
