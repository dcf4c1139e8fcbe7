"""The conversation."""

from __future__ import annotations

import pytest

from host.control.protocol import CallEnded
from host.control.views import Asked, AssistantEntry
from host.model import App, JsonObject, ServerRef
from tests.support.window import asked
from ui.assistant import words
from ui.assistant.conversation import APP, Conversation


def card(number: int = 1, status: str = "proposed", *, arguments: str = "{}") -> AssistantEntry:
    return AssistantEntry(number, "call", "", "workspace", "write_file", arguments, status)


def question(app: App | None = None, arguments: JsonObject | None = None, *, call_id: str = "c1") -> Asked:
    server = ServerRef("workspace", "c" * 64, "d" * 64)
    return asked(arguments or {}, app=app or App(APP, True), server=server, call_id=call_id)


def test_a_later_entry_with_a_known_number_replaces_the_earlier_in_its_place() -> None:
    talk = Conversation()
    assert talk.put(card(1))
    assert talk.put(AssistantEntry(2, "assistant", "words"))
    assert not talk.put(card(1, "succeeded"))
    assert [(entry.number, entry.status) for entry in talk.entries] == [(1, "succeeded"), (2, "")]


def test_a_card_waits_while_its_question_does() -> None:
    talk = Conversation()
    talk.put(card())
    assert talk.status(1) == "proposed"
    assert talk.asked(question()) == 1
    assert talk.status(1) == "waiting"
    assert talk.ended(CallEnded("c1", "approver", "")) == 1
    assert talk.status(1) == "running"
    talk.put(card(1, "tool error"))
    assert talk.status(1) == "tool error"


@pytest.mark.parametrize("app", [App("claude-code", True), App(APP, False), App("unknown", False, claimed=APP)])
def test_another_apps_question_is_about_no_card(app: App) -> None:
    talk = Conversation()
    talk.put(card())
    assert talk.asked(question(app)) is None
    assert talk.status(1) == "proposed"


def test_a_question_is_about_the_newest_open_card() -> None:
    talk = Conversation()
    for entry in (card(1, "succeeded"), card(2, "proposed"), card(3, "refused")):
        talk.put(entry)
    assert talk.asked(question()) == 2


def test_a_question_that_came_before_its_card_is_about_it_all_the_same() -> None:
    talk = Conversation()
    assert talk.asked(question(call_id="c1")) is None
    talk.start_over((card(1, "refused"), card(2)))
    assert (talk.status(2), talk.call(2)) == ("waiting", "c1")
    assert talk.asked(question(call_id="c2")) is None
    talk.put(card(3))
    assert (talk.status(3), talk.call(3)) == ("waiting", "c2")


def test_a_question_that_ended_before_its_card_came_is_forgotten() -> None:
    talk = Conversation()
    talk.asked(question())
    talk.ended(CallEnded("c1", "expiry", ""))
    talk.put(card())
    assert (talk.status(1), talk.call(1)) == ("proposed", "")


def test_of_two_cards_for_one_tool_the_one_with_just_these_arguments_waits() -> None:
    talk = Conversation()
    talk.start_over((card(1, arguments='{"b": [1, "ü"], "a": 2}'), card(2, arguments='{"a": 3}')))
    assert talk.asked(question(arguments={"a": 2, "b": [1, "ü"]})) == 1
    assert (talk.status(1), talk.status(2)) == ("waiting", "proposed")


def test_two_questions_alike_are_about_two_cards_alike() -> None:
    talk = Conversation()
    talk.start_over((card(1), card(2)))
    assert (talk.asked(question(call_id="c1")), talk.asked(question(call_id="c2"))) == (2, 1)
    assert talk.asked(question(call_id="c1")) == 2  # asked once more: a second round


ODD = ("", "{", "[]", "null", '{"a": NaN}', '{"a": "\\ud800"}', '{"a": 1e999}', "\ud800", "[" * 9_000, '{"a":' * 9_000)


@pytest.mark.parametrize("odd", ODD, ids=range(len(ODD)))
def test_arguments_that_are_no_json_object_are_about_no_question(odd: str) -> None:
    talk = Conversation()
    talk.put(card(arguments=odd))
    assert talk.asked(question()) is None


def test_only_a_card_that_says_that_it_waits_has_a_call_to_show() -> None:
    talk = Conversation()
    talk.put(card())
    assert talk.call(1) == ""
    talk.asked(question())
    assert talk.call(1) == "c1"
    talk.put(card(1, "withdrawn"))
    assert talk.call(1) == ""


def test_the_end_of_an_unknown_question_is_about_no_card() -> None:
    assert Conversation().ended(CallEnded("c9", "expiry", "")) is None


def test_a_call_that_the_emergency_stop_cut_short_is_called_stopped() -> None:
    assert words.status_style("stopped").word == "Stopped"
    assert words.status_style("stopped") != words.status_style("withdrawn")


def test_a_state_that_nobody_knows_is_never_shown_as_done() -> None:
    assert words.status_style("approved by magic").word == "Unknown"
