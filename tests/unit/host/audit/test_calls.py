from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import closing
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from host.audit import calls, database
from host.audit.calls import EXCERPT as LINE
from host.audit.calls import read_call, read_page
from host.audit.query import AuditReader
from host.audit.record import EXCERPT, RESULT_KEPT
from host.control import search
from host.control.views import HistoryPage, HistoryRow
from host.errors import AuditError, UsageError
from host.ids import uuid7
from host.model import SAYS_NOTHING, AppSays, Draft, JsonObject, JsonValue
from host.values import replace
from tests.unit.host.audit.support import Log, erase, log_in, outcome, tampering, write

WRITE: JsonObject = {
    "app": {"name": "claude", "authenticated": True},
    "server": "files",
    "tool": "write_file",
    "definition": "d" * 64,
}
READ: JsonObject = WRITE | {"app": {"name": "unknown", "authenticated": False}, "server": "git", "tool": "read_log"}


def proposed(call: str, fields: JsonObject = WRITE, round_: int = 1, **more: JsonValue) -> Draft:
    params = json.dumps({"name": fields["tool"], "of": call}).encode()
    return Draft("call.proposed", fields | {"round": round_, **more}, {"params": params}, call)


def decided(call: str, decision: str, by: str = "approver", who: str = "ana", reason: str = "", **more: bytes) -> Draft:
    values = {"reason": reason.encode()} if reason else {}
    return Draft("call.decided", WRITE | {"decision": decision, "by": by, "who": who}, values | more, call)


def ended(call: str, status: str = "succeeded", result: bytes = b'{"content":[]}', **more: JsonValue) -> Draft:
    return Draft("call.outcome", {"status": status, "duration_ms": 12.5, **more}, {"result": result}, call)


def refused(call: str) -> Draft:
    return Draft("call.refused", READ | {"because": "Unknown tool"}, {"params": b"{}"}, call)


FINDINGS: list[JsonValue] = [{"kind": "a", "severity": "info"}, {"kind": "b", "severity": "medium"}]
STORY = (
    proposed("c1", findings=FINDINGS),
    decided("c1", "approve"),
    ended("c1", findings=[{"kind": "c", "severity": "info"}]),
    Draft("app.connected", {"app": "claude"}),
    proposed("c2"),
    decided("c2", "deny", reason="not today"),
    refused("c3"),
    proposed("c4", READ),
    proposed("c5"),
    decided("c5", "approve"),
    decided("c6", "approve", by="rule", who="r1", params=b'{"name":"write_file"}'),
    ended("c6", "tool error"),
    proposed("c7"),
    decided("c7", "deny", by="expiry", who=""),
    proposed("c8"),
    proposed("c8", round_=2),
)


@pytest.fixture
def log(tmp_path: Path) -> Log:
    log = log_in(tmp_path)
    write(log, *STORY)
    return log


@pytest.fixture
def reader(log: Log) -> Iterator[AuditReader]:
    with AuditReader.open(log.path) as reader:
        yield reader


def ids(page: HistoryPage) -> list[str]:
    return [row.call_id for row in page.rows]


def row_of(reader: AuditReader, call: str) -> HistoryRow:
    (row,) = [row for row in read_page(reader).rows if row.call_id == call]
    return row


def nothing(digest: str) -> bytes | None:
    return None


def test_of_a_call_that_a_person_changed_both_forms_of_the_inputs_are_there(log: Log) -> None:
    first, last = b'{"arguments":{"a":1},"name":"w"}', b'{"arguments":{"a":2},"name":"w"}'
    asked = Draft("call.proposed", WRITE | {"round": 1}, {"params": first, "turn": b"please"}, "c91")
    edited = Draft("call.edited", WRITE | {"who": "ana", "round": 1}, {"params": last}, "c91")
    write(log, asked, edited, replace(asked, fields=WRITE | {"round": 2}, values={"params": last}), ended("c92"))
    with AuditReader.open(log.path) as reader:
        details, row = read_call(reader, "c91", nothing), row_of(reader, "c91")
        untouched = read_call(reader, "c8", nothing)
        assert "c91" in ids(read_page(reader, "waiting"))
    assert (details.edited, details.params) == (first, last)
    assert (row.inputs, row.state, row.edited) == (b'{"a":2}', "waiting", True)
    assert details.row == row
    assert (untouched.edited, untouched.row.edited) == (None, False)


@pytest.mark.parametrize(
    ("kept", "says"),
    [
        (b'{"agent":"reviewer","chat":"Q3"}', AppSays("reviewer", "", "Q3")),
        (b'{"agent":1,"model":["x"],"more":true}', SAYS_NOTHING),
        (b"[]", SAYS_NOTHING),
        (b"not JSON", SAYS_NOTHING),
    ],
)
def test_what_an_app_told_of_who_asks_is_there_as_far_as_it_can_be_read(log: Log, kept: bytes, says: AppSays) -> None:
    write(log, Draft("call.proposed", WRITE | {"round": 1}, {"params": b"{}", "says": kept}, "c91"))
    with AuditReader.open(log.path) as reader:
        assert read_call(reader, "c91", nothing).says == says
        assert read_call(reader, "c8", nothing).says == SAYS_NOTHING


def test_a_call_whose_changed_inputs_are_not_asked_about_yet_waits(log: Log) -> None:
    edited = Draft("call.edited", WRITE | {"who": "ana", "round": 1}, {"params": b"{}"}, "c91")
    write(log, proposed("c91"), edited)
    with AuditReader.open(log.path) as reader:
        assert row_of(reader, "c91").state == "waiting"
        assert "c91" in ids(read_page(reader, "waiting"))


@pytest.mark.parametrize("end", [decided("c91", "approve"), decided("c91", "deny"), ended("c91"), refused("c91")])
def test_a_call_that_was_edited_stays_marked_however_it_ends_and_is_found_by_that_word(log: Log, end: Draft) -> None:
    edited = Draft("call.edited", WRITE | {"who": "ana", "round": 1}, {"params": b"{}"}, "c91")
    write(log, proposed("c91"), edited, proposed("c91", round_=2), end)
    with AuditReader.open(log.path) as reader:
        assert [row.call_id for row in read_page(reader).rows if row.edited] == ["c91"]
        assert ids(read_page(reader, "edited")) == ids(read_page(reader, "EDIT")) == ["c91"]


def test_that_a_call_was_edited_outlives_what_was_kept_of_it(log: Log) -> None:
    edited = Draft("call.edited", WRITE | {"who": "ana", "round": 1}, {"params": b"{}"}, "c91")
    write(log, proposed("c91"), edited)
    last = len(log.rows())
    with closing(database.connect(log.path)) as connection:
        erase(connection, last - 1, "params")
        erase(connection, last, "params")
    with AuditReader.open(log.path) as reader:
        details = read_call(reader, "c91", nothing)
    assert (details.row.edited, details.edited, details.params) == (True, None, None)


def test_no_server_marks_a_call_as_edited_by_what_it_is_called(log: Log) -> None:
    write(log, proposed("c91", WRITE | {"tool": '"kind":"call.edited"', "kind": "call.edited", "edited": True}))
    with AuditReader.open(log.path) as reader:
        assert row_of(reader, "c91").edited is False


# The table


def test_calls_come_newest_first_each_once_and_nothing_else_comes(reader: AuditReader) -> None:
    page = read_page(reader)
    assert ids(page) == ["c8", "c7", "c6", "c5", "c4", "c3", "c2", "c1"]
    assert page.before == ""


@pytest.mark.parametrize("limit", [1, 2, 3, 7, 8, 100])
def test_pages_follow_each_other_without_gap_or_repetition(reader: AuditReader, limit: int) -> None:
    found, before = [], ""
    for _ in range(8):
        page = read_page(reader, before=before, limit=limit)
        assert len(page.rows) <= limit
        found += ids(page)
        if not (before := page.before):
            break
    assert found == ["c8", "c7", "c6", "c5", "c4", "c3", "c2", "c1"]
    assert before == ""


def test_ids_of_real_calls_are_in_the_order_of_time(tmp_path: Path) -> None:
    log = log_in(tmp_path)
    made = [uuid7(1_767_225_600.0 + seconds) for seconds in (0.0, 0.001, 1.0, 86_400.0)]
    write(log, *(proposed(call) for call in made))
    with AuditReader.open(log.path) as reader:
        assert ids(read_page(reader)) == made[::-1]


@pytest.mark.parametrize(
    ("call", "state", "decision", "by", "who", "status"),
    [
        ("c1", "ended", "approve", "approver", "ana", "succeeded"),
        ("c2", "ended", "deny", "approver", "ana", ""),
        ("c3", "ended", "invalid", "", "", ""),
        ("c4", "waiting", "", "", "", ""),
        ("c5", "running", "approve", "approver", "ana", ""),
        ("c6", "ended", "approve", "rule", "r1", "tool error"),
        ("c7", "ended", "deny", "expiry", "", ""),
        ("c8", "waiting", "", "", "", ""),
    ],
)
def test_a_row_says_how_its_call_stands(
    reader: AuditReader, call: str, state: str, decision: str, by: str, who: str, status: str
) -> None:
    row = row_of(reader, call)
    assert (row.state, row.decision, row.by, row.who, row.status) == (state, decision, by, who, status)
    assert row.duration_ms == (12.5 if status else None)


def test_a_row_says_who_wanted_what_of_whom_and_when(reader: AuditReader, log: Log) -> None:
    first, other = row_of(reader, "c1"), row_of(reader, "c4")
    assert (first.app, first.authenticated, first.server, first.tool) == ("claude", True, "files", "write_file")
    assert (other.app, other.authenticated, other.server, other.tool) == ("unknown", False, "git", "read_log")
    assert first.time == log.rows()[2].time


def test_a_row_has_the_worst_severity_of_all_its_records(reader: AuditReader) -> None:
    assert row_of(reader, "c1").severity == "medium"
    assert row_of(reader, "c2").severity == ""


def test_a_call_of_which_only_the_end_is_known_has_a_row(tmp_path: Path) -> None:
    log = log_in(tmp_path)
    write(log, Draft("call.outcome", {"status": "unknown", "because": "the host stopped"}, call="c1"))
    with AuditReader.open(log.path) as reader:
        row = row_of(reader, "c1")
    assert (row.app, row.tool, row.state, row.status, row.duration_ms) == ("", "", "ended", "unknown", None)


# The filter


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("claude", ["c8", "c7", "c6", "c5", "c2", "c1"]),
        ("GIT", ["c4", "c3"]),
        ("read_log", ["c4", "c3"]),
        ("not today", ["c2"]),
        ('"of": "c4"', ["c4"]),
        ("tool error", ["c6"]),
        ("Unknown tool", ["c3"]),
        ("denied", ["c2"]),  # by a person or a rule; what merely ended has words of its own
        ("APPROV", ["c6", "c5", "c2", "c1"]),  # in "approver" too
        ("approved", ["c6", "c5", "c1"]),
        ("expired", ["c7"]),
        ("invalid", ["c3"]),
        ("waiting", ["c8", "c4"]),
        ("running", ["c5"]),
        ("medium", ["c1"]),
        ("100%", []),
        ("\ud800", []),
        ("app.connected", []),
        ("authenticated", []),
        ("dddd", []),
        ("c1", ["c1"]),
    ],
)
def test_a_filter_finds_text_anywhere_in_a_calls_records_and_values(
    reader: AuditReader, text: str, found: list[str]
) -> None:
    assert ids(read_page(reader, text)) == found


def test_a_grant_that_was_given_with_a_call_does_not_change_how_the_call_stands(tmp_path: Path) -> None:
    log = log_in(tmp_path)
    given = Draft("grant.given", {"grant": "g1", "app": "claude", "who": "ana"}, {"arguments": b"{}"}, "c1")
    write(log, proposed("c1"), decided("c1", "approve"), given, proposed("c2"))
    with AuditReader.open(log.path) as reader:
        assert (row_of(reader, "c1").state, row_of(reader, "c1").app) == ("running", "claude")
        assert ids(read_page(reader, "running")) == ["c1"]
        assert ids(read_page(reader, "waiting")) == ["c2"]
        assert [entry.kind for entry in read_call(reader, "c1", nothing).timeline][-1] == "grant.given"


def given(**changes: JsonValue) -> Draft:
    fields: JsonObject = {
        "grant": "g1", "app": "claude", "server": "files", "tool": "write_file", "scope": "15min", "bound": "pattern",
        "who": "ana", "seconds": 900.0,
    }  # fmt: skip
    return Draft("grant.given", fields | changes, {"covers": b"path: any path in /a\nn: exactly 1"}, "c1")


def test_a_call_that_a_grant_covers_has_the_grant_as_it_was_given(tmp_path: Path) -> None:
    log = log_in(tmp_path)
    write(log, given(), given(grant="g2", scope="always", seconds=None), given(grant="g3", bound="odd"))
    for call, grant in (("c2", "g1"), ("c3", "g2"), ("c4", "g3"), ("c5", "lost")):
        write(log, decided(call, "approve", by="grant", who=grant))
    write(log, decided("c6", "approve", who="g1"))
    with AuditReader.open(log.path) as reader:
        found = [read_call(reader, call, nothing).grant for call in ("c2", "c3", "c4", "c5", "c6")]
    assert found[2:] == [None, None, None]
    first, second = found[:2]
    assert first is not None
    assert second is not None
    assert (first.app, first.server, first.tool, first.who) == ("claude", "files", "write_file", "ana")
    assert (first.duration, first.bound, first.covers) == ("15min", "pattern", ("path: any path in /a", "n: exactly 1"))
    assert first.expires_at == first.given_at + 900
    assert second.expires_at is None


def test_a_signature_does_not_change_how_a_call_stands(tmp_path: Path) -> None:
    log = log_in(tmp_path)
    signed = [Draft("call.signed", {"approver": "Ada", "round": 1}, call=call) for call in ("c1", "c2", "c3")]
    first, second, third = signed
    write(log, proposed("c1"), first, proposed("c2"), decided("c2", "approve"), second)
    write(log, proposed("c3"), third, decided("c3", "deny"))
    with AuditReader.open(log.path) as reader:
        assert [row_of(reader, call).state for call in ("c1", "c2", "c3")] == ["ended", "ended", "ended"]
        assert row_of(reader, "c2").status == "unknown"


def test_a_call_that_somebody_signed_waits_still(tmp_path: Path) -> None:
    log = log_in(tmp_path)
    write(log, proposed("c1"), Draft("call.signed", {"approver": "Ada", "round": 1}, call="c1"))
    with AuditReader.open(log.path) as reader:
        assert row_of(reader, "c1").state == "waiting"
        assert ids(read_page(reader, "waiting")) == ["c1"]


def test_what_a_stranger_writes_is_no_decision(tmp_path: Path) -> None:
    log = log_in(tmp_path)
    write(log, proposed("0198c0de-1", WRITE | {"tool": '"decision":"deny"'}))
    with AuditReader.open(log.path) as reader:
        assert ids(read_page(reader, "denied")) == []
        assert ids(read_page(reader, '"decision":"deny"')) == ["0198c0de-1"]


def test_a_call_is_found_by_the_beginning_of_its_id_and_not_by_a_scrap_of_it(tmp_path: Path) -> None:
    log = log_in(tmp_path)
    made = [uuid7(1_767_225_600.0 + seconds) for seconds in (0.0, 100_000.0)]
    write(log, *(outcome(call) for call in made))
    with AuditReader.open(log.path) as reader:
        assert ids(read_page(reader, made[0])) == ids(read_page(reader, made[0][:13].upper())) == [made[0]]
        assert ids(read_page(reader, made[0][1:13])) == []


def test_filtered_pages_follow_each_other_too(reader: AuditReader) -> None:
    found, before = [], ""
    for _ in range(9):
        page = read_page(reader, "claude", before, 1)
        found += ids(page)
        if not (before := page.before):
            break
    assert found == ["c8", "c7", "c6", "c5", "c2", "c1"]
    assert before == ""


def test_a_filtered_page_looks_at_a_bounded_number_of_records_and_says_where_to_go_on(
    reader: AuditReader, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(calls, "MAX_SCANNED", 4)
    pages, before = [], ""
    for _ in range(9):
        page = read_page(reader, "not today", before)
        pages.append((ids(page), page.before))
        if not (before := page.before):
            break
    # Whole calls only: c8 to c5 have two records each, c4 and c3 one, c2 two.
    assert pages == [([], "c7"), ([], "c5"), (["c2"], "c2"), ([], "")]


def test_a_filtered_page_ends_when_its_time_is_over(reader: AuditReader) -> None:
    clock = iter([0.0, 0.1, calls.MAX_SECONDS])
    page = read_page(reader, "nowhere", clock=lambda: next(clock))
    assert (ids(page), page.before) == ([], "c7")


@pytest.mark.parametrize(("text", "before"), [("", ""), ("", "c5"), ("waiting", ""), ("text", "c5")])
def test_no_page_reads_the_whole_table(log: Log, text: str, before: str) -> None:
    """By the plan that SQLite makes: an ordered walk of the index, which ends where its reader stops; no sorting."""
    seen: list[str] = []
    with closing(database.connect_reader(log.path)) as connection:
        connection.set_trace_callback(seen.append)
        read_page(AuditReader(connection), text, before)
        connection.set_trace_callback(None)
        (walk,) = [statement for statement in seen if "INDEXED BY" in statement]
        plan = [row[3] for row in connection.execute(f"EXPLAIN QUERY PLAN {walk}")]
    assert "USING INDEX records_call" in plan[0].replace("COVERING INDEX", "INDEX")
    assert not [step for step in plan if "TEMP B-TREE" in step]
    assert not [step for step in plan[1:] if step.startswith("SCAN") and "json_tree" not in step]


@pytest.mark.parametrize("wrong", [{"limit": 0}, {"limit": 1001}, {"text": "x" * 1001}], ids=str)
def test_what_cannot_be_asked_is_a_usage_error(reader: AuditReader, wrong: dict[str, int]) -> None:
    with pytest.raises(UsageError):
        read_page(reader, **wrong)  # type: ignore[arg-type]  # wrong on purpose


# One call


def test_a_call_is_told_whole(reader: AuditReader, log: Log) -> None:
    details = read_call(reader, "c1", lambda digest: digest[:4].encode())
    assert [entry.kind for entry in details.timeline] == ["call.proposed", "call.decided", "call.outcome"]
    assert [entry.seq for entry in details.timeline] == [3, 4, 5]
    assert [entry.hash for entry in details.timeline] == [row.hash.hex() for row in log.rows()[2:5]]
    assert json.loads(details.timeline[2].fields)["status"] == "succeeded"
    assert (details.params, details.definition) == (b'{"name": "write_file", "of": "c1"}', b"dddd")
    assert (details.result, details.result_bytes, details.reason) == (b'{"content":[]}', 14, "")
    assert details.row == row_of(reader, "c1")


def test_what_was_said_to_the_model_with_a_yes_is_told(tmp_path: Path) -> None:
    log = log_in(tmp_path)
    write(log, proposed("c1"), decided("c1", "approve", note=b"only this file"), ended("c1"))
    with AuditReader.open(log.path) as reader:
        details = read_call(reader, "c1", nothing)
    assert (details.reason, details.note) == ("", "only this file")


def test_the_reason_of_a_denial_is_told(reader: AuditReader) -> None:
    details = read_call(reader, "c2", nothing)
    assert (details.reason, details.result, details.result_bytes, details.definition) == ("not today", None, 0, None)


def test_what_a_rule_allowed_has_its_parameters_with_the_decision(reader: AuditReader) -> None:
    assert read_call(reader, "c6", nothing).params == b'{"name":"write_file"}'


def test_of_a_long_result_the_beginning_and_the_whole_size_are_told(tmp_path: Path) -> None:
    log, result = log_in(tmp_path), b"x" * (RESULT_KEPT + 1)
    write(log, decided("c1", "approve"), ended("c1", result=result))
    with AuditReader.open(log.path) as reader:
        details = read_call(reader, "c1", nothing)
    assert (details.result, details.result_bytes) == (result[:EXCERPT], len(result))


def test_a_call_that_is_not_in_the_log_is_a_usage_error(reader: AuditReader) -> None:
    with pytest.raises(UsageError, match="There is no such call in the log"):
        read_call(reader, "c9", nothing)


def test_what_was_erased_is_not_there_and_the_rest_is(reader: AuditReader, log: Log) -> None:
    with closing(database.connect(log.path)) as connection:
        erase(connection, 3, "params")
        erase(connection, 5, "result")
    details = read_call(reader, "c1", nothing)
    assert (details.params, details.result, details.result_bytes) == (None, None, 14)
    assert details.row.status == "succeeded"


# Damage


def damage(log: Log, before: bytes, after: bytes) -> None:
    """Somebody with an editor on the file itself: no index and no trigger hears of it."""
    assert len(before) == len(after)
    data = log.path.read_bytes()
    assert data.count(before) == 1
    log.path.write_bytes(data.replace(before, after))


@pytest.mark.parametrize(
    ("call", "where", "wrong", "known"),
    [
        ("c1", b'"kind":"call.outcome","seq":5', b";", ("claude", "approve", "", "ended")),
        ("c1", b'"kind":"call.decided","seq":4', b"}", ("claude", "", "succeeded", "ended")),
        ("c1", b'"kind":"call.proposed","seq":3', b"\xff", ("claude", "approve", "succeeded", "ended")),
        ("c4", b'"kind":"call.proposed","seq":10', b"[", ("", "", "", "ended")),
    ],
    ids=["outcome", "decision", "proposal", "all there is"],
)
@pytest.mark.parametrize("text", ["", "c1", "denied"])
def test_a_damaged_record_leaves_a_gap_and_no_error(
    log: Log, call: str, where: bytes, wrong: bytes, known: tuple[str, ...], text: str
) -> None:
    damage(log, where, where.replace(b",", wrong))
    with AuditReader.open(log.path) as reader:
        read_page(reader, text)
        row = row_of(reader, call)
        assert (row.app, row.decision, row.status, row.state) == known
        details = read_call(reader, call, nothing)
        assert "" in [entry.kind for entry in details.timeline]
        assert details.params == json.dumps({"name": row.tool or "read_log", "of": call}).encode()


@pytest.mark.parametrize(
    "fields",
    [
        '{"app":1,"server":[],"tool":{},"findings":7,"definition":false}',
        '{"app":{"name":5,"authenticated":"yes"},"findings":[1,{"severity":[]},{"severity":"dire"}]}',
        '{"decision":true,"by":{},"who":[],"status":1,"duration_ms":true}',
        '{"a":1e999,"b":"\\ud800"}',
    ],
)
@pytest.mark.parametrize("kind", ["call.proposed", "call.decided", "call.refused", "call.outcome"])
def test_fields_of_another_type_count_as_missing(log: Log, kind: str, fields: str) -> None:
    with tampering(log) as connection:
        body = f'{{"call":"c4","commitments":{{}},"fields":{fields},"kind":"{kind}","seq":10,"v":1}}'
        connection.execute("UPDATE records SET body = ? WHERE seq = 10", (body,))
    with AuditReader.open(log.path) as reader:
        row = row_of(reader, "c4")
        assert (row.app, row.server, row.tool, row.severity, row.authenticated) == ("", "", "", "", False)
        assert (row.by, row.who, row.status, row.duration_ms) == ("", "", "", None)
        json.loads(read_call(reader, "c4", nothing).timeline[0].fields)


def test_a_log_without_its_index_is_not_searched_through(log: Log) -> None:
    with tampering(log) as connection:
        connection.execute("DROP INDEX records_call")
    with AuditReader.open(log.path) as reader, pytest.raises(AuditError, match="cannot be read"):
        read_page(reader)


def test_the_definition_is_asked_for_only_where_one_is_named(reader: AuditReader) -> None:
    asked: list[str] = []
    read_call(reader, "c1", asked.append)
    read_call(reader, "c3", asked.append)
    read_call(reader, "c5", asked.append)
    assert asked == ["d" * 64] * 3


def test_a_line_has_the_beginning_of_its_inputs(tmp_path: Path) -> None:
    log = log_in(tmp_path)
    params = b'{"_meta":{},"arguments":{"content":"%s","path":"a.txt"},"name":"w"}'
    for call, length in (("0198c0de-1", 3), ("0198c0de-2", 100_000)):
        write(log, Draft("call.proposed", WRITE, {"params": params % (b"x" * length)}, call))
    with AuditReader.open(log.path) as reader:
        long, short = read_page(reader).rows
    assert short.inputs == b'{"content":"xxx","path":"a.txt"}'
    assert long.inputs.startswith(b'{"content":"xxxx')
    assert len(long.inputs) <= LINE


def unkept(draft: Draft) -> Draft:
    return replace(draft, fields={**draft.fields, "arguments_kept": False}, unkept=frozenset({"params"}))


def test_inputs_that_were_never_kept_are_told_apart_from_erased_ones(tmp_path: Path) -> None:
    log = log_in(tmp_path)
    kept = decided("c3", "approve", params=b'{"name":"write_file"}')
    write(log, unkept(proposed("c1")), decided("c1", "deny"), unkept(refused("c2")), unkept(proposed("c3")), kept)
    with AuditReader.open(log.path) as reader:
        told = {call: read_call(reader, call, lambda _: None) for call in ("c1", "c2", "c3")}
    assert [(it.params is None, it.inputs_kept) for it in told.values()] == [
        (True, False),
        (True, False),
        (False, True),
    ]
    assert told["c1"].row.inputs == b""
    assert log.verify().ok


# Parts with keys


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("tool:write_file", ["c8", "c7", "c6", "c5", "c2", "c1"]),
        ("tool:WRITE_*", ["c8", "c7", "c6", "c5", "c2", "c1"]),
        ("tool:write", []),
        ("-tool:write_file", ["c4", "c3"]),
        ("app:unknown", ["c4", "c3"]),
        ("server:git -decision:invalid", ["c4"]),
        ("decision:denied", ["c2"]),
        ("decision:denied decision:expired", ["c7", "c2"]),
        ("decision:approved", ["c6", "c5", "c1"]),
        ("decision:allowed", ["c6"]),
        ("decision:invalid", ["c3"]),
        ("decision:waiting", ["c8", "c4"]),
        ("decision:approved by:person", ["c5", "c1"]),
        ("by:r1", ["c6"]),
        ("outcome:succeeded", ["c1"]),
        ("outcome:failed", ["c6"]),
        ('outcome:"tool error"', ["c6"]),
        ("outcome:running", ["c5"]),
        ("outcome:not-sent", ["c7", "c3", "c2"]),
        ("severity:medium", ["c1"]),
        ("severity:high", []),
        ("finding:b", ["c1"]),
        ("-finding:*", ["c8", "c7", "c6", "c5", "c4", "c3", "c2"]),
        ("id:c7", ["c7"]),
        ("edited:yes", []),
        ("edited:no decision:denied", ["c2"]),
        ('decision:denied "not today"', ["c2"]),
        ("not today tool:write_file", ["c2"]),
        ("decision:maybe tool:read_log", ["c4", "c3"]),
    ],
)
def test_a_search_by_parts_finds_calls_that_meet_them_all_in_whichever_record(
    reader: AuditReader, text: str, found: list[str]
) -> None:
    assert ids(read_page(reader, text)) == found


def test_dates_go_by_the_time_in_the_ids_of_calls_and_look_at_nothing_else(tmp_path: Path) -> None:
    log = log_in(tmp_path)
    now = datetime.now().astimezone()
    days = [str(uuid7((now - timedelta(days=ago)).timestamp())) for ago in (3, 2, 1, 0)]
    write(log, *(proposed(day) for day in days))
    with AuditReader.open(log.path) as reader:
        assert ids(read_page(reader, "after:yesterday")) == [days[3], days[2]]
        assert ids(read_page(reader, "before:yesterday")) == [days[1], days[0]]
        assert ids(read_page(reader, "on:2d tool:write_file")) == [days[1]]
        assert ids(read_page(reader, "on:2d tool:nothing")) == []
        assert sum(looked for _, _, looked in reader.match_calls(search.read("on:2d tool:x"))) == 1


def test_s37_no_server_meets_a_decision_by_what_its_definition_says(log: Log) -> None:
    lies: JsonObject = {"annotations": {"kind": "call.decided", "decision": "approve", "by": "expiry", "tool": "lie"}}
    write(log, proposed("c91", WRITE | lies))
    with AuditReader.open(log.path) as reader:
        for text in ("decision:approved", "decision:expired", "tool:lie", "decision:denied"):
            assert "c91" not in ids(read_page(reader, text))


@pytest.mark.parametrize("text", ["tool:x' OR 1=1 --", 'by:"a\'b"', "finding:%", "id:_", "tool:\ud800"])
def test_s37_what_is_typed_never_becomes_sql(reader: AuditReader, text: str) -> None:
    assert ids(read_page(reader, text)) == []


def test_a_search_that_looked_at_enough_says_where_to_go_on_and_loses_no_call(
    reader: AuditReader, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(calls, "MAX_SCANNED", 2)
    found, before, pages = [], "", 0
    while pages == 0 or before:
        page = read_page(reader, "tool:write_file -by:rule", before)
        found += ids(page)
        before, pages = page.before, pages + 1
    assert found == ["c8", "c7", "c5", "c2", "c1"]
    assert pages > 3


def test_what_was_asked_in_the_middle_of_a_call_and_answered_is_in_its_timeline_bounded(tmp_path: Path) -> None:
    log = log_in(tmp_path)
    about: JsonObject = {"server": "files", "input": "i1", "method": "elicitation/create"}
    long = b'{"content":"' + b"x" * calls.INPUT_EXCERPT + b'"}'
    write(
        log,
        proposed("c1"),
        Draft("input.decided", about, {"asked": b'{"message":"who?"}', "reason": b"why not"}, "c1"),
        Draft("input.answered", about, {"answer": long}, "c1"),
        Draft("input.answered", about, {"answer": b"{}"}, "c1", frozenset({"answer"})),
        ended("c1"),
    )
    with AuditReader.open(log.path) as reader:
        timeline = read_call(reader, "c1", lambda _: None).timeline
    said = [(entry.kind, entry.said, entry.said_bytes) for entry in timeline]
    assert said == [
        ("call.proposed", b"", 0),
        ("input.decided", b'{"message":"who?"}', 18),
        ("input.answered", long[: calls.INPUT_EXCERPT], len(long)),
        ("input.answered", b"", 0),
        ("call.outcome", b"", 0),
    ]
