"""What is around the consent window when a question arrives.

Owns: the look at our other windows and at who types.

Invariants: it changes nothing.
"""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractSpinBox, QApplication, QComboBox, QLineEdit, QPlainTextEdit, QTextEdit, QWidget

from ui.consent.attention import Attention, attention


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
