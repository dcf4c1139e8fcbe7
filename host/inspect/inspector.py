"""Running all kinds of finding (pure).

Owns: the lists of finders, where each may run, and what happens if one fails. Invariants: equal subjects have equal
findings; a failure of a finder is a finding; the findings of one kind are limited, and those left out are counted.

Adding a kind: its module, an entry in ``kinds``, a line in one of the lists here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final, TypeAlias

from host.inspect.addresses import find_addresses
from host.inspect.claims import find_contradictions
from host.inspect.confusable import find_confusable
from host.inspect.destinations import find_new_hosts
from host.inspect.destructive import find_destructive, find_documents
from host.inspect.encoded import find_encoded
from host.inspect.flows import Traces, find_flows
from host.inspect.folders import find_outside_folders
from host.inspect.hidden import find_hidden, find_hidden_in_definition, find_hidden_in_instructions
from host.inspect.instructions import find_in_instructions, find_instructions
from host.inspect.kinds import KINDS, order
from host.inspect.secrets import find_secrets
from host.inspect.sensitive import find_sensitive
from host.inspect.subject import Subject
from host.inspect.twins import find_key_twins, find_twins
from host.inspect.unknown import find_unknown
from host.inspect.usual import find_many, find_unusual
from host.model import Finding, JsonObject, Severity
from host.text import forget_long_texts
from host.words import say

Finder: TypeAlias = "Callable[[Subject], Iterable[Finding]]"

MAX_LISTED: Final = 5
"""Findings of one kind that are listed, the gravest ones."""
_INCOMPLETE: Final = say("The inputs hold more texts than Assent looks through; what is beyond was not inspected.")


def _imported_on_use(module: str, name: str) -> Finder:
    """A finder whose module loads a parser, so that it is imported on first use."""

    def find(subject: Subject) -> Iterable[Finding]:
        from importlib import import_module

        found: Iterable[Finding] = getattr(import_module(f"host.inspect.{module}"), name)(subject)
        return found

    return find


def _find_incomplete(subject: Subject) -> Iterator[Finding]:
    if not subject.complete:
        yield Finding("not-inspected", Severity.MEDIUM, _INCOMPLETE)


OF_DEFINITION: Final[tuple[Finder, ...]] = (find_instructions, find_hidden_in_definition)
"""Finders that need only the tool's definition. They run once per definition."""
OF_CALL: Final[tuple[Finder, ...]] = (
    find_hidden,
    find_encoded,
    find_confusable,
    find_key_twins,
    find_secrets,
    find_sensitive,
    find_addresses,
    find_destructive,
    find_documents,
    find_many,
    _find_incomplete,
)
"""Finders that can force a question and need only the call. They run in the host or in the worker."""
PARSING: Final[tuple[Finder, ...]] = (
    _imported_on_use("commands", "find_commands"),
    _imported_on_use("statements", "find_sql"),
    _imported_on_use("autorun", "find_autorun"),
)
"""Finders that use a parser. They run in the worker."""
INFORMING: Final[tuple[Finder, ...]] = (find_outside_folders, find_unknown, find_contradictions)
"""Finders that never force a question: for people, and for rules that name such findings."""
BY_MEMORY: Final[tuple[Finder, ...]] = (find_twins, find_unusual)
"""Finders that look up remembered calls. They run in the host, for a call of any length, and ask none of its texts."""
BY_PATH: Final[tuple[Finder, ...]] = (find_sensitive, find_outside_folders)
"""Finders that find more after paths were resolved."""


def inspect(subject: Subject) -> tuple[Finding, ...]:
    """All findings about a call, parsers included: for the command line and others that can wait."""
    findings = run((*OF_DEFINITION, *OF_CALL, *PARSING), subject)
    findings += inspect_flows(subject, None)
    findings += run((find_new_hosts, *INFORMING, *BY_MEMORY), subject)
    return limit_findings(findings)


def run(finders: Sequence[Finder], subject: Subject) -> list[Finding]:
    """Run finders in their order."""
    findings: list[Finding] = []
    for find in finders:
        try:
            findings += list(find(subject))  # all of them or none
        except Exception as error:  # noqa: BLE001  # hostile input may hit a fault of ours, which must be reported
            findings.append(_failure(error))
    forget_long_texts()
    return findings


def inspect_definition(definition: JsonObject) -> list[Finding]:
    """The findings about a tool's definition, which hold for each of its calls."""
    return run(OF_DEFINITION, Subject("", "", str(definition.get("name", "")), {}, definition=definition))


def inspect_instructions(text: str) -> tuple[Finding, ...]:
    """The findings about a server's instructions, for its review: gravest first."""
    found = [*_run_safely(lambda: find_in_instructions(text)), *_run_safely(lambda: find_hidden_in_instructions(text))]
    return tuple(sorted(found, key=order))


def inspect_flows(subject: Subject, traces: Traces | None) -> list[Finding]:
    """The findings about values from earlier results. ``traces``: of the call, None to make them here."""
    return _run_safely(lambda: find_flows(subject, traces))


def _run_safely(work: Callable[[], Iterable[Finding]]) -> list[Finding]:
    try:
        return list(work())
    except Exception as error:  # noqa: BLE001  # as above
        return [_failure(error)]


def _failure(error: Exception) -> Finding:
    sentence = say(
        "Assent failed while it looked at this call ({fault}); part of it was not inspected.",
        fault=type(error).__name__,
    )
    return Finding("not-inspected", Severity.MEDIUM, sentence)


def limit_findings(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Remove repetitions, sort by ``kinds.order``, and replace findings beyond the limit of a kind by their number."""
    found = tuple(findings)
    if len(found) < 2:
        return found
    unique = sorted(_without_repetitions(found), key=order)
    if len(unique) <= MAX_LISTED:
        return tuple(unique)
    counts: Counter[str] = Counter()
    chosen: list[Finding] = []
    for finding in unique:
        counts[finding.kind] += 1
        if counts[finding.kind] <= MAX_LISTED:
            chosen.append(finding)
    return (*chosen, *_left_out_counts(counts))


def _without_repetitions(findings: Iterable[Finding]) -> Iterator[Finding]:
    """The findings without repetitions about the same input; the gravest one stays, in the first one's place."""
    gravest: dict[tuple[object, ...], Finding] = {}
    for finding in findings:
        key = finding.kind, finding.where, finding.evidence, finding.span
        if key not in gravest or finding.severity.rank < gravest[key].severity.rank:
            gravest[key] = finding
    return iter(gravest.values())


def _left_out_counts(counts: Counter[str]) -> Iterator[Finding]:
    for kind, count in counts.items():
        if count > MAX_LISTED:
            title = KINDS[kind].title if kind in KINDS else kind
            sentence = say("{title}: {n} more of this kind.", title=title, n=count - MAX_LISTED)
            yield Finding(kind, Severity.INFO, sentence)
