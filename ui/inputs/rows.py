"""One input on the screen: its name and type on the left, its value on the right.

Owns: how a single value looks. What stays true: the exact name and the exact value stand first; what the server says of
them is marked as its words; each is text and nothing else.
"""

from __future__ import annotations

import time
from typing import Final

from PySide6.QtCore import QRect, Qt, QTimer, Signal
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QPushButton, QWidget

from host.control import views
from host.text import Untrusted
from ui import text, theme
from ui.icons import icon
from ui.inputs import words
from ui.inputs.claim import ServerDescription
from ui.inputs.columns import DEEPEST, TwoColumnRow
from ui.inputs.highlight import in_language
from ui.inputs.kinds.aside import Aside
from ui.inputs.kinds.explain import explained
from ui.inputs.kinds.masked import Masked
from ui.inputs.kinds.picture import Budget
from ui.inputs.lines import NUMBERS, LineCache, Lines, NumberLines, ShownLines, is_inline, is_short_name
from ui.inputs.looks import Mark
from ui.inputs.marking import marks_in
from ui.inputs.meaning import Sense
from ui.inputs.model import Form
from ui.inputs.outline import Value
from ui.inputs.pager import inline_button
from ui.inputs.plain_view import PlainView
from ui.inputs.reading import Path, SeenInputs, SeenLines
from ui.inputs.styles import Style, StyledLines, shown_at
from ui.inputs.text_block import FOLDED, TextBlock
from ui.inputs.visibility import visible_part
from ui.tr import tr
from ui.widgets.badge import Badge

_FEW: Final = 3
LIT_MS: Final = 1_500
"""Milliseconds for which what was asked for is marked strongly."""


class InputRow(TwoColumnRow):
    """An input, with everything that is said of it.

    Signals:
        toggled(object): what is inside the value at this path is to be folded or unfolded. seen(): lines were seen.
        stirred(): other lines may be in view.
    """

    toggled = Signal(object)
    seen = Signal()
    stirred = Signal()

    _span: tuple[int, int] | None = None
    _long_name: TextBlock | None = None  # asked for before anything is filled in

    def __init__(
        self,
        row: Value,
        reading: SeenInputs,
        book: LineCache,
        parent: QWidget | None = None,
        *,
        read: tuple[views.Reading, ...] = (),
        vouched: bool = False,
        pixels: Budget | None = None,
    ) -> None:
        """Show it.

        ``read``: what the host read in this input. ``vouched``: whether somebody vouched for the server. ``pixels``:
        what may still be decoded for this question.
        """
        super().__init__(row.depth, parent)
        self._row = row
        self._given = row.given
        self._explained = explained(row.given, read, time.time(), vouched=vouched)
        self._pixels = pixels or Budget()
        self._is_covered = self._explained.meaning.sense is Sense.SECRET
        self._name = words.name_brief(self._given.name)
        self._reading = reading
        self._book = book
        self._marks: SeenLines | None = None
        self._value: QWidget | None = None
        self._block: TextBlock | None = None
        self._toggle: QPushButton | None = None
        self._fill_left()
        self._fill_right()
        self.right.addStretch()
        text.named(self, words.spoken(self._given, covered=self._is_covered))

    @property
    def path(self) -> Path:
        """Where the value stands."""
        return self._given.path

    def set_open(self, is_open: bool) -> None:
        """What is inside follows, or not."""
        if self._toggle is None:
            return
        inside = words.inside_words(self._given)
        text.set_button_text(self._toggle, inside if is_open else tr("Show {inside}", inside=inside))
        self._toggle.setIcon(icon("caret-down" if is_open else "caret-right", "muted"))
        if is_open:
            text.named(self._toggle, tr("Hide {inside} of {name}", inside=inside, name=self._name))
        else:
            text.named(self._toggle, tr("Show {inside} of {name}", inside=inside, name=self._name))

    def light_up(self, span: tuple[int, int] | None) -> QRect:
        """Mark characters of the value, or all of it: strongly for a moment, then by an outline. Where they stand."""
        self._span = span
        self.outline(0 if self._has_mark else 2)
        place = self._mark(lit=True)
        QTimer.singleShot(LIT_MS, self, self.calm)
        return place

    def calm(self) -> None:
        """The moment is over: an outline is left."""
        self._mark(lit=False)
        self.outline(0 if self._has_mark else 1)

    @property
    def _has_mark(self) -> bool:
        return self._span is not None and (self._block is not None or isinstance(self._value, PlainView))

    def _mark(self, *, lit: bool) -> QRect:
        """An outline around the characters, where they can be told; around the row else."""
        place = QRect(0, 0, self.width(), theme.ROW)
        if self._span is None:
            return place
        raw = self._given.shown.raw()
        if self._block is not None:
            rect = self._block.light_up(marks_in(self._book.of(self._given.shown), self._span, lit=lit))
            place = QRect(self._block.mapTo(self, rect.topLeft()), rect.size())
        elif isinstance(self._value, PlainView):
            lead = 1 if words.value_words(self._given)[0].startswith('"') and not raw.startswith('"') else 0
            start, stop = (shown_at(raw, at) + lead for at in self._span)
            self._value.set_marks([Mark(0, start, stop, lit)])
        return place

    def arrange(self, names: int) -> None:
        """A long name has the whole width, above its value."""
        super().arrange(0 if self._long_name is not None else names)

    def note_visible(self) -> None:
        """Note what of the value, and of its name, is in view now."""
        if self._long_name is not None:
            self._long_name.note_visible()
        if self._block is not None:
            self._block.note_visible()
        elif isinstance(self._value, Masked) and not self._value.is_open:
            return  # what is covered was not read, SECURITY row 7
        elif self._marks is not None and self._marks.unread and self._value is not None:
            region = visible_part(self._value)
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
        about += [tr("required")] * given.required
        about += [tr("level {depth}", depth=self._row.depth + 1)] * (self._row.depth > DEEPEST)
        if any(about):
            self.left.addWidget(self._caption(" · ".join(filter(None, about))))

    def _add_long_name(self, name: Untrusted) -> None:
        """Lines to read like those of a value; a name that is not given is not sent, and not counted."""
        lines = self._book.of(name)
        size = " · ".join((tr("long name"), words.size_words(lines.size, len(lines))))
        marks = None if self._given.missing else self._reading.marks(self._given.path, len(lines), of_name=True)
        self._long_name = TextBlock(self, look=self.stirred.emit)
        self._long_name.show_lines(lines, size, tr("Name of an input: {name}", name=self._name), marks)
        self._long_name.unread_changed.connect(self._block_seen)
        self.left.addWidget(self._long_name)

    def _fill_right(self) -> None:
        given = self._given
        if given.missing:
            self.right.addWidget(text.label(words.not_given(), "muted", parent=self))
        elif self._row.is_open is not None:
            self.right.addWidget(self._make_toggle(), 0, Qt.AlignmentFlag.AlignLeft)
        elif given.form is Form.NUMBERS and isinstance(given.value, list) and len(given.value) > NUMBERS:
            self._add_block(NumberLines(given.value), words.inside_words(given))
        elif given.form is not Form.NUMBERS and not is_inline(given.shown.raw()):
            lines = self._book.of(given.shown)
            self._add_block(in_language(lines, self._explained.meaning), words.size_words(lines.size, len(lines)))
        elif self._is_covered:
            self._add_covered()
        else:
            self._add_value()
        self._add_notes()

    def _add_value(self) -> None:
        shown, note = words.value_words(self._given)
        value = PlainView(self)
        value.show_lines([shown], styles=[[] if note else self._styles(shown)])
        text.named(value, tr("Value of {name}", name=self._name))
        self._value, self._marks = value, self._reading.marks(self._given.path, 1)
        self.right.addWidget(value)
        if note:
            self.right.addWidget(self._caption(note))

    def _styles(self, shown: str) -> list[Style]:
        lines = in_language(ShownLines([shown]), self._explained.meaning)
        found = lines.styles(0, 1)[0] if isinstance(lines, StyledLines) else []
        return found or list(self._explained.told.styles)

    def _add_covered(self) -> None:
        self._value = Masked(self._given.shown, self._name, self)
        self._value.opened.connect(self.stirred)
        self._marks = self._reading.marks(self._given.path, 1)
        self.right.addWidget(self._value)

    def _add_block(self, lines: Lines, size: str) -> None:
        self._block = TextBlock(self, look=self.stirred.emit)
        marks = self._reading.marks(self._given.path, len(lines))
        few = self._explained.meaning.sense is Sense.BASE64  # which nobody reads letter by letter
        name = tr("Value of {name}", name=self._name)
        self._block.show_lines(lines, size, name, marks, folded=_FEW if few else FOLDED)
        self._block.unread_changed.connect(self._block_seen)
        self.right.addWidget(self._block)

    def _make_toggle(self) -> QPushButton:
        self._toggle = inline_button("", "caret-right", self)
        self._toggle.clicked.connect(self._flip)
        self.set_open(bool(self._row.is_open))
        return self._toggle

    def _add_notes(self) -> None:
        """What is said of the value, by us and then by the server."""
        told = self._explained
        if told.told.facts or told.other is not None or told.binary is not None:
            self.right.addWidget(Aside(told, self._pixels, self))
        if self._given.unknown:
            badge = Badge(words.unknown(), "amber", "warning", self)
            self.right.addWidget(badge, 0, Qt.AlignmentFlag.AlignLeft)
        if default := words.default_words(self._given):
            self.right.addWidget(self._caption(default))
        if claim := words.server_words(self._given):
            self.right.addWidget(ServerDescription(claim, self))

    def _caption(self, said: str) -> QWidget:
        return text.label(said, "caption", wrap=True, parent=self)

    def _flip(self) -> None:
        self.toggled.emit(self._given.path)

    def _block_seen(self, unread: int) -> None:  # noqa: ARG002  # the signal's
        self.seen.emit()
