"""From a question that ended to the next one: nothing hides behind it, and nothing is decided by going on."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QWidget

from host.control.protocol import CallEnded
from host.control.views import Asked
from tests.support.window import asked, signing
from tests.unit.ui.consent.support import FIRST, Table, numbered, repeat_key, seen
from ui.consent.action_row import SETTLING_MS

LEFT = Qt.MouseButton.LeftButton
SECOND = numbered(2).request.call.id
LONG = "\n".join(f"line {number}" for number in range(20_000))


def expire(table: Table, call_id: str = FIRST) -> None:
    """The question ends, and there was time to read how."""
    table.link.ended.emit(CallEnded(call_id, "expiry", "nobody decided in time"))
    table.clock.pass_ms(SETTLING_MS)
    table.settle()


def place(part: QWidget) -> QRect:
    """Where it stands in the window."""
    return QRect(part.mapTo(part.window(), QPoint()), part.size())


def test_what_arrives_takes_the_place_of_a_question_that_ended_and_nobody_reads(table: Table) -> None:
    table.show(asked())
    expire(table)
    table.leave()
    table.ask(numbered(2))
    assert table.window.call_id == SECOND
    assert "This call is over: expired" not in seen(table.window)


def test_beside_an_active_window_of_ours_it_comes_to_the_front(table: Table) -> None:
    table.show(asked())
    expire(table)
    table.leave()
    table.arrived.clear()
    table.ask(numbered(2))
    table.qtbot.waitUntil(table.window.isActiveWindow)
    assert table.arrived == []


def test_s10_it_never_takes_the_keyboard_from_somebody_who_types(table: Table) -> None:
    table.show(asked())
    expire(table)
    line = QLineEdit()
    table.qtbot.addWidget(line)
    line.show()
    line.activateWindow()
    line.setFocus()
    table.qtbot.waitUntil(line.hasFocus)
    table.ask(numbered(2))
    table.settle()
    assert line.hasFocus()
    assert table.window.call_id == SECOND
    assert table.arrived[1:] == [numbered(2)]


def test_with_no_other_window_of_ours_it_is_there_to_be_found_and_told_of(table: Table) -> None:
    table.show(asked())
    expire(table)
    main = table.leave()
    main.hide()
    table.qtbot.waitUntil(lambda: not table.window.isActiveWindow())
    table.ask(numbered(2))
    assert table.window.call_id == SECOND
    assert table.arrived[1:] == [numbered(2)]


def test_what_the_person_reads_stays_and_its_button_names_what_waits(table: Table) -> None:
    table.show(asked())
    expire(table)
    assert table.window.ending.button.text() == "Close"
    table.ask(numbered(2))
    assert {"This call is over: expired", "Next question (1 waiting)"} <= set(seen(table.window))
    assert table.consent.waiting == (numbered(2),)


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space], ids=lambda key: key.name)
def test_the_button_has_the_keyboard_and_takes_it(table: Table, key: Qt.Key) -> None:
    table.show(asked(), numbered(2))
    expire(table)
    assert table.window.ending.button.hasFocus()
    QTest.keyClick(table.window.ending.button, key)
    assert table.window.call_id == SECOND
    expire(table, SECOND)
    QTest.keyClick(table.window.ending.button, key)
    assert not table.window.isVisible()


def test_esc_goes_on_to_the_next_and_closes_with_the_last(table: Table) -> None:
    table.show(asked(), numbered(2))
    expire(table)
    QTest.keyClick(table.window, Qt.Key.Key_Escape)
    assert table.window.call_id == SECOND
    expire(table, SECOND)
    QTest.keyClick(table.window, Qt.Key.Key_Escape)
    assert not table.window.isVisible()


def test_s10_what_is_pressed_before_anybody_could_read_goes_nowhere(table: Table) -> None:
    table.show(asked())
    table.link.ended.emit(CallEnded(FIRST, "expiry", "nobody decided in time"))
    table.clock.pass_ms(SETTLING_MS - 1)
    button = table.window.ending.button
    QTest.mouseClick(button, LEFT)
    for key in (Qt.Key.Key_Return, Qt.Key.Key_Space):
        QTest.keyClick(button, key)
    assert table.window.isVisible()
    table.clock.pass_ms(1)
    QTest.mouseClick(button, LEFT)
    assert not table.window.isVisible()


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Space], ids=lambda key: key.name)
def test_s10_a_key_that_is_held_down_does_not_go_on(table: Table, key: Qt.Key) -> None:
    table.show(asked())
    expire(table)
    repeat_key(table.window.ending.button, key)
    assert table.window.isVisible()


def test_s10_who_writes_a_reason_presses_nothing_when_the_call_ends(table: Table) -> None:
    table.show(asked())
    table.window.open_reason()
    expire(table)
    assert not table.window.ending.button.hasFocus()
    QTest.keyClick(table.window.focusWidget(), Qt.Key.Key_Return)
    assert table.window.isVisible()


def test_s10_going_on_arms_from_the_beginning(table: Table) -> None:
    table.show(asked(), numbered(2))
    expire(table)
    table.clock.pass_ms(60_000)
    QTest.mouseClick(table.window.ending.button, LEFT)
    table.settle()
    assert not table.window.arming.is_armed
    table.clock.pass_ms(999)
    QTest.mouseClick(table.window.guard.button, LEFT)
    assert table.answers == []
    table.arm()
    QTest.mouseClick(table.window.guard.button, LEFT)
    assert [answer.call_id for answer in table.answers] == [SECOND]


def test_s10_a_question_that_takes_anothers_place_arms_from_the_beginning(table: Table) -> None:
    table.show(asked())
    expire(table)
    table.leave()
    table.clock.pass_ms(60_000)
    table.ask(numbered(2))
    table.be_active()
    assert not table.window.arming.is_armed
    QTest.mouseClick(table.window.guard.button, LEFT)
    assert table.answers == []


def test_s10_the_second_click_of_two_does_not_deny_what_nobody_has_seen(table: Table) -> None:
    table.show(asked(), numbered(2))
    expire(table)
    QTest.mouseClick(table.window.ending.button, LEFT)
    table.settle()
    table.clock.pass_ms(SETTLING_MS - 1)
    QTest.mouseClick(table.window.buttons.deny, LEFT)
    assert table.answers == []
    table.clock.pass_ms(1)
    QTest.mouseClick(table.window.buttons.deny, LEFT)
    assert [answer.call_id for answer in table.answers] == [SECOND]


@pytest.mark.parametrize("width", [480, 560, 680, 1000])
@pytest.mark.parametrize(
    "question",
    [
        asked(),
        asked({"path": "a.txt", "content": LONG}),
        asked(signing=signing("Dr. Ada Lindqvist")),
        asked(result=b'{"content":[]}', round_=2),
        asked(result=b'"' + b"x\\n" * 20_000 + b'"', round_=2),
    ],
    ids=["short", "unread", "signed", "result", "unread-result"],
)
def test_s10_approve_is_never_where_the_button_that_goes_on_was(table: Table, question: Asked, width: int) -> None:
    table.window.resize(width, 860)
    table.show(question, numbered(2))
    approve = place(table.window.guard.button)
    expire(table)
    assert table.window.ending.button.text() == "Next question (1 waiting)"
    assert not place(table.window.ending.button).intersects(approve)


def test_what_is_asked_now_is_brought_to_the_front_and_what_was_put_aside_is_not(table: Table) -> None:
    assert not table.consent.show_next_call()
    table.ask(asked(), numbered(2))
    assert table.consent.show_next_call()
    assert (table.window.isVisible(), table.window.call_id) == (True, FIRST)
    table.window.step_back()
    table.window.step_back()
    assert not table.consent.show_next_call()
    assert not table.window.isVisible()
