"""How one question is answered: what a yes and a no are, and when they can be given.

Owns: the state of an answer: under way, over, frozen.

Invariants (attacks 7, 10, 12): the answer names the call that was drawn; a question is answered once; whatever presses
it, a yes meets the same checks; while something covers what would be sent, or the host is gone, there is none.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from host.control.views import Asked, SigningView
from ui.consent import reading, replies
from ui.consent.arming import ARMING_MS
from ui.consent.event_loop_clock import EventLoopClock
from ui.consent.fitting import fitted
from ui.consent.frame import ConsentFrame
from ui.consent.sheets import blocked_by_sheet
from ui.tr import tr

_AT_SIGHT_MS: Final = 250
"""So soon nobody has read anything, or moved a pointer to it; a loop that stalls takes longer to get there."""


class Answering(ConsentFrame):
    """The parts of the window, and what answers with them.

    Attributes:
        asked: the question that was drawn, also after it ended; None at first. loop_clock: makes its second pass.
    Signals:
        answered(AnswerCall). signed(SignCall).
    """

    answered = Signal(object)
    signed = Signal(object)

    def __init__(self, clock: Callable[[], float], parent: QWidget | None = None) -> None:
        """``clock``: monotonic seconds."""
        super().__init__(clock, parent)
        self.asked: Asked | None = None
        self._sent = self._over = self._frozen = False
        self._said_yes = False  # to this question, in this round; whatever became of it
        self.loop_clock = EventLoopClock(self.arming, self.content, self._is_complete, self)
        self.loop_clock.turned.connect(self.guard.refresh)
        self.content.unread_changed.connect(self._unread_changed)
        self.form.chosen.connect(self._chosen)
        self.form.typed.connect(self._refresh)
        self.form.signing.secret.returnPressed.connect(self._on_to_sign)
        self.guard.button.clicked.connect(self._answer_yes)
        self.buttons.deny.clicked.connect(self.deny)
        self.buttons.deny_with_reason.clicked.connect(self.open_reason)
        self.reason.sent.connect(self.deny)

    @property
    def call_id(self) -> str:
        """Of the question that can still be answered or has just been; empty where there is none."""
        return self.asked.request.call.id if self.asked is not None and not self._over else ""

    @property
    def is_sent(self) -> bool:
        """Whether an answer is under way."""
        return self._sent

    @property
    def is_over(self) -> bool:
        """Whether the call that is on screen has ended."""
        return self._over

    def show_signing(self, call_id: str, signing: SigningView) -> None:
        """Somebody signed: what was read stays read, and the next signature arms anew."""
        if call_id == self.call_id and self.asked is not None and signing != self.asked.signing:
            self.asked = replace(self.asked, signing=signing)
            self.form.show_signing(signing)
            self.arming.restart()
            self._refresh()

    def answer_failed(self, why: str) -> None:
        """The host did not take the answer; the person can give another."""
        self._sent = False
        self.failure.set_text(tr("Your answer was not taken"), fitted(why, self.fontMetrics()))
        self.failure.show()
        self._refresh()

    def signature_taken(self, signing: SigningView) -> None:
        """The host took the signature. Others are wanted yet, or the call goes on and ends as a question."""
        if signing.missing:
            self._sent = False
            self.form.forget()
            self._refresh()

    def signature_failed(self, why: str) -> None:
        """The host did not take the signature; another can be given."""
        self._sent = False
        self._refresh()
        self.form.signing.refuse(why)
        self.arming.restart()

    @property
    def approves_by_key(self) -> bool:
        """Whether Ctrl+Return means anything: once, never for longer, never while a reason or an edit is written."""
        return self.form.yes.scope == "once" and self.reason.isHidden() and not self.is_covered

    def approve_by_key(self) -> None:
        """Ctrl+Return came up, having come down while it counted."""
        if self.approves_by_key:
            self._say_yes()

    def deny(self) -> None:
        """No. Words that were already written go with it. Not while the inputs are being changed: Deny is not there."""
        if not self.editor.isHidden():
            return
        self._answer(approve=False, reason="" if self.reason.isHidden() else self.reason.words)

    def open_reason(self) -> None:
        """Ask for the reason, in place of the buttons."""
        if self._answerable and self.reason.isHidden() and self.editor.isHidden():
            self.form.forget()
            self.make_room()
            self.reason.show()
            self.reason.start()

    def is_offered(self) -> bool:
        """Whether a yes is possible at all right now."""
        return self._answerable and self._offer().offered

    # Inside

    @property
    def _answerable(self) -> bool:
        return self.asked is not None and not (self._sent or self._over or self._frozen)

    def _is_complete(self) -> bool:
        return self.content.inputs is None or self.content.inputs.is_complete

    def _offer(self) -> reading.Offer:
        grave = self.asked is not None and reading.is_grave(self.asked)
        yes = replace(self.form.yes, lack=blocked_by_sheet(self.form.kind)) if self.is_covered else self.form.yes
        return reading.offer(self.content.unread_lines or self.content.folded_grave, grave, yes)

    def _labels(self, offer: reading.Offer) -> tuple[str, ...]:
        """What the button says, and says of this question when it is read, covered or answered for longer."""
        if self.asked is None:
            return (offer.text,)
        kind = self.form.kind
        scopes = self.asked.scopes if kind == "approve" else ()
        unread, grave = self.content.unread_lines, reading.is_grave(self.asked)
        may = reading.labels(unread or self.content.folded_grave, grave, kind, scopes)
        return (offer.text, blocked_by_sheet(kind).text, *may)

    @property
    def _holds(self) -> bool:
        return self.asked is not None and self.asked.request.result is not None

    def _answer_yes(self) -> None:
        if self.guard.press_guard.end("button") and self.reason.isHidden():
            self._say_yes()

    def _say_yes(self) -> None:
        if self.form.kind != "sign":
            self._answer(approve=True, reason=self.form.reason)
        elif self.asked is not None and self.is_offered():
            said = replies.signature(self.asked, self.form, self.arming.displayed_ms, self.content.unread_lines)
            self._send()
            self.signed.emit(said)

    def _answer(self, *, approve: bool, reason: str = "") -> None:
        if self.asked is None or not self._answerable or (approve and not self.is_offered()):
            return
        choice = self.form if approve else None
        shown = self.arming.displayed_ms, self.content.unread_lines
        answer = replies.answer(self.asked, choice, reason, *shown)
        self._said_yes = self._said_yes or approve
        self._send()
        self.answered.emit(answer)

    def _send(self) -> None:
        self._sent = True
        self.content.setFocus(Qt.FocusReason.OtherFocusReason)  # else Qt moves it on from what is disabled now
        self.failure.hide()
        self._close_reason()
        self._refresh()

    def _refresh(self) -> None:
        """Make the buttons say and be what they are."""
        answerable, offer = self._answerable, self._offer()
        self.arming.set_live(answerable)
        self.guard.say(offer.text, offer.why)
        self.guard.button.setEnabled(answerable and offer.offered)
        for other in (self.buttons.deny, self.buttons.deny_with_reason, self.buttons.edit):
            other.setEnabled(answerable)
        self.reason.set_live(answerable)
        self.editor.set_live(answerable)
        self.form.set_live(answerable)
        self.footer.set_live(answerable)
        self.buttons.aside.setEnabled(not self._sent)
        self.show_parts(over=self._over)
        self.buttons.reserve(self._labels(offer))
        self.guard.begin()

    def _on_to_sign(self) -> None:
        """Return in the field signs nothing: it goes on to the button."""
        if self.guard.button.isEnabled():
            self.guard.button.setFocus(Qt.FocusReason.OtherFocusReason)

    def _unread_changed(self, _lines: int) -> None:
        if self._read_at_sight:
            self.buttons.forget()
        self._refresh()

    @property
    def _read_at_sight(self) -> bool:
        """Whether all was on screen as soon as anything was: before anybody could have aimed at what moves by that."""
        unread = self.content.unread_lines or self.content.folded_grave
        scrolled = self.middle.verticalScrollBar().value() > 0
        early = self.arming.lived_ms < _AT_SIGHT_MS and self.arming.displayed_ms < ARMING_MS
        return early and not unread and not scrolled

    def _chosen(self) -> None:
        """Another yes: the second begins anew."""
        self.arming.restart()
        self._refresh()

    def _close_reason(self) -> None:
        self.reason.hide()
        self.show_parts(over=self._over)
