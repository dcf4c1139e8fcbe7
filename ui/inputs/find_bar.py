"""The field in which words are typed to find them in a long text.

Owns: the words that are looked for, and which place is shown. What stays true: how many places there are is said;
Enter goes on and Shift+Enter back, Escape puts the field away, and none of these keys reaches anything else (row 10).
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from ui import text, theme
from ui.icons import icon
from ui.inputs.search import MOST_HITS, Hit, SearchableLines
from ui.tr import tr, tr_n
from ui.widgets.search import SearchField

_KEYS: Final = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Escape)
_PAUSE: Final = 150
"""Milliseconds after the last key before a long text is searched."""


class FindBar(QWidget):
    """Finds words.

    Signals:
        at(object): this ``Hit`` is wanted on the screen, or None where there is none. closed(): put away.
    """

    at = Signal(object)
    closed = Signal()

    def __init__(self, searched: SearchableLines, name: str, parent: QWidget | None = None) -> None:
        """``name``: of the text, safe to show."""
        super().__init__(parent)
        self._searched = searched
        self.hits: list[Hit] = []
        self._index = 0
        self.field = _Field(tr("Find in this text"), tr("Find in {name}", name=name), self)
        self._count = text.label("", "caption", parent=self)
        self._back = text.tool_button(icon("caret-up"), tr("Previous place"), parent=self)
        self._on = text.tool_button(icon("caret-down"), tr("Next place"), parent=self)
        close = text.tool_button(icon("x"), tr("Put the search away"), parent=self)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme.SPACE)
        row.addWidget(self.field, 1)
        for part in (self._count, self._back, self._on, close):
            row.addWidget(part)
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(_PAUSE)
        self._soon.timeout.connect(self.search)
        self.field.textChanged.connect(self._soon.start)
        self.field.wants_next.connect(self.next)
        self.field.wants_previous.connect(self.previous)
        self.field.wants_out.connect(self.closed)
        self._back.clicked.connect(self.previous)
        self._on.clicked.connect(self.next)
        close.clicked.connect(self.closed)
        self._say()

    def search(self) -> None:
        """Look for what is typed now."""
        self._soon.stop()
        self.hits = self._searched.find(self.field.text())
        self._index = 0
        self._go()

    def next(self) -> None:
        """The place behind; after the last the first."""
        self._step(1)

    def previous(self) -> None:
        """The place before."""
        self._step(-1)

    def _step(self, by: int) -> None:
        if self._soon.isActive():
            self.search()
        elif self.hits:
            self._index = (self._index + by) % len(self.hits)
            self._go()

    def _go(self) -> None:
        self._say()
        self.at.emit(self.hits[self._index] if self.hits else None)

    def _say(self) -> None:
        count = len(self.hits)
        for each in (self._back, self._on):
            each.setEnabled(count > 1)
        said = self._words(count)
        text.set_text(self._count, said)
        text.named(self._count, said)

    def _words(self, count: int) -> str:
        at = f"{self._index + 1:,}"
        if not self.field.text():
            return ""
        if not count:
            return tr("not in it")
        if count > MOST_HITS:
            return tr("{at} of more than {most}", at=at, most=f"{MOST_HITS:,}")
        return tr_n("{at} of {n}", "{at} of {n}", count, at=at)


class _Field(SearchField):
    """Keeps its keys to itself."""

    wants_next = Signal()
    wants_previous = Signal()
    wants_out = Signal()

    def event(self, event: QEvent) -> bool:
        """These keys are the field's own, whatever they mean elsewhere in the window."""
        if event.type() is QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and event.key() in _KEYS:
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802  # Qt's name
        """Enter, Shift+Enter, Escape."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            back = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
            (self.wants_previous if back else self.wants_next).emit()
            event.accept()
        elif event.key() == Qt.Key.Key_Escape:
            self.wants_out.emit()
            event.accept()
        else:
            super().keyPressEvent(event)
