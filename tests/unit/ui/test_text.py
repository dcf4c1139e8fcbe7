"""The factory of text."""

from __future__ import annotations

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from host.text import Untrusted
from ui import text


def test_s04_a_label_never_takes_markup_for_more_than_text(qtbot: QtBot) -> None:
    label = text.label(Untrusted("<b>x &lt; y</b>\u202e"))
    qtbot.addWidget(label)
    assert label.textFormat() is Qt.TextFormat.PlainText
    assert label.text() == "<b>x &lt; y</b>⟨U+202E⟩"
