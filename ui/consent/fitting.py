"""Words that must fit the narrowest window.

Owns: the breaking of unbroken words by what they measure.

Invariants: nothing is clipped at the edge, whatever a stranger's name looks like: what a word wrap cannot break is
folded, with the mark of ``host.text``.
"""

from __future__ import annotations

import re
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QLabel, QWidget

from host.text import MIN_WIDTH, fold
from ui import text, theme

ROOM: Final = 480 - 3 * theme.PAGE
"""Width for words in the narrowest window."""
_STEP: Final = 4
_WIDEST: Final = 96
_MOST: Final = 4_000
"""Characters that a label bears."""
_UNFINISHED: Final = re.compile("⟨[^⟩]{0,9}$")


def beside_bar(widget: QWidget, bar: int) -> tuple[int, int]:
    """Left and right margin of what scrolls in a page, where a scroll bar takes ``bar`` pixels of one already."""
    mirrored = widget.layoutDirection() is Qt.LayoutDirection.RightToLeft
    return (theme.PAGE - bar, theme.PAGE) if mirrored else (theme.PAGE, theme.PAGE - bar)


def set_fitting(label: QLabel, escaped: str, room: int = ROOM) -> None:
    """Show escaped words in a label that wraps."""
    label.ensurePolished()
    text.set_text(label, fitted(escaped, label.fontMetrics(), room))


def keep_beside(label: QLabel, room: int = ROOM) -> None:
    """In a mirrored window a value of one line stands where its name does; one that wraps reads from the left."""
    if text.is_mirrored() and label.fontMetrics().horizontalAdvance(label.text()) <= room:
        label.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignAbsolute | Qt.AlignmentFlag.AlignVCenter)


def fitted(escaped: str, metrics: QFontMetrics, room: int = ROOM) -> str:
    """Escaped words, those folded that are wider than ``room``. No sentence comes near the bound that is kept here."""
    if len(escaped) > _MOST:
        kept = _UNFINISHED.sub("", escaped[:_MOST])
        escaped = f"{kept}⟨… {len(escaped) - len(kept):,} more characters⟩"
    lines = (" ".join(_fit(word, metrics, room) for word in line.split(" ")) for line in escaped.split("\n"))
    return "\n".join(lines)


def _fit(word: str, metrics: QFontMetrics, room: int) -> str:
    if len(word) < MIN_WIDTH or metrics.horizontalAdvance(word) <= room:
        return word
    for width in range(_WIDEST, MIN_WIDTH, -_STEP):
        folded = fold(word, width)
        if all(metrics.horizontalAdvance(piece) <= room for piece in folded.split("\n")):
            return folded
    return fold(word, MIN_WIDTH)
