"""What a GraphQL document changes (pure).

Owns: telling which fields its mutations select (GraphQL, October 2021, §2.3). Invariants: strings and comments hold no
operations; one pass; of a document with several operations all count, whichever is chosen.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from host.patterns import linear

LONGEST: Final = 64 << 10
"""Characters of a document that are looked at."""
_NO_CODE: Final = linear(r'"""(?:[^"]|"[^"]|""[^"])*"""|"(?:[^"\\\n]|\\.)*"|#[^\n]*')
_TOKEN: Final = linear(r"[A-Za-z_][0-9A-Za-z_]*|\.\.\.|[{}()\[\]@:$]")
_SIGNS: Final = frozenset("{}()[]@:$") | {"..."}


def changed_by(text: str) -> tuple[str, ...]:
    """The fields that the mutations of a document select, which name what is done; empty where it holds none."""
    return _changed_by(text[:LONGEST]) if "mutation" in text else ()


@lru_cache(maxsize=64)
def _changed_by(text: str) -> tuple[str, ...]:
    found: dict[str, None] = {}
    braces = brackets = 0
    changes = False
    before = ""
    pieces = [piece[0] for piece in _TOKEN.finditer(_NO_CODE.sub(" ", text))]
    for piece, behind in zip(pieces, (*pieces[1:], ""), strict=True):
        if piece in ("{", "}"):
            braces += 1 if piece == "{" else -1
        elif piece in ("(", "["):
            brackets += 1
        elif piece in (")", "]"):
            brackets -= 1
        elif piece not in _SIGNS and not brackets:
            if braces == 0 and piece in ("query", "subscription", "mutation", "fragment") and before in ("", "}"):
                changes = piece == "mutation"
            elif braces == 0 and before == "on":
                changes = piece == "Mutation"
            elif braces == 1 and changes and before not in ("...", "@", "$") and behind != ":":
                found[piece] = None
        before = piece
    return tuple(found)
