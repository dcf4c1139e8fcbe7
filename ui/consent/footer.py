"""The last lines of the consent window: why it asks, and how long.

Owns: the deciding rule in words, the ways to its explanation and to a rule of one's own, the call id, the countdown.
What stays true: a second that passes changes one label of fixed size, and the layout of nothing; a rule is offered only
where one could count.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from host.control.views import Asked
from ui import text, theme
from ui.consent.countdown import Countdown
from ui.consent.fitting import set_fitting
from ui.consent.summary import name
from ui.widgets.times import countdown

HELD: Final = "Held because: a rule wants a person to release what such calls bring back."
PAUSED: Final = "paused while you work here"
NARROWEST: Final = "Opens the editor with the narrowest rule for this call. Nothing is decided by it yet."
_ANSWERED: Final = frozenset({"default", "user"})
"""Whose questions a rule of the person's own can end."""
OWN: Final = (
    "A rule of yours asks about this call, and asking wins over allowing: change that rule, or make one that denies. "
    "Nothing is decided by it yet."
)


class Footer(QWidget):
    """Why it is asked, the call id, the time left.

    Attributes:
        why: asks for the explanation. rule: asks for a rule made of this call.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.because = text.label("", "caption", wrap=True, parent=self)
        self.call_id: QLabel = text.label("", "caption", selectable=True, parent=self)
        self.call_id.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.left = _Still(self)
        self.why = _link("Why?", self)
        text.tooltip(self.why, "Which rule asks this, and what the others say.")
        self.rule = _link("Make a rule…", self)
        text.tooltip(self.rule, NARROWEST)
        self._lay_out()

    def show_question(self, asked: Asked) -> None:
        """Say why it is asked."""
        verdict = asked.request.verdict
        rule = "" if verdict.rule == "default" else f" (rule {name(verdict.rule)}, {verdict.source})"
        reason = f" “{name(verdict.reason)}”" if verdict.reason else ""
        said = f"Asked because: {verdict.because}{reason}{rule}"
        set_fitting(self.because, said if asked.request.result is None else HELD)
        text.set_text(self.call_id, f"Call {name(asked.request.call.id)}")
        self._offer_rule(asked)

    def _offer_rule(self, asked: Asked) -> None:
        """Only where a rule of one's own could count; what an administrator's rule asks, none of them decides."""
        source = asked.request.verdict.source
        self.rule.setVisible(asked.request.result is None and source in _ANSWERED)
        means = OWN if source == "user" else NARROWEST
        text.tooltip(self.rule, means)
        text.named(self.rule, "Make a rule…", means)

    def show_left(self, time: Countdown | None) -> None:
        """Show how long the question still waits, None where it waits no more."""
        if time is None:
            self.left.show_words("")
        elif time.is_paused:
            self.left.show_words(PAUSED)
        else:
            self.left.show_words(f"expires in {countdown(time.left)}")

    def set_live(self, live: bool) -> None:
        """Whether the question is there to be explained."""
        self.why.setEnabled(live)
        self.rule.setEnabled(live)

    def _lay_out(self) -> None:
        row = QHBoxLayout()
        row.setSpacing(theme.SECTION)
        row.addWidget(self.why)
        row.addWidget(self.rule)
        row.addStretch(1)
        row.addWidget(self.left)
        rows = QVBoxLayout(self)
        rows.setContentsMargins(0, 0, 0, 0)
        rows.setSpacing(theme.SPACE // 2)
        rows.addWidget(self.because)
        rows.addLayout(row)
        rows.addWidget(self.call_id)


def _link(words: str, parent: QWidget) -> QPushButton:
    made = text.button(words, "fold", parent=parent)
    made.setCursor(Qt.CursorShape.PointingHandCursor)
    return made


class _Still(QWidget):
    """One line whose words change and whose place does not: its label is in no layout."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.label = text.label("", "caption", parent=self)
        self.label.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)

    def show_words(self, words: str) -> None:
        """Show other words in the same place."""
        if self.label.text() != words:
            text.set_text(self.label, words)

    def sizeHint(self) -> QSize:  # noqa: N802  # Qt's name
        """Room for the longest that it will ever say."""
        self.label.ensurePolished()
        metrics = self.label.fontMetrics()
        return QSize(metrics.horizontalAdvance(PAUSED) + theme.SPACE, metrics.lineSpacing())

    def minimumSizeHint(self) -> QSize:  # noqa: N802  # Qt's name
        """The same: it never shrinks."""
        return self.sizeHint()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  # Qt's name
        """The label fills it."""
        super().resizeEvent(event)
        self.label.resize(event.size())
