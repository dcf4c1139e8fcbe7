"""What a kind of finding sees of a call (pure).

Owns: the values that are handed to every kind: the call, its texts, what is remembered of earlier calls. Invariants: a
kind knows nothing else, so that equal subjects have equal findings; what could not be looked at says so; what is not
known is None or empty, never a guess. All text in here is untrusted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias, TypeVar, cast

from msgspec import Struct

from host.arguments.facts import HostFact, PathFact, Place
from host.inspect import tables
from host.model import JsonObject, JsonValue, Trust

if TYPE_CHECKING:
    from host.inspect.results import ResultIndex

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
        steps: to the value, or to the member whose name it is.
        key: the nearest name above it (for a name, itself).
        text: as it came; of a number that names something, its digits.
        is_name: see above.
        schema: what the tool says of the value, as far as it can be told without applying it.
        declared: whether the schema knows every name on the way to it.
        called: what stands beside it as its name, as in a form's field or a header; empty elsewhere.
    """

    steps: Steps
    key: str
    text: str
    is_name: bool = False
    schema: JsonObject = field(default_factory=dict, repr=False)
    declared: bool = True
    label: str = ""


class EarlierResult(Struct, eq=False):
    """What a call brought, which is looked through when somebody wants it, or the app is quiet.

    Attributes:
        index: what is remembered of it, None where it was not looked through.
        pending: whether it will be. wanted: whether somebody met it meanwhile, and must look again once it was.
    """

    index: ResultIndex | None = None
    pending: bool = False
    wanted: bool = False

    def want(self) -> ResultIndex | None:
        """The index; where there is none yet, whoever asks will have to ask again."""
        self.wanted = self.wanted or self.pending
        return self.index


class EarlierCall(NamedTuple):
    """A call that was sent before in the same chat, or session, of the app.

    Attributes:
        server: whose tool it was.
        tool: what was called.
        ago: how many calls ago, 1 for the last one.
        values: what its inputs named, in the form of ``results.normal``.
        brought: what came of it, None where nothing came.
    """

    server: str
    tool: str
    ago: int
    values: frozenset[str] = frozenset()
    brought: EarlierResult | None = None

    @property
    def result(self) -> ResultIndex | None:
        """What is remembered of its result, None where nothing is."""
        return None if self.brought is None else self.brought.want()

    @property
    def lost(self) -> bool:
        """Whether not all of its result is known."""
        return self.brought is not None and ((index := self.brought.want()) is None or index.cut)

    def __repr__(self) -> str:
        """Which call; nothing of what it sent and brought."""
        return f"Earlier({self.server!r}, {self.tool!r}, ago={self.ago})"


@dataclass(frozen=True, slots=True)
class Past:
    """What is remembered of calls before this one.

    Attributes:
        known: whether anything is remembered at all; where not, nothing can be new.
        uses: approved calls of this tool by this app.
        definition: the tool's as it was when it was approved last, None where it never was, or that is not kept.
        definition_digest: of that, empty where it never was.
        destinations: where approved calls of this tool went, as ``destinations.destination_key`` writes it.
        places: where approved calls of any tool went, likewise.
        endorsed: minutes since a person approved a value in a role for this app, by ``flows.endorsement_key``.
        largest: bytes of the largest inputs that were approved for this tool, 0 for none.
        recent: calls that the app proposed in the last ten seconds, this one included.
        earlier_calls: of the same session, newest first.
        forgotten: whether results were left out of ``earlier_calls`` that could have mattered.
        tools: (server, tool) of all other tools that servers list.
    """

    known: bool = False
    uses: int = 0
    definition: JsonObject | None = field(default=None, repr=False)
    definition_digest: str = ""
    destinations: frozenset[str] = frozenset()
    places: frozenset[str] = frozenset()
    endorsed: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    largest: int = 0
    recent: int = 1
    earlier_calls: tuple[EarlierCall, ...] = ()
    forgotten: bool = False
    tools: tuple[tuple[str, str], ...] = ()

    @property
    def incomplete(self) -> bool:
        """Whether anything of what earlier calls brought is not known."""
        return self.forgotten or any(earlier.lost for earlier in self.earlier_calls)

    def want_all(self) -> None:
        """Whoever looks later may be told of any of them, however many newer calls come meanwhile."""
        for earlier in self.earlier_calls:
            if earlier.brought is not None:
                earlier.brought.want()

    @property
    def waits(self) -> bool:
        """Whether somebody wanted what is not looked through yet: what was found without it does not count."""
        return any(it.brought is not None and it.brought.pending and it.brought.wanted for it in self.earlier_calls)


NO_PAST: Final = Past()


@dataclass(frozen=True, slots=True)
class Subject:
    """A call as the kinds of finding see it.

    Attributes:
        app: its name.
        server: our id of it.
        tool: its exact name.
        arguments: never mutated.
        trust: of the server.
        definition: the tool's, None where it is not known.
        definition_digest: of it.
        size: bytes of the arguments, canonical.
        texts: of the arguments, in order.
        complete: whether there are no more texts than these.
        hosts: what the arguments name.
        paths: resolved on this machine, None where that was not looked up.
        folders: those that such calls may work in, as written and as resolved; empty where nobody said.
        home: of the person, empty where that is not known.
        other_params: what is sent besides the inputs, as texts.
        past: see there.
        turn: the person's own words that led here, where a program of ours tells them; values in them are the
            person's own. Empty where only an app says so, which could call a stranger's value the person's.
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
    other_params: tuple[Text, ...] = ()
    past: Past = NO_PAST
    turn: str = ""
    _values: tuple[Text, ...] = field(init=False, repr=False, compare=False)
    _made: dict[object, object] = field(init=False, repr=False, compare=False, default_factory=dict)

    def __post_init__(self) -> None:
        """Tell values from names once: every kind asks."""
        object.__setattr__(self, "_values", tuple([text for text in self.texts if not text.is_name]))

    def values(self) -> Iterator[Text]:
        """The texts that are values."""
        return iter(self._values)

    def cached(self, work: Callable[[Subject], T], name: str = "") -> T:
        """What ``work``, a function of the subject alone, makes of it; it is done once.

        ``name``: by which it is known, where ``work`` is another object each time.
        """
        key = name or work
        if key not in self._made:
            self._made[key] = work(self)
        return cast("T", self._made[key])


class _Walk(Struct):
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
    label: str = ""


def texts_of(arguments: JsonObject, schema: JsonValue = None) -> tuple[tuple[Text, ...], bool]:
    """Every text in ``arguments``, names of members included, in order; and whether these are all.

    ``schema``: the tool's ``inputSchema`` (untrusted), looked at, never applied.
    """
    walk = _Walk([])
    stack = [_Part((), "", arguments, _object(schema), declared=True)]
    while stack and walk.complete:
        part = stack.pop()
        if isinstance(part.value, str):
            walk.take(_text(part, part.value))
        elif isinstance(part.value, dict):
            stack.extend(reversed(_members(part, part.value, walk)))
        elif isinstance(part.value, list):
            items = _object(part.schema.get("items"))
            stack.extend(
                _Part((*part.steps, index), part.key, part.value[index], items, part.declared, part.label)
                for index in range(min(len(part.value), MAX_TEXTS) - 1, -1, -1)
            )
            walk.complete = len(part.value) <= MAX_TEXTS
        elif isinstance(part.value, int) and not isinstance(part.value, bool):
            walk.take(_text(part, str(part.value)))
    return tuple(walk.found), walk.complete


def _text(part: _Part, text: str) -> Text:
    return Text(part.steps, part.key, text, schema=part.schema, declared=part.declared, label=part.label)


def _members(part: _Part, value: JsonObject, walk: _Walk) -> list[_Part]:
    known = _object(part.schema.get("properties"))
    below: list[_Part] = []
    label = _called(value)
    for name, child in value.items():
        steps, declared = (*part.steps, name), part.declared and name in known
        if not walk.take(Text(steps, name, name, is_name=True, declared=declared)):
            break
        beside = label if label and name in tables.word_set("pair-value") else part.label
        below.append(_Part(steps, name, child, _object(known.get(name)), declared, beside))
    return below


_LONGEST_NAME: Final = 80


def _called(value: JsonObject) -> str:
    """What the value of a pair, as of a form's field or a header, is called; empty where the object is no pair."""
    if tables.word_set("pair-value").isdisjoint(value):
        return ""
    names = (it for name, it in value.items() if name in tables.word_set("pair-name") and isinstance(it, str))
    return next((it for it in names if 0 < len(it) <= _LONGEST_NAME), "")


def _object(value: JsonValue) -> JsonObject:
    return value if isinstance(value, dict) else {}
