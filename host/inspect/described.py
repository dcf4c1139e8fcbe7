"""What the kinds of finding see, made of a call or of its description (pure).

Owns: the way from a frozen call, and from JSON that describes one, to a ``Subject``. Invariants: both are one, so that
a described call is seen as a proposed one would be; a wrong description is refused with its key and a remedy.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from typing import Final, overload

from host.arguments.facts import HostFact, Place
from host.arguments.texts import host_facts
from host.canonical import canonical
from host.inspect.destinations import known_host
from host.inspect.results import index_of, names_in
from host.inspect.subject import NO_PAST, EarlierCall, EarlierResult, Past, Subject, Text, texts_of
from host.inspect.tools import class_of_source
from host.model import CallContext, JsonObject, JsonValue, Trust, sha256_hex
from host.naming import named_as_host
from host.patterns import linear

_HOSTLY: Final = linear(r"[.:@%\\\[]|/\s*/")
_NO_ADDRESS: Final = linear(r"[g-wyzG-WYZ]")
"""A letter that no number has, in whatever base."""
_PLAIN: Final = frozenset({"name", "arguments"})
_TEXTS: Final = ("app", "server", "tool", "trust", "time", "turn", "home")
_OBJECTS: Final = ("arguments", "definition", "before")
_LISTS: Final = ("folders", "earlier", "others")
_WANTED: Final = ("app", "server", "tool")
_LEVELS: Final[dict[str, Trust]] = {"none": "none", "user": "user", "managed": "managed"}


class Misdescribed(ValueError):
    """A description is wrong. Attributes: key: where. fault: what is wrong there. remedy: what to write instead."""

    def __init__(self, key: str, fault: str, remedy: str) -> None:
        """All three are safe words of ours, but for the key, which is the file's."""
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
    """A call as the kinds of finding see it.

    Args:
        call: what is asked about.
        size: bytes of its canonical arguments, where those themselves are not at hand.
        past: what there was before it.
        turn: the person's own words that led to it.
        folders: of rules that allow such calls, as written.
        home: the person's directory.
        params: canonical bytes of all that would be sent, to see what stands beside the arguments; empty where that is
            not known.
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
        _Hosts(arguments, schema) if not complete or any(map(_may_name_host, texts)) else (),
        None,
        folders,
        home,
        _beside(params, size, call.tool),
        past,
        turn,
    )


class _Hosts(Sequence[HostFact]):
    """``host_facts``, worked out when they are first asked for: of most texts nobody asks."""

    def __init__(self, arguments: JsonObject, schema: JsonValue) -> None:
        self._arguments, self._schema = arguments, schema
        self._facts: tuple[HostFact, ...] | None = None

    @property
    def facts(self) -> tuple[HostFact, ...]:
        """All of them."""
        if self._facts is None:
            self._facts = host_facts(self._arguments, self._schema)
        return self._facts

    def __len__(self) -> int:
        """How many."""
        return len(self.facts)

    @overload
    def __getitem__(self, at: int) -> HostFact: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[HostFact, ...]: ...
    def __getitem__(self, at: int | slice) -> HostFact | tuple[HostFact, ...]:
        """One, or some."""
        return self.facts[at]

    def __eq__(self, other: object) -> bool:
        """Whether they are the same, whoever worked them out."""
        return self.facts == (other.facts if isinstance(other, _Hosts) else other)

    __hash__ = None  # type: ignore[assignment]  # they rest on what may change


_LONG: Final = 4_096
"""Characters of a text that is searched for a host only where somebody asks for the hosts."""


def _may_name_host(text: Text) -> bool:
    """False where ``host_facts`` surely says of a text no more than that a mere word could be a host.

    They cost ten times as much as all else here.
    """
    raw = text.text
    if (
        len(raw) > _LONG
        or not raw.isascii()
        or _HOSTLY.search(raw)
        or "localhost" in raw.lower()
        or "format" in text.schema
    ):
        return True
    return named_as_host(text.key) if text.is_name else not _NO_ADDRESS.search(raw)


def _beside(params: bytes, size: int, tool: str) -> tuple[Text, ...]:
    """Texts that are sent besides the arguments and the name of the tool."""
    if len(params) <= size + len(tool) + len('{"arguments":,"name":""}'):
        return ()
    value = json.loads(params)
    return texts_of({name: member for name, member in value.items() if name not in _PLAIN})[0]


def subject_of(described: JsonObject) -> Subject:
    """The call that JSON describes; docs/reference/policy.md lists the keys. Raises Misdescribed.

    ``turn`` is taken for the person's own words: whoever describes a call vouches for them, as the host does for its
    own assistant alone.
    """
    _check(described)
    arguments, definition = _object(described, "arguments") or {}, _object(described, "definition")
    call = CallContext(
        _text(described, "server"),
        _text(described, "tool"),
        _text(described, "app"),
        True,
        _LEVELS[_text(described, "trust") or "none"],
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
    known = (*_TEXTS, *_OBJECTS, *_LISTS)
    for key, value in described.items():
        if key not in known:
            raise Misdescribed(key, "is not known", f"Known are {', '.join(known)}")
        _is(value, key, *((str, "text", "Write it in quotes") if key in _TEXTS else _kind(key)))
    for key in _WANTED:
        if not described.get(key) and (key != "tool" or key not in described):  # an empty name is odd, and sayable
            raise Misdescribed(key, "is missing or empty", "Say which it is")
    if described.get("trust", "none") not in _LEVELS:
        raise Misdescribed("trust", "is none of the possible values", "Write none, user or managed")


def _kind(key: str) -> tuple[type, str, str]:
    return (dict, "an object", "Write {…}") if key in _OBJECTS else (list, "a list", "Write […]")


def _is(value: JsonValue, key: str, kind: type, name: str, remedy: str) -> None:
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
        _is(folder, f"folders[{index}]", str, "text", "Write an absolute path in quotes")
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
    _is({} if definition is None else definition, "before.definition", dict, "an object", "Write {…}")
    known_definition = definition if isinstance(definition, dict) else None
    places = frozenset(known_host(host) for host in _texts(given, "hosts"))
    return Past(
        known=before is not None,
        uses=count("uses", 0),
        definition=known_definition,
        definition_digest=_digest(known_definition),
        destinations=places,
        places=places,
        endorsed=dict.fromkeys(_texts(given, "endorsed"), 0),
        largest=count("largest", 0),
        recent=count("recent", 1),
        earlier_calls=_earlier_calls(described),
        tools=tuple(_names(entry, f"others[{at}]") for at, entry in enumerate(_list(described, "others"))),
    )


def _texts(given: JsonObject, key: str) -> list[str]:
    value = given.get(key, [])
    _is(value, f"before.{key}", list, "a list", "Write […]")
    return [str(it) for it in (value if isinstance(value, list) else [])]


def _count(given: JsonObject, key: str, usual: int) -> int:
    value = given.get(key, usual)
    _is(value, f"before.{key}", int, "a whole number", "Write digits")
    return value if isinstance(value, int) else usual


def _earlier_calls(described: JsonObject) -> tuple[EarlierCall, ...]:
    """The earlier calls, newest first."""
    entries = _list(described, "earlier")
    return tuple(_earlier(entries[-ago], f"earlier[{len(entries) - ago}]", ago) for ago in range(1, len(entries) + 1))


def _earlier(entry: JsonValue, key: str, ago: int) -> EarlierCall:
    server, tool = _names(entry, key)
    given = entry if isinstance(entry, dict) else {}
    for name in given:
        if name not in ("server", "tool", "arguments", "definition", "result"):
            known = "Known are server, tool, arguments, definition, result"
            raise Misdescribed(f"{key}.{name}", "is not known", known)
    for name in ("arguments", "definition"):
        _is(given.get(name, {}), f"{key}.{name}", dict, "an object", "Write {…}")
    arguments = _object(given, "arguments") or {}
    kind = class_of_source(server, tool, arguments)
    brought = EarlierResult(index_of(given.get("result"), kind, tool))
    return EarlierCall(server, tool, ago, names_in(arguments), brought)


def _names(entry: JsonValue, key: str) -> tuple[str, str]:
    _is(entry, key, dict, "an object", 'Write {"server": …, "tool": …}')
    given = entry if isinstance(entry, dict) else {}
    for name in ("server", "tool"):
        _is(given.get(name), f"{key}.{name}", str, "text", "Write it in quotes")
    return _text(given, "server"), _text(given, "tool")
