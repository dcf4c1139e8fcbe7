"""What is asked now: the queue, and what shows it.

Owns: the queue, the one consent window, and the table of alike calls that may stand in its place.

Invariants: there is one window whatever arrives (attack 11); nothing that arrives takes the place of what is read; a
window of ours never takes the keyboard from somebody who types.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QWidget

from host.control.views import Asked
from ui.consent import show_window
from ui.consent.around import attention_for
from ui.consent.attention import Attention
from ui.consent.batch.side import SideBySide
from ui.consent.countdown import Countdown
from ui.consent.pacing import PaceWatch
from ui.consent.queue import Queue
from ui.consent.window import ConsentWindow
from ui.link import Link

_TOLD_AFTER_MS: Final = 40
"""From drawing a question until others draw the queue it came from: both at once would be felt."""


class Asking(QObject):
    """The questions that wait, in windows.

    Attributes:
        window: the one consent window. side: alike calls, side by side. pacing: a word about haste. has_tray: else a
        question is shown even where all of ours is minimised.
    Signals:
        changed(): something arrived, ended, or waits in another order.
        arrived(Asked): it needs attention, and its window was not brought to the front.
    """

    changed = Signal()
    arrived = Signal(object)

    def __init__(self, link: Link, clock: Callable[[], float], parent: QObject | None = None) -> None:
        """``clock``: monotonic seconds."""
        super().__init__(parent)
        self._link, self._clock = link, clock
        self.has_tray = True
        self._queue = Queue()
        self._times: dict[str, Countdown] = {}
        self.window = ConsentWindow(clock)
        self.side = SideBySide(link, self.left, clock, self)
        self.pacing = PaceWatch(clock, self)
        for notice in (self.side.notice, self.pacing.note):
            self.window.place_notice(notice)
        self._telling = QTimer(self)
        self._telling.setSingleShot(True)
        self._telling.setInterval(_TOLD_AFTER_MS)
        self._telling.timeout.connect(self.changed)

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

    @property
    def being_read(self) -> frozenset[str]:
        """The calls that are on screen to be decided."""
        shown = self.window.call_id if self.window.isVisible() else ""
        return self.side.ids or frozenset((shown,) if shown else ())

    @property
    def on_screen(self) -> QWidget | None:
        """The window that asks now, None where none does."""
        if self.side.is_open:
            return self.side.window
        return self.window if self.window.isVisible() else None

    def bring(self, call_id: str) -> None:
        """Show the consent window on that call, in front. A call that does not wait changes nothing."""
        if call_id not in self._queue:
            return
        if call_id in self.side.ids:
            self.side.come_forward()
            return
        self.side.close()
        self._open(call_id)
        show_window.show(self.window, front=True)
        self._queue_changed()

    def bring_next(self) -> bool:
        """Show what is asked now, in front; whether anything is. What was put aside stays aside."""
        if self.side.is_open:
            self.side.come_forward()
            return True
        upcoming = self._queue.current or self._queue.upcoming(aside=False)
        if upcoming is not None:
            self.bring(upcoming)
        return upcoming is not None

    # Inside

    def _take(self, asked: Asked) -> None:
        self._queue.put(asked)
        self._times[asked.request.call.id] = Countdown(self._clock, asked.left, asked.paused)
        self.side.put(asked)

    def _tell(self, asked: Asked | None) -> None:
        """A question arrived: get the person's attention as far as that is polite."""
        read = self.window.isActiveWindow() or self.side.is_active
        drawn = False
        if asked is not None and not self.side.is_open and (not self._is_open or (self.window.is_over and not read)):
            drawn = self._invite(asked)
        elif asked is not None and not read:
            self.arrived.emit(asked)
        self._queue_changed(drawn=drawn)

    def _invite(self, asked: Asked) -> bool:
        """Whether it was drawn."""
        how = attention_for(self.window, tray=self.has_tray)
        if how is not Attention.ELSEWHERE or self._is_open:
            upcoming = self._queue.current or self._queue.upcoming(aside=False)
            self._open(upcoming or asked.request.call.id)
        if how is not Attention.ELSEWHERE:
            show_window.show(self.window, front=how is Attention.FRONT)
        if how is not Attention.FRONT:
            self.arrived.emit(asked)
        return how is not Attention.ELSEWHERE

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
        self.pacing.breathe()
        self.window.show_question(asked, self._times[call_id])

    @property
    def _is_open(self) -> bool:
        return show_window.is_open(self.window) or self.side.is_open

    def _queue_changed(self, *, drawn: bool = False) -> None:
        """``drawn``: the next question was drawn just now; whoever lists the others waits until it is on screen."""
        others = len(self._queue) - (self._queue.current is not None)
        self.window.show_waiting(others)
        self.side.show_for(self.window.call_id)
        if not drawn:
            self._telling.stop()
            self.changed.emit()
        elif not self._telling.isActive():
            self._telling.start()
