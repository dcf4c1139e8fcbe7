"""Rules that have taken a kind of finding into account."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from host.inspect.kinds import FORMER, KINDS
from host.model import Effect, Finding, JsonObject, JsonValue, Severity
from host.policy import warnings, words
from host.policy.baseline_store import from_bytes, to_bytes
from host.policy.evaluate import evaluate
from host.policy.explain import explain
from host.policy.facts import CallFacts
from host.policy.load import read_source
from host.policy.loosening import baseline_of, loosens, with_unconfirmed
from host.policy.model import Match, PolicySource, Rule, SourceKind
from host.policy.parse import parse_rule
from host.policy.write import rule_json, rule_text
from host.values import replace

ALLOW, ASK, DENY = Effect.ALLOW, Effect.ASK, Effect.DENY
NOW = datetime(2026, 11, 21, 12, 30, tzinfo=UTC)
CALL = CallFacts("files", "delete", "claude", app_authenticated=True)
SECRET = Finding("secret", Severity.MEDIUM, "There is a secret in it.")
HIDDEN = Finding("hidden-characters", Severity.MEDIUM, "It has hidden characters.")
RULE = Rule("scratch", ALLOW, Match("files"), acknowledges=frozenset({"secret"}))
PLAIN = replace(RULE, acknowledges=frozenset())


def policy(*rules: Rule, kind: SourceKind = "user") -> PolicySource:
    return PolicySource(kind, f"{kind}.json", rules=tuple(replace(rule, source=kind) for rule in rules))


def with_findings(*findings: Finding) -> CallFacts:
    return replace(CALL, findings=findings)


def decided(facts: CallFacts, *sources: PolicySource) -> tuple[str, str]:
    verdict = evaluate(facts, sources)
    return verdict.effect.value, verdict.rule


def file(**rule: JsonValue) -> PolicySource:
    text = json.dumps({"version": 1, "rules": [{"id": "r", "effect": "allow", "match": {}, **rule}]}, indent=1)
    return read_source("managed", Path("managed.json"), text.encode())


# What it says


def test_a_rule_keeps_what_it_acknowledges_however_it_is_written() -> None:
    said: JsonObject = {"id": "a", "effect": "allow", "match": {}, "acknowledges": ["secret", "destructive"]}
    rule, problems = parse_rule(json.dumps(said))
    assert not problems
    assert rule is not None
    assert rule.acknowledges == {"destructive", "secret"}
    assert rule_json(rule)["acknowledges"] == ["destructive", "secret"]
    assert parse_rule(rule_text(rule))[0] == rule
    assert parse_rule(json.dumps(said | {"acknowledges": ["secret"]}))[0] != rule


@pytest.mark.parametrize(
    ("acknowledges", "said"),
    [
        ([], "a list of kinds"),
        ("secret", "a list of kinds"),
        (["secret", "secret"], "a list of kinds"),
        (["severity:medium"], "the kind of a finding"),
        ([1], "the kind of a finding"),
        (["Secret"], "the kind of a finding"),
    ],
)
def test_what_is_no_list_of_kinds_is_a_problem_with_file_line_and_key(acknowledges: JsonValue, said: str) -> None:
    (problem,) = file(acknowledges=acknowledges).problems
    assert str(problem).startswith("managed.json:")
    assert problem.line > 1
    assert "acknowledges" in problem.key
    assert said in str(problem)


@pytest.mark.parametrize("effect", ["ask", "deny"])
def test_only_a_rule_that_allows_can_acknowledge(effect: str) -> None:
    (problem,) = file(effect=effect, acknowledges=["secret"]).problems
    assert problem.key.endswith("acknowledges")
    assert "means nothing in a rule that does not allow" in str(problem)


def test_it_is_told_in_words() -> None:
    rule = replace(RULE, acknowledges=frozenset({"destructive", "secret"}))
    assert words.conditions(rule) == ("despite these warnings: Cannot be undone and Secret",)
    assert words.rule_words(rule).endswith("allows files ▸ * (despite these warnings: Cannot be undone and Secret).")
    odd = replace(RULE, acknowledges=frozenset({"virus"}))
    assert words.conditions(odd) == ("despite these warnings: virus",)


# What it does


def test_a_medium_finding_holds_nothing_back_that_a_rule_allows_which_acknowledges_it() -> None:
    assert decided(with_findings(SECRET), policy(PLAIN)) == ("ask", "guard:secret:scratch")
    assert decided(with_findings(SECRET), policy(RULE)) == ("allow", "scratch")
    assert decided(with_findings(SECRET), policy(RULE, kind="managed")) == ("allow", "scratch")


def test_any_other_finding_still_holds_it_back() -> None:
    assert decided(with_findings(SECRET, HIDDEN), policy(RULE)) == ("ask", "guard:hidden-characters:scratch")


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_no_rule_lets_a_finding_of_severity_high_pass(kind: str) -> None:
    rule = replace(RULE, match=Match(), acknowledges=frozenset(KINDS))
    facts = with_findings(Finding(kind, Severity.HIGH, "It is grave."))
    assert decided(facts, policy(rule, kind="managed")) == ("ask", f"guard:{kind}:scratch")


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_a_rule_can_acknowledge_any_kind_of_medium_severity(kind: str) -> None:
    rule = replace(RULE, acknowledges=frozenset({kind}))
    assert decided(with_findings(Finding(kind, Severity.MEDIUM, "It is odd.")), policy(rule))[0] == "allow"


def test_it_is_no_word_against_other_guards() -> None:
    facts = replace(with_findings(SECRET), app_authenticated=False)
    assert decided(facts, policy(RULE)) == ("ask", "guard:app:scratch")
    assert decided(with_findings(SECRET), policy(RULE, Rule("d", DENY, Match()))) == ("deny", "d")
    assert decided(with_findings(SECRET), policy(RULE, Rule("q", ASK, Match()))) == ("ask", "q")


def test_of_rules_in_one_file_that_allow_one_that_acknowledges_is_enough() -> None:
    broad, narrow = Rule("a", ALLOW, Match()), replace(RULE, id="b")
    assert decided(with_findings(SECRET), policy(broad, narrow)) == ("allow", "b")
    assert decided(CALL, policy(broad, narrow)) == ("allow", "a")
    other = replace(RULE, id="c", acknowledges=frozenset({"hidden-characters"}))
    assert decided(with_findings(SECRET, HIDDEN), policy(broad, narrow, other))[1] == "guard:secret:a"
    elsewhere = replace(narrow, match=Match("mail"))
    assert decided(with_findings(SECRET), policy(broad, elsewhere))[1] == "guard:secret:a"


def test_the_users_word_does_not_loosen_what_the_administrator_allowed() -> None:
    managed = policy(PLAIN, kind="managed")
    assert decided(with_findings(SECRET), managed, policy(RULE)) == ("ask", "guard:secret:scratch")


# What loosens waits


def test_acknowledging_more_loosens_and_waits_to_be_confirmed() -> None:
    before, after = policy(PLAIN), policy(RULE)
    assert loosens(before, after)
    seen = with_unconfirmed(after, baseline_of(before))
    assert [change.kind for change in seen.waiting] == ["allows"]
    assert decided(with_findings(SECRET), seen) == ("ask", "default")
    assert with_unconfirmed(after, baseline_of(after)).waiting == ()


def test_what_was_confirmed_is_kept_with_what_it_acknowledges() -> None:
    kept = from_bytes(to_bytes(baseline_of(policy(RULE))))
    assert kept.rules[0].acknowledges == {"secret"}
    assert with_unconfirmed(policy(RULE), kept).waiting == ()


def test_a_rule_that_asks_meanwhile_acknowledges_nothing() -> None:
    asks = replace(RULE, raw=rule_json(RULE)).as_ask_rule()
    assert (asks.effect, asks.acknowledges, "acknowledges" in asks.raw) == (ASK, frozenset(), False)


# What explains


def test_it_is_explained_which_word_in_which_rule_would_have_let_a_call_pass() -> None:
    told = explain(with_findings(SECRET), [policy(PLAIN)]).otherwise
    assert told.startswith('With "acknowledges": ["secret"] in rule "scratch" of policy.json, it would be allowed. ')
    told = explain(with_findings(SECRET, HIDDEN), [policy(RULE)]).otherwise
    assert told.startswith('With "acknowledges": ["hidden-characters", "secret"] in rule "scratch" of policy.json, ')


def test_where_something_else_holds_it_back_too_that_is_reported() -> None:
    facts = replace(with_findings(SECRET), app_authenticated=False)
    told = explain(facts, [policy(PLAIN)]).otherwise
    assert told.startswith('With "acknowledges": ["secret"] in rule "scratch" of policy.json, a person would be asked.')
    assert "the app did not prove who it is" in told


def test_it_is_explained_that_no_rule_can_acknowledge_a_grave_finding() -> None:
    grave = replace(SECRET, severity=Severity.HIGH)
    told = explain(with_findings(grave, HIDDEN), [policy(PLAIN)]).otherwise
    assert told.startswith("No rule can acknowledge a finding of severity high, so a person is asked each time.")


def test_what_findings_did_not_hold_back_is_not_explained_by_them() -> None:
    for facts, rule in ((with_findings(SECRET), RULE), (replace(CALL, app_authenticated=False), PLAIN)):
        assert "acknowledge" not in explain(facts, [policy(rule)]).otherwise
    asked = explain(with_findings(SECRET), [policy(Rule("q", ASK, Match()))])
    assert "acknowledge" not in asked.otherwise


# Kinds that are called otherwise now


@pytest.mark.parametrize(("before", "now"), sorted(FORMER.items()))
def test_a_kind_that_was_renamed_works_by_its_old_name_and_the_check_says_its_new_one(before: str, now: str) -> None:
    facts = with_findings(Finding(now, Severity.MEDIUM, "It was found."))
    denies = file(effect="deny", match={"findings": [before]})
    assert decided(facts, denies) == ("deny", "r")
    assert decided(CALL, denies) == ("ask", "default")
    allows = file(acknowledges=[before])
    assert decided(facts, allows) == ("allow", "r")
    for source, key in ((denies, "match.findings"), (allows, "acknowledges")):
        (warning,) = map(str, warnings.of_source(source, now=NOW))
        assert (
            f'{key}: "{before}" is now called "{now}"; the rule works as if it had that name. Write "{now}".' in warning
        )


def test_a_kind_that_is_never_found_is_warned_of() -> None:
    (slip,) = map(str, warnings.of_source(file(acknowledges=["destructiv"]), now=NOW))
    assert slip.endswith('Assent makes no finding of the kind "destructiv". Did you mean "destructive"?')
    (later,) = map(str, warnings.of_source(file(acknowledges=["output-schema"]), now=NOW))
    assert '"output-schema" is found in results, after the rules have decided' in later
    assert warnings.of_source(file(acknowledges=["destructive"]), now=NOW) == ()
