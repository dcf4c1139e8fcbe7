"""No yes to many by accident: clicks and keys around the time that arms it (attacks 10 and 12)."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from tests.unit.ui.consent.batch.support import LEFT, Open, OpenTable, call_id, numbers
from tests.unit.ui.consent.support import numbered, repeat_key
from ui.consent.arming import batch_ms

TWO = batch_ms(2)
MOMENTS = [(0, 0), (500, 0), (999, 0), (1100, 0), (TWO - 60, 0), (TWO + 60, 2)]


def click(table: Open) -> None:
    table.press_approve()


def space(table: Open) -> None:
    table.batch.guard.button.setFocus()
    QTest.keyClick(table.batch.windowHandle(), Qt.Key.Key_Space)


def press_by_screen_reader(table: Open) -> None:
    table.batch.guard.button.click()


WAYS = [click, press_by_screen_reader, space]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(("ms", "answers"), MOMENTS)
def test_s10_a_yes_to_many_counts_only_after_its_time(
    open_table: OpenTable, way: Callable[[Open], None], ms: int, answers: int
) -> None:
    table = open_table(3)
    table.tick(1, 3)
    table.live_batch(ms)
    way(table)
    assert len(table.yes) == answers


@pytest.mark.parametrize("way", WAYS)
def test_s10_it_arms_again_with_each_tick(open_table: OpenTable, way: Callable[[Open], None]) -> None:
    table = open_table(3)
    table.tick(1, 2)
    table.live_batch(4_000)
    table.batch.rows.toggled.emit(1, False)
    table.tick(2)
    table.live_batch(1_000)
    way(table)
    assert table.yes == []


@pytest.mark.parametrize("by", ["expiry", "withdrawal", "approver"])
def test_s12_it_arms_again_when_a_call_ends(open_table: OpenTable, by: str) -> None:
    table = open_table(3)
    table.tick(1, 2)
    table.live_batch(4_000)
    table.end(3, by)
    table.press_approve()
    assert table.yes == []
    table.live_batch(4_000)
    table.press_approve()
    assert numbers(table.yes) == [1, 2]


def test_s10_it_arms_again_after_the_window_was_left(open_table: OpenTable) -> None:
    table = open_table(3)
    table.tick(1, 2)
    table.live_batch(4_000)
    table.leave_main()
    table.live_batch(4_000)
    table.press_approve()
    table.focus_table()
    table.live_batch(1_000)
    table.press_approve()
    assert table.yes == []


def test_s12_a_double_click_answers_each_call_once(open_table: OpenTable) -> None:
    table = open_table(3)
    table.tick(1, 2)
    table.live_batch(4_000)
    for _ in range(2):
        table.press_approve()
        QTest.mouseDClick(table.batch.guard.button, LEFT)
    assert numbers(table.answers) == [1, 2]


def test_s10_fast_double_clicks_before_its_time_never_arm_it(open_table: OpenTable) -> None:
    table = open_table(3)
    table.tick(1)
    for _ in range(30):
        table.live_batch(200)
        QTest.mouseDClick(table.batch.guard.button, LEFT)
    assert table.yes == []


@pytest.mark.parametrize("key", [Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter], ids=lambda key: key.name)
def test_s10_a_key_that_is_held_approves_nothing(open_table: OpenTable, key: Qt.Key) -> None:
    table = open_table(3)
    table.tick(1, 2)
    table.batch.guard.button.setFocus()
    for _ in range(100):
        repeat_key(table.batch.guard.button, key)
        table.live_batch(50)
    assert table.yes == []


def test_s10_enter_approves_nothing_anywhere(open_table: OpenTable) -> None:
    table = open_table(3)
    table.tick(1, 2)
    table.live_batch(4_000)
    stops: list[QWidget] = [table.batch.table, table.batch.guard.button, table.batch.detail, table.batch.common_view]
    for stop in stops:
        stop.setFocus()
        for key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            QTest.keyClick(table.batch.windowHandle(), key)
            QTest.keyClick(table.batch.windowHandle(), key, Qt.KeyboardModifier.ControlModifier)
    assert table.answers == []


def test_s10_the_keyboard_starts_where_nothing_is_decided(open_table: OpenTable) -> None:
    table = open_table(3)
    assert table.batch.table.hasFocus()
    table.live_batch(4_000)
    for key in (Qt.Key.Key_Space, Qt.Key.Key_Return):
        QTest.keyClick(table.batch.windowHandle(), key)
    assert table.answers == []


def test_s10_space_ticks_the_row_and_a_held_one_does_not_go_on(open_table: OpenTable) -> None:
    table = open_table(3)
    QTest.keyClick(table.batch.table, Qt.Key.Key_Space)
    assert [row.is_ticked for row in table.book.rows] == [True, False, False]
    repeat_key(table.batch.table, Qt.Key.Key_Space)
    assert [row.is_ticked for row in table.book.rows] == [True, False, False]


def test_s12_the_queue_shifting_under_the_click_changes_no_row(open_table: OpenTable) -> None:
    table = open_table(3)
    table.tick(1, 3)
    table.live_batch(4_000)
    rows = [row.call_id for row in table.book.rows]
    for number in range(10, 60):
        table.ask(numbered(number), numbered(100 + number, app="other"))
    assert [row.call_id for row in table.book.rows] == rows
    table.press_approve()
    assert numbers(table.yes) == [1, 3]
    assert {answer.call_id for answer in table.yes} == {call_id(1), call_id(3)}


def test_a_pause_that_the_person_wants_holds_the_table_too(open_table: OpenTable) -> None:
    table = open_table(3)
    table.tick(1)
    table.live_batch(4_000)
    table.consent.pace_notice.paused.emit(table.clock.now + 10)
    table.live_batch(9_000)
    table.press_approve()
    assert table.yes == []
    table.live_batch(6_000)
    table.press_approve()
    assert numbers(table.yes) == [1]


def test_a_pause_that_began_before_the_table_was_made_holds_it_too(qtbot: QtBot) -> None:
    table = Open(qtbot)
    table.show(numbered(1), numbered(2))
    assert "side_by_side" not in vars(table.consent), "most questions are alike to none"
    table.consent.pace_notice.paused.emit(table.clock.now + 10)
    table.open(numbered(1), numbered(2))
    table.tick(1)
    table.live_batch(9_000)
    table.press_approve()
    assert table.yes == []
    table.live_batch(6_000)
    table.press_approve()
    assert numbers(table.yes) == [1]
