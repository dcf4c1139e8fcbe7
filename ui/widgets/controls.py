"""What cards and forms share: text hidden while empty, faults of fields, segments, copying, growing lists.

Invariants: a label that has nothing to say takes no room; however many entries a list has, it makes no more widgets at
once than its step, and of entries that it shows no longer nothing is found. To a keyboard and a screen reader segments
are radio buttons in a group: Tab reaches the chosen one, arrows change it; it differs by its ground, its outline and
its weight.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final, Generic, TypeVar

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetrics, QGuiApplication, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QButtonGroup, QGridLayout, QLabel, QRadioButton, QSizePolicy, QToolButton, QWidget

from host.text import Untrusted
from ui import text, theme
from ui.icons import icon
from ui.label_text import break_long_words
from ui.tr import tr
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


def mark_wrong(field: QWidget, wrong: bool) -> None:
    """Let a field look wrong, or right again."""
    theme.set_look(field, "wrong", wrong)


def copy_to_clipboard(value: str, _checked: bool = False) -> None:
    """Put a text onto the clipboard, as it is."""
    QGuiApplication.clipboard().setText(value)


def copy_button(name: text.Text, value: Callable[[], str]) -> QToolButton:
    """A button that copies. ``value``: what it copies, empty where there is nothing."""

    def copy() -> None:
        if copied := value():
            copy_to_clipboard(copied)

    return text.tool_button(icon("copy"), name, on_click=copy)


def add_path(grid: QGridLayout, row: int, name: str, path: str) -> None:
    """Add a line to a grid: what is at a path (untrusted), the path, whole, and a button that copies it."""
    copy = copy_button(tr("Copy path: {name}", name=name), lambda: path)
    grid.addWidget(text.label(name, "muted"), row, 0)
    grid.addWidget(text.label(Untrusted(path), "mono", wrap=True, selectable=True), row, 1)
    grid.addWidget(copy, row, 2, Qt.AlignmentFlag.AlignTop)


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
        self.more = text.button("", parent=self, on_click=self.show_more)
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


_INSET: Final = 2
_PAD: Final = theme.GROUP + theme.SPACE


class Segments(QWidget):
    """One of a few views or values, chosen by a row of joined buttons.

    Attributes:
        chosen: the position of the one that is chosen.
    Signals:
        changed(int): another one is.
    """

    changed = Signal(int)

    def __init__(self, names: Sequence[str], about: str, parent: QWidget | None = None) -> None:
        """``about``: what is chosen here, for a screen reader."""
        super().__init__(parent)
        self._group = QButtonGroup(self)
        self._row = boxes.row(0, self, (_INSET, _INSET, _INSET, _INSET))
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._about = about
        text.named(self, about)
        self.show_names(names)
        self._group.idToggled.connect(self._toggled)

    def show_names(self, names: Sequence[str]) -> None:
        """Offer these in place of others; the first is chosen."""
        old = self._group.buttons()
        had_focus = any(each.hasFocus() for each in old)
        for each in old:
            self._group.removeButton(each)
        made = [_Segment(name, self) for name in names]
        for at, segment in enumerate(made):
            text.named(segment, names[at], self._about)  # a screen reader says nothing of the group when Tab comes in
            self._group.addButton(segment, at)
        refill(self._row, *made)
        self._group.button(0).setChecked(True)
        if had_focus:
            self.take_focus()

    @property
    def chosen(self) -> int:
        """The position of the one that is chosen."""
        return self._group.checkedId()

    def choose(self, at: int) -> None:
        """Choose one."""
        had_focus = any(each.hasFocus() for each in self._group.buttons())
        self._group.button(at).setChecked(True)
        if had_focus:
            self.take_focus()

    def take_focus(self) -> None:
        """Bring the keyboard to the one that is chosen."""
        self._group.button(self.chosen).setFocus(Qt.FocusReason.OtherFocusReason)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002, N802  # Qt's signature
        """The ground that joins them."""
        colours = theme.current().tokens
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(QColor(colours.neutral_soft))
        painter.setPen(QColor(colours.border))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), theme.RADIUS, theme.RADIUS)
        painter.end()

    def _toggled(self, at: int, is_chosen: bool) -> None:  # Qt's signature
        if is_chosen:
            self.changed.emit(at)


class _Segment(QRadioButton):
    """One of them."""

    def __init__(self, name: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._name = name
        text.set_button_text(self, name)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:  # noqa: N802  # Qt's name
        """Room for the name as it is when it is chosen, so that nothing moves."""
        metrics = QFontMetrics(self._font(chosen=True))
        height = max(theme.TARGET, metrics.height() + theme.GROUP)
        return QSize(max(theme.TARGET, metrics.horizontalAdvance(self._name) + 2 * _PAD), height)

    minimumSizeHint = sizeHint  # noqa: N815  # Qt's name

    def hitButton(self, pos: object) -> bool:  # noqa: ARG002, N802  # Qt's signature
        """All of it can be pressed."""
        return True

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002, N802  # Qt's signature
        """The name, on a ground of its own where it is chosen."""
        colours, chosen = theme.current().tokens, self.isChecked()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if chosen or self.hasFocus():
            ring = self.hasFocus()
            painter.setBrush(QColor(colours.surface if chosen else colours.neutral_soft))
            painter.setPen(QPen(QColor(colours.focus if ring else colours.border_strong), 2 if ring else 1))
            inset = 1.0 if ring else 0.5
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
