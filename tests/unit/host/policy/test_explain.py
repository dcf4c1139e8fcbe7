from __future__ import annotations

from pathlib import Path

from host.control.views import RuleReason
from host.model import Effect, Obligations, RateLimit, RoleQuota, Trust
from host.policy import explain as explaining
from host.policy.explain import explain
from host.policy.facts import ArgumentSchema, CallFacts
from host.policy.load import read_source
from host.policy.loosening import NOTHING_CONFIRMED, with_unconfirmed
from host.policy.model import Match, PolicySource, Rule, SourceKind, Unconfirmed
from host.values import replace
from tests.support.rules import wanting

ALLOW, ASK, DENY = Effect.ALLOW, Effect.ASK, Effect.DENY
CALL = CallFacts("files", "read_file", "claude", app_authenticated=True)
SCHEMA = ArgumentSchema({}, "d")
UNKNOWN = wanting(arguments=SCHEMA)
USER: frozenset[Trust] = frozenset({"user"})


def policy(*rules: Rule, kind: SourceKind = "user") -> PolicySource:
    return PolicySource(kind, kind, rules=tuple(replace(rule, source=kind) for rule in rules))


def told(*rules: Rule, facts: CallFacts = CALL) -> list[tuple[str, bool | None, str]]:
    return [(it.id, it.matched, it.why) for it in explain(facts, [policy(*rules)]).rules]


def test_the_deciding_rule_is_first_then_those_that_match_then_the_others_with_why_not() -> None:
    assert told(
        Rule("a", ALLOW, Match("files")),
        Rule("b", ASK, Match(tool="read_*")),
        Rule("c", ASK, Match(app="claude")),
        Rule("d", DENY, Match("web")),
        Rule("e", DENY, Match("files", "delete_*")),
        Rule("f", ASK, Match(app="cursor")),
        Rule("g", DENY, Match(), conditions=wanting(trust=USER)),
        Rule("h", DENY, Match(), enabled=False),
    ) == [
        ("b", True, "It decided."),
        ("c", True, "It matches too."),
        ("a", True, "It matches; something stricter decided."),
        ("g", False, "It requires a server for which the user vouched; for this one, nobody did."),
        ("d", False, "It is for the server web."),
        ("e", False, "It is for the tool delete_*."),
        ("f", False, "It is for the app cursor."),
        ("h", False, "It is switched off."),
    ]


def test_a_rule_of_which_it_cannot_be_told_says_what_and_what_follows() -> None:
    doubt = "It is unknown whether the inputs meet its schema."
    allow, ask, deny = (
        Rule(name, effect, Match(), conditions=UNKNOWN) for name, effect in zip("aqd", Effect, strict=True)
    )
    assert told(allow) == [("a", None, f"{doubt} It does not allow what it is not sure of.")]
    assert told(ask, Rule("p", ASK, Match())) == [
        ("p", True, "It decided."),
        ("q", None, f"{doubt} It counts as if it matched."),
    ]
    assert told(ask) == [("q", None, f"{doubt} It decided.")]
    assert told(deny, Rule("z", ALLOW, Match())) == [
        ("z", True, "It was held back."),
        ("d", None, f"{doubt} So nothing is allowed by itself."),
    ]


def test_a_rule_that_waits_to_be_confirmed_says_so() -> None:
    source = with_unconfirmed(policy(Rule("a", ALLOW, Match("files"))), NOTHING_CONFIRMED)
    answer = explain(CALL, [source])
    assert (answer.rule, answer.effect, answer.otherwise) == ("default", "ask", "")
    assert answer.rules == (RuleReason("a", "user", "allow", False, "It waits to be confirmed.", counts=False),)


def test_what_would_have_happened_otherwise_is_worked_out_without_the_deciding_rule() -> None:
    managed = policy(Rule("m", DENY, Match()), kind="managed")
    user = policy(Rule("u", ALLOW, Match("files")))
    assert explain(CALL, [user, managed]).otherwise == (
        'Without rule "m", it would be allowed. Rule "u" of policy.json allows files ▸ *.'
    )
    assert explain(CALL, [user]).otherwise == (
        'Without rule "u", a person would be asked. No rule matches, so a person is asked.'
    )
    denies = policy(Rule("a", ASK, Match()), Rule("d", DENY, Match()))
    gone = replace(denies, rules=(), waiting=tuple(Unconfirmed("gone", rule) for rule in denies.rules))
    for source in (denies, gone):
        assert explain(CALL, [source]).otherwise == (
            'Without rule "d", a person would be asked. Rule "a" of policy.json requires a person to see every call.'
        )
    two = policy(Rule("a", ASK, Match()), Rule("b", DENY, Match("files")), Rule("c", DENY, Match()))
    assert explain(CALL, [two]).otherwise == (
        'Without rule "b", it would be denied. Rule "c" of policy.json denies every call.'
    )


def test_what_a_trusted_server_wants_is_told_apart_from_the_rules() -> None:
    facts = replace(CALL, trust="managed", annotations={"requiredApprovers": ["IRB_CHAIR"]})
    answer = explain(facts, [policy(Rule("a", ALLOW, Match()))])
    assert (answer.effect, answer.source, answer.obligations) == ("ask", "server", ("Signed by IRB chair",))
    assert answer.otherwise == (
        'Without that demand of the server, it would be allowed. Rule "a" of policy.json allows every call.'
    )
    assert answer.rules[0].why == "It matches; something stricter decided."


def test_a_held_back_rule_is_named_with_its_guard() -> None:
    answer = explain(replace(CALL, app_authenticated=False), [policy(Rule("a", ALLOW, Match()))])
    assert (answer.rule, answer.source, answer.effect) == ("guard:app:a", "guard", "ask")
    assert answer.rules == (RuleReason("a", "user", "allow", True, "It was held back."),)


def test_where_a_file_is_broken_no_rule_decides() -> None:
    broken = PolicySource("managed", "m", error="It is broken.")
    answer = explain(CALL, [policy(Rule("a", ALLOW, Match())), broken])
    assert (answer.effect, answer.rule, answer.otherwise) == ("deny", "broken-policy", "")
    assert answer.rules[0].why == "It matches; something stricter decided."


def test_demands_are_those_of_all_rules_that_match() -> None:
    asks = Obligations(approvers=(RoleQuota("IRB_CHAIR", 2),), pin=True)
    allows = Obligations(review_result=True, rates=(RateLimit("a", 3, 60),))
    rules = Rule("a", ALLOW, Match(), obligations=allows), Rule("b", ASK, Match(), obligations=asks)
    assert explain(CALL, [policy(*rules)]).obligations == (
        "Signed by IRB chair (2 people)",
        "With a PIN",
        "The result is held until a person releases it",
        "At most 3 calls in a minute",
    )


def test_of_many_rules_that_do_not_match_some_are_named_and_the_rest_counted() -> None:
    count = explaining.MAX_OTHERS + 3
    rules = [Rule(f"r{number:04}", DENY, Match("web")) for number in range(count)]
    answer = explain(CALL, [policy(*rules, Rule("z", ASK, Match()))], note="Rules may have changed.")
    assert len(answer.rules) == 1 + explaining.MAX_OTHERS
    assert answer.rules[0].id == "z"
    assert answer.note == "Rules may have changed. 3 more rules do not match."


def test_s08_what_hides_in_a_pattern_is_shown() -> None:
    assert told(Rule("a", DENY, Match(tool="\u202ex"))) == [("a", False, "It is for the tool ⟨U+202E⟩x.")]


def test_a_rule_that_nobody_named_is_told_by_its_calls_and_conditions() -> None:
    data = b'{"version": 1, "rules": [{"effect": "deny", "match": {"server": "mail"}}]}'
    (reason,) = explain(CALL, [read_source("user", Path("policy.json"), data)]).rules
    assert reason.id.startswith("rule-")
    assert reason.calls == "mail ▸ *"
