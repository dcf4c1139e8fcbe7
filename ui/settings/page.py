"""The page of settings.

Owns: which settings stand where: what people choose first, what they seldom touch folded below, and the search in all.

Invariants: every declared setting and every choice about the window is on the page, in the group that its registry
says; a setting without usual values stands under *Advanced*; what the administrator locked cannot be changed.
"""

from __future__ import annotations

import itertools
from functools import partial
from typing import Final

from PySide6.QtWidgets import QWidget

from host.control.protocol import ChangeSetting, ReadSettings, SettingsNow, Welcome
from host.control.views import HostState
from host.settings import CARE, DECLARATIONS
from host.text import escape
from ui import theme, window_choices
from ui.label_text import wrappable
from ui.link import Link
from ui.pages import Page, SetPin, Target
from ui.settings import autostart
from ui.settings.autostart import AutostartRow
from ui.settings.files import PolicyFilesCard, is_broken
from ui.settings.pin import PinCard
from ui.settings.rows import ChoiceRow, NumberRow, Row, UsualRow
from ui.text import button, label, named
from ui.tr import mark, sentence, tr
from ui.widgets import boxes
from ui.widgets.cards import Card, Notice
from ui.widgets.labels import show_fold
from ui.widgets.layouts import STRETCH, fill, grow, left
from ui.widgets.page_parts import EmptyState, PageHeader, SearchField
from ui.widgets.scroll import FadeScroll

BROKEN_TITLE: Final = mark("settings.json cannot be used as it stands")
BROKEN: Final = mark("In place of what is wrong the default counts. A change that you make here writes the file anew.")
LONGEST_WORD: Final = 72
"""Characters of a path or key that fit on one line of the narrowest page."""
_WIDEST: Final = 760
"""Pixels of a card: a field should not be far from its words."""
LOCKED: Final = mark("Set by your administrator")
UNREADABLE: Final = mark("Locked: the administrator's file cannot be used")
ASKED_TITLE: Final = mark("What is asked")
ASKED: Final = mark("Every call that no rule and no grant lets through. Rules say what may run without asking.")
ADVANCED: Final = mark("Advanced: limits, sizes and waits")


class SettingsPage(Page):
    """Settings, the own PIN, and the policy files.

    Attributes:
        usual, numbers: the declared settings with usual values and the others, by name; ``rows`` has both.
        choices: of the choices about the window, by name.
        autostart: whether Assent starts at login.
        search: finds settings by their words.
        advanced: shows and hides what people seldom touch.
        pin: the card of the PIN.
        policy: the card of the policy files.
    """

    OWN_ALERTS = frozenset({"settings"})

    def __init__(self, link: Link) -> None:
        super().__init__(link)
        self.usual = {each.name: UsualRow(each) for each in DECLARATIONS if each.usual}
        self.numbers = {each.name: NumberRow(each) for each in DECLARATIONS if not each.usual}
        self.rows: dict[str, UsualRow | NumberRow] = {**self.usual, **self.numbers}
        self.choices = {each.name: self._choice(each) for each in window_choices.CHOICES}
        self.autostart = AutostartRow(link)
        self.search = SearchField(tr("Search the settings"), tr("Search the settings"))
        self.advanced = button(tr(ADVANCED), "fold")
        self.problem = Notice("red", tr("The settings could not be read"))
        self.problem.hide()
        self.file_problem = Notice("amber", tr(BROKEN_TITLE))
        self.file_problem.hide()
        self.pin, self.policy = PinCard(link), PolicyFilesCard()
        self._inside = QWidget()
        self._groups: list[tuple[Card, tuple[Row, ...]]] = []
        self._is_open = False
        self._nothing = EmptyState("magnifying-glass", tr("Nothing found"), tr("No setting has these words."))
        self._lay_out()
        for row in self.rows.values():
            row.changed.connect(self._change)
        self.search.textChanged.connect(self._show_found)
        self.advanced.clicked.connect(self._toggle)
        self._show_found()

    def set_welcome(self, welcome: Welcome) -> None:
        """Whose PIN it is."""
        self.pin.set_person(welcome.person)

    def set_state(self, state: HostState) -> None:
        """Show problems of the file, which settings are locked, and the policy files."""
        self.pin.set_policy(state.policy)
        self.policy.set_policy(state.policy)
        unreadable = is_broken(state.policy.managed_path, state.policy.problems)
        for name, row in self.rows.items():
            row.set_locked(tr(UNREADABLE) if unreadable else tr(LOCKED) if name in state.policy.locked else "")
        problems = [sentence(escape(problem)) for problem in state.settings_problems]
        self.file_problem.setVisible(bool(problems))
        if problems:
            self.file_problem.set_text(tr(BROKEN_TITLE), wrappable("\n".join([tr(BROKEN), *problems]), LONGEST_WORD))

    def activated(self) -> None:
        """Ask the host for the values in force."""
        self._link.send(ReadSettings(), self._show, self._failed)
        self.autostart.read()

    def show_target(self, target: Target) -> None:
        """Put the cursor where a PIN is typed."""
        if isinstance(target, SetPin):
            self.pin.take_focus()

    def focus_filter(self) -> None:
        """Put the cursor into the search."""
        self.search.take_focus()

    def _show(self, now: SettingsNow) -> None:
        self.problem.hide()
        for name, value in now.values.items():
            if name in self.rows:
                self.rows[name].show_value(value)

    def _failed(self, why: str) -> None:
        self.problem.tell(tr("The settings could not be read"), why)

    def _change(self, name: str, value: float) -> None:
        whole = self.rows[name].declared.type is int
        request = ChangeSetting(name, int(value) if whole else value)
        self._link.send(request, self._show, partial(self._refused, name))

    def _refused(self, name: str, why: str) -> None:
        self.rows[name].show_error(why)

    def _choice(self, choice: window_choices.Choice) -> ChoiceRow:
        options = tuple((value, tr(name)) for value, name in choice.options)
        row = ChoiceRow(tr(choice.title), tr(choice.doc), options, window_choices.current().value(choice.name))
        row.chosen.connect(partial(window_choices.current().choose, choice.name))
        return row

    def _toggle(self) -> None:
        self._is_open = not self._is_open
        self._show_found()

    def _show_found(self) -> None:
        """Show what the search finds, wherever it stands; without one, what is folded stays so."""
        searched = self.search.text().strip()
        is_open = self._is_open or bool(searched)
        show_fold(self.advanced, is_open=is_open)
        self._inside.setVisible(is_open)
        for part in (self.pin, self.policy, self.advanced):
            part.setVisible(not searched)
        found = False
        for card, rows in self._groups:
            for row in rows:
                row.setVisible(row.matches(searched))
            card.setVisible(any(row.matches(searched) for row in rows))
            found = found or card.isVisibleTo(self)
        self._nothing.setVisible(not found)

    def _lay_out(self) -> None:
        self._fill_advanced()
        content = self._content()
        content.setMaximumWidth(_WIDEST + 2 * theme.PAGE)  # of a card alone Qt would take the height of a wider one
        scroll = FadeScroll(self)
        scroll.setWidget(content)
        named(scroll, tr("Settings"))
        self.search.setMaximumWidth(_WIDEST)
        head = boxes.column(theme.SECTION, margins=(theme.PAGE, 0, theme.PAGE, 0))
        said = tr("A change counts at once. A call that waits already keeps its time.")
        fill(head, PageHeader(tr("Settings"), said), self.search)
        fill(boxes.column(theme.SECTION, self, (0, theme.PAGE, 0, 0)), head, grow(scroll))

    def _content(self) -> QWidget:
        content = QWidget()
        column = boxes.column(theme.SECTION, content, (theme.PAGE, 0, theme.PAGE, theme.PAGE))
        groups: dict[str, list[Row]] = {autostart.GROUP: [self.autostart]}
        for choice in window_choices.CHOICES:
            groups.setdefault(choice.group, []).append(self.choices[choice.name])
        for row in self.usual.values():
            groups.setdefault(row.declared.group, []).append(row)
        groups[CARE].append(self._what_is_asked())
        fill(
            column,
            self.problem,
            self.file_problem,
            self._nothing,
            *itertools.starmap(self._group, groups.items()),
            self.pin,
            left(self.advanced),
            self._inside,
            STRETCH,
        )
        return content

    def _fill_advanced(self) -> None:
        column = boxes.column(theme.SECTION, self._inside)
        groups: dict[str, list[Row]] = {}
        for row in self.numbers.values():
            groups.setdefault(row.declared.group, []).append(row)
        for title, rows in groups.items():
            column.addWidget(self._group(title, rows))
        column.addWidget(self.policy)

    def _what_is_asked(self) -> Row:
        row = Row(tr(ASKED_TITLE), tr(ASKED))
        rules = button(tr("See the rules"))
        rules.clicked.connect(partial(self.navigate.emit, "rules", None))
        row.add_control(rules)
        return row

    def _group(self, title: str, rows: list[Row]) -> Card:
        card = Card()
        fill(card.body, label(tr(title), "heading"), *rows)
        self._groups.append((card, tuple(rows)))
        return card
