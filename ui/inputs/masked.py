"""A value that is covered until the person wants to see it.

Invariants:
    Its length, and that it is sent as it is, stand there. It is shown on purpose alone, by a press, and is covered
    again as soon as the window is no longer the one in use.
    What is covered can neither be selected nor copied, and was not read (attack 7).
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QWidget

from host.text import Untrusted
from ui import text, theme
from ui.icons import icon
from ui.inputs import words
from ui.inputs.pager import inline_button
from ui.inputs.plain_view import PlainView
from ui.tr import tr
from ui.widgets import boxes

DOTS: Final = "••••••••"


class Masked(QWidget):
    """A secret.

    Attributes:
        is_open: whether it is shown.
    Signals:
        opened(): it is shown now.
    """

    opened = Signal()

    def __init__(self, value: Untrusted, name: str, parent: QWidget | None = None) -> None:
        """``name``: of the input, safe to show."""
        super().__init__(parent)
        self.is_open = False
        self._value, self._name = value, name
        self._window: QWidget | None = None
        self._view = PlainView(self)
        self._button = inline_button("", "eye", self)
        self._button.clicked.connect(self._show_or_hide)
        self._label = text.label("", "caption", wrap=True, parent=self)
        row = boxes.row(theme.GROUP)
        row.addWidget(self._button)
        row.addWidget(self._label, 1)
        column = boxes.column(theme.SPACE // 2, self)
        column.addWidget(self._view)
        column.addLayout(row)
        self.hide_value()

    def hide_value(self) -> None:
        """Show that there is something, not what."""
        self._show(shown=False)

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802  # Qt's name
        """Learn which window it is in."""
        super().showEvent(event)
        if self._window is not self.window():
            if self._window is not None:
                self._window.removeEventFilter(self)
            self._window = self.window()
            self._window.installEventFilter(self)

    def hideEvent(self, event: QHideEvent) -> None:  # noqa: N802  # Qt's name
        """Out of sight it is covered."""
        super().hideEvent(event)
        self.hide_value()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802  # Qt's name
        """The person turned to another window."""
        if watched is self._window and event.type() is QEvent.Type.WindowDeactivate:
            self.hide_value()
        return False

    def _show_or_hide(self) -> None:
        self._show(shown=not self.is_open)
        if self.is_open:
            self.opened.emit()

    def _show(self, *, shown: bool) -> None:
        self.is_open = shown
        flag = Qt.TextInteractionFlag
        able = flag.TextSelectableByMouse | flag.TextSelectableByKeyboard
        self._view.setTextInteractionFlags(able if shown else flag.NoTextInteraction)
        self._view.show_lines([words.text_words(self._value.raw())[0] if shown else DOTS])
        text.set_text(self._label, self._about(shown=shown))
        text.named(self._view, tr("Value of {name}", name=self._name), "" if shown else tr("covered"))
        text.set_button_text(self._button, tr("Cover") if shown else tr("Show"))
        self._button.setIcon(icon("eye-slash" if shown else "eye", "muted"))
        name = tr("Cover {name}", name=self._name) if shown else tr("Show {name}", name=self._name)
        text.named(self._button, name)

    def _about(self, *, shown: bool) -> str:
        size = words.characters_words(len(self._value.raw()))
        if shown:
            return tr("looks like a secret · {size}", size=size)
        return tr("looks like a secret · {size} · sent as it is · unread until shown", size=size)
