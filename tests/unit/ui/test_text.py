"""The factory of text."""

from __future__ import annotations

import html

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAccessible, QIcon, QTextDocument
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QMessageBox, QPushButton, QTabBar, QTextEdit, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from host.text import Untrusted
from tests.support.plain import assert_accessible, assert_plain, tab_order, words
from ui import text
from ui.widgets.popups import Combo

HOSTILE = Untrusted("<b>x &lt; y</b> & <img src='file:///etc/passwd'>\u202e\n")
SHOWN = "<b>x &lt; y</b> & <img src='file:///etc/passwd'>⟨U+202E⟩⟨U+000A⟩"


@pytest.fixture
def window(qtbot: QtBot) -> QWidget:
    made = QWidget()
    qtbot.addWidget(made)
    QVBoxLayout(made)
    return made


def put(window: QWidget, *parts: QWidget) -> None:
    layout = window.layout()
    assert layout is not None
    for part in parts:
        layout.addWidget(part)


def test_s04_a_label_never_takes_markup_for_more_than_text(qtbot: QtBot) -> None:
    label = text.label(HOSTILE)
    qtbot.addWidget(label)
    assert label.textFormat() is Qt.TextFormat.PlainText
    assert label.text() == SHOWN


def test_s04_an_ampersand_in_a_button_is_no_shortcut(qtbot: QtBot) -> None:
    button = text.button(HOSTILE)
    qtbot.addWidget(button)
    assert button.text() == SHOWN.replace("&", "&&")
    assert button.accessibleName() == SHOWN
    assert button.shortcut().isEmpty()


def test_s04_a_tooltip_shows_markup_as_text(window: QWidget) -> None:
    text.tooltip(window, HOSTILE)
    document = QTextDocument()
    document.setHtml(window.toolTip())
    assert document.toPlainText().rstrip("\n") == SHOWN.replace("⟨U+000A⟩", "")
    text.tooltip(window, "")
    assert window.toolTip() == ""


def test_s07_a_huge_text_is_cut_in_a_tooltip_and_says_by_how_much() -> None:
    shown = text.tooltip_html(Untrusted("\u202e" * 10**6))
    assert len(shown) < 3 * text.LONGEST
    assert "more characters⟩" in shown


def test_s04_an_entry_of_a_menu_has_no_mnemonic_and_no_tooltip_of_its_own(window: QWidget) -> None:
    entry = text.action(HOSTILE, parent=window)
    assert entry.text() == SHOWN.replace("&", "&&")
    assert_plain(window)


def test_s04_a_title_is_what_it_says(window: QWidget) -> None:
    text.title(window, Untrusted("a[*]b\u200b"))
    assert window.windowTitle() == "a[*][*]b⟨U+200B⟩"


def test_s10_no_button_is_ever_the_default(qtbot: QtBot) -> None:
    button = text.button("Approve", "primary")
    qtbot.addWidget(button)
    assert not button.isDefault()
    assert not button.autoDefault()


def test_our_own_words_stay_as_they_are() -> None:
    assert text.shown("Deny with reason…") == "Deny with reason…"


def test_what_the_factory_makes_passes_every_check(window: QWidget) -> None:
    put(window, text.label(HOSTILE, selectable=True), text.button(HOSTILE), text.check(HOSTILE), text.radio(HOSTILE))
    put(window, text.tool_button(QIcon(), HOSTILE))
    assert_plain(window)
    assert_accessible(window)


class TestTheChecksThemselves:
    """Each finds what it is there for."""

    def test_an_unsafe_label(self, window: QWidget) -> None:
        put(window, QLabel("<b>x</b>"))
        with pytest.raises(AssertionError, match="not plain text"):
            assert_plain(window)

    def test_an_unsafe_tooltip(self, window: QWidget) -> None:
        window.setToolTip("<b>x</b>")
        with pytest.raises(AssertionError, match=r"tooltip that ui\.text did not make"):
            assert_plain(window)

    def test_markup_inside_of_a_tooltip_that_looks_like_ours(self, window: QWidget) -> None:
        window.setToolTip(text.tooltip_html("x").replace("x", "<b>x</b>"))
        with pytest.raises(AssertionError, match="tooltip"):
            assert_plain(window)

    def test_a_mnemonic(self, window: QWidget) -> None:
        put(window, QPushButton("&Approve"))
        with pytest.raises(AssertionError, match="mnemonic"):
            assert_plain(window)

    def test_a_tab_with_hidden_characters(self, window: QWidget) -> None:
        tabs = QTabBar()
        tabs.addTab("JS\u200bON")
        put(window, tabs)
        with pytest.raises(AssertionError, match=r"U\+200B"):
            assert_plain(window)

    def test_rich_text(self, window: QWidget) -> None:
        put(window, QTextEdit())
        with pytest.raises(AssertionError, match="takes markup"):
            assert_plain(window)

    def test_a_message_box(self, qtbot: QtBot) -> None:
        box = QMessageBox()
        qtbot.addWidget(box)
        with pytest.raises(AssertionError, match="message box"):
            assert_plain(box)

    def test_a_control_without_a_name(self, window: QWidget) -> None:
        put(window, QPushButton("x"))
        with pytest.raises(AssertionError, match="QPushButton"):
            assert_accessible(window)

    def test_the_order_of_the_tab_key(self, window: QWidget) -> None:
        off = text.button("Off")
        off.setEnabled(False)
        put(window, text.button("Deny"), off, text.button("Approve"))
        window.show()
        assert tab_order(window) == ["Deny", "Approve"]
        assert words(window) == ["Deny", "Off", "Approve"]


def told(widget: QWidget, what: QAccessible.Text) -> str:
    return QAccessible.queryAccessibleInterface(widget).text(what)


def test_a_tooltip_is_told_in_plain_words_unless_there_is_a_description(qtbot: QtBot) -> None:
    made = text.button("Deny")
    qtbot.addWidget(made)
    text.tooltip(made, Untrusted("<b>no</b>"))
    assert told(made, QAccessible.Text.Description) == "<b>no</b>"
    text.named(made, "Deny", "Nothing is sent.")
    text.tooltip(made, "Ctrl+D")
    assert told(made, QAccessible.Text.Description) == "Nothing is sent."
    text.named(made, "Deny")
    assert told(made, QAccessible.Text.Description) == "Ctrl+D"


def test_a_choice_is_labelled_for_whoever_hears_only_what_is_chosen(qtbot: QtBot) -> None:
    choice = Combo()
    qtbot.addWidget(choice)
    for name in ("Server", "Salt & pepper"):
        text.named(choice, name)
    ((label, _),) = QAccessible.queryAccessibleInterface(choice).relations()
    assert label.text(QAccessible.Text.Name) == "Salt & pepper"


def test_a_check_box_can_be_pressed_all_over(qtbot: QtBot) -> None:
    made = text.check("Laid out")
    qtbot.addWidget(made)
    made.resize(120, 28)
    made.show()
    QTest.mouseClick(made, Qt.MouseButton.LeftButton, pos=QPoint(60, 1))
    assert made.isChecked()


def test_signs_between_names_are_heard_as_a_pause(qtbot: QtBot) -> None:
    made = text.label("files ▸ write_file")
    qtbot.addWidget(made)
    assert (made.text(), told(made, QAccessible.Text.Name)) == ("files ▸ write_file", "files, write_file")
    text.set_text(made, "nothing")
    assert told(made, QAccessible.Text.Name) == "nothing"
    text.named(made, "Server and tool: a → b ▸ c", "it asks: a ▸ c")
    assert told(made, QAccessible.Text.Name) == "Server and tool: a, b, c"
    assert told(made, QAccessible.Text.Description) == "it asks: a, c"


def test_a_tooltip_is_escaped_as_the_standard_library_would() -> None:
    words = "".join(map(chr, range(0x20, 0x7F)))
    assert html.escape(words) in text.tooltip_html(words)
