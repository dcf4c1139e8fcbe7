"""The real window, with a witness inside: what was painted when, and how long its loop stood still.

Started by ``window_host`` in place of ``python -m ui``: ``window_probe.py REPORT --socket PATH --secret-fd N``. It
writes a JSON line for each event, with the monotonic second, which all processes of a machine share. A question that
was painted is denied a moment later, so that the next one can come.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, Final  # Any: what is handed on

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QApplication, QWidget

from ui import __main__ as program

if TYPE_CHECKING:
    from ui.consent.window import ConsentWindow

TICK_MS: Final = 2
GAP: Final = 0.01
"""Seconds between two ticks that are worth a line."""
READING_MS: Final = 30
"""Milliseconds that a painted question stays."""


class Witness(QObject):
    """Writes the report."""

    def __init__(self, report: str) -> None:
        super().__init__()
        self._file = open(report, "a", buffering=1)  # noqa: SIM115  # as long as the process
        self._seen: set[str] = set()
        self._last = time.monotonic()
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._tick)
        self._timer.start(TICK_MS)

    def note(self, what: str, **more: object) -> None:
        """Write a line."""
        self._file.write(json.dumps({"at": time.monotonic(), "what": what} | more) + "\n")

    def main_painted(self, window: QWidget) -> None:
        """The main window is on screen as it now is."""
        if "usable" not in self._seen and window.isVisible():
            self._seen.add("usable")
            self.note("usable")

    def question_painted(self, window: ConsentWindow) -> None:
        """Likewise the window that asks."""
        if window.call_id and not window.presenter.has_ended and window.call_id not in self._seen:
            self._seen.add(window.call_id)
            self.note("painted", call=window.call_id)
            QTimer.singleShot(READING_MS, window.deny)

    def _tick(self) -> None:
        now = time.monotonic()
        if now - self._last > GAP:
            self.note("gap", seconds=now - self._last)
        self._last = now


def main() -> int:
    """Put the witness in, then be the window."""
    report = sys.argv.pop(1)
    assert QApplication.instance() is None
    run = program.run

    def watched(*arguments: Any, **named: Any) -> int:
        watch(report)
        return run(*arguments, **named)

    program.run = watched
    return program.main()


def watch(report: str) -> None:
    """Let a witness see the windows. Only what every window loads is loaded for it."""
    from ui import app as parts
    from ui.main_window import MainWindow

    kept: list[Witness] = []
    build = parts.Desktop.__init__

    def hear(kind: type[QWidget], told: Callable[[Any], None]) -> None:
        """``told`` once for each painting of the whole."""

        def paint(self: QWidget, event: QPaintEvent) -> None:
            QWidget.paintEvent(self, event)
            QTimer.singleShot(0, partial(told, self))

        kind.paintEvent = paint  # type: ignore[method-assign]

    def with_witness(self: parts.Desktop, *arguments: Any, **named: Any) -> None:
        kept.append(witness := Witness(report))
        hear(MainWindow, witness.main_painted)
        build(self, *arguments, **named)
        self.consent.prepared.connect(lambda window: hear(type(window), witness.question_painted))

    parts.Desktop.__init__ = with_witness  # type: ignore[method-assign]  # the witness lives as long as the desktop


if __name__ == "__main__":
    sys.exit(main())
