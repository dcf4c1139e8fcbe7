"""Noticing that the person works in a window.

Owns: which events are work, and how often it is said.

Invariants: nothing is taken from anybody; looking alone, or a pointer that passes, is no work; it is said at most once
a second.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QEvent, QObject, Signal
from PySide6.QtGui import QMouseEvent, QWindow

EVERY: Final = 1.0
"""Seconds between two words about it."""
_WORK: Final = frozenset(
    {
        QEvent.Type.MouseButtonPress, QEvent.Type.Wheel, QEvent.Type.KeyPress, QEvent.Type.TouchBegin,
        QEvent.Type.TouchUpdate,
    }
)  # fmt: skip


class ActivityWatch(QObject):
    """Watches what reaches a window.

    Signals:
        noticed(): the person does something there.
    """

    noticed = Signal()

    def __init__(self, clock: Callable[[], float], parent: QObject) -> None:
        """``clock``: monotonic seconds."""
        super().__init__(parent)
        self._clock = clock
        self._reported_at = clock() - EVERY

    def watch(self, handle: QWindow) -> None:
        """Watch this window; again changes nothing."""
        handle.removeEventFilter(self)
        handle.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802  # Qt's name
        """See it, and let it pass."""
        dragged = event.type() is QEvent.Type.MouseMove and isinstance(event, QMouseEvent) and bool(event.buttons())
        now = self._clock()
        if (dragged or event.type() in _WORK) and now - self._reported_at >= EVERY:
            self._reported_at = now
            self.noticed.emit()
        return super().eventFilter(watched, event)
