"""The filter of the history: words, and chips for the parts that were understood.

Owns: the box.

Invariants: what it searches for is the text of its chips and of its field, and nothing else; each chip can be removed
by mouse and keyboard and says so; a suggestion is taken only by who chooses it; what was not understood is said below.
"""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QEvent, QObject, QStringListModel, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QCompleter, QFrame, QListView, QPushButton, QWidget

from host.control.search import Part, read
from ui import icons, text
from ui.history import words
from ui.theme import SPACE
from ui.tr import tr, translated
from ui.widgets import boxes
from ui.widgets.boxes import fill
from ui.widgets.flow import FlowLayout
from ui.widgets.page_parts import SearchField

_KEYS_THAT_REMOVE = (Qt.Key.Key_Delete, Qt.Key.Key_Backspace, Qt.Key.Key_Return, Qt.Key.Key_Enter)


class SearchBox(QWidget):
    """A field with chips below it, in one frame.

    Attributes:
        field: what is typed.
        known: values to suggest, by key.

    Signals:
        edited(): what is searched for changed by typing.
        settled(): it changed at once: by a chip, a suggestion or Enter.
    """

    edited = Signal()
    settled = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.known: dict[str, Iterable[str]] = {}
        self.field = SearchField(tr("Filter: words, tool:write_file, decision:denied, after:yesterday …"), "")
        text.named(self.field, tr("Filter the history"), self._help())
        self._parts: list[Part] = []
        self._frame, self._row = QFrame(), QWidget()
        self._chips = FlowLayout(self._row)
        self._below = text.label(self._help(), "caption", wrap=True)
        self._words = QStringListModel(self)
        self._completer, self._popup = QCompleter(self._words, self), QListView()
        self._build()

    def search(self) -> str:
        """All that is searched for, as one text."""
        typed = self.field.text().strip()
        return " ".join([*(part.text() for part in self._parts), *([typed] if typed else ())])

    def set_search(self, wanted: str) -> None:
        """Search for something else."""
        self._parts = []
        self._take_all(wanted)

    def add(self, wanted: str) -> None:
        """Search for a part more; one of the same key gives way."""
        keys = {part.key for part in read(wanted).parts}
        kept = (part.text() for part in self._parts if part.key not in keys)
        self.set_search(" ".join([*kept, wanted, self.field.text()]))

    def clear(self) -> None:
        """Search for nothing."""
        self.set_search("")

    def chips(self) -> list[QPushButton]:
        """The chips, in their order."""
        found = (self._chips.itemAt(at) for at in range(self._chips.count()))
        return [chip for it in found if it is not None and isinstance(chip := it.widget(), QPushButton)]

    def _build(self) -> None:
        self._frame.setProperty("frame", "field")
        fill(boxes.column(0, self._frame, (SPACE, 1, SPACE, 1)), self.field, self._row)
        self._chips.setContentsMargins(SPACE, 0, SPACE, SPACE)
        self._chips.setSpacing(SPACE)
        self._row.hide()
        fill(boxes.column(SPACE, self), self._frame, self._below)
        text.named(self._popup, tr("Suggestions"))
        self._completer.setPopup(self._popup)
        self._completer.setWidget(self.field)
        self._completer.setCompletionMode(QCompleter.CompletionMode.UnfilteredPopupCompletion)
        self._completer.activated.connect(self._take)
        self.field.textChanged.connect(self._on_changed)
        self.field.textEdited.connect(self._on_typed)
        self.field.returnPressed.connect(self._on_return)
        self.field.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802  # Qt's name
        """Show on the frame where the keyboard is; Backspace at the beginning takes the last chip back."""
        kind = event.type()
        if watched is self.field and kind in (QEvent.Type.FocusIn, QEvent.Type.FocusOut):
            self._frame.setProperty("focused", kind == QEvent.Type.FocusIn)
            self._frame.style().unpolish(self._frame)
            self._frame.style().polish(self._frame)
        elif kind == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            if isinstance(watched, QPushButton) and event.key() in _KEYS_THAT_REMOVE:
                watched.click()
                return True
            back = event.key() == Qt.Key.Key_Backspace and not self.field.hasSelectedText()
            if watched is self.field and back and self.field.cursorPosition() == 0 and self._parts:
                self._remove(len(self._parts) - 1)
                return True
        return super().eventFilter(watched, event)

    def _on_typed(self, typed: str) -> None:
        parts, left = words.take_parts(typed)
        if parts:
            self._parts += parts
            self.field.setText(left)
            self._show_chips()
        offered = words.suggestions(left[: self.field.cursorPosition()], self.known)
        self._words.setStringList(offered)
        if offered:
            self._completer.complete()
        else:
            self._popup.hide()
        self.edited.emit()

    def _on_changed(self, typed: str) -> None:
        if not typed:
            self.edited.emit()  # by the button that clears it, too
        self._say(words.settled(typed))

    def _on_return(self) -> None:
        if not self._popup.isVisible() or not self._popup.currentIndex().isValid():
            self._popup.hide()
            self._take_all(self.field.text())

    def _take(self, suggestion: str) -> None:
        """Put a suggestion in place of what it completes."""
        at = self.field.cursorPosition()
        typed = self.field.text()
        done = words.completed(typed[:at], suggestion)
        if not suggestion.endswith(":"):
            self._take_all(done + typed[at:])
            return
        self.field.setText(done + typed[at:])
        self.field.setCursorPosition(len(done))
        self._on_typed(self.field.text())

    def _take_all(self, typed: str) -> None:
        parts, left = words.take_parts(typed, whole=True)
        self._parts += parts
        self.field.setText(left)
        self._show_chips()
        self.settled.emit()

    def _remove(self, at: int) -> None:
        del self._parts[at]
        self._show_chips()
        chips = self.chips()
        (chips[min(at, len(chips) - 1)] if chips and not self.field.hasFocus() else self.field).setFocus()
        self.settled.emit()

    def _show_chips(self) -> None:
        boxes.clear(self._chips)
        for at, part in enumerate(self._parts):
            self._chips.addWidget(self._chip(at, part))
        self._row.setVisible(bool(self._parts))
        self._say(self.field.text())

    def _chip(self, at: int, part: Part) -> QPushButton:
        said = words.chip(part)
        made = text.button(said, "chip", parent=self._row)
        made.setIcon(icons.icon("x", "muted"))
        made.setLayoutDirection(  # the cross stands behind the words
            Qt.LayoutDirection.LeftToRight if text.is_mirrored() else Qt.LayoutDirection.RightToLeft
        )
        text.named(made, tr("{filter}, remove this filter", filter=said))
        text.tooltip(made, tr("Remove this filter"))
        made.clicked.connect(lambda: self._remove(at))
        made.installEventFilter(self)
        made.show()
        return made

    def _say(self, typed: str) -> None:
        """Below the box: what was not understood of what is ``typed``, else how to use it."""
        wrong = "  ".join(map(translated, read(typed).problems))
        self._below.setProperty("tone", "amber" if wrong else "muted")
        self._below.style().unpolish(self._below)
        self._below.style().polish(self._below)
        text.set_text(self._below, wrong or self._help())

    @staticmethod
    def _help() -> str:
        return tr("Words, or parts such as {examples}. A minus leaves out.", examples="tool:  server:  by:  on:  -app:")
