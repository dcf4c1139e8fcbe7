"""A tool's definition in words: its inputs a line each, then all else (no Qt; attacks 14 and 18).

Owns: the lines, and what of a definition they need not say.

Invariants: what is said is the server's, so the whole is ``Untrusted``; every name and every value of the definition
stands in the lines, those of keys that nobody knows as ``key: value``; left out are the name, the title and the
description where they stand above, titles that say no more than the names beside them, and which of two editions of
JSON Schema is meant.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from host.control.codec import lexeme, object_of
from host.errors import ProtocolError
from host.model import JsonObject, JsonValue
from host.text import Untrusted
from ui.consent.claims import words
from ui.inputs.schema import Document, type_words
from ui.tr import tr

_STEP: Final = "    "
_JOINTS: Final = str.maketrans("", "", " _-")
_DEEPEST: Final = 6
"""Values inside of one another that have lines of their own; what is deeper stands as JSON."""
_TYPES: Final = frozenset({"string", "integer", "number", "boolean", "object", "array", "null"})
_EDITIONS: Final = ("http://json-schema.org/draft-07/schema#", "https://json-schema.org/draft/2020-12/schema")


def definition_words(definition: bytes, *, beside: tuple[str, ...] = ("name", "title", "description")) -> Untrusted:
    """All of a definition in lines; as it came where it is no JSON object.

    Args:
        definition: of a tool, as the server sent it.
        beside: keys whose texts stand somewhere else already.
    """
    try:
        said = object_of(definition)
    except ProtocolError:
        return Untrusted(definition.decode("utf-8", "replace"))
    left = {key: value for key, value in said.items() if not (key in beside and isinstance(value, str))}
    lines = [_other(key, left.pop(key)) for key in ("name", "title", "description") if key in left]
    for key, title in (("inputSchema", tr("Inputs")), ("outputSchema", tr("What comes back"))):
        if isinstance(schema := left.get(key), dict):
            del left[key]
            inside = list(_object(schema, Document(schema), 1))
            lines += [f"{title}:", *inside] if inside else []
    if isinstance(hints := left.get("annotations"), dict):
        del left["annotations"]
        if "title" in beside and hints.get("title") == (said.get("title") or hints.get("title")):
            hints = {key: value for key, value in hints.items() if not (key == "title" and isinstance(value, str))}
        lines += [tr("Hints: {hints}", hints=_others(hints))] if hints else []
    lines += [_other(key, value) for key, value in left.items()]
    return Untrusted("\n".join(lines) or tr("No inputs."))


def schema_words(schema: JsonObject) -> str:
    """What a schema says of an object, a line for each of its members."""
    return "\n".join(_object(schema, Document(schema), 0)) or tr("No inputs.")


def _object(schema: JsonObject, document: Document, depth: int) -> Iterator[str]:
    """What a schema says of an object: a line for each of its members, and one for all else."""
    left = dict(schema)
    named, wanted = left.pop("properties", {}), left.pop("required", [])
    if not isinstance(named, dict):
        left["properties"], named = named, {}
    if not isinstance(wanted, list) or any(not isinstance(name, str) or name not in named for name in wanted):
        left["required"], wanted = wanted, []
    if left.get("type") == "object":
        del left["type"]
    if left.get("$schema") in _EDITIONS:
        del left["$schema"]
    parts = {key: part for key in ("$defs", "definitions") if isinstance(part := left.get(key), dict)}
    left = {key: value for key, value in left.items() if key not in parts}
    first = dict.fromkeys(name for name in wanted if isinstance(name, str))
    for name in {**first, **named}:
        yield from _member(name, named[name], document, depth, required=name in first)
    for key, known in parts.items():
        yield f"{_STEP * depth}{key}:"
        for name, inside in known.items():
            yield from _member(name, inside, document, depth + 1)
    if left:
        yield f"{_STEP * depth}{_others(left)}"


def _member(name: str, schema: JsonValue, document: Document, depth: int, *, required: bool = False) -> Iterator[str]:
    step = _STEP * depth
    if not isinstance(schema, dict) or depth > _DEEPEST:
        yield f"{step}{name}: {lexeme(schema)}"
        return
    left = dict(schema)
    said = [kind] if (kind := _kind(left, document)) else []
    said += [tr("required")] if required else []
    if isinstance(title := left.get("title"), str) and _plain(title) == _plain(name):
        del left["title"]
    told = [text] if isinstance(text := left.get("description"), str) else []
    if told:
        del left["description"]
    members = left.pop("properties") if isinstance(left.get("properties"), dict) else None
    item = left.pop("items") if isinstance(left.get("items"), dict) else None
    inside: JsonObject = {} if members is None else {"properties": members}
    if members is not None and "required" in left:
        inside["required"] = left.pop("required")
    said += [_other(key, value) for key, value in left.items()]
    line = f"{step}{name}: {', '.join(said)}" if said else f"{step}{name}"
    yield " — ".join([line, *(words.replace("\n", f"\n{step}{_STEP}") for words in told)])
    if inside:
        yield from _object(inside, document, depth + 1)
    if item is not None:
        yield from _member(tr("each item"), item, document, depth + 1)


def _kind(left: JsonObject, document: Document) -> str:
    """The type in words, where they say all of it; what they say is taken out of what is left."""
    choices = left.get("enum")
    if isinstance(choices, list) and choices:
        del left["enum"]
        if isinstance(left.get("type"), str):
            del left["type"]  # each value shows it
        return tr("one of {values}", values=", ".join(words(value).raw() for value in choices))
    item = left.get("items")
    kind = ""
    if _is_type(left.get("type")):
        listed = left["type"] == "array" and _is_type_alone(item)
        kind = type_words({key: left[key] for key in (("type", "items") if listed else ("type",))}, document)
        if kind:
            del left["type"]
            left.pop("items" if listed else "", None)
    either = left.get("anyOf")
    if not kind and isinstance(either, list) and len(either) <= len(_TYPES) and all(map(_is_type_alone, either)):
        kind = type_words({"anyOf": either}, document)
        if kind:
            del left["anyOf"]
    return kind


def _is_type(said: JsonValue) -> bool:
    """Whether it names types alone, so that their words say all of it."""
    names = said if isinstance(said, list) else [said]
    return 0 < len(names) <= len(_TYPES) and all(isinstance(name, str) and name in _TYPES for name in names)


def _plain(name: str) -> str:
    return name.casefold().translate(_JOINTS)


def _is_type_alone(part: JsonValue) -> bool:
    return isinstance(part, dict) and part.keys() == {"type"} and _is_type(part["type"])


def _others(values: JsonObject) -> str:
    return " · ".join(_other(key, value) for key, value in values.items())


def _other(key: str, value: JsonValue) -> str:
    return f"{key}: {words(value).raw() or lexeme(value)}"
