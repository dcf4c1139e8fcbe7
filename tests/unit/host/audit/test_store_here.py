"""The event loop writes the log by itself where nothing else runs."""

from __future__ import annotations

import asyncio
import json
import random
import shutil
import socket
import sqlite3
import threading
from collections.abc import Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Final

import pytest

from host.audit import database, files
from host.audit import store as store_module
from host.audit.record import Line
from host.audit.store import AuditStore
from host.errors import AuditError
from host.turns import NextTurn
from tests.support.waiting import PATIENCE, eventually
from tests.unit.host.audit.support import Log, decided, log_in, outcome

MOVED: Final = r"host\.audit\.store: The audit log was moved or replaced"
AGAIN: Final = r"host\.audit\.store: The audit log is written again"


@pytest.fixture
def log(tmp_path: Path) -> Log:
    return log_in(tmp_path)


class Commits:
    """Who wrote each commit, "here" or "thread", in order."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.by: list[str] = []
        self._insert = database.insert
        monkeypatch.setattr(database, "insert", self.insert)

    def insert(self, connection: sqlite3.Connection, lines: Sequence[Line]) -> None:
        self.during("here" if threading.current_thread() is threading.main_thread() else "thread")
        self._insert(connection, lines)

    def during(self, by: str) -> None:
        self.by.append(by)

    async def warm_up(self, store: AuditStore) -> None:
        """Make fast commits until the loop may write by itself."""
        self.by.clear()  # a new log has a record already
        for number in range(store_module.FAST_COMMITS):
            await store.append(decided(f"warm{number}"), alone=True)
        assert set(self.by) == {"thread"}
        self.by.clear()


@pytest.fixture
def commits(monkeypatch: pytest.MonkeyPatch) -> Commits:
    monkeypatch.setattr(store_module, "FAST_SECONDS", PATIENCE)  # however busy the machine is
    monkeypatch.setattr(store_module, "DEFER_SECONDS", PATIENCE)
    return Commits(monkeypatch)


def calls(log: Log) -> list[str]:
    """The call and kind of each record."""
    bodies = [json.loads(row.body) for row in log.rows()]
    return [f"{body['call']} {body['kind'][5:]}" for body in bodies if "call" in body and "warm" not in body["call"]]


async def test_s37_what_the_loop_wrote_by_itself_is_on_the_disk_in_its_place(log: Log, commits: Commits) -> None:
    store = log.open()
    await commits.warm_up(store)
    store.submit(outcome("c0"))
    (tip,) = await store.append(decided("c1", params=b"{}"), alone=True)
    with closing(database.connect_reader(log.path)) as connection:
        row = database.last_row(connection)
    assert row is not None
    assert (row.seq, row.hash) == (tip.seq, tip.hash)
    await store.append(decided("c2"))
    await store.append(decided("c3"), decided("c4"), alone=True)
    assert commits.by == ["here", "thread", "here"]
    await store.close()
    assert calls(log) == ["c0 outcome", "c1 decided", "c2 decided", "c3 decided", "c4 decided"]
    assert log.verify().ok


async def test_the_loop_does_not_write_before_what_was_queued(log: Log, commits: Commits) -> None:
    store = log.open()
    await commits.warm_up(store)
    store.submit(decided("c1"))
    await store.append(decided("c2"), alone=True)
    assert "here" not in commits.by
    await store.close()
    assert calls(log) == ["c1 decided", "c2 decided"]


async def test_much_at_once_is_the_threads_to_write(log: Log, commits: Commits) -> None:
    store = log.open()
    await commits.warm_up(store)
    await store.append(decided("c1", params=b"x" * (store_module.MAX_HERE + 1)), alone=True)
    await store.append(decided("c2", params=b"x" * store_module.MAX_HERE), alone=True)
    assert commits.by == ["thread", "here"]
    await store.close()


async def test_on_a_slow_disk_the_thread_writes(log: Log, commits: Commits, monkeypatch: pytest.MonkeyPatch) -> None:
    store = log.open()
    await commits.warm_up(store)
    monkeypatch.setattr(store_module, "FAST_SECONDS", 0.0)
    for number in range(3):
        await store.append(decided(f"c{number}"), alone=True)
    monkeypatch.setattr(store_module, "FAST_SECONDS", PATIENCE)
    for number in range(store_module.FAST_COMMITS + 1):
        await store.append(decided(f"d{number}"), alone=True)
    assert commits.by == ["here", *["thread"] * (2 + store_module.FAST_COMMITS), "here"]
    await store.close()
    assert log.verify().ok


@pytest.mark.parametrize("slow", [False, True])
async def test_what_came_while_the_loop_wrote_is_handled_first(
    log: Log, commits: Commits, monkeypatch: pytest.MonkeyPatch, slow: bool
) -> None:
    store, loop, soon, handled = log.open(), asyncio.get_running_loop(), NextTurn(), list[str]()
    await commits.warm_up(store)
    near, far = socket.socketpair()

    def receive() -> None:
        handled.append(near.recv(8).decode())
        loop.call_soon(handled.append, "what it leads to")

    with near, far:
        loop.add_reader(near, receive)
        monkeypatch.setattr(commits, "during", lambda _: far.send(b"message"))
        if slow:
            monkeypatch.setattr(store_module, "FAST_SECONDS", 0.0)
        soon(lambda: handled.append("the next turn"))
        await store.append(decided("c1"), alone=True)
        assert handled == ["the next turn", "message", "what it leads to"][: 2 + slow]
        loop.remove_reader(near)
    await store.close()


async def test_the_loop_waits_for_no_lock(log: Log, commits: Commits) -> None:
    store = log.open()
    await commits.warm_up(store)
    await store.append(decided("c1"), alone=True)
    with closing(sqlite3.connect(log.path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        waiting = asyncio.ensure_future(store.append(decided("c2"), alone=True))  # noqa: TID251  # awaited below
        await eventually(lambda: commits.by == ["here", "here", "thread"])
        assert not waiting.done()
        other.execute("ROLLBACK")
    await waiting
    await store.close()
    assert calls(log) == ["c1 decided", "c2 decided"]
    assert log.verify().ok


@pytest.mark.expected_logs(MOVED, AGAIN)
async def test_s37_what_the_loop_cannot_write_is_refused(log: Log, commits: Commits) -> None:
    store = log.open()
    await commits.warm_up(store)
    store.submit(outcome("c0"))
    away = log.path.with_name("away")
    log.path.rename(away)
    with pytest.raises(AuditError, match="moved or replaced"):
        await store.append(decided("c1"), alone=True)
    away.rename(log.path)
    await store.append(decided("c2"), alone=True)
    assert commits.by == ["thread"]
    assert store.failure == ""
    await store.close()
    assert calls(log) == ["c0 outcome", "c2 decided"]
    assert log.verify().ok


@pytest.mark.expected_logs(MOVED, AGAIN)
async def test_s37_the_loop_writes_into_no_copy_that_stood_in_the_place_of_the_log(log: Log, commits: Commits) -> None:
    store = log.open()
    await commits.warm_up(store)
    with closing(database.connect(log.path)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    away = log.path.with_name("away")
    log.path.rename(away)
    shutil.copy(away, log.path)
    with pytest.raises(AuditError, match="moved or replaced"):
        await store.append(decided("c0"), alone=True)
    away.rename(log.path)
    for number in range(store_module.FAST_COMMITS + 1):
        await store.append(decided(f"c{number}"), alone=True)
    assert commits.by == ["thread"] * store_module.FAST_COMMITS + ["here"]
    with closing(database.connect(log.path)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    for number in range(50):
        await store.append(decided(f"d{number}", params=b"x" * 4096), alone=True)
    await store.close()
    assert log.verify().ok
    assert len(calls(log)) == store_module.FAST_COMMITS + 1 + 50


async def test_a_failure_in_the_middle_leaves_nothing_behind(log: Log, commits: Commits) -> None:
    store = log.open()
    await commits.warm_up(store)

    def fail_once(connection: sqlite3.Connection, lines: Sequence[Line]) -> None:
        database.insert = commits.insert
        connection.execute("BEGIN IMMEDIATE")
        commits._insert(connection, lines)  # noqa: SLF001  # one purpose
        raise sqlite3.OperationalError("the disk is full")

    database.insert = fail_once
    await store.append(decided("c1"), alone=True)
    assert commits.by == ["thread"]
    await store.close()
    assert calls(log) == ["c1 decided"]
    assert log.verify().ok


async def test_the_head_is_remembered_although_the_loop_writes(
    log: Log, commits: Commits, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store_module, "HEAD_SECONDS", 0.01)
    store = log.open()
    await commits.warm_up(store)
    for number in range(20):
        (tip,) = await store.append(decided(f"c{number}"), alone=True)
        await eventually(partial(is_remembered, log, tip.seq))
    assert commits.by.count("here") > 1
    await store.close()


def is_remembered(log: Log, seq: int) -> bool:
    head = files.read_head(log.head)
    return head is not None and head.seq == seq


async def test_the_thread_writes_now_and_then_since_only_it_copies_the_write_ahead_log_back(
    log: Log, commits: Commits, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "CHECKPOINT_PAGES", 1)
    monkeypatch.setattr(store_module, "THREAD_EVERY", 20)
    store = log.open()
    largest = 0
    for number in range(100):
        await store.append(decided(f"c{number}", params=b"x" * 4096), alone=True)
        largest = max(largest, log.path.with_name(log.path.name + "-wal").stat().st_size)
    assert commits.by.count("here") > 50
    assert largest < 1 << 20
    await store.close()
    assert log.path.stat().st_size > 400_000
    assert not log.path.with_name(log.path.name + "-wal").exists(), "nothing is left open"


async def test_records_of_all_ways_are_in_the_order_in_which_they_were_given(log: Log, commits: Commits) -> None:
    store, given, waiting = log.open(), list[str](), list[asyncio.Future[object]]()
    chance = random.Random(7)  # noqa: S311  # no secret
    for number in range(400):
        call, way = f"c{number}", chance.choice(("submit", "queue", "alone", "alone", "alone", "wait"))
        given.append(f"{call} decided")
        if way == "submit":
            store.submit(decided(call))
        elif way == "queue":
            waiting.append(asyncio.ensure_future(store.append(decided(call))))  # noqa: TID251  # awaited below
            await asyncio.sleep(0)
        else:
            await store.append(decided(call), alone=way == "alone")
    await asyncio.gather(*waiting)
    assert {"here", "thread"} == set(commits.by)
    await store.close()
    assert calls(log) == given
    assert log.verify().ok
