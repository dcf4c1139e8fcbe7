"""How long until something answers, and what it weighs."""

from __future__ import annotations

import time
from contextlib import ExitStack
from dataclasses import dataclass

import psutil

from tests.bench import ground
from tests.bench.line import Line
from tests.bench.payloads import SMALL

MIB = 1 << 20


@dataclass(frozen=True)
class Starts:
    """Seconds, of one round.

    Attributes:
        host_listening: from the start of ``assent host`` until its socket answered.
        host_call: from the start of a host until its first call, through a bridge started right after it, was answered.
        bridge: from the start of ``assent connect`` until its first answer, the start of its server included.
        server: the same without Assent.
    """

    host_listening: float
    host_call: float
    bridge: float
    server: float


@dataclass(frozen=True)
class Weight:
    """One process. Attributes: rss, uss: MiB resident, and of that unshared."""

    rss: float
    uss: float


@dataclass(frozen=True)
class Weights:
    """Attributes: host: idle. host_with_servers: with five, idle. checker: its schema worker. bridge: idle."""

    host: Weight
    host_with_servers: Weight
    checker: Weight
    bridge: Weight


def starts(of: ground.Profile) -> Starts:
    """Start everything once."""
    with ground.host(of, (*ground.ASSENT, "host", "--json")) as host:
        with ground.connect(of) as bridge:
            greeted = bridge.greet()
        with Line(ground.ECHO) as direct:
            alone = direct.greet()
    began = time.perf_counter()
    with ground.host(of, ground.ALLOWING), ground.connect(of) as bridge:
        bridge.greet()
        bridge.check(SMALL)
        called = time.perf_counter() - began
    return Starts(host.listening, called, greeted, alone)


def weights(of: ground.Profile) -> Weights:
    """Weigh everything once."""
    with ExitStack() as stack:
        host = stack.enter_context(ground.host(of, (*ground.ASSENT, "host", "--json")))
        checker = next(it for it in psutil.Process(host.pid).children() if "schema_worker" in " ".join(it.cmdline()))
        idle = _weigh(psutil.Process(host.pid))
        bridges = [stack.enter_context(ground.connect(of, number)) for number in range(ground.SERVERS)]
        for bridge in bridges:
            bridge.greet()
            bridge.ask("tools/list", {})
        return Weights(
            idle, _weigh(psutil.Process(host.pid)), _weigh(checker), _weigh(psutil.Process(bridges[0].process.pid))
        )


def _weigh(process: psutil.Process) -> Weight:
    facts = process.memory_full_info()
    return Weight(facts.rss / MIB, facts.uss / MIB)
