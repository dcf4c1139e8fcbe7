"""Many answers, one after the other.

Owns: their way to the host.

Invariants: each answer names one call and is sent once; no more than ``AT_ONCE`` are under way, so that hundreds do not
hold up the screen; each that the host refuses is told.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from functools import partial
from typing import Final

from PySide6.QtCore import QObject, Signal

from host.control.protocol import AnswerCall, Done
from ui.link import Link

AT_ONCE: Final = 20
THE_REST: Final = "denied with the rest"
"""What the model hears of a call that was denied with others; the person gave no other reason."""


class Sender(QObject):
    """Sends answers.

    Signals:
        progressed(int: done, int: of how many). failed(str: call id, str: one safe sentence). finished().
    """

    progressed = Signal(int, int)
    failed = Signal(str, str)
    finished = Signal()

    def __init__(self, link: Link, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._link = link
        self._queue: deque[AnswerCall] = deque()
        self._away = self._done = self._all = 0
        self._sends = False

    @property
    def is_busy(self) -> bool:
        """Whether anything is under way."""
        return bool(self._queue or self._away)

    def send(self, answers: Iterable[AnswerCall]) -> None:
        """Send these, after what waits already."""
        if not self.is_busy:
            self._done = self._all = 0
        before = len(self._queue)
        self._queue.extend(answers)
        self._all += len(self._queue) - before
        self._go_on()

    def drop(self) -> None:
        """Nothing more is sent. What is under way still ends, by its reply or with the connection."""
        self._queue.clear()
        self._all = self._done + self._away

    def _go_on(self) -> None:
        if self._sends:
            return  # a reply came before its sending was over
        self._sends = True
        while self._queue and self._away < AT_ONCE:
            answer = self._queue.popleft()
            self._away += 1
            self._link.send(answer, then=self._taken, failed=partial(self._refused, answer.call_id))
        self._sends = False

    def _taken(self, _: Done) -> None:
        self._count()

    def _refused(self, call_id: str, why: str) -> None:
        self.failed.emit(call_id, why)
        self._count()

    def _count(self) -> None:
        self._away -= 1
        self._done += 1
        self.progressed.emit(self._done, self._all)
        self._go_on()
        if not self.is_busy:
            self.finished.emit()
