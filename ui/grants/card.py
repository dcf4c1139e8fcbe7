"""One grant on the screen.

Owns: its sentence, arguments, time left and the way to take it back. What stays true: the arguments are those that the
grant is bound to, byte by byte.
"""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from host.control.views import GrantView
from host.text import Untrusted
from ui import theme
from ui.grants import words
from ui.icons import icon
from ui.inputs.block import TextBlock
from ui.text import Text, button, label, named, set_button_text, set_text, shown
from ui.widgets.badge import Badge
from ui.widgets.card import Card


class GrantCard(Card):
    """A grant. Signals: revoked(str: id of the grant): the person takes it back."""

    revoked = Signal(str)

    def __init__(self, grant: GrantView, now: float, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self.grant = grant
        self._sentence = label("", "strong", wrap=True, selectable=True, parent=self)
        self._given = label("", "caption", wrap=True, parent=self)
        self._left = Badge("", "neutral", "timer", self)
        self.revoke = button("Revoke", "danger", parent=self)
        self.revoke.clicked.connect(self._revoke)
        self.fold = button("Show arguments", "fold", parent=self)
        self.fold.clicked.connect(self._toggle)
        self._arguments: TextBlock | None = None
        self._error = label("", "caption", wrap=True, parent=self)
        self._error.setProperty("tone", "red")
        self._error.hide()
        self._lay_out()
        self.show_grant(grant, now)
        self._say_fold(opens=True)

    def show_grant(self, grant: GrantView, now: float) -> None:
        """Show it as it stands now; id and arguments stay for its whole life."""
        self.grant = grant
        set_text(self._sentence, words.sentence(grant))
        set_text(self._given, words.given(grant))
        named(self.revoke, f"Revoke: {words.sentence(grant)}")
        self.tick(now)

    def tick(self, now: float) -> None:
        """Time passed."""
        self._left.set_text(words.left(self.grant, now))

    def show_error(self, why: Text) -> None:
        """It could not be taken back."""
        self.revoke.setEnabled(True)
        set_text(self._error, f"Not revoked: {shown(why)}")
        self._error.show()

    def _revoke(self) -> None:
        self.revoke.setEnabled(False)
        self._error.hide()
        self.revoked.emit(self.grant.id)

    def _toggle(self) -> None:
        if self._arguments is None:
            self._arguments = TextBlock(self)
            self._arguments.show_text(Untrusted(words.indented(self.grant.arguments)), "Arguments")
            self.body.addWidget(self._arguments)
            self._arguments.show()
            self._say_fold(opens=False)
            return
        opens = not self._arguments.isHidden()
        self._arguments.setVisible(not opens)
        self._say_fold(opens=opens)

    def _say_fold(self, *, opens: bool) -> None:
        set_button_text(self.fold, "Show arguments" if opens else "Hide arguments")
        self.fold.setIcon(icon("caret-right" if opens else "caret-down", "muted"))

    def _lay_out(self) -> None:
        text = QVBoxLayout()
        text.setSpacing(theme.SPACE)
        text.addWidget(self._sentence)
        text.addWidget(self._given)
        text.addWidget(self._error)
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
        self.body.addWidget(self.fold, 0, Qt.AlignmentFlag.AlignLeft)
