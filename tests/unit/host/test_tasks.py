from __future__ import annotations

import asyncio
import gc
import logging
import subprocess
import sys
import threading
from pathlib import Path
from typing import Final

import pytest

from host import tasks
from tests.unit.host.support import turns


async def test_a_task_has_its_name_and_is_held_until_it_ends() -> None:
    go_on = asyncio.Event()
    task = tasks.spawn(go_on.wait(), name="wait for the bell")
    assert task.get_name() == "wait for the bell"
    assert task in tasks.running_tasks()
    go_on.set()
    await task
    assert task not in tasks.running_tasks()


async def test_a_set_holds_its_tasks_until_they_end() -> None:
    go_on, held = asyncio.Event(), set[asyncio.Task[bool]]()
    task = tasks.spawn(go_on.wait(), name="wait for the bell", among=held)
    assert held == {task}
    go_on.set()
    await task
    await turns()
    assert held == set()
    assert task not in tasks.running_tasks()


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
    assert task not in tasks.running_tasks()
    assert not caplog.records


def test_there_is_no_task_without_a_running_loop() -> None:
    async def nothing() -> None:
        return None

    coroutine = nothing()
    with pytest.raises(RuntimeError):
        tasks.spawn(coroutine, name="too early")
    coroutine.close()


# Waiting with an end


async def test_work_that_is_done_before_the_end_gives_its_result() -> None:
    end: asyncio.Future[str] = asyncio.get_running_loop().create_future()

    async def work() -> int:
        await asyncio.sleep(0)
        return 7

    assert await tasks.unless(work(), end) == 7
    assert not end.done()


async def test_what_the_work_raises_is_raised() -> None:
    async def fail() -> None:
        raise LookupError("lost")

    with pytest.raises(LookupError):
        await tasks.unless(fail(), asyncio.get_running_loop().create_future())


async def test_an_end_that_comes_first_cancels_the_work_and_waits_for_it() -> None:
    end: asyncio.Future[str] = asyncio.get_running_loop().create_future()
    left: list[str] = []

    async def work() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            await asyncio.sleep(0)
            left.append("tidied up")

    asyncio.get_running_loop().call_later(0.001, end.set_result, "over")
    with pytest.raises(tasks.Ended):
        await tasks.unless(work(), end)
    assert left == ["tidied up"]


async def test_work_for_what_has_ended_already_is_not_finished() -> None:
    loop = asyncio.get_running_loop()
    work: asyncio.Future[int] = loop.create_future()
    end: asyncio.Future[str] = loop.create_future()
    end.set_result("over")
    with pytest.raises(tasks.Ended):
        await tasks.unless(work, end)
    assert work.cancelled()


async def test_work_that_is_done_in_the_same_turn_as_the_end_is_not_lost() -> None:
    loop = asyncio.get_running_loop()
    work: asyncio.Future[int] = loop.create_future()
    end: asyncio.Future[str] = loop.create_future()
    loop.call_soon(work.set_result, 7)
    loop.call_soon(end.set_result, "over")
    assert await tasks.unless(work, end) == 7


async def test_a_waiter_that_is_cancelled_takes_its_work_with_it() -> None:
    work: asyncio.Future[int] = asyncio.get_running_loop().create_future()
    waiting = tasks.spawn(tasks.unless(work, asyncio.get_running_loop().create_future()), name="waiter")
    await turns()
    waiting.cancel()
    await turns()
    assert waiting.cancelled()
    assert work.cancelled()


async def test_a_blocking_function_runs_beside_the_loop_and_gives_its_result() -> None:
    assert await tasks.in_daemon_thread(lambda: threading.current_thread().name, name="slow") == "slow"


async def test_what_a_blocking_function_raises_is_raised() -> None:
    def fail() -> None:
        raise LookupError("lost")

    with pytest.raises(LookupError):
        await tasks.in_daemon_thread(fail, name="slow")


async def test_s43_a_thread_that_cannot_be_started_gives_its_place_back(monkeypatch: pytest.MonkeyPatch) -> None:
    def start_no_thread(_: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    free = threading.BoundedSemaphore(1)
    for _ in range(2):
        with monkeypatch.context() as full:
            full.setattr(threading.Thread, "start", start_no_thread)
            with pytest.raises(TimeoutError):
                await tasks.in_bounded_thread(lambda: 1, free, seconds=20, name="work")
    assert await tasks.in_bounded_thread(lambda: 1, free, seconds=20, name="work") == 1


async def test_an_error_of_the_work_itself_is_passed_on_and_gives_its_place_back_once() -> None:
    def fail() -> None:
        raise RuntimeError("lost")

    free = threading.BoundedSemaphore(1)
    for _ in range(2):
        with pytest.raises(RuntimeError, match="lost"):
            await tasks.in_bounded_thread(fail, free, seconds=20, name="work")


_STARTS_WITHOUT_THREADS: Final = """
import asyncio, sys, threading
sys.path.insert(0, sys.argv[1])
from host import tasks

async def main():
    def start_no_thread(_):
        raise RuntimeError("can't start new thread")
    threading.Thread.start = start_no_thread
    process = await asyncio.create_subprocess_exec("/bin/sh", "-c", "exit 3")
    print(await process.wait())

tasks.wait_for_processes_without_threads()
for _ in range(2):
    asyncio.run(main())
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has descriptors of processes")
def test_s43_where_no_thread_is_left_the_end_of_a_process_is_noticed_all_the_same() -> None:
    """In a program of its own, since it is set for a whole process."""
    root = str(Path(tasks.__file__).parents[1])
    command = [sys.executable, "-W", "error", "-c", _STARTS_WITHOUT_THREADS, root]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert (done.stdout.split(), done.stderr) == (["3", "3"], "")
