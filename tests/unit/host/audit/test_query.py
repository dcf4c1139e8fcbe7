from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from host.audit import query
from host.audit.query import AuditReader, Page
from host.audit.record import RESULT_KEPT
from host.errors import AuditError, UsageError
from host.model import Draft
from tests.unit.host.audit.support import Log, decided, log_in, outcome, tampering, write


@pytest.fixture
def log(tmp_path: Path) -> Log:
    log = log_in(tmp_path)
    write(
        log,
        decided("c1", params=b'{"path":"/home/ana/100%.txt"}', reason=b"she said \xe2\x80\x9cyes\xe2\x80\x9d"),  # 3
        outcome("c1", result=b"done" * RESULT_KEPT),  # 4
        Draft("app.connected", {"app": "vscode"}),  # 5
        decided("c2", "deny", params=b'{"quote":"say \\"hi\\""}'),  # 6
        Draft("message.refused", {"because": 'the key "a\\b" stands twice'}),  # 7
    )
    return log


@pytest.fixture
def reader(log: Log) -> Iterator[AuditReader]:
    with AuditReader.open(log.path) as reader:
        yield reader


def seqs(page: Page) -> list[int]:
    return [record.seq for record in page.records]


def test_without_conditions_everything_is_found_newest_first(reader: AuditReader) -> None:
    page = reader.search()
    assert seqs(page) == [7, 6, 5, 4, 3, 2, 1]
    assert page.before is None
    assert reader.last_seq() == 7


def test_pages_follow_each_other_without_gap_or_repetition(reader: AuditReader) -> None:
    found, before = [], None
    for _ in range(4):
        page = reader.search(before=before, limit=2)
        found += seqs(page)
        before = page.before
    assert found == [7, 6, 5, 4, 3, 2, 1]
    assert before is None


def test_a_page_starts_at_the_end_however_far_ahead_one_asks(reader: AuditReader) -> None:
    assert seqs(reader.search(before=1 << 70, limit=1)) == [7]
    assert seqs(reader.search(before=-5)) == []


@pytest.mark.parametrize(
    ("conditions", "found"),
    [
        ({"kind": "call.decided"}, [6, 3]),
        ({"call": "c1"}, [4, 3]),
        ({"app": "claude"}, [6, 3]),
        ({"app": "vscode"}, [5]),
        ({"server": "files"}, [6, 3]),
        ({"tool": "write_file"}, [6, 3]),
        ({"tool": "write"}, []),
        ({"kind": "call.decided", "call": "c2"}, [6]),
        ({"app": "claude", "text": "deny"}, [6]),
    ],
    ids=str,
)
def test_conditions_are_met_exactly_and_all_of_them(
    reader: AuditReader, conditions: dict[str, str], found: list[int]
) -> None:
    assert seqs(reader.search(**conditions)) == found  # type: ignore[arg-type]  # before and limit are not among them


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("succeeded", [4]),
        ("SUCCEEDED", [4]),
        ("/home/ana", [3]),
        ("100%", [3]),
        ("10_%", []),
        ("!", []),
        ("“yes”", [3]),
        ('say "hi"', [6]),
        ('"a\\b" stands', [7]),
        ("donedone", [4]),
        ("\ud800", []),
        ("nowhere", []),
        ("tool:write_file", [6, 3]),
        ("tool:write_file decision:denied", [6]),
        ("kind:call.decided", []),
        ("before:2026-01-01", []),
        ("on:2026-01-01 vscode", [5]),
        ("after:2026-01-03", []),
    ],
)
def test_text_is_found_in_bodies_and_in_kept_values(reader: AuditReader, text: str, found: list[int]) -> None:
    assert seqs(reader.search(text)) == found


def test_a_search_without_index_looks_at_a_bounded_number_of_records(
    reader: AuditReader, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(query, "MAX_SCANNED", 3)
    first = reader.search("vscode")
    assert (seqs(first), first.before) == ([5], 5)
    second = reader.search("host.started", before=first.before)
    assert (seqs(second), second.before) == ([2], 2)
    third = reader.search("log.opened", before=second.before)
    assert (seqs(third), third.before) == ([1], None)


@pytest.mark.parametrize("wrong", [{"kind": "call.invented"}, {"text": "x" * 1001}, {"limit": 0}, {"limit": 1001}])
def test_what_cannot_be_searched_for_is_a_usage_error(reader: AuditReader, wrong: dict[str, str]) -> None:
    with pytest.raises(UsageError):
        reader.search(**wrong)  # type: ignore[arg-type]  # wrong on purpose


def test_one_record_is_read_by_its_number(reader: AuditReader, log: Log) -> None:
    record = reader.record(3)
    assert record is not None
    assert (record.kind, record.call, record.fields["decision"]) == ("call.decided", "c1", "approve")
    assert record.hash == log.rows()[2].hash.hex()
    assert record.body.encode() == log.rows()[2].body
    assert reader.record(0) is reader.record(8) is reader.record(1 << 70) is None


def test_the_timeline_of_a_call_is_oldest_first(reader: AuditReader) -> None:
    assert [record.kind for record in reader.timeline("c1")] == ["call.decided", "call.outcome"]
    assert reader.timeline("c9") == ()


def test_values_are_named_with_what_became_of_them_and_read_one_by_one(reader: AuditReader, log: Log) -> None:
    [result] = reader.search(kind="call.outcome").records
    assert [(value.name, value.bytes, value.state) for value in reader.values(result)] == [
        ("result", 4 * RESULT_KEPT, "committed"),
        ("result_excerpt", 4096, "kept"),
    ]
    assert reader.value(result.seq, "result") is None
    assert reader.value(result.seq, "result_excerpt") == b"done" * 1024
    assert reader.value(result.seq, "params") is None


@pytest.mark.parametrize("how", ["SET key = zeroblob(32), value = zeroblob(length(value))", "gone"])
def test_an_erased_value_is_called_so_and_never_shown(reader: AuditReader, log: Log, how: str) -> None:
    with tampering(log) as connection:
        connection.execute("DELETE FROM sensitive WHERE seq = 3" if how == "gone" else f"UPDATE sensitive {how}")
    record = reader.record(3)
    assert record is not None
    assert [value.state for value in reader.values(record)] == ["erased", "erased"]
    assert reader.value(3, "params") is None


@pytest.mark.parametrize(
    "body", ["", "[]", '{"kind":1,"call":2,"fields":3,"commitments":4}', '{"commitments":{"x":1}}']
)
def test_a_record_that_somebody_damaged_is_still_shown(reader: AuditReader, log: Log, body: str) -> None:
    with tampering(log) as connection:
        connection.executescript("DROP INDEX records_kind; DROP INDEX records_call")
        connection.execute("UPDATE records SET body = ? WHERE seq = 3", (body,))
    record = reader.record(3)
    assert record is not None
    assert (record.kind, record.call, record.fields, reader.values(record)) == ("", "", {}, ())


def test_a_log_that_cannot_be_read_is_an_audit_error(tmp_path: Path) -> None:
    path = tmp_path / "log"
    with pytest.raises(AuditError, match="There is no audit log"):
        AuditReader.open(path)
    path.write_bytes(b"no database" * 1000)
    with pytest.raises(AuditError, match="cannot be read"):
        AuditReader.open(path)


def test_a_closed_reader_says_so(log: Log) -> None:
    reader = AuditReader.open(log.path)
    reader.close()
    with pytest.raises(AuditError, match="cannot be read"):
        reader.search()


def test_the_decisions_of_each_rule_are_counted_from_where_the_last_count_ended(
    log: Log, reader: AuditReader, monkeypatch: pytest.MonkeyPatch
) -> None:
    by = {"decision": "approve", "by": "rule", "source": "user"}
    write(log, *(Draft("call.decided", by | {"rule": rule}, call=f"r{rule}") for rule in ("a", "b", "a")))
    last = reader.last_seq()
    found = {(source, rule): (count, time) for source, rule, count, time in reader.rule_uses(0)}
    assert (found["user", "a"][0], found["user", "b"][0]) == (2, 1)
    assert found["user", "a"][1].startswith("2026-01-01")
    assert list(reader.rule_uses(last)) == []
    monkeypatch.setattr(query, "MAX_SCANNED", 1)
    assert [(rule, count) for _, rule, count, _ in reader.rule_uses(0)] == [("a", 1)]
