"""Where questions arrive and answers leave.

Owns: the talk with the host about what is asked, and what the person's doing means for it.

Invariants: the question being read leaves its window only by its own end or by the person's doing, and one that ended
makes room for what arrives only where nobody reads it; while the host is gone nothing can be answered.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QObject, Signal

from host.control.protocol import (
    AnswerCall,
    CallEnded,
    CallSigned,
    Clock,
    Welcome,
)
from host.control.views import Asked
from ui.consent import show_window
from ui.consent.asking import Asking
from ui.consent.host_requests import HostRequests
from ui.link import Link
from ui.tr import tr


class ConsentController(Asking):
    """The questions that wait, and the window that asks them.

    Signals:
        rule_wanted(str: call id): the person wants a rule for this call. pin_wanted(): the person wants to set a PIN.
    """

    rule_wanted = Signal(str)
    pin_wanted = Signal()

    def __init__(
        self, link: Link, *, clock: Callable[[], float] = time.monotonic, parent: QObject | None = None
    ) -> None:
        """``clock``: monotonic seconds."""
        super().__init__(link, clock, parent)
        self._telling_host = HostRequests(link, self.window, self)
        self._connect()

    def set_frozen(self, frozen: bool) -> None:
        """The host is gone, or back."""
        self.window.set_frozen(frozen)
        self.side.set_frozen(frozen)

    # What the host says

    def _welcomed(self, _: Welcome) -> None:
        """A host is there, and asks everything that waits; nothing is left of what another one asked."""
        self._queue.keep(())
        self._times.clear()
        self.side.forget()
        self.set_frozen(False)
        if shown := self.window.call_id:
            self.window.show_over(CallEnded(shown, "", tr("It ended while the host was gone.")))
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
        self.side.end(ended)
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
        asked = self._queue.get(answer.call_id)
        if asked is not None:
            self.pacing.decided(asked, answer.displayed_ms, approve=answer.approve)
        self._link.send(answer, failed=partial(self._answer_failed, answer.call_id))

    def _answer_failed(self, call_id: str, why: str) -> None:
        if call_id == self.window.call_id:
            self.window.answer_failed(why)

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

    def _set_side_by_side(self) -> None:
        """The table comes in place of the window."""
        calls = [asked for call_id in self.side.alike_to(self.window.call_id) if (asked := self._queue.get(call_id))]
        if len(calls) > 1:
            self.side.open(calls, self.window)
            self.window.hide()
            self._queue_changed()

    def _back_to_one(self) -> None:
        """The window comes in place of the table, on what is to be read next."""
        self.side.close()
        upcoming = self._queue.current or self._queue.upcoming(aside=False)
        if upcoming is None:
            self.window.clear()
        else:
            self._open(upcoming)
            show_window.show(self.window, front=True)
        self._queue_changed()

    def _table_dismissed(self) -> None:
        """The table was closed: what was read is put aside, the others wait where they are."""
        self.side.close()
        self._dismissed()

    def _pause(self, until: float) -> None:
        self.window.arming.hold_until(until)
        self.side.hold_until(until)

    def _connect(self) -> None:
        link, window = self._link, self.window
        link.welcomed.connect(self._welcomed)
        link.asked.connect(self._asked)
        link.ended.connect(self._ended)
        link.clock_changed.connect(self._clock_changed)
        link.signed.connect(self._signed)
        link.closed.connect(self._closed)
        window.answered.connect(self._answered)
        window.rule_wanted.connect(self.rule_wanted)
        window.pin_wanted.connect(self.pin_wanted)
        window.put_aside.connect(self._put_aside)
        window.dismissed.connect(self._dismissed)
        window.moved_on.connect(self._moved_on)
        self.side.wanted.connect(self._set_side_by_side)
        self.side.left.connect(self._back_to_one)
        self.side.done.connect(self._back_to_one)
        self.side.dismissed.connect(self._table_dismissed)
        self.side.approved.connect(self.pacing.approved_many)
        self.pacing.paused.connect(self._pause)
        self._telling_host.signed.connect(self._signed)
        self._telling_host.clock_changed.connect(self._clock_changed)
