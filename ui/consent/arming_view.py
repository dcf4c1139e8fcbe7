"""What a button that arms sees of Qt: paints, turns of the loop, and places (attack 10).

Owns: the timer that ticks from the paint until the button is armed; the bar that shows how far that is; what of the
button can be seen and pressed on the screen.

Invariants: a paint counts only of what is complete, and the timer ticks only while there is something to wait for;
whatever brings the button under a pointer that was there before is told: it moved, what it is in scrolled, it or its
window grew or came elsewhere, it was shown, what covered it in its window went; a place that only shrank is not told:
each point that is left was the button's all the time.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QRegion
from PySide6.QtWidgets import QWidget

from ui import theme
from ui.consent.arming import Arming
from ui.text import is_mirrored
from ui.widgets.scroll import part_in_view

TICK_MS: Final = 40


def always() -> bool:
    """For what is complete as soon as it is there."""
    return True


class EventLoopClock(QObject):
    """Tells an ``Arming`` that its content was painted, and of each turn of the event loop.

    Signals:
        turned(): after each turn, the last of which armed it or found nothing to wait for.
    """

    turned = Signal()

    def __init__(
        self, arming: Arming, shown: QWidget, is_complete: Callable[[], bool] = always, parent: QObject | None = None
    ) -> None:
        """``shown``: the widget with the content. ``is_complete``: whether all of it is there to be painted."""
        super().__init__(parent)
        self._arming, self._shown, self._is_complete = arming, shown, is_complete
        self._timer = QTimer(self)
        self._timer.setInterval(TICK_MS)
        self._timer.timeout.connect(self.turn)
        shown.installEventFilter(self)
        arming.on_restart(self.begin)

    def begin(self) -> None:
        """Tick from now on, as long as it is worth it."""
        if self._arming.waits and not self._timer.isActive():
            self._timer.start()

    def turn(self) -> None:
        """One turn of the loop."""
        if self._arming.needs_paint and self._is_complete():
            self._shown.update()
        self._arming.tick()
        if not self._arming.waits:
            self._timer.stop()
        self.turned.emit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802  # Qt's name
        """See it painted."""
        if event.type() is QEvent.Type.Paint and self._is_complete():
            self._arming.painted()
        return super().eventFilter(watched, event)


_LINE: Final = 3
"""Pixels of the line at the foot."""
_TINT: Final = 0.12
"""Opacity of the tint: the words are read through it."""


class ArmingBar(QWidget):
    """Lies over its button, and takes no press from it."""

    def __init__(self, button: QWidget) -> None:
        super().__init__(button)
        self._progress = 0.0
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()
        button.installEventFilter(self)

    def show_progress(self, progress: float | None) -> None:
        """``progress``: from 0 to 1; None where nothing is waited for."""
        self.setVisible(progress is not None)
        if progress is not None and progress != self._progress:
            self._progress = progress
            self.update()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802  # Qt's name
        """Stay as large as the button within its corners."""
        if event.type() is QEvent.Type.Resize and isinstance(watched, QWidget):
            self.setGeometry(watched.rect().adjusted(4, 1, -4, -1))
        return super().eventFilter(watched, event)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002, N802  # Qt's signature
        """From the left, or from the right where lines begin there."""
        done = self.rect()
        done.setWidth(round(self.width() * self._progress))
        if is_mirrored():
            done.moveRight(self.rect().right())
        ink = QColor(theme.current().tokens.muted)
        painter = QPainter(self)
        painter.fillRect(done.adjusted(0, self.height() - _LINE, 0, 0), ink)
        ink.setAlphaF(_TINT)
        painter.fillRect(done, ink)
        painter.end()


_CHANGES: Final = frozenset(
    {
        QEvent.Type.Move,
        QEvent.Type.Resize,
        QEvent.Type.Show,
        QEvent.Type.Hide,
        QEvent.Type.UpdateRequest,  # of the window, whatever in it is drawn anew: a cover that came, or went
    }
)


class PlaceWatch(QObject):
    """Watches the place of one button.

    Signals:
        came(): the button, or a part of it, is where it was not before.
    """

    came = Signal()

    def __init__(self, button: QWidget) -> None:
        super().__init__(button)
        self._button = button
        self._place = QRegion()
        button.installEventFilter(self)

    def check(self) -> None:
        """Look where the button is now. What presses it asks first: a change may not have been told yet."""
        place = self._find()
        came = not place.subtracted(self._place).isEmpty()
        self._place = place
        if came:
            self.came.emit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802  # Qt's name
        """Look again whenever something around the button changed."""
        if event.type() in _CHANGES:
            if watched is self._button and event.type() is QEvent.Type.Show:
                self._watch_ancestors()
            self.check()
        return super().eventFilter(watched, event)

    def _watch_ancestors(self) -> None:
        around = self._button.parentWidget()
        while around is not None:
            around.installEventFilter(self)  # of one that watches already Qt makes no second
            around = None if around.isWindow() else around.parentWidget()

    def _find(self) -> QRegion:
        """What of the button a pointer reaches, on the screen."""
        button = self._button
        if not button.isVisible():
            return QRegion()
        place = QRegion(part_in_view(button))
        inner: QWidget = button
        while not inner.isWindow() and (outer := inner.parentWidget()) is not None:
            for cover in _above(inner, outer):
                place -= QRegion(QRect(button.mapFrom(outer, cover.pos()), cover.size()))
            inner = outer
        return place.translated(button.mapToGlobal(QPoint(0, 0)))


def _above(widget: QWidget, parent: QWidget) -> list[QWidget]:
    """What may lie over ``widget`` and takes presses: Qt keeps children in the order in which they are stacked."""
    children = parent.children()
    return [
        child
        for child in children[children.index(widget) + 1 :]
        if isinstance(child, QWidget)
        and child.isVisible()
        and not child.isWindow()
        and not child.testAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
    ]
