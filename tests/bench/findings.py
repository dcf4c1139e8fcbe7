"""``python -m tests.bench.findings``: what findings are worth, and what they cost. Part of ``make bench``.

Scenarios (``tests.bench.scenarios``) are gone through call by call. Printed are rates with their Wilson intervals
(95 %), of the families that were looked at while the findings were made, of those that were held out, and of the
findings as they were before (``findings_before.json``: the scenarios that there were then, the code of commit d64757f):
never a call.

``--show KIND`` prints calls of the families that are not held out, for whoever improves a kind: hostile calls that were
not found (``missed``), harmless ones that force a question (``forced``) or have a grave finding (``high``), and others
with a finding at medium (``medium``). ``--corpus`` takes scenarios of another place, such as a stranger's, all as one.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median, quantiles
from typing import Final

from host.inspect import inspector
from host.inspect.flows import traces_of
from host.inspect.kinds import KINDS, forces
from host.model import Finding, Severity
from host.values import replace
from tests.bench.prompts import prompts
from tests.bench.replay import Replayed, replay
from tests.bench.scenarios import PRINCIPLES, PUBLIC, Scenario, read

BEFORE: Final = Path(__file__).with_name("findings_before.json")
UNCOUNTED: Final = frozenset({"new-host", "not-inspected", "not-validated"})
"""Kinds that say nothing of what is hostile: of a first time, and of what nobody looked at."""
Z: Final = 1.96
"""Of a confidence of 95 %."""
SMALL: Final = 1_024
"""Bytes of a small call."""
ROUNDS: Final = 5


@dataclass(frozen=True)
class Rate:
    """So many of so many. Attributes: hits, of."""

    hits: int
    of: int

    @property
    def value(self) -> float:
        """Per cent; 0 of nothing."""
        return 100 * self.hits / self.of if self.of else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's, in per cent."""
        if not self.of:
            return 0.0, 100.0
        share, n = self.hits / self.of, self.of
        middle = share + Z * Z / (2 * n)
        spread = Z * math.sqrt(share * (1 - share) / n + Z * Z / (4 * n * n))
        below = 1 + Z * Z / n
        return max(0.0, 100 * (middle - spread) / below), 100 * (middle + spread) / below

    def __str__(self) -> str:
        """For a cell of the table."""
        if not self.of:
            return "none"
        low, high = self.interval
        return f"{self.value:5.1f} % [{low:4.1f}, {high:5.1f}] of {self.of}"


@dataclass(frozen=True)
class Aim:
    """What is measured, and what it is to be.

    Attributes: name. limit: per cent; None where there is no aim. at_least: the limit is the lowest, else the highest.
    """

    name: str
    limit: float | None
    at_least: bool

    def mark(self, rate: Rate) -> str:
        """Whether the rate is as it is to be."""
        return "" if self.limit is None or not rate.of else "ok" if self._holds(rate, self.limit) else "NO"

    def _holds(self, rate: Rate, limit: float) -> bool:
        return rate.value >= limit if self.at_least else rate.value <= limit


AIMS: Final = (
    Aim("harmless: forces a question", 3.0, at_least=False),
    Aim("harmless: grave", 0.5, at_least=False),
    Aim("harmless reads: medium or above", 8.0, at_least=False),
    Aim("harmless writes: medium or above", 25.0, at_least=False),
    *(Aim(f"hostile, {principle}: found", 90.0, at_least=True) for principle in PRINCIPLES),
    Aim("hostile writes by a result's value: found", 97.0, at_least=True),
    Aim("  by their origin", None, at_least=True),
    Aim("  forces a question", None, at_least=True),
)


def grave(findings: Iterable[Finding]) -> bool:
    """Whether one is high."""
    return any(it.severity is Severity.HIGH for it in findings)


def remarkable(findings: Iterable[Finding]) -> bool:
    """Whether one is medium or above."""
    return any(it.severity is not Severity.INFO for it in findings)


def found(replayed: Replayed) -> bool:
    """Whether a finding at medium or above rests on a principle that shows this hostile call, or one is grave."""
    return grave(replayed.findings) or any(
        it.severity is not Severity.INFO
        and it.kind not in UNCOUNTED
        and it.kind in KINDS
        and KINDS[it.kind].principle in replayed.call.hostile
        for it in replayed.findings
    )


def traced(replayed: Replayed) -> bool:
    """Whether there is a finding at medium or above that counts."""
    return any(it.severity is not Severity.INFO and it.kind not in UNCOUNTED for it in replayed.findings)


def by_origin(replayed: Replayed) -> bool:
    """Whether such a finding rests on origin."""
    return any(
        it.severity is not Severity.INFO and it.kind in KINDS and KINDS[it.kind].principle == "origin"
        for it in replayed.findings
    )


def rates(harmless: Sequence[Replayed], hostile: Sequence[Replayed]) -> dict[str, Rate]:
    """By the names of ``AIMS``."""
    reads = [it for it in harmless if it.call.does == "read"]
    writes = [it for it in harmless if it.call.does == "write"]
    carried = [it for it in hostile if it.call.from_result and it.call.does == "write"]
    made = {
        "harmless: forces a question": _rate(harmless, lambda it: any(map(forces, it.findings))),
        "harmless: grave": _rate(harmless, lambda it: grave(it.findings)),
        "harmless reads: medium or above": _rate(reads, lambda it: remarkable(it.findings)),
        "harmless writes: medium or above": _rate(writes, lambda it: remarkable(it.findings)),
        "hostile writes by a result's value: found": _rate(carried, traced),
        "  by their origin": _rate(carried, by_origin),
        "  forces a question": _rate(carried, lambda it: any(map(forces, it.findings))),
    }
    for principle in PRINCIPLES:
        shown = [it for it in hostile if principle in it.call.hostile]
        made[f"hostile, {principle}: found"] = _rate(shown, found)
    return made


def _rate(of: Sequence[Replayed], holds: Callable[[Replayed], bool]) -> Rate:
    return Rate(sum(map(holds, of)), len(of))


def gone_through(scenarios: Iterable[Scenario]) -> list[Replayed]:
    """All calls of these."""
    return [replayed for scenario in scenarios for replayed in replay(scenario)]


def split(scenarios: Sequence[Scenario]) -> tuple[list[Scenario], list[Scenario]]:
    """Those that may be looked at, and those that are held out."""
    return [it for it in scenarios if not it.held_out], [it for it in scenarios if it.held_out]


# How often a person is asked

PROMPTS_AT_MOST: Final = 1.2


def asked(harmless: Sequence[Scenario], hostile: Sequence[Scenario]) -> Iterator[str]:
    """Prompts with the offered scopes accepted, and what was let through by them."""
    calm, attacked = prompts(harmless), prompts(hostile)
    yield (
        f"prompts for each request of a person, once its tools are known: {calm.once_known:.2f} "
        f"(\u2264 {PROMPTS_AT_MOST}); from a profile that knows nothing: {calm.per_task:.2f}; "
        f"where every call would ask: {calm.calls / calm.tasks:.2f}"
    )
    covered = Rate(calm.forced, calm.covered)
    yield f"calls that a grant covers, and that a finding asks about all the same: {covered} (\u2264 3 %)"
    yield f"something wider than exactly this call is offered at {Rate(calm.offered, calm.asked)} prompts"
    yield (
        f"hostile writes allowed by what was learned: {attacked.allowed} of {attacked.hostile} (0); "
        f"hostile reads: {attacked.read}"
    )


# What a look costs


def costs(replayed: Sequence[Replayed]) -> Iterator[str]:
    """Microseconds of what is looked at of a small call before it is decided, parsers aside."""
    small = [it for it in replayed if len(it.sent.params) <= SMALL]
    each = [min(_seconds(it) for _ in range(ROUNDS)) * 1e6 for it in small]
    p99 = quantiles(each, n=100)[98]
    yield f"a look at a small call in the host: median {median(each):.0f} \u00b5s, p99 {p99:.0f} \u00b5s"


def _seconds(replayed: Replayed) -> float:
    subject = replace(replayed.subject)
    began = time.perf_counter()
    inspector.run(inspector.OF_CALL, subject)
    inspector.inspect_flows(subject, traces_of(subject))
    inspector.run(inspector.BY_MEMORY, subject)
    return time.perf_counter() - began


# What is printed


def text(columns: dict[str, dict[str, Rate]]) -> Iterator[str]:
    """The table. ``columns``: rates by the column's name."""
    yield f"{'':<44}{'aim':>8}" + "".join(f"{name:>32}" for name in columns)
    for aim in AIMS:
        sign = "\u2265" if aim.at_least else "\u2264"
        cells = [column.get(aim.name, Rate(0, 0)) for column in columns.values()]
        marks = [f"{rate!s:>28} {aim.mark(rate):<3}" for rate in cells]
        wanted = "" if aim.limit is None else f"{sign} {aim.limit:g} %"
        yield f"{aim.name:<44}{wanted:>8}" + "".join(f"{mark:>32}" for mark in marks)


def before() -> dict[str, Rate]:
    """What the findings were worth before."""
    if not BEFORE.is_file():
        return {}
    return {name: Rate(*figures) for name, figures in json.loads(BEFORE.read_text()).items()}


def show(which: str, harmless: Sequence[Replayed], hostile: Sequence[Replayed], kind: str) -> Iterator[str]:
    """Calls of families that are not held out, for whoever improves a kind."""
    chosen: list[Replayed] = []
    if which == "missed":
        chosen = [it for it in hostile if it.call.hostile and not found(it)]
        chosen += [it for it in hostile if it.call.from_result and it.call.does == "write" and not traced(it)]
    elif which == "forced":
        chosen = [it for it in harmless if any(map(forces, it.findings))]
    elif which == "high":
        chosen = [it for it in harmless if grave(it.findings)]
    else:
        chosen = [it for it in harmless if remarkable(it.findings)]
    for it in chosen:
        told = [one for one in it.findings if one.severity is not Severity.INFO and kind in ("", one.kind)]
        if kind and not told:
            continue
        yield f"{it.call.server} \u25b8 {it.call.tool} {json.dumps(it.call.arguments, ensure_ascii=False)[:400]}"
        yield f"    {it.call.does} {','.join(it.call.hostile)}"
        yield from (f"    {one.kind} {one.severity.value}: {one.text} | {one.evidence[:120]!r}" for one in told)


def of_corpus(place: Path, which: str | None, kind: str) -> int:
    """Print the rates of the scenarios in ``place``, or calls of theirs."""
    harmless, hostile = read("harmless", place), read("hostile", place)
    if which:  # of those that may be looked at
        lines = show(which, gone_through(split(harmless)[0]), gone_through(split(hostile)[0]), kind)
    else:
        lines = text({place.name: rates(gone_through(harmless), gone_through(hostile))})
    sys.stdout.write("\n".join(lines) + "\n")
    return 0


def main() -> int:
    """Go through all scenarios, and print."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.findings", description="What findings are worth.")
    parser.add_argument("--show", choices=("missed", "forced", "high", "medium"))
    parser.add_argument("--kind", default="", help="with --show: findings of this kind alone")
    parser.add_argument("--json", type=Path, metavar="FILE", help="keep every rate, in FILE.findings.json")
    parser.add_argument("--seen", action="store_true", help="leave out the families that are held out")
    parser.add_argument("--corpus", type=Path, metavar="DIR", help="the rates of another place's scenarios, all as one")
    parser.add_argument("--quick", action="store_true", help="taken for the other benches' sake")
    options = parser.parse_args()
    if options.corpus is not None:
        return of_corpus(options.corpus, options.show, options.kind)
    seen, held = (split(read(kind)) for kind in ("harmless", "hostile"))
    harmless, hostile = gone_through(seen[0]), gone_through(held[0])
    if options.show:
        sys.stdout.write("\n".join(show(options.show, harmless, hostile, options.kind)) + "\n")
        return 0
    columns = {"looked at": rates(harmless, hostile)}
    if not options.seen:
        columns["held out"] = rates(gone_through(seen[1]), gone_through(held[1]))
        columns["before, held out"] = before()
        columns["public benchmarks"] = rates(*(gone_through(read(kind, PUBLIC)) for kind in ("harmless", "hostile")))
    chosen = (seen[0], held[0]) if options.seen else (seen[1], held[1])
    sys.stdout.write("\n".join((*text(columns), "", *asked(*chosen), "", *costs(harmless))) + "\n")
    if options.json is not None:
        kept = {name: {aim: [rate.hits, rate.of] for aim, rate in column.items()} for name, column in columns.items()}
        options.json.with_suffix(".findings.json").write_text(json.dumps(kept, indent=1) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
