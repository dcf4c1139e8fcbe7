"""What ends servers that a host left behind when it was killed, and which processes belong to a server.

Owns: a shell that is told which servers run, and the program that it becomes when its input ends: which is when the
host is gone, whatever ended it. A shell, since it waits in one megabyte and is there at once.

Invariants: whoever had time to leave is asked before it is killed; no process id is trusted that the system may have
given to somebody else meanwhile; a host that ends in order leaves nothing to do.

What a server started belongs to it while it is in the server's session or descends from somebody who is. What made a
session of its own and outlived whoever started it cannot be told from any other program.

As a program this file needs nothing of ``host``.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import sys
import time
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Collection
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    import psutil

_SHELL: Final = 'while IFS= read -r line; do last=$line; done; [ -z "$last" ] || exec "$0" -I "$1" $last'
"""Each line is the whole list; one that the host did not write to its end is none."""
_ENVIRONMENT: Final = ("PATH", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH")
"""What a shell and a Python interpreter may need to start; nothing else is inherited."""
_GRACES: Final = ((2.0, signal.SIGTERM), (2.0, signal.SIGKILL))
"""Seconds before each signal: for who leaves when its input ends, and for who tidies up when asked."""
_SLACK: Final = 2.0
"""Seconds by which clocks of the system and of ours may differ on when a process began."""
END_SECONDS: Final = 5.0
"""To see a shell go whose input ended; it does nothing more."""


class Reaper:
    """Outlives the host for as long as it takes to end its servers. Attributes: process: the shell, None before."""

    def __init__(self) -> None:
        """Not started; what it is told before is kept."""
        self.process: Process | None = None
        self._servers: dict[int, int] = {}

    async def start(self) -> None:
        """Start the shell. Raises OSError where there is none."""
        environment = {name: os.environ[name] for name in _ENVIRONMENT if name in os.environ}
        # A session of its own, so that what ends the host from a terminal does not end it too.
        self.process = await asyncio.create_subprocess_exec(
            *("/bin/sh", "-c", _SHELL, sys.executable, __file__),
            stdin=PIPE,
            stdout=DEVNULL,
            stderr=DEVNULL,
            env=environment,
            start_new_session=True,
        )
        self._tell()

    def watch(self, servers: Collection[int]) -> None:
        """These servers run now, by process id, each the leader of a session; must be told of each change."""
        if self._servers.keys() != set(servers):
            now = int(time.time())
            self._servers = {pid: self._servers.get(pid, now) for pid in servers}
            self._tell()

    async def stop(self) -> None:
        """The host ends in order: there is nothing left to do."""
        if self.process is None or (stdin := self.process.stdin) is None:
            return
        self.watch(())
        stdin.close()
        try:
            async with asyncio.timeout(END_SECONDS):
                await self.process.wait()
        except TimeoutError:
            self.process.kill()
            await self.process.wait()

    def _tell(self) -> None:
        if self.process is not None and self.process.returncode is None and self.process.stdin is not None:
            line = " ".join(f"{pid}@{since}" for pid, since in self._servers.items())
            self.process.stdin.write(f"{line}\n".encode())


def members(leaders: Collection[int]) -> set[psutil.Process]:
    """The processes of the sessions that ``leaders`` lead, and all that descend from them; ``leaders`` included."""
    import psutil  # no start waits for it

    parents: dict[psutil.Process, int] = {}
    for process in psutil.process_iter():
        with contextlib.suppress(psutil.Error):
            if process.status() != psutil.STATUS_ZOMBIE:
                parents[process] = process.ppid()
    found = {process for process in parents if process.pid in leaders or _session(process.pid) in leaders}
    before = 0
    while len(found) > before:
        before, known = len(found), {process.pid for process in found}
        found |= {process for process, parent in parents.items() if parent in known}
    return found


def signal_all(leaders: Collection[int], others: Collection[psutil.Process], number: signal.Signals) -> None:
    """Signal the group of each of ``leaders``, then ``others``; psutil knows whether they still are who they were."""
    import psutil

    for leader in leaders:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(leader, number)
    for process in others:
        with contextlib.suppress(psutil.Error):
            process.send_signal(number)


def _session(pid: int) -> int:
    try:
        return os.getsid(pid)
    except OSError:
        return 0


def _is_still(pid: int, since: int) -> bool:
    """Whether it is the server that ran at ``since``, or is gone: nobody gets the id of a session that has members."""
    import psutil

    try:
        return psutil.Process(pid).create_time() <= since + _SLACK
    except psutil.NoSuchProcess:
        return True
    except psutil.Error:
        return False


def main(arguments: list[str]) -> None:
    """End the servers that are named, as ``PID@SECONDS``."""
    import psutil

    told = [argument.split("@") for argument in arguments]
    leaders = {int(pid) for pid, since in told if _is_still(int(pid), int(since))}
    seen: set[psutil.Process] = set()
    for seconds, number in _GRACES:
        seen |= members(leaders)  # before the first of them leaves: who it started is nobody's child afterwards
        psutil.wait_procs(seen, timeout=seconds)
        seen = {process for process in seen | members(leaders) if _runs(process)}
        if not seen:
            return
        signal_all(leaders, seen, number)


def _runs(process: psutil.Process) -> bool:
    """Whether it has not ended; a dead one that nobody collected has."""
    import psutil

    with contextlib.suppress(psutil.Error):
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    return False


if __name__ == "__main__":
    main(sys.argv[1:])
