from __future__ import annotations

import random
import sqlite3
from contextlib import closing

import pytest

from host.audit import database
from host.errors import AuditError
from tests.unit.host.audit.support import Log, decided, erase, sample, write


def pragma(connection: sqlite3.Connection, name: str) -> object:
    return connection.execute(f"PRAGMA {name}").fetchone()[0]


def test_what_is_committed_is_on_the_disk_and_what_is_deleted_is_gone(log: Log) -> None:
    sample(log)
    with closing(database.connect(log.path)) as connection:
        assert pragma(connection, "journal_mode") == "wal"
        assert pragma(connection, "synchronous") == 2  # FULL
        assert pragma(connection, "secure_delete") == 1
        assert pragma(connection, "foreign_keys") == 1
        assert pragma(connection, "temp_store") == 2  # MEMORY


@pytest.mark.parametrize("change", ["DELETE FROM records WHERE seq = 2", "UPDATE records SET time = '' WHERE seq = 2"])
def test_records_cannot_be_changed_or_deleted_by_mistake(log: Log, change: str) -> None:
    sample(log)
    with closing(database.connect(log.path)) as connection, pytest.raises(sqlite3.IntegrityError, match="never"):
        connection.execute(change)


def test_a_reader_cannot_write(log: Log) -> None:
    sample(log)
    with closing(database.connect_reader(log.path)) as connection, pytest.raises(sqlite3.OperationalError):
        connection.execute("DELETE FROM sensitive")


def test_neither_reader_nor_writer_makes_a_file(log: Log) -> None:
    log.path.parent.mkdir()
    with pytest.raises(AuditError, match="There is no audit log"):
        database.connect_reader(log.path)
    with pytest.raises(sqlite3.OperationalError):
        database.connect(log.path)
    assert list(log.path.parent.iterdir()) == []


def test_searches_by_kind_and_call_use_an_index(log: Log) -> None:
    sample(log)
    with closing(database.connect_reader(log.path)) as connection:
        for expression, index in ((database.KIND, "records_kind"), (database.CALL, "records_call")):
            query = f"EXPLAIN QUERY PLAN SELECT seq FROM records WHERE {expression} = ?"  # noqa: S608 our own text
            plan = connection.execute(query, ("x",))
            assert index in plan.fetchone()[3]


def test_a_file_that_is_no_log_or_of_a_newer_format_is_refused(log: Log) -> None:
    sample(log)
    with closing(sqlite3.connect(log.path)) as connection:
        connection.execute("UPDATE meta SET value = '2' WHERE name = 'format'")
        connection.commit()
        with pytest.raises(AuditError, match="newer Assent"):
            database.log_id(connection)
        connection.execute("DROP TABLE meta")
        with pytest.raises(AuditError, match="not an audit log"):
            database.log_id(connection)
    with closing(sqlite3.connect(":memory:")) as empty:
        assert database.is_empty(empty)


def test_a_log_without_an_id_is_refused(log: Log) -> None:
    sample(log)
    with closing(sqlite3.connect(log.path)) as connection:
        connection.execute("DELETE FROM meta WHERE name = 'log'")
        with pytest.raises(AuditError, match="no id"):
            database.log_id(connection)


def test_an_erased_value_leaves_no_trace_in_any_file_and_the_chain_holds(log: Log) -> None:
    rng = random.Random(7)  # noqa: S311 the same values each time
    canaries = {f"call-{number}": rng.randbytes(12).hex() for number in range(120)}
    sizes = (50, 300, 900, 6000, 70_000)
    write(log, *(decided(call, params=long(canary, rng.choice(sizes))) for call, canary in canaries.items()))
    with closing(database.connect(log.path)) as connection:
        seqs = {row.body.decode()[9:].split('"')[0]: row.seq for row in database.rows(connection, 3)}
        keys = {call: database.values_of(connection, seq)[0].key for call, seq in seqs.items()}
        gone = {call for call in canaries if rng.random() < 0.5}
        for call in sorted(gone, key=lambda call: keys[call]):
            erase(connection, seqs[call], "params")
    everything = log.bytes()
    assert {call for call, canary in canaries.items() if canary.encode() not in everything} == gone
    assert {call for call, key in keys.items() if key not in everything} == gone
    assert log.verify().ok


def long(canary: str, size: int) -> bytes:
    return (canary * (size // len(canary) + 1))[:size].encode()


@pytest.mark.parametrize(
    ("name", "reason"),
    [("SQLITE_FULL", "the disk is full"), ("SQLITE_IOERR_FSYNC", "the disk reported an error"), ("", "SQLite refused")],
)
def test_errors_of_sqlite_become_sentences(name: str, reason: str) -> None:
    error = sqlite3.OperationalError("untrusted?")
    error.sqlite_errorname = name
    failure = database.failure(error, "written")
    assert str(failure) == f"The audit log cannot be written: {reason}."
    assert failure.detail == f"{name} untrusted?"
