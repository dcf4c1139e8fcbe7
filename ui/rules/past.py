"""The past calls beside the editor.

Owns: the button that looks at them, and what was found. What stays true: what is shown belongs to the text that is in
the field; a change of it puts the list away.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from host.control.views import ReplayReport
from ui import text
from ui.rules import words
from ui.rules.replay_view import ReplayView
from ui.theme import GROUP
from ui.tr import mark, tr
from ui.widgets.notice import Notice
from ui.widgets.progress import Busy

EXPLAINED: Final = mark("Which calls of the log would have been decided otherwise with this rule.")


class PastCallsPane(QWidget):
    """A replay for the editor. Attributes: look: the button. replay: what was found. Signals: wanted()."""

    wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.look = text.button(tr("Look at past calls"))
        self.look.clicked.connect(self.wanted)
        self.busy = Busy(tr("Looking at past calls…"))
        self.replay = ReplayView()
        self.problem = Notice("amber", "")
        self.problem.hide()
        row = QHBoxLayout()
        row.addWidget(self.look)
        row.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(GROUP)
        column.addWidget(text.label(tr(EXPLAINED), "muted", wrap=True))
        column.addLayout(row)
        for part in (self.busy, self.problem, self.replay):
            column.addWidget(part)
        self.forget()

    def forget(self) -> None:
        """The rule is another one now."""
        self.look.setEnabled(False)
        self.busy.finish()
        self.problem.hide()
        self.replay.clear()

    def set_ready(self, ready: bool) -> None:
        """Whether the rule can be held against past calls."""
        self.look.setEnabled(ready)

    def begin(self) -> None:
        """The host is at it."""
        self.look.setEnabled(False)
        self.problem.hide()
        self.replay.clear()
        self.busy.begin()

    def show_report(self, report: ReplayReport) -> None:
        """What was found."""
        self.look.setEnabled(True)
        self.busy.finish()
        self.replay.show_report(report)

    def show_failure(self, why: str) -> None:
        """The host could not look."""
        self.look.setEnabled(True)
        self.busy.finish()
        self.problem.set_text(tr("The past calls could not be looked at"), words.safe_sentence(why))
        self.problem.show()
