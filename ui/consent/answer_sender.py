"""Many answers on their way to the host.

Invariant: each is sent once, at most ``MAX_ANSWERS_IN_FLIGHT`` at a time, and each refusal of the host is reported.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from functools import partial
from typing import Final

from PySide6.QtCore import QObject, Signal

from host.control.protocol import AnswerCall, Done
from ui.link import Link

MAX_ANSWERS_IN_FLIGHT: Final = 20
"""Answers that are sent and not yet confirmed, at most: hundreds must not hold up the screen."""
BULK_REASON: Final = "denied with the rest"
"""The reason that the model reads for a call that was denied together with others."""


class AnswerSender(QObject):
    """Sends answers, a bounded number at once.

    Emits ``failed(str, str)``: the host refused the answer to this call, for this reason (one safe sentence).
    """

    failed = Signal(str, str)

    def __init__(self, link: Link, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._link = link
        self._queue: deque[AnswerCall] = deque()
        self._in_flight = 0
        self._is_sending = False

    def send(self, answers: Iterable[AnswerCall]) -> None:
        """Send these after those that wait already."""
        self._queue.extend(answers)
        self._send_next()

    def drop_unsent(self) -> None:
        """Send nothing more. What is in flight still ends, by its reply or with the connection."""
        self._queue.clear()

    def _send_next(self) -> None:
        if self._is_sending:
            return  # a reply came while the loop below was sending
        self._is_sending = True
        while self._queue and self._in_flight < MAX_ANSWERS_IN_FLIGHT:
            answer = self._queue.popleft()
            self._in_flight += 1
            self._link.send(answer, then=self._on_done, failed=partial(self._on_refused, answer.call_id))
        self._is_sending = False

    def _on_refused(self, call_id: str, reason: str) -> None:
        self.failed.emit(call_id, reason)
        self._on_done()

    def _on_done(self, _: Done | None = None) -> None:
        self._in_flight -= 1
        self._send_next()
