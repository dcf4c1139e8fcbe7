"""Toasts: one at a time, long enough, never in the way."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QEnterEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QPushButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from host.control.protocol import CallEnded, Done, RemoveRule, RevokeGrant
from host.errors import AssentError
from tests.support.plain import assert_accessible, assert_plain
from tests.support.window import FakeLink, server, state
from ui.armed import ArmedButton
from ui.theme import motion
from ui.toast_messages import ToastMessage
from ui.toasts import MAX_AGE, MAX_WAITING, MIN_MS, Toasts
from ui.widgets.cards import Card

GIVEN = ToastMessage("Claude Code may read in ~/work until Assent quits.", RevokeGrant("grant-1"))
LOOSE = ToastMessage("Rule added: asks first.", RemoveRule("sending"), loosens=True)


class Place(QWidget):
    """A window with a field and the place of the toasts."""

    def __init__(self) -> None:
        super().__init__()
        self.link, self.field = FakeLink(), QLineEdit()
        self.field.setAccessibleName("Field")
        self.toasts = Toasts(self.link)
        column = QVBoxLayout(self)
        column.addWidget(self.field)
        column.addWidget(self.toasts)
        self.resize(600, 200)

    def words(self) -> list[str]:
        return [label.text() for label in self.toasts.findChildren(QLabel) if label.isVisible() and label.text()]


@pytest.fixture
def place(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> Place:
    monkeypatch.setenv("ASSENT_REDUCED_MOTION", "1")
    made = Place()
    qtbot.addWidget(made)
    made.show()
    made.activateWindow()
    assert QTest.qWaitForWindowActive(made)
    made.field.setFocus()
    return made


def test_a_toast_takes_no_focus_and_stays_six_seconds_at_least(place: Place) -> None:
    place.toasts.tell(GIVEN)
    assert place.words() == [GIVEN.words]
    assert QApplication.focusWidget() is place.field
    assert place.toasts.timer.isActive()
    assert place.toasts.timer.interval() >= MIN_MS
    assert_plain(place)
    assert_accessible(place)


def test_the_longer_its_words_the_longer_it_stays(place: Place) -> None:
    place.toasts.tell(ToastMessage("word " * 100))
    assert place.toasts.timer.interval() > 2 * MIN_MS


ASIDE = ToastMessage("Put aside: Read “a”. It waits on under Waiting.", waiting_call="call-1")


def test_what_says_that_a_call_waits_goes_when_the_call_ends(place: Place) -> None:
    place.toasts.tell(ASIDE)
    place.link.ended.emit(CallEnded("call-2", "withdrawn", ""))
    assert place.words() == [ASIDE.words]
    place.link.ended.emit(CallEnded("call-1", "withdrawn", ""))
    assert ASIDE.words not in place.words()
    place.toasts.tell(GIVEN)
    place.toasts.tell(ASIDE)
    place.link.ended.emit(CallEnded("call-1", "withdrawn", ""))
    assert told(place) == [GIVEN.words]


def told(place: Place) -> list[str]:
    """Everything that is shown until nothing is, one after another."""
    seen = []
    while place.toasts.shown is not None:
        assert place.words() == [place.toasts.shown.words]
        seen.append(place.toasts.shown.words)
        place.toasts.close_toast()
    assert place.words() == []
    return seen


def test_one_at_a_time_and_of_too_many_the_oldest_that_wait_are_left_out(place: Place) -> None:
    for number in range(MAX_WAITING + 3):
        place.toasts.tell(ToastMessage(f"number {number}", RevokeGrant(f"grant-{number}")))
    assert told(place) == ["number 0", *(f"number {number}" for number in range(3, MAX_WAITING + 3))]


def test_what_cannot_be_undone_gives_way_to_what_comes_next_and_what_can_stays(place: Place) -> None:
    place.toasts.tell(ToastMessage("Approved: one"))
    place.toasts.tell(ToastMessage("Denied: two"))
    assert place.words() == ["Denied: two"]
    assert place.toasts.timer.isActive()
    place.toasts.tell(GIVEN)
    assert place.words() == [GIVEN.words]
    for number in range(20):
        place.toasts.tell(ToastMessage(f"Approved: {number}"))
    assert told(place) == [GIVEN.words, "Approved: 19"]


def test_a_toast_under_the_pointer_or_with_the_keyboard_is_not_taken_away(place: Place) -> None:
    place.toasts.tell(ToastMessage("Approved: one"))
    assert place.toasts.close_button is not None
    place.toasts.close_button.setFocus()
    place.toasts.tell(ToastMessage("Approved: two"))
    place.toasts.tell(ToastMessage("Approved: three"))
    assert QApplication.focusWidget() is place.toasts.close_button
    assert told(place) == ["Approved: one", "Approved: three"]


def test_its_time_is_under_the_pointer_with_the_keyboard_and_out_of_sight(place: Place) -> None:
    place.toasts.tell(GIVEN)
    card = place.toasts.close_button.parentWidget() if place.toasts.close_button else None
    assert card is not None
    point = QPointF(1, 1)
    QApplication.sendEvent(card, QEnterEvent(point, point, point))
    assert not place.toasts.timer.isActive()
    QApplication.sendEvent(card, QEvent(QEvent.Type.Leave))
    assert place.toasts.timer.isActive()
    first = place.toasts.first_tab_stop()
    assert first is not None
    first.setFocus()
    assert not place.toasts.timer.isActive()
    place.field.setFocus()
    assert place.toasts.timer.isActive()
    place.hide()
    assert not place.toasts.timer.isActive()
    place.show()
    assert place.toasts.timer.isActive()


def test_its_time_stands_while_a_question_of_ours_is_in_front(place: Place, qtbot: QtBot) -> None:
    place.toasts.tell(GIVEN)
    question = QLineEdit()
    qtbot.addWidget(question)
    question.show()
    question.activateWindow()
    assert QTest.qWaitForWindowActive(question)
    assert not place.toasts.timer.isActive()
    place.activateWindow()
    assert QTest.qWaitForWindowActive(place)
    assert place.toasts.timer.isActive()


def test_undo_asks_the_host_and_says_what_came_of_it(place: Place) -> None:
    place.link.replies[RevokeGrant] = Done()
    place.toasts.tell(GIVEN)
    assert isinstance(place.toasts.undo_button, QPushButton)
    place.toasts.undo_button.click()
    assert place.link.requests == [RevokeGrant("grant-1")]
    assert place.words() == ["Undone."]


def test_what_could_not_be_undone_is_reported(place: Place) -> None:
    place.link.replies[RevokeGrant] = AssentError("there is no such grant")
    place.toasts.tell(GIVEN)
    assert isinstance(place.toasts.undo_button, QPushButton)
    place.toasts.undo_button.click()
    assert place.words() == ["It was not undone: There is no such grant."]


def test_s10_undo_that_loosens_is_armed(place: Place) -> None:
    place.toasts.tell(LOOSE)
    assert isinstance(place.toasts.undo_button, ArmedButton)
    assert not place.toasts.undo_button.button.isEnabled()
    place.toasts.undo_button.button.click()
    assert place.link.requests == []
    assert place.toasts.first_tab_stop() is place.toasts.close_button


def test_esc_puts_it_away_and_gives_the_keyboard_back(place: Place) -> None:
    place.toasts.tell(GIVEN)
    first = place.toasts.first_tab_stop()
    assert first is not None
    first.setFocus()
    QTest.keyClick(first, Qt.Key.Key_Escape)
    assert place.toasts.shown is None
    assert QApplication.focusWidget() is place.field


@pytest.mark.parametrize("still", [True, False])
def test_it_opens_only_where_motion_is_wanted(place: Place, monkeypatch: pytest.MonkeyPatch, *, still: bool) -> None:
    monkeypatch.setattr(motion, "reduced", lambda: still)
    place.toasts.tell(GIVEN)
    card = place.toasts.findChild(Card)
    assert card is not None
    assert (card.maximumHeight() == 0) is not still


def test_what_nobody_saw_for_a_while_is_no_news_any_more(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1_000.0
    monkeypatch.setattr("ui.toasts.monotonic", lambda: now)
    place.toasts.tell(GIVEN)
    place.hide()
    now += 10
    place.show()
    assert place.toasts.shown is GIVEN
    place.hide()
    now += MAX_AGE
    place.show()
    assert place.toasts.shown is None


def test_when_the_host_is_gone_nothing_can_be_undone(place: Place) -> None:
    place.toasts.tell(GIVEN)
    place.toasts.tell(LOOSE)
    place.toasts.clear()
    assert place.toasts.shown is None


@pytest.mark.parametrize("words", ["Approved: one", "word " * 100, "w" * 400])
def test_nothing_moves_when_it_comes_or_goes_however_much_it_says(place: Place, words: str) -> None:
    place.resize(480, 460)
    place.toasts.show_state(state())
    QTest.qWait(0)
    before = place.field.geometry(), place.toasts.geometry()
    place.toasts.tell(ToastMessage(words))
    QTest.qWait(0)
    assert (place.field.geometry(), place.toasts.geometry()) == before
    place.toasts.close_toast()
    QTest.qWait(0)
    assert (place.field.geometry(), place.toasts.geometry()) == before


def test_while_there_is_none_it_says_how_things_stand(place: Place) -> None:
    place.toasts.show_state(state(servers=(server(sessions=2), server("git", sessions=1)), running=1))
    assert place.words() == ["2 servers · 3 sessions · 1 call runs"]
    place.toasts.show_state(state(servers=(server(sessions=2),)))
    assert place.words() == ["1 server · 2 sessions"]
    place.toasts.tell(GIVEN)
    assert place.words() == [GIVEN.words]
    place.toasts.host_gone()
    assert place.words() == []
