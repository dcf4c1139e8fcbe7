"""The page of grants.

Owns: the list of what people allowed for a while or until they take it back, and the search in it. What stays true: it
shows the grants of the host's last state and no others; a grant is taken back by the host alone, and leaves the list
when the host says so; taking back many asks first, and takes back those alone that stood in the list when it asked.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from typing import Final

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from host.control.protocol import RevokeGrant, Welcome
from host.control.views import GrantView, HostState
from ui import alerts, theme
from ui.alert_strip import AlertStrip
from ui.grants import words
from ui.grants.card import GrantCard
from ui.link import Link
from ui.text import button, label, named, set_button_text, set_text
from ui.tr import mark, tr
from ui.widgets.empty import EmptyState
from ui.widgets.heading import PageHeader
from ui.widgets.scroll import FadeScroll
from ui.widgets.search import SearchField

EXPLAINED: Final = mark(
    "What you allowed beyond a single call. Until its grant ends or you take it back, what it covers runs without "
    "asking."
)
EMPTY: Final = mark(
    "When you approve a call for some time, for this chat or for good, the grant stands here with exactly what it "
    "covers. You can take it back at any moment."
)
STEP: Final = 40
"""Cards that are made at once."""
_TICK: Final = 1_000
"""Milliseconds between two looks at the clock."""
_WIDEST: Final = 960
"""Pixels of a card."""


class GrantsPage(QWidget):
    """What was allowed.

    Attributes:
        cards: by the grant's id, newest first, of those that are shown. search, revoke_all, strip, more: its parts.

    Signals:
        open_page(str): the key of another page.
    """

    TITLE: Final[str] = mark("Grants")
    ICON: Final[str] = "key"
    open_page = Signal(str)

    def __init__(self, link: Link, parent: QWidget | None = None, *, clock: Callable[[], float] = time.time) -> None:
        super().__init__(parent)
        self._link, self._clock = link, clock
        self._grants: tuple[GrantView, ...] = ()
        self._room = STEP
        self._doomed: tuple[str, ...] = ()
        self.cards: dict[str, GrantCard] = {}
        self.search = SearchField(tr("Search: app, server, tool, what a grant covers …"), tr("Search the grants"))
        self.revoke_all = button(tr("Revoke all…"), "danger")
        self.strip = AlertStrip(inset=False)
        self.more = button(tr("Show more"))
        self._count = label("", "caption")
        self._timer = QTimer(self)
        self._timer.setInterval(_TICK)
        self._timer.timeout.connect(self.tick)
        self._list = QVBoxLayout()
        self._stack = QStackedWidget()
        self._demo = False
        self._empty = self._no_grant()
        self._nothing = EmptyState(
            "magnifying-glass", tr("Nothing found"), tr("No grant has these words."), tr("Clear the search")
        )
        self._lay_out()
        self._connect()

    def set_welcome(self, welcome: Welcome) -> None:
        """In the demonstration the empty page leads to the assistant, else to the servers."""
        if welcome.demo != self._demo:
            self._demo = welcome.demo
            old, self._empty = self._empty, self._no_grant()
            self._stack.insertWidget(0, self._empty)
            self._stack.removeWidget(old)
            old.deleteLater()
            self._draw()

    def _no_grant(self) -> EmptyState:
        made = EmptyState(
            self.ICON,
            tr("No grant is in force"),
            tr(EMPTY),
            tr("Go to the assistant") if self._demo else tr("See the servers"),
        )
        made.acted.connect(self._on_next)
        return made

    def _on_next(self) -> None:
        self.open_page.emit("assistant" if self._demo else "servers")

    def set_state(self, state: HostState) -> None:
        """Show what is granted now."""
        if state.grants != self._grants:
            self._grants = state.grants
            self._draw()

    def activated(self) -> None:
        """The page was chosen: the times are those of now."""
        self.tick()

    def focus_filter(self) -> None:
        """Put the cursor into the search."""
        self.search.take_focus()

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

    # Drawing

    def _found(self) -> tuple[GrantView, ...]:
        """What the search finds; newest first, as the host has them."""
        return tuple(grant for grant in self._grants if words.matches_search(grant, self.search.text()))

    def _draw(self) -> None:
        found = self._found()
        wanted = {grant.id: grant for grant in found[: self._room]}
        for grant_id in [known for known in self.cards if known not in wanted]:
            self._drop(self.cards.pop(grant_id))
        self.cards = {grant_id: self._card(grant) for grant_id, grant in wanted.items()}
        for place, card in enumerate(self.cards.values()):
            self._list.insertWidget(place, card)
        left = len(found) - len(wanted)
        set_button_text(self.more, tr("Show {left} more of {left2}", left=min(left, STEP), left2=f"{left:,}"))
        self.more.setVisible(left > 0)
        self._draw_head(len(found))
        self._stack.setCurrentIndex(2 if self.cards else 1 if self._grants else 0)
        self._ask_anew({grant.id for grant in found})

    def _draw_head(self, found: int) -> None:
        some = bool(self._grants)
        set_text(self._count, words.count_words(found, len(self._grants)) if some else "")
        for part in (self.search, self._count):
            part.setVisible(some)
        set_button_text(
            self.revoke_all, tr("Revoke all…") if found == len(self._grants) else tr("Revoke what is found…")
        )
        self.revoke_all.setVisible(found > 0)

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

    # Taking back

    def _revoke(self, grant_id: str) -> None:
        self._link.send(RevokeGrant(grant_id), None, partial(self._refused, grant_id))

    def _refused(self, grant_id: str, why: str) -> None:
        if (card := self.cards.get(grant_id)) is not None:
            card.show_error(why)
        elif any(grant.id == grant_id for grant in self._grants):
            self.strip.show_alerts((alerts.action_failed(tr("A grant was not revoked"), why),))

    def _on_revoke_all(self) -> None:
        """Ask about exactly those that the list holds now."""
        self._doomed = tuple(grant.id for grant in self._found())
        if self._doomed:
            self.strip.show_alerts((alerts.revoke_question(len(self._doomed)),))

    def _ask_anew(self, found: set[str]) -> None:
        """What ended meanwhile needs no taking back; what the list does not hold any more is not meant."""
        if self._doomed:
            self._doomed = tuple(grant_id for grant_id in self._doomed if grant_id in found)
            self.strip.show_alerts((alerts.revoke_question(len(self._doomed)),) if self._doomed else ())

    def _on_acted(self, key: str) -> None:
        doomed, self._doomed = self._doomed, ()
        self.strip.show_alerts(())
        if key != "revoke":
            return
        for grant_id in doomed:
            if (card := self.cards.get(grant_id)) is not None:
                card.take_back()
            else:
                self._revoke(grant_id)

    def _on_other(self, _: str) -> None:
        self._doomed = ()
        self.strip.show_alerts(())

    def _on_search(self, _: str) -> None:
        self._room = STEP
        self._on_other("")
        self._draw()

    def _on_more(self) -> None:
        self._room += STEP
        self._draw()

    # Building

    def _connect(self) -> None:
        self.search.textChanged.connect(self._on_search)
        self.revoke_all.clicked.connect(self._on_revoke_all)
        self.strip.acted.connect(self._on_acted)
        self.strip.other.connect(self._on_other)
        self.more.clicked.connect(self._on_more)
        self._nothing.acted.connect(self.search.clear)

    def _lay_out(self) -> None:
        for part in (self._empty, self._nothing, self._cards()):
            self._stack.addWidget(part)
        page = QVBoxLayout(self)
        page.setContentsMargins(0, theme.PAGE, 0, 0)
        page.setSpacing(theme.SECTION)
        page.addWidget(self._head())
        page.addWidget(self._stack, 1)
        self._draw()

    def _head(self) -> QWidget:
        header = PageHeader(tr(self.TITLE), tr(EXPLAINED))
        header.actions.addWidget(self.revoke_all)
        line = QHBoxLayout()
        line.setSpacing(theme.SECTION)
        line.addWidget(self.search, 1)
        line.addWidget(self._count)
        whole = QWidget()
        column = QVBoxLayout(whole)
        column.setContentsMargins(theme.PAGE, 0, theme.PAGE, 0)
        column.setSpacing(theme.SECTION)
        column.addWidget(header)
        column.addLayout(line)
        column.addWidget(self.strip)
        return whole

    def _cards(self) -> QWidget:
        content = QWidget()
        column = QVBoxLayout(content)
        column.setContentsMargins(theme.PAGE, 0, theme.PAGE, theme.PAGE)
        column.setSpacing(theme.SECTION)
        self._list.setSpacing(theme.SECTION)
        column.addLayout(self._list)
        column.addWidget(self.more, 0, Qt.AlignmentFlag.AlignLeft)
        column.addStretch(1)
        scroll = FadeScroll()
        scroll.setWidget(content)
        named(scroll, tr("Grants"))
        return scroll
