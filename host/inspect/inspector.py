"""All inspectors together (pure).

Owns: their order, and what becomes of one that fails. What stays true: equal subjects have equal findings; a failure of
ours is a finding, never silence; of one kind only so many are listed, and what is left out is counted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Final, TypeAlias

from host.inspect.claims.find import find_contradictions
from host.inspect.code import texts as code_texts
from host.inspect.code.find import find_code
from host.inspect.confusable import find_confusable
from host.inspect.destructive.find import find_destructive
from host.inspect.flows.exfiltration import find_flows
from host.inspect.hidden import find_hidden
from host.inspect.hosts.find import find_hosts
from host.inspect.hosts.odd import LETTERS
from host.inspect.instructions.find import find_instructions
from host.inspect.kinds import KINDS
from host.inspect.paths.folders import find_outside_folders
from host.inspect.paths.sensitive import find_sensitive
from host.inspect.secrets.find import find_secrets
from host.inspect.sql.find import find_sql
from host.inspect.subject import Subject
from host.inspect.texts import vocabulary
from host.inspect.twins import find_twins
from host.inspect.unknown import find_unknown
from host.inspect.usual import find_unusual
from host.model import Finding, Severity
from host.words import say

Inspector: TypeAlias = "Callable[[Subject], Iterable[Finding]]"

LISTED: Final = 5
"""Findings of one kind; the most grave ones stay."""
_INCOMPLETE: Final = say("The inputs hold more texts than Assent looks through; what is beyond was not inspected.")
_RANK: Final = {Severity.HIGH: 0, Severity.MEDIUM: 1, Severity.INFO: 2}

INSPECTORS: Final[tuple[Inspector, ...]] = (
    find_hidden,
    find_confusable,
    find_instructions,
    find_flows,
    find_secrets,
    find_destructive,
    find_code,
    find_sql,
    find_sensitive,
    find_hosts,
    find_outside_folders,
    find_contradictions,
    find_twins,
    find_unknown,
    find_unusual,
)
"""In the order in which equals are listed."""


def inspect(
    subject: Subject, inspectors: Sequence[Inspector] = INSPECTORS, found: list[Finding] | None = None
) -> tuple[Finding, ...]:
    """Everything that is to be said of a call, in the order of inspectors.

    ``found``: takes each inspector's findings as soon as they are made, for who cannot wait for the last; see
    ``listed``.
    """
    found = [] if found is None else found
    for inspector in inspectors:
        found.extend(_of_one(inspector, subject))
    vocabulary.forget()
    code_texts.forget()
    if not subject.complete:
        found.append(Finding("not-inspected", Severity.MEDIUM, _INCOMPLETE))
    return listed(found)


def _of_one(inspector: Inspector, subject: Subject) -> list[Finding]:
    try:
        return list(inspector(subject))
    except Exception as error:  # noqa: BLE001  # hostile input found a fault of ours: said, and never silently passed
        what = say(
            "Assent failed while it looked at this call ({fault}); part of it was not inspected.",
            fault=type(error).__name__,
        )
        return [Finding("not-inspected", Severity.MEDIUM, what)]


def _once(found: list[Finding]) -> list[Finding]:
    """Without what says the same of the same words again: the gravest stays, in its place."""
    best: dict[tuple[object, ...], Finding] = {}
    alike = {it.where for it in found if it.kind == "confusable" and it.severity is Severity.HIGH}
    for finding in found:
        says = () if finding.evidence and finding.kind not in _APART else (finding.text, finding.span)
        key = (finding.kind, finding.where, finding.evidence, *says)
        if (
            finding.kind == "odd-host"
            and finding.text == LETTERS
            and not finding.evidence.isascii()
            and finding.where in alike
        ):
            continue  # of what looks alike, the graver kind says it
        if key not in best or _RANK[finding.severity] < _RANK[best[key].severity]:
            best[key] = finding
    return list(best.values())


_APART: Final = frozenset({"secret", "not-inspected"})
"""Kinds whose evidence does not tell one from another."""


def listed(found: list[Finding]) -> tuple[Finding, ...]:
    """No more than some of each kind, and how many are left out."""
    if len(found) < 2:  # as of most calls
        return tuple(found)
    found = _once(found)
    kept: list[Finding] = []
    counts: Counter[str] = Counter()
    graver = sorted(range(len(found)), key=lambda at: _RANK[found[at].severity])
    chosen: set[int] = set()
    for at in graver:
        counts[found[at].kind] += 1
        if counts[found[at].kind] <= LISTED:
            chosen.add(at)
    for at, finding in enumerate(found):
        if at in chosen:
            kept.append(finding)
    for kind, count in counts.items():
        if count > LISTED:
            more = count - LISTED
            title = KINDS[kind].title if kind in KINDS else kind
            said = say("{title}: {n} more of this kind.", title=title, n=more)
            kept.append(Finding(kind, Severity.INFO, said))
    return tuple(kept)
