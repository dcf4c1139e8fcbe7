"""A table for hands and keys."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QModelIndex, QPoint, QPointF, Qt
from PySide6.QtGui import QHelpEvent, QHoverEvent, QMouseEvent, QStandardItem, QStandardItemModel
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QHeaderView, QStyleOptionViewItem
from pytestqt.qtbot import QtBot

from tests.support.plain import assert_accessible, assert_plain
from ui import text, theme
from ui.widgets.table import FlatTableModel, Table

ROWS = 100


@pytest.fixture
def table(qtbot: QtBot) -> Table:
    made = Table("Calls")
    qtbot.addWidget(made)
    model = QStandardItemModel(made)
    for row in range(ROWS):
        model.appendRow([QStandardItem(f"{row}"), QStandardItem("/home/ana/" + "x" * 200)])
    made.setModel(model)
    made.set_stretch(1)
    made.set_elide(1, "middle")
    made.resize(400, 300)
    made.show()
    return made


def test_every_row_has_the_same_height_and_nothing_is_measured(table: Table) -> None:
    assert {table.rowHeight(row) for row in (0, 50, ROWS - 1)} == {theme.ROW}
    header = table.horizontalHeader()
    modes = {header.sectionResizeMode(column) for column in range(2)}
    assert modes == {QHeaderView.ResizeMode.Interactive, QHeaderView.ResizeMode.Stretch}
    assert table.verticalHeader().sectionResizeMode(0) is QHeaderView.ResizeMode.Fixed


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Enter])
def test_enter_opens_the_row(qtbot: QtBot, table: Table, key: Qt.Key) -> None:
    table.selectRow(3)
    table.setCurrentIndex(table.model().index(3, 0))
    with qtbot.waitSignal(table.opened) as heard:
        QTest.keyClick(table, key)
    assert heard.args is not None
    assert isinstance(heard.args[0], QModelIndex)
    assert heard.args[0].row() == 3


def test_a_key_that_chooses_another_row_says_so(qtbot: QtBot, table: Table) -> None:
    table.setCurrentIndex(table.model().index(3, 0))
    for key, row in ((Qt.Key.Key_Down, 4), (Qt.Key.Key_Home, 0)):
        with qtbot.waitSignal(table.moved) as heard:
            QTest.keyClick(table, key)
        assert heard.args is not None
        assert heard.args[0].row() == row
    with qtbot.assertNotEmitted(table.moved):
        QTest.keyClick(table, Qt.Key.Key_Up)


def test_home_and_end_reach_the_first_and_last_row(table: Table) -> None:
    QTest.keyClick(table, Qt.Key.Key_End)
    assert table.currentIndex().row() == ROWS - 1
    QTest.keyClick(table, Qt.Key.Key_PageUp)
    assert 0 < table.currentIndex().row() < ROWS - 1
    QTest.keyClick(table, Qt.Key.Key_Home)
    assert table.currentIndex().row() == 0


def test_tab_leaves_the_table(table: Table) -> None:
    assert not table.tabKeyNavigation()


def test_a_double_click_opens_the_row(qtbot: QtBot, table: Table) -> None:
    where = table.visualRect(table.model().index(2, 0)).center()
    with qtbot.waitSignal(table.opened) as heard:
        QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=where)
        QTest.mouseDClick(table.viewport(), Qt.MouseButton.LeftButton, pos=where)
    assert heard.args is not None
    assert heard.args[0].row() == 2


def test_the_row_under_the_pointer_is_known(table: Table) -> None:
    where = QPointF(table.visualRect(table.model().index(1, 1)).center())
    none = Qt.MouseButton.NoButton
    there = table.viewport().mapToGlobal(where)
    moved = QMouseEvent(QEvent.Type.MouseMove, where, there, none, none, Qt.KeyboardModifier.NoModifier)
    QApplication.sendEvent(table.viewport(), moved)  # the platform's own pointer may stand there already, or anywhere
    assert table.hovered_row == 1


def test_an_empty_table_hears_keys_too(qtbot: QtBot) -> None:
    table = Table("Nothing")
    qtbot.addWidget(table)
    table.setModel(QStandardItemModel(table))
    for key in (Qt.Key.Key_Home, Qt.Key.Key_End, Qt.Key.Key_Return):
        with qtbot.assertNotEmitted(table.opened):
            QTest.keyClick(table, key)


def test_it_is_plain_and_says_what_it_is(table: Table) -> None:
    assert_plain(table)
    assert_accessible(table)
    assert table.grab().toImage().width() > 0  # it paints, with its own cells


@pytest.mark.parametrize("given", ["<b>x</b>", "plain"])
def test_s04_a_tooltip_of_a_model_is_taken_for_text(table: Table, given: str, monkeypatch: pytest.MonkeyPatch) -> None:
    index = table.model().index(0, 0)
    table.model().setData(index, given, Qt.ItemDataRole.ToolTipRole)
    shown: list[str] = []
    monkeypatch.setattr("ui.widgets.table.QToolTip.showText", lambda _where, words, _view: shown.append(words))
    event = QHelpEvent(QEvent.Type.ToolTip, table.visualRect(index).center(), QPoint(0, 0))
    table.itemDelegate().helpEvent(event, table, QStyleOptionViewItem(), index)
    assert shown == [text.tooltip_html(given)]
    assert "<b>" not in shown[0]


def test_the_whole_row_under_a_pointer_that_does_not_move_is_marked(table: Table) -> None:
    at = QPointF(10, table.rowViewportPosition(2) + 5)
    port = table.viewport()
    QApplication.sendEvent(port, QHoverEvent(QEvent.Type.HoverEnter, at, port.mapToGlobal(at), QPointF(-1, -1)))
    assert table.hovered_row == 2
    QApplication.sendEvent(table, QEvent(QEvent.Type.Leave))
    assert table.hovered_row == -1


class Words(FlatTableModel[str]):
    """A word a row."""

    HEADS = ("Word",)

    def key(self, row: str) -> str:
        return row

    def _text(self, row: str, column: int) -> str:
        return row


def test_rows_that_go_from_many_places_are_one_change_to_the_table(qtbot: QtBot) -> None:
    model, table = Words(), Table("Words")
    qtbot.addWidget(table)
    table.setModel(model)
    words = [f"word {number}" for number in range(ROWS)]
    model.show_rows(words)
    shown: list[int] = []
    model.shown.connect(lambda: shown.append(model.rowCount()))
    model.show_rows(words[::2])
    model.show_rows(words[::2])
    assert shown == [ROWS // 2]
    assert [model.index(row, 0).data() for row in range(model.rowCount())] == words[::2]
