"""The rules as a table."""

from __future__ import annotations

import functools

import pytest
from PySide6.QtCore import QModelIndex, Qt
from pytestqt.qtbot import QtBot

from host.control.protocol import ReadRules
from host.control.views import RulesPage, RuleView
from host.errors import AssentError
from tests.support.window import FakeLink, rule, rules_page
from tests.unit.ui.rules.support import HOSTILE
from ui.rules.rule_list import ON, PAGE_ROWS, RULE, SOURCE, RulesModel
from ui.rules.words import MANAGED
from ui.text import tooltip_html

LOCKED = rule("locked", source="managed", effect="deny", app="*", phrases=("a",))
MINE = rule("mine")
OFF = rule("off", enabled=False, counts=False)


@functools.cache
def many() -> tuple[RuleView, ...]:
    return tuple(rule(f"r{number:05}") for number in range(10_000))


class Shown:
    """A model, and the link it asks."""

    def __init__(self, *rules: RuleView) -> None:
        self.link = FakeLink()
        self.model = RulesModel(self.link)
        self.failures: list[str] = []
        self.switched: list[RuleView] = []
        self.model.failed.connect(self.failures.append)
        self.model.switched.connect(self.switched.append)
        self.have(*rules)

    def have(self, *rules: RuleView, generation: int = 1) -> None:
        self.link.replies[ReadRules] = rules_page(*rules, generation=generation)
        self.model.refresh()

    def cells(self, line: int, role: int = Qt.ItemDataRole.DisplayRole) -> list[object]:
        return [self.model.index(line, column).data(role) for column in range(self.model.columnCount())]


@pytest.fixture
def shown(qtbot: QtBot) -> Shown:
    return Shown(LOCKED, MINE, OFF)


def test_a_line_is_a_sentence_with_its_uses_and_whose_it_is(shown: Shown) -> None:
    assert shown.cells(0) == ["On", "Never let any app use read_* of files, a.", "Not yet", "Administrator"]
    assert shown.cells(1) == ["", "Allow Claude Code to use read_* of files, without asking.", "Not yet", "Yours"]


def test_the_administrators_rules_have_a_lock_and_no_switch(shown: Shown) -> None:
    source, on = shown.model.index(0, SOURCE), shown.model.index(0, ON)
    assert source.data(Qt.ItemDataRole.DecorationRole) is not None
    assert source.data(Qt.ItemDataRole.ToolTipRole) == tooltip_html(MANAGED)
    assert on.data(Qt.ItemDataRole.CheckStateRole) is None
    assert not shown.model.setData(on, Qt.CheckState.Unchecked, Qt.ItemDataRole.CheckStateRole)
    assert shown.switched == []


def test_the_persons_own_have_a_switch_that_changes_nothing_before_the_host_says_so(shown: Shown) -> None:
    on = shown.model.index(1, ON)
    assert on.data(Qt.ItemDataRole.CheckStateRole) == Qt.CheckState.Checked
    assert on.flags() & Qt.ItemFlag.ItemIsUserCheckable
    assert shown.model.setData(on, Qt.CheckState.Unchecked, Qt.ItemDataRole.CheckStateRole)
    assert shown.switched == [MINE]
    assert on.data(Qt.ItemDataRole.CheckStateRole) == Qt.CheckState.Checked


def test_a_rule_that_waits_says_so_beside_its_switch(shown: Shown) -> None:
    shown.have(rule("new", counts=False, waits="allows"), rule("gone", effect="deny", waits="gone"))
    assert shown.cells(0, Qt.ItemDataRole.AccessibleTextRole)[ON] == "On: Waits"
    assert shown.model.index(0, ON).data(Qt.ItemDataRole.DecorationRole) is not None
    assert shown.cells(1)[ON] == "Waits"
    assert shown.model.index(1, ON).data(Qt.ItemDataRole.CheckStateRole) is None


def test_ten_thousand_rules_are_fetched_as_they_come_into_sight(qtbot: QtBot) -> None:
    shown = Shown(*many())
    assert (shown.model.rowCount(), shown.model.total) == (PAGE_ROWS, 10_000)
    shown.model.fetchMore(QModelIndex())
    assert shown.model.rowCount() == 2 * PAGE_ROWS
    assert [request.begin for request in shown.link.of(ReadRules)] == [0, PAGE_ROWS]
    while shown.model.canFetchMore(QModelIndex()):
        shown.model.fetchMore(QModelIndex())
    assert shown.model.rows == list(many())


def test_a_page_of_other_rules_starts_the_list_over(qtbot: QtBot) -> None:
    shown = Shown(*many())
    shown.link.replies[ReadRules] = rules_page(*many()[5:], generation=2)
    shown.model.fetchMore(QModelIndex())
    assert shown.model.rows == list(many()[5 : 5 + PAGE_ROWS])
    assert shown.model.generation == 2


def test_a_host_that_says_there_is_more_and_gives_nothing_is_not_asked_for_ever(qtbot: QtBot) -> None:
    shown = Shown(*many())
    shown.link.replies[ReadRules] = RulesPage((), 10_000, 1)
    shown.model.fetchMore(QModelIndex())
    assert not shown.model.canFetchMore(QModelIndex())


def test_a_rule_that_changes_stays_in_its_line(shown: Shown) -> None:
    removed: list[tuple[int, int]] = []
    shown.model.rowsRemoved.connect(lambda _, first, last: removed.append((first, last)))
    shown.have(LOCKED, rule("mine", effect="deny"), OFF, generation=2)
    assert removed == []
    assert str(shown.cells(1)[RULE]).startswith("Never let")
    shown.have(LOCKED, OFF, generation=3)
    assert removed == [(1, 1)]
    shown.have(generation=4)
    assert shown.model.rowCount() == 0


def test_the_filter_is_the_hosts_own(shown: Shown) -> None:
    shown.model.filter(" read  x ", "user", "allow")
    assert shown.link.of(ReadRules)[-1] == ReadRules("read  x", "user", "allow", False, 0, PAGE_ROWS)
    assert shown.model.is_filtered
    asked = len(shown.link.of(ReadRules))
    shown.model.filter("read  x", "user", "allow")
    assert len(shown.link.of(ReadRules)) == asked


def test_an_answer_to_an_older_filter_is_dropped(qtbot: QtBot) -> None:
    shown = Shown(MINE)
    shown.link.replies[ReadRules] = RulesPage((MINE,), 2, 1)
    shown.model.refresh()
    shown.link.replies[ReadRules] = None
    shown.model.fetchMore(QModelIndex())
    shown.model.filter("a", "", "")
    shown.model.filter("b", "", "")
    for number in (0, 1):  # the next rules, and those of the filter before
        shown.link.answer(ReadRules, RulesPage((LOCKED,), 1, 1), number)
        shown.link.answer(ReadRules, AssentError("late"), number)
    assert shown.model.rows == [MINE]
    assert shown.failures == []


def test_what_cannot_be_read_is_reported(shown: Shown) -> None:
    shown.link.replies[ReadRules] = AssentError("the file is gone")
    shown.model.refresh()
    assert shown.failures == ["the file is gone"]
    assert shown.model.rows == [LOCKED, MINE, OFF]


def test_a_rule_is_found_as_it_is_now_and_not_the_one_that_is_gone(shown: Shown) -> None:
    gone, now = rule("mine", effect="deny", waits="gone"), rule("mine", effect="ask")
    shown.have(LOCKED, gone, now, generation=2)
    assert shown.model.find(MINE) == now
    assert shown.model.find(gone) == gone
    assert shown.model.find(rule("mine", source="managed")) is None


def test_s04_s05_hostile_rules_are_escaped_in_every_role(qtbot: QtBot) -> None:
    shown = Shown(HOSTILE)
    roles = (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole)
    said = [str(cell) for role in roles for cell in shown.cells(0, role)]
    assert not [words for words in said if any(hidden in words for hidden in "\u202e\u200b\u2066\x1b\ud800")]
    tip_ = shown.model.index(0, RULE).data(Qt.ItemDataRole.ToolTipRole)
    assert tip_.startswith("<qt>")
    assert "<b>" not in tip_


def test_nothing_outside_the_table_is_answered_for(shown: Shown) -> None:
    assert shown.model.data(QModelIndex()) is None
    assert shown.model.rowCount(shown.model.index(0, 0)) == 0
    assert not shown.model.canFetchMore(shown.model.index(0, 0))
