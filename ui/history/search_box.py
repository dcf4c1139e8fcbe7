"""The filter of the history: a field for words, and chips for the parts that were understood.

Invariants: the search is exactly the text of the chips and of the field. Each chip can be removed by mouse and keyboard
and says so. A suggestion is used only if the person chooses it. Parts that were not understood are named below.
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
        known_values: values to suggest, by key.
    """

    edited = Signal()  # the search changed by typing
    settled = Signal()  # the search changed by a chip, a suggestion or Enter

    def __init__(self) -> None:
        super().__init__()
        self.known_values: dict[str, Iterable[str]] = {}
        self.field = SearchField(tr("Filter: words, tool:write_file, decision:denied, after:yesterday …"), "")
        text.named(self.field, tr("Filter the history"), self._help_text())
        self._parts: list[Part] = []
        self._frame, self._chips_row = QFrame(), QWidget()
        self._chips = FlowLayout(self._chips_row)
        self._help_label = text.label(self._help_text(), "caption", wrap=True)
        self._suggestion_model = QStringListModel(self)
        self._completer, self._popup = QCompleter(self._suggestion_model, self), QListView()
        self._frame.setProperty("frame", "field")
        fill(boxes.column(0, self._frame, (SPACE, 1, SPACE, 1)), self.field, self._chips_row)
        self._chips.setContentsMargins(SPACE, 0, SPACE, SPACE)
        self._chips.setSpacing(SPACE)
        self._chips_row.hide()
        fill(boxes.column(SPACE, self), self._frame, self._help_label)
        text.named(self._popup, tr("Suggestions"))
        self._completer.setPopup(self._popup)
        self._completer.setWidget(self.field)
        self._completer.setCompletionMode(QCompleter.CompletionMode.UnfilteredPopupCompletion)
        self._completer.activated.connect(self._take_suggestion)
        self.field.textChanged.connect(self._on_changed)
        self.field.textEdited.connect(self._on_typed)
        self.field.returnPressed.connect(self._on_return)
        self.field.installEventFilter(self)

    def search(self) -> str:
        """The whole search as one text."""
        typed = self.field.text().strip()
        return " ".join([*(part.text() for part in self._parts), *([typed] if typed else ())])

    def set_search(self, search_text: str) -> None:
        """Replace the search."""
        self._parts = []
        self._add_parts(search_text)

    def add(self, search_text: str) -> None:
        """Add a part to the search; it replaces one of the same key."""
        keys = {part.key for part in read(search_text).parts}
        kept_parts = (part.text() for part in self._parts if part.key not in keys)
        self.set_search(" ".join([*kept_parts, search_text, self.field.text()]))

    def clear(self) -> None:
        """Clear the search."""
        self.set_search("")

    def chips(self) -> list[QPushButton]:
        """The chips in order."""
        return [chip for chip in boxes.parts(self._chips) if isinstance(chip, QPushButton)]

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802  # Qt's name
        """Mark the frame while the field has the keyboard; Backspace at its start removes the last chip."""
        kind = event.type()
        if watched is self.field and kind in (QEvent.Type.FocusIn, QEvent.Type.FocusOut):
            self._frame.setProperty("focused", kind == QEvent.Type.FocusIn)
            self._frame.style().unpolish(self._frame)
            self._frame.style().polish(self._frame)
        elif kind == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            if isinstance(watched, QPushButton) and event.key() in _KEYS_THAT_REMOVE:
                watched.click()
                return True
            is_backspace = event.key() == Qt.Key.Key_Backspace and not self.field.hasSelectedText()
            if watched is self.field and is_backspace and self.field.cursorPosition() == 0 and self._parts:
                self._remove(len(self._parts) - 1)
                return True
        return super().eventFilter(watched, event)

    def _on_typed(self, typed: str) -> None:
        parts, rest = words.split_parts(typed)
        if parts:
            self._parts += parts
            self.field.setText(rest)
            self._show_chips()
        suggestions = words.suggestions(rest[: self.field.cursorPosition()], self.known_values)
        self._suggestion_model.setStringList(suggestions)
        if suggestions:
            self._completer.complete()
        else:
            self._popup.hide()
        self.edited.emit()

    def _on_changed(self, typed: str) -> None:
        if not typed:
            self.edited.emit()  # also by the button that clears the field
        self._show_help(words.without_last_word(typed))

    def _on_return(self) -> None:
        if not self._popup.isVisible() or not self._popup.currentIndex().isValid():
            self._popup.hide()
            self._add_parts(self.field.text())

    def _take_suggestion(self, suggestion: str) -> None:
        cursor = self.field.cursorPosition()
        typed = self.field.text()
        completed = words.complete_last_word(typed[:cursor], suggestion)
        if not suggestion.endswith(":"):
            self._add_parts(completed + typed[cursor:])
            return
        self.field.setText(completed + typed[cursor:])
        self.field.setCursorPosition(len(completed))
        self._on_typed(self.field.text())

    def _add_parts(self, typed: str) -> None:
        parts, rest = words.split_parts(typed, whole=True)
        self._parts += parts
        self.field.setText(rest)
        self._show_chips()
        self.settled.emit()

    def _remove(self, index: int) -> None:
        del self._parts[index]
        self._show_chips()
        chips = self.chips()
        (chips[min(index, len(chips) - 1)] if chips and not self.field.hasFocus() else self.field).setFocus()
        self.settled.emit()

    def _show_chips(self) -> None:
        boxes.clear(self._chips)
        for index, part in enumerate(self._parts):
            self._chips.addWidget(self._make_chip(index, part))
        self._chips_row.setVisible(bool(self._parts))
        self._show_help(self.field.text())

    def _make_chip(self, index: int, part: Part) -> QPushButton:
        words_of_part = words.chip_words(part)
        chip = text.button(words_of_part, "chip", parent=self._chips_row, on_click=lambda: self._remove(index))
        chip.setIcon(icons.icon("x", "muted"))
        chip.setLayoutDirection(  # the cross stands after the words
            Qt.LayoutDirection.LeftToRight if text.is_mirrored() else Qt.LayoutDirection.RightToLeft
        )
        text.named(chip, tr("{filter}, remove this filter", filter=words_of_part))
        text.tooltip(chip, tr("Remove this filter"))
        chip.installEventFilter(self)
        chip.show()
        return chip

    def _show_help(self, typed: str) -> None:
        """Say below the box what was not understood in ``typed``, else how to use the box."""
        problems = "  ".join(map(translated, read(typed).problems))
        self._help_label.setProperty("tone", "amber" if problems else "muted")
        self._help_label.style().unpolish(self._help_label)
        self._help_label.style().polish(self._help_label)
        text.set_text(self._help_label, problems or self._help_text())

    @staticmethod
    def _help_text() -> str:
        return tr(
            "Words, or a filter and its value, such as {example}. A minus excludes: {without}.",
            example="server:files",
            without="-app:cursor",
        )
