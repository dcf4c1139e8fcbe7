"""The real window, with a witness inside: what was painted when, and how long its loop stood still.

Started by ``window_host`` in place of ``python -m ui``: ``window_probe.py REPORT --socket PATH --secret-fd N``. It
writes a JSON line for each event, with the monotonic second, which all processes of a machine share. A question that
was painted is denied a moment later, so that the next one can come.
"""

from __future__ import annotations

import json
import sys
import time
from functools import partial
from typing import Final

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QApplication, QWidget

from ui import __main__ as program
from ui import app as parts
from ui.consent.window import ConsentWindow
from ui.main_window import MainWindow

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

    def painted(self, window: QWidget) -> None:
        """A window is on screen as it now is."""
        if isinstance(window, ConsentWindow):
            if window.call_id and not window.is_over and window.call_id not in self._seen:
                self._seen.add(window.call_id)
                self.note("painted", call=window.call_id)
                QTimer.singleShot(READING_MS, window.deny)
        elif "usable" not in self._seen and window.isVisible():
            self._seen.add("usable")
            self.note("usable")

    def _tick(self) -> None:
        now = time.monotonic()
        if now - self._last > GAP:
            self.note("gap", seconds=now - self._last)
        self._last = now


def main() -> int:
    """Put the witness in, then be the window."""
    report = sys.argv.pop(1)
    kept: list[Witness] = []
    build = parts.Desktop.__init__

    def with_witness(self: parts.Desktop, *arguments: object, **named: object) -> None:
        kept.append(Witness(report))
        build(self, *arguments, **named)  # type: ignore[arg-type]  # as they came

    def paint(self: QWidget, event: QPaintEvent) -> None:
        QWidget.paintEvent(self, event)
        if kept:
            QTimer.singleShot(0, partial(kept[0].painted, self))

    parts.Desktop.__init__ = with_witness  # type: ignore[method-assign]  # the witness lives as long as the desktop
    for kind in (ConsentWindow, MainWindow):
        kind.paintEvent = paint  # type: ignore[method-assign]  # heard once for each painting of the whole
    assert QApplication.instance() is None
    return program.main()


if __name__ == "__main__":
    sys.exit(main())
