"""Which members a tool's schema knows (pure).

Owns: the reading of an ``inputSchema`` for the names in it. What stays true: a schema is a stranger's JSON of any
shape: it is looked at, never applied; references are followed inside it alone; the work is bounded; where it allows
members that it does not name, or that cannot be told, nothing is unknown.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from host.model import JsonObject, JsonValue

_PARTS: Final = 32
"""Alternatives of one schema that are looked at."""
_HOPS: Final = 16
_LISTS: Final = ("allOf", "anyOf", "oneOf")
_ALONE: Final = ("if", "then", "else")
_OPENING: Final = ("patternProperties", "$dynamicRef", "$recursiveRef", "dependentSchemas", "dependencies")


@dataclass(frozen=True, slots=True)
class Names:
    """Attributes: named: the schemas of each property. closed: whether all others are unknown to the tool."""

    named: dict[str, list[JsonValue]] = field(default_factory=dict)
    closed: bool = False


OPEN: Final = Names()


class Schema:
    """One tool's schema, and how much work is left to read it."""

    def __init__(self, root: JsonValue, work: int) -> None:
        self.root = root
        self._work = work

    def names(self, schemas: list[JsonValue]) -> Names:
        """What ``schemas``, which may all speak of one object, say of its members."""
        parts = self._parts(schemas)
        if parts is None:
            return OPEN
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
        return Names(named, closed and not any(map(_opens, parts)))

    def items(self, schemas: list[JsonValue], index: int) -> list[JsonValue]:
        """What they say of an item of a list."""
        found: list[JsonValue] = []
        for part in self._parts(schemas) or ():
            first = next((each for each in (part.get("prefixItems"), part.get("items")) if isinstance(each, list)), [])
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
            if not isinstance(reference, str) or not reference.startswith("#") or len(reference) > 1_000:
                return None
            schema = _at(self.root, reference)
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
