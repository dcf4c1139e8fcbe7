"""Opening the log for writing, and all that is checked before the first word is written to it.

Owns: when a log is made, and when one is refused; finding the calls whose record breaks off.

Invariants: a log that is missing, older than the remembered head, altered at its end or open to other accounts is never
written to and never replaced by a new one; the person is told what was found and what to do (attack 37).

A call that was approved and has no outcome ends as *unknown*, since it may have been sent; one that nobody decided ends
as denied, since it cannot have been (promise 3 of the README). Who signed a call, and what was granted with it, change
nothing of that. Work is bounded: only records since the last ``host.started`` are looked at, for every start ends all
orphans before it.
"""

from __future__ import annotations

import secrets
import sqlite3
from pathlib import Path
from typing import Final

from host.audit import chain, database, files, record
from host.audit.chain import BrokenChain, Tip
from host.audit.database import KIND, call_of
from host.audit.files import Head
from host.audit.writer import Opened
from host.errors import AuditError
from host.model import Draft
from host.paths import ensure_private

_ID_BYTES: Final = 16


def open_log(path: Path, head: Path, micros: int) -> Opened:
    """Open the log at ``path``, or make one where none was ever remembered in ``head``.

    ``micros``: Unix time in microseconds. The caller holds the lock, in a private directory. Raises AuditError, as
    above.
    """
    ensure_private(head.parent)
    remembered = files.read_head(head)
    every = files.database_files(path)
    for file in every:
        files.check_private(file)
    present = [file.exists() for file in every]
    if not present[0]:
        if remembered or any(present):
            raise _missing(path, head)
        files.create(path)
        files.sync_directory(path.parent)
    try:
        opened = _open(path, head, remembered, micros)
    except sqlite3.Error as error:
        raise database.failure(error, "opened") from error
    return opened


def _open(path: Path, head: Path, remembered: Head | None, micros: int) -> Opened:
    connection = database.connect(path)
    try:
        known = remembered is not None
        if database.is_empty(connection):
            if known:
                raise _missing(path, head)
            known = True
            log, tip = _begin(connection, micros)
        else:
            log = database.log_id(connection)
            tip = _checked_tip(connection, log)
            _check_remembered(connection, log, tip, remembered)
        for file in files.database_files(path):
            files.check_private(file)
        files.write_head(head, Head(log, tip.seq, tip.hash.hex()))
        return Opened(connection, path, head, log, tip, _orphans(connection), known)
    except BaseException:
        connection.close()
        raise


def _begin(connection: sqlite3.Connection, micros: int) -> tuple[str, Tip]:
    """Tables and first record of a new log, in one transaction: no log is ever without its beginning."""
    log = secrets.token_hex(_ID_BYTES)
    opened = record.prepare(record.log_opened(log), micros)
    lines, (tip,) = record.link_up(chain.genesis(log), [opened], keys=b"")
    connection.execute("BEGIN IMMEDIATE")
    database.create_tables(connection, log)
    database.insert(connection, lines)
    connection.execute("COMMIT")
    return log, tip


def _checked_tip(connection: sqlite3.Connection, log: str) -> Tip:
    """The tip, if the last record is whole and follows the one before it."""
    last = database.last_row(connection)
    if last is None:
        raise _damaged("it holds no record")
    before = database.row_at(connection, last.seq - 1)
    try:
        if last.seq == 1:
            tip = chain.follow(chain.genesis(log), last)
        elif before is None:
            raise BrokenChain(last.seq - 1, "is missing")
        else:
            tip = chain.follow(Tip(before.seq, before.time, before.hash), last)
        chain.open_body(tip, last)
    except BrokenChain as error:
        raise _damaged(str(error)) from error
    return tip


def _check_remembered(connection: sqlite3.Connection, log: str, tip: Tip, remembered: Head | None) -> None:
    """Raise AuditError unless the log holds what is remembered of it. Nothing can be said where nothing is."""
    if remembered is None:
        return
    if remembered.log != log:
        raise _damaged("it is not the log that was written here before")
    if remembered.seq > tip.seq:
        raise _damaged(
            f"it ends with record {tip.seq}, but record {remembered.seq} was written: it was cut or rolled back"
        )
    row = database.row_at(connection, remembered.seq)
    if row is None or row.hash.hex() != remembered.hash:
        raise _damaged(f"record {remembered.seq} is not the one that was written")


def _damaged(problem: str) -> AuditError:
    return AuditError(
        f"The audit log cannot be trusted: {problem}. Nothing was changed. "
        "`assent log verify` tells more. Restore the log from a backup, or move it and its remembered head away."
    )


def _missing(path: Path, head: Path) -> AuditError:
    return AuditError(
        f"The audit log {path} is missing, though one was written here before. It is not made anew by itself: "
        f"restore it from a backup; or, to begin a new log, move {head} and what is left of the old one away."
    )


_BROKEN_OFF: Final = f"""
    SELECT {call_of("step")}, {KIND}, json_extract(body, '$.fields.decision') FROM records AS step
    WHERE {KIND} IN ('call.proposed', 'call.decided')
    AND seq > (SELECT coalesce(max(seq), 0) FROM records WHERE {KIND} = 'host.started')
    AND NOT EXISTS (
        SELECT 1 FROM records AS later WHERE {call_of("later")} = {call_of("step")} AND later.seq > step.seq
        AND json_extract(later.body, '$.kind') IN ('call.proposed', 'call.decided', 'call.outcome')
    )
    ORDER BY seq"""


def _orphans(connection: sqlite3.Connection) -> tuple[Draft, ...]:
    """The records that end what a host that died left unfinished, in the order of the last words on each call."""
    with database.readable():
        last_words = connection.execute(_BROKEN_OFF).fetchall()
    return tuple(
        record.never_decided(call) if kind == "call.proposed" else record.never_heard_of(call)
        for call, kind, decision in last_words
        if kind == "call.proposed" or decision == "approve"
    )
