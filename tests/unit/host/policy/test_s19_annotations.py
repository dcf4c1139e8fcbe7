"""Attack 19: what an untrusted server says of its tools never loosens anything."""

from __future__ import annotations

import pytest
from hypothesis import given

from host.model import Effect, JsonObject, JsonValue, RoleQuota, Trust
from host.policy.conditions import holds, why_not
from host.policy.evaluate import TIGHTENING, evaluate
from host.policy.facts import CallFacts
from host.policy.model import Match, PolicySource, Rule
from host.values import replace
from tests.support.rules import FEWER, call_facts, claims, policies, wanting

ALLOW, ASK, DENY = Effect.ALLOW, Effect.ASK, Effect.DENY
CALL = CallFacts("files", "delete_all", "claude", app_authenticated=True)
LIES: list[JsonObject] = [
    {"readOnlyHint": True},
    {"destructiveHint": False},
    {"idempotentHint": True},
    {"openWorldHint": False},
    {"readOnlyHint": True, "destructiveHint": False, "idempotentHint": True, "openWorldHint": False},
]


def wants(effect: Effect, name: str, *values: str | bool) -> PolicySource:
    rule = Rule("r", effect, Match(), conditions=wanting(annotations=((name, values),)))
    return PolicySource("user", "u", rules=(rule,))


@pytest.mark.parametrize("lie", LIES)
@pytest.mark.parametrize("name", ["readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"])
@pytest.mark.parametrize("value", [True, False])
def test_s19_delete_all_that_claims_to_be_harmless_is_never_allowed_by_it(
    lie: JsonObject, name: str, value: bool
) -> None:
    lying, trusted = replace(CALL, annotations=lie), replace(CALL, annotations=lie, trust="user")
    [rule] = (source := wants(ALLOW, name, value)).rules
    assert evaluate(lying, [source]).effect is ASK
    assert why_not(rule, lying) == f"It uses the annotation {name}, but nobody whom it trusts vouched for the server."
    if lie.get(name) is value:
        assert evaluate(trusted, [source]).effect is ALLOW


@pytest.mark.parametrize("lie", [{}, *LIES])
@pytest.mark.parametrize(
    ("name", "value"),
    [("readOnlyHint", False), ("destructiveHint", True), ("idempotentHint", False), ("openWorldHint", True)],
)
@pytest.mark.parametrize("effect", [ASK, DENY])
def test_s19_neither_a_lie_nor_silence_slips_past_a_rule_that_asks_or_denies(
    lie: JsonObject, name: str, value: bool, effect: Effect
) -> None:
    verdict = evaluate(replace(CALL, annotations=lie), [wants(effect, name, value)])
    assert (verdict.effect, verdict.rule) == (effect, "r")


@pytest.mark.parametrize("effect", [ASK, DENY])
def test_s19_what_an_untrusted_server_admits_counts_for_rules_that_ask_or_deny(effect: Effect) -> None:
    source = wants(effect, "dataScale", "large", "extreme")
    assert evaluate(replace(CALL, annotations={"dataScale": "Extreme"}), [source]).effect is effect
    assert evaluate(replace(CALL, annotations={"dataScale": "small"}), [source]).rule == "default"


@pytest.mark.parametrize(
    ("claim", "words"),
    [
        ({"destructiveHint": True}, "may destroy something"),
        ({"destructiveHint": "True"}, "may destroy something"),
        ({"hipaa-controlled": True}, "handles health data under HIPAA"),
        ({"securityLevel": " HIGH "}, "has a high security level"),
        ({"dataScale": "large"}, "handles much data"),
        ({"dataScale": ["small", "extreme"]}, "handles much data"),
        ({"requiredApprovers": ["IRB_CHAIR"]}, "requires approvers"),
        ({"requiredApprovers": {"odd": 1}}, "requires approvers"),
        ({"required-roles": "nurse"}, "requires certain roles"),
    ],
)
def test_s19_a_tightening_hint_of_an_untrusted_server_forces_a_question_and_demands_nothing(
    claim: JsonObject, words: str
) -> None:
    allowing = PolicySource("managed", "m", rules=(Rule("a", ALLOW, Match(), "why", "managed"),))
    verdict = evaluate(replace(CALL, annotations=claim), [allowing])
    assert (verdict.effect, verdict.rule, verdict.source) == (ASK, "guard:hint:a", "guard")
    assert verdict.because.endswith(
        f"A person is asked all the same: the server, for which nobody vouched, says that this tool {words}."
    )
    assert not verdict.obligations.signed
    if "requiredApprovers" not in claim:
        assert evaluate(replace(CALL, annotations=claim, trust="user"), [allowing]).effect is ALLOW


@pytest.mark.parametrize(
    "claim",
    [
        {"destructiveHint": False},
        {"hipaa-controlled": False},
        {"securityLevel": "low"},
        {"dataScale": "small"},
        {"requiredApprovers": []},
        {"required-roles": None},
        {"title": "Delete", "unknown": True},
    ],
)
def test_s19_what_does_not_tighten_forces_no_question(claim: JsonObject) -> None:
    allowing = PolicySource("user", "u", rules=(Rule("a", ALLOW, Match()),))
    assert evaluate(replace(CALL, annotations=claim), [allowing]).effect is ALLOW


@pytest.mark.parametrize(("level", "who"), [("user", "the user"), ("managed", "the administrator")])
@pytest.mark.parametrize("allowed", [True, False])
def test_s19_a_trusted_server_gets_the_signatures_that_it_wants(level: str, who: str, allowed: bool) -> None:
    annotations: JsonObject = {"requiredApprovers": ["PRINCIPAL_INVESTIGATOR", "IRB_CHAIR", "IRB_CHAIR"]}
    rules = (Rule("a", ALLOW, Match()),) if allowed else ()
    trusted = replace(CALL, trust=level, annotations=annotations)  # type: ignore[arg-type]
    verdict = evaluate(trusted, [PolicySource("user", "u", rules=rules)])
    assert (verdict.effect, verdict.rule, verdict.source) == (ASK, "annotation:requiredApprovers", "server")
    assert verdict.obligations.approvers == (RoleQuota("IRB_CHAIR"), RoleQuota("PRINCIPAL_INVESTIGATOR"))
    assert verdict.because == (
        f"The server, for which {who} vouched, requires this tool's calls to be signed by: IRB_CHAIR, "
        "PRINCIPAL_INVESTIGATOR."
    )


def test_s19_the_signatures_of_a_trusted_server_come_on_top_of_what_rules_demand() -> None:
    trusted = replace(CALL, trust="user", annotations={"requiredApprovers": "NURSE"})
    asking = PolicySource("managed", "m", rules=(Rule("q", ASK, Match(), source="managed"),))
    verdict = evaluate(trusted, [asking])
    assert (verdict.rule, verdict.source, verdict.obligations.approvers) == ("q", "managed", (RoleQuota("NURSE"),))
    denying = PolicySource("user", "u", rules=(Rule("d", DENY, Match()),))
    assert not evaluate(trusted, [denying, asking]).obligations.signed


@pytest.mark.parametrize("odd", [{"a": 1}, [1], [""], ["x" * 65], ["x"] * 17, 7, True, [["IRB_CHAIR"]]])
@pytest.mark.parametrize("effect", [None, ALLOW, ASK])
def test_s19_signers_that_are_not_understood_are_a_question_that_no_grant_answers(
    odd: object, effect: Effect | None
) -> None:
    rules = () if effect is None else (Rule("r", effect, Match()),)
    trusted = replace(CALL, trust="managed", annotations={"requiredApprovers": odd})  # type: ignore[dict-item]
    verdict = evaluate(trusted, [PolicySource("user", "u", rules=rules)])
    assert (verdict.effect, verdict.source) == (ASK, "guard")
    assert verdict.rule == f"guard:approvers:{'r' if rules else 'default'}"


@FEWER
@given(call_facts(), claims(), policies("managed"), policies())
def test_s19_an_untrusted_servers_annotations_never_loosen_compared_to_none_at_all(
    facts: CallFacts, said: JsonObject, managed: PolicySource, user: PolicySource
) -> None:
    silent = evaluate(replace(facts, trust="none", annotations={}), [managed, user])
    saying = evaluate(replace(facts, trust="none", annotations=said), [managed, user])
    assert saying.effect.strictness >= silent.effect.strictness
    if saying.effect is not DENY:
        assert saying.obligations | silent.obligations == saying.obligations


@FEWER
@given(call_facts(), claims(), policies())
def test_s19_what_an_untrusted_server_says_keeps_no_rule_from_asking_or_denying(
    facts: CallFacts, said: JsonObject, source: PolicySource
) -> None:
    for rule in source.rules:
        silent = holds(rule, replace(facts, trust="none", annotations={}))
        saying = holds(rule, replace(facts, trust="none", annotations=said))
        assert saying is not False or silent is False or rule.effect is ALLOW
        assert silent is saying or rule.effect is not ALLOW


ENDLESS: list[JsonValue] = [["x"] * 300_000, "x" * 5_000_000, ["x" * 5_000_000], ["large"] * 257]


@pytest.mark.parametrize("claim", ENDLESS, ids=["list", "text", "texts", "values"])
@pytest.mark.parametrize("trust", ["none", "user", "managed"])
def test_s22_an_annotation_without_end_is_not_compared_and_loosens_nothing(claim: JsonValue, trust: Trust) -> None:
    call = replace(CALL, annotations={"dataScale": claim}, trust=trust)
    everything = PolicySource("managed", "m", rules=(Rule("all", ALLOW, Match(), source="managed"),))
    assert evaluate(call, [wants(ALLOW, "dataScale", "x", "large")]).effect is ASK
    assert evaluate(call, [everything, wants(ASK, "dataScale", "small")]).effect is ASK
    denied = evaluate(call, [everything, wants(DENY, "dataScale", "small")])
    assert (denied.effect, denied.source) == (ASK, "guard")
    assert evaluate(call, [everything]).effect is (ASK if trust == "none" else ALLOW)


def test_s19_the_annotations_that_tighten_are_those_that_make_a_guard_ask() -> None:
    assert set(TIGHTENING) >= {
        "destructiveHint",
        "securityLevel",
        "dataScale",
        "requiredApprovers",
    }
    assert "readOnlyHint" not in TIGHTENING
