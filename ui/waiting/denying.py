"""Denying many calls, on screen.

Owns: how far it is. What stays true: nothing is shown for a few; for more it says how many of how many, and can be
stopped: what was not denied by then still waits.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QWidget

from host.control.protocol import AnswerCall
from ui import text, theme
from ui.consent.batch.sender import Sender
from ui.link import Link
from ui.tr import tr

MANY: Final = 20
"""Calls from which on it is worth a bar."""


class DenyProgress(QWidget):
    """A bar, while many are denied.

    Attributes:
        stop: its button.
    Signals:
        failed(str: call id, str: why): one was not.
    """

    failed = Signal(str, str)

    def __init__(self, link: Link, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._sender = Sender(link, self)
        self._sender.progressed.connect(self._on_progress)
        self._sender.finished.connect(self.hide)
        self._sender.failed.connect(self.failed)
        self._said = text.label("", "muted", parent=self)
        self._bar = QProgressBar(self)
        self._bar.setTextVisible(False)
        self.stop = text.button(tr("Stop"), parent=self)
        text.tooltip(self.stop, tr("What was not denied yet still waits."))
        self.stop.clicked.connect(self.end)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme.SECTION)
        row.addWidget(self._said)
        row.addWidget(self._bar, 1, Qt.AlignmentFlag.AlignVCenter)
        row.addWidget(self.stop)
        self.hide()

    def send(self, answers: Sequence[AnswerCall]) -> None:
        """Deny these."""
        if len(answers) > MANY:
            self._on_progress(0, len(answers))
            self.show()
        self._sender.send(answers)

    def end(self) -> None:
        """Send no more."""
        self._sender.drop()
        self.hide()

    def _on_progress(self, done: int, whole: int) -> None:
        said = tr("Denying {done} of {all}…", done=f"{done:,}", all=f"{whole:,}")
        text.set_text(self._said, said)
        text.named(self._bar, said)
        self._bar.setRange(0, whole)
        self._bar.setValue(done)
