"""The keyboard of the consent window.

Owns: its shortcuts, its Tab order, its regions.

Invariants: a key that repeats itself does nothing; Ctrl+Return says yes when it comes up, having come down as freely;
Tab meets everything to read, then what a yes needs, then Deny, and what says yes last.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QApplication, QWidget

from ui.keys import CONSENT, keys_of
from ui.widgets import windows

if TYPE_CHECKING:
    from ui.consent.window import ConsentWindow

_DOWN: Final = frozenset({QEvent.Type.ShortcutOverride, QEvent.Type.KeyPress})
_RETURNS: Final = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


def plain_key(event: QKeyEvent) -> int:
    """The key of an event; both keys for Return are one."""
    return Qt.Key.Key_Return if event.key() in _RETURNS else event.key()


class Chord(QObject):
    """Ctrl+Return from its press to its release, which a shortcut alone does not tell."""

    def __init__(self, window: ConsentWindow) -> None:
        super().__init__(window)
        self._window, self._press_guard = window, window.guard.press_guard

    def press(self) -> None:
        """Ctrl+Return came down."""
        if self._window.approves_by_key:
            self._press_guard.begin("chord", Qt.Key.Key_Return)
        if not self._window.is_offered():
            self._window.say_why_not()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802  # Qt's name
        """See keys of the window come and go, and let them pass."""
        if isinstance(event, QKeyEvent) and plain_key(event) == Qt.Key.Key_Return:
            chord = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
            if event.type() in _DOWN and event.isAutoRepeat() and chord:
                self._press_guard.hold()
            is_up = event.type() is QEvent.Type.KeyRelease and not event.isAutoRepeat()
            if is_up and self._press_guard.end("chord"):
                self._window.approve_by_key()
        return super().eventFilter(watched, event)


def install(window: QWidget, acts: Mapping[str, Callable[[], None]]) -> None:
    """Give a window its shortcuts: what each act of ``ui.keys.CONSENT`` that it has does."""
    for name, act in acts.items():
        for key in keys_of(CONSENT, name):
            shortcut = QShortcut(QKeySequence(key), window)
            shortcut.setAutoRepeat(False)
            shortcut.setContext(Qt.ShortcutContext.WindowShortcut)
            shortcut.activated.connect(act)


def tab_order(window: ConsentWindow) -> None:
    """What is to read and the foot, then what a yes needs, then the buttons, the one that says yes last.

    Rows come and go while a question is read, so the order is made when somebody asks for the next place.
    """
    buttons, reason, footer = window.buttons, window.reason, window.footer
    foot: list[QWidget] = [footer.why, footer.more]
    inside = list(windows.stops(window.content))
    is_read = footer.why in inside  # in a small window the foot is the end of what is to read
    order: list[QWidget] = [
        *window.notice_tab_stops(),
        window.middle,
        *(part for part in inside if part not in foot),
        *(foot if is_read else ()),
        window.middle.more,
        *window.sheets.tab_stops(),
        *(() if is_read else foot),  # so that a note leads to the buttons at once
        *windows.stops(window.form),
        window.last_seconds.keep,
        *(
            buttons.missing,
            buttons.deny,
            buttons.deny_with_reason,
            buttons.edit,
            buttons.approve_with_note,
            window.guard.button,
        ),
        *windows.stops(reason),
        window.ending.button,
    ]
    for one, next_one in pairwise(order):
        QWidget.setTabOrder(one, next_one)


def regions(window: ConsentWindow) -> list[QWidget]:
    """Where F6 goes, in order: what is to read, what a yes needs, the buttons."""
    shown = window.sheets.area
    if not window.sheets.editor.isHidden():
        return [shown, window.sheets.editor.bar.cancel]
    if window.presenter.is_over:
        return [shown, window.ending.button]
    if not window.reason.isHidden():
        return [shown, window.reason.line]
    first = window.form.first_tab_stop()
    return [shown, *([] if first is None else [first]), window.buttons.deny]


def move(regions: Sequence[QWidget], step: int) -> None:
    """Give the keyboard to the region after (or before) the one that has it."""
    focused = QApplication.focusWidget()
    here = next((i for i, region in enumerate(regions) if focused is not None and _within(region, focused)), None)
    target = 0 if here is None else (here + step) % len(regions)
    regions[target].setFocus(Qt.FocusReason.TabFocusReason)


def _within(region: QWidget, focused: QWidget) -> bool:
    """Whether ``focused`` is ``region``, inside of it, or beside it among the same buttons."""
    return region is focused or region.isAncestorOf(focused) or region.parentWidget() is focused.parentWidget()
