"""What a tool's ``inputSchema`` says to a person (pure).

Owns: types in plain words, and which part of a schema describes which value.

Invariants:
    A schema is a stranger's JSON of any shape: what does not fit is passed over and nothing is raised.
    Nothing is fetched: ``$ref`` is followed inside the document alone.
    The work is bounded however schemas refer to themselves and to one another.
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
"""References after one another."""
_MAX_PARTS: Final = 32
"""Alternatives of one schema that are looked at."""
_MOST_WORK: Final = 50_000
"""Steps, each a few microseconds, that the schema of one call may take. No honest one comes near."""
_CHEAP: Final = 8
"""Names that are looked at in one such step."""
_LETTERS: Final = 1_000
"""Letters of a reference that are."""
_COMBINING: Final = ("allOf", "anyOf", "oneOf")
_TYPE_WORDS: Final = {
    "string": mark("text"),
    "integer": mark("whole number"),
    "number": mark("number"),
    "boolean": mark("yes or no"),
    "object": mark("object"),
    "null": mark("nothing"),
}
_WORDS_READ: Final = (
    "$ref", "type", "title", "description", "default", "enum", "const", "properties", "required",
    "additionalProperties", "items", "prefixItems", "format", "contentEncoding", "contentMediaType", *_COMBINING,
)  # fmt: skip
"""The keywords that are read; a schema may hold a million others."""


class Shape(Struct, frozen=True):
    """What a schema says of an object's members.

    Attributes:
        named: every property that it names, with that property's schema.
        required: what must be given, in its order.
        names: both, without doubles, what is required first.
        extra: the schema of members that are not named.
        is_open: whether there may be such members, as in maps.
    """

    named: JsonObject = field(default_factory=dict)
    required: Mapping[str, None] = field(default_factory=lambda: MappingProxyType({}))
    names: tuple[str, ...] = ()
    extra: JsonValue = None
    is_open: bool = True


class Document:
    """One tool's schema: what references in it lead to, what was worked out already, and how much work is left.

    Attributes:
        root: the schema.
        too_large: it was too much to read; what was asked from then on got no answer.
    """

    def __init__(self, root: JsonValue) -> None:
        self.root = root
        self.too_large = False
        self._room = _MOST_WORK
        self._resolved: dict[int, tuple[JsonValue, JsonObject]] = {}
        self._shapes: dict[tuple[int, ...], tuple[list[JsonObject], Shape]] = {}

    def _spend(self, work: int) -> bool:
        """Take so much work from what is allowed; whether there was enough left."""
        self._room -= work
        self.too_large = self.too_large or self._room < 0
        return not self.too_large

    def resolve(self, schema: JsonValue) -> JsonObject:
        """The schema behind local references; empty where there is none. What stands beside a reference counts."""
        if not isinstance(schema, dict) or not self._spend(1):
            return {}
        known = self._resolved.get(id(schema))
        if known is None:
            known = self._resolved[id(schema)] = schema, self._follow(schema)  # kept, so that its id stays its own
        return known[1]

    def shape(self, schema: JsonObject) -> Shape:
        """What a resolved schema says of an object's members."""
        parts, demands = _parts(schema, self), _parts(schema, self, ("allOf",))
        said = [part.get(word) for part in parts for word in ("properties", "additionalProperties")]
        said += [len(parts), *(part.get("required") for part in demands)]
        key = tuple(map(id, said))
        if key not in self._shapes:
            self._shapes[key] = parts + demands, self._shape(parts, demands)
        return Shape() if self.too_large else self._shapes[key][1]

    def _follow(self, schema: JsonValue) -> JsonObject:
        beside: JsonObject = {}
        for _ in range(_MAX_HOPS):
            if not isinstance(schema, dict):
                break
            read: JsonObject = {word: schema[word] for word in _WORDS_READ if word in schema}
            beside = read | beside
            reference = schema.get("$ref")
            if not isinstance(reference, str) or not reference.startswith("#"):
                break
            if not self._spend(1 + len(reference) // _LETTERS):
                break
            schema = _at(self.root, reference)
        return beside

    def _shape(self, parts: list[JsonObject], demands: list[JsonObject]) -> Shape:
        named = self._named(parts)
        required: dict[str, None] = {}
        for part in demands:
            names = part.get("required")
            if isinstance(names, list) and self._spend(len(names) // _CHEAP):
                required.update((name, None) for name in names if isinstance(name, str))
        if not self._spend(len(named) // _CHEAP):
            return Shape()
        extras = [part.get("additionalProperties") for part in parts]
        extra = next((extra for extra in extras if isinstance(extra, dict)), None)
        closed = any("properties" in part for part in parts) or any(extra is False for extra in extras)
        # A canonical definition has its properties by the alphabet; `required` still stands in the server's order.
        return Shape(
            named, required, tuple({**required, **dict.fromkeys(named)}), extra, extra is not None or not closed
        )

    def _named(self, parts: list[JsonObject]) -> JsonObject:
        found: JsonObject = {}
        for part in parts:
            named = part.get("properties")
            if not isinstance(named, dict):
                continue
            if found and not self._spend((len(found) + len(named)) // _CHEAP):
                break
            found = found | named if found else named
        return found


def of_item(schema: JsonObject, document: Document, index: int) -> JsonValue:
    """The schema of a list's item."""
    for part in _parts(schema, document):
        for first in (part.get("prefixItems"), part.get("items")):
            if isinstance(first, list) and index < len(first):
                return first[index]
        if isinstance(part.get("items"), dict):
            return part["items"]
    return None


def type_words(schema: JsonObject, document: Document, depth: int = 2) -> str:
    """The type in plain words, such as ``list of text``; the empty text where the schema does not say."""
    choices = schema.get("enum")
    if isinstance(choices, list) and choices:
        return tr_n("one fixed value", "one of {n} values", len(choices))
    if "const" in schema:
        return tr("one fixed value")
    kind = schema.get("type", _implied(schema))
    kinds = kind if isinstance(kind, list) else [kind]
    words = [_word(name, schema, document, depth) for name in kinds[:_MAX_PARTS] if isinstance(name, str)]
    if not any(words) and depth:
        words = [type_words(part, document, depth - 1) for part in _parts(schema, document)[1:]]
    return _either(words)


def _implied(schema: JsonObject) -> str | None:
    """The type that a schema means without saying it."""
    if isinstance(schema.get("properties"), dict):
        return "object"
    return "array" if isinstance(schema.get("items"), dict) else None


def _word(kind: str, schema: JsonObject, document: Document, depth: int) -> str:
    if kind != "array":
        return type_word(kind)
    item = document.resolve(of_item(schema, document, 0)) if depth else {}
    inside = type_words(item, document, depth - 1) if depth else ""
    plurals = {type_word("integer"): tr("whole numbers"), type_word("number"): tr("numbers")}
    plurals[type_word("object")] = tr("objects")
    return tr("list of {inside}", inside=plurals.get(inside, inside)) if inside else tr("list")


def type_word(kind: str) -> str:
    """A type of JSON Schema in plain words; the empty text for what is none."""
    return tr(_TYPE_WORDS[kind]) if kind in _TYPE_WORDS else ""


def _either(words: list[str]) -> str:
    different = list(dict.fromkeys(word for word in words if word))
    return reduce(lambda known, other: tr("{one} or {other}", one=known, other=other), different) if different else ""


def _parts(schema: JsonObject, document: Document, combining: tuple[str, ...] = _COMBINING) -> list[JsonObject]:
    """The schema itself, then what it combines, one inside another, as far as the bound goes."""
    parts = [schema]
    for part in parts:  # grows while it is read
        for key in combining:
            inside = part.get(key)
            if isinstance(inside, list):
                room = max(0, _MAX_PARTS - len(parts))
                parts.extend(document.resolve(alternative) for alternative in inside[:room])
    return parts


def _at(root: JsonValue, reference: str) -> JsonValue:
    """What a JSON pointer (RFC 6901) in a fragment leads to, inside this document."""
    value = root
    for step in reference[1:].split("/", _MAX_PARTS)[1:]:
        if not isinstance(value, dict):
            return None
        value = value.get(step.replace("~1", "/").replace("~0", "~"))
    return value
