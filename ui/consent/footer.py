"""The last lines of the consent window: why it asks, and how long.

Owns: the deciding rule in words, the ways to its explanation and to a rule of one's own, the call id, the place of the
countdown.

Invariants: a rule is offered only where one could count; in a small window these lines scroll with the question, all
but the countdown.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from host.control.views import Asked
from ui import icons, text, theme
from ui.consent.fitting import set_fitting
from ui.consent.summary import name
from ui.consent.time_left import Countdown, TimeLeft
from ui.tr import mark, tr, translated
from ui.widgets.flow import FlowLayout

HELD: Final = mark("Held because: a rule wants a person to release what such calls bring back.")
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
        rule: asks for a rule made of this call.
        keys: shows what the keys do.
        copy_id: copies the id of the call, which its tooltip tells.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.because = text.label("", "caption", wrap=True, parent=self)
        self._call_id = ""
        self.copy_id = text.tool_button(icons.icon("copy", "muted"), tr("Copy the call id"), parent=self)
        self.copy_id.clicked.connect(lambda: QGuiApplication.clipboard().setText(self._call_id))
        self.time_left = TimeLeft(self)
        self.why = _link(tr("Why?"), self)
        text.tooltip(self.why, tr("Which rule asks this, and what the others say."))
        self.rule = _link(tr("Make a rule…"), self)
        text.tooltip(self.rule, tr(NARROWEST))
        self.keys = _link(tr("Keys"), self)
        text.named(self.keys, tr("Keys of this window"), "F1")
        text.tooltip(self.keys, tr("What the keys do here. F1"))
        self._lay_out()

    def show_question(self, asked: Asked) -> None:
        """Say why it is asked."""
        verdict = asked.request.verdict
        rule = tr("(rule {rule}, {source})", rule=name(verdict.rule), source=verdict.source)
        parts = [tr("Asked because: {because}", because=translated(verdict.because))]
        parts += [f"“{name(verdict.reason)}”"] if verdict.reason else []
        parts += [] if verdict.rule == "default" else [rule]
        set_fitting(self.because, " ".join(parts) if asked.request.result is None else tr(HELD))
        self._call_id = asked.request.call.id
        text.tooltip(self.copy_id, tr("Call {id}", id=name(self._call_id)))
        self._offer_rule(asked)

    def _offer_rule(self, asked: Asked) -> None:
        """Only where a rule of one's own could count; what an administrator's rule asks, none of them decides."""
        source = asked.request.verdict.source
        self.rule.setVisible(asked.request.result is None and source in _ANSWERED)
        means = tr(OWN) if source == "user" else tr(NARROWEST)
        text.tooltip(self.rule, means)
        text.named(self.rule, tr("Make a rule…"), means)

    def show_time_left(self, time: Countdown | None) -> None:
        """Show how long the question still waits, None where it waits no more."""
        self.time_left.show_time(time)

    def take_back_time_left(self) -> None:
        """Give the countdown its place here again."""
        self._row.addWidget(self.time_left)
        self._fit_time_left()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  # Qt's name
        """Fewer words of the countdown where it stands beside the links only so."""
        super().resizeEvent(event)
        if self.isAncestorOf(self.time_left):
            self._fit_time_left()

    def _fit_time_left(self) -> None:
        beside = self._links.sizeHint().width() + theme.GROUP + self.time_left.room(short=False)
        self.time_left.set_short(beside > self.width())

    def set_answerable(self, answerable: bool) -> None:
        """Whether the question is there to be explained."""
        self.why.setEnabled(answerable)
        self.rule.setEnabled(answerable)

    def _lay_out(self) -> None:
        self._links = links = QWidget(self)
        inside = QHBoxLayout(links)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.setSpacing(theme.SECTION)
        for link in (self.why, self.rule, self.keys, self.copy_id):
            inside.addWidget(link)
        self._row = row = FlowLayout(justified=True)
        row.addWidget(links)
        row.addWidget(self.time_left)
        rows = QVBoxLayout(self)
        rows.setContentsMargins(0, 0, 0, 0)
        rows.setSpacing(theme.SPACE // 2)
        rows.addWidget(self.because)
        rows.addLayout(row)


def _link(words: str, parent: QWidget) -> QPushButton:
    made = text.button(words, "fold", parent=parent)
    made.setCursor(Qt.CursorShape.PointingHandCursor)
    return made
