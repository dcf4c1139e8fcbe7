"""The buttons under a question, and the guard of the one that approves (attack 10).

Owns: the places of the buttons; what reaches Approve of pointer and keys, the ring that shows its second pass, and the
words that say whether it is over to who cannot see the ring.

Invariants: the buttons are always on screen; Deny stands first, for the eye and for Tab, Approve last and not larger
than its words; where the window is too narrow for one row they take as many as they need, decided by the widest words
that Approve may have for a question, so that Deny stays where it is when a line was read. A press of Approve counts
only as ``PressGuard`` says; of the keys only Space works on it, never a repeated one; whatever else presses it (a
screen reader's action) meets the same question.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from PySide6.QtCore import QEvent, QObject, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QKeyEvent, QPainter, QPen, QPixmap, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from ui import icons, text, theme
from ui.consent.approval import Kind
from ui.consent.arming import Arming
from ui.consent.press_guard import PressGuard
from ui.tr import tr
from ui.widgets.flow import FlowLayout


class ActionRow(QWidget):
    """Deny, Deny with reason…, Put aside, Edit…, Approve.

    Attributes:
        deny, deny_with_reason, aside, edit, approve: the buttons.
    """

    def __init__(self, approve: QPushButton, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._left, self._right = QWidget(self), QWidget(self)
        self.deny = text.button(tr("Deny"), "normal", parent=self._left)
        self.deny.setIcon(icons.icon("x-circle"))
        self.deny_with_reason = text.button(tr("Deny with reason…"), "normal", parent=self._left)
        self.aside = text.button(tr("Put aside"), "quiet", parent=self._left)
        text.tooltip(self.aside, tr("It stays pending and waits behind the others. Esc"))
        self.edit = text.button(tr("Edit…"), "normal", parent=self._right)
        text.tooltip(self.edit, tr("Change the inputs. The changed call is asked anew. Ctrl+E"))
        self.approve = approve
        self._upper, self._lower = QHBoxLayout(), QHBoxLayout()
        self._narrow: bool | None = None
        self._widest = ""  # of the words that Approve has for this question
        self._lay_out()
        self.show_kind("approve")

    def show_kind(self, kind: Kind) -> None:
        """Say no in the words of what is asked. Another question: what Approve said before takes no room."""
        self.forget()
        held = kind == "release"
        text.set_button_text(self.deny, tr("Withhold") if held else tr("Deny"))
        text.set_button_text(self.deny_with_reason, tr("Withhold with reason…") if held else tr("Deny with reason…"))
        what = tr("The app does not get the result.") if held else tr("Nothing is sent.")
        text.tooltip(self.deny, f"{what} Ctrl+D")
        text.tooltip(self.deny_with_reason, f"{what} {tr('The model reads why.')} Ctrl+Shift+D")
        self.edit.setVisible(not held)
        self.arrange()

    def minimumSizeHint(self) -> QSize:  # noqa: N802  # Qt's name
        """Narrow enough for one beneath another."""
        whole = super().minimumSizeHint()
        return QSize(max(self._left.minimumSizeHint().width(), self._right.minimumSizeHint().width()), whole.height())

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  # Qt's name
        """One row or more."""
        super().resizeEvent(event)
        self.arrange()

    def reserve(self, words: Iterable[str]) -> None:
        """Keep room for what Approve says, or may say yet of this question."""
        self._widest = max((self._widest, *words), key=self.approve.fontMetrics().horizontalAdvance)
        self.arrange()

    def forget(self) -> None:
        """What Approve said of this question so far it will not say again."""
        self._widest = ""

    def arrange(self) -> None:
        """Choose between one row and more by what the buttons say now."""
        narrow = self._needs_two(self.width())
        if narrow != self._narrow:
            self._narrow = narrow
            (self._upper if narrow else self._lower).removeWidget(self._right)
            (self._lower if narrow else self._upper).addWidget(self._right, 1)
        self._fit()

    def below_deny(self, width: int) -> int:
        """Height of what stands beneath the row of Deny."""
        if not self._needs_two(width):
            return 0
        row = self.deny.sizeHint().height()
        return self._height(self._left, width) - row + theme.GROUP + self._right_height(width)

    def _fit(self) -> None:
        """A row that wraps says how high it is only when it is asked for a width."""
        width = self.width()
        self._left.setFixedHeight(self._height(self._left, width if self._narrow else self._left.sizeHint().width()))
        self._right.setFixedHeight(self._right_height(width if self._narrow else self._right_width()))
        self.updateGeometry()

    def _right_height(self, width: int) -> int:
        """Its height where Approve has its widest words: narrower ones leave room rather than moving Deny."""
        return self._height(self._right, max(1, width - self._spare()))

    def _right_width(self) -> int:
        return self._right.sizeHint().width() + self._spare()

    def _spare(self) -> int:
        """Pixels by which the widest words are wider than those that Approve has now."""
        advance = self.approve.fontMetrics().horizontalAdvance
        return max(0, advance(self._widest) - advance(self.approve.text()))

    @staticmethod
    def _height(side: QWidget, width: int) -> int:
        layout = side.layout()
        assert layout is not None, "both have one"
        return layout.heightForWidth(width)

    def _needs_two(self, width: int) -> bool:
        return self._left.sizeHint().width() + theme.GROUP + self._right_width() > width

    def _lay_out(self) -> None:
        left, right = FlowLayout(self._left), FlowLayout(self._right, ends=True)
        for button in (self.deny, self.deny_with_reason, self.aside):
            left.addWidget(button)
        for button in (self.edit, self.approve):
            right.addWidget(button)
        self._upper.addWidget(self._left)
        self._upper.addWidget(self._right, 1)
        rows = QVBoxLayout(self)
        rows.setContentsMargins(0, 0, 0, 0)
        rows.setSpacing(theme.GROUP)
        rows.addLayout(self._upper)
        rows.addLayout(self._lower)
        self._narrow = False


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
        button: the Approve button.
        press_guard: which presses say yes.
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
            return self._handle_key(event)
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

    def _handle_key(self, event: QKeyEvent) -> bool:
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
