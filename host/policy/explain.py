"""Why a call is decided as it is (pure).

Owns: the answer to "why?": what each rule says of a call, and what would have happened without the one that decided.

Invariants: effect, rule and demands are those of ``evaluate`` on the same facts; every rule that matches is named.
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
from host.policy.place_conditions import REPEATED
from host.text import one_line
from host.values import replace
from host.words import lowered, say, say_n, sentences

MAX_OTHERS: Final = 200
"""Rules that do not match and are named all the same."""
_WOULD: Final = {
    Effect.ALLOW: say("it would be allowed"),
    Effect.ASK: say("a person would be asked"),
    Effect.DENY: say("it would be denied"),
}


def explain(facts: CallFacts, sources: Iterable[PolicySource], *, note: str = "") -> Explanation:
    """Everything about the verdict on ``facts``. ``note``: what the caller knows that this cannot know."""
    ordered = in_order(sources)
    verdict, decided = decide(facts, ordered)
    matching, others = _sorted_out(facts, ordered, decided)
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
            (_acknowledged(facts, ordered, verdict, decided), _otherwise(facts, ordered, verdict, decided))
        ),
        rules=(
            *(_matching_reason(rule, facts, verdict, decided) for rule in matching),
            *(_other_reason(rule, facts, counts=counts) for rule, counts in others[:MAX_OTHERS]),
        ),
        note=sentences((note, left_out)),
    )


def _sorted_out(
    facts: CallFacts, sources: Sequence[PolicySource], decided: Rule | None
) -> tuple[list[Rule], list[tuple[Rule, bool]]]:
    """The rules that match or might, the deciding one first; then all others, those of the call's names first.

    With the others stands whether they count.
    """
    matching: list[Rule] = []
    near: list[tuple[Rule, bool]] = []
    far: list[tuple[Rule, bool]] = []
    for source in sources:
        named = index_of(source).candidates(facts.server, facts.tool, facts.app)
        matching += [rule for rule in named if holds(rule, facts) is not False]
        near += [(rule, True) for rule in named if holds(rule, facts) is False]
        taken, counting = set(map(id, named)), set(map(id, source.counting))
        every = {id(rule): rule for rule in (*source.rules, *source.counting)}
        rest = sorted((rule for key, rule in every.items() if key not in taken), key=lambda rule: rule.id)
        far += [(rule, id(rule) in counting) for rule in rest]
    matching.sort(key=lambda rule: (rule is not decided, -rule.effect.strictness))
    return matching, near + far


def _matching_reason(rule: Rule, facts: CallFacts, verdict: Verdict, decided: Rule | None) -> RuleReason:
    """What a rule says that matches, or of which it could not be told."""
    matched = holds(rule, facts)
    if rule is decided:
        why = say("It was held back.") if verdict.source == "guard" else say("It decided.")
    elif matched:
        stricter = decided is None or verdict.effect.strictness > rule.effect.strictness
        why = say("It matches; something stricter decided.") if stricter else say("It matches too.")
    elif rule.effect is Effect.ALLOW:
        why = say("It does not allow what it is not sure of.")
    else:
        why = (
            say("It counts as if it matched.") if rule.effect is Effect.ASK else say("So nothing is allowed by itself.")
        )
    doubt = why_not(rule, facts)
    return RuleReason(rule.id, rule.source, rule.effect.value, matched, sentences((doubt, why)))


def _other_reason(rule: Rule, facts: CallFacts, *, counts: bool) -> RuleReason:
    """Why a rule does not match."""
    uncounted = say("It waits to be confirmed.") if rule.enabled else say("It is switched off.")
    why = _why_other(rule, facts) if counts else uncounted
    return RuleReason(rule.id, rule.source, rule.effect.value, False, why)


def _why_other(rule: Rule, facts: CallFacts) -> str:
    match = rule.match
    called = (facts.server, facts.tool, facts.app)
    if match.server is not None and not Match(server=match.server).matches(*called):
        return say("It is for the server {pattern}.", pattern=one_line(match.server, REPEATED))
    if match.tool is not None and not Match(tool=match.tool).matches(*called):
        return say("It is for the tool {pattern}.", pattern=one_line(match.tool, REPEATED))
    if match.app is not None and not Match(app=match.app).matches(*called):
        return say("It is for the app {pattern}.", pattern=one_line(match.app, REPEATED))
    return why_not(rule, facts)


def _otherwise(facts: CallFacts, sources: Sequence[PolicySource], verdict: Verdict, decided: Rule | None) -> str:
    """What would have happened without what decided; empty where nothing particular did."""
    if verdict.source == "server":
        plain = {key: value for key, value in facts.annotations.items() if key != APPROVERS}
        return _would(say("Without that wish of the server"), evaluate(replace(facts, annotations=plain), sources))
    if decided is None:
        return ""
    return _would(
        say('Without rule "{id}"', id=one_line(decided.id, REPEATED)),
        evaluate(facts, [_without(source, decided) for source in sources]),
    )


def _acknowledged(facts: CallFacts, sources: Sequence[PolicySource], verdict: Verdict, decided: Rule | None) -> str:
    """Which word in the rule that was held back for findings would have let the call pass; empty where none was."""
    if verdict.source != "guard" or decided is None or decided.effect is not Effect.ALLOW:
        return ""
    holding = list(unacknowledged(facts, decided))
    if any(finding.severity is Severity.HIGH for finding in holding):
        return say("No rule can acknowledge a finding of severity high, so a person is asked each time.")
    if not holding:
        return ""
    kinds = decided.acknowledges | {finding.kind for finding in holding}
    said = json.dumps(sorted(kinds))
    told = say('With "acknowledges": {kinds} in {rule}', kinds=said, rule=lowered(words.rule_name(decided)))
    after = evaluate(facts, [_with(source, decided, replace(decided, acknowledges=kinds)) for source in sources])
    if after.effect is Effect.ALLOW:
        return say("{told}, it would be allowed.", told=told)
    return _would(told, after)


def _would(without: str, verdict: Verdict) -> str:
    return say("{without}, {would}. {why}", without=without, would=_WOULD[verdict.effect], why=verdict.because)


def _with(source: PolicySource, old: Rule, new: Rule) -> PolicySource:
    """``source`` as if it had a rule that counts in the place of another."""
    rules = tuple(new if rule is old else rule for rule in source.rules)
    return source if rules == source.rules else replace(source, rules=rules)


def _without(source: PolicySource, gone: Rule) -> PolicySource:
    """``source`` as if it had never had a rule that counts."""
    if not any(rule is gone for rule in source.counting):
        return source
    waiting = tuple(change for change in source.waiting if change.rule is not gone)
    return replace(source, rules=tuple(rule for rule in source.rules if rule is not gone), waiting=waiting)
