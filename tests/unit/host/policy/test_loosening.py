from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host.model import NO_OBLIGATIONS, Effect, Obligations, RateLimit, RoleQuota
from host.policy.evaluate import evaluate
from host.policy.facts import CallFacts
from host.policy.loosening import (
    NOTHING_CONFIRMED,
    Baseline,
    baseline_after_edit,
    baseline_of,
    loosening_digest,
    loosening_form,
    loosens,
    merged,
    tightened,
    with_unconfirmed,
)
from host.policy.model import Match, PolicySource, Rule, Unconfirmed
from host.policy.place_conditions import PathsWithin
from host.values import replace
from tests.support.rules import FEWER, call_facts, policies, rules, wanting

FACTS = CallFacts("files", "read", "claude", True)
ALLOW = Rule("allow", Effect.ALLOW, Match("files"))
ASK = Rule("ask", Effect.ASK, Match("files", "write"))
DENY = Rule("deny", Effect.DENY, Match("files", "rm"))
SIGNED = Rule("signed", Effect.ASK, Match("files"), obligations=Obligations((RoleQuota("IRB_CHAIR"),)))
LIMITED = Rule("limited", Effect.ALLOW, Match("files"), obligations=Obligations(rates=(RateLimit("limited", 3, 60.0),)))
DIGEST = "a" * 64


def policy(*listed: Rule, trust: Mapping[str, str] = MappingProxyType({})) -> PolicySource:
    return PolicySource("user", "policy.json", "d" * 64, listed, trust=trust)


def changes(source: PolicySource) -> list[tuple[str, str]]:
    return [(change.kind, change.rule.id if change.rule else change.server) for change in source.waiting]


def judged(source: PolicySource) -> Effect:
    return evaluate(FACTS, [source]).effect


# What waits


def test_nothing_waits_where_a_file_says_what_was_confirmed() -> None:
    file = policy(ALLOW, ASK, DENY, SIGNED, LIMITED, trust={"files": DIGEST})
    assert with_unconfirmed(file, baseline_of(file)).waiting == ()


def test_s39_without_a_confirmation_what_allows_and_vouches_waits_and_what_tightens_counts() -> None:
    seen = with_unconfirmed(policy(ALLOW, ASK, DENY, trust={"files": DIGEST}), NOTHING_CONFIRMED)
    assert changes(seen) == [("allows", "allow"), ("trusts", "files")]
    assert [rule.id for rule in seen.active_rules] == ["ask", "deny"]
    assert seen.trusted == {}


@pytest.mark.parametrize(
    ("before", "after", "waits"),
    [
        pytest.param(ALLOW, replace(ALLOW, match=Match("*")), [("allows", "allow")], id="a wider glob"),
        pytest.param(
            replace(ALLOW, conditions=wanting(paths=PathsWithin(("/a",)))), ALLOW, [("allows", "allow")],
            id="a condition that is dropped",
        ),
        pytest.param(DENY, None, [("gone", "deny")], id="a denial that is taken away"),
        pytest.param(ASK, None, [("gone", "ask")], id="a question that is taken away"),
        pytest.param(DENY, replace(DENY, enabled=False), [("gone", "deny")], id="a denial that is switched off"),
        pytest.param(
            DENY, replace(DENY, conditions=wanting(findings=frozenset({"x"}))), [("gone", "deny")],
            id="a denial with a condition more",
        ),
        pytest.param(DENY, replace(DENY, effect=Effect.ASK), [("gone", "deny")], id="a denial that becomes a question"),
        pytest.param(
            ASK, replace(ASK, effect=Effect.ALLOW), [("allows", "ask"), ("gone", "ask")],
            id="a question that becomes a yes",
        ),
        pytest.param(SIGNED, replace(SIGNED, obligations=NO_OBLIGATIONS), [("gone", "signed")], id="no signature"),
        pytest.param(
            LIMITED, replace(LIMITED, obligations=Obligations(rates=(RateLimit("limited", 4, 60.0),))),
            [("allows", "limited"), ("gone", "limited")], id="a higher rate",
        ),
        pytest.param(
            LIMITED, replace(LIMITED, id="b", obligations=Obligations(rates=(RateLimit("b", 3, 60.0),))),
            [("allows", "b"), ("gone", "limited")], id="a rate under another name, which would count anew",
        ),
    ],
)  # fmt: skip
def test_s39_every_loosening_of_a_rule_waits(before: Rule, after: Rule | None, waits: list[tuple[str, str]]) -> None:
    old, new = policy(before), policy(*([] if after is None else [after]))
    assert changes(with_unconfirmed(new, baseline_of(old))) == waits
    assert loosens(old, new)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param([ALLOW], [], id="a yes that is taken away"),
        pytest.param([ALLOW], [ALLOW, DENY], id="another denial"),
        pytest.param([ALLOW], [ALLOW, SIGNED], id="another demand"),
        pytest.param([ALLOW, DENY], [DENY, ALLOW], id="another order"),
        pytest.param([DENY], [replace(DENY, id="other", reason="Not here.")], id="another name and reason"),
        pytest.param([ALLOW, replace(DENY, enabled=False)], [ALLOW], id="a rule that was off"),
    ],
)
def test_what_does_not_loosen_does_not_wait(before: list[Rule], after: list[Rule]) -> None:
    assert not loosens(policy(*before), policy(*after))


def test_s39_what_is_gone_counts_until_it_is_confirmed() -> None:
    denies = replace(DENY, match=Match())
    assert judged(with_unconfirmed(policy(), baseline_of(policy(denies)))) is Effect.DENY


def test_s39_a_yes_that_is_gone_allows_no_more_and_its_demands_stay() -> None:
    seen = with_unconfirmed(policy(replace(ALLOW, id="b")), baseline_of(policy(LIMITED, ALLOW)))
    verdict = evaluate(FACTS, [seen])
    assert (verdict.effect, verdict.obligations) == (Effect.ASK, LIMITED.obligations)


def test_s39_a_yes_that_waits_allows_nothing_and_what_it_demands_counts() -> None:
    verdict = evaluate(FACTS, [with_unconfirmed(policy(LIMITED), NOTHING_CONFIRMED)])
    assert (verdict.effect, verdict.obligations) == (Effect.ASK, LIMITED.obligations)


def test_s39_a_baseline_that_is_lost_is_told_and_nothing_that_loosens_counts() -> None:
    seen = with_unconfirmed(policy(ALLOW, DENY), Baseline(lost=True))
    assert seen.waiting[0] == Unconfirmed("gone")
    assert [rule.id for rule in seen.active_rules] == ["deny"]


@pytest.mark.parametrize("values", [(1, True), (0, False)], ids=str)
def test_s39_a_number_is_no_truth_value(values: tuple[int, bool]) -> None:
    number, truth = (replace(ALLOW, conditions=wanting(annotations=(("a", (value,)),))) for value in values)
    assert loosens(policy(truth), policy(number))


# The property


def _stricter(one: Obligations, other: Obligations) -> bool:
    return one | other == one


@FEWER
@given(policies(), policies(), policies("managed"), call_facts())
def test_s39_the_verdict_on_an_unconfirmed_file_is_no_looser_than_that_on_either(
    old: PolicySource, new: PolicySource, managed: PolicySource, facts: CallFacts
) -> None:
    present = evaluate(facts, [managed, with_unconfirmed(new, tightened(baseline_of(old), new))])
    for one in (old, new):
        alone = evaluate(facts, [managed, one])
        assert present.effect.strictness >= alone.effect.strictness
        assert present.effect is Effect.DENY or _stricter(present.obligations, alone.obligations)


@FEWER
@given(policies(), policies())
def test_s39_what_waits_is_told_exactly_where_something_does(old: PolicySource, new: PolicySource) -> None:
    seen = with_unconfirmed(new, baseline_of(old))
    forms = {loosening_form(rule) for rule in old.rules if rule.enabled}
    added = {
        loosening_form(rule) for rule in new.rules if rule.enabled and rule.effect is Effect.ALLOW
    } - forms  # fmt: skip
    assert {loosening_form(change.rule) for change in seen.waiting if change.kind == "allows" and change.rule} == added
    assert with_unconfirmed(new, baseline_of(new)).waiting == ()


# How a baseline moves


def test_s39_a_yes_that_was_taken_back_is_not_confirmed_for_ever() -> None:
    """The person removed the rule; a program that writes it again must not profit from last month's yes."""
    baseline = tightened(baseline_of(policy(ALLOW, trust={"files": DIGEST})), policy())
    assert changes(with_unconfirmed(policy(ALLOW, trust={"files": DIGEST}), baseline)) == [
        ("allows", "allow"), ("trusts", "files"),
    ]  # fmt: skip


def test_s39_a_denial_that_nobody_confirmed_cannot_just_be_taken_away_again() -> None:
    baseline = tightened(NOTHING_CONFIRMED, policy(DENY))
    assert changes(with_unconfirmed(policy(), baseline)) == [("gone", "deny")]


def test_s39_a_file_that_changes_for_ever_does_not_fill_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("host.policy.loosening.MAX_KEPT", 5)
    baseline = baseline_of(policy(DENY))
    for number in range(20):
        baseline = tightened(baseline, policy(replace(ASK, match=Match(f"s{number}"))))
    assert len(baseline.rules) == 5
    assert baseline.rules[0] == DENY


def test_a_change_in_the_window_counts_and_everything_else_keeps_waiting() -> None:
    waiting, mine = replace(ALLOW, id="waiting"), replace(ALLOW, id="mine", match=Match("web"))
    baseline = tightened(baseline_of(policy(DENY)), policy(waiting))
    before, after = policy(waiting), policy(waiting, mine)
    assert changes(with_unconfirmed(after, baseline_after_edit(baseline, before, after, "mine"))) == [
        ("allows", "waiting"),
        ("gone", "deny"),
    ]


def test_a_rule_that_waited_counts_once_a_person_saved_it() -> None:
    file = policy(ALLOW)
    assert changes(with_unconfirmed(file, baseline_after_edit(NOTHING_CONFIRMED, file, file, "allow"))) == []


def test_a_rule_that_a_person_took_away_is_not_gone() -> None:
    before, after = policy(DENY, LIMITED), policy()
    assert with_unconfirmed(after, baseline_after_edit(baseline_of(before), before, after)).waiting == ()


def test_a_server_that_a_person_vouches_for_counts_and_no_other() -> None:
    before = policy(trust={"web": DIGEST})
    after = policy(trust={"web": DIGEST, "files": DIGEST})
    seen = with_unconfirmed(after, baseline_after_edit(NOTHING_CONFIRMED, before, after))
    assert (changes(seen), dict(seen.trusted)) == ([("trusts", "web")], {"files": DIGEST})


@FEWER
@given(policies(), policies(), st.lists(rules(), max_size=2, unique_by=lambda rule: rule.id))
def test_an_edit_in_the_window_never_confirms_what_waited_before(
    confirmed_once: PolicySource, file: PolicySource, added: list[Rule]
) -> None:
    baseline = tightened(baseline_of(confirmed_once), file)
    others = tuple(rule for rule in file.rules if rule.id not in {new.id for new in added})
    after = replace(file, rules=(*others, *added))
    waits = {loosening_form(change.rule) for change in with_unconfirmed(file, baseline).waiting if change.rule}
    saved = {loosening_form(rule) for rule in (*added, *(it for it in file.rules if it not in others))}
    still = {
        loosening_form(change.rule)
        for change in with_unconfirmed(after, baseline_after_edit(baseline, file, after)).waiting
        if change.rule
    }
    assert waits - saved <= still


def test_what_was_found_later_counts_beside_what_tightened_since() -> None:
    found = merged(baseline_of(policy(ALLOW, DENY)), tightened(NOTHING_CONFIRMED, policy(ALLOW, SIGNED)))
    assert {rule.id for rule in found.rules} == {"allow", "deny", "signed"}


# What a confirmation names


def test_the_digest_names_the_file_and_everything_that_waits() -> None:
    file = policy(ALLOW)
    seen = {
        loosening_digest(with_unconfirmed(file, NOTHING_CONFIRMED)),
        loosening_digest(with_unconfirmed(file, baseline_of(policy(DENY)))),
        loosening_digest(with_unconfirmed(file, Baseline(lost=True))),
        loosening_digest(with_unconfirmed(replace(file, digest="e" * 64), NOTHING_CONFIRMED)),
        loosening_digest(with_unconfirmed(policy(ALLOW, trust={"files": DIGEST}), NOTHING_CONFIRMED)),
    }
    assert len(seen) == 5
