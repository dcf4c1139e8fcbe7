"""The page of grants.

Owns: the cards of what people allowed for a while or until they take it back, and the search in them.

Invariants: it shows the grants of the host's last state and no others, with what each covers as it was shown when the
grant was given, and the inputs byte by byte; a grant is revoked by the host alone, and leaves the list when the host
says so; revoking many asks first, and revokes those alone that were in the list when it asked.
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
from ui.inputs.text_block import TextBlock
from ui.label_text import break_long_words
from ui.link import Link
from ui.pages import NothingYet, Page, TimerWhileShown
from ui.text import Text, button, label, named, set_button_text, set_text, shown
from ui.tr import mark, tr
from ui.widgets import boxes
from ui.widgets.boxes import Stack, fill, grow, holder, left, scrolled
from ui.widgets.cards import Card
from ui.widgets.controls import bullet_list, fault_label, show_text
from ui.widgets.labels import Badge, turn_caret
from ui.widgets.page_parts import EmptyState, PageHeader, SearchField, show_time_left

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
_ICONS: Final = {"quit": "power", "always": "infinity"}
"""What stands for a duration that no clock ends."""


class GrantsPage(Page):
    """The grants that are in force.

    Attributes:
        cards: those that are shown, by the id of the grant, newest first.
        search: the search field.
        revoke_all: revokes all grants that the search finds.
        strip: asks before that, and says what was not revoked.
        more: shows more cards.
    """

    def __init__(self, link: Link, *, clock: Callable[[], float] = time.time) -> None:
        super().__init__(link)
        self._clock = clock
        self._grants: tuple[Grant, ...] = ()
        self._room = STEP
        self._to_revoke: tuple[str, ...] = ()
        self.cards: dict[str, GrantCard] = {}
        self.search = SearchField(tr("Search: app, server, tool, what a grant covers …"), tr("Search the grants"))
        self.revoke_all = button(tr("Take all back…"), "danger", on_click=self._on_revoke_all)
        self.strip = AlertStrip(inset=False)
        self.more = button(tr("Show more"), on_click=self._on_more)
        self._count = label("", "caption")
        self._timer = TimerWhileShown(self, _TICK, self.tick)
        self._list = boxes.column(theme.SECTION)
        self._stack = Stack()
        self._empty = NothingYet(self, "key", tr("No grant is in force"), tr(EMPTY))
        self._nothing_found = EmptyState(
            "magnifying-glass", tr("Nothing found"), tr("No grant has these words."), tr("Clear the search")
        )
        self._lay_out()
        self._connect()

    def set_welcome(self, welcome: Welcome) -> None:
        """In the demonstration the empty page leads to the assistant, else to the servers."""
        self._empty.set_welcome(welcome)

    def set_state(self, state: HostState) -> None:
        """Show the grants that are in force now."""
        if state.grants != self._grants:
            self._grants = state.grants
            self._draw()

    def activated(self) -> None:
        """Show how much time is left now."""
        self.tick()

    def focus_filter(self) -> None:
        """Put the cursor into the search."""
        self.search.take_focus()

    def tick(self) -> None:
        """Show how much time is left."""
        now = self._clock()
        for card in self.cards.values():
            card.tick(now)

    # Drawing

    def _matching(self) -> tuple[Grant, ...]:
        """The grants that the search finds, newest first, as the host has them."""
        return tuple(grant for grant in self._grants if words.matches_search(grant, self.search.text()))

    def _draw(self) -> None:
        found = self._matching()
        wanted = {grant.id: grant for grant in found[: self._room]}
        boxes.discard(self._list, *(card for grant_id, card in self.cards.items() if grant_id not in wanted))
        self.cards = {grant_id: self._card(grant) for grant_id, grant in wanted.items()}
        for place, card in enumerate(self.cards.values()):
            self._list.insertWidget(place, card)
        show_time_left(self.more, len(found) - len(wanted), STEP)
        self._draw_head(len(found))
        self._stack.setCurrentIndex(2 if self.cards else 1 if self._grants else 0)
        self._update_question({grant.id for grant in found})

    def _draw_head(self, found: int) -> None:
        some = bool(self._grants)
        set_text(self._count, words.count_words(found, len(self._grants)) if some else "")
        for part in (self.search, self._count):
            part.setVisible(some)
        set_button_text(
            self.revoke_all, tr("Take all back…") if found == len(self._grants) else tr("Take back what is found…")
        )
        self.revoke_all.setVisible(found > 0)

    def _card(self, grant: Grant) -> GrantCard:
        known = self.cards.get(grant.id)
        if known is not None:
            known.show_grant(grant, self._clock())
            return known
        made = GrantCard(grant, self._clock())
        made.revoked.connect(self._revoke)
        return made

    # Taking back

    def _revoke(self, grant_id: str) -> None:
        self._link.send(RevokeGrant(grant_id), None, partial(self._refused, grant_id))

    def _refused(self, grant_id: str, why: str) -> None:
        if (card := self.cards.get(grant_id)) is not None:
            card.show_error(why)
        elif any(grant.id == grant_id for grant in self._grants):
            self.strip.show_alerts((alerts.action_failed(tr("A grant was not taken back"), why),))

    def _on_revoke_all(self) -> None:
        """Ask about exactly the grants that the list holds now."""
        self._to_revoke = tuple(grant.id for grant in self._matching())
        if self._to_revoke:
            self.strip.show_alerts((alerts.revoke_question(len(self._to_revoke)),))

    def _update_question(self, found: set[str]) -> None:
        """Leave grants out of the question that ended meanwhile, or that the list does not hold any more."""
        if self._to_revoke:
            self._to_revoke = tuple(grant_id for grant_id in self._to_revoke if grant_id in found)
            self.strip.show_alerts((alerts.revoke_question(len(self._to_revoke)),) if self._to_revoke else ())

    def _on_acted(self, key: str) -> None:
        doomed, self._to_revoke = self._to_revoke, ()
        self.strip.show_alerts(())
        if key != "revoke":
            return
        for grant_id in doomed:
            if (card := self.cards.get(grant_id)) is not None:
                card.take_back()
            else:
                self._revoke(grant_id)

    def _on_other(self, _: str) -> None:
        self._to_revoke = ()
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
        self.strip.acted.connect(self._on_acted)
        self.strip.other.connect(self._on_other)
        self._nothing_found.acted.connect(self.search.clear)

    def _lay_out(self) -> None:
        for part in (self._empty, self._nothing_found, self._cards()):
            self._stack.addWidget(part)
        fill(boxes.column(theme.SECTION, self, (0, theme.PAGE, 0, 0)), self._head(), grow(self._stack))
        self._draw()

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
        widest = _WIDEST + 2 * theme.PAGE
        return scrolled(tr("Grants"), *parts, spacing=theme.SECTION, margins=margins, widest=widest)


class GrantCard(Card):
    """One grant.

    Attributes:
        grant: what is shown.
        revoke: its button.
        inputs_button: shows and hides the inputs that the grant was given with.

    Signals:
        revoked(str: id of the grant): the person revokes it.
    """

    revoked = Signal(str)

    def __init__(self, grant: Grant, now: float, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self.grant = grant
        self._sentences: tuple[str, ...] = ()
        self._sentence = label("", "strong", wrap=True, selectable=True, parent=self)
        self._given = label("", "caption", wrap=True, parent=self)
        self._left = Badge("", "neutral", _ICONS.get(grant.duration, "timer"), self)
        self.revoke = button(tr("Take back"), "danger", parent=self, on_click=self.take_back)
        self._inputs_words = tr("inputs") if grant.bound == "exact" else tr("the inputs it was given with")
        self.inputs_button = button(
            tr("Show {what}", what=self._inputs_words), "fold", parent=self, on_click=self._toggle
        )
        self._arguments: TextBlock | None = None
        self._error = fault_label(parent=self)
        self._lay_out()
        self.show_grant(grant, now)
        self._label_inputs_button(opens=True)

    def show_grant(self, grant: Grant, now: float) -> None:
        """Show the grant as it is now. Its id, inputs and scope never change."""
        self.grant = grant
        self.tick(now)

    def tick(self, now: float) -> None:
        """Show how much time is left."""
        self._left.set_text(words.time_left(self.grant, now))
        said = words.heading(self.grant, now), words.given_by(self.grant, now)
        if said == self._sentences:
            return  # a label that is set to the same text lays itself out again
        self._sentences = said
        set_text(self._sentence, break_long_words(said[0]))
        set_text(self._given, break_long_words(said[1]))
        named(self.revoke, tr("Take back: {grant}", grant=words.sentence(self.grant, now)))

    def take_back(self) -> None:
        """Revoke the grant, as its button does."""
        self.revoke.setEnabled(False)
        self._error.hide()
        self.revoked.emit(self.grant.id)

    def show_error(self, why: Text) -> None:
        """Say why the grant could not be revoked."""
        self.revoke.setEnabled(True)
        show_text(self._error, tr("Not taken back: {why}", why=shown(why)))

    def _toggle(self) -> None:
        if self._arguments is None:
            self._arguments = TextBlock(self)
            inputs = self.grant.arguments.decode("utf-8", "replace")
            self._arguments.show_text(Untrusted(indent_json(inputs, len(inputs)) or inputs), tr("Inputs"))
            self._arguments.hide()
            self.body.addWidget(self._arguments)
        shows = self._arguments.isHidden()
        self._arguments.setVisible(shows)
        self._label_inputs_button(opens=not shows)

    def _label_inputs_button(self, *, opens: bool) -> None:
        what = self._inputs_words
        set_button_text(self.inputs_button, tr("Show {what}", what=what) if opens else tr("Hide {what}", what=what))
        turn_caret(self.inputs_button, is_open=not opens)

    def _lay_out(self) -> None:
        head = fill(
            boxes.row(theme.GROUP + theme.SPACE),
            grow(fill(boxes.column(theme.SPACE), self._sentence, self._given, self._error)),
        )
        end = fill(boxes.row(theme.GROUP + theme.SPACE), self._left, self.revoke)
        head.addLayout(end)
        head.setAlignment(end, Qt.AlignmentFlag.AlignTop)
        self.body.addLayout(head)
        if lines := words.scope_lines(self.grant):
            scope = bullet_list(lines)
            named(scope, tr("What it covers"))
            self.body.addWidget(scope)
        self.body.addWidget(self.inputs_button, 0, Qt.AlignmentFlag.AlignLeft)
