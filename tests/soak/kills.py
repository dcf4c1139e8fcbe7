"""Rounds of ``kill -9`` under load, on one profile whose log goes on over all of them.

Owns: who is killed when, and that everything comes back. A round: an app keeps calls in flight; host, bridge or server
is killed at a random moment; what is left must leave by itself; a new bridge (and host) must work at once; then the
story of the round is checked. Which victim and which moment comes from the seed; where exactly the knife falls also
depends on the machine, which is the point.
"""

from __future__ import annotations

import asyncio
import random
import signal
import sys
from asyncio.subprocess import Process
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass
from types import TracebackType
from typing import Final, Literal, Self

import psutil

from host.apps import registry
from host.control import messages
from tests.soak.load import KillableApp, Load
from tests.soak.story import Heard, Journal, Story
from tests.support.app import MODERN_REVISION
from tests.support.hosts import ROOT, raw_server, write_servers
from tests.support.profile import Profile
from tests.support.waiting import PATIENCE, eventually

Victim = Literal["host", "bridge", "server"]
VICTIMS: Final[tuple[Victim, ...]] = ("host", "bridge", "server")
MOST_ANSWERS: Final = 80
"""A kill comes after at most so many answers."""
AT_ONCE: Final = 0.25
"""Share of kills that wait for no answer at all: the first calls are on their way."""
MOST_TURNS: Final = 60
"""A kill comes at most so many turns of the loop later."""
IN_START: Final = 0.25
"""Share of killed hosts whose successor is killed as well, while it starts: within START_SECONDS, ready or not."""
START_SECONDS: Final = 0.6
SLOW: Final = 0.7
"""Share of hosts whose disk is slow …"""
SLOW_DISK: Final = 0.02
"""… by up to so many seconds for a commit. What a host sends before it is durable has that long to be found out."""
MODERN: Final = 0.3
"""Share of apps that speak the modern revision."""
ALONE: Final = 0.4
"""Share of rounds with one call at a time, for whose decisions the host's event loop waits by itself."""
LEAVE_SECONDS: Final = PATIENCE
"""In which every process of a dead session must have left by itself; it takes a few milliseconds."""
BRIDGE_WITHOUT_HOST: Final = 3
"""The bridge's exit code where the host closed the connection; 0 where the app left before the bridge noticed."""


@dataclass(frozen=True)
class Plan:
    """One round, as the seed has it.

    Attributes:
        victim: who is killed. answers, turns: after how many answers, and turns of the loop.
        start: after how many seconds a killed host's successor is killed as well, None for not at all.
        disk: how many seconds longer a commit of the next host may take. modern: whether the next app is.
        load: seed of the mix of calls. alone: whether one call is in flight at a time.
    """

    victim: Victim
    answers: int
    turns: int
    start: float | None
    disk: float
    modern: bool
    load: int
    alone: bool


def plan(seed: int, number: int) -> Plan:
    """The round with this number."""
    rng = random.Random(f"{seed}/{number}")  # noqa: S311  # repeatable on purpose
    return Plan(
        rng.choice(VICTIMS),
        0 if rng.random() < AT_ONCE else rng.randrange(MOST_ANSWERS),
        rng.randrange(MOST_TURNS),
        rng.uniform(0.0, START_SECONDS) if rng.random() < IN_START else None,
        SLOW_DISK if rng.random() < SLOW else 0.0,
        rng.random() < MODERN,
        rng.getrandbits(32),
        rng.random() < ALONE,
    )


class Kills:
    """One profile, one host at a time, one app at a time. An asynchronous context manager."""

    def __init__(self, profile: Profile, seed: int) -> None:
        """``profile``: fresh. ``seed``: of all that is random."""
        self._paths, self._env = profile
        self._seed = seed
        self._journal = self._paths.config / "journal"
        self._errors = self._paths.config / "host-stderr"
        self.story = Story(self._paths, Journal(self._journal))
        self.killed: Counter[str] = Counter()
        self._host: Process | None = None
        self._app: KillableApp | None = None
        self._round = 0

    async def __aenter__(self) -> Self:
        """Set up the profile, and start."""
        write_servers(self._paths, {"raw": raw_server(sys.executable, "--journal", str(self._journal), "--sync")})
        registry.add(self._paths.apps_dir, "tester")
        await self._start_host(disk=SLOW_DISK)
        await self._start_app(modern=False)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None
    ) -> None:
        """Stop in order; nothing stays behind, whatever happened."""
        host, app = self._host, self._app
        try:
            if error is None:
                await self._stop_in_order()
        finally:
            for process in (host, None if app is None else app.process):
                if process is not None and process.returncode is None:
                    process.kill()
            if app is not None:
                await app.close()
            if host is not None:
                await host.wait()

    def summary(self) -> str:
        """What happened so far, with the seed."""
        told = (("killed", self.killed), ("calls", self.story.outcomes()))
        counts = [f"{what}: " + ", ".join(f"{n} {name}" for name, n in counted.most_common()) for what, counted in told]
        return f"seed {self._seed}, {self._round} rounds, {self.story.records} records; " + "; ".join(counts)

    async def rounds(self, count: int, *, verify_every: int = 1) -> None:
        """Run ``count`` rounds; check the whole chain after every ``verify_every`` of them, and at the end."""
        for number in range(1, count + 1):
            self._round += 1
            now = plan(self._seed, self._round)
            try:
                heard = await self._one(now)
                await self._start_app(modern=now.modern)
                self.story.read_on()
                self.story.check(heard)
                if number == count or number % verify_every == 0:
                    self.story.verify()
            except BaseException as error:
                error.add_note(f"seed {self._seed}, round {self._round}: {now}")
                raise

    async def _one(self, plan: Plan) -> list[Heard]:
        """One load, one death, and everything up to the moment at which a new bridge may come."""
        assert self._app is not None
        assert self._host is not None
        servers, others = self._children()
        load = Load(self._app, f"r{self._round}", plan.load, alone=plan.alone)
        await load.until_answered(plan.answers)
        for _ in range(plan.turns):
            await asyncio.sleep(0)
        self._kill(plan.victim, servers)
        code, heard = await load.end(leave=plan.victim == "host")
        assert code in ({-signal.SIGKILL} if plan.victim == "bridge" else {BRIDGE_WITHOUT_HOST, 0})
        await _left(servers + (others if plan.victim == "host" else []))
        if plan.victim == "host":
            assert await self._host.wait() == -signal.SIGKILL
            if plan.start is not None:
                await self._kill_starting_host(plan.start)
            await self._start_host(disk=plan.disk)
        assert not self._mine(), "a server of a dead session is still there"
        self.story.journal.read_on()
        return heard

    def _kill(self, victim: Victim, servers: list[psutil.Process]) -> None:
        assert self._app is not None
        assert self._host is not None
        self.killed[victim] += 1
        [server] = servers
        {"host": self._host.kill, "bridge": self._app.process.kill, "server": server.kill}[victim]()

    def _children(self) -> tuple[list[psutil.Process], list[psutil.Process]]:
        """The servers that the host runs, and whatever else it does."""
        assert self._host is not None
        children = psutil.Process(self._host.pid).children(recursive=True)
        servers = [child for child in children if str(self._journal) in child.cmdline()]
        return servers, [child for child in children if child not in servers]

    def _mine(self) -> list[psutil.Process]:
        """The servers of this profile that run, whoever their parent is."""
        found = psutil.process_iter(["cmdline"])
        return [process for process in found if str(self._journal) in (process.info["cmdline"] or ())]

    # Starting and stopping

    async def _spawn_host(self, disk: float) -> tuple[Process, asyncio.StreamReader]:
        """Start a host; it says one line when it listens."""
        with self._errors.open("ab") as errors:
            self._host = host = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "tests.soak.allowing_host", "any", str(disk)),
                stdout=asyncio.subprocess.PIPE,
                stderr=errors,
                env=self._env,
                cwd=ROOT,
            )
        assert host.stdout is not None
        return host, host.stdout

    async def _start_host(self, *, disk: float) -> None:
        """Start a host, whose socket must be usable as soon as it says so."""
        host, stdout = await self._spawn_host(disk)
        async with asyncio.timeout(PATIENCE):
            assert await stdout.readline(), f"the host left at once: {self._errors.read_text()}"
        status = await asyncio.to_thread(messages.ask, self._paths.socket, "status")
        assert (status["pid"], status["pending"]) == (host.pid, 0)

    async def _kill_starting_host(self, seconds: float) -> None:
        """Start a host and kill it so many seconds later, or when it is ready, whatever comes first."""
        self.killed["host, while it started"] += 1
        host, stdout = await self._spawn_host(SLOW_DISK)
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await stdout.readline()
        children = psutil.Process(host.pid).children(recursive=True)
        host.kill()
        assert await host.wait() == -signal.SIGKILL
        await _left(children)

    async def _start_app(self, *, modern: bool) -> None:
        """Start a bridge and make a call, which must work at once. The log is then durable up to this call."""
        self._app = app = await KillableApp.start("raw", env=self._env, modern=modern)
        token = f"probe-{self._round}-{MODERN_REVISION if modern else 'legacy'}"
        answer = await app.call("any", {"id": token, "run": self._seed})
        assert answer["result"]["isError"] is False, answer

    async def _stop_in_order(self) -> None:
        """SIGTERM ends everything with exit code 0, and the host had nothing to complain of, ever."""
        assert self._host is not None
        assert self._app is not None
        servers, others = self._children()
        self._host.terminate()
        assert await self._host.wait() == 0
        assert await self._app.close() in (BRIDGE_WITHOUT_HOST, 0)
        await _left(servers + others)
        assert not self._errors.read_text(), self._errors.read_text()
        self.story.read_on()
        self.story.verify()


async def _left(processes: list[psutil.Process]) -> None:
    """Wait until the processes have left by themselves."""
    await eventually(lambda: not any(map(_runs, processes)), within=LEAVE_SECONDS)


def _runs(process: psutil.Process) -> bool:
    """Whether it has not ended. An orphan that nobody collected yet has."""
    try:
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False
