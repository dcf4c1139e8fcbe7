"""How a new question gets the person's attention, and how its window is shown.

Owns: the choice between showing the window in front, beside, or not at all; and the showing.

Invariants: nothing takes the keyboard from a person who types; nothing appears over other programs' windows by itself,
unless there is no tray: then nothing else could tell; the window appears over the one that the person uses.
"""

from __future__ import annotations

import enum

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractSpinBox, QApplication, QComboBox, QLineEdit, QPlainTextEdit, QTextEdit, QWidget

from ui.widgets.window_geometry import put_over


def show(window: QWidget, *, front: bool) -> None:
    """Show it. ``front``: it gets the keyboard."""
    window.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating, not front)
    if window.isMinimized() and front:
        window.showNormal()
    elif window.isMinimized():
        window.hide()  # shown anew, it takes no focus; restored, it would
        window.setWindowState(window.windowState() & ~Qt.WindowState.WindowMinimized)
    if not window.isVisible():
        put_over(window, QApplication.activeWindow())
    window.show()
    if front:
        window.raise_()
        window.activateWindow()


def is_open(window: QWidget) -> bool:
    """Whether it is on screen."""
    return window.isVisible() and not window.isMinimized()


class Attention(enum.Enum):
    """What happens on screen when a question arrives and no consent window is visible."""

    FRONT = "front"
    """It is shown and gets the keyboard."""
    BESIDE = "beside"
    """It is shown, and the keyboard stays where it is; tray and notification tell."""
    ELSEWHERE = "elsewhere"
    """Nothing is shown; tray and notification tell."""


def attention(*, visible: bool, active: bool, typing: bool, minimised: bool = False, tray: bool = True) -> Attention:
    """What to do.

    Whether a window of ours is ``visible``, one is ``active``, and the person is ``typing`` in it; whether one is
    ``minimised``; and whether there is a ``tray`` to tell of it.
    """
    if active and not typing:
        return Attention.FRONT
    reached = active or (not tray and (visible or minimised))
    return Attention.BESIDE if reached else Attention.ELSEWHERE


def attention_for(consent: QWidget, *, tray: bool) -> Attention:
    """How a question may get the person's attention now. ``consent``: the window that asks."""
    ours = [
        window
        for window in QApplication.topLevelWidgets()
        if window is not consent and window.isWindow() and window.isVisible()
        and window.windowType() in (Qt.WindowType.Window, Qt.WindowType.Dialog)
    ]  # fmt: skip
    minimised = any(window.isMinimized() for window in ours)
    shown = [window for window in ours if not window.isMinimized()]
    active = any(window.isActiveWindow() for window in shown)
    typing = active and _is_field(QApplication.focusWidget())
    return attention(visible=bool(shown), active=active, typing=typing, minimised=minimised, tray=tray)


def _is_field(widget: QWidget | None) -> bool:
    """Whether what has the keyboard takes text."""
    if isinstance(widget, QComboBox):
        return widget.isEditable()
    if isinstance(widget, QLineEdit | QPlainTextEdit | QTextEdit | QAbstractSpinBox):
        return not widget.isReadOnly()
    return False
