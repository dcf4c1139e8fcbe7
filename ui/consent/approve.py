"""The Approve button: inert until its second is over (SECURITY, row 10).

Owns: which presses of it count, and the ring that shows the second pass. What stays true: a press counts only if it
began when Approve was armed and is released while it still is; of the keys only Space works on it, never a repeated
one; whatever else presses it (a screen reader's action) meets the same question in ``ConsentWindow``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QEvent, QObject, QRectF, QSize, Qt, QTimer
from PySide6.QtGui import QColor, QIcon, QKeyEvent, QPainter, QPen, QPixmap
from PySide6.QtWidgets import QPushButton, QWidget

from ui import icons, text, theme
from ui.consent.arming import Arming

RING: Final = theme.SECTION
"""Side of the ring."""
_STROKE: Final = theme.SPACE / 2
_TICK_MS: Final = 40
_PRESSES: Final = frozenset({QEvent.Type.MouseButtonPress, QEvent.Type.MouseButtonDblClick})
_KEYS: Final = frozenset({QEvent.Type.KeyPress, QEvent.Type.KeyRelease})
_WHOLE_TURN: Final = 360 * 16
_TOP: Final = 90 * 16


class ApproveGuard(QObject):
    """Stands before the Approve button and swallows what may not reach it.

    Attributes:
        button: the Approve button.
    """

    def __init__(self, arming: Arming, offered: Callable[[], bool], parent: QWidget) -> None:
        """``offered``: whether a yes is possible at all right now."""
        super().__init__(parent)
        self._arming, self._offered = arming, offered
        self.button: QPushButton = text.button("Approve once", "normal", parent=parent)
        self.button.setIconSize(QSize(RING + theme.SPACE, RING))
        self.button.installEventFilter(self)
        self._pressed: int | None = None  # the epoch in which the press began
        self._drawn = -1
        self._ticker = QTimer(self)
        self._ticker.setInterval(_TICK_MS)
        self._ticker.timeout.connect(self.refresh)
        theme.current().changed.connect(self.begin)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802  # Qt's name
        """Swallow presses that began too early, and every key but a first Space."""
        if event.type() in _PRESSES:
            self._pressed = self._arming.epoch
            return not self._ready()
        if event.type() in _KEYS and isinstance(event, QKeyEvent):
            return self._swallows(event)
        return super().eventFilter(watched, event)

    def refresh(self) -> None:
        """Draw the ring as far as it is, and go on drawing only while it moves."""
        progress = self._arming.progress if self._offered() else 0.0
        moving = self._offered() and 0.0 < progress < 1.0
        if moving != self._ticker.isActive():
            self._ticker.start() if moving else self._ticker.stop()
        step = round(progress * _WHOLE_TURN / 16)
        if step != self._drawn:
            self._drawn = step
            self.button.setIcon(_ring(progress, self.button))
        self.button.setProperty("armed", progress >= 1.0)

    def begin(self) -> None:
        """The second begins: the ring is drawn from now on until it is closed."""
        self._drawn = -1
        self.refresh()
        if self._offered() and self._arming.progress < 1.0:
            self._ticker.start()

    def accepts(self) -> bool:
        """Whether the click that just ended counts: it began and ended in one armed stretch."""
        pressed, self._pressed = self._pressed, None
        return self._ready() and pressed in (None, self._arming.epoch)

    def forget(self) -> None:
        """What comes now began without the button."""
        self._pressed = None

    def _ready(self) -> bool:
        return self._offered() and self._arming.armed

    def _swallows(self, event: QKeyEvent) -> bool:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Select):
            return not event.modifiers() & Qt.KeyboardModifier.ControlModifier
        if event.key() != Qt.Key.Key_Space:
            return False
        if event.type() is QEvent.Type.KeyPress:
            self._pressed = self._arming.epoch
            return not self._ready()
        return False


def _ring(progress: float, widget: QWidget) -> QIcon:
    """A ring, closed as far as ``progress``; whole, it is a tick. A little room keeps it off the words."""
    scale = widget.devicePixelRatioF()
    pixmap = QPixmap(round((RING + theme.SPACE) * scale), round(RING * scale))
    pixmap.setDevicePixelRatio(scale)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    tokens = theme.current().tokens
    whole = QRectF(0, 0, RING, RING)
    if progress >= 1.0:
        icons.draw(painter, whole, icons.glyph("check-circle"), "text")
    else:
        edge = whole.adjusted(_STROKE, _STROKE, -_STROKE, -_STROKE)
        painter.setPen(QPen(QColor(tokens.border), _STROKE))
        painter.drawEllipse(edge)
        painter.setPen(QPen(QColor(tokens.muted), _STROKE, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
        painter.drawArc(edge, _TOP, -round(progress * _WHOLE_TURN))
    painter.end()
    return QIcon(pixmap)
