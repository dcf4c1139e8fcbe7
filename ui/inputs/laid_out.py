"""JSON laid out to be read (pure).

Owns: line ends and indents between the very lexemes that are sent. What stays true: with the blanks taken out again it
is the same text, byte for byte; the work is bounded.
"""

from __future__ import annotations

import re
from typing import Final

_STEP: Final = "  "
_MOST: Final = 60_000
"""Parts of a document up to which it is laid out."""
_DEEPEST: Final = 40
"""Levels after which lines are not set in any further."""
_PART: Final = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"|[{}\[\],:]|[^"{}\[\],:]+', re.DOTALL)


def indented(document: str) -> str | None:
    """Canonical JSON with a line for each value; None where it has too many."""
    made: list[str] = []
    depth, before = 0, ""
    for count, found in enumerate(_PART.finditer(document)):
        if count > _MOST:
            return None
        part = found[0]
        opens, closes = part in ("{", "["), part in ("}", "]")
        depth -= closes
        if (closes and before not in ("{", "[")) or (not closes and before in ("{", "[", ",")):
            made.append(_line(depth))
        made.append(": " if part == ":" else part)
        depth += opens
        before = part
    return "".join(made)


def _line(depth: int) -> str:
    return "\n" + _STEP * min(depth, _DEEPEST)
