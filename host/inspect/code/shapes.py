"""Shapes of commands and code that are rarely right (pure).

Owns: how a text is looked through for them. What stays true: each takes time that grows with the length alone, since
every repetition in it is bounded; what is found is a shape, not a proof.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from host.inspect.code.hold import HOLD
from host.inspect.code.ruin import RUIN
from host.inspect.code.shape import Shape

SHAPES: Final = (*RUIN, *HOLD)

_DISGUISES: Final = (
    ("${ifs}", " "), ("$ifs$9", " "), ("$ifs", " "), ("\\\n", " "), ('""', ""), ("''", ""), ("\\ ", " "), ("^", ""),
)  # fmt: skip


def normal(code: str) -> str:
    """Code as it is looked through: in lower case, with the usual disguises of a command taken off."""
    low = code.lower()
    for disguise, plain in _DISGUISES:
        if disguise in low:
            low = low.replace(disguise, plain)
    return low


def shapes(low: str) -> Iterator[tuple[Shape, re.Match[str]]]:
    """Every shape in a text that ``normal`` made, with where it stands."""
    for shape in SHAPES:
        if (match := shape.find(low)) is not None:
            yield shape, match
