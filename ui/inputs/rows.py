"""The rows of the form: an input, and inputs that are not given.

Owns: how a single input looks: its name and type on the left, its value on the right, covered where it is a secret,
and below what is said of it: facts, a picture, another form.

Invariants:
    The exact name and the exact value stand first, as text and nothing else. A server's words are introduced as the
    server's, and stand there when they are asked for; a long description is folded, with the count of what is left.
    Each input that is not given is named. All rows share their columns; where there is no room for two, the right one
    stands below the left one.
    What is covered can neither be selected nor copied, was not read (attack 7), and is covered again as soon as the
    window is no longer the one in use. Another form of a value opens on request, or by itself where it is short.
"""

from __future__ import annotations

import time
from typing import Final

from PySide6.QtCore import QEvent, QObject, QRect, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QFont, QHideEvent, QPainter, QPaintEvent, QPen, QShowEvent
from PySide6.QtWidgets import QBoxLayout, QPushButton, QWidget

from host.control.views import Reading
from host.text import Untrusted, escape, one_line
from ui import text, theme
from ui.icons import icon
from ui.inputs import words
from ui.inputs.highlight import highlighted, styles_of
from ui.inputs.kinds import explain, input_value
from ui.inputs.kinds.kind import Explanation, Fact
from ui.inputs.lines import (
    NUMBERS,
    BlamedPart,
    LineCache,
    Lines,
    Mark,
    MarkedLines,
    NumberLines,
    SeenInputs,
    SeenLines,
    Style,
    TextLines,
    ValuePath,
    is_inline,
    is_short_name,
    marks_in,
    styled,
)
from ui.inputs.model import Form, Input, Missing, Value
from ui.inputs.picture import Budget, Preview
from ui.inputs.plain_view import PlainView
from ui.inputs.text_block import FOLDED, Fold, TextBlock, inline_button
from ui.masking import DOTS
from ui.tr import tr, tr_n
from ui.widgets import boxes
from ui.widgets.boxes import fill, grow, top
from ui.widgets.labels import Badge, turn_caret
from ui.widgets.scroll import visible_part

OPEN_UP_TO: Final = 16
"""Lines of another form that are shown unasked."""


def other_form(explanation: Explanation, other: Untrusted, parent: QWidget) -> Fold:
    """The same value in a form that is easier to read. It is not what is sent, and says so."""
    name = explanation.other_form_name
    lines = highlighted(TextLines(other), explanation.language)

    def content() -> QWidget:
        block = TextBlock()
        block.show_lines(lines, "", name)
        note = text.label(tr("Easier to read; exactly what is sent stands above."), "caption", wrap=True)
        return boxes.holder(fill(boxes.column(theme.SPACE), block, note))

    shows, hides = tr("Show: {form}", form=name), tr("Hide: {form}", form=name)
    return Fold(shows, hides, content, parent, is_open=len(lines) <= OPEN_UP_TO)


def facts_view(facts: tuple[Fact, ...], parent: QWidget) -> QWidget:
    """Facts, one a line."""
    whole = QWidget(parent)
    grid = boxes.grid(theme.GROUP, theme.SPACE // 2, whole)
    for row, fact in enumerate(facts):
        if fact.name:
            grid.addWidget(text.label(fact.name, "caption", parent=whole), row, 0, Qt.AlignmentFlag.AlignTop)
            grid.addWidget(_fact_words(fact, whole), row, 1)
        else:
            grid.addWidget(_fact_words(fact, whole), row, 0, 1, 2)
    return whole


def _fact_words(fact: Fact, parent: QWidget) -> QWidget:
    if not isinstance(fact.words, Untrusted):
        return text.label(fact.words, "caption", wrap=True, parent=parent)
    if is_inline(fact.words.raw()):
        view = PlainView(parent, small=True)
        view.show_lines([words.text_words(fact.words.raw())[0]])
        text.named(view, fact.name)
        return view
    block = TextBlock(parent)
    block.show_text(fact.words, fact.name)
    return block


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
        self._button = inline_button("", "eye", self, on_click=self._show_or_hide)
        self._label = text.label("", "caption", wrap=True, parent=self)
        row = fill(boxes.row(theme.GROUP), self._button, grow(self._label))
        fill(boxes.column(theme.SPACE // 2, self), self._view, row)
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
        self._show(shown=False)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802  # Qt's name
        """The person turned to another window."""
        if watched is self._window and event.type() is QEvent.Type.WindowDeactivate:
            self._show(shown=False)
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
        size = words.characters_words(len(self._value.raw()))
        covered = tr("looks like a secret · {size} · sent as it is · unread until shown", size=size)
        text.set_text(self._label, tr("looks like a secret · {size}", size=size) if shown else covered)
        text.named(self._view, tr("Value of {name}", name=self._name), "" if shown else tr("covered"))
        text.set_button_text(self._button, tr("Cover") if shown else tr("Show"))
        self._button.setIcon(icon("eye-slash" if shown else "eye", "muted"))
        name = tr("Cover {name}", name=self._name) if shown else tr("Show {name}", name=self._name)
        text.named(self._button, name)


_FEW: Final = 3
LIT_MS: Final = 1_500
"""Milliseconds for which what was asked for is marked strongly."""
STEP: Final = theme.SPACE * 4
"""How far inner values are set in."""
DEEPEST: Final = 6
"""Steps after which they are not set in any further; their level is said instead."""
_SHORT: Final = 240
"""Characters before the rest is folded away."""
_LOOKED_AT: Final = 1_000
"""Characters of a title or description that are looked at to make the beginning of it."""


class TwoColumnRow(QWidget):
    """A row of two columns.

    Attributes:
        left: the column to fill.
        right: the column to fill.
    """

    def __init__(self, depth: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._steps = min(depth, DEEPEST)
        self._names = QWidget(self)
        self.left = boxes.column(theme.SPACE // 2, self._names)
        self.right = boxes.column(theme.SPACE)
        self._outline = 0
        self._box = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        fill(self._box, top(self._names), grow(self.right))
        self.arrange(0)

    def arrange(self, names: int) -> None:
        """Stand in columns, the left one this wide; one above the other where it is 0."""
        stacked = names == 0
        inset, pad = self._steps * STEP, theme.GROUP - theme.SPACE // 2 * bool(self._steps)
        self._box.setDirection(QBoxLayout.Direction.TopToBottom if stacked else QBoxLayout.Direction.LeftToRight)
        self._box.setSpacing(theme.SPACE if stacked else theme.SECTION)
        self._box.setAlignment(self._names, Qt.AlignmentFlag(0) if stacked else Qt.AlignmentFlag.AlignTop)
        _set_in(self._box, inset if stacked else 0, pad)
        _set_in(self._names, 0 if stacked else inset)
        self._names.setMinimumWidth(names)
        self._names.setMaximumWidth(names or self.maximumWidth())

    def outline(self, width: int) -> None:
        """Draw a line of that many pixels around the row; 0 for none."""
        self._outline = width
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002, N802  # Qt's signature
        """A hairline above, and guides beside what stands inside something."""
        painter = QPainter(self)
        painter.setPen(QColor(theme.current().tokens.border))
        for step in range(self._steps):
            inset = step * STEP + theme.SPACE
            side = self.width() - inset if text.is_mirrored() else inset
            painter.drawLine(side, 0, side, self.height())
        if not self._steps and self.y() > 0:
            painter.drawLine(0, 0, self.width(), 0)
        if self._outline:
            self._draw_outline(painter)
        painter.end()

    def _draw_outline(self, painter: QPainter) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(theme.current().tokens.text), self._outline))
        room = self._box.spacing() // 2 if self._names.maximumWidth() < self.maximumWidth() else 0
        place = QRectF(self.right.geometry())
        before, behind = (0, room) if text.is_mirrored() else (room, 0)
        rect = place.adjusted(1 - before, -theme.SPACE, behind - 1, theme.SPACE)
        painter.drawRoundedRect(rect, theme.RADIUS, theme.RADIUS)


class InputRow(TwoColumnRow):
    """An input, with everything that is said of it.

    Attributes:
        claim: what the server says of it; empty for nothing.

    Signals:
        toggled(object): what is inside the value at this path is to be folded or unfolded. seen(): lines were seen.
        view_changed(): other lines may be in view.
    """

    toggled = Signal(object)
    seen = Signal()
    view_changed = Signal()

    _span: tuple[int, int] | None = None
    _long_name: TextBlock | None = None  # asked for before anything is filled in

    def __init__(
        self,
        row: Value,
        reading: SeenInputs,
        book: LineCache,
        parent: QWidget,
        *,
        readings: tuple[Reading, ...],
        vouched: bool,
        pixels: Budget,
        blamed: tuple[BlamedPart, ...],
    ) -> None:
        """Show it.

        ``readings``: what the host read in this input. ``vouched``: whether somebody vouched for the server.
        ``pixels``: what may still be decoded for this question. ``blamed``: what is marked in the value.
        """
        super().__init__(row.depth, parent)
        self._row = row
        self._given = row.given
        self._explanation = explain(input_value(row.given, readings, vouched=vouched, now=time.time()))
        self._pixels = pixels
        self._blamed = blamed
        self._name = words.name_brief(self._given.name)
        self.claim = words.server_words(self._given)
        self._description: ServerDescription | None = None
        self._reading = reading
        self._book = book
        self._marks: SeenLines | None = None
        self._value: QWidget | None = None
        self._block: TextBlock | None = None
        self._toggle: QPushButton | None = None  # of what has others inside it
        self._fill_left()
        self._fill_right()
        self.right.addStretch()
        text.named(self, words.spoken(self._given, masked=self._explanation.masked))

    @property
    def path(self) -> ValuePath:
        """Where the value stands."""
        return self._given.path

    def show_claim(self, *, is_shown: bool) -> None:
        """What the server says of the input, or not."""
        if self.claim and is_shown and self._description is None:
            self._description = ServerDescription(self.claim, self)
            self.right.insertWidget(self.right.count() - 1, self._description)
        if self._description is not None:
            self._description.setVisible(is_shown)

    def set_open(self, is_open: bool) -> None:
        """What is inside follows, or not."""
        if self._toggle is None:
            return
        caption, name = words.toggle_words(self._given, self._name, is_open=is_open)
        text.set_button_text(self._toggle, caption)
        turn_caret(self._toggle, is_open=is_open)
        text.named(self._toggle, name)

    def light_up(self, span: tuple[int, int] | None) -> QRect:
        """Mark characters of the value, or all of it: strongly for a moment, then by an outline. Where they stand."""
        self._span = span
        QTimer.singleShot(LIT_MS, self, self.end_light_up)
        return self._mark(filled=True)

    def end_light_up(self) -> None:
        """The moment is over: an outline is left."""
        self._mark(filled=False)

    def _mark(self, *, filled: bool) -> QRect:
        """An outline around the characters, where they can be told; around the row else."""
        place = QRect(0, 0, self.width(), theme.ROW)
        if self._span is None or (self._block is None and not isinstance(self._value, PlainView)):
            self.outline(2 if filled else 1)
            return place
        self.outline(0)
        if self._block is not None:
            rect = self._block.light_up(marks_in(self._book.of(self._given.shown), self._span, filled=filled))
            place = QRect(self._block.mapTo(self, rect.topLeft()), rect.size())
        elif isinstance(self._value, PlainView):
            lead = self._lead(words.value_words(self._given)[0])
            part = styled(self._given.shown.raw(), *self._span, lead=lead)
            self._value.set_marks([Mark(0, part.start, part.stop, filled)])
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
            return  # what is covered was not read (attack 7)
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
            name.setFocusPolicy(Qt.FocusPolicy.ClickFocus)  # the value says it too
            text.named(name, given.name)
            if self.claim:
                text.tooltip(name, _said(self.claim))
            self.left.addWidget(name)
        else:
            self._add_long_name(given.name)
        level = tr("level {depth}", depth=self._row.depth + 1) if self._row.depth > DEEPEST else ""
        if about := " · ".join(filter(None, (words.about(given), level))):
            self.left.addWidget(self._caption(about))

    def _add_long_name(self, name: Untrusted) -> None:
        """Lines to read like those of a value; a name that is not given is not sent, and not counted."""
        lines = self._book.of(name)
        size = " · ".join((tr("long name"), words.size_words(lines.size, len(lines))))
        marks = None if self._given.missing else self._reading.marks(self._given.path, len(lines), of_name=True)
        self._long_name = TextBlock(self, on_view_change=self.view_changed.emit)
        self._long_name.show_lines(lines, size, tr("Name of an input: {name}", name=self._name), marks)
        self._long_name.unread_changed.connect(self.seen)
        self.left.addWidget(self._long_name)

    def _fill_right(self) -> None:
        given = self._given
        if given.missing:
            self.right.addWidget(text.label(words.not_given(), "muted", parent=self))
        elif self._row.is_open is not None:
            self._toggle = inline_button("", "caret-right", self, on_click=self._show_or_hide)
            self.set_open(self._row.is_open)
            self.right.addWidget(self._toggle, 0, Qt.AlignmentFlag.AlignLeft)
        elif given.form is Form.NUMBERS and isinstance(given.value, list) and len(given.value) > NUMBERS:
            self._add_block(NumberLines(given.value), words.inside_words(given))
        elif given.form is not Form.NUMBERS and not is_inline(given.shown.raw()):
            lines = self._book.of(given.shown)
            styled = highlighted(lines, self._explanation.language)
            marks = [(mark, it) for span, it in self._blamed for mark in marks_in(lines, span, filled=False)]
            self._add_block(MarkedLines(styled, marks) if marks else styled, words.size_words(lines.size, len(lines)))
        elif self._explanation.masked:
            self._add_masked()
        else:
            self._add_value()
        self._add_notes()

    def _add_value(self) -> None:
        shown, note = words.value_words(self._given)
        value = PlainView(self)
        value.show_lines([shown], styles=[([] if note else self._styles(shown)) + self._blamed_styles(shown)])
        text.named(value, tr("Value of {name}", name=self._name))
        self._value, self._marks = value, self._reading.marks(self._given.path, 1)
        self.right.addWidget(value)
        if note:
            self.right.addWidget(self._caption(note))

    def _blamed_styles(self, shown: str) -> list[Style]:
        raw, lead = self._given.shown.raw(), self._lead(shown)
        return [styled(raw, *span, name, lead=lead) for span, name in self._blamed]

    def _lead(self, shown: str) -> int:
        """Characters of ours before the value."""
        return int(shown.startswith('"') and not self._given.shown.raw().startswith('"'))

    def _styles(self, shown: str) -> list[Style]:
        language = self._explanation.language
        found = styles_of([shown], language)[0] if language else []
        return found or list(self._explanation.styles)

    def _add_masked(self) -> None:
        self._value = Masked(self._given.shown, self._name, self)
        self._value.opened.connect(self.view_changed)
        self._marks = self._reading.marks(self._given.path, 1)
        self.right.addWidget(self._value)

    def _add_block(self, lines: Lines, size: str) -> None:
        self._block = TextBlock(self, on_view_change=self.view_changed.emit)
        marks = self._reading.marks(self._given.path, len(lines))
        name = tr("Value of {name}", name=self._name)
        self._block.show_lines(lines, size, name, marks, folded=FOLDED if self._explanation.letters_matter else _FEW)
        self._block.unread_changed.connect(self.seen)
        self.right.addWidget(self._block)

    def _add_notes(self) -> None:
        """What is said of the value, by us and then by the server."""
        said = self._explanation
        if said.facts:
            self.right.addWidget(facts_view(said.facts, self))
        if said.picture is not None:
            self.right.addWidget(Preview(said.picture, self._pixels, self))
        if said.other_form is not None:
            self.right.addWidget(other_form(said, said.other_form, self))
        if self._given.unknown:
            badge = Badge(words.unknown(), "amber", "warning", self)
            self.right.addWidget(badge, 0, Qt.AlignmentFlag.AlignLeft)
        if default := words.default_words(self._given):
            self.right.addWidget(self._caption(default))

    def _caption(self, said: str) -> QWidget:
        return text.label(said, "caption", wrap=True, parent=self)

    def _show_or_hide(self) -> None:
        self.toggled.emit(self._given.path)


class MissingRow(TwoColumnRow):
    """What the tool names and the call does not give, one line each."""

    def __init__(self, row: Missing, parent: QWidget | None = None) -> None:
        super().__init__(row.depth, parent)
        self.left.addWidget(text.label(tr("Not given"), "muted", parent=self))
        for given in row.inputs:
            self.right.addWidget(self._line(given))
        text.named(self, tr_n("{n} input not given", "{n} inputs not given", len(row.inputs)))

    def _line(self, given: Input) -> QWidget:
        if isinstance(given.name, Untrusted) and not is_short_name(given.name.raw()):
            block = TextBlock(self)
            brief = words.name_brief(given.name)
            block.show_text(given.name, tr("Name of an input that is not given: {name}", name=brief))
            return block
        line = text.label(words.missing_words(given), "muted", wrap=True, parent=self)
        text.named(line, words.spoken(given))
        if claim := words.server_words(given):
            text.tooltip(line, words.joined(claim))
        return line


class ServerDescription(QWidget):
    """A server's description of an input."""

    def __init__(self, claim: tuple[Untrusted, ...], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._claim = claim
        self._column = boxes.column(theme.SPACE, self)
        _, left = _brief(claim)
        self._label = text.label(_said(claim), "caption", wrap=True, parent=self)
        self._column.addWidget(self._label)
        self._all: QPushButton | None = None
        if left:
            self._all = inline_button(tr("Show all it says"), "caret-down", self, on_click=self._show_all)
            self._column.addWidget(self._all, 0, Qt.AlignmentFlag.AlignLeft)

    def _show_all(self) -> None:
        if self._all is not None:
            self._all.hide()
        text.set_text(self._label, tr("The server says:"))
        block = TextBlock(self)
        block.show_text(words.joined(self._claim), tr("What the server says"))
        self._column.addWidget(block)


def _set_in(part: QWidget | QBoxLayout, inset: int, pad: int = 0) -> None:
    """Leave room on the side where reading begins; Qt mirrors no margins."""
    before, behind = (0, inset) if text.is_mirrored() else (inset, 0)
    part.setContentsMargins(before, pad, behind, pad)


def _said(claim: tuple[Untrusted, ...]) -> str:
    return tr("The server says: {said}", said=_brief(claim)[0])


def _brief(claim: tuple[Untrusted, ...]) -> tuple[str, int]:
    """The beginning, with how much is left, and that number. The rest of a long speech is not looked at."""
    start = words.joined(tuple(Untrusted(part.raw()[:_LOOKED_AT]) for part in claim)).raw()
    prose = " ".join(start.split())  # line ends mean nothing in a description
    left = sum(max(0, len(part.raw()) - _LOOKED_AT) for part in claim)
    if not left:
        return one_line(prose, _SHORT), max(0, len(prose) - _SHORT)
    left += max(0, len(prose) - _SHORT)
    more = tr_n("⟨… {n} more character⟩", "⟨… {n} more characters⟩", left)
    return escape(prose[:_SHORT]) + more, left
