from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from host.audit import database, files
from host.audit.chain import Tip
from host.audit.record import RESULT_KEPT
from host.audit.verify import Verification, verify_database, verify_log
from host.model import Draft
from tests.unit.host.audit.support import Log, erase, log_in, outcome, rewrite, sample, tampering, write


@pytest.fixture
def log(tmp_path: Path) -> Log:
    """Ten records: log.opened, host.started, then decision and outcome of four calls."""
    log = log_in(tmp_path)
    sample(log)
    return log


def found(verification: Verification) -> tuple[int, str]:
    assert not verification.ok
    return verification.first_bad_seq, verification.problem


def test_an_untouched_log_holds(log: Log) -> None:
    head = files.read_head(log.head)
    assert head is not None
    assert log.verify() == Verification(True, 10, 0, "", head.hash, head.log, 1, 10)


def test_a_log_holds_while_a_host_writes_it(log: Log) -> None:
    with closing(database.connect(log.path)) as writing:
        writing.execute("BEGIN IMMEDIATE")
        writing.execute("INSERT INTO records VALUES (11, '', x'', '{}', x'')")
        assert log.verify().records == 10
        writing.execute("ROLLBACK")


def test_large_results_and_erased_values_hold(log: Log) -> None:
    write(log, outcome("c9", result=b"x" * (RESULT_KEPT + 1)))
    with closing(database.connect(log.path)) as connection:
        erase(connection, 3, "params")
        connection.execute("DELETE FROM sensitive WHERE seq = 4")
    assert log.verify().ok


def test_values_that_are_gone_are_counted_for_no_record_tells_of_their_erasure(log: Log) -> None:
    assert log.verify().gone == 0
    write(log, outcome("c9", result=b"x" * (RESULT_KEPT + 1)))
    assert log.verify().gone == 0, "what is too long was never kept"
    with closing(database.connect(log.path)) as connection:
        erase(connection, 3, "params")
        connection.execute("DELETE FROM sensitive WHERE seq = 4")
    assert (log.verify().ok, log.verify().gone) == (True, 2)


def test_s37_a_log_whose_end_is_not_remembered_is_told(log: Log) -> None:
    assert verify_log(log.path, log.head) == log.verify()
    log.head.unlink()
    told = verify_log(log.path, log.head)
    assert (told.ok, told.records, told.first_bad_seq) == (False, 10, 0)
    assert told.problem == files.missing_head_problem(log.head)
    log.path.write_bytes(b"")
    assert verify_log(log.path, log.head).problem != files.missing_head_problem(log.head), "what is worse is told first"


SWAP = (
    "UPDATE {0} SET seq = 0 WHERE seq = 5; UPDATE {0} SET seq = 5 WHERE seq = 6; UPDATE {0} SET seq = 6 WHERE seq = 0"
)
TAMPERED: dict[str, tuple[str, int, str]] = {
    "body edited": (
        "UPDATE records SET body = replace(body, 'approve', 'deny') WHERE seq = 5",
        5,
        "record 5 does not match its hash: it was altered",
    ),
    "hash edited": (
        "UPDATE records SET hash = zeroblob(32) WHERE seq = 5",
        5,
        "record 5 does not match its hash: it was altered",
    ),
    "link edited": (
        "UPDATE records SET prev_hash = zeroblob(32) WHERE seq = 5",
        5,
        "record 5 is not linked to the record before it",
    ),
    "time column edited": (
        "UPDATE records SET time = '2020-01-01T00:00:00.000000Z' WHERE seq = 5",
        5,
        "record 5 has columns that differ from its body",
    ),
    "time column no text": (
        "UPDATE records SET time = x'ff' WHERE seq = 5",
        5,
        "record 5 has columns that differ from its body",
    ),
    "body no text": (
        "UPDATE records SET body = CAST(x'7b2261223a22ff227d' AS TEXT) WHERE seq = 5",
        5,
        "record 5 does not match its hash: it was altered",
    ),
    "deleted": ("DELETE FROM records WHERE seq = 5", 5, "record 5 is missing: record 6 follows record 4"),
    "deleted and renumbered": (
        "DELETE FROM records WHERE seq = 5; UPDATE records SET seq = seq - 1 WHERE seq > 5",
        5,
        "record 5 is not linked to the record before it",
    ),
    "first deleted": ("DELETE FROM records WHERE seq = 1", 1, "record 1 is missing: record 2 follows record 0"),
    "all deleted": (
        "DELETE FROM records; DELETE FROM sensitive",
        1,
        "record 1 is missing: record 10 was written; the log was cut or rolled back",
    ),
    "end cut off": (
        "DELETE FROM records WHERE seq > 7; DELETE FROM sensitive WHERE seq > 7",
        8,
        "record 8 is missing: record 10 was written; the log was cut or rolled back",
    ),
    "end cut off, values forgotten": (
        "DELETE FROM records WHERE seq > 7",
        8,
        "record 8 is missing, but a value of it is there",
    ),
    "two swapped": (
        SWAP.format("records"),
        5,
        "record 5 is not linked to the record before it",
    ),
    "inserted at the end": (
        "INSERT INTO records SELECT 11, time, hash, body, zeroblob(32) FROM records WHERE seq = 10",
        11,
        "record 11 does not match its hash: it was altered",
    ),
    "inserted before the start": (
        "INSERT INTO records SELECT -1, time, hash, body, hash FROM records WHERE seq = 1",
        1,
        "record 1 is missing: record -1 follows record 0",
    ),
    "value edited": (
        "UPDATE sensitive SET value = 'other' WHERE seq = 5",
        5,
        "record 5 has a value that differs from its commitment",
    ),
    "key edited": (
        "UPDATE sensitive SET key = zeroblob(31) WHERE seq = 5",
        5,
        "record 5 has a value that differs from its commitment",
    ),
    "value renamed": (
        "UPDATE sensitive SET name = 'reason' WHERE seq = 5",
        5,
        "record 5 has a value that it does not commit to",
    ),
    "values swapped": (
        SWAP.format("sensitive"),
        6,
        "record 6 has a value that it does not commit to",
    ),
    "value moved to another record": (
        "UPDATE sensitive SET seq = 2 WHERE seq = 5",
        2,
        "record 2 has a value in the wrong place",
    ),
    "log id edited": (
        "UPDATE meta SET value = 'f' WHERE name = 'log'",
        0,
        "This is not the log that was written here before.",
    ),
    "a column more": ("ALTER TABLE records ADD COLUMN kind TEXT", 0, "The log's tables are not as Assent made them."),
    "an index less": ("DROP INDEX records_call", 0, "The log's tables are not as Assent made them."),
    "no meta": ("DROP TABLE meta", 0, "The file is not an audit log of Assent."),
}


@pytest.mark.parametrize("attack", TAMPERED)
def test_s37_the_first_bad_record_is_named_and_why(log: Log, attack: str) -> None:
    sql, seq, problem = TAMPERED[attack]
    with tampering(log) as connection:
        connection.executescript(sql)
    assert found(log.verify()) == (seq, problem)


def test_s37_a_view_in_the_place_of_the_table_is_found(log: Log) -> None:
    with closing(sqlite3.connect(log.path)) as connection:
        connection.executescript(
            "ALTER TABLE records RENAME TO hidden; CREATE VIEW records AS SELECT * FROM hidden WHERE seq < 3"
        )
    assert found(log.verify()) == (0, "The log's tables are not as Assent made them.")


def test_s37_records_before_the_bad_one_are_counted_as_good(log: Log) -> None:
    with tampering(log) as connection:
        connection.execute("UPDATE records SET body = '{}' WHERE seq = 5")
    verification = log.verify()
    assert (verification.records, verification.first, verification.last) == (4, 1, 4)
    assert verification.head_hash == log.rows()[3].hash.hex()


EDITS: dict[str, tuple[Callable[[bytes], bytes], str]] = {
    "another number": (lambda body: body.replace(b'"seq":5', b'"seq":6'), "columns that differ from its body"),
    "another format": (lambda body: body.replace(b'"v":1', b'"v":2'), "is not of format 1"),
    "no commitment": (lambda body: body.replace(b'"params"', b'"spares"'), "a value that it does not commit to"),
}


@pytest.mark.parametrize("edit", EDITS)
def test_s37_a_log_rewritten_from_somewhere_on_must_still_agree_with_itself(log: Log, edit: str) -> None:
    change, problem = EDITS[edit]
    with tampering(log) as connection:
        rewrite(connection, 5, change)
    assert found(log.verify()) == (5, f"record 5 {problem}" if problem.startswith("is") else f"record 5 has {problem}")


def test_s37_a_log_rewritten_that_agrees_with_itself_does_not_end_as_remembered(log: Log) -> None:
    with tampering(log) as connection:
        rewrite(connection, 5, lambda body: body.replace(b"approve", b"deny"))
    assert found(log.verify()) == (10, "record 10 is not the one that was written")
    assert verify_database(log.path, None).ok


def test_s37_time_going_backwards_is_found(log: Log) -> None:
    with tampering(log) as connection:
        earlier = "2025-12-31T23:59:59.999999Z"
        rewrite(connection, 5, lambda body: body.replace(b"2026-01-01T00:00:00.000000Z", earlier.encode()))
        connection.execute("UPDATE records SET time = ? WHERE seq = 5", (earlier,))
    assert found(log.verify())[1].startswith("record 5 is older than the record before it")


def test_s37_an_index_that_hides_a_record_is_found(log: Log) -> None:
    with closing(sqlite3.connect(log.path)) as connection:
        connection.execute("PRAGMA writable_schema = ON")
        update = "UPDATE sqlite_schema SET sql = ? WHERE name = 'records_call'"
        connection.execute(update, (database.TABLES["records_call"] + " AND seq <> 5",))
        connection.commit()
    with closing(sqlite3.connect(log.path)) as connection:
        connection.execute("REINDEX records_call")
        connection.execute("PRAGMA writable_schema = ON")
        connection.execute(update, (database.TABLES["records_call"],))
        connection.commit()
    assert found(log.verify()) == (0, "The log's indexes do not match its records.")


def test_s37_a_log_that_was_rolled_back_ends_too_early(log: Log, tmp_path: Path) -> None:
    shutil.copy(log.path, tmp_path / "old")
    write(log, Draft("host.stopped", {}))
    shutil.copy(tmp_path / "old", log.path)
    assert found(log.verify()) == (11, "record 11 is missing: record 12 was written; the log was cut or rolled back")


def test_s37_a_missing_log_is_a_finding(log: Log) -> None:
    log.path.unlink()
    assert found(log.verify()) == (0, f"There is no audit log at {log.path}.")


def test_s37_another_log_is_a_finding(log: Log, tmp_path: Path) -> None:
    other = log_in(tmp_path / "other")
    sample(other)
    assert found(verify_database(other.path, files.read_head(log.head)))[0] == 0


def test_a_file_that_is_no_database_is_a_finding(log: Log) -> None:
    log.path.write_bytes(b"no database" * 1000)
    assert found(log.verify()) == (0, "The audit log cannot be read: it is not a database, or damaged.")


@pytest.mark.parametrize("page", range(1, 8))
def test_a_damaged_page_is_a_finding_wherever_it_is(log: Log, page: int) -> None:
    with log.path.open("r+b") as file:
        assert file.seek(0, 2) == 8 * 4096
        file.seek(4096 * page + 8)
        file.write(b"\xa5" * 2048)
    assert not log.verify().ok


def test_a_file_cut_in_the_middle_is_a_finding(log: Log) -> None:
    with log.path.open("r+b") as file:
        file.truncate(log.path.stat().st_size // 2)
    assert not log.verify().ok


def test_verifying_changes_nothing_that_is_kept(log: Log) -> None:
    before = log.path.read_bytes()
    assert log.verify().ok
    assert log.path.read_bytes() == before


# What is new since an earlier check


def tip_of(log: Log, seq: int) -> Tip:
    row = log.rows()[seq - 1]
    return Tip(row.seq, row.time, row.hash)


def test_a_check_of_what_is_new_reads_no_record_before_it(log: Log) -> None:
    seen: list[int] = []
    found = verify_log(log.path, log.head, after=tip_of(log, 6), on_sound_record=seen.append)
    assert (found.ok, found.records, found.first, found.last) == (True, 4, 7, 10)
    assert seen == [7, 8, 9, 10]
    nothing = verify_log(log.path, log.head, after=tip_of(log, 10))
    assert (nothing.ok, nothing.records, nothing.head_hash) == (True, 0, log.rows()[-1].hash.hex())


@pytest.mark.parametrize("seq", [6, 7, 10])
def test_s37_a_check_of_what_is_new_finds_what_was_altered_there(log: Log, seq: int) -> None:
    after = tip_of(log, 6)
    with tampering(log) as connection:
        rewrite(connection, seq, lambda body: body.replace(b"call-", b"cell-"))
    first, problem = found(verify_log(log.path, log.head, after=after))
    assert first == (10 if seq == 7 else seq)  # linked anew, only the remembered head tells
    assert problem


def test_s37_a_value_of_what_is_new_is_compared_with_its_commitment(log: Log) -> None:
    with tampering(log) as connection:
        connection.execute("UPDATE sensitive SET value = 'other' WHERE seq = 9")
    assert found(verify_log(log.path, log.head, after=tip_of(log, 6)))[0] == 9
    assert verify_log(log.path, log.head, after=tip_of(log, 9)).ok


def test_s37_a_log_that_was_cut_below_what_was_checked_is_found(log: Log) -> None:
    after = tip_of(log, 10)
    with tampering(log) as connection:
        connection.execute("DELETE FROM sensitive WHERE seq > 5")
        connection.execute("DELETE FROM records WHERE seq > 5")
    assert found(verify_log(log.path, log.head, after=after)) == (
        10,
        "record 10 is not the one that was checked before",
    )
