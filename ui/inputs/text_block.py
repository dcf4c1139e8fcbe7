"""Text of any length that a stranger wrote: folded, paged, counted, searched.

Owns: how anything longer than a line is shown, everywhere, the way from page to page of what is too long for one, the
bar that finds words, and the scroll area that knows whether all lines of such texts in it were on screen.

Invariants:
    All of a text is reached by paging; which part of how much is shown stands beside it.
    No widget ever holds more than one page (a megabyte in one would block the window for minutes).
    Of a search, the number of hits is said. Enter goes on, Shift+Enter back, Escape closes the bar, and none of these
    keys reaches anything else (attack 10).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Literal, TypeAlias

from PySide6.QtCore import QEvent, QRect, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPaintEvent, QShowEvent
from PySide6.QtWidgets import QPushButton, QWidget

from host.text import Untrusted
from ui import text, theme
from ui.icons import icon
from ui.inputs import words
from ui.inputs.lines import (
    MOST_HITS,
    Lines,
    Mark,
    PlannedLines,
    SearchableLines,
    SeenLines,
    TextLines,
)
from ui.inputs.plain_view import PlainView
from ui.tr import mark, tr, tr_n
from ui.widgets import boxes
from ui.widgets.boxes import fill, grow, left
from ui.widgets.labels import turn_caret
from ui.widgets.page_parts import SearchField
from ui.widgets.scroll import FadeScroll, VisibilityWatch, has_final_height, scroll_into_view, scroll_to_top

Paged: TypeAlias = Literal["line", "value", "input", "change", "part"]
"""What a page is made of. Lines alone are folded at first, and can be again."""
_WHERE: Final[dict[Paged, str]] = {
    "line": mark("Lines {first} to {last} of {total}"),
    "value": mark("Values {first} to {last} of {total}"),
    "input": mark("Inputs {first} to {last} of {total}"),
    "change": mark("Changes {first} to {last} of {total}"),
    "part": mark("Part {number} of {count}"),
}


def inline_button(caption: str, sign: str, parent: QWidget, on_click: text.Slot | None = None) -> QPushButton:
    """A button that stands among values, in line with them."""
    made = text.button(caption, "quiet", parent=parent, on_click=on_click)
    made.setIcon(icon(sign, "muted"))
    made.setStyleSheet(f"QPushButton {{ padding: 0 {theme.SPACE}px 0 0; min-height: {theme.TARGET - 2}px; }}")
    return made


class Fold(QWidget):
    """A button and what it unfolds, which is made when it is first wanted.

    Attributes:
        button: what is pressed.
    """

    def __init__(
        self,
        shows: str,
        hides: str,
        make: Callable[[], QWidget],
        parent: QWidget | None = None,
        *,
        is_open: bool = False,
    ) -> None:
        """``shows``, ``hides``: what the button says. ``make``: makes what is unfolded."""
        super().__init__(parent)
        self._shows, self._hides, self._make = shows, hides, make
        self._content: QWidget | None = None
        self.button = inline_button(shows, "caret-right", self, self._toggle)
        self._column = fill(boxes.column(theme.SPACE, self), left(self.button))
        if is_open:
            self._toggle()

    def _toggle(self) -> None:
        if self._content is None:
            self._content = self._make()
            self._content.hide()
            self._column.addWidget(self._content)
        is_open = self._content.isHidden()
        self._content.setVisible(is_open)
        text.set_button_text(self.button, self._hides if is_open else self._shows)
        turn_caret(self.button, is_open=is_open)


class Pager(QWidget):
    """Where one is, and the way on.

    Signals:
        turned(int): the page that begins with this one is wanted. folded(): only the beginning is wanted.
    """

    turned = Signal(int)
    folded = Signal()

    def __init__(self, one: Paged, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._one = one
        self._start = self._total = 0
        self._size = 1
        self._where = text.label("", "caption", wrap=True, parent=self)
        self._all = inline_button(tr("Show all"), "caret-down", self, self._first)
        self._previous = inline_button(tr("Previous"), "caret-left", self, self._back)
        self._next = inline_button(tr("Next"), "caret-right", self, self._on)
        self._last = inline_button(tr("Last"), "caret-double-right", self, self._end)
        self._less = inline_button(tr("Show less"), "caret-up", self, on_click=self.folded)
        row = fill(boxes.row(theme.SECTION), self._all, self._previous, self._next, self._last)
        row.addStretch()
        top = fill(boxes.row(theme.SECTION), grow(self._where), self._less)
        top.addStretch()
        fill(boxes.column(theme.SPACE, self), top, row)

    def show_folded(self, total: int, size: int) -> None:
        """Only the beginning is shown, of ``total``."""
        self._start, self._total, self._size = 0, total, size
        text.set_button_text(self._all, tr_n("Show all {n} line", "Show all {n} lines", total))
        self._show(paged=False)

    def show_page(self, start: int, stop: int, total: int, size: int) -> None:
        """``start`` (from 0) to ``stop`` of ``total`` are shown."""
        self._start, self._total, self._size = start, total, size
        first, count = f"{start + 1:,}", f"{total:,}"
        said = tr(_WHERE[self._one], first=first, last=f"{stop:,}", total=count, number=first, count=count)
        text.set_text(self._where, said)
        for each, usable in ((self._previous, start > 0), (self._next, stop < total), (self._last, stop < total)):
            each.setEnabled(usable)
        self._show(paged=True)

    def _show(self, *, paged: bool) -> None:
        several = paged and self._total > self._size
        self._all.setVisible(not paged)
        self._less.setVisible(paged and self._one == "line")
        self._where.setVisible(several)
        for each in (self._previous, self._next, self._last):
            each.setVisible(several)

    def _first(self) -> None:
        self.turned.emit(0)

    def _back(self) -> None:
        self.turned.emit(max(0, self._start - self._size))

    def _on(self) -> None:
        self.turned.emit(self._start + self._size)

    def _end(self) -> None:
        self.turned.emit((self._total - 1) // self._size * self._size)


FOLDED: Final = 12
"""Lines that are shown of a longer text before anybody asks for more."""
_SPARE: Final = 4
"""Lines more that are not worth a button."""
SEARCHED: Final = 40
"""Lines from which on words can be looked for."""
_SENTENCE: Final = 1_000
"""Characters from which on a sentence is none."""
PAGE: Final = 200
"""Lines on one page."""
_KEYS: Final = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Escape)
_PAUSE: Final = 150
"""Milliseconds after the last key before a long text is searched."""


class TextBlock(QWidget):
    """A text, or a list of numbers, that may be of any length.

    Attributes:
        lines: how many there are.
        unread_lines: how many were never in view.
        search_bar: where words are looked for, while they are.
    Signals:
        unread_changed(int): lines were seen; so many are left.
    """

    unread_changed = Signal(int)

    def __init__(self, parent: QWidget | None = None, *, on_view_change: Callable[[], None] | None = None) -> None:
        """``on_view_change``: what to do instead of ``note_visible`` when something may have come into view."""
        super().__init__(parent)
        self._lines: Lines = TextLines(Untrusted(""))
        self._marks = SeenLines(1)
        self._start = 0
        self._stop = 0
        ground = _Frame(self)
        self._view = ground.view
        self._size = text.label("", "caption", wrap=True, parent=self)
        self._pager: Pager | None = None  # most texts are short
        self._find: QPushButton | None = None
        self.search_bar: FindBar | None = None
        self._hit: Mark | None = None
        self._lit: list[Mark] = []
        self._name = ""
        self._folded = FOLDED
        self._column = fill(boxes.column(theme.SPACE, self), ground, self._size)
        self._watch = VisibilityWatch(self, on_view_change or self.note_visible)

    @property
    def lines(self) -> int:
        """How many lines there are."""
        return len(self._lines)

    @property
    def unread_lines(self) -> int:
        """How many of them were never in view."""
        return self._marks.unread

    @property
    def is_folded(self) -> bool:
        """Whether there is more than what is shown."""
        return self._stop - self._start < self.lines

    def show_text(self, shown: Untrusted, name: str = "", *, folded: int = FOLDED) -> None:
        """Show a text from its beginning. ``name``: what a screen reader calls it, safe to show.

        ``folded``: lines that are shown unasked.
        """
        lines = TextLines(shown)
        self.show_lines(lines, words.size_words(lines.size, len(lines)), name or tr("Text"), folded=folded)

    def show_lines(
        self, lines: Lines, size: str, name: str, marks: SeenLines | None = None, *, folded: int = FOLDED
    ) -> None:
        """Show lines from the first.

        ``marks``: where what was seen is noted, if not in new ones. ``folded``: lines that are shown unasked.
        """
        self._folded = folded
        self._lines = lines
        self._marks = SeenLines(len(lines)) if marks is None else marks
        self._name, self._lit, self._hit = name, [], None
        text.set_text(self._size, size)
        self._size.setVisible(bool(size))
        text.named(self._view, name, size)
        self._close_search()
        self._show_beginning()

    def show_end(self) -> None:
        """Turn to the last page, where what came last stands (a log's newest lines)."""
        if self.is_folded:
            self._open_page((self.lines - 1) // PAGE * PAGE)

    def light_up(self, marks: list[Mark]) -> QRect:
        """Mark parts of lines, by their numbers in the whole, and turn to the first. Returns where that stands."""
        self._lit = marks
        first = marks[0].line if marks else 0
        self._reach(first)
        self._draw_marks()
        return self._rect_of(first)

    def note_visible(self) -> None:
        """Note which lines are in view now."""
        if not has_final_height(self):
            return  # what changes its size will call again
        before = self._marks.unread
        first, last = self._view.in_view()
        self._marks.see(self._start + first, min(self._start + last, self._stop))
        if self._marks.unread != before:
            self.unread_changed.emit(self._marks.unread)

    def _show_beginning(self) -> None:
        """Show the beginning alone, or all of a text that is short enough."""
        whole = self.lines <= self._folded + _SPARE
        self._show(0, self.lines if whole else self._folded)
        if not whole:
            self._paging().show_folded(self.lines, PAGE)
        if self._pager is not None:
            self._pager.setVisible(not whole)
        self._offer_search()

    def _paging(self) -> Pager:
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
        self._show(start, min(start + PAGE, self.lines))
        self._paging().show_page(start, self._stop, self.lines, PAGE)

    def _show(self, start: int, stop: int) -> None:
        self._start, self._stop = start, stop
        shown = self._lines
        labels, styles, grounds = shown.labels(start, stop), shown.styles(start, stop), shown.grounds(start, stop)
        self._view.show_lines(shown.part(start, stop), labels, styles, grounds)
        self._draw_marks()
        self._watch.schedule()

    def _reach(self, line: int) -> None:
        """Turn to the page with this line, unless it is shown."""
        if not self._start <= line < self._stop:
            self._open_page(line // PAGE * PAGE)

    def _show_around(self, line: int) -> None:
        """A few lines before and behind it, so that it stands close to the field in which one types."""
        start = max(0, min(line - FOLDED // 2, self.lines - FOLDED))
        self._show(start, min(start + FOLDED, self.lines))
        self._paging().show_page(start, self._stop, self.lines, PAGE)
        self._paging().show()

    def _draw_marks(self) -> None:
        marks = [*self._lit, *([self._hit] if self._hit else [])]
        shown = [mark for mark in marks if self._start <= mark.line < self._stop]
        self._view.set_marks([mark._replace(line=mark.line - self._start) for mark in shown])

    def _rect_of(self, line: int) -> QRect:
        rect = self._view.line_rect(max(0, line - self._start))
        return QRect(self._view.mapTo(self, rect.topLeft()), rect.size())

    def _offer_search(self) -> None:
        wanted = self.lines > SEARCHED
        if wanted and self._find is None:
            self._find = inline_button(tr("Find…"), "magnifying-glass", self, on_click=self._open_search)
            self._column.addWidget(self._find, 0, Qt.AlignmentFlag.AlignLeft)
        if self._find is not None:
            self._find.setVisible(wanted and self.search_bar is None)
            text.named(self._find, tr("Find in {name}", name=self._name))

    def _open_search(self) -> None:
        self.search_bar = FindBar(SearchableLines(self._lines), self._name, self)
        self.search_bar.at.connect(self._show_hit)
        self.search_bar.closed.connect(self._put_search_away)
        self._column.insertWidget(0, self.search_bar)
        self.search_bar.show()
        if self._find is not None:
            self._find.hide()
        self.search_bar.field.take_focus()

    def _show_hit(self, hit: Mark | None) -> None:
        self._hit = hit
        if hit:
            self._show_around(hit.line)
        self._draw_marks()
        if hit:
            scroll_into_view(self, self._rect_of(hit.line))

    def _put_search_away(self) -> None:
        self._close_search()
        self._offer_search()
        if self._find is not None:
            self._find.setFocus(Qt.FocusReason.OtherFocusReason)

    def _close_search(self) -> None:
        if self.search_bar is not None:
            boxes.discard(self._column, self.search_bar)
            self.search_bar, self._hit = None, None
            self._draw_marks()


class FindBar(QWidget):
    """Finds words.

    Signals:
        at(object): this ``Mark`` is wanted on the screen, or None where there is none. closed(): put away.
    """

    at = Signal(object)
    closed = Signal()

    def __init__(self, searched: SearchableLines, name: str, parent: QWidget | None = None) -> None:
        """``name``: of the text, safe to show."""
        super().__init__(parent)
        self._searched = searched
        self.hits: list[Mark] = []
        self._index = 0
        self.field = _Field(tr("Find in this text"), tr("Find in {name}", name=name), self)
        self._count = text.label("", "caption", parent=self)
        self._back = text.tool_button(icon("caret-up"), tr("Previous match"), parent=self, on_click=self.previous)
        self._on = text.tool_button(icon("caret-down"), tr("Next match"), parent=self, on_click=self.next)
        close = text.tool_button(icon("x"), tr("Close the search"), parent=self, on_click=self.closed)
        fill(boxes.row(theme.SPACE, self), grow(self.field), self._count, self._back, self._on, close)
        self._soon = QTimer(self, singleShot=True, interval=_PAUSE)
        self._soon.timeout.connect(self.search)
        self.field.textChanged.connect(self._soon.start)
        self.field.wants_next.connect(self.next)
        self.field.wants_previous.connect(self.previous)
        self.field.wants_out.connect(self.closed)
        self._say()

    def search(self) -> None:
        """Look for what is typed now."""
        self._soon.stop()
        self.hits = self._searched.find(self.field.text())
        self._index = 0
        self._go()

    def next(self) -> None:
        """The place behind; after the last the first."""
        self._step(1)

    def previous(self) -> None:
        """The place before."""
        self._step(-1)

    def _step(self, by: int) -> None:
        if self._soon.isActive():
            self.search()
        elif self.hits:
            self._index = (self._index + by) % len(self.hits)
            self._go()

    def _go(self) -> None:
        self._say()
        self.at.emit(self.hits[self._index] if self.hits else None)

    def _say(self) -> None:
        count = len(self.hits)
        for each in (self._back, self._on):
            each.setEnabled(count > 1)
        said = self._words(count)
        text.set_text(self._count, said)
        text.named(self._count, said)

    def _words(self, count: int) -> str:
        at = f"{self._index + 1:,}"
        if not self.field.text():
            return ""
        if not count:
            return tr("no match")
        if count > MOST_HITS:
            return tr("{at} of more than {most}", at=at, most=f"{MOST_HITS:,}")
        return tr_n("{at} of {n}", "{at} of {n}", count, at=at)


class FileChanges(TextBlock):
    """What would change in files, line by line, all of it in sight."""

    def show_changes(self, lines: tuple[str, ...]) -> None:
        """Show a difference as ``diff -u`` writes it: of the host (untrusted), no line with a line feed in it."""
        changed = PlannedLines(lines)
        self.show_lines(changed, words.lines_words(len(changed)), tr("What changes"), folded=len(changed))


class ReadScroll(FadeScroll):
    """Something that is to be read before a press counts.

    Signals:
        read_on(): more of it was on screen than before.
    """

    read_on = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._blocks: list[TextBlock] = []
        self.set_must_read(must_read=True)
        self.end_seen.connect(self.read_on)
        self.read_on.connect(self._ask_to_read)

    @property
    def unread_lines(self) -> int:
        """Lines of texts in it that were never on screen."""
        return sum(block.unread_lines for block in self._blocks)

    @property
    def was_read(self) -> bool:
        """Whether all of it was on screen."""
        return self.end_was_seen and not self.unread_lines

    def read_again(self) -> None:
        """Something new is in it."""
        super().read_again()
        self._count()
        self._ask_to_read()

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802  # Qt's name
        """What was put into it before it is shown counts."""
        super().showEvent(event)
        self._count()
        self._ask_to_read()

    def _ask_to_read(self) -> None:
        self.set_must_read(must_read=not self.was_read)

    def _count(self) -> None:
        content, before = self.widget(), self._blocks
        self._blocks = [] if content is None else content.findChildren(TextBlock)
        for block in self._blocks:
            if block not in before:
                block.unread_changed.connect(self.read_on)


def prose(said: Untrusted, name: str, role: text.LabelRole = "body", *, selectable: bool = False) -> QWidget:
    """A sentence as a label, if it is one; a block if it is longer. ``name``: of the block, for a screen reader."""
    if len(said.raw()) <= _SENTENCE:
        return text.label(said, role, wrap=True, selectable=selectable)
    block = TextBlock()
    block.show_text(said, name)
    return block


class _Frame(QWidget):
    """The frame that sets the text apart from our own words.

    Attributes:
        view: the text on it.
    """

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


class _Field(SearchField):
    """Keeps its keys to itself."""

    wants_next = Signal()
    wants_previous = Signal()
    wants_out = Signal()

    def event(self, event: QEvent) -> bool:
        """These keys are the field's own, whatever they mean elsewhere in the window."""
        if event.type() is QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and event.key() in _KEYS:
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802  # Qt's name
        """Enter, Shift+Enter, Escape."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            back = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
            (self.wants_previous if back else self.wants_next).emit()
            event.accept()
        elif event.key() == Qt.Key.Key_Escape:
            self.wants_out.emit()
            event.accept()
        else:
            super().keyPressEvent(event)
