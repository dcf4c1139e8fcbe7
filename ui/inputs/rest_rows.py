"""The rows that are no input: what is not given, and the way to the next page.

Owns: how they look. What stays true: each input that is not given is named; where one is, and of how much, is said.
"""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from host.text import Untrusted
from ui import text, theme
from ui.inputs import words
from ui.inputs.columns import DEEPEST, STEP, TwoColumnRow
from ui.inputs.lines import is_short_name
from ui.inputs.model import Input
from ui.inputs.outline import Missing
from ui.inputs.pager import Pager
from ui.inputs.reading import Path
from ui.inputs.text_block import TextBlock
from ui.tr import tr, tr_n


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
