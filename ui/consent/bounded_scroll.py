"""Something of any length beside the buttons, in a bounded place.

Owns: its height.

Invariants: it is as high as what it shows, up to its bound, and scrolls from there on; so the buttons stay on screen,
whatever strangers' words stand above them.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from ui import theme
from ui.widgets.scroll import FadeScroll


def part_in_view(widget: QWidget) -> QRect:
    """What of a widget is not cut off, faded or covered by what is around it, in its own coordinates."""
    part, inner = widget.rect(), widget
    offset = QPoint(0, 0)
    while not inner.isWindow() and (outer := inner.parentWidget()) is not None:
        offset += inner.pos()
        around = outer.parentWidget()
        hidden = around.obscured if isinstance(around, FadeScroll) and around.viewport() is outer else 0
        part &= outer.rect().adjusted(0, 0, 0, -hidden).translated(-offset)
        inner = outer
    return part


class BoundedScroll(FadeScroll):
    """A scroll area as high as its content, within a bound.

    Attributes:
        inside: what scrolls. rows: what it shows, from top to bottom.
    """

    def __init__(self, most: int, parent: QWidget | None = None) -> None:
        """``most``: height that it takes at most, in pixels of the theme."""
        super().__init__(parent, ground="surface")
        self._most = most
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

    def fit(self) -> None:
        """Be as high as what is shown."""
        width = self.viewport().width()
        needed = (
            self.rows.totalHeightForWidth(width)
            if self.rows.hasHeightForWidth()
            else self.rows.totalMinimumSize().height()
        )
        self.setFixedHeight(max(theme.SECTION, min(self._most, needed)))
