"""The event loop waits for the writer where nothing else runs, and no longer than a fast commit takes."""

from __future__ import annotations

import asyncio
import json
import random
import socket
import sqlite3
import threading
from collections.abc import Callable, Iterator, Sequence
from typing import Final

import pytest

from host import tasks
from host.audit import database
from host.audit import store as store_module
from host.audit.record import Line
from host.audit.store import AuditStore
from host.errors import AuditError
from host.turns import NextTurn
from tests.support.waiting import PATIENCE, eventually
from tests.unit.host.audit.support import Log, decided, outcome

MOVED: Final = r"host\.audit\.store: The audit log was moved or replaced"
AGAIN: Final = r"host\.audit\.store: The audit log is written again"


class Disk:
    """A disk whose commits can be held up, and how often the loop waited for one."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.is_reached, self._goes_on = threading.Event(), threading.Event()
        self.during: Callable[[], object] = lambda: None
        self.waits = 0
        self._goes_on.set()
        insert, wait = database.insert, AuditStore._wait_for_writer  # noqa: SLF001  # one purpose

        def insert_slowly(connection: sqlite3.Connection, lines: Sequence[Line]) -> None:
            self.during()
            if not self._goes_on.is_set():
                self.is_reached.set()
                self._goes_on.wait(PATIENCE)
            insert(connection, lines)

        def counting(*given: object) -> None:
            self.waits += 1
            wait(*given)  # type: ignore[arg-type]  # as they came

        monkeypatch.setattr(database, "insert", insert_slowly)
        monkeypatch.setattr(AuditStore, "_wait_for_writer", counting)

    def hang(self) -> None:
        """Hang with the next commit."""
        self.is_reached.clear()
        self._goes_on.clear()

    def go_on(self) -> None:
        """Answer again."""
        self._goes_on.set()

    async def warm_up(self, store: AuditStore) -> None:
        """Make fast commits until the loop waits for the next one."""
        for number in range(store_module.FAST_COMMITS):
            await store.append(decided(f"warm{number}"), alone=True)
        assert self.waits == 0


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> Iterator[Disk]:
    monkeypatch.setattr(store_module, "FAST_SECONDS", PATIENCE)  # however busy the machine is
    monkeypatch.setattr(store_module, "DEFER_SECONDS", PATIENCE)
    made = Disk(monkeypatch)
    yield made
    made.go_on()


def calls(log: Log) -> list[str]:
    """The call and kind of each record."""
    bodies = [json.loads(row.body) for row in log.rows()]
    return [f"{body['call']} {body['kind'][5:]}" for body in bodies if "call" in body and "warm" not in body["call"]]


async def test_s37_what_the_loop_waited_for_is_on_the_disk_in_its_place(log: Log, disk: Disk) -> None:
    store = log.open()
    await disk.warm_up(store)
    store.submit(outcome("c0"))
    (tip,) = await store.append(decided("c1", params=b"{}"), alone=True)
    assert log.rows()[-1].hash == tip.hash
    await store.append(decided("c2"))
    await store.append(decided("c3"), decided("c4"), alone=True)
    assert disk.waits == 2
    await store.close()
    assert calls(log) == ["c0 outcome", "c1 decided", "c2 decided", "c3 decided", "c4 decided"]
    assert log.verify().ok


async def test_on_a_slow_disk_the_loop_does_not_wait(log: Log, disk: Disk, monkeypatch: pytest.MonkeyPatch) -> None:
    store = log.open()
    await disk.warm_up(store)
    monkeypatch.setattr(store_module, "FAST_SECONDS", 0.0)
    await store.append(decided("slow"))
    monkeypatch.setattr(store_module, "FAST_SECONDS", PATIENCE)
    for number in range(store_module.FAST_COMMITS):
        await store.append(decided(f"c{number}"), alone=True)
    assert disk.waits == 0
    await store.append(decided("fast"), alone=True)
    assert disk.waits == 1
    await store.close()


async def test_s25_a_commit_that_hangs_holds_the_loop_up_no_longer_than_a_fast_one_takes(
    log: Log, disk: Disk, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = log.open()
    await disk.warm_up(store)
    monkeypatch.setattr(store_module, "FAST_SECONDS", 0.005)
    disk.hang()
    waiting = tasks.spawn(store.append(decided("c1"), alone=True), name="append")
    await eventually(disk.is_reached.is_set)
    assert disk.waits == 1
    assert not waiting.done()
    disk.go_on()
    async with asyncio.timeout(PATIENCE):
        await waiting
    await store.close()
    assert calls(log) == ["c1 decided"]


@pytest.mark.parametrize("patience", [0.0, 1e-6, 1e-4, 1e-3])
async def test_a_commit_that_ends_as_the_loop_stops_waiting_is_never_missed(
    log: Log, disk: Disk, monkeypatch: pytest.MonkeyPatch, patience: float
) -> None:
    store = log.open()
    await disk.warm_up(store)
    monkeypatch.setattr(store_module.Writer, "is_fast", True)
    monkeypatch.setattr(store_module, "FAST_SECONDS", patience)
    async with asyncio.timeout(PATIENCE):
        for number in range(200):
            await store.append(decided(f"c{number}"), alone=True)
    assert disk.waits == 200
    await store.close()


async def test_the_result_of_an_earlier_commit_does_not_stand_for_that_of_this_one(log: Log, disk: Disk) -> None:
    store = log.open()
    await disk.warm_up(store)
    earlier = tasks.spawn(store.append(decided("c1")), name="append")
    await asyncio.sleep(0)
    await asyncio.to_thread(log.rows)  # time for the writer; the loop has not looked yet
    (tip,) = await store.append(decided("c2"), alone=True)
    assert (await earlier)[0].seq == tip.seq - 1
    await store.close()
    assert calls(log) == ["c1 decided", "c2 decided"]


async def test_what_came_while_the_loop_waited_is_handled_first(log: Log, disk: Disk) -> None:
    store, loop, soon, handled = log.open(), asyncio.get_running_loop(), NextTurn(), list[str]()
    await disk.warm_up(store)
    near, far = socket.socketpair()
    with near, far:
        loop.add_reader(near, lambda: handled.append(near.recv(8).decode()))
        disk.during = lambda: far.send(b"message")
        soon(lambda: handled.append("the next turn"))
        await store.append(decided("c1"), alone=True)
        assert handled == ["the next turn", "message"]
        loop.remove_reader(near)
    await store.close()


@pytest.mark.expected_logs(MOVED, AGAIN)
async def test_s37_what_the_loop_waited_for_in_vain_is_refused(log: Log, disk: Disk) -> None:
    store = log.open()
    await disk.warm_up(store)
    store.submit(outcome("c0"))
    away = log.path.with_name("away")
    log.path.rename(away)
    with pytest.raises(AuditError, match="moved or replaced"):
        await store.append(decided("c1"), alone=True)
    away.rename(log.path)
    await store.append(decided("c2"), alone=True)
    assert (disk.waits, store.failure) == (1, "")
    await store.close()
    assert calls(log) == ["c0 outcome", "c2 decided"]
    assert log.verify().ok


async def test_records_of_all_ways_stand_in_the_order_in_which_they_were_given(log: Log, disk: Disk) -> None:
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
    assert disk.waits
    await store.close()
    assert calls(log) == given
    assert log.verify().ok
