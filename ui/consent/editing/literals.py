r"""JSON as a person types it (pure).

Owns: the reading of typed values, and the writing of values as text that a field keeps character by character.

Invariants: digits stay as typed; what a field would change or hide stands as an escape (``\u200B``), so that what is
read back means what stood there; the only error that leaves the reading is ``Unreadable``.
"""

from __future__ import annotations

import json
from typing import Final

from host.control import codec
from host.errors import AssentError
from host.model import JsonObject, JsonValue
from host.text import is_hidden
from ui.tr import tr

FIELD_LIMIT: Final = 65_536
"""Characters of a text that can be edited in a field; what is longer is kept, removed or replaced as a whole."""
LINE_LIMIT: Final = 16_384
"""Characters of one line up to which a field breaks it to its width."""
_INDENT: Final = "  "


class Unreadable(AssentError):
    """What was typed is no value. The text is one safe sentence without its end."""


def read(typed: str) -> JsonValue:
    """Exactly one JSON value. Raises Unreadable."""
    if not typed.strip(" \t\r\n"):
        raise Unreadable(tr("nothing is written here"))
    try:
        found = codec.object_of(b'{"":' + typed.encode("utf-8", "surrogatepass") + b"}")
    except AssentError as error:
        raise Unreadable(_fault(typed)) from error
    if list(found) != [""]:
        raise Unreadable(tr("this is more than one value"))
    return found[""]


def _fault(typed: str) -> str:
    """Where it stops being JSON, for what has several lines."""
    try:
        json.loads(typed)
    except json.JSONDecodeError as error:
        if "\n" in typed.strip():
            return tr("this is no JSON: look at line {line}, and at what stands right before it", line=error.lineno)
    except (ValueError, RecursionError):
        pass
    return tr("this is no JSON: text stands in quotation marks, names too")


def read_object(typed: str) -> JsonObject:
    """Exactly one JSON object. Raises Unreadable."""
    value = read(typed)
    if not isinstance(value, dict):
        raise Unreadable(tr("the inputs are a JSON object, in braces"))
    return value


def is_kept(text: str) -> bool:
    """Whether a text field shows each character of ``text`` and gives it back as it was."""
    return not _odd(text)


def literal(text: str) -> str:
    """``text`` as a JSON string in which nothing is hidden."""
    written = json.dumps(text, ensure_ascii=False)
    for char in _odd(written):
        written = written.replace(char, json.dumps(char)[1:-1])
    return written


def written(value: JsonValue) -> str:
    """A value on one line, as a field keeps it."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{literal(name)}: {written(item)}" for name, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(written, value)) + "]"
    return literal(value) if isinstance(value, str) else codec.lexeme(value)


def laid_out(value: JsonValue, depth: int = 0) -> str:
    """A value over lines, to be read and edited."""
    edge, inside = _INDENT * depth, _INDENT * (depth + 1)
    if isinstance(value, dict) and value:
        rows = [f"{inside}{literal(name)}: {laid_out(item, depth + 1)}" for name, item in value.items()]
        return "{\n" + ",\n".join(rows) + f"\n{edge}}}"
    if isinstance(value, list) and value:
        return "[\n" + ",\n".join(inside + laid_out(item, depth + 1) for item in value) + f"\n{edge}]"
    return written(value)


def _odd(text: str) -> set[str]:
    """The different characters that a field would change or hide."""
    if text.isascii() and text.isprintable():
        return set()
    return {char for char in set(text) if char == "\r" or (char not in "\n\t" and is_hidden(char))}
