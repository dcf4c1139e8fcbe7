"""What Approve says, the time left, and how a question gets attention."""

from __future__ import annotations

import pytest

from host.control.views import ActionView
from host.model import BoundOffer, Finding, GrantDuration, Severity
from host.naming import Verb
from host.values import replace
from tests.support.window import asked, signing
from tests.unit.ui.consent.support import Clock
from ui.consent import presenter
from ui.consent.controller import Attention, attention
from ui.consent.finding_words import ranked
from ui.consent.presenter import Approval, Lack
from ui.consent.queue import Countdown
from ui.consent.summary import Kind

KINDS: tuple[Kind, ...] = ("approve", "sign", "release")
QUARTER = Approval(duration="15min")
HIGH = Finding("path", Severity.HIGH, "Writes outside the folders you allowed.", "/etc/passwd")


def test_s07_a_yes_to_unread_lines_says_how_many() -> None:
    assert presenter.offer(14_200, False, Approval()).text == "Approve without reading 14,200 lines"
    assert presenter.offer(1, False, Approval()).text == "Approve without reading 1 line"
    assert presenter.offer(14_200, False, QUARTER).text == "Approve for 15 minutes without reading 14,200 lines"
    assert presenter.offer(2, False, Approval("sign")).text == "Sign without reading 2 lines"
    assert presenter.offer(2, False, Approval("release")).text == "Release without reading 2 lines"


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_s07_unread_lines_are_not_approved_where_a_grave_finding_stands(kind: Kind) -> None:
    offer = presenter.offer(1, True, Approval(kind))
    read = presenter.offer(0, True, Approval(kind))
    assert (offer.text, offer.offered, offer.missing) == (read.text, False, "Read to the end first.")
    assert (read.offered, read.missing) == (True, "")


def test_s13_the_words_of_a_scope_say_what_is_granted() -> None:
    scopes: list[GrantDuration] = ["once", "15min", "1h", "chat", "quit", "always"]
    assert [presenter.offer(0, False, Approval(duration=scope)).text for scope in scopes] == [
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
    offer = presenter.offer(unread, False, Approval(kind, lack=Lack("Say why", "A rule wants it.")))
    assert offer == presenter.Offer(
        presenter.offer(0, False, Approval(kind)).text, False, "A rule wants it.", "Say why"
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
    assert [finding.kind for finding in ranked(found)] == ["b", "d", "a", "c"]


def test_time_and_queue_are_no_content_and_everything_judged_by_is() -> None:
    one = asked()
    later = replace(one, left=12.0, paused=30.0)
    assert presenter.content_of(one) == presenter.content_of(later)
    for other in (
        asked(round_=2),
        asked(findings=(HIGH,)),
        asked({"path": "x", "content": "y"}),
        asked(no_grant="No."),
        asked(result=b"{}"),
        asked(durations=("15min",)),
        asked(bounds=(BoundOffer("any", ("any inputs",)),)),
        asked(signing=signing()),
    ):
        assert presenter.content_of(one) != presenter.content_of(other)


def test_who_has_signed_is_no_content() -> None:
    signed = asked(signing=signing("Dr. Ada Lindqvist"))
    assert presenter.content_of(asked(signing=signing())) == presenter.content_of(signed)


def test_the_clock_stands_while_the_person_works() -> None:
    clock = Clock()
    left = Countdown(clock, 300.0, 30.0)
    clock.pass_ms(20_000)
    assert (left.left, left.is_paused) == (300.0, True)
    clock.pass_ms(20_000)
    assert (left.left, left.is_paused) == (290.0, False)
    clock.pass_ms(900_000)
    assert left.left == 0.0
    left.set(60.0, 0.0)
    assert left.left == 60.0


@pytest.mark.parametrize(
    ("visible", "active", "typing", "how"),
    [
        (False, False, False, Attention.ELSEWHERE),
        (True, False, False, Attention.ELSEWHERE),
        (True, True, False, Attention.FRONT),
        (True, True, True, Attention.BESIDE),
    ],
)
def test_a_question_is_polite(visible: bool, active: bool, typing: bool, how: Attention) -> None:
    assert attention(visible=visible, active=active, typing=typing) is how


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
