"""The last lines of the consent window: why it asks, and how long.

Owns: the deciding rule in words, the call id, the countdown. What stays true: a second that passes changes one label
of fixed size, and the layout of nothing.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from host.control.views import Asked
from ui import text, theme
from ui.consent.countdown import Countdown
from ui.consent.fitting import set_fitting
from ui.consent.summary import name
from ui.widgets.times import countdown

PAUSED: Final = "paused while you work here"


class Footer(QWidget):
    """Why it is asked, the call id, the time left."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.because = text.label("", "caption", wrap=True, parent=self)
        self.call_id: QLabel = text.label("", "caption", selectable=True, parent=self)
        self.call_id.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.left = _Still(self)
        row = QHBoxLayout()
        row.setSpacing(theme.GROUP)
        row.addWidget(self.call_id, 1)
        row.addWidget(self.left)
        rows = QVBoxLayout(self)
        rows.setContentsMargins(0, 0, 0, 0)
        rows.setSpacing(0)
        rows.addWidget(self.because)
        rows.addLayout(row)

    def show_question(self, asked: Asked) -> None:
        """Say why it is asked."""
        verdict = asked.request.verdict
        rule = "" if verdict.rule == "default" else f" (rule {name(verdict.rule)}, {verdict.source})"
        reason = f" “{name(verdict.reason)}”" if verdict.reason else ""
        set_fitting(self.because, f"Asked because: {verdict.because}{reason}{rule}")
        text.set_text(self.call_id, f"Call {name(asked.request.call.id)}")

    def show_left(self, time: Countdown | None) -> None:
        """Show how long the question still waits, None where it waits no more."""
        if time is None:
            self.left.show_words("")
        elif time.is_paused:
            self.left.show_words(PAUSED)
        else:
            self.left.show_words(f"expires in {countdown(time.left)}")


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
