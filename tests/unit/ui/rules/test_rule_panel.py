"""One rule, closer."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from host.control.protocol import Done, EnableRule, RemoveRule, ReplayRule
from host.control.views import RuleView
from host.errors import AssentError
from host.values import replace
from tests.support import plain
from tests.support.window import FakeLink, policy, rule
from tests.unit.ui.clock import Clock
from tests.unit.ui.rules.support import HOSTILE, REPORT, front
from ui.inputs.text_block import TextBlock
from ui.rules.rule_list import RulePanel

FULL = rule(
    effect="deny",
    reason="Reading is harmless",
    phrases=("where a path is in /home/ana", "at most 10 calls in a minute"),
    expires="2027-01-01T00:00:00Z",
)


class Shown:
    """The panel of a rule, and the link it asks."""

    def __init__(self, qtbot: QtBot) -> None:
        self.link = FakeLink()
        self.link.replies |= {ReplayRule: REPORT, EnableRule: Done(), RemoveRule: Done()}
        self.panel = RulePanel(self.link)
        qtbot.addWidget(self.panel)
        self.panel.resize(420, 800)
        front(self.panel)

    def show(self, shown: RuleView) -> list[str]:
        self.panel.show_rule(shown, policy())
        return plain.words(self.panel)


@pytest.fixture
def shown(qtbot: QtBot) -> Shown:
    return Shown(qtbot)


def test_it_says_everything_of_a_rule(shown: Shown) -> None:
    said = shown.show(FULL)
    for wanted in (
        "reading",
        (
            "Never let Claude Code (claude-code) use read_* of files, where a path is in /home/ana, "
            "at most 10 calls in a minute."
        ),
        "Reading is harmless",
        "/home/ana/.config/assent/policy.json",
    ):
        assert wanted in said
    assert any(words.startswith("2027-01-01") for words in said)


def test_s14_the_rule_is_there_as_it_is_written_to_the_last_character(shown: Shown) -> None:
    shown.show(FULL)
    assert shown.panel.findChild(TextBlock) is None, "nobody reads JSON who did not ask"
    next(it for it in shown.panel.findChildren(QPushButton) if it.text() == "As it is written").click()
    block = shown.panel.findChild(TextBlock)
    assert isinstance(block, TextBlock)
    assert block.lines == FULL.text.count("\n") + 1


def test_the_administrators_rule_cannot_be_changed_and_it_says_who_can(shown: Shown) -> None:
    said = shown.show(rule(source="managed"))
    assert "Only the administrator can change this rule, in the administrator's file." in said
    assert "/etc/assent/managed.json" in said
    for button in (shown.panel.edit, shown.panel.duplicate, shown.panel.switch, shown.panel.remove):
        assert not button.isVisible()
    shown.panel.toggle()
    assert shown.link.of(EnableRule) == []


def test_a_rule_that_waits_leads_to_where_it_is_confirmed(shown: Shown, qtbot: QtBot) -> None:
    shown.show(rule(effect="deny", waits="gone"))
    assert not shown.panel.remove.isVisible()
    with qtbot.waitSignal(shown.panel.pending_changes_wanted):
        shown.panel.waits.action.click()
    shown.show(rule("other"))
    assert shown.panel.waits.isHidden()


def test_what_tightens_is_done_at_once(shown: Shown) -> None:
    shown.show(rule())
    shown.panel.switch.click()
    shown.show(rule("off", effect="deny", enabled=False, counts=False))
    shown.panel.switch.click()
    assert shown.link.requests == [EnableRule("reading", False), EnableRule("off", True)]


def test_s39_removing_what_denies_asks_first_with_the_past_calls_and_arms(shown: Shown, clock: Clock) -> None:
    shown.show(FULL)
    shown.panel.remove.click()
    assert shown.link.requests == [ReplayRule("", "reading", True)]
    said = plain.words(shown.panel.loosening_question)
    assert "Remove this rule?" in said
    assert "Of your last 412 calls: 1 would run without asking." in said
    shown.panel.loosening_question.yes.button.click()
    assert shown.link.of(RemoveRule) == []
    clock.arm(shown.panel.loosening_question.yes)
    shown.panel.loosening_question.yes.button.click()
    assert shown.link.of(RemoveRule) == [RemoveRule("reading")]
    assert shown.panel.loosening_question.isHidden()


def test_s39_switching_off_what_asks_and_on_what_allows_asks_first(shown: Shown, clock: Clock) -> None:
    shown.show(rule("asks", effect="ask"))
    shown.panel.switch.click()
    shown.panel.loosening_question.no.click()
    assert shown.panel.loosening_question.isHidden()
    allows = rule("allows", enabled=False, counts=False)
    shown.show(allows)
    shown.panel.switch.click()
    replayed = shown.link.of(ReplayRule)[-1]
    assert (replayed.replaces, replayed.removes) == ("allows", False)
    assert '"enabled": true' in replayed.text
    assert shown.link.of(EnableRule) == []
    clock.arm(shown.panel.loosening_question.yes)
    shown.panel.loosening_question.yes.button.click()
    assert shown.link.of(EnableRule) == [EnableRule("allows", True)]


def test_s10_until_the_past_calls_are_there_there_is_no_button_to_agree(shown: Shown) -> None:
    del shown.link.replies[ReplayRule]
    shown.show(FULL)
    shown.panel.remove.click()
    assert shown.panel.loosening_question.yes.isHidden()
    shown.panel.loosening_question.no.click()
    shown.panel.remove.click()
    shown.link.answer(ReplayRule, REPORT)  # to the question before
    assert shown.panel.loosening_question.yes.isHidden()
    shown.link.answer(ReplayRule, REPORT, 1)
    assert not shown.panel.loosening_question.yes.isHidden()


def test_past_calls_that_cannot_be_looked_at_are_reported_before_it_can_be_agreed(shown: Shown, clock: Clock) -> None:
    shown.link.replies[ReplayRule] = AssentError("the log is damaged")
    shown.show(FULL)
    shown.panel.remove.click()
    said = plain.words(shown.panel.loosening_question)
    assert "The past calls could not be looked at" in said
    assert "The log is damaged." in said
    clock.arm(shown.panel.loosening_question.yes)
    assert shown.panel.loosening_question.yes.button.isEnabled()


def test_a_refusal_is_reported_beside_the_button_and_it_arms_again(shown: Shown, clock: Clock) -> None:
    shown.link.replies[RemoveRule] = AssentError("policy.json was changed meanwhile")
    shown.show(FULL)
    shown.panel.remove.click()
    clock.arm(shown.panel.loosening_question.yes)
    shown.panel.loosening_question.yes.button.click()
    assert "Policy.json was changed meanwhile." in plain.words(shown.panel.loosening_question) or (
        "policy.json was changed meanwhile." in plain.words(shown.panel.loosening_question)
    )
    assert not shown.panel.loosening_question.yes.button.isEnabled()


def test_a_refusal_of_what_tightens_is_reported_too(shown: Shown) -> None:
    shown.link.replies[EnableRule] = AssentError("it cannot be written")
    shown.show(rule())
    shown.panel.switch.click()
    assert "It cannot be written." in plain.words(shown.panel)


def test_another_rule_puts_the_question_away(shown: Shown) -> None:
    shown.show(FULL)
    shown.panel.remove.click()
    shown.show(rule("other"))
    assert shown.panel.loosening_question.isHidden()
    assert shown.panel.edit.isVisible()


def test_what_changes_beside_the_question_leaves_it_open(shown: Shown) -> None:
    shown.show(FULL)
    shown.panel.remove.click()
    shown.show(replace(FULL, counts=False))
    assert not shown.panel.loosening_question.isHidden()


def test_s39_a_rule_that_became_another_under_its_name_puts_the_question_away(shown: Shown, clock: Clock) -> None:
    """Else a yes to switching one rule on would switch on what somebody wrote in its place."""
    narrow = rule("allows", enabled=False, counts=False)
    shown.show(narrow)
    shown.panel.switch.click()
    clock.arm(shown.panel.loosening_question.yes)
    shown.show(rule("allows", tool="*", enabled=False, counts=False))
    assert shown.panel.loosening_question.isHidden()
    shown.panel.loosening_question.yes.button.click()
    assert shown.link.of(EnableRule) == []


def test_s04_s05_hostile_rules_are_plain(shown: Shown) -> None:
    shown.show(HOSTILE)
    plain.assert_plain(shown.panel)
    plain.assert_accessible(shown.panel)
    shown.panel.remove.click()
    plain.assert_plain(shown.panel)
    plain.assert_accessible(shown.panel)
