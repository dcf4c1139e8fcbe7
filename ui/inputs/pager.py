"""The way from page to page of what is too long for one.

Invariants:
    Which part of how much is shown is always said.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Literal, TypeAlias

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPushButton, QWidget

from ui import text, theme
from ui.icons import icon
from ui.tr import mark, tr, tr_n
from ui.widgets import boxes

Paged: TypeAlias = Literal["line", "value", "input", "change", "part"]
"""What a page is made of. Lines alone are folded at first, and can be again."""
_WHERE: Final[dict[Paged, str]] = {
    "line": mark("Lines {first} to {last} of {total}"),
    "value": mark("Values {first} to {last} of {total}"),
    "input": mark("Inputs {first} to {last} of {total}"),
    "change": mark("Changes {first} to {last} of {total}"),
    "part": mark("Part {number} of {count}"),
}


def inline_button(caption: str, sign: str, parent: QWidget) -> QPushButton:
    """A button that stands among values, in line with them."""
    made = text.button(caption, "quiet", parent=parent)
    made.setIcon(icon(sign, "muted"))
    made.setStyleSheet(f"QPushButton {{ padding: 0 {theme.SPACE}px 0 0; min-height: {theme.TARGET - 2}px; }}")
    return made


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
        self._all = self._button(tr("Show all"), "caret-down", self._first)
        self._previous = self._button(tr("Previous"), "caret-left", self._back)
        self._next = self._button(tr("Next"), "caret-right", self._on)
        self._last = self._button(tr("Last"), "caret-double-right", self._end)
        self._less = inline_button(tr("Show less"), "caret-up", self)
        self._less.clicked.connect(self.folded)
        row = boxes.row(theme.SECTION)
        for each in (self._all, self._previous, self._next, self._last):
            row.addWidget(each)
        row.addStretch()
        top = boxes.row(theme.SECTION)
        top.addWidget(self._where, 1)
        top.addWidget(self._less)
        top.addStretch()
        column = boxes.column(theme.SPACE, self)
        column.addLayout(top)
        column.addLayout(row)

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

    def _button(self, caption: str, sign: str, then: Callable[[], None]) -> QPushButton:
        made = inline_button(caption, sign, self)
        made.clicked.connect(then)
        return made

    def _first(self) -> None:
        self.turned.emit(0)

    def _back(self) -> None:
        self.turned.emit(max(0, self._start - self._size))

    def _on(self) -> None:
        self.turned.emit(self._start + self._size)

    def _end(self) -> None:
        self.turned.emit((self._total - 1) // self._size * self._size)
