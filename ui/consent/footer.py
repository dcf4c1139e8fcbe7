"""The last line of the consent window: why it asks, and how long.

Owns: the deciding rule in words, the way to its explanation, what is wanted seldom (a rule of one's own, the keys, the
call id) in a menu, the place of the countdown.

Invariants: a rule is offered only where one could count; in a small window this line scrolls with the question, all but
the countdown.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QHBoxLayout, QWidget

from host.control.views import Asked
from ui import icons, text, theme
from ui.consent.fitting import set_fitting
from ui.consent.summary import name
from ui.consent.time_left import Countdown, TimeLeft
from ui.tr import mark, tr, translated
from ui.widgets.popups import Menu

_MOST_OF_IT: Final = 1_000
"""How much more room the words get than what is left free behind them."""
HELD: Final = mark("Held because: a rule wants a person to release what such calls bring back.")
HELD_ANSWER: Final = mark("Held because: what an app answers a server here leaves only after a person saw it.")
NARROWEST: Final = mark("Opens the editor with the narrowest rule for this call. Nothing is decided by it yet.")
_ANSWERED: Final = frozenset({"default", "user"})
"""Whose questions a rule of the person's own can end."""
OWN: Final = mark(
    "A rule of yours asks about this call, and asking wins over allowing: change that rule, or make one that denies. "
    "Nothing is decided by it yet."
)


class Footer(QWidget):
    """Why it is asked, the call id, the time left.

    Attributes:
        time_left: the countdown, here or wherever there is room.
        why: asks for the explanation.
        more: opens the menu.
        menu: of what is wanted seldom.
        rule: asks for a rule made of this call.
        keys: shows what the keys do.
        copy_id: copies the id of the call, which its tooltip tells.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.because = text.label("", "caption", wrap=True, parent=self)
        self._call_id = ""
        self.time_left = TimeLeft(self)
        self.why = text.button(tr("Why?"), "fold", parent=self)
        self.why.setCursor(Qt.CursorShape.PointingHandCursor)
        text.tooltip(self.why, tr("Which rule asks this, and what the others say."))
        self.more = text.tool_button(icons.icon("dots-three", "muted"), tr("More"), parent=self)
        self.more.clicked.connect(self._open_menu)
        self.menu = Menu(self)
        self.menu.setToolTipsVisible(True)
        self.rule = text.action(tr("Make a rule…"), parent=self.menu)
        self.keys = text.action(tr("Keys of this window"), parent=self.menu)
        self.copy_id = text.action(tr("Copy the call id"), parent=self.menu)
        self.copy_id.triggered.connect(lambda: QGuiApplication.clipboard().setText(self._call_id))
        self.menu.addActions([self.rule, self.keys, self.copy_id])
        self._lay_out()

    def show_question(self, asked: Asked) -> None:
        """Say why it is asked."""
        verdict = asked.request.verdict
        rule = tr("(rule {rule}, {source})", rule=name(verdict.rule), source=verdict.source)
        parts = [translated(verdict.because)]
        parts += [f"“{name(verdict.reason)}”"] if verdict.reason else []
        parts += [] if verdict.rule == "default" else [rule]
        held = tr(HELD_ANSWER) if asked.request.call.asks_app else tr(HELD)
        set_fitting(self.because, " ".join(parts) if asked.request.result is None else held)
        self._call_id = asked.request.call.id
        self.copy_id.setToolTip(text.tip(tr("Call {id}", id=name(self._call_id))))
        self._offer_rule(asked)
        self._fit()

    def _offer_rule(self, asked: Asked) -> None:
        """Only where a rule of one's own could count; what an administrator's rule asks, none of them decides."""
        source = asked.request.verdict.source
        ruled = asked.request.result is None and not asked.request.call.asks_app
        self.rule.setVisible(ruled and source in _ANSWERED)
        self.rule.setToolTip(text.tip(tr(OWN) if source == "user" else tr(NARROWEST)))

    def show_time_left(self, time: Countdown | None) -> None:
        """Show how long the question still waits, None where it waits no more."""
        self.time_left.show_time(time)

    def take_back_time_left(self) -> None:
        """Give the countdown its place here again."""
        self._row.addWidget(self.time_left)

    def _fit(self) -> None:
        """The links stand right behind the words."""
        self.because.ensurePolished()
        words = self.because.fontMetrics().horizontalAdvance(self.because.text()) + theme.SPACE
        self.because.setMaximumWidth(words)

    def set_answerable(self, answerable: bool) -> None:
        """Whether the question is there to be explained."""
        self.why.setEnabled(answerable)
        self.rule.setEnabled(answerable)

    def _open_menu(self) -> None:
        above = QPoint(0, -self.menu.sizeHint().height())
        self.menu.popup(self.more.mapToGlobal(above))

    def _lay_out(self) -> None:
        self._row = row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme.GROUP)
        row.addWidget(self.because, _MOST_OF_IT)
        for part in (self.why, self.more):
            row.addWidget(part)
        row.addStretch(1)
        row.addWidget(self.time_left)
