"""Tells when a button comes to stand where it did not stand before (attack 10).

Owns: what of the button can be seen and pressed, on the screen.

Invariants: whatever brings the button under a pointer that was there before is told: it moved, what it is in scrolled,
it or its window grew or came elsewhere, it was shown, what covered it in its window went. A place that only shrank is
not told: each point that is left was the button's all the time.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Qt, Signal
from PySide6.QtGui import QRegion
from PySide6.QtWidgets import QWidget

from ui.widgets.scroll import part_in_view

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
