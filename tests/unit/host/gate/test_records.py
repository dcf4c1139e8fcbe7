from __future__ import annotations

import json

import pytest

from host.audit.record import prepare
from host.canonical import canonical
from host.errors import AuditError
from host.gate import records
from host.model import (
    NO_OBLIGATIONS,
    Answer,
    App,
    AppSays,
    Call,
    Decision,
    Draft,
    Effect,
    Finding,
    Grant,
    JsonObject,
    JsonValue,
    Obligations,
    Outcome,
    OutcomeStatus,
    RateLimit,
    RoleQuota,
    Severity,
    Signature,
    Trust,
    Verdict,
)
from host.values import replace
from tests.unit.host.support import APP, call_params, frozen_call

CANARY = "s3cr3t-canary"
VERDICT = Verdict(Effect.ASK, "default", "default", "No rule matches, so a person is asked.", "why")
FINDINGS = (Finding("big-number", Severity.MEDIUM, "A number is odd.", CANARY),)
GROUND = records.JudgedOn(VERDICT, FINDINGS, "f" * 64)
GRANT = Grant(
    "g1",
    "claude",
    "files",
    "write",
    b"{}",
    1.0,
    901.0,
    "ana",
    bound="pattern",
    covers=(f"password: exactly {CANARY}", "n: 1"),
)


def call(tool: str = "write", app: App = APP) -> Call:
    return frozen_call("0190a1b2-call", call_params(tool, {"password": CANARY}), app=app)


def decision(approve: bool = True, reason: str = CANARY) -> Decision:
    return Decision("0190a1b2-call", "d" * 64, approve, "approver", "ana", reason)


def answer(displayed_ms: int | None, unread_lines: int = 0) -> Answer:
    return Answer(True, "0190a1b2-call", "d" * 64, "ana", CANARY, displayed_ms, unread_lines=unread_lines)


def every_draft() -> dict[str, Draft]:
    made, ended = call(), Outcome(OutcomeStatus.SUCCEEDED, 12.34567, "fine", -32050, FINDINGS)
    return {
        "proposed": records.proposed(made, GROUND, 2),
        "refused": records.refused(made, "Unknown tool"),
        "decided": records.decided(made, decision(), GROUND, answer=answer(9)),
        "outcome": records.outcome(made, ended, CANARY.encode()),
        "granted": records.grant_given(GRANT, made, "f" * 64, seconds=900),
        "reviewed": records.reviewed(made, decision(False), answer(9)),
    }


@pytest.mark.parametrize("name", list(every_draft()))
def test_s36_no_body_holds_an_argument_a_result_a_reason_or_evidence(name: str) -> None:
    draft = every_draft()[name]
    assert CANARY not in json.dumps(dict(draft.fields))
    assert any(CANARY.encode() in value for value in draft.values.values())


@pytest.mark.parametrize("name", list(every_draft()))
def test_every_record_of_a_call_can_be_chained_and_names_it(name: str) -> None:
    draft = every_draft()[name]
    assert draft.call == "0190a1b2-call"
    prepare(draft, 1)


def test_a_proposal_says_who_asks_what_of_whom_and_why_it_is_asked() -> None:
    draft = every_draft()["proposed"]
    assert draft.kind == "call.proposed"
    assert draft.fields == {
        "app": {"name": "claude", "authenticated": True, "session": "s1", "pid": 42},
        "server": "files",
        "config": "d" * 64,
        "tool": "write",
        "revision": "2025-11-25",
        "definition": "f" * 64,
        "round": 2,
        "effect": "ask",
        "rule": "default",
        "source": "default",
        "because": VERDICT.because,
        "findings": [{"kind": "big-number", "severity": "medium"}],
    }
    assert draft.values == {"params": call().params}


def test_a_proposal_commits_to_what_the_app_told_of_who_asks() -> None:
    told = replace(call(), says=AppSays("reviewer", "", "half \ud800"))
    draft = records.proposed(told, GROUND, 1)
    assert draft.values == {"params": call().params, "says": b'{"agent":"reviewer","chat":"half ?"}'}


def test_a_decision_commits_to_the_parameters_unless_the_proposal_did() -> None:
    alone = records.decided(call(), decision(reason=""))
    asked = records.decided(call(), decision(reason=""), proposal_recorded=True)
    assert alone.values == {"params": call().params}
    assert asked.values == {}


def test_a_decision_says_who_decided_how_and_how_long_it_was_shown() -> None:
    fields = records.decided(call(), decision(False), answer=answer(0)).fields
    assert (fields["decision"], fields["by"], fields["who"], fields["displayed_ms"]) == ("deny", "approver", "ana", 0)
    assert "rule" not in fields
    assert "findings" not in fields
    assert "displayed_ms" not in records.decided(call(), decision()).fields
    assert "displayed_ms" not in records.decided(call(), decision(), answer=answer(None)).fields


def test_s07_a_decision_says_how_many_lines_were_never_read_where_there_were_any() -> None:
    fields = records.decided(call(), decision(), answer=answer(None, 14_200)).fields
    assert fields["unread_lines"] == 14_200
    assert "unread_lines" not in records.decided(call(), decision(), answer=answer(5)).fields


def test_s13_a_grant_on_record_says_what_it_covers_and_commits_to_the_arguments() -> None:
    draft = every_draft()["granted"]
    assert draft.kind == "grant.given"
    assert draft.fields == {
        "grant": "g1",
        "app": "claude",
        "server": "files",
        "config": "d" * 64,
        "tool": "write",
        "definition": "f" * 64,
        "scope": "15min",
        "bound": "pattern",
        "seconds": 900,
        "who": "ana",
    }
    assert draft.values == {"arguments": call().arguments, "covers": f"password: exactly {CANARY}\nn: 1".encode()}
    assert "seconds" not in records.grant_given(GRANT, call(), "f" * 64, seconds=None).fields


def test_the_end_of_a_grant_says_who_did_it() -> None:
    assert records.grant_revoked("g1", "ana").fields == {"grant": "g1", "who": "ana"}
    assert records.grant_revoked("g1", "ana", "anew").fields["because"] == "anew"


JUDGED = replace(GROUND, verdict=replace(VERDICT, effect=Effect.ALLOW, rule="r1"))
"""What an automatic yes rests on."""
RULE = Decision("0190a1b2-call", "d" * 64, True, "rule", "r1")


@pytest.mark.parametrize(
    ("ground", "made", "said"),
    [
        (JUDGED, call(), RULE),
        (replace(JUDGED, annotations={"readOnlyHint": True}), call(), RULE),
        (replace(JUDGED, findings=()), call(), RULE),
        (replace(JUDGED, definition="e" * 64), call(), RULE),
        (replace(JUDGED, verdict=replace(VERDICT, effect=Effect.ALLOW, rule="r2")), call(), replace(RULE, who="r2")),
        (JUDGED, call("read"), RULE),
        (JUDGED, call(app=replace(APP, session="s9")), RULE),
        (JUDGED, frozen_call("0190a1b2-next", call_params("write", {})), replace(RULE, call_id="0190a1b2-next")),
        (JUDGED, call(), replace(RULE, reason="as before")),
    ],
)  # fmt: skip
def test_records_that_have_much_alike_say_the_same_as_if_each_was_made_again(
    ground: records.JudgedOn, made: Call, said: Decision
) -> None:
    records.decided_automatically(call(), RULE, JUDGED)
    expected = records.decided(made, said, ground)
    for _ in range(2):
        alike = records.decided_automatically(made, said, ground)
        assert alike == expected
        assert prepare(alike, 7) == prepare(expected, 7)


def test_what_is_kept_of_such_records_is_bounded() -> None:
    for number in range(2 * records.MAX_REPEATED):
        ground = replace(JUDGED, definition=f"{number:064x}")
        assert records.decided_automatically(call(), RULE, ground) == records.decided(call(), RULE, ground)
    assert len(records._repeated) <= records.MAX_REPEATED  # noqa: SLF001  # nobody sees it from outside


def test_a_verdict_on_record_says_what_it_demands() -> None:
    demanded = Obligations((RoleQuota("IRB_CHAIR", 2),), pin=True, rates=(RateLimit("slow", 3, 60.0),))
    for obligations, wanted in (
        (NO_OBLIGATIONS, None),
        (demanded, {"approvers": [{"role": "IRB_CHAIR", "count": 2}], "pin": True,
                    "rates": [{"rule": "slow", "calls": 3, "perSeconds": 60.0}]}),
    ):  # fmt: skip
        verdict = replace(VERDICT, obligations=obligations)
        for draft in (
            records.proposed(call(), replace(GROUND, verdict=verdict), 1),
            records.decided(call(), decision(), records.JudgedOn(verdict)),
        ):
            assert draft.fields.get("obligations") == wanted
            prepare(draft, 1)


@pytest.mark.parametrize("trust", ["none", "user", "managed"])
def test_a_record_says_who_vouched_for_the_server_where_anybody_did(trust: Trust) -> None:
    made = call()
    made = replace(made, server=replace(made.server, trust=trust))
    fields = records.decided(made, decision(), GROUND).fields
    assert fields.get("trust", "none") == trust
    assert ("trust" in fields) == (trust != "none")


def test_a_decision_names_everybody_who_signed() -> None:
    signatures = (Signature("ana", ("PI",), 1.0), Signature("ben", ("CHAIR", "MD"), 2.0))
    draft = records.decided(call(), decision(), GROUND, answer=replace(answer(9), signatures=signatures))
    assert draft.fields["signers"] == [
        {"approver": "ana", "roles": ["PI"]},
        {"approver": "ben", "roles": ["CHAIR", "MD"]},
    ]


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ({"readOnlyHint": True, "x": [1.5, None]}, True),
        ({"x": "y" * (records.MAX_ANNOTATIONS - 8)}, True),
        ({"x": "y" * (records.MAX_ANNOTATIONS - 7)}, False),
        ({}, False),
        (None, False),
        ([{"readOnlyHint": True}], False),
        ("readOnlyHint", False),
    ],
    ids=["some", "as long as can be", "too long", "empty", "none", "a list", "a text"],
)
def test_s08_what_a_server_says_of_its_tool_is_kept_where_it_is_an_object_and_short(
    said: JsonValue, kept: bool
) -> None:
    found = records.kept_annotations(said)
    assert found == (said if kept else None)
    if found is not None:
        assert len(canonical(found)) <= records.MAX_ANNOTATIONS
    for draft in (
        records.proposed(call(), replace(GROUND, annotations=found), 1),
        records.decided(call(), decision(), records.JudgedOn(VERDICT, annotations=found)),
    ):
        assert draft.fields.get("annotations") == found
        prepare(draft, 1)


def test_annotations_that_have_no_canonical_form_are_not_kept() -> None:
    deep: JsonObject = {}
    for _ in range(100_000):
        deep = {"x": deep}
    assert records.kept_annotations(deep) is None


def test_an_outcome_says_whether_the_result_is_held() -> None:
    ended = Outcome(OutcomeStatus.SUCCEEDED, 1.0)
    assert records.outcome(call(), ended, b"{}", held=True).fields["held"] is True
    assert "held" not in records.outcome(call(), ended, b"{}").fields


@pytest.mark.parametrize(("approve", "said"), [(True, "release"), (False, "withhold")])
def test_a_review_says_whether_the_result_was_released_and_by_whom(approve: bool, said: str) -> None:
    draft = records.reviewed(call(), decision(approve), answer(9))
    assert draft.kind == "result.reviewed"
    assert draft.fields == {"decision": said, "by": "approver", "who": "ana", "displayed_ms": 9}
    assert draft.values == {"reason": CANARY.encode()}


def test_a_review_names_its_call() -> None:
    with pytest.raises(AuditError):
        prepare(replace(every_draft()["reviewed"], call=""), 1)


def test_a_reason_that_no_text_can_hold_is_kept_as_far_as_it_can_be() -> None:
    draft = records.decided(call(), decision(reason="a\ud800b"))
    assert draft.values["reason"] == b"a?b"


def test_an_outcome_without_a_result_commits_to_none() -> None:
    draft = records.outcome(call(), Outcome(OutcomeStatus.UNKNOWN, 0.0), None)
    assert draft.fields == {"status": "unknown", "duration_ms": 0.0}
    assert draft.values == {}


def test_s08_names_that_strangers_chose_enter_a_record_bounded() -> None:
    stranger = App("unknown", False, claimed="c" * 10_000, session="s")
    fields = records.refused(call("t" * 10_000, stranger), "Unknown tool").fields
    assert fields["tool"] == "t" * records.NAME_LIMIT
    assert fields["app"] == {
        "name": "unknown",
        "authenticated": False,
        "session": "s",
        "claimed": "c" * records.NAME_LIMIT,
    }
