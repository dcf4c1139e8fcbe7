"""What one record of a call says."""

from __future__ import annotations

import pytest

from host.canonical import canonical
from host.control.views import TimelineEntry
from host.model import JsonObject
from ui.history import timeline


def lines(fields: JsonObject) -> list[str]:
    return [str(line) for line in timeline.record_lines(TimelineEntry(1, "", "call.decided", canonical(fields), ""))]


def test_a_decision_reads_as_a_sentence() -> None:
    fields: JsonObject = {
        "decision": "approve",
        "by": "approver",
        "who": "ana",
        "displayed_ms": 7421,
        "unread_lines": 12,
        "effect": "ask",
    }
    assert lines(fields) == [
        "Approved by a person",
        "The rules ask a person",
        "Who: ana",
        "On screen for 7.4 s",
        "Lines never scrolled into view: 12",
    ]


@pytest.mark.parametrize(("round_", "said"), [(1, []), (2, ["Asked again (time 2)"])])
def test_only_a_question_that_was_asked_again_has_a_number(round_: int, said: list[str]) -> None:
    assert lines({"round": round_}) == said


def test_what_is_not_known_is_said_in_the_records_own_words() -> None:
    assert lines({"decision": "maybe", "by": "magic", "status": "odd", "duration_ms": "long"}) == [
        "maybe magic",
        "Outcome: odd",
        "Took long",
    ]


def test_findings_and_strangers_words_come_out_escaped() -> None:
    said = lines({"because": "x\x1b[8m\u202e", "findings": [{"kind": "k\n", "severity": "high"}, 5]})
    assert said == ["Because: x⟨U+001B⟩[8m⟨U+202E⟩", "Finding: k⟨U+000A⟩ (high)"]


def test_a_record_that_cannot_be_read_says_so() -> None:
    assert [str(line) for line in timeline.record_lines(TimelineEntry(1, "", "", b"[]", ""))] == [
        "This record cannot be read."
    ]


def test_a_signature_says_who_in_which_role_and_what_was_still_wanted() -> None:
    fields: JsonObject = {"approver": "Dr Ana", "roles": ["PI", "CHAIR"], "round": 1, "missing": ["1 IRB_CHAIR signs"]}
    assert lines(fields) == ["Who: Dr Ana", "In the role: PI, CHAIR", "Still wanted: 1 IRB_CHAIR signs"]
    assert lines({"approver": "ana", "roles": [], "missing": []}) == ["Who: ana", "All who must sign have signed"]


def test_a_decision_names_everybody_who_signed() -> None:
    fields: JsonObject = {
        "decision": "approve",
        "by": "approver",
        "who": "ana",
        "signers": [{"approver": "Dr Ana", "roles": ["PI"]}, {"approver": "ana\u202e", "roles": []}, "odd"],
    }
    said = "Signed by Dr Ana (PI); ana⟨U+202E⟩"
    assert lines(fields) == ["Approved by a person", said, "Who: ana"]
    decided = TimelineEntry(2, "", "call.decided", canonical(fields), "")
    asked = TimelineEntry(1, "", "call.proposed", b"{}", "")
    assert str(timeline.signed_by((asked, decided))) == said
    assert timeline.signed_by((asked,)) is None
    assert timeline.signed_by((TimelineEntry(1, "", "call.decided", b"[]", ""),)) is None


def test_what_the_rules_demanded_reads_as_one_line() -> None:
    fields: JsonObject = {
        "obligations": {
            "approvers": [{"role": "PI", "count": 1}, {"role": "CHAIR", "count": 2}],
            "pin": True,
            "reason_required": True,
            "review_result": True,
            "rates": [{"rule": "r", "calls": 10, "perSeconds": 60}],
        }
    }
    assert lines(fields) == [
        "Demanded: 1 PI signs; 2 CHAIR sign; a PIN; a reason; the result reviewed; at most 10 calls in 60 s"
    ]
    assert lines({"obligations": {}}) == []


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"scope": "1h", "bound": "pattern"}, ["Granted: for 1 hour", "Covers: inputs within its bounds"]),
        ({"scope": "always", "bound": "any"}, ["Granted: until you take it back", "Covers: any inputs"]),
        ({"scope": "odd", "bound": 7}, ["Granted: odd", "Covers: 7"]),
    ],
    ids=["pattern", "any", "odd"],
)
def test_a_grant_says_for_how_long_and_for_what(fields: JsonObject, said: list[str]) -> None:
    assert lines(fields) == said


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"decision": "release", "by": "approver", "who": "ana"}, ["Released by a person", "Who: ana"]),
        ({"decision": "withhold", "by": "expiry"}, ["Withheld since nobody decided in time"]),
        ({"status": "succeeded", "held": True}, ["Outcome: succeeded", "The result waited for a person to release it"]),
    ],
    ids=["released", "withheld", "held"],
)
def test_a_result_that_was_held_says_what_became_of_it(fields: JsonObject, said: list[str]) -> None:
    assert lines(fields) == said


@pytest.mark.parametrize(
    "fields",
    [
        {"signers": 5, "roles": {}, "missing": "x\u202e", "obligations": [], "held": "yes"},
        {"signers": [{}], "roles": [[]], "missing": [{}], "obligations": {"approvers": 1, "rates": [{}]}},
    ],
    ids=["other types", "nothing inside"],
)
def test_a_damaged_record_is_said_as_far_as_it_goes(fields: JsonObject) -> None:
    assert not {"\u202e"} & set("".join(lines(fields)))
