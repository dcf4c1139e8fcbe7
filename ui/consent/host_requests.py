"""What the window sends to the host about questions.

Owns: the way of signatures, edits, comparisons and explanations of one question to the host, and of what it says back;
that the person works; and the sending of many answers, one after the other.

Invariants: a reply names the call that it is about, and is dropped where the window shows another; each of many answers
is sent once, no more than ``AT_ONCE`` are under way, and each that the host refuses is told.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, Signal

from host.control.protocol import (
    AnswerCall,
    CallSigned,
    CheckEdit,
    CompareCall,
    Done,
    EditCall,
    SignCall,
    WhyCall,
    Working,
)
from host.control.views import SigningView
from ui.link import Link

if TYPE_CHECKING:
    from ui.consent.window import ConsentWindow

AT_ONCE: Final = 20
"""Answers that are under way at once: hundreds must not hold up the screen."""
THE_REST: Final = "denied with the rest"
"""What the model hears of a call that was denied with others; the person gave no other reason."""


class HostRequests(QObject):
    """Carries these requests between one window and the host.

    Signals:
        signed(CallSigned): a signature was taken.
        clock_changed(Clock): the time left is another.
    """

    signed = Signal(object)
    clock_changed = Signal(object)

    def __init__(self, link: Link, window: ConsentWindow, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._link, self._window = link, window
        window.signed.connect(self._sign)
        window.worked.connect(self._worked)
        window.why_wanted.connect(self._explain)
        window.edit_checked.connect(self._check)
        window.edited.connect(self._edit)
        window.compare_wanted.connect(self._compare)
        link.state_changed.connect(lambda state: window.sheets.server.show_servers(state.servers))
        window.review_server_wanted.connect(lambda _: window.open_server(link))

    def _sign(self, said: SignCall) -> None:
        taken, failed = partial(self._signature_taken, said.call_id), partial(self._signature_failed, said.call_id)
        self._link.send(said, then=taken, failed=failed)

    def _signature_taken(self, call_id: str, signing: SigningView) -> None:
        self.signed.emit(CallSigned(call_id, signing))
        if call_id == self._window.call_id:
            self._window.signature_taken(signing)

    def _signature_failed(self, call_id: str, why: str) -> None:
        if call_id == self._window.call_id:
            self._window.signature_failed(why)

    def _worked(self, call_id: str) -> None:
        self._link.send(Working(call_id), then=self.clock_changed.emit)

    def _explain(self, call_id: str) -> None:
        sheet = self._window.sheets.why
        self._link.send(WhyCall(call_id), then=partial(sheet.explain, call_id), failed=partial(sheet.fail, call_id))

    def _check(self, said: CheckEdit) -> None:
        taken, failed = partial(self._window.show_check, said.call_id), partial(self._window.edit_failed, said.call_id)
        self._link.send(said, then=taken, failed=failed)

    def _edit(self, said: EditCall) -> None:
        """Where it is taken, the changed call is asked anew, and the window hears of that."""
        self._link.send(said, failed=partial(self._window.edit_failed, said.call_id))

    def _compare(self, said: CompareCall) -> None:
        taken = partial(self._window.show_comparison, said.call_id)
        self._link.send(said, then=taken, failed=partial(self._window.comparison_failed, said.call_id))


class AnswerSender(QObject):
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
