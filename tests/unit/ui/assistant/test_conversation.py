"""The conversation."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from host.control.protocol import CallEnded, WhyCall
from host.control.views import Asked, AssistantEntry, AssistantStatus, Explanation
from host.model import App, JsonObject, ServerRef
from host.values import replace
from tests.support.window import asked
from tests.unit.ui.assistant.test_page import CARD, QUESTION, card_of, page_of, texts
from ui.assistant.conversation import APP, Conversation, status_style
from ui.assistant.page import NOT_FOUND
from ui.masking import DOTS
from ui.waiting.rows import summarize_json


def card(number: int = 1, status: AssistantStatus = "proposed", *, arguments: str = "{}") -> AssistantEntry:
    return AssistantEntry(number, "call", "", "workspace", "write_file", arguments, status)


def question(app: App | None = None, arguments: JsonObject | None = None, *, call_id: str = "c1") -> Asked:
    server = ServerRef("workspace", "c" * 64, "d" * 64)
    return asked(arguments or {}, app=app or App(APP, True), server=server, call_id=call_id)


def test_a_later_entry_with_a_known_number_replaces_the_earlier_in_its_place() -> None:
    talk = Conversation()
    for entry in (card(1), AssistantEntry(2, "assistant", "words"), card(1, "succeeded")):
        talk.set_entry(entry)
    assert [(entry.number, entry.status) for entry in talk.entries.values()] == [(1, "succeeded"), (2, "")]


def test_a_card_waits_while_its_question_does() -> None:
    talk = Conversation()
    talk.set_entry(card())
    assert (talk.status(1), talk.call_id(1)) == ("proposed", "")
    talk.note_question(question())
    assert (talk.status(1), talk.call_id(1)) == ("waiting", "c1")
    talk.note_end(CallEnded("c1", "approver", ""))
    assert (talk.status(1), talk.call_id(1)) == ("running", "c1")
    talk.note_question(question())
    assert talk.status(1) == "waiting", "asked once more: a second round"
    talk.note_end(CallEnded("c1", "approver", ""))
    talk.note_end(CallEnded("c9", "expiry", ""))
    talk.set_entry(card(1, "tool error"))
    assert talk.status(1) == "tool error"


@pytest.mark.parametrize("app", [App("claude-code", True), App(APP, False), App("unknown", False, claimed=APP)])
def test_another_apps_question_is_about_no_card(app: App) -> None:
    talk = Conversation()
    talk.set_entry(card())
    talk.note_question(question(app))
    assert (talk.status(1), talk.call_id(1)) == ("proposed", "")


def test_a_question_is_about_the_newest_open_card() -> None:
    talk = talk_of(card(1, "succeeded"), card(2, "proposed"), card(3, "refused"))
    talk.note_question(question())
    assert [talk.call_id(number) for number in (1, 2, 3)] == ["", "c1", ""]


def test_a_question_that_came_before_its_card_is_about_it_all_the_same() -> None:
    talk = Conversation()
    talk.note_question(question(call_id="c1"))
    talk.start_over((card(1, "refused"), card(2)))
    assert (talk.status(2), talk.call_id(2)) == ("waiting", "c1")
    talk.note_question(question(call_id="c2"))
    talk.set_entry(card(3))
    assert (talk.status(3), talk.call_id(3)) == ("waiting", "c2")


def test_a_question_that_ended_before_its_card_came_is_forgotten() -> None:
    talk = Conversation()
    talk.note_question(question())
    talk.note_end(CallEnded("c1", "expiry", ""))
    talk.set_entry(card())
    assert (talk.status(1), talk.call_id(1)) == ("proposed", "")


def test_of_two_cards_for_one_tool_the_one_with_just_these_arguments_waits() -> None:
    talk = talk_of(card(1, arguments='{"b": [1.0, "ü"], "a": 2}'), card(2, arguments='{"a": 3}'))
    talk.note_question(question(arguments={"a": 2, "b": [1.0, "ü"]}))
    assert (talk.status(1), talk.status(2)) == ("waiting", "proposed")


def test_two_questions_alike_are_about_two_cards_alike() -> None:
    talk = talk_of(card(1), card(2))
    for call_id in ("c1", "c2", "c1"):
        talk.note_question(question(call_id=call_id))
    assert (talk.call_id(2), talk.call_id(1)) == ("c1", "c2")


ODD = ("", "{", "[]", "null", '{"a": NaN}', '{"a": "\\ud800"}', '{"a": 1e999}', "\ud800", "[" * 9_000, '{"a":' * 9_000)


@pytest.mark.parametrize("odd", ODD, ids=range(len(ODD)))
def test_arguments_that_are_no_json_object_are_about_no_question(odd: str) -> None:
    talk = talk_of(card(arguments=odd))
    talk.note_question(question())
    assert talk.call_id(1) == ""


def test_the_receipt_of_a_card_names_its_call() -> None:
    assert talk_of(replace(card(1, "succeeded"), call="c7")).call_id(1) == "c7"


def test_a_call_that_the_emergency_stop_cut_short_is_called_stopped() -> None:
    assert status_style("stopped").word == "Stopped"
    assert status_style("stopped") != status_style("withdrawn")


def test_a_state_that_nobody_knows_is_never_shown_as_done() -> None:
    assert status_style("approved by magic").word == "Unknown"


WHY = Explanation("allow", "notes", "user", "Your rule notes allows it.", "", (), "", ())


def talk_of(*entries: AssistantEntry) -> Conversation:
    talk = Conversation()
    talk.start_over(entries)
    return talk


DONE = AssistantEntry(2, "call", "", CARD.server, CARD.tool, CARD.arguments, "succeeded", "Written.", "c7", "approver")


def test_that_a_grant_answered_is_said(qtbot: QtBot) -> None:
    page, link = page_of(qtbot, "running", replace(DONE, decided_by="grant"))
    link.replies[WhyCall] = replace(WHY, note="It is recorded.")
    card_of(page).why.button.click()
    assert "You were not asked: a grant of yours answered. It is recorded." in texts(card_of(page))


def test_why_is_not_told_of_a_call_without_a_receipt(qtbot: QtBot) -> None:
    page, link = page_of(qtbot, "running", replace(DONE, status="lost", call=""))
    card_of(page).why.button.click()
    assert NOT_FOUND in texts(card_of(page))
    assert not link.of(WhyCall)


def test_a_card_unfolds_why_and_folds_it_again(qtbot: QtBot) -> None:
    page, link = page_of(qtbot, "running", DONE)
    link.replies[WhyCall] = WHY
    why = card_of(page).why
    assert why.button.accessibleDescription() == "write_file on workspace"
    QTest.keyClick(why.button, Qt.Key.Key_Space)
    assert link.of(WhyCall) == [WhyCall("c7")]
    assert "Your rule notes allows it." in texts(card_of(page))
    QTest.mouseClick(why.button, Qt.MouseButton.LeftButton)
    assert "Your rule notes allows it." not in texts(card_of(page))


def test_why_is_offered_once_it_can_be_told(qtbot: QtBot) -> None:
    page, link = page_of(qtbot, "running", CARD)
    link.replies[WhyCall] = WHY
    why = card_of(page).why
    assert not why.button.isVisible()
    link.asked.emit(QUESTION)
    assert why.button.isVisible()
    why.button.click()
    assert why.isVisible()
    link.ended.emit(CallEnded("c1", "approver", ""))
    assert not why.isVisible(), "it was decided meanwhile"


def test_what_unfolds_is_seen_and_stays(qtbot: QtBot) -> None:
    many = [AssistantEntry(number, "assistant", f"line {number}") for number in range(1, 20)]
    page, link = page_of(qtbot, "ended", *many, replace(DONE, number=20))
    link.replies[WhyCall] = WHY
    bar, shown = page.talk.verticalScrollBar(), card_of(page, 20)
    qtbot.waitUntil(lambda: bar.maximum() > 0 and bar.value() == bar.maximum())
    before = bar.maximum()
    shown.why.button.click()
    qtbot.waitUntil(lambda: bar.maximum() > before and bar.value() > before)
    first = page.talk.widgets[1]
    bar.setValue(0)
    many_more = AssistantEntry(21, "assistant", "more")
    link.assistant_said.emit(many_more)
    qtbot.waitUntil(lambda: 21 in page.talk.widgets and page.talk.widgets[21].height() > 0)
    assert bar.value() == 0
    assert not first.visibleRegion().isEmpty()


@pytest.mark.parametrize(
    "arguments",
    ['{"password": "hunter22hunter22"}', '{"in": {"password": "hunter22hunter22"}}', '{"password": "hunter22hunter22'],
)
def test_secrets_are_masked_wherever_they_stand(arguments: str) -> None:
    said = summarize_json(arguments.encode())
    assert "hunter22" not in said
    assert DOTS in said or "object of 1 member" in said
