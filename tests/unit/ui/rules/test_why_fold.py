"""The explanation behind its button."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtWidgets import QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from host.control.views import Explanation
from tests.support.plain import assert_accessible, assert_plain
from ui.rules.why_fold import WhyButton

WHY = Explanation("allow", "notes", "user", "Your rule notes allows it.", "", (), "", ())


class Asked:
    """A fold in a window, and the answers that it waits for."""

    def __init__(self, qtbot: QtBot) -> None:
        self.answers: list[tuple[Callable[[Explanation], None], Callable[[str], None]]] = []
        self.fold = WhyButton(lambda *answers: self.answers.append(answers))
        self.window = QWidget()
        qtbot.addWidget(self.window)
        column = QVBoxLayout(self.window)
        column.addWidget(self.fold.button)
        column.addWidget(self.fold)
        self.window.show()


@pytest.fixture
def asked(qtbot: QtBot) -> Asked:
    return Asked(qtbot)


def test_nothing_but_the_button_is_there_before_it_is_pressed(asked: Asked) -> None:
    assert asked.fold.children() == []
    assert asked.fold.isHidden()
    asked.fold.put_away()
    assert asked.fold.children() == []


def test_it_asks_once_unfolds_and_folds(asked: Asked) -> None:
    asked.fold.button.click()
    asked.fold.button.click()
    assert len(asked.answers) == 1
    asked.answers[0][0](WHY)
    assert asked.fold.card.isVisible()
    assert asked.fold.button.text() == "Hide why"
    assert_plain(asked.window)
    assert_accessible(asked.window)
    asked.fold.button.click()
    assert asked.fold.isHidden()
    assert asked.fold.button.text() == "Why?"
    asked.fold.button.click()
    assert len(asked.answers) == 2


@pytest.mark.parametrize("answer", [0, 1])
def test_an_answer_about_something_else_by_now_is_not_shown(answer: int, asked: Asked) -> None:
    asked.fold.button.click()
    asked.fold.put_away()
    explained, failed = asked.answers[0]
    failed("it is too late") if answer else explained(WHY)
    assert asked.fold.isHidden()
    assert asked.fold.button.text() == "Why?"


def test_why_it_cannot_be_told_is_said_and_can_be_asked_again(asked: Asked, qtbot: QtBot) -> None:
    asked.fold.button.click()
    with qtbot.waitSignal(asked.fold.explained):
        asked.answers[0][1]("no rule judged this call")
    assert asked.fold.isVisible()
    asked.fold.button.click()
    asked.fold.button.click()
    assert len(asked.answers) == 2
