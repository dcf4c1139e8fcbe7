"""Findings about inputs that the tool does not describe (pure).

Owns: ``unknown-parameter``; reading the names in an ``inputSchema``.
Invariants: a schema is untrusted JSON of any shape: it is read, never applied; behind a reference nothing is unknown;
the work is bounded; an input is unknown only if the schema names the members of its object and allows no others, or if
its name is the twin of one beside it.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Final

from msgspec import Struct, field

from host.inspect.evidence import MAX_EVIDENCE, safe_name
from host.inspect.lookalikes import plain, skeleton
from host.inspect.subject import Steps, Subject
from host.model import Finding, JsonObject, JsonValue, Severity
from host.words import say

KIND: Final = "unknown-parameter"
MAX_FINDINGS: Final = 20
"""Inputs that get a finding each."""
_MAX_WORK: Final = 20_000
"""Objects, lists and parts of schemas that are examined."""
_MAX_COMPARED: Final = 1_000
"""Names of one object, and declared names, that are compared."""
_MAX_PARTS: Final = 32
"""Alternatives of one schema that are examined."""
_LIST_KEYWORDS: Final = ("allOf", "anyOf", "oneOf")
_SCHEMA_KEYWORDS: Final = ("if", "then", "else")
_OPENING_KEYWORDS: Final = ("patternProperties", "$dynamicRef", "$recursiveRef", "dependentSchemas", "dependencies")


def find_unknown(subject: Subject) -> Iterator[Finding]:
    """``unknown-parameter``: members of the inputs that the tool's schema does not name."""
    root = (subject.definition or {}).get("inputSchema")
    if isinstance(root, dict):
        yield from islice(_unknown_inputs(subject.arguments, root), MAX_FINDINGS)


def _unknown_inputs(arguments: JsonObject, root: JsonObject) -> Iterator[Finding]:
    """Walk through the inputs together with the schemas for them."""
    schema, work = _SchemaReader(), _MAX_WORK
    stack: list[tuple[Steps, JsonValue, list[JsonValue]]] = [((), arguments, [root])]
    while stack and work > 0:
        steps, value, schemas = stack.pop()
        work -= 1
        children: list[tuple[Steps, JsonValue, list[JsonValue]]] = []
        if isinstance(value, dict):
            names = schema.member_names(schemas)
            yield from _unknown_members(steps, value, names)
            for name, member in value.items():
                if name in names.named and isinstance(member, (dict, list)):
                    children.append(((*steps, name), member, names.named[name]))
        elif isinstance(value, list):
            for at, item in enumerate(islice(value, work)):
                if isinstance(item, (dict, list)) and (of_item := schema.item_schemas(schemas)):
                    children.append(((*steps, at), item, of_item))
        stack.extend(reversed(children))


def _unknown_members(steps: Steps, value: JsonObject, names: _MemberNames) -> Iterator[Finding]:
    undeclared = [name for name in value if name not in names.named]
    if not undeclared or not (names.named or names.closed):
        return
    twins = _declared_twins(undeclared, names)
    for name in undeclared:
        twin = twins.get(name, "")
        if not (names.closed or twin in value):
            continue
        sentence = say("The tool does not describe the input \u201c{name}\u201d.", name=safe_name(name))
        if twin:
            sentence = say(
                "The tool does not describe the input \u201c{name}\u201d; it describes \u201c{twin}\u201d, which looks "
                "the same.",
                name=safe_name(name),
                twin=safe_name(twin),
            )
        evidence = value[name]
        shown = evidence if isinstance(evidence, str) else name
        yield Finding(KIND, Severity.MEDIUM, sentence, shown[:MAX_EVIDENCE], (*steps, name))


def _declared_twins(undeclared: list[str], names: _MemberNames) -> dict[str, str]:
    """The declared names that undeclared ones read or look like."""
    by_form: dict[str, str] = {}
    for name in islice(names.named, _MAX_COMPARED):
        by_form |= {f"={plain(name)}": name, f"~{skeleton(name)}": name}
    compared = ((name, f"={plain(name)}", f"~{skeleton(name)}") for name in undeclared[:_MAX_COMPARED])
    return {name: twin for name, read, looks in compared if (twin := by_form.get(read) or by_form.get(looks))}


class _MemberNames(Struct, frozen=True):
    """The members of an object by its schemas."""

    named: dict[str, list[JsonValue]] = field(default_factory=dict)  # the schemas of each property
    closed: bool = False  # whether there may be no others


class _SchemaReader:
    """Reads the schema of a tool, with bounded work."""

    def __init__(self) -> None:
        self._work_left = _MAX_WORK

    def member_names(self, schemas: list[JsonValue]) -> _MemberNames:
        """The members of an object to which all of ``schemas`` apply."""
        parts = self._parts(schemas)
        if parts is None:
            return _MemberNames()
        named: dict[str, list[JsonValue]] = {}
        closed = False
        for part in parts:
            properties = part.get("properties")
            if isinstance(properties, dict):
                self._work_left -= len(properties) // 8
                closed = True
                for name, schema in properties.items():
                    named.setdefault(name, []).append(schema)
            closed = closed or part.get("additionalProperties") is False
        return _MemberNames(named, closed and not any(map(_allows_others, parts)))

    def item_schemas(self, schemas: list[JsonValue]) -> list[JsonValue]:
        """The schemas of the items of a list."""
        return [part["items"] for part in self._parts(schemas) or () if isinstance(part.get("items"), dict)]

    def _parts(self, schemas: list[JsonValue]) -> list[JsonObject] | None:
        """The schemas and those that they combine, None if one is unknown."""
        parts: list[JsonObject] = []
        pending = list(schemas)
        while pending:
            self._work_left -= 1
            schema = pending.pop(0)
            if not isinstance(schema, dict) or "$ref" in schema or len(parts) >= _MAX_PARTS or self._work_left < 0:
                return None
            parts.append(schema)
            for key in _LIST_KEYWORDS:
                inside = schema.get(key)
                pending += inside[:_MAX_PARTS] if isinstance(inside, list) else ()
            pending += [schema[key] for key in _SCHEMA_KEYWORDS if key in schema]
        return parts


def _allows_others(part: JsonObject) -> bool:
    """Whether a schema allows members that it does not name."""
    others = [part.get(key, False) for key in ("additionalProperties", "unevaluatedProperties")]
    return any(other is not False for other in others) or any(key in part for key in _OPENING_KEYWORDS)
