"""A button of which the first second counts for nothing."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from ui.armed import ArmedButton


class Bench:
    """An armed button in an active window, and the clock that it goes by."""

    def __init__(self, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 50.0
        monkeypatch.setattr("ui.armed.monotonic", lambda: self.now)
        self.window = QWidget()
        qtbot.addWidget(self.window)
        self.armed = ArmedButton("Release")
        QVBoxLayout(self.window).addWidget(self.armed)
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
