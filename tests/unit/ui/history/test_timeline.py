"""What one record of a call says."""

from __future__ import annotations

import pytest

from host.canonical import canonical
from host.control.views import TimelineEntry
from host.model import JsonObject
from ui.history import timeline


def lines(fields: JsonObject) -> list[str]:
    return [str(line) for line in timeline.said(TimelineEntry(1, "", "call.decided", canonical(fields), ""))]


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
    assert [str(line) for line in timeline.said(TimelineEntry(1, "", "", b"[]", ""))] == ["This record cannot be read."]
