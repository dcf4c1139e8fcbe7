"""Text that is hidden while empty, faults, copying, lists that grow."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QLineEdit, QRadioButton
from pytestqt.qtbot import QtBot

from tests.support import plain
from ui import text
from ui.widgets.controls import GrowingList, Segments, copy_button, mark_wrong, show_text


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


def made(qtbot: QtBot) -> tuple[Segments, list[QRadioButton]]:
    segments = Segments(("Form", "JSON & more", "Changes"), "How to see it")
    qtbot.addWidget(segments)
    segments.show()
    return segments, segments.findChildren(QRadioButton)


def test_the_first_is_chosen_and_another_can_be(qtbot: QtBot) -> None:
    segments, buttons = made(qtbot)
    heard: list[int] = []
    segments.changed.connect(heard.append)
    assert segments.chosen == 0
    buttons[2].click()
    segments.choose(1)
    segments.choose(1)
    assert heard == [2, 1]


def test_each_says_what_is_chosen_here(qtbot: QtBot) -> None:
    _, buttons = made(qtbot)
    assert {each.accessibleDescription() for each in buttons} == {"How to see it"}


def test_arrows_change_it_and_tab_reaches_the_chosen_one(qtbot: QtBot) -> None:
    segments, buttons = made(qtbot)
    with qtbot.waitActive(segments):
        segments.activateWindow()
    segments.choose(1)
    buttons[1].setFocus()
    QTest.keyClick(buttons[1], Qt.Key.Key_Right)
    assert segments.chosen == 2
    QTest.keyClick(buttons[2], Qt.Key.Key_Left)
    QTest.keyClick(buttons[1], Qt.Key.Key_Left)
    assert segments.chosen == 0


def test_a_screen_reader_hears_radio_buttons_with_names_and_what_they_choose(qtbot: QtBot) -> None:
    segments, buttons = made(qtbot)
    assert segments.accessibleName() == "How to see it"
    spoken = [QAccessible.queryAccessibleInterface(button) for button in buttons]
    assert [one.role() for one in spoken] == [QAccessible.Role.RadioButton] * 3
    assert [button.accessibleName() for button in buttons] == ["Form", "JSON & more", "Changes"]
    assert [one.state().checked for one in spoken] == [1, 0, 0]


def test_every_part_of_a_segment_can_be_pressed(qtbot: QtBot) -> None:
    segments, buttons = made(qtbot)
    QTest.mouseClick(buttons[1], Qt.MouseButton.LeftButton, pos=buttons[1].rect().bottomRight())
    assert segments.chosen == 1


def test_where_the_keyboard_was_on_it_it_stays_on_the_chosen_one(qtbot: QtBot) -> None:
    segments, buttons = made(qtbot)
    with qtbot.waitActive(segments):
        segments.activateWindow()
    buttons[0].setFocus()
    segments.choose(2)
    assert buttons[2].hasFocus()
