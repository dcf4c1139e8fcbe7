"""A button that answers only after it was in sight for a while.

Owns: the arming of what loosens something outside the consent window.

Invariants: it is inert for a second after it is shown, after it came to stand elsewhere on the screen (``PlaceWatch``),
after its window comes back to the front, after ``restart`` and after a press that came too early (attack 10); of the
keys only Space presses it, never one that repeats itself; it is no default and takes no focus until the person gives
it.
"""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import Final

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QHideEvent, QKeyEvent, QShowEvent
from PySide6.QtWidgets import QPushButton, QWidget

from ui import text
from ui.consent.arming import Arming, PressGuard
from ui.consent.arming_view import ArmingBar, EventLoopClock, PlaceWatch, always
from ui.widgets import boxes

_ACTIVITY: Final = (QEvent.Type.WindowActivate, QEvent.Type.WindowDeactivate)
_NO_KEYS: Final = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Select)
"""They press buttons on some desktops."""
_PRESSES: Final = (QEvent.Type.MouseButtonPress, QEvent.Type.MouseButtonDblClick)


class ArmedButton(QWidget):
    """A button of which the first second counts for nothing.

    Attributes:
        button: the real one; enabled once it is armed, and while it has the keyboard and will be.
        loop_clock: makes the second pass.

    Signals:
        pressed(): the person pressed it, armed.
    """

    pressed = Signal()

    def __init__(
        self,
        words: text.Text,
        role: text.ButtonRole = "normal",
        *,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._arming = Arming(monotonic)
        self._press_guard = PressGuard(self._arming, always)
        self._arming.set_content(words)
        self._arming.set_answerable(True)
        self._watched_window: QWidget | None = None
        self.button: QPushButton = text.button(words, role, on_click=self._on_click)
        self._bar = ArmingBar(self.button)
        self._place = PlaceWatch(self.button)
        self._place.moved.connect(self.restart)
        self.button.installEventFilter(self)
        boxes.row(0, self).addWidget(self.button)
        self.loop_clock = EventLoopClock(self._arming, self.button, parent=self)
        self.loop_clock.turned.connect(self.update_enabled)
        self.button.setEnabled(False)

    def set_words(self, words: text.Text) -> None:
        """It stands for something else now, and arms anew."""
        text.set_button_text(self.button, words)
        self.restart()

    def restart(self) -> None:
        """Begin the second anew: what it stands for changed."""
        self._arming.restart()
        self.update_enabled()

    def set_answerable(self, answerable: bool) -> None:
        """Whether a press may count at all, such as once all was read; when it may, the second begins anew."""
        self._arming.set_answerable(answerable)
        self.update_enabled()

    def update_enabled(self) -> None:
        """Be as enabled as it is armed; while the second runs it keeps the keyboard, though no press counts."""
        waits = self._arming.is_waiting
        self._bar.show_progress(self._arming.progress if waits else None)
        self.button.setEnabled(self._arming.is_armed or (waits and self.button.hasFocus()))

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802  # Qt's name
        """Come into sight, unarmed."""
        super().showEvent(event)
        self._watched_window = self.window()
        self._watched_window.installEventFilter(self)
        self._watch(self.isActiveWindow())

    def hideEvent(self, event: QHideEvent) -> None:  # noqa: N802  # Qt's name
        """Out of sight nothing is armed."""
        super().hideEvent(event)
        self._watch(False)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802  # Qt's name
        """Disarm while the window is not the active one; swallow presses that may not count."""
        if event.type() in _ACTIVITY and watched is self._watched_window:
            self._watch(self.isVisible() and event.type() is QEvent.Type.WindowActivate)
        if watched is self.button and event.type() in _PRESSES:
            self._place.check()
            return not self._press_guard.begin_press("button")
        if watched is self.button and isinstance(event, QKeyEvent):
            return self._swallows(event)
        return super().eventFilter(watched, event)

    def _swallows(self, event: QKeyEvent) -> bool:
        if event.isAutoRepeat() or event.key() in _NO_KEYS:
            return True
        if event.key() == Qt.Key.Key_Space and event.type() is QEvent.Type.KeyPress:
            return not self._press_guard.begin_press("button", Qt.Key.Key_Space)
        if event.type() is QEvent.Type.KeyRelease:
            self._press_guard.note_key_released(event.key())
        return False

    def _watch(self, watched: bool) -> None:
        self._arming.set_watched(watched)
        self.update_enabled()

    def _on_click(self) -> None:
        if self._press_guard.end_press("button"):
            self.pressed.emit()


def button_for(
    words: text.Text, act: Callable[[], None], *, loosens: bool, role: text.ButtonRole = "normal"
) -> ArmedButton | QPushButton:
    """A button that does ``act``: an armed one of this role where that loosens something, else a plain one."""
    if loosens:
        armed = ArmedButton(words, role)
        armed.pressed.connect(act)
        return armed
    return text.button(words, on_click=act)
