"""The buttons under a question: where they stand, they stay; what a yes lacks stands above them; a note with a yes."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton

from host.control.protocol import CallEnded, Clock, SignCall, Working
from host.control.views import Asked
from host.model import Finding, JsonObject, Severity
from tests.support.window import asked, signing
from tests.unit.ui.consent.support import FIRST, Table, choose, lacking, numbered, seen
from tests.unit.ui.consent.test_masked_values import SECRET, press_show, tool
from ui.consent.action_row import wrap_words
from ui.consent.arming_view import ArmingBar

LEFT = Qt.MouseButton.LeftButton
GRAVE = Finding("secret", Severity.HIGH, "It holds what looks like a key.")
LONG: JsonObject = {f"input_{number}": f"value {number}" for number in range(24)}
UNREAD: dict[str, Asked] = {"grave": asked(LONG, findings=(GRAVE,)), "usual": asked(LONG)}


def places(table: Table) -> list[QPoint]:
    """Where the buttons stand in their window: Approve by the corner from which its words grow."""
    buttons, window = table.window.buttons, table.window
    first = [one.mapTo(window, QPoint()) for one in (buttons.deny, buttons.deny_with_reason, buttons.edit)]
    last = [one.mapTo(window, one.rect().bottomRight()) for one in (buttons.approve, buttons.approve_with_note)]
    return first + last


def read_all(table: Table) -> None:
    bar = table.window.scroll_area.verticalScrollBar()
    while table.window.content.unread_lines and bar.value() < bar.maximum():
        bar.setValue(bar.value() + bar.pageStep() // 2)
        table.settle()


@pytest.mark.parametrize("width", [480, 600, 680])
@pytest.mark.parametrize("name", sorted(UNREAD))
def test_s07_the_buttons_stay_where_they_are_while_a_question_is_read(name: str, width: int, table: Table) -> None:
    table.show(UNREAD[name])
    table.window.resize(width, 800)
    table.settle()
    button = table.window.guard.button
    before, said = places(table), (button.accessibleName(), button.isEnabled())
    bar = table.window.scroll_area.verticalScrollBar()
    while table.window.content.unread_lines and bar.value() < bar.maximum():
        bar.setValue(bar.value() + bar.pageStep() // 2)
        table.settle()
        assert places(table) == before
    assert said != (button.accessibleName(), button.isEnabled()) == ("Approve once", True)


@pytest.mark.parametrize("size", [(480, 460), (480, 800), (680, 860)])
def test_s07_the_buttons_stay_while_sheets_notes_and_choices_come_and_go(size: tuple[int, int], table: Table) -> None:
    table.show(asked())
    for _ in range(4):
        table.window.resize(*size)
        table.settle()
    before = places(table)
    for act in (table.window.open_why, table.window.go_back, table.window.toggle_note, table.window.toggle_note):
        act()
        table.settle()
        assert places(table) == before
    choose(table, "15min")
    assert places(table) == before
    row = [one.mapTo(table.window, one.rect().bottomLeft()).y() for one in row_of(table)]
    assert len(set(row)) == 1, "all of them stand in one row"


def row_of(table: Table) -> list[QPushButton]:
    buttons = table.window.buttons
    return [buttons.deny, buttons.deny_with_reason, buttons.edit, buttons.approve, buttons.approve_with_note]


def test_s07_what_is_read_later_moves_nothing(table: Table) -> None:
    table.show(asked(SECRET, definition=tool("api_key", {"type": "string"}), durations=()))
    table.window.resize(680, 860)
    table.arm()
    before = places(table)
    press_show(table)
    assert table.window.guard.button.text() == "Approve once"
    assert places(table) == before


def test_s10_the_words_beside_approve_keep_their_place_when_they_go_however_little_there_is(table: Table) -> None:
    table.show(UNREAD["usual"])
    table.window.resize(480, 800)
    table.settle()
    table.window.guard.set_room_for_ready_soon(has_room=True)  # though there is none: the row gives them what it has
    table.settle()
    before = places(table)
    table.arm()
    table.settle()
    assert table.window.arming.is_armed
    assert places(table) == before


def test_long_words_wrap_within_approve_and_are_read_as_one(table: Table) -> None:
    table.show(asked({"content": "line\n" * 12_000}))
    table.window.resize(480, 700)
    table.settle()
    button = table.window.guard.button
    assert button.text().replace("\n", " ") == button.accessibleName()
    assert "\n" in button.text()
    assert button.accessibleName().startswith("Approve without reading ")
    assert button.mapTo(table.window, QPoint()).x() >= 240


def test_words_wrap_at_blanks_and_nowhere_else(table: Table) -> None:
    metrics = table.window.guard.button.fontMetrics()
    room = metrics.horizontalAdvance("Approve for")
    assert wrap_words("Approve for this chat", metrics, room) == "Approve for\nthis chat"
    assert wrap_words("Approve", metrics, 1) == "Approve"
    assert wrap_words("Approve once", metrics, 1) == "Approve\nonce"
    most = metrics.horizontalAdvance("Approve without reading 14,188")
    assert wrap_words("Approve without reading 14,188 lines", metrics, most) == "Approve without\nreading 14,188 lines"


def test_what_a_yes_lacks_is_said_aloud_once_and_again_where_a_key_asks_for_it(table: Table) -> None:
    said: list[str] = []
    table.window.announced.connect(said.append)
    table.show(UNREAD["grave"])
    table.arm()
    assert lacking(table) == ("Approve once", "Read to the end first.")
    assert said.count("Read to the end first.") == 1
    table.chord()
    assert said.count("Read to the end first.") == 2
    assert table.answers == []


# A note with a yes


def write_note(table: Table, words: str) -> None:
    QTest.mouseClick(table.window.buttons.approve_with_note, LEFT)
    assert table.window.form.note_line.hasFocus()
    QTest.keyClicks(table.window.form.note_line, words)


def test_a_note_goes_with_the_yes_and_needs_the_same_second(table: Table) -> None:
    table.show(asked())
    write_note(table, "only this file ")
    QTest.keyClick(table.window.form.note_line, Qt.Key.Key_Return)
    assert table.window.guard.button.hasFocus()
    QTest.mouseClick(table.window.guard.button, LEFT)
    assert table.answers == []
    table.arm()
    QTest.mouseClick(table.window.guard.button, LEFT)
    assert [(answer.approve, answer.note, answer.reason) for answer in table.answers] == [(True, "only this file", "")]


def test_a_note_that_was_closed_or_meant_for_another_question_goes_nowhere(table: Table) -> None:
    table.show(asked(), numbered(2))
    write_note(table, "only this file")
    QTest.keyClick(table.window, Qt.Key.Key_Escape)
    assert not table.window.form.note_line.isVisible()
    assert table.window.call_id == FIRST, "Esc closed the note alone"
    assert table.window.buttons.approve_with_note.hasFocus(), "and left the keyboard where it was opened"
    write_note(table, "another")
    table.link.ended.emit(CallEnded(FIRST, "expiry", "nobody decided in time"))
    table.window.moved_on.emit()
    table.arm()
    QTest.mouseClick(table.window.guard.button, LEFT)
    assert [(answer.call_id, answer.note) for answer in table.answers] == [(numbered(2).request.call.id, "")]


def test_a_denial_takes_no_note_along(table: Table) -> None:
    table.show(asked())
    write_note(table, "only this file")
    table.window.deny()
    assert [(answer.approve, answer.note, answer.reason) for answer in table.answers] == [(False, "", "")]


def test_a_result_is_released_with_a_note_and_a_signature_brings_one(table: Table) -> None:
    table.show(asked(result=b'{"content":[]}', round_=2))
    write_note(table, "names are fine")
    table.arm()
    QTest.mouseClick(table.window.guard.button, LEFT)
    assert [answer.note for answer in table.answers] == ["names are fine"]
    table.ask(asked(signing=signing("Dr. Ada Lindqvist"), round_=3))
    table.settle()
    table.window.form.signing.secret.setText("1234")
    table.window.form.signing.typed.emit()
    write_note(table, "only this trial")
    table.arm()
    QTest.mouseClick(table.window.guard.button, LEFT)
    assert [said.note for said in table.link.of(SignCall)] == ["only this trial"]


# Little time left


def ends_in(table: Table, left: float, paused: float) -> str:
    """The host says how the clock stands; returns what stands above the buttons of it."""
    table.link.clock_changed.emit(Clock(FIRST, left, paused))
    table.window.ticker.timeout.emit()
    return " ".join(seen(table.window.last_seconds))


def test_a_question_that_ends_soon_says_so_and_waits_when_it_is_wanted(table: Table) -> None:
    said: list[str] = []
    table.window.announced.connect(said.append)
    table.show(asked())
    assert ends_in(table, 31.0, 0.0) == ""
    assert ends_in(table, 25.0, 0.0) == "This question ends in 25 seconds. Keep waiting"
    assert ends_in(table, 1.0, 0.0) == "This question ends in 1 second. Keep waiting"
    assert [words for words in said if "ends in" in words] == ["This question ends in 25 seconds."]
    before, asked_for = places(table), len(table.link.of(Working))
    QTest.mouseClick(table.window.last_seconds.keep, LEFT)
    assert len(table.link.of(Working)) > asked_for
    waits = "It waits for you while you are here, 15 minutes in all at most."
    assert seen(table.window.last_seconds) == [waits], "before the host has said anything, nothing is said of a limit"
    assert ends_in(table, 1.0, 5.0) == waits
    assert len(table.link.of(Working)) > asked_for + 1, "it is said again with every second"
    assert ends_in(table, 1.0, 0.0) == "It has waited as long as it may, and ends in 1 second."
    assert said[-1] == "It has waited as long as it may, and ends in 1 second."
    assert places(table) == before


def test_only_the_question_that_was_meant_is_kept_waiting(table: Table) -> None:
    table.show(asked(), numbered(2))
    table.window.keep_waiting()
    QTest.keyClick(table.window, Qt.Key.Key_Escape)
    before = len(table.link.of(Working))
    table.window.ticker.timeout.emit()
    assert table.window.call_id == numbered(2).request.call.id
    assert [said.call_id for said in table.link.of(Working)[before:] if said.call_id == FIRST] == []


def test_what_is_over_or_answered_is_not_kept_waiting(table: Table) -> None:
    table.show(asked(left=20.0))
    table.window.ticker.timeout.emit()
    assert table.window.last_seconds.isVisible()
    table.link.ended.emit(CallEnded(FIRST, "expiry", "nobody decided in time"))
    before = len(table.link.of(Working))
    table.window.keep_waiting()
    table.window.ticker.timeout.emit()
    assert not table.window.last_seconds.isVisible()
    assert len(table.link.of(Working)) == before


@pytest.mark.parametrize("size", [(480, 700), (680, 860)])
def test_s10_until_a_press_counts_approve_looks_as_if_it_waits_and_moves_nothing(
    size: tuple[int, int], table: Table
) -> None:
    table.show(asked())
    table.window.resize(*size)
    table.settle()
    guard, bar = table.window.guard, table.window.guard.button.findChild(ArmingBar)
    before = places(table)
    assert [button.property("soon") for button in guard.styled_buttons] == [True, True]
    assert bar is not None
    assert bar.isVisible()
    assert guard.ready_soon.isVisible() is (size[0] == 680)
    table.arm()
    assert [button.property("soon") for button in guard.styled_buttons] == [False, False]
    assert not bar.isVisible()
    assert not guard.ready_soon.isVisible()
    assert places(table) == before


@pytest.mark.parametrize("name", sorted(UNREAD))
def test_the_mark_that_there_is_more_asks_only_where_a_yes_waits_for_it(name: str, table: Table) -> None:
    table.show(UNREAD[name])
    middle = table.window.scroll_area
    assert middle.more.isVisible()
    assert middle.more.text() == ("Read to the end" if name == "grave" else "More below")
    assert middle.more.accessibleName().startswith(middle.more.text())
    assert table.window.guard.button.isEnabled() is (name == "usual")
    read_all(table)
    middle.verticalScrollBar().setValue(0)
    table.settle()
    assert middle.more.text() == "More below"
