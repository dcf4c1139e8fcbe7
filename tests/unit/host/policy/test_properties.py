"""What holds of verdicts for any rules and any call."""

from __future__ import annotations

import random

from hypothesis import given
from hypothesis import strategies as st

from host.inspect.kinds import forces
from host.model import NO_OBLIGATIONS, Effect, Obligations, Verdict
from host.policy.conditions import ArgumentsCondition, TimeOfDay, holds
from host.policy.evaluate import decide, evaluate
from host.policy.explain import explain
from host.policy.facts import CallFacts
from host.policy.loosening import NOTHING_CONFIRMED, with_unconfirmed
from host.policy.model import PolicySource, Rule
from host.policy.place_conditions import Hosts, PathsWithin
from host.values import replace
from tests.support.rules import FEWER, call_facts, policies, rules

ALLOW, ASK, DENY = Effect.ALLOW, Effect.ASK, Effect.DENY
STRICTER = (ASK, DENY)


def broken(source: PolicySource) -> PolicySource:
    return replace(source, rules=(), error="It is broken.")


def files(kind: str) -> st.SearchStrategy[PolicySource]:
    """Files of rules, some of them broken."""
    sound = policies("managed") if kind == "managed" else policies()
    return st.one_of(sound, sound, sound, sound, sound.map(broken))


MANAGED, USER, FACTS = files("managed"), files("user"), call_facts()


def with_rule(source: PolicySource, rule: Rule) -> PolicySource:
    """A rule more; none in a file that cannot be used anyway."""
    return source if source.error else replace(source, rules=(*source.rules, rule))


def at_least(strict: Verdict, other: Verdict) -> bool:
    """Whether ``strict`` lets nothing pass that ``other`` would not."""
    if strict.effect is DENY:
        return True
    return strict.effect.strictness >= other.effect.strictness and (
        strict.obligations | other.obligations == strict.obligations
    )


@FEWER
@given(FACTS, MANAGED, USER)
def test_there_is_always_one_verdict_and_always_the_same(
    facts: CallFacts, managed: PolicySource, user: PolicySource
) -> None:
    verdict = evaluate(facts, [managed, user])
    anew = [replace(managed), replace(user)]
    assert verdict == evaluate(facts, anew)
    assert verdict.because.isprintable()
    assert verdict.effect is not DENY or verdict.obligations == NO_OBLIGATIONS


@FEWER
@given(FACTS, MANAGED, USER, st.randoms(use_true_random=False))
def test_the_order_of_rules_and_of_sources_decides_nothing(
    facts: CallFacts, managed: PolicySource, user: PolicySource, random_: random.Random
) -> None:
    shuffled = [replace(each, rules=tuple(random_.sample(each.rules, len(each.rules)))) for each in (user, managed)]
    assert evaluate(facts, shuffled) == evaluate(facts, [managed, user])


@FEWER
@given(FACTS, policies("managed"), policies(), rules())
def test_a_rule_of_the_user_never_loosens_what_the_managed_policy_matched(
    facts: CallFacts, managed: PolicySource, user: PolicySource, rule: Rule
) -> None:
    alone = evaluate(facts, [managed])
    before = evaluate(facts, [managed, user])
    after = evaluate(facts, [managed, with_rule(user, rule)])
    for verdict in (before, after):
        if alone.source != "default":
            assert at_least(verdict, alone)
        if alone.effect is ASK and alone.source == "managed":  # and no grant answers it either
            assert verdict.effect is DENY or verdict.source == "managed"


@FEWER
@given(FACTS, MANAGED, USER, rules(effects=STRICTER), rules("managed", STRICTER))
def test_a_rule_that_asks_or_denies_never_loosens_anything(
    facts: CallFacts, managed: PolicySource, user: PolicySource, mine: Rule, theirs: Rule
) -> None:
    before = evaluate(facts, [managed, user])
    assert at_least(evaluate(facts, [managed, with_rule(user, mine)]), before)
    assert at_least(evaluate(facts, [with_rule(managed, theirs), user]), before)


@FEWER
@given(FACTS, MANAGED, USER, rules(effects=(ALLOW,)))
def test_a_rule_that_allows_loosens_nothing_but_the_default_and_what_findings_held_back(
    facts: CallFacts, managed: PolicySource, user: PolicySource, rule: Rule
) -> None:
    before, after = evaluate(facts, [managed, user]), evaluate(facts, [managed, with_rule(user, rule)])
    held_back = before.source == "guard" and after.effect is ALLOW
    if held_back:
        assert any(finding.kind in rule.acknowledges for finding in facts.findings)
    elif before.source != "default":
        assert at_least(after, before)


@FEWER
@given(FACTS, MANAGED, USER)
def test_without_confirmation_the_users_file_allows_nothing(
    facts: CallFacts, managed: PolicySource, user: PolicySource
) -> None:
    unconfirmed = evaluate(facts, [managed, with_unconfirmed(user, NOTHING_CONFIRMED)])
    if unconfirmed.effect is ALLOW:
        assert unconfirmed.source == "managed"
    assert at_least(unconfirmed, evaluate(facts, [managed, user]))


@FEWER
@given(FACTS, MANAGED, USER)
def test_only_a_proven_app_a_plain_name_and_findings_that_force_nothing_are_allowed(
    facts: CallFacts, managed: PolicySource, user: PolicySource
) -> None:
    verdict, rule = decide(facts, [managed, user])
    if verdict.effect is ALLOW:
        assert rule is not None
        assert facts.app_authenticated
        assert facts.app != "unknown"
        assert facts.tool.isascii()
        assert not any(forces(finding, rule.acknowledges) for finding in facts.findings)


@FEWER
@given(FACTS, rules(effects=(ALLOW,)))
def test_what_is_unknown_never_meets_a_rule_that_allows_and_wants_it(facts: CallFacts, rule: Rule) -> None:
    unknown = replace(facts, paths=None, hosts=None, fits=lambda _: None, now=None)
    if rule.expires or any(
        isinstance(it, PathsWithin | Hosts | ArgumentsCondition | TimeOfDay) for it in rule.conditions
    ):
        assert holds(rule, unknown) is not True
        verdict = evaluate(unknown, [PolicySource("user", "u", rules=(rule,))])
        assert (verdict.effect, verdict.source) != (ALLOW, "user")


@FEWER
@given(FACTS, policies("managed"), policies())
def test_knowing_less_never_loosens_anything(facts: CallFacts, managed: PolicySource, user: PolicySource) -> None:
    known = evaluate(facts, [managed, user])
    less = evaluate(replace(facts, paths=None, hosts=None, fits=lambda _: None, now=None), [managed, user])
    if known.effect is not DENY:
        assert less.effect.strictness >= known.effect.strictness
    else:  # it might be denied: then it is asked, and no grant answers
        assert less.effect is DENY or (less.effect is ASK and less.source in ("guard", "managed", "server"))


@FEWER
@given(FACTS, MANAGED, USER)
def test_a_rule_that_might_deny_lets_nothing_pass_by_itself(
    facts: CallFacts, managed: PolicySource, user: PolicySource
) -> None:
    names = (facts.server, facts.tool, facts.app)
    might = any(
        rule.effect is DENY and rule.match.matches(*names) and holds(rule, facts) is not False
        for source in (managed, user)
        for rule in source.active_rules
    )
    if might:
        verdict = evaluate(facts, [managed, user])
        grantless = verdict.source in ("guard", "managed", "server")  # what no grant answers
        assert verdict.effect is DENY or (verdict.effect is ASK and grantless)


@FEWER
@given(FACTS, MANAGED, USER)
def test_an_explanation_says_what_the_verdict_says(facts: CallFacts, managed: PolicySource, user: PolicySource) -> None:
    verdict = evaluate(facts, [managed, user])
    told = explain(facts, [user, managed])
    assert (told.effect, told.rule, told.source) == (verdict.effect.value, verdict.rule, verdict.source)
    assert (told.because, told.reason) == (verdict.because, verdict.reason)
    assert bool(told.obligations) is (verdict.obligations != Obligations())
    if verdict.source in ("managed", "user") and verdict.rule != "broken-policy":
        assert told.rules[0].id == verdict.rule
        assert told.rules[0].matched is not False
    assert len(told.rules) == len(managed.rules) + len(user.rules)
    assert all(reason.why.isprintable() and (reason.why or reason.matched) for reason in told.rules)
