"""The consent window: one question, and the person's answer to it.

Owns: what is on screen of a question, when it is answerable, and what is said aloud.

Invariants (attacks 7, 10, 12): the answer names the call that was drawn, by the digest of its bytes; a question is
answered once; nothing approves before its second is over, and no key but Space on a focused Approve and Ctrl+Return
ever does; a question that ends stays on screen, unanswerable, until the person goes on.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from PySide6.QtCore import QEvent, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QCloseEvent, QHideEvent, QShowEvent
from PySide6.QtWidgets import QWidget

from host.control.protocol import CallEnded
from host.control.views import Asked
from ui.consent import keys, reading
from ui.consent.activity import ActivityWatch
from ui.consent.announce import spoken_question
from ui.consent.covering import Covering
from ui.consent.ending import gone_words
from ui.consent.time_left import Countdown
from ui.tr import tr


class ConsentWindow(Covering):
    """The one window that asks.

    Signals:
        put_aside(str: call id): by Esc or the button. dismissed(): closed, whatever it showed. moved_on(): the person
        saw that the call is over. worked(str: call id): the person does something here, at most once a second.
        rule_wanted(str: call id): the person asks for a rule. pin_wanted(): or for a PIN.
    """

    rule_wanted = Signal(str)
    pin_wanted = Signal()
    put_aside = Signal(str)
    dismissed = Signal()
    moved_on = Signal()
    worked = Signal(str)

    def __init__(self, clock: Callable[[], float] = time.monotonic, parent: QWidget | None = None) -> None:
        super().__init__(clock, parent)
        self._clock = clock
        self._time: Countdown | None = None
        self._waiting = 0
        self._said_ready = -1  # the stretch of arming whose end was said aloud
        self._work = ActivityWatch(clock, self)
        self._chord = keys.install(self)
        self._connect()

    # What is on screen

    def show_question(self, asked: Asked, left: Countdown) -> None:
        """Draw a question. The same one again is no change: what was read of it stays read."""
        again = (
            not self._over and self.asked is not None and reading.content_of(self.asked) == reading.content_of(asked)
        )
        self.asked, self._time = asked, left
        lost = not again and self.editor.loses(asked)
        self._sent = self._over = False
        self.ending.hide()
        if not again:
            self._said_yes = False
            self.ruled.hide()
            self._close_reason()
            self._close_sheets()
            self.editor.forget()
            self._draw(asked)
            if lost:
                self._say_lost()
        elif asked.signing is not None and self.form.show_signing(asked.signing):
            self.arming.restart()
        self.arming.set_needed(reading.arming_ms(asked))
        self.arming.set_content(reading.content_of(asked))
        self._refresh()
        if not again:
            self.content.setFocus(Qt.FocusReason.OtherFocusReason)
            self._say(spoken_question(asked), urgent=True)

    def show_over(self, ended: CallEnded) -> None:
        """The call on screen ended otherwise: nothing can be answered any more, and nothing jumps away."""
        wrote = not self.reason.isHidden() or self.form.is_typed_in or not self.editor.isHidden()
        self._over, self._sent = True, False
        if not self.editor.isHidden():
            self._close_sheets()
        self.editor.forget()
        self.ruled.hide()
        self._close_reason()
        self.form.forget()
        self.ending.show_end(ended, holds=self._holds)
        self.arming.set_content(None)
        self._refresh()
        onward = self.content if wrote else self.ending.button  # a key of somebody who types presses nothing
        onward.setFocus(Qt.FocusReason.OtherFocusReason)
        self._say(self.ending.notice.accessibleName(), urgent=True)

    def clear(self) -> None:
        """Nothing is asked any more."""
        self.asked, self._time = None, None
        self._sent = self._over = False
        self.ending.hide()
        self.ruled.hide()
        self._close_reason()
        self._close_sheets()
        self.editor.forget()
        self.form.forget()
        self.arming.set_content(None)
        self._refresh()

    def show_ruled(self, call_id: str) -> None:
        """A rule was saved that allows calls like this one: it answers nothing that is asked already."""
        if call_id and call_id == self.call_id and not self._over and self.ruled.isHidden():
            self.ruled.show()
            self.arming.restart()

    def show_waiting(self, number: int) -> None:
        """How many questions wait besides this one. This is not content: nothing arms anew."""
        self._waiting = number
        self.header.show_place(number)
        self.ending.show_next(number)

    def set_frozen(self, frozen: bool) -> None:
        """The host is gone, or is back."""
        if frozen != self._frozen:
            self._frozen = frozen
            self.form.forget()
            said = gone_words(asks=bool(self.call_id), said_yes=self._said_yes, holds=self._holds)
            self.show_gone(said if frozen else "")
            self.arming.restart()
            self._refresh()

    # What the person does

    def step_back(self) -> None:
        """Esc: first away from the reason, then the question is put aside; one that is over is gone on from."""
        if not self.reason.isHidden():
            self._close_reason()
            self.buttons.deny.setFocus(Qt.FocusReason.OtherFocusReason)
        elif self.is_covered:
            self.go_back()
        elif self._over:
            self.moved_on.emit()
        elif self.asked is None:
            self.close()
        elif not self._sent:
            self.put_aside.emit(self.asked.request.call.id)

    def next_region(self, step: int = 1) -> None:
        """Move the keyboard between what is to read, what a yes covers, and the buttons."""
        keys.move(keys.regions(self), step)

    # Qt's

    def focusNextPrevChild(self, forward: bool) -> bool:  # noqa: N802  # Qt's name
        """Tab goes through what stands there now."""
        keys.tab_order(self)
        return super().focusNextPrevChild(forward)

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802  # Qt's name
        """Shown: the second begins."""
        super().showEvent(event)
        self._work.watch(self.windowHandle())
        self._chord.watch(self.windowHandle())
        self.arming.restart()
        self._watch()
        self.ticker.start()
        self._tick()

    def hideEvent(self, event: QHideEvent) -> None:  # noqa: N802  # Qt's name
        """Hidden: nothing counts."""
        super().hideEvent(event)
        self.form.forget()
        self.ticker.stop()
        self._watch()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802  # Qt's name
        """Focused or left: the second begins anew."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.ActivationChange, QEvent.Type.WindowStateChange):
            if self.isMinimized():
                self.form.forget()
            self._watch()

    def closeEvent(self, event: QCloseEvent) -> None:  # noqa: N802  # Qt's name
        """Closing decides nothing: the question stays pending."""
        super().closeEvent(event)
        self.dismissed.emit()

    # Inside

    def _draw(self, asked: Asked) -> None:
        self.failure.hide()
        self.guard.set_grave(reading.is_grave(asked))
        self.header.show_question(asked)
        with QSignalBlocker(self.content):  # the buttons follow once, when all is there
            self.content.show_question(asked)
        self.form.show_question(asked)
        self.buttons.show_kind(self.form.kind)
        self.reason.show_kind(self.form.kind)
        self.footer.show_question(asked)
        self.middle.start_over()
        self.name_question(asked)

    def _watch(self) -> None:
        attended = self.isVisible() and self.isActiveWindow() and not self.isMinimized()
        self.arming.set_watched(attended and not self.is_covered)
        self.guard.begin()

    def _say_ready(self) -> None:
        """Say once in each stretch that a yes counts now."""
        if self.arming.armed and self.is_offered() and self._said_ready != self.arming.epoch:
            self._said_ready = self.arming.epoch
            self._say(tr("{button} is ready.", button=self._offer().text))

    def _refresh(self) -> None:
        """Buttons and the time left."""
        super()._refresh()
        self._tick()

    def _tick(self) -> None:
        gone = self._over or self._frozen
        self.footer.show_left(None if gone else self._time)

    def _note_work(self) -> None:
        if self._answerable:
            self.worked.emit(self.call_id)

    def _want_rule(self) -> None:
        if self.call_id:
            self.rule_wanted.emit(self.call_id)

    def _connect(self) -> None:
        self.ticker.timeout.connect(self._tick)
        self._work.noticed.connect(self._note_work)
        self.footer.rule.clicked.connect(self._want_rule)
        self.form.signing.pin_wanted.connect(self.pin_wanted)
        self.loop_clock.turned.connect(self._say_ready)
        self.buttons.aside.clicked.connect(self.step_back)
        self.reason.cancelled.connect(self.step_back)
        self.ending.gone_on.connect(self.moved_on)
