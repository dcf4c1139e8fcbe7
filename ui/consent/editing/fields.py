"""Which field edits which value (no Qt).

Owns: that choice, by the tool's schema and by the value itself, and the value that a new field begins with.

Invariants: a schema is a stranger's: what is odd or too much in it leads to a plain JSON field, never to an error; a
value that does not fit its schema is shown as it is.
"""

from __future__ import annotations

import enum
from typing import Final

from host.control import codec
from host.model import JsonObject, JsonValue
from ui.consent.editing.literals import FIELD_LIMIT, is_kept, written
from ui.inputs.schema import Document, of_item

MOST_VALUES: Final = 200
"""Values inside one another that get fields of their own; more are edited as JSON."""
DEEPEST: Final = 6
MOST_CHOICES: Final = 100
_LONG_CHOICE: Final = 200
_BLANKS: Final[dict[str, JsonValue]] = {"string": "", "integer": 0, "number": 0, "boolean": False, "null": None}
_BOUNDS: Final = (
    "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "minLength", "maxLength", "minItems", "maxItems",
)  # fmt: skip
"""Keywords of quick checks that ``Document`` does not keep; behind a reference the host alone sees them."""
_ONE_LINE: Final = 120


class Form(enum.Enum):
    """How a value is edited."""

    LINE = "line"
    LINES = "lines"
    LITERAL = "literal"  # text in which something would be hidden, as a JSON string
    NUMBER = "number"
    CHECK = "check"
    CHOICE = "choice"
    NOTHING = "nothing"  # null, where the schema wants a value as well
    LIST = "list"
    OBJECT = "object"
    JSON = "json"
    KEPT = "kept"  # too long for a field: stays, goes, or is replaced


def plain(schema: JsonValue, document: Document) -> JsonObject:
    """The schema behind references, and behind the usual way to say "or nothing" (``anyOf`` with null)."""
    found = _bounded(schema, document)
    for word in ("anyOf", "oneOf"):
        parts = found.get(word)
        if isinstance(parts, list) and len(parts) == 2:  # one, or nothing
            resolved = [_bounded(part, document) for part in parts]
            rest = [part for part in resolved if part.get("type") != "null"]
            if len(rest) == 1:
                about = {name: said for name, said in found.items() if name != word}
                return {**rest[0], **about, "nullable": True}
    return found


def kinds(schema: JsonObject) -> tuple[str, ...]:
    """The JSON types that a schema names."""
    said = schema.get("type")
    return tuple(kind for kind in (said if isinstance(said, list) else [said]) if isinstance(kind, str))


def may_be_nothing(schema: JsonObject) -> bool:
    """Whether null is a value beside others."""
    return schema.get("nullable") is True or ("null" in kinds(schema) and len(kinds(schema)) > 1)


def choices(schema: JsonObject) -> list[JsonValue]:
    """The values to choose from; empty where they are too many, too long, or not simple."""
    said = [schema["const"]] if "const" in schema else schema.get("enum")
    if not isinstance(said, list) or len(said) > MOST_CHOICES or any(isinstance(one, (dict, list)) for one in said):
        return []
    return said if all(len(one) <= _LONG_CHOICE for one in said if isinstance(one, str)) else []


def form_of(value: JsonValue, schema: JsonObject, depth: int, room: int = MOST_VALUES) -> Form:
    """How ``value`` is edited. ``depth``: of objects and lists around it. ``room``: for values inside of it."""
    wanted = [kind for kind in kinds(schema) if kind != "null"]
    if value is None and may_be_nothing(schema):
        return Form.NOTHING
    if choices(schema):
        return Form.CHOICE
    if isinstance(value, (dict, list)):
        return _form_of_many(value, wanted, depth, room)
    if isinstance(value, str) and len(value) > FIELD_LIMIT:
        return Form.KEPT
    if wanted in (["integer"], ["number"]) and not isinstance(value, bool):
        return Form.NUMBER
    if isinstance(value, bool):
        return Form.CHECK if not wanted or "boolean" in wanted else Form.JSON
    if isinstance(value, str) and (not wanted or "string" in wanted):
        return form_of_text(value)
    return Form.NUMBER if isinstance(value, (int, float)) and not wanted else Form.JSON


def form_of_text(value: str) -> Form:
    """How a text is edited."""
    if not is_kept(value):
        return Form.LITERAL
    return Form.LINES if "\n" in value or len(value) > _ONE_LINE else Form.LINE


def blank(schema: JsonObject, document: Document, depth: int = 0) -> JsonValue:
    """What a new field begins with: the schema's default or first choice, else the emptiest value of its type."""
    if schema.get("default") is not None and few(schema["default"]):
        return schema["default"]
    if offered := choices(schema):
        return offered[0]
    kind = next((kind for kind in kinds(schema) if kind != "null"), "")
    if kind == "object" or isinstance(schema.get("properties"), dict):
        return _blank_object(schema, document, depth)
    if kind == "array":
        return []
    return _BLANKS.get(kind, "")


def item_schema(schema: JsonObject, document: Document, index: int) -> JsonObject:
    """What is said of a list's item."""
    return plain(of_item(schema, document, index), document)


def few(value: JsonValue) -> bool:
    """Whether no more than ``MOST_VALUES`` stand inside one another, none of them a long text."""
    left, seen = [value], 0
    while left:
        item = left.pop()
        seen += 1
        if isinstance(item, (dict, list)):
            left.extend(item.values() if isinstance(item, dict) else item)
        if seen + len(left) > MOST_VALUES or (isinstance(item, str) and len(item) > FIELD_LIMIT):
            return False
    return True


def words_of(choice: JsonValue, schema: JsonObject | None = None) -> str:
    """A choice as it is offered: text as it is where that is clear, anything else as JSON; with its title, if any.

    ``schema``: of the value, whose ``oneOf`` or ``anyOf`` may name the choices (untrusted).
    """
    clear = isinstance(choice, str) and choice and choice.strip() == choice and is_kept(choice)
    said = str(choice) if clear else written(choice)
    title = _title_of(choice, schema or {})
    return f"{title} ({said})" if title and title != said else said


def _title_of(choice: JsonValue, schema: JsonObject) -> str:
    for word in ("oneOf", "anyOf"):
        named = schema.get(word)
        for one in named if isinstance(named, list) else ():
            title = one.get("title") if isinstance(one, dict) and one.get("const") == choice else None
            if isinstance(title, str) and len(title) <= _LONG_CHOICE:
                return title
    return ""


def _bounded(schema: JsonValue, document: Document) -> JsonObject:
    found = document.resolve(schema)
    known = schema if isinstance(schema, dict) else {}
    bounds: JsonObject = {word: known[word] for word in _BOUNDS if word in known}
    return found | bounds if bounds else found


def _form_of_many(value: JsonObject | list[JsonValue], wanted: list[str], depth: int, room: int) -> Form:
    kind = "object" if isinstance(value, dict) else "array"
    fits = depth < DEEPEST and (not wanted or kind in wanted)
    small = len(value) <= MOST_VALUES if not depth else values_in(value, room) <= room
    if not (fits and small):
        return Form.JSON if _can_be_typed(value) else Form.KEPT
    return Form.OBJECT if kind == "object" else Form.LIST


def values_in(value: JsonValue, most: int) -> int:
    """How many values stand inside one another, ``value`` among them; no more than ``most`` and a few are counted."""
    left, seen = [value], 0
    while left and seen <= most:
        item = left.pop()
        seen += 1
        if isinstance(item, (dict, list)):
            if len(item) > most:
                return most + 1
            left.extend(item.values() if isinstance(item, dict) else item)
    return seen


def _can_be_typed(value: JsonValue) -> bool:
    return len(codec.lexeme(value)) <= FIELD_LIMIT and len(written(value)) <= FIELD_LIMIT


def _blank_object(schema: JsonObject, document: Document, depth: int) -> JsonObject:
    shape = document.shape(schema)
    if depth >= DEEPEST or len(shape.required) > MOST_VALUES:
        return {}
    return {
        name: blank(plain(shape.named.get(name, shape.extra), document), document, depth + 1) for name in shape.required
    }
