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
from host.model import App, Finding, ServerRef, Severity
from tests.support import plain, window
from tests.support.window import FakeLink
from ui.consent.controller import ConsentController
from ui.waiting.page import ACTION, FINDINGS, INPUTS, LEFT, WAITS, WaitingPage


def asked(number: int, **changes: object) -> Asked:
    """A question of its own."""
    return window.asked(call_id=f"0198c0de-0000-7000-8000-{number:012d}", **changes)  # type: ignore[arg-type]  # as named


class Shown:
    """The page with a controller of its own, on a clock that stands."""

    def __init__(self, qtbot: QtBot) -> None:
        self.now = 100.0
        self.link = FakeLink()
        self.consent = ConsentController(self.link, clock=lambda: self.now)
        qtbot.addWidget(self.consent.window)
        self.page = WaitingPage(self.link, self.consent)
        qtbot.addWidget(self.page)

    def welcome(self, *pending: Asked, demo: bool = False) -> WaitingPage:
        welcome = Welcome("0.1.0", demo, "ana", "/config", "/log", window.state())
        self.page.set_welcome(welcome)
        self.link.welcomed.emit(welcome)
        for question in pending:
            self.link.asked.emit(question)
        self.page.show()
        return self.page

    def cell(self, call: int, column: int) -> str:
        """Of a call, by its place among the calls."""
        return str(self.page.model.index(self.line(call), column).data())

    def line(self, call: int) -> int:
        """The line of a call, by its place among the calls."""
        return self.page.model.place(self.page.model.calls[call].call_id)

    @property
    def shown_ids(self) -> list[str]:
        return [row.call_id for row in self.page.model.calls]

    def press(self, words: str) -> None:
        """Press the button with these words."""
        buttons = [found for found in self.page.findChildren(QPushButton) if found.text() == words]
        next(found for found in buttons if found.isVisible()).click()


@pytest.fixture
def shown(qtbot: QtBot) -> Shown:
    return Shown(qtbot)


def test_lines_are_in_the_order_of_the_queue(shown: Shown) -> None:
    shown.welcome(asked(1), asked(2), asked(3))
    assert shown.shown_ids == [waiting.request.call.id for waiting in shown.consent.waiting]
    assert shown.cell(0, ACTION) == "Change or overwrite notes/summary.txt · files ▸ write_file"


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
    by_id = {row.call_id: place for place, row in enumerate(shown.page.model.calls)}
    grave = by_id[asked(1).request.call.id]
    assert shown.cell(grave, FINDINGS) == "1 finding"
    assert shown.page.model.index(shown.line(grave), FINDINGS).data(Qt.ItemDataRole.DecorationRole) is not None
    assert shown.cell(1 - grave, FINDINGS) == ""


def test_enter_brings_the_consent_window_on_the_chosen_call(shown: Shown) -> None:
    page = shown.welcome(asked(1), asked(2))
    page.table.setFocus()
    page.table.setCurrentIndex(page.model.index(shown.line(1), 0))
    wanted = page.model.calls[1].call_id
    QTest.keyClick(page.table, Qt.Key.Key_Return)
    assert shown.consent.window.isVisible()
    assert shown.consent.window.call_id == wanted


def test_a_click_brings_it_too(shown: Shown) -> None:
    page = shown.welcome(asked(1), asked(2))
    wanted = page.model.calls[1].call_id
    at = page.table.visualRect(page.model.index(shown.line(1), 0)).center()
    QTest.mouseClick(page.table.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert shown.consent.window.call_id == wanted


def test_the_chosen_line_stays_chosen_when_the_queue_moves(shown: Shown) -> None:
    page = shown.welcome(asked(1), asked(2), asked(3))
    page.table.setCurrentIndex(page.model.index(shown.line(2), 0))
    wanted, first = page.model.calls[2].call_id, page.model.calls[0].call_id
    shown.link.ended.emit(CallEnded(first, "expiry", "nobody answered"))
    chosen = page.model.entry(page.table.currentIndex().row())
    assert chosen is not None
    assert chosen.call_id == wanted


def test_the_chosen_line_stays_chosen_when_its_call_comes_first(shown: Shown) -> None:
    page = shown.welcome(asked(1), asked(2), asked(3))
    wanted = page.model.calls[2].call_id
    page.table.setCurrentIndex(page.model.index(shown.line(2), 0))
    QTest.keyClick(page.table, Qt.Key.Key_Return)  # what is read is first in the list
    assert page.model.calls[0].call_id == wanted
    chosen = page.model.entry(page.table.currentIndex().row())
    assert chosen is not None
    assert chosen.call_id == wanted


# Denying


def test_a_key_leads_to_the_list_and_not_to_what_denies(shown: Shown) -> None:
    page = shown.welcome(asked(1), asked(2))
    page.show()
    page.take_focus()
    assert page.focusWidget() is page.table


def test_deny_the_rest_asks_and_then_denies_each_that_was_listed(shown: Shown) -> None:
    page = shown.welcome(asked(1), asked(2))
    listed = {(row.call_id, row.digest) for row in page.model.calls}
    page.deny.click()
    assert shown.link.of(AnswerCall) == []
    shown.press("Deny 2 calls")
    said = shown.link.of(AnswerCall)
    assert {(answer.call_id, answer.digest) for answer in said} == listed
    assert {(answer.approve, answer.reason, answer.duration) for answer in said} == {
        (False, "denied with the rest", "once")
    }


def test_s12_a_call_that_comes_after_the_question_is_not_denied_with_it(shown: Shown) -> None:
    page = shown.welcome(asked(1))
    page.deny.click()
    shown.link.asked.emit(asked(2))
    assert len(page.model.calls) == 2
    shown.press("Deny 1 call")
    assert [answer.call_id for answer in shown.link.of(AnswerCall)] == [asked(1).request.call.id]


def test_nothing_is_denied_when_the_person_changes_their_mind(shown: Shown) -> None:
    page = shown.welcome(asked(1))
    page.deny.click()
    shown.press("Keep waiting")
    assert shown.link.of(AnswerCall) == []
    assert page.strip.isHidden()


def test_a_denial_that_failed_is_reported_as_long_as_the_call_waits(shown: Shown) -> None:
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


def test_elsewhere_the_next_step_are_the_servers(shown: Shown, qtbot: QtBot) -> None:
    shown.welcome()
    with qtbot.waitSignal(shown.page.navigate) as opened:
        shown.press("See the servers")
    assert opened.args == ["servers", None]


def test_in_the_demonstration_the_next_step_is_the_assistant(shown: Shown, qtbot: QtBot) -> None:
    page = shown.welcome(demo=True)
    with qtbot.waitSignal(page.navigate) as opened:
        shown.press("Go to the assistant")
    assert opened.args == ["assistant", None]


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
    shown_tip = str(page.model.index(shown.line(0), ACTION).data(Qt.ItemDataRole.ToolTipRole))
    assert "<b>" not in shown_tip
    assert "&lt;b&gt;" in shown_tip


def test_five_hundred_lines_are_listed_without_a_widget_each(shown: Shown, qtbot: QtBot) -> None:
    page = shown.welcome()
    before = len(page.findChildren(QPushButton))
    for number in range(500):
        shown.link.asked.emit(asked(number))
    qtbot.waitUntil(lambda: len(page.model.calls) == 500)
    assert len(page.findChildren(QPushButton)) == before


@pytest.mark.parametrize("width", [700, 1_000])
def test_the_inputs_have_more_room_than_what_else_is_said(shown: Shown, width: int) -> None:
    page = shown.welcome(asked(1), asked(2))
    page.resize(width, 500)
    assert page.table.isColumnHidden(FINDINGS)
    others = [page.table.columnWidth(column) for column in (ACTION, LEFT)]
    assert page.table.columnWidth(INPUTS) > max(others)


def test_findings_have_a_column_once_there_are_any(shown: Shown) -> None:
    page = shown.welcome(asked(1))
    assert page.table.isColumnHidden(FINDINGS)
    shown.link.asked.emit(asked(2, findings=(Finding("k", Severity.HIGH, "Odd."),)))
    assert not page.table.isColumnHidden(FINDINGS)
    shown.link.ended.emit(CallEnded(asked(2).request.call.id, "expiry", ""))
    assert page.table.isColumnHidden(FINDINGS)


def test_who_must_still_sign_is_in_the_line_and_follows_each_signature(shown: Shown) -> None:
    ada, _ = window.SIGNERS
    question = asked(1, signing=window.signing())
    page = shown.welcome(asked(2))
    assert page.table.isColumnHidden(WAITS), "a column of nothing takes room"
    shown.link.asked.emit(question)
    assert not page.table.isColumnHidden(WAITS)
    place = shown.shown_ids.index(question.request.call.id)
    assert shown.cell(place, WAITS) == "Signature: Principal investigator, IRB chair"
    shown.link.signed.emit(CallSigned(question.request.call.id, window.signing(ada.name)))
    assert shown.cell(place, WAITS) == "Signature: IRB chair"


def test_s12_a_question_that_is_asked_again_is_denied_as_it_is_asked_now(shown: Shown) -> None:
    page = shown.welcome(asked(1))
    shown.link.asked.emit(asked(1, round_=2, voided_because="It changed."))
    shown.press("Deny the call…")
    shown.press("Deny 1 call")
    assert [answer.round for answer in shown.link.of(AnswerCall)] == [2]
    assert page.model.calls[0].round == 2


def test_one_call_alone_is_not_called_the_rest(shown: Shown) -> None:
    page = shown.welcome(asked(1))
    assert page.deny.text() == "Deny the call…"
    shown.link.asked.emit(asked(2))
    assert page.deny.text() == "Deny the rest…"


# By app


def of_apps(*apps: str) -> list[Asked]:
    return [
        asked(number, app=App(app, authenticated=True), server=ServerRef(f"server-{number % 2}", "c" * 64, "d" * 64))
        for number, app in enumerate(apps)
    ]


def heads(shown: Shown) -> list[str]:
    model = shown.page.model
    return [str(model.index(at, ACTION).data()) for at in range(model.rowCount()) if model.is_heading(at)]


def test_calls_are_under_their_app_with_how_many_and_since_when(shown: Shown) -> None:
    shown.welcome(*of_apps("one", "two", "one", "one"))
    first, second = heads(shown)
    assert first.startswith("one  ·  3 calls  ·  2 for server-0, 1 for server-1  ·  the oldest waits ")
    assert second.startswith("two  ·  1 call  ·  waits ")
    apps = [row.app for row in shown.page.model.calls]
    assert apps == ["one", "one", "one", "two"]


def test_a_head_is_no_call(shown: Shown) -> None:
    page = shown.welcome(asked(1))
    page.table.setCurrentIndex(page.model.index(0, ACTION))
    QTest.keyClick(page.table, Qt.Key.Key_Return)
    assert not shown.consent.window.isVisible()


def test_of_several_apps_the_person_says_whose_calls_to_deny(shown: Shown) -> None:
    page = shown.welcome(*of_apps("one", "two", "one", "two", "one"))
    page.deny.click()
    offered = [entry.text() for entry in page.menu.actions()]
    assert offered == ["All 5 calls…", "3 calls of one…", "2 calls of two…"]
    page.menu.hide()
    page.menu.actions()[2].trigger()
    assert "Deny 2 calls of two?" in plain.words(page)
    shown.press("Deny 2 calls")
    wanted = {question.request.call.id for question in of_apps("one", "two", "one", "two") if is_of(question, "two")}
    assert {answer.call_id for answer in shown.link.of(AnswerCall)} == wanted


def is_of(question: Asked, app: str) -> bool:
    return question.request.call.app.name == app


def test_s11_deny_the_rest_spares_what_is_being_read(shown: Shown) -> None:
    page = shown.welcome(asked(1), asked(2), asked(3))
    shown.consent.show_call(asked(2).request.call.id)
    page.deny.click()
    assert "What you are reading stays." in " ".join(plain.words(page))
    shown.press("Deny 2 calls")
    assert asked(2).request.call.id not in [answer.call_id for answer in shown.link.of(AnswerCall)]
    assert len(shown.link.of(AnswerCall)) == 2


def test_s12_what_was_opened_since_the_question_is_spared_too(shown: Shown) -> None:
    page = shown.welcome(asked(1), asked(2))
    page.deny.click()
    shown.consent.show_call(asked(1).request.call.id)
    shown.press("Deny 2 calls")
    assert [answer.call_id for answer in shown.link.of(AnswerCall)] == [asked(2).request.call.id]


def test_with_nothing_but_what_is_read_there_is_no_rest(shown: Shown) -> None:
    page = shown.welcome(asked(1))
    assert page.deny.isVisible()
    shown.consent.show_call(asked(1).request.call.id)
    assert not page.deny.isVisible()


def test_what_is_on_screen_now_is_said_to_who_cannot_see_it(shown: Shown) -> None:
    page = shown.welcome(asked(1), asked(2))
    shown.consent.show_call(asked(1).request.call.id)
    at = page.model.index(page.model.place(asked(1).request.call.id), ACTION)
    assert str(at.data(Qt.ItemDataRole.AccessibleTextRole)).endswith("on screen now")
    assert at.data(Qt.ItemDataRole.DecorationRole) is not None
