"""The texts of a call's arguments, with what is known of where they stand (pure).

Owns: the walk through arguments, and through as much of the tool's ``inputSchema`` as says something of a text. What
stays true: the walk is bounded, and says so where it stopped; a schema is a stranger's: it is looked at, never applied.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import islice
from typing import Final

from host.canonical import json_path
from host.model import JsonObject, JsonValue
from host.text import one_line

MAX_LEAVES: Final = 2_000
"""Texts and numbers that are looked at."""
_WHERE: Final = 200


@dataclass(frozen=True, slots=True)
class Leaf:
    """One text or number.

    Attributes:
        where: such as ``$.path``, escaped and bounded. key: name it stands under, of the nearest object around it.
        value: a text or a number. is_name: whether it is the name of a member itself. declared: whether the schema
        knows that name. schema: of the value, as far as it can be told without applying it. siblings: the object
        around it. known: whether the schema knows every name on the way to it.
    """

    where: str
    key: str
    value: str | int | float
    is_name: bool
    declared: bool
    schema: JsonObject
    siblings: JsonObject
    known: bool = False


@dataclass(frozen=True, slots=True)
class Leaves:
    """All of them. Attributes: found: in the order in which they stand. complete: whether there are no more."""

    found: tuple[Leaf, ...]
    complete: bool


def shown(where: str) -> str:
    """The place of a value as a leaf names it: escaped, on one line, cut where it is long."""
    return one_line(where, _WHERE)


def leaves(arguments: JsonObject, schema: JsonValue = None) -> Leaves:
    """Every text and number in ``arguments``, and every name of a member."""
    found: list[Leaf] = []
    stack: list[_Part] = [_Part("$", (), arguments, _object(schema), {}, known=True)]
    while stack:
        part = stack.pop()
        value = part.value
        if len(found) > MAX_LEAVES:
            return Leaves(tuple(found[:MAX_LEAVES]), complete=False)
        if isinstance(value, dict):
            names, below = _members(part, value)
            found.extend(names)
            stack.extend(reversed(below))
        elif isinstance(value, list):
            items = _object(part.schema.get("items"))
            children = [replace(part, where=_below(part.where, i), value=v, schema=items) for i, v in _first(value)]
            stack.extend(reversed(children))
        elif isinstance(value, (str, int, float)) and not isinstance(value, bool):
            found.append(_leaf(part, value, is_name=False, declared=True))
    return Leaves(tuple(found), complete=True)


@dataclass(frozen=True, slots=True)
class _Part:
    """A part of the arguments that is still to be looked at; attributes as in ``Leaf``, ``where`` not escaped."""

    where: str
    above: tuple[str, ...]
    value: JsonValue
    schema: JsonObject
    siblings: JsonObject
    known: bool = False


def _members(part: _Part, value: JsonObject) -> tuple[list[Leaf], list[_Part]]:
    known = part.schema
    declared, others = _object(known.get("properties")), _object(known.get("additionalProperties"))
    names: list[Leaf] = []
    below: list[_Part] = []
    for name, child in islice(value.items(), MAX_LEAVES + 1):
        where = _below(part.where, name)
        own = _Part(where, part.above, name, {}, value)
        names.append(_leaf(own, name, is_name=True, declared=name in declared))
        inner, told = _object(declared.get(name, others)), part.known and name in declared
        below.append(_Part(where, (*part.above, name), child, inner, value, told))
    return names, below


def _leaf(part: _Part, value: str | float, *, is_name: bool, declared: bool) -> Leaf:
    key = part.above[-1] if part.above else ""
    return Leaf(shown(part.where), key, value, is_name, declared, part.schema, part.siblings, part.known)


def _first(value: list[JsonValue]) -> list[tuple[int, JsonValue]]:
    return list(enumerate(value[: MAX_LEAVES + 1]))


def _below(where: str, step: str | int) -> str:
    """``where`` with one more step; what nobody is shown is not kept, since names may be long and many."""
    shown = step[: 2 * _WHERE] if isinstance(step, str) else step
    return where if len(where) > 2 * _WHERE else where + json_path([shown])[1:]


def _object(value: JsonValue) -> JsonObject:
    return value if isinstance(value, dict) else {}
