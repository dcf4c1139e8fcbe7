"""Whether the paths and hosts of a call lie within what a rule names (pure).

Owns: the three truths of ``paths_within`` and ``hosts``. What stays true: a rule that allows holds only where all that
is or could be a path or host is surely within, and at least one is; a rule that asks or denies holds as soon as one may
be read as within, and is never surely false while one could not be told (SECURITY, row 35).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from host.canonical import json_path
from host.policy.facts import CallFacts, HostFact, PathFact, Place, within
from host.policy.host_forms import looks_like_url
from host.policy.hosts import matches
from host.policy.model import Hosts, PathsWithin
from host.policy.path_text import looks_like_path

F = TypeVar("F", PathFact, HostFact)


def matches_paths(facts: CallFacts, wanted: PathsWithin, *, allow: bool) -> bool | None:
    """Whether ``paths_within`` of a rule holds; None where that cannot be told."""
    if facts.paths is None:
        return None
    known = [facts.folders[folder] for folder in wanted.folders if folder in facts.folders]
    missing = len(known) < len(wanted.folders)
    relevant = _relevant(facts.paths, wanted.arguments, lambda fact: fact.kind == "path" and looks_like_path(fact.text))
    if allow:
        if not _present(relevant, wanted.arguments):
            return False
        sure = [fact.kind == "path" or bool(wanted.arguments) for fact in relevant]
        return every(
            any_of(lies_within(fact, folder) for folder in known) if ok else None
            for fact, ok in zip(relevant, sure, strict=True)
        )
    found = any_of(may_lie_within(fact, folder) for fact in relevant for folder in known)
    return None if found is False and missing and relevant else found


def matches_hosts(facts: CallFacts, wanted: Hosts, *, allow: bool) -> bool | None:
    """Whether ``hosts`` of a rule holds; None where that cannot be told."""
    if facts.hosts is None:
        return None
    relevant = _relevant(facts.hosts, wanted.arguments, lambda fact: fact.kind == "url" and looks_like_url(fact.text))
    if allow:
        if not _present(relevant, wanted.arguments):
            return False
        return every(_host_within(fact, wanted) for fact in relevant)
    return any_of(matches(fact, pattern, allow=False) for fact in relevant for pattern in wanted.patterns)


def lies_within(fact: PathFact, folder: Place) -> bool | None:
    """Whether by every reading the path lies in ``folder``; None where one cannot be told."""
    if fact.place is None:
        return None
    return every(within(place, folder) for place in (fact.place, *fact.maybe))


def may_lie_within(fact: PathFact, folder: Place) -> bool | None:
    """Whether by any reading the path lies in ``folder``; None where none does and one cannot be told."""
    readings = (*((fact.place,) if fact.place else ()), *fact.maybe)
    found = any_of(within(place, folder) for place in readings)
    return None if found is False and fact.place is None else found


def every(truths: Iterable[bool | None]) -> bool | None:
    """False where any is false, else None where any is unknown, else True."""
    seen = set(truths)
    return False if False in seen else None if None in seen else True


def any_of(truths: Iterable[bool | None]) -> bool | None:
    """True where any is true, else None where any is unknown, else False."""
    seen = set(truths)
    return True if True in seen else None if None in seen else False


def _host_within(fact: HostFact, wanted: Hosts) -> bool | None:
    if fact.kind == "unclear" and not wanted.arguments:
        return None
    return any_of(matches(fact, pattern, allow=True) for pattern in wanted.patterns)


def _relevant(facts: Sequence[F], arguments: tuple[str, ...], by_form: Callable[[F], bool]) -> list[F]:
    """The facts that a rule is about: all, or those under the names it gives and those that are so by their form."""
    if not arguments:
        return list(facts)
    return [
        fact for fact in facts if fact.where == "$" or by_form(fact) or any(_under(fact, name) for name in arguments)
    ]


def _present(facts: Sequence[PathFact | HostFact], arguments: tuple[str, ...]) -> bool:
    """Whether the call names anything that a rule is about."""
    return any(fact.key in arguments for fact in facts) if arguments else bool(facts)


def _under(fact: PathFact | HostFact, name: str) -> bool:
    """Whether a fact stands under a name, at any depth."""
    if fact.key == name:
        return True
    step = json_path([name])[1:]
    found = fact.where.find(step)
    while found >= 0:
        if fact.where[found + len(step) : found + len(step) + 1] in ("", ".", "["):
            return True
        found = fact.where.find(step, found + 1)
    return False
