"""Alike calls, side by side: what is seen, ticked, answered."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton

from host.control.protocol import AnswerCall
from host.control.views import Asked, Reading, Said
from host.errors import AssentError
from host.model import Finding, JsonObject, Severity
from host.values import replace
from tests.support import plain, window
from tests.unit.ui.consent.batch.support import Open, OpenTable, call_id, numbers
from tests.unit.ui.consent.support import nameless, numbered, seen
from ui.consent.batch.alike import MAX_CALLS
from ui.consent.batch.table import FIRST_CELL, FOUND_COLUMN

MEDIUM = Finding("outside-folders", Severity.MEDIUM, "The path lies outside the folders.", "/etc/x")
LONG = "word " * 50


def long_one(number: int) -> Asked:
    return window.asked(
        {"path": f"notes/{number}.txt", "content": f"{number}\n" + "\n".join(f"line {n}" for n in range(60))},
        call_id=call_id(number),
    )


def approve(table: Open, *which: int) -> None:
    table.tick(*which)
    table.live_batch(4_500)
    table.press_approve()


def shown(table: Open) -> list[str]:
    table.settle()
    return seen(table.batch)


# Where the keyboard goes


def test_s07_rows_that_the_keyboard_walks_through_are_read_whole_in_a_small_window(open_table: OpenTable) -> None:
    table = open_table([numbered(number, findings=(MEDIUM,)) for number in (1, 2, 3)])
    table.batch.resize(table.batch.minimumWidth(), 460)
    table.settle()
    assert table.batch.scroll_area.verticalScrollBar().maximum() > 0
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Down, Qt.Key.Key_Up, Qt.Key.Key_Up):
        QTest.keyClick(table.batch.table, key)
        table.settle()
    assert [row.is_seen for row in table.book.rows] == [True, True, True]


def test_f6_goes_on_from_the_table_and_back(open_table: OpenTable) -> None:
    table = open_table(3)
    window = table.batch
    window.table.setFocus()
    for key, wanted in ((Qt.Key.Key_F6, window.detail), (Qt.Key.Key_F6, window.deny), (Qt.Key.Key_F6, window.table)):
        QTest.keyClick(window.focusWidget(), key)
        assert window.focusWidget() is wanted
    QTest.keyClick(window.focusWidget(), Qt.Key.Key_F6, Qt.KeyboardModifier.ShiftModifier)
    assert window.focusWidget() is window.deny


# Answers


def test_s12_each_answer_names_its_own_call_for_this_once(open_table: OpenTable) -> None:
    table = open_table(3)
    approve(table, 1, 3)
    wanted = {(asked.request.call.id, asked.request.call.digest) for asked in (numbered(1), numbered(3))}
    assert {(answer.call_id, answer.digest) for answer in table.answers} == wanted
    for answer in table.answers:
        assert (answer.approve, answer.duration, answer.bound, answer.round) == (True, "once", "exact", 1)
        assert answer.definition == numbered(1).request.definition.digest
        assert answer.displayed_ms >= 1_000


def test_s10_a_row_is_displayed_from_when_it_was_scrolled_into_view(open_table: OpenTable) -> None:
    table = open_table(30)
    assert not table.book.rows[-1].is_seen
    table.live_batch(20_000)
    table.batch.table.scrollToBottom()
    table.settle()
    table.tick(1, 30)
    table.live_batch(5_000)
    table.press_approve()
    first, last = table.yes
    assert first.displayed_ms >= 25_000
    assert 5_000 <= last.displayed_ms < 6_000


def test_s11_nothing_is_ticked_by_itself_and_nothing_unticked_is_approved(open_table: OpenTable) -> None:
    table = open_table(4)
    assert not any(row.is_ticked for row in table.book.rows)
    table.live_batch(5_000)
    table.press_approve()
    assert table.answers == []
    assert not table.batch.guard.button.isEnabled()


def test_the_rest_is_denied_once_the_person_was_asked(open_table: OpenTable) -> None:
    table = open_table(4)
    table.tick(2)
    table.press("Deny the other 3…")
    assert table.answers == []
    assert "Deny the 3 calls of Claude Code that are not ticked?" in shown(table)
    table.press("Deny 3 calls")
    assert numbers(table.answers) == [1, 3, 4]
    assert {(answer.approve, answer.reason) for answer in table.answers} == {(False, "denied with the rest")}


def test_the_person_may_keep_them(open_table: OpenTable) -> None:
    table = open_table(3)
    table.press("Deny all 3…")
    assert "Deny all 3 calls of Claude Code?" in shown(table)
    table.press("Keep")
    table.press("Deny all 3…")
    QTest.keyClick(table.batch.windowHandle(), Qt.Key.Key_Escape)
    assert table.batch.strip.isHidden()
    assert table.batch.isVisible()
    assert table.answers == []


def test_s10_while_it_asks_about_the_rest_nothing_is_approved(open_table: OpenTable) -> None:
    table = open_table(3)
    table.tick(1)
    table.live_batch(4_000)
    table.press("Deny the other 2…")
    table.live_batch(4_000)
    table.press_approve()
    assert table.answers == []


def test_s12_what_ended_since_the_question_is_not_denied(open_table: OpenTable) -> None:
    table = open_table(3)
    table.press("Deny all 3…")
    table.end(2, "expiry")
    table.press("Deny 3 calls")
    assert numbers(table.answers) == [1, 3]


def test_an_answer_that_was_not_taken_is_reported_and_can_be_given_again(open_table: OpenTable) -> None:
    table = open_table(2)
    table.link.replies[AnswerCall] = AssentError("the disk is full")
    approve(table, 1)
    assert "Call 1: the disk is full" in shown(table)
    del table.link.replies[AnswerCall]
    approve(table, 1)
    assert numbers(table.answers) == [1, 1]


# What was seen


def test_s07_a_cell_that_is_cut_must_be_opened_before_its_row_is_ticked(open_table: OpenTable) -> None:
    questions = [
        window.asked({"path": f"{LONG}{number}", "content": "x"}, call_id=call_id(number)) for number in (1, 2)
    ]
    table = open_table(questions)
    table.tick(2)
    assert not table.book.rows[1].is_ticked
    assert any("Not all of it was on screen yet" in said for said in seen(table.batch))
    table.batch.table.setCurrentIndex(table.batch.rows.index(1, 0))
    table.settle()
    table.tick(2)
    assert table.book.rows[1].is_ticked


def test_s07_a_text_of_many_lines_must_be_read_to_its_end(open_table: OpenTable) -> None:
    table = open_table([long_one(1), long_one(2)])
    table.tick(1)
    assert not table.book.rows[0].is_ticked
    bar = table.batch.detail.verticalScrollBar()
    bar.setValue(bar.maximum())
    table.settle()
    table.tick(1)
    assert not table.book.rows[0].is_ticked, "the text is folded: its end was not in view"
    for button in [
        button for button in table.batch.detail.findChildren(QPushButton) if button.text().startswith("Show all 61")
    ]:
        button.click()
    for at in range(0, 5_000, 40):
        bar.setValue(at)
        table.settle()
    table.tick(1)
    assert table.book.rows[0].is_ticked


def test_s07_what_is_the_same_in_all_must_be_read_before_any_tick(open_table: OpenTable) -> None:
    same = "\n".join(f"line {number}" for number in range(60))
    questions = [window.asked({"path": f"{n}", "content": same}, call_id=call_id(n)) for n in (1, 2)]
    table = open_table(questions)
    assert all(row.is_seen for row in table.book.rows)
    table.tick(1)
    assert not table.book.rows[0].is_ticked


def test_a_row_with_something_to_look_at_is_seen_once_its_findings_were(open_table: OpenTable) -> None:
    table = open_table([numbered(1), numbered(2, findings=(MEDIUM,))])
    assert str(table.batch.rows.index(1, FOUND_COLUMN).data()) == "Look closer"
    table.tick(2)
    assert not table.book.rows[1].is_ticked
    table.batch.table.setCurrentIndex(table.batch.rows.index(1, 0))
    assert "Look closer: The path lies outside the folders." in shown(table)
    table.tick(2)
    assert table.book.rows[1].is_ticked


def test_s07_a_row_of_which_only_a_part_could_be_drawn_is_not_seen(
    open_table: OpenTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = open_table([numbered(1), numbered(2, findings=(MEDIUM,))])
    monkeypatch.setattr(table.batch.detail, "_make_value", lambda *_: 1 / 0)
    with table.qtbot.captureExceptions() as raised:
        table.batch.table.setCurrentIndex(table.batch.rows.index(1, 0))
    assert [kind for kind, *_ in raised] == [ZeroDivisionError]
    table.batch.detail.note_seen_soon()
    table.settle()
    table.tick(2)
    assert not table.book.rows[1].is_ticked


def test_s07_rows_below_the_edge_are_not_seen(open_table: OpenTable) -> None:
    table = open_table(MAX_CALLS)
    unseen = [place for place, row in enumerate(table.book.rows) if not row.is_seen]
    assert unseen
    assert unseen[-1] == MAX_CALLS - 1
    table.batch.tick_seen()
    assert not any(table.book.rows[place].is_ticked for place in unseen)
    table.batch.table.scrollToBottom()
    table.settle()
    assert table.book.rows[-1].is_seen


def test_s07_what_the_small_window_cuts_off_is_not_seen(open_table: OpenTable) -> None:
    table = open_table([window.asked({"path": f"{n}", "content": "same"}, call_id=call_id(n)) for n in range(1, 7)])
    table.batch.resize(480, 360)
    table.press("Back to one call")
    table.consent.alike_notice.acted.emit()
    table.focus_table()
    outer = table.batch.scroll_area.verticalScrollBar()
    assert outer.maximum() > 0
    assert not table.book.rows[-1].is_seen
    outer.setValue(outer.maximum())
    table.batch.table.scrollToBottom()
    table.settle()
    assert table.book.rows[-1].is_seen


def test_what_the_host_knows_of_an_input_stands_beneath_it(open_table: OpenTable) -> None:
    known = (Reading(("path",), "path", (Said("Leads to", "/home/ana/x"),)),)
    table = open_table([replace(numbered(n), readings=known) for n in (1, 2)])
    assert "Leads to: /home/ana/x" in shown(table)


# What comes and goes


def test_s11_what_arrives_never_enters_an_open_table(open_table: OpenTable) -> None:
    table = open_table(2)
    table.ask(numbered(3), numbered(4), numbered(5, app="cursor"))
    assert len(table.book.rows) == 2
    assert "2 more like these wait, and are not in this table." in shown(table)


def test_s12_a_call_that_ends_is_struck_through_and_cannot_be_ticked(open_table: OpenTable) -> None:
    table = open_table(3)
    table.tick(2)
    table.end(2, "expiry")
    model = table.batch.rows
    assert str(model.index(1, model.columnCount() - 1).data()) == "Expired"
    assert model.index(1, FIRST_CELL).data(Qt.ItemDataRole.FontRole).strikeOut()
    table.tick(2)
    assert not table.book.rows[1].is_ticked
    approve(table, 1)
    assert numbers(table.answers) == [1]


def test_s12_a_call_that_is_asked_again_is_not_the_one_in_the_table(open_table: OpenTable) -> None:
    table = open_table(3)
    table.tick(1, 2)
    table.ask(numbered(2, round_=2, voided_because="It changed."))
    assert table.book.rows[1].ending == "Asked again"
    approve(table, 2)
    assert numbers(table.answers) == [1]
    table.press("Deny the other 1…")
    table.press("Deny 1 call")
    assert numbers(table.answers) == [1, 3]


def test_the_same_question_again_changes_nothing(open_table: OpenTable) -> None:
    table = open_table(2)
    table.tick(1)
    table.live_batch(4_000)
    table.ask(numbered(1))
    table.press_approve()
    assert numbers(table.answers) == [1]


def test_while_the_host_is_gone_nothing_can_be_decided(open_table: OpenTable) -> None:
    table = open_table(2)
    table.tick(1)
    table.live_batch(4_000)
    table.link.closed.emit("the host ended the connection")
    table.live_batch(4_000)
    table.press_approve()
    table.batch.ask_to_deny()
    assert table.answers == []
    assert "The host is gone" in shown(table)


# For every eye and hand


def test_a_screen_reader_finds_a_table_with_full_cells(open_table: OpenTable) -> None:
    table = open_table(2)
    assert nameless(table.batch) == []
    accessible = QAccessible.queryAccessibleInterface(table.batch.table)
    assert accessible.text(QAccessible.Text.Name) == "Calls side by side"
    names = [accessible.child(at).text(QAccessible.Text.Name) for at in range(accessible.childCount())]
    assert {"path: notes/1.txt", "path: notes/2.txt", "Call 1: not ticked, seen"} <= set(names)
    assert len(names) >= len(table.book.rows) * (FIRST_CELL + 3)


def test_what_changes_is_said_aloud(open_table: OpenTable) -> None:
    table = open_table(3)
    told: list[str] = []
    table.batch.announced.connect(told.append)
    table.tick(1, 3)
    table.live_batch(4_000)
    table.end(2, "expiry")
    table.live_batch(4_000)
    assert told == ["Ready: Approve the 2 ticked", "Call 2: Expired", "Ready: Approve the 2 ticked"]


def test_s04_nothing_of_a_stranger_is_markup(open_table: OpenTable) -> None:
    odd: JsonObject = {"name": "<b>x</b>", "inputSchema": {"type": "object"}}
    questions = [
        window.asked(
            {"<i>p</i>": f"<img src=x>{n}\u202e", "same": "<a href='x'>y</a>"}, call_id=call_id(n), definition=odd
        )
        for n in (1, 2)
    ]
    table = open_table(questions)
    plain.assert_plain(table.batch)
    assert "<img" not in str(table.batch.rows.index(0, FIRST_CELL).data(Qt.ItemDataRole.ToolTipRole))


@pytest.mark.parametrize("calls", [2, 7])
def test_how_many_and_in_what_they_differ_is_said_on_top(open_table: OpenTable, calls: int) -> None:
    table = open_table(calls)
    said = shown(table)
    assert f"Claude Code wants to change “notes/1.txt” and {calls - 1} more" in said
    assert "“path”, “content” differ." in said
    assert table.batch.windowTitle() == f"Claude Code wants to change something, {calls} times"
