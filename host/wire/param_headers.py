"""HTTP headers that inputs become (MCP 2026-07-28, Streamable HTTP, Custom Headers from Tool Parameters) (pure).

Owns: which inputs a tool's definition marks with ``x-mcp-header``, whether its marks are sound, and the headers of one
call.

Invariants: headers are worked out of the very arguments that are sent, each time anew, and kept nowhere, so that a
changed input leaves no stale header; a name is an RFC 9110 token and a value printable ASCII, whatever a server or a
model wrote, so that neither can begin a line of its own; work is bounded, and a definition is looked through once. A
client leaves a tool with unsound marks out of its list.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from host.canonical import Lexeme, canonical, json_path
from host.model import JsonObject, JsonValue, ToolDefinition
from host.text import one_line

PREFIX: Final = "Mcp-Param-"
MARK: Final = "x-mcp-header"
_MARK: Final = MARK.encode()
MAX_NODES: Final = 4_000
"""Parts of a schema that are looked at; one with more is not looked through, and has no sound marks."""
MAX_STEPS: Final = 32
"""Steps to an input that becomes a header; none deeper is taken for one fixed input."""
MAX_KEPT: Final = 256
"""Definitions whose marks are remembered."""
MAX_SAFE: Final = 2**53 - 1

_TOKEN: Final = re.compile(r"[!#$%&'*+\-.^_`|~0-9A-Za-z]{1,256}")
"""RFC 9110 §5.6.2, with a bound of ours."""
_PLAIN: Final = re.compile(r"(?:[!-~](?:[\t -~]*[!-~])?)?")
"""What may stand in a field value as it is (RFC 9110 §5.5): nothing, or visible ASCII with blanks inside."""
_TYPES: Final = frozenset({"string", "integer", "boolean"})
_NAMED: Final = frozenset({"properties", "$defs", "definitions", "patternProperties", "dependentSchemas"})
"""Keywords whose members are named by the author: a name there is no keyword."""
_DATA: Final = frozenset({"default", "const", "enum", "examples"})
"""Keywords whose values are no schemas."""


class Mark(NamedTuple):
    """An input that becomes a header. Attributes: name: of the header, whole. steps: to the input."""

    name: str
    steps: tuple[str, ...]


class _SchemaPlace(NamedTuple):
    """A place in a schema. Attributes: steps: to the input, None where no fixed one is meant. schema: of it."""

    steps: tuple[str, ...] | None
    schema: JsonValue


class Marks(NamedTuple):
    """The marks of a definition. Attributes: why: what is wrong with them, empty where nothing is. sound: else all."""

    why: str = ""
    sound: tuple[Mark, ...] = ()


_kept: Final[dict[str, Marks]] = {}


def headers_of(definition: ToolDefinition, arguments: JsonObject) -> tuple[tuple[str, str], ...]:
    """Name and value of each header that a call with ``arguments`` has, in the order of the schema.

    ``definition``: of the tool (untrusted); one with unsound marks has no headers. Inputs that are not there, or null,
    or not of a simple type, become none.
    """
    valued = ((mark.name, _value_at(arguments, mark.steps)) for mark in _marks_of(definition).sound)
    written = ((name, _written(value)) for name, value in valued)
    return tuple((name, encoded(text)) for name, text in written if text is not None)


def unsound(definition: ToolDefinition) -> str:
    """Why the tool must be left out by a client that speaks HTTP, one safe clause; empty where it need not be."""
    return _marks_of(definition).why


def _marks_of(definition: ToolDefinition) -> Marks:
    if _MARK not in definition.raw:  # canonical: the name is written in no other way
        return Marks()
    if (marks := _kept.get(definition.digest)) is None:
        if len(_kept) >= MAX_KEPT:
            _kept.clear()
        marks = _kept[definition.digest] = read_marks(definition.value)
    return marks


def read_marks(definition: JsonObject) -> Marks:
    """The marks of a definition; none of them counts where one is not sound."""
    names, sound = set[str](), list[Mark]()
    for count, found in enumerate(_walk(definition.get("inputSchema"))):
        if count >= MAX_NODES:
            return Marks("its input schema is too large to look for headers")
        if not isinstance(found.schema, dict) or MARK not in found.schema:
            continue
        if wrong := _wrong(found, found.schema, names):
            return Marks(wrong)
        sound.append(Mark(f"{PREFIX}{found.schema[MARK]}", found.steps or ()))
    return Marks("", tuple(sound))


def _wrong(found: _SchemaPlace, schema: JsonObject, names: set[str]) -> str:
    """What is wrong with one mark; its name is added to ``names``."""
    name = schema[MARK]
    if not isinstance(name, str) or not _TOKEN.fullmatch(name):
        return f"an input is to become a header with an invalid name: {one_line(canonical(name).decode(), 60)}"
    if found.steps is None or not found.steps:
        return f"the header {name} is not of one fixed input"
    if schema.get("type") not in _TYPES:
        where = one_line(json_path(found.steps), 60)
        return f"the header {name} is of an input that is no text, integer or truth value: {where}"
    if name.casefold() in names:
        return f"two inputs are to become the header {name}"
    names.add(name.casefold())
    return ""


def _walk(schema: JsonValue) -> Iterator[_SchemaPlace]:
    """Every schema in ``schema``, in the order in which they stand; steps only along ``properties``."""
    stack = [_SchemaPlace((), schema)]
    while stack:
        found = stack.pop()
        yield found
        if isinstance(found.schema, dict):
            below = [
                _SchemaPlace(steps, child)
                for key, value in found.schema.items()
                for steps, child in _below(found, key, value)
            ]
            stack.extend(reversed(below))
        elif isinstance(found.schema, list):
            stack.extend(_SchemaPlace(None, child) for child in reversed(found.schema))


def _below(found: _SchemaPlace, keyword: str, value: JsonValue) -> Iterator[tuple[tuple[str, ...] | None, JsonValue]]:
    if keyword in _DATA or not isinstance(value, dict | list):
        return
    if keyword not in _NAMED or not isinstance(value, dict):
        yield None, value
        return
    for name, child in value.items():
        fixed = keyword == "properties" and found.steps is not None and len(found.steps) < MAX_STEPS
        yield ((*found.steps, name) if fixed and found.steps is not None else None), child


def _value_at(arguments: JsonObject, steps: tuple[str, ...]) -> JsonValue:
    value: JsonValue = arguments
    for step in steps:
        if not isinstance(value, dict):
            return None
        value = value.get(step)
    return value


def _written(value: JsonValue) -> str | None:
    """The text of a value, as JSON has it for what is no text; None for what becomes no header."""
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value) if -MAX_SAFE <= value <= MAX_SAFE else None
    if isinstance(value, float):  # 42.0 is an integer to a schema
        text = value.lexeme if isinstance(value, Lexeme) else repr(value)
        return text if value.is_integer() and abs(value) <= MAX_SAFE else None
    return None


def encoded(text: str) -> str:
    """``text`` as a field value: as it is where that is exact, else its UTF-8 in base64 between marks."""
    if _PLAIN.fullmatch(text) and not (text.startswith("=?base64?") and text.endswith("?=")):
        return text
    return f"=?base64?{base64.b64encode(text.encode()).decode()}?="
