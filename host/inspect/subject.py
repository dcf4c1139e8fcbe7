"""The input of every kind of finding (pure).

Owns: the values that every finder gets: the call, its texts, and what is remembered of earlier calls and their results.
Invariants: finders use nothing else, so that equal subjects have equal findings; parts that could not be examined are
marked; unknown values are None or empty, never guessed. All text in here is untrusted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import wraps
from itertools import islice
from types import MappingProxyType
from typing import Any, Final, TypeAlias, TypeVar  # Any: what is cached has many types

import msgspec
from msgspec import Struct, field
from msgspec.structs import force_setattr

from host.arguments.facts import HostFact, PathFact, Place
from host.inspect import tables
from host.model import JsonObject, JsonValue, Trust
from host.values import PartlyCompared, Unprinted

T = TypeVar("T")
Steps: TypeAlias = "tuple[str | int, ...]"
Inputs: TypeAlias = "Sequence[tuple[Steps, JsonValue, JsonObject]]"
"""See ``inputs_in``."""

MAX_TEXTS: Final = 20_000
"""Texts of one call that are examined."""
MAX_CHARACTERS: Final = 4 << 20
"""Characters of all these texts."""


class Text(Struct, frozen=True):
    """One text of the inputs: a value, or the name of a member.

    Attributes:
        schema: the part of the tool's schema for the value, as far as it is found without applying the schema.
    """

    steps: Steps  # the path to the value, or to the member with that name
    key: str  # the nearest name above it (for a name, itself)
    text: str  # unchanged; the digits of a number
    is_name: bool = False  # whether it is the name of a member
    schema: JsonObject = field(default_factory=dict)
    declared: bool = True  # whether the schema has every name on the way to it
    label: str = ""  # the name beside the value of a pair, as in a form's field or a header; else empty

    def __repr__(self) -> str:
        """Return the text without its schema."""
        return f"Text({self.steps!r}, {self.key!r}, {self.text!r})"


class Order(Struct, frozen=True):
    """An order to the model."""

    frame: str  # the kind of order, by the table
    evidence: str  # the text around it
    grave: bool  # whether the table marks it as grave


class ResultIndex(Unprinted, PartlyCompared, Struct, frozen=True):
    """The index of one result.

    Attributes:
        authors: fields that name the author of a text in the record. For an answer to that address it is the server's
            data; for anything else (money, rights) it is only the author's claim.
    """

    UNCOMPARED = frozenset({"addresses", "size"})

    fields: frozenset[str] = frozenset()  # values that are fields of records
    authors: frozenset[str] = frozenset()
    prose: frozenset[str] = frozenset()  # words, addresses and numbers inside prose
    ordered: frozenset[str] = frozenset()  # values in prose with an order to the model, and fields beside such prose
    text: str = ""  # the prose, normalized, to search values of several words in
    windows: frozenset[int] = frozenset()  # hashes of pieces of private text
    order: Order | None = None  # the gravest order to the model, None for none
    cut: bool = False  # whether the result was longer than what is indexed
    private: bool = False  # whether the result is private
    addresses: tuple[str, ...] = ()  # fields and authors that are mail addresses or URLs, sorted
    size: int = 0  # approximate bytes of the index

    def __post_init__(self) -> None:
        """Compute addresses and size once, because every call is compared with the index."""
        size = 2 * len(self.text) + 120 * (len(self.fields) + len(self.prose)) + 60 * len(self.windows)
        force_setattr(self, "size", size)
        addresses = {it for values in (self.fields, self.authors) for it in values if "@" in it or "://" in it}
        force_setattr(self, "addresses", tuple(sorted(addresses)))

    def __repr__(self) -> str:
        """Return counts only; the values are private."""
        return f"ResultIndex({len(self.fields)} fields, {len(self.prose)} of prose)"

    def to_json(self) -> JsonObject:
        """The index as JSON, for another process."""
        value: JsonObject = msgspec.to_builtins(self)
        return value

    @staticmethod
    def from_json(value: JsonObject) -> ResultIndex:
        """The index that ``to_json`` made. Raises ValueError for anything else."""
        if value.keys() != set(ResultIndex.__struct_fields__):
            raise ValueError("no index")
        try:
            return msgspec.convert(value, ResultIndex)
        except msgspec.ValidationError as error:
            raise ValueError(str(error)) from error


class EarlierResult(Struct, eq=False):
    """The result of an earlier call. It is indexed on request, or when the app is idle."""

    index: ResultIndex | None = None  # the index, None if the result was not indexed
    pending: bool = False  # whether it will be indexed
    was_requested: bool = False  # whether somebody used it while it was pending, and must look again later

    def request(self) -> ResultIndex | None:
        """The index. While it is pending, the request is noted and the caller has to look again."""
        self.was_requested = self.was_requested or self.pending
        return self.index


class NamedValues:
    """The values that a call named, worked out when a later call is first compared with them: most never are."""

    __slots__ = ("_addresses", "_find", "_found")

    def __init__(self, find: Callable[[], frozenset[str]]) -> None:
        """``find``: works them out, as ``results.names_in`` the call's inputs."""
        self._find: Callable[[], frozenset[str]] | None = find
        self._found: frozenset[str] = frozenset()
        self._addresses: tuple[str, ...] | None = None

    def values(self) -> frozenset[str]:
        """The values."""
        if self._find is not None:
            self._found, self._find = self._find(), None
        return self._found

    def addresses(self) -> tuple[str, ...]:
        """Those that are mail addresses or URLs, sorted."""
        if self._addresses is None:
            self._addresses = tuple(sorted(it for it in self.values() if "@" in it or "://" in it))
        return self._addresses


class EarlierCall(Struct, frozen=True):
    """A call that was sent before in the same chat or session of the app."""

    server: str  # whose tool it was
    tool: str  # what was called
    named: NamedValues = NamedValues(frozenset)  # in its inputs
    earlier_result: EarlierResult | None = None  # its result, None if there was none or it is too old to matter
    id: str = ""  # of the call

    @property
    def result(self) -> ResultIndex | None:
        """The index of its result, None if there is none."""
        stored = self.earlier_result
        if stored is None or not stored.pending:  # as nearly always
            return None if stored is None else stored.index
        return stored.request()

    def __repr__(self) -> str:
        """Return the call without its private inputs and result."""
        return f"Earlier({self.server!r}, {self.tool!r})"


class Past(Struct, frozen=True):
    """What is remembered of calls before this one.

    Attributes:
        definition: the tool's definition at its last approval, None if there was none or it is not kept.
        destinations: ``destinations.destination_key`` of the destinations of approved calls of this tool.
        endorsed: minutes since a person approved a value in a role for this app, by ``flows.endorsement_key``.
    """

    known: bool = False  # whether anything is remembered at all; if not, nothing counts as new
    uses: int = 0  # number of approved calls of this tool by this app
    definition: JsonObject | None = None
    definition_digest: str = ""  # the digest of that definition, empty if there was no approval
    destinations: frozenset[str] = frozenset()
    places: frozenset[str] = frozenset()  # the same of approved calls of any tool
    endorsed: Mapping[str, int] = MappingProxyType({})
    largest: int = 0  # bytes of the largest approved inputs of this tool, 0 for none
    recent: int = 1  # number of calls of the app in the last ten seconds, this one included
    earlier_calls: tuple[EarlierCall, ...] = ()  # of the same session, newest first
    forgotten: bool = False  # whether relevant results are missing in ``earlier_calls``
    tools: tuple[tuple[str, str], ...] = ()  # (server, tool) of all other listed tools

    @property
    def incomplete(self) -> bool:
        """Whether a part of the earlier results is not known."""
        if self.forgotten:
            return True
        for earlier in self.earlier_calls:
            if earlier.earlier_result is not None and ((index := earlier.result) is None or index.cut):
                return True
        return False

    def request_all(self) -> None:
        """Request all earlier results, so that they are kept although newer calls come meanwhile."""
        for earlier in self.earlier_calls:
            if earlier.earlier_result is not None:
                earlier.earlier_result.request()

    @property
    def has_unrequested_results(self) -> bool:
        """Whether there is a result that is not indexed yet and that nobody requested."""
        for call in self.earlier_calls:
            result = call.earlier_result
            if result is not None and result.pending and not result.was_requested:
                return True
        return False

    @property
    def awaits_results(self) -> bool:
        """Whether a requested result is not indexed yet: findings without it are preliminary."""
        for call in self.earlier_calls:
            result = call.earlier_result
            if result is not None and result.pending and result.was_requested:
                return True
        return False


NO_PAST: Final = Past()


class Subject(Struct, frozen=True, eq=False):
    """A call as finders get it.

    Attributes:
        folders: where such calls may work, as written and as resolved; empty if nobody named any.
        turn: the person's own words that led to the call, if our own assistant knows them; values in them are not
            foreign. Empty if only an app could tell them, because it could lie.
    """

    app: str  # the app's name
    server: str  # our id of the server
    tool: str  # the tool's exact name
    arguments: JsonObject  # the inputs; never mutated
    trust: Trust = "none"  # of the server
    definition: JsonObject | None = None  # of the tool, None if unknown
    definition_digest: str = ""  # its digest
    size: int = 0  # bytes of the canonical arguments
    texts: tuple[Text, ...] = ()  # of the arguments, in order
    complete: bool = True  # whether these are all texts
    hosts: Sequence[HostFact] = ()  # in the arguments
    paths: tuple[PathFact, ...] | None = None  # resolved on this machine, None if they were not looked up
    folders: tuple[tuple[str, Place | None], ...] = ()
    home: str = ""  # the person's home directory, empty if unknown
    other_params: tuple[Text, ...] = ()  # texts that are sent besides the inputs
    past: Past = NO_PAST  # what is remembered of earlier calls
    turn: str = ""
    _values: tuple[Text, ...] = ()
    _cache: dict[object, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Select the values once, because every finder uses them. A changed copy begins with nothing cached."""
        force_setattr(self, "_values", tuple([text for text in self.texts if not text.is_name]))
        force_setattr(self, "_cache", {})

    def values(self) -> tuple[Text, ...]:
        """The texts that are values."""
        return self._values

    def cached(self, compute: Callable[[Subject], T], name: str = "") -> T:
        """The value that ``compute``, a function of the subject alone, returns. It is computed once.

        ``name``: the key of the cache, needed if ``compute`` is another object each time.
        """
        key = name or compute
        value: T = self._cache.get(key, self)
        if value is self:  # nothing yet, which is as frequent: an exception would take longer than the look
            value = self._cache[key] = compute(self)
        return value


def once(compute: Callable[[Subject], T]) -> Callable[[Subject], T]:
    """Decorate a function of a subject alone: it is computed once for each subject."""

    @wraps(compute)
    def cached(subject: Subject) -> T:
        cache = subject._cache  # noqa: SLF001  # ours; as ``Subject.cached``, with a call less
        value: T = cache.get(compute, subject)
        if value is subject:
            value = cache[compute] = compute(subject)
        return value

    return cached


def keep(subject: Subject, compute: Callable[[Subject], T], value: T) -> None:
    """Let ``compute``, which ``once`` decorates, return ``value``: it was worked out elsewhere."""
    subject._cache[compute.__wrapped__] = value  # type: ignore[attr-defined]  # noqa: SLF001  # set by ``wraps``; ours


class _TextCollector(Struct):
    """Collects texts up to ``MAX_TEXTS`` and ``MAX_CHARACTERS``."""

    found: list[Text]  # the texts so far
    characters: int = 0  # their length together
    complete: bool = True  # whether no text was left out

    def add(self, text: Text) -> bool:
        """Add a text if there is room. Returns whether there was."""
        self.characters += len(text.text)
        if len(self.found) >= MAX_TEXTS or self.characters > MAX_CHARACTERS:
            self.complete = False
            return False
        self.found.append(text)
        return True


class _Part(Struct, frozen=True):
    """A value that is not read yet, with its schema."""

    steps: Steps
    key: str
    value: JsonValue
    schema: JsonObject
    declared: bool
    label: str = ""


def texts_of(arguments: JsonObject, schema: JsonValue = None) -> tuple[tuple[Text, ...], bool]:
    """The texts in ``arguments`` with the names of members, in order, and whether these are all.

    ``schema``: the tool's ``inputSchema`` (untrusted), which is read, never applied.
    """
    texts = _TextCollector([])
    stack = [_Part((), "", arguments, _as_object(schema), declared=True)]
    while stack and texts.complete:
        part = stack.pop()
        if isinstance(part.value, str):
            texts.add(_text(part, part.value))
        elif isinstance(part.value, dict):
            stack.extend(reversed(_members(part, part.value, texts)))
        elif isinstance(part.value, list):
            items = _as_object(part.schema.get("items"))
            stack.extend(
                _Part((*part.steps, index), part.key, part.value[index], items, part.declared, part.label)
                for index in range(min(len(part.value), MAX_TEXTS) - 1, -1, -1)
            )
            texts.complete = len(part.value) <= MAX_TEXTS
        elif isinstance(part.value, int) and not isinstance(part.value, bool):
            texts.add(_text(part, str(part.value)))
    return tuple(texts.found), texts.complete


def _text(part: _Part, text: str) -> Text:
    return Text(part.steps, part.key, text, schema=part.schema, declared=part.declared, label=part.label)


def _members(part: _Part, value: JsonObject, texts: _TextCollector) -> list[_Part]:
    properties = _as_object(part.schema.get("properties"))
    parts: list[_Part] = []
    label = label_of_pair(value)
    for name, child in value.items():
        steps, declared = (*part.steps, name), part.declared and name in properties
        if not texts.add(Text(steps, name, name, is_name=True, declared=declared)):
            break
        child_label = label if label and name in tables.words("pair-value") else part.label
        parts.append(_Part(steps, name, child, _as_object(properties.get(name)), declared, child_label))
    return parts


_MAX_LABEL: Final = 80


def label_of_pair(value: JsonObject) -> str:
    """The name in a pair of name and value, such as a form's field or a header; empty for other objects."""
    if tables.words("pair-value").isdisjoint(value):
        return ""
    names = [text for name, text in value.items() if name in tables.words("pair-name")]
    names.append(value.get("type"))  # the last, since most pairs have a name beside their type
    return next((text for text in names if isinstance(text, str) and 0 < len(text) <= _MAX_LABEL), "")


def _as_object(value: JsonValue) -> JsonObject:
    return value if isinstance(value, dict) else {}


def inputs_in(arguments: JsonObject, most: int = MAX_TEXTS) -> Iterator[tuple[Steps, JsonValue, JsonObject]]:
    """Every value, with the steps to it and the object that contains it, the outermost first, at most ``most``."""
    level: list[tuple[Steps, JsonValue, JsonObject]] = [((), arguments, arguments)]
    values_left = most
    while level:
        next_level: list[tuple[Steps, JsonValue, JsonObject]] = []
        for steps, value, container in level:
            if steps:
                yield steps, value, container
            room = values_left - len(next_level)
            if isinstance(value, dict):
                next_level += [((*steps, name), child, value) for name, child in islice(value.items(), room)]
            elif isinstance(value, list):
                next_level += [((*steps, at), child, container) for at, child in enumerate(value[:room])]
        values_left -= len(next_level)
        level = next_level


@once
def inputs_of(subject: Subject) -> Inputs:
    """``inputs_in`` its arguments."""
    return tuple(inputs_in(subject.arguments))


def name_of(steps: Steps) -> str:
    """The nearest name on the way to a value."""
    return next((step for step in reversed(steps) if isinstance(step, str)), "")
