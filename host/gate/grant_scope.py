"""What a grant covers: exactly one call, the pattern around it, or any inputs (pure).

Owns: the parts of a pattern, whether a value fits them and their form in a file, the words that say what is covered,
how the pattern around a call is found, and which inputs of a call may differ, by the role that they play: a tool that
reads may ask for other things in the same places; a tool that changes something keeps its destinations, rights,
programs, numbers and whatever is not known, and its contents may be others, within a size.

Invariants:
    - A scope covers nothing that its words do not say: each place, receiver, right, program and number that stays as it
      is, each text that may differ, and that all else stays. The words hold strangers' text, bounded; whoever shows
      them escapes it.
    - What exactly covers, the pattern covers too, and what that covers, any inputs do.
    - A path or an address counts only where it was resolved for certain, and as nothing else. A folder is the one that
      its path leads to without a link, now.
    - What stands beside the inputs never varies, but for members of ``_meta`` that differ with each call.
    - In a tool that only reads, what may differ names no place, no address, no program and nothing that is done. No
      name of a stranger's makes a path or an address free, whatever it says. A text that is held against this later is
      held against the same as the first one.
    - No scope covers a call that does something else than the approved one, such as another operation of the tool.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Final, Literal, TypeAlias, cast, get_args

from msgspec import Struct

from host.arguments.facts import HostFact, PathFact, Place, within
from host.arguments.texts import looks_like_path, shown
from host.canonical import canonical, json_path, parse_document
from host.inspect import tables
from host.inspect.graphql import mutations_in
from host.inspect.roles import Role, role_by_name, role_of
from host.inspect.tools import HIGH_IMPACT_VERBS, ToolClass, class_of, implies_change, is_operation
from host.model import Bound, Call, JsonObject, JsonValue
from host.naming import Verb, key_words
from host.policy.facts import CallFacts
from host.words import Words, listed, say, say_n

_WEB: Final = re.compile(r"(https?)://", re.IGNORECASE)
_WHOLE: Final = json_path(())

Steps: TypeAlias = "tuple[str | int, ...]"
Fixed: TypeAlias = Literal["destination", "authority", "program", "place", "number", ""]
"""Why something stays as it was; empty for what is named with all the rest."""


class Same(Struct, frozen=True):
    """What stays as it was. Attributes: raw: canonical bytes. role: why."""

    raw: bytes
    role: Fixed = ""


class InFolder(Struct, frozen=True):
    """A path that may be another one in a folder.

    Attributes:
        folder: its path, links resolved.
        itself: whether the path may also be the folder's own.
    """

    folder: str
    itself: bool


class AtOrigin(Struct, frozen=True):
    """An address that may go on otherwise. Attributes: scheme, host (canonical), port (RFC 6454)."""

    scheme: str
    host: str
    port: int

    @property
    def authority(self) -> str:
        """Its host, with the port where that is not the usual one (RFC 3986 §3.2)."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == _USUAL_PORTS[self.scheme] else f"{host}:{self.port}"


class Text(Struct, frozen=True):
    """A text that may be another one. Attributes: most: characters that it may have."""

    most: int


class Scalar(Struct, frozen=True):
    """A number, a truth value or null that may be another one."""


class Members(Struct, frozen=True):
    """An object of these members, in the order of names.

    Attributes:
        parts: by name.
        choices: whether inputs that only say how a tool reads may stand beside them.
    """

    parts: tuple[tuple[str, Part], ...]
    choices: bool = False


class Items(Struct, frozen=True):
    """An array of exactly these items."""

    parts: tuple[Part, ...]


class Each(Struct, frozen=True):
    """An array of one or more items, each as one of some parts.

    Attributes:
        parts: which hold no others.
        most: items that there may be.
    """

    parts: tuple[Part, ...]
    most: int


Part: TypeAlias = "Same | InFolder | AtOrigin | Text | Scalar | Members | Items | Each"


class FactsByInput:
    """Facts by where they stand. Where two of a kind stand, neither is certain.

    Attributes:
        tool: what the call does.
        complete: whether everything was looked at: a fact about the whole of the inputs says what was left out.
    """

    def __init__(self, facts: CallFacts, tool: ToolClass) -> None:
        self.tool = tool
        self.paths: dict[str, list[PathFact]] = defaultdict(list)
        self.hosts: dict[str, list[HostFact]] = defaultdict(list)
        self.folders: Mapping[str, Place] = facts.folders
        for path in facts.paths or ():
            self.paths[path.where].append(path)
        for host in facts.hosts or ():
            self.hosts[host.where].append(host)
        gathered = facts.paths is not None and facts.hosts is not None
        self.complete = gathered and _WHOLE not in self.paths and _WHOLE not in self.hosts

    def places(self, steps: Steps, text: str) -> tuple[Place, ...]:
        """Where the path leads that ``text`` is, by every reading; empty where it is none for certain."""
        where = json_path(steps)
        match self.paths.get(where), self.hosts.get(where):
            case [PathFact(kind="path", place=Place() as place, other_places=others, text=seen)], None if seen == text:
                return (place, *others)
        return ()

    def origin(self, steps: Steps, text: str) -> AtOrigin | None:
        """Whose address ``text`` is; None where it is none for certain."""
        where, written = json_path(steps), _WEB.match(text)
        match self.hosts.get(where), self.paths.get(where):
            case [HostFact(kind="url", host=str(host), port=int(port), other_hosts=(), text=seen)], None if (
                seen == text
            ):
                return AtOrigin(written[1].lower(), host, port) if written else None
        return None

    def free(self, steps: Steps, text: str) -> bool:
        """Whether the text there may differ, and is neither a path nor an address.

        Facts name the place of a value in escaped, bounded words. Where those differ, nothing is certain.
        """
        where = json_path(steps)
        if where != shown(where) or not self.complete:
            return False
        path = any(fact.kind == "path" for fact in self.paths.get(where, ()))
        address = any(fact.kind == "url" for fact in self.hosts.get(where, ()))
        return not path and not address and text_may_differ(input_name(steps), text, self.tool)

    def choice(self, steps: Steps, value: JsonValue) -> bool:
        """Whether an input only says how the tool reads, and is neither a path nor an address."""
        where = json_path(steps)
        address = any(fact.kind == "url" for fact in self.hosts.get(where, ()))
        return where == shown(where) and not address and is_choice(input_name(steps), value, self.tool)


def fits(part: Part, value: JsonValue, steps: Steps, by_input: FactsByInput) -> bool:
    """Whether ``value``, which stands at ``steps``, is as ``part`` says."""
    match part:
        case Same(raw):
            return canonical(value) == raw
        case Scalar():
            return not isinstance(value, (str, list, dict))
        case Members():
            return isinstance(value, dict) and _has(part, value, steps, by_input)
        case Items(parts):
            if not isinstance(value, list) or len(value) != len(parts):
                return False
            numbered = enumerate(zip(parts, value, strict=True))
            return all(fits(inner, item, (*steps, place), by_input) for place, (inner, item) in numbered)
        case Each(parts, most):
            if not isinstance(value, list) or not 0 < len(value) <= most:
                return False
            return all(
                any(fits(inner, item, (*steps, place), by_input) for inner in parts) for place, item in enumerate(value)
            )
    return isinstance(value, str) and _varies(part, value, steps, by_input)


def _has(part: Members, value: dict[str, JsonValue], steps: Steps, by_input: FactsByInput) -> bool:
    """Whether an object has its members, and beside them at most what only says how a tool reads."""
    known = dict(part.parts)
    if not known.keys() <= value.keys():
        return False
    for name, inner in value.items():
        within_it = (*steps, name)
        if name not in known:
            if not (part.choices and by_input.choice(within_it, inner)):
                return False
        elif not fits(known[name], inner, within_it, by_input):
            return False
    return True


def _varies(part: InFolder | AtOrigin | Text, text: str, steps: Steps, by_input: FactsByInput) -> bool:
    if isinstance(part, InFolder):
        places, folder = by_input.places(steps, text), by_input.folders.get(part.folder)
        return bool(places) and all(_lies(place, part, folder) for place in places)
    if isinstance(part, AtOrigin):
        return by_input.origin(steps, text) == part
    return len(text) <= part.most and by_input.free(steps, text)


def _lies(place: Place, part: InFolder, folder: Place | None) -> bool:
    """``folder``: as the path resolves now; where a link has taken its place, it is not what was granted."""
    if folder is None or folder.text != part.folder or within(place, folder) is not True:
        return False
    depth = place.chain.index(folder.chain[0]) + len(place.tail) - len(folder.tail)
    names = place.text.split("/")[-depth:] if depth else []
    return not any(name.startswith(".") for name in names) if names else part.itself


def walk(part: Part) -> Iterator[Part]:
    """``part`` and all parts in it."""
    yield part
    match part:
        case Members(parts):
            for _, inner in parts:
                yield from walk(inner)
        case Items(parts) | Each(parts):
            for inner in parts:
                yield from walk(inner)


def varies(part: Part) -> bool:
    """Whether it covers more than the one value that it was made of."""
    match part:
        case Members(parts, choices):
            return choices or any(varies(inner) for _, inner in parts)
        case Items(parts):
            return any(map(varies, parts))
        case Each(parts):
            return len(parts) > 1 or any(map(varies, parts))
    return not isinstance(part, Same)


def part_to_json(part: Part) -> JsonValue:
    """``part`` as JSON."""
    match part:
        case Same(raw, role):
            return {"same": raw.decode(), "role": role}
        case InFolder(folder, itself):
            return {"folder": folder, "itself": itself}
        case AtOrigin(scheme, host, port):
            return {"scheme": scheme, "host": host, "port": port}
        case Text(most):
            return {"text": most}
        case Members(parts, choices):
            return {"members": {name: part_to_json(inner) for name, inner in parts}, "choices": choices}
        case Items(parts):
            return {"items": [part_to_json(inner) for inner in parts]}
        case Each(parts, most):
            return {"each": [part_to_json(inner) for inner in parts], "most": most}
    return {"scalar": True}


def part_from_json(value: JsonValue) -> Part:
    """What ``part_to_json`` was given. Raises ValueError for anything else."""
    match value:
        case {"same": str(raw), "role": str(role), **none} if not none and role in get_args(Fixed):
            return Same(raw.encode(), cast("Fixed", role))
        case {"folder": str(folder), "itself": bool(itself), **none} if not none:
            return InFolder(folder, itself)
        case {"scheme": "http" | "https" as scheme, "host": str(host), "port": int(port), **none} if not none:
            return AtOrigin(scheme, host, port)
        case {"text": int(most), **none} if not none and most is not True:
            return Text(most)
        case {"scalar": True, **none} if not none:
            return Scalar()
        case {"members": dict(parts), "choices": bool(choices), **none} if not none:
            return Members(tuple((name, part_from_json(inner)) for name, inner in sorted(parts.items())), choices)
        case {"items": list(parts), **none} if not none:
            return Items(tuple(map(part_from_json, parts)))
        case {"each": [_, *_] as parts, "most": int(most), **none} if not none and most is not True:
            return Each(tuple(map(part_from_json, parts)), most)
    raise ValueError("has unknown bounds")


_PER_CALL: Final = {"traceparent": re.compile(r"00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}")}
"""Members of ``_meta`` that differ with each call and mean nothing to a tool, with the form that they must have.

- ``traceparent``: ids of a trace (MCP 2026-07-28, basic, ``_meta``; SEP-414; the form is W3C Trace Context, 3.2). What
  has another form counts as anything else does.

The progress token is not here: ``wire.freeze`` has split it off, and the server gets a number of ours. The same page
of MCP names ``tracestate`` and ``baggage``, which hold free text: a tool could act on it, so they count. So do the
names under ``io.modelcontextprotocol/`` (``protocolVersion``, ``clientInfo``, ``clientCapabilities``, ``logLevel``),
which an app has no reason to change between two calls.
"""


def comparable_params(call: Call) -> bytes:
    """The canonical bytes of everything that the server gets, less what may differ with each call.

    Equal for two calls that are the same to a grant.
    """
    if not any(f'"{name}":'.encode() in call.params for name in _PER_CALL):
        return call.params
    members, plain = _sent_members(call)
    return canonical(members, plain=plain)


def other_params(call: Call) -> bytes:
    """The same of all but the inputs."""
    members, plain = _sent_members(call)
    members.pop("arguments", None)
    return canonical(members, plain=plain)


def _sent_members(call: Call) -> tuple[JsonObject, bool]:
    members, plain = parse_document(call.params)
    assert isinstance(members, dict), "frozen params are an object"
    meta = members.pop("_meta", {})
    assert isinstance(meta, dict), "and so is what they hold as _meta"
    kept = {name: value for name, value in meta.items() if not _differs_each_time(name, value)}
    return (members | {"_meta": kept} if kept else members), plain


def _differs_each_time(name: str, value: JsonValue) -> bool:
    form = _PER_CALL.get(name)
    return form is not None and isinstance(value, str) and form.fullmatch(value) is not None


_QUOTED: Final = 160
"""Characters of a value that its words repeat; of longer ones they give the length, and the call shows them."""
_LISTED: Final = 8
"""Values of a list that its words repeat."""
_USUAL_PORTS: Final = {"http": 80, "https": 443}


def lines(part: Part, verb: Verb) -> Iterator[str]:
    """What it covers, a line for each input that differs or leads somewhere. Hold strangers' text."""
    yield from _lines(part, (), verb)
    if any(isinstance(it, Members) and it.choices for it in walk(part)):
        yield say("how it reads may differ: limits, order, formats and the like")
    yield say("everything else exactly as above")


def _lines(part: Part, steps: Steps, verb: Verb) -> Iterator[str]:
    match part:
        case Members(parts):
            for name, inner in parts:
                yield from _lines(inner, (*steps, name), verb)
        case Items(parts):
            for place, inner in enumerate(parts):
                yield from _lines(inner, (*steps, place), verb)
        case Same(_, ""):
            return
        case _:
            where = json_path(steps).removeprefix("$").removeprefix(".")
            yield say("{place}: {meaning}", place=where, meaning=_meaning(part, verb))


def _meaning(part: Part, verb: Verb) -> Words:
    parts = part.parts if isinstance(part, Each) else (part,)
    first, count = parts[0], len(parts)
    if isinstance(first, Text):
        most = max(it.most for it in parts if isinstance(it, Text))
        if isinstance(part, Each):
            return say("up to {n} texts, each up to {most} characters, may differ", n=part.most, most=most)
        return say("the text may differ, up to {n} characters", n=most)
    if isinstance(first, Scalar):
        return say("the value may differ")
    if count > _LISTED:
        return say("none but the {n} values above", n=count)
    return _where(listed([_named(it) for it in parts], either=True), first, verb)


def _where(named: Words, first: Part, verb: Verb) -> Words:
    """What is read, written, sent or paid at these values and nowhere else."""
    role = first.role if isinstance(first, Same) else ""
    if not isinstance(first, Same) or (role == "place" and verb == "reads"):
        if verb == "reads":
            return say("reads in {place}, not elsewhere", place=named)
        if verb == "writes":
            return say("writes in {place}, not elsewhere", place=named)
        return say("in {place}, not elsewhere", place=named)
    if role != "destination":
        return say("exactly {value}", value=named)
    match verb:
        case "reads":
            return say("reads from {place} only", place=named)
        case "sends":
            return say("sends to {place} only", place=named)
    return say("goes to {place} only", place=named)


def _named(part: Part) -> Words:
    """A value for a sentence; what could be taken for more than one word is in quotation marks."""
    match part:
        case InFolder(folder):
            return _one_word(folder)
        case AtOrigin(scheme):
            return f"{scheme}://{part.authority}"
    assert isinstance(part, Same), "no other part has one"
    text = part.raw.decode()
    if len(text) > _QUOTED:
        return say_n("what is above ({n} character)", "what is above ({n} characters)", len(text))
    value = json.loads(text)
    return _one_word(value) if isinstance(value, str) and "@" in value else text


def _one_word(text: str) -> str:
    """``text``, as JSON where more than letters, digits and the marks of names and paths stand in it."""
    return text if all(char.isalnum() or char in "/._-~@+" for char in text) else canonical(text).decode()


EXACTLY: Final = say("exactly what is shown above, every byte")
ANYTHING: Final = say("any inputs")
ANYTHING_READ: Final = say("any inputs that name no place, no address and no program")

MAX_LINES: Final = 24
"""Lines of a pattern's words: more than that is no longer read."""
MAX_PARTS: Final = 500
"""Values in the inputs around which a pattern is looked for, well below what ``host.policy.gather`` looks at."""
MAX_ITEMS: Final = 100
"""Items that a list of a tool that reads may have."""

_PINNED: Final[dict[str, Fixed]] = {
    "destination": "destination",
    "authority": "authority",
    "program": "program",
    "place": "place",
}


class GrantScope(Struct, frozen=True):
    """What a grant covers, against which a call is held.

    Attributes:
        bound: the choice.
        sent: of ``exact``: all that is sent; of others: what stands beside the inputs.
        inputs: of a ``pattern`` the inputs, else None.
        verb: what the approved call does; of ``exact`` empty, for that says it.
    """

    bound: Bound
    sent: bytes
    inputs: Part | None = None
    verb: Verb = ""

    def covers(self, call: Call, facts: CallFacts) -> bool:
        """Whether the grant covers ``call``. ``facts``: of this very call, gathered now."""
        if self.bound == "exact":
            return self.sent == comparable_params(call)
        tool = tool_of(call)
        if self.sent != other_params(call) or tool.verb != self.verb:
            return False
        if self.inputs is None:
            return may_be_any(call.arguments_value, None, tool)
        return fits(self.inputs, call.arguments_value, (), FactsByInput(facts, tool))

    def folders(self) -> Iterator[str]:
        """The folders that must be resolved before this can be told."""
        parts = walk(self.inputs) if self.inputs is not None else ()
        return (part.folder for part in parts if isinstance(part, InFolder))

    def words(self) -> tuple[str, ...]:
        """What exactly it covers, a line each. Hold strangers' text."""
        if self.bound == "exact":
            return (EXACTLY,)
        if self.inputs is None:
            return (ANYTHING_READ if self.verb == "reads" else ANYTHING,)
        return tuple(lines(self.inputs, self.verb))

    @property
    def pins(self) -> bool:
        """Whether some input stays as it was, or where it was."""
        parts = walk(self.inputs) if self.inputs is not None else ()
        return any(isinstance(part, (Same, InFolder, AtOrigin)) for part in parts)


def tool_of(call: Call) -> ToolClass:
    """What ``call`` does, as far as the names of its server, tool and operation tell."""
    return class_of(call.server.id, call.tool, call.arguments_value)


def exactly(call: Call) -> GrantScope:
    """The scope of a grant for exactly ``call``."""
    return GrantScope("exact", comparable_params(call))


def anything(call: Call) -> GrantScope:
    """Whatever the inputs; the tool's schema still judges them."""
    return GrantScope("any", other_params(call), verb=tool_of(call).verb)


def pattern(call: Call, schema: JsonValue, facts: CallFacts) -> GrantScope | None:
    """The pattern around ``call``; None where it is no wider than that, or could mislead.

    ``schema``: the tool's ``inputSchema``, as it came.
    """
    value, tool = call.arguments_value, tool_of(call)
    by_input = FactsByInput(facts, tool)
    if not by_input.complete or not value or _size(value) > MAX_PARTS:
        return None
    inputs = part_of(value, schema, (), by_input)
    scope = GrantScope("pattern", other_params(call), inputs, tool.verb)
    return scope if varies(inputs) and len(scope.words()) <= MAX_LINES else None


def part_of(value: JsonValue, schema: JsonValue, steps: Steps, by_input: FactsByInput) -> Part:
    """How ``value`` may vary; ``Same`` where it may not."""
    if isinstance(value, str):
        return _text(value, schema, steps, by_input)
    if isinstance(value, dict):
        return _members(value, schema, steps, by_input)
    if isinstance(value, list):
        return _list(value, schema, steps, by_input)
    return _scalar(value, steps, by_input)


def _members(value: dict[str, JsonValue], schema: JsonValue, steps: Steps, by_input: FactsByInput) -> Part:
    """Choices of how a tool reads are no parts: they may be there or not."""
    choices = by_input.tool.verb == "reads"
    parts = tuple(
        (name, part_of(value[name], _member(schema, name), (*steps, name), by_input))
        for name in sorted(value)
        if not (choices and by_input.choice((*steps, name), value[name]))
    )
    if not choices and all(part == Same(canonical(value[name])) for name, part in parts):
        return Same(canonical(value))
    return Members(parts, choices)


def _list(value: list[JsonValue], schema: JsonValue, steps: Steps, by_input: FactsByInput) -> Part:
    parts = [part_of(item, _item(schema), (*steps, place), by_input) for place, item in enumerate(value)]
    kinds = {type(part) for part in parts}
    if kinds == {Same, Text}:
        return Same(canonical(value))
    if not parts or not kinds <= {Same, InFolder, AtOrigin, Text, Scalar} or len(kinds) > 1:
        return Items(tuple(parts)) if any(map(varies, parts)) else Same(canonical(value))
    (kind,) = kinds
    distinct = tuple(dict.fromkeys(parts))
    if kind is Same:
        roles = {part.role for part in parts if isinstance(part, Same)}
        named = len(roles) == 1 and roles <= {"destination", "authority", "place"}
        return Each(distinct, len(parts)) if named else Same(canonical(value), *roles if len(roles) == 1 else ())
    if kind is Text:
        distinct = (Text(max(part.most for part in parts if isinstance(part, Text))),)
    if by_input.tool.verb == "reads":
        return Each(distinct, MAX_ITEMS)
    return Each(distinct, TIMES * len(parts)) if kind is Text else Items(tuple(parts))


def _scalar(value: JsonValue, steps: Steps, by_input: FactsByInput) -> Part:
    key = input_name(steps)
    if number_may_differ(key, by_input.tool):
        return Scalar()
    number = isinstance(value, (int, float)) and not isinstance(value, bool)
    return Same(canonical(value), "number" if number else "")


def _text(text: str, schema: JsonValue, steps: Steps, by_input: FactsByInput) -> Part:
    key, tool = input_name(steps), by_input.tool
    role, _ = role_of(key, text, tool.verb)
    same = Same(canonical(text), _PINNED.get(role, "place" if says_where(key) else ""))
    if is_operation(key) or is_narrowed(schema, tool, role):
        return same
    if role in ("program", "authority"):
        return Text(longest(text)) if by_input.free(steps, text) else same
    if places := by_input.places(steps, text):
        around = folder_around(places[0]) if len(places) == 1 and path_may_vary(tool) else None
        return Same(same.raw, "place") if around is None else around
    if tool.verb == "reads" and (origin := by_input.origin(steps, text)) is not None:
        return origin
    return Text(longest(text)) if by_input.free(steps, text) else same


def folder_around(place: Place) -> InFolder | None:
    """The folder of ``place``, or ``place`` where it is one. The root is no bound; a hidden name asks for care."""
    folder, _, name = place.text.rpartition("/")
    if not place.tail and place.directory is None:
        return None
    itself = not place.tail and bool(place.directory)
    if itself:
        folder = place.text
    return None if name.startswith(".") or not folder.strip("/") else InFolder(folder, itself)


def _member(schema: JsonValue, name: str) -> JsonValue:
    properties = schema.get("properties") if isinstance(schema, dict) else None
    return properties.get(name) if isinstance(properties, dict) else None


def _item(schema: JsonValue) -> JsonValue:
    return schema.get("items") if isinstance(schema, dict) else None


def _size(value: JsonValue) -> int:
    """How many values there are in it."""
    inside = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return 1 + sum(map(_size, inside))


LEAST: Final = 2_000
"""Characters that contents may always have."""
TIMES: Final = 4
"""So many times as long as the first one they may be at most, where that is more."""
VALUES: Final = 500
"""Values of one call that are looked at; where there are more, the call names a place."""

_SAID: Final = 128
"""Characters of a value in which a verb is looked for."""
_SYNTAX: Final = frozenset("{}()[];=<>|`$\\%")
_NARROWING: Final = frozenset("enum const format contentMediaType contentEncoding".split())
"""What of a schema says that a text is more than text."""


def path_may_vary(tool: ToolClass) -> bool:
    """Whether a path may be another one in its folder: not where a file is sent, deleted or run."""
    return tool.verb == "reads" or (tool.verb not in HIGH_IMPACT_VERBS and not tool.outside)


def input_name(steps: tuple[str | int, ...]) -> str:
    """The name of the input that ``steps`` lead to; of an item of a list, the name of the list."""
    return next((step for step in reversed(steps) if isinstance(step, str)), "")


def says_where(key: str) -> bool:
    """Whether an input says where a tool reads."""
    words = key_words(key)
    last = words[-2:-1] if words[-1:] in (("id",), ("name",), ("key",)) else words[-1:]
    return not tables.words("container").isdisjoint(last)


def is_narrowed(schema: JsonValue, tool: ToolClass, role: Role) -> bool:
    """Whether the schema gives a value a meaning of its own. It is a stranger's: it makes less free, never more."""
    if not isinstance(schema, dict):
        return False
    if tool.verb != "reads":
        return not _NARROWING.isdisjoint(schema)
    return role in ("destination", "place") and ("enum" in schema or "const" in schema)


def longest(text: str) -> int:
    """Characters that a text may have instead of this one."""
    return max(LEAST, TIMES * len(text))


def text_may_differ(key: str, text: str, tool: ToolClass) -> bool:
    """Whether ``text`` may be another one, and may be what stands there instead."""
    if is_operation(key) or role_of("", text, tool.verb)[0] in ("destination", "authority", "place"):
        return False
    role, named = role_of(key, text, tool.verb)
    if tool.verb != "reads":
        return role == "content" and named and _is_prose(key, text, tool)
    if implies_change(key) or (
        (role == "choice" or " " not in text) and len(text) <= LEAST and implies_change(text[:_SAID])
    ):
        return False
    if role == "program" or _is_statement(text):
        return _is_search_text(key, text)
    return role in ("object", "content", "choice") and not says_where(key)


def number_may_differ(key: str, tool: ToolClass) -> bool:
    """The same of a number, a truth value or null."""
    named = role_by_name(key)
    if tool.verb != "reads" or implies_change(key):
        return False
    return named not in ("destination", "place", "program") and not says_where(key)


def is_choice(key: str, value: JsonValue, tool: ToolClass) -> bool:
    """Whether an input only says how a tool reads, so that it may be left out, added, or another."""
    if tool.verb != "reads" or role_by_name(key) != "choice" or is_operation(key) or implies_change(key):
        return False
    if isinstance(value, str):
        return len(value) <= LEAST and text_may_differ(key, value, tool) and not looks_like_path(value)
    return not isinstance(value, (list, dict))


def may_be_any(arguments: JsonObject, schema: JsonValue, tool: ToolClass) -> bool:
    """Whether a permission may cover any inputs of the tool at all.

    Args:
        arguments: of the call.
        schema: the tool's ``inputSchema``, as it came; None where only the call counts.
        tool: its class, for this call.
    """
    if not tool.known or tool.verb in HIGH_IMPACT_VERBS or (tool.outside and tool.changes):
        return False
    properties = schema.get("properties") if isinstance(schema, dict) else None
    names = list(properties) if isinstance(properties, dict) else []
    if len(names) > VALUES or any(_names_target(name, tool) for name in names):
        return False
    excludes = _must_stay if tool.verb == "reads" else _names_receiver
    return not any(number >= VALUES or excludes(*leaf, tool) for number, leaf in enumerate(_leaves(arguments)))


def _names_target(name: str, tool: ToolClass) -> bool:
    """Whether a name says where something is read or goes, what runs, or that a tool that reads does more."""
    role = role_by_name(name)
    if tool.verb == "reads":
        return role in ("destination", "place") or says_where(name) or implies_change(name)
    return role in ("destination", "program")


def _must_stay(key: str, value: JsonValue, tool: ToolClass) -> bool:
    """Whether a value of a tool that reads says where, or what is done."""
    if is_operation(key):
        return True
    return not (text_may_differ(key, value, tool) if isinstance(value, str) else number_may_differ(key, tool))


def _names_receiver(key: str, value: JsonValue, tool: ToolClass) -> bool:
    """Whether a value of a tool that writes says to whom, or what runs."""
    text = value if isinstance(value, str) else ""
    named = is_operation(key) or role_of(key, text, tool.verb)[0] in ("destination", "authority", "program")
    return named or mutations_in(text) is not None


def _leaves(arguments: JsonObject) -> Iterator[tuple[str, JsonValue]]:
    """Each value with the nearest name; an empty list or object counts as one."""
    stack: list[tuple[str, JsonValue]] = [("", arguments)] if arguments else []
    while stack:
        key, value = stack.pop()
        if isinstance(value, dict) and value:
            stack.extend(value.items())
        elif isinstance(value, list) and value:
            stack.extend((key, item) for item in value)
        else:
            yield key, value


def _is_search_text(key: str, text: str) -> bool:
    """Whether a text that may be a program is plain words to look for."""
    if tables.words("question").isdisjoint(key_words(key)[-1:]) or not _SYNTAX.isdisjoint(text):
        return False
    first, _, _ = text.strip().lower().partition(" ")
    return first not in tables.words("statement")


def _is_statement(text: str) -> bool:
    """Whether a text has the form of a document of a query language, whatever its input is called."""
    first = text.lstrip().partition(" ")[0].lower()
    return "{" in text or (first in tables.words("statement") and not _SYNTAX.isdisjoint(text))


def _is_prose(key: str, text: str, tool: ToolClass) -> bool:
    """Whether contents are words for people, and no request or setting in their clothes."""
    last = key_words(key)[-1:]
    if not tables.words("setting").isdisjoint(last) and len(text.split()) < 2:
        return False
    if tool.verb not in HIGH_IMPACT_VERBS and not tool.outside:
        return True
    if tables.words("for-people").isdisjoint(last):
        return False
    if not tables.words("request").isdisjoint(last) and (tool.sink == "web" or ("=" in text and len(text.split()) < 2)):
        return False
    return not text.lstrip().startswith(("{", "["))
