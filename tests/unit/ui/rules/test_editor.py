"""Writing a rule."""

from __future__ import annotations

import pytest
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from host.control.protocol import CheckRule, Done, ExplainCall, ReplayRule, SaveRule
from host.errors import AssentError
from tests.support import plain, window
from tests.support.window import FakeLink, rule
from tests.unit.ui.rules.support import LOOSENING, REPORT, SOUND, WRONG, Clock, explanation, front
from ui.rules import rule_text
from ui.rules.editor import ALLOWS, LOOSENS, RuleEditor
from ui.rules.words import PROBLEMS

TEXT = '{"effect": "ask"}'


class Shown:
    """The editor, and the link it asks."""

    def __init__(self, qtbot: QtBot) -> None:
        self.link = FakeLink()
        self.link.replies |= {CheckRule: SOUND, ReplayRule: REPORT, SaveRule: Done(), ExplainCall: explanation()}
        self.left = 0
        self.editor = RuleEditor(self.link)
        self.editor.left.connect(self._leave)
        self.editor.set_state(window.state())
        qtbot.addWidget(self.editor)
        self.editor.resize(900, 600)
        front(self.editor)

    def _leave(self) -> None:
        self.left += 1

    def open(self, text: str = TEXT, replaces: str = "", *, saved: bool = False) -> RuleEditor:
        self.editor.open(text, replaces, saved=saved)
        return self.editor

    def type(self, words: str) -> None:
        """Type at the end, and let the host look at it."""
        cursor = self.editor.field.textCursor()
        cursor.movePosition(cursor.MoveOperation.End)
        self.editor.field.setTextCursor(cursor)
        QTest.keyClicks(self.editor.field, words)

    def settle(self) -> None:
        """The typing stopped."""
        assert self.editor._typing.isActive()  # noqa: SLF001  # the clock of the field
        self.editor._typing.timeout.emit()  # noqa: SLF001


@pytest.fixture
def shown(qtbot: QtBot) -> Shown:
    return Shown(qtbot)


def test_a_text_is_looked_at_as_soon_as_it_is_there(shown: Shown) -> None:
    shown.open(TEXT, "reading")
    assert shown.link.of(CheckRule) == [CheckRule(TEXT, "reading")]
    assert "Asks before any app uses every tool of any server." in plain.words(shown.editor.check_result)
    assert shown.editor.saving.save.isEnabled()


def test_what_a_sound_rule_says_wants_and_demands_is_said(shown: Shown) -> None:
    meant = rule(conditions=("Every path lies within ~/notes",), obligations=("At most 10 calls in 60 s",))
    shown.link.replies[CheckRule] = type(SOUND)((), meant, "…", True, ("rule:1: has passed.",))
    shown.open()
    title, details = plain.words(shown.editor.check_result)
    assert title == "Lets “claude-code” use “read_*” of “files” without asking."
    assert details.split("\n") == [
        ALLOWS,
        "Only where: Every path lies within ~/notes.",
        "It demands: At most 10 calls in 60 s.",
        "Note: rule:1: has passed.",
    ]


@pytest.mark.parametrize(
    ("replaced", "said"),
    [("", ALLOWS), ('{"effect": "allow"}', ALLOWS), ('{"effect": "deny"}', LOOSENS), ("//", LOOSENS)],
)
def test_an_allow_lifts_a_deny_only_where_it_takes_its_place(shown: Shown, replaced: str, said: str) -> None:
    shown.link.replies[CheckRule] = type(SOUND)((), rule(), "…", True)
    shown.open(replaced or TEXT, "reading" if replaced else "")
    assert said in plain.words(shown.editor.check_result)[1]


def test_what_was_saved_is_named_where_its_text_says_it(shown: Shown) -> None:
    named: list[str] = []
    shown.editor.saved.connect(named.append)
    shown.link.replies[CheckRule] = type(SOUND)((), rule("mine"), "…", False)
    for text, replaces in (('{"id": "mine", "effect": "ask"}', ""), (TEXT, "old"), (TEXT, "")):
        shown.open(text, replaces)
        shown.editor.saving.save.click()
    assert named == ["mine", "old", ""]


def test_typing_is_looked_at_once_it_stops(shown: Shown) -> None:
    shown.open()
    shown.type("abc")
    assert len(shown.link.of(CheckRule)) == 1
    assert "Looking at the rule…" in plain.words(shown.editor.check_result)
    assert not shown.editor.saving.save.isEnabled()
    shown.settle()
    assert shown.link.of(CheckRule)[1:] == [CheckRule(TEXT + "abc", "")]


def test_problems_stand_there_with_line_and_remedy_and_nothing_can_be_saved(shown: Shown) -> None:
    shown.link.replies[CheckRule] = WRONG
    shown.open()
    assert plain.words(shown.editor.check_result)[1] == "Line 2: effect: is none of the possible values."
    assert not shown.editor.saving.save.isEnabled()
    assert not shown.editor.past.replay_button.isEnabled()
    shown.editor._save()  # noqa: SLF001  # however it was reached
    assert shown.link.of(SaveRule) == []


def test_many_problems_are_counted(shown: Shown) -> None:
    shown.link.replies[CheckRule] = type(WRONG)(WRONG.problems * 40, None, "", False)
    shown.open()
    said = plain.words(shown.editor.check_result)
    assert "It cannot be saved yet: 40 problems" in said
    assert said[1].count("\n") == PROBLEMS
    assert said[1].endswith(f"{40 - PROBLEMS} more like these.")


def test_a_late_answer_to_an_older_text_is_dropped(shown: Shown) -> None:
    shown.link.replies[CheckRule] = None
    shown.open()
    shown.type("x")
    shown.link.answer(CheckRule, SOUND)
    shown.link.answer(CheckRule, AssentError("late"))
    assert shown.editor.check is None
    assert not shown.editor.saving.save.isEnabled()


def test_s39_what_was_said_of_a_text_in_place_of_another_rule_does_not_count_for_it_as_a_new_one(shown: Shown) -> None:
    shown.link.replies[ReplayRule] = None
    shown.open(TEXT, "reading").past.replay_button.click()
    shown.link.replies[CheckRule] = None
    shown.open(TEXT, "reading")
    shown.open(TEXT)
    shown.link.answer(CheckRule, SOUND)
    shown.link.answer(ReplayRule, REPORT)
    assert shown.editor.check is None
    assert not shown.editor.saving.save.isEnabled()
    assert "1 of 412 calls would be decided otherwise." not in plain.words(shown.editor.past)


def test_s10_pressed_twice_it_is_saved_once(shown: Shown, clock: Clock) -> None:
    shown.link.replies[CheckRule] = LOOSENING
    del shown.link.replies[SaveRule]
    editor = shown.open()
    editor.saving.save.click()
    clock.arm(editor.saving.save_looser)
    for _ in range(2):
        editor.saving.save_looser.button.click()
    assert shown.link.of(SaveRule) == [SaveRule(TEXT)]
    editor.saving.fail("policy.json was changed meanwhile")
    clock.arm(editor.saving.save_looser)
    editor.saving.save_looser.button.click()
    assert shown.link.of(SaveRule) == [SaveRule(TEXT)] * 2


def test_a_rule_that_tightens_is_saved_at_once_and_the_editor_left(shown: Shown) -> None:
    shown.open(TEXT, "reading")
    shown.editor.saving.save.click()
    assert shown.link.of(SaveRule) == [SaveRule(TEXT, "reading")]
    assert shown.link.of(ReplayRule) == []
    assert shown.left == 1


def test_s39_a_rule_that_loosens_is_saved_armed_and_once_its_past_calls_were_shown(shown: Shown, clock: Clock) -> None:
    shown.link.replies[CheckRule] = LOOSENING
    editor = shown.open()
    assert editor.saving.save.text() == "Save rule…"
    assert not editor.saving.save_looser.isVisible()
    editor.saving.save.click()
    assert shown.link.of(SaveRule) == []
    assert shown.link.of(ReplayRule) == [ReplayRule(TEXT)]
    assert "1 of 412 calls would be decided otherwise." in plain.words(editor.past)
    editor.saving.save_looser.button.click()
    assert shown.link.of(SaveRule) == []
    clock.arm(editor.saving.save_looser)
    editor.saving.save_looser.button.click()
    assert shown.link.of(SaveRule) == [SaveRule(TEXT)]


def test_s10_while_the_past_calls_are_looked_at_nothing_can_be_saved(shown: Shown) -> None:
    shown.link.replies[CheckRule] = LOOSENING
    del shown.link.replies[ReplayRule]
    editor = shown.open()
    editor.saving.save.click()
    assert not editor.saving.save_looser.isVisible()
    assert not editor.saving.save.isEnabled()
    assert editor.focusWidget() is not editor.saving.save_looser.button


def test_s10_a_change_of_the_text_goes_back_to_the_first_step(shown: Shown, clock: Clock) -> None:
    shown.link.replies[CheckRule] = LOOSENING
    editor = shown.open()
    editor.saving.save.click()
    clock.arm(editor.saving.save_looser)
    shown.type(" ")
    assert not editor.saving.save_looser.isVisible()
    assert "1 of 412 calls would be decided otherwise." not in plain.words(editor.past)
    shown.settle()
    assert editor.saving.save.isVisible()
    assert not editor.saving.save_looser.isVisible()


def test_past_calls_of_an_older_text_do_not_let_it_be_saved(shown: Shown) -> None:
    shown.link.replies[CheckRule] = LOOSENING
    del shown.link.replies[ReplayRule]
    editor = shown.open()
    editor.saving.save.click()
    shown.type(" ")
    shown.settle()
    shown.link.answer(ReplayRule, REPORT)
    shown.link.answer(ReplayRule, AssentError("late"))
    assert not editor.saving.save_looser.isVisible()


def test_past_calls_that_cannot_be_looked_at_are_said_before_it_can_be_saved(shown: Shown) -> None:
    shown.link.replies |= {CheckRule: LOOSENING, ReplayRule: AssentError("the log is damaged")}
    editor = shown.open()
    editor.saving.save.click()
    assert "The log is damaged." in plain.words(editor.past)
    assert editor.saving.save_looser.isVisible()


def test_a_refusal_stands_beside_the_button_and_nothing_typed_is_lost(shown: Shown) -> None:
    shown.link.replies[SaveRule] = AssentError("policy.json was changed meanwhile")
    editor = shown.open()
    shown.type(" ")
    shown.settle()
    editor.saving.save.click()
    assert "policy.json was changed meanwhile." in plain.words(editor.saving)
    assert editor.field.json == TEXT + " "
    assert editor.saving.save.isEnabled()
    assert shown.left == 0


def test_leaving_with_unsaved_text_asks(shown: Shown) -> None:
    editor = shown.open(TEXT, "reading", saved=True)
    shown.type("x")
    editor.back.click()
    assert shown.left == 0
    assert "Leave without saving?" in plain.words(editor.saving)
    editor.saving.leaving.no_button.click()
    assert editor.field.json == TEXT + "x"
    assert editor.saving.leaving.isHidden()
    editor.saving.cancel.click()
    editor.saving.leaving.yes.emit()
    assert shown.left == 1


@pytest.mark.parametrize(("text", "saved"), [(TEXT, True), (rule_text.new_rule_text(), True), ("  ", False)])
def test_leaving_with_nothing_to_lose_does_not_ask(shown: Shown, text: str, saved: bool) -> None:
    shown.open(text, saved=saved).back.click()
    assert shown.left == 1


def test_a_draft_that_was_never_saved_is_asked_about(shown: Shown) -> None:
    shown.open(rule().text).back.click()
    assert shown.left == 0


def test_what_is_typed_while_it_is_saved_is_not_lost(shown: Shown) -> None:
    del shown.link.replies[SaveRule]
    editor = shown.open()
    editor.saving.save.click()
    shown.type("y")
    shown.link.answer(SaveRule, Done())
    assert shown.left == 0
    assert "What you typed since then is not saved yet." in plain.words(editor.saving)


def test_a_call_is_tried_with_the_rule_as_it_is_in_the_field(shown: Shown) -> None:
    editor = shown.open(TEXT, "reading")
    editor.test.show_call("files", "read_file", "a", "{}")
    editor.test.go.click()
    assert shown.link.of(ExplainCall) == [ExplainCall("a", "files", "read_file", "{}", TEXT, "reading")]
    shown.type(" ")
    assert "A person is asked" not in plain.words(editor.test)


def test_a_host_that_cannot_look_is_said(shown: Shown) -> None:
    shown.link.replies[CheckRule] = AssentError("the rules cannot be used")
    shown.open()
    assert "The rules cannot be used." in plain.words(shown.editor.check_result)
    assert not shown.editor.saving.save.isEnabled()


def test_what_is_not_pasted_is_said(shown: Shown) -> None:
    shown.open()
    shown.editor.field.refused.emit("it is too long")
    assert "It is too long." in plain.words(shown.editor.check_result)


def test_s04_s05_the_hosts_words_on_hostile_names_are_plain(shown: Shown) -> None:
    hostile = rule(conditions=("the path \u202e<b>",), obligations=("&\u200b",))
    shown.link.replies[CheckRule] = type(SOUND)((), hostile, "lets <b>\u202e use", True)
    shown.open('{"match": {"server": "\u202egpj.exe"}}')
    assert shown.editor.field.json == '{"match": {"server": "\\u202egpj.exe"}}'
    plain.assert_plain(shown.editor)
    plain.assert_accessible(shown.editor)


def test_tab_goes_from_the_field_over_what_is_beside_it_to_saving_last(shown: Shown) -> None:
    shown.open()
    order = plain.tab_order(shown.editor)
    assert order.index("The rule, as JSON") < order.index("Beside the rule") < order.index("Cancel")
    assert order[-1] == "Save rule"
