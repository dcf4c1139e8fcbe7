"""The emergency stop in the main window.

Owns: the one control that stops everything.

Invariants: one click stops, at once and without a question, because it only denies; releasing is never one click: it
leads to a question in the alert strip, whose button arms after a second.
"""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from host.control.protocol import Done, EmergencyStop, Release
from ui import text
from ui.icons import icon
from ui.link import Link
from ui.tr import tr


class StopControl(QWidget):
    """The button that stops everything; while stopped it leads to the release.

    Attributes:
        button: what is pressed.
        stopped: whether the stop holds, as the host last said.

    Signals:
        release_wanted(): ask the person whether to release the stop.
        failed(str, str): what was not done, and why.
    """

    release_wanted = Signal()
    failed = Signal(str, str)

    def __init__(self, link: Link) -> None:
        super().__init__()
        self._link = link
        self.stopped = self._is_narrow = False
        self.button: QPushButton = text.button(tr("Stop everything"), "danger")
        self.button.clicked.connect(self.act)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.button)
        self._draw()

    def act(self) -> None:
        """Stop everything; while stopped, ask for the release."""
        if self.stopped:
            self.release_wanted.emit()
        else:
            self.stop()

    def stop(self) -> None:
        """Stop everything, at once."""
        self._link.send(EmergencyStop(), failed=self._not_stopped)

    def release(self) -> None:
        """End the stop; the person said so in the question that was armed."""
        self._link.send(Release(), self._on_release, self._not_released)

    def set_stopped(self, stopped: bool) -> None:
        """Show whether the stop holds."""
        if stopped != self.stopped:
            self.stopped = stopped
            self._draw()

    def set_narrow(self, narrow: bool) -> None:
        """Show the icon alone where the window is narrow."""
        if narrow != self._is_narrow:
            self._is_narrow = narrow
            self._draw()

    def _draw(self) -> None:
        words = tr("Release…") if self.stopped else tr("Stop everything")
        meaning = (
            tr("Everything is stopped. Asks before it lets calls through again.")
            if self.stopped
            else tr(
                "Denies what waits, cancels what runs, ends all grants, and refuses new calls until you release it."
            )
        )
        text.set_button_text(self.button, "" if self._is_narrow else words)
        text.named(self.button, words, meaning)
        self.button.setIcon(icon("lock-open" if self.stopped else "hand-palm", "red"))
        text.tooltip(self.button, f"{words}. {meaning}" if self._is_narrow else meaning)

    def _on_release(self, _: Done) -> None:
        self.set_stopped(False)

    def _not_stopped(self, why: str) -> None:
        self.failed.emit(tr("Assent could not be stopped"), why)

    def _not_released(self, why: str) -> None:
        self.failed.emit(tr("The stop still holds"), why)
