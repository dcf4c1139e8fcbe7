"""The one factory of asyncio tasks.

Invariants: a task has a name and is referenced until it ends (the loop keeps only weak references). An exception is
logged the moment the task ends, awaited or not.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import sys
import threading
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, TypeVar, cast  # Any: the result of ``end`` may be anything

T = TypeVar("T")

_log = logging.getLogger(__name__)
_running_tasks: set[asyncio.Task[object]] = set()


def spawn(
    coro: Coroutine[object, object, T], *, name: str, among: set[asyncio.Task[T]] | None = None
) -> asyncio.Task[T]:
    """Start ``coro`` on the running loop. ``name`` appears in logs; a failure is logged when the task ends.

    ``among``: holds the task until it ends, for an owner that waits for its tasks or cancels them.
    """
    task = asyncio.get_running_loop().create_task(coro, name=name)
    _running_tasks.add(task)
    if among is None:
        task.add_done_callback(_task_ended)
        return task
    among.add(task)

    def task_ended(ended: asyncio.Task[T]) -> None:
        among.discard(ended)
        _task_ended(ended)

    task.add_done_callback(task_ended)
    return task


class Ended(Exception):
    """Raised by ``unless``: ``end`` was done before the work."""


async def unless(work: Awaitable[T], end: asyncio.Future[Any]) -> T:
    """Return the result of ``work``, or raise what it raises; Ended, and cancel ``work``, if ``end`` is done first."""
    future = asyncio.ensure_future(work)  # noqa: TID251  # referenced and awaited right here
    try:
        if not end.done():
            await asyncio.wait({future, end}, return_when=asyncio.FIRST_COMPLETED)
        if future.done():
            return future.result()
    finally:
        # The work must not outlive this call.
        future.cancel()
    await asyncio.wait({future})
    raise Ended


async def in_daemon_thread(function: Callable[[], T], *, name: str) -> T:
    """Run a blocking ``function`` in its own daemon thread, which does not stop the loop or the process from ending."""
    loop = asyncio.get_running_loop()
    outcome: asyncio.Future[T] = loop.create_future()

    def resolve(result: T | None, error: BaseException | None) -> None:
        if outcome.done():
            return
        if error is not None:
            outcome.set_exception(error)
        else:
            outcome.set_result(cast("T", result))

    def work() -> None:
        result, error = None, None
        try:
            result = function()
        except BaseException as caught:  # noqa: BLE001  # passed on to the caller
            error = caught
        with contextlib.suppress(RuntimeError):  # the loop may have ended meanwhile
            loop.call_soon_threadsafe(resolve, result, error)

    threading.Thread(target=work, name=name, daemon=True).start()
    return await outcome


async def in_bounded_thread(
    function: Callable[[], T], free: threading.BoundedSemaphore, *, seconds: float, name: str
) -> T:
    """Run a blocking ``function`` in a daemon thread; wait ``seconds`` at most, and start only if ``free`` admits it.

    A thread that takes longer runs on, and holds its place in ``free`` until it ends. Raises TimeoutError: it took too
    long, too many threads run already, or the system has none left; Exception: whatever ``function`` raises.
    """
    if not free.acquire(blocking=False):
        raise TimeoutError

    is_begun = False

    def work() -> T:
        nonlocal is_begun
        is_begun = True
        try:
            return function()
        finally:
            free.release()

    try:
        async with asyncio.timeout(seconds):
            return await in_daemon_thread(work, name=name)
    except RuntimeError as error:
        if is_begun:
            raise
        free.release()
        raise TimeoutError from error


def running_tasks() -> frozenset[asyncio.Task[object]]:
    """The tasks that have not ended yet, for orderly shutdown and for tests."""
    return frozenset(_running_tasks)


def _task_ended(task: asyncio.Task[T]) -> None:
    _running_tasks.discard(task)
    if not task.cancelled() and (error := task.exception()) is not None:
        _log.error("task %s failed", task.get_name(), exc_info=error)


def wait_for_processes_without_threads() -> None:
    """Let the loops that this thread runs notice the end of processes by file descriptors, as Python 3.12 does.

    Else each process needs a thread. Where the system has none left for it, the process would run on, known to nobody.
    Does nothing where the system has no such descriptors (Linux 5.3 has).
    """
    if sys.platform != "linux" or sys.version_info >= (3, 12):
        return
    with contextlib.suppress(OSError):
        os.close(os.pidfd_open(os.getpid()))
        asyncio.set_child_watcher(asyncio.PidfdChildWatcher())  # type: ignore[deprecated]  # not for Python 3.11
