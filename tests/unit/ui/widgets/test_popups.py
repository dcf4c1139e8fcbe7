"""Menus and lists of choices look like the theme and cut nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication, QStyledItemDelegate, QWidget
from pytestqt.qtbot import QtBot

from tests.support.hosts import ROOT
from ui import theme
from ui.text import action
from ui.widgets.popups import Combo, Menu

LONG = "Allow without asking where the folder is the same as in the call before"


@pytest.fixture(autouse=True)
def dressed(qapp: QApplication) -> Iterator[None]:
    theme.apply(qapp, "light")
    yield
    qapp.setStyleSheet("")


def corners(popup: QWidget) -> list[bool]:
    mask, last = popup.mask(), QPoint(popup.width() - 1, popup.height() - 1)
    return [mask.contains(at) for at in (QPoint(0, 0), QPoint(last.x(), 0), QPoint(0, last.y()), last)]


def test_a_list_is_as_wide_as_its_longest_entry_and_has_no_square_corners(qtbot: QtBot) -> None:
    holder = QWidget()
    qtbot.addWidget(holder)
    combo = Combo(holder)
    combo.addItems(["Ask", LONG])
    combo.resize(90, theme.ROW)
    with qtbot.waitExposed(holder):
        holder.show()
    for _ in range(2):
        combo.showPopup()
        popup = combo.view().window()
        assert isinstance(combo.itemDelegate(), QStyledItemDelegate)
        assert combo.view().viewport().width() >= combo.fontMetrics().horizontalAdvance(LONG)
        assert combo.view().sizeHintForRow(0) >= theme.TARGET
        assert corners(popup) == [False] * 4
        assert popup.mask().contains(popup.rect().center())
        combo.hidePopup()


def test_a_menu_has_no_square_corners_at_any_size(qtbot: QtBot) -> None:
    menu = Menu()
    qtbot.addWidget(menu)
    for count in (1, 9):
        for number in range(count):
            menu.addAction(action(f"Entry {number}", parent=menu))
        menu.popup(QPoint(0, 0))
        assert corners(menu) == [False] * 4
        assert menu.actionGeometry(menu.actions()[0]).height() >= theme.TARGET
        menu.hide()


def test_a_wheel_changes_no_choice_in_passing(qtbot: QtBot) -> None:
    combo = Combo()
    qtbot.addWidget(combo)
    combo.addItems(["one", "two", "three"])
    turn = QWheelEvent(
        QPointF(5, 5), QPointF(5, 5), QPoint(0, -120), QPoint(0, -120), Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(combo, turn)
    assert combo.currentIndex() == 0


def test_all_menus_and_choices_are_these() -> None:
    plain = re.compile(r"(?<!class Menu\()(?<!class Combo\()\bQ(Menu|ComboBox)\(")
    assert not [
        str(file) for file in Path(ROOT, "ui").rglob("*.py")
        if file.name != "popups.py" and plain.search(file.read_text(encoding="utf-8"))
    ]  # fmt: skip
