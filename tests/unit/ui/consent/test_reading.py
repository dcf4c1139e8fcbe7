"""What Approve says, the time left, and how a question gets attention."""

from __future__ import annotations

import dataclasses

import pytest

from host.model import Finding, Severity
from tests.support.window import asked
from tests.unit.ui.consent.support import Clock
from ui.consent import reading
from ui.consent.attention import Attention, attention
from ui.consent.countdown import Countdown
from ui.consent.findings import ranked

HIGH = Finding("path", Severity.HIGH, "Writes outside the folders you allowed.", "/etc/passwd")


def test_s07_a_yes_to_unread_lines_says_how_many() -> None:
    assert reading.offer(14_200, False, "once").text == "Approve without reading 14,200 lines"
    assert reading.offer(1, False, "once").text == "Approve without reading 1 line"
    assert reading.offer(14_200, False, "15min").text == "Approve for 15 minutes without reading 14,200 lines"


def test_s07_unread_lines_are_not_approved_where_a_grave_finding_stands() -> None:
    offer = reading.offer(1, True, "once")
    assert (offer.text, offer.offered) == ("Read to the end to approve", False)
    assert reading.offer(0, True, "once").offered


def test_s13_the_words_of_a_scope_say_what_is_granted() -> None:
    assert reading.offer(0, False, "once").text == "Approve once"
    assert reading.offer(0, False, "15min").text == "Approve for 15 minutes"
    assert reading.QUARTER == "Exactly this call, for 15 minutes"


@pytest.mark.parametrize(
    ("severity", "grave"), [(Severity.HIGH, True), (Severity.INFO, False), (Severity.MEDIUM, False)]
)
def test_only_the_worst_findings_are_grave(severity: Severity, grave: bool) -> None:
    assert reading.is_grave(asked(findings=(Finding("x", severity, "Something."),))) is grave


def test_the_worst_findings_come_first_and_equals_stay_in_order() -> None:
    found = tuple(
        Finding(kind, severity, kind)
        for kind, severity in (("a", Severity.INFO), ("b", Severity.HIGH), ("c", Severity.INFO), ("d", Severity.MEDIUM))
    )
    assert [finding.kind for finding in ranked(found)] == ["b", "d", "a", "c"]


def test_time_and_queue_are_no_content_and_everything_judged_by_is() -> None:
    one = asked()
    later = dataclasses.replace(one, left=12.0, paused=30.0)
    assert reading.content_of(one) == reading.content_of(later)
    for other in (
        asked(round_=2),
        asked(findings=(HIGH,)),
        asked({"path": "x", "content": "y"}),
        asked(no_grant="No."),
    ):
        assert reading.content_of(one) != reading.content_of(other)


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
