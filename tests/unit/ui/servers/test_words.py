"""Servers in words."""

from __future__ import annotations

from typing import get_args

import pytest

from host.control.views import ServerDetails, ServerStateName, ServerTest, ToolView
from host.model import Finding, Severity, Trust
from host.values import replace
from tests.gallery.reviews import NEW, TWINS
from tests.gallery.welcome import BROUGHT, FILES, GITHUB
from tests.support import window
from ui.servers import words


@pytest.mark.parametrize("state", get_args(ServerStateName))
def test_every_state_has_a_word_an_icon_and_a_meaning(state: ServerStateName) -> None:
    shown = words.state_style(window.server(state=state))
    assert shown.word
    assert shown.icon
    assert shown.meaning.endswith(".")


def test_a_definition_that_cannot_be_read_has_no_title_and_no_description() -> None:
    title, description = words.title_and_description(ToolView("x", b'{"name": broken'))
    assert (title.raw(), description.raw()) == ("", "")


@pytest.mark.parametrize(
    ("definition", "title"),
    [
        (b'{"title":"T","annotations":{"title":"A"}}', "T"),
        (b'{"annotations":{"title":"A"}}', "A"),
        (b'{"title":7,"description":[],"annotations":[]}', ""),
        (b'{"annotations":{"title":{}}}', ""),
    ],
)
def test_a_title_is_taken_where_there_is_one_and_it_is_text(definition: bytes, title: str) -> None:
    found, description = words.title_and_description(ToolView("x", definition))
    assert (found.raw(), description.raw()) == (title, "")


def test_what_a_test_found_says_how_long_it_took() -> None:
    assert words.test_result(ServerTest(True, "", "2025-11-25", 1, 812.0)) == (
        "neutral", "It works", "Started, greeted and listed 1 tool in 812 ms. Protocol revision 2025-11-25.",
    )  # fmt: skip
    tone, title, said = words.test_result(ServerTest(False, "it ended", "", 0, 5.0))
    assert (tone, title) == ("red", "It does not work")
    assert said.startswith("It ended. ")
    assert said.endswith("press Test.")


@pytest.mark.parametrize("trust", get_args(Trust))
def test_every_level_of_trust_has_a_word_an_icon_and_a_meaning(trust: Trust) -> None:
    shown = words.trust_style(window.server(trust=trust))
    assert shown.word
    assert shown.icon
    assert shown.meaning.endswith(".")


def test_the_lesser_level_reads_otherwise_than_the_administrators() -> None:
    assert words.trust_sentence(window.server(trust="user", config_digest="a")).startswith("You vouch")
    assert words.trust_sentence(window.server(trust="managed", config_digest="a")).startswith(
        "Your administrator vouches"
    )
    assert words.trust_sentence(window.server(config_digest="a")).startswith("Nobody vouches")
    assert words.trust_sentence(window.server(config_digest="")) == (
        "It cannot be used as it stands, so nobody can vouch for it."
    )


def test_what_the_administrators_file_says_of_a_server() -> None:
    assert words.managed_sentence(window.server()) == ""
    assert words.managed_sentence(window.server(managed=True)) == "It is configured by your administrator."
    assert "Its tools are pinned" in words.managed_sentence(window.server(pinned=True))


def test_a_digest_is_cut_with_a_mark() -> None:
    assert words.short_digest(window.server(config_digest="0123456789abcdef" * 4)) == "0123456789abcdef…"
    assert words.short_digest(window.server()) == ""


@pytest.mark.parametrize("state", ["not usable", "disabled"])
def test_the_file_that_is_to_blame_is_the_one_that_configures_the_server(state: ServerStateName) -> None:
    own = words.state_style(window.server(state=state)).meaning
    theirs = words.state_style(window.server(state=state, managed=True)).meaning
    assert "servers.json" in own
    assert "servers.json" not in theirs
    assert "your administrator's file" in theirs


@pytest.mark.parametrize(
    ("kind", "command", "host"),
    [
        ("http", ("https://mcp.example.com/mcp?…",), "mcp.example.com"),
        ("http", ("http://127.0.0.1:8000",), "127.0.0.1:8000"),
        ("http", ("https://mcp.example.com?…",), "mcp.example.com"),
        ("http", ("${env:WHERE}",), ""),
        ("http", (), ""),
        ("stdio", ("https://odd-program",), ""),
    ],
)
def test_the_host_of_a_server_is_told_apart_where_there_is_one(kind: str, command: tuple[str, ...], host: str) -> None:
    assert words.host_of(window.server(kind=kind, command=command)) == host


def with_finding(severity: Severity) -> ServerDetails:
    tool = ToolView("write_file", b"{}", "writes", (Finding("odd", severity, "something"),), "new")
    return replace(BROUGHT["files"], tools=(*BROUGHT["files"].tools, tool))


@pytest.mark.parametrize("severity", [Severity.HIGH, Severity.MEDIUM])
def test_a_server_with_a_finding_of_weight_is_left_for_its_own_review(severity: Severity) -> None:
    assert words.needs_own_review(with_finding(severity)) == (
        "Something was found in what it says of 1 tool. Read it by itself."
    )


@pytest.mark.parametrize("severity", [Severity.HIGH, Severity.MEDIUM])
def test_s34_a_finding_in_the_instructions_leaves_it_for_its_own_review_too(severity: Severity) -> None:
    whole = BROUGHT["files"]
    found = replace(whole.review, findings=(Finding("odd", severity, "something"),))
    assert words.needs_own_review(replace(whole, review=found)) == (
        "Something was found in its instructions to the model. Read it by itself."
    )


def test_what_a_finding_only_tells_keeps_no_server_back() -> None:
    assert words.needs_own_review(with_finding(Severity.INFO)) == ""
    assert words.needs_own_review(BROUGHT["files"]) == ""


def test_what_nobody_can_approve_and_who_wants_a_sign_in_is_left_as_well() -> None:
    whole = BROUGHT["files"]
    for review in (replace(whole.review, unapprovable=("twice",)), replace(whole.review, whole=False)):
        assert "cannot be approved" in words.needs_own_review(replace(whole, review=review))
    assert "sign in" in words.needs_own_review(BROUGHT["github"])
    for grave in (NEW, TWINS):
        assert words.needs_own_review(grave)


def test_the_buttons_say_what_they_do() -> None:
    assert words.start_words((FILES,)) == "Put behind Assent and start it to look"
    assert words.start_words((FILES, GITHUB)) == "Put behind Assent and start them to look"
    assert words.start_words((GITHUB,)) == "Put behind Assent and connect to look"
    assert words.approve_several_words(23, 2) == "Approve 23 tools of 2 servers"
    assert words.approve_several_words(1, 1) == "Approve 1 tool of 1 server"
    assert words.approve_several_words(0, 1) == "Approve 1 server without tools"
    assert words.later_words(()) == ""
    assert words.later_words(("db", "we\u202eb")) == (
        "2 more servers are not started now, and wait for their own reviews: db, we⟨U+202E⟩b."
    )
    assert (
        words.later_words(("db",), ["No such program: a\u202e."] * 5).split("\n")[1:]
        == ["No such program: a⟨U+202E⟩."] * 3
    )
