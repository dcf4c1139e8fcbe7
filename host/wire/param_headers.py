"""HTTP headers made of arguments (MCP 2026-07-28, Streamable HTTP, Custom Headers from Tool Parameters) (pure).

Owns: which arguments a tool's definition marks with ``x-mcp-header``, whether its marks are valid, and the headers of
one call.

Invariants: headers are computed from the arguments that are sent, anew for each call, and are not stored, so that an
edited argument leaves no stale header. A header name is an RFC 9110 token and a value is printable ASCII, whatever a
server or a model wrote, so that neither can begin another header line. The work is bounded; a definition is searched
once. A client omits a tool with invalid marks from its list.
"""

from __future__ import annotations

import base64
from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from host import regex
from host.canonical import Lexeme, canonical, json_path
from host.model import JsonObject, JsonValue, ToolDefinition, object_in
from host.text import one_line

NAME_PARAMETERS: Final = {"tools/call": "name", "prompts/get": "name", "resources/read": "uri"}
"""Methods whose requests carry ``Mcp-Name``, and the parameter that it repeats."""
PREFIX: Final = "Mcp-Param-"
MARK: Final = "x-mcp-header"
_MARK: Final = MARK.encode()
MAX_NODES: Final = 4_000
"""Parts of a schema that are searched. The marks of a larger schema count as invalid."""
MAX_STEPS: Final = 32
"""Largest depth of an argument that becomes a header; a deeper one does not count as a fixed argument."""
MAX_REMEMBERED: Final = 256
"""Definitions whose marks are remembered."""
MAX_SAFE: Final = 2**53 - 1

_TOKEN: Final = regex.pattern(r"[!#$%&'*+\-.^_`|~0-9A-Za-z]{1,256}")
"""RFC 9110 §5.6.2, bounded in length."""
_PLAIN_VALUE: Final = regex.pattern(r"(?:[!-~](?:[\t -~]*[!-~])?)?")
"""Values that need no encoding (RFC 9110 §5.5): empty, or visible ASCII with blanks inside."""
_TYPES: Final = frozenset({"string", "integer", "boolean"})
_NAMED_MEMBERS: Final = frozenset({"properties", "$defs", "definitions", "patternProperties", "dependentSchemas"})
"""Keywords whose members have names of the author, not keywords."""
_DATA: Final = frozenset({"default", "const", "enum", "examples"})
"""Keywords whose values are not schemas."""


class HeaderMark(Struct, frozen=True):
    """An argument that becomes a header. ``name``: of the header. ``steps``: path to the argument, at least one."""

    name: str
    steps: tuple[str, ...]


class _SchemaPlace(Struct, frozen=True):
    """A place in a schema. ``steps``: path to the argument, None if it does not describe one fixed argument."""

    steps: tuple[str, ...] | None
    schema: JsonValue


class Marks(Struct, frozen=True):
    """The marks of a definition. ``problem``: what is wrong with them, empty if they are valid; then none counts."""

    problem: str = ""
    headers: tuple[HeaderMark, ...] = ()


_marks_by_digest: Final[dict[str, Marks]] = {}


def headers_of(definition: ToolDefinition, arguments: JsonObject) -> tuple[tuple[str, str], ...]:
    """Return name and value of each header of a call with ``arguments``, in the order of the schema.

    Arguments that are missing, null or not of a simple type become no header. ``definition``: of the tool (untrusted);
    one with invalid marks has no headers.
    """
    marks = _marks_of(definition).headers
    values = ((mark.name, object_in(arguments, *mark.steps[:-1]).get(mark.steps[-1])) for mark in marks)
    texts = ((name, _value_text(value)) for name, value in values)
    return tuple((name, encode_value(text)) for name, text in texts if text is not None)


def why_omitted(definition: ToolDefinition) -> str:
    """Return why an HTTP client must omit the tool, as a safe clause; empty if its marks are valid."""
    return _marks_of(definition).problem


def may_have_marks(definition: bytes) -> bool:
    """Whether a definition, canonical JSON, which has only one spelling of it, may mark an argument."""
    return _MARK in definition


def _marks_of(definition: ToolDefinition) -> Marks:
    if not may_have_marks(definition.raw):
        return Marks()
    if (marks := _marks_by_digest.get(definition.digest)) is None:
        if len(_marks_by_digest) >= MAX_REMEMBERED:
            _marks_by_digest.clear()
        marks = _marks_by_digest[definition.digest] = read_marks(definition.value)
    return marks


def read_marks(definition: JsonObject) -> Marks:
    """Return the marks of a definition. If one is invalid, none counts."""
    names, marks = set[str](), list[HeaderMark]()
    for count, place in enumerate(_all_schemas(definition.get("inputSchema"))):
        if count >= MAX_NODES:
            return Marks("its input schema is too large to look for headers")
        if not isinstance(place.schema, dict) or MARK not in place.schema:
            continue
        if flaw := _mark_flaw(place, place.schema, names):
            return Marks(flaw)
        marks.append(HeaderMark(f"{PREFIX}{place.schema[MARK]}", place.steps or ()))
    return Marks("", tuple(marks))


def _mark_flaw(place: _SchemaPlace, schema: JsonObject, names: set[str]) -> str:
    """Return what is wrong with one mark, empty if nothing. Adds its name to ``names``."""
    name = schema[MARK]
    if not isinstance(name, str) or not _TOKEN.fullmatch(name):
        return f"an input is to become a header with an invalid name: {one_line(canonical(name).decode(), 60)}"
    if place.steps is None or not place.steps:
        return f"the header {name} is not of one fixed input"
    if schema.get("type") not in _TYPES:
        where = one_line(json_path(place.steps), 60)
        return f"the header {name} is of an input that is no text, integer or truth value: {where}"
    if name.casefold() in names:
        return f"two inputs are to become the header {name}"
    names.add(name.casefold())
    return ""


def _all_schemas(schema: JsonValue) -> Iterator[_SchemaPlace]:
    """Yield every schema in ``schema`` in document order. Only ``properties`` lead to fixed arguments."""
    stack = [_SchemaPlace((), schema)]
    while stack:
        place = stack.pop()
        yield place
        if isinstance(place.schema, dict):
            children = [
                _SchemaPlace(steps, child)
                for key, value in place.schema.items()
                for steps, child in _subschemas(place, key, value)
            ]
            stack.extend(reversed(children))
        elif isinstance(place.schema, list):
            stack.extend(_SchemaPlace(None, child) for child in reversed(place.schema))


def _subschemas(
    place: _SchemaPlace, keyword: str, value: JsonValue
) -> Iterator[tuple[tuple[str, ...] | None, JsonValue]]:
    if keyword in _DATA or not isinstance(value, dict | list):
        return
    if keyword not in _NAMED_MEMBERS or not isinstance(value, dict):
        yield None, value
        return
    for name, child in value.items():
        is_fixed = keyword == "properties" and place.steps is not None and len(place.steps) < MAX_STEPS
        yield ((*place.steps, name) if is_fixed and place.steps is not None else None), child


def _value_text(value: JsonValue) -> str | None:
    """Return a value as text, None if it becomes no header."""
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


def encode_value(text: str) -> str:
    """Encode ``text`` as a field value: unchanged if that is exact, else as base64 of its UTF-8."""
    if _PLAIN_VALUE.fullmatch(text) and not (text.startswith("=?base64?") and text.endswith("?=")):
        return text
    return f"=?base64?{base64.b64encode(text.encode()).decode()}?="
