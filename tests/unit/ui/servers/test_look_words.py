"""The first look at servers in sentences: which of them one press may approve."""

from __future__ import annotations

import pytest

from host.control.views import ServerDetails, ToolView
from host.model import Finding, Severity
from host.values import replace
from tests.gallery.reviews import NEW, TWINS
from tests.gallery.welcome import BROUGHT, FILES, GITHUB
from ui.servers import words


def with_finding(severity: Severity) -> ServerDetails:
    tool = ToolView("write_file", b"{}", "writes", (Finding("odd", severity, "something"),), "new")
    return replace(BROUGHT["files"], tools=(*BROUGHT["files"].tools, tool))


@pytest.mark.parametrize("severity", [Severity.HIGH, Severity.MEDIUM])
def test_a_server_with_a_finding_of_weight_is_left_for_its_own_review(severity: Severity) -> None:
    assert words.own_way(with_finding(severity)) == (
        "Something was found in what it says of 1 tool. Read it by itself."
    )


@pytest.mark.parametrize("severity", [Severity.HIGH, Severity.MEDIUM])
def test_s34_a_finding_in_the_instructions_leaves_it_for_its_own_review_too(severity: Severity) -> None:
    whole = BROUGHT["files"]
    found = replace(whole.review, findings=(Finding("odd", severity, "something"),))
    assert words.own_way(replace(whole, review=found)) == (
        "Something was found in its instructions to the model. Read it by itself."
    )


def test_what_a_finding_only_tells_keeps_no_server_back() -> None:
    assert words.own_way(with_finding(Severity.INFO)) == ""
    assert words.own_way(BROUGHT["files"]) == ""


def test_what_nobody_can_approve_and_who_wants_a_sign_in_is_left_as_well() -> None:
    whole = BROUGHT["files"]
    for review in (replace(whole.review, odd=("twice",)), replace(whole.review, whole=False)):
        assert "cannot be approved" in words.own_way(replace(whole, review=review))
    assert "sign in" in words.own_way(BROUGHT["github"])
    for grave in (NEW, TWINS):
        assert words.own_way(grave)


def test_the_buttons_say_what_they_do() -> None:
    assert words.start_words((FILES,)) == "Put behind Assent and start it to look"
    assert words.start_words((FILES, GITHUB)) == "Put behind Assent and start them to look"
    assert words.start_words((GITHUB,)) == "Put behind Assent and connect to look"
    assert words.approve_several_words(23, 2) == "Approve 23 tools of 2 servers"
    assert words.approve_several_words(1, 1) == "Approve 1 tool of 1 server"
    assert words.approve_several_words(0, 1) == "Approve 1 server without tools"
    assert words.later_words(0) == ""
    assert words.later_words(2).startswith("2 more servers")
