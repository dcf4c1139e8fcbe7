"""What is said of a question when the host goes: that nothing was sent, only where it is sure."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from host.control.protocol import AnswerCall, CallEnded
from host.errors import AssentError
from tests.support.window import asked
from tests.unit.ui.consent.support import FIRST, Table, seen

LEFT = Qt.MouseButton.LeftButton
NOTHING = "Nothing was sent to the server. This window closes by itself now."
UNSURE = (
    "Your yes may have reached it or not: the history will say what became of the call. "
    "This window closes by itself now."
)


def lose_host(table: Table) -> list[str]:
    table.link.closed.emit("the host is gone")
    return seen(table.window)


def approve(table: Table) -> None:
    table.arm()
    QTest.mouseClick(table.window.guard.button, LEFT)
    assert [answer.approve for answer in table.answers] == [True]


def test_of_a_question_without_an_answer_nothing_was_sent(table: Table) -> None:
    table.show(asked())
    assert NOTHING in lose_host(table)


def test_of_a_denied_one_neither(table: Table) -> None:
    table.show(asked())
    table.window.deny()
    assert NOTHING in lose_host(table)


def test_what_became_of_an_approved_one_this_window_cannot_know(table: Table) -> None:
    table.show(asked())
    approve(table)
    assert UNSURE in lose_host(table)


def test_a_yes_whose_receipt_was_lost_may_still_have_arrived(table: Table) -> None:
    table.link.replies[AnswerCall] = AssentError("the connection to the host was lost")
    table.show(asked())
    approve(table)
    assert UNSURE in lose_host(table)


def test_a_yes_that_became_void_sent_nothing(table: Table) -> None:
    table.show(asked())
    approve(table)
    table.ask(asked(round_=2, voided_because="The definition changed."))
    assert NOTHING in lose_host(table)


def test_of_a_call_that_is_over_only_the_window_is_spoken_of(table: Table) -> None:
    table.show(asked())
    table.link.ended.emit(CallEnded(FIRST, "approver", "approved"))
    assert "This window closes by itself now." in lose_host(table)
