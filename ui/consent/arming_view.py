"""The Qt side of a button that arms: paints, turns of the event loop, and its place (attack 10).

Owns: the timer that ticks from the paint until the button is armed; the bar that shows the progress; which part of the
button can be seen and pressed on the screen.

Invariants: a paint counts only if the content is complete. The timer ticks only while there is something to wait for.
Everything that brings the button under a resting pointer is reported: it moved, its container scrolled, it or its
window grew or moved, it was shown, or what covered it in its window went away. A place that only shrank is not
reported: each point that is left was the button's before.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPaintEvent, QRegion
from PySide6.QtWidgets import QWidget

from ui import theme
from ui.consent.arming import Arming
from ui.text import is_mirrored
from ui.widgets.scroll import part_in_view

TICK_MS: Final = 40


def always_true() -> bool:
    """Return True: for content that is complete as soon as it is there."""
    return True


class EventLoopClock(QObject):
    """Tells an ``Arming`` of paints of its content and turns of the event loop. Emits ``turned()``: after each turn."""

    turned = Signal()

    def __init__(
        self,
        arming: Arming,
        content: QWidget,
        is_complete: Callable[[], bool] = always_true,
        parent: QObject | None = None,
    ) -> None:
        """``content``: the widget with the content. ``is_complete``: whether all of it can be painted."""
        super().__init__(parent)
        self._arming, self._content, self._is_complete = arming, content, is_complete
        self._timer = QTimer(self, interval=TICK_MS)
        self._timer.timeout.connect(self.turn)
        content.installEventFilter(self)
        arming.add_restart_listener(self.begin)

    def begin(self) -> None:
        """Start to tick if there is something to wait for."""
        if self._arming.is_waiting and not self._timer.isActive():
            self._timer.start()

    def turn(self) -> None:
        """Handle one turn of the event loop."""
        if self._arming.needs_paint and self._is_complete():
            self._content.update()
        self._arming.note_turn()
        if not self._arming.is_waiting:
            self._timer.stop()
        self.turned.emit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802  # Qt's name
        """Notice paints of the content."""
        if event.type() is QEvent.Type.Paint and self._is_complete():
            self._arming.note_paint()
        return super().eventFilter(watched, event)


_LINE: Final = 3
"""Pixels of the line at the bottom."""
_TINT: Final = 0.12
"""Opacity of the tint: the label must stay readable."""


class ArmingBar(QWidget):
    """Shows the progress on top of its button. It takes no presses."""

    def __init__(self, button: QWidget) -> None:
        super().__init__(button)
        self._progress = 0.0
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()
        button.installEventFilter(self)

    def show_progress(self, progress: float | None) -> None:
        """``progress``: from 0 to 1; None if nothing is waited for."""
        self.setVisible(progress is not None)
        if progress is not None and progress != self._progress:
            self._progress = progress
            self.update()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802  # Qt's name
        """Keep the size of the button, within its edge."""
        if event.type() is QEvent.Type.Resize and isinstance(watched, QWidget):
            self.setGeometry(watched.rect().adjusted(1, 1, -1, -1))
        return super().eventFilter(watched, event)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002, N802  # Qt's signature
        """Paint from the left, or from the right in a right-to-left language; round where the button is."""
        area = QRectF(self.rect())
        area.setWidth(self.width() * self._progress)
        if is_mirrored():
            area.moveRight(self.width())
        shape = QPainterPath()
        shape.addRoundedRect(QRectF(self.rect()), theme.RADIUS - 1, theme.RADIUS - 1)
        color = QColor(theme.current().tokens.muted)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setClipRect(area.adjusted(0, self.height() - _LINE, 0, 0))
        painter.fillPath(shape, color)
        painter.setClipRect(area)
        color.setAlphaF(_TINT)
        painter.fillPath(shape, color)
        painter.end()


_CHANGES: Final = (
    QEvent.Type.Move, QEvent.Type.Resize, QEvent.Type.Show, QEvent.Type.Hide,
    QEvent.Type.UpdateRequest,  # of the window: a widget that covered the button may have come or gone
)  # fmt: skip


class PlaceWatch(QObject):
    """Watches the place of one button. Emits ``moved()``: the button, or a part of it, is where it was not before."""

    moved = Signal()

    def __init__(self, button: QWidget) -> None:
        super().__init__(button)
        self._button = button
        self._region = QRegion()
        button.installEventFilter(self)

    def check(self) -> None:
        """Find where the button is now. Call this before each press: a change may not have been reported yet."""
        region = self._reachable_region()
        has_moved = not region.subtracted(self._region).isEmpty()
        self._region = region
        if has_moved:
            self.moved.emit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802  # Qt's name
        """Check again when something around the button changed."""
        if event.type() in _CHANGES:
            if watched is self._button and event.type() is QEvent.Type.Show:
                self._watch_ancestors()
            self.check()
        return super().eventFilter(watched, event)

    def _watch_ancestors(self) -> None:
        ancestor = self._button.parentWidget()
        while ancestor is not None:
            ancestor.installEventFilter(self)  # Qt ignores a filter that is installed already
            ancestor = None if ancestor.isWindow() else ancestor.parentWidget()

    def _reachable_region(self) -> QRegion:
        """Return the region of the screen in which a pointer reaches the button."""
        button = self._button
        if not button.isVisible():
            return QRegion()
        region = QRegion(part_in_view(button))
        inner: QWidget = button
        while not inner.isWindow() and (outer := inner.parentWidget()) is not None:
            for cover in _covers_of(inner, outer):
                region -= QRegion(QRect(button.mapFrom(outer, cover.pos()), cover.size()))
            inner = outer
        return region.translated(button.mapToGlobal(QPoint(0, 0)))


def _covers_of(widget: QWidget, parent: QWidget) -> list[QWidget]:
    """Return the widgets that may cover ``widget`` and take presses. Qt keeps children in stacking order."""
    children = parent.children()
    return [
        child
        for child in children[children.index(widget) + 1 :]
        if isinstance(child, QWidget)
        and child.isVisible()
        and not child.isWindow()
        and not child.testAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
    ]
