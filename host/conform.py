"""Holds a value against one of our own schemas, and says in our words what is wrong.

Owns: the sentences for each way of violating a schema in ``resources/schemas``, and a fast answer to whether a value
meets one: the part of JSON Schema 2020-12 that our schemas use, made into functions.

Invariants:
    - Every complaint names file, line, key and what would be right, and none repeats a value, which may be a secret.
    - A fast yes is certain; a fast no may only mean that the slow way has to look. A schema that uses more than the
      fast way knows is refused.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from operator import ge, gt, le
from typing import TYPE_CHECKING, Final, TypeAlias

from host.errors import ConfigError
from host.jsonc import KeyPath, Located, quoted
from host.model import JsonObject, JsonValue
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
"""JSON Schema's names of types, in words."""

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


_LACKING: Final = " is missing"
_MEANT: Final = "Did you mean "
_SUGGESTIONS: Final = 50
"""Unknown keys for which a known one is suggested: it costs 0.3 ms each, and a file may hold a hundred thousand."""

_Complaint: TypeAlias = tuple[KeyPath, str, str]
"""Path, message and remedy."""


def problems(
    located: Located, schema: JsonObject, *, at: KeyPath = (), value: JsonValue = None
) -> tuple[tuple[KeyPath, ConfigError], ...]:
    """Every way in which a file violates ``schema``, with the path of each, in the order of the lines.

    ``schema`` is one of ours (JSON Schema 2020-12). The ``description`` of the part that is violated says what would be
    right, and becomes the remedy. ``at``, ``value``: the part of the file that is looked at, where it is not the whole.
    """
    from jsonschema import Draft202012Validator  # on first use: 0.1 s
    from referencing import Registry

    # An empty registry: a reference is never fetched.
    validator = Draft202012Validator(schema, registry=Registry())
    found: dict[_Complaint, ConfigError] = {}
    for violation in validator.iter_errors(value if at else located.value):
        for below, message, remedy in _complaints(violation, suggest=len(found) < _SUGGESTIONS):
            complaint = (*at, *below), message, remedy
            found[complaint] = located.error(*complaint)
    return tuple(sorted(((path, error) for (path, _, _), error in found.items()), key=lambda item: item[1].line))


def in_order(found: Iterable[ConfigError]) -> list[ConfigError]:
    """Complaints by their lines; that a key is missing comes after the slip in writing it that is behind it."""
    every = list(found)
    slips: dict[str, int] = {}
    for error in every:
        if error.remedy.startswith(_MEANT):
            above = error.key.rpartition(".")[0]
            slips[above] = max(error.line, slips.get(above, 0))

    def rank(error: ConfigError) -> tuple[int, bool]:
        lost = error.problem.endswith(_LACKING) and error.key in slips
        return (max(error.line, slips[error.key]) if lost else error.line), lost

    return sorted(every, key=rank)


def _complaints(violation: ValidationError, *, suggest: bool) -> Iterator[_Complaint]:
    """Each thing that a violation is about."""
    path: KeyPath = tuple(violation.absolute_path)
    schema: Mapping[str, object] = violation.schema if isinstance(violation.schema, Mapping) else {}
    # Untyped in jsonschema; ``object`` makes the checks below necessary.
    instance: object = violation.instance
    value: object = violation.validator_value
    remedy: str = say("Expected: {what}.", what=as_is(str(schema["description"]))) if "description" in schema else ""
    if "propertyNames" in violation.absolute_schema_path:
        yield (*path, str(instance)), say("this name cannot be used"), remedy
    elif violation.validator == "additionalProperties" and isinstance(instance, dict):
        known = schema.get("properties")
        yield from _unknown(path, instance, sorted(known) if isinstance(known, dict) else [], suggest=suggest)
    elif violation.validator == "required" and isinstance(instance, dict) and isinstance(value, list):
        yield path, say("{names} is missing", names=_enumerate([key for key in value if key not in instance])), remedy
    elif violation.validator == "type":
        kinds = [_KINDS[str(kind)] for kind in (value if isinstance(value, list) else [value])]
        told = kinds[0]
        for kind in kinds[1:]:
            told = say("{first}, {next}", first=told, next=kind)
        yield path, say("is {kind}, not {kinds}", kind=_kind(instance), kinds=told), remedy
    else:
        yield path, _VIOLATED.get(str(violation.validator), say("cannot be used as it stands")), remedy


def _unknown(
    path: KeyPath, instance: Mapping[str, object], known: Sequence[str], *, suggest: bool
) -> Iterator[_Complaint]:
    """One complaint for each key that is not known here."""
    from difflib import get_close_matches  # on first use: only for a broken file

    folded = {name.casefold(): name for name in known}
    for number, key in enumerate(key for key in instance if key not in known):
        slip = suggest and number < _SUGGESTIONS
        close = get_close_matches(key[:64].casefold(), folded, n=1) if slip else []
        remedy = say("Known here: {names}.", names=_enumerate(known))
        if close:
            remedy = say("Did you mean {name}?", name=quoted(folded[close[0]]))
        yield (*path, key), say("unknown key"), remedy


def _kind(value: object) -> str:
    """What a value is, in words."""
    kinds = (
        (bool, say("true or false")),
        (int | float, say("a number")),
        (str, say("text")),
        (list, say("a list")),
        (dict, say("an object")),
    )
    return next((name for kind, name in kinds if isinstance(value, kind)), "null")


def _enumerate(names: Sequence[str]) -> str:
    return ", ".join(quoted(name) for name in names)


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
