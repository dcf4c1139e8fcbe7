"""Where questions arrive: one window, politely, whatever comes."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from host.control.protocol import AnswerCall, CallEnded, Clock, Done, Welcome, Working
from host.control.views import Asked
from host.errors import AssentError
from tests.support.window import FakeLink, asked, state
from tests.unit.ui.consent.support import FIRST, Table, numbered, seen
from ui import toast_messages
from ui.consent.controller import ConsentController
from ui.consent.window import ConsentWindow

LEFT = Qt.MouseButton.LeftButton


def welcome(table: Table, *pending: Asked) -> None:
    """The host greets, then asks what waits."""
    table.link.welcomed.emit(Welcome("0.1", False, "ana", "/config", "/log", state()))
    for question in pending:
        table.link.asked.emit(question)


def ids(questions: tuple[Asked, ...]) -> list[int]:
    return [int(question.request.call.id[-12:]) for question in questions]


def open_windows() -> list[QWidget]:
    return [w for w in QApplication.topLevelWidgets() if isinstance(w, ConsentWindow) and w.isVisible()]


def test_with_no_window_of_ours_a_question_shows_nothing_and_says_that_it_came(table: Table) -> None:
    question = asked()
    table.ask(question)
    assert not table.window.isVisible()
    assert table.arrived == [question]
    assert table.consent.waiting == (question,)


def test_the_windows_that_ask_are_made_with_the_first_question_or_before(qtbot: QtBot) -> None:
    for prepare_first in (False, True):
        link, made = FakeLink(), list[QWidget]()
        consent = ConsentController(link)
        consent.prepared.connect(made.append)
        link.welcomed.emit(Welcome("0.1", False, "ana", "/config", "/log", state()))
        link.ended.emit(CallEnded(FIRST, "approver", ""))  # of a question that an earlier window asked
        consent.show_rule_saved(FIRST)
        assert (consent.ids_on_screen, consent.visible_window, consent.show_next_call(), made) == (
            frozenset(),
            None,
            False,
            [],
        )
        if prepare_first:
            consent.prepare()
        link.asked.emit(asked())
        consent.prepare()
        assert made == [consent.window]
        qtbot.addWidget(consent.window)
        assert consent.show_next_call()
        assert consent.ids_on_screen == {FIRST}


def test_windows_that_are_made_while_the_host_is_gone_answer_nothing(qtbot: QtBot) -> None:
    link = FakeLink()
    consent = ConsentController(link)
    link.asked.emit(asked())
    link.closed.emit("the host ended the connection")
    late = ConsentController(other := FakeLink())
    other.closed.emit("the host ended the connection")
    late.prepare()
    for it in (consent, late):
        qtbot.addWidget(it.window)
        assert it.window.presenter.is_frozen


def test_what_the_person_did_is_told_once_the_host_took_it(table: Table) -> None:
    told: list[toast_messages.ToastMessage] = []
    table.consent.happened.connect(told.append)
    table.show(asked(), numbered(2), numbered(3))
    table.window.deny()
    assert told == []
    table.link.answer(AnswerCall, Done())
    assert [message.words.partition(":")[0] for message in told] == ["You denied"]
    table.link.ended.emit(CallEnded(FIRST, "approver", ""))
    table.window.step_back()
    table.window.close()
    assert [message.words.partition(":")[0] for message in told] == ["You denied", "Put aside", "Put aside"]


def test_beside_an_active_window_of_ours_a_question_comes_to_the_front(table: Table) -> None:
    table.leave_main()
    table.ask(asked())
    table.qtbot.waitUntil(table.window.isActiveWindow)
    assert table.arrived == []


def test_a_question_never_takes_the_keyboard_from_somebody_who_types(table: Table) -> None:
    main = QLineEdit()
    table.qtbot.addWidget(main)
    main.show()
    main.activateWindow()
    main.setFocus()
    table.qtbot.waitUntil(main.hasFocus)
    question = asked()
    table.ask(question)
    table.settle()
    assert table.window.isVisible()
    assert table.window.testAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
    assert table.arrived == [question]


def test_what_arrives_does_not_replace_what_is_read(table: Table) -> None:
    table.show(asked())
    table.ask(numbered(2, app="other"), numbered(3))
    assert table.window.call_id == FIRST
    assert "1 of 3" in seen(table.window)
    assert ids(table.consent.waiting) == [1, 2, 3]
    assert len(open_windows()) == 1


def test_s11_five_hundred_calls_make_one_window_and_fair_turns(table: Table) -> None:
    table.show(asked())
    drawn = table.window.content.inputs
    for at in range(2, 502):
        table.ask(numbered(at, app="loud" if at < 501 else "quiet"))
    assert len(open_windows()) == 1
    assert table.window.content.inputs is drawn, "what is read is not drawn again for what arrives"
    assert len(table.consent.waiting) == 501
    assert "quiet" in [question.request.call.app.name for question in table.consent.waiting[1:3]]
    assert "1 of 501" in seen(table.window)


def test_the_next_question_follows_an_answer_and_the_window_goes_with_the_last(table: Table) -> None:
    table.show(asked(), numbered(2))
    for call_id in (FIRST, numbered(2).request.call.id):
        table.arm()
        QTest.mouseClick(table.window.guard.button, LEFT)
        table.link.ended.emit(CallEnded(call_id, "approver", "approved"))
    assert [answer.call_id[-1] for answer in table.answers] == ["1", "2"]
    assert not table.window.isVisible()
    assert table.consent.waiting == ()


@pytest.mark.parametrize("leave", ["step_back", "close"])
def test_what_cannot_be_worded_is_put_aside_as_well(table: Table, monkeypatch: pytest.MonkeyPatch, leave: str) -> None:
    table.show(numbered(1), numbered(2))
    with monkeypatch.context() as patch, table.qtbot.captureExceptions() as raised:
        patch.setattr(toast_messages, "call_put_aside", lambda _: 1 / 0)
        getattr(table.window, leave)()
    assert [kind for kind, *_ in raised] == [ZeroDivisionError]
    assert [asked.request.call.id for asked in table.consent.waiting] == [
        asked.request.call.id for asked in (numbered(2), numbered(1))
    ]


def test_what_was_put_aside_comes_after_the_others(table: Table) -> None:
    table.show(asked(), numbered(2))
    table.window.step_back()
    assert table.window.call_id == numbered(2).request.call.id
    table.window.deny()
    table.link.ended.emit(CallEnded(numbered(2).request.call.id, "approver", "denied"))
    assert table.window.call_id == FIRST


def test_putting_everything_aside_ends_the_asking(table: Table) -> None:
    table.show(asked(), numbered(2))
    table.window.step_back()
    table.window.step_back()
    assert not table.window.isVisible()
    assert len(table.consent.waiting) == 2


def test_a_question_can_be_brought_from_anywhere(table: Table) -> None:
    table.show(asked(), numbered(2), numbered(3))
    table.consent.show_call(numbered(3).request.call.id)
    assert table.window.call_id == numbered(3).request.call.id
    assert ids(table.consent.waiting) == [3, 1, 2]
    table.consent.show_call("nobody knows it")
    assert table.window.call_id == numbered(3).request.call.id


def test_a_call_that_ends_unseen_only_leaves_the_list(table: Table) -> None:
    table.show(asked(), numbered(2))
    changes: list[bool] = []
    table.consent.changed.connect(lambda: changes.append(True))
    table.link.ended.emit(CallEnded(numbered(2).request.call.id, "expiry", "nobody decided in time"))
    assert table.window.call_id == FIRST
    assert ids(table.consent.waiting) == [1]
    assert changes


def test_the_next_question_is_drawn_before_others_hear_that_the_queue_is_shorter(table: Table) -> None:
    table.show(asked(), numbered(2), numbered(3))
    heard: list[list[int]] = []
    table.consent.changed.connect(lambda: heard.append(ids(table.consent.waiting)))
    with table.qtbot.waitSignal(table.consent.changed):
        for answered in (FIRST, numbered(2).request.call.id):
            table.window.deny()
            table.link.ended.emit(CallEnded(answered, "approver", "denied"))
        assert table.window.call_id == numbered(3).request.call.id
        assert heard == []
    assert heard == [[3]]
    table.window.deny()
    table.link.ended.emit(CallEnded(numbered(3).request.call.id, "approver", "denied"))
    assert heard == [[3], []]


def test_an_approval_that_became_void_is_asked_again_from_the_beginning(table: Table) -> None:
    table.show(asked())
    table.arm()
    QTest.mouseClick(table.window.guard.button, LEFT)
    table.ask(asked(round_=2, voided_because="The definition changed."))
    table.settle()
    assert "Asked again: your earlier answer does not count" in seen(table.window)
    assert not table.window.arming.is_armed
    table.arm()
    QTest.mouseClick(table.window.guard.button, LEFT)
    assert len(table.answers) == 2


def test_an_answer_that_ended_otherwise_says_how(table: Table) -> None:
    table.show(asked())
    table.arm()
    QTest.mouseClick(table.window.guard.button, LEFT)
    table.link.ended.emit(CallEnded(FIRST, "expiry", "nobody decided in time"))
    assert table.window.isVisible()
    assert "This call is over: expired" in seen(table.window)


def test_a_call_that_was_answered_elsewhere_is_over_here(table: Table) -> None:
    table.show(asked())
    table.link.ended.emit(CallEnded(FIRST, "approver", "denied"))
    assert {"This call is over: answered", "Denied."} <= set(seen(table.window))


def test_an_approval_that_becomes_void_later_is_a_question_of_its_own_again(table: Table) -> None:
    main = table.leave_main()
    table.show(asked())
    table.arm()
    QTest.mouseClick(table.window.guard.button, LEFT)
    table.link.ended.emit(CallEnded(FIRST, "approver", "approved"))
    assert not table.window.isVisible()
    main.activateWindow()
    table.qtbot.waitUntil(main.isActiveWindow)
    table.ask(asked(round_=2, voided_because="The definition changed."))
    table.be_active()
    assert "The definition changed." in seen(table.window)
    assert not table.window.arming.is_armed


def test_an_answer_that_the_host_refuses_can_be_given_again(table: Table) -> None:
    table.link.replies[AnswerCall] = AssentError("the disk is full")
    table.show(asked())
    table.arm()
    QTest.mouseClick(table.window.guard.button, LEFT)
    assert "the disk is full" in seen(table.window)
    QTest.mouseClick(table.window.guard.button, LEFT)
    assert len(table.answers) == 1, "it arms anew"
    table.arm()
    QTest.mouseClick(table.window.guard.button, LEFT)
    assert len(table.answers) == 2


def test_the_hosts_clock_counts(table: Table) -> None:
    table.link.replies[Working] = lambda request: Clock(request.call_id, 200.0, 30.0)
    table.show(asked(left=100.0))
    table.clock.pass_ms(10_000)
    assert (table.consent.seconds_left(FIRST), table.consent.is_paused(FIRST)) == (90.0, False)
    QTest.keyClick(table.window.windowHandle(), Qt.Key.Key_Down)
    assert (table.consent.seconds_left(FIRST), table.consent.is_paused(FIRST)) == (200.0, True)
    table.link.clock_changed.emit(Clock(FIRST, 50.0, 0.0))
    assert (table.consent.seconds_left(FIRST), table.consent.is_paused(FIRST)) == (50.0, False)
    assert (table.consent.seconds_left("nobody knows it"), table.consent.is_paused("nobody knows it")) == (0.0, False)


def test_while_the_host_is_gone_nothing_can_be_answered(table: Table) -> None:
    table.show(asked())
    table.arm()
    table.link.closed.emit("the host is gone")
    assert "The host is gone" in seen(table.window)
    QTest.mouseClick(table.window.guard.button, LEFT)
    table.window.guard.button.click()
    table.window.deny()
    table.chord()
    assert table.answers == []


def test_a_host_that_is_back_shows_what_waits_unarmed(table: Table) -> None:
    table.show(asked(), numbered(2))
    table.arm()
    table.link.closed.emit("the host is gone")
    welcome(table, asked(), numbered(3))
    table.consent.show_call(FIRST)
    table.be_active()
    assert "The host is gone" not in seen(table.window)
    assert ids(table.consent.waiting) == [1, 3]
    QTest.mouseClick(table.window.guard.button, LEFT)
    assert table.answers == []
    table.arm()
    QTest.mouseClick(table.window.guard.button, LEFT)
    assert len(table.answers) == 1


def test_a_call_that_ended_while_the_host_was_gone_is_over(table: Table) -> None:
    table.show(asked())
    table.link.closed.emit("the host is gone")
    welcome(table)
    assert "This call is over: ended" in seen(table.window)
    assert not any("Nothing was sent" in word for word in seen(table.window)), "this window cannot know"
    assert table.consent.waiting == ()


def test_what_waits_at_the_beginning_is_asked(table: Table) -> None:
    table.leave_main()
    welcome(table, asked(), numbered(2))
    assert table.window.isVisible()
    assert table.window.call_id == FIRST


@pytest.mark.parametrize("approve", [False, True])
def test_an_answer_to_a_large_question_names_its_digest(table: Table, approve: bool) -> None:
    question = asked({"path": "a.txt", "content": "é\u0000\r\n\u2028" * 3000})
    table.show(question)
    table.arm()
    if approve:
        QTest.mouseClick(table.window.guard.button, LEFT)
    else:
        QTest.mouseClick(table.window.buttons.deny, LEFT)
    assert [(answer.approve, answer.digest) for answer in table.answers] == [(approve, question.request.call.digest)]
