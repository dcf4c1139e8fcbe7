"""What cards and forms share: text that is hidden while empty, faults of fields, copying, lists that grow.

Invariants: a label that has nothing to say takes no room; however many entries a list has, it makes no more widgets at
once than its step, and of entries that it shows no longer nothing is found.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Generic, TypeVar

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLabel, QToolButton, QWidget

from ui import text, theme
from ui.icons import icon
from ui.label_text import break_long_words
from ui.widgets import boxes
from ui.widgets.boxes import fill, holder, left, refill
from ui.widgets.page_parts import show_time_left

Entry = TypeVar("Entry")
Row = TypeVar("Row", bound=QWidget)


def hidden(part: Row) -> Row:
    """A part that is shown once there is something to say or to press."""
    part.hide()
    return part


def show_text(label: QLabel, said: text.Text) -> None:
    """Say something in a label that is hidden while there is nothing to say."""
    text.set_text(label, said)
    label.setVisible(bool(text.shown(said)))


def fault_label(role: text.LabelRole = "caption", parent: QWidget | None = None) -> QLabel:
    """Where it is said what is wrong; hidden until something is."""
    made = text.label("", role, wrap=True, parent=parent)
    made.setProperty("tone", "red")
    made.hide()
    return made


def set_look(widget: QWidget, name: str, value: str | bool) -> None:
    """Set a property by which the style sheet goes."""
    if widget.property(name) != value:
        widget.setProperty(name, value)
        widget.style().unpolish(widget)
        widget.style().polish(widget)


def mark_wrong(field: QWidget, wrong: bool) -> None:
    """Let a field look wrong, or right again."""
    if bool(field.property("wrong")) != wrong:
        set_look(field, "wrong", wrong)


def copy_to_clipboard(value: str, _checked: bool = False) -> None:
    """Put a text onto the clipboard, as it is."""
    QGuiApplication.clipboard().setText(value)


def copy_button(name: text.Text, value: Callable[[], str]) -> QToolButton:
    """A button that copies. ``value``: what it copies, empty where there is nothing."""
    made = text.tool_button(icon("copy"), name)

    def copy() -> None:
        if copied := value():
            copy_to_clipboard(copied)

    made.clicked.connect(copy)
    return made


def bullet_list(lines: Iterable[str]) -> QWidget:
    """A short list. ``lines``: ready to be shown."""
    grid = boxes.grid(theme.GROUP, theme.SPACE)
    for row, line in enumerate(lines):
        grid.addWidget(text.label("•", "muted"), row, 0, Qt.AlignmentFlag.AlignTop)
        grid.addWidget(text.label(break_long_words(line), wrap=True, selectable=True), row, 1)
    return holder(grid)


class GrowingList(QWidget, Generic[Entry, Row]):
    """Entries one above the other, some at once, and the button that shows the next ones.

    Attributes:
        rows: the widgets of the entries that are shown.
        more: the button, hidden where nothing is left.

    Signals:
        grown(): more entries are shown.
    """

    grown = Signal()

    def __init__(self, step: int, spacing: int, *above: QWidget, parent: QWidget | None = None) -> None:
        """``step``: how many entries are shown at once. ``spacing``: in pixels. ``above``: what stands above them."""
        super().__init__(parent)
        self.setProperty("ground", "clear")
        self._step = step
        self._entries: Sequence[Entry] = ()
        self._make: Callable[[Entry], Row]
        self.rows: list[Row] = []
        self.more = text.button("", parent=self)
        self.more.clicked.connect(self.show_more)
        self.more.hide()
        self._column = boxes.column(spacing)
        fill(boxes.column(spacing, self), *above, self._column, left(self.more))

    def show_entries(self, entries: Sequence[Entry], make: Callable[[Entry], Row]) -> None:
        """Show the first of these in place of others. ``make``: makes the widget of an entry."""
        self.clear()
        self._entries, self._make = entries, make
        self.show_more()

    def clear(self) -> None:
        """Show nothing."""
        refill(self._column)
        self._entries, self.rows = (), []
        self.more.hide()

    @property
    def unseen(self) -> int:
        """How many entries were never shown."""
        return len(self._entries) - len(self.rows)

    def show_more(self) -> None:
        """Show the next entries."""
        for entry in self._entries[len(self.rows) : len(self.rows) + self._step]:
            row = self._make(entry)
            self.rows.append(row)
            self._column.addWidget(row)
            row.show()
        show_time_left(self.more, self.unseen, self._step)
        self.grown.emit()
