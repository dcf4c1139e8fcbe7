"""More on a kind of finding, in place of the question.

Owns: the sheet with one section of the page on findings. What stays true: the page ships with Assent and is read from
there: nothing is fetched and no other program is started; while it covers what would be sent, nothing can be approved.
"""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from resources import document
from ui import text, theme
from ui.consent import kinds
from ui.consent.fitting import ROOM, set_fitting
from ui.consent.manual import section
from ui.consent.sheet import Sheet
from ui.tr import tr


class PageSheet(Sheet):
    """What the documentation says of one kind."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(tr("More on this"), parent)

    def open(self, kind: str) -> None:
        """Show the section of a kind."""
        self.name(kinds.meaning(kind).title)
        self.area.setWidget(_shown(kind))
        self.begin()


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
        for item in point.items:
            rows.addLayout(_item(item, inside))
    rows.addSpacing(theme.GROUP)
    rows.addWidget(text.label(tr("From {page}.", page=kinds.PAGE), "caption", parent=inside))
    rows.addStretch(1)
    return inside


def _item(words: str, parent: QWidget) -> QHBoxLayout:
    row = QHBoxLayout()
    row.setSpacing(theme.SPACE)
    row.addWidget(text.label("•", "muted", parent=parent), 0, Qt.AlignmentFlag.AlignTop)
    row.addWidget(_paragraph(words, parent), 1)
    return row


def _paragraph(words: str, parent: QWidget) -> QWidget:
    made = text.label("", "body", wrap=True, selectable=True, parent=parent)
    set_fitting(made, words, ROOM)
    made.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    return made
