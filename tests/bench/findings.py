"""``python -m tests.bench.findings``: what findings are worth, and what they cost. Part of ``make bench``.

Every labelled call goes through the code that the gate and ``assent policy explain --call`` use. Printed are: per kind,
how many calls are labelled with it, how many of those got it at medium or above (recall), and of all calls that got it
how many are hostile, and how many labelled so (precision); harmless calls with a grave finding; hostile calls without
one of their labels, by id; and milliseconds per call. Kinds that only count calls (first-use, large, burst) do not
count.

Another corpus of the same form can be measured: ``--corpus`` takes directories with ``*.jsonl`` files, and such files;
``tests.bench.findings_corpus`` says what a line is. ``--quick`` times each call once instead of five times; ``--json
FILE`` keeps every figure, in ``FILE.findings.json``.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from statistics import median, quantiles
from typing import Final, NamedTuple

from host.inspect.described import subject_of
from host.inspect.inspector import inspect
from host.inspect.names import odd_tool_name
from host.inspect.numbers import unsafe_integers
from host.inspect.subject import Subject
from host.model import Finding
from tests.bench.findings_corpus import HERE, CorpusError, Labelled, read
from tests.bench.findings_score import HIGH_AT_MOST, KindScore, Score, Seen, score

ROUNDS: Final = 5
MS: Final = 1e3
SHOWN: Final = 40
"""Calls of a list that are printed; ``--json`` keeps all."""


class Timing(NamedTuple):
    """Milliseconds for one call. Attributes: what: was measured. p50, p99, worst: of all calls."""

    what: str
    p50: float
    p99: float
    worst: float


class Target(NamedTuple):
    """What must be. Attributes: what, limit: at most. measured: is."""

    what: str
    measured: float
    limit: float

    @property
    def holds(self) -> bool:
        """Whether it is."""
        return self.measured <= self.limit


def look(corpus: Sequence[Labelled]) -> tuple[Seen, ...]:
    """What is found of each call.

    Raises:
        CorpusError: a call is not described as it must be.
    """
    return tuple(_look(labelled) for labelled in corpus)


def _look(labelled: Labelled) -> Seen:
    try:
        subject = subject_of(labelled.call)
    except ValueError as error:
        raise CorpusError(f"{labelled.id}: {error}") from error
    return Seen(labelled, findings(subject))


def findings(subject: Subject) -> tuple[Finding, ...]:
    """Everything that a person is told of a call, but for what a schema check says."""
    return (*inspect(subject), *odd_tool_name(subject.tool), *unsafe_integers(subject.arguments))


def timings(corpus: Sequence[Labelled], rounds: int) -> tuple[Timing, Timing]:
    """Milliseconds that it takes to inspect a call, and to read its description before that.

    What is loaded on first use was loaded: call ``look`` before.
    """
    reading, looking = [], []
    for labelled in corpus:
        subject = subject_of(labelled.call)
        reading.append(min(_seconds(lambda: subject_of(labelled.call)) for _ in range(rounds)))  # noqa: B023
        looking.append(min(_seconds(lambda: findings(subject)) for _ in range(rounds)))  # noqa: B023
    return _timing("all inspectors", looking), _timing("reading the description", reading)


def _seconds(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def _timing(what: str, seconds: Sequence[float]) -> Timing:
    p99 = quantiles(seconds, n=100)[98] if len(seconds) > 1 else seconds[0]
    return Timing(what, median(seconds) * MS, p99 * MS, max(seconds) * MS)


def targets(figures: Score) -> tuple[Target, ...]:
    """What must hold."""
    return (
        Target("hostile calls without one of their labels at medium or above", len(figures.missed), 0),
        Target("harmless calls with a grave finding, per cent", figures.high_percent, HIGH_AT_MOST),
    )


def text(figures: Score, timed: Sequence[Timing]) -> str:
    """All of it, for people."""
    return "\n".join(_text(figures, timed)) + "\n"


def _text(figures: Score, timed: Sequence[Timing]) -> Iterator[str]:
    yield f"{figures.benign:,} harmless calls, {figures.hostile:,} hostile ones. Found: at medium or above."
    yield "Of the calls with a finding of the kind: hostile = share that is hostile, precision = share labelled so."
    yield ""
    head = ("kind", "labelled", "found", "recall", "on hostile", "on harmless", "hostile", "precision")
    yield _row(head)
    yield from (_row(_cells(kind)) for kind in figures.kinds)
    yield ""
    yield from _listed("Hostile without", [f"{it.labelled.id}: {_missing(it)}" for it in figures.missed])
    yield from _listed(
        "Harmless with a grave finding", [f"{it.labelled.id}: {', '.join(it.high)}" for it in figures.high]
    )
    yield f"{'ms for one call':<30}{'median':>10}{'p99':>10}{'worst':>10}"
    yield from (f"{it.what:<30}{it.p50:>10.3f}{it.p99:>10.3f}{it.worst:>10.3f}" for it in timed)
    yield ""
    for it in targets(figures):
        yield f"{it.what}: at most {it.limit:g}".ljust(75) + f"{it.measured:>8.2f}  {'yes' if it.holds else 'NO'}"


def _row(cells: Sequence[str]) -> str:
    first, *others = cells
    return f"{first:<20}" + "".join(f"{cell:>12}" for cell in others)


def _cells(kind: KindScore) -> tuple[str, ...]:
    counts = (kind.labelled, kind.found, kind.recall, kind.on_hostile, kind.on_benign, kind.hostile, kind.precision)
    return kind.kind, *(_figure(it) for it in counts)


def _figure(value: float | None) -> str:
    if value is None:
        return "-"
    return f"{value:,}" if isinstance(value, int) else f"{value:.2f}"


def _missing(seen: Seen) -> str:
    return f"{', '.join(seen.missing)} (found: {', '.join(sorted(seen.kinds)) or 'nothing'})"


def _listed(what: str, calls: Sequence[str]) -> Iterator[str]:
    yield f"{what}: {len(calls) or 'none'}"
    yield from (f"  {call}" for call in calls[:SHOWN])
    if len(calls) > SHOWN:
        yield f"  and {len(calls) - SHOWN:,} more"
    yield ""


def figures_of(figures: Score, timed: Sequence[Timing]) -> dict[str, object]:
    """All of it, for programs."""
    return {
        "benign": figures.benign,
        "hostile": figures.hostile,
        "kinds": [
            {**vars(it), "recall": it.recall, "hostile": it.hostile, "precision": it.precision} for it in figures.kinds
        ],
        "missed": {it.labelled.id: it.missing for it in figures.missed},
        "high": {it.labelled.id: it.high for it in figures.high},
        "timings": [it._asdict() for it in timed],
        "targets": [{**it._asdict(), "holds": it.holds} for it in targets(figures)],
    }


def main() -> int:
    """Look, print, keep."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.findings", description="What findings are worth.")
    parser.add_argument("--corpus", type=Path, nargs="+", metavar="PLACE", help="directories or *.jsonl files")
    parser.add_argument("--quick", action="store_true", help="time each call once")
    parser.add_argument("--json", type=Path, metavar="FILE", help="keep every figure, in FILE.findings.json")
    options = parser.parse_args()
    try:
        corpus = read(options.corpus or [HERE])
        figures = score(look(corpus))
    except CorpusError as error:
        parser.error(str(error))
    timed = timings(corpus, 1 if options.quick else ROUNDS)
    sys.stdout.write(text(figures, timed))
    if options.json is not None:
        kept = json.dumps(figures_of(figures, timed), indent=1)
        options.json.with_suffix(".findings.json").write_text(kept + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
