"""The page of settings.

Owns: the screen that is made from the declarations of ``host.settings``. What stays true: every setting that is
declared stands there; what is shown as in force is what the host said; a refused value says why beside its field;
what the administrator locked cannot be typed over.
"""

from __future__ import annotations

from functools import partial
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QVBoxLayout, QWidget

from host.control.protocol import ChangeSetting, ReadSettings, SettingsNow, Welcome
from host.control.views import HostState
from host.settings import DECLARATIONS
from host.text import Untrusted, escape
from ui import theme
from ui.alerts import sentence
from ui.lines import wrappable
from ui.link import Link
from ui.settings.files import FilesCard
from ui.settings.pin import PinCard
from ui.settings.policy import PolicyFilesCard, is_broken
from ui.settings.row import LOCKED, UNREADABLE, SettingRow
from ui.text import label, named, set_text
from ui.tr import mark, tr
from ui.widgets.card import Card, rule
from ui.widgets.heading import PageHeader
from ui.widgets.notice import Notice
from ui.widgets.scroll import FadeScroll

BROKEN_TITLE: Final = mark("settings.json cannot be used as it stands")
BROKEN: Final = mark("In place of what is wrong the default counts. A change that you make here writes the file anew.")
LONGEST_WORD: Final = 72
"""Characters of a path or key that fit on one line of the narrowest page."""
_WIDEST: Final = 960
"""Pixels of a card: a field should not be far from its words."""


class SettingsPage(QWidget):
    """Settings, the own PIN, and where the files are.

    Attributes:
        rows: by the name of the setting. pin, policy: the cards of the PIN and of the policy files.
    """

    TITLE: Final[str] = mark("Settings")
    ICON: Final[str] = "gear"

    def __init__(self, link: Link, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._link = link
        self.rows = {declared.name: SettingRow(declared) for declared in DECLARATIONS}
        self.problem = Notice("red", tr("The settings could not be read"))
        self.problem.hide()
        self.file_problem = Notice("amber", tr(BROKEN_TITLE))
        self.file_problem.hide()
        self.pin, self.policy = PinCard(link), PolicyFilesCard()
        self._files = FilesCard()
        self._files.hide()
        self._version = label("", "caption", selectable=True)
        self._lay_out()
        for row in self.rows.values():
            row.changed.connect(self._change)

    def set_welcome(self, welcome: Welcome) -> None:
        """Show where this host keeps its files, and which version it is."""
        self.pin.set_person(welcome.person)
        self._files.set_welcome(welcome)
        self._files.show()
        throw_away = tr(" · a demo: this profile is thrown away at its end") if welcome.demo else ""
        set_text(
            self._version,
            tr(
                "Assent {version} · signed in as {person}{throw_away}",
                version=welcome.version,
                person=Untrusted(welcome.person),
                throw_away=throw_away,
            ),
        )

    def set_state(self, state: HostState) -> None:
        """Show what is wrong with the file, where something is, what is locked, and what the policy files say."""
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

    def focus_pin(self) -> None:
        """Put the cursor where a PIN is typed."""
        self.pin.take_focus()

    def _show(self, now: SettingsNow) -> None:
        self.problem.hide()
        for name, value in now.values.items():
            if name in self.rows:
                self.rows[name].show_value(value)

    def _failed(self, why: str) -> None:
        self.problem.set_text(tr("The settings could not be read"), why)
        self.problem.show()

    def _change(self, name: str, value: float) -> None:
        whole = self.rows[name].declared.type is int
        request = ChangeSetting(name, int(value) if whole else value)
        self._link.send(request, self._show, partial(self._refused, name))

    def _refused(self, name: str, why: str) -> None:
        self.rows[name].show_error(why)

    def _lay_out(self) -> None:
        content = QWidget()
        column = QVBoxLayout(content)
        column.setContentsMargins(theme.PAGE, 0, theme.PAGE, theme.PAGE)
        column.setSpacing(theme.SECTION)
        column.addWidget(self.problem)
        column.addWidget(self.file_problem)
        column.addWidget(self.pin)
        for group in dict.fromkeys(declared.group for declared in DECLARATIONS):
            column.addWidget(self._group(group))
        column.addWidget(self.policy)
        column.addWidget(self._files)
        column.addWidget(self._version)
        column.addStretch(1)
        for card in content.findChildren(Card, options=Qt.FindChildOption.FindDirectChildrenOnly):
            card.setMaximumWidth(_WIDEST)
        scroll = FadeScroll(self)
        scroll.setWidget(content)
        named(scroll, tr("Settings"))
        page = QVBoxLayout(self)
        page.setContentsMargins(0, theme.PAGE, 0, 0)
        page.setSpacing(theme.SECTION)
        header = PageHeader(tr(self.TITLE), tr("A change counts for calls and sessions that begin from now on."))
        header.setContentsMargins(theme.PAGE, 0, theme.PAGE, 0)
        page.addWidget(header)
        page.addWidget(scroll, 1)

    def _group(self, title: str) -> Card:
        card = Card()
        card.body.addWidget(label(tr(title), "heading"))
        rows = [row for row in self.rows.values() if row.declared.group == title]
        for number, row in enumerate(rows):
            if number:
                card.body.addWidget(rule())
            card.body.addWidget(row)
        return card
