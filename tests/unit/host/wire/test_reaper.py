"""Which processes belong to a server, and who ends them once the host is gone."""

from __future__ import annotations

import asyncio
import signal
import subprocess
import sys
from collections.abc import Iterator

import psutil
import pytest

from host.wire import reaper
from host.wire.reaper import Reaper, session_members, signal_all
from tests.support.waiting import PATIENCE, eventually

FAMILY = """
import subprocess, sys, signal
stay = "import signal; signal.pause()"
children = [subprocess.Popen([sys.executable, "-c", stay], start_new_session=own) for own in (False, True)]
print(*(child.pid for child in children), flush=True)
signal.pause()
"""


def runs(process: psutil.Process) -> bool:
    return process.is_running() and process.status() != psutil.STATUS_ZOMBIE


@pytest.fixture
def family() -> Iterator[list[psutil.Process]]:
    """A leader with two children, one of which leads a session of its own."""
    leader = subprocess.Popen([sys.executable, "-c", FAMILY], stdout=subprocess.PIPE, text=True, start_new_session=True)
    assert leader.stdout is not None
    pids = [leader.pid, *map(int, leader.stdout.readline().split())]
    processes = [psutil.Process(pid) for pid in pids]
    yield processes
    signal_all({leader.pid}, processes, signal.SIGKILL)
    leader.stdout.close()
    leader.wait(PATIENCE)


def test_what_a_server_started_belongs_to_it_in_whatever_session(family: list[psutil.Process]) -> None:
    leader, *_ = family
    assert session_members({leader.pid}) == set(family)
    assert session_members(()) == set()


def test_who_stayed_in_the_session_of_a_server_that_ended_still_belongs_to_it(family: list[psutil.Process]) -> None:
    leader, inside, outside = family
    leader.kill()
    leader.wait(PATIENCE)
    assert session_members({leader.pid}) == {inside}
    outside.kill()  # nobody could tell whose it was


async def test_who_had_a_server_that_is_no_more_ends_nobody_that_came_after_it(family: list[psutil.Process]) -> None:
    """A process id goes to somebody else; when that one began gives it away."""
    leader, *_ = family
    long_ago = int(leader.create_time()) - 60
    program = [sys.executable, "-I", reaper.__file__, f"{leader.pid}@{long_ago}"]
    await asyncio.to_thread(subprocess.run, program, check=True, timeout=PATIENCE)
    assert all(map(runs, family))


async def test_a_host_that_goes_without_a_word_is_followed_by_its_servers(family: list[psutil.Process]) -> None:
    guard = Reaper()
    guard.watch({family[0].pid})
    await guard.start()
    process = guard.process
    assert process is not None
    assert process.stdin is not None
    process.stdin.write(b"999999@1")  # the beginning of a line whose end never came
    process.stdin.close()  # as the end of the host does
    await eventually(lambda: not any(map(runs, family)))
    assert await asyncio.wait_for(process.wait(), PATIENCE) == 0


async def test_a_host_that_ends_in_order_leaves_its_servers_alone(family: list[psutil.Process]) -> None:
    guard = Reaper()
    await guard.start()
    guard.watch({family[0].pid})
    await guard.stop()
    assert all(map(runs, family))
    await guard.stop()
    guard.watch(())


async def test_what_was_not_started_is_stopped_all_the_same() -> None:
    await Reaper().stop()
