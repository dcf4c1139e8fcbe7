"""Ends servers that a killed host left behind, and finds the processes that belong to a server.

Owns: a shell that keeps the list of running servers, and the program that it becomes when its input ends. Its input
ends when the host is gone, for whatever reason. It is a shell because that needs only 1 MB and starts at once.

Invariants: a process is asked to end before it is killed. A process id is not trusted if the system may have reused it.
If the host ends in order, nothing is left to do.

A process that a server started belongs to the server while it is in the server's session or descends from a process in
it. A process that made its own session and outlived its parent cannot be recognised any more.

As a program this file imports nothing of ``host``.
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
"""Each line is the whole list. A line without its end is ignored."""
_ENVIRONMENT: Final = ("PATH", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH")
"""Variables that a shell and a Python interpreter may need to start; no others are inherited."""
_GRACES: Final = ((2.0, signal.SIGTERM), (2.0, signal.SIGKILL))
"""Seconds before each signal: to end after the input ended, and to end after SIGTERM."""
_SLACK: Final = 2.0
"""Seconds by which the host's clock and the start time of a process may differ."""
END_SECONDS: Final = 5.0
"""Seconds for the shell to end after its input ended."""


class Reaper:
    """Outlives the host until its servers are ended."""

    def __init__(self) -> None:
        """Create it without starting it. Servers that are named before the start are kept."""
        self.process: Process | None = None
        self._servers: dict[int, int] = {}

    async def start(self) -> None:
        """Start the shell. Raises OSError if there is none."""
        environment = {name: os.environ[name] for name in _ENVIRONMENT if name in os.environ}
        # Its own session, so that a signal from a terminal to the host does not end it too.
        self.process = await asyncio.create_subprocess_exec(
            *("/bin/sh", "-c", _SHELL, sys.executable, __file__),
            stdin=PIPE,
            stdout=DEVNULL,
            stderr=DEVNULL,
            env=environment,
            start_new_session=True,
        )
        self._write_servers()

    def watch(self, servers: Collection[int]) -> None:
        """Replace the list of running servers. ``servers``: process ids, each the leader of a session."""
        if self._servers.keys() != set(servers):
            now = int(time.time())
            self._servers = {pid: self._servers.get(pid, now) for pid in servers}
            self._write_servers()

    async def stop(self) -> None:
        """End the shell without ending any server: the host has done that."""
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

    def _write_servers(self) -> None:
        if self.process is not None and self.process.returncode is None and self.process.stdin is not None:
            line = " ".join(f"{pid}@{since}" for pid, since in self._servers.items())
            self.process.stdin.write(f"{line}\n".encode())


def session_members(leaders: Collection[int]) -> set[psutil.Process]:
    """Return the processes in the sessions of ``leaders``, these included, and all their descendants."""
    import psutil  # imported late to keep the start short

    parents: dict[psutil.Process, int] = {}
    for process in psutil.process_iter():
        with contextlib.suppress(psutil.Error):
            if process.status() != psutil.STATUS_ZOMBIE:
                parents[process] = process.ppid()
    members = {process for process in parents if process.pid in leaders or _session_of(process.pid) in leaders}
    count_before = 0
    while len(members) > count_before:
        count_before, known_pids = len(members), {process.pid for process in members}
        members |= {process for process, parent in parents.items() if parent in known_pids}
    return members


def signal_all(leaders: Collection[int], others: Collection[psutil.Process], number: signal.Signals) -> None:
    """Signal the group of each of ``leaders``, then ``others``. psutil skips those whose process id was reused."""
    import psutil

    for leader in leaders:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(leader, number)
    for process in others:
        with contextlib.suppress(psutil.Error):
            process.send_signal(number)


def _session_of(pid: int) -> int:
    try:
        return os.getsid(pid)
    except OSError:
        return 0


def _is_same_server(pid: int, since: int) -> bool:
    """Whether ``pid`` is the server that ran at ``since``, or is gone. A session's id is not reused while it exists."""
    import psutil

    try:
        return psutil.Process(pid).create_time() <= since + _SLACK
    except psutil.NoSuchProcess:
        return True
    except psutil.Error:
        return False


def main(arguments: list[str]) -> None:
    """End the servers that the arguments name as ``PID@SECONDS``."""
    import psutil

    named_servers = [argument.split("@") for argument in arguments]
    leaders = {int(pid) for pid, since in named_servers if _is_same_server(int(pid), int(since))}
    processes: set[psutil.Process] = set()
    for seconds, number in _GRACES:
        processes |= session_members(leaders)  # before the first ends: its children lose their parent then
        psutil.wait_procs(processes, timeout=seconds)
        processes = {process for process in processes | session_members(leaders) if _is_running(process)}
        if not processes:
            return
        signal_all(leaders, processes, number)


def _is_running(process: psutil.Process) -> bool:
    """Whether a process has not ended. A zombie has ended."""
    import psutil

    with contextlib.suppress(psutil.Error):
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    return False


if __name__ == "__main__":
    main(sys.argv[1:])
