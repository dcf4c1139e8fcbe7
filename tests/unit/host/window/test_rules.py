from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given

from host.control import codec
from host.control.protocol import CheckRule, ReadRules
from host.control.views import Explanation, RuleReason, RulesPage, RuleView
from host.errors import AssentError
from host.model import CallContext, Effect, Verdict
from host.policy.edit import ID_TAKEN
from host.policy.loosening import baseline_of, with_unconfirmed
from host.policy.model import ApproverEntry, Match, PolicySource, Rule
from host.policy.parse import parse_rule
from host.policy.replay import PastCall
from host.policy.words import rule_view
from host.values import replace
from host.window.rules import (
    CHANGED,
    FORGOTTEN,
    LISTED,
    MAX_IMPORTED,
    MAX_PAGE,
    RECORDED,
    TOO_MANY,
    Listing,
    as_recorded,
    check_rule,
    importable,
    read_arguments,
    with_rule,
)
from tests.support.rules import FEWER, policies

NOW = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)
DENY = Rule("no-rm", Effect.DENY, Match("files", "rm"), "Not here.")
ALLOW = Rule("reading", Effect.ALLOW, Match("files", "read_*", "claude"))
HELD = Rule("m1", Effect.ASK, Match("git"), source="managed")
USER = PolicySource("user", "policy.json", "d" * 64, (ALLOW, DENY))
MANAGED = PolicySource("managed", "managed.json", "e" * 64, (HELD,))


def ids(page: RulesPage) -> list[str]:
    return [rule.id for rule in page.rules]


def listing(user: PolicySource = USER) -> Listing:
    return Listing((MANAGED, user), 7)


# The list


def test_the_administrators_rules_come_first_then_the_users_in_their_order() -> None:
    page = listing().page(ReadRules(), NOW)
    assert (ids(page), page.total, page.generation) == (["m1", "reading", "no-rm"], 3, 7)


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        (ReadRules("RM files"), ["no-rm"]),
        (ReadRules("not here"), ["no-rm"]),
        (ReadRules("claude"), ["reading"]),
        (ReadRules("rm claude"), []),
        (ReadRules(source="managed"), ["m1"]),
        (ReadRules(effect="allow"), ["reading"]),
        (ReadRules("files", effect="deny"), ["no-rm"]),
        (ReadRules(begin=1, limit=1), ["reading"]),
        (ReadRules(begin=-5, limit=0), ["m1"]),
        (ReadRules(begin=50), []),
    ],
    ids=str,
)
def test_only_what_was_asked_for_is_listed(asked: ReadRules, found: list[str]) -> None:
    assert ids(listing().page(asked, NOW)) == found


def test_a_page_is_bounded_and_says_how_many_there_are() -> None:
    many = tuple(replace(DENY, id=f"r{number}") for number in range(MAX_PAGE + 5))
    page = listing(replace(USER, rules=many)).page(ReadRules(limit=10**9), NOW)
    assert (len(page.rules), page.total) == (MAX_PAGE, MAX_PAGE + 6)


def test_s39_what_waits_is_listed_as_such_and_what_is_gone_last() -> None:
    seen = with_unconfirmed(replace(USER, rules=(ALLOW,)), baseline_of(replace(USER, rules=(DENY,))))
    page = listing(seen).page(ReadRules(), NOW)
    assert [(rule.id, rule.waits, rule.counts) for rule in page.rules] == [
        ("m1", "", True), ("reading", "allows", False), ("no-rm", "gone", True),
    ]  # fmt: skip
    assert ids(listing(seen).page(ReadRules(waiting=True), NOW)) == ["reading", "no-rm"]


def test_a_rule_is_told_in_words_and_as_json() -> None:
    shown = rule_view(replace(DENY, raw={"id": "no-rm", "effect": "deny"}), now=NOW)
    assert (shown.id, shown.effect, shown.server, shown.tool, shown.app) == ("no-rm", "deny", "files", "rm", "*")
    assert (shown.reason, shown.source, shown.enabled, shown.counts) == ("Not here.", "user", True, True)
    assert json.loads(shown.text) == {"id": "no-rm", "effect": "deny"}
    assert (shown.places, shown.phrases) == ((), ())


def test_a_rule_that_is_off_or_over_does_not_count() -> None:
    assert not rule_view(replace(DENY, enabled=False), now=NOW).counts
    assert not rule_view(replace(DENY, expires=NOW), now=NOW).counts
    later = rule_view(replace(DENY, expires=NOW + timedelta(seconds=1)), now=NOW)
    assert (later.counts, later.expires) == (True, "2026-11-21T12:00:01Z")


@FEWER
@given(policies(), policies())
def test_any_rule_is_listed_and_crosses_the_socket(old: PolicySource, new: PolicySource) -> None:
    seen = with_unconfirmed(new, baseline_of(old))
    page = Listing((seen,), 1).page(ReadRules(), NOW)
    gone = sum(change.kind == "gone" for change in seen.waiting)
    assert page.total == len(new.rules) + gone
    assert codec.from_json(RulesPage, codec.to_json(page)) == page
    for shown in page.rules[: len(new.rules)]:
        assert parse_rule(shown.text)[0] is not None


# Checking


def test_a_rule_that_is_wrong_says_where() -> None:
    check = check_rule(CheckRule('{\n"effect": "maybe", "match": {} }'), USER, NOW)
    assert (check.rule, check.loosens) == (None, False)
    assert check.faults[0].key == "effect"
    assert check.faults[0].words.startswith("It ")
    assert check.problems[0].startswith("rule:2: ")


def test_a_sound_rule_that_cannot_do_what_it_seems_to_has_notes_and_no_problems() -> None:
    rule = {"id": "n", "effect": "ask", "match": {"paths_within": ["/home/*"]}, "obligations": {"approvers": ["PI"]}}
    check = check_rule(CheckRule(json.dumps(rule)), USER, NOW)
    assert check.problems == ()
    folder, signers = check.notes
    assert 'the folder "/home/*" is taken literally' in folder
    assert '"1 PI" would be missing' in signers
    registered = (ApproverEntry("Ana", ("PI",), ""),)
    assert check_rule(CheckRule(json.dumps(rule)), USER, NOW, registered).notes == (folder,)


def test_a_rule_with_the_name_of_another_is_refused_and_with_its_own_is_not() -> None:
    text = '{ "id": "NO-RM", "effect": "deny", "match": {} }'
    assert check_rule(CheckRule(text), USER, NOW).problems == (ID_TAKEN,)
    assert check_rule(CheckRule(text, "no-rm"), USER, NOW).problems == ()


def test_a_rule_without_an_id_is_told_under_the_one_with_which_it_would_be_saved() -> None:
    text = '{ "effect": "deny", "match": { "tool": "rm" } }'
    found = [check_rule(CheckRule(text, replaces), USER, NOW).rule for replaces in ("", "no-rm")]
    assert [rule.id for rule in found if rule is not None] == ["deny-rm", "no-rm"]


@pytest.mark.parametrize(
    ("text", "replaces", "loosens"),
    [
        ('{ "effect": "allow", "match": { "server": "web" } }', "", True),
        ('{ "effect": "deny", "match": { "server": "web" } }', "", False),
        ('{ "effect": "deny", "match": { "server": "web" } }', "no-rm", True),
        ('{ "effect": "deny", "match": { "server": "files", "tool": "rm" } }', "no-rm", False),
        ('{ "effect": "ask", "match": { "server": "web" } }', "reading", False),
    ],
)
def test_it_is_told_whether_saving_a_rule_would_loosen_anything(text: str, replaces: str, loosens: bool) -> None:
    check = check_rule(CheckRule(text, replaces), USER, NOW)
    assert (check.problems, check.loosens) == ((), loosens)
    assert isinstance(check.rule, RuleView)


# Why


def test_a_rule_that_is_being_written_stands_for_the_one_it_replaces() -> None:
    new = replace(DENY, id="new")
    assert [rule.id for rule in with_rule(USER, new, "no-rm").rules] == ["reading", "new"]
    assert [rule.id for rule in with_rule(USER, new, "").rules] == ["reading", "no-rm", "new"]
    assert with_rule(USER, replace(DENY, reason=""), "").rules == (ALLOW, replace(DENY, reason=""))


@pytest.mark.parametrize("text", ["[]", "{", '{"a":1,"a":2}', '"x"', "\ud800", "1"])
def test_inputs_that_are_no_object_are_refused(text: str) -> None:
    with pytest.raises(AssentError, match="the inputs are no JSON"):
        read_arguments(text)


def test_inputs_keep_every_digit_and_may_be_left_out() -> None:
    assert read_arguments(' {"n": 1e2} ')[1] == b'{"n":1e2}'
    assert read_arguments("") == ({}, b"{}")


def past(effect: Effect, rule: str, *, kept: bool = True) -> PastCall:
    return PastCall(
        call_id="c",
        time="2026-11-21T12:00:00.000000Z",
        at=NOW,
        context=CallContext("files", "rm", "claude", True, "none", {}, b"{}", {"annotations": {}}),
        arguments_kept=kept,
        findings=(),
        verdict=Verdict(effect, rule, "user", "It said so then."),
        demands={},
        decision="deny",
        by="rule",
    )


def test_of_a_past_call_the_recorded_verdict_is_told() -> None:
    now = Explanation("deny", "new", "user", "It says so now.", "Why.", ("With a PIN",), "Otherwise.", ())
    told = as_recorded(now, past(Effect.ASK, "old"))
    assert (told.effect, told.rule, told.because) == ("ask", "old", "It said so then.")
    assert (told.reason, told.obligations, told.otherwise) == ("", (), "")
    assert told.note == f"{RECORDED} {CHANGED}"


def test_where_the_rules_say_the_same_today_all_of_it_is_told() -> None:
    now = Explanation("deny", "old", "user", "It says so now.", "Why.", ("With a PIN",), "Otherwise.", (), "More.")
    told = as_recorded(now, past(Effect.DENY, "old", kept=False))
    assert (told.because, told.reason, told.otherwise) == ("It said so then.", "Why.", "Otherwise.")
    assert told.note == f"{RECORDED} {FORGOTTEN} More."


def test_a_list_is_spoken_of_only_where_there_is_one() -> None:
    reasons = (RuleReason("old", "user", "deny", True, "It decided."),)
    now = Explanation("deny", "old", "user", "It says so now.", "", (), "", reasons)
    assert as_recorded(now, past(Effect.DENY, "old")).note == f"{RECORDED} {LISTED}"


# Out of a file


def test_rules_of_a_file_are_told_with_what_loosens_what_is_there_and_what_gets_another_name() -> None:
    rules = [
        {"id": "reading", "effect": "deny", "match": {"server": "web"}},
        {"id": "other", "effect": "allow", "match": {"server": "files", "tool": "read_*", "app": "claude"}},
        {"id": "more", "effect": "allow", "match": {"server": "git"}},
    ]
    file = {"version": 1, "rules": rules, "trust": {"git": "a" * 64}}
    view = importable(json.dumps(file), USER, NOW)
    assert [(it.rule.id, it.loosens, it.there, it.was) for it in view.rules] == [
        ("deny-web", False, False, "reading"), ("other", True, True, ""), ("more", True, False, ""),
    ]  # fmt: skip
    assert json.loads(view.rules[0].rule.text)["id"] == "deny-web"
    assert (view.problems, view.leaves) == ((), ("git",))


@pytest.mark.parametrize(
    "text", ["", "{", '{"version": 1, "rules": [{"effect": "maybe", "match": {}}]}', "[]", "\ud800"]
)
def test_a_file_with_anything_wrong_gives_no_rule(text: str) -> None:
    view = importable(text, USER, NOW)
    assert view.rules == ()
    assert view.problems


def test_an_administrators_file_is_none_to_import() -> None:
    assert importable('{"version": 1, "rules": [], "locked": []}', USER, NOW).problems


def test_more_rules_than_a_person_looks_through_are_not_imported() -> None:
    many = [{"id": f"r{number}", "effect": "deny", "match": {}} for number in range(MAX_IMPORTED + 1)]
    assert importable(json.dumps({"version": 1, "rules": many}), USER, NOW).problems == (TOO_MANY,)
