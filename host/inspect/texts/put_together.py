"""What a query or a program puts together of pieces (pure).

Owns: texts that are joined from several, and letters that are spelt as numbers. What stays true: each is undone only
where a mark of it stands, and once.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from host.patterns import regex

_SPELT: Final = regex(r"\b0x((?:[2-7][0-9a-f]){5,200})\b")
_JOINED: Final = regex(r"(?<=[\w/.~])['\"]\s{0,3}(?:,|\|\||\+|\.)\s{0,3}['\"](?=[\w/.])")
_MARKS: Final = ("'", '"')


def put_together(low: str) -> Iterator[str]:
    """What a text in lower case says besides, as whoever runs it reads it."""
    if "0x" in low and _SPELT.search(low) is not None:
        yield _SPELT.sub(lambda match: bytes.fromhex(match[1]).decode("ascii", "replace").lower(), low)
    if any(mark in low for mark in _MARKS) and _JOINED.search(low) is not None:
        yield _JOINED.sub("", low)
