"""What is said of a value, on the screen.

Owns: how facts stand below a value. What stays true: a stranger's words stand in the letters of values, wrap anywhere
and are folded where they are long; ours stand as words.
"""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QWidget

from host.text import Untrusted
from ui import text, theme
from ui.inputs.kinds.told import Fact
from ui.inputs.lines import is_inline
from ui.inputs.plain_view import PlainView
from ui.inputs.text_block import TextBlock
from ui.inputs.words import text_words


class FactsView(QWidget):
    """Facts, one a line."""

    def __init__(self, facts: tuple[Fact, ...], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(theme.GROUP)
        grid.setVerticalSpacing(theme.SPACE // 2)
        grid.setColumnStretch(1, 1)
        for row, fact in enumerate(facts):
            if not fact.name:
                grid.addWidget(self._words(fact), row, 0, 1, 2)
                continue
            name = text.label(fact.name, "caption", parent=self)
            grid.addWidget(name, row, 0, Qt.AlignmentFlag.AlignTop)
            grid.addWidget(self._words(fact), row, 1)

    def _words(self, fact: Fact) -> QWidget:
        if not isinstance(fact.words, Untrusted):
            return text.label(fact.words, "caption", wrap=True, parent=self)
        if is_inline(fact.words.raw()):
            view = PlainView(self, small=True)
            view.show_lines([text_words(fact.words.raw())[0]])
            text.named(view, fact.name)
            return view
        block = TextBlock(self)
        block.show_text(fact.words, fact.name)
        return block
