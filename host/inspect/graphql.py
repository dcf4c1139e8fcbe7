"""What a GraphQL document changes (pure).

Owns: telling whether a document holds a mutation, and which fields its mutations select (GraphQL, October 2021, §2).
Invariants: never raises; one pass over a bounded part of the text; of a document with several operations all count,
whichever is chosen, and so do the fields of its fragments; what is cut off counts as a mutation of no known field.
"""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Final, Literal

from host.patterns import linear

LONGEST: Final = 4 << 10
"""Characters of a document that are looked at."""
PIECES: Final = 500
"""Names and marks of it that are looked at."""
FIELDS: Final = 32
_NAME: Final = 128
_BEGINS: Final = linear(r"(?:[\s,]|#[^\r\n]*(?:[\r\n]|$))*(?:\{|(?:query|mutation|subscription|fragment)\b|$)")
_PIECE: Final = linear(
    r'"""(?:[^"\\]|\\.|"[^"]|""[^"]|\\""")*"""|"(?:[^"\\\r\n]|\\.)*"|#[^\r\n]*|([A-Za-z_][0-9A-Za-z_]*|\.\.\.|[{}()\[\]@:$])'
)
"""A string, a comment, or (in the group) what a document is made of."""
_ROOTS: Final = frozenset({"query", "subscription", "mutation", "fragment"})


def mutations_in(text: str) -> tuple[str, ...] | None:
    """The fields that the mutations of a document select, which name what is done; None where it holds no mutation.

    ``text``: a document, or the body of a request with one (GraphQL over HTTP).
    """
    if "mutation" not in text:
        return None
    head = text[:LONGEST].encode("ascii", "replace").decode().lstrip("?")  # a mark of the byte order is none of it
    if head.startswith("{") and '"query"' in head:
        head = _of_request(text) or head
    return _read(head, cut=len(text) > LONGEST) if _BEGINS.match(head) is not None else None


def _of_request(text: str) -> str:
    """The document in a request's body; empty where it is none."""
    try:
        value = json.loads(text[:LONGEST])
    except (ValueError, RecursionError):
        return ""
    query = value.get("query") if isinstance(value, dict) else None
    return query.encode("ascii", "replace").decode() if isinstance(query, str) else ""


@lru_cache(maxsize=64)
def _read(text: str, *, cut: bool) -> tuple[str, ...] | None:
    document = _Document()
    for number, found in enumerate(_PIECE.finditer(text)):
        if number >= PIECES:
            cut = True
            break
        if (piece := found.groups()[0]) is not None:
            document.take(piece)
    return document.changed() if document.changes or cut else None


class _Document:
    """What a document holds, piece by piece.

    Attributes:
        changes: whether a mutation is among it.
    """

    def __init__(self) -> None:
        self.changes = False
        self._fields: dict[str, dict[str, None]] = {"": {}}  # by fragment; those of mutations under an empty name
        self._of: str | None = None
        self._spreads: list[str] = []
        self._opened: list[bool] = []  # of each brace, whether it is an inline fragment's: its fields are one level up
        self._brackets = 0
        self._after: Literal["", "spread", "inline"] = ""
        self._before = self._last = ""

    def changed(self) -> tuple[str, ...]:
        """The fields of its mutations, and of the fragments that these spread."""
        inner = (name for spread in self._spreads[:FIELDS] for name in self._fields.get(spread, ()))
        return tuple(dict.fromkeys((*self._fields[""], *inner)))

    def take(self, piece: str) -> None:
        """The next name or mark."""
        if piece in ("(", "[", ")", "]"):
            self._brackets = max(self._brackets + (1 if piece in "([" else -1), 0)
        elif self._brackets:
            return
        elif piece == "{":
            self._opened.append(bool(self._after and self._opened))
            self._after = ""
        elif piece == "}":
            self._opened = self._opened[:-1]
        elif not self._opened:
            self._begin(piece)
        else:
            self._select(piece)
        self._before = piece

    def _begin(self, piece: str) -> None:
        """Outside of braces: a definition, its name, its variables and directives."""
        if piece in _ROOTS and self._before not in _ROOTS:
            self.changes = self.changes or piece == "mutation"
            self._of = "" if piece == "mutation" else None
        elif self._before == "fragment":
            self._of = piece
            self._fields.setdefault(piece, {})

    def _select(self, piece: str) -> None:
        """Inside of them: a field, an alias before one, a fragment, a directive."""
        if piece == "...":
            self._after = "spread"
        elif self._after == "spread" and piece not in ("on", "@"):
            self._spreads.append(piece)
            self._after = ""
        elif self._after:
            self._after = "inline"
        elif self._of is None or piece in ("@", "$") or self._before == "@":
            return
        elif piece == ":":
            self._fields[self._of].pop(self._last, None)
        elif len(self._opened) - sum(self._opened) == 1 and len(self._fields[self._of]) < FIELDS:
            self._last = piece[:_NAME]
            self._fields[self._of][self._last] = None
