from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host.model import Effect, Finding, Severity, Verdict
from host.policy.evaluate import evaluate
from host.policy.facts import CallFacts
from host.policy.model import Match, PolicySource, Rule, SourceKind

ALLOW, ASK, DENY = Effect.ALLOW, Effect.ASK, Effect.DENY
CALL = CallFacts("files", "read_file", "claude", app_authenticated=True)


def source(kind: SourceKind, *rules: tuple[str, Effect, Match], confirmed: bool = True) -> PolicySource:
    built = tuple(Rule(name, effect, match, f"reason of {name}", kind) for name, effect, match in rules)
    return PolicySource(kind, f"/{kind}.json", rules=built, confirmed=confirmed)


def one(effect: Effect, match: Match | None = None, *, kind: SourceKind = "user") -> PolicySource:
    return source(kind, ("one", effect, match or Match("files")))


def test_where_nothing_matches_a_person_is_asked() -> None:
    expected = Verdict(ASK, "default", "default", "No rule matches, so a person is asked.")
    assert evaluate(CALL, ()) == expected
    assert evaluate(CALL, [one(ALLOW, Match("other")), source("managed")]) == expected


@pytest.mark.parametrize("managed", list(Effect))
@pytest.mark.parametrize("user", list(Effect))
def test_deny_wins_over_ask_and_ask_over_allow_whichever_file_they_stand_in(managed: Effect, user: Effect) -> None:
    verdict = evaluate(CALL, [one(user), one(managed, kind="managed")])
    assert verdict.effect is max(managed, user, key=lambda effect: effect.strictness)
    assert verdict.source == ("user" if user.strictness > managed.strictness else "managed")
    assert verdict.reason == "reason of one"


def test_the_first_of_equally_strict_rules_is_named() -> None:
    rules = source("user", ("a", ALLOW, Match()), ("b", DENY, Match()), ("c", DENY, Match("files")))
    assert evaluate(CALL, [rules]).rule == "b"


@pytest.mark.parametrize(
    ("rule", "because"),
    [
        (("no-delete", DENY, Match("files", "read_*")), 'Rule "no-delete" of policy.json denies files ▸ read_*.'),
        (("x", ASK, Match("files")), 'Rule "x" of policy.json wants a person to see files ▸ *.'),
        (("x", ALLOW, Match(tool="read_*", app="c*")), 'Rule "x" of policy.json allows * ▸ read_* by c*.'),
        (("x", DENY, Match(app="claude")), 'Rule "x" of policy.json denies every call by claude.'),
        (("x", DENY, Match()), 'Rule "x" of policy.json denies every call.'),
    ],
)
def test_the_verdict_says_why_in_one_sentence(rule: tuple[str, Effect, Match], because: str) -> None:
    verdict = evaluate(CALL, [source("user", rule)])
    assert verdict == Verdict(rule[1], rule[0], "user", because, f"reason of {rule[0]}")


def test_the_managed_policy_is_named_as_such() -> None:
    assert evaluate(CALL, [one(DENY, kind="managed")]).because == 'Rule "one" of the managed policy denies files ▸ *.'


def test_s08_an_explanation_shows_what_hides_in_a_pattern() -> None:
    verdict = evaluate(CALL, [one(DENY, Match(tool="*\u202e*"))])
    assert verdict.rule == "default"
    verdict = evaluate(replace(CALL, tool="a\u202eb"), [one(DENY, Match(tool="*\u202e*"))])
    assert verdict.because == 'Rule "one" of policy.json denies * ▸ *⟨U+202E⟩*.'


@pytest.mark.parametrize("kind", ["managed", "user"])
def test_a_source_that_cannot_be_used_denies_everything(kind: SourceKind) -> None:
    broken = PolicySource(kind, "/x.json", error="/x.json:3: rules: is text, not a list")
    name = {"managed": "the managed policy", "user": "policy.json"}[kind]
    because = f"Everything is denied, since {name} cannot be used. /x.json:3: rules: is text, not a list"
    for sources in ([broken], [one(ALLOW), broken], [broken, one(ALLOW, kind="managed")]):
        assert evaluate(CALL, sources) == Verdict(DENY, "broken-policy", kind, because)


def test_of_two_broken_sources_the_managed_one_is_named() -> None:
    broken = [PolicySource("user", "u", error="u is bad"), PolicySource("managed", "m", error="m is bad")]
    assert evaluate(CALL, broken).because.endswith("m is bad")


def test_s39_an_unconfirmed_allow_rule_of_the_user_does_not_count_and_the_verdict_says_so() -> None:
    waiting = source("user", ("a", ALLOW, Match("files")), ("b", DENY, Match(tool="delete_*")), confirmed=False)
    because = "A rule of policy.json would allow it, but does not count before you confirm it."
    assert evaluate(CALL, [waiting]) == Verdict(ASK, "default", "default", because)
    assert evaluate(replace(CALL, server="other"), [waiting]).because == "No rule matches, so a person is asked."
    assert evaluate(replace(CALL, tool="delete_x"), [waiting]).effect is DENY
    assert evaluate(CALL, [waiting.with_confirmation(True)]).effect is ALLOW


FINDING = Finding("not-validated", Severity.MEDIUM, "The arguments could not be checked.", evidence="\x1b[8m")
GUARDED = [
    (replace(CALL, app_authenticated=False), "app", "the app did not prove who it is."),
    (replace(CALL, app="unknown"), "app", "the app did not prove who it is."),
    (replace(CALL, tool="reаd_file"), "odd-name", "the name of the tool has unusual characters."),
    (replace(CALL, findings=(FINDING,)), "not-validated", "The arguments could not be checked."),
    (
        replace(CALL, findings=(replace(FINDING, severity=Severity.INFO), replace(FINDING, severity=Severity.HIGH))),
        "not-validated",
        "The arguments could not be checked.",
    ),
]


@pytest.mark.parametrize(("facts", "guard", "why"), GUARDED)
def test_s06_a_guard_turns_an_allow_into_an_ask_and_names_the_rule_it_held_back(
    facts: CallFacts, guard: str, why: str
) -> None:
    verdict = evaluate(facts, [one(ALLOW)])
    because = f'Rule "one" of policy.json allows files ▸ *. A person is asked all the same: {why}'
    assert verdict == Verdict(ASK, f"guard:{guard}:one", "guard", because, "reason of one")


@pytest.mark.parametrize("facts", [facts for facts, _, _ in GUARDED])
@pytest.mark.parametrize("effect", [ASK, DENY])
def test_guards_leave_ask_and_deny_alone(facts: CallFacts, effect: Effect) -> None:
    verdict = evaluate(facts, [one(effect)])
    assert (verdict.effect, verdict.rule, verdict.source) == (effect, "one", "user")


def test_a_finding_that_only_informs_holds_nothing_back() -> None:
    facts = replace(CALL, findings=(replace(FINDING, severity=Severity.INFO),))
    assert evaluate(facts, [one(ALLOW)]).effect is ALLOW


@pytest.mark.parametrize(
    ("stricter", "facts"),
    [
        (Match(tool="delete_*"), replace(CALL, tool="Delete_all")),
        (Match(tool="Delete_*"), replace(CALL, tool="delete_all")),
        (Match(tool="delete_all"), replace(CALL, tool="DELETE_ALL")),
        (Match(server="Files"), CALL),
        (Match(app="CLAUDE"), CALL),
    ],
)
@pytest.mark.parametrize("effect", [ASK, DENY])
@pytest.mark.parametrize("kind", ["managed", "user"])
def test_s35_capitals_do_not_slip_past_a_stricter_rule(
    stricter: Match, facts: CallFacts, effect: Effect, kind: SourceKind
) -> None:
    verdict = evaluate(facts, [one(ALLOW), source(kind, ("strict", effect, stricter))])
    assert (verdict.effect, verdict.rule) == (ASK, "guard:case:one")
    assert 'but for capitals, Rule "strict" of ' in verdict.because


def test_capitals_alone_hold_nothing_back() -> None:
    rules = source("user", ("a", ALLOW, Match("Files", "Read*")), ("b", DENY, Match("files", "write_*")))
    assert evaluate(replace(CALL, server="Files", tool="ReadFile"), [rules]).effect is ALLOW
    rules = source("user", ("a", ALLOW, Match("files")), ("b", ALLOW, Match("FILES")), ("c", DENY, Match("FILES", "x")))
    assert evaluate(CALL, [rules]).effect is ALLOW


# What holds for any rules and any call

GLOBS = st.none() | st.sampled_from(["*", "files", "Files", "f*", "read_*", "*_file", "claude", "?*", "[a-f]*"])
MATCHES = st.builds(Match, GLOBS, GLOBS, GLOBS)
EFFECTS = st.sampled_from(Effect)


def rules_of(kind: SourceKind) -> st.SearchStrategy[tuple[Rule, ...]]:
    rules = st.builds(Rule, st.sampled_from("abcd"), EFFECTS, MATCHES, st.just(""), st.just(kind))
    return st.lists(rules, max_size=6).map(tuple)


ERRORS = st.sampled_from(["", "", "", "", "is broken"])
MANAGED = st.builds(PolicySource, st.just("managed"), st.just("m"), rules=rules_of("managed"), error=ERRORS)
USER = st.builds(
    PolicySource, st.just("user"), st.just("u"), rules=rules_of("user"), error=ERRORS, confirmed=st.booleans()
)
FINDINGS = st.lists(st.builds(Finding, st.just("f"), st.sampled_from(Severity), st.just("F.")), max_size=2).map(tuple)
FACTS = st.builds(
    CallFacts,
    st.sampled_from(["files", "Files", "other", ""]),
    st.sampled_from(["read_file", "READ_FILE", "x", "reаd_file"]) | st.text(max_size=5),
    st.sampled_from(["claude", "unknown", "c"]),
    st.booleans(),
    FINDINGS,
)


@given(FACTS, MANAGED, USER)
def test_there_is_always_one_verdict_and_always_the_same(
    facts: CallFacts, managed: PolicySource, user: PolicySource
) -> None:
    verdict = evaluate(facts, [managed, user])
    assert verdict == evaluate(facts, (user, managed))
    assert verdict.because.isprintable()


@given(FACTS, MANAGED, USER, st.randoms(use_true_random=False))
def test_the_order_of_rules_decides_no_effect(
    facts: CallFacts, managed: PolicySource, user: PolicySource, random_: random.Random
) -> None:
    shuffled = [replace(each, rules=tuple(random_.sample(each.rules, len(each.rules)))) for each in (managed, user)]
    assert evaluate(facts, shuffled).effect is evaluate(facts, [managed, user]).effect


@given(FACTS, MANAGED, USER, EFFECTS, MATCHES)
def test_a_rule_of_the_user_never_loosens_what_the_managed_policy_matched(
    facts: CallFacts, managed: PolicySource, user: PolicySource, effect: Effect, match: Match
) -> None:
    alone = evaluate(facts, [managed])
    added = replace(user, rules=(*user.rules, Rule("added", effect, match)))
    if alone.source != "default":
        assert evaluate(facts, [managed, added]).effect.strictness >= alone.effect.strictness


@given(FACTS, MANAGED, USER, st.sampled_from([ASK, DENY]), MATCHES, st.sampled_from(["managed", "user"]))
def test_a_rule_that_asks_or_denies_never_loosens_anything(
    facts: CallFacts, managed: PolicySource, user: PolicySource, effect: Effect, match: Match, kind: SourceKind
) -> None:
    before = evaluate(facts, [managed, user]).effect
    sources = [
        replace(each, rules=(*each.rules, Rule("added", effect, match, source=kind))) if each.kind == kind else each
        for each in (managed, user)
    ]
    after = evaluate(facts, sources).effect
    assert after.strictness >= before.strictness or (before is ASK and after is ASK)


@given(FACTS, MANAGED, USER)
def test_s39_without_confirmation_the_users_file_allows_nothing(
    facts: CallFacts, managed: PolicySource, user: PolicySource
) -> None:
    unconfirmed = evaluate(facts, [managed, user.with_confirmation(False)])
    if unconfirmed.effect is ALLOW:
        assert unconfirmed.source == "managed"
    assert unconfirmed.effect.strictness >= evaluate(facts, [managed, user]).effect.strictness


@given(FACTS, MANAGED, USER)
def test_only_a_proven_app_a_plain_name_and_harmless_findings_are_allowed(
    facts: CallFacts, managed: PolicySource, user: PolicySource
) -> None:
    if evaluate(facts, [managed, user]).effect is ALLOW:
        assert facts.app_authenticated
        assert facts.app != "unknown"
        assert facts.tool.isascii()
        assert all(finding.severity is Severity.INFO for finding in facts.findings)
