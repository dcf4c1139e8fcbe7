"""The mutations in GraphQL documents (pure).

Owns: telling whether a document has a mutation, and which fields its mutations select (GraphQL, October 2021, §2).
Invariants: never raises; one pass over a bounded part of the text; all operations of a document count, whichever is
chosen; fragments, the body of a request, and a part that was cut off count as a mutation of unknown fields.
"""

from __future__ import annotations

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
    """The fields that the mutations of a document select, None if there is no mutation; empty if they are unknown.

    ``text``: a document, or the body of a request with one (GraphQL over HTTP).
    """
    if "mutation" not in text:
        return None
    head = text[:MAX_LENGTH].encode("ascii", "replace").decode().lstrip("?")  # without a byte order mark
    if head.startswith("{") and '"query"' in head:
        return ()
    return _read(head, was_cut=len(text) > MAX_LENGTH) if _DOCUMENT_START.match(head) is not None else None


@lru_cache(maxsize=64)
def _read(text: str, *, was_cut: bool) -> tuple[str, ...] | None:
    symbols = [symbol for match in _TOKEN.finditer(text) if (symbol := match.groups()[0]) is not None]
    fields: dict[str, None] = {}
    has_mutation, is_mutation = was_cut or len(symbols) > MAX_TOKENS, False
    braces = brackets = 0
    previous = ""
    for symbol in symbols[:MAX_TOKENS]:
        if symbol in ("(", "[", ")", "]"):
            brackets = max(brackets + (1 if symbol in "([" else -1), 0)
        elif brackets:
            continue
        elif symbol in ("{", "}"):
            braces = max(braces + (1 if symbol == "{" else -1), 0)
        elif braces == 0 and symbol in _ROOTS and previous not in _ROOTS:
            is_mutation = symbol == "mutation"
            has_mutation = has_mutation or is_mutation
        elif braces == 1 and is_mutation:
            if symbol == "...":
                return ()
            if symbol == ":":  # what stands before is the name of the answer
                fields.pop(previous, None)
            elif symbol not in ("@", "$") and previous != "@" and len(fields) < MAX_FIELDS:
                fields[symbol[:_MAX_NAME]] = None
        previous = symbol
    return tuple(fields) if has_mutation else None
