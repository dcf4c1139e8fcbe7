"""Text that is hidden while empty, faults, copying, lists that grow."""

from __future__ import annotations

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLabel, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from tests.support import plain
from ui import text
from ui.widgets import boxes
from ui.widgets.controls import GrowingList, copy_button, mark_wrong, show_text
from ui.widgets.layouts import STRETCH, fill, grow, left, refill, scrolled


def test_a_label_without_words_is_hidden(qtbot: QtBot) -> None:
    label = text.label("something")
    qtbot.addWidget(label)
    show_text(label, "")
    assert label.isHidden()
    show_text(label, "said")
    assert not label.isHidden()


def test_a_field_looks_wrong_and_right_again(qtbot: QtBot) -> None:
    field = QLineEdit()
    qtbot.addWidget(field)
    mark_wrong(field, True)
    assert field.property("wrong")
    mark_wrong(field, False)
    assert not field.property("wrong")


def test_where_there_is_nothing_the_clipboard_keeps_what_it_has(qtbot: QtBot) -> None:
    values = ["kept", ""]
    button = copy_button("Copy", lambda: values.pop(0))
    qtbot.addWidget(button)
    button.click()
    button.click()
    assert QGuiApplication.clipboard().text() == "kept"


def test_a_list_grows_by_its_step_and_forgets_what_it_showed(qtbot: QtBot) -> None:
    shown = GrowingList[int, QLabel](2, 0)
    qtbot.addWidget(shown)
    shown.show_entries(range(5), lambda number: text.label(f"entry {number}"))
    assert ([row.text() for row in shown.rows], shown.unseen) == (["entry 0", "entry 1"], 3)
    shown.more.click()
    shown.more.click()
    assert (len(shown.rows), shown.unseen, shown.more.isHidden()) == (5, 0, True)
    shown.show_entries((7,), lambda number: text.label(f"entry {number}"))
    assert [words for words in plain.words(shown) if words.startswith("entry")] == ["entry 7"]


def test_parts_stand_in_their_order_and_give_way_to_others(qtbot: QtBot) -> None:
    whole = QWidget()
    qtbot.addWidget(whole)
    first, second, third = text.label("first"), text.label("second"), text.label("third")
    box = fill(boxes.row(0, whole), left(first), STRETCH, grow(second))
    assert (box.indexOf(first), box.stretch(1), box.stretch(2)) == (0, 1, 1)
    refill(box, third)
    assert plain.words(whole) == ["third"]


def test_what_scrolls_has_a_name_and_a_greatest_width(qtbot: QtBot) -> None:
    area = scrolled("Parts", text.label("inside"), widest=300)
    qtbot.addWidget(area)
    inside = area.widget()
    assert area.accessibleName() == "Parts"
    assert inside is not None
    assert inside.maximumWidth() == 300
