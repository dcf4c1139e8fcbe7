"""The clock of armed buttons, as the window's tests move it."""

from __future__ import annotations

from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from ui.armed import ArmedButton

TURNS = 60
"""Turns of the loop until a panel has its layout and everything in it is painted."""


class Clock:
    """Seconds that pass when a test says so."""

    def __init__(self) -> None:
        self.now = 1_000.0

    def __call__(self) -> float:
        return self.now

    def arm(self, button: ArmedButton, seconds: float = 1.0) -> None:
        """Let time pass for an armed button that is painted, in turns of the loop."""
        assert QTest.qWaitForWindowActive(button.window())
        button.loop_clock.turn()
        for _ in range(TURNS):
            QApplication.processEvents()
        for _ in range(round(seconds * 20)):
            self.now += 0.05
            button.loop_clock.turn()
