"""What a server says of one of its inputs.

Owns: how such words are set apart from ours. What stays true: they are always introduced as the server's; a long
speech is folded, with the count of what is left, and opened on request.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from host.text import Untrusted, escape, one_line
from ui import text, theme
from ui.inputs import words
from ui.inputs.pager import inline_button
from ui.inputs.text_block import TextBlock
from ui.tr import tr, tr_n

_SHORT: Final = 240
"""Characters before the rest is folded away."""
_LOOKED_AT: Final = 1_000
"""Characters of a title or description that are looked at to make the beginning of it."""


class ServerDescription(QWidget):
    """A server's description of an input."""

    def __init__(self, claim: tuple[Untrusted, ...], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._claim = claim
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(theme.SPACE)
        brief, left = _brief(claim)
        self._said = text.label(tr("The server says: {said}", said=brief), "caption", wrap=True, parent=self)
        self._column.addWidget(self._said)
        self._all: QPushButton | None = None
        if left:
            self._all = inline_button(tr("Show all it says"), "caret-down", self)
            self._all.clicked.connect(self._show_all)
            self._column.addWidget(self._all, 0, Qt.AlignmentFlag.AlignLeft)

    def _show_all(self) -> None:
        if self._all is not None:
            self._all.hide()
        text.set_text(self._said, tr("The server says:"))
        block = TextBlock(self)
        block.show_text(words.joined(self._claim), tr("What the server says"))
        self._column.addWidget(block)


def _brief(claim: tuple[Untrusted, ...]) -> tuple[str, int]:
    """The beginning, with how much is left, and that number. The rest of a long speech is not looked at."""
    start = words.joined(tuple(Untrusted(part.raw()[:_LOOKED_AT]) for part in claim)).raw()
    prose = " ".join(start.split())  # line ends mean nothing in a description
    left = sum(max(0, len(part.raw()) - _LOOKED_AT) for part in claim)
    if not left:
        return one_line(prose, _SHORT), max(0, len(prose) - _SHORT)
    left += max(0, len(prose) - _SHORT)
    more = tr_n("⟨… {n} more character⟩", "⟨… {n} more characters⟩", left)
    return escape(prose[:_SHORT]) + more, left
