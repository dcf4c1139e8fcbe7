"""The filter of the history: its words, and the box."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QListView
from pytestqt.qtbot import QtBot

from host.control.search import read
from tests.support.plain import assert_accessible, assert_plain
from ui.history import words
from ui.history.search_box import SearchBox


@pytest.fixture
def box(qtbot: QtBot) -> SearchBox:
    made = SearchBox()
    qtbot.addWidget(made)
    made.resize(600, 120)
    made.show()
    return made


def said(box: SearchBox) -> list[str]:
    return [chip.text() for chip in box.chips()]


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("tool:write_file", "Tool: write_file"),
        ("-decision:denied", "Decision: not denied"),
        ("app:claude-code", "App: Claude Code"),
        ("outcome:t", "Outcome: tool error, timed out"),
        ("on:2026-11-20", "On: 2026-11-20"),
        ("after:30d", "Since: 30 days ago"),
        ("by:person", "Decided by: a person"),
        ("tool:x\u202ey\x1b[8m", "Tool: x⟨U+202E⟩y⟨U+001B⟩[8m"),
    ],
)
def test_a_part_in_words(typed: str, said: str) -> None:
    assert words.chip_words(read(typed).parts[0]) == said


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("", []),
        ("de", ["decision:"]),
        ("word s", ["server:", "severity:"]),
        ("-to", ["-tool:"]),
        ("decision:d", ["decision:denied", "decision:approved"]),
        ("edited:", ["edited:yes", "edited:no"]),
        ("tool:wr", ["tool:write_file", "tool:re_write"]),
        ("tool:write_file", []),
        ('server:"my', ['server:"my files"']),
        ("colour:", []),
    ],
)
def test_keys_and_values_are_suggested_those_that_begin_so_first(typed: str, offered: list[str]) -> None:
    known = {"tool": ["re_write", "write_file", "wr\u202e", 'wr"x'], "server": ["my files"]}
    found = words.suggestions(typed, known)
    assert found[: len(offered)] == offered
    assert len(found) <= words.MAX_SUGGESTED
    assert not {"\u202e"} & set("".join(found))


def test_a_part_that_is_typed_to_its_end_becomes_a_chip(box: SearchBox) -> None:
    QTest.keyClicks(box.field, "notes tool:write_file")
    assert said(box) == []
    QTest.keyClicks(box.field, " ana")
    assert said(box) == ["Tool: write_file"]
    assert box.field.text() == "notes ana"
    assert box.search() == "tool:write_file notes ana"
    assert_plain(box)
    assert_accessible(box)


def test_enter_makes_chips_of_all_and_says_so(box: SearchBox, qtbot: QtBot) -> None:
    QTest.keyClicks(box.field, 'app:"my app" -by:rule')
    with qtbot.waitSignal(box.settled):
        QTest.keyClick(box.field, Qt.Key.Key_Return)
    assert said(box) == ["App: my app", "Decided by: not a rule"]
    assert box.search() == 'app:"my app" -by:rule'


def test_chips_go_by_a_click_by_keys_and_by_backspace_at_the_beginning(box: SearchBox, qtbot: QtBot) -> None:
    box.set_search("tool:a server:b app:c decision:denied word")
    assert box.field.text() == "word"
    QTest.mouseClick(box.chips()[0], Qt.MouseButton.LeftButton)
    assert said(box) == ["Server: b", "App: c", "Decision: denied"]
    QTest.keyClick(box.chips()[1], Qt.Key.Key_Delete)
    assert said(box) == ["Server: b", "Decision: denied"]
    box.field.setCursorPosition(0)
    with qtbot.waitSignal(box.settled):
        QTest.keyClick(box.field, Qt.Key.Key_Backspace)
    assert box.search() == "server:b word"
    assert box.chips()[0].accessibleName() == "Server: b, remove this filter"


def test_a_part_that_is_added_takes_the_place_of_one_with_its_key(box: SearchBox) -> None:
    box.set_search("on:today tool:a word")
    box.add("on:2026-11-20")
    assert box.search() == "tool:a on:2026-11-20 word"


def test_a_suggestion_is_taken_by_who_chooses_it(box: SearchBox, qtbot: QtBot) -> None:
    box.activateWindow()
    box.field.setFocus()
    QTest.keyClicks(box.field, "x dec")
    popup = next(view for view in QApplication.topLevelWidgets() if isinstance(view, QListView) and view.isVisible())
    for _ in range(2):  # the key, then the first value
        QTest.keyClick(popup, Qt.Key.Key_Down)
        QTest.keyClick(popup, Qt.Key.Key_Return)
    assert said(box) == ["Decision: approved"]
    assert box.search() == "decision:approved x"


def test_what_is_not_understood_is_reported_once_it_is_typed_to_its_end(box: SearchBox) -> None:
    def below() -> str:
        return " ".join(label.text() for label in box.findChildren(QLabel))

    QTest.keyClicks(box.field, "colour:red")
    assert "colour" not in below()
    QTest.keyClicks(box.field, " after:tomorrow ")
    assert "Nothing can be searched by colour: here; it is searched as a word." in below()
    assert "after:tomorrow is left out" in below()
    assert box.search() == "colour:red after:tomorrow"
    box.clear()
    assert "colour" not in below()
    assert box.search() == ""
