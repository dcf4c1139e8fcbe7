"""A button that can be pressed only once it was visible for a while, for what loosens outside the consent window.

Invariants: the button is inert for a second after it is shown, after it moved on the screen (``PlaceWatch``), after its
window comes back to the front, after ``restart`` and after a press that came too early (attack 10). Space is the only
key that presses it, and auto-repeat never does. It is no default button and takes no focus by itself.
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
from ui.consent.arming_view import ArmingBar, EventLoopClock, PlaceWatch, always_true
from ui.widgets import boxes

_ACTIVITY: Final = (QEvent.Type.WindowActivate, QEvent.Type.WindowDeactivate)
_NO_KEYS: Final = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Select)  # keys that press buttons on some desktops
_PRESSES: Final = (QEvent.Type.MouseButtonPress, QEvent.Type.MouseButtonDblClick)


class ArmedButton(QWidget):
    """A button that ignores presses during its first second.

    Attributes:
        button: the inner button; enabled once it is armed, and also while it has the focus and is about to be.
    """

    pressed = Signal()  # the person pressed it, armed

    def __init__(self, words: text.Text, role: text.ButtonRole = "normal", *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._arming = Arming(monotonic)
        self._press_guard = PressGuard(self._arming, always_true)
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
        """Change the text and arm again."""
        text.set_button_text(self.button, words)
        self.restart()

    def restart(self) -> None:
        """Start the arming time again, because what the button does changed."""
        self._arming.restart()
        self.update_enabled()

    def set_answerable(self, answerable: bool) -> None:
        """Set whether it can be armed at all, such as once everything was read. Arming then starts again."""
        self._arming.set_answerable(answerable)
        self.update_enabled()

    def update_enabled(self) -> None:
        """Enable the button if it is armed. During the arming time it keeps the focus, though presses are ignored."""
        is_waiting = self._arming.is_waiting
        self._bar.show_progress(self._arming.progress if is_waiting else None)
        self.button.setEnabled(self._arming.is_armed or (is_waiting and self.button.hasFocus()))

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802  # Qt's name
        """Begin to arm, and watch the window."""
        super().showEvent(event)
        self._watched_window = self.window()
        self._watched_window.installEventFilter(self)
        self._set_watched(self.isActiveWindow())

    def hideEvent(self, event: QHideEvent) -> None:  # noqa: N802  # Qt's name
        """Disarm."""
        super().hideEvent(event)
        self._set_watched(False)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802  # Qt's name
        """Disarm while the window is not active; drop presses that must not count."""
        if event.type() in _ACTIVITY and watched is self._watched_window:
            self._set_watched(self.isVisible() and event.type() is QEvent.Type.WindowActivate)
        if watched is self.button and event.type() in _PRESSES:
            self._place.check()
            return not self._press_guard.begin_press("button")
        if watched is self.button and isinstance(event, QKeyEvent):
            return self._drops_key(event)
        return super().eventFilter(watched, event)

    def _drops_key(self, event: QKeyEvent) -> bool:
        if event.isAutoRepeat() or event.key() in _NO_KEYS:
            return True
        if event.key() == Qt.Key.Key_Space and event.type() is QEvent.Type.KeyPress:
            return not self._press_guard.begin_press("button", Qt.Key.Key_Space)
        if event.type() is QEvent.Type.KeyRelease:
            self._press_guard.note_key_released(event.key())
        return False

    def _set_watched(self, watched: bool) -> None:
        self._arming.set_watched(watched)
        self.update_enabled()

    def _on_click(self) -> None:
        if self._press_guard.end_press("button"):
            self.pressed.emit()


def button_for(
    words: text.Text, act: Callable[[], None], *, loosens: bool, role: text.ButtonRole = "normal"
) -> ArmedButton | QPushButton:
    """Create a button that calls ``act``: an armed one with this role if that loosens something, else a plain one."""
    if loosens:
        button = ArmedButton(words, role)
        button.pressed.connect(act)
        return button
    return text.button(words, on_click=act)
