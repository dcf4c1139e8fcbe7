"""Reading a tool's ``inputSchema`` for what it says to a person (pure).

Owns: types in plain words, and which part of a schema speaks of which value. What stays true: a schema is a stranger's
JSON of any shape: what does not fit is passed over, nothing is raised, nothing is fetched (``$ref`` is followed inside
the document alone), and the work is bounded however schemas refer to themselves.
"""

from __future__ import annotations

from typing import Final

from host.model import JsonObject, JsonValue

_MAX_HOPS: Final = 16
"""References after one another."""
_MAX_PARTS: Final = 32
"""Alternatives of one schema that are looked at."""
_COMBINING: Final = ("allOf", "anyOf", "oneOf")
_TYPES: Final = {
    "string": "text",
    "integer": "whole number",
    "number": "number",
    "boolean": "yes or no",
    "object": "object",
    "null": "nothing",
}


def resolve(schema: JsonValue, root: JsonValue) -> JsonObject:
    """The schema behind local references; the empty one where there is none. What stands beside a reference counts."""
    beside: JsonObject = {}
    for _ in range(_MAX_HOPS):
        if not isinstance(schema, dict):
            break
        beside = schema | beside
        reference = schema.get("$ref")
        if not isinstance(reference, str) or not reference.startswith("#"):
            break
        schema = _at(root, reference)
    return beside


def properties(schema: JsonObject, root: JsonValue) -> JsonObject:
    """Every property that the schema names, in its order, with that property's schema."""
    found: JsonObject = {}
    for part in _parts(schema, root):
        named = part.get("properties")
        if isinstance(named, dict):
            found = found | named if found else named
    return found


def required(schema: JsonObject, root: JsonValue) -> dict[str, None]:
    """The names that must be given, in the schema's order."""
    found: dict[str, None] = {}
    for part in _parts(schema, root, ("allOf",)):
        names = part.get("required")
        if isinstance(names, list):
            found.update((name, None) for name in names if isinstance(name, str))
    return found


def is_open(schema: JsonObject, root: JsonValue) -> bool:
    """Whether an object may hold names that the schema does not list, as maps do."""
    parts = _parts(schema, root)
    if any(isinstance(part.get("additionalProperties"), dict) for part in parts):
        return True
    return not any("properties" in part or part.get("additionalProperties") is False for part in parts)


def of_extra(schema: JsonObject, root: JsonValue) -> JsonValue:
    """The schema of members that are not listed by name."""
    extras = (part.get("additionalProperties") for part in _parts(schema, root))
    return next((extra for extra in extras if isinstance(extra, dict)), None)


def of_item(schema: JsonObject, root: JsonValue, index: int) -> JsonValue:
    """The schema of a list's item."""
    for part in _parts(schema, root):
        for first in (part.get("prefixItems"), part.get("items")):
            if isinstance(first, list) and index < len(first):
                return first[index]
        if isinstance(part.get("items"), dict):
            return part["items"]
    return None


def type_words(schema: JsonObject, root: JsonValue, depth: int = 2) -> str:
    """The type in plain words, such as ``list of text``; the empty text where the schema does not say."""
    choices = schema.get("enum")
    if isinstance(choices, list) and choices:
        return f"one of {len(choices):,} values" if len(choices) > 1 else "one fixed value"
    if "const" in schema:
        return "one fixed value"
    kind = schema.get("type", _implied(schema))
    kinds = kind if isinstance(kind, list) else [kind]
    words = [_word(name, schema, root, depth) for name in kinds[:_MAX_PARTS] if isinstance(name, str)]
    if not any(words) and depth:
        words = [type_words(part, root, depth - 1) for part in _parts(schema, root)[1:]]
    return _either(words)


def _implied(schema: JsonObject) -> str | None:
    """The type that a schema means without saying it."""
    if isinstance(schema.get("properties"), dict):
        return "object"
    return "array" if isinstance(schema.get("items"), dict) else None


def _word(kind: str, schema: JsonObject, root: JsonValue, depth: int) -> str:
    if kind != "array":
        return _TYPES.get(kind, "")
    inside = type_words(resolve(of_item(schema, root, 0), root), root, depth - 1) if depth else ""
    plurals = {"whole number": "whole numbers", "number": "numbers", "object": "objects"}
    return f"list of {plurals.get(inside, inside)}" if inside else "list"


def _either(words: list[str]) -> str:
    return " or ".join(dict.fromkeys(word for word in words if word))


def _parts(schema: JsonObject, root: JsonValue, combining: tuple[str, ...] = _COMBINING) -> list[JsonObject]:
    """The schema itself, then what it combines, one inside another, as far as the bound goes."""
    parts = [schema]
    for part in parts:  # grows while it is read
        for key in combining:
            inside = part.get(key)
            if isinstance(inside, list):
                room = max(0, _MAX_PARTS - len(parts))
                parts.extend(resolve(alternative, root) for alternative in inside[:room])
    return parts


def _at(root: JsonValue, reference: str) -> JsonValue:
    """What a JSON pointer (RFC 6901) in a fragment leads to, inside this document."""
    value = root
    for step in reference[1:].split("/")[1 : _MAX_PARTS + 1]:
        if not isinstance(value, dict):
            return None
        value = value.get(step.replace("~1", "/").replace("~0", "~"))
    return value
