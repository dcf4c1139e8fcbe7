"""What can be answered of one question, and what the window sends (no Qt; attacks 7, 10 and 12).

Owns: the question that was drawn, and the state of its answer: under way, over, the host gone; whether a yes is offered
and in which words; the messages that leave the window.

Invariants: an answer names the call, the round and the definition that were drawn, by the digests of their bytes; a
question is answered once; whatever presses it, a yes meets the same checks; while a sheet hides what would be sent, or
the host is gone, there is none; a no carries no duration and no bound.
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from host.control.protocol import AnswerCall, CheckEdit, CompareCall, EditCall, SignCall
from host.control.views import Asked, SigningView
from host.model import Bound
from host.values import replace
from ui.consent import approval
from ui.consent.approval import Approval, Offer
from ui.consent.arming import Arming
from ui.tr import tr


class OnScreen(Struct, frozen=True):
    """What the window shows of the question right now.

    Attributes:
        approval: the yes that a press would give.
        unread_lines: lines of what would be sent that were never in view.
        folded_grave: grave findings that are not shown yet.
        hidden: whether a sheet stands in place of what would be sent.
        writes_reason: whether the row for the reason of a denial is open.
        note: what the person says to the model with a yes.
    """

    approval: Approval
    unread_lines: int = 0
    folded_grave: int = 0
    hidden: bool = False
    writes_reason: bool = False
    note: str = ""


class QuestionPresenter:
    """Decides what the consent window offers and sends.

    Attributes:
        arming: when a yes counts.
        asked: the question that was drawn, also after it ended; None at first.
        is_sent: whether an answer is under way.
        is_over: whether the call on screen has ended.
        is_frozen: whether the host is gone.
        said_yes: whether the person said yes to this question in this round, whatever became of it.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        """``clock``: monotonic seconds."""
        self.arming = Arming(clock)
        self.asked: Asked | None = None
        self.is_sent = self.is_over = self.is_frozen = self.said_yes = False

    # What is asked

    def show(self, asked: Asked) -> bool:
        """Take a question to be drawn. Returns whether it is another one than was drawn: what was read stays read."""
        is_new = self.is_over or self.asked is None or approval.content_of(self.asked) != approval.content_of(asked)
        self.asked = asked
        self.is_sent = self.is_over = False
        if is_new:
            self.said_yes = False
        return is_new

    def arm(self) -> None:
        """Begin to arm for the question that was drawn."""
        assert self.asked is not None, "only a question is armed"
        self.arming.set_needed(approval.arming_ms(self.asked))
        self.arming.set_content(approval.content_of(self.asked))

    def end(self) -> None:
        """The call ended otherwise: nothing can be answered any more."""
        self.is_over, self.is_sent = True, False
        self.arming.set_content(None)

    def clear(self) -> None:
        """Nothing is asked any more."""
        self.asked = None
        self.is_sent = self.is_over = False
        self.arming.set_content(None)

    def set_signing(self, call_id: str, signing: SigningView) -> bool:
        """Somebody signed; returns whether that changes the question on screen."""
        if call_id != self.call_id or self.asked is None or signing == self.asked.signing:
            return False
        self.asked = replace(self.asked, signing=signing)
        return True

    def refused(self) -> None:
        """The host did not take the answer, or wants more signatures: another can be given."""
        self.is_sent = False

    @property
    def call_id(self) -> str:
        """Of the question that can still be answered or has just been; empty where there is none."""
        return self.asked.request.call.id if self.asked is not None and not self.is_over else ""

    @property
    def is_answerable(self) -> bool:
        """Whether a yes or a no can be given at all."""
        return self.asked is not None and not (self.is_sent or self.is_over or self.is_frozen)

    @property
    def is_grave(self) -> bool:
        """Whether a finding of the highest severity stands."""
        return self.asked is not None and approval.is_grave(self.asked)

    @property
    def is_harmful(self) -> bool:
        """Whether the button that says yes is red."""
        return self.asked is not None and approval.is_harmful(self.asked)

    @property
    def holds_result(self) -> bool:
        """Whether the question is about releasing a result."""
        return self.asked is not None and self.asked.request.result is not None

    @property
    def asks_app(self) -> bool:
        """Whether the question is about what a server asks of an app."""
        return self.asked is not None and self.asked.request.call.asks_app

    @property
    def is_form(self) -> bool:
        """Whether the person answers a server's form here."""
        return self.asks_app and self.asked is not None and self.asked.request.asked is not None and not self.opens

    @property
    def opens(self) -> str:
        """The address that a yes opens (untrusted); empty where none does."""
        return "" if self.asked is None else self.asked.request.opens

    @property
    def can_edit(self) -> bool:
        """Whether the inputs can be changed."""
        return self.is_answerable and not self.holds_result and (not self.asks_app or self.is_form)

    # What a yes is

    def offer(self, screen: OnScreen) -> Offer:
        """What the button says, and whether it is offered as far as the question goes."""
        given = screen.approval
        if screen.hidden:
            given = replace(given, lack=approval.hidden_by_sheet())
        elif screen.folded_grave and not screen.unread_lines:
            given = replace(given, lack=approval.folded_warnings())
        return approval.offer(screen.unread_lines, self.is_grave, given)

    def is_offered(self, screen: OnScreen) -> bool:
        """Whether a yes is possible at all right now."""
        return self.is_answerable and self.offer(screen).offered

    @staticmethod
    def approves_by_key(screen: OnScreen) -> bool:
        """Whether Ctrl+Return means anything: never while a reason or an edit is written."""
        return not screen.writes_reason and not screen.hidden

    # What leaves the window

    def approve(self, screen: OnScreen, reason: str, bound: Bound) -> AnswerCall | None:
        """Say yes, where that is offered; None where it is not. ``bound``: of a grant, where the yes is for longer."""
        if not self.is_offered(screen):
            return None
        given = screen.approval
        self.said_yes = True
        return self._answer(screen, Approval(given.kind, given.duration), reason, bound)

    def deny(self, screen: OnScreen, reason: str) -> AnswerCall | None:
        """Say no, where the question can be answered; None where it cannot."""
        return self._answer(screen, None, reason, "exact") if self.is_answerable else None

    def sign(self, screen: OnScreen, approver: str, take_secret: Callable[[], str], reason: str) -> SignCall | None:
        """Sign as ``approver``, where that is offered; None where it is not.

        Args:
            screen: what the window shows.
            approver: the registered name of who signs.
            take_secret: takes the secret out of its field; called only where the signature leaves.
            reason: why yes; empty where no rule wants to know.
        """
        if self.asked is None or not self.is_offered(screen):
            return None
        request = self.asked.request
        self.said_yes = True
        self.is_sent = True
        return SignCall(
            request.call.id, request.call.digest, request.round, request.definition.digest, approver,
            take_secret(), reason, self.arming.displayed_ms, screen.unread_lines, screen.note,
        )  # fmt: skip

    def comparison(self) -> CompareCall | None:
        """Ask what the call can be compared with; None where nothing is asked."""
        if self.asked is None or not self.call_id:
            return None
        return CompareCall(self.asked.request.call.id, self.asked.request.call.digest)

    def gone_words(self) -> str:
        """Say what it means for the question on screen that the host is gone."""
        leaves = tr("This window closes by itself now.")
        if not self.call_id:
            return leaves
        if self.said_yes:
            said = tr("Your yes may have reached it or not: the history will say what became of the call.")
        elif self.asks_app:
            said = tr("Nothing was passed on.")
        elif self.holds_result:
            said = tr("The call has run; its result was not released.")
        else:
            said = tr("Nothing was sent to the server.")
        return f"{said} {leaves}"

    def _answer(self, screen: OnScreen, given: Approval | None, reason: str, bound: Bound) -> AnswerCall:
        assert self.asked is not None, "only a question is answered"
        request = self.asked.request
        duration = "once" if given is None else given.duration
        self.is_sent = True
        return AnswerCall(
            request.call.id, request.call.digest, request.round, request.definition.digest, given is not None, reason,
            duration, self.arming.displayed_ms, screen.unread_lines, "exact" if duration == "once" else bound,
            "" if given is None else screen.note,
        )  # fmt: skip


def check(asked: Asked, arguments: str) -> CheckEdit:
    """Ask what would be said of other inputs. ``arguments``: a JSON object as text."""
    call = asked.request.call
    return CheckEdit(call.id, call.digest, arguments)


def edit(asked: Asked, arguments: str) -> EditCall:
    """Ask anew with these inputs, for the very question that was drawn. ``arguments``: a JSON object as text."""
    request = asked.request
    return EditCall(request.call.id, request.call.digest, request.round, request.definition.digest, arguments)
