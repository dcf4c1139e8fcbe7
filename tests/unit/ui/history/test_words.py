"""How a call of the log reads."""

from __future__ import annotations

import itertools

import pytest

from host.control.views import HistoryRow, TimelineEntry
from tests.support.pseudo import pseudo
from ui.history import words
from ui.tr import Translate, install

ROW = HistoryRow(
    "id", "2026-11-21T10:00:00.000000Z", "claude", True, "files", "write_file", "ended", "approve", "approver", "ana",
    "succeeded", 12.5, "",
)  # fmt: skip


def with_(**changes: object) -> HistoryRow:
    values = {name: getattr(ROW, name) for name in ROW.__dataclass_fields__} | changes
    return HistoryRow(**values)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({}, ("Approved", "Succeeded")),
        ({"by": "grant"}, ("Covered by a grant", "Succeeded")),
        ({"by": "rule"}, ("Allowed by a rule", "Succeeded")),
        ({"status": "", "state": "running"}, ("Approved", "Running")),
        ({"decision": "", "by": "", "status": "", "state": "waiting"}, ("Waiting", "")),
        ({"decision": "deny", "by": "expiry", "status": ""}, ("Expired", "Not sent")),
        ({"decision": "deny", "by": "approver", "status": ""}, ("Denied", "Not sent")),
        ({"decision": "invalid", "by": "", "status": ""}, ("Invalid", "Not sent")),
        ({"status": "something new"}, ("Approved", "something new")),
        ({"edited": True}, ("Approved, edited", "Succeeded")),
        ({"edited": True, "decision": "", "by": "", "status": "", "state": "waiting"}, ("Waiting, edited", "")),
        ({"edited": True, "decision": "deny", "by": "rule", "status": ""}, ("Denied by a rule, edited", "Not sent")),
    ],
)
def test_decision_and_outcome_in_words(changes: dict[str, object], said: tuple[str, str]) -> None:
    row = with_(**changes)
    assert (words.decision_words(row), words.outcome_words(row)) == said


@pytest.mark.parametrize("language", [None, pseudo])
def test_no_time_is_told_of_what_was_not_sent_in_any_language(language: Translate | None) -> None:
    install(language)
    try:
        assert words.duration_words(with_(decision="deny", status="", duration_ms=3.0)) == ""
        assert words.duration_words(with_(duration_ms=None)) == ""
        assert words.duration_words(with_())
    finally:
        install(None)


def test_an_app_that_proved_nothing_is_marked() -> None:
    assert words.app_words(with_(authenticated=False, app="unknown")) == "unknown (not proven)"


def test_s08_strangers_names_come_out_escaped_on_one_line() -> None:
    row = with_(app="a\x1b[8m\r", server="s\u202e", tool="t\nx")
    said = words.app_words(row) + words.server_and_tool(row) + words.spoken_row(row)
    assert not {"\x1b", "\r", "\n", "\u202e"} & set(said)
    assert "⟨U+202E⟩" in said


@pytest.mark.parametrize("time", ["", "nonsense", "9999-99-99T00:00:00Z"])
def test_a_damaged_time_is_shown_and_breaks_nothing(time: str) -> None:
    assert words.unix_seconds(time) == 0
    assert words.exact_time(time) == time
    assert words.time_of_day(time) == "?"


def test_every_icon_has_a_name_for_every_decision() -> None:
    for decision, by in itertools.product(("approve", "deny", "invalid", ""), ("rule", "grant", "approver", "new")):
        assert words.decision_icon(with_(decision=decision, by=by))


def test_an_approved_call_that_was_edited_has_a_sign_of_its_own_and_screen_readers_hear_of_it() -> None:
    edited = with_(edited=True)
    assert words.decision_icon(edited) not in {
        words.decision_icon(with_(by=by)) for by in ("rule", "grant", "approver")
    }
    assert "Approved, edited" in words.spoken_row(edited)
    assert "edited" not in words.spoken_row(with_())


def test_a_denied_call_that_was_edited_keeps_the_sign_of_the_denial() -> None:
    denied = with_(decision="deny", by="approver", status="")
    assert words.decision_icon(with_(decision="deny", edited=True)) == words.decision_icon(denied)


def test_a_record_of_an_unknown_kind_keeps_its_name() -> None:
    assert words.record_title(TimelineEntry(1, "", "call.future", b"{}", "")) == "call.future"
    assert words.record_title(TimelineEntry(1, "", "", b"{}", "")) == "Damaged record"


@pytest.mark.parametrize(
    ("inputs", "said"),
    [
        (b"", ""),
        (b"{}", "no inputs"),
        (b'{"path":"a.txt","size":1.50}', "path: a.txt  ·  size: 1.50"),
        (b'{"content":"cut off in the mid', '{"content":"cut off in the mid'),
    ],
)
def test_the_inputs_stand_on_one_line_as_far_as_they_are_known(inputs: bytes, said: str) -> None:
    assert words.inputs_summary(with_(inputs=inputs)) == said


def test_rules_that_could_not_be_read_are_no_rule_that_denied() -> None:
    assert words.decision_words(with_(decision="deny", by="rule", who="broken-policy")) == "Rules unreadable"
