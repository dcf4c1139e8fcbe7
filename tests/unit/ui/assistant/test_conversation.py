"""The conversation."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from host.control.protocol import CallEnded, ReadHistory, WhyCall
from host.control.views import Asked, AssistantEntry, AssistantStatus, Explanation, HistoryPage, HistoryRow
from host.errors import AssentError
from host.model import App, JsonObject, ServerRef
from host.values import replace
from tests.support.window import FakeLink, asked
from tests.unit.ui.assistant.test_page import CARD, QUESTION, card_of, page_of, texts
from tests.unit.ui.history.test_words import with_
from ui.assistant.conversation import APP, PREVIEW, Conversation, inputs_in_brief, status_style
from ui.assistant.page import NOT_FOUND, explain_call
from ui.masking import DOTS


def card(number: int = 1, status: AssistantStatus = "proposed", *, arguments: str = "{}") -> AssistantEntry:
    return AssistantEntry(number, "call", "", "workspace", "write_file", arguments, status)


def question(app: App | None = None, arguments: JsonObject | None = None, *, call_id: str = "c1") -> Asked:
    server = ServerRef("workspace", "c" * 64, "d" * 64)
    return asked(arguments or {}, app=app or App(APP, True), server=server, call_id=call_id)


def test_a_later_entry_with_a_known_number_replaces_the_earlier_in_its_place() -> None:
    talk = Conversation()
    assert talk.set_entry(card(1))
    assert talk.set_entry(AssistantEntry(2, "assistant", "words"))
    assert not talk.set_entry(card(1, "succeeded"))
    assert [(entry.number, entry.status) for entry in talk.entries] == [(1, "succeeded"), (2, "")]


def test_a_card_waits_while_its_question_does() -> None:
    talk = Conversation()
    talk.set_entry(card())
    assert talk.status(1) == "proposed"
    assert talk.note_question(question()) == 1
    assert talk.status(1) == "waiting"
    assert talk.note_end(CallEnded("c1", "approver", "")) == 1
    assert talk.status(1) == "running"
    talk.set_entry(card(1, "tool error"))
    assert talk.status(1) == "tool error"


@pytest.mark.parametrize("app", [App("claude-code", True), App(APP, False), App("unknown", False, claimed=APP)])
def test_another_apps_question_is_about_no_card(app: App) -> None:
    talk = Conversation()
    talk.set_entry(card())
    assert talk.note_question(question(app)) is None
    assert talk.status(1) == "proposed"


def test_a_question_is_about_the_newest_open_card() -> None:
    talk = Conversation()
    for entry in (card(1, "succeeded"), card(2, "proposed"), card(3, "refused")):
        talk.set_entry(entry)
    assert talk.note_question(question()) == 2


def test_a_question_that_came_before_its_card_is_about_it_all_the_same() -> None:
    talk = Conversation()
    assert talk.note_question(question(call_id="c1")) is None
    talk.start_over((card(1, "refused"), card(2)))
    assert (talk.status(2), talk.call(2)) == ("waiting", "c1")
    assert talk.note_question(question(call_id="c2")) is None
    talk.set_entry(card(3))
    assert (talk.status(3), talk.call(3)) == ("waiting", "c2")


def test_a_question_that_ended_before_its_card_came_is_forgotten() -> None:
    talk = Conversation()
    talk.note_question(question())
    talk.note_end(CallEnded("c1", "expiry", ""))
    talk.set_entry(card())
    assert (talk.status(1), talk.call(1)) == ("proposed", "")


def test_of_two_cards_for_one_tool_the_one_with_just_these_arguments_waits() -> None:
    talk = Conversation()
    talk.start_over((card(1, arguments='{"b": [1, "ü"], "a": 2}'), card(2, arguments='{"a": 3}')))
    assert talk.note_question(question(arguments={"a": 2, "b": [1, "ü"]})) == 1
    assert (talk.status(1), talk.status(2)) == ("waiting", "proposed")


def test_two_questions_alike_are_about_two_cards_alike() -> None:
    talk = Conversation()
    talk.start_over((card(1), card(2)))
    assert (talk.note_question(question(call_id="c1")), talk.note_question(question(call_id="c2"))) == (2, 1)
    assert talk.note_question(question(call_id="c1")) == 2  # asked once more: a second round


ODD = ("", "{", "[]", "null", '{"a": NaN}', '{"a": "\\ud800"}', '{"a": 1e999}', "\ud800", "[" * 9_000, '{"a":' * 9_000)


@pytest.mark.parametrize("odd", ODD, ids=range(len(ODD)))
def test_arguments_that_are_no_json_object_are_about_no_question(odd: str) -> None:
    talk = Conversation()
    talk.set_entry(card(arguments=odd))
    assert talk.note_question(question()) is None


def test_only_a_card_that_says_that_it_waits_has_a_call_to_show() -> None:
    talk = Conversation()
    talk.set_entry(card())
    assert talk.call(1) == ""
    talk.note_question(question())
    assert talk.call(1) == "c1"
    talk.set_entry(card(1, "withdrawn"))
    assert talk.call(1) == ""


def test_the_end_of_an_unknown_question_is_about_no_card() -> None:
    assert Conversation().note_end(CallEnded("c9", "expiry", "")) is None


def test_a_call_that_the_emergency_stop_cut_short_is_called_stopped() -> None:
    assert status_style("stopped").word == "Stopped"
    assert status_style("stopped") != status_style("withdrawn")


def test_a_state_that_nobody_knows_is_never_shown_as_done() -> None:
    assert status_style("approved by magic").word == "Unknown"


WHY = Explanation("allow", "notes", "user", "Your rule notes allows it.", "", (), "", ())


def row(call_id: str, **changes: object) -> HistoryRow:
    ours: dict[str, object] = {"app": APP, "server": "workspace", "tool": "write_file", "inputs": b"{}"}
    return with_(call_id=call_id, **(ours | changes))


def talk_of(*entries: AssistantEntry) -> Conversation:
    talk = Conversation()
    talk.start_over(entries)
    return talk


def test_the_only_call_of_its_kind_is_the_cards() -> None:
    rows = (row("c3", tool="read_file"), row("c2"), row("c1", inputs=b'{"path":"x"}'))
    assert talk_of(card(1, "succeeded")).find_call_id(1, rows) == "c2"


def test_inputs_are_compared_in_canonical_form() -> None:
    entry = card(1, "succeeded", arguments='{"b": 1.0, "a": 2}')
    assert talk_of(entry).find_call_id(1, (row("c1", inputs=b'{"a":2,"b":1.0}'),)) == "c1"
    assert talk_of(entry).find_call_id(1, (row("c1", inputs=b'{"a":2,"b":1}'),)) == ""


@pytest.mark.parametrize(
    "changes",
    [
        {"app": "claude-code"},
        {"authenticated": False},
        {"server": "files"},
        {"tool": "read_file"},
        {"inputs": b""},
        {"state": "running"},
    ],
)
def test_another_call_is_not_the_cards(changes: dict[str, object]) -> None:
    assert talk_of(card(1, "succeeded")).find_call_id(1, (row("c1", **changes),)) == ""


def test_of_equal_calls_each_card_has_the_one_at_its_place() -> None:
    talk = talk_of(card(1, "refused"), card(2, "succeeded"), card(3, "running"))
    rows = (row("c2"), row("c1"))  # newest first
    assert [talk.find_call_id(number, rows) for number in (1, 2, 3)] == ["c1", "c2", ""]


def test_those_that_were_asked_are_known_and_do_not_count() -> None:
    talk = talk_of(card(1, "succeeded"), card(2))
    assert talk.note_question(question(call_id="c2")) == 2
    talk.note_end(CallEnded("c2", "approver", ""))
    talk.set_entry(card(2, "succeeded"))
    assert talk.find_call_id(1, (row("c2"), row("c1"))) == "c1"


def test_where_the_log_has_more_or_fewer_nothing_is_guessed() -> None:
    talk = talk_of(card(1, "refused"), card(2, "succeeded"))
    for rows in ((row("c1"),), (row("c3"), row("c2"), row("c1")), ()):
        assert talk.find_call_id(1, rows) == talk.find_call_id(2, rows) == ""


@pytest.mark.parametrize("arguments", ["", "[]", "{", '"x"', "\ud800"])
def test_inputs_that_are_none_are_of_no_call(arguments: str) -> None:
    assert talk_of(card(1, "succeeded", arguments=arguments)).find_call_id(1, (row("c1", inputs=b""),)) == ""


def test_a_call_that_was_asked_is_explained_without_a_look_at_the_log() -> None:
    talk, link = talk_of(card(1)), FakeLink()
    talk.note_question(question(call_id="c9"))
    link.replies[WhyCall] = WHY
    told: list[object] = []
    explain_call(link, talk, 1, told.append, told.append)
    assert told == [WHY]
    assert link.requests == [WhyCall("c9")]


def test_that_a_grant_answered_is_reported() -> None:
    talk, link = talk_of(card(1, "succeeded")), FakeLink()
    link.replies |= {
        WhyCall: replace(WHY, note="It is recorded."),
        ReadHistory: HistoryPage((row("c1", by="grant"),), ""),
    }
    told: list[Explanation] = []
    explain_call(link, talk, 1, told.append, pytest.fail)
    assert [why.note for why in told] == ["You were not asked: a grant of yours answered. It is recorded."]


def test_a_log_that_cannot_be_read_and_a_call_that_is_not_there_are_reported() -> None:
    talk, link = talk_of(card(1, "succeeded")), FakeLink()
    told: list[object] = []
    link.replies[ReadHistory] = AssentError("the log is damaged")
    explain_call(link, talk, 1, told.append, told.append)
    link.replies[ReadHistory] = HistoryPage((), "")
    explain_call(link, talk, 1, told.append, told.append)
    assert told == ["the log is damaged", NOT_FOUND]


def test_a_card_unfolds_why_and_folds_it_again(qtbot: QtBot) -> None:
    done = AssistantEntry(2, "call", "", CARD.server, CARD.tool, CARD.arguments, "succeeded", "Written.")
    page, link = page_of(qtbot, "running", done)
    link.replies |= {WhyCall: WHY, ReadHistory: HistoryPage((row("c7", inputs=b'{"path":"notes/today.txt"}'),), "")}
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
    assert why.card.isVisible()
    link.ended.emit(CallEnded("c1", "approver", ""))
    assert not why.card.isVisible(), "it was decided meanwhile"


def test_what_unfolds_is_seen_and_stays(qtbot: QtBot) -> None:
    many = [AssistantEntry(number, "assistant", f"line {number}") for number in range(1, 20)]
    last = AssistantEntry(20, "call", "", CARD.server, CARD.tool, CARD.arguments, "succeeded", "Written.")
    page, link = page_of(qtbot, "ended", *many, last)
    link.replies |= {WhyCall: WHY, ReadHistory: HistoryPage((row("c7", inputs=b'{"path":"notes/today.txt"}'),), "")}
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
    ("arguments", "shown"),
    [
        ('{"a": 19, "b": 23}', "a: 19 · b: 23"),
        ('{"path": "notes/today.txt", "overwrite": true}', "path: notes/today.txt · overwrite: true"),
        ('{"where": {"city": "Lisbon"}, "days": [1, 2]}', 'where: {"city": "Lisbon"} · days: [1, 2]'),
        ("{}", ""),
        ('["no object"]', '["no object"]'),
        ("no JSON", "no JSON"),
        ("[" * 9_000, "[" * PREVIEW),
    ],
)
def test_names_and_values_are_read_without_json(arguments: str, shown: str) -> None:
    assert inputs_in_brief(arguments) == shown


@pytest.mark.parametrize(
    "arguments",
    ['{"password": "hunter22hunter22"}', '{"in": {"password": "hunter22hunter22"}}', '{"password": "hunter22hunter22'],
)
def test_secrets_are_masked_wherever_they_stand(arguments: str) -> None:
    said = inputs_in_brief(arguments)
    assert "hunter22" not in said
    assert DOTS in said


def test_a_long_text_is_cut() -> None:
    assert len(inputs_in_brief('{"text": "' + "x" * 100_000 + '"}')) == PREVIEW
