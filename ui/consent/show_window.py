"""Bringing the consent window onto the screen.

Owns: how it is shown.

Invariants: shown beside, it takes the keyboard from nobody; it comes over the window that the person uses.
"""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QWidget

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
