"""What must fit the narrowest window: strangers' words, and content of any length beside the buttons.

Owns: the breaking of unbroken words by what they measure, and the scroll area that is as high as its content up to a
bound, and lower where a small window has no room: it scrolls then, and nothing of it is cut off.

Invariants: nothing is clipped at the edge, whatever a stranger's name looks like: what a word wrap cannot break is
folded, with the mark of ``host.text``; the buttons stay on screen, whatever stands above them.
"""

from __future__ import annotations

import re
from typing import Final

from PySide6.QtCore import QEvent, QObject, QSize, Qt
from PySide6.QtGui import QFontMetrics, QResizeEvent
from PySide6.QtWidgets import QLabel, QLayout, QVBoxLayout, QWidget

from host.text import MIN_WIDTH, fold
from ui import text, theme
from ui.widgets.scroll import FadeScroll

ROOM: Final = 480 - 3 * theme.PAGE
"""Width for words in the narrowest window."""
LEAST: Final = 2 * theme.ROW
"""Height of a bounded scroll area whose content is higher: half of it is read, and a page down moves it by no more."""
_STEP: Final = 4
_WIDEST: Final = 96
_MOST: Final = 4_000
"""Characters that a label bears."""
_UNFINISHED: Final = re.compile("⟨[^⟩]{0,9}$")


def keep_edges(area: FadeScroll, column: QLayout, above: int) -> None:
    """Let ``column``, which scrolls, keep the edges of what stands around it, with a scroll bar and without."""
    edges = _Edges(area, column, above)
    area.verticalScrollBar().rangeChanged.connect(edges.arrange)
    edges.arrange(0, 0)


class _Edges(QObject):
    """Ends with the area: nothing is arranged in what is gone."""

    def __init__(self, area: FadeScroll, column: QLayout, above: int) -> None:
        super().__init__(area)
        self._area, self._column, self._above = area, column, above

    def arrange(self, _least: int, most: int) -> None:
        """``most``: that the scroll bar can be moved by."""
        beside = theme.PAGE - (self._area.verticalScrollBar().sizeHint().width() if most else 0)
        mirrored = self._area.layoutDirection() is Qt.LayoutDirection.RightToLeft
        left, right = (beside, theme.PAGE) if mirrored else (theme.PAGE, beside)
        self._column.setContentsMargins(left, self._above, right, theme.SECTION)


def set_fitting(label: QLabel, escaped: str, room: int = ROOM) -> None:
    """Show escaped words in a label that wraps."""
    label.ensurePolished()
    text.set_text(label, fitted(escaped, label.fontMetrics(), room))


def fitting_label(
    escaped: str, role: text.LabelRole, parent: QWidget, room: int = ROOM, *, selectable: bool = False
) -> QLabel:
    """A label that wraps, with escaped words."""
    made = text.label("", role, wrap=True, selectable=selectable, parent=parent)
    set_fitting(made, escaped, room)
    return made


def keep_beside(label: QLabel) -> None:
    """In a mirrored window a value of one line stands where its name does; one that wraps reads from the left."""
    if text.is_mirrored() and label.fontMetrics().horizontalAdvance(label.text()) <= ROOM:
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


class BoundedScroll(FadeScroll):
    """A scroll area as high as its content, within a bound.

    Attributes:
        inside: what scrolls.
        rows: what it shows, from top to bottom.
    """

    def __init__(self, most: int, parent: QWidget | None = None) -> None:
        """``most``: height that it takes at most, in pixels of the theme."""
        super().__init__(parent, ground="surface")
        self._most = self._wanted = most
        self.inside = QWidget()
        self.rows = QVBoxLayout(self.inside)
        self.rows.setSpacing(theme.SPACE)
        self.rows.setAlignment(Qt.AlignmentFlag.AlignTop)  # not spread over a height that is only on its way
        self.setWidget(self.inside)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802  # Qt's name
        """What it shows changed."""
        if watched is self.widget() and event.type() is QEvent.Type.LayoutRequest:
            self.fit()
        return super().eventFilter(watched, event)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  # Qt's name
        """Another width wraps otherwise."""
        super().resizeEvent(event)
        self.fit()

    def set_most(self, most: int) -> None:
        """Another bound."""
        if most != self._most:
            self._most = most
            self.fit()

    def sizeHint(self) -> QSize:  # noqa: N802  # Qt's name
        """As high as what is shown, within the bound."""
        return QSize(super().sizeHint().width(), self._wanted)

    def fit(self) -> None:
        """Be as high as what is shown, and lower only where the window has no room for that."""
        width = self.viewport().width()
        needed = (
            self.rows.totalHeightForWidth(width)
            if self.rows.hasHeightForWidth()
            else self.rows.totalMinimumSize().height()
        )
        self._wanted = max(theme.SECTION, min(self._most, needed))
        self.setMinimumHeight(min(LEAST, self._wanted))
        self.setMaximumHeight(self._wanted)
        self.updateGeometry()
