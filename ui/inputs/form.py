"""The form: everything that a call will send, and a result, as rows to read.

Owns: when rows are made, their order, and the count of lines that were never in view; the parts of a result by their
kind: text, picture, sound, embedded resource, link, then everything else as inputs are shown. ``ResultView`` shows a
result everywhere: give it the bytes that came back.

Invariants:
    Each member of ``params`` is shown by the same rows (attack 1). Only the protocol's own constants are folded and not
    counted. Nothing is cut off without saying so.
    Bytes that cannot be read as a result are shown as text. A link is text that nothing here follows (attack 28). All
    pictures of a result share one budget, and none is decoded before a person asks for it.
    A call of any size opens at once: there are few more widgets than are shown.
"""

from __future__ import annotations

from functools import partial
from types import MappingProxyType
from typing import Final, Literal

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

from host.control import codec
from host.control.views import Reading
from host.errors import ProtocolError
from host.model import Call, JsonObject, JsonValue
from host.text import Untrusted
from ui import text, theme
from ui.inputs import other_params
from ui.inputs.diff import value_at
from ui.inputs.lines import Blamed, LineCache, SeenInputs, SeenLines, TextLines, ValuePath, is_inline
from ui.inputs.model import Missing, Outline, Page, Row, Value, inputs_of
from ui.inputs.nested_lines import with_nested_lines
from ui.inputs.picture import PixelBudget
from ui.inputs.rows import INDENT, MAX_INDENTS, InputRow, MissingRow, TwoColumnRow
from ui.inputs.schema import Document
from ui.inputs.text_block import Fold, Pager, TextBlock, inline_button
from ui.tr import mark, tr, tr_n
from ui.widgets import boxes
from ui.widgets.boxes import fill
from ui.widgets.cards import Notice, rule
from ui.widgets.labels import turn_caret
from ui.widgets.scroll import VisibilityWatch, has_final_height, scroll_into_view, scroll_to_top

_FIRST_ROWS: Final = 12
"""Rows that are made before anything is painted: a screenful."""
_ROWS_PER_STEP: Final = 8
_TWO_COLUMNS_FROM: Final = 60
"""Width in characters from which on names and values stand side by side."""
_NAME_COLUMN: Final = 20
"""Characters of the column of names at most."""


class InputsView(QWidget):
    """The rows of a call's inputs. ``blamed``: the marks of findings in the values.

    Emits ``unread_changed(int)``: lines came into view; the number that is left.
    """

    unread_changed = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.arguments: JsonObject = {}
        self._document = Document(None)
        self._outline = Outline(())
        self._seen_inputs = SeenInputs(0)
        self._line_cache = LineCache()
        self._is_vouched = False
        self._pixel_budget = PixelBudget()
        self._host_readings: dict[ValuePath, tuple[Reading, ...]] = {}
        self.blamed: Blamed = {}
        self._left_out_paths: frozenset[ValuePath] = frozenset()
        self._pending_rows: list[Row] = []
        self._widgets_by_key: dict[tuple[str, ValuePath], QWidget] = {}
        self._shown_widgets: list[QWidget] = []
        self._notice: Notice | None = None
        self._shows_claims = False
        self._claims_button = inline_button("", "caret-right", self)
        self._claims_button.clicked.connect(lambda: self._show_claims(is_shown=not self._shows_claims))
        self._column = boxes.column(0, self)
        self._column.addWidget(self._claims_button, 0, Qt.AlignmentFlag.AlignLeft)
        self._column.addStretch(1)  # room to spare stays below the rows
        self._more_rows_timer = QTimer(self, singleShot=True)
        self._more_rows_timer.timeout.connect(self._make_more_rows)
        self._announce_timer = QTimer(self, singleShot=True)
        self._announce_timer.timeout.connect(lambda: self.unread_changed.emit(self._seen_inputs.unread))
        self._watch = VisibilityWatch(self, self.note_visible)

    @property
    def unread_lines(self) -> int:
        """The number of lines of all values that were never in view, on any page, folded or not."""
        return self._seen_inputs.unread

    @property
    def is_complete(self) -> bool:
        """Whether every row of the page has its widget."""
        return not self._pending_rows

    def show_inputs(
        self,
        arguments: JsonObject,
        schema: JsonValue,
        *,
        readings: tuple[Reading, ...] = (),
        vouched: bool = False,
        blamed: Blamed = MappingProxyType({}),
        pixel_budget: PixelBudget | None = None,
    ) -> None:
        """Show the inputs of a call.

        Args:
            arguments: the inputs.
            schema: the tool's ``inputSchema``.
            readings: what the host read in the values.
            vouched: whether somebody vouched for the server, so that its word on the kind of a value counts.
            blamed: the marks of findings in the values.
            pixel_budget: limits the pictures, if it is shared.
        """
        self._is_vouched, self._pixel_budget, self.blamed = vouched, pixel_budget or PixelBudget(), blamed
        self._host_readings = {}
        for reading in readings:
            self._host_readings[reading.path] = (*self._host_readings.get(reading.path, ()), reading)
        self.arguments, self._document, self._left_out_paths = arguments, Document(schema), frozenset()
        self._line_cache = LineCache()
        self._outline = Outline(inputs_of(arguments, self._document))
        self._seen_inputs = SeenInputs(self._line_cache.count_lines(arguments) if arguments else 0)
        self._clear()
        self._show_claims(is_shown=False)
        self._claims_button.hide()
        self._update_rows()
        if not self._widgets_by_key:
            self._add_widget(text.label(tr("It has no inputs."), "muted", wrap=True, parent=self))

    def show_values(self, values: JsonObject, pixel_budget: PixelBudget | None = None) -> None:
        """Show values that no tool describes."""
        self.show_inputs(values, {"properties": {name: {} for name in values}}, pixel_budget=pixel_budget)

    def sent_text(self, path: ValuePath) -> tuple[TextLines, SeenLines] | None:
        """The lines of the text at ``path``, and which of them were in view; None if it is not a text."""
        value = value_at(self.arguments, path)
        if not isinstance(value, str):
            return None
        lines = self._line_cache.lines_of(Untrusted(value))
        return lines, self._seen_inputs.seen_lines(path, 1 if is_inline(value) else len(lines))

    def leave_out(self, paths: frozenset[ValuePath]) -> None:
        """Hide the rows of these inputs, which are shown elsewhere on the screen."""
        self._left_out_paths = paths
        for widget in self._shown_widgets:
            widget.setVisible(self._is_shown_here(widget))
        self._watch.schedule()

    def _is_shown_here(self, widget: QWidget) -> bool:
        return not isinstance(widget, InputRow) or widget.path not in self._left_out_paths

    def show_input(self, path_of_value: ValuePath, span: tuple[int, int] | None) -> bool:
        """Unfold, turn and scroll to an input, and mark characters of it. Returns whether there is such an input."""
        if not path_of_value:
            return False
        path = self._outline.reveal(path_of_value)
        self._update_rows()
        self.make_all()
        row = next((row for row in self._shown_widgets if isinstance(row, InputRow) and row.path == path), None)
        if row is None:
            return False
        # The layout must be final first; the row may be gone by then.
        QTimer.singleShot(0, row, partial(_show_marked, row, span if path == path_of_value else None))
        return True

    def note_visible(self) -> None:
        """Note which lines are in view. Called whenever the view scrolls or changes."""
        if not has_final_height(self):
            return  # the change of its size will call again
        for widget in self._shown_widgets:
            if isinstance(widget, InputRow):
                widget.note_visible()

    def make_all(self) -> None:
        """Make all rows now, for a caller that cannot wait."""
        while self._pending_rows:
            self._make_more_rows()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  # Qt's name
        """Use two columns if there is room."""
        super().resizeEvent(event)
        for widget in self._shown_widgets:
            self._arrange_columns(widget)

    def _update_rows(self) -> None:
        """Put the rows that are shown now into their order; keep the widgets that stay."""
        self._more_rows_timer.stop()
        rows = self._current_rows()
        for key in self._widgets_by_key.keys() - {row.key for row in rows}:
            boxes.discard(self._column, self._widgets_by_key.pop(key))
        for widget in self._widgets_by_key.values():
            self._column.removeWidget(widget)
        self._shown_widgets = [] if self._widgets_by_key or rows else self._shown_widgets
        self._pending_rows = rows
        self._make_more_rows(_FIRST_ROWS)

    def _current_rows(self) -> list[Row]:
        """The rows that are shown now; without the schema if it turns out to be too large."""
        rows = self._outline.rows()
        if self._document.too_large and self._notice is None:
            self._clear()
            title = tr("The tool's description of its inputs is too large to show")
            explanation = tr("The inputs are shown without it, exactly as they will be sent.")
            self._notice = Notice("amber", title, explanation, parent=self)
            self._column.insertWidget(0, self._notice)
            self._notice.show()
            self._outline = Outline(inputs_of(self.arguments, self._document))
            rows = self._outline.rows()
        return rows

    def _make_more_rows(self, limit: int = _ROWS_PER_STEP) -> None:
        """Make the next ``limit`` widgets; those that exist do not count. If one cannot be made, no more are tried."""
        self._more_rows_timer.stop()
        while self._pending_rows and limit > 0:
            row = self._pending_rows[0]
            if row.key not in self._widgets_by_key:
                self._widgets_by_key[row.key] = self._make_widget(row)
                limit -= 1
            self._update_widget(row, self._widgets_by_key[row.key])
            self._add_widget(self._widgets_by_key[row.key])
            self._pending_rows.pop(0)
        if self._pending_rows:
            self._more_rows_timer.start(0)
        self._watch.schedule()

    def _make_widget(self, row: Row) -> QWidget:
        if isinstance(row, Page):
            pager = Pager("value" if row.path else "input", self)
            pager.setContentsMargins(min(row.depth, MAX_INDENTS) * INDENT, theme.GROUP, 0, theme.GROUP)
            pager.turned.connect(partial(self._turn_page, row.path))
            return pager
        if isinstance(row, Missing):
            return MissingRow(row, self)
        path = row.tool_input.path
        input_row = InputRow(
            row,
            self._seen_inputs,
            self._line_cache,
            self,
            readings=self._host_readings.get(path, ()),
            vouched=self._is_vouched,
            pixel_budget=self._pixel_budget,
            blamed=self.blamed.get(path, ()),
        )
        if input_row.claim:
            self._claims_button.show()
        input_row.show_claim(is_shown=self._shows_claims)
        input_row.toggled.connect(self._toggle_value)
        input_row.lines_seen.connect(self._announce_timer.start)  # many lines come into view at once
        input_row.view_changed.connect(self._watch.schedule)
        return input_row

    def _update_widget(self, row: Row, widget: QWidget) -> None:
        if isinstance(row, Page) and isinstance(widget, Pager):
            widget.show_page(row.start, row.stop, row.total, row.size)
        elif isinstance(widget, InputRow) and isinstance(row, Value) and row.is_open is not None:
            widget.set_open(row.is_open)

    def _add_widget(self, widget: QWidget) -> None:
        self._arrange_columns(widget)
        self._column.insertWidget(self._column.count() - 2, widget)
        self._shown_widgets.append(widget)
        widget.setVisible(self._is_shown_here(widget))

    def _arrange_columns(self, widget: QWidget) -> None:
        if isinstance(widget, TwoColumnRow):
            letter_width = self.fontMetrics().averageCharWidth()
            has_two_columns = self.width() >= letter_width * _TWO_COLUMNS_FROM
            widget.arrange(min(letter_width * _NAME_COLUMN, self.width() // 3) if has_two_columns else 0)

    def _clear(self) -> None:
        boxes.discard(self._column, *self._shown_widgets, self._notice)
        self._shown_widgets, self._widgets_by_key, self._notice = [], {}, None

    def _toggle_value(self, path: ValuePath) -> None:
        self._outline.toggle(path)
        self._update_rows()

    def _turn_page(self, path: ValuePath, start: int) -> None:
        self._outline.turn(path, start)
        self._update_rows()
        first = next((row for row in self._shown_widgets if isinstance(row, InputRow) and row.path[:-1] == path), self)
        scroll_to_top(first)

    def _show_claims(self, *, is_shown: bool) -> None:
        self._shows_claims = is_shown
        for widget in self._shown_widgets:
            if isinstance(widget, InputRow):
                widget.show_claim(is_shown=is_shown)
        hide, show = tr("Hide what the server says about the inputs"), tr("What the server says about the inputs")
        text.set_button_text(self._claims_button, hide if is_shown else show)
        turn_caret(self._claims_button, is_open=is_shown)


class ReadableParts(QWidget):
    """Texts and values below one another, whose lines are counted until they were in view.

    Emits ``unread_changed(int)``: lines came into view; the number that is left.
    """

    unread_changed = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._counted_parts: list[InputsView | TextBlock] = []

    @property
    def unread_lines(self) -> int:
        """The number of lines that were never in view, folded or not."""
        return sum(part.unread_lines for part in self._counted_parts)

    @property
    def is_complete(self) -> bool:
        """Whether every row has its widget."""
        return all(part.is_complete for part in self._counted_parts if isinstance(part, InputsView))

    def note_read(self) -> None:
        """Say that lines were read, here or elsewhere on the screen."""
        self.unread_changed.emit(self.unread_lines)

    def _count_lines_of(self, part: InputsView | TextBlock) -> None:
        self._counted_parts.append(part)
        part.unread_changed.connect(self.note_read)


class CallInputs(ReadableParts):
    """A call as it will be sent, or as it was sent. ``inputs``: the inputs; what else is sent is below."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.inputs = InputsView(self)
        self._count_lines_of(self.inputs)
        self._other_widgets: list[QWidget] = []
        self._column = fill(boxes.column(0, self), self.inputs)

    def show_call(
        self, call: Call, schema: JsonValue, readings: tuple[Reading, ...] = (), blamed: Blamed = MappingProxyType({})
    ) -> None:
        """Show what the call will send. ``readings``: of the host. ``blamed``: the marks of findings."""
        members, vouched = other_params.members_of(call), call.server.trusted
        self.inputs.show_inputs(call.arguments_value, schema, readings=readings, vouched=vouched, blamed=blamed)
        self._show_other_params(other_params.group_members(members))

    def show_params(self, params: bytes, schema: JsonValue) -> None:
        """Show a call of which only the bytes are left. Raises ProtocolError if they cannot be read."""
        arguments, members = other_params.read_params(params)
        self.inputs.show_inputs(arguments, schema)
        self._show_other_params(other_params.group_members(members))

    def _show_other_params(self, groups: other_params.OtherParams) -> None:
        boxes.discard(self._column, *self._other_widgets)
        self._other_widgets, self._counted_parts = [], [self.inputs]
        if groups:
            self._add(rule(self))
            self._add(_title_label(tr("Also sent with the call"), "strong", theme.GROUP + theme.SPACE, self))
        for title, group in (
            (tr("Answers to what the server asked earlier"), groups.answers),
            (tr("Notes from the app to the server (_meta)"), groups.notes),
            (tr("More that the server gets"), groups.others),
        ):
            if group:
                self._add(_title_label(title, "caption", theme.GROUP, self))
                view = InputsView(self)
                self._add(view)
                view.show_values(with_nested_lines(group))
                self._count_lines_of(view)
        if groups.protocol:
            self._add(_protocol_constants(groups.protocol, self))
        self.note_read()

    def _add(self, part: QWidget) -> None:
        self._other_widgets.append(part)
        self._column.addWidget(part)
        part.show()


def _protocol_constants(values: JsonObject, parent: QWidget) -> Fold:
    def content() -> QWidget:
        view = InputsView()
        view.show_values(values)
        return view

    caption = tr_n("Protocol details: {n} value", "Protocol details: {n} values", len(values))
    fold = Fold(caption, caption, content, parent)
    fold.setContentsMargins(0, theme.SPACE, 0, theme.SPACE)
    about = tr("What every app of this version of MCP sends; nothing in it is the app's own words.")
    text.tooltip(fold.button, about)
    return fold


def _show_marked(row: InputRow, span: tuple[int, int] | None) -> None:
    if isValid(row):  # its window may be going away
        scroll_into_view(row, row.mark_value(span))


def _title_label(words: str, role: Literal["strong", "caption"], margin_above: int, parent: QWidget) -> QWidget:
    label = text.label(words, role, wrap=True, parent=parent)
    label.setContentsMargins(0, margin_above, 0, 0)
    return label


MAX_PARTS: Final = 20
"""Parts of a result that are shown separately; the rest is shown together."""

_CONTENT_KINDS: Final[dict[str, tuple[str, str]]] = {
    "image": (mark("picture"), mark("Type, size and preview go by the bytes, whatever the server calls them.")),
    "audio": (mark("sound"), mark("Assent does not play it. Type and size go by the bytes.")),
    "resource": (mark("embedded resource"), mark("It came with the result; its address was not opened.")),
    "resource_link": (
        mark("link"),
        mark("Assent does not open it. Where an app wants to read it, you are asked, or a rule decides."),
    ),
}
"""Kinds of content (MCP, server/tools, Tool Result): their name and a note."""


class ResultView(ReadableParts):
    """A result: texts in blocks, structured content and everything else as rows."""

    def __init__(self, result: bytes, parent: QWidget | None = None) -> None:
        """``result``: the bytes that came back, a JSON object or anything else."""
        super().__init__(parent)
        self._pixel_budget = PixelBudget()
        self._column = boxes.column(theme.GROUP, self, (0, theme.SPACE, 0, theme.SPACE))
        try:
            self._show(codec.object_of(result))
        except ProtocolError:
            self._add_text(tr("What came back"), Untrusted(result.decode("utf-8", "replace")))

    def _show(self, result: JsonObject) -> None:
        content, others = result.get("content"), dict(result)
        if isinstance(content, dict):  # a model's answer is one part (MCP, client/sampling)
            content = [content]
        if isinstance(content, list):
            del others["content"]
            for number, part in enumerate(content[:MAX_PARTS], 1):
                title = tr("Part {number} of {count}", number=f"{number:,}", count=f"{len(content):,}")
                self._add_part(title if len(content) > 1 else "", part)
            if rest := content[MAX_PARTS:]:
                self._add_values(tr_n("{n} more part", "{n} more parts", len(rest)), {"content": rest})
        if others or not self._column.count():
            if self._column.count():
                self._column.addWidget(rule(self))
            self._add_values(tr("Beside it") if isinstance(content, list) else "", others)

    def _add_part(self, title: str, part: JsonValue) -> None:
        if not isinstance(part, dict):
            self._add_text(title, Untrusted(codec.lexeme(part)))
            return
        content, kind = part.get("text"), part.get("type")
        if kind != "text" or not isinstance(content, str):
            kind_name, note = _CONTENT_KINDS.get(kind, ("", "")) if isinstance(kind, str) else ("", "")
            if kind_name:
                title = tr("{part}: {kind}", part=title, kind=tr(kind_name)) if title else tr(kind_name)
            self._add_values(title, part, tr(note) if note else "")
            return
        self._add_text(tr("{part}: text", part=title) if title else "", Untrusted(content))
        if others := {name: part[name] for name in part if name not in ("type", "text")}:
            self._add_values(tr("With this text"), others)

    def _add_text(self, title: str, content: Untrusted) -> None:
        self._add_title(title)
        block = TextBlock(self)
        block.show_text(content, title or tr("What came back"))
        self._count_lines_of(block)
        self._column.addWidget(block)

    def _add_values(self, title: str, values: JsonObject, note: str = "") -> None:
        self._add_title(title)
        if note:
            self._column.addWidget(text.label(note, "caption", wrap=True, parent=self))
        view = InputsView(self)
        view.show_values(values, self._pixel_budget)
        self._count_lines_of(view)
        self._column.addWidget(view)

    def _add_title(self, words: str) -> None:
        if words:
            self._column.addWidget(text.label(words, "caption", parent=self))
