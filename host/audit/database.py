"""The log's SQLite file: its tables, its connections, and what SQLite's errors mean.

Owns: every table, index and pragma.

Invariants: searches use only the hashed body, so that no column can contradict the chain. A committed transaction is on
the disk (WAL, ``synchronous=FULL``). Deleted values are overwritten (``secure_delete``). Readers cannot write.

People erase a value by overwriting it and its key in place with zeros (docs/reviewers.md). Deleting the row is not
enough: SQLite then moves its neighbours, and ``secure_delete`` leaves copies of them in the free space of a page, where
a later erasure would not reach them (seen in about one of a hundred).
"""

from __future__ import annotations

import functools
import itertools
import os
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from host.audit.chain import FORMAT, Row, Value
from host.audit.record import Line
from host.errors import AuditError
from host.paths import NO_FOLLOW
from host.words import say

KIND: Final = "json_extract(body,'$.kind')"
CALL: Final = "json_extract(body,'$.call')"
"""The searched parts of a body, spelled as in their indexes, because SQLite compares the text."""

TABLES: Final = {
    "meta": "CREATE TABLE meta(name TEXT PRIMARY KEY, value TEXT NOT NULL)",
    "records": (
        "CREATE TABLE records("
        "seq INTEGER PRIMARY KEY, time TEXT NOT NULL, prev_hash BLOB NOT NULL, body TEXT NOT NULL, hash BLOB NOT NULL)"
    ),
    # A plain rowid table: rows are added at its end and keep their size, so that SQLite never moves one (see above).
    "sensitive": (
        "CREATE TABLE sensitive("
        "seq INTEGER NOT NULL REFERENCES records(seq), name TEXT NOT NULL, key BLOB NOT NULL, value BLOB,"
        " UNIQUE(seq, name))"
    ),
    "records_kind": f"CREATE INDEX records_kind ON records({KIND})",
    "records_call": f"CREATE INDEX records_call ON records({CALL}) WHERE {CALL} IS NOT NULL",
    "records_stay": (
        "CREATE TRIGGER records_stay BEFORE DELETE ON records"
        " BEGIN SELECT raise(ABORT, 'records are never deleted'); END"
    ),
    "records_same": (
        "CREATE TRIGGER records_same BEFORE UPDATE ON records BEGIN SELECT raise(ABORT, 'records never change'); END"
    ),
}
"""The statement for each table, index and trigger, as in ``sqlite_schema``."""

BUSY_SECONDS: Final = 5.0
"""Seconds to wait for a lock of SQLite. Readers and the one writer never wait for each other; a checkpoint may."""
CHECKPOINT_PAGES: Final = 4000
"""Pages (16 MB) after which the write-ahead log is copied back: so rarely that a page which every transaction changes
is copied once for some thousand records."""

FULL_LOG: Final = CHECKPOINT_PAGES * (4096 + 24)
"""Bytes of the write-ahead log with so many pages."""
_APPEND: Final = os.O_WRONLY | os.O_APPEND | NO_FOLLOW | getattr(os, "O_CLOEXEC", 0)
_ZEROS: Final = bytes(1 << 20)

_COLUMN_COUNT: Final = 8
_MAX_LINES: Final = 128
"""Lines of one statement."""
_INTAKE: Final = """
    CREATE TEMP VIEW intake AS
    SELECT 0 AS seq, 0 AS time, 0 AS prev_hash, 0 AS body, 0 AS hash, 0 AS name, 0 AS key, 0 AS value;
    CREATE TEMP TRIGGER intake_record INSTEAD OF INSERT ON intake WHEN new.body IS NOT NULL
    BEGIN INSERT INTO records VALUES (new.seq, new.time, new.prev_hash, new.body, new.hash); END;
    CREATE TEMP TRIGGER intake_value INSTEAD OF INSERT ON intake WHEN new.name IS NOT NULL
    BEGIN INSERT INTO sensitive VALUES (new.seq, new.name, new.key, new.value); END;
"""
"""Inserts each line into the right tables. It exists in the connection, not in the file."""

_REASONS: Final = {
    "SQLITE_FULL": say("the disk is full"),
    "SQLITE_BUSY": say("another program holds it"),
    "SQLITE_LOCKED": say("another program holds it"),
    "SQLITE_READONLY": say("it is read-only"),
    "SQLITE_CANTOPEN": say("it cannot be opened"),
    "SQLITE_CORRUPT": say("it is damaged"),
    "SQLITE_NOTADB": say("it is not a database, or damaged"),
    "SQLITE_IOERR": say("the disk reported an error"),
}

_COLUMNS: Final = (
    "seq, ifnull(CAST(time AS TEXT), ''), ifnull(CAST(prev_hash AS BLOB), x''), ifnull(CAST(body AS BLOB), x''),"
    " ifnull(CAST(hash AS BLOB), x'')"
)
_VALUE: Final = (
    "ifnull(CAST(seq AS INTEGER), 0), ifnull(CAST(name AS TEXT), ''), ifnull(CAST(key AS BLOB), x''),"
    " CAST(value AS BLOB)"
)
"""The columns with the types of ``chain.Row`` and ``chain.Value``, even in an altered file. A body may be no text."""


sqlite3.register_adapter(bytes, bytes)  # the same; without it each one is asked in vain how it may be adapted


def connect(path: Path) -> sqlite3.Connection:
    """Return a writer's connection to an existing file. Without BEGIN, each statement is its own transaction."""
    uri = f"{path.absolute().as_uri()}?mode=rw"  # never creates a file
    connection = sqlite3.connect(uri, uri=True, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False)
    try:
        mode = connection.execute("PRAGMA journal_mode=WAL").fetchone()[0]
        if mode != "wal":
            raise AuditError("The audit log is on a file system without write-ahead logging; move it to a local disk.")
        for pragma in (
            "synchronous=FULL",
            "fullfsync=ON",  # macOS: fsync alone does not reach the disk there
            "checkpoint_fullfsync=ON",
            "secure_delete=ON",
            "foreign_keys=ON",
            "temp_store=MEMORY",  # no value reaches a temporary file
            f"wal_autocheckpoint={CHECKPOINT_PAGES}",
        ):
            connection.execute(f"PRAGMA {pragma}")
        connection.executescript(_INTAKE)
    except BaseException:
        connection.close()
        raise
    return connection


def connect_reader(path: Path) -> sqlite3.Connection:
    """Return a connection that cannot write, while a host may. Raises AuditError if no log can be read there."""
    if not path.is_file():
        raise AuditError(f"There is no audit log at {path}.")
    with read_errors():
        connection = sqlite3.connect(
            f"{path.absolute().as_uri()}?mode=ro", uri=True, timeout=BUSY_SECONDS, isolation_level=None
        )
    connection.text_factory = _decode_leniently
    try:
        with read_errors():
            for pragma in ("query_only=ON", "temp_store=MEMORY"):
                connection.execute(f"PRAGMA {pragma}")
            log_id(connection)
    except BaseException:
        connection.close()
        raise
    return connection


def lengthen_log(log: str) -> bool:
    """Add a megabyte of zeros to the end of the write-ahead log. Returns whether it has its full length now.

    A log that has it already stays as it is, such as that of a host that was killed. A commit that does not make the
    file longer takes about half the time. SQLite ends reading where no whole frame follows, as it does after old frames
    once the log begins anew. ``log``: its path. Raises OSError.
    """
    with open(os.open(log, _APPEND), "ab", buffering=0) as file:  # never over what another thread writes meanwhile
        if file.tell() < FULL_LOG:
            file.write(_ZEROS)
            os.fsync(file.fileno())
        return file.tell() >= FULL_LOG


def call_of(alias: str) -> str:
    """Return ``CALL`` for the table ``alias`` of a query over several tables."""
    return f"json_extract({alias}.body,'$.call')"


def create_tables(connection: sqlite3.Connection, log: str) -> None:
    """Create the tables of a new log, inside the caller's transaction."""
    for statement in TABLES.values():
        connection.execute(statement)
    connection.executemany("INSERT INTO meta VALUES (?, ?)", [("format", str(FORMAT)), ("log", log)])


def insert(connection: sqlite3.Connection, lines: Sequence[Line]) -> None:
    """Write records and their values in one transaction, durable when this returns. Raises sqlite3.Error.

    Uses a single statement where possible: each statement releases the interpreter's lock, and a busy event loop can
    make it wait to get the lock back.
    """
    if len(lines) <= _MAX_LINES:
        _insert(connection, lines)
        return
    connection.execute("BEGIN IMMEDIATE")
    for start in range(0, len(lines), _MAX_LINES):
        _insert(connection, lines[start : start + _MAX_LINES])
    connection.execute("COMMIT")


def _insert(connection: sqlite3.Connection, lines: Sequence[Line]) -> None:
    size = 1 << (len(lines) - 1).bit_length()  # few different statements, so that they stay prepared
    values = itertools.chain(*lines, itertools.repeat(None, (size - len(lines)) * _COLUMN_COUNT))
    connection.execute(_insert_statement(size), tuple(values))


@functools.cache
def _insert_statement(size: int) -> str:
    row = f"({','.join('?' * _COLUMN_COUNT)})"
    return f"INSERT INTO intake VALUES {','.join([row] * size)}"


def log_id(connection: sqlite3.Connection) -> str:
    """Return the id of an existing log. Raises AuditError if the file is no log, or has another format."""
    names = {name for (name,) in connection.execute("SELECT name FROM sqlite_schema")}
    if not names >= {"meta", "records", "sensitive"}:
        raise AuditError("The file is not an audit log of Assent.")
    meta = dict(connection.execute("SELECT name, value FROM meta"))
    if meta.get("format") != str(FORMAT):
        raise AuditError(
            "The audit log was written by a newer Assent. Install that one.", detail=str(meta.get("format"))
        )
    if not isinstance(log := meta.get("log"), str):
        raise AuditError("The audit log has no id: it was altered.")
    return log


def is_empty(connection: sqlite3.Connection) -> bool:
    """Whether there is no table: the host was killed after creating the file, before its first transaction."""
    return connection.execute("SELECT name FROM sqlite_schema").fetchone() is None


def last_row(connection: sqlite3.Connection) -> Row | None:
    """The record with the highest number."""
    return _row(connection.execute(f"SELECT {_COLUMNS} FROM records ORDER BY seq DESC LIMIT 1").fetchone())


def row_at(connection: sqlite3.Connection, seq: int) -> Row | None:
    """The record with this number."""
    return _row(connection.execute(f"SELECT {_COLUMNS} FROM records WHERE seq = ?", (seq,)).fetchone())


def rows(connection: sqlite3.Connection, first: int | None = None, last: int | None = None) -> Iterator[Row]:
    """The records from ``first`` to ``last``, both included, unchecked: a damaged one may hold anything."""
    bounds = (-(1 << 63) if first is None else first, (1 << 63) - 1 if last is None else last)
    cursor = connection.execute(f"SELECT {_COLUMNS} FROM records WHERE seq BETWEEN ? AND ? ORDER BY seq", bounds)
    return map(Row._make, cursor)


def values(connection: sqlite3.Connection, after: int = 0) -> Iterator[Value]:
    """All values in the order in which they were added, which is the order of their records. No index is used.

    ``after``: only values of records after this number; 0 for all, even those of a record that does not exist.
    """
    which = f"WHERE seq IS NULL OR seq > {after:d}" if after else ""
    return map(Value._make, connection.execute(f"SELECT {_VALUE} FROM sensitive NOT INDEXED {which} ORDER BY rowid"))


def values_of(connection: sqlite3.Connection, seq: int) -> list[Value]:
    """The values of one record."""
    return [Value._make(row) for row in connection.execute(f"SELECT {_VALUE} FROM sensitive WHERE seq = ?", (seq,))]


@contextmanager
def read_errors() -> Iterator[None]:
    """Turn an error of SQLite into an AuditError about reading."""
    try:
        yield
    except sqlite3.Error as error:
        raise failure(error, say("read")) from error


def failure(error: sqlite3.Error, what: str) -> AuditError:
    """Return the AuditError for an error of SQLite. ``what``: the attempted action as a participle."""
    name = getattr(error, "sqlite_errorname", "") or ""
    reason = next((reason for prefix, reason in _REASONS.items() if name.startswith(prefix)), say("SQLite refused"))
    return AuditError(say("The audit log cannot be {what}: {why}.", what=what, why=reason), detail=f"{name} {error}")


def _decode_leniently(data: bytes) -> str:
    """Decode damaged text too: it stays readable, and the chain shows that it differs."""
    return data.decode(errors="replace")


def _row(values: tuple[int, str, bytes, bytes, bytes] | None) -> Row | None:
    return None if values is None else Row._make(values)
