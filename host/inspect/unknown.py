"""Findings about inputs that the tool does not describe (pure).

Owns: ``unknown-parameter``; the reading of an ``inputSchema`` for the names in it.
Invariants: a schema is a stranger's JSON of any shape: it is looked at, never applied; references are followed inside
it alone; the work is bounded; an input is unknown only where the schema names the members of the object that it stands
in and allows no others, or where its name is the twin of one that stands beside it.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Final

from msgspec import Struct, field

from host.inspect.evidence import safe_name
from host.inspect.lookalikes import plain, skeleton
from host.inspect.subject import Steps, Subject
from host.model import Finding, JsonObject, JsonValue, Severity
from host.words import say, say_n

KIND: Final = "unknown-parameter"
LISTED: Final = 20
"""Inputs that get a finding each; the others are counted in one more."""
_WORK: Final = 20_000
"""Objects, lists and parts of schemas that are looked at."""
_COMPARED: Final = 1_000
"""Names of one object that are compared with the declared ones, and of those."""
_VALUE: Final = 200
_PARTS: Final = 32
"""Alternatives of one schema that are looked at."""
_HOPS: Final = 16
"""References that lead to one another."""
_POINTER: Final = 1_000
"""Characters of a reference."""
_LISTS: Final = ("allOf", "anyOf", "oneOf")
_ALONE: Final = ("if", "then", "else")
_OPENING: Final = ("patternProperties", "$dynamicRef", "$recursiveRef", "dependentSchemas", "dependencies")


def find_unknown(subject: Subject) -> Iterator[Finding]:
    """``unknown-parameter``: members of the inputs that the tool's schema does not name."""
    root = (subject.definition or {}).get("inputSchema")
    if not isinstance(root, dict):
        return
    count = 0
    for it in _unknown(subject.arguments, root):
        count += 1
        if count <= LISTED:
            yield _finding(it)
    if count > LISTED:
        said = say_n(
            "{n} further input is not described by the tool.",
            "{n} further inputs are not described by the tool.",
            count - LISTED,
        )
        yield Finding(KIND, Severity.MEDIUM, said)


class _Unknown(Struct, frozen=True):
    """An input. Attributes: steps: to it. name. twin: the declared name that it is like, else empty. value."""

    steps: Steps
    name: str
    twin: str
    value: JsonValue


def _finding(it: _Unknown) -> Finding:
    said = say("The tool does not describe the input \u201c{name}\u201d.", name=safe_name(it.name))
    if it.twin:
        said = say(
            "The tool does not describe the input \u201c{name}\u201d; it describes \u201c{twin}\u201d, which looks the "
            "same.",
            name=safe_name(it.name),
            twin=safe_name(it.twin),
        )
    return Finding(KIND, Severity.MEDIUM, said, (it.value if isinstance(it.value, str) else it.name)[:_VALUE], it.steps)


class _Node(Struct, frozen=True):
    """A value that is still to be looked at. Attributes: steps: to it. value. schemas: all that speak of it."""

    steps: Steps
    value: JsonValue
    schemas: list[JsonValue]


def _unknown(arguments: JsonObject, root: JsonObject) -> Iterator[_Unknown]:
    schema, work = _Schema(root), _WORK
    stack = [_Node((), arguments, [root])]
    while stack and work > 0:
        node = stack.pop()
        work -= 1
        below: list[_Node] = []
        if isinstance(node.value, dict):
            names = schema.names(node.schemas)
            yield from _of_object(node, node.value, names)
            for name, value in node.value.items():
                if name in names.named and isinstance(value, (dict, list)):
                    below.append(_Node((*node.steps, name), value, names.named[name]))
        elif isinstance(node.value, list):
            for at, item in enumerate(islice(node.value, work)):
                if isinstance(item, (dict, list)) and (schemas := schema.items(node.schemas, at)):
                    below.append(_Node((*node.steps, at), item, schemas))
        stack.extend(reversed(below))


def _of_object(node: _Node, value: JsonObject, names: _Names) -> Iterator[_Unknown]:
    others = [name for name in value if name not in names.named]
    if not others or not (names.named or names.closed):
        return
    twins = _twins(others, names)
    for name in others:
        twin = twins.get(name, "")
        if names.closed or twin in value:
            yield _Unknown((*node.steps, name), name, twin, value[name])


def _twins(others: list[str], names: _Names) -> dict[str, str]:
    """For names that read or look like declared ones: which."""
    known: dict[str, str] = {}
    for name in islice(names.named, _COMPARED):
        known |= {f"={plain(name)}": name, f"~{skeleton(name)}": name}
    compared = ((name, f"={plain(name)}", f"~{skeleton(name)}") for name in others[:_COMPARED])
    return {name: twin for name, read, looks in compared if (twin := known.get(read) or known.get(looks))}


class _Names(Struct, frozen=True):
    """What is said of an object. Attributes: named: each property's schemas. closed: whether it has no others."""

    named: dict[str, list[JsonValue]] = field(default_factory=dict)
    closed: bool = False


class _Schema:
    """One tool's schema, and how much work is left to read it."""

    def __init__(self, root: JsonObject) -> None:
        """``root``: references lead into it."""
        self._root = root
        self._work = _WORK

    def names(self, schemas: list[JsonValue]) -> _Names:
        """What ``schemas``, which may all speak of one object, say of its members."""
        parts = self._parts(schemas)
        if parts is None:
            return _Names()
        named: dict[str, list[JsonValue]] = {}
        closed = False
        for part in parts:
            properties = part.get("properties")
            if isinstance(properties, dict):
                self._work -= len(properties) // 8
                closed = True
                for name, schema in properties.items():
                    named.setdefault(name, []).append(schema)
            closed = closed or part.get("additionalProperties") is False
        return _Names(named, closed and not any(map(_opens, parts)))

    def items(self, schemas: list[JsonValue], index: int) -> list[JsonValue]:
        """What they say of an item of a list."""
        found: list[JsonValue] = []
        for part in self._parts(schemas) or ():
            first = next((it for it in (part.get("prefixItems"), part.get("items")) if isinstance(it, list)), [])
            if index < len(first):
                found.append(first[index])
            elif isinstance(part.get("items"), dict):
                found.append(part["items"])
        return found

    def _parts(self, schemas: list[JsonValue]) -> list[JsonObject] | None:
        """They and all that they combine; None where something is not known."""
        parts: list[JsonObject] = []
        pending = list(schemas)
        while pending:
            self._work -= 1
            schema = self._behind(pending.pop(0))
            if schema is None or len(parts) >= _PARTS or self._work < 0:
                return None
            parts.append(schema)
            for key in _LISTS:
                inside = schema.get(key)
                pending += inside[:_PARTS] if isinstance(inside, list) else ()
            pending += [schema[key] for key in _ALONE if key in schema]
        return parts

    def _behind(self, schema: JsonValue) -> JsonObject | None:
        """With what local references lead to; None where one leads nowhere, or it is no object."""
        beside: JsonObject = {}
        for _ in range(_HOPS):
            if not isinstance(schema, dict):
                return None
            beside = {key: value for key, value in schema.items() if key != "$ref"} | beside
            reference = schema.get("$ref")
            if reference is None:
                return beside
            if not isinstance(reference, str) or not reference.startswith("#") or len(reference) > _POINTER:
                return None
            schema = _at(self._root, reference)
        return None


def _opens(part: JsonObject) -> bool:
    """Whether it allows members that it does not name."""
    others = [part.get(key, False) for key in ("additionalProperties", "unevaluatedProperties")]
    return any(other is not False for other in others) or any(key in part for key in _OPENING)


def _at(root: JsonValue, reference: str) -> JsonValue:
    """What a JSON pointer (RFC 6901) leads to."""
    value = root
    for step in reference[1:].split("/")[1:]:
        if not isinstance(value, dict):
            return None
        value = value.get(step.replace("~1", "/").replace("~0", "~"))
    return value
