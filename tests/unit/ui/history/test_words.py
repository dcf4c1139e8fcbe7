"""How a call of the log reads."""

from __future__ import annotations

import itertools
from datetime import date

import pytest

from host.canonical import canonical
from host.control.search import read
from host.control.views import (
    ActionView,
    DayCount,
    HistoryRow,
    LogCheck,
    LogExport,
    Statistics,
    TimelineEntry,
    ToolCount,
)
from host.model import JsonObject
from host.values import replace
from tests.support.pseudo import pseudo
from ui.history import words
from ui.tr import Translate, install
from ui.waiting.rows import summarize_json

ROW = HistoryRow(
    "id", "2026-11-21T10:00:00.000000Z", "claude", True, "files", "write_file", "ended", "approve", "approver", "ana",
    "succeeded", 12.5, "",
)  # fmt: skip


def with_(**changes: object) -> HistoryRow:
    values = {name: getattr(ROW, name) for name in ROW.__struct_fields__} | changes
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
        ({"status": "not told"}, ("Approved", "Run by the app")),
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
        assert words.duration_words(with_(status="not told")) == ""
        assert words.duration_words(with_())
    finally:
        install(None)


@pytest.mark.parametrize(
    ("ended", "said"),
    [
        ({"status": "succeeded"}, None),
        ({"status": "tool error"}, "The tool ran and says that it failed"),
        ({"status": "timed out"}, "The server did not answer in time and was told to stop"),
        ({"status": "unknown"}, "The server was lost, or cannot be had"),
        ({"status": "protocol error", "code": -32602}, "Error -32602: The tool is unknown or withheld, or its inputs"),
        ({"status": "protocol error", "code": -32050}, "Error -32050: An error of the protocol that this version"),
        ({"status": "protocol error", "code": 7}, "Error 7"),
        ({"status": "protocol error", "code": 10**400}, "Error …"),
        ({"status": "protocol error", "code": "x"}, "Error 0"),
        ({"status": ["?"], "code": None}, None),
    ],
)
def test_an_error_says_what_it_means_and_what_to_do(ended: JsonObject, said: str | None) -> None:
    timeline = [TimelineEntry(1, "", "call.outcome", canonical(ended), "")]
    failed = words.failure_words(timeline)
    assert (failed is None) == (said is None)
    if failed is not None and said is not None:
        title, action = failed
        assert title.startswith(said)
        assert action


def test_what_may_be_tried_again_is_told_apart_from_what_may_not() -> None:
    def action(code: int) -> str:
        failed = words.failure_words(
            [TimelineEntry(1, "", "call.outcome", canonical({"status": "protocol error", "code": code}), "")]
        )
        assert failed is not None
        return failed[1]

    assert "may be tried again later" in action(-32603)
    assert "something must change first" in action(40000)
    assert "does not help" in action(-32700)
    assert "look before you try again" in action(-32000)


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
def test_the_inputs_are_on_one_line_as_far_as_they_are_known(inputs: bytes, said: str) -> None:
    assert summarize_json(inputs) == said


def test_rules_that_could_not_be_read_are_no_rule_that_denied() -> None:
    assert words.decision_words(with_(decision="deny", by="rule", who="broken-policy")) == "Rules unreadable"


def lines(fields: JsonObject) -> list[str]:
    [found] = words.timeline_lines([TimelineEntry(1, "", "call.decided", canonical(fields), "")])
    return [str(line) for line in found]


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


def test_a_grant_is_named_by_its_id_only_where_it_is_not_shown_by_its_words() -> None:
    fields = canonical({"decision": "approve", "by": "grant", "who": "b1946ac9"})
    timeline = [TimelineEntry(1, "", "call.decided", fields, "")]
    [named] = words.timeline_lines(timeline)
    assert [str(line) for line in named] == ["Approved by a grant that somebody gave", "Who: b1946ac9"]
    [shown] = words.timeline_lines(timeline, shows_grant=True)
    assert [str(line) for line in shown] == ["Approved by a grant that somebody gave"]


@pytest.mark.parametrize(("round_", "said"), [(1, []), (2, ["Asked again (time 2)"])])
def test_only_a_question_that_was_asked_again_has_a_number(round_: int, said: list[str]) -> None:
    assert lines({"round": round_}) == said


def test_what_is_unknown_is_said_in_the_records_own_words() -> None:
    assert lines({"decision": "maybe", "by": "magic", "status": "odd", "duration_ms": "long"}) == [
        "maybe magic",
        "Outcome: odd",
        "Took long",
    ]


def test_findings_and_strangers_words_come_out_escaped() -> None:
    said = lines({"because": "x\x1b[8m\u202e", "findings": [{"kind": "k\n", "severity": "high"}, 5]})
    assert said == ["Because: x⟨U+001B⟩[8m⟨U+202E⟩", "Found: k⟨U+000A⟩, danger"]


def test_what_was_found_is_named_once_the_gravest_first() -> None:
    def entry(*found: object) -> TimelineEntry:
        return TimelineEntry(1, "", "call.decided", canonical({"findings": [*found]}), "")  # type: ignore[list-item]

    low, high = {"kind": "unknown-recipient", "severity": "info"}, {"kind": "confusable", "severity": "high"}
    broken = TimelineEntry(2, "", "", b"[]", "")
    assert words.findings_of([entry(low, 7), broken, entry(low, high, {})])[:1] == [
        ("Look-alike letters, danger", "high")
    ]
    assert len(words.findings_of([entry(low), entry(low)])) == 1


def test_what_a_call_does_and_to_what_is_first() -> None:
    acted = with_(action=ActionView("writes", "", "notes/a.txt\u202e"))
    assert words.what_words(acted) == "Change notes/a.txt⟨U+202E⟩"
    assert words.what_words(with_(inputs=b'{"city":"Lisbon"}')) == "write_file  ·  city: Lisbon"
    token = "ghp_" + "a1B2" * 9
    assert token not in words.what_words(with_(action=ActionView("sends", "", token)))
    assert words.what_words(with_()) == "write_file"


def test_a_record_that_cannot_be_read_says_so() -> None:
    [found] = words.timeline_lines([TimelineEntry(1, "", "", b"[]", "")])
    assert [str(line) for line in found] == ["This record cannot be read."]


def test_what_the_rules_say_is_told_once_while_it_stays_the_same() -> None:
    verdict: JsonObject = {"effect": "ask", "rule": "default", "because": "No rule matches, so a person is asked."}
    other = verdict | {"rule": "careful", "because": "It writes."}
    decided: JsonObject = {"decision": "approve", "by": "approver", "who": "ana"}
    records: list[JsonObject] = [verdict, {"who": "ana"}, verdict | {"round": 2}, other, other | decided]
    entries = [TimelineEntry(number, "", "", canonical(fields), "") for number, fields in enumerate(records)]
    assert [[str(line) for line in lines] for lines in words.timeline_lines(entries)] == [
        ["The rules ask a person", "Because: No rule matches, so a person is asked."],
        ["Who: ana"],
        ["Asked again (time 2)"],
        ["Rule: careful", "Because: It writes."],
        ["Approved by a person", "Who: ana"],
    ]


def test_the_title_over_the_inputs_says_what_became_of_them() -> None:
    titles = [words.inputs_title(with_(decision=decision)) for decision in ("approve", "deny", "invalid", "")]
    assert titles == ["Inputs, as approved", "Inputs, as refused", "Inputs, as refused", "Inputs"]


def test_a_signature_says_who_in_which_role_and_what_was_still_wanted() -> None:
    fields: JsonObject = {"approver": "Dr Ana", "roles": ["PI", "CHAIR"], "round": 1, "missing": ["1 IRB_CHAIR"]}
    assert lines(fields) == ["Who: Dr Ana", "In the role: PI, Chair", "Still wanted: IRB chair"]
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
    assert str(words.signed_by((asked, decided))) == said
    assert words.signed_by((asked,)) is None
    assert words.signed_by((TimelineEntry(1, "", "call.decided", b"[]", ""),)) is None


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
        (
            "Demanded: a signature as PI; 2 signatures as Chair; a PIN; a reason; the result reviewed; "
            "at most 10 calls in 60 s"
        )
    ]
    assert lines({"obligations": {}}) == []


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"scope": "1h", "bound": "pattern"}, ["Granted: for 1 hour", "Covers: inputs within its bounds"]),
        (
            {"scope": "always", "bound": "any"},
            ["Granted: until you take it back", "Covers: any inputs of the kind shown"],
        ),
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


TODAY = date(2026, 11, 23)
NUMBERS = Statistics(
    (DayCount("2026-11-20", 5, 2, 1, 1, 1), DayCount("2026-11-23", 1, 0, 0, 0, 0)),
    (ToolCount("files", "write file", 9), ToolCount("s\u202e", "<b>x", 1), ToolCount("", "", 1)),
    2_400.0,
    "2026-11-17",
)


def test_each_day_has_a_bar_and_a_click_on_it_shows_its_calls() -> None:
    bars = words.day_bars(NUMBERS, 7, TODAY)
    assert [bar.value for bar in bars] == [0, 0, 0, 10, 0, 0, 1]
    assert bars[3].spoken == "Friday 20 November: 10 calls, 2 denied or expired"
    assert bars[3].refused == 2
    assert bars[-1].spoken == "Today: 1 call"
    assert bars[-2].spoken == "Yesterday: no calls"
    assert [bar.search for bar in bars][3::3] == ["on:2026-11-20", "on:2026-11-23"]


def test_of_a_day_that_was_not_counted_nobody_says_that_it_had_no_calls() -> None:
    bars = words.day_bars(replace(NUMBERS, since="2026-11-20"), 7, TODAY)
    assert [bar.spoken for bar in bars][2:5] == [
        "Thursday 19 November: not counted",
        "Friday 20 November: 10 calls, 2 denied or expired",
        "Saturday 21 November: no calls",
    ]


def test_decisions_are_summed_and_what_they_search_for_is_understood() -> None:
    bars = words.decision_bars(NUMBERS)
    assert [(bar.value, bar.refused) for bar in bars] == [(6, 0), (2, 0), (1, 1), (1, 1), (1, 1)]
    assert sum(bar.value for bar in bars) == 11, "as many as there are calls"
    assert len(words.decision_bars(replace(NUMBERS, days=NUMBERS.days[1:]))) == 4
    for bar in (*bars, *words.tool_bars(NUMBERS)[:2]):
        assert read(bar.search).problems == ()
        assert all(part.key for part in read(bar.search).parts)


def test_tools_are_named_escaped_and_searched_for_as_they_are() -> None:
    first, second, third = words.tool_bars(NUMBERS)
    assert (first.label, first.value) == ("files ▸ write file", 9)
    assert first.search == 'server:files tool:"write file"'
    assert second.label == "s⟨U+202E⟩ ▸ <b>x"
    assert third.search == ""


def test_the_numbers_in_brief_say_what_was_not_counted() -> None:
    assert words.statistics_summary(NUMBERS) == "11 calls · typically answered within 2.4 s"
    assert words.statistics_summary(replace(NUMBERS, decide_ms=None, days=())) == "0 calls"
    assert words.limits_words(NUMBERS, 7, TODAY) == ""
    assert "2026-11-21" in words.limits_words(replace(NUMBERS, since="2026-11-21"), 7, TODAY)
    assert words.limits_words(replace(NUMBERS, since="junk"), 7, TODAY) == ""


@pytest.mark.parametrize(
    ("check", "tone", "said"),
    [
        (LogCheck(), "neutral", "Log not checked yet"),
        (LogCheck("running"), "neutral", "Checking the log"),
        (LogCheck("running", done=3_000, of=12_345), "neutral", "Checking the log: 3,000 of 12,345"),
        (LogCheck("whole", at=0.0), "green", "Log verified at "),
        (LogCheck("whole", gone=2), "green", "Log verified at "),
        (LogCheck("whole", problem="No end of the audit log is remembered."), "amber", "is not remembered"),
        (LogCheck("broken", bad=4_711, problem="record 4711 is missing"), "red", "Log broken at record 4,711"),
        (LogCheck("broken", problem="The log's tables are not as Assent made them."), "red", "Log broken"),
        (LogCheck("failed", problem="the disk reported an error"), "amber", "could not be checked"),
    ],
)
def test_green_is_a_log_that_was_checked_and_holds_and_nothing_else(check: LogCheck, tone: str, said: str) -> None:
    shown = words.check_status(check)
    assert shown.tone == tone
    assert said in shown.words
    assert bool(shown.title) == bool(check.problem or check.gone)


@pytest.mark.parametrize(
    ("path", "command"),
    [
        ("/home/ana/log-1.jsonl", "assent log verify /home/ana/log-1.jsonl"),
        ("/home/ana/my log.jsonl", "assent log verify '/home/ana/my log.jsonl'"),
        ("/home/$(x)'.jsonl", "assent log verify '/home/$(x)'\"'\"'.jsonl'"),
    ],
)
def test_the_command_that_checks_an_export_is_safe_in_a_shell(path: str, command: str) -> None:
    assert words.verify_command(path) == command
    _, _, said = words.export_status(LogExport("done", path, 0, 0, 1, 9))
    assert command in said
    assert said.startswith("9 records in ")
