"""What stands below a value to explain it: facts, a picture, another form of it.

Invariants:
    The value itself stands above, as it is sent. Another form of it opens on request, or by itself where it is short,
    and says what it is.
    A stranger's words stand in the font of values, wrap anywhere and are folded where they are long; ours stand as
    words.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QPushButton, QWidget

from host.text import Untrusted
from ui import text, theme
from ui.icons import icon
from ui.inputs import picture
from ui.inputs.highlight import highlighted
from ui.inputs.kinds.kind import Explanation, Fact
from ui.inputs.lines import Lines, TextLines, is_inline
from ui.inputs.pager import inline_button
from ui.inputs.plain_view import PlainView
from ui.inputs.text_block import TextBlock
from ui.inputs.words import text_words
from ui.tr import tr
from ui.widgets import boxes

OPEN_UP_TO: Final = 16
"""Lines of another form that are shown unasked."""


class ExplanationView(QWidget):
    """What is said of a value."""

    def __init__(self, explanation: Explanation, pixels: picture.Budget, parent: QWidget | None = None) -> None:
        """``pixels``: what may still be decoded for this question."""
        super().__init__(parent)
        column = boxes.column(theme.SPACE, self)
        if explanation.facts:
            column.addWidget(FactsView(explanation.facts, self))
        if explanation.picture is not None:
            column.addWidget(picture.Preview(explanation.picture, pixels, self))
        if explanation.other_form is not None:
            column.addWidget(OtherForm(explanation, explanation.other_form, self))


class OtherForm(QWidget):
    """The same value in a form that is easier to read. It is not what is sent, and says so."""

    def __init__(self, explanation: Explanation, other: Untrusted, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._explanation = explanation
        self._block: TextBlock | None = None
        self._toggle: QPushButton = inline_button("", "caret-right", self)
        self._toggle.clicked.connect(self._show_or_hide)
        self._note = text.label(
            tr("Easier to read; exactly what is sent stands above."), "caption", wrap=True, parent=self
        )
        self._column = boxes.column(theme.SPACE, self)
        self._column.addWidget(self._toggle, 0, Qt.AlignmentFlag.AlignLeft)
        self._lines: Lines = TextLines(other)
        self._set_open(is_open=len(self._lines) <= OPEN_UP_TO)

    def _show_or_hide(self) -> None:
        self._set_open(is_open=self._block is None or self._block.isHidden())

    def _set_open(self, *, is_open: bool) -> None:
        if is_open and self._block is None:
            self._block = TextBlock(self)
            lines = highlighted(self._lines, self._explanation.language)
            self._block.show_lines(lines, "", self._explanation.other_form_name)
            self._column.addWidget(self._block)
            self._column.addWidget(self._note)
        if self._block is not None:
            self._block.setVisible(is_open)
        self._note.setVisible(is_open)
        said = self._explanation.other_form_name
        caption = tr("Hide: {form}", form=said) if is_open else tr("Show: {form}", form=said)
        text.set_button_text(self._toggle, caption)
        self._toggle.setIcon(icon("caret-down" if is_open else "caret-right", "muted"))


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
