"""Knowing when something may have come into view.

Owns: the occasions to look again: shown, resized, scrolled. What stays true: many occasions at once are one look.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QPoint, QTimer
from PySide6.QtWidgets import QAbstractScrollArea, QScrollArea, QWidget

from ui import theme


class ViewWatch(QObject):
    """Calls ``look`` soon after what is seen of ``widget`` may have changed."""

    def __init__(self, widget: QWidget, look: Callable[[], None]) -> None:
        super().__init__(widget)
        self._widget = widget
        self._areas: list[QAbstractScrollArea] = []
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.timeout.connect(look)
        widget.installEventFilter(self)

    def soon(self) -> None:
        """Look when the work at hand is done."""
        self._soon.start(0)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802  # Qt's name
        """Notice that the widget, or what scrolls it, changed."""
        if event.type() is QEvent.Type.Show and watched is self._widget:
            self._find_areas()
        if event.type() in (QEvent.Type.Show, QEvent.Type.Resize, QEvent.Type.Move, QEvent.Type.LayoutRequest):
            self.soon()
        return False

    def _find_areas(self) -> None:
        """Whatever scrolls the widget, near or far."""
        parent = self._widget.parentWidget()
        while parent is not None:
            if isinstance(parent, QAbstractScrollArea) and parent not in self._areas:
                self._areas.append(parent)
                parent.verticalScrollBar().valueChanged.connect(self.soon)
                parent.verticalScrollBar().rangeChanged.connect(self.soon)
                parent.viewport().installEventFilter(self)
            parent = parent.parentWidget()


def is_settled(widget: QWidget) -> bool:
    """Whether ``widget`` has the height that its content needs; until then things stand where they will not stay."""
    layout = widget.layout()
    if layout is None:
        return True
    layout.activate()
    return widget.height() >= layout.totalMinimumHeightForWidth(widget.width())


def bring_up(widget: QWidget) -> None:
    """Scroll whatever scrolls ``widget`` until its top is in view, as a new page begins at its beginning."""
    parent = widget.parentWidget()
    while parent is not None:
        content = parent.widget() if isinstance(parent, QScrollArea) else None
        if isinstance(parent, QScrollArea) and content is not None:
            layout = content.layout()
            if layout is not None:
                layout.activate()
            top = widget.mapTo(content, QPoint(0, 0)).y() - theme.GROUP
            if top < parent.verticalScrollBar().value():
                parent.verticalScrollBar().setValue(top)
            return
        parent = parent.parentWidget()
