"""The one thread that writes the log.

Owns: the writer's connection, the tip of the chain, and the queue in front of both.

Invariants: records reach the disk in the order in which they were queued; everything queued while one transaction is
written goes into the next; a group of records is written whole or not at all; the tip moves only after a commit, and
after a failed one it is read anew from the database, so that the chain has neither gap nor fork.

After a failed write: whoever waits is told so, and those records are given up; queued records that nobody waits for
are kept and tried again with the next group, or after ``RETRY`` seconds. Until a write succeeds ``failed`` says why.
"""

from __future__ import annotations

import asyncio
import logging
import os
import sqlite3
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Final, NamedTuple

from msgspec import Struct

from host.audit import database, files
from host.audit.chain import KEY_BYTES, Tip
from host.audit.files import Head
from host.audit.record import Prepared, link_up
from host.errors import AuditError
from host.model import Draft
from host.words import say

MAX_QUEUED: Final = 10_000
"""Groups that may wait. At 10,000 records a second that is one second behind the disk; more is refused."""
MAX_BATCH: Final = 256
"""Groups in one transaction: enough to make its cost small for each, few enough that none waits long for the others."""
RETRY: Final = 1.0
"""Seconds after which records that could not be written are tried again, if nothing else is queued before."""
HEAD_SECONDS: Final = 5.0
HEAD_RECORDS: Final = 10_000
"""How far the remembered head may fall behind: a cut within this distance of the end is not noticed."""

_log = logging.getLogger(__name__)


class Group(NamedTuple):
    """Records that are written in one transaction.

    Attributes:
        records: in order.
        waiter: who is told, None where nobody waits.
    """

    records: tuple[Prepared, ...]
    waiter: asyncio.Future[tuple[int, list[Tip]]] | None = None


class Settled(NamedTuple):
    """What became of a batch.

    Attributes:
        waiters: each with the number of the last record up to the end of its group, and where those of the group stand.
        error: why none was written, or None.
    """

    waiters: tuple[tuple[asyncio.Future[tuple[int, list[Tip]]], int, list[Tip]], ...]
    error: AuditError | None


class Opened(Struct):
    """An open log.

    Attributes:
        connection: the writer's.
        path, head: of its files.
        log: its id.
        tip: what comes next must follow it.
        orphans: records that end what the last host left unfinished.
        remembered: whether its head was, or it is new.
    """

    connection: sqlite3.Connection
    path: Path
    head: Path
    log: str
    tip: Tip
    orphans: tuple[Draft, ...]
    remembered: bool


class Writer:
    """The thread and its queue.

    Attributes:
        failed: why the last write failed, empty after one that succeeded.
    """

    def __init__(self, opened: Opened, settled: Callable[[Settled], None]) -> None:
        """``settled``: called in the writer's thread after each batch that somebody waits for."""
        self._log, self._settled = opened, settled
        self._queue: SimpleQueue[Group | None] = SimpleQueue()
        self._kept: list[Group] = []
        self._doubtful = False
        self._remembered = (opened.tip.seq, time.monotonic())
        self._forgetful = False
        self._files = files.database_files(opened.path)[:2]
        self._places = self._identities()
        self.failed = ""
        self._thread = threading.Thread(target=self._run, name="audit-writer", daemon=True)
        self._thread.start()

    @property
    def idle(self) -> bool:
        """Whether nothing is queued; what waits to be tried again does not count."""
        return self._queue.empty()

    @property
    def unwritten(self) -> int:
        """Groups that could not be written so far and are kept."""
        return len(self._kept)

    def put(self, group: Group) -> None:
        """Queue ``group``, before ``stop`` only. Raises AuditError where the queue is full."""
        if self._queue.qsize() + len(self._kept) >= MAX_QUEUED:
            raise AuditError(self.failed or say("The audit log cannot keep up."))
        self._queue.put(group)

    def stop(self, timeout: float) -> None:
        """Write what is queued, remember the head and close the database; blocks up to ``timeout`` seconds.

        Raises AuditError where that takes longer; the thread may then still be writing.
        """
        self._queue.put(None)
        self._thread.join(timeout)
        if self._thread.is_alive():
            raise AuditError("The audit log does not close: the disk does not answer.")

    # In the thread

    def _run(self) -> None:
        more = True
        while more:
            groups, more = self._next()
            self._write(groups)
            self._remember(force=not more)
        self._log.connection.close()

    def _next(self) -> tuple[list[Group], bool]:
        """Everything that is queued, kept records first, and whether more may come. Waits for the first."""
        groups, self._kept = self._kept, []
        behind = self._log.tip.seq > self._remembered[0]
        try:
            # A wait of seconds: should SimpleQueue ever miss its end (see ``handover``), the next record ends it.
            group = self._queue.get(timeout=RETRY if groups else HEAD_SECONDS if behind else None)
            while group is not None:
                groups.append(group)
                if len(groups) >= MAX_BATCH:
                    break
                group = self._queue.get_nowait()
        except Empty:
            return groups, True
        return groups, group is not None

    def _write(self, groups: list[Group]) -> None:
        """Write one batch, tell those who wait, and keep what must be tried again."""
        records = [record for group in groups for record in group.records]
        tips, error = self._commit(records)
        before = self._log.tip.seq - len(tips)
        if error is not None:
            self._keep([group for group in groups if group.waiter is None])
        at, waiters = 0, []
        for group in groups:
            begin, at = at, at + len(group.records)
            if group.waiter is not None:
                waiters.append((group.waiter, before + at, tips[begin:at]))
        if waiters:
            self._settled(Settled(tuple(waiters), error))

    def _keep(self, groups: list[Group]) -> None:
        self._kept = groups[:MAX_QUEUED]
        if lost := len(groups) - len(self._kept):
            _log.error("The audit log lost records: %d", lost)

    def _commit(self, records: list[Prepared]) -> tuple[list[Tip], AuditError | None]:
        """One transaction; returns where each record stands, and why it failed, None where it did not."""
        if not records:
            return [], None
        try:
            if self._doubtful:
                self._log.tip = reread(self._log)
                self._doubtful = False
            if self._places != self._identities():
                raise AuditError(
                    say("The audit log was moved or replaced while the host ran. Stop the host and verify it.")
                )
            # All keys at once: each call gives up the interpreter's lock.
            keys = os.urandom(KEY_BYTES * sum(len(record.values) for record in records))
            lines, tips = link_up(self._log.tip, records, keys)
            database.insert(self._log.connection, lines)
        except Exception as error:  # noqa: BLE001 whatever it is, those who wait must hear a no
            return [], self._failed(error)
        self._log.tip = tips[-1]
        if self.failed:
            _log.warning("The audit log is written again.")
            self.failed = ""
        return tips, None

    def _failed(self, error: Exception) -> AuditError:
        """Undo what is left of the transaction, and say once that nothing can be written."""
        self._doubtful = True
        if isinstance(error, sqlite3.Error):
            refusal = database.failure(error, say("written"))
        elif isinstance(error, AuditError):
            refusal = error
        else:
            _log.error("the writer of the audit log failed", exc_info=error)
            refusal = AuditError(say("The audit log cannot be written: an internal error."))
        with suppress(sqlite3.Error):  # SQLite may have ended it already
            self._log.connection.rollback()
        if not self.failed:
            _log.error("%s", refusal)
        self.failed = refusal.words
        return refusal

    def _identities(self) -> list[tuple[int, int] | None]:
        return [files.identity(file) for file in self._files]

    def _remember(self, *, force: bool) -> None:
        """Write the head where it is due; say once where it cannot be, and try again later."""
        tip, now = self._log.tip, time.monotonic()
        seq, when = self._remembered
        due = force or now - when >= HEAD_SECONDS or (tip.seq - seq >= HEAD_RECORDS and not self._forgetful)
        if tip.seq == seq or not due:
            return
        try:
            files.write_head(self._log.head, Head(self._log.log, tip.seq, tip.hash.hex()))
        except AuditError as error:
            if not self._forgetful:
                _log.warning("%s", error)
            self._remembered, self._forgetful = (seq, now), True
        else:
            self._remembered, self._forgetful = (tip.seq, now), False


def reread(opened: Opened) -> Tip:
    """The tip as the database has it after a failed write. Raises AuditError unless it still holds the tip we know."""
    with database.readable():
        known, last = database.row_at(opened.connection, opened.tip.seq), database.last_row(opened.connection)
    if last is None or known is None or known.hash != opened.tip.hash:
        raise AuditError(say("The audit log no longer holds what was written to it. Stop the host and verify it."))
    return Tip(last.seq, last.time, last.hash)
