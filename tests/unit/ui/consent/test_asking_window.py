"""Whether calls are approved faster than they can be read."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from host.control.protocol import CallEnded
from tests.support.window import asked
from tests.unit.ui.consent.support import Table, numbered, seen
from ui.consent.asking_window import (
    HASTY_RUN,
    MAX_READING_SECONDS,
    MIN_READING_SECONDS,
    RUN_ENDS_AFTER,
    Haste,
    Pace,
    count_characters,
    reading_seconds,
)


def said(pace: Pace) -> Haste | None:
    """What would be said now."""
    return pace.haste


def hasty_run(pace: Pace, times: int, *, start: float = 100.0) -> float:
    at = start
    for _ in range(times):
        at += 3.0
        pace.note_approval(at, 1.2, 100)
    return at


@pytest.mark.parametrize(
    ("characters", "seconds"),
    [(0, MIN_READING_SECONDS), (30, MIN_READING_SECONDS), (90, 4.0), (300, 11.0), (1_000_000, MAX_READING_SECONDS)],
)
def test_reading_takes_a_second_for_thirty_characters_and_one_more(characters: int, seconds: float) -> None:
    assert reading_seconds(characters) == seconds


def test_four_hasty_approvals_in_a_row_are_worth_a_word() -> None:
    pace = Pace()
    hasty_run(pace, HASTY_RUN - 1)
    assert said(pace) is None
    hasty_run(pace, 1, start=109.0)
    assert pace.haste is not None
    assert pace.haste.calls == 4
    assert pace.haste.seconds == pytest.approx(10.2)


def test_one_slow_decision_ends_the_run() -> None:
    for approves in (True, False):
        pace = Pace()
        hasty_run(pace, 5)
        if approves:
            pace.note_approval(130.0, 10.0, 100)
        else:
            pace.note_denial(10.0, 100)
        assert said(pace) is None


def test_a_quick_denial_is_nobodys_haste() -> None:
    pace = Pace()
    hasty_run(pace, 3)
    pace.note_denial(0.5, 100)
    hasty_run(pace, 1)
    assert pace.haste is not None
    for _ in range(10):
        pace.note_denial(0.1, 100)
    assert pace.haste.calls == 4


def test_approvals_that_took_their_time_never_are_a_run() -> None:
    pace = Pace()
    for at in range(100, 200, 10):
        pace.note_approval(float(at), 5.0, 100)
    assert said(pace) is None


def test_many_at_once_count_each() -> None:
    pace = Pace()
    pace.note_approval(100.0, 2.0, 3_000, calls=6)
    assert pace.haste == Haste(6, 2.0)


def test_after_a_while_without_a_decision_the_run_is_over() -> None:
    pace = Pace()
    at = hasty_run(pace, 5)
    pace.note_next_question(at + RUN_ENDS_AFTER - 1)
    assert pace.haste is not None
    pace.note_next_question(at + RUN_ENDS_AFTER + 1)
    assert said(pace) is None


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


def test_it_is_not_content_and_arms_nothing_anew(table: Table) -> None:
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
