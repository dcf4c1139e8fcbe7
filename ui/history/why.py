"""Why a call was decided as it was, and a rule from it.

Owns: the two buttons in the panel of a call, and the explanation that one of them opens. What stays true: the host
explains; an answer that comes late for another call is not shown; once the call itself changed, what was explained
before is gone.
"""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QApplication, QHBoxLayout, QVBoxLayout, QWidget

from host.control.protocol import WhyCall
from host.control.views import Explanation, HistoryRow
from host.text import Untrusted
from ui import text
from ui.link import Link
from ui.rules.explanation import ExplanationView
from ui.rules.words import said
from ui.theme import GROUP
from ui.widgets.card import Card
from ui.widgets.notice import Notice
from ui.widgets.progress import Busy


class CallWhy(QWidget):
    """Why, and what next.

    Attributes:
        why, rule: the buttons. view: the explanation. card: around it, hidden until it was asked for; the keyboard goes
        to it from the button, and back to the button when it is put away.
    Signals:
        rule_wanted(str: id of the call): the person wants to make a rule from it.
    """

    rule_wanted = Signal(str)

    def __init__(self, link: Link, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._link = link
        self._row: HistoryRow | None = None
        self._asks = False
        self.why = text.button("Why?")
        self.rule = text.button("Make a rule from this…")
        self.card, self.view = Card(), ExplanationView()
        self.failed = Notice("amber", "It cannot be explained")
        self.busy = Busy("Looking at the rules…")
        self._lay_out()
        self.why.clicked.connect(self._on_why)
        self.rule.clicked.connect(self._on_rule)

    def show_call(self, row: HistoryRow) -> None:
        """The call that it is about; what was explained of it stays while its decision does."""
        before, self._row = self._row, row
        self.rule.setVisible(row.decision != "invalid")
        if before is None or _decision(before) != _decision(row):
            self._put_away()

    def _on_why(self) -> None:
        if self._row is None or self._asks:
            return
        if not self.card.isHidden() or not self.failed.isHidden():
            self._put_away()
            return
        call_id = self._row.call_id
        self.busy.begin()
        self._asks = True  # the button stays as it is: a disabled one would hand the keyboard to the next
        self._link.send(WhyCall(call_id), partial(self._show, self._row), partial(self._could_not, self._row))

    def _show(self, row: HistoryRow, explanation: Explanation) -> None:
        if self._is_about(row):
            self._ready()
            self.view.show_explanation(explanation)
            self.card.show()
            text.set_button_text(self.why, "Hide why")
            text.named(self.card, "Why it was decided so", Untrusted(explanation.because))
            if self.why.hasFocus():
                self.card.setFocus(Qt.FocusReason.OtherFocusReason)

    def _could_not(self, row: HistoryRow, why: str) -> None:
        if self._is_about(row):
            self._ready()
            self.failed.set_text("It cannot be explained", said(why))
            self.failed.show()

    def _is_about(self, row: HistoryRow) -> bool:
        """Whether an answer is still waited for, and about what is shown."""
        return self._row is not None and _decision(self._row) == _decision(row) and self._asks

    def _ready(self) -> None:
        self.busy.finish()
        self._asks = False

    def _put_away(self) -> None:
        self._ready()
        if self.card.isAncestorOf(QApplication.focusWidget() or self) or self.card.hasFocus():
            self.why.setFocus(Qt.FocusReason.OtherFocusReason)
        self.view.clear()
        self.card.hide()
        self.failed.hide()
        text.set_button_text(self.why, "Why?")

    def _on_rule(self) -> None:
        if self._row is not None:
            self.rule_wanted.emit(self._row.call_id)

    def _lay_out(self) -> None:
        row = QHBoxLayout()
        row.setSpacing(GROUP)
        row.addWidget(self.why)
        row.addWidget(self.rule)
        row.addStretch(1)
        self.card.body.addWidget(self.view)
        self.card.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(GROUP)
        column.addLayout(row)
        for part in (self.busy, self.failed, self.card):
            column.addWidget(part)
        for hidden in (self.failed, self.card):
            hidden.hide()


def _decision(row: HistoryRow) -> tuple[str, str, str, str]:
    """What an explanation is of."""
    return row.call_id, row.decision, row.by, row.who
