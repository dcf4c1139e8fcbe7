"""What a server says of one of its inputs.

Owns: how such words are set apart from ours. What stays true: they are always introduced as the server's; a long
speech is folded, with the count of what is left, and opened on request.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QVBoxLayout, QWidget

from host.text import Untrusted, one_line
from ui import text, theme
from ui.inputs.block import TextBlock
from ui.inputs.pager import inline_button

_SHORT: Final = 240
"""Characters before the rest is folded away."""
_SAYS: Final = "The server says: "


class Claim(QWidget):
    """A server's description of an input."""

    def __init__(self, claim: Untrusted, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._claim = claim
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(theme.SPACE)
        prose = " ".join(claim.raw().split())  # line ends mean nothing in a description
        self._said = text.label(_SAYS + one_line(prose, _SHORT), "caption", wrap=True, parent=self)
        self._column.addWidget(self._said)
        self._all = inline_button("Show all it says", "caret-down", self)
        self._all.clicked.connect(self._show_all)
        self._all.setVisible(len(prose) > _SHORT)
        self._column.addWidget(self._all, 0, Qt.AlignmentFlag.AlignLeft)

    def _show_all(self) -> None:
        self._all.hide()
        text.set_text(self._said, _SAYS.strip())
        block = TextBlock(self)
        block.show_text(self._claim, "What the server says")
        self._column.addWidget(block)
