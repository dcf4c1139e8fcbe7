"""The write-ahead log gets its length in advance."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from host.audit import database
from host.audit import store as store_module
from host.audit.store import AuditStore
from tests.unit.host.audit.support import Log, decided, log_in


async def fill(store: AuditStore, log: Log, size: int) -> None:
    """Append records until the write-ahead log should get its length, and while it gets it."""
    log_file = log.path.with_name(log.path.name + "-wal")
    for number in range(store_module.LENGTHEN_AFTER):
        await store.append(decided(f"c{number}"))
    while log_file.stat().st_size < size:
        await store.append(decided("more"), alone=True)


async def test_the_write_ahead_log_gets_its_length_in_advance_and_a_kill_then_loses_nothing(
    log: Log, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "FULL_LOG", 3 << 20)
    store = log.open()
    await fill(store, log, database.FULL_LOG)
    written = await store.flush()
    killed = log_in(tmp_path / "killed")
    shutil.copytree(log.path.parent, killed.path.parent)
    shutil.copytree(log.head.parent, killed.head.parent)
    await store.close()
    assert not log.path.with_name(log.path.name + "-wal").exists()
    assert [row.seq for row in killed.rows()] == list(range(1, written + 1))
    store = killed.open()
    await store.append(decided("after-the-kill"))
    await store.close()
    assert killed.verify().ok
    assert len(killed.rows()) == written + 1
    assert log.verify().ok


def test_a_log_that_killed_hosts_left_behind_grows_no_longer_with_each(tmp_path: Path) -> None:
    left = tmp_path / "left-wal"
    left.write_bytes(bytes(database.FULL_LOG))
    assert database.lengthen_log(str(left))
    assert left.stat().st_size == database.FULL_LOG


async def test_a_host_that_few_calls_reach_leaves_the_write_ahead_log_short(log: Log) -> None:
    store = log.open()
    await store.append(*(decided(f"c{number}") for number in range(10)))
    await store.flush()
    assert log.path.with_name(log.path.name + "-wal").stat().st_size < 1 << 20
    await store.close()


async def test_a_write_ahead_log_that_cannot_be_made_longer_is_written_as_it_is(
    log: Log, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried: list[str] = []

    def full(path: str) -> bool:
        tried.append(path)
        raise OSError("no space left")

    monkeypatch.setattr(database, "lengthen_log", full)
    store = log.open()
    for number in range(store_module.LENGTHEN_AFTER + 10):
        await store.append(decided(f"c{number}"))
    await store.close()
    assert len(tried) == 1
    assert log.verify().ok
