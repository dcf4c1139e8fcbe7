"""A word about haste, and a pause for whoever wants one."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from host.control.protocol import CallEnded
from tests.unit.ui.consent.support import Table, numbered, seen

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
        table.consent.pacing.decided(numbered(1), 1_000, approve=True)
    assert PAUSE in seen(table.window)
    assert table.window.arming.armed


def test_who_wants_a_pause_gets_one_of_ten_seconds(table: Table) -> None:
    hurry(table)
    table.consent.pacing.note.action.click()
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
    table.consent.bring(numbered(7).request.call.id)
    assert PAUSE not in seen(table.window)
