"""The table of alike calls in place of the consent window."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any  # keyword arguments of several types

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from host.control.protocol import AnswerCall, CallEnded, Clock, Done, Welcome, Working
from host.errors import AssentError
from host.model import Finding, Severity
from tests.support.window import FakeLink, asked, signing, state
from tests.unit.ui.consent.batch.support import Open, OpenTable, call_id, numbers
from tests.unit.ui.consent.support import Table, numbered, seen
from ui.consent.answer_sender import MAX_ANSWERS_IN_FLIGHT, AnswerSender
from ui.consent.batch.window import BatchWindow
from ui.consent.window import ConsentWindow

OFFER = "See them side by side"


def on_screen() -> list[type]:
    ours = (ConsentWindow, BatchWindow)
    return [type(part) for part in QApplication.topLevelWidgets() if isinstance(part, ours) and part.isVisible()]


def answer(table: Open, *which: int) -> None:
    table.tick(*which)
    table.live_batch(4_500)
    table.press_approve()


# The way there


def test_the_window_offers_to_see_alike_calls_side_by_side(table: Table) -> None:
    table.show(numbered(1), numbered(2), numbered(3, app="cursor"))
    said = seen(table.window)
    assert "1 more call like this one waits" in said
    assert OFFER in said


def test_what_comes_and_goes_is_counted(table: Table) -> None:
    table.show(numbered(1), numbered(2))
    table.ask(numbered(3))
    assert "2 more calls like this one wait" in seen(table.window)
    for number in (2, 3):
        table.link.ended.emit(CallEnded(call_id(number), "expiry", ""))
    assert OFFER not in seen(table.window)


@pytest.mark.parametrize(
    "changes",
    [
        {"signing": signing()},
        {"findings": (Finding("secret", Severity.HIGH, "A password."),)},
        {"round_": 2, "voided_because": "It changed."},
        {"result": b"{}"},
    ],
    ids=["signed", "grave", "asked again", "result"],
)
def test_s11_unlike_calls_are_never_offered_together(table: Table, changes: dict[str, Any]) -> None:
    table.show(numbered(1, **changes), numbered(2, **changes))
    assert OFFER not in seen(table.window)
    table.consent.alike_notice.acted.emit()
    assert on_screen() == [ConsentWindow]


def test_s11_the_table_is_in_place_of_the_window(open_table: OpenTable) -> None:
    table = open_table(3)
    assert on_screen() == [BatchWindow]
    assert table.consent.ids_on_screen == {call_id(number) for number in (1, 2, 3)}


# The way back


def test_back_leads_to_the_one_that_was_read(open_table: OpenTable) -> None:
    table = open_table(3)
    table.press("Back to one call")
    assert on_screen() == [ConsentWindow]
    assert table.window.call_id == call_id(1)
    assert table.consent.ids_on_screen == {call_id(1)}


def test_escape_leads_back_and_what_was_ticked_is_forgotten(open_table: OpenTable) -> None:
    table = open_table(3)
    table.tick(1, 2)
    QTest.keyClick(table.batch.windowHandle(), Qt.Key.Key_Escape)
    assert on_screen() == [ConsentWindow]
    table.consent.alike_notice.acted.emit()
    assert not any(row.is_ticked for row in table.book.rows)


def test_closing_the_table_decides_nothing(open_table: OpenTable) -> None:
    table = open_table(3)
    table.tick(1)
    table.batch.close()
    assert on_screen() == []
    assert table.answers == []
    assert len(table.consent.waiting) == 3


def test_once_all_are_answered_the_next_question_follows(open_table: OpenTable) -> None:
    table = open_table(2)
    table.ask(numbered(9, app="cursor"))
    answer(table, 1, 2)
    table.end(1)
    assert on_screen() == [BatchWindow]
    table.end(2)
    assert on_screen() == [ConsentWindow]
    assert table.window.call_id == call_id(9)


def test_with_the_last_of_all_the_table_goes(open_table: OpenTable) -> None:
    table = open_table(2)
    answer(table, 1, 2)
    for number in (1, 2):
        table.end(number)
    assert on_screen() == []
    assert table.consent.waiting == ()


def test_a_table_whose_calls_all_ended_otherwise_stays_until_the_person_goes_on(open_table: OpenTable) -> None:
    table = open_table(2)
    for number in (1, 2):
        table.end(number, "expiry")
    assert on_screen() == [BatchWindow]
    table.press("Go on")
    assert on_screen() == []


def test_what_is_ticked_no_more_still_waits_by_itself(open_table: OpenTable) -> None:
    table = open_table(3)
    answer(table, 1)
    table.end(1)
    table.press("Back to one call")
    assert table.window.call_id in (call_id(2), call_id(3))


# Meanwhile


def test_what_arrives_meanwhile_takes_no_window_and_no_keyboard(open_table: OpenTable) -> None:
    table = open_table(2)
    table.ask(numbered(9, app="cursor"))
    assert on_screen() == [BatchWindow]
    assert table.batch.isActiveWindow()
    assert call_id(9) not in [question.request.call.id for question in table.arrived]
    table.leave_main()
    table.ask(numbered(10, app="cursor"))
    assert table.arrived[-1].request.call.id == call_id(10)
    assert on_screen() == [BatchWindow]


def test_a_call_of_the_table_that_is_chosen_elsewhere_brings_the_table(open_table: OpenTable) -> None:
    table = open_table(2)
    table.consent.show_call(call_id(2))
    assert on_screen() == [BatchWindow]
    assert table.consent.show_next_call()
    assert on_screen() == [BatchWindow]


def test_another_call_that_is_chosen_elsewhere_closes_the_table(open_table: OpenTable) -> None:
    table = open_table(2)
    table.ask(numbered(9, app="cursor"))
    table.consent.show_call(call_id(9))
    assert on_screen() == [ConsentWindow]
    assert table.window.call_id == call_id(9)


def test_the_clocks_of_all_of_them_stand_while_the_person_works_there(open_table: OpenTable) -> None:
    table = open_table(2)
    table.link.replies[Working] = lambda said: Clock(said.call_id, 200.0, 15.0)
    for _ in range(2):
        QTest.keyClick(table.batch.windowHandle(), Qt.Key.Key_Down)
    assert [said.call_id for said in table.link.of(Working)] == [call_id(1), call_id(2)]
    assert table.consent.is_paused(call_id(2))


def test_another_host_asks_everything_again(open_table: OpenTable) -> None:
    table = open_table(2)
    table.tick(1)
    table.link.closed.emit("gone")
    table.link.welcomed.emit(Welcome("0.1", False, "ana", "/config", "/log", state()))
    table.live_batch(4_500)
    table.press_approve()
    assert table.answers == []
    assert all(row.ending for row in table.book.rows)


def test_many_answers_count_for_the_pace(open_table: OpenTable) -> None:
    table = open_table(4)
    answer(table, 1, 2, 3, 4)
    assert numbers(table.answers) == [1, 2, 3, 4]
    assert table.consent.pace_notice.isHidden() is False


def test_a_single_call_has_no_table(table: Table) -> None:
    table.show(asked())
    table.consent.alike_notice.acted.emit()
    assert on_screen() == [ConsentWindow]


class Slow(FakeLink):
    """A host that replies when it is told to."""

    def __init__(self) -> None:
        super().__init__()
        self.waiting: list[tuple[Callable[[Any], object], Callable[[str], object]]] = []

    def send(self, request: Any, then: Any = None, failed: Any = None) -> None:
        self.requests.append(request)
        self.waiting.append((then, failed))

    def reply(self) -> None:
        self.waiting.pop(0)[0](Done())

    def refuse(self, why: str) -> None:
        self.waiting.pop(0)[1](why)


def no(number: int) -> AnswerCall:
    return AnswerCall(f"call {number}", "d", 1, "e", approve=False)


@pytest.fixture
def link() -> Slow:
    return Slow()


def test_no_more_than_a_few_are_under_way(link: Slow) -> None:
    sender = AnswerSender(link)
    sender.send([no(number) for number in range(50)])
    assert len(link.requests) == MAX_ANSWERS_IN_FLIGHT
    link.reply()
    assert len(link.requests) == MAX_ANSWERS_IN_FLIGHT + 1
    while link.waiting:
        assert len(link.waiting) <= MAX_ANSWERS_IN_FLIGHT
        link.reply()
    assert [request.call_id for request in link.of(AnswerCall)] == [f"call {number}" for number in range(50)]


def test_one_that_is_refused_is_told_and_the_others_go_on(link: Slow) -> None:
    sender = AnswerSender(link)
    failed: list[tuple[str, str]] = []
    sender.failed.connect(lambda call_id, why: failed.append((call_id, why)))
    sender.send([no(1), no(2)])
    link.refuse("the disk is full")
    link.reply()
    assert failed == [("call 1", "the disk is full")]


def test_after_it_is_stopped_nothing_more_is_sent(link: Slow) -> None:
    sender = AnswerSender(link)
    sender.send([no(number) for number in range(50)])
    sender.drop_unsent()
    while link.waiting:
        link.refuse("the host is gone")
    assert len(link.requests) == MAX_ANSWERS_IN_FLIGHT


def test_a_host_that_refuses_everything_at_once_ends_it(link: Slow) -> None:
    fake = FakeLink()
    fake.replies[AnswerCall] = AssentError("no")
    sender = AnswerSender(fake)
    failed: list[str] = []
    sender.failed.connect(lambda call_id, _: failed.append(call_id))
    sender.send([no(number) for number in range(300)])
    assert len(failed) == 300
