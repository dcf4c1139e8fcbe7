"""Checks a log from its first record to its last.

Invariants: every byte that the chain commits to is read and hashed. The first bad record is named with the reason.
Whatever the file holds, the answer is a ``Verification``, never an exception. One snapshot is checked, so a host may
write meanwhile. A check of the new records starts at a record that an earlier check found sound, and says nothing about
the records before it.
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
    """The result of a check.

    Attributes:
        head_missing: whether the end of the log is not remembered, so that a cut at its end would not be noticed.
    """

    ok: bool
    records: int  # how many records were checked and are sound
    first_bad_seq: int  # the first record that is missing or wrong; 0 if there is none, or the log as a whole is meant
    problem: str
    head_hash: str  # hash of the last sound record, hex
    log: str  # id of the log, empty if unknown
    first: int = 0  # number of the first sound record, 0 if there is none
    last: int = 0  # number of the last sound record, 0 if there is none
    gone: int = 0  # how many values are missing that sound records commit to; no record says who erased them
    head_missing: bool = False
    receipt: ReceiptCheck | None = None


def verify_log(
    path: Path,
    head: Path,
    *,
    after: Tip | None = None,
    on_sound_record: Callable[[int], object] = lambda _: None,
    receipt: Receipt | None = None,
) -> Verification:
    """Check the log at ``path``, and that it holds the head that is remembered in ``head``.

    ``after``: a record that an earlier check found sound; only the records after it are checked, and no index.
    ``on_sound_record``: called with the number of each sound record. Raises AuditError: ``head`` exists and cannot be
    used.
    """
    remembered = read_head(head)
    verification = verify_database(path, remembered, after=after, on_sound_record=on_sound_record, receipt=receipt)
    if remembered is None and verification.ok:
        return replace(verification, ok=False, problem=missing_head_problem(head), head_missing=True)
    return verification


def verify_database(
    path: Path,
    head: Head | None,
    *,
    after: Tip | None = None,
    on_sound_record: Callable[[int], object] = lambda _: None,
    receipt: Receipt | None = None,
) -> Verification:
    """Check the log at ``path``, and that it holds the remembered ``head`` if there is one. See ``verify_log``."""
    check = _Check(receipt)
    try:
        # In another thread: this is one long call into SQLite, which does not need the interpreter.
        with ThreadPoolExecutor(1, "verify-indexes") as executor, closing(database.connect_reader(path)) as connection:
            index_check = executor.submit(_check_indexes, path) if after is None else None
            _check_database(connection, head, check, after, on_sound_record)
            if index_check is not None:
                index_check.result()
    except AuditError as error:
        return check.result(error)
    except sqlite3.Error as error:
        return check.result(BrokenChain(check.tip.seq + 1, f"cannot be read: {database.failure(error, 'read')}"))
    return check.result(None)


def verify_export(lines: Iterable[bytes], receipt: Receipt | None = None) -> Verification:
    """Check an export in JSON Lines (``jsonl``) without the log, and ``receipt`` against it.

    An export that begins after record 1 is checked from its first record on; earlier records cannot be known.
    """
    check = _Check(receipt)
    try:
        _check_export(iter(lines), check)
    except AuditError as error:
        return check.result(error)
    return check.result(None)


class _Check:
    """The state of a running check.

    ``before``: the number before the first record. ``tip``: the tip after the last sound record.
    """

    def __init__(self, receipt: Receipt | None) -> None:
        self.receipt = None if receipt is None else ReceiptCheck(receipt)
        self.log, self.before, self.tip, self.gone = "", 0, Tip(0, "", b""), 0

    def begin(self, log: str, tip: Tip | None = None) -> None:
        """Start the check. ``tip``: what the first record follows, the genesis of ``log`` if None."""
        self.log, self.tip = log, tip or chain.genesis(log)
        self.before = self.tip.seq

    def check_record(self, row: Row, values: Collection[Value]) -> Mapping[str, object]:
        """Check one record and its values; return its body. Raises BrokenChain."""
        tip = chain.follow(self.tip, row)
        body = chain.parse_body(self.tip, row)
        for value in values:
            if value.seq != row.seq:
                raise BrokenChain(value.seq, "has a value in the wrong place")
            chain.check_value(body, value)
        if self.receipt is not None:
            self.receipt.check_record(row, body, values)
        self.tip = tip
        return body

    def result(self, error: AuditError | None) -> Verification:
        """Return the result. ``error``: the error that ended the check, None if all is sound."""
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
    """Begin where an earlier check ended. Raises BrokenChain if its last record is no longer the same."""
    check.begin(database.log_id(connection), after)
    row = None if after is None else database.row_at(connection, after.seq)
    if after is not None and (row is None or row.hash != after.hash):
        raise BrokenChain(after.seq, "is not the one that was checked before")


def _check_database(
    connection: sqlite3.Connection,
    head: Head | None,
    check: _Check,
    after: Tip | None,
    on_sound_record: Callable[[int], object],
) -> None:
    connection.execute("BEGIN")
    _begin(connection, check, after)
    if head is not None and head.log != check.log:
        raise AuditError("This is not the log that was written here before.")
    if dict(connection.execute(_SCHEMA)) != database.TABLES:
        raise AuditError("The log's tables are not as Assent made them.")
    # In the order of the file, so that no index is used. Values are added with their records, so they are in order.
    all_values = database.values(connection, check.before)
    next_value = next(all_values, None)
    for row in database.rows(connection, None if after is None else after.seq + 1):
        values = []
        while next_value is not None and next_value.seq <= row.seq:
            values.append(next_value)
            next_value = next(all_values, None)
        commitments = check.check_record(row, values).get("commitments")
        if isinstance(commitments, dict):
            check.gone += len(commitments.keys() - {value.name for value in values if not value.erased})
        if head is not None and row.seq == head.seq and check.tip.hash.hex() != head.hash:
            raise BrokenChain(row.seq, "is not the one that was written")
        on_sound_record(row.seq)
    if next_value is not None:
        raise BrokenChain(next_value.seq, "is missing, but a value of it is there")
    if head is not None and head.seq > check.tip.seq:
        raise BrokenChain(
            check.tip.seq + 1, f"is missing: record {head.seq} was written; the log was cut or rolled back"
        )


def _check_indexes(path: Path) -> None:
    """Raise AuditError unless the indexes match the records: an index could hide some from a search."""
    with closing(database.connect_reader(path)) as connection, database.read_errors():
        (result,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
        if result != "ok":
            raise AuditError("The log's indexes do not match its records.", detail=result)


_SCHEMA: Final = "SELECT name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite^_%' ESCAPE '^'"


def _check_export(lines: Iterator[bytes], check: _Check) -> None:
    header = jsonl.read_header(next(lines, b""))
    check.begin(header.log, None if header.first == 1 else Tip(header.first - 1, "", b""))
    for line in lines:
        row, values = jsonl.read_line(line, check.tip.seq + 1)
        if not check.tip.hash:  # the first record of a partial export is the only source of the hash before it
            check.tip = check.tip._replace(hash=row.prev_hash)
        check.check_record(row, values)
    if (check.tip.seq, check.tip.hash.hex()) != (header.last, header.head):
        raise BrokenChain(check.tip.seq + 1, f"is missing: the export should end with record {header.last}")
