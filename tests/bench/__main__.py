"""``make bench``: what Assent costs, side by side in one run.

The same calls go straight to an echo server, through a bare forwarder, through ``assent connect`` and a host with an
allow rule and its durable log on a real disk, and small ones through two other proxies, and over HTTP; in rounds, one
line after the other, since machines are noisy and only what was measured next to each other can be compared.
``--quick`` takes half a minute, ``--json FILE`` keeps it all.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import sqlite3
import sys
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

from tests.bench import ground, peers, report, startup
from tests.bench.line import Line, Sample
from tests.bench.payloads import DOWN, PROSE, SMALL, UP, Payload
from tests.bench.report import ASSENT, Burst, WebBurst
from tests.bench.web import WebLine
from tests.support.http_servers import free_port

COMMITS: Final = 100
"""Commits beside each burst."""
WARM_SECONDS: Final = 0.3


@dataclass(frozen=True)
class Size:
    """How much is measured.

    Attributes:
        rounds: of small calls. large_rounds: of large ones. starts: how often everything is started.
        seconds: of one burst; what is in flight at its end is still answered.
        in_flight: of small calls. large: of large ones.
    """

    rounds: int
    large_rounds: int
    starts: int
    seconds: float
    in_flight: tuple[int, ...]
    large: tuple[int, ...]


FULL: Final = Size(9, 3, 7, 1.0, (1, 16, 64), (1, 16, 64))
QUICK: Final = Size(3, 1, 2, 0.4, (1, 16, 64), (1,))


def main() -> int:
    """Measure, print, keep."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description="What Assent costs, side by side.")
    parser.add_argument("--quick", action="store_true", help="about half a minute, and rougher")
    parser.add_argument("--json", type=Path, metavar="FILE", help="keep every figure of every round")
    options = parser.parse_args()
    size = QUICK if options.quick else FULL
    with ground.directory() as directory:
        kind = ground.filesystem(directory)
        with ground.profile(directory) as profile:
            starts = [startup.starts(profile) for _ in range(size.starts)]
            weights = startup.weights(profile)
        with ground.profile(directory) as profile:
            bursts, over_http, missing = measure(profile, directory, size)
    rows, web_rows, middle = report.rows(bursts), report.web_rows(over_http), report.middle_starts(starts)
    commit = report.middle_commit([burst.commit for burst in bursts])
    targets = report.targets(rows, web_rows, middle, weights)
    sys.stdout.write(report.text(rows, web_rows, commit, middle, weights, targets, _ground(kind), missing))
    if options.json is not None:
        everything = {
            "ground": _ground(kind), "real_disk": not ground.forgetful(kind),
            "commit": asdict(commit),
            "calls": [asdict(row) for row in rows],
            "http": [{"in_flight": number, **asdict(it)} for number, it in web_rows],
            "starts": asdict(middle), "weights": asdict(weights),
            "targets": [asdict(target) for target in targets],
            "rounds": {"calls": [asdict(burst) for burst in bursts],
            "http": [asdict(burst) for burst in over_http], "starts": [asdict(start) for start in starts]},
        }  # fmt: skip
        options.json.write_text(json.dumps(everything, indent=1) + "\n")
    return 0


def measure(profile: ground.Profile, directory: Path, size: Size) -> tuple[list[Burst], list[WebBurst], list[str]]:
    """All bursts of all rounds, those over HTTP, and why a proxy is not among them.

    Lines stay open; only one of them is ever busy.
    """
    with ExitStack() as stack:
        port = free_port()
        stack.enter_context(ground.host(profile, (*ground.ALLOWING, "*", "0", str(port))))
        lines = (
            stack.enter_context(Line(ground.ECHO)),
            stack.enter_context(Line((sys.executable, "-m", "tests.bench.forwarder", *ground.ECHO))),
            stack.enter_context(ground.connect(profile)),
        )
        for line in lines:
            line.greet()
            for payload in (SMALL, PROSE, UP, DOWN):
                line.check(payload)
            line.burst(SMALL, 16, WARM_SECONDS)
        missing = list[str]()
        beside = _beside(stack, missing)
        behind_url = _behind_url(profile, port, stack, missing)
        bursts, over_http = list[Burst](), list[WebBurst]()
        for number in range(max(size.rounds, size.large_rounds)):
            for payload, in_flight in _kinds(size, number):
                direct, forwarder, assent = (line.burst(payload, in_flight, size.seconds) for line in lines)
                others: dict[str, Sample] = {}
                if payload is SMALL:
                    others = {
                        peer.name: line.burst(SMALL.named(peer.prefix), in_flight, size.seconds)
                        for peer, line in beside.items()
                    }
                commit = ground.commit(directory, COMMITS)
                bursts.append(Burst(payload.name, in_flight, direct, forwarder, assent, commit, others))
            for in_flight in size.in_flight if number < size.rounds else ():
                samples = {name: it.burst(SMALL, in_flight, size.seconds) for name, it in behind_url.items()}
                over_http.append(WebBurst(in_flight, samples))
        return bursts, over_http, missing


def _beside(stack: ExitStack, missing: list[str]) -> dict[peers.Peer, Line]:
    """The lines through other proxies. ``missing``: takes why there is none."""
    lines = dict[peers.Peer, Line]()
    for peer in peers.PEERS:
        came = stack.enter_context(peers.running(peer))
        if isinstance(came, str):
            missing.append(came)
        else:
            lines[peer] = came
            came.burst(SMALL.named(peer.prefix), 16, WARM_SECONDS)
    return lines


def _behind_url(profile: ground.Profile, port: int, stack: ExitStack, missing: list[str]) -> dict[str, WebLine]:
    """The lines over HTTP, by name. ``port``: of the host. ``missing``: takes why there is none."""
    lines = {"direct": stack.enter_context(ground.echo_http()), ASSENT: ground.connect_http(profile, port)}
    came = stack.enter_context(peers.over_http())
    if isinstance(came, str):
        missing.append(came)
    else:
        lines[peers.FASTMCP.name] = came
    for each in lines.values():
        each.burst(SMALL, 16, WARM_SECONDS)
    return lines


def _kinds(size: Size, number: int) -> list[tuple[Payload, int]]:
    """The kinds of burst of one round."""
    small = [(SMALL, in_flight) for in_flight in size.in_flight if number < size.rounds]
    small += [(PROSE, 1)] if number < size.rounds else []
    large = [(payload, in_flight) for payload in (UP, DOWN) for in_flight in size.large if number < size.large_rounds]
    return small + large


def _ground(kind: str) -> str:
    """What was measured on."""
    programs = f"Python {platform.python_version()}, SQLite {sqlite3.sqlite_version}"
    machine = f"{platform.system()} {platform.release()}, {os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}"
    warning = " NOT A REAL DISK: commits may cost nothing here." if ground.forgetful(kind) else ""
    return f"{programs}, {machine}, log on {kind}.{warning}"


if __name__ == "__main__":
    sys.exit(main())
