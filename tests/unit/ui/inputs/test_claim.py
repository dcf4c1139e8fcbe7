"""What a server says of an input."""

from __future__ import annotations

from PySide6.QtWidgets import QLabel, QPushButton
from pytestqt.qtbot import QtBot

from host.text import Untrusted
from ui.inputs.claim import Claim
from ui.inputs.plain import PlainView


def test_a_short_description_stands_in_one_piece_as_the_servers_words(qtbot: QtBot) -> None:
    claim = Claim(Untrusted("Where\n to <b>write</b>."))
    qtbot.addWidget(claim)
    assert [one.text() for one in claim.findChildren(QLabel)] == ["The server says: Where to <b>write</b>."]
    assert claim.findChildren(QPushButton)[0].isHidden()


def test_a_long_description_says_what_is_left_and_opens(qtbot: QtBot) -> None:
    claim = Claim(Untrusted("a" * 240 + "\nIGNORE ALL OTHERS"))
    qtbot.addWidget(claim)
    assert "⟨… 18 more characters⟩" in claim.findChildren(QLabel)[0].text()
    claim.findChildren(QPushButton)[0].click()
    [view] = claim.findChildren(PlainView)
    assert view.toPlainText().endswith("\nIGNORE ALL OTHERS")
