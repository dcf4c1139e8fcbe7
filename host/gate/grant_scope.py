"""What a grant covers: exactly one call, the pattern around it, or any inputs (pure).

Owns: the parts of a pattern, whether a value fits them, their form in a file and their words; how the pattern around a
call is found; and which inputs may differ, by their role. A tool that reads may ask for other things in the same
places. A tool that changes something keeps its destinations, rights, programs, numbers and everything unknown; its
contents may differ, within a size.

Invariants:
    - A scope covers nothing that its words do not say: each place, receiver, right, program and number that stays, each
      text that may differ, and that all else stays. The words hold strangers' text, bounded; the caller escapes it.
    - A pattern covers the exact call, and any inputs cover the pattern.
    - A text that is more than words (a path, a command, a query, other code; in a tool that reads, an address) stands
      only in an input in which one stood when the grant was given. The name of an input is such a text. Contents that
      a tool writes may be any.
    - A path or address counts only if it was resolved for certain. A folder is the one that its path leads to now,
      without a link.
    - What is sent beside the inputs never varies, except members of ``_meta`` that differ with each call.
    - In a tool that only reads, the free inputs name no place, address, program or action. No name chosen by a stranger
      makes a path or an address free. A later text is checked by the same rules as the first one.
    - No scope covers a call that does something else than the approved one, such as another operation of the tool.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Final, Literal, TypeAlias

from msgspec import Meta, Struct

from host import regex
from host.arguments.facts import HostFact, PathFact, Place, within
from host.arguments.host_names import holds_url, looks_like_url
from host.arguments.texts import looks_like_path, shown_place
from host.canonical import canonical, json_path, parse_document
from host.inspect import tables
from host.inspect.commands import goes_on_with_command, reads_as_command
from host.inspect.graphql import mutations_in
from host.inspect.kinds import KINDS
from host.inspect.roles import MAIL, Role, has_form_of_address, role_by_name, role_of
from host.inspect.sql import looks_like_sql
from host.inspect.subject import name_of
from host.inspect.tools import HIGH_IMPACT_VERBS, ToolClass, class_of, deciding_word, implies_change, is_operation
from host.model import Bound, Call, Finding, JsonObject, JsonValue, Severity, object_in
from host.naming import Verb, key_words
from host.policy.facts import CallFacts
from host.text import caseless
from host.words import Words, listed, say, say_n

_WEB: Final = regex.pattern(r"http(s)?://", re.IGNORECASE)
_DOUBLE_SLASH: Final = regex.pattern(r"(?:[/\\]|%(?:25)*(?:2f|5c)){2}", re.IGNORECASE)
"""Behind it an address within an address goes on, to which its server may lead. A browser takes a backslash for one."""
_PORT: Final = regex.pattern(r":[0-9]{1,5}$")
_WHOLE_INPUTS: Final = json_path(())
_WILDCARDS: Final = frozenset("*?[")

Steps: TypeAlias = "tuple[str | int, ...]"
Form: TypeAlias = Literal["path", "address", "code", "name", "switch"]
"""What a value is besides words and numbers. Code: a command, a query, a statement or another text with the marks of a
language. Name: the name of the input is one of these; its value is not therefore. Switch: true or false."""
Fixed: TypeAlias = Literal["destination", "authority", "program", "place", "number", ""]
"""Why something stays as it was. Empty if the words do not name it."""


# The parts of a pattern. Their names and fields are their form in the file of grants: others need another version.


class Same(Struct, frozen=True, forbid_unknown_fields=True, tag=True):
    """A value that stays as it was: ``raw``, its canonical bytes. ``role``: why it stays."""

    raw: bytes
    role: Fixed = ""


class InFolder(Struct, frozen=True, forbid_unknown_fields=True, tag=True):
    """A path that may be another one in ``folder``, links resolved, or with ``may_be_folder`` the folder itself."""

    folder: str
    may_be_folder: bool


class AtOrigin(Struct, frozen=True, forbid_unknown_fields=True, tag=True):
    """An address that may continue differently after its origin (RFC 6454): scheme, canonical host and port."""

    scheme: Literal["http", "https"]
    host: str
    port: int

    @property
    def authority(self) -> str:
        """The host, with the port if it is not the usual one (RFC 3986 §3.2)."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == _USUAL_PORTS[self.scheme] else f"{host}:{self.port}"


class Text(Struct, frozen=True, forbid_unknown_fields=True, tag=True):
    """A text that may differ, of up to ``max_characters``."""

    max_characters: int


class Scalar(Struct, frozen=True, forbid_unknown_fields=True, tag=True):
    """A number, truth value or null that may differ."""


class Members(Struct, frozen=True, forbid_unknown_fields=True, tag=True):
    """An object with these members.

    ``parts``: in the order of names. ``may_add_choices``: whether inputs that only say how a tool reads may be added.
    """

    parts: Mapping[str, Part]
    may_add_choices: bool = False


class Items(Struct, frozen=True, forbid_unknown_fields=True, tag=True):
    """An array of exactly these items."""

    parts: tuple[Part, ...]


class ItemsLike(Struct, frozen=True, forbid_unknown_fields=True, tag=True):
    """An array of 1 to ``max_items`` items, each of which fits one of ``parts``, which nest no others."""

    parts: Annotated[tuple[Part, ...], Meta(min_length=1)]
    max_items: int


Part: TypeAlias = Same | InFolder | AtOrigin | Text | Scalar | Members | Items | ItemsLike


def _is_pattern(fact: PathFact) -> bool:
    """Whether a text is a pattern of paths. ``*.py`` alone is one by its name: it may be anything."""
    is_named = any(word in caseless(fact.key) for word in tables.words("files-pattern"))
    return (is_named or fact.kind == "path") and not _WILDCARDS.isdisjoint(fact.text)


class FactsByInput:
    """Facts by the place of their value. If two of a kind are about one place, neither is certain.

    ``is_complete``: whether all inputs were examined. A fact about the whole inputs says what was left out.
    ``names_many``: whether an input is a pattern of paths, such as ``**/*.py``.
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
        self.is_complete = gathered and _WHOLE_INPUTS not in self.paths and _WHOLE_INPUTS not in self.hosts
        self.names_many = any(map(_is_pattern, facts.paths or ()))

    def places(self, steps: Steps, text: str) -> tuple[Place, ...]:
        """Return where the path ``text`` leads by every reading, empty if it is no certain path."""
        where = json_path(steps)
        match self.paths.get(where), self.hosts.get(where):
            case [PathFact(kind="path", place=Place() as place, other_places=others, text=seen)], None if seen == text:
                return (place, *others)
        return ()

    def origin(self, steps: Steps, text: str) -> AtOrigin | None:
        """Return the origin of the address ``text``, None if it is no certain address or names another one."""
        where, written = json_path(steps), _WEB.match(text)
        match self.hosts.get(where), self.paths.get(where):
            case [HostFact(kind="url", host=str(host), port=int(port), other_hosts=(), text=seen)], None if (
                seen == text
            ):
                if written and not _DOUBLE_SLASH.search(text, written.end()):
                    return AtOrigin("https" if written[1] else "http", host, port)
        return None

    def may_text_differ(self, steps: Steps, text: str) -> bool:
        """Whether the text may differ, and is neither a path nor an address.

        Facts name the place of a value in escaped, bounded words. If that changes the words, nothing is certain.
        """
        where = json_path(steps)
        if where != shown_place(where) or not self.is_complete:
            return False
        if self.names_many and is_replaced_text(name_of(steps), self.tool):
            return False  # only what is replaced says which of many files change
        is_path = any(fact.kind == "path" for fact in self.paths.get(where, ()))
        is_address = any(fact.kind == "url" for fact in self.hosts.get(where, ()))
        return not is_path and not is_address and text_may_differ(name_of(steps), text, self.tool)

    def is_choice(self, steps: Steps, value: JsonValue) -> bool:
        """Whether an input only says how the tool reads, and is neither a path nor an address."""
        where = json_path(steps)
        is_address = any(fact.kind == "url" for fact in self.hosts.get(where, ()))
        return where == shown_place(where) and not is_address and is_choice(name_of(steps), value, self.tool)


def fits(part: Part, value: JsonValue, steps: Steps, by_input: FactsByInput) -> bool:
    """Whether ``value`` at ``steps`` fits ``part``."""
    match part:
        case Same(raw):
            return canonical(value) == raw
        case Scalar():
            return not isinstance(value, (str, list, dict))
        case Members():
            return isinstance(value, dict) and _do_members_fit(part, value, steps, by_input)
        case Items(parts):
            if not isinstance(value, list) or len(value) != len(parts):
                return False
            numbered = enumerate(zip(parts, value, strict=True))
            return all(fits(inner, item, (*steps, place), by_input) for place, (inner, item) in numbered)
        case ItemsLike(parts, most):
            if not isinstance(value, list) or not 0 < len(value) <= most:
                return False
            return all(
                any(fits(inner, item, (*steps, place), by_input) for inner in parts) for place, item in enumerate(value)
            )
    return isinstance(value, str) and _does_text_fit(part, value, steps, by_input)


def _do_members_fit(part: Members, value: dict[str, JsonValue], steps: Steps, by_input: FactsByInput) -> bool:
    """Whether an object has its members, and otherwise only inputs that say how a tool reads."""
    parts = part.parts
    if not parts.keys() <= value.keys():
        return False
    for name, inner in value.items():
        steps_inside = (*steps, name)
        if name not in parts:
            if not (part.may_add_choices and by_input.is_choice(steps_inside, inner)):
                return False
        elif not fits(parts[name], inner, steps_inside, by_input):
            return False
    return True


def _does_text_fit(part: InFolder | AtOrigin | Text, text: str, steps: Steps, by_input: FactsByInput) -> bool:
    if isinstance(part, InFolder):
        places, folder = by_input.places(steps, text), by_input.folders.get(part.folder)
        return bool(places) and all(_lies_in_folder(place, part, folder) for place in places)
    if isinstance(part, AtOrigin):
        return by_input.origin(steps, text) == part
    return len(text) <= part.max_characters and by_input.may_text_differ(steps, text)


def _lies_in_folder(place: Place, part: InFolder, folder: Place | None) -> bool:
    """``folder``: as the path resolves now. If a link has replaced it, it is not the granted one."""
    if folder is None or folder.text != part.folder or within(place, folder) is not True:
        return False
    depth = place.chain.index(folder.chain[0]) + len(place.tail) - len(folder.tail)
    names = place.text.split("/")[-depth:] if depth else []
    return not any(name.startswith(".") for name in names) if names else part.may_be_folder


def walk(part: Part) -> Iterator[Part]:
    """Yield ``part`` and all parts in it."""
    yield part
    match part:
        case Members(parts):
            for inner in parts.values():
                yield from walk(inner)
        case Items(parts) | ItemsLike(parts):
            for inner in parts:
                yield from walk(inner)


def varies(part: Part) -> bool:
    """Whether the part covers more than the one value that it was made of."""
    match part:
        case Members(parts, choices):
            return choices or any(map(varies, parts.values()))
        case Items(parts):
            return any(map(varies, parts))
        case ItemsLike(parts):
            return len(parts) > 1 or any(map(varies, parts))
    return not isinstance(part, Same)


_PER_CALL_META: Final = {"traceparent": regex.pattern(r"00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}")}
"""Members of ``_meta`` that differ with each call and mean nothing to a tool, with their required form.
``traceparent`` holds ids of a trace (MCP 2026-07-28, basic, ``_meta``; SEP-414; form: W3C Trace Context, 3.2). In
another form it counts like everything else. The progress token is not here: ``wire.freeze`` has split it off, and
the server gets a number of Assent's. The same page of MCP names ``tracestate`` and ``baggage``, free text that a
tool could act on, so they count. So do the names under ``io.modelcontextprotocol/`` (``protocolVersion``,
``clientInfo``, ``clientCapabilities``, ``logLevel``), which an app has no reason to change between two calls."""


def comparable_params(call: Call) -> bytes:
    """Return the canonical bytes of everything that is sent, without what differs with each call.

    Two calls with equal bytes are the same to a grant.
    """
    if not any(f'"{name}":'.encode() in call.params for name in _PER_CALL_META):
        return call.params
    members, plain = _sent_members(call)
    return canonical(members, plain=plain)


def other_params(call: Call) -> bytes:
    """Return the same without the inputs."""
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
    form = _PER_CALL_META.get(name)
    return form is not None and isinstance(value, str) and form.fullmatch(value) is not None


_MAX_QUOTED: Final = 160
"""Characters of a value that the words repeat. Longer ones are described by length; the call shows them."""
_MAX_LISTED: Final = 8
"""Values of a list that the words repeat."""
_USUAL_PORTS: Final = {"http": 80, "https": 443}


def lines(part: Part, verb: Verb, coded: frozenset[str] = frozenset()) -> Iterator[str]:
    """Yield what the part covers, a line for each input that differs or leads somewhere. Holds strangers' text.

    ``coded``: the inputs whose text may be code.
    """
    yield from _lines(part, (), verb, coded)
    if any(isinstance(it, Members) and it.may_add_choices for it in walk(part)):
        yield say("how it reads may differ: limits, order, formats and the like")
    yield say("everything else exactly the same")


def _lines(part: Part, steps: Steps, verb: Verb, coded: frozenset[str]) -> Iterator[str]:
    match part:
        case Members(parts):
            for name, inner in parts.items():
                yield from _lines(inner, (*steps, name), verb, coded)
        case Items(parts):
            for place, inner in enumerate(parts):
                yield from _lines(inner, (*steps, place), verb, coded)
        case Same(_, ""):
            return
        case _:
            are_words = verb == "reads" and _input_name(steps) not in coded
            yield say("{place}: {meaning}", place=_shown(steps), meaning=_meaning(part, verb, are_words=are_words))


def _shown(steps: Steps) -> str:
    return json_path(steps).removeprefix("$").removeprefix(".")


def _input_name(steps: Steps) -> str:
    """The input at ``steps``, a list as one input."""
    return _shown(tuple(step for step in steps if isinstance(step, str)))


def _meaning(part: Part, verb: Verb, *, are_words: bool) -> Words:
    parts = part.parts if isinstance(part, ItemsLike) else (part,)
    first, count = parts[0], len(parts)
    if isinstance(first, Text):
        most = max(it.max_characters for it in parts if isinstance(it, Text))
        if isinstance(part, ItemsLike):
            if are_words:
                return say(
                    "up to {n} texts, each up to {most} characters, may differ, but are no code",
                    n=part.max_items,
                    most=most,
                )
            return say("up to {n} texts, each up to {most} characters, may differ", n=part.max_items, most=most)
        if are_words:
            return say("the text may differ, up to {n} characters, but is no code", n=most)
        return say("the text may differ, up to {n} characters", n=most)
    if isinstance(first, Scalar):
        return say("the value may differ")
    if count > _MAX_LISTED:
        return say("none but the {n} values above", n=count)
    return _place_words(listed([_value_words(it) for it in parts], either=True), first, verb)


def _place_words(named: Words, first: Part, verb: Verb) -> Words:
    """Say that something is read, written, sent or paid at these values and nowhere else."""
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


def _value_words(part: Part) -> Words:
    """Return a value for a sentence, in quotation marks if it could be taken for more than one word."""
    match part:
        case InFolder(folder):
            return _one_word(folder)
        case AtOrigin(scheme):
            return f"{scheme}://{part.authority}"
    assert isinstance(part, Same), "no other part has one"
    text = part.raw.decode()
    if len(text) > _MAX_QUOTED:
        return say_n("what is above ({n} character)", "what is above ({n} characters)", len(text))
    value = json.loads(text)
    return _one_word(value) if isinstance(value, str) and "@" in value else text


def _one_word(text: str) -> str:
    """Return ``text``, as JSON if it has other characters than letters, digits and the marks of names and paths."""
    return text if all(char.isalnum() or char in "/._-~@+" for char in text) else canonical(text).decode()


EXACTLY: Final = say("exactly what is shown above, every byte")
ANYTHING: Final = say("any contents, and any words and numbers, but no path, no command and no other code")
ANYTHING_READ: Final = say("any words and numbers, but no path, no address, no command and no other code")
_FORM_WORDS: Final[dict[Form, Words]] = {
    "path": say("any path"),
    "address": say("also an address"),
    "code": say("also a command, a query or other code"),
    "name": say("an input by this very name"),
    "switch": say("on or off"),
}

MAX_LINES: Final = 24
"""Lines of a pattern's words. Nobody reads more."""
MAX_PARTS: Final = 500
"""Values in the inputs for which a pattern is built, well below what ``host.policy.gather`` examines."""
MAX_ITEMS: Final = 100
"""Items that a list may have in a tool that reads."""

_FIXED_ROLES: Final[tuple[Fixed, ...]] = ("destination", "authority", "program", "place")


class GrantScope(Struct, frozen=True, forbid_unknown_fields=True):
    """What a grant covers.

    Attributes:
        forms: the inputs that may be more than words and numbers, and what they may be; empty for ``exact``.
        found: the gravest of each kind that was found in what the approved call does; empty for ``exact``.
    """

    bound: Bound
    sent: bytes  # for ``exact`` everything that is sent, else what is sent beside the inputs
    inputs: Part | None = None  # for a ``pattern`` the inputs, else None
    verb: Verb = ""  # what the approved call does; empty for ``exact``, which implies it
    forms: tuple[tuple[str, Form], ...] = ()
    found: tuple[tuple[str, Severity], ...] = ()

    def covers(self, call: Call, facts: CallFacts) -> bool:
        """Whether the grant covers ``call``. ``facts``: of this very call, gathered now."""
        if self.bound == "exact":
            return self.sent == comparable_params(call)
        tool = tool_of(call)
        if self.sent != other_params(call) or tool.verb != self.verb or not self._was_found(facts.findings):
            return False
        value = call.arguments_value
        if self.inputs is None:
            is_within = _has_only_free_inputs(value, None, tool)
        else:
            is_within = fits(self.inputs, value, (), FactsByInput(facts, tool))
        return is_within and set(forms_in(value, tool)).issubset(self.forms)  # last: it looks at every value

    def _was_found(self, findings: Iterable[Finding]) -> bool:
        """Whether whoever approved was told of each kind of these findings, as grave or graver."""
        told = dict(self.found)
        return all(kind in told and told[kind].rank <= it.rank for kind, it in _found_in(findings))

    def folders(self) -> Iterator[str]:
        """Yield the folders that must be resolved before ``covers``."""
        parts = walk(self.inputs) if self.inputs is not None else ()
        return (part.folder for part in parts if isinstance(part, InFolder))

    def words(self) -> tuple[str, ...]:
        """Return exactly what it covers, a line each. They hold strangers' text."""
        if self.bound == "exact":
            return (EXACTLY,)
        if self.inputs is None:
            named = (say("{place}: {meaning}", place=name, meaning=_FORM_WORDS[form]) for name, form in self.forms)
            return (ANYTHING_READ if self.verb == "reads" else ANYTHING, *named)
        return tuple(lines(self.inputs, self.verb, frozenset(name for name, form in self.forms if form == "code")))

    @property
    def has_fixed_input(self) -> bool:
        """Whether some input keeps its value or its place."""
        parts = walk(self.inputs) if self.inputs is not None else ()
        return any(isinstance(part, (Same, InFolder, AtOrigin)) for part in parts)


def tool_of(call: Call) -> ToolClass:
    """Return what ``call`` does, as far as the names of its server, tool and operation show."""
    return class_of(call.server.id, call.tool, call.arguments_value)


def acts_on_screen(call: Call) -> bool:
    """Whether the same inputs do another thing later, by what is on the screen: ``browser_click``, ``press_key``."""
    return tool_of(call).sink in ("web", "") and deciding_word(call.tool) in tables.words("on-screen")


def decides(call: Call) -> bool:
    """Whether a call is somebody's yes or signature to what another one prepared."""
    return deciding_word(call.tool) in tables.words("deciding")


def exactly(call: Call) -> GrantScope:
    """Return the scope of a grant for exactly ``call``."""
    return GrantScope("exact", comparable_params(call))


def anything(call: Call, facts: CallFacts) -> GrantScope:
    """Return the scope for any inputs of the forms that ``call`` has. The tool's schema still judges them."""
    tool = tool_of(call)
    forms = forms_in(call.arguments_value, tool)
    return GrantScope("any", other_params(call), None, tool.verb, forms, _found_in(facts.findings))


def _found_in(findings: Iterable[Finding]) -> tuple[tuple[str, Severity], ...]:
    """The gravest of each kind of finding about what a call does and where, each once."""
    gravest: dict[str, Severity] = {}
    for it in sorted(findings, key=lambda finding: finding.severity.rank):
        if it.kind in KINDS and KINDS[it.kind].principle in ("place", "grammar", "claim"):
            gravest.setdefault(it.kind, it.severity)
    return tuple(sorted(gravest.items()))


def pattern(call: Call, schema: JsonValue, facts: CallFacts) -> GrantScope | None:
    """Return the pattern around ``call``, None if it is no wider than the call or could mislead.

    ``schema``: the tool's ``inputSchema`` (untrusted).
    """
    value, tool = call.arguments_value, tool_of(call)
    by_input = FactsByInput(facts, tool)
    if not by_input.is_complete or not value or _size(value) > MAX_PARTS:
        return None
    inputs = part_of(value, schema, (), by_input)
    found = _found_in(facts.findings)
    scope = GrantScope("pattern", other_params(call), inputs, tool.verb, forms_in(value, tool), found)
    return scope if varies(inputs) and len(scope.words()) <= MAX_LINES else None


def part_of(value: JsonValue, schema: JsonValue, steps: Steps, by_input: FactsByInput) -> Part:
    """Return how ``value`` may vary, ``Same`` if it may not."""
    if isinstance(value, str):
        return _text(value, schema, steps, by_input)
    if isinstance(value, dict):
        return _members(value, schema, steps, by_input)
    if isinstance(value, list):
        return _list(value, schema, steps, by_input)
    return _scalar(value, steps, by_input)


def _members(value: dict[str, JsonValue], schema: JsonValue, steps: Steps, by_input: FactsByInput) -> Part:
    """Return the part of an object. Choices of how a tool reads are left out: they may be there or not."""
    choices = by_input.tool.verb == "reads"
    parts = {
        name: part_of(value[name], object_in(schema, "properties").get(name), (*steps, name), by_input)
        for name in sorted(value)
        if not (choices and by_input.is_choice((*steps, name), value[name]))
    }
    if not choices and all(part == Same(canonical(value[name])) for name, part in parts.items()):
        return Same(canonical(value))
    return Members(parts, choices)


def _list(value: list[JsonValue], schema: JsonValue, steps: Steps, by_input: FactsByInput) -> Part:
    """Return the part of an array: any number of such items, exactly these items, or the same array."""
    item_schema = object_in(schema).get("items")
    parts = [part_of(item, item_schema, (*steps, place), by_input) for place, item in enumerate(value)]
    kinds = {type(part) for part in parts}
    if kinds == {Same, Text}:
        return Same(canonical(value))
    if not parts or not kinds <= {Same, InFolder, AtOrigin, Text, Scalar} or len(kinds) > 1:
        return Items(tuple(parts)) if any(map(varies, parts)) else Same(canonical(value))
    (kind,) = kinds
    distinct = tuple(dict.fromkeys(parts))
    if kind is Same:
        roles = {part.role for part in parts if isinstance(part, Same)}
        if len(roles) == 1 and roles <= {"destination", "authority", "place"}:
            return ItemsLike(distinct, len(parts))
        return Same(canonical(value), *roles if len(roles) == 1 else ())
    if kind is Text:
        distinct = (Text(max(part.max_characters for part in parts if isinstance(part, Text))),)
    if by_input.tool.verb == "reads":
        return ItemsLike(distinct, MAX_ITEMS)
    return ItemsLike(distinct, GROWTH_FACTOR * len(parts)) if kind is Text else Items(tuple(parts))


def _scalar(value: JsonValue, steps: Steps, by_input: FactsByInput) -> Part:
    key = name_of(steps)
    if number_may_differ(key, by_input.tool):
        return Scalar()
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
    return Same(canonical(value), "number" if is_number else "")


def _text(text: str, schema: JsonValue, steps: Steps, by_input: FactsByInput) -> Part:
    """Return the part of a text: a folder or an origin to stay in, a free text, or the same text."""
    key, tool = name_of(steps), by_input.tool
    role, _ = role_of(key, text, tool.verb)
    fixed: Fixed = "place" if says_where(key) else ""
    same = Same(canonical(text), role if role in _FIXED_ROLES else fixed)
    if is_operation(key) or is_narrowed(schema, tool, role):
        return same
    if role in ("program", "authority"):
        return Text(max_characters_for(text)) if by_input.may_text_differ(steps, text) else same
    if places := by_input.places(steps, text):
        folder = folder_around(places[0]) if len(places) == 1 and path_may_vary(tool) else None
        return Same(same.raw, "place") if folder is None else folder
    if tool.verb == "reads" and (origin := by_input.origin(steps, text)) is not None:
        return origin
    return Text(max_characters_for(text)) if by_input.may_text_differ(steps, text) else same


def folder_around(place: Place) -> InFolder | None:
    """Return the folder of ``place``, or ``place`` if it is one. None for the root and for hidden names."""
    folder, _, name = place.text.rpartition("/")
    if not place.tail and place.directory is None:
        return None
    is_folder = not place.tail and bool(place.directory)
    if is_folder:
        folder = place.text
    return None if name.startswith(".") or not folder.strip("/") else InFolder(folder, is_folder)


def _size(value: JsonValue) -> int:
    inside = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return 1 + sum(map(_size, inside))


MIN_CONTENT_LIMIT: Final = 2_000
"""Characters that contents may always have."""
GROWTH_FACTOR: Final = 4
"""How many times as long as the first text a longer one may be."""
MAX_VALUES: Final = 500
"""Values of one call that are examined. A call with more counts as naming a place."""

_VERB_SEARCH_CHARACTERS: Final = 128
"""Characters of a value in which a verb is searched."""
_SYNTAX: Final = frozenset("{}()[];=<>|`$\\%")
_IN_NAMES: Final = frozenset("()[]%")
"""Marks in the names of what a tool writes to: ``Budget (2026)``, ``50 %``."""
_ENDS_TEXT: Final = regex.pattern(r"[&\r\n]|--|'(?!\w)")
"""What besides ``_SYNTAX`` ends a command or the text of a statement, so that another may follow; no apostrophe."""
_LINE_ENDS: Final = frozenset("\r\n")
_CALLS_UPON: Final = regex.pattern(
    r"(?:^|[\r\u2028\u2029])\s*/[a-z]|(?<!\w)[@\uff20]\w|<[!@#]", re.MULTILINE | re.IGNORECASE
)
"""A line that is a command, or a mention: in chats and forges somebody hears of it, and programs obey."""
_NARROWING: Final = frozenset("enum const format contentMediaType contentEncoding".split())
"""Keywords of a schema by which a text is more than text."""


def path_may_vary(tool: ToolClass) -> bool:
    """Whether a path may differ within its folder: not if a file is sent, deleted or run."""
    return tool.verb == "reads" or (tool.verb not in HIGH_IMPACT_VERBS and not tool.outside)


def says_where(key: str) -> bool:
    """Whether an input says where a tool reads."""
    words = key_words(key)
    last = words[-2:-1] if words[-1:] in (("id",), ("name",), ("key",)) else words[-1:]
    return not tables.words("container").isdisjoint(last)


def is_narrowed(schema: JsonValue, tool: ToolClass, role: Role) -> bool:
    """Whether the schema gives a value a meaning of its own. A stranger's schema makes less free, never more."""
    if not isinstance(schema, dict):
        return False
    if tool.verb != "reads":
        return not _NARROWING.isdisjoint(schema)
    return role in ("destination", "place") and ("enum" in schema or "const" in schema)


def max_characters_for(text: str) -> int:
    """Return the characters that a text in place of this one may have."""
    return max(MIN_CONTENT_LIMIT, GROWTH_FACTOR * len(text))


def text_may_differ(key: str, text: str, tool: ToolClass) -> bool:
    """Whether ``text`` may differ, and may replace another one."""
    if (
        is_operation(key)
        or _names_own_account(key)
        or role_of("", text, tool.verb)[0] in ("destination", "authority", "place")
    ):
        return False
    role, is_named = role_of(key, text, tool.verb)
    if tool.verb != "reads":
        is_content = role == "content" and is_named and tool.sink != "model"  # a model goes by what is kept for it
        return (is_content and _is_prose(key, text, tool)) or is_replaced_text(key, tool)
    is_word = (role == "choice" or " " not in text) and len(text) <= MIN_CONTENT_LIMIT
    if implies_change(key) or (is_word and implies_change(text[:_VERB_SEARCH_CHARACTERS])):
        return False
    if role == "program" or _is_statement(text):
        return _is_search_text(key, text)
    return role in ("object", "content", "choice") and not says_where(key)


def _names_own_account(key: str) -> bool:
    return "".join(key_words(key)) in tables.words("own-account")


def is_replaced_text(key: str, tool: ToolClass) -> bool:
    """Whether an input quotes what an edit of a file replaces: no more than the new text, which may be any."""
    is_edit = tool.verb == "writes" and tool.sink == "files" and not tool.outside
    return is_edit and "".join(key_words(key)) in tables.words("replaced")


def number_may_differ(key: str, tool: ToolClass) -> bool:
    """Whether a number, truth value or null may differ."""
    role = role_by_name(key)
    if tool.verb != "reads" or implies_change(key) or _names_own_account(key):
        return False
    return role not in ("destination", "place", "program") and not says_where(key)


def is_choice(key: str, value: JsonValue, tool: ToolClass) -> bool:
    """Whether an input only says how a tool reads, so that it may be added, left out or changed."""
    if tool.verb != "reads" or role_by_name(key) != "choice" or is_operation(key) or implies_change(key):
        return False
    if _names_own_account(key):
        return False
    if isinstance(value, str):
        return len(value) <= MIN_CONTENT_LIMIT and text_may_differ(key, value, tool) and not looks_like_path(value)
    return not isinstance(value, (list, dict))


def may_be_any(arguments: JsonObject, schema: JsonValue, tool: ToolClass) -> bool:
    """Whether a grant may cover any inputs of the tool.

    ``schema``: the tool's ``inputSchema`` (untrusted), None if only the call with these ``arguments`` counts.
    """
    return _has_only_free_inputs(arguments, schema, tool) and len(forms_in(arguments, tool)) < MAX_LINES


def _has_only_free_inputs(arguments: JsonObject, schema: JsonValue, tool: ToolClass) -> bool:
    """Whether the tool may be granted for other inputs, and none of these says where, to whom or what to do."""
    reaches_others = tool.changes and (tool.outside or tool.sink == "model")
    if not tool.has_verb or tool.verb in HIGH_IMPACT_VERBS or reaches_others:
        return False
    if tool.verb != "reads" and any(map(_holds_object, arguments.values())):
        return False  # whose members may have any name: the fields of a record, its rights among them
    names = object_in(schema, "properties")
    if len(names) > MAX_VALUES or any(_names_target(name, tool) for name in names):
        return False
    excludes = _must_stay if tool.verb == "reads" else _names_receiver
    return not any(number >= MAX_VALUES or excludes(*leaf, tool) for number, leaf in enumerate(_leaves(arguments)))


def forms_in(arguments: JsonObject, tool: ToolClass) -> tuple[tuple[str, Form], ...]:
    """Return the inputs that are more than words and numbers, and what they are, each once. A list is one input."""
    found = set[tuple[str, Form]]()
    stack: list[tuple[tuple[str, ...], JsonValue]] = [((), arguments)]
    while stack:
        steps, value = stack.pop()
        if isinstance(value, dict):
            for name, inner in value.items():
                inside = (*steps, name)
                stack.append((inside, inner))
                if looks_like_url(name) or _form_of("", name, tool) is not None:
                    found.add((_shown(inside), "name"))
        elif isinstance(value, list):
            stack.extend((steps, item) for item in value)
        elif isinstance(value, bool) and tool.changes:
            found.add((_shown(steps), "switch"))
        elif isinstance(value, str) and (form := _form_of(name_of(steps), value, tool)) is not None:
            found.add((_shown(steps), form))
    return tuple(sorted(found))


def _form_of(key: str, text: str, tool: ToolClass) -> Form | None:
    """Return what a text is besides words, None for nothing. Contents may be any; other rules bind URLs."""
    role, is_named = role_of(key, text, tool.verb)
    if role == "place":
        return "code" if goes_on_with_command(text) else "path"
    is_written = tool.changes and ((role == "content" and is_named) or is_replaced_text(key, tool))
    if is_written or role == "destination":
        return None
    marks = _SYNTAX if tool.verb == "reads" else _SYNTAX - _IN_NAMES
    is_marked = not marks.isdisjoint(text) or _ENDS_TEXT.search(text) is not None
    if is_marked or _is_statement(text) or looks_like_sql(text.strip()) or reads_as_command(text):
        return "code"
    if looks_like_path(text):
        return "path"
    return _place_form(text) if tool.verb == "reads" else None


def _place_form(text: str) -> Form | None:
    """Return whether a text that a tool reads by may be a place: ``evil.example:80``, ``secrets/prod.env``."""
    if has_form_of_address(_PORT.sub("", text)) or holds_url(text) or MAIL.search(text) is not None:
        return "address"
    return "path" if " " not in text and "/" in text and "." in text else None  # but text/plain, Europe/Oslo are words


def _holds_object(value: JsonValue) -> bool:
    return any(map(_holds_object, value)) if isinstance(value, list) else isinstance(value, dict)


def _names_target(name: str, tool: ToolClass) -> bool:
    """Whether a name says where something is read or goes, what runs, or that a tool that reads does more."""
    role = role_by_name(name)
    if tool.verb == "reads":
        return role in ("destination", "place") or says_where(name) or implies_change(name)
    return role in ("destination", "program")


def _must_stay(key: str, value: JsonValue, tool: ToolClass) -> bool:
    """Whether a value of a tool that reads says where to read, or what to do."""
    if is_operation(key) or role_of("", key, tool.verb)[0] in ("destination", "authority", "place"):
        return True  # the name itself is a path or an address
    return not (text_may_differ(key, value, tool) if isinstance(value, str) else number_may_differ(key, tool))


def _names_receiver(key: str, value: JsonValue, tool: ToolClass) -> bool:
    """Whether a value of a tool that writes says to whom, what runs, or how much."""
    text = value if isinstance(value, str) else ""
    role, _ = role_of(key, text, tool.verb)
    if role == "choice":  # such as a sender that it writes as
        role, _ = role_of("", text, tool.verb)
    is_amount = not tables.words("amount").isdisjoint(key_words(key))
    names_receiver = (
        is_operation(key) or _names_own_account(key) or is_amount or role in ("destination", "authority", "program")
    )
    return names_receiver or (role == "content" and _is_figure(value)) or mutations_in(text) is not None


def _is_figure(value: JsonValue) -> bool:
    """Whether contents are an amount, an account or another number rather than words."""
    if isinstance(value, str):
        return any(map(str.isdigit, value)) and not any(map(str.isalpha, value))
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _leaves(arguments: JsonObject) -> Iterator[tuple[str, JsonValue]]:
    """Yield each value with the nearest name, and each name as a text. An empty list or object counts as one value."""
    stack: list[tuple[str, JsonValue]] = [("", arguments)] if arguments else []
    while stack:
        key, value = stack.pop()
        if isinstance(value, dict) and value:
            stack.extend(value.items())
            yield from (("", name) for name in value)
        elif isinstance(value, list) and value:
            stack.extend((key, item) for item in value)
        else:
            yield key, value


def _is_search_text(key: str, text: str) -> bool:
    """Whether a text that may be a program is plain words to search for."""
    if tables.words("question").isdisjoint(key_words(key)[-1:]) or not _SYNTAX.isdisjoint(text):
        return False
    first, _, _ = text.strip().lower().partition(" ")
    return first not in tables.words("statement")


def _is_statement(text: str) -> bool:
    """Whether a text looks like a document of a query language, whatever its input is called."""
    first = text.lstrip().partition(" ")[0].lower()
    return "{" in text or (first in tables.words("statement") and not _SYNTAX.isdisjoint(text))


def _is_prose(key: str, text: str, tool: ToolClass) -> bool:
    """Whether contents are words for people, rather than a request or setting in disguise."""
    last = key_words(key)[-1:]
    if not tables.words("setting").isdisjoint(last) and len(text.split()) < 2:
        return False
    if tool.verb not in HIGH_IMPACT_VERBS and not tool.outside:
        return True
    if tables.words("for-people").isdisjoint(last):
        return False
    if not tables.words("one-line").isdisjoint(last) and not _LINE_ENDS.isdisjoint(text):
        return False
    if tool.sink != "mail" and _CALLS_UPON.search(text) is not None:
        return False
    if not tables.words("request").isdisjoint(last) and (tool.sink == "web" or ("=" in text and len(text.split()) < 2)):
        return False
    return not text.lstrip().startswith(("{", "["))
