"""What a tool's ``inputSchema`` says to a person (pure).

Owns: types in plain words, and which part of a schema describes which value.

Invariants:
    A schema is untrusted JSON of any shape: what does not fit is ignored, and nothing is raised.
    Nothing is fetched: ``$ref`` is followed inside the document only.
    The work is bounded, however schemas refer to themselves and to one another.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import reduce
from types import MappingProxyType
from typing import Final

from msgspec import Struct, field

from host.model import JsonObject, JsonValue
from ui.tr import mark, tr, tr_n

_MAX_HOPS: Final = 16
"""References that are followed in a row."""
_MAX_PARTS: Final = 32
"""Alternatives of one schema that are read."""
_MAX_STEPS: Final = 50_000
"""Steps of a few microseconds that the schema of one call may take. Usual schemas take far fewer."""
_NAMES_PER_STEP: Final = 8
"""Names that are read in one step."""
_LETTERS_PER_STEP: Final = 1_000
"""Letters of a reference that are read in one step."""
_COMBINING: Final = ("allOf", "anyOf", "oneOf")
_TYPE_WORDS: Final = {
    "string": mark("text"),
    "integer": mark("whole number"),
    "number": mark("number"),
    "boolean": mark("yes or no"),
    "object": mark("object"),
    "null": mark("nothing"),
}
_KEYWORDS_READ: Final = (
    "$ref", "type", "title", "description", "default", "enum", "const", "properties", "required",
    "additionalProperties", "items", "prefixItems", "format", "contentEncoding", "contentMediaType", *_COMBINING,
    "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "minLength", "maxLength", "minItems", "maxItems",
)  # fmt: skip
"""The keywords that are read."""


class Shape(Struct, frozen=True):
    """What a schema says of the members of an object.

    Attributes:
        required: the names that must be given, in the schema's order.
    """

    properties: JsonObject = field(default_factory=dict)
    required: Mapping[str, None] = field(default_factory=lambda: MappingProxyType({}))
    names: tuple[str, ...] = ()  # all that it names, required ones first
    extra: JsonValue = None  # the schema of other members, which there may be if ``is_open``
    is_open: bool = True


class Document:
    """The schema of one tool, with a cache of what was worked out and a bound on the work.

    Attributes:
        too_large: whether the bound was reached; from then on nothing more is read.
    """

    def __init__(self, root: JsonValue) -> None:
        self.root = root
        self.too_large = False
        self._steps_left = _MAX_STEPS
        self._resolved: dict[int, tuple[JsonValue, JsonObject]] = {}
        self._shapes: dict[tuple[int, ...], tuple[list[JsonObject], Shape]] = {}

    def _spend(self, steps: int) -> bool:
        """Take steps from those that are left. Returns whether there were enough."""
        self._steps_left -= steps
        self.too_large = self.too_large or self._steps_left < 0
        return not self.too_large

    def resolve(self, schema: JsonValue) -> JsonObject:
        """Follow local references. Members beside a reference count, too. Returns an empty schema if there is none."""
        if not isinstance(schema, dict) or not self._spend(1):
            return {}
        if id(schema) not in self._resolved:
            self._resolved[id(schema)] = schema, self._follow(schema)  # the schema is kept: its id is not reused
        return self._resolved[id(schema)][1]

    def shape(self, schema: JsonObject) -> Shape:
        """What a resolved schema says of the members of an object."""
        parts, required_parts = _schema_parts(schema, self), _schema_parts(schema, self, ("allOf",))
        keyword_values = [part.get(word) for part in parts for word in ("properties", "additionalProperties")]
        keyword_values += [len(parts), *(part.get("required") for part in required_parts)]
        key = tuple(map(id, keyword_values))
        if key not in self._shapes:
            self._shapes[key] = parts + required_parts, self._shape(parts, required_parts)
        return Shape() if self.too_large else self._shapes[key][1]

    def _follow(self, schema: JsonValue) -> JsonObject:
        merged: JsonObject = {}
        for _ in range(_MAX_HOPS):
            if not isinstance(schema, dict):
                break
            members: JsonObject = {word: schema[word] for word in _KEYWORDS_READ if word in schema}
            merged = members | merged
            reference = schema.get("$ref")
            if not isinstance(reference, str) or not reference.startswith("#"):
                break
            if not self._spend(1 + len(reference) // _LETTERS_PER_STEP):
                break
            schema = _resolve_pointer(self.root, reference)
        return merged

    def _shape(self, parts: list[JsonObject], required_parts: list[JsonObject]) -> Shape:
        properties = self._properties(parts)
        required: dict[str, None] = {}
        for part in required_parts:
            names = part.get("required")
            if isinstance(names, list) and self._spend(len(names) // _NAMES_PER_STEP):
                required.update((name, None) for name in names if isinstance(name, str))
        if not self._spend(len(properties) // _NAMES_PER_STEP):
            return Shape()
        extras = [part.get("additionalProperties") for part in parts]
        extra = next((extra for extra in extras if isinstance(extra, dict)), None)
        closed = any("properties" in part for part in parts) or any(extra is False for extra in extras)
        # A canonical definition has its properties in alphabetical order; `required` keeps the server's order.
        all_names = tuple({**required, **dict.fromkeys(properties)})
        return Shape(properties, required, all_names, extra, extra is not None or not closed)

    def _properties(self, parts: list[JsonObject]) -> JsonObject:
        merged: JsonObject = {}
        for part in parts:
            properties = part.get("properties")
            if not isinstance(properties, dict):
                continue
            if merged and not self._spend((len(merged) + len(properties)) // _NAMES_PER_STEP):
                break
            merged = merged | properties if merged else properties
        return merged


def item_schema(schema: JsonObject, document: Document, index: int) -> JsonValue:
    """The schema of an item of a list."""
    for part in _schema_parts(schema, document):
        for schemas in (part.get("prefixItems"), part.get("items")):
            if isinstance(schemas, list) and index < len(schemas):
                return schemas[index]
        if isinstance(part.get("items"), dict):
            return part["items"]
    return None


def type_words(schema: JsonObject, document: Document, depth: int = 2) -> str:
    """The type in plain words, such as ``list of text``; empty if the schema does not say."""
    choices = schema.get("enum")
    if isinstance(choices, list) and choices:
        return tr_n("one fixed value", "one of {n} values", len(choices))
    if "const" in schema:
        return tr("one fixed value")
    kind = schema.get("type", _implied_type(schema))
    kinds = kind if isinstance(kind, list) else [kind]
    words = [_type_word_of(name, schema, document, depth) for name in kinds[:_MAX_PARTS] if isinstance(name, str)]
    if not any(words) and depth:
        words = [type_words(part, document, depth - 1) for part in _schema_parts(schema, document)[1:]]
    return _join_with_or(words)


def _implied_type(schema: JsonObject) -> str | None:
    if isinstance(schema.get("properties"), dict):
        return "object"
    return "array" if isinstance(schema.get("items"), dict) else None


def _type_word_of(kind: str, schema: JsonObject, document: Document, depth: int) -> str:
    if kind != "array":
        return type_word(kind)
    item = document.resolve(item_schema(schema, document, 0)) if depth else {}
    inside = type_words(item, document, depth - 1) if depth else ""
    plurals = {type_word("integer"): tr("whole numbers"), type_word("number"): tr("numbers")}
    plurals[type_word("object")] = tr("objects")
    return tr("list of {inside}", inside=plurals.get(inside, inside)) if inside else tr("list")


def type_word(kind: str) -> str:
    """A type of JSON Schema in plain words; empty for an unknown one."""
    return tr(_TYPE_WORDS[kind]) if kind in _TYPE_WORDS else ""


def _join_with_or(words: list[str]) -> str:
    distinct = list(dict.fromkeys(word for word in words if word))
    return reduce(lambda known, other: tr("{one} or {other}", one=known, other=other), distinct) if distinct else ""


def _schema_parts(schema: JsonObject, document: Document, combining: tuple[str, ...] = _COMBINING) -> list[JsonObject]:
    """The schema and those that it combines, also inside one another, up to the bound."""
    parts = [schema]
    for part in parts:  # the list grows meanwhile
        for key in combining:
            inside = part.get(key)
            if isinstance(inside, list):
                room = max(0, _MAX_PARTS - len(parts))
                parts.extend(document.resolve(alternative) for alternative in inside[:room])
    return parts


def _resolve_pointer(root: JsonValue, reference: str) -> JsonValue:
    """Resolve a JSON pointer (RFC 6901) in a fragment, inside this document."""
    value = root
    for step in reference[1:].split("/", _MAX_PARTS)[1:]:
        if not isinstance(value, dict):
            return None
        value = value.get(step.replace("~1", "/").replace("~0", "~"))
    return value
