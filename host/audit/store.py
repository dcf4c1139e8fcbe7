"""The audit log as the rest of the host uses it: append, submit, close.

Owns: the only way to write the log; when a log is created or refused; finding orphans, the calls that the last host
left without an end.

Invariants: ``append`` returns only when its records are on the disk, complete and in order, and raises otherwise
(promise 3 of the README). One process writes a log, with one thread at a time. A log that is missing, older than the
remembered head, altered at its end or open to other accounts is never written to and never replaced by a new one; the
error says what was found and what to do (attack 37).

When the log is opened, an approved call without an outcome ends as *unknown*, since it may have been sent; an undecided
call ends as denied, since it cannot have been sent. Signatures and grants do not change that. The work is bounded: only
records since the last ``host.started`` are read, because every start ends all orphans before it.

Records reach the disk in the order in which they were queued. All groups that are queued during one transaction go into
the next. A group of records is written completely or not at all. The tip moves only after a commit; after a failed one
it is read again from the database, so that the chain has neither gap nor fork.

A thread writes the log, so that a disk that hangs holds nothing up but what waits for its records. Where a caller says
that nothing else runs, and the last commits were fast, the event loop waits for the thread for as long as a fast commit
takes: to be woken by it costs about as much as writing.

A failed write does not end the store: the next append tries again. A caller that waits gets the error, and its records
are dropped; records that nobody waits for are kept and tried again with the next group, or after ``RETRY_SECONDS``.
``failure`` says why until a write succeeds.
"""

from __future__ import annotations

import asyncio
import logging
import os
import secrets
import sqlite3
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from queue import Empty, Queue, SimpleQueue
from typing import IO, Final, Self

from msgspec import Struct

from host.audit import chain, database, files, record
from host.audit.chain import KEY_BYTES, BrokenChain, Tip
from host.audit.database import KIND, call_of
from host.audit.files import Head
from host.audit.record import OUTCOME, Prepared, chain_records, prepare
from host.errors import AuditError
from host.model import Draft
from host.paths import ensure_private
from host.values import replace
from host.words import say

CLOSE_SECONDS: Final = 10.0
"""Seconds that closing may take: a full queue is written in about one second; a disk may stall for some."""
DEFER_SECONDS: Final = 0.02
"""Seconds that a call's outcome waits to be written together with another record, so that its own commit does not delay
the next decision. If the host is killed meanwhile, the outcome is "unknown"."""
MAX_DEFERRED: Final = 64
"""Outcomes that wait at the same time."""
YIELD_AFTER: Final = 0.0005
YIELD_FOR: Final = 0.0002
"""Seconds. While records are written, a busy event loop releases the interpreter's lock this often and this long.
Otherwise the writer's thread can starve for seconds: when the loop polls for I/O it releases the lock and takes it back
before the other thread wakes. An idle loop loses nothing."""
YIELD_RARELY: Final = 0.01
"""Seconds between two yields once many brought no result: the disk is slow then, and no thread starves."""
YIELD_PATIENCE: Final = 100
"""Yields without a result after which ``YIELD_RARELY`` counts."""

_log = logging.getLogger(__name__)


class AuditStore:
    """The open log. Its coroutines and ``submit`` belong to one event loop at a time.

    ``log_id``: random; it never changes for this log.
    """

    def __init__(self, opened: OpenLog, lock: IO[bytes], clock: Callable[[], float]) -> None:
        """Do not call this; use ``AuditStore.open``."""
        self.path, self.log_id = opened.path, opened.log_id
        self._lock, self._clock = lock, clock
        self._orphan_endings, self._is_head_known = opened.orphan_endings, opened.is_head_known
        self._head_path = opened.head_path
        self._loop: asyncio.AbstractEventLoop | None = None
        self._results: Queue[BatchResult] = Queue()
        self._waiting_count = 0
        self._yield_timer: asyncio.TimerHandle | None = None
        self._deferred: list[Group] = []
        self._deferral_timer: asyncio.TimerHandle | None = None
        self._is_closed = self._waits_for_writer = False
        self._lost_problem = ""
        self._writer = Writer(opened, self._batch_written)

    @classmethod
    def open(cls, path: Path, *, head: Path, clock: Callable[[], float] = time.time) -> Self:
        """Open the log at ``path``, or create one.

        ``path``: of the database. ``head``: the file that remembers the end of the log. ``clock``: returns Unix
        seconds. Raises AuditError: another process writes the log, or it is missing, cut, altered, or open to other
        accounts.
        """
        ensure_private(path.parent)
        lock = files.lock(path.with_name(path.name + ".lock"))
        try:
            return cls(open_log(path, head, _micros(clock)), lock, clock)
        except BaseException:
            lock.close()
            raise

    @property
    def failure(self) -> str:
        """Why the last write failed, empty after a successful one; or which record was lost, for good."""
        return self._writer.failure or self._lost_problem or self._writer.lost_problem

    @property
    def head_failure(self) -> str:
        """Why the end of the log could not be remembered the last time; empty if it was."""
        return self._writer.head_failure

    def orphan_endings(self) -> tuple[Draft, ...]:
        """The records that end the calls which the last host left unfinished."""
        return self._orphan_endings

    async def begin(self, started: Draft) -> None:
        """Write ``started`` (``host.started``) and the end of every orphan in one transaction.

        If no head was remembered, records may have been cut off unnoticed: this is logged and recorded.
        """
        if not self._is_head_known:
            _log.warning("%s", files.missing_head_problem(self._head_path))
            started = replace(started, fields={**started.fields, "head": "missing"})
        await self.append(started, *self._orphan_endings)
        self._orphan_endings = ()

    async def append(self, *drafts: Draft, alone: bool = False) -> list[Tip]:
        """Write ``drafts`` in one transaction; return the place of each in the chain once all are durable.

        ``alone``: nothing else runs, so the event loop may be held up for ``FAST_SECONDS``, if the last commits took no
        longer. If the caller is cancelled, the records may still be written. Raises AuditError if they were not.
        """
        loop = asyncio.get_running_loop()
        waiter: asyncio.Future[list[Tip]] = loop.create_future()
        self._waits_for_writer = alone and self._writer.is_fast
        try:
            self._queue(Group(self._prepare(drafts), waiter), loop)
            self._waiting_count += 1
            if self._waits_for_writer:
                self._wait_for_writer(waiter, loop)
        finally:
            self._waits_for_writer = False
        return await waiter

    def _wait_for_writer(self, waiter: asyncio.Future[list[Tip]], loop: asyncio.AbstractEventLoop) -> None:
        """Take the result of a fast commit without being woken. After a slow one the loop is woken as usual."""
        waiters: list[asyncio.Future[list[Tip]]] = []
        end = time.monotonic() + FAST_SECONDS
        while waiter not in waiters:
            try:
                result = self._results.get(timeout=max(0.0, end - time.monotonic()))
            except Empty:
                self._waits_for_writer = False
                self._start_yielding(loop)
                self._resolve_waiters()  # it may have come before the writer could see that nobody waits any more
                return
            loop.call_soon(self._resolve, result)  # what came meanwhile, such as the emergency stop, is handled first
            waiters = [waiting for waiting, _ in result.waiters]

    def submit(self, draft: Draft) -> None:
        """Queue ``draft``, in order, without waiting: an outcome within ``DEFER_SECONDS``, all else at once."""
        loop = _running_loop()
        try:
            group = Group(self._prepare((draft,)))
            if draft.kind == OUTCOME and loop is not None and not self._is_closed:
                self._defer(group, loop)
            else:
                self._queue(group, loop)
        except AuditError as error:
            self._report_lost(draft.kind, error)

    async def flush(self) -> int:
        """Return the last record's number once everything queued is durable. Raises AuditError as ``append`` does."""
        await self.append()
        return self._writer.last_seq

    async def close(self) -> None:
        """Write what is queued, remember the head, close the files. A second call does nothing.

        Raises AuditError if records were lost.
        """
        if self._is_closed:
            return
        self._send_deferred()
        if self._deferral_timer is not None:
            self._deferral_timer.cancel()
        self._is_closed = True
        await asyncio.to_thread(self._writer.stop, CLOSE_SECONDS)
        self._lock.close()  # not reached while the thread still writes
        if count := self._writer.unwritten_count:
            raise AuditError(say("The last records ({n}) could not be written. {why}", n=count, why=self.failure))

    def _prepare(self, drafts: tuple[Draft, ...]) -> tuple[Prepared, ...]:
        micros = _micros(self._clock)
        return tuple([prepare(draft, micros) for draft in drafts])

    def _queue(self, group: Group, loop: asyncio.AbstractEventLoop | None) -> None:
        if self._is_closed:
            raise AuditError(say("The audit log is closed."))
        self._put(self._take_deferred(), group)
        if not self._waits_for_writer:
            self._start_yielding(loop)

    def _defer(self, group: Group, loop: asyncio.AbstractEventLoop) -> None:
        """Hold an outcome back until the next record is written, or ``DEFER_SECONDS`` have passed."""
        if self._loop is not loop:
            self._enter(loop)
        if self._deferral_timer is None:  # one that runs already ends sooner
            self._deferral_timer = loop.call_later(DEFER_SECONDS, self._end_deferral)
        self._deferred.append(group)
        if len(self._deferred) >= MAX_DEFERRED:
            self._send_deferred()

    def _end_deferral(self) -> None:
        self._deferral_timer = None
        self._send_deferred()

    def _send_deferred(self) -> None:
        if deferred := self._take_deferred():
            with suppress(AuditError):  # it was told
                self._put(deferred)
            self._start_yielding(_running_loop())

    def _take_deferred(self) -> list[Group]:
        deferred, self._deferred = self._deferred, []
        return deferred

    def _put(self, deferred: list[Group], *more: Group) -> None:
        """Hand outcomes that were held back to the writer, and what comes after them, in one step.

        Raises AuditError if the writer cannot keep up; the outcomes are then reported as lost.
        """
        try:
            self._writer.put((*deferred, *more))
        except AuditError as error:
            for _ in deferred:
                self._report_lost(OUTCOME, error)
            raise

    def _report_lost(self, kind: str, error: AuditError) -> None:
        self._lost_problem = say("A record of kind {kind} is lost: {why}", kind=kind, why=error.words)
        _log.error("%s", self._lost_problem)

    def _start_yielding(self, loop: asyncio.AbstractEventLoop | None) -> None:
        if loop is not None:
            if self._loop is not loop:
                self._enter(loop)
            if self._yield_timer is None:
                self._yield_timer = loop.call_later(YIELD_AFTER, self._yield_to_writer, 0)

    def _enter(self, loop: asyncio.AbstractEventLoop) -> None:
        """Belong to ``loop`` from now on. Timers of another one will not fire any more."""
        self._loop, self._yield_timer, self._deferral_timer = loop, None, None

    def _batch_written(self, result: BatchResult) -> None:
        """Called in the writer's thread: wake the loop once for a whole batch."""
        self._results.put(result)
        try:
            if self._loop is not None and not self._waits_for_writer:
                self._loop.call_soon_threadsafe(self._resolve_waiters)
        except RuntimeError:
            _log.debug("the event loop ended before its records were written")

    def _resolve_waiters(self, timeout: float = 0) -> bool:
        """Resolve the waiters of the next batch; return whether one came within ``timeout`` seconds.

        Waiting lets the writer's thread run.
        """
        try:
            result = self._results.get(timeout=timeout) if timeout else self._results.get_nowait()
        except Empty:
            return False
        self._resolve(result)
        return True

    def _resolve(self, result: BatchResult) -> None:
        self._waiting_count -= len(result.waiters)
        for waiter, tips in result.waiters:
            if waiter.done():
                continue
            if result.error is None:
                waiter.set_result(tips)
            else:
                waiter.set_exception(AuditError(str(result.error), detail=result.error.detail))

    def _yield_to_writer(self, failures: int) -> None:
        """Let the writer's thread run while it has work. ``failures``: yields in a row that brought no result."""
        self._yield_timer = None
        if self._loop is not None and (self._waiting_count or not self._writer.is_idle):
            failures = 0 if self._resolve_waiters(YIELD_FOR) else failures + 1
            after = YIELD_AFTER if failures < YIELD_PATIENCE else YIELD_RARELY
            self._yield_timer = self._loop.call_later(after, self._yield_to_writer, failures)


def _running_loop() -> asyncio.AbstractEventLoop | None:
    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return None


def _micros(clock: Callable[[], float]) -> int:
    return int(clock() * 1_000_000)


# How a log is opened

_ID_BYTES: Final = 16


def open_log(path: Path, head: Path, micros: int) -> OpenLog:
    """Open the log at ``path``, or create one if ``head`` remembers none.

    ``micros``: Unix time in microseconds. The caller holds the lock, in a private directory. Raises AuditError like
    ``AuditStore.open``.
    """
    ensure_private(head.parent)
    remembered = files.read_head(head)
    database_files = files.database_files(path)
    for file in database_files:
        files.check_private(file)
    existing = [file.exists() for file in database_files]
    if not existing[0]:
        if remembered or any(existing):
            raise _missing_log(path, head)
        files.create(path)
        files.sync_directory(path.parent)
    try:
        return _open(path, head, remembered, micros)
    except sqlite3.Error as error:
        raise database.failure(error, "opened") from error


def _open(path: Path, head: Path, remembered: Head | None, micros: int) -> OpenLog:
    """Open the database, which may still be empty, check it against the ``remembered`` head, and write the head."""
    connection = database.connect(path)
    try:
        is_head_known = remembered is not None
        if database.is_empty(connection):
            if is_head_known:
                raise _missing_log(path, head)
            is_head_known = True
            log, tip = _create_log(connection, micros)
        else:
            log = database.log_id(connection)
            tip = _checked_tip(connection, log)
            _check_remembered(connection, log, tip, remembered)
        for file in files.database_files(path):
            files.check_private(file)
        files.write_head(head, Head(log, tip.seq, tip.hash.hex()))
        return OpenLog(connection, path, head, log, tip, _end_orphans(connection), is_head_known)
    except BaseException:
        connection.close()
        raise


def _create_log(connection: sqlite3.Connection, micros: int) -> tuple[str, Tip]:
    """Create the tables and the first record in one transaction; return the log's id and tip."""
    log = secrets.token_hex(_ID_BYTES)
    opened = record.prepare(record.log_opened(log), micros)
    lines, (tip,) = record.chain_records(chain.genesis(log), [opened], keys=b"")
    connection.execute("BEGIN IMMEDIATE")
    database.create_tables(connection, log)
    database.insert(connection, lines)
    connection.execute("COMMIT")
    return log, tip


def _checked_tip(connection: sqlite3.Connection, log: str) -> Tip:
    """Return the tip. Raises AuditError unless the last record is sound and follows the one before it."""
    last = database.last_row(connection)
    if last is None:
        raise _damaged_log("it holds no record")
    before = database.row_at(connection, last.seq - 1)
    try:
        if last.seq == 1:
            tip = chain.follow(chain.genesis(log), last)
        elif before is None:
            raise BrokenChain(last.seq - 1, "is missing")
        else:
            tip = chain.follow(Tip(before.seq, before.time, before.hash), last)
        chain.parse_body(tip, last)
    except BrokenChain as error:
        raise _damaged_log(str(error)) from error
    return tip


def _check_remembered(connection: sqlite3.Connection, log: str, tip: Tip, remembered: Head | None) -> None:
    if remembered is None:
        return
    if remembered.log != log:
        raise _damaged_log("it is not the log that was written here before")
    if remembered.seq > tip.seq:
        raise _damaged_log(
            f"it ends with record {tip.seq}, but record {remembered.seq} was written: it was cut or rolled back"
        )
    row = database.row_at(connection, remembered.seq)
    if row is None or row.hash.hex() != remembered.hash:
        raise _damaged_log(f"record {remembered.seq} is not the one that was written")


def _damaged_log(problem: str) -> AuditError:
    return AuditError(
        f"The audit log cannot be trusted: {problem}. Nothing was changed. "
        "`assent log verify` tells more. Restore the log from a backup, or move it and its remembered head away."
    )


def _missing_log(path: Path, head: Path) -> AuditError:
    return AuditError(
        f"The audit log {path} is missing, though one was written here before. It is not created again by itself: "
        f"restore it from a backup; or, to begin a new log, move {head} and what is left of the old one away."
    )


_LAST_STEPS_OF_OPEN_CALLS: Final = f"""
    SELECT {call_of("step")}, {KIND}, json_extract(body, '$.fields.decision') FROM records AS step
    WHERE {KIND} IN ('call.proposed', 'call.decided')
    AND seq > (SELECT coalesce(max(seq), 0) FROM records WHERE {KIND} = 'host.started')
    AND NOT EXISTS (
        SELECT 1 FROM records AS later WHERE {call_of("later")} = {call_of("step")} AND later.seq > step.seq
        AND json_extract(later.body, '$.kind') IN ('call.proposed', 'call.decided', 'call.outcome')
    )
    ORDER BY seq"""


def _end_orphans(connection: sqlite3.Connection) -> tuple[Draft, ...]:
    """Return the records that end the calls which a dead host left unfinished, in the order of their last steps."""
    with database.read_errors():
        last_steps = connection.execute(_LAST_STEPS_OF_OPEN_CALLS).fetchall()
    return tuple(
        record.denied_by_host_exit(call) if kind == "call.proposed" else record.unknown_outcome(call)
        for call, kind, decision in last_steps
        if kind == "call.proposed" or decision == "approve"
    )


# The thread that writes

MAX_QUEUED: Final = 10_000
"""Groups that may wait: at 10,000 records a second, one second of writing. More are refused."""
MAX_BATCH: Final = 256
"""Groups in one transaction: enough to make the cost of each small, few enough that none waits long for the others."""
RETRY_SECONDS: Final = 1.0
"""Seconds after which failed records are tried again, if nothing else is queued before."""
FAST_SECONDS: Final = 0.005
"""Seconds up to which a commit is fast: as long as inspections may hold up the event loop."""
FAST_COMMITS: Final = 4
"""Fast commits in a row after which the event loop may wait for the next one."""
LENGTHEN_AFTER: Final = 64
"""Records of this host after which the write-ahead log gets its full length: a host that few calls reach saves that."""
HEAD_SECONDS: Final = 5.0
HEAD_RECORDS: Final = 10_000
"""How far the remembered head may fall behind. If the log is cut within this distance of its end, nobody notices."""


class Group(Struct, frozen=True):
    """Records that are written in one transaction. ``waiter``: the future to resolve, None if nobody waits."""

    records: tuple[Prepared, ...]
    waiter: asyncio.Future[list[Tip]] | None = None


class BatchResult(Struct, frozen=True):
    """The result of writing a batch.

    Attributes:
        waiters: each with the place of each record of its group in the chain.
    """

    waiters: tuple[tuple[asyncio.Future[list[Tip]], list[Tip]], ...]
    error: AuditError | None  # why no record was written, or None


class OpenLog(Struct):
    """An open log."""

    connection: sqlite3.Connection
    path: Path
    head_path: Path
    log_id: str
    tip: Tip
    orphan_endings: tuple[Draft, ...]  # records that end the calls which the last host left unfinished
    is_head_known: bool  # whether its head was remembered, or the log is new


class Writer:
    """The thread that writes the log, and its queue.

    Attributes:
        failure: why the last write failed, empty after a successful one.
        head_failure: why the head could not be remembered the last time, empty if it was.
        lost_problem: says how many records were given up the last time; empty if none ever was.
    """

    def __init__(self, opened: OpenLog, batch_written: Callable[[BatchResult], None]) -> None:
        """``batch_written``: called in the writer's thread after each batch that somebody waits for."""
        self._log, self._batch_written = opened, batch_written
        self._queue: SimpleQueue[tuple[Group, ...]] = SimpleQueue()  # an empty tuple ends the thread
        self._put_count = self._taken_count = 0  # of groups; the loop changes the first alone
        self._fast_commits = 0  # in a row
        self._to_retry: list[Group] = []
        self._must_reread_tip = False
        self._remembered = (opened.tip.seq, time.monotonic())
        self._lengthens_from = opened.tip.seq + LENGTHEN_AFTER
        self._is_log_long = False
        self.head_failure = ""
        self._files = tuple(map(os.fspath, files.database_files(opened.path)[:2]))  # text: a Path converts at each look
        self._file_ids = self._read_file_ids()
        self.failure = self.lost_problem = ""
        self._thread = threading.Thread(target=self._run, name="audit-writer", daemon=True)
        self._thread.start()

    @property
    def last_seq(self) -> int:
        """The number of the last record that is on the disk."""
        return self._log.tip.seq

    @property
    def is_idle(self) -> bool:
        """Whether nothing is queued; records that wait for another try do not count."""
        return self._queue.empty()

    @property
    def is_fast(self) -> bool:
        """Whether nothing is queued, and the last commits were fast."""
        return self._fast_commits >= FAST_COMMITS and self._queue.empty()

    @property
    def unwritten_count(self) -> int:
        """The number of groups that could not be written so far."""
        return len(self._to_retry)

    def put(self, groups: tuple[Group, ...]) -> None:
        """Queue ``groups``, at least one; not after ``stop``. Raises AuditError if the queue is full."""
        if self._put_count - self._taken_count + len(self._to_retry) >= MAX_QUEUED:
            raise AuditError(self.failure or say("The audit log cannot keep up."))
        self._put_count += len(groups)
        self._queue.put(groups)  # all at once: each time that the thread is woken costs the loop the interpreter

    def stop(self, timeout: float) -> None:
        """Write what is queued, remember the head and close the database; blocks up to ``timeout`` seconds.

        Raises AuditError if that takes longer; the thread may then still be writing.
        """
        self._queue.put(())
        self._thread.join(timeout)
        if self._thread.is_alive():
            raise AuditError("The audit log does not close: the disk does not answer.")

    # In the thread

    def _run(self) -> None:
        is_open = True
        while is_open:
            groups, is_open = self._next_batch()
            self._write(groups)
            self._remember_head(force=not is_open)
            if is_open:
                self._lengthen_log()
        self._log.connection.close()

    def _next_batch(self) -> tuple[list[Group], bool]:
        """Return the queued groups, those to retry first, and whether more may come. Waits for the first."""
        groups, self._to_retry = self._to_retry, []
        is_head_behind = self._log.tip.seq > self._remembered[0]
        try:
            # SimpleQueue may miss the end of this wait (CPython 3.11, Modules/_queuemodule.c: for ever, if the time is
            # over before it begins, in about one of 300,000 waits of 200 µs). What is put next ends it.
            taken = self._queue.get(timeout=RETRY_SECONDS if groups else HEAD_SECONDS if is_head_behind else None)
            while taken:
                groups += taken
                self._taken_count += len(taken)
                if len(groups) >= MAX_BATCH:
                    break
                taken = self._queue.get_nowait()
        except Empty:
            return groups, True
        return groups, bool(taken)

    def _write(self, groups: list[Group]) -> None:
        """Write one batch, report its result to the waiters, and keep what must be tried again."""
        tips, error = list[Tip](), None
        try:
            tips = self._commit(self._log.connection, groups)
        except Exception as problem:  # noqa: BLE001 the waiters must get an error, whatever went wrong
            error = self._roll_back(problem)
            self._keep_for_retry([group for group in groups if group.waiter is None])
        result = self._batch_result(groups, tips, error)
        if result.waiters:
            self._batch_written(result)

    def _keep_for_retry(self, groups: list[Group]) -> None:
        self._to_retry = groups[:MAX_QUEUED]
        if lost := len(groups) - len(self._to_retry):
            self.lost_problem = say("The audit log lost its last records ({n}).", n=lost)
            _log.error("%s", self.lost_problem)

    def _batch_result(self, groups: list[Group], tips: list[Tip], error: AuditError | None = None) -> BatchResult:
        """``tips``: the place of each record, none after an error."""
        end, waiters = 0, []
        for group in groups:
            start, end = end, end + len(group.records)
            if group.waiter is not None:
                waiters.append((group.waiter, tips[start:end]))
        return BatchResult(tuple(waiters), error)

    def _commit(self, connection: sqlite3.Connection, groups: list[Group]) -> list[Tip]:
        """Write ``groups`` in one transaction; return the place of each record. Raises whatever goes wrong."""
        records = [record for group in groups for record in group.records]
        if not records:
            return []
        began = time.monotonic()
        if self._must_reread_tip:
            self._log.tip = reread_tip(self._log)
            self._must_reread_tip = False
        self._check_files()
        # All keys in one call: each call releases the interpreter's lock.
        keys = os.urandom(KEY_BYTES * sum([len(record.values) for record in records]))
        lines, tips = chain_records(self._log.tip, records, keys)
        database.insert(connection, lines)
        self._log.tip = tips[-1]
        is_fast = time.monotonic() - began <= FAST_SECONDS
        self._fast_commits = self._fast_commits + 1 if is_fast else 0
        if self.failure:
            _log.warning("The audit log is written again.")
            self.failure = ""
        return tips

    def _check_files(self) -> None:
        if self._file_ids != self._read_file_ids():
            raise AuditError(
                say("The audit log was moved or replaced while the host ran. Stop the host and verify it.")
            )

    def _roll_back(self, error: Exception) -> AuditError:
        """Roll the transaction back, log once that nothing can be written, and return the error for the waiters."""
        self._fast_commits, self._must_reread_tip = 0, True
        if isinstance(error, sqlite3.Error):
            failure = database.failure(error, say("written"))
        elif isinstance(error, AuditError):
            failure = error
        else:
            _log.error("the writer of the audit log failed", exc_info=error)
            failure = AuditError(say("The audit log cannot be written: an internal error."))
        with suppress(sqlite3.Error):  # SQLite may have ended it already
            self._log.connection.rollback()
        if not self.failure:
            _log.error("%s", failure)
        self.failure = failure.words
        return failure

    def _read_file_ids(self) -> list[tuple[int, int] | None]:
        return [files.identity(file) for file in self._files]

    def _remember_head(self, *, force: bool) -> None:
        """Write the head if it is due. If that fails, log it once and try again later."""
        tip, now = self._log.tip, time.monotonic()
        seq, when = self._remembered
        is_due = force or now - when >= HEAD_SECONDS or (tip.seq - seq >= HEAD_RECORDS and not self.head_failure)
        if tip.seq == seq or not is_due:
            return
        try:
            files.write_head(self._log.head_path, Head(self._log.log_id, tip.seq, tip.hash.hex()))
        except AuditError as error:
            if not self.head_failure:
                _log.warning("%s", error)
            self._remembered, self.head_failure = (seq, now), str(error)
        else:
            self._remembered, self.head_failure = (tip.seq, now), ""

    def _lengthen_log(self) -> None:
        """Give the write-ahead log its full length while nothing is queued."""
        while not self._is_log_long and self._log.tip.seq >= self._lengthens_from and self._queue.empty():
            try:
                self._is_log_long = database.lengthen_log(self._files[1])
            except OSError as error:  # such as a full disk
                _log.debug("the log was not made longer", exc_info=error)
                self._is_log_long = True


def reread_tip(opened: OpenLog) -> Tip:
    """Read the tip from the database after a failed write. Raises AuditError unless the known tip is still there."""
    with database.read_errors():
        tip_row, last = database.row_at(opened.connection, opened.tip.seq), database.last_row(opened.connection)
    if last is None or tip_row is None or tip_row.hash != opened.tip.hash:
        raise AuditError(say("The audit log no longer holds what was written to it. Stop the host and verify it."))
    return Tip(last.seq, last.time, last.hash)
