"""Making the ``Subject`` of findings from a call or from its description (pure).

Owns: making a ``Subject`` from a frozen call, and from JSON that describes one. Invariants: both take the same path, so
that a described call has the findings of a proposed one; a wrong description is refused with its key and a remedy.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from typing import Final, overload

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
_TEXT_KEYS: Final = ("app", "server", "tool", "trust", "time", "turn", "home")
_OBJECT_KEYS: Final = ("arguments", "definition", "before")
_LIST_KEYS: Final = ("folders", "earlier", "others")
_REQUIRED_KEYS: Final = ("app", "server", "tool")
_TRUST_LEVELS: Final[dict[str, Trust]] = {"none": "none", "user": "user", "managed": "managed"}


class Misdescribed(ValueError):
    """A description is wrong.

    Attributes:
        key: the wrong key.
        fault: what is wrong with it.
        remedy: what to write instead.
    """

    def __init__(self, key: str, fault: str, remedy: str) -> None:
        """Fault and remedy are our own words; the key comes from the file."""
        super().__init__(f"{key} {fault}. {remedy}")
        self.key, self.fault, self.remedy = key, fault, remedy


def subject_of_call(
    call: CallContext,
    *,
    size: int | None = None,
    past: Past = NO_PAST,
    turn: str = "",
    folders: tuple[tuple[str, Place | None], ...] = (),
    home: str = "",
    params: bytes = b"",
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
    """
    arguments, schema = call.arguments, call.input_schema
    size = len(call.written) if size is None else size
    texts, complete = texts_of(arguments, schema)
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
        _LazyHosts(arguments, schema) if not complete or any(map(_may_name_host, texts)) else (),
        None,
        folders,
        home,
        _other_params(params, size, call.tool),
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
    _check(described)
    arguments, definition = _object(described, "arguments") or {}, _object(described, "definition")
    call = CallContext(
        _text(described, "server"),
        _text(described, "tool"),
        _text(described, "app"),
        True,
        _TRUST_LEVELS[_text(described, "trust") or "none"],
        arguments,
        canonical(arguments),
        definition,
        _digest(definition),
    )
    return subject_of_call(
        call,
        past=_past(described),
        turn=_text(described, "turn"),
        folders=tuple((folder, None) for folder in _folders(described)),
        home=_text(described, "home"),
    )


def _check(described: JsonObject) -> None:
    known_keys = (*_TEXT_KEYS, *_OBJECT_KEYS, *_LIST_KEYS)
    for key, value in described.items():
        if key not in known_keys:
            raise Misdescribed(key, "is not known", f"Known are {', '.join(known_keys)}")
        _require_type(value, key, *((str, "text", "Write it in quotes") if key in _TEXT_KEYS else _expected_type(key)))
    for key in _REQUIRED_KEYS:
        if not described.get(key) and (key != "tool" or key not in described):  # a tool may have an empty name
            raise Misdescribed(key, "is missing or empty", "Say which it is")
    if described.get("trust", "none") not in _TRUST_LEVELS:
        raise Misdescribed("trust", "is none of the possible values", "Write none, user or managed")


def _expected_type(key: str) -> tuple[type, str, str]:
    return (dict, "an object", "Write {…}") if key in _OBJECT_KEYS else (list, "a list", "Write […]")


def _require_type(value: JsonValue, key: str, kind: type, name: str, remedy: str) -> None:
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        raise Misdescribed(key, f"is not {name}", remedy)


def _text(described: JsonObject, key: str) -> str:
    value = described.get(key, "")
    return value if isinstance(value, str) else ""


def _object(described: JsonObject, key: str) -> JsonObject | None:
    value = described.get(key)
    return value if isinstance(value, dict) else None


def _digest(definition: JsonObject | None) -> str:
    return "" if definition is None else sha256_hex(canonical(definition))


def _folders(described: JsonObject) -> Iterator[str]:
    for index, folder in enumerate(_list(described, "folders")):
        _require_type(folder, f"folders[{index}]", str, "text", "Write an absolute path in quotes")
        if not str(folder).startswith(("/", "~", "\\")) and str(folder)[1:2] != ":":
            raise Misdescribed(f"folders[{index}]", "is not absolute", "Begin it at the root")
        yield str(folder)


def _list(described: JsonObject, key: str) -> list[JsonValue]:
    value = described.get(key, [])
    return value if isinstance(value, list) else []


def _past(described: JsonObject) -> Past:
    before = _object(described, "before")
    given = before or {}
    for key in given:
        if key not in ("uses", "hosts", "definition", "largest", "recent", "endorsed"):
            known = "Known are uses, hosts, definition, largest, recent, endorsed"
            raise Misdescribed(f"before.{key}", "is not known", known)
    count: Callable[[str, int], int] = lambda key, usual: _count(given, key, usual)  # noqa: E731
    definition = given.get("definition")
    _require_type({} if definition is None else definition, "before.definition", dict, "an object", "Write {…}")
    known_definition = definition if isinstance(definition, dict) else None
    places = frozenset(host_key(host) for host in _texts_of(given, "hosts"))
    return Past(
        known=before is not None,
        uses=count("uses", 0),
        definition=known_definition,
        definition_digest=_digest(known_definition),
        destinations=places,
        places=places,
        endorsed=dict.fromkeys(_texts_of(given, "endorsed"), 0),
        largest=count("largest", 0),
        recent=count("recent", 1),
        earlier_calls=_earlier_calls(described),
        tools=tuple(_server_and_tool(entry, f"others[{at}]") for at, entry in enumerate(_list(described, "others"))),
    )


def _texts_of(given: JsonObject, key: str) -> list[str]:
    value = given.get(key, [])
    _require_type(value, f"before.{key}", list, "a list", "Write […]")
    return [str(it) for it in (value if isinstance(value, list) else [])]


def _count(given: JsonObject, key: str, usual: int) -> int:
    value = given.get(key, usual)
    _require_type(value, f"before.{key}", int, "a whole number", "Write digits")
    return value if isinstance(value, int) else usual


def _earlier_calls(described: JsonObject) -> tuple[EarlierCall, ...]:
    """The earlier calls, newest first."""
    entries = _list(described, "earlier")
    return tuple(_earlier(entries[-ago], f"earlier[{len(entries) - ago}]", ago) for ago in range(1, len(entries) + 1))


def _earlier(entry: JsonValue, key: str, ago: int) -> EarlierCall:
    server, tool = _server_and_tool(entry, key)
    given = entry if isinstance(entry, dict) else {}
    for name in given:
        if name not in ("server", "tool", "arguments", "definition", "result"):
            known = "Known are server, tool, arguments, definition, result"
            raise Misdescribed(f"{key}.{name}", "is not known", known)
    for name in ("arguments", "definition"):
        _require_type(given.get(name, {}), f"{key}.{name}", dict, "an object", "Write {…}")
    arguments = _object(given, "arguments") or {}
    kind = class_of_source(server, tool, arguments)
    earlier_result = EarlierResult(index_of(given.get("result"), kind, tool))
    return EarlierCall(server, tool, ago, NamedValues(lambda: names_in(arguments)), earlier_result)


def _server_and_tool(entry: JsonValue, key: str) -> tuple[str, str]:
    _require_type(entry, key, dict, "an object", 'Write {"server": …, "tool": …}')
    given = entry if isinstance(entry, dict) else {}
    for name in ("server", "tool"):
        _require_type(given.get(name), f"{key}.{name}", str, "text", "Write it in quotes")
    return _text(given, "server"), _text(given, "tool")
