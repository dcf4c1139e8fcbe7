"""More on a kind of finding, in place of the question.

Owns: the sheet with what the page on findings says of one kind.

Invariants: the page ships with Assent and is read from there: nothing is fetched and no other program is started; while
it covers what would be sent, nothing can be approved.
"""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QVBoxLayout, QWidget

from resources import document
from ui import text, theme
from ui.consent import finding_words
from ui.consent.fitting import ROOM, set_fitting
from ui.consent.manual import section
from ui.consent.sheet import Sheet
from ui.tr import tr


class FindingSheet(Sheet):
    """What the documentation says of one kind."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(tr("More on this"), parent)

    def open(self, kind: str) -> None:
        """Show the paragraph of a kind."""
        self.name(finding_words.meaning(kind).title)
        self.area.setWidget(_shown(kind))
        self.begin()


def _shown(kind: str) -> QWidget:
    """Its paragraph, below what it means and rests on."""
    meaning = finding_words.meaning(kind)
    inside = QWidget()
    rows = QVBoxLayout(inside)
    rows.setContentsMargins(theme.PAGE, theme.GROUP, theme.PAGE, theme.SECTION)
    rows.setSpacing(theme.SPACE)
    rows.addWidget(_paragraph(meaning.means, inside))
    rows.addSpacing(theme.GROUP)
    rows.addWidget(text.label(tr("What is found"), "strong", parent=inside))
    rows.addWidget(_paragraph(section(document("findings.md"), kind), inside))
    rows.addSpacing(theme.GROUP)
    rows.addWidget(text.label(tr("What it rests on"), "strong", parent=inside))
    rows.addWidget(_paragraph(meaning.principle, inside))
    rows.addSpacing(theme.GROUP)
    rows.addWidget(text.label(tr("From {page}.", page=finding_words.PAGE), "caption", parent=inside))
    rows.addStretch(1)
    return inside


def _paragraph(words: str, parent: QWidget) -> QWidget:
    made = text.label("", "body", wrap=True, selectable=True, parent=parent)
    set_fitting(made, words, ROOM)
    made.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    return made
