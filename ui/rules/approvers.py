"""Who may sign.

Owns: the list of approvers. What stays true: it shows names, roles and where they are registered, and never a
credential: the window has none.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtWidgets import QGridLayout, QStackedLayout, QVBoxLayout, QWidget

from host.control.views import ApproverView, PolicyView
from host.text import one_line
from ui import text
from ui.rules import words
from ui.theme import GROUP, SECTION, SPACE
from ui.tr import mark, tr
from ui.widgets.badge import Badge
from ui.widgets.card import Card
from ui.widgets.empty import EmptyState
from ui.widgets.scroll import FadeScroll

EXPLAINED: Final = mark(
    "A rule can demand that people sign a call before it runs, each with a PIN of their own. These people can; nobody "
    "can sign twice for one call."
)
NOBODY: Final = mark(
    "A rule can demand that people sign a call before it runs. The administrator's file names them, with their roles; "
    "until it does, a call that needs such a signature cannot be approved."
)
_WIDEST: Final = 960
"""Pixels of a card."""


class ApproversView(QWidget):
    """Everybody who may sign. Attributes: cards: one a person, in the host's order."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.cards: list[Card] = []
        self._shown: tuple[ApproverView, ...] | None = None
        self._scroll = FadeScroll()
        text.named(self._scroll, tr("Who may sign"))
        self._stack = QStackedLayout(self)
        self._stack.addWidget(EmptyState("users-three", tr("Nobody is registered to sign"), tr(NOBODY)))
        self._stack.addWidget(self._scroll)

    def set_policy(self, policy: PolicyView) -> None:
        """Show who may sign now."""
        if policy.approvers == self._shown:
            return
        self._shown = policy.approvers
        self._stack.setCurrentIndex(1 if policy.approvers else 0)
        inside = QWidget()
        column = QVBoxLayout(inside)
        column.setContentsMargins(0, 0, GROUP, 0)
        column.setSpacing(GROUP)
        column.addWidget(text.label(tr(EXPLAINED), "muted", wrap=True))
        self.cards = [_card(approver) for approver in policy.approvers]
        for card in self.cards:
            card.setMaximumWidth(_WIDEST)
            column.addWidget(card)
        column.addStretch(1)
        self._scroll.setWidget(inside)


def _card(approver: ApproverView) -> Card:
    card = Card()
    row = QGridLayout()
    row.setHorizontalSpacing(SECTION)
    row.setVerticalSpacing(SPACE)
    row.setColumnStretch(0, 1)
    row.addWidget(text.label(words.break_long_words(one_line(approver.name, words.NAME)), "strong", wrap=True), 0, 0)
    roles = ", ".join(one_line(role, words.NAME) for role in approver.roles)
    row.addWidget(
        text.label(words.break_long_words(roles or tr("No role: signs where any PIN will do")), "muted", wrap=True),
        1,
        0,
    )
    managed = approver.source == "managed"
    badge = Badge(
        tr("Administrator's") if managed else tr("Registered here"), "neutral", "lock-simple" if managed else "user"
    )
    row.addWidget(badge, 0, 1, 2, 1)
    card.body.addLayout(row)
    return card
