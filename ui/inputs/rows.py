"""The rows of the form: an input, and inputs that are not given.

Owns: how an input looks: its name and type on the left, its value on the right, covered if it is a secret, and below
it facts, a picture, or an easier form of the value.

Invariants:
    The exact name and the exact value stand first, as plain text. A server's words are introduced as the server's and
    shown on request; a long description is folded, with the count of what is left.
    Each input that is not given is named. All rows share their columns; without room for two, the right one stands
    below the left one.
    A covered value cannot be selected or copied, does not count as read (attack 7), and is covered again as soon as
    another window is active. The other form of a value opens on request, or by itself if it is short.
"""

from __future__ import annotations

import time
from typing import Final

from PySide6.QtCore import QEvent, QObject, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QFont, QHideEvent, QPainter, QPaintEvent, QPen, QShowEvent
from PySide6.QtWidgets import QBoxLayout, QPushButton, QWidget

from host.control.views import Reading
from host.text import Untrusted, escape, one_line
from ui import text, theme
from ui.icons import icon
from ui.inputs import words
from ui.inputs.highlight import styles_of, with_highlighting
from ui.inputs.kinds import explain, input_value
from ui.inputs.kinds.kind import Explanation, Fact
from ui.inputs.lines import (
    NUMBERS_PER_LINE,
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
    is_inline,
    is_short_name,
    marks_of_span,
    style_for,
)
from ui.inputs.model import Form, Input, Missing, Value
from ui.inputs.picture import PixelBudget, Preview
from ui.inputs.plain_view import PlainView
from ui.inputs.text_block import LINES_AT_FIRST, Fold, TextBlock, inline_button, text_block
from ui.masking import DOTS
from ui.tr import tr, tr_n
from ui.widgets import boxes
from ui.widgets.boxes import fill, grow, left, top
from ui.widgets.labels import Badge, turn_caret
from ui.widgets.scroll import visible_part

OPEN_LINES: Final = 16
"""Lines of another form that is open at first."""


def other_form(explanation: Explanation, other: Untrusted, parent: QWidget) -> Fold:
    """A fold with a form of the value that is easier to read. It says that something else is sent."""
    name = explanation.other_form_name
    lines = with_highlighting(TextLines(other), explanation.language)

    def content() -> QWidget:
        block = TextBlock()
        block.show_lines(lines, "", name)
        note = text.label(tr("Easier to read; exactly what is sent is above."), "caption", wrap=True)
        return boxes.holder(fill(boxes.column(theme.SPACE), block, note))

    show_caption, hide_caption = tr("Show: {form}", form=name), tr("Hide: {form}", form=name)
    return Fold(show_caption, hide_caption, content, parent, is_open=len(lines) <= OPEN_LINES)


def facts_view(facts: tuple[Fact, ...], parent: QWidget) -> QWidget:
    """Facts, one on each line."""
    view = QWidget(parent)
    grid = boxes.grid(theme.GROUP, theme.SPACE // 2, view)
    for row, fact in enumerate(facts):
        if fact.name:
            grid.addWidget(text.label(fact.name, "caption", parent=view), row, 0, Qt.AlignmentFlag.AlignTop)
            grid.addWidget(_fact_words(fact, view), row, 1)
        else:
            grid.addWidget(_fact_words(fact, view), row, 0, 1, 2)
    return view


def _fact_words(fact: Fact, parent: QWidget) -> QWidget:
    if not isinstance(fact.words, Untrusted):
        return text.label(fact.words, "caption", wrap=True, parent=parent)
    if is_inline(fact.words.raw()):
        view = PlainView(parent, small=True)
        view.show_line(words.text_and_note(fact.words.raw())[0])
        text.named(view, fact.name)
        return view
    return text_block(fact.words, fact.name, parent)


class MaskedValue(QWidget):
    """A secret that is covered until the person shows it. Emits ``opened()``: it is shown now."""

    opened = Signal()

    def __init__(self, value: Untrusted, name: str, parent: QWidget | None = None) -> None:
        """``name``: of the input, safe to show."""
        super().__init__(parent)
        self.is_open = False
        self._value, self._name = value, name
        self._watched_window: QWidget | None = None
        self._view = PlainView(self)
        self._button = inline_button("", "eye", self, on_click=self._show_or_hide)
        self._label = text.label("", "caption", wrap=True, parent=self)
        row = fill(boxes.row(theme.GROUP), self._button, grow(self._label))
        fill(boxes.column(theme.SPACE // 2, self), self._view, row)
        self._show(is_shown=False)

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802  # Qt's name
        """Watch the window that it is in."""
        super().showEvent(event)
        if self._watched_window is not self.window():
            if self._watched_window is not None:
                self._watched_window.removeEventFilter(self)
            self._watched_window = self.window()
            self._watched_window.installEventFilter(self)

    def hideEvent(self, event: QHideEvent) -> None:  # noqa: N802  # Qt's name
        """Cover the value again."""
        super().hideEvent(event)
        self._show(is_shown=False)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802  # Qt's name
        """Cover the value when another window becomes active."""
        if watched is self._watched_window and event.type() is QEvent.Type.WindowDeactivate:
            self._show(is_shown=False)
        return False

    def _show_or_hide(self) -> None:
        self._show(is_shown=not self.is_open)
        if self.is_open:
            self.opened.emit()

    def _show(self, *, is_shown: bool) -> None:
        self.is_open = is_shown
        flag = Qt.TextInteractionFlag
        selectable = flag.TextSelectableByMouse | flag.TextSelectableByKeyboard
        self._view.setTextInteractionFlags(selectable if is_shown else flag.NoTextInteraction)
        self._view.show_line(words.text_and_note(self._value.raw())[0] if is_shown else DOTS)
        size = words.characters_words(len(self._value.raw()))
        covered = tr("looks like a secret · {size} · sent as it is · unread until shown", size=size)
        text.set_text(self._label, tr("looks like a secret · {size}", size=size) if is_shown else covered)
        text.named(self._view, tr("Value of {name}", name=self._name), "" if is_shown else tr("covered"))
        text.set_button_text(self._button, tr("Cover") if is_shown else tr("Show"))
        self._button.setIcon(icon("eye-slash" if is_shown else "eye", "muted"))
        name = tr("Cover {name}", name=self._name) if is_shown else tr("Show {name}", name=self._name)
        text.named(self._button, name)


_FEW_LINES: Final = 3
INDENT: Final = theme.SPACE * 4
"""Pixels by which inner values are indented."""
MAX_INDENTS: Final = 6
"""Levels that are indented; below them the level is shown as a number."""
_BRIEF_LENGTH: Final = 240
"""Characters of a description that are shown at first."""
_READ_FOR_BRIEF: Final = 1_000
"""Characters of a title or description that are read to make its beginning."""


class TwoColumnRow(QWidget):
    """A row of two columns, ``left`` and ``right``, to be filled."""

    def __init__(self, depth: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._indents = min(depth, MAX_INDENTS)
        self._left_column = QWidget(self)
        self.left = boxes.column(theme.SPACE // 2, self._left_column)
        self.right = boxes.column(theme.SPACE)
        self._is_outlined = False
        self._box = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        fill(self._box, top(self._left_column), grow(self.right))
        self.arrange(0)

    def arrange(self, left_width: int) -> None:
        """Place the columns side by side, the left one this wide; one above the other if it is 0."""
        is_stacked = left_width == 0
        indent, padding = self._indents * INDENT, theme.GROUP - theme.SPACE // 2 * bool(self._indents)
        self._box.setDirection(QBoxLayout.Direction.TopToBottom if is_stacked else QBoxLayout.Direction.LeftToRight)
        self._box.setSpacing(theme.SPACE if is_stacked else theme.SECTION)
        self._box.setAlignment(self._left_column, Qt.AlignmentFlag(0) if is_stacked else Qt.AlignmentFlag.AlignTop)
        _set_indent(self._box, indent if is_stacked else 0, padding)
        _set_indent(self._left_column, 0 if is_stacked else indent)
        self._left_column.setMinimumWidth(left_width)
        self._left_column.setMaximumWidth(left_width or self.maximumWidth())

    def set_outlined(self, *, outlined: bool) -> None:
        """Set whether a line is drawn around the value."""
        self._is_outlined = outlined
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002, N802  # Qt's signature
        """Paint a line above the row, guides beside inner values, and the outline."""
        painter = QPainter(self)
        painter.setPen(QColor(theme.current().tokens.border))
        for step in range(self._indents):
            indent = step * INDENT + theme.SPACE
            side = self.width() - indent if text.is_mirrored() else indent
            painter.drawLine(side, 0, side, self.height())
        if not self._indents and self.y() > 0:
            painter.drawLine(0, 0, self.width(), 0)
        if self._is_outlined:
            self._draw_outline(painter)
        painter.end()

    def _draw_outline(self, painter: QPainter) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(theme.current().tokens.text), 2))
        room = self._box.spacing() // 2 if self._left_column.maximumWidth() < self.maximumWidth() else 0
        right_rect = QRectF(self.right.geometry())
        before, after = (0, room) if text.is_mirrored() else (room, 0)
        rect = right_rect.adjusted(1 - before, -theme.SPACE, after - 1, theme.SPACE)
        painter.drawRoundedRect(rect, theme.RADIUS, theme.RADIUS)


class InputRow(TwoColumnRow):
    """An input with everything that is said about it.

    Attributes:
        claim: what the server says of it; empty for nothing.

    Signals:
        toggled(object): the person folds or unfolds the value at this path.
        lines_seen(): lines came into view.
        view_changed(): other lines may be in view.
    """

    toggled = Signal(object)
    lines_seen = Signal()
    view_changed = Signal()

    _long_name_block: TextBlock | None = None  # ``arrange`` runs before anything is filled in

    def __init__(
        self,
        row: Value,
        seen_inputs: SeenInputs,
        line_cache: LineCache,
        parent: QWidget,
        *,
        readings: tuple[Reading, ...],
        vouched: bool,
        pixel_budget: PixelBudget,
        blamed: tuple[BlamedPart, ...],
    ) -> None:
        """``readings``: of the host. ``vouched``: whether the server is trusted. ``blamed``: the marks of findings."""
        super().__init__(row.depth, parent)
        self._row = row
        self._input, self.path = row.tool_input, row.tool_input.path
        self._explanation = explain(input_value(row.tool_input, readings, vouched=vouched, now=time.time()))
        self._pixel_budget = pixel_budget
        self._blamed = blamed
        self._name = words.brief_name(self._input.name)
        self.claim = words.server_words(self._input)
        self._description: ServerDescription | None = None
        self._seen_inputs = seen_inputs
        self._line_cache = line_cache
        self._seen_lines: SeenLines | None = None
        self._value_widget: QWidget | None = None
        self._block: TextBlock | None = None
        self._toggle_button: QPushButton | None = None  # of an object or a list
        self._fill_left()
        self._fill_right()
        self.right.addStretch()
        text.named(self, words.spoken_words(self._input, is_masked=self._explanation.masked))

    def show_claim(self, *, is_shown: bool) -> None:
        """Show or hide what the server says of the input."""
        if self.claim and is_shown and self._description is None:
            self._description = ServerDescription(self.claim, self)
            self.right.insertWidget(self.right.count() - 1, self._description)
        if self._description is not None:
            self._description.setVisible(is_shown)

    def set_open(self, is_open: bool) -> None:
        """Say whether the values inside are shown."""
        if self._toggle_button is None:
            return
        caption, name = words.toggle_words(self._input, self._name, is_open=is_open)
        text.set_button_text(self._toggle_button, caption)
        turn_caret(self._toggle_button, is_open=is_open)
        text.named(self._toggle_button, name)

    def mark_value(self, span: tuple[int, int] | None) -> QRect:
        """Draw an outline around characters of the value, or around it if their place is unknown. Returns its place."""
        place = QRect(0, 0, self.width(), theme.ROW)
        is_told = span is not None and (self._block is not None or isinstance(self._value_widget, PlainView))
        self.set_outlined(outlined=not is_told)
        if span is not None and self._block is not None:
            rect = self._block.show_marks(marks_of_span(self._line_cache.lines_of(self._input.shown), span))
            place = QRect(self._block.mapTo(self, rect.topLeft()), rect.size())
        elif span is not None and isinstance(self._value_widget, PlainView):
            lead = self._quote_length(words.value_and_note(self._input)[0])
            part = style_for(self._input.shown.raw(), *span, lead=lead)
            self._value_widget.set_marks([Mark(0, part.start, part.stop)])
        return place

    def arrange(self, left_width: int) -> None:
        """Give a long name the whole width, above its value."""
        super().arrange(0 if self._long_name_block is not None else left_width)

    def note_visible(self) -> None:
        """Note which lines of the value and of its name are in view now."""
        if self._long_name_block is not None:
            self._long_name_block.note_visible()
        if self._block is not None:
            self._block.note_visible()
        elif isinstance(self._value_widget, MaskedValue) and not self._value_widget.is_open:
            return  # a covered value does not count as read (attack 7)
        elif self._seen_lines is not None and self._seen_lines.unread and self._value_widget is not None:
            region = visible_part(self._value_widget)
            if not region.isEmpty() and region.bottom() >= self._value_widget.height() - 2:
                self._seen_lines.mark_seen(0, 1)
                self.lines_seen.emit()

    def _fill_left(self) -> None:
        input_ = self._input
        if self._row.is_open is not None:
            self.left.addSpacing(theme.SPACE)  # the name stands beside the words of a button, which is higher
        if isinstance(input_.name, str):
            self.left.addWidget(text.label(input_.name, "muted", parent=self))
        elif is_short_name(input_.name.raw()):
            name = PlainView(self)
            name.set_weight(QFont.Weight.Normal if input_.missing else QFont.Weight.DemiBold)
            name.show_line(self._name)
            name.setFocusPolicy(Qt.FocusPolicy.ClickFocus)  # not by Tab, since the value has this name, too
            text.named(name, input_.name)
            if self.claim:
                text.tooltip(name, _claim_text(self.claim))
            self.left.addWidget(name)
        else:
            self._add_long_name(input_.name)
        level = tr("level {depth}", depth=self._row.depth + 1) if self._row.depth > MAX_INDENTS else ""
        if about := " · ".join(filter(None, (words.caption_words(input_), level))):
            self.left.addWidget(self._caption_label(about))

    def _add_long_name(self, name: Untrusted) -> None:
        """Show a long name as lines. They count like those of a value, unless the input is not given."""
        lines = self._line_cache.lines_of(name)
        size = " · ".join((tr("long name"), words.size_words(lines.size, len(lines))))
        path, is_sent = self._input.path, not self._input.missing
        seen_lines = self._seen_inputs.seen_lines(path, len(lines), of_name=True) if is_sent else None
        self._long_name_block = TextBlock(self, on_view_change=self.view_changed.emit)
        self._long_name_block.show_lines(lines, size, tr("Name of an input: {name}", name=self._name), seen_lines)
        self._long_name_block.unread_changed.connect(self.lines_seen)
        self.left.addWidget(self._long_name_block)

    def _fill_right(self) -> None:
        input_ = self._input
        if input_.missing:
            self.right.addWidget(text.label(tr(words.NOT_GIVEN), "muted", parent=self))
        elif self._row.is_open is not None:
            self._toggle_button = inline_button("", "caret-right", self, lambda: self.toggled.emit(self.path))
            self.set_open(self._row.is_open)
            self.right.addWidget(self._toggle_button, 0, Qt.AlignmentFlag.AlignLeft)
        elif input_.form is Form.NUMBERS and isinstance(input_.value, list) and len(input_.value) > NUMBERS_PER_LINE:
            self._add_block(NumberLines(input_.value), words.inside_words(input_))
        elif input_.form is not Form.NUMBERS and not is_inline(input_.shown.raw()):
            lines = self._line_cache.lines_of(input_.shown)
            styled = with_highlighting(lines, self._explanation.language)
            marks = [(mark, style) for span, style in self._blamed for mark in marks_of_span(lines, span)]
            self._add_block(MarkedLines(styled, marks) if marks else styled, words.size_words(lines.size, len(lines)))
        elif self._explanation.masked:
            self._add_masked()
        else:
            self._add_value()
        self._add_notes()

    def _add_value(self) -> None:
        shown, note = words.value_and_note(self._input)
        value = PlainView(self)
        value.show_line(shown, ([] if note else self._styles(shown)) + self._blamed_styles(shown))
        text.named(value, tr("Value of {name}", name=self._name))
        self._value_widget, self._seen_lines = value, self._seen_inputs.seen_lines(self._input.path, 1)
        self.right.addWidget(value)
        if note:
            self.right.addWidget(self._caption_label(note))

    def _blamed_styles(self, shown: str) -> list[Style]:
        raw, lead = self._input.shown.raw(), self._quote_length(shown)
        return [style_for(raw, *span, name, lead=lead) for span, name in self._blamed]

    def _quote_length(self, shown: str) -> int:
        """1 if the value is shown in quotation marks that Assent added, else 0."""
        return int(shown.startswith('"') and not self._input.shown.raw().startswith('"'))

    def _styles(self, shown: str) -> list[Style]:
        language = self._explanation.language
        styles = styles_of([shown], language)[0] if language else []
        return styles or list(self._explanation.styles)

    def _add_masked(self) -> None:
        self._value_widget = MaskedValue(self._input.shown, self._name, self)
        self._value_widget.opened.connect(self.view_changed)
        self._seen_lines = self._seen_inputs.seen_lines(self._input.path, 1)
        self.right.addWidget(self._value_widget)

    def _add_block(self, lines: Lines, size: str) -> None:
        self._block = TextBlock(self, on_view_change=self.view_changed.emit)
        seen_lines = self._seen_inputs.seen_lines(self._input.path, len(lines))
        name = tr("Value of {name}", name=self._name)
        lines_at_first = LINES_AT_FIRST if self._explanation.letters_matter else _FEW_LINES
        self._block.show_lines(lines, size, name, seen_lines, lines_at_first=lines_at_first)
        self._block.unread_changed.connect(self.lines_seen)
        self.right.addWidget(self._block)

    def _add_notes(self) -> None:
        explanation = self._explanation
        if explanation.facts:
            self.right.addWidget(facts_view(explanation.facts, self))
        if explanation.picture is not None:
            self.right.addWidget(Preview(explanation.picture, self._pixel_budget, self))
        if explanation.other_form is not None:
            self.right.addWidget(other_form(explanation, explanation.other_form, self))
        if self._input.unknown:
            badge = Badge(tr(words.UNKNOWN), "amber", "warning", self)
            self.right.addWidget(badge, 0, Qt.AlignmentFlag.AlignLeft)
        if default := words.default_words(self._input):
            self.right.addWidget(self._caption_label(default))

    def _caption_label(self, caption: str) -> QWidget:
        return text.label(caption, "caption", wrap=True, parent=self)


class MissingRow(TwoColumnRow):
    """The inputs that the tool names and the call does not give, one on each line."""

    def __init__(self, row: Missing, parent: QWidget | None = None) -> None:
        super().__init__(row.depth, parent)
        self.left.addWidget(text.label(tr("Not given"), "muted", parent=self))
        for input_ in row.inputs:
            self.right.addWidget(self._line(input_))
        text.named(self, tr_n("{n} input not given", "{n} inputs not given", len(row.inputs)))

    def _line(self, input_: Input) -> QWidget:
        if isinstance(input_.name, Untrusted) and not is_short_name(input_.name.raw()):
            brief = words.brief_name(input_.name)
            return text_block(input_.name, tr("Name of an input that is not given: {name}", name=brief), self)
        line = text.label(words.missing_words(input_), "muted", wrap=True, parent=self)
        text.named(line, words.spoken_words(input_))
        if claim := words.server_words(input_):
            text.tooltip(line, words.join_server_words(claim))
        return line


class ServerDescription(QWidget):
    """The server's description of an input."""

    def __init__(self, claim: tuple[Untrusted, ...], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._claim = claim
        self._column = boxes.column(theme.SPACE, self)
        self._label = text.label(_claim_text(claim), "caption", wrap=True, parent=self)
        self._show_all_button = inline_button(tr("Show all it says"), "caret-down", self, on_click=self._show_all)
        self._show_all_button.setVisible(bool(_claim_brief(claim)[1]))
        fill(self._column, self._label, left(self._show_all_button))

    def _show_all(self) -> None:
        self._show_all_button.hide()
        text.set_text(self._label, tr("The server says:"))
        self._column.addWidget(text_block(words.join_server_words(self._claim), tr("What the server says"), self))


def _set_indent(part: QWidget | QBoxLayout, indent: int, padding: int = 0) -> None:
    """Leave room on the side where reading begins, since Qt does not mirror margins."""
    before, after = (0, indent) if text.is_mirrored() else (indent, 0)
    part.setContentsMargins(before, padding, after, padding)


def _claim_text(claim: tuple[Untrusted, ...]) -> str:
    return tr("The server says: {said}", said=_claim_brief(claim)[0])


def _claim_brief(claim: tuple[Untrusted, ...]) -> tuple[str, int]:
    """The beginning of a description with the count of what is left, and that count. The rest is not read."""
    start = words.join_server_words(tuple(Untrusted(part.raw()[:_READ_FOR_BRIEF]) for part in claim)).raw()
    prose = " ".join(start.split())  # line ends mean nothing in a description
    cut_count = sum(max(0, len(part.raw()) - _READ_FOR_BRIEF) for part in claim)
    if not cut_count:
        return one_line(prose, _BRIEF_LENGTH), max(0, len(prose) - _BRIEF_LENGTH)
    cut_count += max(0, len(prose) - _BRIEF_LENGTH)
    cut_note = tr_n("⟨… {n} more character⟩", "⟨… {n} more characters⟩", cut_count)
    return escape(prose[:_BRIEF_LENGTH]) + cut_note, cut_count
