"""What a server says: of its tool, and when it asks an app for something (no Qt; attacks 1, 9, 14, 18 and 19).

Owns: the reading of titles, descriptions and annotations; a tool's definition and a server's request in lines, instead
of values inside values.

Invariants: each of them is a claim: untrusted text, complete, and never the reason for a looser word of ours; of two
readings the stricter one holds; every name and every value of a definition stands in its lines, those of keys that
nobody knows as ``key: value``; left out are the name, the title and the description where they stand above, titles that
say no more than the names beside them, and which of two editions of JSON Schema is meant. Lines are for showing alone:
what is sent and what findings point into is never read from here; a value of which a part is marked stays a tree.
"""

from __future__ import annotations

import enum
from collections.abc import Iterator, Mapping
from typing import Final

from msgspec import Struct

from host.control.codec import lexeme, object_of
from host.control.views import Asked
from host.errors import ProtocolError
from host.model import Call, JsonObject, JsonValue
from host.text import Untrusted, escape
from host.values import replace
from ui.inputs.lines import Blamed
from ui.inputs.nested_lines import INDENT, is_plain_name, nested_lines, text_in_line, with_nested_lines
from ui.inputs.schema import Document, type_words
from ui.tr import tr


class Operation(enum.Enum):
    """What a tool does, as its annotations have it."""

    READS = "reads"
    WRITES = "writes"
    DESTROYS = "destroys"
    UNKNOWN = "unknown"


class Claim(Struct, frozen=True):
    """One thing that a server says.

    Attributes:
        key, value: as the server wrote them (untrusted).
        folded: it stands behind *As sent*: the impact summary says all of it already, or it is a hint of the protocol
            that can have a few fixed values alone.
    """

    key: Untrusted
    value: Untrusted
    folded: bool = False


CLAIM_LIMIT: Final = 300
"""Characters of a value in the impact summary; the claims have it whole."""


COMPLIANCE_KEYS: Final = (
    "hipaa-controlled", "hipaaControlled", "compliance", "complianceRequirements", "compliance_framework",
    "required-roles", "requiredRoles", "securityLevel", "dataHandling", "dataClassification",
)  # fmt: skip
"""Annotation keys that speak of rules on the data."""


def annotations_of(asked: Asked) -> JsonObject:
    """The tool's annotations; empty where they are none or no object."""
    said = asked.request.definition.value.get("annotations")
    return said if isinstance(said, dict) else {}


def operation(said: Mapping[str, JsonValue]) -> Operation:
    """What the tool does by its annotations; MCP takes a tool that writes for destructive unless it denies it."""
    reads, destroys = said.get("readOnlyHint"), said.get("destructiveHint")
    if destroys is True or (reads is False and destroys is not False):
        return Operation.DESTROYS
    if reads is True:
        return Operation.READS
    return Operation.WRITES if reads is False or destroys is False else Operation.UNKNOWN


def claims(asked: Asked) -> tuple[Claim, ...]:
    """Everything that the server says of the tool besides the input schema, each key."""
    value = asked.request.definition.value
    found = [_claim(key, value[key]) for key in ("title", "description") if value.get(key) not in (None, "")]
    said = value.get("annotations")
    if isinstance(said, dict):
        folded = _said_above(said) | {key for key in _HINTS if isinstance(said.get(key), bool)}
        hints = (_claim(key, said[key], folded=key in folded) for key in said)
        found += [claim for claim in hints if claim not in found]
    elif said is not None:
        found.append(_claim("annotations", said))
    known = {"name", "title", "description", "annotations", "inputSchema", "outputSchema"}
    others = (key for key in value if key not in known)
    return tuple(
        found + [_claim(key, value[key], folded=key == "execution" and _is_hint(value[key])) for key in others]
    )


def words(value: JsonValue) -> Untrusted:
    """An annotation's value as a person reads it: text as it is, lists and names of text in a row, else as JSON."""
    if isinstance(value, str):
        return Untrusted(value)
    if isinstance(value, bool):
        return Untrusted(tr("yes") if value else tr("no"))
    if isinstance(value, list) and value and all(isinstance(item, str) for item in value):
        return Untrusted(", ".join(str(item) for item in value))
    if isinstance(value, dict) and value and all(isinstance(item, str) for item in value.values()):
        return Untrusted(", ".join(f"{name}: {item}" for name, item in value.items()))
    return Untrusted(lexeme(value))


def _claim(key: str, value: JsonValue, *, folded: bool = False) -> Claim:
    return Claim(Untrusted(key), words(value), folded)


_HINTS: Final = ("idempotentHint", "openWorldHint")
"""Annotations that are yes or no, and by which Assent judges nothing."""


def _is_hint(execution: JsonValue) -> bool:
    """Whether it says no more than whether calls may run as tasks (MCP, server/tools)."""
    return isinstance(execution, dict) and execution in [
        {"taskSupport": support} for support in ("forbidden", "optional", "required")
    ]


def _said_above(said: JsonObject) -> frozenset[str]:
    """The hints that the impact summary says all of: none that is odd, or at odds with another."""
    deeds = {key: said[key] for key in ("readOnlyHint", "destructiveHint") if key in said}
    plain = all(isinstance(value, bool) for value in deeds.values()) and list(deeds.values()) != [True, True]
    found: set[str] = set(deeds) if plain else set()
    if isinstance(said.get("dataScale"), str) and _is_short(said["dataScale"]):
        found.add("dataScale")
    if isinstance(said.get("requiredApprovers"), list) and _is_short(said["requiredApprovers"]):
        found.add("requiredApprovers")
    return frozenset(found.union(key for key in COMPLIANCE_KEYS if said.get(key) is True or _is_short(said.get(key))))


def _is_short(value: JsonValue) -> bool:
    """Whether it is words, or a list of words, that stand in the summary whole and as they are."""
    listed = value if isinstance(value, list) else [value]
    if not listed or len(listed) > CLAIM_LIMIT or not all(isinstance(item, str) and item.strip() for item in listed):
        return False
    said = words(value).raw()
    return len(said) <= CLAIM_LIMIT and escape(said) == said and len(said.splitlines()) == 1


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


_ROLES: Final = frozenset({"user", "assistant"})
"""Of a message (MCP, client/sampling)."""


def asked_in_lines(call: Call, blamed: Blamed) -> Call:
    """``call``, its inputs in lines where it is a server's request. ``blamed``: what is marked in them."""
    if not call.asks_app:
        return call
    marked = {where[0] for where in blamed if len(where) > 1}
    whole = {
        name: value for name, value in call.arguments_value.items() if name in marked and name != "requestedSchema"
    }
    return replace(call, arguments_value={**_request(call.arguments_value), **whole})


def round_in_lines(asked: bytes) -> JsonObject | None:
    """What a server asked in its answer to a call, each request in lines; None for what are none."""
    try:
        requests = object_of(asked)
    except ProtocolError:
        return None
    return {name: _round(request) for name, request in requests.items()}


def _round(request: JsonValue) -> JsonValue:
    match request:
        case {"method": str(method), "params": dict(params), **rest} if not rest and is_plain_name(method):
            lines = [method]
            for name, value in _request(params).items():
                said = value if name in params and not isinstance(params[name], str) else None
                if isinstance(said, str):
                    lines += [f"{INDENT}{name}:", *(f"{INDENT * 2}{line}" for line in said.split("\n"))]
                elif isinstance(value, (dict, list)) or not is_plain_name(name):
                    return request
                else:
                    lines.append(f"{INDENT}{name}: {text_in_line(value, 1)}")
            return "\n".join(lines)
    return nested_lines(request) or request


def _request(params: JsonObject) -> JsonObject:
    told = with_nested_lines(params)
    if isinstance(schema := params.get("requestedSchema"), dict):
        told["requestedSchema"] = schema_words(schema)
    if (messages := _messages(params.get("messages"))) is not None:
        told["messages"] = messages
    return told


def _messages(messages: JsonValue) -> str | None:
    """Who says what, where it is text alone."""
    if not isinstance(messages, list) or not messages:
        return None
    lines: list[str] = []
    for message in messages:
        match message:
            case {"role": str(role), "content": {"type": "text", "text": str(said), **more}, **rest} if (
                role in _ROLES and not rest and not more
            ):
                lines.append(f"{role}: {text_in_line(said)}")
            case _:
                return None
    return "\n".join(lines)
