"""The verdict on a call (pure).

Owns: how rules combine.

Invariants: a source that cannot be used denies everything; among the rules that match, deny wins over ask and ask over
allow, whichever file they stand in, and of equally strict ones the managed policy's and then the smallest id is named;
what all of them demand is demanded together; where nothing matches, a person is asked. What cannot be told counts for
what is stricter: a rule that allows does not match, one that asks does, and where one might deny, nothing happens by
itself: no rule allows it, and the verdict is none that a grant answers. So it is with all that the managed policy does
not decide, while what a person confirmed of the user's rules cannot be found. Of the rules of one file that allow, the
first decides that has taken every finding into account, else the first.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from operator import or_
from typing import Final, NamedTuple

from host.model import NO_OBLIGATIONS, Effect, Obligations, Severity, Verdict
from host.policy.conditions import METHODS, holds, why_not
from host.policy.facts import CallFacts
from host.policy.guards import (
    APPROVERS,
    Guard,
    lost_confirmation_guards,
    plain_guards,
    possible_deny_guards,
    sentence,
    signers,
    unacknowledged,
)
from host.policy.index import index_of, needs, waiting_index
from host.policy.model import PolicySource, Rule
from host.policy.words import SOURCES
from host.text import one_line
from host.values import replace
from host.words import say, sentences

__all__ = ["VerdictAndRule", "broken", "decide", "evaluate", "in_order", "needs"]

_ANSWERABLE: Final = ("default", "user")
"""Sources of an ask that a grant may answer."""
_VOUCHED: Final = {"user": say("the user"), "managed": say("the administrator")}
_NO_RULE: Final = say("No rule matches, so a person is asked.")
_PASSES: Final = say("No rule is about it, and by default an app is asked this.")
_UNKNOWN_METHOD: Final = say("Assent does not know what the server asks for.")
_SHOWN: Final = 200
"""Characters of roles that a sentence repeats."""


class VerdictAndRule(NamedTuple):
    """Attributes: verdict. rule: that decided, or was held back; None where none did."""

    verdict: Verdict
    rule: Rule | None = None


def evaluate(facts: CallFacts, sources: Iterable[PolicySource]) -> Verdict:
    """The one verdict on a call. Total and deterministic; the order of sources and rules decides nothing."""
    return decide(facts, in_order(sources)).verdict


def decide(facts: CallFacts, sources: Sequence[PolicySource]) -> VerdictAndRule:
    """The same, with the rule behind it. ``sources``: ``in_order``."""
    if (denied := broken(sources)) is not None:
        return VerdictAndRule(denied)
    found = _find(facts, sources)
    if found.deny is not None:
        return _by(found.deny, facts, NO_OBLIGATIONS)
    decided = _undenied(facts, sources, found)
    guard = next(_guards(facts, sources, found, decided), None)
    return decided if guard is None else VerdictAndRule(_held_back(decided.verdict, guard), decided.rule)


def broken(sources: Sequence[PolicySource]) -> Verdict | None:
    """The verdict on every call, whatever it is, where a source cannot be used; None where each can."""
    return next((_broken(source) for source in sources if source.error), None)


def in_order(sources: Iterable[PolicySource]) -> list[PolicySource]:
    """Managed before user, so that it is named where both say the same."""
    return sorted(sources, key=lambda source: (source.kind, source.path, source.digest, source.error))


class _Matches(NamedTuple):
    """Which rules match.

    Attributes:
        deny, ask, allow: the deciding one of each effect, as far as it is of interest.
        undetermined: those that might deny.
        obligations: what all that ask or allow demand.
    """

    deny: Rule | None = None
    ask: Rule | None = None
    allow: Rule | None = None
    undetermined: tuple[Rule, ...] = ()
    obligations: Obligations = NO_OBLIGATIONS


def _find(facts: CallFacts, sources: Sequence[PolicySource]) -> _Matches:
    """Ask the rules, the strictest first, and no more of them than can change anything."""
    named = [rule for it in sources for rule in index_of(it).candidates(facts.server, facts.tool, facts.app)]
    undetermined: list[Rule] = []
    for rule in _of(named, Effect.DENY):
        holding = holds(rule, facts)
        if holding:
            return _Matches(deny=rule)
        if holding is None:
            undetermined.append(rule)
    asking = _matching(_of(named, Effect.ASK), facts, known=False)
    ask = asking[0] if asking else None
    allows = _of(named, Effect.ALLOW)
    allowing = _matching(allows, facts, known=ask is not None)
    demanded = reduce(or_, (rule.obligations for rule in (*asking, *allowing)), NO_OBLIGATIONS)
    allow = _acknowledging(allowing[0], allows, facts) if allowing and ask is None else None
    return _Matches(None, ask, allow, tuple(undetermined), demanded)


def _acknowledging(first: Rule, allows: Sequence[Rule], facts: CallFacts) -> Rule:
    """The rule that decides where ``first`` matches: another of its file where only that knows of the findings."""
    if not any(unacknowledged(facts, first)):
        return first
    knowing = (
        rule
        for rule in allows
        if rule.acknowledges and rule.source == first.source and not any(unacknowledged(facts, rule))
    )
    return next((rule for rule in knowing if holds(rule, facts)), first)


def _of(rules: Sequence[Rule], effect: Effect) -> list[Rule]:
    return [rule for rule in rules if rule.effect is effect]


def _matching(rules: Sequence[Rule], facts: CallFacts, *, known: bool) -> list[Rule]:
    """The rules that match: the first, unless it is ``known`` already who decides, and all that demand anything."""
    matching: list[Rule] = []
    for rule in rules:
        if (known or matching) and rule.obligations == NO_OBLIGATIONS:
            continue
        holding = holds(rule, facts)
        if holding or (holding is None and rule.effect is Effect.ASK):
            matching.append(rule)
    return matching


def _broken(source: PolicySource) -> Verdict:
    told = say("Everything is denied, since {source} cannot be used.", source=SOURCES[source.kind])
    because = sentences((told, source.error))
    return Verdict(Effect.DENY, "broken-policy", source.kind, because)


def _undenied(facts: CallFacts, sources: Sequence[PolicySource], found: _Matches) -> VerdictAndRule:
    """The verdict where no rule denies, before anything holds it back."""
    signed = signers(facts) or NO_OBLIGATIONS
    demanded = found.obligations | signed
    if found.ask is not None:
        return _by(found.ask, facts, demanded)
    if signed.approvers:
        roles = one_line(", ".join(quota.role for quota in signed.approvers), _SHOWN)
        because = say(
            "The server, for which {whom} vouched, wants this tool's calls signed by: {roles}.",
            whom=_VOUCHED[facts.trust],
            roles=roles,
        )
        return VerdictAndRule(Verdict(Effect.ASK, f"annotation:{APPROVERS}", "server", because, obligations=demanded))
    if found.allow is not None:
        return _by(found.allow, facts, demanded)
    if facts.asks_app:
        return VerdictAndRule(_asked_of_app(facts))
    return VerdictAndRule(Verdict(Effect.ASK, "default", "default", _default(facts, sources)))


def _asked_of_app(facts: CallFacts) -> Verdict:
    """The verdict on what a server asks of an app where no rule matches; by default nothing passes that was found."""
    known = METHODS.get(facts.method)
    if known is None:
        return Verdict(Effect.DENY, "default", "default", _UNKNOWN_METHOD)
    if known.default is Effect.ALLOW and all(found.severity is Severity.INFO for found in facts.findings):
        return Verdict(Effect.ALLOW, "default", "default", _PASSES)
    return Verdict(Effect.ASK, "default", "default", _NO_RULE)


def _by(rule: Rule, facts: CallFacts, demanded: Obligations) -> VerdictAndRule:
    doubt = why_not(rule, facts, for_log=True) if rule.effect is Effect.ASK and holds(rule, facts) is None else ""
    because = sentences((sentence(rule), doubt))
    return VerdictAndRule(Verdict(rule.effect, rule.id, rule.source, because, rule.reason, demanded), rule)


def _default(facts: CallFacts, sources: Sequence[PolicySource]) -> str:
    """Why a person is asked where no rule matches."""
    for source in sources:
        waiting = waiting_index(source).candidates(facts.server, facts.tool, facts.app)
        holding = [holds(rule, facts) for rule in waiting]
        if any(it is not False for it in holding):
            file = SOURCES[source.kind]
            if True in holding:
                return say("A rule of {file} would allow it, but does not count before you confirm it.", file=file)
            return say("A rule of {file} might allow it, but does not count before you confirm it.", file=file)
    return _NO_RULE


def _guards(
    facts: CallFacts, sources: Sequence[PolicySource], found: _Matches, decided: VerdictAndRule
) -> Iterator[Guard]:
    """What forbids that the verdict lets the call pass by itself, or that a grant answers it.

    A rule of the managed policy needs nobody's word to decide, so what is ``lost`` of the user's is nothing to it.
    """
    verdict = decided.verdict
    if verdict.effect is Effect.ALLOW:
        yield from plain_guards(facts, decided.rule)
        yield from possible_deny_guards(facts, sources, found.undetermined)
    elif verdict.source in _ANSWERABLE:
        yield from (guard for guard in possible_deny_guards(facts, sources, found.undetermined) if guard.blocks_grants)
    if verdict.source in _ANSWERABLE:
        yield from lost_confirmation_guards(sources)


def _held_back(verdict: Verdict, guard: Guard) -> Verdict:
    if verdict.because == _NO_RULE:
        because = say("No rule matches, so a person is asked, each time: {why}", why=guard.why)
    elif verdict.effect is Effect.ALLOW:
        because = say("{verdict} A person is asked all the same: {why}", verdict=verdict.because, why=guard.why)
    else:
        because = say("{verdict} A person is asked each time: {why}", verdict=verdict.because, why=guard.why)
    return replace(
        verdict, effect=Effect.ASK, rule=f"guard:{guard.kind}:{verdict.rule}", source="guard", because=because
    )
