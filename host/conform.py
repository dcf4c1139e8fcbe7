"""Holds a file of ours against its schema, and says in our words what is wrong.

Owns: the sentences for each way of violating a schema in ``resources/schemas``. What stays true: every complaint names
file, line, key and what would be right, and none repeats a value, which may be a secret.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
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

    # An empty registry: a reference is never fetched (SECURITY, row 21).
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
