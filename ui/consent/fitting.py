"""What must fit the narrowest window: untrusted words, and content of any length beside the buttons.

Owns: the folding of long words by their width, and the scroll area that is as high as its content up to a bound, or
lower if a small window has no room: then it scrolls, and nothing of it is cut off.

Invariants: nothing is clipped at the edge, whatever an untrusted name looks like: a word that cannot wrap is folded,
with the mark of ``host.text``. The buttons stay on screen, whatever stands above them.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QObject, QSize, Qt
from PySide6.QtGui import QFontMetrics, QResizeEvent
from PySide6.QtWidgets import QLabel, QLayout, QVBoxLayout, QWidget

from host import regex
from host.text import MIN_WIDTH, fold
from ui import text, theme
from ui.widgets.scroll import FadeScroll

ROOM: Final = 480 - 3 * theme.PAGE
"""Width for words in the narrowest window."""
MIN_SCROLL_HEIGHT: Final = 2 * theme.ROW
"""Height of a bounded scroll area with more content: half of it is read, and a page down moves it no further."""
_WIDTH_STEP: Final = 4
_MAX_FOLD_WIDTH: Final = 96
_MAX_CHARACTERS: Final = 4_000
"""Characters that a label can show."""
_UNFINISHED_MARK: Final = regex.pattern("⟨[^⟩]{0,9}$")


def align_edges(area: FadeScroll, column: QLayout, top_margin: int) -> None:
    """Align a scrolling ``column`` with what stands around it, with a scroll bar and without."""
    edges = _EdgeAligner(area, column, top_margin)
    area.verticalScrollBar().rangeChanged.connect(edges.arrange)
    edges.arrange(0, 0)


class _EdgeAligner(QObject):
    """Adjusts the margins. It is a child of the area, so that it ends with it."""

    def __init__(self, area: FadeScroll, column: QLayout, top_margin: int) -> None:
        super().__init__(area)
        self._area, self._column, self._top_margin = area, column, top_margin

    def arrange(self, _minimum: int, scroll_range: int) -> None:
        """Set the margins. ``scroll_range``: by how much the scroll bar can be moved."""
        bar_edge = theme.PAGE - (self._area.verticalScrollBar().sizeHint().width() if scroll_range else 0)
        mirrored = self._area.layoutDirection() is Qt.LayoutDirection.RightToLeft
        left, right = (bar_edge, theme.PAGE) if mirrored else (theme.PAGE, bar_edge)
        self._column.setContentsMargins(left, self._top_margin, right, theme.SECTION)


def set_fitting(label: QLabel, escaped: str, room: int = ROOM) -> None:
    """Show escaped words in a label that wraps."""
    label.ensurePolished()
    text.set_text(label, fitted(escaped, label.fontMetrics(), room))


def fitting_label(
    escaped: str, role: text.LabelRole, parent: QWidget, room: int = ROOM, *, selectable: bool = False
) -> QLabel:
    """Make a label that wraps, with escaped words."""
    label = text.label("", role, wrap=True, selectable=selectable, parent=parent)
    set_fitting(label, escaped, room)
    return label


def align_with_name(label: QLabel) -> None:
    """Align a value of one line with its name in a right-to-left window. A value that wraps stays left."""
    if text.is_mirrored() and label.fontMetrics().horizontalAdvance(label.text()) <= ROOM:
        label.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignAbsolute | Qt.AlignmentFlag.AlignVCenter)


def fitted(escaped: str, metrics: QFontMetrics, room: int = ROOM) -> str:
    """Fold escaped words that are wider than ``room``. A very long text is cut; no sentence is that long."""
    if len(escaped) > _MAX_CHARACTERS:
        beginning = _UNFINISHED_MARK.sub("", escaped[:_MAX_CHARACTERS])
        escaped = f"{beginning}⟨… {len(escaped) - len(beginning):,} more characters⟩"
    lines = (" ".join(_fold_to_width(word, metrics, room) for word in line.split(" ")) for line in escaped.split("\n"))
    return "\n".join(lines)


def _fold_to_width(word: str, metrics: QFontMetrics, room: int) -> str:
    if len(word) < MIN_WIDTH or metrics.horizontalAdvance(word) <= room:
        return word
    for width in range(_MAX_FOLD_WIDTH, MIN_WIDTH, -_WIDTH_STEP):
        folded = fold(word, width)
        if all(metrics.horizontalAdvance(piece) <= room for piece in folded.split("\n")):
            return folded
    return fold(word, MIN_WIDTH)


class BoundedScroll(FadeScroll):
    """A scroll area as high as its content, up to a bound. ``rows``: its content, from top to bottom."""

    def __init__(self, max_height: int, parent: QWidget | None = None) -> None:
        super().__init__(parent, ground="surface")
        self._max_height = self._height = max_height
        self.inside = QWidget()
        self.rows = QVBoxLayout(self.inside)
        self.rows.setSpacing(theme.SPACE)
        self.rows.setAlignment(Qt.AlignmentFlag.AlignTop)  # rows are not spread over a height that is about to change
        self.setWidget(self.inside)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802  # Qt's name
        """Fit the height when the content changed."""
        if watched is self.widget() and event.type() is QEvent.Type.LayoutRequest:
            self.fit()
        return super().eventFilter(watched, event)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  # Qt's name
        """Fit the height: another width wraps otherwise."""
        super().resizeEvent(event)
        self.fit()

    def set_max_height(self, max_height: int) -> None:
        """Set another bound."""
        if max_height != self._max_height:
            self._max_height = max_height
            self.fit()

    def sizeHint(self) -> QSize:  # noqa: N802  # Qt's name
        """Return the height of the content, within the bound."""
        return QSize(super().sizeHint().width(), self._height)

    def fit(self) -> None:
        """Take the height of the content, and less only if the window has no room."""
        needed = self.rows.totalMinimumSize().height()
        if self.rows.hasHeightForWidth():
            needed = self.rows.totalHeightForWidth(self.viewport().width())
        self._height = max(theme.SECTION, min(self._max_height, needed))
        self.setMinimumHeight(min(MIN_SCROLL_HEIGHT, self._height))
        self.setMaximumHeight(self._height)
        self.updateGeometry()
