"""A scroll area that knows whether all in it was on screen.

Owns: the end of what scrolls, and the lines of the texts in it, taken together.

Invariants: it was read only once its end was on screen and so was each line of each ``TextBlock`` in it, folded or
paged ones too; what comes into it is counted from ``read_again`` on.
"""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QWidget

from ui.inputs.text_block import TextBlock
from ui.widgets.scroll import FadeScroll


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
