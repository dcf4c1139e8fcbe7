"""What a server says: of its tool, and when it asks an app for something (no Qt; attacks 1, 9, 14, 18 and 19).

Owns: the reading of titles, descriptions and annotations; a tool's definition and a server's request as lines instead
of nested values.

Invariants:
    - Each of them is a claim: untrusted text, complete, and never the reason for a milder word of ours. Of two readings
      the stricter one holds.
    - Every name and every value of a definition is in its lines; those of unknown keys as ``key: value``. Left out are
      name, title and description where they are shown above, titles that repeat the name beside them, and the edition
      of JSON Schema.
    - Lines are only for showing. What is sent, and what findings point into, is never read from here. A value of which
      a part is marked stays a tree.
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
    """What a tool does, according to its annotations."""

    READS = "reads"
    WRITES = "writes"
    DESTROYS = "destroys"
    UNKNOWN = "unknown"


class Claim(Struct, frozen=True):
    """One thing that a server says, as it wrote it (untrusted).

    Attributes:
        folded: whether it stands behind *As sent*: the impact summary says all of it, or it is a hint of the protocol
            that has only a few fixed values.
    """

    key: Untrusted
    value: Untrusted
    folded: bool = False


CLAIM_LIMIT: Final = 300
"""Characters of a value in the impact summary. The claims have it whole."""


COMPLIANCE_KEYS: Final = (
    "hipaa-controlled", "hipaaControlled", "compliance", "complianceRequirements", "compliance_framework",
    "required-roles", "requiredRoles", "securityLevel", "dataHandling", "dataClassification",
)  # fmt: skip
"""Annotation keys about rules on the data."""


def annotations_of(asked: Asked) -> JsonObject:
    """Return the tool's annotations; empty if there are none, or if they are no object."""
    annotations = asked.request.definition.value.get("annotations")
    return annotations if isinstance(annotations, dict) else {}


def operation(annotations: Mapping[str, JsonValue]) -> Operation:
    """Return what the tool does by its annotations. In MCP a tool that writes is destructive unless it denies that."""
    reads, destroys = annotations.get("readOnlyHint"), annotations.get("destructiveHint")
    if destroys is True or (reads is False and destroys is not False):
        return Operation.DESTROYS
    if reads is True:
        return Operation.READS
    return Operation.WRITES if reads is False or destroys is False else Operation.UNKNOWN


def claims(asked: Asked) -> tuple[Claim, ...]:
    """Return everything that the server says of the tool besides the input schema, by key."""
    value = asked.request.definition.value
    listed = [_make_claim(key, value[key]) for key in ("title", "description") if value.get(key) not in (None, "")]
    annotations = value.get("annotations")
    if isinstance(annotations, dict):
        folded = _hints_in_summary(annotations) | {key for key in _HINTS if isinstance(annotations.get(key), bool)}
        hints = (_make_claim(key, annotations[key], folded=key in folded) for key in annotations)
        listed += [claim for claim in hints if claim not in listed]
    elif annotations is not None:
        listed.append(_make_claim("annotations", annotations))
    described_keys = {"name", "title", "description", "annotations", "inputSchema", "outputSchema"}
    other_keys = (key for key in value if key not in described_keys)
    others = (_make_claim(key, value[key], folded=key == "execution" and _is_hint(value[key])) for key in other_keys)
    return (*listed, *others)


def value_words(value: JsonValue) -> Untrusted:
    """Write an annotation's value for people: a text as it is, lists and objects of texts in a row, else JSON."""
    if isinstance(value, str):
        return Untrusted(value)
    if isinstance(value, bool):
        return Untrusted(tr("yes") if value else tr("no"))
    if isinstance(value, list) and value and all(isinstance(item, str) for item in value):
        return Untrusted(", ".join(str(item) for item in value))
    if isinstance(value, dict) and value and all(isinstance(item, str) for item in value.values()):
        return Untrusted(", ".join(f"{name}: {item}" for name, item in value.items()))
    return Untrusted(lexeme(value))


def _make_claim(key: str, value: JsonValue, *, folded: bool = False) -> Claim:
    return Claim(Untrusted(key), value_words(value), folded)


_HINTS: Final = ("idempotentHint", "openWorldHint")
"""Annotations that are yes or no, and that Assent does not judge by."""


def _is_hint(execution: JsonValue) -> bool:
    """Whether it says no more than whether calls may run as tasks (MCP, server/tools)."""
    return isinstance(execution, dict) and execution in [
        {"taskSupport": support} for support in ("forbidden", "optional", "required")
    ]


def _hints_in_summary(annotations: JsonObject) -> frozenset[str]:
    """Return the hints that the impact summary says in full: none that is odd, or contradicts another."""
    hints = {key: annotations[key] for key in ("readOnlyHint", "destructiveHint") if key in annotations}
    is_plain = all(isinstance(value, bool) for value in hints.values()) and list(hints.values()) != [True, True]
    keys: set[str] = set(hints) if is_plain else set()
    if isinstance(annotations.get("dataScale"), str) and _is_short(annotations["dataScale"]):
        keys.add("dataScale")
    if isinstance(annotations.get("requiredApprovers"), list) and _is_short(annotations["requiredApprovers"]):
        keys.add("requiredApprovers")
    rules = (key for key in COMPLIANCE_KEYS if annotations.get(key) is True or _is_short(annotations.get(key)))
    return frozenset(keys.union(rules))


def _is_short(value: JsonValue) -> bool:
    """Whether it is one or several texts that the summary shows whole and unchanged."""
    listed = value if isinstance(value, list) else [value]
    if not listed or len(listed) > CLAIM_LIMIT or not all(isinstance(item, str) and item.strip() for item in listed):
        return False
    text = value_words(value).raw()
    return len(text) <= CLAIM_LIMIT and escape(text) == text and len(text.splitlines()) == 1


_INDENT: Final = "    "
_SEPARATORS: Final = str.maketrans("", "", " _-")
_MAX_DEPTH: Final = 6
"""Nested values that have lines of their own. Deeper ones are shown as JSON."""
_TYPE_NAMES: Final = frozenset({"string", "integer", "number", "boolean", "object", "array", "null"})
_SCHEMA_EDITIONS: Final = ("http://json-schema.org/draft-07/schema#", "https://json-schema.org/draft/2020-12/schema")


def definition_words(definition: bytes, *, omitted: tuple[str, ...] = ("name", "title", "description")) -> Untrusted:
    """Return a tool's definition in lines; as it is if it is no JSON object. ``omitted``: keys shown elsewhere."""
    try:
        members = object_of(definition)
    except ProtocolError:
        return Untrusted(definition.decode("utf-8", "replace"))
    rest = {key: value for key, value in members.items() if not (key in omitted and isinstance(value, str))}
    lines = [_pair_text(key, rest.pop(key)) for key in ("name", "title", "description") if key in rest]
    for key, title in (("inputSchema", tr("Inputs")), ("outputSchema", tr("What comes back"))):
        if isinstance(schema := rest.get(key), dict):
            del rest[key]
            lines_inside = list(_object_lines(schema, Document(schema), 1))
            lines += [f"{title}:", *lines_inside] if lines_inside else []
    if isinstance(hints := rest.get("annotations"), dict):
        del rest["annotations"]
        if "title" in omitted and hints.get("title") == (members.get("title") or hints.get("title")):
            hints = {key: value for key, value in hints.items() if not (key == "title" and isinstance(value, str))}
        lines += [tr("Hints: {hints}", hints=_pairs_text(hints))] if hints else []
    lines += [_pair_text(key, value) for key, value in rest.items()]
    return Untrusted("\n".join(lines) or tr("No inputs."))


def schema_words(schema: JsonObject) -> str:
    """Describe an object by its schema, one line for each member."""
    return "\n".join(_object_lines(schema, Document(schema), 0)) or tr("No inputs.")


def _object_lines(schema: JsonObject, document: Document, depth: int) -> Iterator[str]:
    """Describe an object by its schema: a line for each member, and one for everything else."""
    rest = dict(schema)
    members, required = rest.pop("properties", {}), rest.pop("required", [])
    if not isinstance(members, dict):
        rest["properties"], members = members, {}
    if not isinstance(required, list) or any(not isinstance(name, str) or name not in members for name in required):
        rest["required"], required = required, []
    if rest.get("type") == "object":
        del rest["type"]
    if rest.get("$schema") in _SCHEMA_EDITIONS:
        del rest["$schema"]
    parts = {key: part for key in ("$defs", "definitions") if isinstance(part := rest.get(key), dict)}
    rest = {key: value for key, value in rest.items() if key not in parts}
    first = dict.fromkeys(name for name in required if isinstance(name, str))
    for name in {**first, **members}:
        yield from _member_lines(name, members[name], document, depth, required=name in first)
    for key, definitions in parts.items():
        yield f"{_INDENT * depth}{key}:"
        for name, schema_inside in definitions.items():
            yield from _member_lines(name, schema_inside, document, depth + 1)
    if rest:
        yield f"{_INDENT * depth}{_pairs_text(rest)}"


def _member_lines(
    name: str, schema: JsonValue, document: Document, depth: int, *, required: bool = False
) -> Iterator[str]:
    """Describe a member by its schema: its own line, then a line for everything inside it."""
    indent = _INDENT * depth
    if not isinstance(schema, dict) or depth > _MAX_DEPTH:
        yield f"{indent}{name}: {lexeme(schema)}"
        return
    rest = dict(schema)
    parts = [kind] if (kind := _take_type_words(rest, document)) else []
    parts += [tr("required")] if required else []
    if isinstance(title := rest.get("title"), str) and _bare_name(title) == _bare_name(name):
        del rest["title"]
    descriptions = [text] if isinstance(text := rest.get("description"), str) else []
    if descriptions:
        del rest["description"]
    members = rest.pop("properties") if isinstance(rest.get("properties"), dict) else None
    item = rest.pop("items") if isinstance(rest.get("items"), dict) else None
    object_schema: JsonObject = {} if members is None else {"properties": members}
    if members is not None and "required" in rest:
        object_schema["required"] = rest.pop("required")
    parts += [_pair_text(key, value) for key, value in rest.items()]
    line = f"{indent}{name}: {', '.join(parts)}" if parts else f"{indent}{name}"
    yield " — ".join([line, *(words.replace("\n", f"\n{indent}{_INDENT}") for words in descriptions)])
    if object_schema:
        yield from _object_lines(object_schema, document, depth + 1)
    if item is not None:
        yield from _member_lines(tr("each item"), item, document, depth + 1)


def _take_type_words(rest: JsonObject, document: Document) -> str:
    """Return the type in words if they say all of it. What they say is removed from ``rest``."""
    choices = rest.get("enum")
    if isinstance(choices, list) and choices:
        del rest["enum"]
        if isinstance(rest.get("type"), str):
            del rest["type"]  # the values show it
        return tr("one of {values}", values=", ".join(value_words(value).raw() for value in choices))
    item = rest.get("items")
    kind = ""
    if _names_types(rest.get("type")):
        listed = rest["type"] == "array" and _is_only_type(item)
        kind = type_words({key: rest[key] for key in (("type", "items") if listed else ("type",))}, document)
        if kind:
            del rest["type"]
            rest.pop("items" if listed else "", None)
    any_of = rest.get("anyOf")
    if not kind and isinstance(any_of, list) and len(any_of) <= len(_TYPE_NAMES) and all(map(_is_only_type, any_of)):
        kind = type_words({"anyOf": any_of}, document)
        if kind:
            del rest["anyOf"]
    return kind


def _names_types(value: JsonValue) -> bool:
    names = value if isinstance(value, list) else [value]
    return 0 < len(names) <= len(_TYPE_NAMES) and all(isinstance(name, str) and name in _TYPE_NAMES for name in names)


def _bare_name(name: str) -> str:
    return name.casefold().translate(_SEPARATORS)


def _is_only_type(part: JsonValue) -> bool:
    return isinstance(part, dict) and part.keys() == {"type"} and _names_types(part["type"])


def _pairs_text(values: JsonObject) -> str:
    return " · ".join(_pair_text(key, value) for key, value in values.items())


def _pair_text(key: str, value: JsonValue) -> str:
    return f"{key}: {value_words(value).raw() or lexeme(value)}"


_MESSAGE_ROLES: Final = frozenset({"user", "assistant"})
"""Roles of messages (MCP, client/sampling)."""


def asked_in_lines(call: Call, blamed: Blamed) -> Call:
    """Return ``call`` with its inputs in lines if it is a server's request. ``blamed``: parts that are marked."""
    if not call.asks_app:
        return call
    marked = {where[0] for where in blamed if len(where) > 1}
    marked_inputs = {
        name: value for name, value in call.arguments_value.items() if name in marked and name != "requestedSchema"
    }
    return replace(call, arguments_value={**_params_in_lines(call.arguments_value), **marked_inputs})


def round_in_lines(requested: bytes) -> JsonObject | None:
    """Return what a server asked in its answer to a call, each request in lines; None if it asked nothing."""
    try:
        requests = object_of(requested)
    except ProtocolError:
        return None
    return {name: _request_lines(request) for name, request in requests.items()}


def _request_lines(request: JsonValue) -> JsonValue:
    match request:
        case {"method": str(method), "params": dict(params), **rest} if not rest and is_plain_name(method):
            lines = [method]
            for name, value in _params_in_lines(params).items():
                text = value if name in params and not isinstance(params[name], str) else None
                if isinstance(text, str):
                    lines += [f"{INDENT}{name}:", *(f"{INDENT * 2}{line}" for line in text.split("\n"))]
                elif isinstance(value, (dict, list)) or not is_plain_name(name):
                    return request
                else:
                    lines.append(f"{INDENT}{name}: {text_in_line(value, 1)}")
            return "\n".join(lines)
    return nested_lines(request) or request


def _params_in_lines(params: JsonObject) -> JsonObject:
    lines_by_name = with_nested_lines(params)
    if isinstance(schema := params.get("requestedSchema"), dict):
        lines_by_name["requestedSchema"] = schema_words(schema)
    if (messages := _messages_text(params.get("messages"))) is not None:
        lines_by_name["messages"] = messages
    return lines_by_name


def _messages_text(messages: JsonValue) -> str | None:
    """Write messages as lines of role and text; None if any is not plain text."""
    if not isinstance(messages, list) or not messages:
        return None
    lines: list[str] = []
    for message in messages:
        match message:
            case {"role": str(role), "content": {"type": "text", "text": str(words), **more}, **rest} if (
                role in _MESSAGE_ROLES and not rest and not more
            ):
                lines.append(f"{role}: {text_in_line(words)}")
            case _:
                return None
    return "\n".join(lines)
