"""All kinds of finding together (pure).

Owns: which function finds what, where each may run, and what becomes of one that fails. Invariants: equal subjects have
equal findings; a failure of ours is a finding, never silence; of one kind only so many are listed, and what is left out
is counted.

Adding a kind: its module, a row in ``kinds``, a line in one of the lists here.
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
from host.inspect.usual import find_unusual
from host.model import Finding, JsonObject, Severity
from host.words import say

Find: TypeAlias = "Callable[[Subject], Iterable[Finding]]"

LISTED: Final = 5
"""Findings of one kind; the most grave ones stay."""
_INCOMPLETE: Final = say("The inputs hold more texts than Assent looks through; what is beyond was not inspected.")


def _lazily(module: str, name: str) -> Find:
    """A function whose module loads a parser, imported when it is first used."""

    def find(subject: Subject) -> Iterable[Finding]:
        from importlib import import_module

        found: Iterable[Finding] = getattr(import_module(f"host.inspect.{module}"), name)(subject)
        return found

    return find


OF_DEFINITION: Final[tuple[Find, ...]] = (find_instructions, find_hidden_in_definition)
"""What depends on the tool's definition alone: worked out once a definition."""
OF_CALL: Final[tuple[Find, ...]] = (
    find_hidden,
    find_encoded,
    find_confusable,
    find_key_twins,
    find_secrets,
    find_sensitive,
    find_addresses,
    find_destructive,
    find_documents,
)
"""What can force a question, made of the call alone: in the host for small calls, else in the worker."""
PARSING: Final[tuple[Find, ...]] = (
    _lazily("commands", "find_commands"),
    _lazily("statements", "find_sql"),
    _lazily("autorun", "find_autorun"),
)
"""What a parser reads: in the worker."""
INFORMING: Final[tuple[Find, ...]] = (find_outside_folders, find_unknown, find_contradictions)
"""What never forces: for people, and for rules that name such findings."""
BY_MEMORY: Final[tuple[Find, ...]] = (find_twins, find_unusual)
"""What is remembered, looked up: in the host, at no cost to speak of."""
BY_PATH: Final[tuple[Find, ...]] = (find_sensitive, find_outside_folders)
"""What knows more once paths are resolved."""


def inspect(subject: Subject) -> tuple[Finding, ...]:
    """Everything that is to be said of a call, parsers included: for the command line, and where nobody waits."""
    found = run((*OF_DEFINITION, *OF_CALL, *PARSING), subject)
    found += flows(subject, None)
    found += run((find_new_hosts, *INFORMING, *BY_MEMORY), subject)
    return listed(found)


def run(kinds: Sequence[Find], subject: Subject) -> list[Finding]:
    """What these find, in their order."""
    found: list[Finding] = []
    for find in kinds:
        found += _of_one(lambda find=find: find(subject))  # type: ignore[misc]  # bound in the loop
    if not subject.complete:
        found.append(Finding("not-inspected", Severity.MEDIUM, _INCOMPLETE))
    return found


def of_definition(definition: JsonObject) -> list[Finding]:
    """What is to be said of each call of a tool, by its definition alone."""
    return run(OF_DEFINITION, Subject("", "", str(definition.get("name", "")), {}, definition=definition))


def of_instructions(text: str) -> tuple[Finding, ...]:
    """What is to be said of the instructions of a server, for its review: gravest first."""
    found = [*_of_one(lambda: find_in_instructions(text)), *_of_one(lambda: find_hidden_in_instructions(text))]
    return tuple(sorted(found, key=order))


def flows(subject: Subject, traces: Traces | None) -> list[Finding]:
    """What earlier results say of the call. ``traces``: of it, made here where they are None."""
    return _of_one(lambda: find_flows(subject, traces))


def _of_one(work: Callable[[], Iterable[Finding]]) -> list[Finding]:
    try:
        return list(work())
    except Exception as error:  # noqa: BLE001  # hostile input found a fault of ours: said, and never silently passed
        what = say(
            "Assent failed while it looked at this call ({fault}); part of it was not inspected.",
            fault=type(error).__name__,
        )
        return [Finding("not-inspected", Severity.MEDIUM, what)]


def listed(found: Iterable[Finding]) -> tuple[Finding, ...]:
    """Each fact once, in ``kinds.order``, no more than some of each kind, and how many are left out."""
    once = sorted(_once(found), key=order)
    if len(once) <= LISTED:
        return tuple(once)
    counts: Counter[str] = Counter()
    chosen: list[Finding] = []
    for it in once:
        counts[it.kind] += 1
        if counts[it.kind] <= LISTED:
            chosen.append(it)
    return (*chosen, *_left_out(counts))


def _once(found: Iterable[Finding]) -> Iterator[Finding]:
    """Without what says the same of the same input again: the gravest stays, in its place."""
    best: dict[tuple[object, ...], Finding] = {}
    for finding in found:
        key = finding.kind, finding.where, finding.evidence, finding.span
        if key not in best or finding.severity.rank < best[key].severity.rank:
            best[key] = finding
    return iter(best.values())


def _left_out(counts: Counter[str]) -> Iterator[Finding]:
    for kind, count in counts.items():
        if count > LISTED:
            title = KINDS[kind].title if kind in KINDS else kind
            says = say("{title}: {n} more of this kind.", title=title, n=count - LISTED)
            yield Finding(kind, Severity.INFO, says)
