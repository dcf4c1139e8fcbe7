"""Fields of one line and of several: what can be pasted."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QMimeData
from PySide6.QtWidgets import QToolTip
from pytestqt.qtbot import QtBot

from ui.widgets.fields import MAX_TEXT, LinesField


@pytest.mark.parametrize("given", ["", "0,\n" * MAX_TEXT], ids=["nothing", "a long text laid out"])
def test_s07_a_field_takes_a_word_more_than_it_was_given_and_no_endless_one(qtbot: QtBot, given: str) -> None:
    field = LinesField("Inputs as JSON", given)
    qtbot.addWidget(field)
    pasted = QMimeData()
    pasted.setText("word")
    field.insertFromMimeData(pasted)
    assert field.content == f"word{given}"
    field.show()
    pasted.setText("x" * (MAX_TEXT + 1))
    field.insertFromMimeData(pasted)
    assert field.content == f"word{given}"
    assert "Not pasted: a field holds 131,072 characters." in QToolTip.text()
