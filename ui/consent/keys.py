"""The keyboard of the consent window.

Owns: its shortcuts, its Tab order, its regions.

Invariants: a key that repeats itself does nothing; Ctrl+Return says yes when it comes up, having come down as freely;
Tab meets everything to read, then what a yes needs, then Deny, and what says yes last.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence, QShortcut, QWindow
from PySide6.QtWidgets import QApplication, QWidget

from ui.keys import CONSENT, keys_of
from ui.widgets import reading_order

if TYPE_CHECKING:
    from ui.consent.window import ConsentWindow


_RETURNS: Final = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_DOWN: Final = frozenset({QEvent.Type.ShortcutOverride, QEvent.Type.KeyPress})


class Chord(QObject):
    """Ctrl+Return from its press to its release, which a shortcut alone does not tell.

    It also notes when any key comes up: what comes down right after it is that key, held.
    """

    def __init__(self, window: ConsentWindow) -> None:
        super().__init__(window)
        self._window, self._press_guard = window, window.guard.press_guard

    def watch(self, handle: QWindow) -> None:
        """Watch the keys of this window; again changes nothing."""
        handle.removeEventFilter(self)
        handle.installEventFilter(self)

    def press(self) -> None:
        """Ctrl+Return came down."""
        if self._window.approves_by_key:
            self._press_guard.begin("chord", Qt.Key.Key_Return)
        if not self._window.is_offered():
            self._window.say_why_not()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802  # Qt's name
        """See keys come and go, and let them pass."""
        if isinstance(event, QKeyEvent):
            key = Qt.Key.Key_Return if event.key() in _RETURNS else event.key()
            chord = key == Qt.Key.Key_Return and bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
            if event.type() in _DOWN and event.isAutoRepeat() and chord:
                self._press_guard.hold()
            if event.type() is QEvent.Type.KeyRelease and not event.isAutoRepeat():
                self._on_key_up(key)
        return super().eventFilter(watched, event)

    def _on_key_up(self, key: int) -> None:
        self._press_guard.release(key)
        if key == Qt.Key.Key_Return and self._press_guard.end("chord"):
            self._window.approve_by_key()


def install(window: ConsentWindow) -> Chord:
    """Connect all shortcuts."""
    chord = Chord(window)
    for name, act in (
        ("approve", chord.press),
        ("deny", window.deny),
        ("reason", window.open_reason),
        ("note", window.open_note),
        ("edit", window.open_edit),
        ("back", window.step_back),
        ("help", window.open_help),
        ("next", partial(window.next_region, 1)),
        ("previous", partial(window.next_region, -1)),
    ):
        for key in keys_of(CONSENT, name):
            _shortcut(window, key, act)
    return chord


def tab_order(window: ConsentWindow) -> None:
    """What is to read and the foot, then what a yes needs, then the buttons, the one that says yes last.

    Rows come and go while a question is read, so the order is made when somebody asks for the next place.
    """
    buttons, reason, footer = window.buttons, window.reason, window.footer
    foot: list[QWidget] = [footer.why, footer.more]
    inside = list(reading_order.stops(window.content))
    is_read = footer.why in inside  # in a small window the foot is the end of what is to read
    order: list[QWidget] = [
        *window.notice_tab_stops(),
        window.middle,
        *(part for part in inside if part not in foot),
        *(foot if is_read else ()),
        window.middle.more,
        *window.sheets.tab_stops(),
        *(() if is_read else foot),  # so that a note leads to the buttons at once
        *reading_order.stops(window.form),
        window.last_seconds.keep,
        *(
            buttons.missing,
            buttons.deny,
            buttons.deny_with_reason,
            buttons.edit,
            buttons.approve_with_note,
            window.guard.button,
        ),
        *reason.tab_stops(),
        window.ending.button,
    ]
    for one, next_one in pairwise(order):
        QWidget.setTabOrder(one, next_one)


def regions(window: ConsentWindow) -> list[QWidget]:
    """Where F6 goes, in order: what is to read, what a yes needs, the buttons."""
    shown = window.sheets.area
    if not window.sheets.editor.isHidden():
        return [shown, window.sheets.editor.bar.cancel]
    if window.is_over:
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


def _shortcut(window: ConsentWindow, key: str, act: Callable[[], None]) -> None:
    shortcut = QShortcut(QKeySequence(key), window)
    shortcut.setAutoRepeat(False)
    shortcut.setContext(Qt.ShortcutContext.WindowShortcut)
    shortcut.activated.connect(act)
