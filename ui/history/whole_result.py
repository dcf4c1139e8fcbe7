"""A large result, part by part, as long as the host keeps it.

Owns: the button that opens it, and the way from part to part.

Invariants: never more than one part is in the window; a part is shown as the text that it is, escaped; what is not kept
any more says so.
"""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from host.control.views import ResultPart
from host.text import Untrusted
from ui import text
from ui.inputs.pager import Pager, inline_button
from ui.inputs.text_block import TextBlock
from ui.theme import SPACE
from ui.tr import tr


class WholeResult(QWidget):
    """Opens the result of one call in parts.

    Attributes:
        button: opens the first one.

    Signals:
        wanted(int): so much of the result is to be shown: the part with this number, from 0 on.
    """

    wanted = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._block: TextBlock | None = None
        self._wanted = 0
        self.button = inline_button(tr("Open the whole result"), "caret-down", self)
        self.button.clicked.connect(lambda: self._turn(0))
        self._pager = Pager("part", self)
        self._pager.turned.connect(self._turn)
        self._pager.hide()
        self._problem = text.label("", "muted", wrap=True, parent=self)
        self._problem.hide()
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(SPACE)
        for part in (self.button, self._pager, self._problem):
            self._column.addWidget(part)

    def _turn(self, number: int) -> None:
        self._wanted = number
        self.wanted.emit(number)

    def show_part(self, part: ResultPart) -> None:
        """The host read a part."""
        if part.number != self._wanted:
            return  # another one is wanted by now
        if self._block is None:
            self._block = TextBlock(self)
            self._column.insertWidget(1, self._block)
        title = tr("Part {number} of {count}", number=f"{part.number + 1:,}", count=f"{part.count:,}")
        self._block.show_text(Untrusted(part.text), title)
        self._pager.show_page(part.number, part.number + 1, part.count, 1, less=False)
        for widget, shown in ((self._pager, True), (self.button, False), (self._problem, False)):
            widget.setVisible(shown)

    def show_failure(self, why: str) -> None:
        """The host could not read one."""
        text.set_text(self._problem, tr("The whole result cannot be opened: {why}.", why=why))
        self._problem.show()
