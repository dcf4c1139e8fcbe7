"""Checks a value against one of our own schemas, and describes what is wrong in sentences of ours.

Owns: the sentences for each kind of violation of a schema in ``resources/schemas``, and a fast check that compiles the
part of JSON Schema 2020-12 that our schemas use into functions.

Invariants:
    - Every complaint names file, line, key and what would be right, and none repeats a value, which may be a secret.
    - If the fast check passes, the value is valid; if it fails, the value may still be valid, and jsonschema decides. A
      schema with other keywords is refused.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from operator import ge, gt, le
from typing import TYPE_CHECKING, Final, TypeAlias, cast

from host.errors import ConfigError
from host.jsonc import KeyPath, Located, quoted
from host.model import JsonObject, JsonValue, object_in
from host.words import as_is, say

if TYPE_CHECKING:
    from jsonschema.exceptions import ValidationError

_KINDS: Final = {
    "object": say("an object"),
    "array": say("a list"),
    "string": say("text"),
    "number": say("a number"),
    "integer": say("a whole number"),
    "boolean": say("true or false"),
    "null": "null",
}
"""The type names of JSON Schema, in words."""

_VIOLATED: Final = {
    "pattern": say("cannot be used as it is written"),
    "enum": say("is none of the possible values"),
    "const": say("is not the one possible value"),
    "minimum": say("is too small"),
    "exclusiveMinimum": say("is too small"),
    "maximum": say("is too large"),
    "minLength": say("is empty"),
    "maxLength": say("is too long"),
    "minItems": say("has no entries"),
    "maxItems": say("has too many entries"),
    "uniqueItems": say("holds the same thing twice"),
    "minProperties": say("is empty"),
    "maxProperties": say("has too many entries"),
    "not": say("cannot be set here"),
}
"""What a violated keyword means for the value."""


_MISSING_ENDING: Final = " is missing"
_SUGGESTION_BEGINNING: Final = "Did you mean "
_MAX_SUGGESTIONS: Final = 50
"""Unknown keys for which a known one is suggested: each costs 0.3 ms, and a file may hold a hundred thousand."""

_Complaint: TypeAlias = tuple[KeyPath, str, str]
"""Path, message and remedy."""


def problems(
    located: Located, schema: JsonObject, *, at: KeyPath = (), value: JsonValue = None
) -> tuple[tuple[KeyPath, ConfigError], ...]:
    """Return every violation of ``schema`` in a file, with its path, in the order of the lines.

    The ``description`` of a violated part of the schema says what would be right, and becomes the remedy. ``schema``:
    one of ours (JSON Schema 2020-12). ``at``: path of the part to check, with its ``value``; empty for the whole file.
    """
    from jsonschema import Draft202012Validator  # on first use: 0.1 s
    from referencing import Registry

    # An empty registry: a reference is never fetched.
    validator = Draft202012Validator(schema, registry=Registry())
    complaints: dict[_Complaint, ConfigError] = {}
    for violation in validator.iter_errors(value if at else located.value):
        for below, message, remedy in _complaints(violation, suggest=len(complaints) < _MAX_SUGGESTIONS):
            complaint = (*at, *below), message, remedy
            complaints[complaint] = located.error(*complaint)
    return tuple(sorted(((path, error) for (path, _, _), error in complaints.items()), key=lambda item: item[1].line))


def sorted_by_line(complaints: Iterable[ConfigError]) -> list[ConfigError]:
    """Sort complaints by line. A missing key comes after the misspelt key that causes it."""
    errors = list(complaints)
    misspelt: dict[str, int] = {}
    for error in errors:
        if error.remedy.startswith(_SUGGESTION_BEGINNING):
            parent = error.key.rpartition(".")[0]
            misspelt[parent] = max(error.line, misspelt.get(parent, 0))

    def rank(error: ConfigError) -> tuple[int, bool]:
        is_consequence = error.problem.endswith(_MISSING_ENDING) and error.key in misspelt
        return (max(error.line, misspelt[error.key]) if is_consequence else error.line), is_consequence

    return sorted(errors, key=rank)


def _complaints(violation: ValidationError, *, suggest: bool) -> Iterator[_Complaint]:
    path: KeyPath = tuple(violation.absolute_path)
    schema: Mapping[str, object] = violation.schema if isinstance(violation.schema, Mapping) else {}
    # Untyped in jsonschema; these types make the checks below necessary.
    instance = cast("JsonValue", violation.instance)
    value: object = violation.validator_value
    remedy: str = say("Expected: {what}.", what=as_is(str(schema["description"]))) if "description" in schema else ""
    if "propertyNames" in violation.absolute_schema_path:
        yield (*path, str(instance)), say("cannot be used as a name"), remedy
    elif violation.validator == "additionalProperties" and isinstance(instance, dict):
        properties = schema.get("properties")
        known = sorted(properties) if isinstance(properties, dict) else []
        yield from _unknown_keys(path, instance, known, suggest=suggest)
    elif violation.validator == "required" and isinstance(instance, dict) and isinstance(value, list):
        yield path, say("{names} is missing", names=_enumerate([key for key in value if key not in instance])), remedy
    elif violation.validator == "type":
        kinds = [_KINDS[str(kind)] for kind in (value if isinstance(value, list) else [value])]
        joined = kinds[0]
        for kind in kinds[1:]:
            joined = say("{first}, {next}", first=joined, next=kind)
        yield path, say("is {kind}, not {kinds}", kind=_kind(instance), kinds=joined), remedy
    else:
        yield path, _VIOLATED.get(str(violation.validator), say("cannot be used as it stands")), remedy


def _unknown_keys(
    path: KeyPath, instance: Mapping[str, object], known: Sequence[str], *, suggest: bool
) -> Iterator[_Complaint]:
    from difflib import get_close_matches  # on first use: only for a broken file

    folded = {name.casefold(): name for name in known}
    for number, key in enumerate(key for key in instance if key not in known):
        may_suggest = suggest and number < _MAX_SUGGESTIONS
        close = get_close_matches(key[:64].casefold(), folded, n=1) if may_suggest else []
        remedy = say("Known here: {names}.", names=_enumerate(known))
        if close:
            remedy = say("Did you mean {name}?", name=quoted(folded[close[0]]))
        yield (*path, key), say("unknown key"), remedy


def _kind(value: JsonValue) -> str:
    return next(words for name, words in _KINDS.items() if _TYPES[name](value))


def _enumerate(names: Sequence[str]) -> str:
    return ", ".join(quoted(name) for name in names)


Fits: TypeAlias = Callable[[JsonValue], bool]
"""Whether a value meets a schema or a keyword."""

_MAX_PAIRWISE: Final = 64
"""Items that are compared in pairs."""


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
_IGNORED: Final = frozenset({"description", "title", "$schema", "$defs", "then", "else"})
"""Keywords without a check of their own; ``then`` and ``else`` belong to ``if``."""
_OBJECT_KEYWORDS: Final = frozenset({"properties", "additionalProperties", "propertyNames"})


def compile_check(schema: JsonObject) -> Fits:
    """Compile the fast check for ``schema``. Raises ValueError for one with other keywords."""
    return _Compiler(object_in(schema, "$defs")).fits(schema)


class _Compiler:
    """Compiles the parts of one schema into functions; definitions must not be recursive."""

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
                yield _if_then_else(*(self.fits(schema.get(part, True)) for part in ("if", "then", "else")))
            elif keyword == "items":
                yield _items(self.fits(wanted))
            elif keyword == "allOf" and isinstance(wanted, list):
                yield from map(self.fits, wanted)
            elif keyword not in _IGNORED and keyword not in _OBJECT_KEYWORDS:
                yield _keyword_test(keyword, wanted)
        if _OBJECT_KEYWORDS & schema.keys():
            yield self._members(schema)

    def _members(self, schema: JsonObject) -> Fits:
        tests_by_name = {name: self.fits(part) for name, part in object_in(schema, "properties").items()}
        others, names = (self.fits(schema.get(part, True)) for part in ("additionalProperties", "propertyNames"))

        def fits(value: JsonValue) -> bool:
            if not isinstance(value, dict):
                return True
            return all(tests_by_name.get(name, others)(member) and names(name) for name, member in value.items())

        return fits


def _if_then_else(condition: Fits, then: Fits, otherwise: Fits) -> Fits:
    return lambda value: then(value) if condition(value) else otherwise(value)


def _items(item: Fits) -> Fits:
    return lambda value: all(map(item, value)) if isinstance(value, list) else True


def _keyword_test(keyword: str, wanted: JsonValue) -> Fits:
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
    if keyword == "oneOf" and isinstance(wanted, list) and all(object_in(it).keys() == {"required"} for it in wanted):
        return _exactly_one([_keyword_test("required", object_in(it)["required"]) for it in wanted])
    if keyword == "not" and wanted == {}:
        return lambda _: False
    if keyword == "uniqueItems":
        return lambda value: not isinstance(value, list) or _all_differ(value)
    if keyword in _BOUNDS and isinstance(wanted, int | float):
        return _BOUNDS[keyword](wanted)
    raise ValueError(f"not used in our schemas: {keyword}")


def _exactly_one(tests: Sequence[Fits]) -> Fits:
    """Only for tests of which a no is certain, too."""
    return lambda value: [test(value) for test in tests].count(True) == 1


def _one_of(values: Sequence[JsonValue]) -> Fits:
    """Compares types too: ``1`` and ``true`` are equal in Python, but not in JSON."""
    return lambda value: any(type(value) is type(choice) and value == choice for choice in values)


def _all_differ(items: Sequence[JsonValue]) -> bool:
    """Whether all items differ in Python, so that they differ in JSON. Many items are only compared if all are text."""
    texts = {item for item in items if isinstance(item, str)}
    if len(texts) == len(items):
        return True
    return len(items) <= _MAX_PAIRWISE and not any(item in items[:index] for index, item in enumerate(items))


def _size(kind: type | tuple[type, ...], holds: Callable[[int, float], bool]) -> Callable[[float], Fits]:
    return lambda bound: lambda value: not isinstance(value, kind) or holds(len(value), bound)  # type: ignore[arg-type]  # kinds have lengths


def _amount(holds: Callable[[float, float], bool]) -> Callable[[float], Fits]:
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
