"""Whether calls are approved faster than they can be read."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from host.control.protocol import CallEnded
from tests.support.window import asked
from tests.unit.ui.consent.support import Clock, Table, numbered, seen
from ui.consent.asking_window import (
    HASTY_RUN,
    MAX_READING_SECONDS,
    MIN_READING_SECONDS,
    RUN_ENDS_AFTER,
    PaceNotice,
    count_characters,
    reading_seconds,
)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def notice(qtbot: QtBot, clock: Clock) -> PaceNotice:
    made = PaceNotice(clock)
    qtbot.addWidget(made)
    return made


def said(notice: PaceNotice) -> str:
    """What is said now."""
    return "" if notice.isHidden() else notice.accessibleDescription()


def approve_hastily(notice: PaceNotice, clock: Clock, times: int) -> None:
    for _ in range(times):
        clock.pass_ms(3_000)
        notice.note_answer(1, 1_200, 100)


@pytest.mark.parametrize(
    ("characters", "seconds"),
    [(0, MIN_READING_SECONDS), (30, MIN_READING_SECONDS), (90, 4.0), (300, 11.0), (1_000_000, MAX_READING_SECONDS)],
)
def test_reading_takes_a_second_for_thirty_characters_and_one_more(characters: int, seconds: float) -> None:
    assert reading_seconds(characters) == seconds


def test_four_hasty_approvals_in_a_row_are_worth_a_word(notice: PaceNotice, clock: Clock) -> None:
    approve_hastily(notice, clock, HASTY_RUN - 1)
    assert not said(notice)
    approve_hastily(notice, clock, 1)
    assert said(notice) == "You have approved 4 calls in 10 seconds, faster than they can be read."


@pytest.mark.parametrize("approve", [True, False])
def test_one_slow_decision_ends_the_run(notice: PaceNotice, clock: Clock, approve: bool) -> None:
    approve_hastily(notice, clock, 5)
    notice.note_decision(numbered(1), 10_000, approve=approve)
    assert not said(notice)


def test_a_quick_denial_is_nobodys_haste(notice: PaceNotice, clock: Clock) -> None:
    approve_hastily(notice, clock, 3)
    notice.note_decision(numbered(1), 500, approve=False)
    approve_hastily(notice, clock, 1)
    assert said(notice)
    for _ in range(10):
        notice.note_decision(numbered(1), 100, approve=False)
    assert said(notice).startswith("You have approved 4 calls")


def test_approvals_that_took_their_time_never_are_a_run(notice: PaceNotice, clock: Clock) -> None:
    for _ in range(10):
        clock.pass_ms(10_000)
        notice.note_answer(1, 5_000, 100)
    assert not said(notice)


def test_many_at_once_count_each(notice: PaceNotice) -> None:
    notice.note_answer(6, 2_000, 3_000)
    assert said(notice).startswith("You have approved 6 calls in 2 seconds")


def test_after_a_while_without_a_decision_the_run_is_over(notice: PaceNotice, clock: Clock) -> None:
    approve_hastily(notice, clock, 5)
    clock.pass_ms((RUN_ENDS_AFTER - 1) * 1_000)
    notice.note_next_question()
    assert said(notice)
    clock.pass_ms(2_000)
    notice.note_next_question()
    assert not said(notice)


def test_what_there_is_to_read_is_the_inputs_and_what_was_found() -> None:
    assert count_characters(asked({"a": "x" * 1000})) > 1000


SAID = "You have approved 4 calls in 4 seconds, faster than they can be read."
PAUSE = "Pause approvals for 10 s"


def approve(table: Table, number: int, after_ms: float = 1_100) -> None:
    table.live(after_ms)
    QTest.mouseClick(table.window.guard.button, Qt.MouseButton.LeftButton)
    table.link.ended.emit(CallEnded(numbered(number).request.call.id, "approver", "approved"))
    table.settle()


def hurry(table: Table) -> None:
    """Four approvals, each as soon as it is possible."""
    table.show(*[numbered(number) for number in range(1, 8)])
    for number in range(1, 5):
        approve(table, number)


def test_four_approvals_faster_than_reading_are_told_gently(table: Table) -> None:
    hurry(table)
    assert SAID in seen(table.window)
    assert "Take your time" in seen(table.window)


def test_it_stops_nobody(table: Table) -> None:
    hurry(table)
    approve(table, 5)
    assert len(table.answers) == 5


def test_it_goes_after_one_slow_decision(table: Table) -> None:
    hurry(table)
    approve(table, 5, after_ms=12_000)
    assert PAUSE not in seen(table.window)


def test_it_is_not_content_and_arms_nothing_again(table: Table) -> None:
    table.show(numbered(1))
    table.arm()
    for _ in range(5):
        table.consent.pace_notice.note_decision(numbered(1), 1_000, approve=True)
    assert PAUSE in seen(table.window)
    assert table.window.arming.is_armed


def test_who_wants_a_pause_gets_one_of_ten_seconds(table: Table) -> None:
    hurry(table)
    table.consent.pace_notice.action.click()
    assert PAUSE not in seen(table.window)
    table.live(9_000)
    QTest.mouseClick(table.window.guard.button, Qt.MouseButton.LeftButton)
    assert len(table.answers) == 4
    approve(table, 5, after_ms=3_000)
    assert len(table.answers) == 5


def test_a_long_break_ends_the_run(table: Table) -> None:
    hurry(table)
    table.window.step_back()
    table.clock.pass_ms(60_000)
    table.consent.show_call(numbered(7).request.call.id)
    assert PAUSE not in seen(table.window)
