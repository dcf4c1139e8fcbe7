"""Lines that break where they must."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from ui import theme
from ui.widgets.flow import FlowLayout


class Box(QWidget):
    def sizeHint(self) -> QSize:  # noqa: N802  # Qt's name
        return QSize(100, 20)


def lefts(qtbot: QtBot, width: int, *, rtl: bool = False, **how: bool) -> list[tuple[int, int]]:
    holder = QWidget()
    qtbot.addWidget(holder)
    holder.setLayoutDirection(Qt.LayoutDirection.RightToLeft if rtl else Qt.LayoutDirection.LeftToRight)
    flow = FlowLayout(holder, **how)
    for _ in range(3):
        flow.addWidget(Box())
    flow.setGeometry(QRect(0, 0, width, flow.heightForWidth(width)))
    found = [flow.itemAt(at) for at in range(flow.count())]
    assert flow.heightForWidth(width) == max(item.geometry().bottom() + 1 for item in found if item is not None)
    return [(item.geometry().left(), item.geometry().top()) for item in found if item is not None]


G = theme.GROUP


@pytest.mark.parametrize(
    ("width", "places"),
    [
        (400, [(0, 0), (100 + G, 0), (200 + 2 * G, 0)]),
        (250, [(0, 0), (100 + G, 0), (0, 20 + G)]),
        (100, [(0, 0), (0, 20 + G), (0, 40 + 2 * G)]),
        (50, [(0, 0), (0, 20 + G), (0, 40 + 2 * G)]),
    ],
)
def test_a_line_breaks_where_there_is_no_more_room(qtbot: QtBot, width: int, places: list[tuple[int, int]]) -> None:
    assert lefts(qtbot, width) == places


def test_lines_can_stand_at_the_end_and_from_edge_to_edge(qtbot: QtBot) -> None:
    assert lefts(qtbot, 250, ends=True) == [(250 - 200 - G, 0), (150, 0), (150, 20 + G)]
    assert [left for left, _ in lefts(qtbot, 400, justified=True)] == [0, 150, 300]


def test_from_right_to_left_it_is_the_mirror_image(qtbot: QtBot) -> None:
    assert lefts(qtbot, 400, rtl=True) == [(300, 0), (200 - G, 0), (100 - 2 * G, 0)]


def test_what_is_hidden_takes_no_room_and_what_is_taken_is_gone(qtbot: QtBot) -> None:
    holder = QWidget()
    qtbot.addWidget(holder)
    flow = FlowLayout(holder)
    boxes = [Box(holder) for _ in range(2)]
    for box in boxes:
        flow.addWidget(box)
    boxes[0].hide()
    assert flow.sizeHint() == QSize(100, 20)
    assert flow.takeAt(5) is None
    assert flow.itemAt(-1) is None
    flow.takeAt(1)
    assert flow.count() == 1
    assert flow.minimumSize() == QSize(0, 0)


def test_lines_that_are_remembered_are_those_of_what_is_there_now(qtbot: QtBot) -> None:
    holder = QWidget()
    qtbot.addWidget(holder)
    flow = FlowLayout(holder)
    boxes = [Box(holder) for _ in range(3)]
    for box in boxes:
        flow.addWidget(box)
    assert [flow.heightForWidth(100), flow.minimumSize()] == [60 + 2 * G, QSize(100, 20)]
    boxes[1].hide()
    assert flow.heightForWidth(100) == 40 + G
    boxes[0].setFixedSize(140, 30)
    assert [flow.heightForWidth(150), flow.minimumSize()] == [50 + G, QSize(140, 30)]
    flow.setSpacing(2 * G)
    assert flow.heightForWidth(150) == 50 + 2 * G
    flow.takeAt(2)
    assert flow.heightForWidth(150) == 30
    assert [flow.heightForWidth(width) for width in range(140, 240)] == [30] * 100
