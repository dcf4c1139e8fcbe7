"""What pages are built of."""

from __future__ import annotations

from PySide6.QtWidgets import QApplication, QToolButton
from pytestqt.qtbot import QtBot

from tests.support.plain import assert_accessible, assert_plain
from ui.widgets.page_parts import MAX_TYPED, EmptyState, SearchField


def test_an_empty_page_in_a_small_place_scrolls_and_loses_no_word(qtbot: QtBot) -> None:
    state = EmptyState("tray", "Nothing here", "So many words that they take several lines. " * 6, "Next step")
    qtbot.addWidget(state)
    state.resize(220, 150)
    state.show()
    QApplication.processEvents()
    for words in (state.title, state.text):
        assert words.height() >= words.heightForWidth(words.width())
    assert state.area.verticalScrollBar().maximum() > 0
    state.resize(600, 600)
    QApplication.processEvents()
    assert state.area.verticalScrollBar().maximum() == 0


def test_everything_in_it_has_a_name_and_what_is_typed_is_bounded(qtbot: QtBot) -> None:
    field = SearchField("Search …", "Search the grants")
    qtbot.addWidget(field)
    field.show()
    field.setText("x" * (MAX_TYPED + 1))
    assert len(field.text()) == MAX_TYPED
    assert field.accessibleName() == "Search the grants"
    assert [button.accessibleName() for button in field.findChildren(QToolButton)] == ["Clear the field"]
    assert_plain(field)
    assert_accessible(field)


def test_the_cursor_comes_over_what_is_typed(qtbot: QtBot) -> None:
    field = SearchField("Search …", "Search")
    qtbot.addWidget(field)
    field.setText("words")
    field.take_focus()
    assert field.selectedText() == "words"
