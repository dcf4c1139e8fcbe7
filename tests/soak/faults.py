"""Ten servers that crash, hang, flood, grow, lie and recover, beside one that is healthy, on one host for long.

Owns: what each of them does wrong, one at a time, and what it must not cost: the healthy server's answers, the host's
memory, processes, tasks and descriptors.

What the healthy server's answers take is held against stretches of the same run in which as many sessions come and go
with servers that do nothing wrong: so a machine that is busy with starting programs is no fault. Only the long form,
which has the machine for itself, judges by these times, and by memory; the short one, beside other tests, tells them.
"""

from __future__ import annotations

import asyncio
import json
import math
import signal
import sys
import time
from asyncio.subprocess import Process
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from typing import Any, Final, Self

import psutil

from host.apps import registry
from tests.support import http_servers
from tests.support.app import App, refused, text_of
from tests.support.hosts import ROOT, raw_server, write_servers
from tests.support.profile import Profile
from tests.support.waiting import PATIENCE, eventually, eventually_told

MEMORY: Final = 1.05
"""What the host may hold at the end, for what it held after it was warm."""
SLOWER: Final = 1.5
"""What the slowest hundredth of the healthy server's answers may take, for what it took among healthy ones."""
WARM: Final = 3
"""Rounds of every fault after which the host counts as warm in a short run, which does not judge memory."""
WARM_FOR_LONG: Final = 100
"""Likewise in a long one: some two minutes, in which what is kept up to a bound (pages of the log, thousands of values
that were looked at) is nearly all there."""

Fault = Callable[["Faults"], Awaitable[None]]


@dataclass(frozen=True)
class Held:
    """What a host holds while nobody wants anything. Attributes: memory: bytes of its own."""

    memory: int
    descriptors: int
    threads: int
    processes: int
    tasks: int

    def within(self, warm: Held, memory: float) -> bool:
        """Whether this is no more than what was held when warm; of memory, ``memory`` times as much."""
        now = (self.descriptors, self.threads, self.processes, self.tasks)
        then = (warm.descriptors, warm.threads, warm.processes, warm.tasks)
        return self.memory <= warm.memory * memory and all(
            ours <= theirs for ours, theirs in zip(now, then, strict=True)
        )


@dataclass
class Faults:
    """One host with its servers. An asynchronous context manager."""

    profile: Profile
    _host: Process | None = None
    _asking: Process | None = None

    @asynccontextmanager
    async def running(self) -> AsyncIterator[Self]:
        """With the host and its servers."""
        paths = self.profile.paths
        registry.add(paths.apps_dir, "tester")
        async with http_servers.modern() as port:
            raw = raw_server(sys.executable)
            slow = {"assent": {"timeout": 0.3}}
            names = "healthy crashes floods grows lies mute"
            servers: dict[str, Any] = dict.fromkeys(names.split(), raw) | {
                "hangs": raw | slow,
                "leaves": raw_server(sys.executable, "--exit-at-start"),
                "endless": raw_server(sys.executable, "--endless-pages", "fresh"),
                "remote": {"url": f"http://127.0.0.1:{port}/mcp"},
            }
            write_servers(paths, servers)
            self._host = await self._start("allowing_host")
            try:
                await self._line(self._host)
                self._asking = await self._start("asking_app", "healthy")
                yield self
            finally:
                if self._asking is not None:
                    await self._asking.communicate(b"")
                self._host.terminate()
                assert await self._host.wait() == 0

    async def _start(self, module: str, *words: str) -> Process:
        return await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", f"tests.soak.{module}", *words),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            env=self.profile.env,
            cwd=ROOT,
            limit=64 << 20,
        )

    @staticmethod
    async def _line(process: Process) -> Any:
        assert process.stdout is not None
        async with asyncio.timeout(PATIENCE):
            return json.loads(await process.stdout.readline())

    # What is measured

    async def round(self, turns: list[Fault]) -> list[float]:
        """Take these turns; how long each answer of the healthy server took meanwhile, in seconds."""
        assert self._asking is not None
        assert self._asking.stdin is not None
        self._asking.stdin.write(b"begin\n")
        for turn in turns:
            await turn(self)
        self._asking.stdin.write(b"end\n")
        told: list[float] = await self._line(self._asking)
        return told

    async def rounds(self, count: int, seconds: float = 0.0) -> tuple[list[float], list[float]]:
        """Rounds of sessions that do nothing wrong and rounds of all faults, in turns; what the answers took in each.

        In turns, so that whatever else the machine does meets both. At least ``count`` of each, and for ``seconds``.
        """
        quiet, beside, end = list[float](), list[float](), time.monotonic() + seconds
        while count > 0 or time.monotonic() < end:
            quiet += await self.round([behaves] * len(FAULTS))
            beside += await self.round(FAULTS)
            count -= 1
        return quiet, beside

    async def held(self) -> Held:
        """What the host holds, once all but the healthy session has left."""
        assert self._host is not None
        process = psutil.Process(self._host.pid)
        await eventually(lambda: self._servers(process) <= 1)
        self._host.send_signal(signal.SIGUSR1)
        said = await self._line(self._host)
        return Held(
            said["memory"],
            process.num_fds(),
            process.num_threads(),
            len(process.children(recursive=True)),
            said["tasks"],
        )

    async def held_no_more_than(self, warm: Held, memory: float) -> Held:
        """What the host holds once that is ``within`` what it was; what it holds at last where that never comes.

        A server's last, overlong line is given back only after the server has left.
        """

        async def no_more() -> Held | None:
            held = await self.held()
            return held if held.within(warm, memory) else None

        with suppress(AssertionError):
            return await eventually_told(no_more)
        return await self.held()

    @staticmethod
    def _servers(host: psutil.Process) -> int:
        with suppress(psutil.Error):
            return sum(any("raw.py" in word for word in child.cmdline()) for child in host.children(recursive=True))
        return 99

    # What they do

    @asynccontextmanager
    async def session(self, server: str, *, greet: bool = True, modern: bool = False) -> AsyncIterator[App]:
        """An app of its own with a server."""
        app = await App.start(server, env=self.profile.env, greet=greet, modern=modern)
        try:
            yield app
        finally:
            await app.close()


async def behaves(soak: Faults) -> None:
    """What every session does: come, call, leave."""
    async with soak.session("mute") as app:
        assert text_of(await app.call("echo", {"text": "x"})) == "x"


async def recovers(soak: Faults, server: str) -> None:
    """Whatever a server did, the next session with it works."""
    async with soak.session(server) as app:
        assert text_of(await app.call("echo", {"text": "again"})) == "again"


async def crashes(soak: Faults) -> None:
    """Ends in mid-call; the next session works."""
    async with soak.session("crashes") as app:
        assert "outcome is unknown" in text_of(await app.call("crash"))
    await recovers(soak, "crashes")


async def hangs(soak: Faults) -> None:
    """Never answers, then not even the end of its input; the next session works."""
    async with soak.session("hangs") as app:
        assert "did not answer in time" in text_of(await app.call("late"))
        app.begin_call("hang")
    await recovers(soak, "hangs")


async def floods(soak: Faults) -> None:
    """Says a thousand things that nobody asked for, and some that are no messages."""
    async with soak.session("floods") as app:
        assert text_of(await app.call("flood", {"count": 1_000})) == "flooded"
        assert text_of(await app.call("junk")) == "after junk"


async def grows(soak: Faults) -> None:
    """Answers ever more, then without end; the next session works."""
    async with soak.session("grows") as app:
        for size in (10, 100_000, 2_000_000):
            assert len(text_of(await app.call("big", {"size": size}))) == size
        assert text_of(await app.call("stderr", {"size": 200_000})) == "said"
        assert app.process.returncode is None
        assert "error" in await app.call("nolf", {"megabytes": 40})
    await recovers(soak, "grows")


async def lies(soak: Faults) -> None:
    """Changes what its tools are while they are used, and answers twice."""
    async with soak.session("lies") as app:
        await app.request("tools/list")
        assert text_of(await app.call("change", {"announce": True})) == "changed"
        assert text_of(await app.call("twice")) == "first"
        assert "result" in await app.call("null")
        assert refused(await app.call("fail"))
        assert "error" in await app.call("error")


async def leaves(soak: Faults) -> None:
    """Ends whenever it is started."""
    async with soak.session("leaves", greet=False) as app:
        _, answer = app.begin("initialize", {"protocolVersion": "2025-11-25", "capabilities": {}})
        with suppress(TimeoutError, asyncio.CancelledError):
            async with asyncio.timeout(0.5):
                await answer


async def endless(soak: Faults) -> None:
    """Lists without end."""
    async with soak.session("endless") as app:
        assert refused(await app.call("t1"))


async def remote(soak: Faults) -> None:
    """Is called over HTTP, and left in the middle of it."""
    async with soak.session("remote", modern=True) as app:
        listed = await app.request("tools/list")
        assert listed["result"]["tools"]
        app.begin("tools/list")


FAULTS: Final[list[Fault]] = [behaves, crashes, hangs, floods, grows, lies, leaves, endless, remote]
"""With the healthy one itself, ten."""


def p99(took: list[float]) -> float:
    """What the slowest hundredth takes at least."""
    return sorted(took)[math.ceil(len(took) * 0.99) - 1]


async def soak(profile: Profile, seconds: float | None) -> str:
    """Run as many rounds again as made the host warm, or for so many seconds; what was found, in a line.

    Raises AssertionError where the faults cost too much. What they cost in time and memory is judged where ``seconds``
    are given: a few rounds do not fill all that is bounded.
    """
    memory = math.inf if seconds is None else MEMORY
    async with Faults(profile).running() as faults:
        await faults.rounds(WARM if seconds is None else WARM_FOR_LONG)
        warm = await faults.held()
        quiet, beside = await faults.rounds(WARM, seconds or 0.0)
        held = await faults.held_no_more_than(warm, memory)
    usual, slowed = p99(quiet), p99(beside)
    times = f"p99 {usual * 1e3:.1f} ms, beside faults {slowed * 1e3:.1f} ms"
    told = f"{len(quiet)} and {len(beside)} answers, {times}; {warm}, then {held}"
    assert held.within(warm, memory), told
    assert seconds is None or slowed <= usual * SLOWER, told
    return told
