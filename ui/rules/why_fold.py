"""Why a call was decided so, behind its button.

Owns: the button, and the explanation that it unfolds. What stays true: the host explains; an answer that comes late for
another call is not shown; once the call itself changed, what was explained before is gone. Nothing but the button is
made before it is pressed: a page may have hundreds of them.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple, TypeAlias

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget

from host.control.views import Explanation
from host.text import Untrusted
from ui import text
from ui.rules.explanation import ExplanationView
from ui.rules.words import safe_sentence
from ui.theme import GROUP
from ui.tr import tr, translated
from ui.widgets.card import Card
from ui.widgets.notice import Notice
from ui.widgets.progress import Busy

Ask: TypeAlias = Callable[[Callable[[Explanation], None], Callable[[str], None]], None]
"""Asks why; the first function hears the explanation, the second why there is none."""


class _Parts(NamedTuple):
    """What is unfolded."""

    busy: Busy
    failed: Notice
    view: ExplanationView
    card: Card


class WhyButton(QWidget):
    """The explanation of one call, as far as it was asked for.

    Attributes:
        button: asks, and puts away; whoever makes the fold gives it its place. card: around the explanation, hidden
        until it was asked for; the keyboard goes to it from the button, and back when it is put away.
    Signals:
        explained(): it is there, or why it is not.
    """

    explained = Signal()

    def __init__(self, ask: Ask, role: text.ButtonRole = "normal", parent: QWidget | None = None) -> None:
        """``role``: how the button looks."""
        super().__init__(parent)
        self._ask = ask
        self._asks = False
        self._about = 0  # counts up with each other call or decision
        self.button = text.button(tr("Why?"), role)
        self.button.clicked.connect(self._on_press)
        self._parts: _Parts | None = None
        self.hide()

    @property
    def card(self) -> Card:
        """Around the explanation."""
        return self._made().card

    def put_away(self) -> None:
        """It is about another call or decision, or nobody wants it any more."""
        self._about += 1
        if self._parts is None:
            return
        card = self._parts.card
        self._ready(self._parts)
        if card.isAncestorOf(QApplication.focusWidget() or self) or card.hasFocus():
            self.button.setFocus(Qt.FocusReason.OtherFocusReason)
        self._parts.view.clear()
        card.hide()
        self._parts.failed.hide()
        self.hide()  # no gap where there is nothing
        text.set_button_text(self.button, tr("Why?"))

    def _on_press(self) -> None:
        parts = self._made()
        if self._asks:
            return
        if not parts.card.isHidden() or not parts.failed.isHidden():
            self.put_away()
            return
        self.show()
        parts.busy.begin()
        self._asks = True  # the button stays as it is: a disabled one would hand the keyboard to the next
        self._ask(partial(self._show, self._about), partial(self._could_not, self._about))

    def _show(self, about: int, explanation: Explanation) -> None:
        if about == self._about:
            parts = self._made()
            self._ready(parts)
            parts.view.show_explanation(explanation)
            parts.card.show()
            text.set_button_text(self.button, tr("Hide why"))
            text.named(parts.card, tr("Why it was decided so"), Untrusted(translated(explanation.because)))
            if self.button.hasFocus():
                parts.card.setFocus(Qt.FocusReason.OtherFocusReason)
            self.explained.emit()

    def _could_not(self, about: int, why: str) -> None:
        if about == self._about:
            parts = self._made()
            self._ready(parts)
            parts.failed.set_text(tr("It cannot be explained"), safe_sentence(why))
            parts.failed.show()
            self.explained.emit()

    def _ready(self, parts: _Parts) -> None:
        parts.busy.finish()
        self._asks = False

    def _made(self) -> _Parts:
        if self._parts is None:
            busy, failed = Busy(tr("Looking at the rules…")), Notice("amber", tr("It cannot be explained"))
            self._parts = parts = _Parts(busy, failed, ExplanationView(), Card())
            parts.card.body.addWidget(parts.view)
            parts.card.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            column = QVBoxLayout(self)
            column.setContentsMargins(0, 0, 0, 0)
            column.setSpacing(GROUP)
            for part in (busy, failed, parts.card):
                column.addWidget(part)
            failed.hide()
            parts.card.hide()
        return self._parts
