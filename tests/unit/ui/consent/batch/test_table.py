"""The table of alike calls: what it measures and draws of strangers' text."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QFontMetrics

from host.control.views import Asked
from tests.support.window import asked
from tests.unit.ui.consent.batch.support import OpenTable, call_id
from ui.consent.batch.table import MAX_CELL_CHARACTERS, MEASURED_CHARACTERS


def written(number: int, text: str) -> Asked:
    return asked({"path": f"{number}", "content": f"{number} {text}"}, call_id=call_id(number))


@pytest.mark.parametrize("letter", ["a", "\u6f22", "\u0301", "\u202e"])
def test_s16_a_cell_is_measured_by_its_beginning_and_once(
    open_table: OpenTable, monkeypatch: pytest.MonkeyPatch, letter: str
) -> None:
    measured: list[str] = []
    told = QFontMetrics.horizontalAdvance

    def advance(self: QFontMetrics, text: str, *more: int) -> int:
        measured.append(text)
        return told(self, text, *more)

    opened = open_table([written(number, letter * 1_900) for number in (1, 2, 3)])
    monkeypatch.setattr(QFontMetrics, "horizontalAdvance", advance)
    opened.batch.table.width_of("new")
    assert measured == ["new"]
    opened.batch.table.fit()
    opened.batch.table.note_seen()
    opened.batch.resize(1_100, 800)
    opened.settle()
    cells = {cell.line for row in opened.book.rows for cell in row.cells}
    beginnings = {line[:MEASURED_CHARACTERS] for line in cells}
    assert not [text for text in measured if text in cells or text in beginnings or len(text) > MAX_CELL_CHARACTERS]


@pytest.mark.parametrize("letter", ["a", "\u0301"])
def test_s07_a_line_that_is_too_long_for_a_cell_is_not_seen_there(open_table: OpenTable, letter: str) -> None:
    opened = open_table([written(number, letter * (MAX_CELL_CHARACTERS + 1)) for number in (1, 2)])
    opened.batch.resize(4_000, 800)
    opened.batch.table.setColumnWidth(3, 100_000)
    opened.settle()
    content = next(place for place, column in enumerate(opened.book.table.columns) if column.name == "content")
    assert all(content in row.unseen_cells for row in opened.book.rows[1:])
