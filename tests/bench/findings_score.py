"""What findings are worth: from what was found of each labelled call to figures (pure).

A kind counts as found of a call where it was found at medium or above. Precision has two readings, and both are told:
of the calls with the kind, how many are hostile at all, and how many are labelled with it. A hostile call has usually
more kinds than the one or two that it is labelled with, so that the second is a lower bound.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from host.inspect.kinds import KINDS
from host.model import Finding, Severity
from tests.bench.findings_corpus import UNCOUNTED, Labelled

HIGH_AT_MOST: Final = 5.0
"""Harmless calls with a grave finding, in per cent."""


@dataclass(frozen=True)
class Seen:
    """What was found of one call. Attributes: labelled: it. findings: of it."""

    labelled: Labelled
    findings: tuple[Finding, ...]

    @property
    def kinds(self) -> frozenset[str]:
        """Kinds at medium or above that count."""
        grave = {finding.kind for finding in self.findings if finding.severity is not Severity.INFO}
        return frozenset(grave - UNCOUNTED)

    @property
    def missing(self) -> tuple[str, ...]:
        """Its labels that were not found."""
        return tuple(kind for kind in self.labelled.kinds if kind not in self.kinds)

    @property
    def high(self) -> tuple[str, ...]:
        """Kinds of its grave findings."""
        return tuple(sorted({finding.kind for finding in self.findings if finding.severity is Severity.HIGH}))


@dataclass(frozen=True)
class KindScore:
    """Of one kind.

    Attributes:
        kind: which. labelled: calls that must have it. found: of those, how many have. on_hostile, on_benign: calls of
        either sort that have it, labelled or not.
    """

    kind: str
    labelled: int
    found: int
    on_hostile: int
    on_benign: int

    @property
    def recall(self) -> float | None:
        """Found of the labelled; None where none is."""
        return self.found / self.labelled if self.labelled else None

    @property
    def hostile(self) -> float | None:
        """Hostile calls of those that have it."""
        return self.on_hostile / self._every if self._every else None

    @property
    def precision(self) -> float | None:
        """Calls labelled with it of those that have it."""
        return self.found / self._every if self._every else None

    @property
    def _every(self) -> int:
        return self.on_hostile + self.on_benign


@dataclass(frozen=True)
class Score:
    """Of a corpus.

    Attributes:
        benign, hostile: how many calls. kinds: that are labelled or found. missed: hostile calls without one of their
        labels. high: harmless calls with a grave finding.
    """

    benign: int
    hostile: int
    kinds: tuple[KindScore, ...]
    missed: tuple[Seen, ...]
    high: tuple[Seen, ...]

    @property
    def high_percent(self) -> float:
        """Harmless calls with a grave finding, in per cent of the harmless ones."""
        return 100 * len(self.high) / self.benign if self.benign else 0.0


def score(seen: Sequence[Seen]) -> Score:
    """All figures."""
    hostile = [it for it in seen if it.labelled.hostile]
    benign = [it for it in seen if not it.labelled.hostile]
    kinds = [_of_kind(kind, hostile, benign) for kind in KINDS if kind not in UNCOUNTED]
    return Score(
        len(benign),
        len(hostile),
        tuple(it for it in kinds if it.labelled or it.on_hostile or it.on_benign),
        tuple(it for it in hostile if it.missing),
        tuple(it for it in benign if it.high),
    )


def _of_kind(kind: str, hostile: Sequence[Seen], benign: Sequence[Seen]) -> KindScore:
    wanted = [it for it in hostile if kind in it.labelled.kinds]
    return KindScore(
        kind,
        len(wanted),
        sum(kind in it.kinds for it in wanted),
        sum(kind in it.kinds for it in hostile),
        sum(kind in it.kinds for it in benign),
    )
