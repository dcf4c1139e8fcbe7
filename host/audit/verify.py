"""Checking a log from its first record to its last.

Owns: what makes a log whole.

Invariants: every byte that the chain commits to is read and hashed; the first bad record is named with the reason;
whatever the file holds, the answer is a ``Verification``, never an exception; a host may be writing meanwhile, for one
snapshot is checked; a check of what is new stands on a record that an earlier one found whole, and says nothing anew
of what came before it.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Final

from msgspec import Struct

from host.audit import chain, database, jsonl
from host.audit.chain import BrokenChain, Row, Tip, Value
from host.audit.files import Head, missing_head_problem, read_head
from host.audit.receipt import Receipt, ReceiptCheck
from host.errors import AuditError
from host.values import replace


class Verification(Struct, frozen=True):
    """What a check found.

    Attributes:
        ok: whether everything holds.
        records: how many were checked and hold.
        problem: safe text, empty where ok.
        first_bad_seq: the first record that is missing or wrong, 0 where none is or the log as a whole is meant.
        head_hash: hash of the last good record, hex.
        log: id of the log, empty where it is unknown.
        first, last: numbers of the first and the last good record, 0 where there is none.
        gone: values that good records of a database commit to and that are not there any more; no record tells of it.
        head_missing: whether nothing remembers the end of the log, so that a cut there would not show.
        receipt: the check of the receipt that was to be held against it, None for none.
    """

    ok: bool
    records: int
    first_bad_seq: int
    problem: str
    head_hash: str
    log: str
    first: int = 0
    last: int = 0
    gone: int = 0
    head_missing: bool = False
    receipt: ReceiptCheck | None = None


def verify_log(
    path: Path,
    head: Path,
    *,
    after: Tip | None = None,
    counted: Callable[[int], object] = lambda _: None,
    receipt: Receipt | None = None,
) -> Verification:
    """Check the log at ``path``, and that its end is remembered in ``head`` and stands there.

    ``after``: a record that an earlier check found whole; only those behind it are checked, and no index. ``counted``:
    hears the number of each record that holds. ``receipt``: to be held against it. Raises AuditError where ``head`` is
    there and cannot be used.
    """
    remembered = read_head(head)
    found = verify_database(path, remembered, after=after, counted=counted, receipt=receipt)
    if remembered is None and found.ok:
        return replace(found, ok=False, problem=missing_head_problem(head), head_missing=True)
    return found


def verify_database(
    path: Path,
    head: Head | None,
    *,
    after: Tip | None = None,
    counted: Callable[[int], object] = lambda _: None,
    receipt: Receipt | None = None,
) -> Verification:
    """Check the log at ``path`` and that it holds the remembered ``head``, where there is one. As ``verify_log``."""
    check = _Check(receipt)
    try:
        # Beside the reading: this is one long call into SQLite, which needs no interpreter.
        with ThreadPoolExecutor(1, "verify-indexes") as beside, closing(database.connect_reader(path)) as connection:
            indexes = beside.submit(_indexes, path) if after is None else None
            _database(connection, head, check, after, counted)
            if indexes is not None:
                indexes.result()
    except AuditError as error:
        return check.result(error)
    except sqlite3.Error as error:
        return check.result(BrokenChain(check.tip.seq + 1, f"cannot be read: {database.failure(error, 'read')}"))
    return check.result(None)


def verify_export(lines: Iterable[bytes], receipt: Receipt | None = None) -> Verification:
    """Check an export in JSON Lines (``jsonl``) by itself, and hold ``receipt`` against it.

    One that begins later than record 1 is checked from its first record on; what came before cannot be known.
    """
    check = _Check(receipt)
    try:
        _export(iter(lines), check)
    except AuditError as error:
        return check.result(error)
    return check.result(None)


class _Check:
    """Where a check stands.

    Attributes:
        before: number before the first record.
        tip: after the last good one.
        gone: values that are not there any more.
    """

    def __init__(self, receipt: Receipt | None) -> None:
        self.receipt = None if receipt is None else ReceiptCheck(receipt)
        self.log, self.before, self.tip, self.gone = "", 0, Tip(0, "", b""), 0

    def begin(self, log: str, tip: Tip | None = None) -> None:
        """``tip``: what the first record follows, the genesis of ``log`` if None."""
        self.log, self.tip = log, tip or chain.genesis(log)
        self.before = self.tip.seq

    def take(self, row: Row, values: Collection[Value]) -> Mapping[str, object]:
        """Check one record and its values; returns its body. Raises BrokenChain."""
        tip = chain.follow(self.tip, row)
        body = chain.open_body(self.tip, row)
        for value in values:
            if value.seq != row.seq:
                raise BrokenChain(value.seq, "has a value in the wrong place")
            chain.check_value(body, value)
        if self.receipt is not None:
            self.receipt.take(row, body, values)
        self.tip = tip
        return body

    def result(self, error: AuditError | None) -> Verification:
        """What was found; ``error``: what ended it, None where all is well."""
        records = self.tip.seq - self.before
        return Verification(
            ok=error is None,
            records=records,
            first_bad_seq=error.seq if isinstance(error, BrokenChain) else 0,
            problem="" if error is None else str(error),
            head_hash=self.tip.hash.hex(),
            log=self.log,
            first=self.before + 1 if records else 0,
            last=self.tip.seq if records else 0,
            gone=self.gone,
            receipt=self.receipt,
        )


def _begin(connection: sqlite3.Connection, check: _Check, after: Tip | None) -> None:
    """Begin where an earlier check ended, if its last record still stands there."""
    check.begin(database.log_id(connection), after)
    known = None if after is None else database.row_at(connection, after.seq)
    if after is not None and (known is None or known.hash != after.hash):
        raise BrokenChain(after.seq, "is not the one that was checked before")


def _database(
    connection: sqlite3.Connection,
    head: Head | None,
    check: _Check,
    after: Tip | None,
    counted: Callable[[int], object],
) -> None:
    """Check one snapshot of an open database. Raises AuditError or sqlite3.Error."""
    connection.execute("BEGIN")
    _begin(connection, check, after)
    if head is not None and head.log != check.log:
        raise AuditError("This is not the log that was written here before.")
    if dict(connection.execute(_SCHEMA)) != database.TABLES:
        raise AuditError("The log's tables are not as Assent made them.")
    # In the order of the file, so that no index is trusted. Values are added with their records, so that is by number.
    kept = database.values(connection, check.before)
    beside = next(kept, None)
    for row in database.rows(connection, None if after is None else after.seq + 1):
        values = []
        while beside is not None and beside.seq <= row.seq:
            values.append(beside)
            beside = next(kept, None)
        commitments = check.take(row, values).get("commitments")
        if isinstance(commitments, dict):
            check.gone += len(commitments.keys() - {value.name for value in values if not value.erased})
        if head is not None and row.seq == head.seq and check.tip.hash.hex() != head.hash:
            raise BrokenChain(row.seq, "is not the one that was written")
        counted(row.seq)
    if beside is not None:
        raise BrokenChain(beside.seq, "is missing, but a value of it is there")
    if head is not None and head.seq > check.tip.seq:
        raise BrokenChain(
            check.tip.seq + 1, f"is missing: record {head.seq} was written; the log was cut or rolled back"
        )


def _indexes(path: Path) -> None:
    """Raise AuditError unless every search finds what the records say: an index could hide some."""
    with closing(database.connect_reader(path)) as connection, database.readable():
        (found,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
        if found != "ok":
            raise AuditError("The log's indexes do not match its records.", detail=found)


_SCHEMA: Final = "SELECT name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite^_%' ESCAPE '^'"


def _export(lines: Iterator[bytes], check: _Check) -> None:
    """Check all lines of an export. Raises AuditError."""
    header = jsonl.read_header(next(lines, b""))
    check.begin(header.log, None if header.first == 1 else Tip(header.first - 1, "", b""))
    for line in lines:
        row, values = jsonl.read_line(line, check.tip.seq + 1)
        if not check.tip.hash:  # what came before an export that begins later is only known from its first record
            check.tip = check.tip._replace(hash=row.prev_hash)
        check.take(row, values)
    if (check.tip.seq, check.tip.hash.hex()) != (header.last, header.head):
        raise BrokenChain(check.tip.seq + 1, f"is missing: the export should end with record {header.last}")
