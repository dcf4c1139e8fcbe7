"""The waiting page: lines that lead to the consent window, and a way to deny them all."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from host.control.protocol import AnswerCall, CallEnded, CallSigned, Clock, Welcome
from host.control.views import Asked
from host.errors import AssentError
from host.model import Finding, Severity
from tests.support import plain, window
from tests.support.window import FakeLink
from ui.consent.desk import ConsentDesk
from ui.waiting.model import ACTION, APP, FINDINGS, INPUTS, LEFT, WAITS
from ui.waiting.page import WaitingPage


def asked(number: int, **changes: object) -> Asked:
    """A question of its own."""
    return window.asked(call_id=f"0198c0de-0000-7000-8000-{number:012d}", **changes)  # type: ignore[arg-type]  # as named


class Shown:
    """The page with a desk of its own, on a clock that stands."""

    def __init__(self, qtbot: QtBot) -> None:
        self.now = 100.0
        self.link = FakeLink()
        self.desk = ConsentDesk(self.link, clock=lambda: self.now)
        qtbot.addWidget(self.desk.window)
        self.page = WaitingPage(self.link, self.desk)
        qtbot.addWidget(self.page)

    def welcome(self, *pending: Asked, demo: bool = False) -> WaitingPage:
        welcome = Welcome("0.1.0", demo, "ana", "/config", "/log", window.state())
        self.page.set_welcome(welcome)
        self.link.welcomed.emit(welcome)
        for question in pending:
            self.link.asked.emit(question)
        self.page.show()
        return self.page

    def cell(self, row: int, column: int) -> str:
        return str(self.page.model.index(row, column).data())

    @property
    def shown_ids(self) -> list[str]:
        return [row.call_id for row in self.page.model.rows]

    def press(self, words: str) -> None:
        """Press the button with these words."""
        buttons = [found for found in self.page.findChildren(QPushButton) if found.text() == words]
        next(found for found in buttons if found.isVisible()).click()


@pytest.fixture
def shown(qtbot: QtBot) -> Shown:
    return Shown(qtbot)


def test_lines_stand_in_the_order_of_the_queue(shown: Shown) -> None:
    shown.welcome(asked(1), asked(2), asked(3))
    assert shown.shown_ids == [waiting.request.call.id for waiting in shown.desk.waiting]
    assert shown.cell(0, ACTION) == "files ▸ write_file"


def test_the_time_left_runs(shown: Shown) -> None:
    shown.welcome(asked(1, left=125.0))
    assert shown.cell(0, LEFT) == "2:05"
    shown.now += 60
    shown.page.model.tick()
    assert shown.cell(0, LEFT) == "1:05"


def test_a_paused_clock_says_so(shown: Shown) -> None:
    shown.welcome(asked(1))
    shown.link.clock_changed.emit(Clock(shown.shown_ids[0], 90.0, 30.0))
    assert shown.cell(0, LEFT) == "1:30 (paused)"


def test_findings_are_counted_with_a_sign_of_the_gravest(shown: Shown) -> None:
    shown.welcome(asked(1, findings=(Finding("k", Severity.HIGH, "…"),)), asked(2))
    by_id = {row.call_id: place for place, row in enumerate(shown.page.model.rows)}
    grave = by_id[asked(1).request.call.id]
    assert shown.cell(grave, FINDINGS) == "1 finding"
    assert shown.page.model.index(grave, FINDINGS).data(Qt.ItemDataRole.DecorationRole) is not None
    assert shown.cell(1 - grave, FINDINGS) == ""


def test_enter_brings_the_consent_window_on_the_chosen_call(shown: Shown) -> None:
    page = shown.welcome(asked(1), asked(2))
    page.table.setFocus()
    page.table.setCurrentIndex(page.model.index(1, 0))
    wanted = page.model.rows[1].call_id
    QTest.keyClick(page.table, Qt.Key.Key_Return)
    assert shown.desk.window.isVisible()
    assert shown.desk.window.call_id == wanted


def test_a_click_brings_it_too(shown: Shown) -> None:
    page = shown.welcome(asked(1), asked(2))
    wanted = page.model.rows[1].call_id
    at = page.table.visualRect(page.model.index(1, 0)).center()
    QTest.mouseClick(page.table.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert shown.desk.window.call_id == wanted


def test_the_chosen_line_stays_chosen_when_the_queue_moves(shown: Shown) -> None:
    page = shown.welcome(asked(1), asked(2), asked(3))
    page.table.setCurrentIndex(page.model.index(2, 0))
    wanted, first = page.model.rows[2].call_id, page.model.rows[0].call_id
    shown.link.ended.emit(CallEnded(first, "expiry", "nobody answered"))
    assert page.model.rows[page.table.currentIndex().row()].call_id == wanted


# Denying


def test_deny_the_rest_asks_and_then_denies_each_that_was_listed(shown: Shown) -> None:
    page = shown.welcome(asked(1), asked(2))
    listed = {(row.call_id, row.digest) for row in page.model.rows}
    page.deny.click()
    assert shown.link.of(AnswerCall) == []
    shown.press("Deny 2 calls")
    said = shown.link.of(AnswerCall)
    assert {(answer.call_id, answer.digest) for answer in said} == listed
    assert {(answer.approve, answer.reason, answer.scope) for answer in said} == {
        (False, "denied with the rest", "once")
    }


def test_s12_a_call_that_comes_after_the_question_is_not_denied_with_it(shown: Shown) -> None:
    page = shown.welcome(asked(1))
    page.deny.click()
    shown.link.asked.emit(asked(2))
    assert len(page.model.rows) == 2
    shown.press("Deny 1 call")
    assert [answer.call_id for answer in shown.link.of(AnswerCall)] == [asked(1).request.call.id]


def test_nothing_is_denied_when_the_person_changes_their_mind(shown: Shown) -> None:
    page = shown.welcome(asked(1))
    page.deny.click()
    shown.press("Keep waiting")
    assert shown.link.of(AnswerCall) == []
    assert page.strip.isHidden()


def test_a_denial_that_failed_is_said_as_long_as_the_call_waits(shown: Shown) -> None:
    page = shown.welcome(asked(1))
    shown.link.replies[AnswerCall] = AssentError("the log cannot be written")
    page.deny.click()
    shown.press("Deny 1 call")
    assert "The log cannot be written." in plain.words(page)


# Nothing waits


def test_an_empty_queue_says_what_belongs_here(shown: Shown) -> None:
    page = shown.welcome()
    assert "Nothing waits for you" in plain.words(page)
    assert not page.deny.isVisible()
    assert "Go to the assistant" not in plain.words(page)


def test_in_the_demonstration_the_next_step_is_the_assistant(shown: Shown, qtbot: QtBot) -> None:
    page = shown.welcome(demo=True)
    with qtbot.waitSignal(page.open_page, timeout=1_000) as opened:
        shown.press("Go to the assistant")
    assert opened.args == ["assistant"]


def test_the_last_end_empties_the_page(shown: Shown) -> None:
    page = shown.welcome(asked(1))
    page.deny.click()
    shown.link.ended.emit(CallEnded(shown.shown_ids[0], "withdrawal", "the app gave up"))
    assert "Nothing waits for you" in plain.words(page)
    assert page.strip.isHidden()


# For every eye and hand


def test_s04_hostile_names_are_plain_text(shown: Shown) -> None:
    definition = dict(window.WRITE_FILE, name="<b>x</b>\u202e")
    page = shown.welcome(asked(1, definition=definition, arguments={"<i>": "<img src=x>"}))
    page.deny.click()
    plain.assert_plain(page)
    plain.assert_accessible(page)
    shown_tip = str(page.model.index(0, ACTION).data(Qt.ItemDataRole.ToolTipRole))
    assert "<b>" not in shown_tip
    assert "&lt;b&gt;" in shown_tip


def test_five_hundred_lines_are_listed_without_a_widget_each(shown: Shown) -> None:
    page = shown.welcome()
    before = len(page.findChildren(QPushButton))
    for number in range(500):
        shown.link.asked.emit(asked(number))
    assert len(page.model.rows) == 500
    assert len(page.findChildren(QPushButton)) == before


@pytest.mark.parametrize("width", [700, 1_000])
def test_the_inputs_have_more_room_than_what_else_is_said(shown: Shown, width: int) -> None:
    page = shown.welcome(asked(1), asked(2))
    page.resize(width, 500)
    assert page.table.isColumnHidden(FINDINGS)
    others = [page.table.columnWidth(column) for column in (APP, ACTION, LEFT)]
    assert page.table.columnWidth(INPUTS) > max(others)


def test_findings_have_a_column_once_there_are_any(shown: Shown) -> None:
    page = shown.welcome(asked(1))
    assert page.table.isColumnHidden(FINDINGS)
    shown.link.asked.emit(asked(2, findings=(Finding("k", Severity.HIGH, "Odd."),)))
    assert not page.table.isColumnHidden(FINDINGS)
    shown.link.ended.emit(CallEnded(asked(2).request.call.id, "expiry", ""))
    assert page.table.isColumnHidden(FINDINGS)


def test_who_must_still_sign_stands_in_the_line_and_follows_each_signature(shown: Shown) -> None:
    ada, _ = window.SIGNERS
    question = asked(1, signing=window.signing())
    page = shown.welcome(asked(2))
    assert page.table.isColumnHidden(WAITS), "a column of nothing takes room"
    shown.link.asked.emit(question)
    assert not page.table.isColumnHidden(WAITS)
    place = page.model.place(question.request.call.id)
    assert shown.cell(place, WAITS) == "Signature: Principal investigator, IRB chair"
    shown.link.signed.emit(CallSigned(question.request.call.id, window.signing(ada.name)))
    assert shown.cell(place, WAITS) == "Signature: IRB chair"


def test_s12_a_question_that_is_asked_anew_is_denied_as_it_is_asked_now(shown: Shown) -> None:
    page = shown.welcome(asked(1))
    shown.link.asked.emit(asked(1, round_=2, voided_because="It changed."))
    shown.press("Deny the rest…")
    shown.press("Deny 1 call")
    assert [answer.round for answer in shown.link.of(AnswerCall)] == [2]
    assert page.model.rows[0].round == 2
