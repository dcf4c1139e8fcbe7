"""Tells the arming when its content was painted, and each turn of the event loop after that.

Owns: the timer that ticks from the paint until the button is armed.

Invariants: it asks for a paint only of what is complete, and says that it was painted only then; it ticks only while
there is something to wait for.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QEvent, QObject, QTimer, Signal
from PySide6.QtWidgets import QWidget

from ui.consent.arming import Arming

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
