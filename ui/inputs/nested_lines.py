"""Objects and lists as indented lines (pure; attacks 1 and 4).

Owns: how a server's requests, an app's answers and other members of a call are shown without JSON; and indented JSON.

Invariants: the lines hold each name and each value; a value that lines cannot show is shown as a tree instead. The
further lines of a text are indented more than any name, so that none passes for one. A text that could be mistaken for
something else (a number, *true*, nothing) stands in quotes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import Final

from host import regex
from host.control.codec import lexeme
from host.model import JsonObject, JsonValue
from host.text import quoted as in_quotes
from ui.inputs.lines import is_short_name
from ui.inputs.words import ambiguity_note
from ui.tr import tr

INDENT: Final = "    "
_MAX_LINES: Final = 500
"""Names and values; a larger value is shown as a tree, which is made piece by piece."""
_MAX_DEPTH: Final = 6
_JSON_INDENT: Final = "  "
_MAX_PARTS: Final = 60_000
"""Parts of the longest document that is indented."""
_MAX_JSON_INDENTS: Final = 40
"""Levels after which lines are not indented any further."""
_PART: Final = regex.pattern(r'"[^"\\]*(?:\\.[^"\\]*)*"|[{}\[\],:]|[^"{}\[\],:]+', re.DOTALL)


def with_nested_lines(values: JsonObject) -> JsonObject:
    """``values``, with objects and lists replaced by their lines if they have some. Only for showing."""
    return {name: lines if (lines := nested_lines(value)) is not None else value for name, value in values.items()}


def nested_lines(value: JsonValue) -> str | None:
    """The lines of an object or a list; None for any other value, and for one that lines cannot show."""
    if not isinstance(value, (dict, list)) or not value:
        return None
    try:
        lines = list(islice(_member_lines(value, 0), _MAX_LINES + 1))
    except _NeedsTreeError:
        return None
    return "\n".join(lines) if len(lines) <= _MAX_LINES else None


class _NeedsTreeError(Exception):
    """Lines cannot show the value."""


def _member_lines(value: dict[str, JsonValue] | list[JsonValue], depth: int) -> Iterator[str]:
    if depth > _MAX_DEPTH:
        raise _NeedsTreeError
    if isinstance(value, list):
        for at, item in enumerate(value, 1):
            yield from _value_lines(tr("item {number}", number=f"{at:,}"), item, depth)
        return
    for name, item in value.items():
        if not is_plain_name(name):
            raise _NeedsTreeError
        yield from _value_lines(name, item, depth)


def _value_lines(name: str, value: JsonValue, depth: int) -> Iterator[str]:
    indent = INDENT * depth
    if isinstance(value, (dict, list)) and value:
        yield f"{indent}{name}:"
        yield from _member_lines(value, depth + 1)
    else:
        yield f"{indent}{name}: {text_in_line(value, depth)}"


def is_plain_name(name: str) -> bool:
    """Whether a name at the beginning of a line can only be read as a name."""
    return bool(name.strip()) and name.isprintable() and is_short_name(name) and ":" not in name


def text_in_line(value: JsonValue, depth: int = 0) -> str:
    """A text after its name, with its further lines indented; any other value as it is sent."""
    if not isinstance(value, str):
        return lexeme(value)
    if ambiguity_note(value):
        return in_quotes(value).replace("\n", f"\n{INDENT * (depth + 2)}")
    return value.replace("\n", f"\n{INDENT * (depth + 2)}")


def indent_json(document: str, max_parts: int = _MAX_PARTS) -> str | None:
    """Canonical JSON with a line for each value; None if it has more than ``max_parts`` parts."""
    parts: list[str] = []
    depth, previous = 0, ""
    for count, match in enumerate(_PART.finditer(document)):
        if count > max_parts:
            return None
        part = match[0]
        is_opening, is_closing = part in ("{", "["), part in ("}", "]")
        depth -= is_closing
        if (is_closing and previous not in ("{", "[")) or (not is_closing and previous in ("{", "[", ",")):
            parts.append("\n" + _JSON_INDENT * min(depth, _MAX_JSON_INDENTS))
        parts.append(": " if part == ":" else part)
        depth += is_opening
        previous = part
    return "".join(parts)
