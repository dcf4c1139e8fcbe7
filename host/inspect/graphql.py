"""The mutations in GraphQL documents (pure).

Owns: telling whether a document has a mutation, and which fields its mutations select (GraphQL, October 2021, §2).
Invariants: never raises; one pass over a bounded part of the text; all operations of a document count, whichever is
chosen; a fragment, and a part that was cut off, count as a field without a name, beside the fields that are read.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from host.patterns import linear

MAX_LENGTH: Final = 4 << 10
"""Characters of a document that are read."""
MAX_TOKENS: Final = 500
"""Tokens of a document that are read."""
MAX_FIELDS: Final = 32
_MAX_NAME: Final = 128
_DOCUMENT_START: Final = linear(r"(?:[\s,]|#[^\r\n]*(?:[\r\n]|$))*(?:\{|(?:query|mutation|subscription|fragment)\b|$)")
_TOKEN: Final = linear(
    r'"""(?:[^"\\]|\\.|"[^"]|""[^"]|\\""")*"""|"(?:[^"\\\r\n]|\\.)*"|#[^\r\n]*|([A-Za-z_][0-9A-Za-z_]*|\.\.\.|[{}()\[\]@:$])'
)
"""A string, a comment, or (in the group) a name or mark."""
_ROOTS: Final = frozenset({"query", "subscription", "mutation", "fragment"})


def mutations_in(text: str) -> tuple[str, ...] | None:
    """The fields that the mutations of a document select, None if there is no mutation.

    An unknown field is an empty name. ``text``: a document, or the body of a request with one (GraphQL over HTTP).
    """
    if "mutation" not in text:
        return None
    head = text[:MAX_LENGTH].encode("ascii", "replace").decode().lstrip("?")  # without a byte order mark
    if head.startswith("{") and '"query"' in head:
        head = _document_in_request(text) or head
    return _read(head, was_cut=len(text) > MAX_LENGTH) if _DOCUMENT_START.match(head) is not None else None


def _document_in_request(text: str) -> str:
    """The document in the JSON body of a request, empty if it is no such body."""
    try:
        value = json.loads(text[:MAX_LENGTH])
    except (ValueError, RecursionError):
        return ""
    query = value.get("query") if isinstance(value, dict) else None
    return query.encode("ascii", "replace").decode() if isinstance(query, str) else ""


@lru_cache(maxsize=64)
def _read(text: str, *, was_cut: bool) -> tuple[str, ...] | None:
    symbols = [symbol for match in _TOKEN.finditer(text) if (symbol := match.groups()[0]) is not None]
    was_cut = was_cut or len(symbols) > MAX_TOKENS
    fields: dict[str, None] = {"": None} if was_cut else {}
    has_mutation, previous, added = was_cut, "", ""
    for symbol in _outermost(symbols[:MAX_TOKENS]):
        just_added, added = added, ""
        if symbol == "{":
            has_mutation = True
        elif symbol == "...":
            fields[""] = None
        elif symbol == ":":
            if just_added:  # it is the name of the answer
                del fields[just_added]
        elif symbol not in ("@", "$") and previous not in ("@", "...") and len(fields) < MAX_FIELDS:
            name = symbol[:_MAX_NAME]
            added = "" if name in fields else name
            fields[name] = None
        previous = symbol
    return tuple(fields) if has_mutation else None


def _outermost(symbols: list[str]) -> Iterator[str]:
    """The names and marks of the outermost selection of each mutation, behind ``{``."""
    is_mutation = False
    braces = brackets = 0
    previous = ""
    for symbol in symbols:
        if symbol in ("(", "[", ")", "]"):
            brackets = max(brackets + (1 if symbol in "([" else -1), 0)
        elif brackets:
            continue
        elif symbol in ("{", "}"):
            braces = max(braces + (1 if symbol == "{" else -1), 0)
        elif braces == 0 and symbol in _ROOTS and previous not in _ROOTS:
            if is_mutation := symbol == "mutation":
                yield "{"
        elif braces == 1 and is_mutation:
            yield symbol
        previous = symbol
