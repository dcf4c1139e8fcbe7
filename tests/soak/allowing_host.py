"""A host as a process of its own, whose administrator's policy and approver are made in Python.

``python -m tests.soak.allowing_host [TOOL [SECONDS [PORT]]]`` runs on the profile that the ASSENT_… variables name,
until SIGTERM; PORT lets apps in over HTTP; on SIGUSR1 it says on a line how many tasks and bytes it holds. Calls of
TOOL (a glob; all tools where it is missing) are allowed. Any other call is asked: the approver approves those whose
argument ``answer`` is ``yes`` and never answers the rest. SECONDS make the disk slow: each commit takes up to so much
longer, at random. One line on stdout says that the socket is open.
"""

from __future__ import annotations

import asyncio
import ctypes
import gc
import json
import logging
import os
import random
import signal
import sqlite3
import sys
import threading
from collections.abc import Sequence

import psutil

from host import logs, tasks
from host.audit import database, store
from host.audit.record import Line
from host.gate import inspection_pool
from host.host import Host
from host.model import Answer, ApprovalRequest, Effect
from host.paths import Paths
from host.policy import gather
from tests.support.hosts import CALM, managed
from tests.support.waiting import PATIENCE


class Half:
    """Approves what says so itself; leaves everything else waiting."""

    async def decide(self, request: ApprovalRequest) -> Answer:
        """As above."""
        if request.call.arguments_value.get("answer") != "yes":
            await asyncio.Event().wait()
        return Answer(True, request.call.id, request.call.digest, "ana", displayed_ms=1500)


def slow_down_disk(seconds: float) -> None:
    """Let each commit take up to ``seconds`` longer: a kill then finds more that is on its way to the disk.

    It still counts as fast, so that the event loop waits for it.
    """
    insert, never = database.insert, threading.Event()

    def insert_slowly(connection: sqlite3.Connection, lines: Sequence[Line]) -> None:
        never.wait(random.uniform(0.0, seconds))  # noqa: S311  # no secret
        insert(connection, lines)

    database.insert = insert_slowly
    store.FAST_SECONDS = PATIENCE  # type: ignore[misc]  # final for everybody else


def take_time() -> None:
    """Look at every call, however busy the machine is: one that was not looked at in time is asked, and waits here."""
    inspection_pool.ANSWER_SECONDS = inspection_pool.MAX_WAIT_SECONDS = gather.RESOLVE_SECONDS = PATIENCE  # type: ignore[misc]  # final for everybody else


def tell() -> None:
    """Say what this process holds that nobody sees from outside."""
    gc.collect()
    if sys.platform == "linux":
        ctypes.CDLL(None).malloc_trim(0)  # what was given back counts as free
    memory = psutil.Process().memory_full_info().uss
    sys.stdout.write(json.dumps({"tasks": len(tasks.running_tasks()), "memory": memory}) + "\n")
    sys.stdout.flush()


async def run(tool: str, port: int = 0) -> None:
    """Run the host until SIGTERM."""
    stop = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stop.set)
    asyncio.get_running_loop().add_signal_handler(signal.SIGUSR1, tell)
    paths = Paths.from_environment(os.environ)
    rules = managed((Effect.ALLOW, "*", tool, "*"))
    async with Host(paths, approver=Half(), managed=rules, settings=CALM.replace(http_port=port)):
        sys.stdout.write(json.dumps({"pid": os.getpid(), "socket": str(paths.socket)}) + "\n")
        sys.stdout.flush()
        await stop.wait()


if __name__ == "__main__":
    logs.to_stderr(logging.WARNING)
    take_time()
    wanted, slowness, web_port, *_ = (*sys.argv[1:], *("*", "0", "0")[len(sys.argv) - 1 :])
    if float(slowness):
        slow_down_disk(float(slowness))
    asyncio.run(run(wanted, int(web_port)))
