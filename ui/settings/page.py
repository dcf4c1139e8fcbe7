"""The page of settings.

Owns: the rows made from the declarations of ``host.settings``, and the cards beside them.

Invariants: every declared setting is on the page; a value shown as in force is what the host said; a value is validated
while it is typed, and what is wrong is said beside its field; what the administrator locked cannot be typed over.
"""

from __future__ import annotations

from functools import partial
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QVBoxLayout, QWidget

from host.control.protocol import ChangeSetting, ReadSettings, SettingsNow, Welcome
from host.control.views import HostState
from host.settings import DECLARATIONS, Declaration
from host.text import Untrusted, escape
from ui import theme
from ui.label_text import wrappable
from ui.link import Link
from ui.pages import Page, SetPin, Target
from ui.settings import values
from ui.settings.files import FilesCard, PolicyFilesCard, is_broken
from ui.settings.pin import PinCard
from ui.text import Text, button, label, named, set_text, shown
from ui.tr import mark, sentence, tr
from ui.widgets.cards import Card, Notice, rule
from ui.widgets.labels import Glyph
from ui.widgets.page_parts import PageHeader
from ui.widgets.scroll import FadeScroll

BROKEN_TITLE: Final = mark("settings.json cannot be used as it stands")
BROKEN: Final = mark("In place of what is wrong the default counts. A change that you make here writes the file anew.")
LONGEST_WORD: Final = 72
"""Characters of a path or key that fit on one line of the narrowest page."""
_WIDEST: Final = 960
"""Pixels of a card: a field should not be far from its words."""
LOCKED: Final = mark("Set by your administrator")
UNREADABLE: Final = mark("Locked: the administrator's file cannot be used")
_FIELD: Final = 16
"""Characters for which a field has room."""


class SettingsPage(Page):
    """Settings, the own PIN, and where the files are.

    Attributes:
        rows: by the name of the setting.
        pin: the card of the PIN.
        policy: the card of the policy files.
    """

    OWN_ALERTS = frozenset({"settings"})

    def __init__(self, link: Link, parent: QWidget | None = None) -> None:
        super().__init__(link, parent)
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
        said = tr("Assent {version} · signed in as {person}", version=welcome.version, person=Untrusted(welcome.person))
        demo = tr("a demo: this profile is thrown away at its end")
        set_text(self._version, f"{said} · {demo}" if welcome.demo else said)

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

    def show_target(self, target: Target) -> None:
        """Put the cursor where a PIN is typed."""
        if isinstance(target, SetPin):
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
        header = PageHeader(tr("Settings"), tr("A change counts for calls and sessions that begin from now on."))
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


class SettingRow(QWidget):
    """One setting.

    Attributes:
        declared: the declaration.
        field: takes the value.
        reset: sets the default.
        lock: says that the administrator set it.
        error: what is wrong with the value.

    Signals:
        changed(str: its name, float): the person wants another value.
    """

    changed = Signal(str, float)

    def __init__(self, declared: Declaration, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.declared = declared
        self._value = float(declared.default)
        self.field = QLineEdit(self)
        self.field.setAlignment(Qt.AlignmentFlag.AlignRight)
        self.reset = button(tr("Reset"), "quiet", parent=self)
        room = self.reset.sizePolicy()
        room.setRetainSizeWhenHidden(True)
        self.reset.setSizePolicy(room)
        self._locked = ""
        self._lock_words = label(tr(LOCKED), "caption")
        self.lock = _lock(self._lock_words, self)
        self.error = label("", "caption", wrap=True, parent=self)
        self.error.setProperty("tone", "red")
        self._lay_out()
        named(self.field, tr(declared.title), f"{tr(declared.doc)} {values.range_and_default(declared)}")
        named(
            self.reset,
            tr(
                "Reset {title} to {declared}",
                title=tr(declared.title),
                declared=values.format_value(declared, declared.default),
            ),
        )
        self.field.textEdited.connect(self._check)
        self.field.editingFinished.connect(self._finish)
        self.reset.clicked.connect(self._reset)
        self.show_value(declared.default)

    @property
    def value(self) -> float:
        """The value in force."""
        return self._value

    def show_value(self, value: float) -> None:
        """Show the value in force. What is being typed stays."""
        self._value = value
        self.reset.setEnabled(value != self.declared.default)
        if not (self.field.hasFocus() and self.field.isModified()):
            self.field.setText(values.format_value(self.declared, value))
            self._set_error("")

    def set_locked(self, why: str) -> None:
        """Lock or unlock the field.

        Args:
            why: who set the value; empty where it can be changed.
        """
        if why == self._locked:
            return
        self._locked, locked = why, bool(why)
        set_text(self._lock_words, why)
        self.field.setReadOnly(locked)
        self.lock.setVisible(locked)
        self.reset.setVisible(not locked)
        described = f"{tr(self.declared.doc)} {why or values.range_and_default(self.declared)}"
        named(self.field, tr(self.declared.title), described)
        if locked:
            self.field.setModified(False)
            self.show_value(self._value)

    def show_error(self, why: Text) -> None:
        """Say why a value was refused; the field keeps what was typed."""
        self._set_error(why)

    def _check(self, typed: str) -> None:
        try:
            values.parse_value(self.declared, typed)
        except values.WrongValue as error:
            self._set_error(str(error))
        else:
            self._set_error("")

    def _finish(self) -> None:
        """Accept a value that fits when Enter was pressed or the field was left; keep another in the field."""
        if not self.field.isModified():
            return
        try:
            value = values.parse_value(self.declared, self.field.text())
        except values.WrongValue as error:
            self._set_error(str(error))
            return
        self.field.setModified(False)
        self.field.setText(values.format_value(self.declared, value))
        if value != self._value:
            self.changed.emit(self.declared.name, value)

    def _reset(self) -> None:
        self.field.setModified(False)
        self.field.setText(values.format_value(self.declared, self.declared.default))
        self._set_error("")
        self.changed.emit(self.declared.name, self.declared.default)

    def _set_error(self, wrong: Text) -> None:
        set_text(self.error, wrong)
        self.error.setVisible(bool(shown(wrong)))
        self.field.setProperty("wrong", "true" if shown(wrong) else "false")
        self.field.style().unpolish(self.field)
        self.field.style().polish(self.field)

    def _lay_out(self) -> None:
        self.field.setMinimumWidth(self.fontMetrics().averageCharWidth() * _FIELD)
        words = QVBoxLayout()
        words.setSpacing(theme.SPACE)
        words.addWidget(label(tr(self.declared.title), "strong", wrap=True, parent=self))
        words.addWidget(label(tr(self.declared.doc), "body", wrap=True, parent=self))
        words.addWidget(label(values.range_and_default(self.declared), "caption", wrap=True, parent=self))
        words.addWidget(self.lock)
        words.addWidget(self.error)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, theme.SPACE, 0, theme.SPACE)
        row.setSpacing(theme.GROUP)
        row.addLayout(words, 1)
        row.addSpacing(theme.SECTION)
        for part in (self.field, self.reset):
            row.addWidget(part, 0, Qt.AlignmentFlag.AlignTop)


def _lock(words: QLabel, parent: QWidget) -> QWidget:
    """The line that says who set the value; hidden at first."""
    made = QWidget(parent)
    row = QHBoxLayout(made)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(theme.SPACE)
    row.addWidget(Glyph("lock-simple", tone="muted"))
    row.addWidget(words, 1)
    made.hide()
    return made
