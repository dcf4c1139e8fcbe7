"""Which part of a widget is in view, and scrolling to it.

Owns: noticing that something may have come into view: shown, resized, scrolled.

Invariants:
    Many such events at once cause one call.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QTimer
from PySide6.QtWidgets import QAbstractScrollArea, QScrollArea, QWidget

from ui import theme
from ui.widgets.scroll import FadeScroll


class VisibilityWatch(QObject):
    """Calls ``callback`` soon after what is seen of ``widget`` may have changed."""

    def __init__(self, widget: QWidget, callback: Callable[[], None]) -> None:
        super().__init__(widget)
        self._widget = widget
        self._areas: list[QAbstractScrollArea] = []
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.timeout.connect(callback)
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


def has_final_height(widget: QWidget) -> bool:
    """Whether ``widget`` has the height that its content needs; until then things stand where they will not stay."""
    layout = widget.layout()
    if layout is None:
        return True
    layout.activate()
    return widget.height() >= layout.totalMinimumHeightForWidth(widget.width())


def _scroller(widget: QWidget) -> tuple[QScrollArea, QWidget] | None:
    """What scrolls ``widget``, laid out as it will be, and what it scrolls."""
    parent = widget.parentWidget()
    while parent is not None:
        content = parent.widget() if isinstance(parent, QScrollArea) else None
        if isinstance(parent, QScrollArea) and content is not None:
            layout = content.layout()
            if layout is not None:
                layout.activate()
            return parent, content
        parent = parent.parentWidget()
    return None


def scroll_into_view(widget: QWidget, rect: QRect, tries: int = 5) -> None:
    """Scroll whatever scrolls ``widget`` until this part of it is well in view.

    Where what scrolls has not grown to what is in it yet, it is tried again a moment later, so many times.
    """
    if (found := _scroller(widget)) is None:
        return
    area, content = found
    bar, top = area.verticalScrollBar(), widget.mapTo(content, rect.topLeft()).y()
    room = area.viewport().height()
    edge = max(theme.PAGE, area.obscured) if isinstance(area, FadeScroll) else theme.PAGE
    if not bar.value() <= top <= top + rect.height() <= bar.value() + room - edge:
        bar.setValue(max(0, top - room // 3))
    if tries and top + rect.height() > bar.value() + room:
        QTimer.singleShot(0, widget, partial(scroll_into_view, widget, rect, tries - 1))


def visible_part(widget: QWidget) -> QRect:
    """The part of ``widget`` that is on screen and not under the fade at the lower edge of what scrolls it."""
    rect = widget.visibleRegion().boundingRect()
    parent = widget.parentWidget()
    while parent is not None and not rect.isEmpty():
        if isinstance(parent, FadeScroll):
            edge = parent.viewport().height() - parent.obscured
            rect.setBottom(min(rect.bottom(), widget.mapFrom(parent.viewport(), QPoint(0, edge)).y() - 1))
        parent = parent.parentWidget()
    return rect


def scroll_to_top(widget: QWidget) -> None:
    """Scroll whatever scrolls ``widget`` until its top is in view, as a new page begins at its beginning."""
    if (found := _scroller(widget)) is not None:
        area, content = found
        top = widget.mapTo(content, QPoint(0, 0)).y() - theme.GROUP
        if top < area.verticalScrollBar().value():
            area.verticalScrollBar().setValue(top)
