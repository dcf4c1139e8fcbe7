"""The list of rules: search, filters, table, and one rule closer."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from host.control.protocol import Done, EnableRule, ReadRules, ReplayRule
from host.control.views import RuleView
from host.errors import AssentError
from host.values import replace
from tests.support import plain
from tests.support.window import FakeLink, policy, rule, rules_page
from tests.unit.ui.clock import TURNS
from tests.unit.ui.rules.support import REPORT, front, seen
from ui.rules.rule_list import ON, RULE, USED, RulesList

LOCKED = rule("locked", source="managed", effect="deny", server="web", app="*")
MINE = rule("mine")
DENY = rule("deny", effect="deny")


class Shown:
    """The list, and the link it asks."""

    def __init__(self, qtbot: QtBot) -> None:
        self.link = FakeLink()
        self.link.replies |= {ReplayRule: REPORT, EnableRule: Done()}
        self.list = RulesList(self.link)
        qtbot.addWidget(self.list)
        self.list.resize(1_000, 600)
        self.have(LOCKED, MINE, DENY)
        front(self.list)

    def have(self, *rules: RuleView, generation: int = 1, problems: tuple[str, ...] = ()) -> None:
        self.link.replies[ReadRules] = rules_page(*rules, generation=generation)
        self.list.set_policy(policy(generation=generation, problems=problems))

    def ids(self) -> list[str]:
        return [shown.id for shown in self.list.model.rows]


@pytest.fixture
def shown(qtbot: QtBot) -> Shown:
    return Shown(qtbot)


def button(inside: QWidget, words: str) -> QPushButton:
    """The button with these words."""
    return next(found for found in inside.findChildren(QPushButton) if found.text() == words)


def test_rules_of_both_sources_are_side_by_side_and_order_is_said_not_to_matter(shown: Shown) -> None:
    assert shown.ids() == ["locked", "mine", "deny"]
    said = " ".join(seen(shown.list))
    assert "Order does not matter: deny wins over ask, ask over allow." in said
    assert "3 rules" in said


def test_other_rules_in_force_are_read_and_the_same_are_not_read_again(shown: Shown) -> None:
    asked = len(shown.link.of(ReadRules))
    shown.list.set_policy(policy(generation=1, count=7))
    assert len(shown.link.of(ReadRules)) == asked
    shown.have(MINE, generation=2)
    assert shown.ids() == ["mine"]


def test_what_nobody_sees_is_not_read_until_it_is_seen(shown: Shown) -> None:
    shown.list.hide()
    asked = len(shown.link.of(ReadRules))
    shown.have(MINE, generation=2)
    assert len(shown.link.of(ReadRules)) == asked
    shown.list.show()
    assert shown.ids() == ["mine"]


def test_how_often_rules_decided_meanwhile_is_read_when_the_list_is_shown_again(shown: Shown) -> None:
    shown.list.hide()
    shown.link.replies[ReadRules] = rules_page(replace(MINE, used=1, last_used="2026-11-21T10:00:00Z"))
    shown.list.show()
    assert [found.used for found in shown.list.model.rows] == [1]


def test_the_search_is_sent_when_the_typing_stops(shown: Shown) -> None:
    asked = len(shown.link.of(ReadRules))
    QTest.keyClicks(shown.list.search, "web")
    assert len(shown.link.of(ReadRules)) == asked
    QTest.keyClick(shown.list.search, Qt.Key.Key_Return)
    assert shown.ids() == ["locked"]


def test_source_and_effect_narrow_the_list(shown: Shown) -> None:
    shown.list.source.buttons["user"].click()
    assert shown.ids() == ["mine", "deny"]
    shown.list.effect.buttons["allow"].click()
    shown.list.effect.buttons["deny"].click()
    assert shown.ids() == ["deny"]
    assert not shown.list.effect.buttons["allow"].isChecked()
    shown.list.effect.buttons["deny"].click()
    assert shown.ids() == ["mine", "deny"]
    shown.list.show_all()
    assert shown.ids() == ["locked", "mine", "deny"]


def test_a_search_without_result_offers_the_way_back(shown: Shown) -> None:
    shown.list.search.setText("nothing like it")
    shown.list.search.returnPressed.emit()
    assert "Nothing found" in seen(shown.list)
    button(shown.list, "Show all rules").click()
    assert shown.ids() == ["locked", "mine", "deny"]


def test_without_rules_the_page_says_what_they_are_for_and_offers_one(shown: Shown, qtbot: QtBot) -> None:
    shown.have(generation=2)
    assert "No rules yet" in seen(shown.list)
    with qtbot.waitSignal(shown.list.new_wanted):
        button(shown.list, "New rule…").click()


def test_a_file_that_cannot_be_used_is_not_an_empty_one(shown: Shown) -> None:
    shown.have(generation=2, problems=("policy.json:3: odd",))
    assert "No rules can be read" in seen(shown.list)
    assert not any("Where no rule matches, a person is asked." in said for said in seen(shown.list)), "all is denied"
    shown.have(problems=("policy.json:1: odd", "policy.json:2: odder"), generation=6)
    assert "policy.json:2: odder." in "\n".join(seen(shown.list))
    assert "No rules yet" not in seen(shown.list)


def test_what_cannot_be_read_is_reported(shown: Shown) -> None:
    shown.link.replies[ReadRules] = AssentError("the host is busy")
    shown.list.set_policy(policy(generation=2))
    assert "The host is busy." in seen(shown.list)


def test_enter_opens_a_rule_and_escape_closes_it(shown: Shown) -> None:
    shown.list.table.setFocus()
    shown.list.table.setCurrentIndex(shown.list.model.index(1, 0))
    QTest.keyClick(shown.list.table, Qt.Key.Key_Return)
    assert shown.list.panel.isVisible()
    assert shown.list.panel.rule == MINE
    QTest.keyClick(shown.list.table, Qt.Key.Key_Down)
    assert shown.list.panel.rule == DENY
    QTest.keyClick(shown.list.panel, Qt.Key.Key_Escape)
    assert not shown.list.panel.isVisible()
    assert shown.list.table.hasFocus()


def test_the_open_rule_follows_the_rules_in_force_and_closes_when_it_is_gone(shown: Shown) -> None:
    shown.list.open_rule(MINE)
    shown.have(LOCKED, rule("mine", effect="ask"), generation=2)
    assert shown.list.panel.rule is not None
    assert shown.list.panel.rule.effect == "ask"
    shown.have(LOCKED, generation=3)
    assert not shown.list.panel.isVisible()


def test_a_search_does_not_close_the_open_rule(shown: Shown) -> None:
    shown.list.open_rule(MINE)
    shown.list.search.setText("web")
    shown.list.search.returnPressed.emit()
    assert shown.list.panel.isVisible()


def test_beside_the_panel_the_list_keeps_what_tells_rules_apart(shown: Shown) -> None:
    assert not shown.list.table.isColumnHidden(USED)
    shown.list.open_rule(MINE)
    for _ in range(TURNS):
        QApplication.processEvents()
    assert shown.list.table.isColumnHidden(USED)
    assert not shown.list.table.isColumnHidden(RULE)
    assert not shown.list.table.isColumnHidden(ON)


@pytest.mark.parametrize("rule_id", ["r00450", ""])
def test_a_saved_rule_is_chosen_and_in_sight_once_it_is_in_force(shown: Shown, rule_id: str) -> None:
    many = tuple(rule(f"r{number:05}") for number in range(450))
    shown.have(*many, generation=2)
    shown.list.select_rule(rule_id)
    assert not shown.list.table.currentIndex().isValid()
    shown.have(*many, rule("r00450"), generation=3)
    chosen = shown.list.table.currentIndex()
    assert shown.list.model.rows[chosen.row()].id == "r00450"
    assert shown.list.table.selectionModel().isRowSelected(chosen.row())
    for _ in range(TURNS):
        QApplication.processEvents()
    assert shown.list.table.viewport().rect().intersects(shown.list.table.visualRect(chosen))
    shown.have(*many, generation=4)
    assert len(shown.link.of(ReadRules)) < 12


def test_a_rule_that_was_edited_is_chosen_whatever_was_searched_for(shown: Shown) -> None:
    shown.list.source.buttons["managed"].click()
    shown.list.select_rule("deny")
    shown.have(LOCKED, MINE, DENY, generation=2)
    assert shown.list.table.currentIndex().row() == 2


def test_a_switch_that_tightens_is_sent_at_once(shown: Shown) -> None:
    index = shown.list.model.index(1, ON)
    shown.list.model.setData(index, Qt.CheckState.Unchecked, Qt.ItemDataRole.CheckStateRole)
    assert shown.link.of(EnableRule) == [EnableRule("mine", False)]
    assert not shown.list.panel.isVisible()


def test_s39_a_switch_that_loosens_opens_the_question(shown: Shown) -> None:
    index = shown.list.model.index(2, ON)
    shown.list.model.setData(index, Qt.CheckState.Unchecked, Qt.ItemDataRole.CheckStateRole)
    assert shown.link.of(EnableRule) == []
    assert shown.list.panel.isVisible()
    assert shown.list.panel.loosening_question.isVisible()
    assert shown.link.of(ReplayRule) == [ReplayRule("", "deny", True)]


def test_a_click_on_a_switch_switches_and_does_not_open(shown: Shown) -> None:
    table = shown.list.table
    area = table.visualRect(shown.list.model.index(1, ON))
    at = QPoint(area.left() + 9, area.center().y())
    QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert shown.link.of(EnableRule) == [EnableRule("mine", False)]
    assert not shown.list.panel.isVisible()
    area = table.visualRect(shown.list.model.index(1, RULE))
    QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=area.center())
    assert shown.list.panel.isVisible()


def test_everything_is_plain_and_named(shown: Shown) -> None:
    shown.list.open_rule(DENY)
    plain.assert_plain(shown.list)
    plain.assert_accessible(shown.list)


def test_everything_that_can_be_pressed_has_a_name_the_button_that_clears_the_search_too(shown: Shown) -> None:
    shown.list.search.setText("x")
    plain.assert_accessible(shown.list)
    assert [button.accessibleName() for button in shown.list.search.findChildren(QToolButton)] == ["Clear the field"]
