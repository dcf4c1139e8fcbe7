"""The Approve button: inert until its second is over (attack 10).

Owns: what reaches it of pointer and keys, the ring that shows the second pass, and the words that say whether it is
over to who cannot see the ring.

Invariants: a press counts only as ``PressGuard`` says; of the keys only Space works on it, never a repeated one;
whatever else presses it (a screen reader's action) meets the same question.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QEvent, QObject, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QKeyEvent, QPainter, QPen, QPixmap
from PySide6.QtWidgets import QPushButton, QWidget

from ui import icons, text, theme
from ui.consent.arming import Arming
from ui.consent.press_guard import PressGuard
from ui.tr import tr

RING: Final = theme.SECTION
"""Side of the ring."""
_STROKE: Final = theme.SPACE / 2
_PRESSES: Final = frozenset({QEvent.Type.MouseButtonPress, QEvent.Type.MouseButtonDblClick})
_KEYS: Final = frozenset({QEvent.Type.KeyPress, QEvent.Type.KeyRelease})
_WHOLE_TURN: Final = 360 * 16
_TOP: Final = 90 * 16


class ApproveGuard(QObject):
    """Stands before a button that approves and swallows what may not reach it.

    Attributes:
        button: the Approve button. press_guard: which presses say yes.
    """

    def __init__(self, arming: Arming, offered: Callable[[], bool], parent: QWidget) -> None:
        """``offered``: whether a yes is possible at all right now."""
        super().__init__(parent)
        self._arming, self._offered = arming, offered
        self.press_guard = PressGuard(arming, offered)
        self.button: QPushButton = text.button(tr("Approve once"), "normal", parent=parent)
        self.button.setIconSize(QSize(RING + theme.SPACE, RING))
        self.button.installEventFilter(self)
        self._says, self._why = tr("Approve once"), ""
        self._drawn = -1
        theme.current().changed.connect(self.begin)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802  # Qt's name
        """Swallow presses that began too early, and every key but a first Space."""
        if event.type() in _PRESSES:
            return not self.press_guard.begin("button")
        if event.type() is QEvent.Type.MouseButtonRelease and not self.button.isDown():
            self.press_guard.forget("button")
        if event.type() in _KEYS and isinstance(event, QKeyEvent):
            return self._swallows(event)
        return super().eventFilter(watched, event)

    def say(self, words: str, why: str) -> None:
        """What the button says, and why it says so."""
        self._says, self._why = words, why
        text.set_button_text(self.button, words)
        text.tooltip(self.button, why)

    def set_grave(self, grave: bool) -> None:
        """Whether a grave finding stands: the button looks like nothing that is pressed in passing then."""
        role: text.ButtonRole = "danger" if grave else "normal"
        if self.button.property("role") != role:
            self.button.setProperty("role", role)
            self.button.style().unpolish(self.button)
            self.button.style().polish(self.button)

    def refresh(self) -> None:
        """Draw the ring as far as it is, and say whether it is closed."""
        progress = self._arming.progress if self._offered() else 0.0
        step = round(progress * _WHOLE_TURN / 16)
        if step != self._drawn:
            self._drawn = step
            self.button.setIcon(_ring(progress, self.button))
        self.button.setProperty("armed", progress >= 1.0)
        text.named(self.button, self._says, f"{_state(self._offered(), progress >= 1.0)}{self._why}")

    def begin(self) -> None:
        """The ring is drawn anew."""
        self._drawn = -1
        self.refresh()

    def _swallows(self, event: QKeyEvent) -> bool:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Select):
            return not event.modifiers() & Qt.KeyboardModifier.ControlModifier
        if event.key() != Qt.Key.Key_Space:
            return False
        if event.isAutoRepeat():
            self.press_guard.hold()
            return True
        if event.type() is QEvent.Type.KeyPress:
            return not self.press_guard.begin("button", Qt.Key.Key_Space)
        if not self.button.isDown():
            self.press_guard.forget("button")
        return False


def _state(offered: bool, armed: bool) -> str:
    """What stands before why the button says what it says."""
    if not offered:
        return ""
    return f"{tr('Ready.') if armed else tr('Ready in a moment.')} "


def _ring(progress: float, widget: QWidget) -> QIcon:
    """A ring, closed as far as ``progress``; whole, it is a tick. A little room keeps it off the words."""
    scale = widget.devicePixelRatioF()
    pixmap = QPixmap(round((RING + theme.SPACE) * scale), round(RING * scale))
    pixmap.setDevicePixelRatio(scale)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    tokens = theme.current().tokens
    whole = QRectF(theme.SPACE if text.is_mirrored() else 0, 0, RING, RING)
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
