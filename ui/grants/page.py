"""The page of grants.

Owns: the list of what people allowed for a while. What stays true: it shows the grants of the host's last state and no
others; a grant is taken back by the host alone, and leaves the list when the host says so.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from typing import Final

from PySide6.QtCore import QTimer
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from host.control.protocol import RevokeGrant
from host.control.views import GrantView, HostState
from ui import theme
from ui.grants.card import GrantCard
from ui.link import Link
from ui.text import named
from ui.widgets.empty import EmptyState
from ui.widgets.heading import PageHeader
from ui.widgets.scroll import FadeScroll

EXPLAINED: Final = "Calls that you allowed for 15 minutes. Until its grant ends, exactly that call runs without asking."
_TICK: Final = 1_000
"""Milliseconds between two looks at the clock."""
_WIDEST: Final = 880
"""Pixels of a card."""


class GrantsPage(QWidget):
    """What was allowed for a while. Attributes: cards: by the grant's id, newest first."""

    TITLE: Final[str] = "Grants"
    ICON: Final[str] = "key"

    def __init__(self, link: Link, parent: QWidget | None = None, *, clock: Callable[[], float] = time.time) -> None:
        super().__init__(parent)
        self._link = link
        self._clock = clock
        self.cards: dict[str, GrantCard] = {}
        self._timer = QTimer(self)
        self._timer.setInterval(_TICK)
        self._timer.timeout.connect(self.tick)
        self._list = QVBoxLayout()
        self._stack = QStackedWidget()
        self._lay_out()

    def set_state(self, state: HostState) -> None:
        """Show what is granted now."""
        wanted = {grant.id: grant for grant in state.grants}
        for grant_id in [known for known in self.cards if known not in wanted]:
            self._drop(self.cards.pop(grant_id))
        self.cards = {grant_id: self._card(grant) for grant_id, grant in wanted.items()}
        for place, card in enumerate(self.cards.values()):
            self._list.insertWidget(place, card)
        self._stack.setCurrentIndex(1 if self.cards else 0)

    def activated(self) -> None:
        """The page was chosen: the times are those of now."""
        self.tick()

    def tick(self) -> None:
        """Show how much time is left."""
        now = self._clock()
        for card in self.cards.values():
            card.tick(now)

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802  # Qt's name
        """The clock runs while somebody can see it."""
        super().showEvent(event)
        self.tick()
        self._timer.start()

    def hideEvent(self, event: QHideEvent) -> None:  # noqa: N802  # Qt's name
        """Nobody looks."""
        super().hideEvent(event)
        self._timer.stop()

    def _card(self, grant: GrantView) -> GrantCard:
        known = self.cards.get(grant.id)
        if known is not None:
            known.show_grant(grant, self._clock())
            return known
        made = GrantCard(grant, self._clock())
        made.setMaximumWidth(_WIDEST)
        made.revoked.connect(self._revoke)
        return made

    def _drop(self, card: GrantCard) -> None:
        self._list.removeWidget(card)
        card.hide()
        card.deleteLater()

    def _revoke(self, grant_id: str) -> None:
        self._link.send(RevokeGrant(grant_id), None, partial(self._refused, grant_id))

    def _refused(self, grant_id: str, why: str) -> None:
        if (card := self.cards.get(grant_id)) is not None:
            card.show_error(why)

    def _lay_out(self) -> None:
        content = QWidget()
        column = QVBoxLayout(content)
        column.setContentsMargins(theme.PAGE, 0, theme.PAGE, theme.PAGE)
        self._list.setSpacing(theme.SECTION)
        column.addLayout(self._list)
        column.addStretch(1)
        scroll = FadeScroll()
        scroll.setWidget(content)
        named(scroll, "Grants")
        self._stack.addWidget(
            EmptyState(
                self.ICON,
                "No grant is in force",
                "When you approve a call for 15 minutes, the grant stands here until its time is over. "
                "You can take it back at any moment.",
            )
        )
        self._stack.addWidget(scroll)
        page = QVBoxLayout(self)
        page.setContentsMargins(0, theme.PAGE, 0, 0)
        page.setSpacing(theme.SECTION)
        header = PageHeader(self.TITLE, EXPLAINED)
        header.setContentsMargins(theme.PAGE, 0, theme.PAGE, 0)
        page.addWidget(header)
        page.addWidget(self._stack, 1)
