"""``python -m tests.bench.window``: how quick the window is. Part of ``make bench``.

The real host and the real window, which paints into memory; questions come from real bridges. Proposal to painted: from
the moment an app writes its ``tools/call`` until the consent window with that call was painted for the first time.
"""

from __future__ import annotations

import argparse
import itertools
import json
import os
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any, Final  # Any: lines of a report

import psutil

from tests.bench import ground
from tests.bench.line import Line
from tests.bench.payloads import SMALL, UP, Payload
from tests.support.waiting import eventually_blocking

BURST: Final = 64
MIB: Final = 1 << 20
MS: Final = 1e3
_IDS: Final = itertools.count(10_000)
"""Request ids; a used one is refused."""


@dataclass(frozen=True)
class Target:
    """What must be. Attributes: what, limit: at most. measured: is. unit: of both."""

    what: str
    measured: float
    limit: float
    unit: str


class Report:
    """What the witness in the window wrote."""

    def __init__(self, file: Path) -> None:
        self._file = file

    def lines(self) -> list[dict[str, Any]]:
        """Everything so far."""
        if not self._file.exists():
            return []
        return [json.loads(line) for line in self._file.read_text().splitlines() if line.endswith("}")]

    def of(self, what: str) -> list[dict[str, Any]]:
        """The events of one kind."""
        return [line for line in self.lines() if line["what"] == what]


@contextmanager
def window(profile: ground.Profile, report: Path) -> Iterator[tuple[ground.RunningHost, Report, float]]:
    """A host with its window, once that is usable; with the seconds which that took."""
    command = (sys.executable, "-m", "tests.bench.window_host", str(report))
    profile.env["QT_QPA_PLATFORM"] = "offscreen"
    began = time.monotonic()
    with ground.host(profile, command) as host:
        told = Report(report)
        [usable] = eventually_blocking(lambda: told.of("usable"))
        yield host, told, usable["at"] - began


def painted(line: Line, report: Report, payload: Payload, count: int) -> list[float]:
    """Seconds from the proposal of each of ``count`` calls, one after another, until it was painted."""
    taken = []
    for _ in range(count):
        before = len(report.of("painted"))
        began = time.monotonic()
        line.put(payload.request(next(_IDS)))
        eventually_blocking(lambda before=before: len(report.of("painted")) > before)  # type: ignore[misc]  # bound now
        line.get()
        taken.append(report.of("painted")[-1]["at"] - began)
    return taken


def longest_stall(line: Line, report: Report) -> float:
    """Seconds: the longest time that the window's loop stood still while a burst of questions came and was answered."""
    before = len(report.of("painted"))
    began = time.monotonic()
    for _ in range(BURST):
        line.put(SMALL.request(next(_IDS)))
    eventually_blocking(lambda: len(report.of("painted")) >= before + BURST, within=120)
    for _ in range(BURST):
        line.get()
    gaps = [gap["seconds"] for gap in report.of("gap") if gap["at"] >= began]
    return max(gaps, default=0.0)


def measure(directory: Path, rounds: int) -> list[Target]:
    """All of it."""
    starts, small, large, stalls, weights = [], [], [], [], []
    for number in range(rounds):
        with (
            ground.profile(directory) as profile,
            window(profile, directory / f"window-{number}") as (host, told, took),
        ):
            starts.append(took)
            with ExitStack() as stack:
                lines = [stack.enter_context(ground.connect(profile, n)) for n in range(ground.SERVERS)]
                for line in lines:
                    line.greet()
                weights.append(_resident(host.pid))
                painted(lines[0], told, SMALL, 2)
                small += painted(lines[0], told, SMALL, 10)
                large += painted(lines[0], told, UP, 3)
                stalls.append(longest_stall(lines[1], told))
    return [
        Target("proposal to painted, median", median(small) * MS, 50, "ms"),
        Target("proposal to painted with 1 MB of arguments, median", median(large) * MS, 150, "ms"),
        Target(
            f"longest stall of the window's loop, {BURST} calls at once, median of runs", median(stalls) * MS, 50, "ms"
        ),
        Target("start to usable window, warm, median", median(starts) * MS, 1_000, "ms"),
        Target("host and window, idle, 5 servers, resident", median(weights), 150, "MiB"),
    ]


def _resident(pid: int) -> float:
    """MiB of the host and of its window; the schema worker and the servers are processes of their own."""
    host = psutil.Process(pid)
    [shown] = [child for child in host.children() if any("window_probe" in part for part in child.cmdline())]
    return (host.memory_info().rss + shown.memory_info().rss) / MIB


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.window", description="How quick the window is.")
    parser.add_argument("--quick", action="store_true", help="one round")
    parser.add_argument("--json", type=Path, metavar="FILE", help="not kept here; see python -m tests.bench")
    options = parser.parse_args()
    with ground.directory() as directory:
        targets = measure(directory, 1 if options.quick else 5)
    sys.stdout.write(f"\nThe window (offscreen), load {os.getloadavg()[0]:.1f}:\n")
    for target in targets:
        holds = "yes" if target.measured <= target.limit else "NO"
        sys.stdout.write(
            f"  {target.what:<74} {target.measured:8,.1f} {target.unit}, at most {target.limit:,.0f}: {holds}\n"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
