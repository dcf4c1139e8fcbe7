"""Everything that stands below a value to explain it.

Owns: its parts and their order. What stays true: the value itself stands above, as it is sent; another form of it opens
on request, or by itself where it is short, and says what it is.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from host.text import Untrusted
from ui import text, theme
from ui.icons import icon
from ui.inputs.highlight import CodeLines
from ui.inputs.kinds import picture
from ui.inputs.kinds.explain import Explained
from ui.inputs.kinds.facts import FactsView
from ui.inputs.lines import Lines, TextLines
from ui.inputs.meaning import Sense
from ui.inputs.pager import inline_button
from ui.inputs.text_block import TextBlock
from ui.tr import tr

OPEN_UP_TO: Final = 16
"""Lines of another form that are shown unasked."""


class Aside(QWidget):
    """What is said of a value."""

    def __init__(self, explained: Explained, pixels: picture.Budget, parent: QWidget | None = None) -> None:
        """``pixels``: what may still be decoded for this question."""
        super().__init__(parent)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.SPACE)
        if explained.told.facts:
            column.addWidget(FactsView(explained.told.facts, self))
        if explained.binary is not None and explained.other is None:
            column.addWidget(picture.Preview(explained.binary, pixels, self))
        if explained.other is not None:
            column.addWidget(OtherForm(explained, explained.other, self))


class OtherForm(QWidget):
    """The same value in a form that is easier to read. It is not what is sent, and says so."""

    def __init__(self, explained: Explained, other: Untrusted, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._explained, self._other = explained, other
        self._block: TextBlock | None = None
        self._toggle: QPushButton = inline_button("", "caret-right", self)
        self._toggle.clicked.connect(self._flip)
        self._note = text.label(
            tr("To read; what is sent stands above, as it came."), "caption", wrap=True, parent=self
        )
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(theme.SPACE)
        self._column.addWidget(self._toggle, 0, Qt.AlignmentFlag.AlignLeft)
        self._lines: Lines = TextLines(other)
        self._set_open(is_open=len(self._lines) <= OPEN_UP_TO)

    def _flip(self) -> None:
        self._set_open(is_open=self._block is None or self._block.isHidden())

    def _set_open(self, *, is_open: bool) -> None:
        if is_open and self._block is None:
            self._block = TextBlock(self)
            lines = self._lines
            if self._explained.meaning.sense is Sense.SQL:
                lines = CodeLines(lines, "sql")
            self._block.show_lines(lines, "", self._explained.other_name)
            self._column.addWidget(self._block)
            self._column.addWidget(self._note)
        if self._block is not None:
            self._block.setVisible(is_open)
        self._note.setVisible(is_open)
        said = self._explained.other_name
        caption = tr("Hide: {form}", form=said) if is_open else tr("Show: {form}", form=said)
        text.set_button_text(self._toggle, caption)
        self._toggle.setIcon(icon("caret-down" if is_open else "caret-right", "muted"))
