"""The one factory of asyncio tasks.

Owns: every running task of the process. What stays true: a task has a name, is held until it ends (the loop itself
keeps only weak references), and an exception nobody awaited is logged the moment the task ends, never lost.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from typing import TypeVar

T = TypeVar("T")

_log = logging.getLogger(__name__)
_held: set[asyncio.Task[object]] = set()


def spawn(coro: Coroutine[object, object, T], *, name: str) -> asyncio.Task[T]:
    """Start ``coro`` on the running loop and hold it; ``name`` appears in logs. Failures are logged when it ends."""
    task = asyncio.get_running_loop().create_task(coro, name=name)
    _held.add(task)
    task.add_done_callback(_collect)
    return task


def held() -> frozenset[asyncio.Task[object]]:
    """The tasks that have not ended yet, for orderly shutdown and for tests."""
    return frozenset(_held)


def _collect(task: asyncio.Task[T]) -> None:
    _held.discard(task)
    if not task.cancelled() and (error := task.exception()) is not None:
        _log.error("task %s failed", task.get_name(), exc_info=error)
