"""The questions that wait, the windows that ask them, and the answers on their way to the host.

Owns: the queue, the one consent window, the table of alike calls that may stand in its place, what the host says about
questions, what the person's doing means for the host, and the sending of many answers, one after the other.

Invariants: there is one window whatever arrives (attack 11); the question being read leaves its window only by its own
end or by the person's doing, and one that ended makes room for what arrives only where nobody reads it; nothing takes
the keyboard from a person who types, and nothing appears over other programs' windows by itself, unless there is no
tray: then nothing else could tell; while the host is gone nothing can be answered; a reply names the call that it is
about, and is dropped where the window shows another; each of many answers is sent once, no more than ``AT_ONCE`` are
under way, and each that the host refuses is told.
"""

from __future__ import annotations

import enum
import time
from collections import deque
from collections.abc import Callable, Iterable
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import QAbstractSpinBox, QApplication, QComboBox, QLineEdit, QPlainTextEdit, QTextEdit, QWidget

from host.control.protocol import (
    AnswerCall,
    CallEnded,
    CallSigned,
    CheckEdit,
    Clock,
    CompareCall,
    Done,
    EditCall,
    Request,
    SignCall,
    Welcome,
    WhyCall,
    Working,
)
from host.control.views import Asked, SigningView
from host.values import replace
from ui import news
from ui.consent.queue import Countdown, Queue
from ui.link import Link
from ui.tr import tr
from ui.widgets.windows import center_over

if TYPE_CHECKING:
    from ui.consent.asking_window import PaceNotice
    from ui.consent.batch.window import SideBySide
    from ui.consent.window import ConsentWindow

AT_ONCE: Final = 20
"""Answers that are under way at once: hundreds must not hold up the screen."""
THE_REST: Final = "denied with the rest"
"""What the model hears of a call that was denied with others; the person gave no other reason."""
_CHANGED_AFTER_MS: Final = 40
"""From drawing a question until others draw the queue it came from: both at once would be felt."""
_AboutCall: TypeAlias = CheckEdit | EditCall | CompareCall | WhyCall | SignCall


class ConsentController(QObject):
    """Asks the questions that wait, one at a time or alike ones together.

    The windows that ask are loaded and made with the first question, or with ``prepare``: no start waits for them.

    Attributes:
        has_tray: where there is none, a question is shown even while all our windows are minimised.

    Signals:
        prepared(ConsentWindow): the windows that ask were made, and none is on screen yet.
        changed(): something arrived, ended, or waits in another order.
        arrived(Asked): it needs attention, and its window was not brought to the front.
        happened(News): the person answered, or put something aside.
        rule_wanted(str): the person wants a rule for the call of this id.
        pin_wanted(): the person wants to set a PIN.
    """

    prepared = Signal(object)
    changed = Signal()
    arrived = Signal(object)
    happened = Signal(object)
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
        self._frozen = False
        self._changed_soon = QTimer(self)
        self._changed_soon.setSingleShot(True)
        self._changed_soon.setInterval(_CHANGED_AFTER_MS)
        self._changed_soon.timeout.connect(self.changed)
        link.welcomed.connect(self._welcomed)
        link.asked.connect(self._asked)
        link.ended.connect(self._ended)
        link.clock_changed.connect(self._clock_changed)
        link.signed.connect(self._signed)
        link.closed.connect(self._closed)

    # What asks

    @cached_property
    def window(self) -> ConsentWindow:
        """The one consent window."""
        from ui.consent.window import ConsentWindow

        window = ConsentWindow(self._clock)
        window.place_notice(self.side.notice)
        window.place_notice(self.pace)
        self._connect(window)
        window.set_frozen(self._frozen)
        self.side.set_frozen(self._frozen)
        self.prepared.emit(window)
        return window

    @cached_property
    def side(self) -> SideBySide:
        """Alike calls, side by side."""
        from ui.consent.batch.window import SideBySide

        return SideBySide(self._link, self.left, self._clock, self)

    @cached_property
    def pace(self) -> PaceNotice:
        """Notices hasty approvals."""
        from ui.consent.asking_window import PaceNotice

        return PaceNotice(self._clock)

    @property
    def is_prepared(self) -> bool:
        """Whether the windows that ask were made."""
        return "window" in vars(self)

    def prepare(self) -> None:
        """Make the windows that ask, so that the first question need not wait for them."""
        _ = self.window

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
        if not self.is_prepared:
            return frozenset()
        shown = self.window.call_id if self.window.isVisible() else ""
        return self.side.ids or frozenset((shown,) if shown else ())

    @property
    def on_screen(self) -> QWidget | None:
        """The window that asks now, None where none does."""
        if not self.is_prepared:
            return None
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
        bring_up(self.window, front=True)
        self._queue_changed()

    def bring_next(self) -> bool:
        """Show what is asked now, in front; whether anything is. What was put aside stays aside."""
        if self.is_prepared and self.side.is_open:
            self.side.come_forward()
            return True
        upcoming = self._queue.current or self._queue.upcoming(aside=False)
        if upcoming is not None:
            self.bring(upcoming)
        return upcoming is not None

    def show_ruled(self, call_id: str) -> None:
        """A rule was saved that allows calls like this one; a question about it is asked all the same, and says so."""
        if self.is_prepared:
            self.window.show_ruled(call_id)

    def set_frozen(self, frozen: bool) -> None:
        """The host is gone, or back."""
        self._frozen = frozen
        if self.is_prepared:
            self.window.set_frozen(frozen)
            self.side.set_frozen(frozen)

    # What the host says

    def _welcomed(self, _: Welcome) -> None:
        """A host is there, and asks everything that waits; nothing is left of what another one asked."""
        self._queue.clear()
        self._times.clear()
        self.set_frozen(False)
        if self.is_prepared:
            self.side.forget()
            if shown := self.window.call_id:
                self.window.show_over(CallEnded(shown, "", tr("It ended while the host was gone.")))
        self._queue_changed()

    def _asked(self, asked: Asked) -> None:
        self._enqueue(asked)
        call_id = asked.request.call.id
        if call_id == self.window.call_id:
            self.window.show_question(asked, self._times[call_id])
        self._notify(asked)

    def _ended(self, ended: CallEnded) -> None:
        if not self.is_prepared:  # nothing was asked yet
            return
        answered = self.window.presenter.is_sent and ended.by == "approver"
        self._queue.remove(ended.call_id)
        self._times.pop(ended.call_id, None)
        self.side.end(ended)
        drawn = False
        if ended.call_id == self.window.call_id:
            if answered or not self.window.isVisible():
                drawn = self._show_next(aside=answered)
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
            self.pace.decided(asked, answer.displayed_ms, approve=answer.approve)
        taken = partial(self._answer_taken, asked, answer.approve)
        self._link.send(answer, taken, partial(self.window.answer_failed, answer.call_id))

    def _answer_taken(self, asked: Asked | None, approve: bool, _: Done) -> None:
        if asked is not None:
            self.happened.emit(news.call_answered(asked, approved=approve))

    def _signature_taken(self, call_id: str, signing: SigningView) -> None:
        self._signed(CallSigned(call_id, signing))
        self.window.signature_taken(call_id, signing)

    def _worked(self, call_id: str) -> None:
        self._link.send(Working(call_id), then=self._clock_changed)

    def _request(
        self, taken: Callable[[str, Any], None] | None, failed: Callable[[str, str], None], said: _AboutCall
    ) -> None:
        """Ask the host; ``taken`` and ``failed`` hear about which call, and what the host says."""
        request: Request[Any] = said
        then = None if taken is None else partial(taken, said.call_id)
        self._link.send(request, then=then, failed=partial(failed, said.call_id))

    def _put_aside(self, call_id: str) -> None:
        self._tell_put_aside(call_id)
        self._queue.put_aside()
        self._show_next(aside=False)
        self._queue_changed()

    def _dismissed(self) -> None:
        """The window was closed: what it showed is put aside, the others wait where they are."""
        self._tell_put_aside(self._queue.current or "")
        self._queue.put_aside()
        self.window.clear()
        self._queue_changed()

    def _tell_put_aside(self, call_id: str) -> None:
        if (asked := self._queue.get(call_id)) is not None:
            self.happened.emit(news.call_put_aside(asked))

    def _moved_on(self) -> None:
        self._show_next(aside=False)
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
            bring_up(self.window, front=True)
        self._queue_changed()

    def _table_dismissed(self) -> None:
        """The table was closed: what was read is put aside, the others wait where they are."""
        self.side.close()
        self._dismissed()

    def _pause(self, until: float) -> None:
        self.window.arming.hold_until(until)
        self.side.hold_until(until)

    # Inside

    def _enqueue(self, asked: Asked) -> None:
        self._queue.put(asked)
        self._times[asked.request.call.id] = Countdown(self._clock, asked.left, asked.paused)
        self.side.put(asked)

    def _notify(self, asked: Asked | None) -> None:
        """A question arrived: get the person's attention as far as that is polite."""
        read = self.window.isActiveWindow() or self.side.is_active
        drawn = False
        if (
            asked is not None
            and not self.side.is_open
            and (not self._is_open or (self.window.presenter.is_over and not read))
        ):
            drawn = self._show_question(asked)
        elif asked is not None and not read:
            self.arrived.emit(asked)
        self._queue_changed(drawn=drawn)

    def _show_question(self, asked: Asked) -> bool:
        """Whether it was drawn."""
        how = attention_for(self.window, tray=self.has_tray)
        if how is not Attention.ELSEWHERE or self._is_open:
            upcoming = self._queue.current or self._queue.upcoming(aside=False)
            self._open(upcoming or asked.request.call.id)
        if how is not Attention.ELSEWHERE:
            bring_up(self.window, front=how is Attention.FRONT)
        if how is not Attention.FRONT:
            self.arrived.emit(asked)
        return how is not Attention.ELSEWHERE

    def _show_next(self, *, aside: bool) -> bool:
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
        self.pace.next_question()
        self.window.show_question(asked, self._times[call_id])

    @property
    def _is_open(self) -> bool:
        return is_on_screen(self.window) or self.side.is_open

    def _queue_changed(self, *, drawn: bool = False) -> None:
        """``drawn``: the next question was drawn just now; whoever lists the others waits until it is on screen."""
        if self.is_prepared:
            self.window.show_waiting(len(self._queue) - (self._queue.current is not None))
            self.side.show_for(self.window.call_id)
        if not drawn:
            self._changed_soon.stop()
            self.changed.emit()
        elif not self._changed_soon.isActive():
            self._changed_soon.start()

    def _connect(self, window: ConsentWindow) -> None:
        side, pace = self.side, self.pace
        window.answered.connect(self._answered)
        window.worked.connect(self._worked)
        editor, why = window.sheets.editor, window.sheets.why
        for said, taken, failed in (
            (window.signed, self._signature_taken, window.signature_failed),
            (editor.checked, editor.show_check, editor.edit_failed),
            (editor.used, None, editor.edit_failed),  # where it is taken, the changed call is asked anew
            (window.compare_wanted, window.show_comparison, window.comparison_failed),
            (window.why_wanted, why.explain, why.fail),
        ):
            said.connect(partial(self._request, taken, failed))
        window.review_server_wanted.connect(partial(window.open_server, self._link))
        self._link.state_changed.connect(lambda state: window.sheets.server.show_servers(state.servers))
        window.rule_wanted.connect(self.rule_wanted)
        window.pin_wanted.connect(self.pin_wanted)
        window.put_aside.connect(self._put_aside)
        window.dismissed.connect(self._dismissed)
        window.moved_on.connect(self._moved_on)
        side.wanted.connect(self._set_side_by_side)
        side.left.connect(self._back_to_one)
        side.dismissed.connect(self._table_dismissed)
        side.approved.connect(pace.approved_many)
        side.approved.connect(lambda calls, *_: self.happened.emit(news.calls_approved(calls)))
        pace.paused.connect(self._pause)


def bring_up(window: QWidget, *, front: bool) -> None:
    """Show it. ``front``: it gets the keyboard."""
    window.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating, not front)
    if window.isMinimized() and front:
        window.showNormal()
    elif window.isMinimized():
        window.hide()  # shown anew, it takes no focus; restored, it would
        window.setWindowState(window.windowState() & ~Qt.WindowState.WindowMinimized)
    if not window.isVisible():
        center_over(window, QApplication.activeWindow())
    window.show()
    if front:
        window.raise_()
        window.activateWindow()


def is_on_screen(window: QWidget) -> bool:
    """Whether it is on screen."""
    return window.isVisible() and not window.isMinimized()


class Attention(enum.Enum):
    """What happens on screen when a question arrives and no consent window is visible."""

    FRONT = "front"
    """It is shown and gets the keyboard."""
    BESIDE = "beside"
    """It is shown, and the keyboard stays where it is; tray and notification tell."""
    ELSEWHERE = "elsewhere"
    """Nothing is shown; tray and notification tell."""


def attention(*, visible: bool, active: bool, typing: bool, minimised: bool = False, tray: bool = True) -> Attention:
    """What to do.

    Whether a window of ours is ``visible``, one is ``active``, and the person is ``typing`` in it; whether one is
    ``minimised``; and whether there is a ``tray`` to tell of it.
    """
    if active and not typing:
        return Attention.FRONT
    reached = active or (not tray and (visible or minimised))
    return Attention.BESIDE if reached else Attention.ELSEWHERE


def attention_for(consent: QWidget, *, tray: bool) -> Attention:
    """How a question may get the person's attention now. ``consent``: the window that asks."""
    ours = [
        window
        for window in QApplication.topLevelWidgets()
        if window is not consent and window.isWindow() and window.isVisible()
        and window.windowType() in (Qt.WindowType.Window, Qt.WindowType.Dialog)
    ]  # fmt: skip
    minimised = any(window.isMinimized() for window in ours)
    shown = [window for window in ours if not window.isMinimized()]
    active = any(window.isActiveWindow() for window in shown)
    typing = active and _is_field(QApplication.focusWidget())
    return attention(visible=bool(shown), active=active, typing=typing, minimised=minimised, tray=tray)


def _is_field(widget: QWidget | None) -> bool:
    """Whether what has the keyboard takes text."""
    if isinstance(widget, QComboBox):
        return widget.isEditable()
    if isinstance(widget, QLineEdit | QPlainTextEdit | QTextEdit | QAbstractSpinBox):
        return not widget.isReadOnly()
    return False


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
            self._link.send(answer, then=self._count, failed=partial(self._refused, answer.call_id))
        self._sends = False

    def _refused(self, call_id: str, why: str) -> None:
        self.failed.emit(call_id, why)
        self._count()

    def _count(self, _: Done | None = None) -> None:
        self._away -= 1
        self._done += 1
        self.progressed.emit(self._done, self._all)
        self._go_on()
        if not self.is_busy:
            self.finished.emit()
