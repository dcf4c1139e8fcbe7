"""Several widgets in one place."""

from __future__ import annotations

from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from ui.widgets.stack import Stack


def test_one_shows_at_a_time_and_nothing_around_it_is_told(qtbot: QtBot) -> None:
    stack, one, two = Stack(), QLabel("one"), QLabel("two")
    qtbot.addWidget(stack)
    told: list[int] = []
    stack.currentChanged.connect(told.append)
    for part in (one, two):
        stack.addWidget(part)
    stack.show()
    assert (stack.currentWidget(), one.isVisible(), two.isVisible()) == (one, True, False)
    stack.setCurrentWidget(two)
    assert (stack.currentIndex(), one.isVisible(), two.isVisible()) == (1, False, True)
    assert told == [0, 1]
    assert QAccessible.queryAccessibleInterface(stack).role() is not QAccessible.Role.LayeredPane
