from __future__ import annotations

import asyncio
import gc
import logging

import pytest

from host import tasks
from tests.unit.host.support import turns


async def test_a_task_has_its_name_and_is_held_until_it_ends() -> None:
    go_on = asyncio.Event()
    task = tasks.spawn(go_on.wait(), name="wait for the bell")
    assert task.get_name() == "wait for the bell"
    assert task in tasks.held()
    go_on.set()
    await task
    assert task not in tasks.held()


async def test_a_task_that_nobody_else_holds_survives_the_garbage_collector() -> None:
    done: list[str] = []

    async def work() -> None:
        await asyncio.sleep(0)
        gc.collect()
        await asyncio.sleep(0)
        done.append("done")

    tasks.spawn(work(), name="held by the factory alone")
    gc.collect()
    await turns()
    assert done == ["done"]


@pytest.mark.expected_logs(r"host\.tasks: task doomed failed")
async def test_a_failure_that_nobody_awaits_is_logged_the_moment_the_task_ends(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def fail() -> None:
        raise LookupError("lost")

    with caplog.at_level(logging.ERROR):
        tasks.spawn(fail(), name="doomed")
        await turns()
    (record,) = caplog.records
    assert record.message == "task doomed failed"
    assert record.exc_info is not None
    assert isinstance(record.exc_info[1], LookupError)


async def test_a_cancelled_task_is_let_go_without_a_word(caplog: pytest.LogCaptureFixture) -> None:
    task = tasks.spawn(asyncio.Event().wait(), name="endless")
    await asyncio.sleep(0)
    task.cancel()
    await turns()
    assert task.cancelled()
    assert task not in tasks.held()
    assert not caplog.records


def test_there_is_no_task_without_a_running_loop() -> None:
    async def nothing() -> None:
        return None

    coroutine = nothing()
    with pytest.raises(RuntimeError):
        tasks.spawn(coroutine, name="too early")
    coroutine.close()
