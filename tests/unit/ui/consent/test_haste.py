"""No yes by accident: keys and clicks at every moment around the first second (attack 10)."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from host.control.protocol import CallEnded
from host.model import Finding, Severity
from tests.support.window import asked, make_all_rows
from tests.unit.ui.consent.support import (
    FIRST,
    WAYS,
    Table,
    choose,
    click,
    numbered,
    press_by_screen_reader,
    repeat_key,
    shortcut,
)

CTRL = Qt.KeyboardModifier.ControlModifier
LEFT = Qt.MouseButton.LeftButton
MOMENTS = [(0, 0), (500, 0), (999, 0), (1100, 1)]


def drag(widget: QWidget, to: QPointF) -> None:
    """The pointer moves with its button held."""
    move = QMouseEvent(QEvent.Type.MouseMove, to, widget.mapToGlobal(to), LEFT, LEFT, Qt.KeyboardModifier.NoModifier)
    QApplication.sendEvent(widget, move)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(("ms", "answers"), MOMENTS)
def test_s10_a_yes_counts_a_second_after_the_window_was_shown(
    table: Table, way: Callable[[Table], None], ms: int, answers: int
) -> None:
    table.show(asked())
    table.live(ms)
    way(table)
    assert [answer.approve for answer in table.answers] == [True] * answers


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(("ms", "answers"), MOMENTS)
def test_s10_a_yes_counts_a_second_after_the_window_was_focused_again(
    table: Table, way: Callable[[Table], None], ms: int, answers: int
) -> None:
    table.show(asked())
    table.live(3_000)
    table.leave()
    table.live(3_000)
    table.be_active()
    table.live(ms)
    way(table)
    assert len(table.answers) == answers


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(("ms", "answers"), MOMENTS)
def test_s10_a_yes_counts_a_second_after_the_content_changed(
    table: Table, way: Callable[[Table], None], ms: int, answers: int
) -> None:
    table.show(asked())
    table.live(3_000)
    table.ask(asked(round_=2, voided_because="The definition changed."))
    table.settle()
    table.live(ms)
    way(table)
    assert len(table.answers) == answers


def test_s10_a_yes_in_a_window_that_is_not_active_does_not_count(table: Table) -> None:
    table.show(asked())
    table.leave()
    table.live(3_000)
    for way in (click, press_by_screen_reader):
        way(table)
    assert table.answers == []


def test_s10_the_keyboard_starts_where_nothing_is_decided(table: Table) -> None:
    table.show(asked())
    assert table.window.content.hasFocus()


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Space, Qt.Key.Key_Enter], ids=lambda key: key.name)
def test_s10_enter_and_space_alone_approve_nothing(table: Table, key: Qt.Key) -> None:
    window = table.window
    table.show(asked())
    table.arm()
    stops: list[QWidget] = [window.content, window.scroll_area, window.scope.wider, window.footer.more]
    for stop in stops:
        stop.setFocus()
        QTest.keyClick(stop, key)
    assert table.answers == []


def test_s10_enter_does_nothing_on_approve(table: Table) -> None:
    table.show(asked())
    table.arm()
    table.window.guard.button.setFocus()
    for key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Select):
        QTest.keyClick(table.window.guard.button, key)
    assert table.answers == []


def test_s10_a_press_that_began_too_early_does_not_count(table: Table) -> None:
    button = table.window.guard.button
    table.show(asked())
    table.live(990)
    QTest.mousePress(button, LEFT)
    table.live(500)
    QTest.mouseRelease(button, LEFT)
    button.setFocus()
    assert table.answers == []


def test_s10_a_press_on_one_question_does_not_answer_the_next(table: Table) -> None:
    button = table.window.guard.button
    table.show(asked())
    table.arm()
    QTest.mousePress(button, LEFT)
    table.ask(asked(round_=2, voided_because="The definition changed."))
    table.arm()
    drag(button, QPointF(-50, -50))
    drag(button, QPointF(button.rect().center()))
    assert button.isDown(), "Qt takes it up again"
    QTest.mouseRelease(button, LEFT)
    assert table.answers == []


def test_s10_a_key_held_down_from_before_does_not_count(table: Table) -> None:
    button = table.window.guard.button
    table.show(asked())
    button.setFocus()
    QTest.keyPress(button, Qt.Key.Key_Space)
    table.live(1100)
    repeat_key(button, Qt.Key.Key_Space)
    QTest.keyRelease(button, Qt.Key.Key_Space)
    assert table.answers == []


def test_s10_keys_that_repeat_themselves_do_nothing(table: Table) -> None:
    window = table.window
    table.show(asked())
    table.arm()
    for widget, keys in (
        (window.guard.button, (Qt.Key.Key_Space, Qt.Key.Key_Return)),
        (window.buttons.deny, (Qt.Key.Key_Space, Qt.Key.Key_Return)),
        (window.reason.line, (Qt.Key.Key_Return, Qt.Key.Key_Enter)),
    ):
        for key in keys:
            repeat_key(widget, key)
    assert table.answers == []


def test_s12_a_double_click_answers_once(table: Table) -> None:
    table.show(asked())
    table.arm()
    QTest.mouseClick(table.window.guard.button, LEFT)
    QTest.mouseDClick(table.window.guard.button, LEFT)
    shortcut(table)
    table.window.deny()
    assert [answer.approve for answer in table.answers] == [True]


def test_s12_once_answered_every_button_waits_for_the_host(table: Table) -> None:
    window = table.window
    table.show(asked())
    table.arm()
    click(table)
    row = window.buttons
    for button in (row.approve, row.approve_with_note, row.deny, row.deny_with_reason, row.edit):
        assert not button.isEnabled()
    assert window.content.hasFocus()


def test_s12_the_next_question_arms_from_the_beginning(table: Table) -> None:
    table.show(asked(), numbered(2))
    table.arm()
    click(table)
    table.link.ended.emit(CallEnded(FIRST, "approver", "approved"))
    table.settle()
    click(table)
    shortcut(table)
    assert len(table.answers) == 1
    assert table.window.call_id == numbered(2).request.call.id


def test_s12_the_queue_shifts_under_the_click_and_the_answer_names_what_was_drawn(table: Table) -> None:
    shown = asked()
    table.show(shown)
    table.arm()
    QTest.mousePress(table.window.guard.button, LEFT)
    table.ask(*(numbered(at, app=f"app {at}") for at in range(2, 9)))
    table.link.ended.emit(CallEnded(numbered(3).request.call.id, "withdrawal", "the app withdrew the call"))
    QTest.mouseRelease(table.window.guard.button, LEFT)
    [answer] = table.answers
    assert (answer.call_id, answer.digest) == (shown.request.call.id, shown.request.call.digest)


def test_s10_neither_countdown_nor_queue_disarms(table: Table) -> None:
    table.show(asked())
    table.arm()
    table.ask(numbered(2))
    table.window.ticker.timeout.emit()
    table.live(5000)
    table.window.ticker.timeout.emit()
    click(table)
    assert len(table.answers) == 1


def test_s10_ctrl_return_gives_the_chosen_grant_once_it_was_in_view_for_the_same_second(table: Table) -> None:
    table.show(asked())
    table.arm()
    choose(table, "15min")
    shortcut(table)
    assert table.answers == []
    table.arm()
    shortcut(table)
    assert [answer.duration for answer in table.answers] == ["15min"]


def test_s10_a_press_that_came_to_nothing_does_not_spoil_the_shortcut(table: Table) -> None:
    table.show(asked())
    click(table)
    table.ask(asked(round_=2, voided_because="The definition changed."))
    table.arm()
    shortcut(table)
    assert len(table.answers) == 1


def test_s12_esc_does_not_put_aside_what_was_just_answered(table: Table) -> None:
    table.show(asked())
    table.window.deny()
    QTest.keyClick(table.window, Qt.Key.Key_Escape)
    assert table.window.call_id == FIRST


def test_s10_ctrl_return_approves_nothing_while_a_reason_is_written(table: Table) -> None:
    table.show(asked())
    table.arm()
    table.window.open_reason()
    shortcut(table)
    QTest.keyClick(table.window.reason.line, Qt.Key.Key_Return, CTRL)
    assert [answer for answer in table.answers if answer.approve] == []


# Stalls


@pytest.mark.parametrize("way", WAYS)
def test_s10_what_was_pressed_while_the_window_stood_still_says_nothing(
    table: Table, way: Callable[[Table], None]
) -> None:
    table.show(asked())
    table.stall(30_000)
    way(table)
    table.window.loop_clock.turn()
    way(table)
    assert table.answers == []
    assert table.window.arming.progress == 0.0, "and it starts over"


def test_s10_no_time_passes_until_every_row_is_there_and_painted(table: Table) -> None:
    table.show(asked())
    table.ask(asked({f"name {number}": number for number in range(60)}, round_=2, voided_because="It changed."))
    content, arming = table.window.content, table.window.arming
    assert content.inputs is not None
    assert not content.inputs.is_complete
    content.repaint()
    assert arming.needs_paint, "what was painted is not all of it"
    make_all_rows(content.inputs)
    assert arming.needs_paint
    content.repaint()
    assert not arming.needs_paint


def test_s10_a_window_whose_loop_stands_still_again_and_again_takes_its_time(table: Table) -> None:
    table.show(asked())
    table.be_painted()
    for _ in range(9):
        table.clock.pass_ms(5_000)
        table.window.loop_clock.turn()
    table.chord()
    assert table.answers == []


# Hammering and holding


@pytest.mark.parametrize("way", WAYS)
def test_s10_hammering_approves_nothing_and_patience_does(table: Table, way: Callable[[Table], None]) -> None:
    table.show(asked())
    for _ in range(20):
        table.live(60)
        way(table)
    assert table.answers == []
    table.live(1100)
    way(table)
    assert len(table.answers) == 1


@pytest.mark.parametrize("way", WAYS)
def test_s10_hammering_answers_no_second_question(table: Table, way: Callable[[Table], None]) -> None:
    table.show(asked(), numbered(2))
    table.arm()
    way(table)
    table.link.ended.emit(CallEnded(FIRST, "approver", "approved"))
    for _ in range(20):
        table.settle()
        way(table)
        table.live(60)
    assert [answer.call_id for answer in table.answers] == [FIRST]


def test_s10_ctrl_return_that_is_held_and_reported_as_presses_approves_nothing(table: Table) -> None:
    """As on X11 where the mark of a repetition is lost, with a rhythm that starts only after a second and a half."""
    handle = table.window.windowHandle()
    table.show(asked())
    table.live(500)
    QTest.keyPress(handle, Qt.Key.Key_Return, CTRL)
    table.live(1500)
    for _ in range(20):
        QTest.keyRelease(handle, Qt.Key.Key_Return, CTRL)
        QTest.keyPress(handle, Qt.Key.Key_Return, CTRL)
        table.live(40)
    QTest.keyRelease(handle, Qt.Key.Key_Return, CTRL)
    assert table.answers == []


def test_s10_ctrl_return_approves_when_it_comes_up(table: Table) -> None:
    handle = table.window.windowHandle()
    table.show(asked())
    table.arm()
    QTest.keyPress(handle, Qt.Key.Key_Return, CTRL)
    assert table.answers == []
    QTest.keyRelease(handle, Qt.Key.Key_Return, CTRL)
    assert len(table.answers) == 1


def test_s10_ctrl_return_that_began_with_one_question_does_not_answer_the_next(table: Table) -> None:
    handle = table.window.windowHandle()
    table.show(asked())
    table.arm()
    QTest.keyPress(handle, Qt.Key.Key_Return, CTRL)
    table.ask(asked(round_=2, voided_because="The definition changed."))
    table.arm()
    QTest.keyRelease(handle, Qt.Key.Key_Return, CTRL)
    assert table.answers == []


def test_s10_a_chord_that_is_held_with_its_mark_keeps_the_second_from_passing(table: Table) -> None:
    table.show(asked())
    for _ in range(30):
        held = QKeyEvent(QEvent.Type.ShortcutOverride, Qt.Key.Key_Return, CTRL, "", autorep=True)
        QApplication.sendEvent(table.window.windowHandle(), held)
        table.live(40)
    assert not table.window.arming.is_armed


def test_s10_space_that_is_held_on_approve_keeps_the_second_from_passing(table: Table) -> None:
    button = table.window.guard.button
    table.show(asked())
    button.setFocus()
    QTest.keyPress(button, Qt.Key.Key_Space)
    for _ in range(30):
        repeat_key(button, Qt.Key.Key_Space)
        table.live(40)
    assert not table.window.arming.is_armed


def test_s10_a_press_on_an_approve_that_is_not_offered_starts_the_second_over(table: Table) -> None:
    grave = Finding("path", Severity.HIGH, "Writes outside the folders you allowed.")
    table.show(asked({"content": "line\n" * 500}, findings=(grave,)))
    table.arm()
    assert not table.window.guard.button.isEnabled()
    click(table)
    assert not table.window.arming.is_armed


def test_a_no_counts_at_once_however_one_hammers(table: Table) -> None:
    table.show(asked())
    for _ in range(3):
        click(table)
        table.chord()
    QTest.keyClick(table.window.windowHandle(), Qt.Key.Key_D, CTRL)
    assert [answer.approve for answer in table.answers] == [False]


# What is said of it


def test_approve_says_whether_it_is_ready(table: Table) -> None:
    button = table.window.guard.button
    table.show(asked())
    table.live(500)
    assert button.accessibleDescription().startswith("Ready in a moment. Sends exactly what is shown")
    table.live(600)
    assert button.accessibleDescription().startswith("Ready. Sends exactly what is shown")
    click(table)
    assert button.accessibleDescription().startswith("Sends exactly what is shown")


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(("ms", "answers"), [(1100, 0), (2900, 0), (3100, 1)])
def test_s10_a_yes_to_what_is_grave_counts_after_three_seconds(
    table: Table, way: Callable[[Table], None], ms: int, answers: int
) -> None:
    table.show(asked(findings=(Finding("secret", Severity.HIGH, "A password."),)))
    table.live(ms)
    way(table)
    assert len(table.answers) == answers


def test_s11_what_is_grave_looks_different_and_the_next_one_does_not(table: Table) -> None:
    table.show(asked(findings=(Finding("secret", Severity.HIGH, "A password."),)), numbered(2))
    assert table.window.guard.button.property("role") == "danger"
    assert table.window.guard.button.text() == "Approve once"
    table.consent.show_call(numbered(2).request.call.id)
    assert table.window.guard.button.property("role") == "normal"
    table.live(1_100)
    click(table)
    assert len(table.answers) == 1
