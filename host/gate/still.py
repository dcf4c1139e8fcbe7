"""Looking again: is everything under a decision still true?

Owns: the second look, after a person's answer, and the last one, when the decision is on the disk. What stays true:
after an answer the tools are listed afresh, and definition, configuration, arguments and verdict are looked at again;
what changed while the decision was being written keeps the call from being sent.
"""

from __future__ import annotations

from typing import NamedTuple

from host.gate.approvals import NoAnswer
from host.gate.checks import Basis, Checks
from host.gate.grants import Grants
from host.gate.refusals import NEW_POLICY, OUTDATED, REDEFINED, UNGRANTED, Refusal, deny
from host.gate.run import Run
from host.model import Decision, Draft, Effect
from host.servers.catalogue import ListingFailed


class Decided(NamedTuple):
    """A yes that is not on the disk yet.

    Attributes:
        decision: covers one call. basis: as it is now. record: of the decision.
    """

    decision: Decision
    basis: Basis
    record: Draft


async def look_again(run: Run, checks: Checks, basis: Basis, *, timeout: float) -> tuple[Basis, str]:
    """The basis as it is after an answer, and what changed, empty where nothing did.

    ``timeout``: seconds for the fresh listing. Raises Refusal and Aborted.
    """
    verdict, catalogue = basis.verdict, run.line.catalogue
    if run.line.outdated():
        raise deny(run.call, "drift", OUTDATED, verdict=verdict, asked=True)
    try:
        await run.unless_aborted(catalogue.refresh(timeout=timeout))
    except ListingFailed as error:
        raise deny(run.call, "drift", str(error), verdict=verdict, asked=True) from error
    try:
        tool = await checks.tool(run)
        findings = await checks.findings(run, tool)
    except Refusal as refusal:
        # What was asked ends with a decision on record, whatever the new definition makes of the arguments.
        why = str(refusal.draft.fields.get("because", "the tool cannot be used any more"))
        denial = deny(run.call, "drift", why, verdict=verdict, asked=True)
        raise Refusal(denial.draft, refusal.reply) from refusal
    now = checks.judged(run, tool, findings)
    if now.definition != basis.definition:
        return now, REDEFINED
    return now, NEW_POLICY if now.verdict != verdict else ""


def held_back(run: Run, checks: Checks, grants: Grants, decided: Decided) -> NoAnswer | None:
    """What came up while the decision was being written; None where nothing did."""
    if run.aborted.done():
        return run.aborted.result()
    if run.line.outdated():
        return NoAnswer("drift", OUTDATED)
    by, basis = decided.decision.by, decided.basis
    verdict = checks.verdict(run, basis.findings)
    if verdict.effect is Effect.DENY or (by == "rule" and verdict.effect is Effect.ASK):
        return NoAnswer("drift", NEW_POLICY)
    current = run.line.catalogue.get(run.call.tool)
    if current is None or current.definition.digest != basis.definition:
        return NoAnswer("drift", REDEFINED)
    if by == "grant":
        grant = grants.covering(run.call, basis.definition, verdict, basis.findings)
        if grant is None or grant.id != decided.decision.who:
            return NoAnswer("drift", UNGRANTED)
    return None
