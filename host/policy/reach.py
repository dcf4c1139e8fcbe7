"""Whether the paths and hosts of a call lie within what a rule names (pure).

Owns: the three truths of ``paths_within`` and ``hosts``. What stays true: a rule that allows holds only where all that
is or could be a path or host is surely within, and at least one is, in a folder whose own name is no link's; a rule
that asks or denies holds as soon as one may be read as within, and is never surely false while one could not be told
(SECURITY, row 35).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final, TypeVar

from host.canonical import json_path
from host.policy.facts import CallFacts, HostFact, PathFact, Place, within
from host.policy.host_forms import looks_like_url
from host.policy.hosts import matches
from host.policy.model import Hosts, PathsWithin
from host.policy.path_text import looks_like_path

F = TypeVar("F", PathFact, HostFact)
_SHORT: Final = 256
"""Characters of a text whose form is remembered."""


def matches_paths(facts: CallFacts, wanted: PathsWithin, *, allow: bool) -> bool | None:
    """Whether ``paths_within`` of a rule holds; None where that cannot be told."""
    if facts.paths is None:
        return None
    known = [facts.folders[folder] for folder in wanted.folders if folder in facts.folders]
    missing = len(known) < len(wanted.folders)
    relevant = _relevant_paths(facts.paths, wanted)
    if allow:
        if not _present(relevant, wanted.arguments):
            return False
        return every(truth for _, truth in _each_within(facts, relevant, wanted))
    found = _any_within(relevant, known)
    return None if found is False and missing and relevant else found


def matches_hosts(facts: CallFacts, wanted: Hosts, *, allow: bool) -> bool | None:
    """Whether ``hosts`` of a rule holds; None where that cannot be told."""
    if facts.hosts is None:
        return None
    relevant = _relevant_hosts(facts.hosts, wanted)
    if allow:
        if not _present(relevant, wanted.arguments):
            return False
        return every(_host_within(fact, wanted) for fact in relevant)
    return _any_host(facts, relevant, wanted)


# Which fact it is


def path_outside(facts: CallFacts, wanted: PathsWithin) -> PathFact | None:
    """The first path for which a rule that allows does not hold, None where there is none."""
    each = _each_within(facts, _relevant_paths(facts.paths or (), wanted), wanted)
    return next((fact for fact, truth in each if truth is False), None)


def host_outside(facts: CallFacts, wanted: Hosts) -> HostFact | None:
    """The first host for which a rule that allows does not hold, None where there is none."""
    relevant = _relevant_hosts(facts.hosts or (), wanted)
    return next((fact for fact in relevant if _host_within(fact, wanted) is False), None)


def doubtful_path(facts: CallFacts, wanted: PathsWithin, *, allow: bool) -> PathFact | None:
    """The first path of which nobody can tell, None where there is none."""
    relevant = _relevant_paths(facts.paths or (), wanted)
    if allow:
        return next((fact for fact, truth in _each_within(facts, relevant, wanted) if truth is None), None)
    return next((fact for fact in relevant if fact.place is None), None)


def doubtful_host(facts: CallFacts, wanted: Hosts, *, allow: bool) -> HostFact | None:
    """The first host of which nobody can tell, None where there is none."""
    relevant = _relevant_hosts(facts.hosts or (), wanted)
    if allow:
        return next((fact for fact in relevant if _host_within(fact, wanted) is None), None)
    return next((fact for fact in relevant if fact.host is None and not fact.nowhere), None)


def _relevant_paths(facts: Sequence[PathFact], wanted: PathsWithin) -> list[PathFact]:
    return _relevant(facts, wanted.arguments, lambda fact: fact.kind == "path" and _formed(fact.text, looks_like_path))


def _relevant_hosts(facts: Sequence[HostFact], wanted: Hosts) -> list[HostFact]:
    return _relevant(facts, wanted.arguments, lambda fact: fact.kind == "url" and _formed(fact.text, looks_like_url))


def _each_within(
    facts: CallFacts, relevant: Sequence[PathFact], wanted: PathsWithin
) -> Iterator[tuple[PathFact, bool | None]]:
    """Whether each path surely lies where a rule that allows wants it."""
    known = [facts.folders[name] for name in wanted.folders if name in facts.folders and not facts.folders[name].linked]
    there = {folder.chain[0] for folder in known if folder.chain and not folder.tail}
    for fact in relevant:
        sure = fact.kind == "path" or wanted.arguments
        yield fact, _surely_within(fact, known, there) if sure else None


def lies_within(fact: PathFact, folder: Place) -> bool | None:
    """Whether by every reading the path lies in ``folder``; None where one cannot be told."""
    if fact.place is None:
        return None
    return every(within(place, folder) for place in (fact.place, *fact.maybe))


# What exists is compared by what it is, as ``within`` does, here for many at once: a call may name 2,000 paths, and a
# rule 256 folders.


def _surely_within(fact: PathFact, folders: Sequence[Place], there: set[tuple[int, int]]) -> bool | None:
    """Whether by every reading the path lies in the same of ``folders``. ``there``: what those are that exist."""
    if fact.place is not None and not fact.maybe and not there.isdisjoint(fact.place.chain):
        return True
    return any_of(lies_within(fact, folder) for folder in folders)


def _any_within(facts: Sequence[PathFact], folders: Sequence[Place]) -> bool | None:
    """Whether by any reading any path lies in any of ``folders``; None where none does and one cannot be told."""
    if not folders:
        return False
    places = [place for fact in facts for place in _readings(fact)]
    inside = {entry for place in places for entry in place.chain}
    if any(folder.chain and not folder.tail and folder.chain[0] in inside for folder in folders):
        return True
    missing = [folder for folder in folders if folder.tail and folder.chain and folder.chain[0] in inside]
    found = any_of(within(place, folder) for folder in missing for place in places if place.tail)
    return None if found is False and any(fact.place is None for fact in facts) else found


def _readings(fact: PathFact) -> tuple[Place, ...]:
    return fact.maybe if fact.place is None else (fact.place, *fact.maybe)


def every(truths: Iterable[bool | None]) -> bool | None:
    """False where any is false, else None where any is unknown, else True."""
    sure = True
    for truth in truths:
        if truth is False:
            return False
        sure = sure and truth is True
    return True if sure else None


def any_of(truths: Iterable[bool | None]) -> bool | None:
    """True where any is true, else None where any is unknown, else False."""
    sure = True
    for truth in truths:
        if truth is True:
            return True
        sure = sure and truth is False
    return False if sure else None


def _host_within(fact: HostFact, wanted: Hosts) -> bool | None:
    if fact.kind == "unclear" and not wanted.arguments:
        return None
    return any_of(matches(fact, pattern, allow=True) for pattern in wanted.patterns)


def _any_host(facts: CallFacts, relevant: Sequence[HostFact], wanted: Hosts) -> bool | None:
    """Whether any reading of ``relevant`` matches; None where none does and one cannot be told.

    Each pattern is held against the facts of its name alone: a call may name 2,000 hosts, and a rule 256.
    """
    named, mine = _by_name(facts), {id(fact) for fact in relevant}
    near = ((fact, pattern) for pattern in wanted.patterns for fact in named.get(pattern.host, ()) if id(fact) in mine)
    found = any_of(matches(fact, pattern, allow=False) for fact, pattern in near)
    return None if found is False and any(fact.host is None and not fact.nowhere for fact in relevant) else found


def _by_name(facts: CallFacts) -> dict[str, list[HostFact]]:
    """The facts of each name that they could be at or below; worked out once for all rules."""
    if facts.memo.hosts is None:
        known = facts.memo.hosts = {}
        for fact in facts.hosts or ():
            hosts = fact.maybe if fact.host is None else (fact.host,)
            for name in {name for host in hosts for name in _at_or_above(host)}:
                known.setdefault(name, []).append(fact)
    return facts.memo.hosts


def _at_or_above(host: str) -> Iterator[str]:
    yield host
    at = host.find(".")
    while at >= 0:
        yield host[at + 1 :]
        at = host.find(".", at + 1)


def _formed(text: str, formed: Callable[[str], bool]) -> bool:
    """What ``formed`` says of a text; each rule asks it of the same ones."""
    return _remembered(text, formed) if len(text) <= _SHORT else formed(text)


@lru_cache(4_096)
def _remembered(text: str, formed: Callable[[str], bool]) -> bool:
    return formed(text)


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
