"""What a server says of an input."""

from __future__ import annotations

from PySide6.QtWidgets import QLabel, QPushButton
from pytestqt.qtbot import QtBot

from host.text import Untrusted
from ui.inputs.plain_view import PlainView
from ui.inputs.rows import ServerDescription
from ui.inputs.text_block import TextBlock


def test_a_short_description_stands_in_one_piece_as_the_servers_words(qtbot: QtBot) -> None:
    claim = ServerDescription((Untrusted("Where\n to <b>write</b>."),))
    qtbot.addWidget(claim)
    assert [one.text() for one in claim.findChildren(QLabel)] == ["The server says: Where to <b>write</b>."]
    assert claim.findChildren(QPushButton) == []


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
