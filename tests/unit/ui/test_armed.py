"""A button of which the first second counts for nothing."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QScrollArea, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from ui.armed import ArmedButton
from ui.widgets.scroll import FadeScroll


class Bench:
    """An armed button in an active window, and the clock that it goes by."""

    def __init__(self, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 50.0
        monkeypatch.setattr("ui.armed.monotonic", lambda: self.now)
        self.window = QWidget()
        qtbot.addWidget(self.window)
        self.armed = ArmedButton("Release")
        QVBoxLayout(self.window).addWidget(self.armed)
        self.cover = QWidget(self.window)  # over the left half of the button
        self.cover.setAutoFillBackground(True)
        self.cover.resize(40, 400)
        self.cover.hide()
        self.pressed = 0
        self.armed.pressed.connect(self._count)
        self.window.show()
        self.window.activateWindow()
        assert QTest.qWaitForWindowActive(self.window)

    def _count(self) -> None:
        self.pressed += 1

    def after(self, ms: float) -> None:
        """Time passes in a window that is painted and alive."""
        self.be_painted()
        left = ms
        while left > 0:
            self.now += min(left, 50) / 1_000
            self.armed.loop_clock.turn()
            left -= 50

    def be_painted(self) -> None:
        self.armed.loop_clock.turn()
        for _ in range(5):
            QApplication.processEvents()

    def click(self) -> int:
        QTest.mouseClick(self.armed.button, Qt.MouseButton.LeftButton)
        return self.pressed


@pytest.fixture
def bench(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> Bench:
    return Bench(qtbot, monkeypatch)


@pytest.mark.parametrize(("ms", "presses"), [(0, 0), (500, 0), (999, 0), (1_000, 1), (1_100, 1)])
def test_s10_it_is_inert_for_a_second_after_it_is_shown(bench: Bench, ms: int, presses: int) -> None:
    bench.after(ms)
    assert bench.click() == presses


@pytest.mark.parametrize(("ms", "presses"), [(0, 0), (999, 0), (1_000, 1)])
def test_s10_it_is_inert_for_a_second_after_its_meaning_changed(bench: Bench, ms: int, presses: int) -> None:
    bench.after(5_000)
    bench.armed.set_words("Release everything")
    bench.after(ms)
    assert bench.click() == presses


@pytest.mark.parametrize(("ms", "presses"), [(0, 0), (999, 0), (1_000, 1)])
def test_s10_it_is_inert_for_a_second_after_its_window_came_back(
    bench: Bench, qtbot: QtBot, ms: int, presses: int
) -> None:
    bench.after(5_000)
    other = QWidget()
    qtbot.addWidget(other)
    other.show()
    other.activateWindow()
    assert QTest.qWaitForWindowActive(other)
    bench.after(5_000)
    assert not bench.armed.button.isEnabled()
    bench.window.activateWindow()
    assert QTest.qWaitForWindowActive(bench.window)
    bench.after(ms)
    assert bench.click() == presses


def test_s10_a_click_that_was_on_its_way_when_time_was_not_up_counts_for_nothing(bench: Bench) -> None:
    bench.after(999)
    bench.armed.button.setEnabled(True)  # whatever may have enabled it
    assert bench.click() == 0


def test_s10_a_key_that_repeats_itself_presses_nothing(bench: Bench) -> None:
    bench.after(1_100)
    bench.armed.button.setFocus()
    for kind in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
        repeated = QKeyEvent(kind, Qt.Key.Key_Space, Qt.KeyboardModifier.NoModifier, " ", True)
        QApplication.sendEvent(bench.armed.button, repeated)
    assert bench.pressed == 0
    QTest.keyClick(bench.armed.button, Qt.Key.Key_Space)
    assert bench.pressed == 1


def test_s10_enter_presses_nothing_that_has_not_the_focus(bench: Bench) -> None:
    bench.after(1_100)
    QTest.keyClick(bench.window, Qt.Key.Key_Return)
    assert bench.pressed == 0


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Select])
def test_s10_of_the_keys_only_space_presses_it_on_any_desktop(bench: Bench, key: Qt.Key) -> None:
    """Some desktops let Return press a button that has the focus."""
    bench.after(1_100)
    bench.armed.button.setFocus()
    press = QKeyEvent(QEvent.Type.KeyPress, key, Qt.KeyboardModifier.NoModifier)
    assert bench.armed.eventFilter(bench.armed.button, press)
    QTest.keyClick(bench.armed.button, key)
    assert bench.pressed == 0


def test_s10_a_click_while_the_window_stood_still_counts_for_nothing(bench: Bench) -> None:
    bench.be_painted()
    bench.now += 30.0
    bench.armed.loop_clock.turn()
    assert bench.click() == 0


def test_s10_hammering_presses_nothing_and_patience_does(bench: Bench) -> None:
    for _ in range(40):
        bench.after(60)
        assert bench.click() == 0
    bench.after(1_000)
    assert bench.click() == 1


def test_s10_a_key_that_is_held_and_reported_as_presses_presses_nothing(bench: Bench) -> None:
    bench.after(1_000)
    bench.armed.button.setFocus()
    QTest.keyRelease(bench.armed.button, Qt.Key.Key_Space)
    QTest.keyClick(bench.armed.button, Qt.Key.Key_Space)
    assert bench.pressed == 0


@pytest.mark.parametrize(("ms", "presses"), [(0, 0), (999, 0), (1_000, 1)])
@pytest.mark.parametrize("inside", [False, True], ids=["itself", "what_holds_it"])
def test_s10_it_is_inert_for_a_second_after_it_moved(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, *, inside: bool, ms: int, presses: int
) -> None:
    """Something came above it: a press that was meant for what stood there before is not one of it."""
    bench = Bench(qtbot, monkeypatch)
    column = bench.window.layout()
    assert isinstance(column, QVBoxLayout)
    if inside:
        holder = QWidget()
        QVBoxLayout(holder).addWidget(bench.armed)
        column.addWidget(holder)
        QTest.qWait(0)
        bench.armed.hide()
        bench.armed.show()
    bench.after(5_000)
    assert bench.armed.button.isEnabled()
    late = QLabel("One more line")
    column.insertWidget(0, late)
    for _ in range(5):
        QApplication.processEvents()
    assert late.isVisible()
    assert not bench.armed.button.isEnabled()
    bench.after(ms)
    assert bench.click() == presses


def _settle() -> None:
    for _ in range(5):
        QApplication.processEvents()


def _move_window(bench: Bench) -> None:
    bench.window.move(bench.window.pos().x() + 40, bench.window.pos().y() + 40)


def _grow(bench: Bench) -> None:
    bench.armed.button.setMinimumHeight(bench.armed.button.height() + 20)
    for around in (bench.armed, bench.window):
        around.layout().activate()  # type: ignore[union-attr]


def _uncover(bench: Bench) -> None:
    bench.cover.hide()


@pytest.mark.parametrize("change", [_move_window, _grow, _uncover])
@pytest.mark.parametrize(("ms", "presses"), [(0, 0), (999, 0), (1_000, 1)])
@pytest.mark.parametrize("settles", [True, False], ids=["drawn", "at_once"])
def test_s10_it_is_inert_for_a_second_wherever_it_was_not_before(
    bench: Bench, change: Callable[[Bench], None], ms: int, presses: int, *, settles: bool
) -> None:
    """A window that moved or grew, a cover that went: a press there was meant for what was there before."""
    bench.after(5_000)
    bench.cover.show()
    _settle()
    bench.after(1_000)
    change(bench)
    if settles:
        _settle()
    if ms:
        bench.after(ms)
    assert bench.click() == presses


def test_it_stays_armed_where_each_point_that_is_left_was_its_own(bench: Bench) -> None:
    bench.after(1_000)
    bench.armed.button.resize(bench.armed.button.width() - 10, bench.armed.button.height())
    bench.cover.show()
    _settle()
    assert bench.click() == 1


@pytest.mark.parametrize("scrolls", ["to it", "past it"])
@pytest.mark.parametrize(("ms", "presses"), [(0, 0), (999, 0), (1_000, 1)])
def test_s10_it_is_inert_for_a_second_after_what_it_is_in_scrolled(
    bench: Bench, scrolls: str, ms: int, presses: int
) -> None:
    """Also where the mark "More below" and its fade lay over it, and the end came without any scrolling."""
    page, inside = FadeScroll(), QWidget()
    column = QVBoxLayout(inside)
    tail = QWidget()
    tail.setFixedHeight(200)
    column.addWidget(bench.armed)
    column.addWidget(tail)
    page.setWidget(inside)
    page.setFixedHeight(50)
    bench.window.layout().addWidget(page)  # type: ignore[union-attr]
    _settle()
    bench.after(5_000)
    if scrolls == "to it":
        page.verticalScrollBar().setValue(10)
    else:
        tail.setFixedHeight(0)
        _settle()
    if ms:
        bench.after(ms)
    assert bench.click() == presses


def test_s10_it_keeps_the_keyboard_where_a_page_scrolls_to_it_and_still_waits_a_second(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A page scrolls to what Tab reaches: that moves the button."""
    bench = Bench(qtbot, monkeypatch)
    page, inside = QScrollArea(), QWidget()
    column = QVBoxLayout(inside)
    column.addSpacing(2_000)
    column.addWidget(bench.armed)
    column.addSpacing(2_000)
    page.setWidget(inside)
    bench.window.layout().addWidget(page)  # type: ignore[union-attr]
    bench.be_painted()
    page.verticalScrollBar().setValue(page.verticalScrollBar().maximum() // 2)
    bench.after(1_000)
    bench.armed.button.setFocus()
    assert bench.armed.button.hasFocus()
    page.verticalScrollBar().setValue(page.verticalScrollBar().value() + 10)
    bench.be_painted()
    QTest.keyClick(bench.armed.button, Qt.Key.Key_Space)
    assert bench.pressed == 0
    assert bench.armed.button.hasFocus()
    bench.after(1_000)
    QTest.keyClick(bench.armed.button, Qt.Key.Key_Space)
    assert bench.pressed == 1
