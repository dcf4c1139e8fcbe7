"""The one factory of asyncio tasks.

Owns: every running task of the process.

Invariants: a task has a name, is held until it ends (the loop itself keeps only weak references), and an exception is
logged the moment the task ends, awaited or not, never lost.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import threading
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, TypeVar, cast  # Any: an end may have any result

T = TypeVar("T")

_log = logging.getLogger(__name__)
_held: set[asyncio.Task[object]] = set()


def spawn(coro: Coroutine[object, object, T], *, name: str) -> asyncio.Task[T]:
    """Start ``coro`` on the running loop and hold it; ``name`` appears in logs. Failures are logged when it ends."""
    task = asyncio.get_running_loop().create_task(coro, name=name)
    _held.add(task)
    task.add_done_callback(_collect)
    return task


class Ended(Exception):
    """Control flow of ``unless``: the end came first."""


async def unless(work: Awaitable[T], end: asyncio.Future[Any]) -> T:
    """Wait for ``work``, but no longer than until ``end`` is done; then ``work`` is cancelled.

    Raises:
        Ended: ``end`` came first. Whatever ``work`` raises.
    """
    working = asyncio.ensure_future(work)  # noqa: TID251  # held and heard right here
    try:
        if not end.done():
            await asyncio.wait({working, end}, return_when=asyncio.FIRST_COMPLETED)
        if working.done():
            return working.result()
    finally:
        # Whichever way this ends, the work ends with it.
        working.cancel()
    await asyncio.wait({working})
    raise Ended


async def in_daemon_thread(function: Callable[[], T], *, name: str) -> T:
    """Run a blocking ``function`` in a thread of its own, which keeps neither the loop nor the process from ending."""
    loop = asyncio.get_running_loop()
    done: asyncio.Future[T] = loop.create_future()

    def settle(result: T | None, error: BaseException | None) -> None:
        if done.done():
            return
        if error is not None:
            done.set_exception(error)
        else:
            done.set_result(cast("T", result))

    def work() -> None:
        result, error = None, None
        try:
            result = function()
        except BaseException as caught:  # noqa: BLE001  # handed to whoever waits
            error = caught
        with contextlib.suppress(RuntimeError):  # the loop may have ended meanwhile
            loop.call_soon_threadsafe(settle, result, error)

    threading.Thread(target=work, name=name, daemon=True).start()
    return await done


async def in_bounded_thread(
    function: Callable[[], T], free: threading.BoundedSemaphore, *, seconds: float, name: str
) -> T:
    """Run a blocking ``function`` likewise, no longer than ``seconds`` and with no more others than ``free`` lets in.

    A thread that is late goes on, and keeps its place until it ends.

    Raises:
        TimeoutError: it took too long, or too many others look already. Whatever ``function`` raises.
    """
    if not free.acquire(blocking=False):
        raise TimeoutError

    def work() -> T:
        try:
            return function()
        finally:
            free.release()

    async with asyncio.timeout(seconds):
        return await in_daemon_thread(work, name=name)


def held() -> frozenset[asyncio.Task[object]]:
    """The tasks that have not ended yet, for orderly shutdown and for tests."""
    return frozenset(_held)


def _collect(task: asyncio.Task[T]) -> None:
    _held.discard(task)
    if not task.cancelled() and (error := task.exception()) is not None:
        _log.error("task %s failed", task.get_name(), exc_info=error)
