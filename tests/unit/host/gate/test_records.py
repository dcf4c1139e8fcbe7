from __future__ import annotations

import json

import pytest

from host.audit.record import prepare
from host.gate import records
from host.model import (
    Answer,
    App,
    Call,
    Decision,
    Draft,
    Effect,
    Finding,
    Outcome,
    OutcomeStatus,
    Severity,
    Verdict,
)
from tests.unit.host.support import APP, call_params, frozen_call

CANARY = "s3cr3t-canary"
VERDICT = Verdict(Effect.ASK, "default", "default", "No rule matches, so a person is asked.", "why")
FINDINGS = (Finding("big-number", Severity.MEDIUM, "A number is odd.", CANARY),)


def call(tool: str = "write", app: App = APP) -> Call:
    return frozen_call("0190a1b2-call", call_params(tool, {"password": CANARY}), app=app)


def decision(approve: bool = True, reason: str = CANARY) -> Decision:
    return Decision("0190a1b2-call", "d" * 64, approve, "approver", "ana", reason)


def answer(displayed_ms: int | None, unread_lines: int = 0) -> Answer:
    return Answer(True, "0190a1b2-call", "d" * 64, "ana", CANARY, displayed_ms, unread_lines=unread_lines)


def every_draft() -> dict[str, Draft]:
    made, ended = call(), Outcome(OutcomeStatus.SUCCEEDED, 12.34567, "fine", -32050, FINDINGS)
    return {
        "proposed": records.proposed(made, VERDICT, FINDINGS, "f" * 64, 2),
        "refused": records.refused(made, "Unknown tool"),
        "decided": records.decided(
            made, decision(), verdict=VERDICT, findings=FINDINGS, definition="f" * 64, answer=answer(9)
        ),
        "outcome": records.outcome(made, ended, CANARY.encode()),
        "granted": records.grant_given("g1", made, "f" * 64, seconds=900, who="ana"),
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


def test_a_decision_commits_to_the_parameters_unless_the_proposal_did() -> None:
    alone = records.decided(call(), decision(reason=""), verdict=None)
    asked = records.decided(call(), decision(reason=""), verdict=None, asked=True)
    assert alone.values == {"params": call().params}
    assert asked.values == {}


def test_a_decision_says_who_decided_how_and_how_long_it_was_shown() -> None:
    fields = records.decided(call(), decision(False), verdict=None, answer=answer(0)).fields
    assert (fields["decision"], fields["by"], fields["who"], fields["displayed_ms"]) == ("deny", "approver", "ana", 0)
    assert "rule" not in fields
    assert "findings" not in fields
    assert "displayed_ms" not in records.decided(call(), decision(), verdict=None).fields
    assert "displayed_ms" not in records.decided(call(), decision(), verdict=None, answer=answer(None)).fields


def test_s07_a_decision_says_how_many_lines_were_never_read_where_there_were_any() -> None:
    fields = records.decided(call(), decision(), verdict=None, answer=answer(None, 14_200)).fields
    assert fields["unread_lines"] == 14_200
    assert "unread_lines" not in records.decided(call(), decision(), verdict=None, answer=answer(5)).fields


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
        "seconds": 900,
        "who": "ana",
    }
    assert draft.values == {"arguments": call().arguments}


def test_the_end_of_a_grant_and_the_stop_say_who_did_it() -> None:
    assert records.grant_revoked("g1", "ana").fields == {"grant": "g1", "who": "ana"}
    assert records.grant_revoked("g1", "ana", "anew").fields["because"] == "anew"
    for draft, kind in ((records.stop_pressed("ana"), "pressed"), (records.stop_released("ana"), "released")):
        assert (draft.kind, draft.fields) == (f"stop.{kind}", {"who": "ana"})
        prepare(draft, 1)


def test_a_reason_that_no_text_can_hold_is_kept_as_far_as_it_can_be() -> None:
    draft = records.decided(call(), decision(reason="a\ud800b"), verdict=None)
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
