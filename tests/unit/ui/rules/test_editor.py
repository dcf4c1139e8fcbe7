"""Writing a rule."""

from __future__ import annotations

import json
from datetime import UTC, datetime

import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QPushButton, QRadioButton
from pytestqt.qtbot import QtBot

from host.control.protocol import CheckRule, Done, ExplainCall, ReadRuleForm, ReplayRule, SaveRule
from host.control.views import RuleCheck, RuleFault
from host.errors import AssentError
from host.policy.model import PolicySource
from host.policy.parse import parse_rule
from host.policy.words import rule_view
from host.window.rules import check_rule
from tests.support import plain, window
from tests.support.window import FakeLink, rule
from tests.unit.ui.clock import Clock
from tests.unit.ui.rules.support import FORM, LOOSENING, REPLAYED, REPORT, SOUND, WRONG, explanation, front
from ui.rules import form
from ui.rules.editor import LOOSENS, RuleEditor
from ui.rules.words import PROBLEMS_AT_ONCE
from ui.widgets import windows
from ui.widgets.fields import LinesField
from ui.widgets.popups import Combo

TEXT = '{"effect": "ask"}'


class Shown:
    """The editor, and the link it asks."""

    def __init__(self, qtbot: QtBot) -> None:
        self.link = FakeLink()
        self.link.replies |= {CheckRule: SOUND, ReplayRule: REPORT, SaveRule: Done(), ExplainCall: explanation()}
        self.link.replies[ReadRuleForm] = FORM
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

    def rest(self) -> None:
        """Nothing was typed for longer."""
        assert self.editor._replay_timer.isActive()  # noqa: SLF001  # the clock of the field
        self.editor._replay_timer.timeout.emit()  # noqa: SLF001

    def settle(self) -> None:
        """The typing stopped."""
        assert self.editor._typing_timer.isActive()  # noqa: SLF001  # the clock of the field
        self.editor._typing_timer.timeout.emit()  # noqa: SLF001


@pytest.fixture
def shown(qtbot: QtBot) -> Shown:
    return Shown(qtbot)


def test_a_text_is_looked_at_as_soon_as_it_is_there(shown: Shown) -> None:
    shown.open(TEXT, "reading")
    assert shown.link.of(CheckRule) == [CheckRule(TEXT, "reading")]
    assert "Ask before any app uses any tool of any server." in plain.words(shown.editor.check_result)
    assert shown.editor.save.isEnabled()


def test_what_a_sound_rule_says_is_one_sentence_with_notes_below(shown: Shown) -> None:
    meant = rule(places=("in ~/notes",), phrases=("at most 10 calls in a minute",))
    shown.link.replies[CheckRule] = RuleCheck((), meant, True, ("rule:1: has passed.",))
    shown.open()
    title, details = plain.words(shown.editor.check_result)
    assert title == "Allow Claude Code to use read_* of files in ~/notes, without asking, at most 10 calls in a minute."
    assert details.split("\n") == [LOOSENS, "Note: rule:1: has passed."]


def test_what_was_saved_is_named_as_the_host_names_it(shown: Shown) -> None:
    named: list[str] = []
    shown.editor.saved.connect(named.append)
    shown.link.replies[CheckRule] = RuleCheck((), rule("mine"), False)
    shown.open(TEXT)
    shown.editor.save.click()
    assert named == ["mine"]


def test_typing_is_looked_at_once_it_stops(shown: Shown) -> None:
    shown.open()
    shown.type("abc")
    assert len(shown.link.of(CheckRule)) == 1
    assert not shown.editor.check_result.meaning.isEnabled()
    assert not shown.editor.save.isEnabled()
    shown.settle()
    assert shown.link.of(CheckRule)[1:] == [CheckRule(TEXT + "abc", "")]


def test_problems_are_there_with_line_and_remedy_and_nothing_can_be_saved(shown: Shown) -> None:
    shown.link.replies[CheckRule] = WRONG
    shown.open()
    assert plain.words(shown.editor.check_result)[1] == "Line 2: effect: is none of the possible values."
    assert not shown.editor.save.isEnabled()
    assert not shown.editor._replay_timer.isActive()  # noqa: SLF001  # no past call is looked at
    assert shown.editor.field.isVisible(), "the text is where the problem is"
    shown.editor._save()  # noqa: SLF001  # however it was reached
    assert shown.link.of(SaveRule) == []


def test_many_problems_are_counted(shown: Shown) -> None:
    shown.link.replies[CheckRule] = RuleCheck(WRONG.problems * 40, None, False)
    shown.open()
    said = plain.words(shown.editor.check_result)
    assert "It cannot be saved yet: 40 problems" in said
    assert said[1].count("\n") == PROBLEMS_AT_ONCE
    assert said[1].endswith(f"{40 - PROBLEMS_AT_ONCE} more like these.")


def test_a_late_answer_to_an_older_text_is_dropped(shown: Shown) -> None:
    shown.link.replies[CheckRule] = None
    shown.open()
    shown.type("x")
    shown.link.answer(CheckRule, SOUND)
    shown.link.answer(CheckRule, AssentError("late"))
    assert shown.editor.check is None
    assert not shown.editor.save.isEnabled()


def test_s39_what_was_said_of_a_text_in_place_of_another_rule_does_not_count_for_it_as_a_new_one(shown: Shown) -> None:
    shown.link.replies[ReplayRule] = None
    shown.open(TEXT, "reading")
    shown.rest()
    shown.link.replies[CheckRule] = None
    shown.open(TEXT, "reading")
    shown.open(TEXT)
    shown.link.answer(CheckRule, SOUND)
    shown.link.answer(ReplayRule, REPORT)
    assert shown.editor.check is None
    assert not shown.editor.save.isEnabled()
    assert REPLAYED not in plain.words(shown.editor.past)


def test_s10_pressed_twice_it_is_saved_once(shown: Shown, clock: Clock) -> None:
    shown.link.replies[CheckRule] = LOOSENING
    del shown.link.replies[SaveRule]
    editor = shown.open()
    editor.save.click()
    clock.arm(editor.save_looser)
    for _ in range(2):
        editor.save_looser.button.click()
    assert shown.link.of(SaveRule) == [SaveRule(TEXT)]
    editor.show_save_failure("policy.json was changed meanwhile")
    clock.arm(editor.save_looser)
    editor.save_looser.button.click()
    assert shown.link.of(SaveRule) == [SaveRule(TEXT)] * 2


def test_a_rule_that_tightens_is_saved_at_once_and_the_editor_left(shown: Shown) -> None:
    shown.open(TEXT, "reading")
    shown.editor.save.click()
    assert shown.link.of(SaveRule) == [SaveRule(TEXT, "reading")]
    assert shown.link.of(ReplayRule) == []
    assert shown.left == 1


def test_s39_a_rule_that_loosens_is_saved_armed_and_once_its_past_calls_were_shown(shown: Shown, clock: Clock) -> None:
    shown.link.replies[CheckRule] = LOOSENING
    editor = shown.open()
    assert editor.save.text() == "Save rule…"
    assert not editor.save_looser.isVisible()
    editor.save.click()
    assert shown.link.of(SaveRule) == []
    assert shown.link.of(ReplayRule) == [ReplayRule(TEXT)]
    assert REPLAYED in plain.words(editor.past)
    editor.save_looser.button.click()
    assert shown.link.of(SaveRule) == []
    clock.arm(editor.save_looser)
    editor.save_looser.button.click()
    assert shown.link.of(SaveRule) == [SaveRule(TEXT)]


def test_s10_while_the_past_calls_are_looked_at_nothing_can_be_saved(shown: Shown) -> None:
    shown.link.replies[CheckRule] = LOOSENING
    del shown.link.replies[ReplayRule]
    editor = shown.open()
    editor.save.click()
    assert not editor.save_looser.isVisible()
    assert not editor.save.isEnabled()
    assert editor.focusWidget() is not editor.save_looser.button


def test_s10_a_change_of_the_text_goes_back_to_the_first_step(shown: Shown, clock: Clock) -> None:
    shown.link.replies[CheckRule] = LOOSENING
    editor = shown.open()
    editor.save.click()
    clock.arm(editor.save_looser)
    shown.type(" ")
    assert not editor.save_looser.isVisible()
    assert REPLAYED not in plain.words(editor.past)
    shown.settle()
    assert editor.save.isVisible()
    assert not editor.save_looser.isVisible()


def test_past_calls_of_an_older_text_do_not_let_it_be_saved(shown: Shown) -> None:
    shown.link.replies[CheckRule] = LOOSENING
    del shown.link.replies[ReplayRule]
    editor = shown.open()
    editor.save.click()
    shown.type(" ")
    shown.settle()
    shown.link.answer(ReplayRule, REPORT)
    shown.link.answer(ReplayRule, AssentError("late"))
    assert not editor.save_looser.isVisible()


def test_past_calls_that_cannot_be_looked_at_are_reported_before_it_can_be_saved(shown: Shown) -> None:
    shown.link.replies |= {CheckRule: LOOSENING, ReplayRule: AssentError("the log is damaged")}
    editor = shown.open()
    editor.save.click()
    assert "The past calls could not be looked at: The log is damaged." in plain.words(editor.past)
    assert editor.save_looser.isVisible()


def test_a_refusal_is_beside_the_button_and_nothing_typed_is_lost(shown: Shown) -> None:
    shown.link.replies[SaveRule] = AssentError("policy.json was changed meanwhile")
    editor = shown.open()
    shown.type(" ")
    shown.settle()
    editor.save.click()
    assert "policy.json was changed meanwhile." in plain.words(editor.saving)
    assert editor.field.json == TEXT + " "
    assert editor.save.isEnabled()
    assert shown.left == 0


def test_leaving_with_unsaved_text_asks(shown: Shown) -> None:
    editor = shown.open(TEXT, "reading", saved=True)
    shown.type("x")
    editor.cancel.click()
    assert shown.left == 0
    assert "Leave without saving?" in plain.words(editor.saving)
    editor.leaving.no_button.click()
    assert editor.field.json == TEXT + "x"
    assert editor.leaving.isHidden()
    editor.cancel.click()
    editor.leaving.yes.emit()
    assert shown.left == 1


@pytest.mark.parametrize(("text", "saved"), [(TEXT, True), (form.new_rule(), True), ("  ", False)])
def test_leaving_with_nothing_to_lose_does_not_ask(shown: Shown, text: str, saved: bool) -> None:
    shown.open(text, saved=saved).cancel.click()
    assert shown.left == 1


def test_a_draft_that_was_never_saved_is_asked_about(shown: Shown) -> None:
    shown.open(rule().text).cancel.click()
    assert shown.left == 0


def test_what_is_typed_while_it_is_saved_is_not_lost(shown: Shown) -> None:
    del shown.link.replies[SaveRule]
    editor = shown.open()
    editor.save.click()
    shown.type("y")
    shown.link.answer(SaveRule, Done())
    assert shown.left == 0
    assert "What you typed since then is not saved yet." in plain.words(editor.saving)


def test_a_call_is_tried_with_the_rule_as_it_is_in_the_field(shown: Shown) -> None:
    editor = shown.open(TEXT, "reading")
    editor.test.show_call("files", "read_file", "a", "{}")
    editor.test.explain_button.click()
    assert shown.link.of(ExplainCall) == [ExplainCall("a", "files", "read_file", "{}", TEXT, "reading")]
    shown.type(" ")
    assert "A person is asked" not in plain.words(editor.test)


def test_a_host_that_cannot_look_is_reported(shown: Shown) -> None:
    shown.link.replies[CheckRule] = AssentError("the rules cannot be used")
    shown.open()
    assert "The rules cannot be used." in plain.words(shown.editor.check_result)
    assert not shown.editor.save.isEnabled()


def test_what_is_not_pasted_is_reported(shown: Shown) -> None:
    shown.open()
    shown.editor.field.refused.emit("it is too long")
    assert "It is too long." in plain.words(shown.editor.check_result)


def test_s04_s05_the_hosts_words_on_hostile_names_are_plain(shown: Shown) -> None:
    hostile = rule(tool="<b>\u202e", phrases=("the path \u202e<b>", "&\u200b"))
    shown.link.replies[CheckRule] = RuleCheck((), hostile, True)
    shown.open('{"match": {"server": "\u202egpj.exe"}}')
    assert shown.editor.field.json == '{"match": {"server": "\\u202egpj.exe"}}'
    plain.assert_plain(shown.editor)
    plain.assert_accessible(shown.editor)


def test_tab_goes_through_the_form_to_saving_last(shown: Shown) -> None:
    shown.open()
    windows.update_tab_order(shown.editor)  # as the main window does
    order = plain.tab_order(shown.editor)
    assert order.index("App") < order.index("Folders") < order.index("Advanced") < order.index("Cancel")
    assert order.index("Cancel") < order.index("Save rule")


def test_a_change_in_a_field_changes_the_text_and_the_other_way_round(shown: Shown) -> None:
    editor = shown.open('{"effect": "allow", "match": {"server": "files", "annotations": {"x": 1}}}')
    folders = editor.form.fields[("match", "paths_within", "folders")].findChild(LinesField)
    assert isinstance(folders, LinesField)
    QTest.keyClicks(folders, "~/notes")
    match = {"server": "files", "annotations": {"x": 1}, "paths_within": ["~/notes"]}
    assert json.loads(editor.field.json) == {"effect": "allow", "match": match}
    editor.field.show_json('{"effect": "deny", "match": {"paths_within": ["/srv"]}}')
    assert folders.toPlainText() == "/srv"
    assert editor.form.fields[("effect",)].value == "deny"


def test_a_text_with_comments_is_left_to_the_person(shown: Shown) -> None:
    text = '{"effect": "ask", // why\n"match": {}}'
    editor = shown.open(text)
    assert not editor.form.isEnabled()
    assert editor.field.isVisible()
    assert editor.field.json == text


def test_an_error_is_by_its_field_and_opens_what_folds_it(shown: Shown) -> None:
    faults = (RuleFault("match.paths_within[0]", "It is not an absolute path."), RuleFault("expires", "It is odd."))
    shown.link.replies[CheckRule] = RuleCheck(("rule:1: a", "rule:1: b"), None, False, faults=faults)
    editor = shown.open()
    folders, until = (editor.form.fields[key] for key in (("match", "paths_within", "folders"), ("expires",)))
    assert "It is not an absolute path." in plain.words(folders)
    assert until.isVisible()
    assert "Folders: It is not an absolute path." in plain.words(editor.check_result)[1]
    assert not editor.field.isVisible(), "nobody reads JSON who did not ask"


def test_the_past_calls_are_counted_once_the_typing_rests_and_listed_on_demand(shown: Shown) -> None:
    editor = shown.open()
    assert shown.link.of(ReplayRule) == []
    shown.rest()
    assert REPLAYED in plain.words(editor.past)
    assert not editor.replay.isVisible()
    editor.past_button.click()
    assert editor.replay.isVisible()
    editor.past_button.click()
    assert not editor.replay.isVisible()


def test_s04_s05_names_that_are_offered_are_escaped_and_meant_as_they_are(shown: Shown) -> None:
    editor = shown.open('{"effect": "ask", "match": {}}')
    combo = editor.form.fields[("match", "app")].findChild(Combo)
    assert isinstance(combo, Combo)
    assert [combo.itemText(number) for number in range(combo.count())] == ["claude-code", "odd⟨U+202E⟩"]
    combo.setCurrentIndex(1)
    assert json.loads(editor.field.json)["match"] == {"app": "odd\u202e"}
    assert "\u202e" not in editor.field.json


def test_people_and_accounts_are_named_by_their_input(shown: Shown) -> None:
    editor = shown.open('{"effect": "allow", "match": {"server": "mail"}}')
    people = editor.form.fields[("match", "arguments")]
    next(it for it in people.findChildren(QPushButton) if it.text() == "Add an input").click()
    name, values = people.findChild(QLineEdit), people.findChild(LinesField)
    assert name is not None
    assert values is not None
    QTest.keyClicks(name, "to")
    QTest.keyClicks(values, "ana@example.org")
    made, problems = parse_rule(editor.field.json)
    assert made is not None, problems
    assert rule_view(made).phrases == ("where to is ana@example.org", "whatever else the inputs hold")


def test_a_newcomer_makes_a_rule_without_a_glance_at_json(shown: Shown) -> None:
    shown.link.replies[CheckRule] = lambda asked: check_rule(asked, PolicySource("user", ""), datetime.now(UTC))
    editor = shown.open(form.new_rule())
    next(it for it in editor.form.findChildren(QRadioButton) if it.text() == "Allow without asking").click()
    app, tool = (editor.form.fields["match", name].findChild(Combo) for name in ("app", "tool"))
    folders = editor.form.fields["match", "paths_within", "folders"].findChild(LinesField)
    assert isinstance(app, Combo)
    assert isinstance(tool, Combo)
    assert isinstance(folders, LinesField)
    app.setCurrentIndex(0)
    QTest.keyClicks(tool, "read_*")
    QTest.keyClicks(folders, "~/notes")
    shown.settle()
    said = "Allow Claude Code to use read_* of any server in ~/notes, without asking."
    assert said in plain.words(editor.check_result)
    assert not editor.field.isVisible()
