"""The audit log as the rest of the host sees it: append, submit, close.

Owns: the one way to write the log; when a log is made, and when one is refused; finding the calls whose record breaks
off.

Invariants: ``append`` returns only when its records are on the disk, whole and in order, and raises where that cannot
be (promise 3 of the README); one process writes a log, and one thread in it; a log that is missing, older than the
remembered head, altered at its end or open to other accounts is never written to and never replaced by a new one; the
person is told what was found and what to do (attack 37).

A call that was approved and has no outcome ends as *unknown* when the log is opened, since it may have been sent; one
that nobody decided ends as denied, since it cannot have been. Who signed a call, and what was granted with it, change
nothing of that. Work is bounded: only records since the last ``host.started`` are looked at, for every start ends all
orphans before it.

Records reach the disk in the order in which they were queued; everything queued while one transaction is written goes
into the next; a group of records is written whole or not at all; the tip moves only after a commit, and after a failed
one it is read anew from the database, so that the chain has neither gap nor fork.

A failed write does not end the store: the next append tries again, truly, and is refused again or is durable. Whoever
waits is told so, and those records are given up; queued records that nobody waits for are kept and tried again with the
next group, or after ``RETRY`` seconds. Until a write succeeds ``failed`` says why.
"""

from __future__ import annotations

import asyncio
import logging
import os
import secrets
import sqlite3
import threading
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import IO, Final, Generic, NamedTuple, Self, TypeVar

from msgspec import Struct

from host.audit import chain, database, files, record
from host.audit.chain import KEY_BYTES, BrokenChain, Tip
from host.audit.database import KIND, call_of
from host.audit.files import Head
from host.audit.record import OUTCOME, Prepared, link_up, prepare
from host.errors import AuditError
from host.model import Draft
from host.paths import ensure_private
from host.values import replace
from host.words import say

CLOSE: Final = 10.0
"""Seconds that closing may take: a queue at its limit is written in about one; a disk may stall for some."""
DEFER: Final = 0.02
"""Seconds that a call's outcome may wait for a record to be written with: no second commit keeps the next decision
waiting. A kill in between reads as "unknown", as one between the answer and the disk always did."""
MAX_DEFERRED: Final = 64
"""Outcomes that wait so."""
YIELD_AFTER: Final = 0.0005
YIELD_FOR: Final = 0.0002
"""Seconds. While records are being written, a loop that never rests lets the interpreter go this often and this long.
Without that the writer's thread can starve for seconds: each time the loop looks for I/O it gives up the interpreter's
lock and has it back before the other thread wakes. A loop that rests anyway loses nothing."""
YIELD_RARELY: Final = 0.01
YIELD_PATIENCE: Final = 100
"""Seconds between two times after this many in vain: it is the disk that is slow then, not the thread that starves."""

_log = logging.getLogger(__name__)


class AuditStore:
    """The open log. Its coroutines and ``submit`` belong to one event loop at a time.

    Attributes:
        path: of the database.
        log_id: random, for the life of the log.
    """

    def __init__(self, opened: Opened, lock: IO[bytes], clock: Callable[[], float]) -> None:
        """Use ``open``."""
        self.path, self.log_id = opened.path, opened.log
        self._lock, self._clock = lock, clock
        self._orphans, self._remembered, self._head = opened.orphans, opened.remembered, opened.head
        self._loop: asyncio.AbstractEventLoop | None = None
        self._settled: Handover[Settled] = Handover()
        self._waiting = 0
        self._timer: asyncio.TimerHandle | None = None
        self._deferred: list[Group] = []
        self._deferral_ends: asyncio.TimerHandle | None = None
        self._closed = False
        self._lost = ""
        self._writer = Writer(opened, self._hand_over)

    @classmethod
    def open(cls, path: Path, *, head: Path, clock: Callable[[], float] = time.time) -> Self:
        """Open the log at ``path``, or begin one; ``head``: where its end is remembered. ``clock``: Unix seconds.

        Raises AuditError where another process writes it, or it is missing, cut, altered, or open to other accounts.
        """
        ensure_private(path.parent)
        lock = files.lock(path.with_name(path.name + ".lock"))
        try:
            return cls(open_log(path, head, _micros(clock)), lock, clock)
        except BaseException:
            lock.close()
            raise

    @property
    def failed(self) -> str:
        """Why the last write failed, empty again as soon as one succeeds; or which record was lost for good."""
        return self._writer.failed or self._lost

    def orphans(self) -> tuple[Draft, ...]:
        """What the last host left unfinished, as the records that end it."""
        return self._orphans

    async def begin(self, started: Draft) -> int:
        """Write ``started`` (``host.started``) and the end of every orphan in one transaction; return the last seq.

        Where no end of this log was remembered, which hides a cut, that is told, and the record says so.
        """
        if not self._remembered:
            _log.warning("%s", files.no_head(self._head))
            started = replace(started, fields={**started.fields, "head": "missing"})
        seq = await self.append(started, *self._orphans)
        self._orphans = ()
        return seq

    async def append(self, *drafts: Draft) -> int:
        """Write ``drafts`` in one transaction; return the last one's seq once all are durable.

        Where the caller is cancelled, the records may be written all the same. Raises AuditError where they were not.
        """
        seq, _ = await self._written(drafts)
        return seq

    async def append_linked(self, *drafts: Draft) -> list[Tip]:
        """As ``append``; returns where in the chain each of them stands."""
        _, tips = await self._written(drafts)
        return tips

    def _written(self, drafts: tuple[Draft, ...]) -> asyncio.Future[tuple[int, list[Tip]]]:
        loop = asyncio.get_running_loop()
        waiter: asyncio.Future[tuple[int, list[Tip]]] = loop.create_future()
        self._put(Group(self._prepare(drafts), waiter), loop)
        self._waiting += 1
        return waiter

    def submit(self, draft: Draft) -> None:
        """Queue ``draft``, in order, to be durable soon: an outcome within ``DEFER`` seconds, all else at once.

        Whatever goes wrong is logged, and ``failed`` tells.
        """
        loop = _running_loop()
        try:
            group = Group(self._prepare((draft,)))
            if draft.kind == OUTCOME and loop is not None and not self._closed:
                self._defer(group, loop)
            else:
                self._put(group, loop)
        except AuditError as error:
            self._lose(draft.kind, error)

    async def flush(self) -> None:
        """Return once everything queued is durable. Raises AuditError where it cannot be."""
        await self.append()

    async def close(self) -> None:
        """Write what is queued, remember the head, close the files. Raises AuditError where records were lost.

        May be called again, and does nothing then.
        """
        if self._closed:
            return
        self._send_deferred()
        self._closed = True
        await asyncio.to_thread(self._writer.stop, CLOSE)
        self._lock.close()  # not where the thread still writes
        if self._writer.unwritten:
            raise AuditError(
                say("The last records ({n}) could not be written. {why}", n=self._writer.unwritten, why=self.failed)
            )

    def _prepare(self, drafts: tuple[Draft, ...]) -> tuple[Prepared, ...]:
        micros = _micros(self._clock)
        return tuple(prepare(draft, micros) for draft in drafts)

    def _put(self, group: Group, loop: asyncio.AbstractEventLoop | None) -> None:
        if self._closed:
            raise AuditError(say("The audit log is closed."))
        self._send_deferred()
        self._writer.put(group)
        self._watch(loop)

    def _defer(self, group: Group, loop: asyncio.AbstractEventLoop) -> None:
        """Keep an outcome for whatever is written next, or until its time is over."""
        if self._deferral_ends is None or not self._deferred:
            self._deferral_ends = loop.call_later(DEFER, self._send_deferred)
        self._deferred.append(group)
        if len(self._deferred) >= MAX_DEFERRED:
            self._send_deferred()

    def _send_deferred(self) -> None:
        """Queue the outcomes that were kept, in their order."""
        if self._deferral_ends is not None:
            self._deferral_ends.cancel()
            self._deferral_ends = None
        deferred, self._deferred = self._deferred, []
        for group in deferred:
            try:
                self._writer.put(group)
            except AuditError as error:
                self._lose(OUTCOME, error)
        if deferred:
            self._watch(_running_loop())

    def _lose(self, kind: str, error: AuditError) -> None:
        self._lost = say("A record of kind {kind} is lost: {why}", kind=kind, why=error.words)
        _log.error("%s", self._lost)

    def _watch(self, loop: asyncio.AbstractEventLoop | None) -> None:
        """See to it that the writer's thread gets its turns while it has work."""
        if loop is not None:
            if self._loop is not loop:
                self._loop, self._timer = loop, None
            if self._timer is None:
                self._timer = loop.call_later(YIELD_AFTER, self._give_way, 0)

    def _hand_over(self, settled: Settled) -> None:
        """Called in the writer's thread: wake the loop once for a whole batch."""
        self._settled.put(settled)
        try:
            if self._loop is not None:
                self._loop.call_soon_threadsafe(self._settle)
        except RuntimeError:
            _log.debug("the event loop ended before its records were written")

    def _settle(self, timeout: float = 0) -> bool:
        """Tell those who wait, if there is news within ``timeout`` seconds. Waiting lets the writer's thread run."""
        settled = self._settled.take(timeout)
        if settled is None:
            return False
        self._waiting -= len(settled.waiters)
        for waiter, seq, tips in settled.waiters:
            if waiter.done():
                continue
            if settled.error is None:
                waiter.set_result((seq, tips))
            else:
                waiter.set_exception(AuditError(str(settled.error), detail=settled.error.detail))
        return True

    def _give_way(self, in_vain: int) -> None:
        """Let the writer's thread have the interpreter while it has work. ``in_vain``: how often that was no use."""
        self._timer = None
        if self._loop is not None and (self._waiting or not self._writer.idle):
            in_vain = 0 if self._settle(YIELD_FOR) else in_vain + 1
            after = YIELD_AFTER if in_vain < YIELD_PATIENCE else YIELD_RARELY
            self._timer = self._loop.call_later(after, self._give_way, in_vain)


def _running_loop() -> asyncio.AbstractEventLoop | None:
    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return None


def _micros(clock: Callable[[], float]) -> int:
    return int(clock() * 1_000_000)


T = TypeVar("T")


class Handover(Generic[T]):
    """From one thread to another, with a wait that ends: one thread puts, one takes.

    Things are taken in order, each once; whoever waits waits no longer than was said, however late the system lets its
    thread run. ``queue.SimpleQueue`` does not keep the last (CPython 3.11, Modules/_queuemodule.c): where the time is
    over before its wait begins, it waits for what is left, a negative number, which a lock takes for ever. On a busy
    machine that met about one in 300,000 waits of 200 µs.
    """

    def __init__(self) -> None:
        """Nothing is there."""
        self._there: deque[T] = deque()
        self._silence = threading.Lock()  # held until something is put
        self._silence.acquire()

    def put(self, thing: T) -> None:
        """Hand ``thing`` over to the thread that takes."""
        self._there.append(thing)
        if self._silence.locked():  # whoever takes may lock it, and nobody but this thread unlocks it
            self._silence.release()

    def take(self, timeout: float = 0) -> T | None:
        """The oldest, None where nothing comes within ``timeout`` seconds."""
        self._silence.acquire(blocking=False)  # what was put before is seen right here
        if timeout and not self._there:
            self._silence.acquire(timeout=timeout)
        return self._there.popleft() if self._there else None


# How a log is opened

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


# The thread that writes

MAX_QUEUED: Final = 10_000
"""Groups that may wait. At 10,000 records a second that is one second behind the disk; more is refused."""
MAX_BATCH: Final = 256
"""Groups in one transaction: enough to make its cost small for each, few enough that none waits long for the others."""
RETRY: Final = 1.0
"""Seconds after which records that could not be written are tried again, if nothing else is queued before."""
HEAD_SECONDS: Final = 5.0
HEAD_RECORDS: Final = 10_000
"""How far the remembered head may fall behind: a cut within this distance of the end is not noticed."""


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
            # A wait of seconds: should SimpleQueue ever miss its end (see ``Handover``), the next record ends it.
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
