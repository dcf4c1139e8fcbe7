from __future__ import annotations

import sys

import pytest

from host.inspect.described import subject_of
from host.inspect.names import odd_tool_name
from host.inspect.subject import Past
from host.inspect.twins import find_twins
from host.model import (
    NO_OBLIGATIONS,
    Effect,
    Finding,
    Obligations,
    RateLimit,
    RoleQuota,
    Severity,
    Verdict,
)
from host.policy.evaluate import evaluate, sentence
from host.policy.facts import ArgumentSchema, CallFacts
from host.policy.model import LOST, Match, PolicySource, Rule, SourceKind, Unconfirmed
from host.values import replace
from tests.support.rules import wanting

ALLOW, ASK, DENY = Effect.ALLOW, Effect.ASK, Effect.DENY
CALL = CallFacts("files", "read_file", "claude", app_authenticated=True)


def source(kind: SourceKind, *rules: tuple[str, Effect, Match]) -> PolicySource:
    built = tuple(Rule(name, effect, match, f"reason of {name}", kind) for name, effect, match in rules)
    return PolicySource(kind, f"/{kind}.json", rules=built)


def unconfirmed(of: PolicySource) -> PolicySource:
    waiting = tuple(Unconfirmed("allows", rule) for rule in of.rules if rule.effect is ALLOW)
    return replace(of, waiting=waiting)


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


def test_the_smallest_id_of_equally_strict_rules_is_named() -> None:
    rules = source("user", ("a", ALLOW, Match()), ("c", DENY, Match("files")), ("b", DENY, Match()))
    assert evaluate(CALL, [rules]).rule == "b"


@pytest.mark.parametrize(
    ("rule", "because"),
    [
        (("no-delete", DENY, Match("files", "read_*")), 'Rule "no-delete" of policy.json denies files ▸ read_*.'),
        (("x", ASK, Match("files")), 'Rule "x" of policy.json requires a person to see files ▸ *.'),
        (("x", ALLOW, Match(tool="read_*", app="c*")), 'Rule "x" of policy.json allows * ▸ read_* by c*.'),
        (("x", DENY, Match(app="claude")), 'Rule "x" of policy.json denies every call by claude.'),
        (("x", DENY, Match()), 'Rule "x" of policy.json denies every call.'),
    ],
)
def test_the_verdict_says_why_in_one_sentence(rule: tuple[str, Effect, Match], because: str) -> None:
    verdict = evaluate(CALL, [source("user", rule)])
    assert verdict == Verdict(rule[1], rule[0], "user", because, f"reason of {rule[0]}")


def test_the_managed_policy_is_named_as_such() -> None:
    assert evaluate(CALL, [one(DENY, kind="managed")]).because == 'Rule "one" of your administrator denies files ▸ *.'


def test_s08_an_explanation_shows_what_hides_in_a_pattern() -> None:
    verdict = evaluate(CALL, [one(DENY, Match(tool="*\u202e*"))])
    assert verdict.rule == "default"
    verdict = evaluate(replace(CALL, tool="a\u202eb"), [one(DENY, Match(tool="*\u202e*"))])
    assert verdict.because == 'Rule "one" of policy.json denies * ▸ *⟨U+202E⟩*.'


@pytest.mark.parametrize("kind", ["managed", "user"])
def test_a_source_that_cannot_be_used_denies_everything(kind: SourceKind) -> None:
    broken = PolicySource(kind, "/x.json", error="/x.json:3: rules: is text, not a list")
    name = {"managed": "your administrator's rules", "user": "policy.json"}[kind]
    because = f"Everything is denied, since {name} cannot be used. /x.json:3: rules: is text, not a list"
    for sources in ([broken], [one(ALLOW), broken], [broken, one(ALLOW, kind="managed")]):
        assert evaluate(CALL, sources) == Verdict(DENY, "broken-policy", kind, because)


def test_of_two_broken_sources_the_managed_one_is_named() -> None:
    broken = [PolicySource("user", "u", error="u is bad"), PolicySource("managed", "m", error="m is bad")]
    assert evaluate(CALL, broken).because.endswith("m is bad")


def test_s39_an_unconfirmed_allow_rule_of_the_user_does_not_count_and_the_verdict_says_so() -> None:
    waiting = unconfirmed(source("user", ("a", ALLOW, Match("files")), ("b", DENY, Match(tool="delete_*"))))
    because = "A rule of policy.json would allow it, but has no effect until you confirm it."
    assert evaluate(CALL, [waiting]) == Verdict(ASK, "default", "default", because)
    assert evaluate(replace(CALL, server="other"), [waiting]).because == "No rule matches, so a person is asked."
    assert evaluate(replace(CALL, tool="delete_x"), [waiting]).effect is DENY
    assert evaluate(CALL, [replace(waiting, waiting=())]).effect is ALLOW


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


@pytest.mark.parametrize("name", ["", "x" * 129, "read file", "read/file", "read_file\n", "re\u0430d_file", "a\x00"])
def test_s06_no_rule_lets_a_tool_through_whose_name_could_pass_for_another(name: str) -> None:
    facts = replace(CALL, tool=name, findings=odd_tool_name(name))
    assert evaluate(facts, [one(ALLOW)]).effect is ASK
    assert evaluate(facts, [one(ALLOW, kind="managed")]).effect is ASK


@pytest.mark.parametrize("other", ["re\u0430d_file", "read_fi1e", "reacl_file"])
def test_s06_no_rule_that_names_no_server_lets_a_tool_through_whose_name_looks_like_that_of_another(other: str) -> None:
    call = subject_of({"app": CALL.app, "server": CALL.server, "tool": CALL.tool, "arguments": {}})
    twins = tuple(find_twins(replace(call, past=Past(tools=(("other", other),)))))
    for match in (Match(), Match("file?"), Match(tool=CALL.tool)):
        assert evaluate(replace(CALL, trust="managed"), [one(ALLOW, match)]).effect is ALLOW
        assert evaluate(replace(CALL, trust="managed", findings=twins), [one(ALLOW, match)]).effect is ASK


@pytest.mark.parametrize("facts", [facts for facts, _, _ in GUARDED])
@pytest.mark.parametrize("effect", [ASK, DENY])
def test_guards_leave_ask_and_deny_alone(facts: CallFacts, effect: Effect) -> None:
    verdict = evaluate(facts, [one(effect)])
    assert (verdict.effect, verdict.rule, verdict.source) == (effect, "one", "user")


@pytest.mark.parametrize(
    ("kind", "severity", "effect"),
    [
        ("runs-code", Severity.MEDIUM, ALLOW),
        ("runs-code", Severity.HIGH, ASK),
        ("new-host", Severity.MEDIUM, ALLOW),
        ("secret", Severity.MEDIUM, ASK),
        ("a kind of another version", Severity.MEDIUM, ASK),
    ],
)
def test_a_rule_that_allows_stands_against_what_such_calls_are_unless_it_is_grave(
    kind: str, severity: Severity, effect: Effect
) -> None:
    facts = replace(CALL, findings=(Finding(kind, severity, "It is so."),))
    assert evaluate(facts, [one(ALLOW)]).effect is effect


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
    assert 'but for capitals, rule "strict" of ' in verdict.because


def test_capitals_alone_hold_nothing_back() -> None:
    rules = source("user", ("a", ALLOW, Match("Files", "Read*")), ("b", DENY, Match("files", "write_*")))
    assert evaluate(replace(CALL, server="Files", tool="ReadFile"), [rules]).effect is ALLOW
    rules = source("user", ("a", ALLOW, Match("files")), ("b", ALLOW, Match("FILES")), ("c", DENY, Match("FILES", "x")))
    assert evaluate(CALL, [rules]).effect is ALLOW


# What rules demand, and what cannot be told


UNKNOWN = wanting(arguments=ArgumentSchema({}, "d"))
DOUBT = "It is unknown whether the inputs meet its schema."


def policy(*rules: Rule, kind: SourceKind = "user") -> PolicySource:
    return PolicySource(kind, kind, rules=tuple(replace(rule, source=kind) for rule in rules))


def test_a_rule_that_allows_and_is_unknown_does_not_match() -> None:
    verdict = evaluate(CALL, [policy(Rule("a", ALLOW, Match(), conditions=UNKNOWN))])
    assert (verdict.effect, verdict.rule) == (ASK, "default")


def test_a_rule_that_asks_and_is_unknown_matches_and_says_why() -> None:
    rules = Rule("a", ALLOW, Match()), Rule("b", ASK, Match(), conditions=UNKNOWN)
    because = f'Rule "b" of policy.json requires a person to see calls that meet its conditions. {DOUBT}'
    assert evaluate(CALL, [policy(*rules)]) == Verdict(ASK, "b", "user", because)


def test_a_rule_of_one_app_with_conditions_says_whose_calls_it_means() -> None:
    rule = Rule("b", ASK, Match(app="claude"), conditions=UNKNOWN)
    because = f'Rule "b" of policy.json requires a person to see calls by claude that meet its conditions. {DOUBT}'
    assert evaluate(CALL, [policy(rule)]).because == because


def test_what_rules_say_is_let_go_of_after_many_others() -> None:
    first = Rule("first", ASK, Match("files"))
    before = sys.getrefcount(first)
    assert sentence(first) == 'Rule "first" of policy.json requires a person to see files ▸ *.'
    assert sys.getrefcount(first) > before
    others = [Rule(f"r{number}", ASK, Match("files")) for number in range(1000)]
    assert len({sentence(rule) for rule in others}) == len(others)
    assert sys.getrefcount(first) == before


@pytest.mark.parametrize("kind", ["managed", "user"])
@pytest.mark.parametrize("other", [None, ALLOW, ASK])
def test_where_a_rule_might_deny_nothing_happens_by_itself_and_no_grant_answers(
    kind: SourceKind, other: Effect | None
) -> None:
    might = policy(Rule("d", DENY, Match("files"), conditions=UNKNOWN), kind=kind)
    others = () if other is None else (Rule("o", other, Match()),)
    sources = [policy(*might.rules, *others)] if kind == "user" else [might, policy(*others)]
    verdict = evaluate(CALL, sources)
    name = {"managed": "your administrator", "user": "policy.json"}[kind]
    instead = "all the same" if other is ALLOW else "each time"
    why = f'perhaps rule "d" of {name} denies files ▸ *, under its conditions. {DOUBT}'
    assert (verdict.effect, verdict.source) == (ASK, "guard")
    assert verdict.rule == f"guard:untold:{'o' if others else 'default'}"
    said = (
        f" A person is asked {instead}: {why}" if other else f"No rule matches, so a person is asked, each time: {why}"
    )
    assert verdict.because.endswith(said)


def test_a_managed_rule_that_asks_stays_named_where_another_might_deny() -> None:
    rules = Rule("d", DENY, Match(), conditions=UNKNOWN), Rule("q", ASK, Match())
    assert evaluate(CALL, [policy(*rules, kind="managed")]).rule == "q"


@pytest.mark.parametrize(
    ("effect", "kind", "source"),
    [(DENY, "managed", "guard"), (DENY, "user", "guard"), (ASK, "managed", "guard"), (ASK, "user", "default")],
)
def test_s35_what_capitals_alone_keep_from_being_forbidden_is_answered_by_no_grant(
    effect: Effect, kind: SourceKind, source: str
) -> None:
    verdict = evaluate(replace(CALL, tool="Read_File"), [policy(Rule("d", effect, Match(tool="read_*")), kind=kind)])
    assert (verdict.effect, verdict.source) == (ASK, source)


def test_capitals_hold_nothing_back_where_the_conditions_of_the_rule_fail() -> None:
    elsewhere = wanting(trust=frozenset({"user"}))
    rules = Rule("a", ALLOW, Match()), Rule("d", DENY, Match(tool="Read_*"), conditions=elsewhere)
    assert evaluate(CALL, [policy(*rules)]).effect is ALLOW
    assert evaluate(replace(CALL, trust="user"), [policy(*rules)]).rule == "guard:case:a"


def test_what_all_matching_rules_demand_is_demanded_together() -> None:
    chair, two_chairs = (Obligations(approvers=(RoleQuota("IRB_CHAIR", count),)) for count in (1, 2))
    review, pin, rate = (
        Obligations(review_result=True),
        Obligations(pin=True),
        Obligations(rates=(RateLimit("e", 5, 60),)),
    )
    managed = policy(
        Rule("a", ASK, Match(), obligations=chair), Rule("b", ASK, Match("web"), obligations=pin), kind="managed"
    )
    user = policy(
        Rule("c", ASK, Match(), obligations=two_chairs),
        Rule("d", ALLOW, Match(), obligations=review),
        Rule("e", ALLOW, Match(), conditions=UNKNOWN, obligations=rate),
    )
    verdict = evaluate(CALL, [managed, user])
    assert (verdict.rule, verdict.obligations) == ("a", two_chairs | review)
    denied = policy(*user.rules, Rule("f", DENY, Match()))
    assert evaluate(CALL, [managed, denied]).obligations == NO_OBLIGATIONS


def test_what_rules_that_allow_demand_holds_where_one_of_them_decides_or_is_held_back() -> None:
    review, rate = Obligations(review_result=True), Obligations(rates=(RateLimit("b", 5, 60),))
    rules = (
        Rule("a", ALLOW, Match()),
        Rule("b", ALLOW, Match(), obligations=rate),
        Rule("c", ALLOW, Match(), obligations=review),
    )
    assert evaluate(CALL, [policy(*rules)]).obligations == rate | review
    assert evaluate(replace(CALL, app="unknown"), [policy(*rules)]).obligations == rate | review


@pytest.mark.parametrize(("holding", "word"), [(True, "would"), (None, "might")])
def test_s39_a_rule_that_waits_is_named_only_where_its_conditions_could_hold(holding: bool | None, word: str) -> None:
    waiting = unconfirmed(policy(Rule("a", ALLOW, Match("files"), conditions=UNKNOWN)))
    verdict = evaluate(replace(CALL, fits=lambda _: holding), [waiting])
    assert verdict.because == f"A rule of policy.json {word} allow it, but has no effect until you confirm it."
    assert evaluate(replace(CALL, fits=lambda _: False), [waiting]).because == "No rule matches, so a person is asked."


@pytest.mark.parametrize("of", [None, ALLOW, ASK], ids=str)
def test_s39_while_what_was_confirmed_is_lost_no_word_of_the_user_and_no_grant_decides(
    of: Effect | None,
) -> None:
    rules = () if of is None else (Rule("mine", of, Match(), obligations=Obligations(review_result=True)),)
    verdict = evaluate(CALL, [policy(kind="managed"), replace(policy(*rules), waiting=(LOST,))])
    assert (verdict.effect, verdict.source) == (ASK, "guard")
    assert verdict.rule == f"guard:lost:{'mine' if rules else 'default'}"
    assert verdict.because.endswith("your confirmation of your rules cannot be found; confirm them again.")
    assert verdict.obligations.review_result is bool(rules)


@pytest.mark.parametrize("effect", list(Effect))
def test_s39_what_is_lost_of_the_users_rules_changes_nothing_that_the_managed_policy_decides(effect: Effect) -> None:
    managed = policy(Rule("theirs", effect, Match()), kind="managed")
    verdict = evaluate(CALL, [managed, replace(policy(), waiting=(LOST,))])
    assert (verdict.effect, verdict.source) == (effect, "managed")


def test_s39_a_denial_that_is_still_written_denies_while_others_are_lost() -> None:
    assert evaluate(CALL, [replace(policy(Rule("d", DENY, Match())), waiting=(LOST,))]).effect is DENY


def test_s39_one_rule_that_is_gone_is_not_all_that_was_confirmed() -> None:
    gone = Rule("g", ASK, Match("web"))
    assert (
        evaluate(CALL, [replace(policy(Rule("a", ALLOW, Match())), waiting=(Unconfirmed("gone", gone),))]).effect
        is ALLOW
    )
