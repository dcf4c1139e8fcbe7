"""Where windows stand."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QMargins, QRect, QSize
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QBoxLayout, QGridLayout, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from ui.widgets import windows

ROOM = QRect(10, 20, 900, 600)


@pytest.mark.parametrize(
    ("wanted", "stands"),
    [
        (QRect(100, 100, 300, 200), QRect(100, 100, 300, 200)),
        (QRect(-50, -50, 300, 200), QRect(10, 20, 300, 200)),
        (QRect(800, 550, 300, 200), QRect(610, 420, 300, 200)),
        (QRect(0, 0, 2_000, 2_000), QRect(10, 20, 2_000, 2_000)),
    ],
)
def test_a_window_moves_no_further_than_it_must(wanted: QRect, stands: QRect) -> None:
    assert windows.moved_into(wanted, ROOM) == stands


def shown(qtbot: QtBot, screen: QRect, monkeypatch: pytest.MonkeyPatch) -> QWidget:
    """A window on a screen of that size."""
    window = QWidget()
    qtbot.addWidget(window)

    class Screen:
        def availableGeometry(self) -> QRect:  # noqa: N802  # Qt's name
            return screen

    monkeypatch.setattr(window, "screen", Screen)
    return window


@pytest.mark.parametrize(
    ("screen", "size", "least"),
    [
        (QRect(0, 0, 1920, 1080), QSize(1120, 720), QSize(900, 600)),
        (QRect(0, 0, 900, 600), QSize(888, 554), QSize(888, 554)),
        (QRect(0, 30, 1000, 700), QSize(988, 654), QSize(900, 600)),
    ],
)
def test_s07_the_first_size_leaves_nothing_out_of_sight(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, screen: QRect, size: QSize, least: QSize
) -> None:
    monkeypatch.setattr(windows, "USUAL_FRAME", QMargins(6, 40, 6, 6))
    window = shown(qtbot, screen, monkeypatch)
    windows.fit(window, QSize(1120, 720), QSize(900, 600))
    assert (window.size(), window.minimumSize()) == (size, least)


def test_a_window_is_put_over_another_wholly_on_the_screen(qtbot: QtBot) -> None:
    room = QGuiApplication.primaryScreen().availableGeometry()
    other, window = QWidget(), QWidget()
    for widget in (other, window):
        qtbot.addWidget(widget)
    other.setGeometry(room.right() - 100, room.bottom() - 100, 400, 300)
    window.resize(300, 200)
    windows.center_over(window, other)
    assert room.contains(window.geometry().marginsAdded(windows.USUAL_FRAME))
    assert window.size() == QSize(300, 200)


def test_a_window_that_is_larger_than_the_screen_shrinks_even_where_nothing_of_ours_is_used(qtbot: QtBot) -> None:
    room = QGuiApplication.primaryScreen().availableGeometry()
    window = QWidget()
    qtbot.addWidget(window)
    window.resize(room.size() * 2)
    windows.center_over(window, None)
    assert window.size() == room.marginsRemoved(windows.USUAL_FRAME).size()


def test_a_size_that_the_person_chose_stays(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    window.show()
    chosen = QGuiApplication.primaryScreen().availableGeometry().size() * 2
    window.resize(chosen)
    window.hide()
    windows.center_over(window, None)
    assert window.size() == chosen


def test_what_is_part_of_another_window_is_left_where_it_is(qtbot: QtBot) -> None:
    other = QWidget()
    qtbot.addWidget(other)
    inside = QWidget(other)
    inside.setGeometry(5, 6, 7_000, 8)
    windows.center_over(inside, other)
    assert inside.geometry() == QRect(5, 6, 7_000, 8)


@pytest.mark.parametrize("direction", list(QBoxLayout.Direction))
def test_tab_goes_through_a_box_as_it_is_read(qtbot: QtBot, direction: QBoxLayout.Direction) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    box = QBoxLayout(direction, window)
    fields = [QLineEdit(window) for _ in range(3)]
    for field in reversed(fields):  # children are made in another order than they are placed
        box.addWidget(field)
    backwards = direction in (QBoxLayout.Direction.RightToLeft, QBoxLayout.Direction.BottomToTop)
    assert list(windows.stops(window)) == (fields if backwards else fields[::-1])


def test_tab_goes_through_a_grid_row_by_row(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    cells = QGridLayout(window)
    fields = {place: QLineEdit(window) for place in ((1, 1), (0, 1), (1, 0), (0, 0))}
    for (row, column), field in fields.items():
        cells.addWidget(field, row, column)
    assert list(windows.stops(window)) == [fields[place] for place in sorted(fields)]
