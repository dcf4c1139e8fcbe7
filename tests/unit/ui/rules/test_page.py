"""The page of rules."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from host.control.protocol import (
    CheckRule,
    Done,
    DraftRule,
    ExplainCall,
    ReadCall,
    ReadRuleForm,
    ReadRules,
    ReplayRule,
    SaveRule,
)
from host.control.views import ApproverView, CallDetails, HistoryRow, PolicyView, RuleDraft
from host.errors import AssentError
from host.values import replace
from tests.support import plain, window
from tests.support.window import FakeLink, policy, rule, rules_page
from tests.unit.ui.rules.support import FORM, LOOSENING, REPLAYED, REPORT, SOUND, explanation, front, seen
from ui.rules import form
from ui.rules.page import ApproversView, RulesPage

DRAFT = RuleDraft(rule("", text='{"effect": "allow"}'), "you approved this three times", "s1")
ASKED = "Always allow Claude Code to use read_* of files?"


class Shown:
    """The page, and the link it asks."""

    def __init__(self, qtbot: QtBot) -> None:
        self.link = FakeLink()
        self.link.replies |= {
            ReadRules: rules_page(rule("mine"), rule("locked", source="managed")),
            CheckRule: SOUND,
            SaveRule: Done(),
            ExplainCall: explanation(),
            DraftRule: DRAFT,
            ReadRuleForm: FORM,
        }
        self.page = RulesPage(self.link)
        qtbot.addWidget(self.page)
        self.page.resize(1_000, 700)
        self.say(policy())
        front(self.page)

    def say(self, said: PolicyView) -> list[str]:
        self.page.set_state(window.state(policy=said))
        return seen(self.page)


@pytest.fixture
def shown(qtbot: QtBot) -> Shown:
    return Shown(qtbot)


def test_no_rule_is_suggested_beside_one_that_is_being_written(shown: Shown, qtbot: QtBot) -> None:
    assert not shown.page.own_alerts
    with qtbot.waitSignal(shown.page.own_alerts_changed):
        shown.page.edit_draft(DRAFT)
    assert shown.page.own_alerts == {"suggest"}
    assert shown.page.editor is not None
    assert shown.page.editor.field.json == DRAFT.rule.text
    shown.page.editor.left.emit()
    assert not shown.page.own_alerts


def test_the_page_fits_into_the_least_window(shown: Shown) -> None:
    shown.page.edit("{}")
    shown.page.resize(732, 600)
    least = shown.page.minimumSizeHint()
    assert least.height() <= 580
    assert least.width() <= 732


def test_a_new_rule_begins_with_one_that_asks(shown: Shown) -> None:
    shown.page.new.click()
    assert shown.page.editor is not None
    assert (shown.page.editor.field.json, shown.page.editor.replaces) == (form.new_rule("files"), "")


def test_editing_names_the_rule_it_replaces_and_a_copy_names_none(shown: Shown) -> None:
    mine = shown.page.list.model.rows[0]
    shown.page.list.open_rule(mine)
    shown.page.list.panel.edit.click()
    editor = shown.page.editor
    assert editor is not None
    assert (editor.field.json, editor.replaces) == (mine.text, "mine")
    editor.cancel.click()
    assert not editor.isVisible()
    shown.page.list.panel.duplicate.click()
    assert editor.replaces == ""
    assert '"id"' not in editor.field.json


def test_after_saving_the_list_is_there_again(shown: Shown) -> None:
    shown.page.new.click()
    assert shown.page.editor is not None
    shown.page.editor.save.click()
    assert not shown.page.editor.isVisible()
    assert shown.page.list.isVisible()


def test_a_rule_is_made_from_a_call(shown: Shown) -> None:
    shown.page.make_rule_from("call-1")
    assert shown.link.of(DraftRule) == [DraftRule("call-1")]
    assert shown.page.editor is not None
    assert shown.page.editor.field.json == DRAFT.rule.text


def test_that_such_calls_are_asked_about_all_the_same_is_reported(shown: Shown) -> None:
    reason = "Such calls are asked about all the same: the server says that this tool may destroy something."
    shown.link.replies |= {
        DraftRule: replace(DRAFT, held_back=reason),
        CheckRule: replace(SOUND, rule=rule(effect="allow")),
    }
    shown.page.make_rule_from("call-1")
    assert any(reason in words for words in seen(shown.page))


@pytest.mark.parametrize(("effect", "said"), [("allow", ["call-1"]), ("ask", [])])
def test_a_saved_rule_that_allows_names_the_call_it_began_with(shown: Shown, effect: str, said: list[str]) -> None:
    told: list[str] = []
    shown.page.allow_rule_saved.connect(told.append)
    shown.link.replies[CheckRule] = replace(SOUND, rule=rule(effect=effect))
    shown.page.make_rule_from("call-1")
    assert shown.page.editor is not None
    shown.page.editor.save.click()
    assert told == said
    shown.page.new_rule()
    shown.page.editor.save.click()
    assert told == said


def test_the_call_that_a_rule_is_made_from_stands_ready_to_be_tried(shown: Shown) -> None:
    past = details(b'{"arguments":{"path":"a"},"name":"read_file"}')
    shown.link.replies[ReadCall] = past
    shown.page.make_rule_from("call-1")
    editor = shown.page.editor
    assert editor is not None
    editor.test.explain_button.click()
    assert shown.link.of(ExplainCall) == [
        ExplainCall("cursor", "mail", "read_file", '{"path":"a"}', DRAFT.rule.text, "")
    ]


@pytest.mark.parametrize("params", [None, b"[]", b'{"arguments":{"x":"' + b"y" * 20_000 + b'"},"name":"n"}'])
def test_a_call_that_cannot_be_shown_whole_is_not_tried_in_part(shown: Shown, params: bytes | None) -> None:
    shown.link.replies[ReadCall] = details(params)
    shown.page.make_rule_from("call-1")
    assert shown.page.editor is not None
    assert shown.page.editor.test.tool.currentText() == ""


def details(params: bytes | None) -> CallDetails:
    row = HistoryRow(
        "call-1", "2026-11-21T10:00:00Z", "cursor", True, "mail", "read_file", "ended", "", "", "", "", None, ""
    )
    return CallDetails(row, (), params, None, None, 0, "")


def test_a_drafts_past_calls_are_counted_unasked_and_are_no_step_towards_saving(shown: Shown) -> None:
    shown.link.replies |= {ReplayRule: REPORT, CheckRule: LOOSENING}
    shown.page.make_rule_from("call-1")
    editor = shown.page.editor
    assert editor is not None
    editor._replay_timer.timeout.emit()  # noqa: SLF001  # the typing stopped a while ago
    assert shown.link.of(ReplayRule) == [ReplayRule(DRAFT.rule.text, "")]
    assert REPLAYED in plain.words(editor.past)
    assert not editor.save_looser.isVisible()
    assert not shown.link.of(SaveRule)


def test_a_call_that_no_rule_can_be_made_from_says_why(shown: Shown) -> None:
    shown.link.replies[DraftRule] = AssentError("too little of it is kept")
    shown.page.make_rule_from("call-1")
    said = seen(shown.page)
    assert "No rule could be made from this call" in said
    assert "Too little of it is kept." in said


def test_unsaved_text_is_not_replaced_by_another_rule(shown: Shown) -> None:
    shown.page.make_rule_from("call-1")
    editor = shown.page.editor
    assert editor is not None
    editor.field.insertPlainText(" ")
    before = editor.field.json
    shown.page.make_rule_from("call-2")
    assert editor.field.json == before
    assert "Leave without saving?" in plain.words(editor)


def test_the_parts_of_the_page_are_chosen_by_tabs(shown: Shown) -> None:
    shown.say(policy(approvers=(ApproverView("Ana", ("PI",), "managed"),)))
    shown.page.tabs.setCurrentIndex(2)
    assert shown.page.approvers.isVisible()
    shown.page.tabs.setCurrentIndex(1)
    assert shown.page.test.isVisible()
    shown.page.test.show_call("files", "read_file", "a", "{}")
    shown.page.test.explain_button.click()
    assert shown.link.of(ExplainCall) == [ExplainCall("a", "files", "read_file", "{}")]


def test_ctrl_f_goes_to_the_search_where_it_is_to_be_seen(shown: Shown) -> None:
    shown.page.focus_filter()
    assert shown.page.list.search.hasFocus()
    shown.page.tabs.setFocus()
    shown.page.tabs.setCurrentIndex(1)
    shown.page.focus_filter()
    assert not shown.page.list.search.hasFocus()


def test_s04_s05_hostile_words_of_files_are_plain(shown: Shown) -> None:
    hostile = RuleDraft(rule("", tool="<b>\u202e", text="{\u202e}"), "&amp;\u200b" + "x" * 300, "s")
    shown.page.edit_draft(hostile)
    plain.assert_plain(shown.page)
    plain.assert_accessible(shown.page)


def test_what_the_rules_say_of_a_tool_is_asked_at_once_with_the_app_that_was_typed(shown: Shown) -> None:
    shown.page.test.app.setText("cursor")
    shown.page.try_call("files", "delete\u202eall")
    assert shown.page.tabs.currentIndex() == 1
    assert shown.link.of(ExplainCall) == [ExplainCall("cursor", "files", "delete\u202eall", "{}")]
    assert "delete⟨U+202E⟩all" in shown.page.test.tool.currentText()
    assert explanation().because in plain.words(shown.page.test.answer)


def test_unsaved_text_does_not_go_for_a_call_that_is_tried(shown: Shown) -> None:
    shown.page.new_rule()
    editor = shown.page.editor
    assert editor is not None
    editor.field.insertPlainText("x")
    shown.page.try_call("files", "read_file")
    assert not shown.link.of(ExplainCall)
    assert editor.isVisible()


def test_names_roles_and_where_they_are_registered(qtbot: QtBot) -> None:
    view = ApproversView()
    qtbot.addWidget(view)
    view.set_policy(policy(approvers=(ApproverView("Ana", ("PI", "DPO"), "managed"), ApproverView("me", (), "user"))))
    view.show()
    said = plain.words(view)
    assert len(view.cards) == 2
    for wanted in (
        "Ana",
        "PI, DPO",
        "Administrator's",
        "me",
        "No role: signs where any PIN will do",
        "Registered here",
    ):
        assert wanted in said
    assert "Registered here" in said


def test_without_anybody_it_says_what_that_means(qtbot: QtBot) -> None:
    view = ApproversView()
    qtbot.addWidget(view)
    view.set_policy(policy())
    view.show()
    assert "Nobody is registered to sign" in plain.words(view)


def test_the_list_is_not_made_again_while_it_stays(qtbot: QtBot) -> None:
    view = ApproversView()
    qtbot.addWidget(view)
    view.set_policy(policy(approvers=(ApproverView("Ana", (), "managed"),)))
    (card,) = view.cards
    view.set_policy(policy(approvers=(ApproverView("Ana", (), "managed"),), generation=9))
    assert view.cards == [card]


def test_s04_names_are_plain(qtbot: QtBot) -> None:
    view = ApproversView()
    qtbot.addWidget(view)
    view.set_policy(policy(approvers=(ApproverView("<b>\u202e" + "x" * 300, ("&role\u200b",), "managed"),)))
    view.show()
    plain.assert_plain(view)
    plain.assert_accessible(view)
