"""A word about haste, in the window where it happens.

Owns: the note, and the pause that the person may choose.

Invariants: it stops nobody by itself; the pause is the person's own, for ten seconds, and ends by itself; nothing of it
is kept or told to anybody.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from host.control.views import Asked
from ui.consent.arming import HOLD
from ui.consent.batch.notice import PaceNote
from ui.consent.pace import Pace, characters_of


class PaceWatch(QObject):
    """Watches the pace of decisions.

    Attributes:
        note: says that it is too fast, while it is.
    Signals:
        paused(float): no yes before this moment, in monotonic seconds.
    """

    paused = Signal(float)

    def __init__(self, clock: Callable[[], float], parent: QObject | None = None) -> None:
        """``clock``: monotonic seconds."""
        super().__init__(parent)
        self._clock = clock
        self._pace = Pace()
        self.note = PaceNote()
        self.note.acted.connect(self._pause)

    def decided(self, asked: Asked, displayed_ms: int, *, approve: bool) -> None:
        """The person answered a question."""
        shown, characters = displayed_ms / 1000, characters_of(asked)
        if approve:
            self._pace.approved(self._clock(), shown, characters)
        else:
            self._pace.denied(shown, characters)
        self._show()

    def approved_many(self, calls: int, displayed_ms: int, characters: int) -> None:
        """The person approved so many at once."""
        self._pace.approved(self._clock(), displayed_ms / 1000, characters, calls)
        self._show()

    def breathe(self) -> None:
        """Another question is on screen."""
        self._pace.breathe(self._clock())
        self._show()

    def _show(self) -> None:
        self.note.show_haste(self._pace.haste)

    def _pause(self) -> None:
        self._pace.rest()
        self._show()
        self.paused.emit(self._clock() + HOLD)
