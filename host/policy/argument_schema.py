"""Whether the JSON Schema in a rule can be used (pure).

Owns: what a rule's author is told of a schema that would never decide anything.

Invariants: a schema that is accepted here is valid by its own dialect, refers to nothing outside itself, and
``host.schema`` takes it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from host import schema, schema_worker
from host.jsonc import quoted
from host.model import JsonObject, JsonValue
from host.schema_cost import TYPES
from host.words import say, small

if TYPE_CHECKING:
    from referencing import Resource
    from referencing._core import Resolver

_COUNTS: Final = frozenset({"maxItems", "maxLength", "maxProperties", "minItems", "minLength", "minProperties"})
_NUMBERS: Final = frozenset({"exclusiveMaximum", "exclusiveMinimum", "maximum", "minimum"})
_PARTS: Final = frozenset({"additionalProperties", "contains", "else", "if", "items", "not", "propertyNames", "then"})
_REFERENCES: Final = ("$ref", "$dynamicRef", "$recursiveRef")
_TEXTS: Final = frozenset({"$comment", "description", "title"})
_WORDS: Final = 200
"""Characters of an explanation of jsonschema's that are repeated."""


def problem(raw: JsonObject) -> str:
    """Why a schema cannot be used, in a few words; empty where it can."""
    if reason := schema.compile_schema(raw).reason:
        return _said(small(str(reason)).rstrip("."))
    return "" if _plain(raw) else _checked(raw)


def _said(reason: str) -> str:
    return say("is no schema that can be used: {why}", why=reason)


def _plain(part: JsonValue) -> bool:
    """Whether a schema is certainly valid, told fast: most are made of few keywords."""
    if isinstance(part, dict):
        return all(_plain_keyword(keyword, value) for keyword, value in part.items())
    return isinstance(part, bool)


def _plain_keyword(keyword: str, value: JsonValue) -> bool:
    if keyword == "type":
        return isinstance(value, str) and value in TYPES
    if keyword == "properties":
        return isinstance(value, dict) and all(map(_plain, value.values()))
    if keyword in _PARTS:
        return _plain(value)
    if keyword in ("allOf", "anyOf", "oneOf"):
        return isinstance(value, list) and bool(value) and all(map(_plain, value))
    if keyword == "required":
        texts = [item for item in value if isinstance(item, str)] if isinstance(value, list) else []
        return isinstance(value, list) and len({*texts}) == len(value)
    if keyword == "pattern":
        return isinstance(value, str) and not _bad_pattern(value)
    if keyword in _COUNTS:
        return isinstance(value, int) and not isinstance(value, bool) and value >= 0
    if keyword in _NUMBERS:
        return isinstance(value, int | float) and not isinstance(value, bool)
    return (
        keyword == "const"
        or (keyword == "enum" and isinstance(value, list))
        or (keyword in _TEXTS and isinstance(value, str))
    )


@lru_cache(4096)
def _bad_pattern(pattern: str) -> str:
    """Why a pattern cannot be compiled, empty where it can. The metaschemas do not ask."""
    try:
        re.compile(pattern)
    except (re.error, OverflowError, RecursionError) as error:
        return str(error)
    return ""


def _checked(raw: JsonObject) -> str:
    """The same, asked of jsonschema and referencing, in milliseconds."""
    from jsonschema.exceptions import SchemaError
    from referencing import Registry
    from referencing.exceptions import Unresolvable
    from referencing.jsonschema import specification_with

    dialect = str(raw.get("$schema", schema_worker.DEFAULT_DIALECT)).removesuffix("#")
    try:
        schema_worker.validators()[dialect].check_schema(raw)
        root: Resource[JsonValue] = specification_with(dialect).create_resource(raw)
        registry: Registry[JsonValue] = Registry()
        return next(_faults(root, registry.resolver_with_root(root)), "")
    except SchemaError as error:
        where = ".".join(map(str, error.absolute_path))
        return _said(say("{place} is not valid in it", place=quoted(where)) if where else say("it is not valid"))
    except Unresolvable:
        return _said(say("it refers to something that is not in it; nothing is fetched"))
    except Exception:  # noqa: BLE001  # fail closed: whatever else an odd schema makes the libraries throw
        return _said(say("it could not be checked"))


def _faults(part: Resource[JsonValue], resolver: Resolver[JsonValue]) -> Iterator[str]:
    """What the metaschemas do not ask: patterns, and where references lead. Raises Unresolvable."""
    held = part.contents
    if isinstance(held, dict):
        yield from _pattern_faults(held)
        for keyword in _REFERENCES:
            if isinstance(held.get(keyword), str):
                resolver.lookup(str(held[keyword]))
    for inner in part.subresources():
        yield from _faults(inner, resolver.in_subresource(inner))


def _pattern_faults(held: JsonObject) -> Iterator[str]:
    by_pattern = held.get("patternProperties")
    patterns = [held.get("pattern"), *(by_pattern if isinstance(by_pattern, dict) else ())]
    for pattern in patterns:
        if isinstance(pattern, str) and (why := _bad_pattern(pattern)):
            yield _said(say("the pattern {pattern} cannot be read: {why}", pattern=quoted(pattern), why=quoted(why)))
