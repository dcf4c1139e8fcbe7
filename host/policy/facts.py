"""What rules can see of a call, gathered before they are asked (pure).

Invariants: nothing here touches a file system or a network; what ``host.policy.gather`` could not resolve is ``None``,
and no allowing rule ever matches by it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from functools import cached_property
from types import MappingProxyType
from typing import Final, TypeAlias

import msgspec
from msgspec import Struct

from host.arguments.facts import HostFact, PathFact, Place
from host.model import TOOL_CALL, Finding, JsonObject, Trust
from host.text import caseless
from host.values import PartlyCompared, PartlyPrinted


class ArgumentSchema(PartlyPrinted, PartlyCompared, Struct, frozen=True):
    """A JSON Schema that a rule applies to the arguments.

    ``digest``: SHA-256 in hex of its canonical form; its identity.
    """

    UNPRINTED = frozenset({"raw"})
    UNCOMPARED = frozenset({"raw"})

    raw: JsonObject
    digest: str


Fits: TypeAlias = "Callable[[ArgumentSchema], bool | None]"
"""Whether the arguments fulfil a rule's schema, None if that is unknown."""


def _unknown(_: ArgumentSchema) -> bool | None:
    return None


class CallFacts(PartlyPrinted, PartlyCompared, Struct, frozen=True, dict=True):
    """What rules can see of a call.

    Attributes:
        paths: the paths in the arguments. None if they were not gathered, which counts as not resolvable.
        folders: the folders that rules name, as written, resolved. A missing one could not be resolved.
        input_names: the names of inputs at any depth, gathered with ``fits``; None if there are too many to compare.
    """

    UNPRINTED = frozenset({"fits"})
    UNCOMPARED = frozenset({"fits"})

    server: str
    tool: str  # the exact name (untrusted)
    app: str  # the name that its token proves, or ``unknown``
    app_authenticated: bool
    findings: tuple[Finding, ...] = ()
    trust: Trust = "none"
    annotations: JsonObject = msgspec.field(default_factory=dict)  # of the definition, as the server wrote them
    now: datetime | None = None  # the time, in the local zone
    fits: Fits = _unknown  # see the type; None for a schema that was not gathered
    paths: tuple[PathFact, ...] | None = None
    hosts: tuple[HostFact, ...] | None = None  # the hosts in the arguments, likewise
    folders: Mapping[str, Place] = msgspec.field(default_factory=lambda: MappingProxyType({}))
    method: str = TOOL_CALL  # as in ``Call``
    input_names: frozenset[str] | None = frozenset()

    @property
    def asks_app(self) -> bool:
        """Whether this is a server's request to an app."""
        return self.method != TOOL_CALL

    @cached_property
    def names_by_reading(self) -> Mapping[str, Sequence[str]]:
        """The names of inputs by how a lenient program reads them, computed once for all rules."""
        by_reading: dict[str, list[str]] = {}
        for name in self.input_names or ():
            by_reading.setdefault(caseless(name), []).append(name)
        return by_reading

    @cached_property
    def hosts_by_name(self) -> Mapping[str, Sequence[HostFact]]:
        """The facts about each host name and each name above it, computed once for all rules."""
        by_name: dict[str, list[HostFact]] = {}
        for fact in self.hosts or ():
            hosts = fact.other_hosts if fact.host is None else (fact.host,)
            for name in {name for host in hosts for name in _at_or_above(host)}:
                by_name.setdefault(name, []).append(fact)
        return by_name


def _at_or_above(host: str) -> Iterator[str]:
    yield host
    dot = host.find(".")
    while dot >= 0:
        yield host[dot + 1 :]
        dot = host.find(".", dot + 1)


class Needs(Struct, frozen=True):
    """What must be gathered before the rules that match a call by name can be judged."""

    schemas: tuple[ArgumentSchema, ...] = ()
    folders: tuple[str, ...] = ()  # that rules name, as written
    paths: bool = False  # whether the paths in the arguments are needed; always if ``folders`` are
    hosts: bool = False

    def __or__(self, other: Needs) -> Needs:
        """Return everything that either needs; ``NOTHING_NEEDED`` itself if that is nothing."""
        return all_of((self, other))


NOTHING_NEEDED: Final = Needs()


def all_of(parts: Iterable[Needs]) -> Needs:
    """Return everything that any of ``parts`` needs, which may be thousands; ``NOTHING_NEEDED`` if that is nothing."""
    needed = [part for part in parts if part != NOTHING_NEEDED]
    if len(needed) <= 1:  # as for nearly all calls
        return needed[0] if needed else NOTHING_NEEDED
    schemas = {schema.digest: schema for part in needed for schema in part.schemas}
    folders = dict.fromkeys(folder for part in needed for folder in part.folders)
    return Needs(
        tuple(schemas.values()), tuple(folders), any(it.paths for it in needed), any(it.hosts for it in needed)
    )
