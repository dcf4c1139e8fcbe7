"""The mutations in GraphQL documents (pure).

Owns: telling whether a document has a mutation, and which fields its mutations select (GraphQL, October 2021, §2).
Invariants: never raises; one pass over a bounded part of the text; all operations of a document count, whichever is
chosen, and so do the fields of its fragments; a part that was cut off counts as a mutation of unknown fields.
"""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Final, Literal

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

    ``text``: a document, or the body of a request with one (GraphQL over HTTP).
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
    reader = _DocumentReader()
    for number, match in enumerate(_TOKEN.finditer(text)):
        if number >= MAX_TOKENS:
            was_cut = True
            break
        if (symbol := match.groups()[0]) is not None:
            reader.read(symbol)
    return reader.mutated_fields() if reader.has_mutation or was_cut else None


class _DocumentReader:
    """Reads a document token by token.

    Attributes:
        has_mutation: whether a mutation was read.
    """

    def __init__(self) -> None:
        self.has_mutation = False
        self._fields: dict[str, dict[str, None]] = {"": {}}  # by fragment; those of mutations under an empty name
        self._owner: str | None = None
        self._spreads: list[str] = []
        self._inline_braces: list[bool] = []  # for each open brace: whether it is an inline fragment's
        self._brackets = 0
        self._after_spread: Literal["", "spread", "inline"] = ""
        self._previous = self._last_field = ""

    def mutated_fields(self) -> tuple[str, ...]:
        """The fields of the mutations, and of the fragments that they spread."""
        inner = (name for spread in self._spreads[:MAX_FIELDS] for name in self._fields.get(spread, ()))
        return tuple(dict.fromkeys((*self._fields[""], *inner)))

    def read(self, symbol: str) -> None:
        """Read the next name or mark."""
        if symbol in ("(", "[", ")", "]"):
            self._brackets = max(self._brackets + (1 if symbol in "([" else -1), 0)
        elif self._brackets:
            return
        elif symbol == "{":
            self._inline_braces.append(bool(self._after_spread and self._inline_braces))
            self._after_spread = ""
        elif symbol == "}":
            self._inline_braces = self._inline_braces[:-1]
        elif not self._inline_braces:
            self._read_outside(symbol)
        else:
            self._read_selection(symbol)
        self._previous = symbol

    def _read_outside(self, symbol: str) -> None:
        """Read a token outside of braces: a definition, its name, its variables and directives."""
        if symbol in _ROOTS and self._previous not in _ROOTS:
            self.has_mutation = self.has_mutation or symbol == "mutation"
            self._owner = "" if symbol == "mutation" else None
        elif self._previous == "fragment":
            self._owner = symbol
            self._fields.setdefault(symbol, {})

    def _read_selection(self, symbol: str) -> None:
        """Read a token inside of braces: a field, an alias, a fragment, a directive."""
        if symbol == "...":
            self._after_spread = "spread"
        elif self._after_spread == "spread" and symbol not in ("on", "@"):
            self._spreads.append(symbol)
            self._after_spread = ""
        elif self._after_spread:
            self._after_spread = "inline"
        elif self._owner is None or symbol in ("@", "$") or self._previous == "@":
            return
        elif symbol == ":":
            self._fields[self._owner].pop(self._last_field, None)
        elif len(self._inline_braces) - sum(self._inline_braces) == 1 and len(self._fields[self._owner]) < MAX_FIELDS:
            self._last_field = symbol[:_MAX_NAME]
            self._fields[self._owner][self._last_field] = None
