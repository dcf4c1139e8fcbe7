"""Filling boxes, columns that scroll, several widgets in one place."""

from __future__ import annotations

from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QLabel, QWidget
from pytestqt.qtbot import QtBot

from tests.support import plain
from ui import text
from ui.widgets import boxes
from ui.widgets.boxes import STRETCH, Stack, fill, grow, left, refill, scrolled


def test_parts_are_in_their_order_and_give_way_to_others(qtbot: QtBot) -> None:
    whole = QWidget()
    qtbot.addWidget(whole)
    first, second, third = text.label("first"), text.label("second"), text.label("third")
    box = fill(boxes.row(0, whole), left(first), STRETCH, grow(second))
    assert (box.indexOf(first), box.stretch(1), box.stretch(2)) == (0, 1, 1)
    refill(box, third)
    assert plain.words(whole) == ["third"]


def test_the_parts_of_a_box_are_its_widgets_and_layouts_in_order(qtbot: QtBot) -> None:
    whole = QWidget()
    qtbot.addWidget(whole)
    first, inner, last = text.label("first"), fill(boxes.column(0), text.label("inside")), text.label("last")
    box = fill(boxes.row(0, whole), last)
    QWidget(whole)  # a child that is in no layout
    box.insertWidget(0, first)
    box.insertLayout(1, inner)
    assert boxes.parts(box) == [first, inner, last]
    assert boxes.parts(boxes.column(0)) == []


def test_what_is_kept_stays_as_it_is_and_all_stand_in_the_order_of_their_keys(qtbot: QtBot) -> None:
    whole = QWidget()
    qtbot.addWidget(whole)
    box = boxes.column(0, whole)
    whole.show()
    first = boxes.keep(box, {}, "abc", QLabel)
    for keys in ("abc", "cab", "xcb", "b", "", "bd"):
        then = boxes.keep(box, first, keys, QLabel)
        assert boxes.parts(box) == list(then.values())
        assert [label.text() for label in then.values()] == [*keys]
        assert all(label.isVisible() for label in then.values())
        assert all(then[key] is first[key] for key in {*keys} & {*first})
        assert not any(first[key].isVisible() for key in {*first} - {*keys})
        first = then


def test_what_scrolls_has_a_name_and_a_greatest_width(qtbot: QtBot) -> None:
    area = scrolled("Parts", text.label("inside"), widest=300)
    qtbot.addWidget(area)
    inside = area.widget()
    assert area.accessibleName() == "Parts"
    assert inside is not None
    assert inside.maximumWidth() == 300


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
