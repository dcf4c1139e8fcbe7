"""Long words on narrow screens (pure).

Owns: where a text without blanks is broken so that a label can wrap it. What stays true: what is broken says so with
the fold mark of ``host.text``; text that wraps by itself is left alone.
"""

from __future__ import annotations

from typing import Final

from host.text import fold

LONGEST_WORD: Final = 40
"""Characters that fit on one line of the narrowest place we show text in."""


def wrappable(shown: str, width: int = LONGEST_WORD) -> str:
    """``shown`` (our own words or escaped text) with lines that no label could wrap broken at ``width`` characters."""
    return "\n".join(
        fold(line, width) if any(len(word) > width for word in line.split(" ")) else line for line in shown.split("\n")
    )
