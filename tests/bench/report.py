"""From what was measured to what people read: medians over the rounds, ratios first, targets beside them (pure)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Final

from tests.bench import peers
from tests.bench.ground import Commit
from tests.bench.line import Sample
from tests.bench.payloads import PROSE, SMALL, UP
from tests.bench.startup import Starts, Weight, Weights

MS: Final = 1e3


@dataclass(frozen=True)
class Burst:
    """The same calls on each line, right after one another, and the price of a commit right after that.

    Attributes:
        payload, in_flight: what was sent.
        direct, forwarder, assent: what came of it.
        commit: the price.
        others: what came of it through other proxies, by their names.
    """

    payload: str
    in_flight: int
    direct: Sample
    forwarder: Sample
    assent: Sample
    commit: Commit
    others: Mapping[str, Sample]

    @property
    def over_floor(self) -> float:
        """Assent's median over that of a bare forwarder and one durable commit."""
        return self.assent.p50 / (self.forwarder.p50 + self.commit.p50)

    @property
    def over_direct(self) -> float:
        """Assent's median over that of no program between."""
        return self.assent.p50 / self.direct.p50


@dataclass(frozen=True)
class WebBurst:
    """Small calls over HTTP, right after one another. Attributes: in_flight. samples: by whose line it was."""

    in_flight: int
    samples: Mapping[str, Sample]


@dataclass(frozen=True)
class Row:
    """The medians over the rounds of one kind of burst. Attributes: as in ``Burst``; the ratios are medians as well."""

    payload: str
    in_flight: int
    over_floor: float
    over_direct: float
    direct: Sample
    forwarder: Sample
    assent: Sample
    others: tuple[Beside, ...] = ()


@dataclass(frozen=True)
class Beside:
    """Another proxy in the same rounds. Attributes: name, sample: its. share: Assent's median of its median."""

    name: str
    sample: Sample
    share: float


@dataclass(frozen=True)
class Target:
    """What must be. Attributes: what: and how much. measured: is. holds: whether."""

    what: str
    measured: float
    holds: bool


def rows(bursts: Iterable[Burst]) -> tuple[Row, ...]:
    """The medians of each kind of burst, in the order in which the kinds first came."""
    kinds: dict[tuple[str, int], list[Burst]] = {}
    for burst in bursts:
        kinds.setdefault((burst.payload, burst.in_flight), []).append(burst)
    return tuple(_row(of_a_kind) for of_a_kind in kinds.values())


def _row(bursts: Sequence[Burst]) -> Row:
    return Row(
        bursts[0].payload,
        bursts[0].in_flight,
        median(burst.over_floor for burst in bursts),
        median(burst.over_direct for burst in bursts),
        _sample(burst.direct for burst in bursts),
        _sample(burst.forwarder for burst in bursts),
        _sample(burst.assent for burst in bursts),
        tuple(
            Beside(
                name,
                _sample(burst.others[name] for burst in bursts),
                median(burst.assent.p50 / burst.others[name].p50 for burst in bursts),
            )
            for name in bursts[0].others
        ),
    )


def _sample(samples: Iterable[Sample]) -> Sample:
    kept = list(samples)
    p50, p99, rate = (median(values) for values in zip(*((it.p50, it.p99, it.rate) for it in kept), strict=True))
    return Sample(p50, p99, rate, sum(sample.calls for sample in kept))


def web_rows(bursts: Iterable[WebBurst]) -> tuple[tuple[int, Beside], ...]:
    """The medians of each line over HTTP, by calls in flight."""
    kinds: dict[int, list[WebBurst]] = {}
    for burst in bursts:
        kinds.setdefault(burst.in_flight, []).append(burst)
    return tuple(
        (in_flight, _beside_web(name, alike)) for in_flight, alike in kinds.items() for name in alike[0].samples
    )


def _beside_web(name: str, bursts: Sequence[WebBurst]) -> Beside:
    share = median(burst.samples[ASSENT].p50 / burst.samples[name].p50 for burst in bursts)
    return Beside(name, _sample(burst.samples[name] for burst in bursts), share)


def middle_commit(commits: Sequence[Commit]) -> Commit:
    """The medians over the rounds."""
    return Commit(median(commit.p50 for commit in commits), median(commit.p99 for commit in commits))


def middle_starts(starts: Sequence[Starts]) -> Starts:
    """The medians over the rounds."""
    return Starts(
        median(start.host_listening for start in starts),
        median(start.host_call for start in starts),
        median(start.bridge for start in starts),
        median(start.server for start in starts),
    )


def targets(
    measured: Sequence[Row], web: Sequence[tuple[int, Beside]], starts: Starts, weights: Weights
) -> tuple[Target, ...]:
    """Which targets hold."""
    one, *_, many = (row for row in measured if row.payload == SMALL.name)
    large, text_ = (next(row for row in measured if row.payload == it.name) for it in (UP, PROSE))

    def at_most(what: str, value: float, limit: float) -> Target:
        return Target(f"{what}: at most {limit:g}", value, value <= limit)

    def at_least(what: str, value: float, limit: float) -> Target:
        return Target(f"{what}: at least {limit:,.0f}", value, value >= limit)

    shares = [(_SHARES[it.name], it) for it in one.others if it.name in _SHARES]
    return (
        *(at_most(f"p50 over that of {it.name}, 1 in flight", it.share, limit) for limit, it in shares),
        *(
            at_most(f"over HTTP: p50 over that of {it.name}, 1 in flight", it.share, _SHARES[it.name])
            for in_flight, it in web
            if in_flight == 1 and it.name in _SHARES
        ),
        at_least(f"calls/s, {many.in_flight} in flight", many.assent.rate, 4_000),
        at_most("1 MB up, p50 over the forwarder's", large.assent.p50 / large.forwarder.p50, 6),
        at_most("8 KB of prose, p50 in ms", text_.assent.p50, 1.5),
        at_most("p50 over (forwarder + one durable commit), 1 in flight", one.over_floor, 2),
        at_most("host, ms until its socket answers", starts.host_listening * MS, 350),
        at_most("bridge, ms to its first answer", starts.bridge * MS, 120),
        at_most("bridge, MiB resident", weights.bridge.rss, 14),
        at_most("host with 5 servers and window, MiB resident; here without window", _host(weights), 150),
    )


ASSENT: Final = "Assent"
_SHARES: Final = {peers.GATEKIT.name: 0.6, peers.FASTMCP.name: 0.3}
"""What share of another proxy's median Assent's may be."""


def _host(weights: Weights) -> float:
    return weights.host_with_servers.rss + weights.checker.rss


def text(
    measured: Sequence[Row],
    web: Sequence[tuple[int, Beside]],
    commit: Commit,
    starts: Starts,
    weights: Weights,
    wanted: Sequence[Target],
    ground: str,
    missing: Sequence[str] = (),
) -> str:
    """All of it, for people. ``missing``: why other proxies are not in it."""
    head = ["call", "in flight", "× floor", "× direct"]
    for line in ("Assent", "forwarder", "direct"):
        head += [f"{line} p50", "p99", "calls/s"]
    cells = [
        (
            row.payload,
            str(row.in_flight),
            f"{row.over_floor:.2f}",
            f"{row.over_direct:.1f}",
            *(cell for sample in (row.assent, row.forwarder, row.direct) for cell in _cells(sample)),
        )
        for row in measured
    ]
    lines = [
        ground,
        f"One durable commit: p50 {commit.p50:.3f} ms, p99 {commit.p99:.3f} ms. Times in ms; medians over the rounds.",
        "× floor: Assent's p50 over (forwarder's p50 + one commit). × direct: over that of the server alone.",
        "",
        *_table(head, cells),
        "",
        *_table(("beside", "in flight", "p50", "p99", "calls/s", "Assent's p50 \u00f7 its"), _beside(measured)),
        "",
        *_table(
            ("over HTTP", "in flight", "p50", "p99", "calls/s", "Assent's p50 \u00f7 its"),
            [(it.name, str(in_flight), *_cells(it.sample), f"{it.share:.2f}") for in_flight, it in web],
        ),
        *missing,
        "",
        *_table(("start", "ms"), [(what, f"{value * MS:.0f}") for what, value in _starts(starts)]),
        "",
        *_table(("memory", "resident MiB", "unshared"), [_weight(*it) for it in _weights(weights)]),
        "",
        *_table(
            ("target", "measured", "holds"),
            [(it.what, f"{it.measured:,.2f}", "yes" if it.holds else "NO") for it in wanted],
        ),
    ]
    return "\n".join(lines) + "\n"


def _beside(measured: Sequence[Row]) -> list[tuple[str, ...]]:
    return [
        (it.name, str(row.in_flight), *_cells(it.sample), f"{it.share:.2f}") for row in measured for it in row.others
    ]


def _cells(sample: Sample) -> tuple[str, str, str]:
    return f"{sample.p50:.3f}", f"{sample.p99:.3f}", f"{sample.rate:,.0f}"


def _starts(starts: Starts) -> tuple[tuple[str, float], ...]:
    return (
        ("host: until its socket answers", starts.host_listening),
        ("host: until its first call is answered", starts.host_call),
        ("bridge: until its first answer, server's start included", starts.bridge),
        ("the same without Assent", starts.server),
    )


def _weights(weights: Weights) -> tuple[tuple[str, Weight], ...]:
    return (
        ("host, idle", weights.host),
        ("host, idle, 5 servers", weights.host_with_servers),
        ("its schema worker", weights.checker),
        ("bridge, idle", weights.bridge),
    )


def _weight(what: str, weight: Weight) -> tuple[str, str, str]:
    return what, f"{weight.rss:.1f}", f"{weight.uss:.1f}"


def _table(head: Sequence[str], cells: Iterable[Sequence[str]]) -> list[str]:
    """Aligned columns: the first to the left, figures to the right."""
    lines = [tuple(head), *map(tuple, cells)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    sides: list[Callable[[str, int], str]] = [str.ljust, *[str.rjust] * (len(widths) - 1)]
    return [
        "  ".join(side(cell, width) for side, cell, width in zip(sides, line, widths, strict=True)) for line in lines
    ]
