from __future__ import annotations

import asyncio
import json
import shutil
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from host import tasks
from host.audit import database, files
from host.audit import store as store_module
from host.audit.query import AuditReader
from host.audit.record import Line
from host.errors import AuditError
from host.model import Draft
from tests.support.waiting import eventually
from tests.unit.host.audit.support import NO_HEAD, START, Clock, Log, decided, outcome

STARTED = Draft("host.started", {"pid": 1})
MOVED = r"host\.audit\.store: The audit log was moved or replaced"
AGAIN = r"host\.audit\.store: The audit log is written again"


@contextmanager
def unwritable(log: Log) -> Iterator[None]:
    """The disk under the log goes away for a while."""
    away = log.path.with_name("away")
    log.path.rename(away)
    yield
    away.rename(log.path)


async def test_what_append_returned_for_is_on_the_disk(log: Log) -> None:
    store = log.open()
    for number in range(5):
        ((seq, *_),) = await store.append(decided(f"c{number}", params=b"{}"))
        with closing(database.connect_reader(log.path)) as connection:
            row = database.row_at(connection, seq)
        assert row is not None
        assert json.loads(row.body)["call"] == f"c{number}"
    await store.close()


async def test_records_are_in_the_order_in_which_they_were_given(log: Log) -> None:
    store = log.open()
    store.submit(decided("c1"))
    first = tasks.spawn(store.append(decided("c2"), decided("c3")), name="first")
    second = tasks.spawn(store.append(decided("c4")), name="second")
    await asyncio.sleep(0)
    store.submit(decided("c5"))
    assert [tip.seq for tip in (*await first, *await second)] == [3, 4, 5]
    await store.close()
    assert [json.loads(row.body).get("call") for row in log.rows()] == [None, "c1", "c2", "c3", "c4", "c5"]


async def test_many_at_once_are_all_written_once_and_linked(log: Log) -> None:
    store = log.open()
    calls = [f"c{number}" for number in range(700)]
    written = await asyncio.gather(*(store.append(decided(call, params=call.encode(), reason=b"r")) for call in calls))
    seqs = [tip.seq for (tip,) in written]
    await store.close()
    rows = {row.seq: json.loads(row.body).get("call") for row in log.rows()}
    assert [rows[seq] for seq in seqs] == calls
    assert log.verify().records == 701
    assert log.verify().ok


async def test_a_group_of_any_size_is_one_transaction(log: Log) -> None:
    store = log.open()
    seen = []
    with closing(database.connect_reader(log.path)) as connection:
        waiting = tasks.spawn(store.append(*(decided(f"c{number}") for number in range(3000))), name="large")
        while not waiting.done():
            seen.append(connection.execute("SELECT count(*) FROM records").fetchone()[0])
            await asyncio.sleep(0)
    await waiting
    await store.close()
    assert set(seen) <= {1, 3001}
    assert log.verify().ok


async def test_submitted_records_need_nobody_to_wait_for_them(log: Log) -> None:
    store = log.open()
    for number in range(50):
        store.submit(outcome(f"c{number}"))
    await store.close()
    assert len(log.rows()) == 51


async def test_an_outcome_is_written_with_the_next_decision(log: Log, monkeypatch: pytest.MonkeyPatch) -> None:
    queued: list[store_module.Group] = []
    put = store_module.Writer.put

    def record(to: store_module.Writer, groups: tuple[store_module.Group, ...]) -> None:
        queued.extend(groups)
        put(to, groups)

    monkeypatch.setattr(store_module, "DEFER_SECONDS", 60.0)
    monkeypatch.setattr(store_module.Writer, "put", record)
    store = log.open()
    await store.append(decided("c1"))
    store.submit(outcome("c1"))
    assert len(queued) == 1, "the outcome waits"
    assert [tip.seq for tip in await store.append(decided("c2"))] == [4]
    assert len(queued) == 3
    await store.close()
    assert [json.loads(row.body).get("call") for row in log.rows()] == [None, "c1", "c1", "c2"]


async def test_an_outcome_does_not_wait_for_long(log: Log) -> None:
    store = log.open()
    store.submit(outcome("c1"))
    await eventually(lambda: len(log.rows()) == 2)
    await store.close()


async def test_many_outcomes_do_not_wait_at_all(log: Log, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store_module, "DEFER_SECONDS", 60.0)
    store = log.open()
    for number in range(store_module.MAX_DEFERRED):
        store.submit(outcome(f"c{number}"))
    await eventually(lambda: len(log.rows()) == 1 + store_module.MAX_DEFERRED)
    await store.close()


def test_without_an_event_loop_submit_works_too(log: Log) -> None:
    store = log.open()
    store.submit(STARTED)
    asyncio.run(store.close())
    assert len(log.rows()) == 2


def test_a_store_outlives_the_loop_that_used_it_first(log: Log) -> None:
    store = log.open()
    for number in (2, 3):
        assert [tip.seq for tip in asyncio.run(store.append(STARTED))] == [number]
    asyncio.run(store.close())


async def test_flush_waits_for_everything_before_it(log: Log) -> None:
    store = log.open()
    store.submit(STARTED)
    await store.flush()
    assert len(log.rows()) == 2
    await store.flush()
    await store.close()


async def test_a_caller_that_gives_up_leaves_the_log_whole(log: Log) -> None:
    store = log.open()
    waiting = [tasks.spawn(store.append(decided(f"c{number}")), name="append") for number in range(20)]
    await asyncio.sleep(0)
    for task in waiting[::2]:
        task.cancel()
    done = await asyncio.gather(*waiting, return_exceptions=True)
    assert [type(result) for result in done] == [asyncio.CancelledError, list] * 10
    await store.close()
    assert log.verify().ok


async def test_a_closed_store_refuses_and_closing_again_is_nothing(log: Log) -> None:
    store = log.open()
    await store.close()
    await store.close()
    with pytest.raises(AuditError, match="closed"):
        await store.append(STARTED)


async def test_a_second_host_cannot_write_the_same_log(log: Log) -> None:
    store = log.open()
    with pytest.raises(AuditError, match="Another Assent host"):
        log.open()
    await store.close()
    await log.open().close()


async def test_a_log_that_is_refused_does_not_stay_locked(log: Log) -> None:
    await log.open().close()
    away = log.path.with_name("away")
    log.path.rename(away)
    with pytest.raises(AuditError, match="missing"):
        log.open()
    away.rename(log.path)
    await log.open().close()


async def test_time_never_goes_backwards_even_over_a_restart(log: Log) -> None:
    clock = Clock()
    for moment in (10.0, 5.0, 20.0):
        store = log.open(clock)
        clock.now = START + moment
        await store.append(STARTED)
        await store.close()
    assert [row.time[17:] for row in log.rows()] == ["00.000000Z", "10.000000Z", "10.000000Z", "20.000000Z"]
    assert log.verify().ok


async def test_the_head_is_remembered_at_the_end(log: Log) -> None:
    store = log.open()
    await store.append(STARTED)
    await store.close()
    head, [*_, last] = files.read_head(log.head), log.rows()
    assert head == files.Head(store.log_id, 2, last.hash.hex())


async def test_the_head_is_remembered_while_the_host_runs(log: Log, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store_module, "HEAD_RECORDS", 2)
    store = log.open()
    for _ in range(3):
        await store.append(STARTED)
    head = files.read_head(log.head)
    assert head is not None
    assert head.seq >= 3
    await store.close()


async def test_the_head_is_remembered_when_the_log_comes_to_rest(log: Log, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store_module, "HEAD_SECONDS", 0.01)
    remembered = threading.Event()
    write_head = files.write_head

    def heard(path: Path, head: files.Head) -> None:
        write_head(path, head)
        if head.seq == 2:
            remembered.set()

    store = log.open()
    monkeypatch.setattr(files, "write_head", heard)
    await store.append(STARTED)
    assert await asyncio.to_thread(remembered.wait, 30)
    await store.close()


@pytest.mark.expected_logs(r"host\.audit\.store: The head of the audit log cannot be remembered")
async def test_a_head_that_cannot_be_remembered_stops_nothing(log: Log, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store_module, "HEAD_RECORDS", 1)
    store = log.open()
    shutil.rmtree(log.head.parent)
    assert [tip.seq for tip in await store.append(STARTED)] == [2]
    await store.flush()
    assert store.head_failure.startswith(f"The head of the audit log cannot be remembered in {log.head}: ")
    log.head.parent.mkdir(mode=0o700)
    await store.close()
    assert store.head_failure == ""
    head = files.read_head(log.head)
    assert head is not None
    assert head.seq == len(log.rows()) == 2


@pytest.mark.expected_logs(NO_HEAD)
async def test_s37_a_start_without_a_remembered_head_is_told_as_by_verify_and_on_record(
    log: Log, caplog: pytest.LogCaptureFixture
) -> None:
    await log.open().close()
    log.head.unlink()
    for fields in ({"pid": 1, "head": "missing"}, {"pid": 1}):
        store = log.open()
        await store.begin(STARTED)
        await store.close()
        assert json.loads(log.rows()[-1].body)["fields"] == fields
    assert caplog.messages == [files.missing_head_problem(log.head)]


@pytest.mark.expected_logs(MOVED)
async def test_s37_what_cannot_be_written_is_refused(log: Log) -> None:
    store = log.open()
    with unwritable(log):
        for _ in range(2):
            with pytest.raises(AuditError, match="moved or replaced"):
                await store.append(decided("c1"))
        assert "moved or replaced" in store.failure
    await store.close()
    assert len(log.rows()) == 1
    assert log.verify().ok


@pytest.mark.expected_logs(MOVED, AGAIN)
async def test_the_next_append_tries_again_and_what_was_submitted_is_not_lost(log: Log) -> None:
    store = log.open()
    await store.append(decided("c1"))
    with unwritable(log):
        store.submit(outcome("c1"))
        with pytest.raises(AuditError):
            await store.append(decided("c2"))
        store.submit(outcome("c2"))
        with pytest.raises(AuditError):
            await store.append(decided("c3"))
    assert [tip.seq for tip in await store.append(decided("c4"))] == [5]
    assert store.failure == ""
    await store.close()
    bodies = [json.loads(row.body) for row in log.rows()[1:]]
    assert [(body["kind"][5:], body["call"]) for body in bodies] == [
        ("decided", "c1"),
        ("outcome", "c1"),
        ("outcome", "c2"),
        ("decided", "c4"),
    ]
    assert log.verify().ok


@pytest.mark.expected_logs(MOVED, AGAIN)
async def test_what_was_submitted_is_tried_again_without_anybody_asking(
    log: Log, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store_module, "RETRY_SECONDS", 0.01)
    written = threading.Event()
    insert = database.insert

    def heard(connection: sqlite3.Connection, lines: Sequence[Line]) -> None:
        insert(connection, lines)
        written.set()

    store = log.open()
    monkeypatch.setattr(database, "insert", heard)
    with unwritable(log):
        store.submit(STARTED)
        with pytest.raises(AuditError):
            await store.append(STARTED)
    assert await asyncio.to_thread(written.wait, 30)
    await store.close()
    assert len(log.rows()) == 2


@pytest.mark.expected_logs(MOVED)
async def test_closing_says_which_records_could_not_be_written(log: Log) -> None:
    store = log.open()
    with unwritable(log):
        store.submit(STARTED)
        with pytest.raises(AuditError, match=r"last records \(1\) could not be written"):
            await store.close()
    await log.open().close()


@pytest.mark.expected_logs(r"host\.audit\.store: A record of kind host\.started is lost")
async def test_the_queue_is_bounded(log: Log, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store_module, "MAX_QUEUED", 2)
    entered, slow, insert = threading.Event(), threading.Event(), database.insert

    def stuck(connection: sqlite3.Connection, lines: Sequence[Line]) -> None:
        entered.set()
        slow.wait(30)
        insert(connection, lines)

    store = log.open()
    monkeypatch.setattr(database, "insert", stuck)
    store.submit(STARTED)
    assert await asyncio.to_thread(entered.wait, 30)
    store.submit(STARTED)
    store.submit(STARTED)
    with pytest.raises(AuditError, match="cannot keep up"):
        await store.append(STARTED)
    assert store.failure == ""
    store.submit(STARTED)
    assert "is lost: The audit log cannot keep up" in store.failure
    slow.set()
    await store.close()
    assert len(log.rows()) == 4


@pytest.mark.expected_logs(MOVED, AGAIN, r"host\.audit\.store: The audit log lost its last records \(2\)")
async def test_records_that_are_too_many_to_be_kept_for_later_are_told_of_for_good(
    log: Log, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store_module, "MAX_QUEUED", 1)
    store = log.open()
    with unwritable(log):
        for call in ("c1", "c2", "c3"):  # outcomes go to the writer together
            store.submit(Draft("call.outcome", {"status": "succeeded"}, call=call))
        with pytest.raises(AuditError):
            await store.append(STARTED)
    await eventually(lambda: "(2)" in store.failure)  # the one that was kept is written
    await store.close()
    assert len(log.rows()) == 2


@pytest.mark.expected_logs(r"host\.audit\.store: A record of kind call\.decided is lost")
async def test_a_submitted_draft_that_is_none_is_logged_and_remembered(log: Log) -> None:
    store = log.open()
    store.submit(Draft("call.decided", {}))
    assert "call.decided is lost" in store.failure
    assert [tip.seq for tip in await store.append(STARTED)] == [2]
    await store.close()


@pytest.mark.expected_logs("the writer of the audit log failed", "cannot be written: an internal error", AGAIN)
async def test_a_bug_in_the_writer_is_a_refusal_and_not_a_hang(log: Log, monkeypatch: pytest.MonkeyPatch) -> None:
    store = log.open()
    with monkeypatch.context() as patch:
        patch.setattr(store_module, "chain_records", None)
        with pytest.raises(AuditError, match="internal error"):
            await store.append(STARTED)
    assert [tip.seq for tip in await store.append(STARTED)] == [2]
    await store.close()


async def test_s36_secrets_are_in_the_values_alone(log: Log) -> None:
    store = log.open()
    await store.append(decided("c1", params=b'{"password":"hunter2"}'))
    await store.close()
    with AuditReader.open(log.path) as reader:
        assert reader.value(2, "params") == b'{"password":"hunter2"}'
    assert b"hunter2" not in b"".join(row.body for row in log.rows())
    assert log.bytes().count(b"hunter2") == 1
    assert b"hunter2" not in log.head.read_bytes()


def test_the_audit_log_is_imported_without_qt_and_without_jsonschema() -> None:
    code = "import sys, host.audit.store, host.audit.verify; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert not {"PySide6", "jsonschema", "mcp"} & set(loaded)
