"""How long animations last, and whether the person or the desktop (a portal, a preference) wants none.

Invariants:
    With reduced motion nothing moves. ``ASSENT_REDUCED_MOTION`` wins over the desktop's setting.
    The desktop is asked after the window is shown, and nothing waits for its answer; no answer means "not reduced".
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Final

from PySide6.QtCore import QObject, QProcess, QTimer, Signal
from PySide6.QtWidgets import QApplication, QStyle

QUICK: Final = 120  # milliseconds of an animation


class _Reduced:
    """Who wants reduced motion: the desktop (``ui.theme.portal``), or the person in Assent's settings."""

    by_desktop = False
    by_person = False


def set_reduced(reduced: bool) -> None:
    """Set whether the desktop wants reduced motion, from the next animation on."""
    _Reduced.by_desktop = reduced


def set_reduced_by_person(*, reduced: bool) -> None:
    """Set whether the person chose reduced motion, whatever the desktop says."""
    _Reduced.by_person = reduced


def reduced() -> bool:
    """Whether nothing should move: by environment variable, else if person, desktop or system style say so."""
    if variable := os.environ.get("ASSENT_REDUCED_MOTION", ""):
        return variable != "0"
    style = QApplication.style() if isinstance(QApplication.instance(), QApplication) else None
    has_no_animation = style is not None and not style.styleHint(QStyle.StyleHint.SH_Widget_Animation_Duration)
    return _Reduced.by_person or _Reduced.by_desktop or has_no_animation


def duration() -> int:
    """Milliseconds of an animation; 0 if motion is reduced."""
    return 0 if reduced() else QUICK


SETTLED: Final = 1.0  # seconds after the start when the desktop is asked; by then the window is shown
MAC: Final = ("/usr/bin/defaults", "read", "com.apple.universalaccess", "reduceMotion")
_PATIENCE: Final = 5_000  # milliseconds for the Mac's answer; it reads a file


def follow_desktop(parent: QObject) -> None:
    """Follow the desktop's setting for reduced motion for as long as ``parent`` lives."""
    if sys.platform == "darwin":
        Preference(MAC, parent).answered.connect(set_reduced)
    elif _has_bus():
        from ui.theme.portal import Portal, session_bus

        Portal(session_bus(), parent).answered.connect(set_reduced)


def _has_bus() -> bool:
    """Whether the session has a bus: without an address libdbus would start one of its own."""
    runtime = os.environ.get("XDG_RUNTIME_DIR", "")
    return bool(os.environ.get("DBUS_SESSION_BUS_ADDRESS")) or bool(runtime and Path(runtime, "bus").exists())


class Preference(QObject):
    """A preference that a program prints once: ``1`` for reduced motion."""

    answered = Signal(bool)  # whether motion is reduced; never emitted if the program fails

    def __init__(self, command: tuple[str, ...], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._process = QProcess(self)
        self._process.finished.connect(self._on_finished)
        self._process.start(command[0], list(command[1:]))
        QTimer.singleShot(_PATIENCE, self._process, self._process.kill)

    def _on_finished(self, code: int) -> None:
        if code == 0:
            self.answered.emit(bytes(self._process.readAllStandardOutput().data()).strip() == b"1")
