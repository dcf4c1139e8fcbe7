from __future__ import annotations

import json
import re

import pytest

from host.errors import INVALID_PARAMS, SERVER_LOST
from host.gate import approvals, refusals
from host.gate.refusals import NoAnswer
from host.model import Decision, Effect, JsonObject, JsonValue, Verdict
from host.schema import Violation
from host.wire.call_handler import NOTHING, Reply
from host.wire.methods import LEGACY, MODERN, REVISIONS
from tests.unit.host.support import LATEST, text_of

VERDICT = Verdict(Effect.DENY, "no-rm", "managed", 'Rule "no-rm" of your administrator denies it.')
VIOLATIONS = (Violation("$.path", "a string", "5"), Violation("$.mode", 'one of "r", "w"', '"x"'))
ENDS = sorted({end.by for end in vars(approvals).values() if isinstance(end, NoAnswer)} - {"withdrawal"})


def decision(by: str, reason: str = "") -> Decision:
    return Decision("call-1", "d", False, by, "", reason)


def body(reply: Reply) -> JsonObject:
    assert reply.result is not None
    assert reply.error is None
    value: JsonValue = json.loads(reply.result)
    assert isinstance(value, dict)
    return value


@pytest.mark.parametrize("revision", REVISIONS)
def test_a_refusal_is_a_tool_error_with_one_text_and_nothing_structured(revision: str) -> None:
    expected: JsonObject = {"content": [{"type": "text", "text": "no\n\u202e"}], "isError": True}
    if revision in MODERN:
        expected["resultType"] = "complete"
    assert body(refusals.refused(revision, "no\n\u202e")) == expected


@pytest.mark.parametrize("revision", REVISIONS)
def test_invalid_arguments_are_told_violation_by_violation_in_the_form_of_the_revision(revision: str) -> None:
    reply = refusals.invalid(revision, "write_file", VIOLATIONS)
    if revision in ("2024-11-05", "2025-03-26", "2025-06-18"):
        assert reply.result is None
        assert reply.error is not None
        assert reply.error["code"] == INVALID_PARAMS
        text = str(reply.error["message"])
    else:
        assert body(reply)["isError"] is True
        text = text_of(reply.result)
    for part in ("write_file", "$.path", "a string", "got 5", "$.mode", 'one of "r", "w"', 'got "x"'):
        assert part in text


def test_an_unusable_tool_is_named_with_the_reason() -> None:
    assert refusals.unusable("rm", "Unknown tool") == Reply(
        error={"code": INVALID_PARAMS, "message": "Unknown tool: rm"}
    )


def test_a_lost_server_is_an_error_that_claims_nothing_about_the_outcome() -> None:
    error = refusals.server_lost().error
    assert error is not None
    assert error["code"] == SERVER_LOST
    assert -32019 <= SERVER_LOST <= -32000
    assert "unknown" in str(error["message"])


@pytest.mark.parametrize("by", ENDS)
def test_every_way_to_end_unanswered_has_words_that_say_it_was_not_sent(by: str) -> None:
    text = text_of(refusals.denied(LATEST, None, decision(by)).result)
    assert "not sent" in text


def test_no_two_reasons_to_refuse_read_alike() -> None:
    texts = {
        text_of(refusals.denied(LATEST, None, decision(by)).result)
        for by in [*ENDS, "rule", "approver", "limit", "drift"]
    }
    assert len(texts) == len({*ENDS, "rule", "approver", "limit", "drift"})


def test_the_persons_reason_reaches_the_model() -> None:
    text = text_of(refusals.denied(LATEST, VERDICT, decision("approver", "wrong folder")).result)
    assert text.endswith("Reason: wrong folder")
    assert VERDICT.because not in text


def test_a_denial_by_policy_explains_itself_and_gives_the_rules_own_reason() -> None:
    text = text_of(refusals.denied(LATEST, VERDICT, decision("rule", "ask the administrator")).result)
    assert VERDICT.because in text
    assert text.endswith("Reason: ask the administrator")


def test_a_broken_policy_is_told_to_a_model_without_the_names_of_files() -> None:
    broken = Verdict(
        Effect.DENY, "broken-policy", "user", "Everything is denied. /home/ana/.config/assent/policy.json:3: no"
    )
    text = text_of(refusals.denied(LATEST, broken, decision("rule")).result)
    assert not re.search(r"/|\.json", text)
    assert "policy" in text


@pytest.mark.parametrize("revision", LEGACY)
def test_legacy_results_carry_no_result_type(revision: str) -> None:
    assert "resultType" not in body(refusals.denied(revision, None, decision("stop")))


def test_a_withdrawn_call_is_answered_by_nothing() -> None:
    assert Reply(None, None) == NOTHING
