"""What can be answered of one question, and what the window sends (no Qt; attacks 7, 10, 12 and 13).

Owns: the words of the buttons and choices, and what a yes still lacks; the question that was drawn, and the state of
its answer (being sent, ended, host gone); the messages that leave the window.

Invariants:
    - A yes to unread lines says so, with their number. With a grave finding there is no yes before all was read, and
      never one while something is missing that a rule wants.
    - A button that cannot be pressed says what it would do, and what is missing stands beside it.
    - The words of a duration say exactly what is granted.
    - An answer names the call, the round and the definition that were drawn, by the digests of their bytes. A question
      is answered once. Every way to say yes passes the same checks.
    - There is no yes while a sheet covers the inputs, or while the host is gone.
    - A no carries no duration and no bound.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from msgspec import Struct

from host.control.protocol import AnswerCall, CompareCall, SignCall
from host.control.views import Asked, SigningView, unfilled_texts
from host.model import Bound, GrantDuration, Severity
from host.naming import Verb
from host.values import replace
from ui.consent.arming import ARMING_MS, GRAVE_MS, Arming
from ui.consent.summary import Kind, kind_of
from ui.tr import mark, tr, tr_n

ONCE: Final = mark("Only this call, once")
ONCE_MEANS: Final = mark("The same call is asked again next time.")
UNDRAWN_MEANS: Final = mark("Something in it is too much for this window. It can only be denied.")


class AnswerWords(NamedTuple):
    """What the buttons say for one kind of yes, marked for translation."""

    yes_label: str
    yes_tooltip: str
    unread_yes_label: Callable[[int], str]  # the label while some lines were never in view, by their number
    no_label: str
    note_label: str = ""  # of the button that says yes with a note; empty where no model reads a note


_ANSWER: Final = AnswerWords(
    mark("Send the answer"), mark("The server gets exactly what is shown. Ctrl+Return"),
    lambda n: tr_n("Send without reading {n} line", "Send without reading {n} lines", n), mark("Withhold"),
)  # fmt: skip
ANSWER_WORDS: Final[Mapping[Kind, AnswerWords]] = {
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
    "form": _ANSWER._replace(no_label=mark("Decline")),
    "open": AnswerWords(
        mark("Open the page"), mark("Your browser opens exactly this address. Ctrl+Return"),
        lambda n: tr_n("Open without reading {n} line", "Open without reading {n} lines", n), mark("Decline"),
    ),
}  # fmt: skip


class DurationWords(NamedTuple):
    """What is said of one duration, marked for translation."""

    choice_label: str
    yes_label: str
    grant_intro: str  # the beginning of the sentence that says what is granted, with what it covers behind it


DURATION_WORDS: Final[Mapping[GrantDuration, DurationWords]] = {
    "15min": DurationWords(
        mark("15 minutes"), mark("Approve for 15 minutes"),
        mark("For 15 minutes, {app} may call {route} without asking, with:"),
    ),
    "1h": DurationWords(
        mark("1 hour"), mark("Approve for 1 hour"), mark("For 1 hour, {app} may call {route} without asking, with:"),
    ),
    "chat": DurationWords(
        mark("This chat"), mark("Approve for this chat"),
        mark("Until this chat ends, 24 hours at most, {app} may call {route} without asking, with:"),
    ),
    "quit": DurationWords(
        mark("Until Assent quits"), mark("Approve until Assent quits"),
        mark("Until Assent quits, {app} may call {route} without asking, with:"),
    ),
    "always": DurationWords(
        mark("Always"), mark("Approve always"),
        mark("Until you take it back, {app} may call {route} without asking, with:"),
    ),
}  # fmt: skip
BOUND_LABELS: Final[Mapping[Bound, str]] = {
    "exact": mark("Exactly this call, each time"),
    "pattern": mark("Calls like this one"),
    "any": mark("Any inputs of the kind shown"),
}
"""What a grant covers, as a choice; to be translated where it is shown."""


class MissingStep(Struct, frozen=True):
    """What must be done before a yes is possible, in two sentences."""

    instruction: str
    explanation: str


class Approval(Struct, frozen=True):
    """The yes that a press of the button would give. ``missing_step``: what must be done first; None if nothing."""

    kind: Kind = "approve"
    duration: GrantDuration = "once"
    missing_step: MissingStep | None = None


class ApproveButton(Struct, frozen=True):
    """How the button that says yes looks."""

    label: str
    is_enabled: bool
    tooltip: str  # one sentence about it, also for screen readers
    missing: str = ""  # what must be done first; empty if the button is enabled
    must_read: bool = False  # whether what is missing is to read to the end


def approve_button(unread: int, grave: bool, approval: Approval) -> ApproveButton:
    """Return how the button looks with ``unread`` lines never in view. ``grave``: a finding is of high severity."""
    if unread and grave:
        explanation = tr("Assent warns of danger here, so all of it must be seen first.")
        step = MissingStep(tr("Read to the end first."), explanation)
        return replace(_disabled_button(approval, step), must_read=True)
    if approval.missing_step is not None:
        return _disabled_button(approval, approval.missing_step)
    label = _yes_label(approval)
    if unread:
        without = tr_n("{yes} without reading {n} line", "{yes} without reading {n} lines", unread, yes=label)
        if approval.duration == "once":
            without = ANSWER_WORDS[approval.kind].unread_yes_label(unread)
        return ApproveButton(without, True, tr("Part of what is shown has not been on screen yet."))
    if approval.duration == "once":
        return ApproveButton(label, True, tr(ANSWER_WORDS[approval.kind].yes_tooltip))
    explanation = tr("Sends what is shown, and lets through what is written above. Ctrl+Return")
    return ApproveButton(label, True, explanation)


def _yes_label(approval: Approval) -> str:
    words = ANSWER_WORDS[approval.kind] if approval.duration == "once" else DURATION_WORDS[approval.duration]
    return tr(words.yes_label)


def _disabled_button(approval: Approval, step: MissingStep) -> ApproveButton:
    return ApproveButton(_yes_label(approval), False, step.explanation, step.instruction)


def why_only_exact(asked: Asked) -> str:
    """Why a grant can cover only exactly this call; empty if the host offers more.

    A pattern is offered if one is found and the tool claims nothing that wants care. Any inputs are offered if the
    server is trusted and the tool can do no harm through them.
    """
    if [offer.bound for offer in asked.bounds] != ["exact"]:
        return ""
    if asked.request.call.server.trusted:
        return tr("Nothing wider is offered: no pattern of these inputs is safe.")
    if wants_care(asked):
        return tr(
            "Nothing wider is offered: the tool says that it needs care. Vouch for its server to get more choices."
        )
    return tr("Nothing wider is offered: nobody vouched for this server, and no pattern of these inputs is safe.")


def wants_care(asked: Asked) -> bool:
    """Whether a server that nobody vouched for says that its tool wants care: little is offered for that alone."""
    return not asked.request.call.server.trusted and asked.durations == ("15min",)


def is_grave(asked: Asked) -> bool:
    """Whether any finding has the highest severity."""
    return any(finding.severity is Severity.HIGH for finding in asked.request.findings)


def is_harmful(asked: Asked) -> bool:
    """Whether the button that says yes is red: the call cannot be undone, or was found to do harm.

    That is so if its verb is to delete, pay or grant, if a finding is grave, or if a secret leaves.
    """
    if is_grave(asked):
        return True
    if kind_of(asked) != "approve":
        return False
    serious_kinds = {finding.kind for finding in asked.request.findings if finding.severity is not Severity.INFO}
    leaks = not _LEAK_FINDINGS.isdisjoint(serious_kinds)
    return leaks or asked.action.verb in _IRREVERSIBLE_VERBS


_IRREVERSIBLE_VERBS: Final[frozenset[Verb]] = frozenset({"deletes", "pays", "grants"})
_LEAK_FINDINGS: Final = frozenset({"secret", "exfiltration"})
"""Kinds of findings about data that nobody can get back."""


def _is_unfilled(asked: Asked) -> bool:
    """Whether a yes would send a form that lacks a text which it requires."""
    schema, inputs = asked.request.definition.input_schema, asked.request.call.arguments_value
    return kind_of(asked) == "form" and bool(unfilled_texts(schema, inputs))


def question_identity(asked: Asked) -> tuple[str, str, int, str]:
    """What an answer names: the call, its digest, the round, and the digest of the definition, as drawn."""
    request = asked.request
    return request.call.id, request.call.digest, request.round, request.definition.digest


def question_content(asked: Asked) -> tuple[object, ...]:
    """Everything that a person judges a question by: not the time left, the queue or the signatures so far."""
    request, signing = asked.request, asked.signing
    return (
        request.call.id, request.round, request.call.digest, request.call.app, request.call.server,
        request.definition.digest, request.verdict, request.findings, request.voided_because, request.result,
        request.edited, request.asked, request.during, request.opens,
        asked.why_no_grant, asked.bounds, asked.durations, asked.why_no_always,
        None if signing is None else (signing.required, signing.pin),
    )  # fmt: skip


class ScreenState(Struct, frozen=True):
    """What the window shows of the question right now."""

    approval: Approval  # the yes that a press would give
    unread_lines: int = 0  # lines of what would be sent that were never in view
    folded_grave: int = 0  # grave findings that are not shown yet
    is_covered: bool = False  # whether a sheet covers what would be sent
    is_writing_reason: bool = False  # whether the row for the reason of a denial is open
    note: str = ""  # what the person says to the model with a yes


class Presenter:
    """Decides for a window that asks. ``is_frozen``: whether the host is gone."""

    def __init__(self, clock: Callable[[], float]) -> None:
        """``clock``: monotonic seconds."""
        self.arming = Arming(clock)
        self.is_frozen = False

    def host_gone_text(self) -> str:
        """What the loss of the host means for what is on screen."""
        raise NotImplementedError


class QuestionPresenter(Presenter):
    """Decides what the consent window offers and sends.

    Attributes:
        asked: the question that was drawn, also after it ended; None at first.
        is_drawn: whether all of it is on screen. Before that there is no yes: other parts may be of another question.
        is_sending: whether an answer is under way.
        has_ended: whether the call on screen has ended.
        has_approved: whether the person said yes to this question in this round, whatever became of it.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        super().__init__(clock)
        self.asked: Asked | None = None
        self.is_drawn = self.is_sending = self.has_ended = self.has_approved = False

    # What is asked

    def set_question(self, asked: Asked) -> bool:
        """Set the question to be drawn. Returns whether it differs from the one that was drawn."""
        drawn = self.asked if self.is_drawn and not self.has_ended else None
        is_new = drawn is None or question_content(drawn) != question_content(asked)
        self.asked = asked
        self.is_sending = self.has_ended = False
        if is_new:
            self.is_drawn = self.has_approved = False
            self.arming.set_content(None)  # of the question before; this one is not on screen yet
        return is_new

    def start_arming(self) -> None:
        """Start arming for the question, all of which was drawn."""
        assert self.asked is not None, "only a question is armed"
        self.is_drawn = True
        self.arming.set_needed(GRAVE_MS if is_grave(self.asked) else ARMING_MS)
        self.arming.set_content(question_content(self.asked))

    def end_question(self) -> None:
        """Note that the call on screen has ended: it can no longer be answered."""
        self.has_ended, self.is_sending = True, False
        self.arming.set_content(None)

    def clear(self) -> None:
        """Show no question."""
        self.asked = None
        self.is_drawn = self.is_sending = self.has_ended = False
        self.arming.set_content(None)

    def set_signing(self, call_id: str, signing: SigningView) -> bool:
        """Store new signatures. Returns whether they change the question on screen."""
        if call_id != self.call_id or self.asked is None or signing == self.asked.signing:
            return False
        self.asked = replace(self.asked, signing=signing)
        return True

    def allow_another_answer(self) -> None:
        """Allow another answer: the host refused one, or wants more signatures."""
        self.is_sending = False

    @property
    def call_id(self) -> str:
        """The call that can still be answered or was just answered; empty if there is none."""
        return "" if self.has_ended else self.shown_call_id

    @property
    def shown_call_id(self) -> str:
        """The call on screen, also after it has ended; empty if there is none."""
        return "" if self.asked is None else self.asked.request.call.id

    @property
    def is_answerable(self) -> bool:
        """Whether a yes or a no can be given."""
        return self.asked is not None and not (self.is_sending or self.has_ended or self.is_frozen)

    @property
    def is_result_review(self) -> bool:
        """Whether the question is about releasing a result."""
        return self.asked is not None and self.asked.request.result is not None

    @property
    def link_to_open(self) -> str:
        """The address that a yes opens (untrusted); empty if it opens none."""
        return "" if self.asked is None else self.asked.request.opens

    @property
    def can_edit(self) -> bool:
        """Whether the inputs can be changed."""
        asked = self.asked if self.is_drawn and self.is_answerable else None
        return asked is not None and kind_of(asked) in ("approve", "form")

    # What a yes is

    def approve_button(self, screen: ScreenState) -> ApproveButton:
        """How the button that says yes looks, as far as the question decides that."""
        approval = screen.approval
        if not self.is_drawn:
            return _disabled_button(Approval(), MissingStep(tr("It cannot be shown."), tr(UNDRAWN_MEANS)))
        if screen.is_covered:
            go_back = MissingStep(tr("Go back to the question first."), tr("What it is about is not on screen."))
            approval = replace(approval, missing_step=go_back)
        elif screen.folded_grave and not screen.unread_lines:
            explanation = tr("Assent found something grave, so all of it must be seen first.")
            approval = replace(approval, missing_step=MissingStep(tr("Show the other warnings first."), explanation))
        elif self.asked is not None and _is_unfilled(self.asked):
            explanation = tr("The server requires a text that is still empty.")
            approval = replace(approval, missing_step=MissingStep(tr("Fill in the form first."), explanation))
        return approve_button(screen.unread_lines, self.asked is not None and is_grave(self.asked), approval)

    def can_approve(self, screen: ScreenState) -> bool:
        """Whether a yes is possible right now."""
        return self.is_answerable and self.approve_button(screen).is_enabled

    @staticmethod
    def can_approve_by_key(screen: ScreenState) -> bool:
        """Whether Ctrl+Return does anything: never while a reason or an edit is written."""
        return not screen.is_writing_reason and not screen.is_covered

    # What leaves the window

    def approve(self, screen: ScreenState, reason: str, bound: Bound) -> AnswerCall | None:
        """Return the message of a yes; None if no yes is possible. ``bound``: of a grant."""
        if not self.can_approve(screen):
            return None
        self.has_approved = True
        duration = screen.approval.duration
        return self._answer(screen, reason, True, duration, "exact" if duration == "once" else bound, screen.note)

    def deny(self, screen: ScreenState, reason: str) -> AnswerCall | None:
        """Return the message of a no; None if the question cannot be answered."""
        return self._answer(screen, reason, False) if self.is_answerable else None

    def sign(self, screen: ScreenState, approver: str, take_secret: Callable[[], str], reason: str) -> SignCall | None:
        """Return the message that signs; None if no yes is possible. ``take_secret``: called only if it is sent."""
        if self.asked is None or not self.can_approve(screen):
            return None
        self.has_approved = True
        self.is_sending = True
        displayed_ms = self.arming.displayed_ms
        identity = question_identity(self.asked)
        return SignCall(*identity, approver, take_secret(), reason, displayed_ms, screen.unread_lines, screen.note)

    def comparison_request(self) -> CompareCall | None:
        """Return the message that asks what to compare the call with; None without a question."""
        if self.asked is None or not self.call_id:
            return None
        return CompareCall(self.asked.request.call.id, self.asked.request.call.digest)

    def host_gone_text(self) -> str:
        """What becomes of the question on screen."""
        closing_text = tr("This window closes by itself now.")
        if not self.call_id:
            return closing_text
        if self.has_approved:
            outcome = tr("Your yes may have reached it or not: the history will say what became of the call.")
        elif self.asked is not None and self.asked.request.call.asks_app:
            outcome = tr("Nothing was passed on.")
        elif self.is_result_review:
            outcome = tr("The call has run; its result was not released.")
        else:
            outcome = tr("Nothing was sent to the server.")
        return f"{outcome} {closing_text}"

    def _answer(
        self, screen: ScreenState, reason: str, approve: bool, duration: GrantDuration = "once", bound: Bound = "exact",
        note: str = "",
    ) -> AnswerCall:  # fmt: skip
        assert self.asked is not None, "only a question is answered"
        self.is_sending = True
        displayed_ms, unread = self.arming.displayed_ms, screen.unread_lines
        return AnswerCall(*question_identity(self.asked), approve, reason, duration, displayed_ms, unread, bound, note)
