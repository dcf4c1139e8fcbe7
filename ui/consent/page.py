"""More on a kind of finding, in place of the question.

Owns: the sheet with one section of the page on findings. What stays true: the page ships with Assent and is read from
there: nothing is fetched and no other program is started; while it covers what would be sent, nothing can be approved.
"""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from resources import document
from ui import text, theme
from ui.consent import kinds
from ui.consent.fitting import ROOM, set_fitting
from ui.consent.manual import section
from ui.tr import tr
from ui.widgets.scroll import FadeScroll


class PageSheet(QWidget):
    """What the documentation says of one kind.

    Attributes:
        back: goes back to the question. area: scrolls. title: of the kind.
    Signals:
        left(): the person goes back.
    """

    left = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.title = text.label("", "heading", wrap=True, parent=self)
        self.back = text.button(tr("Back to the question"), "normal", parent=self)
        self.back.clicked.connect(self.left)
        self.area = FadeScroll(self, inset=theme.GROUP)
        self._lay_out()

    def open(self, kind: str) -> None:
        """Show the section of a kind."""
        title = kinds.meaning(kind).title
        text.set_text(self.title, title)
        text.named(self.area, title, tr("Arrow keys scroll."))
        self.area.setWidget(_shown(kind))
        self.show()
        self.area.start_over()
        self.area.setFocus(Qt.FocusReason.OtherFocusReason)

    def stops(self) -> list[QWidget]:
        """Where the keyboard stops, in order."""
        return [self.area, self.area.more, self.back]

    def _lay_out(self) -> None:
        text.named(self.area, tr("More on this"), tr("Arrow keys scroll."))
        head = QHBoxLayout()
        head.setContentsMargins(theme.PAGE, theme.SPACE, theme.PAGE, theme.GROUP)
        head.addWidget(self.title, 1)
        head.addWidget(self.back)
        rows = QVBoxLayout(self)
        rows.setContentsMargins(0, 0, 0, 0)
        rows.setSpacing(0)
        rows.addLayout(head)
        rows.addWidget(self.area, 1)


def _shown(kind: str) -> QWidget:
    """The section, point by point."""
    inside = QWidget()
    rows = QVBoxLayout(inside)
    rows.setContentsMargins(theme.PAGE, theme.GROUP, theme.PAGE, theme.SECTION)
    rows.setSpacing(theme.SPACE)
    rows.addWidget(_paragraph(kinds.meaning(kind).means, inside))
    for point in section(document("findings.md"), kind):
        rows.addSpacing(theme.GROUP)
        if point.head:
            rows.addWidget(text.label(point.head, "strong", parent=inside))
        rows.addWidget(_paragraph(point.text, inside))
    rows.addSpacing(theme.GROUP)
    rows.addWidget(text.label(tr("From {page}.", page=kinds.PAGE), "caption", parent=inside))
    rows.addStretch(1)
    return inside


def _paragraph(words: str, parent: QWidget) -> QWidget:
    made = text.label("", "body", wrap=True, selectable=True, parent=parent)
    set_fitting(made, words, ROOM)
    made.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    return made
