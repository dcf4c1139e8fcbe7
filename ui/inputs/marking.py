"""From characters of a raw text to places on the screen (pure but for the type of a mark).

Owns: that way. What stays true: a mark stands where the characters do, for the lines themselves tell; a text of any
length takes no more than a look through it.
"""

from __future__ import annotations

from typing import Final

from ui.inputs.lines import TextLines
from ui.inputs.looks import Mark

_MOST: Final = 400
"""Lines of one mark."""
_WHOLE_LINE: Final = 1 << 20


def marks_in(lines: TextLines, span: tuple[int, int], *, lit: bool) -> list[Mark]:
    """The parts of lines that show these characters of the raw text."""
    first, start = lines.place(span[0])
    last, stop = lines.place(span[1])
    found = []
    for line in range(first, min(last, first + _MOST) + 1):
        begin, end = (start if line == first else 0), (stop if line == last else _WHOLE_LINE)
        if begin < end:
            found.append(Mark(line, begin, end, lit))
    return found or [Mark(first, start, start + 1, lit)]
