"""Whether a value meets one of our own schemas, told fast (pure).

Owns: the part of JSON Schema 2020-12 that our schemas use, made into functions. What stays true: a yes is certain; a
no may only mean that ``host.conform`` has to look, which knows what is wrong. A schema that uses more is refused.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from operator import ge, gt, le
from typing import Final, TypeAlias

from host.model import JsonObject, JsonValue

Fits: TypeAlias = Callable[[JsonValue], bool]

_FEW: Final = 64
"""Things of which each is held against each."""


def _is_number(value: JsonValue) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


_TYPES: Final[Mapping[str, Fits]] = {
    "object": lambda value: isinstance(value, dict),
    "array": lambda value: isinstance(value, list),
    "string": lambda value: isinstance(value, str),
    "number": _is_number,
    "integer": lambda value: isinstance(value, int) and not isinstance(value, bool),
    "boolean": lambda value: isinstance(value, bool),
    "null": lambda value: value is None,
}
_SAYS_NOTHING: Final = frozenset({"description", "title", "$schema", "$defs", "then", "else"})
"""``then`` and ``else`` belong to ``if``."""
_OF_OBJECTS: Final = frozenset({"properties", "additionalProperties", "propertyNames"})


def compiled(schema: JsonObject, name: str = "") -> Fits:
    """What says whether a value surely meets ``schema``, or its definition ``name``. ValueError for other schemas."""
    definitions = schema.get("$defs")
    known = definitions if isinstance(definitions, dict) else {}
    return _Compiler(known).fits(known[name] if name else schema)


class _Compiler:
    """Makes functions of the parts of one schema; a definition may not hold itself."""

    def __init__(self, definitions: JsonObject) -> None:
        self._definitions = definitions

    def fits(self, schema: JsonValue) -> Fits:
        if isinstance(schema, bool):
            return lambda _: schema
        if not isinstance(schema, dict):
            raise ValueError("a schema is an object")
        tests = [*self._tests(schema)]
        if len(tests) == 1:
            return tests[0]
        return lambda value: all(test(value) for test in tests)

    def _tests(self, schema: JsonObject) -> Iterator[Fits]:
        for keyword, wanted in schema.items():
            if keyword == "$ref":
                yield self.fits(self._definitions[str(wanted).removeprefix("#/$defs/")])
            elif keyword == "if":
                yield _when(*(self.fits(schema.get(part, True)) for part in ("if", "then", "else")))
            elif keyword == "items":
                yield _items(self.fits(wanted))
            elif keyword not in _SAYS_NOTHING and keyword not in _OF_OBJECTS:
                yield _test(keyword, wanted)
        if _OF_OBJECTS & schema.keys():
            yield self._members(schema)

    def _members(self, schema: JsonObject) -> Fits:
        """The values of an object by their keys, and the keys."""
        named = schema.get("properties", {})
        known = {name: self.fits(part) for name, part in named.items()} if isinstance(named, dict) else {}
        others, names = (self.fits(schema.get(part, True)) for part in ("additionalProperties", "propertyNames"))

        def fits(value: JsonValue) -> bool:
            if not isinstance(value, dict):
                return True
            return all(known.get(name, others)(member) and names(name) for name, member in value.items())

        return fits


def _when(condition: Fits, then: Fits, otherwise: Fits) -> Fits:
    return lambda value: then(value) if condition(value) else otherwise(value)


def _items(item: Fits) -> Fits:
    return lambda value: all(map(item, value)) if isinstance(value, list) else True


def _test(keyword: str, wanted: JsonValue) -> Fits:
    """What a keyword asks that looks at no part of the value."""
    if keyword == "type":
        kinds = [_TYPES[str(kind)] for kind in (wanted if isinstance(wanted, list) else [wanted])]
        return kinds[0] if len(kinds) == 1 else lambda value: any(kind(value) for kind in kinds)
    if keyword in ("enum", "const"):
        return _one_of(wanted if keyword == "enum" and isinstance(wanted, list) else [wanted])
    if keyword == "pattern":
        search = lru_cache(4096)(re.compile(str(wanted)).search)
        return lambda value: not isinstance(value, str) or search(value) is not None
    if keyword == "required" and isinstance(wanted, list):
        keys = frozenset(map(str, wanted))
        return lambda value: not isinstance(value, dict) or keys <= value.keys()
    if keyword == "uniqueItems":
        return lambda value: not isinstance(value, list) or _all_differ(value)
    if keyword in _BOUNDS and isinstance(wanted, int | float):
        return _BOUNDS[keyword](wanted)
    raise ValueError(f"not used in our schemas: {keyword}")


def _one_of(values: Sequence[JsonValue]) -> Fits:
    """``1`` and ``true`` are equal in Python and not in JSON."""
    return lambda value: any(type(value) is type(one) and value == one for one in values)


def _all_differ(items: Sequence[JsonValue]) -> bool:
    """What differs in Python differs in JSON too; of many things, that is told fast for texts alone."""
    texts = {item for item in items if isinstance(item, str)}
    if len(texts) == len(items):
        return True
    return len(items) <= _FEW and not any(item in items[:place] for place, item in enumerate(items))


def _size(kind: type | tuple[type, ...], holds: Callable[[int, float], bool]) -> Callable[[float], Fits]:
    """A bound on the characters of a text, the entries of a list, or the members of an object."""
    return lambda bound: lambda value: not isinstance(value, kind) or holds(len(value), bound)  # type: ignore[arg-type]  # kinds have lengths


def _amount(holds: Callable[[float, float], bool]) -> Callable[[float], Fits]:
    """A bound on a number."""
    return lambda bound: lambda value: not _is_number(value) or holds(value, bound)  # type: ignore[arg-type]  # a number


_BOUNDS: Final = {
    "minLength": _size(str, ge),
    "maxLength": _size(str, le),
    "minItems": _size(list, ge),
    "maxItems": _size(list, le),
    "minProperties": _size(dict, ge),
    "maxProperties": _size(dict, le),
    "minimum": _amount(ge),
    "maximum": _amount(le),
    "exclusiveMinimum": _amount(gt),
}
