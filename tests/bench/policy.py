"""``python -m tests.bench.policy``: how quick verdicts are with 10,000 rules. Part of ``make bench``.

Two real files, read by the host's own book: a tenth of the rules with argument schemas (half of those with a pattern,
which only the schema worker may judge), others with folders, hosts, annotations, times, obligations; servers, tools and
apps named exactly, by beginnings, by ends, or not at all. Calls have names of which each matches some of the rules. The
real gatherer looks at a real file system.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import json
import os
import random
import sys
import time
from collections.abc import Iterator, Sequence
from datetime import datetime
from pathlib import Path
from statistics import median, quantiles
from typing import Final, NamedTuple

from host.canonical import canonical
from host.model import CallContext, JsonObject, JsonValue
from host.policy.book import PolicyBook
from host.policy.evaluate import evaluate
from host.policy.facts import CallFacts
from host.policy.gather import Gatherer
from host.policy.index import needs
from host.policy.load import load_managed, load_user
from host.policy.loosening import baseline_of
from host.schema import SchemaChecker
from tests.bench import ground

RULES: Final = 10_000
SERVERS: Final = 40
TOOLS: Final = 250
CALLS: Final = 3_000
"""Names are remembered for more calls than that."""
MS: Final = 1e3
APPS: Final = ("claude", "cursor", "code")


class Timing(NamedTuple):
    """Milliseconds. Attributes: what: was measured."""

    what: str
    p50: float
    p99: float


class Target(NamedTuple):
    """What must be. Attributes: what, limit: at most. measured: is; milliseconds."""

    what: str
    measured: float
    limit: float


class Names(NamedTuple):
    """Of one call."""

    server: str
    tool: str
    app: str


class Inputs(NamedTuple):
    """Of one call. Attributes: value. encoded: its canonical bytes."""

    value: JsonObject
    encoded: bytes


def rules(count: int = RULES) -> list[JsonValue]:
    """Rules as people and programs of an organisation would write them, the same each time."""
    dice = random.Random(10_000)  # noqa: S311  # the same mixture each time
    return [_rule(number, dice) for number in range(count)]


def _rule(number: int, dice: random.Random) -> JsonObject:
    server, tool = dice.randrange(SERVERS), dice.randrange(TOOLS)
    servers: list[JsonValue] = [f"server-{server:02}", f"server-{server:02}", f"server-{server // 10}*", None]
    tools: list[JsonValue] = [*[f"tool_{tool:03}_read"] * 3, f"tool_{tool:03}_*", f"*{tool:03}_read", f"*_{tool:03}_*"]
    named = {
        "server": dice.choice(servers),
        "tool": dice.choice(tools),
        "app": dice.choice([None, None, "claude", "c*"]),
    }
    match: JsonObject = {key: value for key, value in named.items() if value is not None}
    match |= _conditions(number)
    effect = ("allow", "allow", "ask", "allow", "deny")[number // 10 % 5]
    rule: JsonObject = {"id": f"rule-{number}", "effect": effect, "match": match, "reason": f"Because of {number}."}
    if effect != "deny" and number % 7 == 0:
        rule["obligations"] = {"rate": {"calls": 1_000, "perSeconds": 60}}
    return rule


def _conditions(number: int) -> JsonObject:
    cheap: JsonObject = {"properties": {"mode": {"enum": ["fast", number]}}, "required": ["path"]}
    slow: JsonObject = {"properties": {"path": {"type": "string", "pattern": f"^/(usr|srv)/.*{number}?$"}}}
    kinds: list[JsonObject] = [
        {"arguments": cheap if number % 20 else slow},
        {"paths_within": [f"/srv/project-{number % 100}", "/usr"]},
        {"hosts": ["*.example.org", f"host-{number % 100}.example.com:8443"]},
        {"annotations": {"readOnlyHint": True}},
        {"time": {"days": ["mon", "tue", "wed", "thu", "fri"], "from": "06:00", "to": "22:00"}},
        {"findings": ["severity:high"]},
    ]
    return kinds[number % 10] if number % 10 < len(kinds) else {}


def calls() -> Iterator[Names]:
    """Names, none twice."""
    dice = random.Random(1)  # noqa: S311  # the same calls each time
    every = list(itertools.product(range(SERVERS), range(TOOLS), APPS))
    for server, tool, app in dice.sample(every, CALLS):
        yield Names(f"server-{server:02}", f"tool_{tool:03}_read", app)


def timing(what: str, seconds: Sequence[float]) -> Timing:
    """The median, and what one in a hundred takes longer than."""
    return Timing(what, median(seconds) * MS, quantiles(seconds, n=100)[98] * MS)


class Bench:
    """Two files of rules, a book that reads them, and a gatherer."""

    def __init__(self, directory: Path, checker: SchemaChecker) -> None:
        self.user_file, self.managed_file = directory / "policy.json", directory / "managed.json"
        every = rules()
        self.user_rules = every[: RULES // 2]
        self.write()
        self.managed_file.write_text(json.dumps({"version": 1, "rules": every[RULES // 2 :]}, indent=1))
        self.managed_file.chmod(0o600)
        self.gatherer = Gatherer(checker)
        self.book = PolicyBook(
            self.user_file,
            managed=lambda: load_managed(self.managed_file, top=directory, owner=os.getuid()),
            managed_file=self.managed_file,
            log=lambda _: None,
            baseline=baseline_of(load_user(self.user_file)),
        )
        value: JsonObject = {"path": "/usr/share/doc", "mode": "fast", "url": "https://www.example.org/x"}
        self.inputs = Inputs(value, canonical(value))
        self.definition: JsonObject = {"annotations": {"readOnlyHint": True}, "inputSchema": {"type": "object"}}

    def write(self) -> None:
        """The user's file as its rules are now; an ordinary editor replaces it in one step."""
        fresh = self.user_file.with_suffix(".new")
        fresh.write_text(json.dumps({"version": 1, "rules": self.user_rules}, indent=1))
        fresh.replace(self.user_file)

    async def facts(self, names: Names) -> CallFacts:
        """What the gate would gather."""
        call = CallContext(
            names.server,
            names.tool,
            names.app,
            True,
            "managed",
            self.inputs.value,
            self.inputs.encoded,
            self.definition,
        )
        wanted = needs(names.server, names.tool, names.app, self.book.sources)
        return await self.gatherer.facts(call, (), needs=wanted, now=datetime.now().astimezone())

    async def load(self) -> float:
        """Seconds until the files are in force and the first verdict is there."""
        began = time.perf_counter()
        await self.book.ready()
        self.book.judge(CallFacts("server-00", "x", "claude", app_authenticated=True))
        return time.perf_counter() - began

    async def edit(self, number: int) -> float:
        """Seconds from the end of an edit that denies one more tool until that tool is denied."""
        name = f"edited_{number}"
        self.user_rules[number] = {"id": name, "effect": "deny", "match": {"tool": name}}
        self.write()
        began = time.perf_counter()
        await self.book.ready()
        verdict = self.book.judge(CallFacts("server-00", name, "claude", app_authenticated=True))
        if verdict.rule != name:
            raise AssertionError(f"the edit is not in force: {verdict}")
        return time.perf_counter() - began

    def _judged(self, facts: CallFacts) -> float:
        sources = self.book.sources
        began = time.perf_counter()
        evaluate(facts, sources)
        return time.perf_counter() - began

    async def verdicts(self) -> tuple[Timing, ...]:
        """Names never seen; the same names again; all that the gate does."""
        cold, warm, gate = [], [], []
        named = list(calls())
        for names in named:
            plain = CallFacts(names.server, names.tool, names.app, app_authenticated=True)
            cold.append(self._judged(plain))
        for names in named:
            began = time.perf_counter()
            facts = await self.facts(names)
            evaluate(facts, self.book.sources)
            gate.append(time.perf_counter() - began)
            warm.append(self._judged(facts))
        return (
            timing("verdict, names seen before, facts gathered", warm),
            timing("verdict, names never seen", cold),
            timing("facts gathered and verdict, as the gate does", gate),
        )


async def measure(directory: Path, edits: int) -> tuple[Timing, ...]:
    """All timings."""
    checker = SchemaChecker()
    await checker.start()
    try:
        bench = Bench(directory, checker)
        first = await bench.load()
        verdicts = await bench.verdicts()
        edited = [await bench.edit(number) for number in range(edits)]
        return (
            *verdicts,
            Timing("both files read for the first time", first * MS, first * MS),
            Timing("one rule edited, until it is in force", median(edited) * MS, max(edited) * MS),
        )
    finally:
        await checker.stop()


def targets(timings: Sequence[Timing]) -> tuple[Target, ...]:
    """Which must hold."""
    warm, cold, *_, edited = timings
    return (
        Target(warm.what, warm.p50, 1),
        Target(cold.what, cold.p50, 1),
        Target(f"{edited.what}, at worst", edited.p99, 2_000),
    )


def text(timings: Sequence[Timing], wanted: Sequence[Target]) -> str:
    """All of it, for people."""
    lines = [f"{RULES:,} rules. Times in ms; 99 of 100 are below p99 (of the last: the worst).", ""]
    lines += [f"{it.what:<50}{it.p50:>10.3f}{it.p99:>10.3f}" for it in timings]
    lines += [
        "",
        *(f"{it.what}: at most {it.limit:g}".ljust(60) + f"{it.measured:>10.3f}  {_holds(it)}" for it in wanted),
    ]
    return "\n".join(lines) + "\n"


def _holds(target: Target) -> str:
    return "yes" if target.measured <= target.limit else "NO"


def main() -> int:
    """Measure, print, keep."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.policy", description="Verdicts with many rules.")
    parser.add_argument("--quick", action="store_true", help="fewer edits")
    parser.add_argument("--json", type=Path, metavar="FILE", help="keep every figure, in FILE.policy.json")
    options = parser.parse_args()
    with ground.directory() as directory:
        timings = asyncio.run(measure(directory, 2 if options.quick else 10))
    wanted = targets(timings)
    sys.stdout.write(text(timings, wanted))
    if options.json is not None:
        kept = {"timings": [it._asdict() for it in timings], "targets": [it._asdict() for it in wanted]}
        options.json.with_suffix(".policy.json").write_text(json.dumps(kept, indent=1) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
