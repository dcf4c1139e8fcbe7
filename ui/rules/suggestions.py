"""Rules that Assent proposes after the same was approved again and again.

Owns: the cards at the top of the page. What stays true: a suggestion is a draft: it leads to the editor, where its past
calls are shown before anything is saved; putting one aside is one press.
"""

from __future__ import annotations

from functools import partial
from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from host.control.views import RuleDraft
from ui import text
from ui.rules import words
from ui.theme import GROUP, SPACE
from ui.tr import tr
from ui.widgets.card import Card
from ui.widgets.glyph import Glyph

SHORT: Final = 200
"""Characters of each sentence: the editor has the rest."""


class SuggestionCard(Card):
    """One proposal. Attributes: review, dismiss: its buttons."""

    def __init__(self, draft: RuleDraft, more: int = 0, parent: QWidget | None = None) -> None:
        """``more``: how many come after it."""
        super().__init__(parent=parent)
        self.draft = draft
        self.review = text.button(tr("Review rule…"))
        self.dismiss = text.button(tr("Not now"), "quiet")
        sentence = words.safe_sentence(draft.words, SHORT)
        said = QVBoxLayout()
        said.setSpacing(SPACE)
        said.addWidget(text.label(tr("Suggestion: {sentence}", sentence=sentence), "strong", wrap=True))
        after = tr(" {more} more after this one.", more=f"{more:,}") if more else ""
        said.addWidget(text.label(words.safe_sentence(draft.why, SHORT) + after, "muted", wrap=True))
        row = QHBoxLayout()
        row.setSpacing(GROUP)
        row.addWidget(Glyph("lightbulb", tone="muted"))
        row.addLayout(said, 1)
        row.addWidget(self.dismiss)
        row.addWidget(self.review)
        self.body.addLayout(row)
        text.named(self.review, tr("Review the suggested rule: {sentence}", sentence=sentence))
        text.named(self.dismiss, tr("Do not suggest this now: {sentence}", sentence=sentence))


class Suggestions(QWidget):
    """The proposals, one at a time: the rules below need the room. Signals: wanted(RuleDraft), dismissed(RuleDraft)."""

    wanted = Signal(object)
    dismissed = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.cards: list[SuggestionCard] = []
        self._shown: tuple[RuleDraft, ...] = ()
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(GROUP)

    def show_drafts(self, drafts: tuple[RuleDraft, ...]) -> None:
        """Show the first of these; a card that stays is not made anew."""
        if drafts == self._shown:
            return
        self._shown = drafts
        for card in self.cards:
            self._column.removeWidget(card)
            card.hide()
            card.deleteLater()
        self.cards = [SuggestionCard(draft, len(drafts) - 1) for draft in drafts[:1]]
        for card in self.cards:
            card.review.clicked.connect(partial(self._want, card.draft))
            card.dismiss.clicked.connect(partial(self._dismiss, card.draft))
            self._column.addWidget(card)
        self.setVisible(bool(drafts))

    def _want(self, draft: RuleDraft) -> None:
        self.wanted.emit(draft)

    def _dismiss(self, draft: RuleDraft) -> None:
        self.dismissed.emit(draft)
