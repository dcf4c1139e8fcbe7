"""A value with others inside it, in indented lines (pure; attacks 1 and 4).

Owns: how what a server asks, what an app answers and what goes along with a call are read without JSON; and JSON with
a line for each value.

Invariants: each name and each value of it is in the lines, or there are none and the value stands as a tree; further
lines of a text begin further in than any name, so that none passes for one; a text that could be taken for something
else (a number, *true*, nothing at all) stands in quotes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import Final

from host.control.codec import lexeme
from host.model import JsonObject, JsonValue
from host.text import quoted as in_quotes
from ui.inputs.lines import is_short_name
from ui.inputs.words import oddity
from ui.tr import tr

STEP: Final = "    "
_LINES: Final = 500
"""Names and values beyond which it stands as a tree, which is made piece by piece."""
_DEEPEST: Final = 6
_JSON_STEP: Final = "  "
_MOST_PARTS: Final = 60_000
"""Parts of a document up to which it is laid out."""
_DEEPEST_STEP: Final = 40
"""Levels after which lines are not set in any further."""
_PART: Final = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"|[{}\[\],:]|[^"{}\[\],:]+', re.DOTALL)


def in_lines(values: JsonObject) -> JsonObject:
    """``values``, those with others inside as one text each where they can be; for showing alone."""
    return {name: told if (told := nested_lines(value)) is not None else value for name, value in values.items()}


def nested_lines(value: JsonValue) -> str | None:
    """The lines of an object or a list; None for any other value, and for what lines cannot say."""
    if not isinstance(value, (dict, list)) or not value:
        return None
    try:
        lines = list(islice(_inside(value, 0), _LINES + 1))
    except _UnsayableError:
        return None
    return "\n".join(lines) if len(lines) <= _LINES else None


class _UnsayableError(Exception):
    """It stands better as a tree."""


def _inside(value: dict[str, JsonValue] | list[JsonValue], depth: int) -> Iterator[str]:
    if depth > _DEEPEST:
        raise _UnsayableError
    if isinstance(value, list):
        for at, item in enumerate(value, 1):
            yield from _line(tr("item {number}", number=f"{at:,}"), item, depth)
        return
    for name, item in value.items():
        if not is_plain_name(name):
            raise _UnsayableError
        yield from _line(name, item, depth)


def _line(name: str, value: JsonValue, depth: int) -> Iterator[str]:
    step = STEP * depth
    if isinstance(value, (dict, list)) and value:
        yield f"{step}{name}:"
        yield from _inside(value, depth + 1)
    else:
        yield f"{step}{name}: {text_in_line(value, depth)}"


def is_plain_name(name: str) -> bool:
    """Whether a name can stand at the beginning of a line, and be no more than a name."""
    return bool(name.strip()) and name.isprintable() and is_short_name(name) and ":" not in name


def text_in_line(value: JsonValue, depth: int = 0) -> str:
    """A text behind the name before it, its further lines further in; anything else as it is sent."""
    if not isinstance(value, str):
        return lexeme(value)
    if oddity(value):
        return in_quotes(value).replace("\n", f"\n{STEP * (depth + 2)}")
    return value.replace("\n", f"\n{STEP * (depth + 2)}")


def indented(document: str, most: int = _MOST_PARTS) -> str | None:
    """Canonical JSON with a line for each value; None where it has more than ``most`` parts."""
    made: list[str] = []
    depth, before = 0, ""
    for count, found in enumerate(_PART.finditer(document)):
        if count > most:
            return None
        part = found[0]
        opens, closes = part in ("{", "["), part in ("}", "]")
        depth -= closes
        if (closes and before not in ("{", "[")) or (not closes and before in ("{", "[", ",")):
            made.append("\n" + _JSON_STEP * min(depth, _DEEPEST_STEP))
        made.append(": " if part == ":" else part)
        depth += opens
        before = part
    return "".join(made)
