"""Asking the host, while a person types, what it would say.

Owns: when it is asked, and whether an answer is still about what stands there.

Invariants: it is asked a while after the last key, about one text at a time; an answer about an earlier text is
dropped, and the present one asked.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QObject, QTimer, Signal

from host.control.views import EditCheck

CHECK_AFTER_MS: Final = 300
"""From the last key until the host is asked."""


class Checking(QObject):
    """The talk about one draft.

    Attributes:
        soon: runs until the host is asked.
    Signals:
        wanted(str): what would Assent say of this text. told(): it said something of the text that stands there.
    """

    wanted = Signal(str)
    told = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._now = self._asked = self._known = ""
        self._check: EditCheck | None = None
        self.soon = QTimer(self)
        self.soon.setSingleShot(True)
        self.soon.setInterval(CHECK_AFTER_MS)
        self.soon.timeout.connect(self._ask)

    @property
    def check(self) -> EditCheck | None:
        """What the host says of the text that stands there; None while that is not known."""
        return self._check if self._now and self._now == self._known else None

    def typed(self, written: str) -> None:
        """Another text stands there; the empty one where it cannot be read."""
        self._now = written
        self.soon.start()

    def begin(self, written: str) -> None:
        """Begin anew with a text that needs no asking."""
        self.stop()
        self._now, self._asked, self._known, self._check = written, "", "", None

    def stop(self) -> None:
        """Ask nothing more for now."""
        self.soon.stop()

    def answered(self, check: EditCheck | None) -> None:
        """The host answered; None where it could not say."""
        asked, self._asked = self._asked, ""
        if asked and asked == self._now and check is not None:
            self._known, self._check = asked, check
            self.told.emit()
        elif asked and asked != self._now:
            self.soon.start()

    def _ask(self) -> None:
        if self._now and not self._asked and self._now != self._known:
            self._asked = self._now
            self.wanted.emit(self._now)
