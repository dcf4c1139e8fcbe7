"""The questions that wait, the windows that ask them, and what becomes of the answers.

Owns: the queue, the one consent window, the table of alike calls that may stand in its place; what the host says about
questions, and what the person does with them.

Invariants:
    - There is one window for single questions, and one for alike ones in its place, whatever arrives (attack 11).
    - The question being read leaves its window only if it ends, or through the person. One that has ended makes room
      for what arrives only if nobody reads it.
    - Nothing takes the keyboard from a person who types. Nothing appears over other programs' windows by itself, unless
      there is no tray: then nothing else could tell.
    - Nothing can be answered while the host is gone.
"""

from __future__ import annotations

import enum
import math
import time
from collections.abc import Callable
from functools import cached_property, partial
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import QAbstractSpinBox, QApplication, QComboBox, QLineEdit, QPlainTextEdit, QTextEdit, QWidget

from host.control import protocol
from host.control.views import Asked
from host.values import replace
from ui import toast_messages
from ui.consent.queue import Countdown, Queue
from ui.link import Link
from ui.tr import tr
from ui.widgets.windows import show_window

if TYPE_CHECKING:
    from ui.consent.asking_window import AlikeNotice, PaceNotice
    from ui.consent.batch.alike import AlikeGroups
    from ui.consent.batch.window import BatchWindow
    from ui.consent.window import ConsentWindow

_CHANGED_AFTER_MS: Final = 40
"""The delay of ``changed`` after a question was drawn: drawing both at once would be felt."""


class ConsentController(QObject):
    """Asks the questions that wait: one at a time, or alike ones together.

    The consent window is imported and made for the first question, or by ``prepare``, so that starting does not wait
    for it; the table of alike calls once somebody wants to see one.

    Attributes:
        has_tray: whether there is a tray. Without one a question is shown even while all our windows are minimised.

    Signals:
        prepared(ConsentWindow): the consent window was made, and is not on screen yet.
        changed(): something arrived, ended, or waits in another order.
        attention_needed(Asked): this question arrived, and its window was not brought to the front.
        happened(ToastMessage): the person answered a question, or put it aside.
        rule_wanted(str): the person wants a rule for the call of this id.
        pin_wanted(): the person wants to set a PIN.
    """

    prepared = Signal(object)
    changed = Signal()
    attention_needed = Signal(object)
    happened = Signal(object)
    rule_wanted = Signal(str)
    pin_wanted = Signal()

    def __init__(
        self, link: Link, *, clock: Callable[[], float] = time.monotonic, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._link, self._clock = link, clock
        self.has_tray = True
        self._queue = Queue()
        self._countdowns: dict[str, Countdown] = {}
        self._is_frozen = False
        self._paused_until = -math.inf  # monotonic seconds
        self._changed_timer = QTimer(self, singleShot=True, interval=_CHANGED_AFTER_MS)
        self._changed_timer.timeout.connect(self.changed)
        link.welcomed.connect(self._on_welcomed)
        link.asked.connect(self._on_asked)
        link.ended.connect(self._on_ended)
        link.clock_changed.connect(self._on_clock_changed)
        link.signed.connect(self._on_signed)
        link.closed.connect(self._on_closed)

    # What asks

    @cached_property
    def window(self) -> ConsentWindow:
        """The one consent window."""
        from ui.consent.window import ConsentWindow

        window = ConsentWindow(self._link, self._clock)
        window.add_notice(self.alike_notice)
        window.add_notice(self.pace_notice)
        self._connect(window)
        window.set_host_gone(self._is_frozen)
        self.prepared.emit(window)
        return window

    @cached_property
    def side_by_side(self) -> BatchWindow:
        """The window with the table of alike calls."""
        from ui.consent.batch.window import BatchWindow

        table = BatchWindow(self._link, self.groups, self.seconds_left, self._clock)
        table.left.connect(self._on_table_left)
        table.dismissed.connect(self._on_table_dismissed)
        table.approved.connect(self.pace_notice.note_answer)
        table.approved.connect(lambda calls, *_: self.happened.emit(toast_messages.calls_approved(calls)))
        table.set_host_gone(self._is_frozen)
        table.arming.pause_until(self._paused_until)
        return table

    @cached_property
    def groups(self) -> AlikeGroups:
        """The questions that wait, by what they are alike in."""
        from ui.consent.batch.alike import AlikeGroups

        return AlikeGroups()

    @cached_property
    def alike_notice(self) -> AlikeNotice:
        """The notice in the consent window that leads to the table of alike calls."""
        from ui.consent.asking_window import AlikeNotice

        return AlikeNotice()

    @cached_property
    def pace_notice(self) -> PaceNotice:
        """The notice about hasty approvals."""
        from ui.consent.asking_window import PaceNotice

        return PaceNotice(self._clock)

    @property
    def is_prepared(self) -> bool:
        """Whether the consent window was made."""
        return "window" in vars(self)

    def prepare(self) -> None:
        """Make the consent window, so that the first question does not wait for it."""
        _ = self.window

    # What others see

    @property
    def waiting(self) -> tuple[Asked, ...]:
        """All questions: the one being read, then by turns, then those that were put aside."""
        return self._queue.ordered()

    def seconds_left(self, call_id: str) -> float:
        """Seconds until the question expires; 0 if it does not wait."""
        return self._countdowns[call_id].seconds_left if call_id in self._countdowns else 0.0

    def is_paused(self, call_id: str) -> bool:
        """Whether the question's clock is paused because the person works on it."""
        return call_id in self._countdowns and self._countdowns[call_id].is_paused

    @property
    def ids_on_screen(self) -> frozenset[str]:
        """Ids of the calls that are on screen to be decided."""
        if not self.is_prepared:
            return frozenset()
        if self._is_table_open:
            return self.side_by_side.ids
        call_id = self.window.call_id if self.window.isVisible() else ""
        return frozenset((call_id,) if call_id else ())

    @property
    def visible_window(self) -> QWidget | None:
        """The window that asks now, or None."""
        if not self.is_prepared:
            return None
        if self._is_table_open:
            return self.side_by_side
        return self.window if self.window.isVisible() else None

    def show_call(self, call_id: str) -> None:
        """Show this call in front. A call that does not wait changes nothing."""
        if call_id not in self._queue:
            return
        if self._is_table_open:
            if call_id in self.side_by_side.ids:
                show_window(self.side_by_side, take_focus=True)
                return
            self.side_by_side.put_away()
        self._draw_question(call_id)
        show_window(self.window, take_focus=True)
        self._announce_change()

    def show_next_call(self) -> bool:
        """Show the next call in front. Returns whether there is one. What was put aside stays aside."""
        if self._is_table_open:
            show_window(self.side_by_side, take_focus=True)
            return True
        upcoming = self._queue.current or self._queue.next_call_id(with_put_aside=False)
        if upcoming is not None:
            self.show_call(upcoming)
        return upcoming is not None

    def show_rule_saved(self, call_id: str) -> None:
        """Say, if this call is on screen, that a rule was saved: it answers no question that is asked already."""
        if self.is_prepared:
            self.window.show_rule_saved(call_id)

    def set_host_gone(self, frozen: bool) -> None:
        """Set whether the host is gone."""
        self._is_frozen = frozen
        if self.is_prepared:
            self.window.set_host_gone(frozen)
        if self._has_table:
            self.side_by_side.set_host_gone(frozen)

    # What the host says

    def _on_welcomed(self, _: protocol.Welcome) -> None:
        """Forget what an earlier host asked: this one asks everything that waits."""
        self._queue.clear()
        self._countdowns.clear()
        self.set_host_gone(False)
        if self.is_prepared:
            self.groups.clear()
            if self._has_table:
                self.side_by_side.forget()
            if call_id := self.window.call_id:
                self.window.show_ended(protocol.CallEnded(call_id, "", tr("It ended while the host was gone.")))
        self._announce_change()

    def _on_asked(self, asked: Asked) -> None:
        self._queue.add(asked)
        self._countdowns[asked.request.call.id] = Countdown(self._clock, asked.left, asked.paused)
        self.groups.add(asked)
        if self._has_table:
            self.side_by_side.update_question(asked)
        call_id = asked.request.call.id
        if call_id == self.window.call_id:
            self.window.show_question(asked, self._countdowns[call_id])
        self._notify(asked)

    def _on_ended(self, ended: protocol.CallEnded) -> None:
        if not self.is_prepared:  # nothing was asked yet
            return
        was_answered_here = self.window.presenter.is_sending and ended.by == "approver"
        self._queue.remove(ended.call_id)
        self._countdowns.pop(ended.call_id, None)
        self.groups.remove(ended.call_id)
        if self._has_table:
            self.side_by_side.end(ended)
        is_drawn = False
        if ended.call_id == self.window.call_id:
            if was_answered_here or not self.window.isVisible():
                is_drawn = self._show_next(with_put_aside=was_answered_here)
            else:
                self.window.show_ended(ended)
        self._announce_change(is_drawn=is_drawn)

    def _on_signed(self, signed: protocol.CallSigned) -> None:
        asked = self._queue.get(signed.call_id)
        if asked is not None:
            self._queue.add(replace(asked, signing=signed.signing))
            self.window.show_signing(signed.call_id, signed.signing)
            self._announce_change()

    def _on_clock_changed(self, clock: protocol.Clock) -> None:
        if clock.call_id in self._countdowns:
            self._countdowns[clock.call_id].update(clock.left, clock.paused)

    def _on_closed(self, _why: str) -> None:
        self.set_host_gone(True)

    # What the person does

    def _on_answered(self, answer: protocol.AnswerCall) -> None:
        asked = self._queue.get(answer.call_id)
        if asked is not None:
            self.pace_notice.note_decision(asked, answer.displayed_ms, approve=answer.approve)
        on_accepted = partial(self._on_answer_accepted, asked, answer.approve)
        self._link.send(answer, on_accepted, partial(self.window.answer_failed, answer.call_id))

    def _on_answer_accepted(self, asked: Asked | None, approve: bool, _: protocol.Done) -> None:
        if asked is not None:
            self.happened.emit(toast_messages.call_answered(asked, approved=approve))

    def _on_put_aside(self, call_id: str) -> None:
        self._queue.put_aside()
        self._show_next(with_put_aside=False)
        self._announce_change()
        self._report_put_aside(call_id)

    def _on_dismissed(self) -> None:
        """Put aside what the closed window showed. The others wait where they are."""
        call_id = self._queue.current or ""
        self._queue.put_aside()
        self.window.clear()
        self._announce_change()
        self._report_put_aside(call_id)

    def _report_put_aside(self, call_id: str) -> None:
        if (asked := self._queue.get(call_id)) is not None:
            self.happened.emit(toast_messages.call_put_aside(asked))

    def _on_moved_on(self) -> None:
        self._show_next(with_put_aside=False)
        self._announce_change()

    def _open_table(self) -> None:
        questions = map(self._queue.get, self.groups.alike_calls(self.window.call_id))
        calls = [asked for asked in questions if asked is not None]
        if len(calls) > 1:
            self.side_by_side.open(calls, self.window)
            self.window.hide()
            self._announce_change()

    def _on_table_left(self) -> None:
        self.side_by_side.put_away()
        upcoming = self._queue.current or self._queue.next_call_id(with_put_aside=False)
        if upcoming is None:
            self.window.clear()
        else:
            self._draw_question(upcoming)
            show_window(self.window, take_focus=True)
        self._announce_change()

    def _on_table_dismissed(self) -> None:
        """Put aside what was read when the table was closed. The others wait where they are."""
        self.side_by_side.put_away()
        self._on_dismissed()

    def _on_paused(self, until: float) -> None:
        self._paused_until = until
        self.window.arming.pause_until(until)
        if self._has_table:
            self.side_by_side.arming.pause_until(until)

    # Inside

    def _notify(self, asked: Asked) -> None:
        """Get the person's attention for a question that arrived, as far as that is polite."""
        is_being_read = self.window.isActiveWindow() or (self._has_table and self.side_by_side.isActiveWindow())
        has_room = not self._is_asking or (self.window.presenter.has_ended and not is_being_read)
        is_drawn = False
        if has_room and not self._is_table_open:
            is_drawn = self._show_arrived(asked)
        elif not is_being_read:
            self.attention_needed.emit(asked)
        self._announce_change(is_drawn=is_drawn)

    def _show_arrived(self, asked: Asked) -> bool:
        """Show a question that arrived. Returns whether it was drawn."""
        how_shown = attention_for(self.window, tray=self.has_tray)
        if how_shown is not Attention.NOT_SHOWN or self._is_asking:
            upcoming = self._queue.current or self._queue.next_call_id(with_put_aside=False)
            self._draw_question(upcoming or asked.request.call.id)
        if how_shown is not Attention.NOT_SHOWN:
            show_window(self.window, take_focus=how_shown is Attention.FRONT)
        if how_shown is not Attention.FRONT:
            self.attention_needed.emit(asked)
        return how_shown is not Attention.NOT_SHOWN

    def _show_next(self, *, with_put_aside: bool) -> bool:
        """Show the next question, or none. Returns whether there is one."""
        upcoming = self._queue.next_call_id(with_put_aside=with_put_aside) if self.window.isVisible() else None
        if upcoming is None:
            self.window.clear()
            self.window.hide()
        else:
            self._draw_question(upcoming)
        return upcoming is not None

    def _draw_question(self, call_id: str) -> None:
        """Draw that question. The caller must call ``_announce_change`` once afterwards."""
        if call_id == self.window.call_id and self._queue.current == call_id:
            return
        asked = self._queue.make_current(call_id)
        assert asked is not None, "only what waits is opened"
        self.pace_notice.note_next_question()
        self.window.show_question(asked, self._countdowns[call_id])

    @property
    def _is_asking(self) -> bool:
        is_on_screen = self.window.isVisible() and not self.window.isMinimized()
        return is_on_screen or self._is_table_open

    @property
    def _has_table(self) -> bool:
        return "side_by_side" in vars(self)

    @property
    def _is_table_open(self) -> bool:
        return self._has_table and self.side_by_side.isVisible()

    def _announce_change(self, *, is_drawn: bool = False) -> None:
        """Tell the others. ``is_drawn``: a question was just drawn; they wait until it is on screen."""
        if self.is_prepared:
            self.window.show_waiting_count(len(self._queue) - (self._queue.current is not None))
            self.alike_notice.show_count(self.groups.count(self.window.call_id))
        if self._is_table_open:
            self.side_by_side.show_new_count()
        if not is_drawn:
            self._changed_timer.stop()
            self.changed.emit()
        elif not self._changed_timer.isActive():
            self._changed_timer.start()

    def _connect(self, window: ConsentWindow) -> None:
        window.answered.connect(self._on_answered)
        window.rule_wanted.connect(self.rule_wanted)
        window.pin_wanted.connect(self.pin_wanted)
        window.put_aside.connect(self._on_put_aside)
        window.dismissed.connect(self._on_dismissed)
        window.moved_on.connect(self._on_moved_on)
        self.alike_notice.acted.connect(self._open_table)
        self.pace_notice.paused.connect(self._on_paused)


class Attention(enum.Enum):
    """How a question may show itself when it arrives and no consent window is visible."""

    FRONT = "front"
    """The window is shown and gets the keyboard."""
    UNFOCUSED = "unfocused"
    """The window is shown, and the keyboard stays where it is; tray and notification tell."""
    NOT_SHOWN = "not_shown"
    """No window is shown; tray and notification tell."""


def attention_for(asking_window: QWidget, *, tray: bool) -> Attention:
    """Return how a question may show itself, by how our other windows stand and whether a tray can tell of it."""
    own_windows = [
        window
        for window in QApplication.topLevelWidgets()
        if window is not asking_window and window.isWindow() and window.isVisible()
        and window.windowType() in (Qt.WindowType.Window, Qt.WindowType.Dialog)
    ]  # fmt: skip
    is_active = any(window.isActiveWindow() and not window.isMinimized() for window in own_windows)
    if is_active and not _takes_text(QApplication.focusWidget()):
        return Attention.FRONT
    return Attention.UNFOCUSED if is_active or (own_windows and not tray) else Attention.NOT_SHOWN


def _takes_text(widget: QWidget | None) -> bool:
    if isinstance(widget, QComboBox):
        return widget.isEditable()
    if isinstance(widget, QLineEdit | QPlainTextEdit | QTextEdit | QAbstractSpinBox):
        return not widget.isReadOnly()
    return False
