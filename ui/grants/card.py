"""One grant on the screen.

Owns: its sentence, what it covers, the inputs it was given with, time left and the way to take it back. What stays
true: what it covers stands there as it was shown when it was given, and the inputs byte by byte.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from host.control.views import GrantView
from host.text import Untrusted
from ui import theme
from ui.grants import words
from ui.icons import icon
from ui.inputs.text_block import TextBlock
from ui.rules.words import break_long_words
from ui.text import Text, button, label, named, set_button_text, set_text, shown
from ui.tr import tr
from ui.widgets.badge import Badge
from ui.widgets.card import Card

_ICONS: Final = {"quit": "power", "always": "infinity"}
"""What stands for a scope that no clock ends."""


class GrantCard(Card):
    """A grant. Signals: revoked(str: id of the grant): the person takes it back."""

    revoked = Signal(str)

    def __init__(self, grant: GrantView, now: float, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self.grant = grant
        self._said: tuple[str, ...] = ()
        self._sentence = label("", "strong", wrap=True, selectable=True, parent=self)
        self._given = label("", "caption", wrap=True, parent=self)
        self._left = Badge("", "neutral", _ICONS.get(grant.scope, "timer"), self)
        self.revoke = button(tr("Revoke"), "danger", parent=self)
        self.revoke.clicked.connect(self.take_back)
        self._fold_words = tr("inputs") if grant.bound == "exact" else tr("the inputs it was given with")
        self.fold = button(tr("Show {what}", what=self._fold_words), "fold", parent=self)
        self.fold.clicked.connect(self._toggle)
        self._arguments: TextBlock | None = None
        self._error = label("", "caption", wrap=True, parent=self)
        self._error.setProperty("tone", "red")
        self._error.hide()
        self._lay_out()
        self.show_grant(grant, now)
        self._say_fold(opens=True)

    def show_grant(self, grant: GrantView, now: float) -> None:
        """Show it as it stands now; id, inputs and what it covers stay for its whole life."""
        self.grant = grant
        self.tick(now)

    def tick(self, now: float) -> None:
        """Time passed."""
        self._left.set_text(words.time_left(self.grant, now))
        said = words.heading(self.grant, now), words.given_by(self.grant, now)
        if said == self._said:
            return  # a label that is told the same lays itself out anew
        self._said = said
        set_text(self._sentence, break_long_words(said[0]))
        set_text(self._given, break_long_words(said[1]))
        named(self.revoke, tr("Revoke: {grant}", grant=words.sentence(self.grant, now)))

    def take_back(self) -> None:
        """As the person does."""
        self.revoke.setEnabled(False)
        self._error.hide()
        self.revoked.emit(self.grant.id)

    def show_error(self, why: Text) -> None:
        """It could not be taken back."""
        self.revoke.setEnabled(True)
        set_text(self._error, tr("Not revoked: {why}", why=shown(why)))
        self._error.show()

    def _toggle(self) -> None:
        if self._arguments is None:
            self._arguments = TextBlock(self)
            self._arguments.show_text(Untrusted(words.indented(self.grant.arguments)), tr("Inputs"))
            self.body.addWidget(self._arguments)
            self._arguments.show()
            self._say_fold(opens=False)
            return
        opens = not self._arguments.isHidden()
        self._arguments.setVisible(not opens)
        self._say_fold(opens=opens)

    def _say_fold(self, *, opens: bool) -> None:
        set_button_text(
            self.fold, tr("Show {what}", what=self._fold_words) if opens else tr("Hide {what}", what=self._fold_words)
        )
        self.fold.setIcon(icon("caret-right" if opens else "caret-down", "muted"))

    def _lay_out(self) -> None:
        text = QVBoxLayout()
        text.setSpacing(theme.SPACE)
        for part in (self._sentence, self._given, self._error):
            text.addWidget(part)
        head = QHBoxLayout()
        head.setSpacing(theme.GROUP + theme.SPACE)
        head.addLayout(text, 1)
        end = QHBoxLayout()
        end.setSpacing(theme.GROUP + theme.SPACE)
        end.addWidget(self._left)
        end.addWidget(self.revoke)
        head.addLayout(end)
        head.setAlignment(end, Qt.AlignmentFlag.AlignTop)
        self.body.addLayout(head)
        if lines := words.scope_lines(self.grant):
            self.body.addWidget(_bounds(lines))
        self.body.addWidget(self.fold, 0, Qt.AlignmentFlag.AlignLeft)


def _bounds(lines: tuple[str, ...]) -> QWidget:
    """What a pattern covers."""
    whole = QWidget()
    named(whole, tr("What it covers"))
    grid = QGridLayout(whole)
    grid.setContentsMargins(0, 0, 0, 0)
    grid.setHorizontalSpacing(theme.GROUP)
    grid.setVerticalSpacing(theme.SPACE)
    grid.setColumnStretch(1, 1)
    for row, line in enumerate(lines):
        grid.addWidget(label("•", "muted"), row, 0, Qt.AlignmentFlag.AlignTop)
        grid.addWidget(label(break_long_words(line), wrap=True, selectable=True), row, 1)
    return whole
