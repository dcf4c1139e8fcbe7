"""What a test may not leave behind: log records that nobody expected, tasks, threads, child processes, hosts.

Each function names what it found, in words for the person who reads the failure; an empty list means clean.
"""

from __future__ import annotations

import asyncio
import logging
import os
import re
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import Final

import psutil

from tests.support.waiting import eventually_blocking

GRACE: Final = 10.0
"""Seconds for what was told to end before the test returned; only a leak takes them all."""


class _Keeper(logging.Handler):
    """Keeps what was logged at WARNING and above, as ``logger: message``."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.kept: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        cause = record.exc_info[1] if record.exc_info else None
        self.kept.append(f"{record.name}: {record.getMessage()}" + (f" [{cause!r}]" if cause else ""))


@contextmanager
def watched_logs() -> Iterator[list[str]]:
    """The records of WARNING and above, of every logger, that come inside the block."""
    keeper = _Keeper()
    logging.getLogger().addHandler(keeper)
    try:
        yield keeper.kept
    finally:
        logging.getLogger().removeHandler(keeper)


def unexpected(logged: Iterable[str], patterns: Iterable[str]) -> list[str]:
    """Records that match none of the regular expressions."""
    known = [re.compile(pattern) for pattern in patterns]
    return [f"unexpected log record: {line}" for line in logged if not any(p.search(line) for p in known)]


async def leaked_tasks() -> list[str]:
    """Tasks of the running loop, other than the current one, that do not end by themselves."""
    tasks = asyncio.all_tasks() - {asyncio.current_task()}
    pending = (await asyncio.wait(tasks, timeout=GRACE))[1] if tasks else set()
    return [f"task left behind: {task!r}" for task in pending]


def threads() -> set[threading.Thread]:
    """The threads that live now."""
    return set(threading.enumerate())


def leaked_threads(before: set[threading.Thread]) -> list[str]:
    """Threads that were not there ``before``."""
    with suppress(AssertionError):
        eventually_blocking(lambda: threads() <= before, within=GRACE)
    return [f"thread left behind: {thread!r}" for thread in threads() - before]


def children() -> set[psutil.Process]:
    """The processes below this one, at any depth; ended ones that nobody waited for included."""
    if hasattr(os, "waitid"):  # macOS has it from Python 3.13 on
        try:  # a look that reaps nothing and costs next to nothing, where psutil reads every process of the machine
            os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
        except ChildProcessError:
            return set()
    return set(psutil.Process().children(recursive=True))


def leaked_children(before: set[psutil.Process]) -> list[str]:
    """Processes below this one that were not there ``before``; they are killed once they are named."""
    with suppress(AssertionError):
        eventually_blocking(lambda: children() <= before, within=GRACE)
    return [_kill(process, "process") for process in children() - before]


def leaked_hosts(runtime: str) -> list[str]:
    """Live processes, wherever they hang by now, that were started with ``runtime`` as their runtime directory.

    What a killed host or bridge leaves behind is nobody's child any more; its environment still tells whose it was.
    """
    with suppress(AssertionError):
        eventually_blocking(lambda: not _started_for(runtime), within=GRACE)
    return [_kill(process, "process of the profile") for process in _started_for(runtime)]


def _started_for(runtime: str) -> list[psutil.Process]:
    return [process for process in psutil.process_iter() if _runtime_of(process) == runtime]


def _runtime_of(process: psutil.Process) -> str | None:
    # Foreign processes hide their environment, and some end between the listing and the look.
    with suppress(psutil.Error, OSError):
        if process.pid != os.getpid():
            return process.environ().get("ASSENT_RUNTIME_DIR")
    return None


def _kill(process: psutil.Process, what: str) -> str:
    name = f"{what} left behind: {process!r}"
    with suppress(psutil.Error):
        name += f" {process.cmdline()}"
        process.kill()
    return name
