"""What the tests of alike calls share: a controller with its table open, and a clock to turn by hand."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from host.control.protocol import AnswerCall, CallEnded
from host.control.views import Asked
from tests.unit.ui.consent.support import Table, numbered
from ui.consent.batch.presenter import BatchPresenter
from ui.consent.batch.window import BatchWindow

LEFT = Qt.MouseButton.LeftButton


class Open(Table):
    """A controller whose questions are open side by side."""

    @property
    def batch(self) -> BatchWindow:
        return self.consent.side_by_side

    @property
    def book(self) -> BatchPresenter:
        return self.batch.presenter

    def open(self, *questions: Asked) -> None:
        """All wait; the first is read, then all that are like it."""
        self.show(*questions)
        self.consent.alike_notice.acted.emit()
        self.qtbot.addWidget(self.batch)
        self.focus_table()

    def focus_table(self) -> None:
        self.batch.activateWindow()
        self.qtbot.waitUntil(self.batch.isActiveWindow)
        self.settle()

    def tick(self, *numbers: int) -> None:
        """The person ticks the rows of these calls."""
        for number in numbers:
            self.batch.rows.toggled.emit(self.place(number), True)

    def place(self, number: int) -> int:
        return next(row.place for row in self.book.rows if row.call_id == call_id(number))

    def live_batch(self, ms: float) -> None:
        """Time passes in a table that is painted and alive."""
        self.settle()
        self.batch.loop_clock.turn()
        self.settle()
        left = ms
        while left > 0:
            self.clock.pass_ms(min(left, 50))
            self.batch.loop_clock.turn()
            left -= 50

    def press_approve(self) -> None:
        QTest.mouseClick(self.batch.guard.button, LEFT)

    def press(self, words: str) -> None:
        buttons = [found for found in self.batch.findChildren(QPushButton) if found.text() == words]
        next(found for found in buttons if found.isVisible()).click()

    def end(self, number: int, by: str = "approver") -> None:
        self.link.ended.emit(CallEnded(call_id(number), by, ""))

    @property
    def yes(self) -> list[AnswerCall]:
        return [answer for answer in self.answers if answer.approve]


OpenTable = Callable[..., Open]


def call_id(number: int) -> str:
    return numbered(number).request.call.id


def numbers(answers: Sequence[AnswerCall]) -> list[int]:
    return [int(answer.call_id[-12:]) for answer in answers]


@pytest.fixture
def open_table(qtbot: QtBot) -> OpenTable:
    """Opens a table of so many alike calls, numbered from 1, or of these."""

    def opened(calls: int | Sequence[Asked] = 3) -> Open:
        made = Open(qtbot)
        made.open(*([numbered(n) for n in range(1, calls + 1)] if isinstance(calls, int) else calls))
        return made

    return opened
