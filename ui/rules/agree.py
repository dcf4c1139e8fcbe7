"""Agreeing to something that loosens: what it means, what it would have done, and an armed button.

Owns: the last step before a rule that asks or denies goes away, and before one that allows is switched on. What stays
true: the button answers only once the past calls were shown, or it was said why they cannot be; it arms anew whenever
what it stands for changes (SECURITY, row 10).
"""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from host.control.protocol import ReplayRule
from host.control.views import ReplayReport
from ui import text
from ui.armed import ArmedButton
from ui.link import Link
from ui.rules import words
from ui.rules.replay_view import ReplayView
from ui.theme import GROUP
from ui.tr import tr
from ui.widgets.notice import Notice
from ui.widgets.progress import Busy
from ui.widgets.scroll import FadeScroll


class LooseningQuestion(QWidget):
    """A question with its past calls.

    Attributes: yes: the armed button, hidden until the past calls are there. no: leaves. replay: the past calls.
    Signals: agreed(), left().
    """

    agreed = Signal()
    left = Signal()

    def __init__(self, link: Link, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._link = link
        self._asked: ReplayRule | None = None
        self._question = Notice("amber", "")
        self.busy = Busy(tr("Looking at past calls…"))
        self.replay = ReplayView()
        self.problem = Notice("amber", tr("The past calls could not be looked at"))
        self.failed = Notice("red", tr("Nothing was changed"))
        self.no = text.button(tr("Cancel"))
        self.yes = ArmedButton(tr("Agree"), "danger")
        self.no.clicked.connect(self.left)
        self.yes.pressed.connect(self.agreed)
        for part in (self.problem, self.failed):
            part.hide()
        self._lay_out()

    def ask(self, title: str, meaning: str, verb: str, replay: ReplayRule) -> None:
        """Ask. ``title``, ``meaning``: ready to be shown. ``verb``: on the button. ``replay``: its past calls."""
        self._question.set_text(title, meaning)
        self.yes.set_words(verb)
        self.yes.hide()
        self.replay.clear()
        for part in (self.problem, self.failed):
            part.hide()
        self.show()
        self._asked = replay
        self.busy.begin()
        self._link.send(replay, partial(self._show, replay), partial(self._could_not, replay))

    def fail(self, why: str) -> None:
        """The host did not do it."""
        self.failed.set_text(tr("Nothing was changed"), words.safe_sentence(why))
        self.failed.show()
        self.yes.restart()

    def put_away(self) -> None:
        """Nothing is asked any more."""
        self._asked = None
        self.busy.finish()
        self.hide()

    def _show(self, asked: ReplayRule, report: ReplayReport) -> None:
        if asked is self._asked:
            self.busy.finish()
            self.replay.show_report(report)
            self._offer()

    def _could_not(self, asked: ReplayRule, why: str) -> None:
        if asked is self._asked:
            self.busy.finish()
            self.problem.set_text(tr("The past calls could not be looked at"), words.safe_sentence(why))
            self.problem.show()
            self._offer()

    def _offer(self) -> None:
        self.yes.show()
        self.yes.restart()

    def _lay_out(self) -> None:
        inside = QWidget()
        past = QVBoxLayout(inside)
        past.setContentsMargins(0, 0, GROUP, 0)
        for part in (self.busy, self.problem, self.replay):
            past.addWidget(part)
        past.addStretch(1)
        scroll = FadeScroll(ground="surface")
        scroll.setWidget(inside)
        text.named(scroll, tr("Past calls that it would change"))
        row = QHBoxLayout()
        row.setSpacing(GROUP)
        row.addWidget(self.no)
        row.addStretch(1)
        row.addWidget(self.yes)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(GROUP)
        column.addWidget(self._question)
        column.addWidget(scroll, 1)
        column.addWidget(self.failed)
        column.addLayout(row)
