"""The conversation."""

from __future__ import annotations

import pytest

from host.control.protocol import CallEnded
from host.control.views import Asked, AssistantEntry
from host.model import App, ServerRef
from tests.support.window import asked
from ui.assistant import words
from ui.assistant.model import APP, Conversation


def card(number: int = 1, status: str = "proposed") -> AssistantEntry:
    return AssistantEntry(number, "call", "", "workspace", "write_file", "{}", status)


def question(app: App | None = None, *, call_id: str = "c1") -> Asked:
    return asked(app=app or App(APP, True), server=ServerRef("workspace", "c" * 64, "d" * 64), call_id=call_id)


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


def test_the_end_of_an_unknown_question_is_about_no_card() -> None:
    assert Conversation().ended(CallEnded("c9", "expiry", "")) is None


def test_a_state_that_nobody_knows_is_never_shown_as_done() -> None:
    assert words.look("approved by magic").word == "Unknown"
