"""Parts of cards and forms: labels hidden while empty, icons before words, faults, segments, copying, growing lists.

Invariants: an empty label takes no room; a list creates at most one step of widgets at once, and keeps no widgets of
entries that it no longer shows. To a keyboard and a screen reader segments are radio buttons in a group: Tab reaches
the chosen one, arrows change it; it differs by background, outline and font weight.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Final, Generic, TypeVar

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetrics, QGuiApplication, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QButtonGroup, QGridLayout, QLabel, QRadioButton, QSizePolicy, QToolButton, QWidget

from host.text import Untrusted
from ui import icons, text, theme
from ui.icons import icon
from ui.label_text import MAX_WORD, break_long_words
from ui.tr import tr
from ui.widgets import boxes
from ui.widgets.boxes import fill, grow, holder, left, refill, top
from ui.widgets.labels import FoldedLabel, Glyph
from ui.widgets.page_parts import update_more_button

Entry = TypeVar("Entry")
Row = TypeVar("Row", bound=QWidget)


def hidden(part: Row) -> Row:
    """Hide a part and return it."""
    part.hide()
    return part


def show_text(label: QLabel, words: text.Text) -> None:
    """Set the text of a label that is hidden while it is empty."""
    text.set_text(label, words)
    label.setVisible(bool(text.shown(words)))


def with_icon(name: str, tone: icons.Tone, words: QWidget, parent: QWidget, spacing: int = theme.GROUP) -> QWidget:
    """Put a small icon before words, at their first line."""
    container = QWidget(parent)
    fill(boxes.row(spacing, container), top(Glyph(name, icons.SMALL, tone, container)), grow(words))
    return container


def fault_label(role: text.LabelRole = "caption", parent: QWidget | None = None) -> QLabel:
    """Create a red label for a fault, hidden until there is one."""
    label = text.label("", role, wrap=True, parent=parent)
    label.setProperty("tone", "red")
    label.hide()
    return label


def mark_wrong(field: QWidget, wrong: bool) -> None:
    """Show whether the value of a field is wrong."""
    theme.set_look(field, "wrong", wrong)


def copy_to_clipboard(value: str, _checked: bool = False) -> None:
    """Copy a text to the clipboard, as it is."""
    QGuiApplication.clipboard().setText(value)


def copy_button(name: text.Text, value: Callable[[], str]) -> QToolButton:
    """Create a button that copies. ``value``: returns the text to copy; empty if there is none."""

    def copy() -> None:
        if copied := value():
            copy_to_clipboard(copied)

    return text.tool_button(icon("copy"), name, on_click=copy)


def add_path(grid: QGridLayout, row: int, name: str, path: str) -> None:
    """Add a row to a grid: the name of a path, the whole path (untrusted), and a button that copies it."""
    copy = copy_button(tr("Copy path: {name}", name=name), lambda: path)
    grid.addWidget(text.label(name, "muted"), row, 0)
    grid.addWidget(text.label(Untrusted(path), "mono", wrap=True, selectable=True), row, 1)
    grid.addWidget(copy, row, 2, Qt.AlignmentFlag.AlignTop)


def bullet_list(lines: Iterable[str]) -> QWidget:
    """Create a list with bullets. ``lines``: ready to be shown."""
    grid = boxes.grid(theme.GROUP, theme.SPACE)
    for row, line in enumerate(lines):
        grid.addWidget(text.label("•", "muted"), row, 0, Qt.AlignmentFlag.AlignTop)
        words = FoldedLabel(partial(break_long_words, line), MAX_WORD, wrap=True, selectable=True)
        grid.addWidget(words, row, 1)
    return holder(grid)


class GrowingList(QWidget, Generic[Entry, Row]):
    """A list that shows some entries, and a button that shows the next ones."""

    grown = Signal()  # more entries are shown

    def __init__(self, step: int, spacing: int, *above: QWidget, parent: QWidget | None = None) -> None:
        """``step``: how many entries are added at once. ``spacing``: in pixels. ``above``: widgets above the list."""
        super().__init__(parent)
        self.setProperty("ground", "clear")
        self._step = step
        self._entries: Sequence[Entry] = ()
        self._make: Callable[[Entry], Row]
        self.rows: list[Row] = []
        self.more = text.button("", parent=self, on_click=self.show_more)
        self.more.hide()
        self._column = boxes.column(spacing)
        fill(boxes.column(spacing, self), *above, self._column, left(self.more))

    def show_entries(self, entries: Sequence[Entry], make: Callable[[Entry], Row]) -> None:
        """Replace the entries and show the first ones. ``make``: creates the widget of an entry."""
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
        """How many entries have not been shown."""
        return len(self._entries) - len(self.rows)

    def show_more(self) -> None:
        """Show the next entries."""
        for entry in self._entries[len(self.rows) : len(self.rows) + self._step]:
            row = self._make(entry)
            self.rows.append(row)
            self._column.addWidget(row)
            row.show()
        update_more_button(self.more, self.unseen, self._step)
        self.grown.emit()


_INSET: Final = 2
_PAD: Final = theme.GROUP + theme.SPACE


class Segments(QWidget):
    """A row of joined buttons of which one is chosen."""

    changed = Signal(int)  # the one with this index was chosen

    def __init__(self, names: Sequence[str], about: str, parent: QWidget | None = None) -> None:
        """``about``: what is chosen here; the accessible name."""
        super().__init__(parent)
        self._group = QButtonGroup(self)
        self._row = boxes.row(0, self, (_INSET, _INSET, _INSET, _INSET))
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._about = about
        text.named(self, about)
        self.show_names(names)
        self._group.idToggled.connect(self._on_toggled)

    def show_names(self, names: Sequence[str]) -> None:
        """Replace the segments and choose the first."""
        old = self._group.buttons()
        had_focus = any(segment.hasFocus() for segment in old)
        for segment in old:
            self._group.removeButton(segment)
        segments = [_Segment(name, self) for name in names]
        for index, segment in enumerate(segments):
            text.named(segment, names[index], self._about)  # screen readers do not tell the name of the group
            self._group.addButton(segment, index)
        refill(self._row, *segments)
        self._group.button(0).setChecked(True)
        if had_focus:
            self.take_focus()

    @property
    def chosen(self) -> int:
        """The index of the chosen segment."""
        return self._group.checkedId()

    def choose(self, index: int) -> None:
        """Choose the segment with this index."""
        had_focus = any(segment.hasFocus() for segment in self._group.buttons())
        self._group.button(index).setChecked(True)
        if had_focus:
            self.take_focus()

    def take_focus(self) -> None:
        """Focus the chosen segment."""
        self._group.button(self.chosen).setFocus(Qt.FocusReason.OtherFocusReason)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002, N802  # Qt's signature
        """Paint the common background."""
        colours = theme.current().tokens
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(QColor(colours.neutral_soft))
        painter.setPen(QColor(colours.border))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), theme.RADIUS, theme.RADIUS)
        painter.end()

    def _on_toggled(self, index: int, is_chosen: bool) -> None:  # Qt's signature
        if is_chosen:
            self.changed.emit(index)


class _Segment(QRadioButton):
    def __init__(self, name: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._name = name
        text.set_button_text(self, name)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:  # noqa: N802  # Qt's name
        """The size with the bold name of a chosen one, so that nothing moves when it is chosen."""
        metrics = QFontMetrics(self._font(chosen=True))
        height = max(theme.TARGET, metrics.height() + theme.GROUP)
        return QSize(max(theme.TARGET, metrics.horizontalAdvance(self._name) + 2 * _PAD), height)

    minimumSizeHint = sizeHint  # noqa: N815  # Qt's name

    def hitButton(self, pos: object) -> bool:  # noqa: ARG002, N802  # Qt's signature
        return True

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002, N802  # Qt's signature
        colours, chosen = theme.current().tokens, self.isChecked()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if chosen or self.hasFocus():
            has_ring = self.hasFocus()
            painter.setBrush(QColor(colours.surface if chosen else colours.neutral_soft))
            painter.setPen(QPen(QColor(colours.focus if has_ring else colours.border_strong), 2 if has_ring else 1))
            inset = 1.0 if has_ring else 0.5
            painter.drawRoundedRect(
                QRectF(self.rect()).adjusted(inset, inset, -inset, -inset), theme.SPACE, theme.SPACE
            )
        painter.setFont(self._font(chosen=chosen))
        painter.setPen(QColor(colours.text if chosen or self.underMouse() else colours.muted))
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, text.facing(self._name))
        painter.end()

    def _font(self, *, chosen: bool) -> QFont:
        font = QFont(self.font())
        font.setWeight(QFont.Weight.DemiBold if chosen else QFont.Weight.Normal)
        return font
