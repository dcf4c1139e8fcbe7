"""What stands in place of the question for a while: a heading, the way back, and what scrolls.

Owns: the frame that such sheets have in common.

Invariants: the way back is always on screen and one press; a sheet that opens begins at its top, and has the keyboard.
"""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from ui import text, theme
from ui.tr import tr
from ui.widgets.scroll import FadeScroll


class Sheet(QWidget):
    """A heading, the way back, and what scrolls.

    Attributes:
        title: the heading. back: goes back to the question. area: scrolls.
    Signals:
        left(): the person goes back.
    """

    left = Signal()

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        """``title``: stands above, and is what a screen reader calls the part that scrolls."""
        super().__init__(parent)
        self.title = text.label(title, "heading", wrap=True, parent=self)
        self.back = text.button(tr("Back to the question"), "normal", parent=self)
        self.back.clicked.connect(self.left)
        self.area = FadeScroll(self, inset=theme.GROUP)
        text.named(self.area, title, tr("Arrow keys scroll."))
        head = QHBoxLayout()
        head.setContentsMargins(theme.PAGE, theme.SPACE, theme.PAGE, theme.GROUP)
        head.addWidget(self.title, 1)
        head.addWidget(self.back)
        rows = QVBoxLayout(self)
        rows.setContentsMargins(0, 0, 0, 0)
        rows.setSpacing(0)
        rows.addLayout(head)
        rows.addWidget(self.area, 1)

    def name(self, title: str) -> None:
        """Call it so from now on."""
        text.set_text(self.title, title)
        text.named(self.area, title, tr("Arrow keys scroll."))

    def begin(self) -> None:
        """Show it, from its top on."""
        self.show()
        self.area.start_over()
        self.area.setFocus(Qt.FocusReason.OtherFocusReason)

    def stops(self) -> list[QWidget]:
        """Where the keyboard stops, in order."""
        return [self.area, self.area.more, self.back]
