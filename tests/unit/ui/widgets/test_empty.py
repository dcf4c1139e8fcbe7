"""What a page shows while it has nothing."""

from __future__ import annotations

from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from ui.widgets.page_parts import EmptyState


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
