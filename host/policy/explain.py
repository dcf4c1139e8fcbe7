"""Why a call is decided as it is (pure).

Owns: what each rule says of a call, and what would have happened without the one that decided.

Invariants: effect, rule and demands are those of ``evaluate`` on the same facts; every matching rule is named.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Final

from host.control.views import Explanation, RuleReason
from host.model import Effect, Severity, Verdict
from host.policy import words
from host.policy.conditions import holds, why_not
from host.policy.evaluate import APPROVERS, decide, evaluate, in_order, unacknowledged
from host.policy.facts import CallFacts
from host.policy.index import index_of
from host.policy.model import Match, PolicySource, Rule
from host.policy.place_conditions import MAX_NAME
from host.policy.write import derived_id
from host.text import one_line
from host.values import replace
from host.words import lowered, say, say_n, sentences

MAX_OTHERS: Final = 200
"""Rules that do not match and are named nevertheless."""
_WOULD: Final = {
    Effect.ALLOW: say("it would be allowed"),
    Effect.ASK: say("a person would be asked"),
    Effect.DENY: say("it would be denied"),
}


def explain(facts: CallFacts, sources: Iterable[PolicySource], *, note: str = "") -> Explanation:
    """Return everything about the verdict on ``facts``. ``note``: further text of the caller."""
    ordered = in_order(sources)
    verdict, decider = decide(facts, ordered)
    matching, others = _sort_rules(facts, ordered, decider)
    more = len(others) - MAX_OTHERS
    left_out = say_n("{n} more rule does not match.", "{n} more rules do not match.", more) if more > 0 else ""
    return Explanation(
        effect=verdict.effect.value,
        rule=verdict.rule,
        source=verdict.source,
        because=verdict.because,
        reason=verdict.reason,
        obligations=words.obligations(verdict.obligations),
        otherwise=sentences(
            (_if_acknowledged(facts, ordered, verdict, decider), _if_absent(facts, ordered, verdict, decider))
        ),
        rules=(
            *(_matching_reason(rule, facts, verdict, decider) for rule in matching),
            *(_other_reason(rule, facts, counts=counts) for rule, counts in others[:MAX_OTHERS]),
        ),
        note=sentences((note, left_out)),
    )


def _sort_rules(
    facts: CallFacts, sources: Sequence[PolicySource], decider: Rule | None
) -> tuple[list[Rule], list[tuple[Rule, bool]]]:
    """Return the rules that match or might, the deciding one first; then the others, those of the call's names first.

    Each other rule comes with whether it counts.
    """
    matching: list[Rule] = []
    near: list[tuple[Rule, bool]] = []
    far: list[tuple[Rule, bool]] = []
    for source in sources:
        named = index_of(source).candidates(facts.server, facts.tool, facts.app)
        matching += [rule for rule in named if holds(rule, facts) is not False]
        near += [(rule, True) for rule in named if holds(rule, facts) is False]
        named_ids, counting = set(map(id, named)), set(map(id, source.active_rules))
        all_rules = {id(rule): rule for rule in (*source.rules, *source.active_rules)}
        rest = sorted((rule for key, rule in all_rules.items() if key not in named_ids), key=lambda rule: rule.id)
        far += [(rule, id(rule) in counting) for rule in rest]
    matching.sort(key=lambda rule: (rule is not decider, -rule.effect.strictness))
    return matching, near + far


def _matching_reason(rule: Rule, facts: CallFacts, verdict: Verdict, decider: Rule | None) -> RuleReason:
    matched = holds(rule, facts)
    if rule is decider:
        why = say("It was held back.") if verdict.source == "guard" else say("It decided.")
    elif matched:
        stricter = decider is None or verdict.effect.strictness > rule.effect.strictness
        why = say("It matches; something stricter decided.") if stricter else say("It matches too.")
    elif rule.effect is Effect.ALLOW:
        why = say("It does not allow what it is not sure of.")
    else:
        why = (
            say("It counts as if it matched.") if rule.effect is Effect.ASK else say("So nothing is allowed by itself.")
        )
    doubt = why_not(rule, facts)
    return _reason(rule, matched, sentences((doubt, why)))


def _other_reason(rule: Rule, facts: CallFacts, *, counts: bool) -> RuleReason:
    uncounted = say("It waits to be confirmed.") if rule.enabled else say("It is switched off.")
    why = _why_no_match(rule, facts) if counts else uncounted
    return _reason(rule, False, why, counts=counts)


def _reason(rule: Rule, matched: bool | None, why: str, *, counts: bool = True) -> RuleReason:
    calls = words.calls_and_conditions(rule) if rule.id == derived_id(rule) else ""
    return RuleReason(rule.id, rule.source, rule.effect.value, matched, why, counts, calls)


def _why_no_match(rule: Rule, facts: CallFacts) -> str:
    match = rule.match
    names = (facts.server, facts.tool, facts.app)
    if match.server is not None and not Match(server=match.server).matches(*names):
        return say("It is for the server {pattern}.", pattern=one_line(match.server, MAX_NAME))
    if match.tool is not None and not Match(tool=match.tool).matches(*names):
        return say("It is for the tool {pattern}.", pattern=one_line(match.tool, MAX_NAME))
    if match.app is not None and not Match(app=match.app).matches(*names):
        return say("It is for the app {pattern}.", pattern=one_line(match.app, MAX_NAME))
    return why_not(rule, facts)


def _if_absent(facts: CallFacts, sources: Sequence[PolicySource], verdict: Verdict, decider: Rule | None) -> str:
    """Return what would have happened without the rule that decided, empty if none did."""
    if verdict.source == "server":
        others = {key: value for key, value in facts.annotations.items() if key != APPROVERS}
        return _would(say("Without that demand of the server"), evaluate(replace(facts, annotations=others), sources))
    if decider is None:
        return ""
    return _would(
        say('Without rule "{id}"', id=one_line(decider.id, MAX_NAME)),
        evaluate(facts, [_without_rule(source, decider) for source in sources]),
    )


def _if_acknowledged(facts: CallFacts, sources: Sequence[PolicySource], verdict: Verdict, decider: Rule | None) -> str:
    """Return which ``acknowledges`` would have let the call pass, empty if nothing was held back for findings."""
    if verdict.source != "guard" or decider is None or decider.effect is not Effect.ALLOW:
        return ""
    unaccepted = unacknowledged(facts, decider)
    if any(finding.severity is Severity.HIGH for finding in unaccepted):
        return say("No rule can acknowledge a finding of severity high, so a person is asked each time.")
    if not unaccepted:
        return ""
    kinds = decider.acknowledges | {finding.kind for finding in unaccepted}
    kinds_json = json.dumps(sorted(kinds))
    condition = say('With "acknowledges": {kinds} in {rule}', kinds=kinds_json, rule=lowered(words.rule_name(decider)))
    after = evaluate(facts, [_swap(source, decider, replace(decider, acknowledges=kinds)) for source in sources])
    if after.effect is Effect.ALLOW:
        return say("{told}, it would be allowed.", told=condition)
    return _would(condition, after)


def _would(without: str, verdict: Verdict) -> str:
    return say("{without}, {would}. {why}", without=without, would=_WOULD[verdict.effect], why=verdict.because)


def _swap(source: PolicySource, old: Rule, new: Rule) -> PolicySource:
    rules = tuple(new if rule is old else rule for rule in source.rules)
    return source if rules == source.rules else replace(source, rules=rules)


def _without_rule(source: PolicySource, removed: Rule) -> PolicySource:
    if not any(rule is removed for rule in source.active_rules):
        return source
    waiting = tuple(change for change in source.waiting if change.rule is not removed)
    return replace(source, rules=tuple(rule for rule in source.rules if rule is not removed), waiting=waiting)
