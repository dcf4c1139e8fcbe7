"""How long animations last, and whether the person wants none.

Owns: the one answer to "is motion reduced?", and asking the desktop for it (a portal on Linux, a preference on a Mac).

Invariants:
    With reduced motion nothing moves. ``ASSENT_REDUCED_MOTION`` wins over the desktop's setting.
    The desktop is asked after the window is up and nothing waits for its answer; no answer means no wish.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Final

from PySide6.QtCore import QObject, QProcess, QTimer, Signal
from PySide6.QtWidgets import QApplication, QStyle

QUICK: Final = 120
"""Milliseconds of every change that is worth a motion."""


class _DesktopSetting:
    """Whether the desktop wants no motion (``ui.theme.portal``), or the person chose none."""

    still = False
    chosen = False


def set_reduced(still: bool) -> None:
    """The desktop says whether nothing should move. It counts from the next motion on."""
    _DesktopSetting.still = still


def choose(*, still: bool) -> None:
    """The person chose whether nothing should move, whatever the desktop says."""
    _DesktopSetting.chosen = still


def reduced() -> bool:
    """Whether nothing should move: by our variable, else as the person, the desktop or the system's style has it."""
    if asked := os.environ.get("ASSENT_REDUCED_MOTION", ""):
        return asked != "0"
    style = QApplication.style() if isinstance(QApplication.instance(), QApplication) else None
    is_still = style is not None and not style.styleHint(QStyle.StyleHint.SH_Widget_Animation_Duration)
    return _DesktopSetting.chosen or _DesktopSetting.still or is_still


def duration() -> int:
    """Milliseconds of a motion, 0 where nothing should move."""
    return 0 if reduced() else QUICK


SETTLED: Final = 1.0
"""Seconds after the start by which the window stands: asking must not make it later."""
MAC: Final = ("/usr/bin/defaults", "read", "com.apple.universalaccess", "reduceMotion")
_PATIENCE: Final = 5_000
"""Milliseconds for the Mac's answer; it reads a file."""


def follow_desktop(parent: QObject) -> None:
    """Let ``motion`` know what the desktop wishes, for as long as ``parent`` lives."""
    if sys.platform == "darwin":
        Preference(MAC, parent).wished.connect(set_reduced)
    elif _has_bus():
        from ui.theme.portal import Portal, session_bus

        Portal(session_bus(), parent).wished.connect(set_reduced)


def _has_bus() -> bool:
    """Whether a session has a bus: without an address libdbus would start one of its own."""
    runtime = os.environ.get("XDG_RUNTIME_DIR", "")
    return bool(os.environ.get("DBUS_SESSION_BUS_ADDRESS")) or bool(runtime and Path(runtime, "bus").exists())


class Preference(QObject):
    """One preference, asked of a program once: it prints ``1`` where nothing should move.

    Signals:
        wished(bool): whether nothing should move; never, where the program cannot say.
    """

    wished = Signal(bool)

    def __init__(self, command: tuple[str, ...], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._process = QProcess(self)
        self._process.finished.connect(self._on_finished)
        self._process.start(command[0], list(command[1:]))
        QTimer.singleShot(_PATIENCE, self._process, self._process.kill)

    def _on_finished(self, code: int) -> None:
        if code == 0:
            self.wished.emit(bytes(self._process.readAllStandardOutput().data()).strip() == b"1")
