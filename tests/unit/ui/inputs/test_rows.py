"""What a server says of an input, and secrets that are covered."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QLabel, QPushButton
from pytestqt.qtbot import QtBot

from host.text import Untrusted
from ui.inputs.plain_view import PlainView
from ui.inputs.rows import MaskedValue, ServerDescription
from ui.inputs.text_block import TextBlock
from ui.masking import DOTS


def test_a_short_description_is_in_one_piece_as_the_servers_words(qtbot: QtBot) -> None:
    claim = ServerDescription((Untrusted("Where\n to <b>write</b>."),))
    qtbot.addWidget(claim)
    assert [one.text() for one in claim.findChildren(QLabel)] == ["The server says: Where to <b>write</b>."]
    assert all(button.isHidden() for button in claim.findChildren(QPushButton))


def test_a_long_description_says_what_is_left_and_opens(qtbot: QtBot) -> None:
    claim = ServerDescription((Untrusted("a" * 240 + "\nIGNORE ALL OTHERS"),))
    qtbot.addWidget(claim)
    assert "⟨… 18 more characters⟩" in claim.findChildren(QLabel)[0].text()
    claim.findChildren(QPushButton)[0].click()
    [view] = claim.findChildren(PlainView)
    assert view.toPlainText().endswith("\nIGNORE ALL OTHERS")


def test_all_of_a_huge_description_is_counted_and_opens(qtbot: QtBot) -> None:
    claim = ServerDescription((Untrusted("Title"), Untrusted("a" * 100_000 + "THE END")))
    qtbot.addWidget(claim)
    said = claim.findChildren(QLabel)[0].text()
    assert said.startswith("The server says: Title · aaaa")
    assert said.endswith("⟨… 99,775 more characters⟩")  # of 5 + 3 + 100,007
    claim.findChildren(QPushButton)[0].click()
    claim.findChildren(QPushButton)[1].click()
    assert claim.findChildren(TextBlock)[0].lines == 1_011


COVERED = "hunter2\u202e"


def made(qtbot: QtBot) -> tuple[MaskedValue, PlainView, QPushButton]:
    masked = MaskedValue(Untrusted(COVERED), "password")
    qtbot.addWidget(masked)
    masked.show()
    [view], [button] = masked.findChildren(PlainView), masked.findChildren(QPushButton)
    return masked, view, button


def test_it_is_covered_and_says_how_long_it_is(qtbot: QtBot) -> None:
    masked, view, button = made(qtbot)
    assert view.toPlainText() == DOTS
    assert (view.accessibleName(), view.accessibleDescription()) == ("Value of password", "covered")
    assert button.accessibleName() == "Show password"
    [said] = [label.text() for label in masked.findChildren(QLabel)]
    assert said == "looks like a secret · 8 characters · sent as it is · unread until shown"
    view.selectAll()
    assert COVERED not in view.textCursor().selectedText()


def test_a_press_shows_it_and_another_covers_it(qtbot: QtBot) -> None:
    masked, view, button = made(qtbot)
    button.click()
    assert view.toPlainText() == "hunter2⟨U+202E⟩"
    assert masked.is_open
    button.click()
    assert view.toPlainText() == DOTS


def test_it_is_covered_again_when_another_window_is_used_or_it_is_hidden(qtbot: QtBot) -> None:
    masked, view, button = made(qtbot)
    button.click()
    QCoreApplication.sendEvent(masked.window(), QEvent(QEvent.Type.WindowDeactivate))
    assert view.toPlainText() == DOTS
    button.click()
    masked.hide()
    assert view.toPlainText() == DOTS
