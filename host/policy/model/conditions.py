"""What a rule wants of a call besides its names (pure).

Owns: each condition as a value; ``host.policy.conditions`` holds calls against them. What stays true: values alone,
well-formed as ``host.policy.parse`` makes them.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, Literal, TypeAlias

from host.model import JsonObject, Trust

Scalar: TypeAlias = "str | int | float | bool | None"
Weekday: TypeAlias = Literal["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
WEEK: Final[tuple[Weekday, ...]] = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
"""In the order in which ``datetime.weekday`` counts."""


@dataclass(frozen=True, slots=True)
class ArgumentSchema:
    """A JSON Schema that a rule holds the arguments against.

    Attributes:
        raw: as written. digest: SHA-256 in hex of its canonical form; its identity.
    """

    raw: JsonObject = field(compare=False, repr=False)
    digest: str


@dataclass(frozen=True, slots=True)
class PathsWithin:
    """Folders, and which arguments they bound.

    A rule that allows matches where each path of the call lies in one of the folders, there is at least one, and
    nothing else in the arguments could be a path. A rule that asks or denies matches where any path does.

    Attributes:
        folders: absolute, or beginning with ``~``, as written. arguments: names under which paths stand; where given,
        other texts count as paths only if their form says so. Empty: every text of the call is looked at.
    """

    folders: tuple[str, ...]
    arguments: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class HostPattern:
    """One entry of ``hosts``.

    Attributes:
        host: canonical, as in ``facts.HostFact``. below: whether it stands for all names below it (``*.example.org``).
        port: a number; ``any``; or None: for a rule that allows the scheme's own port, for others any.
    """

    host: str
    below: bool = False
    port: int | Literal["any"] | None = None


@dataclass(frozen=True, slots=True)
class Hosts:
    """Hosts, and which arguments they bound; quantified as ``PathsWithin`` is. Attributes: as there."""

    patterns: tuple[HostPattern, ...]
    arguments: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TimeOfDay:
    """When a rule counts.

    Attributes:
        days: on which it begins; all where empty. begins, ends: minutes after midnight; where ``ends`` is not later, it
        ends on the next day. zone: ``local``, ``UTC`` or an IANA name.
    """

    days: frozenset[Weekday] = frozenset()
    begins: int = 0
    ends: int = 24 * 60
    zone: str = "local"


@dataclass(frozen=True, slots=True)
class Conditions:
    """What a rule wants of a call besides its names; None and empty want nothing. All that are given must hold.

    Attributes:
        trust: levels that will do. annotations: name to values of which one must be there, in the order of names.
        findings: kinds, or ``severity:medium`` and ``severity:high`` for that or worse; one must be there.
    """

    trust: frozenset[Trust] = frozenset()
    annotations: tuple[tuple[str, tuple[Scalar, ...]], ...] = ()
    findings: frozenset[str] = frozenset()
    arguments: ArgumentSchema | None = None
    paths: PathsWithin | None = None
    hosts: Hosts | None = None
    time: TimeOfDay | None = None

    @property
    def any(self) -> bool:
        """Whether anything is wanted."""
        return self != NO_CONDITIONS


NO_CONDITIONS: Final = Conditions()
