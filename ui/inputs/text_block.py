"""Untrusted text of any length: folded, paged, counted and searched.

Owns: how anything longer than a line is shown everywhere, the pager of long contents, the search bar, and the scroll
area that knows whether all lines of the texts in it were on screen.

Invariants:
    All of a text can be reached by paging. The position of the page is shown beside it.
    No widget ever holds more than one page: a megabyte in one would block the window for minutes.
    A search says its number of hits. Enter goes to the next, Shift+Enter to the previous, Escape closes the bar; none
    of these keys reaches anything else (attack 10).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Literal, TypeAlias

from PySide6.QtCore import QEvent, QObject, QRect, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPaintEvent, QShowEvent
from PySide6.QtWidgets import QPushButton, QWidget

from host.text import Untrusted, escape
from ui import text, theme
from ui.icons import icon
from ui.inputs import words
from ui.inputs.lines import MAX_HITS, Lines, Mark, SeenLines, TextLines, UnfoldedLines, UnifiedDiffLines
from ui.inputs.plain_view import PlainView
from ui.label_text import wrappable
from ui.tr import mark, tr, tr_n
from ui.widgets import boxes
from ui.widgets.boxes import Placed, fill, grow, left
from ui.widgets.labels import show_fold, turn_caret
from ui.widgets.page_parts import SearchField
from ui.widgets.scroll import (
    FadeScroll,
    VisibilityWatch,
    has_final_height,
    part_in_view,
    scroll_into_view,
    scroll_to_top,
)

PageUnit: TypeAlias = Literal["line", "value", "input", "change", "part"]
"""What a page consists of. Only lines can be folded."""
_POSITION_TEXTS: Final[dict[PageUnit, str]] = {
    "line": mark("Lines {first} to {last} of {total}"),
    "value": mark("Values {first} to {last} of {total}"),
    "input": mark("Inputs {first} to {last} of {total}"),
    "change": mark("Changes {first} to {last} of {total}"),
    "part": mark("Part {number} of {count}"),
}


def inline_button(caption: str, icon_name: str, parent: QWidget, on_click: text.Slot | None = None) -> QPushButton:
    """Make a button that stands in line with values."""
    button = text.button(caption, "quiet", parent=parent, on_click=on_click)
    button.setIcon(icon(icon_name, "muted"))
    button.setStyleSheet(f"QPushButton {{ padding: 0 {theme.SPACE}px 0 0; min-height: {theme.TARGET - 2}px; }}")
    return button


class Fold(QWidget):
    """A button and the content that it unfolds. The content is made when it is first opened."""

    def __init__(
        self,
        show_caption: str,
        hide_caption: str,
        make_content: Callable[[], QWidget],
        parent: QWidget | None = None,
        *,
        is_open: bool = False,
        is_heading: bool = False,
    ) -> None:
        """``is_open``: whether it is unfolded at first. ``is_heading``: whether it looks like the heading of a part."""
        super().__init__(parent)
        self._show_caption, self._hide_caption, self._make_content = show_caption, hide_caption, make_content
        self._content: QWidget | None = None
        has_own_words = show_caption != hide_caption
        self._show_state = turn_caret if has_own_words else show_fold  # which says it in the description
        if is_heading:
            self.button = text.button(show_caption, "fold", parent=self, on_click=self._toggle)
        else:
            self.button = inline_button(show_caption, "caret-right", self, self._toggle)
        self._show_state(self.button, is_open=False)
        self._column = fill(boxes.column(theme.SPACE, self), left(self.button))
        if is_open:
            self._toggle()

    def _toggle(self) -> None:
        if self._content is None:
            self._content = self._make_content()
            self._content.hide()
            self._column.addWidget(self._content)
        is_open = self._content.isHidden()
        self._content.setVisible(is_open)
        text.set_button_text(self.button, self._hide_caption if is_open else self._show_caption)
        self._show_state(self.button, is_open=is_open)


class OnDemand(QWidget):
    """A part that a person may unfold, and need not have read before a press counts (``ReadScroll``)."""


class Pager(QWidget):
    """The position of the page that is shown, and buttons to turn to others.

    Signals:
        turned(int): the person asks for the page that begins with this unit, from 0.
        folded(): the person asks for the beginning alone.
    """

    turned = Signal(int)
    folded = Signal()

    def __init__(self, unit: PageUnit, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._unit = unit
        self._start = self._total = 0
        self._size = 1
        self._position_label = text.label("", "caption", wrap=True, parent=self)
        self._all_button = inline_button(tr("Show all"), "caret-down", self, lambda: self.turned.emit(0))
        self._previous_button = inline_button(tr("Previous"), "caret-left", self, lambda: self._turn_by(-1))
        self._next_button = inline_button(tr("Next"), "caret-right", self, lambda: self._turn_by(1))
        self._last_button = inline_button(tr("Last"), "caret-double-right", self)
        self._last_button.clicked.connect(lambda: self.turned.emit((self._total - 1) // self._size * self._size))
        self._less_button = inline_button(tr("Show less"), "caret-up", self, on_click=self.folded)
        buttons = self._all_button, self._previous_button, self._next_button, self._last_button
        top = fill(boxes.row(theme.SECTION), grow(self._position_label), self._less_button, Placed(None))
        fill(boxes.column(theme.SPACE, self), top, fill(boxes.row(theme.SECTION), *buttons, Placed(None)))

    def _turn_by(self, pages: int) -> None:
        self.turned.emit(max(0, self._start + pages * self._size))

    def show_folded(self, total: int, size: int) -> None:
        """Offer to show all of ``total`` units; only the beginning is shown now."""
        self._start, self._total, self._size = 0, total, size
        text.set_button_text(self._all_button, tr_n("Show all {n} line", "Show all {n} lines", total))
        self._show(is_paged=False)

    def show_page(self, start: int, stop: int, total: int, size: int) -> None:
        """Say that units ``start`` (from 0) to ``stop`` of ``total`` are shown."""
        self._start, self._total, self._size = start, total, size
        first, count = f"{start + 1:,}", f"{total:,}"
        template = _POSITION_TEXTS[self._unit]
        position = tr(template, first=first, last=f"{stop:,}", total=count, number=first, count=count)
        text.set_text(self._position_label, position)
        self._previous_button.setEnabled(start > 0)
        for button in (self._next_button, self._last_button):
            button.setEnabled(stop < total)
        self._show(is_paged=True)

    def _show(self, *, is_paged: bool) -> None:
        has_pages = is_paged and self._total > self._size
        self._all_button.setVisible(not is_paged)
        self._less_button.setVisible(is_paged and self._unit == "line")
        self._position_label.setVisible(has_pages)
        for button in (self._previous_button, self._next_button, self._last_button):
            button.setVisible(has_pages)


LINES_AT_FIRST: Final = 12
"""Lines that are shown of a longer text at first."""
_EXTRA_LINES: Final = 4
"""A text with at most this many more lines is shown whole."""
SEARCHABLE_FROM: Final = 40
"""Texts with more lines than this can be searched."""
_MAX_SENTENCE: Final = 1_000
"""Characters; anything longer is shown in a block."""
_MAX_PROSE_LINES: Final = 40
"""Lines of a label."""
PAGE_SIZE: Final = 200
"""Lines on one page."""
_FIELD_KEYS: Final = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Escape)
_SEARCH_DELAY_MS: Final = 150
"""Milliseconds between the last key and the search."""


class TextBlock(QWidget):
    """A text, or a list of numbers, of any length. ``search_bar``: None unless it is open.

    Emits ``unread_changed(int)``: lines came into view; the number that is left.
    """

    unread_changed = Signal(int)

    def __init__(self, parent: QWidget | None = None, *, on_view_change: Callable[[], None] | None = None) -> None:
        """``on_view_change``: called instead of ``note_visible`` when other lines may be in view."""
        super().__init__(parent)
        self._lines: Lines = TextLines(Untrusted(""))
        self._seen_lines = SeenLines(1)
        self._start = self._stop = 0
        frame = _Frame(self)
        self._view = frame.view
        self._size_label = text.label("", "caption", wrap=True, parent=self)
        self._pager: Pager | None = None  # most texts are short
        self._find_button: QPushButton | None = None
        self.search_bar: FindBar | None = None
        self._current_hit: Mark | None = None
        self._marks: list[Mark] = []
        self._name = ""
        self._lines_at_first = LINES_AT_FIRST
        self._column = fill(boxes.column(theme.SPACE, self), frame, self._size_label)
        self._watch = VisibilityWatch(self, on_view_change or self.note_visible)

    @property
    def lines(self) -> int:
        """The number of lines."""
        return len(self._lines)

    @property
    def unread_lines(self) -> int:
        """The number of lines that were never in view."""
        return self._seen_lines.unread

    @property
    def is_folded(self) -> bool:
        """Whether only a part of the text is shown."""
        return self._stop - self._start < self.lines

    def show_text(self, content: Untrusted, name: str = "", *, lines_at_first: int = LINES_AT_FIRST) -> None:
        """Show a text from its beginning. ``name``: for a screen reader, safe to show."""
        lines = TextLines(content)
        size = words.size_words(lines.size, len(lines))
        self.show_lines(lines, size, name or tr("Text"), lines_at_first=lines_at_first)

    def show_lines(
        self,
        lines: Lines,
        size: str,
        name: str,
        seen_lines: SeenLines | None = None,
        *,
        lines_at_first: int = LINES_AT_FIRST,
    ) -> None:
        """Show lines from the first on. ``seen_lines``: where lines in view are noted; new ones by default."""
        self._lines_at_first = lines_at_first
        self._lines = lines
        self._seen_lines = SeenLines(len(lines)) if seen_lines is None else seen_lines
        self._name, self._marks, self._current_hit = name, [], None
        text.set_text(self._size_label, size)
        self._size_label.setVisible(bool(size))
        text.named(self._view, name, size)
        self._close_search()
        self._show_beginning()

    def show_end(self) -> None:
        """Turn to the last page, such as the newest lines of a log."""
        if self.is_folded:
            self._open_page((self.lines - 1) // PAGE_SIZE * PAGE_SIZE)

    def show_marks(self, marks: list[Mark]) -> QRect:
        """Mark parts of lines and turn to the first. Returns the place of that line in this widget."""
        self._marks = marks
        first = marks[0].line if marks else 0
        # Turn to the page with this line, unless it is shown already
        if not self._start <= first < self._stop:
            self._open_page(first // PAGE_SIZE * PAGE_SIZE)
        self._draw_marks()
        return self._rect_of(first)

    def note_visible(self) -> None:
        """Note which lines are in view now."""
        if not has_final_height(self):
            return  # the change of its size will call again
        unread_before = self._seen_lines.unread
        first, last = self._view.lines_in_view()
        self._seen_lines.mark_seen(self._start + first, min(self._start + last, self._stop))
        if self._seen_lines.unread != unread_before:
            self.unread_changed.emit(self._seen_lines.unread)

    def _show_beginning(self) -> None:
        is_whole = self.lines <= self._lines_at_first + _EXTRA_LINES
        self._show(0, self.lines if is_whole else self._lines_at_first)
        if not is_whole:
            self._get_pager().show_folded(self.lines, PAGE_SIZE)
        if self._pager is not None:
            self._pager.setVisible(not is_whole)
        self._offer_search()

    def _get_pager(self) -> Pager:
        if self._pager is None:
            self._pager = Pager("line", self)
            self._pager.turned.connect(self._turn)
            self._pager.folded.connect(self._show_beginning)
            self._column.addWidget(self._pager)
        return self._pager

    def _turn(self, start: int) -> None:
        self._open_page(start)
        scroll_to_top(self)

    def _open_page(self, start: int) -> None:
        self._show(start, min(start + PAGE_SIZE, self.lines))
        self._get_pager().show_page(start, self._stop, self.lines, PAGE_SIZE)

    def _show(self, start: int, stop: int) -> None:
        self._start, self._stop = start, stop
        self._view.show_lines(self._lines.shown(start, stop))
        self._draw_marks()
        self._watch.schedule()

    def _show_around(self, line: int) -> None:
        """Show a few lines around this one, so that it stands close to the search field."""
        start = max(0, min(line - LINES_AT_FIRST // 2, self.lines - LINES_AT_FIRST))
        self._show(start, min(start + LINES_AT_FIRST, self.lines))
        self._get_pager().show_page(start, self._stop, self.lines, PAGE_SIZE)
        self._get_pager().show()

    def _draw_marks(self) -> None:
        marks = [*self._marks, *([self._current_hit] if self._current_hit else [])]
        shown_marks = [mark for mark in marks if self._start <= mark.line < self._stop]
        self._view.set_marks([mark._replace(line=mark.line - self._start) for mark in shown_marks])

    def _rect_of(self, line: int) -> QRect:
        rect = self._view.line_rect(max(0, line - self._start))
        return QRect(self._view.mapTo(self, rect.topLeft()), rect.size())

    def _offer_search(self) -> None:
        is_long = self.lines > SEARCHABLE_FROM
        if is_long and self._find_button is None:
            self._find_button = inline_button(tr("Find…"), "magnifying-glass", self, on_click=self._open_search)
            self._column.addWidget(self._find_button, 0, Qt.AlignmentFlag.AlignLeft)
        if self._find_button is not None:
            self._find_button.setVisible(is_long and self.search_bar is None)
            text.named(self._find_button, tr("Find in {name}", name=self._name))

    def _open_search(self) -> None:
        self.search_bar = FindBar(UnfoldedLines(self._lines.texts(0, self.lines)), self._name, self)
        self.search_bar.hit_changed.connect(self._show_hit)
        self.search_bar.closed.connect(self._on_search_closed)
        self._column.insertWidget(0, self.search_bar)
        self.search_bar.show()
        if self._find_button is not None:
            self._find_button.hide()
        self.search_bar.field.take_focus()

    def _show_hit(self, hit: Mark | None) -> None:
        self._current_hit = hit
        if hit:
            self._show_around(hit.line)
        self._draw_marks()
        if hit:
            scroll_into_view(self, self._rect_of(hit.line))

    def _on_search_closed(self) -> None:
        self._close_search()
        self._offer_search()
        if self._find_button is not None:
            self._find_button.setFocus(Qt.FocusReason.OtherFocusReason)

    def _close_search(self) -> None:
        boxes.discard(self._column, self.search_bar)
        self.search_bar, self._current_hit = None, None
        self._draw_marks()


class FindBar(QWidget):
    """Searches a text. Emits ``hit_changed(object)``: the ``Mark`` to show, None without a match; and ``closed()``."""

    hit_changed = Signal(object)
    closed = Signal()

    def __init__(self, lines: UnfoldedLines, name: str, parent: QWidget | None = None) -> None:
        """``name``: of the text, safe to show."""
        super().__init__(parent)
        self._lines = lines
        self.hits: list[Mark] = []
        self._index = 0
        self.field = SearchField(tr("Find in this text"), tr("Find in {name}", name=name), self)
        self.field.installEventFilter(self)
        self._count_label = text.label("", "caption", parent=self)
        self._previous_button = text.tool_button(icon("caret-up"), tr("Previous match"), parent=self)
        self._previous_button.clicked.connect(lambda: self.step(-1))
        self._next_button = text.tool_button(icon("caret-down"), tr("Next match"), parent=self)
        self._next_button.clicked.connect(lambda: self.step(1))
        close = text.tool_button(icon("x"), tr("Close the search"), parent=self, on_click=self.closed)
        buttons = self._previous_button, self._next_button, close
        fill(boxes.row(theme.SPACE, self), grow(self.field), self._count_label, *buttons)
        self._search_timer = QTimer(self, singleShot=True, interval=_SEARCH_DELAY_MS)
        self._search_timer.timeout.connect(self.search)
        self.field.textChanged.connect(self._search_timer.start)
        self._show_count()

    def search(self) -> None:
        """Search for what is typed now."""
        self._search_timer.stop()
        self.hits = self._lines.find(self.field.text())
        self._index = 0
        self._emit_hit()

    def step(self, offset: int) -> None:
        """Go so many matches on; after the last one comes the first."""
        if self._search_timer.isActive():
            self.search()
        elif self.hits:
            self._index = (self._index + offset) % len(self.hits)
            self._emit_hit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802  # Qt's name
        """Keep the keys of the search from the shortcuts and buttons of the window."""
        if not isinstance(event, QKeyEvent) or event.key() not in _FIELD_KEYS:
            return super().eventFilter(watched, event)
        event.accept()
        if event.type() is QEvent.Type.KeyPress and event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
        elif event.type() is QEvent.Type.KeyPress:
            self.step(-1 if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 1)
        return True

    def _emit_hit(self) -> None:
        self._show_count()
        self.hit_changed.emit(self.hits[self._index] if self.hits else None)

    def _show_count(self) -> None:
        count = len(self.hits)
        for button in (self._previous_button, self._next_button):
            button.setEnabled(count > 1)
        count_text = self._count_text(count)
        text.set_text(self._count_label, count_text)
        text.named(self._count_label, count_text)

    def _count_text(self, count: int) -> str:
        number = f"{self._index + 1:,}"
        if not self.field.text():
            return ""
        if not count:
            return tr("no match")
        if count > MAX_HITS:
            return tr("{at} of more than {most}", at=number, most=f"{MAX_HITS:,}")
        return tr_n("{at} of {n}", "{at} of {n}", count, at=number)


class FileChanges(TextBlock):
    """The changes of files, line by line and unfolded."""

    def show_changes(self, lines: tuple[str, ...]) -> None:
        """Show a difference as ``diff -u`` writes it: lines of the host (untrusted), without line feeds."""
        diff = UnifiedDiffLines(lines)
        self.show_lines(diff, words.lines_words(len(lines)), tr("What changes"), lines_at_first=len(diff))


class ReadScroll(FadeScroll):
    """A scroll area whose content, except ``OnDemand`` parts, must be read before a press counts.

    Emits ``read_on()``: more of the content came on screen.
    """

    read_on = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._blocks: list[TextBlock] = []
        self._seen_height = 0  # pixels from the top that were on screen, without a gap
        self._content_size = QSize()
        self._was_passed = False
        self.set_must_read(must_read=True)
        self.end_seen.connect(self.read_on)
        self.read_on.connect(self._update_must_read)

    @property
    def unread_lines(self) -> int:
        """Lines of its texts that were never on screen."""
        return sum(block.unread_lines for block in self._blocks)

    @property
    def was_read(self) -> bool:
        """Whether all of the content was on screen, and not its end alone."""
        return self._was_passed and not self.unread_lines

    def start_over(self) -> None:
        """Scroll to the top for new content, of which nothing was on screen."""
        self._seen_height, self._was_passed = 0, False
        super().start_over()

    def read_again(self) -> None:
        """Start over, since the content is new."""
        self._was_passed = False
        super().read_again()
        self._collect_blocks()
        self._update_must_read()

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802  # Qt's name
        """Count the texts that were put into it before it was shown."""
        super().showEvent(event)
        self._collect_blocks()
        self._update_must_read()

    def _update_view(self) -> None:
        self._note_seen_height()
        super()._update_view()
        content = self.widget()
        if not self._was_passed and self.end_was_seen and content is not None:
            self._was_passed = self._seen_height + 1 >= content.height()  # a pixel less counts as the end, too
            if self._was_passed:
                self.read_on.emit()

    def _note_seen_height(self) -> None:
        """Note how far down the content was on screen. Where it moves, what may have moved counts as not seen."""
        content = self.widget()
        if content is None or not self.isVisible() or self.window().isMinimized():
            return
        size, before = content.size(), self._content_size
        if size.width() != before.width():
            self._seen_height = 0
        self._seen_height = max(0, self._seen_height - max(0, before.height() - size.height()))
        self._content_size = size
        view = part_in_view(self.viewport())
        top, bottom = (edge - content.y() for edge in (view.top(), view.bottom() + 1 - self.obscured_height))
        if top <= self._seen_height:
            self._seen_height = max(self._seen_height, bottom)

    def _update_must_read(self) -> None:
        self.set_must_read(must_read=not self.was_read)

    def _collect_blocks(self) -> None:
        content, known_blocks = self.widget(), self._blocks
        self._blocks = [] if content is None else _required_blocks(content)
        for block in self._blocks:
            if block not in known_blocks:
                block.unread_changed.connect(self.read_on)


def _required_blocks(content: QWidget) -> list[TextBlock]:
    """The texts that are not in a part on demand."""
    optional = {block for part in content.findChildren(OnDemand) for block in part.findChildren(TextBlock)}
    return [block for block in content.findChildren(TextBlock) if block not in optional]


def text_block(content: Untrusted, name: str, parent: QWidget | None = None) -> TextBlock:
    """Make a block that shows a text. ``name``: for a screen reader, safe to show."""
    block = TextBlock(parent)
    block.show_text(content, name)
    return block


def prose(
    content: Untrusted,
    name: str,
    role: text.LabelRole = "body",
    *,
    selectable: bool = False,
    max_length: int = _MAX_SENTENCE,
    lines_at_first: int = LINES_AT_FIRST,
) -> QWidget:
    """Make a label for sentences, or a block for a text of more than ``max_length`` characters.

    ``name``: of the block, for a screen reader. ``lines_at_first``: what it shows before the person unfolds the rest.
    """
    if len(content.raw()) <= max_length and content.raw().count("\n") < _MAX_PROSE_LINES:
        words = wrappable(escape(content.raw(), newlines=True))
        return text.label(words, role, wrap=True, selectable=selectable)
    block = TextBlock()
    block.show_text(content, name, lines_at_first=lines_at_first)
    return block


class _Frame(QWidget):
    """The frame that sets the text apart from Assent's own words. ``view``: shows the text."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.view = PlainView(self, gutter=True)
        margins = (theme.GROUP, theme.SPACE + 2, theme.GROUP, theme.SPACE + 2)
        boxes.column(0, self, margins).addWidget(self.view)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002, N802  # Qt's signature
        colours = theme.current().tokens
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(QColor(colours.neutral_soft))
        painter.setPen(QColor(colours.border))
        painter.drawRoundedRect(self.rect().adjusted(0, 0, -1, -1), theme.RADIUS, theme.RADIUS)
        painter.end()
