"""The form: everything that a call will send, and a result, as rows to read.

Owns: when rows are made, their order, and the one count of lines that were never in view; the parts of a result and
their order, each by its kind: text, picture, sound, embedded resource, link, then everything else as inputs are shown.
``ResultView`` is the one way in, wherever a result is shown: give it the bytes that came back.

Invariants:
    Each member of ``params`` is here, shown by the same rows (attack 1); only the protocol's own constants are
    folded and not counted. Nothing is cut off in silence.
    What cannot be read as a result is shown as the text that it is; a link is text that nothing here follows (attack
    28); all pictures of one result share one budget, and none is decoded before somebody asks.
    A call of any size opens at once: widgets exist for what is shown and little more.
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
from ui.inputs.nested_lines import in_lines
from ui.inputs.picture import Budget
from ui.inputs.rows import DEEPEST, STEP, InputRow, MissingRow, TwoColumnRow
from ui.inputs.schema import Document
from ui.inputs.text_block import Fold, Pager, TextBlock, inline_button
from ui.tr import mark, tr, tr_n
from ui.widgets import boxes
from ui.widgets.boxes import fill
from ui.widgets.cards import Notice, rule
from ui.widgets.labels import turn_caret
from ui.widgets.scroll import VisibilityWatch, has_final_height, scroll_into_view, scroll_to_top

_AT_ONCE: Final = 12
"""Rows that are made before anything is painted: a screenful."""
_AT_A_TIME: Final = 8
_COLUMNS_FROM: Final = 60
"""Characters of width from which names and values stand side by side."""
_NAMES: Final = 20
"""Characters of the column of names, at most."""


class InputsView(QWidget):
    """A call's inputs.

    Attributes:
        unread_lines: lines of all values that were never in view.
    Signals:
        unread_changed(int): lines came into view; so many are left.
    """

    unread_changed = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._arguments: JsonObject = {}
        self._document = Document(None)
        self._outline = Outline(())
        self._reading = SeenInputs(0)
        self._book = LineCache()
        self._vouched = False
        self._pixels = Budget()
        self._host_readings: dict[ValuePath, tuple[Reading, ...]] = {}
        self._blamed: Blamed = {}
        self._elsewhere: frozenset[ValuePath] = frozenset()
        self._left: list[Row] = []
        self._made: dict[tuple[str, ValuePath], QWidget] = {}
        self._shown: list[QWidget] = []
        self._notice: Notice | None = None
        self._shows_claims = False
        self._claims = inline_button("", "caret-right", self, on_click=self._toggle_claims)
        self._column = boxes.column(0, self)
        self._column.addWidget(self._claims, 0, Qt.AlignmentFlag.AlignLeft)
        self._column.addStretch(1)  # room to spare stays below the rows
        self._more = QTimer(self)
        self._more.timeout.connect(self._make_some)
        self._announcing = QTimer(self, singleShot=True)
        self._announcing.timeout.connect(self._announce)
        self._watch = VisibilityWatch(self, self.note_visible)

    @property
    def unread_lines(self) -> int:
        """Lines of all values that were never in view, on this page or another, folded or not."""
        return self._reading.unread

    @property
    def is_complete(self) -> bool:
        """Whether every row of the page has its widget by now."""
        return not self._left

    def show_inputs(
        self,
        arguments: JsonObject,
        schema: JsonValue,
        *,
        readings: tuple[Reading, ...] = (),
        vouched: bool = False,
        blamed: Blamed = MappingProxyType({}),
        pixels: Budget | None = None,
    ) -> None:
        """Show what a call will send, as the tool's ``inputSchema`` names it.

        ``readings``: what the host read in the values. ``vouched``: whether somebody vouched for the server, so that
        its word on what a value is counts. ``blamed``: what is marked in the values. ``pixels``: how much may be
        decoded, where it is shared.
        """
        self._vouched, self._pixels, self._blamed = vouched, pixels or Budget(), blamed
        self._host_readings = {}
        for reading in readings:
            self._host_readings[reading.path] = (*self._host_readings.get(reading.path, ()), reading)
        self._arguments, self._document, self._elsewhere = arguments, Document(schema), frozenset()
        self._book = LineCache()
        self._outline = Outline(inputs_of(arguments, self._document))
        self._reading = SeenInputs(self._book.count(arguments) if arguments else 0)
        self._clear()
        self._set_claims(is_shown=False)
        self._claims.hide()
        self._lay_out()
        if not self._made:
            self._add(text.label(tr("It has no inputs."), "muted", wrap=True, parent=self))

    def show_values(self, values: JsonObject, pixels: Budget | None = None) -> None:
        """Show values that no tool describes."""
        self.show_inputs(values, {"properties": {name: {} for name in values}}, pixels=pixels)

    def sent_text(self, path: ValuePath) -> tuple[TextLines, SeenLines] | None:
        """The lines of the text at ``path``, and which of them were in view; None where no text stands there."""
        value = value_at(self._arguments, path)
        if not isinstance(value, str):
            return None
        lines = self._book.of(Untrusted(value))
        return lines, self._reading.marks(path, 1 if is_inline(value) else len(lines))

    def leave_out(self, paths: frozenset[ValuePath]) -> None:
        """Show no rows of these inputs, which stand elsewhere on the screen."""
        self._elsewhere = paths
        for widget in self._shown:
            widget.setVisible(self._is_here(widget))
        self._watch.schedule()

    def _is_here(self, widget: QWidget) -> bool:
        return not isinstance(widget, InputRow) or widget.path not in self._elsewhere

    def light_up(self, where: ValuePath, span: tuple[int, int] | None) -> bool:
        """Unfold, turn and scroll to an input, and mark characters of it; whether there is such an input."""
        if not where:
            return False
        path = self._outline.reveal(where)
        self._lay_out()
        self.make_all()
        row = next((row for row in self._shown if isinstance(row, InputRow) and row.path == path), None)
        if row is None:
            return False
        # Layouts come to rest first; the row may be gone by then.
        QTimer.singleShot(0, row, partial(_light, row, span if path == where else None))
        return True

    def note_visible(self) -> None:
        """Note which lines are in view; whatever scrolls this view calls it, or is found by itself."""
        if not has_final_height(self):
            return  # what changes its size will call again
        for widget in self._shown:
            if isinstance(widget, InputRow):
                widget.note_visible()

    def make_all(self) -> None:
        """Make the rows that are still to come now, for what cannot wait (a picture, a test)."""
        while self._left:
            self._make_some()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  # Qt's name
        """Columns, where there is room for them."""
        super().resizeEvent(event)
        for widget in self._shown:
            self._arrange(widget)

    def _lay_out(self) -> None:
        """Put the rows that are shown now into their order; widgets that stay are kept."""
        self._more.stop()
        rows = self._rows()
        for key in self._made.keys() - {row.key for row in rows}:
            boxes.discard(self._column, self._made.pop(key))
        for widget in self._made.values():
            self._column.removeWidget(widget)
        self._shown = [] if self._made or rows else self._shown
        self._left = rows
        self._make_some(_AT_ONCE)
        if self._left:
            self._more.start(0)

    def _rows(self) -> list[Row]:
        """The rows that are shown now; without the schema where it turns out to be too much to read."""
        rows = self._outline.rows()
        if self._document.too_large and self._notice is None:
            self._clear()
            title = tr("The tool's description of its inputs is too large to show")
            without = tr("The inputs are shown without it, exactly as they will be sent.")
            self._notice = Notice("amber", title, without, parent=self)
            self._column.insertWidget(0, self._notice)
            self._notice.show()
            self._outline = Outline(inputs_of(self._arguments, self._document))
            rows = self._outline.rows()
        return rows

    def _make_some(self, most: int = _AT_A_TIME) -> None:
        """Make some widgets; those that exist cost nothing."""
        while self._left and most > 0:
            row = self._left.pop(0)
            if row.key not in self._made:
                self._made[row.key] = self._make(row)
                most -= 1
            self._update(row, self._made[row.key])
            self._add(self._made[row.key])
        if not self._left:
            self._more.stop()
        self._watch.schedule()

    def _make(self, row: Row) -> QWidget:
        if isinstance(row, Page):
            pager = Pager("value" if row.path else "input", self)
            pager.setContentsMargins(min(row.depth, DEEPEST) * STEP, theme.GROUP, 0, theme.GROUP)
            pager.turned.connect(partial(self._turn, row.path))
            return pager
        if isinstance(row, Missing):
            return MissingRow(row, self)
        path = row.given.path
        made = InputRow(
            row,
            self._reading,
            self._book,
            self,
            readings=self._host_readings.get(path, ()),
            vouched=self._vouched,
            pixels=self._pixels,
            blamed=self._blamed.get(path, ()),
        )
        if made.claim:
            self._claims.show()
        made.show_claim(is_shown=self._shows_claims)
        made.toggled.connect(self._toggle)
        made.seen.connect(self._seen)
        made.view_changed.connect(self._watch.schedule)
        return made

    def _update(self, row: Row, widget: QWidget) -> None:
        if isinstance(row, Page) and isinstance(widget, Pager):
            widget.show_page(row.start, row.stop, row.total, row.size)
        elif isinstance(widget, InputRow) and isinstance(row, Value) and row.is_open is not None:
            widget.set_open(row.is_open)

    def _add(self, widget: QWidget) -> None:
        self._arrange(widget)
        self._column.insertWidget(self._column.count() - 2, widget)
        self._shown.append(widget)
        widget.setVisible(self._is_here(widget))

    def _arrange(self, widget: QWidget) -> None:
        if isinstance(widget, TwoColumnRow):
            letter = self.fontMetrics().averageCharWidth()
            wide = self.width() >= letter * _COLUMNS_FROM
            widget.arrange(min(letter * _NAMES, self.width() // 3) if wide else 0)

    def _clear(self) -> None:
        boxes.discard(self._column, *self._shown, self._notice)
        self._shown, self._made, self._notice = [], {}, None

    def _toggle(self, path: ValuePath) -> None:
        self._outline.toggle(path)
        self._lay_out()

    def _turn(self, path: ValuePath, start: int) -> None:
        self._outline.turn(path, start)
        self._lay_out()
        first = next((row for row in self._shown if isinstance(row, InputRow) and row.path[:-1] == path), self)
        scroll_to_top(first)

    def _toggle_claims(self) -> None:
        self._set_claims(is_shown=not self._shows_claims)

    def _set_claims(self, *, is_shown: bool) -> None:
        """What the server says of each input, or not."""
        self._shows_claims = is_shown
        for widget in self._shown:
            if isinstance(widget, InputRow):
                widget.show_claim(is_shown=is_shown)
        said = tr("Hide what the server says of the inputs") if is_shown else tr("What the server says of the inputs")
        text.set_button_text(self._claims, said)
        turn_caret(self._claims, is_open=is_shown)

    def _seen(self) -> None:
        self._announcing.start(0)  # many lines come into view at once

    def _announce(self) -> None:
        self.unread_changed.emit(self._reading.unread)


class ReadableParts(QWidget):
    """Texts and values one below the other, of which each line is counted until it was in view.

    Attributes:
        unread_lines: lines that were never in view.
        is_complete: whether every row has its widget by now.
    Signals:
        unread_changed(int): lines came into view; so many are left.
    """

    unread_changed = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._counted: list[InputsView | TextBlock] = []

    @property
    def unread_lines(self) -> int:
        """Lines that were never in view, folded or not."""
        return sum(part.unread_lines for part in self._counted)

    @property
    def is_complete(self) -> bool:
        """Whether every row has its widget by now."""
        return all(part.is_complete for part in self._counted if isinstance(part, InputsView))

    def make_all(self) -> None:
        """Make all rows now, for what cannot wait."""
        for part in self._counted:
            if isinstance(part, InputsView):
                part.make_all()

    def note_read(self) -> None:
        """Lines were in view, in a part or elsewhere on the screen."""
        self.unread_changed.emit(self.unread_lines)

    def _count_lines_of(self, part: InputsView | TextBlock) -> None:
        """The lines of this part count."""
        self._counted.append(part)
        part.unread_changed.connect(self.note_read)


class CallInputs(ReadableParts):
    """A call, as it will be sent or was.

    Attributes:
        inputs: its inputs; what is sent with them stands below.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.inputs = InputsView(self)
        self._count_lines_of(self.inputs)
        self._beside: list[QWidget] = []
        self._column = fill(boxes.column(0, self), self.inputs)

    def show_call(
        self,
        call: Call,
        schema: JsonValue,
        readings: tuple[Reading, ...] = (),
        blamed: Blamed = MappingProxyType({}),
    ) -> None:
        """Show what the call will send. ``readings``: what the host read in it. ``blamed``: what is marked in it."""
        beside, vouched = other_params.members_of(call), call.server.trusted
        self.inputs.show_inputs(call.arguments_value, schema, readings=readings, vouched=vouched, blamed=blamed)
        self._show_beside(other_params.grouped(beside))

    def show_params(self, params: bytes, schema: JsonValue) -> None:
        """Show a call of which only the bytes are left. Raises ProtocolError where they are none."""
        arguments, beside = other_params.read(params)
        self.inputs.show_inputs(arguments, schema)
        self._show_beside(other_params.grouped(beside))

    def _show_beside(self, beside: other_params.OtherParams) -> None:
        boxes.discard(self._column, *self._beside)
        self._beside, self._counted = [], [self.inputs]
        if beside:
            self._add(rule(self))
            self._add(_title(tr("Also sent with the call"), "strong", theme.GROUP + theme.SPACE, self))
        for title, group in _groups(beside):
            if group:
                self._add(_title(title, "caption", theme.GROUP, self))
                view = InputsView(self)
                self._add(view)
                view.show_values(in_lines(group))
                self._count_lines_of(view)
        if beside.protocol:
            self._add(_protocol_constants(beside.protocol, self))
        self.note_read()

    def _add(self, part: QWidget) -> None:
        self._beside.append(part)
        self._column.addWidget(part)
        part.show()


def _protocol_constants(values: JsonObject, parent: QWidget) -> Fold:
    """One line for what the protocol itself adds to calls; it opens."""

    def content() -> QWidget:
        view = InputsView()
        view.show_values(values)
        return view

    said = tr_n("Protocol details: {n} value", "Protocol details: {n} values", len(values))
    made = Fold(said, said, content, parent)
    made.setContentsMargins(0, theme.SPACE, 0, theme.SPACE)
    about = tr("What every app of this version of MCP sends; nothing in it is the app's own words.")
    text.tooltip(made.button, about)
    return made


def _light(row: InputRow, span: tuple[int, int] | None) -> None:
    if isValid(row):  # its window may be going away
        scroll_into_view(row, row.light_up(span))


def _groups(beside: other_params.OtherParams) -> tuple[tuple[str, JsonObject], ...]:
    return (
        (tr("Answers to what the server asked earlier"), beside.answers),
        (tr("Notes from the app to the server (_meta)"), beside.notes),
        (tr("More that the server gets"), beside.others),
    )


def _title(words: str, role: Literal["strong", "caption"], above: int, parent: QWidget) -> QWidget:
    made = text.label(words, role, wrap=True, parent=parent)
    made.setContentsMargins(0, above, 0, 0)
    return made


TEXTS: Final = 20
"""Parts that are shown each by itself; what a result has beyond them is shown together."""

_KINDS: Final[dict[str, tuple[str, str]]] = {
    "image": (mark("picture"), mark("Type, size and preview go by the bytes, whatever the server calls them.")),
    "audio": (mark("sound"), mark("Assent does not play it. Type and size go by the bytes.")),
    "resource": (mark("embedded resource"), mark("It came with the result; its address was not opened.")),
    "resource_link": (
        mark("link"),
        mark("Assent does not open it. Where an app wants to read it, you are asked, or a rule decides."),
    ),
}
"""Kinds of content (MCP, server/tools, Tool Result), and what is said of each."""


class ResultView(ReadableParts):
    """A result: texts as texts, structured content and all else as rows."""

    def __init__(self, result: bytes, parent: QWidget | None = None) -> None:
        """``result``: the JSON object that came back, or whatever came in its place."""
        super().__init__(parent)
        self._pixels = Budget()
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
            for number, part in enumerate(content[:TEXTS], 1):
                title = tr("Part {number} of {count}", number=f"{number:,}", count=f"{len(content):,}")
                self._add_part(title if len(content) > 1 else "", part)
            if content[TEXTS:]:
                self._add_values(
                    tr_n("{n} more part", "{n} more parts", len(content) - TEXTS), {"content": content[TEXTS:]}
                )
        if others or not self._column.count():
            if self._column.count():
                self._column.addWidget(rule(self))
            self._add_values(tr("Beside it") if isinstance(content, list) else "", others)

    def _add_part(self, title: str, part: JsonValue) -> None:
        if not isinstance(part, dict):
            self._add_text(title, Untrusted(codec.lexeme(part)))
            return
        said = part.get("text")
        kind = part.get("type")
        if kind != "text" or not isinstance(said, str):
            named, note = _KINDS.get(kind, ("", "")) if isinstance(kind, str) else ("", "")
            if named:
                title = tr("{part}: {kind}", part=title, kind=tr(named)) if title else tr(named)
            self._add_values(title, part, tr(note) if note else "")
            return
        self._add_text(tr("{part}: text", part=title) if title else "", Untrusted(said))
        if others := {name: part[name] for name in part if name not in ("type", "text")}:
            self._add_values(tr("With this text"), others)

    def _add_text(self, title: str, said: Untrusted) -> None:
        self._add_title(title)
        block = TextBlock(self)
        block.show_text(said, title or tr("What came back"))
        self._count_lines_of(block)
        self._column.addWidget(block)

    def _add_values(self, title: str, values: JsonObject, note: str = "") -> None:
        self._add_title(title)
        if note:
            self._column.addWidget(text.label(note, "caption", wrap=True, parent=self))
        view = InputsView(self)
        view.show_values(values, self._pixels)
        self._count_lines_of(view)
        self._column.addWidget(view)

    def _add_title(self, words: str) -> None:
        if words:
            self._column.addWidget(text.label(words, "caption", parent=self))
