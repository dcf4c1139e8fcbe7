"""What can be answered of one question, and what the window sends (no Qt; attacks 7, 10, 12 and 13).

Owns: the words of the button that says yes, of duration and bound, and what a yes still lacks; the question that was
drawn, and the state of its answer: under way, over, the host gone; the messages that leave the window.

Invariants: a yes to unread lines says so, with their number; it is not offered where a grave finding stands, and never
while it lacks what a rule wants; a button that is not offered says what it would do, and what is lacking stands beside
it; the words of a duration say exactly what is granted. An answer names the call, the round and the definition that
were drawn, by the digests of their bytes; a question is answered once; whatever presses it, a yes meets the same
checks; while a sheet hides what would be sent, or the host is gone, there is none; a no carries no duration and no
bound.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from msgspec import Struct

from host.control.protocol import AnswerCall, CheckEdit, CompareCall, EditCall, SignCall
from host.control.views import Asked, SigningView
from host.model import Bound, GrantDuration, Severity
from host.naming import Verb
from host.values import replace
from ui.consent.arming import ARMING_MS, GRAVE_MS, Arming
from ui.consent.summary import Kind, kind_of
from ui.tr import mark, tr, tr_n

ONCE: Final = mark("Only this call, once")
ONCE_MEANS: Final = mark("The same call is asked again next time.")


class AnswerWords(NamedTuple):
    """What the buttons say of one kind of yes, marked for translation.

    Attributes:
        yes: the one that says yes.
        why: a sentence about it.
        unread: the same where so many lines were never in view.
        no: the one that says no.
        noted: the one that says yes with a note; empty where no model reads a note.
    """

    yes: str
    why: str
    unread: Callable[[int], str]
    no: str
    noted: str = ""


_ANSWER: Final = AnswerWords(
    mark("Send the answer"), mark("The server gets exactly what is shown. Ctrl+Return"),
    lambda n: tr_n("Send without reading {n} line", "Send without reading {n} lines", n), mark("Withhold"),
)  # fmt: skip
ANSWERS: Final[Mapping[Kind, AnswerWords]] = {
    "approve": AnswerWords(
        mark("Approve once"), mark("Sends exactly what is shown, once. Ctrl+Return"),
        lambda n: tr_n("Approve without reading {n} line", "Approve without reading {n} lines", n),
        mark("Deny"), mark("Approve with a note…"),
    ),
    "sign": AnswerWords(
        mark("Sign"), mark("Your signature counts for exactly what is shown. Ctrl+Return"),
        lambda n: tr_n("Sign without reading {n} line", "Sign without reading {n} lines", n),
        mark("Deny"), mark("Sign with a note…"),
    ),
    "release": AnswerWords(
        mark("Release"), mark("The app gets exactly what is shown. Ctrl+Return"),
        lambda n: tr_n("Release without reading {n} line", "Release without reading {n} lines", n),
        mark("Withhold"), mark("Release with a note…"),
    ),
    "pass": AnswerWords(
        mark("Pass on once"), mark("The app gets exactly what is shown, once. Ctrl+Return"),
        lambda n: tr_n("Pass on without reading {n} line", "Pass on without reading {n} lines", n), mark("Deny"),
    ),
    "read": AnswerWords(
        mark("Read once"), mark("The app gets what the address leads to, once. Ctrl+Return"),
        lambda n: tr_n("Read once, without seeing {n} line", "Read once, without seeing {n} lines", n), mark("Deny"),
    ),
    "answer": _ANSWER,
    "form": _ANSWER._replace(no=mark("Decline")),
    "open": AnswerWords(
        mark("Open the page"), mark("Your browser opens exactly this address. Ctrl+Return"),
        lambda n: tr_n("Open without reading {n} line", "Open without reading {n} lines", n), mark("Decline"),
    ),
}  # fmt: skip


class DurationWords(NamedTuple):
    """What is said of one duration, marked for translation.

    Attributes:
        choice: for how long, as a choice.
        yes: the button that says yes.
        unread: the same where so many lines were never in view.
        granted: the beginning of what is granted, in full.
    """

    choice: str
    yes: str
    unread: Callable[[int], str]
    granted: str


LASTING: Final[Mapping[GrantDuration, DurationWords]] = {
    "15min": DurationWords(
        mark("15 minutes"), mark("Approve for 15 minutes"),
        lambda n: tr_n(
            "Approve for 15 minutes without reading {n} line", "Approve for 15 minutes without reading {n} lines", n
        ),
        mark("For 15 minutes, {app} may call {route} without asking, with:"),
    ),
    "1h": DurationWords(
        mark("1 hour"), mark("Approve for 1 hour"),
        lambda n: tr_n(
            "Approve for 1 hour without reading {n} line", "Approve for 1 hour without reading {n} lines", n
        ),
        mark("For 1 hour, {app} may call {route} without asking, with:"),
    ),
    "chat": DurationWords(
        mark("This chat"), mark("Approve for this chat"),
        lambda n: tr_n(
            "Approve for this chat without reading {n} line", "Approve for this chat without reading {n} lines", n
        ),
        mark("Until this chat ends, 24 hours at most, {app} may call {route} without asking, with:"),
    ),
    "quit": DurationWords(
        mark("Until Assent quits"), mark("Approve until Assent quits"),
        lambda n: tr_n(
            "Approve until Assent quits without reading {n} line",
            "Approve until Assent quits without reading {n} lines", n,
        ),
        mark("Until Assent quits, {app} may call {route} without asking, with:"),
    ),
    "always": DurationWords(
        mark("Always"), mark("Approve always"),
        lambda n: tr_n("Approve always without reading {n} line", "Approve always without reading {n} lines", n),
        mark("Until you take it back, {app} may call {route} without asking, with:"),
    ),
}  # fmt: skip
BOUNDS: Final[Mapping[Bound, str]] = {
    "exact": mark("Exactly this call, each time"),
    "pattern": mark("Calls like this one"),
    "any": mark("Any inputs of this tool"),
}
"""What for, as a choice; to be translated where it is shown."""


class Lack(Struct, frozen=True):
    """What a yes still lacks.

    Attributes:
        text: what to do first, one short sentence.
        why: one sentence about it.
    """

    text: str
    why: str


class Approval(Struct, frozen=True):
    """The yes that a press would give.

    Attributes:
        kind: what it is.
        duration: for how long it holds.
        lack: what it still lacks; None where nothing.
    """

    kind: Kind = "approve"
    duration: GrantDuration = "once"
    lack: Lack | None = None


class Offer(Struct, frozen=True):
    """The button.

    Attributes:
        text: what it says.
        offered: whether it can be pressed.
        why: one sentence about it, for tooltip and screen reader.
        missing: what to do first; empty where it is offered.
        must_read: whether that is to read to the end.
    """

    text: str
    offered: bool
    why: str
    missing: str = ""
    must_read: bool = False


def offer(unread: int, grave: bool, yes: Approval) -> Offer:
    """What the button says with ``unread`` lines never in view. ``grave``: a high finding stands."""
    if unread and grave:
        lack = Lack(tr("Read to the end first."), tr("Assent warns of danger here, so all of it must be seen first."))
        return replace(_withheld(yes, lack), must_read=True)
    if yes.lack is not None:
        return _withheld(yes, yes.lack)
    if unread:
        return Offer(_words(yes).unread(unread), True, tr("Part of what is shown has not been on screen yet."))
    if yes.duration == "once":
        return Offer(tr(_words(yes).yes), True, tr(ANSWERS[yes.kind].why))
    why = tr("Sends what is shown, and lets through what is written above. Ctrl+Return")
    return Offer(tr(_words(yes).yes), True, why)


def _words(yes: Approval) -> AnswerWords | DurationWords:
    return ANSWERS[yes.kind] if yes.duration == "once" else LASTING[yes.duration]


def _withheld(yes: Approval, lack: Lack) -> Offer:
    return Offer(tr(_words(yes).yes), False, lack.why, lack.text)


def granting(duration: GrantDuration, app: str, route: str) -> str:
    """The beginning of what is granted; the lines of what it covers follow. ``app``, ``route``: escaped."""
    return tr(LASTING[duration].granted, app=app, route=route)


def why_only_exact(asked: Asked) -> str:
    """Why a grant covers exactly this call alone; empty where the host offers more.

    A pattern is offered wherever one is found and the tool claims nothing that wants care; any inputs are offered of a
    server that somebody vouches for, of a tool that has no power to do harm by them.
    """
    if [offer.bound for offer in asked.bounds] != ["exact"]:
        return ""
    if asked.request.call.server.trusted:
        return tr("Wider is not offered: no pattern of these inputs is safe to offer.")
    if asked.durations == ("15min",):
        return tr("Wider is not offered: the tool wants care, and nobody vouched for its server.")
    return tr("Wider is not offered: nobody vouched for this server, and no pattern of these inputs is safe to offer.")


def is_grave(asked: Asked) -> bool:
    """Whether a finding of the highest severity stands."""
    return any(finding.severity is Severity.HIGH for finding in asked.request.findings)


def is_harmful(asked: Asked) -> bool:
    """Whether the button that says yes is red: what follows cannot be taken back, or was found to do harm.

    By its verb a call deletes, pays or gives rights; by what was found something is grave, or a secret leaves.
    """
    if is_grave(asked):
        return True
    if kind_of(asked) != "approve":
        return False
    leaves = any(it.kind in _LEAVES and it.severity is not Severity.INFO for it in asked.request.findings)
    return leaves or asked.action.verb in _FOR_GOOD


_FOR_GOOD: Final[frozenset[Verb]] = frozenset({"deletes", "pays", "grants"})
_LEAVES: Final = frozenset({"secret", "exfiltration"})
"""Kinds of findings of what nobody gets back."""


def drawn(asked: Asked) -> tuple[str, str, int, str]:
    """What an answer names: the call, its digest, the round, and the digest of the definition that were drawn."""
    request = asked.request
    return request.call.id, request.call.digest, request.round, request.definition.digest


def content_of(asked: Asked) -> tuple[object, ...]:
    """What of a question is content: everything that a person judges by, but not the time left, queue or signatures."""
    request, signing = asked.request, asked.signing
    return (
        request.call.id, request.round, request.call.digest, request.call.app, request.call.server,
        request.definition.digest, request.verdict, request.findings, request.voided_because, request.result,
        request.edited, request.asked, request.during, request.opens,
        asked.no_grant, asked.bounds, asked.durations, asked.no_always,
        None if signing is None else (signing.required, signing.pin),
    )  # fmt: skip


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


class Presenter:
    """What decides for a window that asks.

    Attributes:
        arming: when a yes counts.
        is_frozen: whether the host is gone.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        """``clock``: monotonic seconds."""
        self.arming = Arming(clock)
        self.is_frozen = False

    def gone_words(self) -> str:
        """Say what it means for what is on screen that the host is gone."""
        raise NotImplementedError


class QuestionPresenter(Presenter):
    """Decides what the consent window offers and sends.

    Attributes:
        asked: the question that was drawn, also after it ended; None at first.
        is_sent: whether an answer is under way.
        is_over: whether the call on screen has ended.
        said_yes: whether the person said yes to this question in this round, whatever became of it.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        """``clock``: monotonic seconds."""
        super().__init__(clock)
        self.asked: Asked | None = None
        self.is_sent = self.is_over = self.said_yes = False

    # What is asked

    def show(self, asked: Asked) -> bool:
        """Take a question to be drawn. Returns whether it is another one than was drawn: what was read stays read."""
        is_new = self.is_over or self.asked is None or content_of(self.asked) != content_of(asked)
        self.asked = asked
        self.is_sent = self.is_over = False
        if is_new:
            self.said_yes = False
        return is_new

    def arm(self) -> None:
        """Begin to arm for the question that was drawn."""
        assert self.asked is not None, "only a question is armed"
        self.arming.set_needed(GRAVE_MS if is_grave(self.asked) else ARMING_MS)
        self.arming.set_content(content_of(self.asked))

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
    def holds_result(self) -> bool:
        """Whether the question is about releasing a result."""
        return self.asked is not None and self.asked.request.result is not None

    @property
    def opens(self) -> str:
        """The address that a yes opens (untrusted); empty where none does."""
        return "" if self.asked is None else self.asked.request.opens

    @property
    def can_edit(self) -> bool:
        """Whether the inputs can be changed."""
        return self.is_answerable and self.asked is not None and kind_of(self.asked) in ("approve", "form")

    # What a yes is

    def offer(self, screen: OnScreen) -> Offer:
        """What the button says, and whether it is offered as far as the question goes."""
        given = screen.approval
        if screen.hidden:
            hidden = Lack(tr("Go back to the question first."), tr("What it is about is not on screen."))
            given = replace(given, lack=hidden)
        elif screen.folded_grave and not screen.unread_lines:
            why = tr("Assent found something grave, so all of it must be seen first.")
            given = replace(given, lack=Lack(tr("Show the other warnings first."), why))
        return offer(screen.unread_lines, self.asked is not None and is_grave(self.asked), given)

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
        self.said_yes = True
        self.is_sent = True
        shown = self.arming.displayed_ms
        return SignCall(*drawn(self.asked), approver, take_secret(), reason, shown, screen.unread_lines, screen.note)

    def comparison(self) -> CompareCall | None:
        """Ask what the call can be compared with; None where nothing is asked."""
        if self.asked is None or not self.call_id:
            return None
        return CompareCall(self.asked.request.call.id, self.asked.request.call.digest)

    def gone_words(self) -> str:
        """What becomes of the question on screen."""
        leaves = tr("This window closes by itself now.")
        if not self.call_id:
            return leaves
        if self.said_yes:
            said = tr("Your yes may have reached it or not: the history will say what became of the call.")
        elif self.asked is not None and self.asked.request.call.asks_app:
            said = tr("Nothing was passed on.")
        elif self.holds_result:
            said = tr("The call has run; its result was not released.")
        else:
            said = tr("Nothing was sent to the server.")
        return f"{said} {leaves}"

    def _answer(self, screen: OnScreen, given: Approval | None, reason: str, bound: Bound) -> AnswerCall:
        assert self.asked is not None, "only a question is answered"
        duration = "once" if given is None else given.duration
        self.is_sent = True
        return AnswerCall(
            *drawn(self.asked), given is not None, reason, duration, self.arming.displayed_ms, screen.unread_lines,
            "exact" if duration == "once" else bound, "" if given is None else screen.note,
        )  # fmt: skip


def check(asked: Asked, arguments: str) -> CheckEdit:
    """Ask what would be said of other inputs. ``arguments``: a JSON object as text."""
    call = asked.request.call
    return CheckEdit(call.id, call.digest, arguments)


def edit(asked: Asked, arguments: str) -> EditCall:
    """Ask anew with these inputs, for the very question that was drawn. ``arguments``: a JSON object as text."""
    return EditCall(*drawn(asked), arguments)
