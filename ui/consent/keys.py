"""The keyboard of the consent window.

Owns: its shortcuts, its Tab order, its regions. What stays true: a key that repeats itself does nothing; Tab meets
everything to read, then the scope, then Deny, and Approve last.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QApplication, QWidget

if TYPE_CHECKING:
    from ui.consent.window import ConsentWindow


def install(window: ConsentWindow) -> None:
    """Connect all shortcuts."""
    for keys, act in (
        (("Ctrl+Return", "Ctrl+Enter"), window.approve_by_key),
        (("Ctrl+D",), window.deny),
        (("Ctrl+Shift+D",), window.open_reason),
        (("Esc",), window.step_back),
        (("F6", "Alt+Down"), partial(window.next_region, 1)),
        (("Shift+F6", "Alt+Up"), partial(window.next_region, -1)),
    ):
        for key in keys:
            _shortcut(window, key, act)


def tab_order(window: ConsentWindow) -> None:
    """The order of the fixed parts; what scrolls comes first, in its own order."""
    buttons, reason = window.buttons, window.reason
    order: list[QWidget] = [
        window.middle, window.scope.once, window.scope.quarter, buttons.deny, buttons.deny_with_reason, buttons.aside,
        window.guard.button, reason.line, reason.send_button, reason.cancel_button, *reason.chips, window.ending.button,
    ]  # fmt: skip
    for one, next_one in pairwise(order):
        QWidget.setTabOrder(one, next_one)


def move(regions: Sequence[QWidget], step: int) -> None:
    """Give the keyboard to the region after (or before) the one that has it."""
    focused = QApplication.focusWidget()
    here = next((i for i, region in enumerate(regions) if focused is not None and _within(region, focused)), None)
    target = 0 if here is None else (here + step) % len(regions)
    regions[target].setFocus(Qt.FocusReason.TabFocusReason)


def _within(region: QWidget, focused: QWidget) -> bool:
    """Whether ``focused`` is ``region``, inside of it, or beside it among the same buttons."""
    return region is focused or region.isAncestorOf(focused) or region.parentWidget() is focused.parentWidget()


def _shortcut(window: ConsentWindow, key: str, act: Callable[[], None]) -> None:
    shortcut = QShortcut(QKeySequence(key), window)
    shortcut.setAutoRepeat(False)
    shortcut.setContext(Qt.ShortcutContext.WindowShortcut)
    shortcut.activated.connect(act)
