"""The page of grants: their cards, and the search in them.

Invariants: the page shows exactly the grants of the host's last state, with what each covers as it was shown when the
grant was given, and the exact inputs; only the host revokes a grant, which leaves the list when the host says so;
revoking several asks first, and revokes only those that were in the list when it asked.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from host.control.protocol import RevokeGrant, Welcome
from host.control.views import HostState
from host.model import Grant
from host.text import Untrusted
from ui import alerts, theme
from ui.alert_strip import AlertStrip
from ui.grants import words
from ui.inputs.nested_lines import indent_json
from ui.inputs.text_block import Fold, TextBlock
from ui.label_text import break_long_words
from ui.link import Link
from ui.pages import GuidingEmptyState, Page, TimerWhileShown
from ui.text import Text, button, label, named, set_button_text, set_text, shown
from ui.tr import mark, tr
from ui.widgets import boxes
from ui.widgets.boxes import Stack, fill, grow, holder, left, scrolled
from ui.widgets.cards import Card
from ui.widgets.controls import bullet_list, fault_label, show_text
from ui.widgets.labels import Badge
from ui.widgets.page_parts import EmptyState, PageHeader, SearchField, update_more_button

EXPLAINED: Final = mark(
    "What you allowed beyond a single call. Until its grant ends or you take it back, what it covers runs without "
    "asking."
)
EMPTY: Final = mark(
    "When you approve a call for some time, for this chat or permanently, the grant is listed here with exactly what "
    "it covers. You can take it back at any moment."
)
STEP: Final = 40  # cards that are created at once
_TICK: Final = 1_000  # milliseconds between two updates of the time left
_MAX_WIDTH: Final = 960  # pixels of a card
_ICONS: Final = {"quit": "power", "always": "infinity"}  # icons for durations without a fixed end


class GrantsPage(Page):
    """The grants that are in force."""

    def __init__(self, link: Link, *, clock: Callable[[], float] = time.time) -> None:
        super().__init__(link)
        self._clock = clock
        self._grants: tuple[Grant, ...] = ()
        self._shown_limit = STEP
        self._to_revoke: tuple[str, ...] = ()
        self.cards: dict[str, GrantCard] = {}
        self.search = SearchField(tr("Search: app, server, tool, what a grant covers …"), tr("Search the grants"))
        self.revoke_all = button(tr("Take all back…"), "danger", on_click=self._on_revoke_all)
        self.strip = AlertStrip(inset=False)
        self.more = button(tr("Show more"), on_click=self._on_more)
        self._count = label("", "caption")
        self._timer = TimerWhileShown(self, _TICK, self.tick)
        self._list = boxes.column(theme.SECTION)
        self._empty = GuidingEmptyState(self, "key", tr("No grant is in force"), tr(EMPTY))
        self._nothing_found = EmptyState(
            "magnifying-glass", tr("Nothing found"), tr("No grant has these words."), tr("Clear the search")
        )
        self._stack = Stack(self._empty, self._nothing_found, self._cards())
        fill(boxes.column(theme.SECTION, self, (0, theme.PAGE, 0, 0)), self._head(), grow(self._stack))
        self._draw()
        self.search.textChanged.connect(self._on_search)
        self.strip.acted.connect(self._on_acted)
        self.strip.second_acted.connect(self._on_second_acted)
        self._nothing_found.acted.connect(self.search.clear)

    def set_welcome(self, welcome: Welcome) -> None:
        """Set where the empty page leads."""
        self._empty.set_welcome(welcome)

    def set_state(self, state: HostState) -> None:
        """Show the grants that are in force now."""
        if state.grants != self._grants:
            self._grants = state.grants
            self._draw()

    def tick(self) -> None:
        """Show how much time is left."""
        now = self._clock()
        for card in self.cards.values():
            card.tick(now)

    # Drawing

    def _matching(self) -> tuple[Grant, ...]:
        """The grants that the search finds, newest first, as in the host's state."""
        return tuple(grant for grant in self._grants if words.matches_search(grant, self.search.text()))

    def _draw(self) -> None:
        matching = self._matching()
        shown_grants = {grant.id: grant for grant in matching[: self._shown_limit]}
        self.cards = boxes.keep(self._list, self.cards, shown_grants, lambda key: self._make_card(shown_grants[key]))
        for card in self.cards.values():
            card.show_grant(shown_grants[card.grant.id], self._clock())
        update_more_button(self.more, len(matching) - len(shown_grants), STEP)
        self._draw_head(len(matching))
        self._stack.setCurrentIndex(2 if self.cards else 1 if self._grants else 0)
        self._update_question({grant.id for grant in matching})

    def _draw_head(self, match_count: int) -> None:
        has_grants = bool(self._grants)
        set_text(self._count, words.count_words(match_count, len(self._grants)) if has_grants else "")
        for part in (self.search, self._count):
            part.setVisible(has_grants)
        set_button_text(
            self.revoke_all,
            tr("Take all back…") if match_count == len(self._grants) else tr("Take back what is found…"),
        )
        self.revoke_all.setVisible(match_count > 0)

    def _make_card(self, grant: Grant) -> GrantCard:
        card = GrantCard(grant, self._clock())
        card.revoked.connect(self._revoke)
        return card

    # Taking back

    def _revoke(self, grant_id: str) -> None:
        self._link.send(RevokeGrant(grant_id), None, partial(self._on_refused, grant_id))

    def _on_refused(self, grant_id: str, reason: str) -> None:
        if (card := self.cards.get(grant_id)) is not None:
            card.show_error(reason)
        elif any(grant.id == grant_id for grant in self._grants):
            self.strip.show_alerts((alerts.action_failed(tr("A grant was not taken back"), reason),))

    def _on_revoke_all(self) -> None:
        self._to_revoke = tuple(grant.id for grant in self._matching())
        if self._to_revoke:
            self.strip.show_alerts((alerts.revoke_question(len(self._to_revoke)),))

    def _update_question(self, matching_ids: set[str]) -> None:
        """Remove grants from the question that are no longer in the list."""
        if self._to_revoke:
            self._to_revoke = tuple(grant_id for grant_id in self._to_revoke if grant_id in matching_ids)
            self.strip.show_alerts((alerts.revoke_question(len(self._to_revoke)),) if self._to_revoke else ())

    def _on_acted(self, key: str) -> None:
        confirmed, self._to_revoke = self._to_revoke, ()
        self.strip.show_alerts(())
        if key != "revoke":
            return
        for grant_id in confirmed:
            if (card := self.cards.get(grant_id)) is not None:
                card.take_back()
            else:
                self._revoke(grant_id)

    def _on_second_acted(self, _: str) -> None:
        self._to_revoke = ()
        self.strip.show_alerts(())

    def _on_search(self, _: str) -> None:
        self._shown_limit = STEP
        self._on_second_acted("")
        self._draw()

    def _on_more(self) -> None:
        self._shown_limit += STEP
        self._draw()

    # Building

    def _head(self) -> QWidget:
        header = PageHeader(tr("Grants"), tr(EXPLAINED))
        header.actions.addWidget(self.revoke_all)
        line = fill(boxes.row(theme.SECTION), grow(self.search), self._count)
        return holder(
            fill(boxes.column(theme.SECTION, margins=(theme.PAGE, 0, theme.PAGE, 0)), header, line, self.strip)
        )

    def _cards(self) -> QWidget:
        margins = (theme.PAGE, 0, theme.PAGE, theme.PAGE)
        parts = (self._list, left(self.more))
        widest = _MAX_WIDTH + 2 * theme.PAGE
        return scrolled(tr("Grants"), *parts, spacing=theme.SECTION, margins=margins, widest=widest)


class GrantCard(Card):
    """One grant."""

    revoked = Signal(str)  # id of the grant: the person revokes it

    def __init__(self, grant: Grant, now: float) -> None:
        super().__init__()
        self.grant = grant
        self._sentences: tuple[str, ...] = ()
        self._heading_label = label("", "strong", wrap=True, selectable=True, parent=self)
        self._given_label = label("", "caption", wrap=True, parent=self)
        self._time_left_badge = Badge("", "neutral", _ICONS.get(grant.duration, "timer"), self)
        self.revoke = button(tr("Take back"), "danger", parent=self, on_click=self.take_back)
        inputs_words = tr("inputs") if grant.bound == "exact" else tr("the inputs it was given with")
        inputs = Fold(
            tr("Show {what}", what=inputs_words), tr("Hide {what}", what=inputs_words), self._inputs, is_heading=True
        )
        self.inputs_button = inputs.button
        self._error = fault_label(parent=self)
        head = fill(
            boxes.row(theme.GROUP + theme.SPACE),
            grow(fill(boxes.column(theme.SPACE), self._heading_label, self._given_label, self._error)),
        )
        end = fill(boxes.row(theme.GROUP + theme.SPACE), self._time_left_badge, self.revoke)
        head.addLayout(end)
        head.setAlignment(end, Qt.AlignmentFlag.AlignTop)
        self.body.addLayout(head)
        if lines := words.scope_lines(self.grant):
            scope = bullet_list(lines)
            named(scope, tr("What it covers"))
            self.body.addWidget(scope)
        self.body.addWidget(inputs)
        self.show_grant(grant, now)

    def show_grant(self, grant: Grant, now: float) -> None:
        """Show the grant as it is now. Its id, inputs and scope never change."""
        self.grant = grant
        self.tick(now)

    def tick(self, now: float) -> None:
        """Show how much time is left."""
        self._time_left_badge.set_text(words.time_left(self.grant, now))
        sentences = words.heading(self.grant, now), words.given_by(self.grant, now)
        if sentences == self._sentences:
            return  # setting the same text would lay out the label again
        self._sentences = sentences
        set_text(self._heading_label, break_long_words(sentences[0]))
        set_text(self._given_label, break_long_words(sentences[1]))
        named(self.revoke, tr("Take back: {grant}", grant=words.sentence(self.grant, now)))

    def take_back(self) -> None:
        """Revoke the grant, as its button does."""
        self.revoke.setEnabled(False)
        self._error.hide()
        self.revoked.emit(self.grant.id)

    def show_error(self, reason: Text) -> None:
        """Say why the grant could not be revoked."""
        self.revoke.setEnabled(True)
        show_text(self._error, tr("Not taken back: {why}", why=shown(reason)))

    def _inputs(self) -> TextBlock:
        block, inputs = TextBlock(), self.grant.arguments.decode("utf-8", "replace")
        block.show_text(Untrusted(indent_json(inputs, len(inputs)) or inputs), tr("Inputs"))
        return block
