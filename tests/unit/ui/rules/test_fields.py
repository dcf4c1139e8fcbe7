"""The field for JSON."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QMimeData
from pytestqt.qtbot import QtBot

from host.text import escape
from tests.support import plain
from ui.rules.fields import MAX_JSON, JsonEdit
from ui.rules.words import escape_invisible


@pytest.fixture
def field(qtbot: QtBot) -> JsonEdit:
    made = JsonEdit("The rule")
    qtbot.addWidget(made)
    made.resize(400, 200)
    made.show()
    return made


@given(st.text(alphabet=st.characters(exclude_categories=())))
def test_s05_what_cannot_be_seen_is_written_as_json_writes_it_and_means_the_same(text: str) -> None:
    written = json.dumps(text, ensure_ascii=False)
    shown = escape_invisible(written)
    assert escape(shown) == shown
    assert json.loads(shown) == text


@given(st.text())
def test_what_is_read_from_the_field_is_what_was_put_there(qapp: object, text: str) -> None:
    field = JsonEdit("x")
    field.show_json(text)
    assert field.json == escape_invisible(text)
    field.deleteLater()


def test_no_break_spaces_are_not_taken_for_common_ones(field: JsonEdit) -> None:
    field.show_json('{"path": "a\u00a0b"}')
    assert json.loads(field.json) == {"path": "a\u00a0b"}


def test_s05_pasted_text_hides_nothing(field: JsonEdit) -> None:
    pasted = QMimeData()
    pasted.setText('"\u202egpj.exe\u200b"\r\n\u2028')
    field.insertFromMimeData(pasted)
    assert field.json == '"\\u202egpj.exe\\u200b"\n\\u2028'


def test_markup_on_the_clipboard_is_not_pasted(field: JsonEdit) -> None:
    pasted = QMimeData()
    pasted.setHtml("<b>bold</b>")
    field.insertFromMimeData(pasted)
    assert "<b>" not in field.json


def test_s07_a_megabyte_is_not_pasted_and_it_says_so(field: JsonEdit) -> None:
    said: list[str] = []
    field.refused.connect(said.append)
    field.show_json("{}")
    pasted = QMimeData()
    pasted.setText("x" * (1 << 20))
    field.insertFromMimeData(pasted)
    assert field.json == "{}"
    assert said == [f"What you pasted is too long: a field takes {MAX_JSON:,} characters."]


def test_lines_are_numbered_and_the_field_is_named(field: JsonEdit) -> None:
    field.show_json("\n" * 120)
    field.grab()
    plain.assert_plain(field)
    plain.assert_accessible(field)
    assert field.viewportMargins().left() > JsonEdit("x").viewportMargins().left()
