"""What toasts tell, and how each is undone."""

from __future__ import annotations

import pytest

from host.control.protocol import EnableRule, RemoveRule, RevokeGrant, SaveRule, VouchServer
from host.control.views import RuleView
from host.values import replace
from tests.gallery import requests
from tests.support import window
from ui import toast_messages
from ui.waiting import rows

NOW = 1_000_000.0
RULE = RuleView("reading", "allow", "files", "read_*", "*", "", "user", text='{"id": "reading"}')
ASKS = replace(RULE, id="sending", effect="ask")


def test_a_new_grant_is_news_and_is_undone_by_revoking_it() -> None:
    old, new = window.grant(id="old"), window.grant(id="new", duration="quit", expires_at=None)
    [found] = toast_messages.messages_between(window.state(grants=(old,)), window.state(grants=(new, old)), NOW)
    assert "write_file" in found.words
    assert "until Assent quits" in found.words
    assert found.undo == RevokeGrant("new")
    assert not found.loosens


def test_grants_are_told_in_the_order_in_which_they_were_given() -> None:
    both = (window.grant(id="second"), window.grant(id="first"))
    found = toast_messages.messages_between(window.state(), window.state(grants=both), NOW)
    assert [each.undo for each in found] == [RevokeGrant("first"), RevokeGrant("second")]


def test_grants_that_stay_or_end_are_no_news() -> None:
    grants = window.state(grants=(window.grant(),))
    assert toast_messages.messages_between(grants, grants, NOW) == ()
    assert toast_messages.messages_between(grants, window.state(), NOW) == ()


def test_s04_a_strangers_name_is_escaped_and_cut() -> None:
    grant = window.grant(tool="<b>\u202e" + "x" * 500)
    [found] = toast_messages.messages_between(window.state(), window.state(grants=(grant,)), NOW)
    assert "\u202e" not in found.words
    assert len(found.words) < 400


def test_what_was_answered_or_put_aside_is_told_in_a_sentence() -> None:
    question = window.asked()
    assert (
        toast_messages.call_answered(question, approved=True).words
        == "You approved: Change or overwrite “notes/summary.txt”"
    )
    assert (
        toast_messages.call_answered(question, approved=False).words
        == "You denied: Change or overwrite “notes/summary.txt”"
    )
    aside = toast_messages.call_put_aside(question)
    assert aside == toast_messages.ToastMessage(
        "Put aside: Change or overwrite “notes/summary.txt”. It waits on under Waiting.",
        waiting_call=question.request.call.id,
    )
    assert toast_messages.calls_approved(3).words == "You approved 3 calls"


def test_an_answer_is_told_with_the_verb_of_its_question() -> None:
    question = window.asked()
    new = replace(question, action=replace(question.action, there="nothing"))
    assert toast_messages.call_answered(new, approved=True).words == "You approved: Create “notes/summary.txt”"
    assert rows.call_row(new).action.startswith("Create notes/summary.txt")


def test_an_answer_about_a_result_and_one_about_what_a_server_asks_name_that() -> None:
    question = window.asked(result=b"{}")
    assert (
        toast_messages.call_answered(question, approved=True).words
        == "You approved: Release this result to Claude Code"
    )
    asks = toast_messages.call_answered(requests.SAMPLE, approved=False).words
    assert asks == "You denied: “files” wants Claude Code's model to answer"


def test_vouching_is_undone_by_taking_it_back_for_the_same_configuration() -> None:
    before, after = (window.server(trust=trust, config_digest="c" * 64) for trust in ("none", "user"))
    [found] = toast_messages.messages_between(window.state(servers=(before,)), window.state(servers=(after,)), NOW)
    assert found.undo == VouchServer(after.id, "c" * 64, False)
    assert not found.loosens


@pytest.mark.parametrize(("was", "now"), [("user", "none"), ("none", "managed"), ("user", "user")])
def test_no_other_change_of_trust_is_told(was: str, now: str) -> None:
    before, after = (window.server(trust=trust, config_digest="c" * 64) for trust in (was, now))
    assert toast_messages.messages_between(window.state(servers=(before,)), window.state(servers=(after,)), NOW) == ()


def test_vouching_for_another_configuration_is_not_this_persons_news() -> None:
    before, after = window.server(trust="none", config_digest="c" * 64), window.server(trust="user", config_digest="d")
    assert toast_messages.messages_between(window.state(servers=(before,)), window.state(servers=(after,)), NOW) == ()


def test_a_rule_that_was_added_is_removed_again_and_a_changed_one_has_no_undo() -> None:
    assert toast_messages.rule_saved(RULE, new=True).undo == RemoveRule("reading")
    assert toast_messages.rule_saved(RULE, new=False).undo is None
    assert toast_messages.rule_saved(replace(RULE, id=""), new=True).undo is None


def test_what_undoing_would_loosen_is_reported() -> None:
    assert not toast_messages.rule_saved(RULE, new=True).loosens  # to remove what allows
    assert toast_messages.rule_saved(ASKS, new=True).loosens  # to remove what asks
    assert toast_messages.rule_switched(RULE, on=False).loosens  # to let it allow again
    assert not toast_messages.rule_switched(ASKS, on=False).loosens  # to let it ask again
    assert not toast_messages.rule_switched(replace(RULE, enabled=False, counts=False), on=True).loosens
    assert toast_messages.rule_switched(replace(ASKS, enabled=False, counts=False), on=True).loosens
    assert toast_messages.rule_removed(RULE).loosens
    assert not toast_messages.rule_removed(ASKS).loosens


def test_switching_and_removing_are_undone_by_their_opposite() -> None:
    assert toast_messages.rule_switched(RULE, on=False).undo == EnableRule("reading", True)
    assert toast_messages.rule_switched(RULE, on=True).undo == EnableRule("reading", False)
    assert toast_messages.rule_removed(RULE).undo == SaveRule(RULE.text)
