"""What rules can see of a call, worked out before they are asked (pure).

Owns: the types of those facts, and of what must be gathered. Invariants: nothing here touches a file system or a
network; whoever gathers the facts (``host.policy.gather``) says ``None`` for what could not be resolved, and no rule
that allows ever matches by it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, TypeAlias

from msgspec import Struct

from host.arguments.facts import HostFact, PathFact, Place
from host.model import TOOL_CALL, Finding, JsonObject, Trust

if TYPE_CHECKING:
    from host.policy.model import ArgumentSchema

Fits: TypeAlias = "Callable[[ArgumentSchema], bool | None]"
"""Whether the arguments meet a rule's schema; None where that could not be told."""


def _never(_: ArgumentSchema) -> bool | None:
    return None


@dataclass(frozen=True)
class CallFacts:
    """What rules can see of a call.

    Attributes:
        server: our configured id.
        tool: exact name (untrusted).
        app: the name that its token proves, or ``unknown``.
        app_authenticated: whether a token proved it.
        findings: what Assent worked out about the call.
        trust: who vouched for the server's configuration.
        annotations: of the definition, as the server said them.
        now: aware, in the local zone.
        fits: see the type; what was not gathered is None.
        paths, hosts: what the arguments name; None where they were not gathered, which counts as not resolvable.
        folders: the folders that rules name, as written, resolved; one that is missing here could not be resolved.
        method: as in ``Call``.
    """

    server: str
    tool: str
    app: str
    app_authenticated: bool
    findings: tuple[Finding, ...] = ()
    trust: Trust = "none"
    annotations: JsonObject = field(default_factory=dict)
    now: datetime | None = None
    fits: Fits = field(default=_never, repr=False, compare=False)
    paths: tuple[PathFact, ...] | None = None
    hosts: tuple[HostFact, ...] | None = None
    folders: Mapping[str, Place] = field(default_factory=lambda: MappingProxyType({}))
    method: str = TOOL_CALL

    @property
    def asks_app(self) -> bool:
        """Whether a server asks it of an app."""
        return self.method != TOOL_CALL

    @cached_property
    def hosts_by_name(self) -> Mapping[str, Sequence[HostFact]]:
        """The facts of each name that they could be at or below; worked out once for all rules."""
        known: dict[str, list[HostFact]] = {}
        for fact in self.hosts or ():
            hosts = fact.other_hosts if fact.host is None else (fact.host,)
            for name in {name for host in hosts for name in _at_or_above(host)}:
                known.setdefault(name, []).append(fact)
        return known


def _at_or_above(host: str) -> Iterator[str]:
    yield host
    at = host.find(".")
    while at >= 0:
        yield host[at + 1 :]
        at = host.find(".", at + 1)


class Needs(Struct, frozen=True):
    """What must be gathered before the rules that match a call by name can be judged.

    Attributes:
        schemas: argument schemas of rules.
        folders: that rules name, as written.
        paths, hosts: whether those of the arguments are wanted; paths always are where folders are.
    """

    schemas: tuple[ArgumentSchema, ...] = ()
    folders: tuple[str, ...] = ()
    paths: bool = False
    hosts: bool = False

    def __or__(self, other: Needs) -> Needs:
        """Everything that one or the other needs."""
        schemas = {schema.digest: schema for schema in (*self.schemas, *other.schemas)}
        return Needs(
            tuple(schemas.values()),
            tuple(dict.fromkeys((*self.folders, *other.folders))),
            self.paths or other.paths,
            self.hosts or other.hosts,
        )


NOTHING_NEEDED: Final = Needs()
