"""Text that is hidden while empty, faults, copying, lists that grow."""

from __future__ import annotations

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLabel, QLineEdit
from pytestqt.qtbot import QtBot

from tests.support import plain
from ui import text
from ui.widgets.controls import GrowingList, copy_button, mark_wrong, show_text


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
