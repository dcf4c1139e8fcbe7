"""One input on the screen: its name and type on the left, its value on the right.

Owns: how a single value looks. What stays true: the exact name and the exact value stand first; what the server says of
them is marked as its words; each is text and nothing else.
"""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from host.text import Untrusted, measure
from ui import text, theme
from ui.icons import icon
from ui.inputs import words
from ui.inputs.block import TextBlock
from ui.inputs.claim import Claim
from ui.inputs.columns import DEEPEST, STEP, Columns
from ui.inputs.lines import NUMBERS, LineBook, Lines, NumberLines, is_inline, is_short_name
from ui.inputs.model import Form, Input
from ui.inputs.outline import Missing, Value
from ui.inputs.pager import Pager, inline_button
from ui.inputs.plain import PlainView
from ui.inputs.reading import Marks, Path, Reading
from ui.widgets.badge import Badge


class InputRow(Columns):
    """An input, with everything that is said of it.

    Signals:
        toggled(object): what is inside the value at this path is to be folded or unfolded. seen(): lines were seen.
        stirred(): other lines may be in view.
    """

    toggled = Signal(object)
    seen = Signal()
    stirred = Signal()

    _long_name: TextBlock | None = None  # asked for before anything is filled in

    def __init__(self, row: Value, reading: Reading, book: LineBook, parent: QWidget | None = None) -> None:
        super().__init__(row.depth, parent)
        self._row = row
        self._given = row.given
        self._name = words.name_brief(self._given.name)
        self._reading = reading
        self._book = book
        self._marks: Marks | None = None
        self._value: QWidget | None = None
        self._block: TextBlock | None = None
        self._toggle: QPushButton | None = None
        self._fill_left()
        self._fill_right()
        self.right.addStretch()
        text.named(self, words.spoken(self._given))

    @property
    def path(self) -> Path:
        """Where the value stands."""
        return self._given.path

    def set_open(self, is_open: bool) -> None:
        """What is inside follows, or not."""
        if self._toggle is None:
            return
        verb, inside = "Hide" if is_open else "Show", words.inside_words(self._given)
        text.set_button_text(self._toggle, inside if is_open else f"Show {inside}")
        self._toggle.setIcon(icon("caret-down" if is_open else "caret-right", "muted"))
        text.named(self._toggle, f"{verb} {inside} of {self._name}")

    def arrange(self, names: int) -> None:
        """A long name has the whole width, above its value."""
        super().arrange(0 if self._long_name is not None else names)

    def note_visible(self) -> None:
        """Note what of the value, and of its name, is in view now."""
        if self._long_name is not None:
            self._long_name.note_visible()
        if self._block is not None:
            self._block.note_visible()
        elif self._marks is not None and self._marks.unread and self._value is not None:
            region = self._value.visibleRegion().boundingRect()
            if not region.isEmpty() and region.bottom() >= self._value.height() - 2:
                self._marks.see(0, 1)
                self.seen.emit()

    def _fill_left(self) -> None:
        given = self._given
        if isinstance(given.name, str):
            self.left.addWidget(text.label(given.name, "muted", parent=self))
        elif is_short_name(given.name.raw()):
            name = PlainView(self)
            name.set_weight(QFont.Weight.Normal if given.missing else QFont.Weight.DemiBold)
            name.show_lines([self._name])
            text.named(name, given.name)
            self.left.addWidget(name)
        else:
            self._add_long_name(given.name)
        about = [given.type] if given.described or not self._row.depth else []
        about += ["required"] * given.required
        about += [f"level {self._row.depth + 1}"] * (self._row.depth > DEEPEST)
        if any(about):
            self.left.addWidget(self._caption(" · ".join(filter(None, about))))

    def _add_long_name(self, name: Untrusted) -> None:
        """Lines to read like those of a value; a name that is not given is not sent, and not counted."""
        lines = self._book.of(name)
        size = f"{words.LONG_NAME} · {words.size_words(measure(name.raw()), len(lines))}"
        marks = None if self._given.missing else self._reading.marks(self._given.path, len(lines), of_name=True)
        self._long_name = TextBlock(self, look=self.stirred.emit)
        self._long_name.show_lines(lines, size, f"Name of an input: {self._name}", marks)
        self._long_name.unread_changed.connect(self._block_seen)
        self.left.addWidget(self._long_name)

    def _fill_right(self) -> None:
        given = self._given
        if given.missing:
            self.right.addWidget(text.label(words.NOT_GIVEN, "muted", parent=self))
        elif self._row.is_open is not None:
            self.right.addWidget(self._make_toggle(), 0, Qt.AlignmentFlag.AlignLeft)
        elif given.form is Form.NUMBERS and isinstance(given.value, list) and len(given.value) > NUMBERS:
            self._add_block(NumberLines(given.value), words.inside_words(given))
        elif given.form is not Form.NUMBERS and not is_inline(given.shown.raw()):
            lines = self._book.of(given.shown)
            self._add_block(lines, words.size_words(given.size, len(lines)))
        else:
            self._add_value()
        self._add_notes()

    def _add_value(self) -> None:
        shown, note = words.value_words(self._given)
        value = PlainView(self)
        value.show_lines([shown])
        text.named(value, f"Value of {self._name}")
        self._value, self._marks = value, self._reading.marks(self._given.path, 1)
        self.right.addWidget(value)
        if note:
            self.right.addWidget(self._caption(note))

    def _add_block(self, lines: Lines, size: str) -> None:
        self._block = TextBlock(self, look=self.stirred.emit)
        marks = self._reading.marks(self._given.path, len(lines))
        self._block.show_lines(lines, size, f"Value of {self._name}", marks)
        self._block.unread_changed.connect(self._block_seen)
        self.right.addWidget(self._block)

    def _make_toggle(self) -> QPushButton:
        self._toggle = inline_button("", "caret-right", self)
        self._toggle.clicked.connect(self._flip)
        self.set_open(bool(self._row.is_open))
        return self._toggle

    def _add_notes(self) -> None:
        """What is said of the value, by us and then by the server."""
        if self._given.unknown:
            badge = Badge(words.UNKNOWN, "amber", "warning", self)
            self.right.addWidget(badge, 0, Qt.AlignmentFlag.AlignLeft)
        if default := words.default_words(self._given):
            self.right.addWidget(self._caption(default))
        if claim := words.claim(self._given):
            self.right.addWidget(Claim(claim, self))

    def _caption(self, said: str) -> QWidget:
        return text.label(said, "caption", wrap=True, parent=self)

    def _flip(self) -> None:
        self.toggled.emit(self._given.path)

    def _block_seen(self, unread: int) -> None:  # noqa: ARG002  # the signal's
        self.seen.emit()


class MissingRow(Columns):
    """What the tool names and the call does not give, one line each."""

    def __init__(self, row: Missing, parent: QWidget | None = None) -> None:
        super().__init__(row.depth, parent)
        self.left.addWidget(text.label(words.NOT_GIVEN.capitalize(), "muted", parent=self))
        for given in row.inputs:
            self.right.addWidget(self._line(given))
        text.named(self, words.count(len(row.inputs), "input") + " not given")

    def _line(self, given: Input) -> QWidget:
        if isinstance(given.name, Untrusted) and not is_short_name(given.name.raw()):
            block = TextBlock(self)
            block.show_text(given.name, f"Name of an input that is not given: {words.name_brief(given.name)}")
            return block
        line = text.label(words.missing_words(given), "muted", wrap=True, parent=self)
        text.named(line, words.spoken(given))
        if claim := words.claim(given):
            text.tooltip(line, words.whole(claim))
        return line


class PageRow(QWidget):
    """The way from page to page of an object's or a list's values.

    Signals:
        turned(object, int): of the value at this path, the page that begins here is wanted.
    """

    turned = Signal(object, int)

    def __init__(self, path: Path, depth: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._path = path
        self.pager = Pager("value" if path else "input", self)
        self.pager.turned.connect(self._turn)
        row = QVBoxLayout(self)
        row.setContentsMargins(min(depth, DEEPEST) * STEP, theme.GROUP, 0, theme.GROUP)
        row.addWidget(self.pager)

    def _turn(self, start: int) -> None:
        self.turned.emit(self._path, start)
