"""What the consent window offers and sends, asked of its presenter."""

from __future__ import annotations

import pytest

from host.control.views import ActionView, Asked
from host.model import BoundOffer, Finding, GrantDuration, JsonObject, Severity
from host.naming import Verb
from host.values import replace
from tests.gallery.requests import answered_here
from tests.support.window import asked, signing
from tests.unit.ui.consent.support import Clock, Table, seen
from ui.consent import presenter
from ui.consent.finding_words import by_severity
from ui.consent.presenter import Approval, MissingStep, QuestionPresenter, ScreenState
from ui.consent.summary import Kind

NOTHING = "Nothing was sent to the server. This window closes by itself now."
UNSURE = (
    "Your yes may have reached it or not: the history will say what became of the call. "
    "This window closes by itself now."
)
GRAVE = Finding("outside-folders", Severity.HIGH, "Writes outside the folders you allowed.", "", ("path",))
READ = ScreenState(Approval())


def presenter_of(question: Asked) -> QuestionPresenter:
    """A presenter whose question was drawn."""
    made = QuestionPresenter(Clock())
    made.set_question(question)
    made.start_arming()
    return made


# What is offered


def test_s12_an_answer_names_the_call_the_round_and_the_definition_that_were_drawn() -> None:
    question = asked(round_=3)
    answer = presenter_of(question).approve(READ, "because", "exact")
    request = question.request
    assert answer is not None
    assert (answer.call_id, answer.digest, answer.round, answer.definition, answer.approve, answer.reason) == (
        request.call.id, request.call.digest, 3, request.definition.digest, True, "because",
    )  # fmt: skip


def test_s12_a_question_is_answered_once() -> None:
    presenter = presenter_of(asked())
    assert presenter.deny(READ, "") is not None
    assert presenter.deny(READ, "") is None
    assert presenter.approve(READ, "", "exact") is None


def test_an_answer_that_was_refused_can_be_given_again() -> None:
    presenter = presenter_of(asked())
    assert presenter.approve(READ, "", "exact") is not None
    presenter.allow_another_answer()
    assert presenter.approve(READ, "", "exact") is not None


def test_s10_while_a_sheet_hides_the_question_there_is_no_yes_and_a_no() -> None:
    presenter = presenter_of(asked())
    hidden = replace(READ, is_covered=True)
    assert not presenter.can_approve(hidden)
    assert not presenter.can_approve_by_key(hidden)
    assert presenter.approve(hidden, "", "exact") is None
    assert presenter.deny(hidden, "") is not None


def test_s10_a_key_approves_never_while_a_reason_is_written() -> None:
    presenter = presenter_of(asked())
    assert presenter.can_approve_by_key(READ)
    assert presenter.can_approve_by_key(replace(READ, approval=Approval(duration="1h")))
    assert not presenter.can_approve_by_key(replace(READ, is_writing_reason=True))


def test_a_note_goes_with_a_yes_and_not_with_a_no() -> None:
    noted = replace(READ, note="only this file")
    for said in (presenter_of(asked()).approve(noted, "", "exact"), presenter_of(asked()).sign(noted, "ana", str, "")):
        assert said is not None
        assert said.note == "only this file"
    denied = presenter_of(asked()).deny(noted, "")
    assert denied is not None
    assert denied.note == ""


@pytest.mark.parametrize("unread", [replace(READ, unread_lines=1), replace(READ, folded_grave=1)])
def test_s07_with_a_grave_finding_what_was_not_seen_cannot_be_approved(unread: ScreenState) -> None:
    presenter = presenter_of(asked(findings=(GRAVE,)))
    assert presenter.approve(unread, "", "exact") is None
    assert presenter.approve(READ, "", "exact") is not None


@pytest.mark.parametrize(
    ("content", "fields", "lacks"),
    [
        ({"mail": "", "day": ""}, {}, True),
        ({"mail": "ana@example.org", "day": ""}, {}, True),
        ({"mail": "ana@example.org", "day": "2026-12-24"}, {}, False),
        ({"mail": "", "day": "2026-12-24"}, {"mail": {"type": "string", "enum": ["", "a"]}}, False),  # a choice
        ({"mail": "a", "day": "b", "more": ""}, {"more": {"type": "string"}}, False),
    ],
)
def test_a_form_waits_for_the_texts_that_it_requires(content: JsonObject, fields: JsonObject, lacks: bool) -> None:
    schema: JsonObject = {"type": "object", "properties": fields, "required": ["mail", "day", 7]}
    presenter = presenter_of(answered_here("When?", content, schema))
    read = ScreenState(Approval(kind="form"))
    assert presenter.approve_button(read).missing == ("Fill in the form first." if lacks else "")
    assert (presenter.approve(read, "", "exact") is None) is lacks


def test_nothing_is_answered_of_a_call_that_is_over_or_while_the_host_is_gone() -> None:
    over, frozen = presenter_of(asked()), presenter_of(asked())
    over.end_question()
    frozen.is_frozen = True
    for ended in (over, frozen):
        assert ended.approve(READ, "", "exact") is None
        assert ended.deny(READ, "") is None
    assert over.call_id == ""


def test_s13_a_no_carries_no_scope_and_once_carries_no_bound() -> None:
    hour = replace(READ, approval=Approval(duration="1h"))
    denied, once = presenter_of(asked()).deny(hour, ""), presenter_of(asked()).approve(READ, "", "any")
    granted = presenter_of(asked()).approve(hour, "", "any")
    assert denied is not None
    assert once is not None
    assert granted is not None
    assert [(answer.duration, answer.bound) for answer in (denied, once, granted)] == [
        ("once", "exact"), ("once", "exact"), ("1h", "any"),
    ]  # fmt: skip


def test_s10_a_secret_is_taken_only_where_its_signature_leaves() -> None:
    taken: list[str] = []

    def take() -> str:
        taken.append("1234")
        return "1234"

    presenter = presenter_of(asked(signing=signing()))
    sign = replace(READ, approval=Approval("sign"))
    assert presenter.sign(replace(sign, is_covered=True), "ana", take, "") is None
    assert taken == []
    said = presenter.sign(sign, "ana", take, "")
    assert said is not None
    assert (said.approver, said.secret, taken) == ("ana", "1234", ["1234"])
    assert presenter.host_gone_text() != NOTHING, "the signature may have been the last that the call wanted"


def test_s10_the_same_question_again_is_no_other_and_another_round_is() -> None:
    presenter = presenter_of(asked())
    epoch = presenter.arming.epoch
    assert not presenter.set_question(asked())
    presenter.start_arming()
    assert presenter.arming.epoch == epoch
    assert presenter.set_question(asked(round_=2, voided_because="The definition changed."))
    presenter.start_arming()
    assert presenter.arming.epoch > epoch


# What is said when the host goes: that nothing was sent, only where it is sure


def test_of_a_question_without_an_answer_nothing_was_sent() -> None:
    assert presenter_of(asked()).host_gone_text() == NOTHING


def test_of_a_denied_one_neither() -> None:
    presenter = presenter_of(asked())
    assert presenter.deny(READ, "") is not None
    assert presenter.host_gone_text() == NOTHING


def test_what_became_of_an_approved_one_this_window_cannot_know() -> None:
    presenter = presenter_of(asked())
    assert presenter.approve(READ, "", "exact") is not None
    assert presenter.host_gone_text() == UNSURE


def test_a_yes_whose_receipt_was_lost_may_still_have_arrived() -> None:
    presenter = presenter_of(asked())
    assert presenter.approve(READ, "", "exact") is not None
    presenter.allow_another_answer()
    assert presenter.host_gone_text() == UNSURE


def test_a_yes_that_became_void_sent_nothing() -> None:
    presenter = presenter_of(asked())
    assert presenter.approve(READ, "", "exact") is not None
    presenter.set_question(asked(round_=2, voided_because="The definition changed."))
    assert presenter.host_gone_text() == NOTHING


def test_of_a_call_that_is_over_only_the_window_is_spoken_of() -> None:
    presenter = presenter_of(asked())
    presenter.end_question()
    assert presenter.host_gone_text() == "This window closes by itself now."


def test_the_window_says_so(table: Table) -> None:
    table.show(asked())
    table.link.closed.emit("the host is gone")
    assert NOTHING in seen(table.window)


# What Approve says

KINDS: tuple[Kind, ...] = ("approve", "sign", "release")
QUARTER = Approval(duration="15min")
HIGH = Finding("path", Severity.HIGH, "Writes outside the folders you allowed.", "/etc/passwd")


def test_s07_a_yes_to_unread_lines_says_how_many() -> None:
    assert presenter.approve_button(14_200, False, Approval()).label == "Approve without reading 14,200 lines"
    assert presenter.approve_button(1, False, Approval()).label == "Approve without reading 1 line"
    assert (
        presenter.approve_button(14_200, False, QUARTER).label == "Approve for 15 minutes without reading 14,200 lines"
    )
    assert presenter.approve_button(2, False, Approval("sign")).label == "Sign without reading 2 lines"
    assert presenter.approve_button(2, False, Approval("release")).label == "Release without reading 2 lines"


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_s07_unread_lines_are_not_approved_where_a_grave_finding_stands(kind: Kind) -> None:
    offer = presenter.approve_button(1, True, Approval(kind))
    read = presenter.approve_button(0, True, Approval(kind))
    assert (offer.label, offer.is_enabled, offer.missing) == (read.label, False, "Read to the end first.")
    assert (read.is_enabled, read.missing) == (True, "")


def test_s13_the_words_of_a_scope_say_what_is_granted() -> None:
    scopes: list[GrantDuration] = ["once", "15min", "1h", "chat", "quit", "always"]
    assert [presenter.approve_button(0, False, Approval(duration=scope)).label for scope in scopes] == [
        "Approve once",
        "Approve for 15 minutes",
        "Approve for 1 hour",
        "Approve for this chat",
        "Approve until Assent quits",
        "Approve always",
    ]


@pytest.mark.parametrize("unread", [0, 3])
@pytest.mark.parametrize("kind", sorted(KINDS))
def test_a_yes_that_lacks_something_is_not_offered_and_says_what(kind: Kind, unread: int) -> None:
    offer = presenter.approve_button(
        unread, False, Approval(kind, missing_step=MissingStep("Say why", "A rule wants it."))
    )
    assert offer == presenter.ApproveButton(
        presenter.approve_button(0, False, Approval(kind)).label, False, "A rule wants it.", "Say why"
    )


@pytest.mark.parametrize(
    ("severity", "grave"), [(Severity.HIGH, True), (Severity.INFO, False), (Severity.MEDIUM, False)]
)
def test_only_the_worst_findings_are_grave(severity: Severity, grave: bool) -> None:
    assert presenter.is_grave(asked(findings=(Finding("x", severity, "Something."),))) is grave


def test_the_worst_findings_come_first_and_equals_stay_in_order() -> None:
    found = tuple(
        Finding(kind, severity, kind)
        for kind, severity in (("a", Severity.INFO), ("b", Severity.HIGH), ("c", Severity.INFO), ("d", Severity.MEDIUM))
    )
    assert [finding.kind for finding in by_severity(found)] == ["b", "d", "a", "c"]


def test_time_and_queue_are_no_content_and_everything_judged_by_is() -> None:
    one = asked()
    later = replace(one, left=12.0, paused=30.0)
    assert presenter.question_content(one) == presenter.question_content(later)
    for other in (
        asked(round_=2),
        asked(findings=(HIGH,)),
        asked({"path": "x", "content": "y"}),
        asked(why_no_grant="No."),
        asked(result=b"{}"),
        asked(durations=("15min",)),
        asked(bounds=(BoundOffer("any", ("any inputs",)),)),
        asked(signing=signing()),
    ):
        assert presenter.question_content(one) != presenter.question_content(other)


def test_who_has_signed_is_no_content() -> None:
    signed = asked(signing=signing("Dr. Ada Lindqvist"))
    assert presenter.question_content(asked(signing=signing())) == presenter.question_content(signed)


@pytest.mark.parametrize(
    ("verb", "kind", "severity", "red"),
    [
        ("reads", "", Severity.INFO, False),
        ("writes", "path", Severity.MEDIUM, False),
        ("writes", "path", Severity.HIGH, True),
        ("deletes", "", Severity.INFO, True),
        ("pays", "", Severity.INFO, True),
        ("grants", "", Severity.INFO, True),
        ("sends", "secret", Severity.MEDIUM, True),
        ("sends", "secret", Severity.INFO, False),
        ("sends", "exfiltration", Severity.MEDIUM, True),
    ],
)
def test_the_button_is_red_by_one_rule_of_verbs_and_severities(
    verb: Verb, kind: str, severity: Severity, red: bool
) -> None:
    findings = (Finding(kind, severity, "x"),) if kind else ()
    question = replace(asked(findings=findings), action=ActionView(verb))
    assert presenter.is_harmful(question) is red
    held = replace(question, request=replace(question.request, result=b"{}"))
    assert presenter.is_harmful(held) is (severity is Severity.HIGH), "what has run is not taken back by a no"
