"""How parts of a line look (pure).

Owns: the few looks that a part of a value may have, and their place when a line is folded. What stays true: a look is
never the only sign of anything: it makes easier to read what the characters say already.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple, Protocol, TypeAlias, runtime_checkable

from host.text import FOLD_MARK, escape
from ui.inputs.lines import pieces, squeezed

Look: TypeAlias = Literal["strong", "soft", "string", "gone", "new", "unseen"]


class Style(NamedTuple):
    """Attributes: start, stop: characters of a line on the screen. look: theirs."""

    start: int
    stop: int
    look: Look


@runtime_checkable
class StyledLines(Protocol):
    """Lines that have looks."""

    def styles(self, start: int, stop: int) -> list[list[Style]]:
        """Of each of these lines."""


def shown_at(raw: str, place: int) -> int:
    """Where a character of a raw line stands on the screen, before folding."""
    return len(squeezed(escape(raw[:place], newlines=True)))


def folded(shown: str, styles: Sequence[Style]) -> tuple[list[str], list[list[Style]]]:
    """A line on the screen in the pieces it is shown in, and the looks of each."""
    parts, found = pieces(shown), []
    at = 0
    for index, part in enumerate(parts):
        lead = len(FOLD_MARK) if index else 0
        length = len(part) - lead
        found.append(_within(styles, at, length, lead))
        at += length
    return parts, found


def _within(styles: Sequence[Style], at: int, length: int, lead: int) -> list[Style]:
    return [
        Style(max(start, at) - at + lead, min(stop, at + length) - at + lead, look)
        for start, stop, look in styles
        if start < at + length and stop > at
    ]
