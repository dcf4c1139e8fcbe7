"""What inspectors see of a call (pure).

Owns: the values that are handed to every inspector: the call, its texts, what is known of earlier calls. What stays
true: an inspector knows nothing else, so that equal subjects have equal findings; what could not be looked at says so;
what is not known is None or empty, and never a guess. All text in here is untrusted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple, TypeAlias, TypeVar, cast

from host.model import JsonObject, JsonValue, Trust
from host.policy.facts import HostFact, PathFact, Place

T = TypeVar("T")
Steps: TypeAlias = "tuple[str | int, ...]"

MAX_TEXTS: Final = 20_000
"""Texts of one call that are looked at."""
MAX_CHARACTERS: Final = 4 << 20
"""Characters of them all together."""


@dataclass(frozen=True, slots=True)
class Text:
    """One text of the inputs: a value, or the name of a member.

    Attributes:
        steps: to the value, or to the member whose name it is. key: the nearest name above it (for a name, itself).
        text: as it came. is_name: see above. schema: what the tool says of the value, as far as it can be told without
        applying it. declared: whether the schema knows every name on the way to it.
    """

    steps: Steps
    key: str
    text: str
    is_name: bool = False
    schema: JsonObject = field(default_factory=dict, repr=False)
    declared: bool = True


class Earlier(NamedTuple):
    """A call that was sent before in the same session of the app.

    Attributes:
        server, tool: what was called. ago: how many calls of the session ago, 1 for the last one. text: everything
        textual of its result, joined by line feeds, bounded. arguments: its inputs, None where they are not kept.
        definition: of its tool, None where it is not known. cut: whether the result was longer than what is kept.
        trace: the index of ``text`` (``host.inspect.flows.traces.Trace``) where somebody keeps it; it says nothing new.
    """

    server: str
    tool: str
    ago: int
    text: str = ""
    arguments: JsonObject | None = None
    definition: JsonObject | None = None
    cut: bool = False
    trace: object = None

    def __repr__(self) -> str:
        """Which call; nothing of what it sent and brought."""
        return f"Earlier({self.server!r}, {self.tool!r}, ago={self.ago})"


@dataclass(frozen=True, slots=True)
class Past:
    """What is remembered of calls before this one.

    Attributes:
        known: whether anything is remembered at all; where not, nothing can be new. uses: approved calls of this tool
        by this app. definition: the tool's as it was when it was approved last, None where it never was, or that is not
        kept. definition_digest: of that, empty where it never was. hosts: canonical names that approved calls of
        anybody went to. largest: bytes of the largest inputs that were approved for this tool, 0 for none.
        recent: calls that the app proposed in the last ten seconds, this one included. session: newest first.
        tools: (server, tool) of all other tools that servers list.
    """

    known: bool = False
    uses: int = 0
    definition: JsonObject | None = field(default=None, repr=False)
    definition_digest: str = ""
    hosts: frozenset[str] = frozenset()
    largest: int = 0
    recent: int = 1
    session: tuple[Earlier, ...] = ()
    tools: tuple[tuple[str, str], ...] = ()


NOTHING_PAST: Final = Past()


@dataclass(frozen=True, slots=True)
class Subject:
    """A call as inspectors see it.

    Attributes:
        app, server, tool: names; the server's is our id. trust: of the server. definition: the tool's, None where it is
        not known. definition_digest: of it. arguments: never mutated. size: bytes of them, canonical. texts: of the
        arguments, in order. complete: whether there are no more texts than these. hosts: what the arguments name.
        paths: resolved on this machine, None where that was not looked up. folders: those that such calls may work in,
        as written and as resolved; empty where nobody said. home: of the person, empty where that is not known.
        beside: what else is sent besides the inputs, as texts. past: see there. turn: the person's
        own words that led here; empty where only an app says so, which could make findings milder by them. quoted: the
        same as an app quotes them, unverified: they may only add findings. plain: whether every input is a text, as of
        most calls: no number, switch, list or object.
    """

    app: str
    server: str
    tool: str
    arguments: JsonObject
    trust: Trust = "none"
    definition: JsonObject | None = None
    definition_digest: str = ""
    size: int = 0
    texts: tuple[Text, ...] = ()
    complete: bool = True
    hosts: Sequence[HostFact] = ()
    paths: tuple[PathFact, ...] | None = None
    folders: tuple[tuple[str, Place | None], ...] = ()
    home: str = ""
    beside: tuple[Text, ...] = ()
    past: Past = NOTHING_PAST
    turn: str = ""
    quoted: str = ""
    plain: bool = field(init=False, repr=False, compare=False)
    _values: tuple[Text, ...] = field(init=False, repr=False, compare=False)
    _made: dict[object, object] = field(init=False, repr=False, compare=False, default_factory=dict)

    def __post_init__(self) -> None:
        """Tell values from names, and whether all are texts, once: all inspectors ask."""
        object.__setattr__(self, "plain", {str}.issuperset(map(type, self.arguments.values())))
        object.__setattr__(self, "_values", tuple([text for text in self.texts if not text.is_name]))

    def values(self) -> Iterator[Text]:
        """The texts that are values."""
        return iter(self._values)

    def several(self) -> bool:
        """Whether more than one text is a value: of one alone nothing stands beside it."""
        return len(self._values) > 1

    def once(self, work: Callable[[Subject], T]) -> T:
        """What ``work``, a function of the subject alone, makes of it; it is done once."""
        if work not in self._made:
            self._made[work] = work(self)
        return cast("T", self._made[work])


@dataclass(slots=True)
class _Walk:
    """Texts found so far. Attributes: found. characters: of them. complete: whether there are no more."""

    found: list[Text]
    characters: int = 0
    complete: bool = True

    def take(self, text: Text) -> bool:
        """Keep it, where there is room."""
        self.characters += len(text.text)
        if len(self.found) >= MAX_TEXTS or self.characters > MAX_CHARACTERS:
            self.complete = False
            return False
        self.found.append(text)
        return True


class _Part(NamedTuple):
    steps: Steps
    key: str
    value: JsonValue
    schema: JsonObject
    declared: bool


def texts_of(arguments: JsonObject, schema: JsonValue = None) -> tuple[tuple[Text, ...], bool]:
    """Every text in ``arguments``, names of members included, in order; and whether these are all.

    ``schema``: the tool's ``inputSchema`` (untrusted), looked at, never applied.
    """
    if (flat := _flat(arguments, schema)) is not None:
        return flat, True
    walk = _Walk([])
    stack = [_Part((), "", arguments, _object(schema), declared=True)]
    while stack and walk.complete:
        part = stack.pop()
        if isinstance(part.value, str):
            walk.take(Text(part.steps, part.key, part.value, schema=part.schema, declared=part.declared))
        elif isinstance(part.value, dict):
            stack.extend(reversed(_members(part, part.value, walk)))
        elif isinstance(part.value, list):
            items = _object(part.schema.get("items"))
            stack.extend(
                _Part((*part.steps, index), part.key, part.value[index], items, part.declared)
                for index in range(min(len(part.value), MAX_TEXTS) - 1, -1, -1)
            )
            walk.complete = len(part.value) <= MAX_TEXTS
    return tuple(walk.found), walk.complete


def _flat(arguments: JsonObject, schema: JsonValue) -> tuple[Text, ...] | None:
    """The same without a walk, where nothing is inside anything and nothing is too long; None elsewhere."""
    if len(arguments) > _FEW:
        return None
    known = _object(_object(schema).get("properties"))
    names, values, characters = list[Text](), list[Text](), 0
    for name, value in arguments.items():
        if isinstance(value, (dict, list)):
            return None
        steps, declared = (name,), name in known
        names.append(Text(steps, name, name, True, {}, declared))  # by place: it costs half as much
        characters += len(name)
        if isinstance(value, str):
            values.append(Text(steps, name, value, False, _object(known.get(name)), declared))  # likewise
            characters += len(value)
    return (*names, *values) if characters <= MAX_CHARACTERS else None


_FEW: Final = 64
"""Inputs of most calls."""


def _members(part: _Part, value: JsonObject, walk: _Walk) -> list[_Part]:
    known = _object(part.schema.get("properties"))
    below: list[_Part] = []
    for name, child in value.items():
        steps, declared = (*part.steps, name), part.declared and name in known
        if not walk.take(Text(steps, name, name, is_name=True, declared=declared)):
            break
        below.append(_Part(steps, name, child, _object(known.get(name)), declared))
    return below


def _object(value: JsonValue) -> JsonObject:
    return value if isinstance(value, dict) else {}
