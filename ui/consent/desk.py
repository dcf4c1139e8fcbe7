"""Where questions arrive and answers leave.

Owns: the queue, the one consent window, and the talk with the host about both. What stays true: there is one window
whatever arrives (SECURITY, row 11); the question being read leaves it only by its own end or by the person's doing, and
one that ended makes room for what arrives only where nobody reads it; a window of ours never takes the keyboard from
somebody who types; while the host is gone nothing can be answered.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Final

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import QApplication

from host.control.protocol import (
    AnswerCall,
    CallEnded,
    CallSigned,
    Clock,
    SignCall,
    Welcome,
    WhyCall,
    Working,
)
from host.control.views import Asked, SigningView
from ui.consent.around import attention_for
from ui.consent.attention import Attention
from ui.consent.countdown import Countdown
from ui.consent.queue import Queue
from ui.consent.window import ConsentWindow
from ui.link import Link
from ui.widgets.place import put_over

_TOLD_AFTER_MS: Final = 40
"""From drawing a question after an answer until others draw the shorter queue: both at once would be felt."""


class ConsentDesk(QObject):
    """The questions that wait, and the window that asks them.

    Attributes:
        window: the one consent window. has_tray: else a question is shown even where all of ours is minimised.
    Signals:
        changed(): something arrived, ended, or waits in another order.
        arrived(Asked): it needs attention, and its window was not brought to the front.
        rule_wanted(str: call id): the person wants a rule for this call. pin_wanted(): the person wants to set a PIN.
    """

    changed = Signal()
    arrived = Signal(object)
    rule_wanted = Signal(str)
    pin_wanted = Signal()

    def __init__(
        self, link: Link, *, clock: Callable[[], float] = time.monotonic, parent: QObject | None = None
    ) -> None:
        """``clock``: monotonic seconds."""
        super().__init__(parent)
        self._link, self._clock = link, clock
        self.has_tray = True
        self._queue = Queue()
        self._times: dict[str, Countdown] = {}
        self.window = ConsentWindow(clock)
        self._telling = QTimer(self)
        self._telling.setSingleShot(True)
        self._telling.setInterval(_TOLD_AFTER_MS)
        self._telling.timeout.connect(self.changed)
        self._connect()

    # What others see

    @property
    def waiting(self) -> tuple[Asked, ...]:
        """Every question that waits: the one being read, then as their turns come, then what was put aside."""
        return self._queue.order()

    def left(self, call_id: str) -> float:
        """Seconds until the question expires; 0 for one that does not wait."""
        return self._times[call_id].left if call_id in self._times else 0.0

    def is_paused(self, call_id: str) -> bool:
        """Whether its clock stands, because the person works on it."""
        return call_id in self._times and self._times[call_id].is_paused

    def bring(self, call_id: str) -> None:
        """Show the consent window on that call, in front. A call that does not wait changes nothing."""
        if call_id not in self._queue:
            return
        self._open(call_id)
        self._show(front=True)
        self._queue_changed()

    def bring_next(self) -> bool:
        """Show what is asked now, in front; whether anything is. What was put aside stays aside."""
        upcoming = self._queue.current or self._queue.upcoming(aside=False)
        if upcoming is not None:
            self.bring(upcoming)
        return upcoming is not None

    def set_frozen(self, frozen: bool) -> None:
        """The host is gone, or back."""
        self.window.set_frozen(frozen)

    # What the host says

    def _welcomed(self, _: Welcome) -> None:
        """A host is there, and asks everything that waits; nothing is left of what another one asked."""
        self._queue.keep(())
        self._times.clear()
        self.set_frozen(False)
        if shown := self.window.call_id:
            self.window.show_over(CallEnded(shown, "", "It ended while the host was gone."))
        self._queue_changed()

    def _asked(self, asked: Asked) -> None:
        self._take(asked)
        call_id = asked.request.call.id
        if call_id == self.window.call_id:
            self.window.show_question(asked, self._times[call_id])
        self._tell(asked)

    def _ended(self, ended: CallEnded) -> None:
        answered = self.window.is_sent and ended.by == "approver"
        self._queue.remove(ended.call_id)
        self._times.pop(ended.call_id, None)
        drawn = False
        if ended.call_id == self.window.call_id:
            if answered or not self.window.isVisible():
                drawn = self._go_on(aside=answered)
            else:
                self.window.show_over(ended)
        self._queue_changed(drawn=drawn)

    def _signed(self, signed: CallSigned) -> None:
        """Somebody signed, in this window or another that was here before."""
        asked = self._queue.get(signed.call_id)
        if asked is not None:
            self._queue.put(replace(asked, signing=signed.signing))
            self.window.show_signing(signed.call_id, signed.signing)
            self._queue_changed()

    def _clock_changed(self, clock: Clock) -> None:
        if clock.call_id in self._times:
            self._times[clock.call_id].set(clock.left, clock.paused)

    def _closed(self, _why: str) -> None:
        self.set_frozen(True)

    # What the person does

    def _answered(self, answer: AnswerCall) -> None:
        self._link.send(answer, failed=partial(self._answer_failed, answer.call_id))

    def _answer_failed(self, call_id: str, why: str) -> None:
        if call_id == self.window.call_id:
            self.window.answer_failed(why)

    def _sign(self, said: SignCall) -> None:
        taken, failed = partial(self._signature_taken, said.call_id), partial(self._signature_failed, said.call_id)
        self._link.send(said, then=taken, failed=failed)

    def _signature_taken(self, call_id: str, signing: SigningView) -> None:
        self._signed(CallSigned(call_id, signing))
        if call_id == self.window.call_id:
            self.window.signature_taken(signing)

    def _signature_failed(self, call_id: str, why: str) -> None:
        if call_id == self.window.call_id:
            self.window.signature_failed(why)

    def _explain(self, call_id: str) -> None:
        sheet = self.window.sheet
        self._link.send(WhyCall(call_id), then=partial(sheet.explain, call_id), failed=partial(sheet.fail, call_id))

    def _worked(self, call_id: str) -> None:
        self._link.send(Working(call_id), then=self._clock_changed)

    def _put_aside(self, _call_id: str) -> None:
        self._queue.put_aside()
        self._go_on(aside=False)
        self._queue_changed()

    def _dismissed(self) -> None:
        """The window was closed: what it showed is put aside, the others wait where they are."""
        self._queue.put_aside()
        self.window.clear()
        self._queue_changed()

    def _moved_on(self) -> None:
        self._go_on(aside=False)
        self._queue_changed()

    # Inside

    def _take(self, asked: Asked) -> None:
        self._queue.put(asked)
        self._times[asked.request.call.id] = Countdown(self._clock, asked.left, asked.paused)

    def _tell(self, asked: Asked | None) -> None:
        """A question arrived: get the person's attention as far as that is polite."""
        read = self.window.isActiveWindow()
        if asked is not None and (not self._is_open() or (self.window.is_over and not read)):
            self._invite(asked)
        elif asked is not None and not read:
            self.arrived.emit(asked)
        self._queue_changed()

    def _invite(self, asked: Asked) -> None:
        how = attention_for(self.window, tray=self.has_tray)
        if how is not Attention.ELSEWHERE or self._is_open():
            upcoming = self._queue.current or self._queue.upcoming(aside=False)
            self._open(upcoming or asked.request.call.id)
        if how is not Attention.ELSEWHERE:
            self._show(front=how is Attention.FRONT)
        if how is not Attention.FRONT:
            self.arrived.emit(asked)

    def _go_on(self, *, aside: bool) -> bool:
        """The next question, or none; whether there is one. ``aside``: what was put aside may come again."""
        upcoming = self._queue.upcoming(aside=aside) if self.window.isVisible() else None
        if upcoming is None:
            self.window.clear()
            self.window.hide()
        else:
            self._open(upcoming)
        return upcoming is not None

    def _open(self, call_id: str) -> None:
        """Draw that question. Whoever calls this tells the others that the queue changed, once for all it does."""
        if call_id == self.window.call_id and self._queue.current == call_id:
            return
        asked = self._queue.choose(call_id)
        assert asked is not None, "only what waits is opened"
        self.window.show_question(asked, self._times[call_id])

    def _show(self, *, front: bool) -> None:
        window = self.window
        window.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating, not front)
        if window.isMinimized() and front:
            window.showNormal()
        elif window.isMinimized():
            window.hide()  # shown anew, it takes no focus; restored, it would
            window.setWindowState(window.windowState() & ~Qt.WindowState.WindowMinimized)
        if not window.isVisible():
            put_over(window, QApplication.activeWindow())
        window.show()
        if front:
            window.raise_()
            window.activateWindow()

    def _is_open(self) -> bool:
        return self.window.isVisible() and not self.window.isMinimized()

    def _queue_changed(self, *, drawn: bool = False) -> None:
        """``drawn``: the next question was drawn just now; whoever lists the others waits until it is on screen."""
        others = len(self._queue) - (self._queue.current is not None)
        self.window.show_waiting(others)
        if not drawn:
            self._telling.stop()
            self.changed.emit()
        elif not self._telling.isActive():
            self._telling.start()

    def _connect(self) -> None:
        link, window = self._link, self.window
        link.welcomed.connect(self._welcomed)
        link.asked.connect(self._asked)
        link.ended.connect(self._ended)
        link.clock_changed.connect(self._clock_changed)
        link.signed.connect(self._signed)
        link.closed.connect(self._closed)
        window.answered.connect(self._answered)
        window.signed.connect(self._sign)
        window.why_wanted.connect(self._explain)
        window.rule_wanted.connect(self.rule_wanted)
        window.pin_wanted.connect(self.pin_wanted)
        window.worked.connect(self._worked)
        window.put_aside.connect(self._put_aside)
        window.dismissed.connect(self._dismissed)
        window.moved_on.connect(self._moved_on)
