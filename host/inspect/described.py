"""Making the ``Subject`` of findings from a call or from its description (pure).

Owns: making a ``Subject`` from a frozen call, and from JSON that describes one. Invariants: both take the same path, so
that a described call has the findings of a proposed one; a wrong description is refused with its key and a remedy.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Annotated, Any, Final, overload  # Any: JSON as it is

import msgspec
from msgspec import Meta, Struct

from host.arguments.facts import HostFact, Place
from host.arguments.texts import host_facts
from host.canonical import canonical
from host.inspect.destinations import host_key
from host.inspect.results import index_of, names_in
from host.inspect.subject import NO_PAST, EarlierCall, EarlierResult, NamedValues, Past, Subject, Text, texts_of
from host.inspect.tools import class_of_source
from host.model import CallContext, JsonObject, JsonValue, Trust, sha256_hex
from host.naming import named_as_host
from host.patterns import linear

_HOST_MARKS: Final = linear(r"[.:@%\\\[]|/\s*/")
_NO_DIGIT_LETTER: Final = linear(r"[g-wyzG-WYZ]")
"""A letter that is no digit in any base."""
_SHOWN_PARAMS: Final = frozenset({"name", "arguments"})


class Misdescribed(ValueError):
    """A description is wrong.

    Attributes:
        key: the wrong key, empty if it is the whole.
        fault: what is wrong with it.
    """

    def __init__(self, key: str, fault: str) -> None:
        """The fault is in msgspec's words, which repeat no value; the key comes from the file."""
        super().__init__(f"{key} {fault}".strip())
        self.key, self.fault = key, fault


class _Tool(Struct, frozen=True):
    """A tool of a server."""

    server: str
    tool: str


class _Earlier(_Tool, frozen=True, forbid_unknown_fields=True):
    """A call before the described one."""

    arguments: dict[str, Any] = {}
    definition: dict[str, Any] | None = None
    result: Any = None


class _Before(Struct, frozen=True, forbid_unknown_fields=True):
    """What is remembered of such calls."""

    uses: int = 0
    hosts: tuple[str, ...] = ()
    definition: dict[str, Any] | None = None
    largest: int = 0
    recent: int = 1
    endorsed: tuple[str, ...] = ()


class _Described(Struct, frozen=True, forbid_unknown_fields=True):
    """A call as JSON describes it (docs/reference/policy.md)."""

    app: Annotated[str, Meta(min_length=1)]
    server: Annotated[str, Meta(min_length=1)]
    tool: str  # which may be empty
    arguments: dict[str, Any] = {}
    definition: dict[str, Any] | None = None
    trust: Trust = "none"
    time: str = ""
    turn: str = ""
    home: str = ""
    folders: tuple[Annotated[str, Meta(pattern=r"^(?:[/~\\\\]|.:)")], ...] = ()
    earlier: tuple[_Earlier, ...] = ()
    others: tuple[_Tool, ...] = ()
    before: _Before | None = None


def subject_of_call(
    call: CallContext,
    *,
    size: int | None = None,
    past: Past = NO_PAST,
    turn: str = "",
    folders: tuple[tuple[str, Place | None], ...] = (),
    home: str = "",
    params: bytes = b"",
    read: bool = True,
) -> Subject:
    """Make the subject of a call.

    Args:
        call: the call.
        size: bytes of its canonical arguments, if the call does not have these bytes.
        past: what is remembered of earlier calls.
        turn: the person's own words that led to the call.
        folders: of rules that allow such calls, as written.
        home: the person's home directory.
        params: canonical bytes of all that would be sent, empty if unknown.
        read: whether its texts are read; without them the subject serves for finders that ask none.
    """
    arguments, schema = call.arguments, call.input_schema
    size = len(call.written) if size is None else size
    texts, complete = texts_of(arguments, schema) if read else ((), False)
    may_name_host = read and (not complete or any(map(_may_name_host, texts)))
    return Subject(
        call.app,
        call.server,
        call.tool,
        arguments,
        call.trust,
        call.definition,
        call.definition_digest,
        size,
        texts,
        complete,
        _LazyHosts(arguments, schema) if may_name_host else (),
        None,
        folders,
        home,
        _other_params(params, size, call.tool) if read else (),
        past,
        turn,
    )


class _LazyHosts(Sequence[HostFact]):
    """``host_facts``, computed on first use, because most calls need none."""

    def __init__(self, arguments: JsonObject, schema: JsonValue) -> None:
        self._arguments, self._schema = arguments, schema
        self._facts: tuple[HostFact, ...] | None = None

    @property
    def facts(self) -> tuple[HostFact, ...]:
        """The facts."""
        if self._facts is None:
            self._facts = host_facts(self._arguments, self._schema)
        return self._facts

    def __len__(self) -> int:
        """The number of facts."""
        return len(self.facts)

    @overload
    def __getitem__(self, at: int) -> HostFact: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[HostFact, ...]: ...
    def __getitem__(self, at: int | slice) -> HostFact | tuple[HostFact, ...]:
        """One fact, or a slice of them."""
        return self.facts[at]

    def __eq__(self, other: object) -> bool:
        """Whether the facts are equal, also to a plain tuple."""
        return self.facts == (other.facts if isinstance(other, _LazyHosts) else other)

    __hash__ = None  # type: ignore[assignment]  # the arguments may change


_LONG_TEXT: Final = 4_096
"""Characters above which a text is not searched in advance: it counts as one that may name a host."""


def _may_name_host(text: Text) -> bool:
    """Whether ``host_facts`` may find a real host in a text, rather than a word that could be one.

    This check is cheap; ``host_facts`` cost ten times as much as the rest of a subject.
    """
    raw = text.text
    if (
        len(raw) > _LONG_TEXT
        or not raw.isascii()
        or _HOST_MARKS.search(raw)
        or "localhost" in raw.lower()
        or "format" in text.schema
    ):
        return True
    return named_as_host(text.key) if text.is_name else not _NO_DIGIT_LETTER.search(raw)


def _other_params(params: bytes, size: int, tool: str) -> tuple[Text, ...]:
    """The texts in ``params`` other than the arguments and the tool's name."""
    if len(params) <= size + len(tool) + len('{"arguments":,"name":""}'):
        return ()
    value = json.loads(params)
    return texts_of({name: member for name, member in value.items() if name not in _SHOWN_PARAMS})[0]


def subject_of(described: JsonObject) -> Subject:
    """Make the subject of the call that JSON describes (docs/reference/policy.md lists the keys).

    ``turn`` counts as the person's own words: the author of a description vouches for them.

    Raises:
        Misdescribed: the description is wrong.
    """
    try:
        given = msgspec.convert(described, _Described)
    except msgspec.ValidationError as error:
        fault, _, path = str(error).partition(" - at ")
        raise Misdescribed(path.strip("`").removeprefix("$").removeprefix("."), fault) from error
    call = CallContext(
        given.server,
        given.tool,
        given.app,
        True,
        given.trust,
        given.arguments,
        canonical(given.arguments),
        given.definition,
        _digest(given.definition),
    )
    return subject_of_call(
        call,
        past=_past(given),
        turn=given.turn,
        folders=tuple((folder, None) for folder in given.folders),
        home=given.home,
    )


def _digest(definition: JsonObject | None) -> str:
    return "" if definition is None else sha256_hex(canonical(definition))


def _past(given: _Described) -> Past:
    before = given.before or _Before()
    places = frozenset(host_key(host) for host in before.hosts)
    return Past(
        known=given.before is not None,
        uses=before.uses,
        definition=before.definition,
        definition_digest=_digest(before.definition),
        destinations=places,
        places=places,
        endorsed=dict.fromkeys(before.endorsed, 0),
        largest=before.largest,
        recent=before.recent,
        earlier_calls=tuple(map(_earlier, reversed(given.earlier))),
        tools=tuple((other.server, other.tool) for other in given.others),
    )


def _earlier(call: _Earlier) -> EarlierCall:
    kind = class_of_source(call.server, call.tool, call.arguments)
    result = EarlierResult(index_of(call.result, kind, call.tool))
    return EarlierCall(call.server, call.tool, NamedValues(lambda: names_in(call.arguments)), result)
