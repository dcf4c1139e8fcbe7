"""Whom to ask what the desktop wishes of motion.

Owns: the choice by system, and the look at a Mac's preferences. What stays true: it is asked after the window stands,
and nothing waits for the answer; where nobody answers, nothing was wished.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final

from PySide6.QtCore import QObject, QProcess, QTimer

from ui.theme import motion

SETTLED: Final = 1.0
"""Seconds after the start by which the window stands: asking must not make it later."""
MAC: Final = ("/usr/bin/defaults", "read", "com.apple.universalaccess", "reduceMotion")
_PATIENCE: Final = 5_000
"""Milliseconds for the Mac's answer; it reads a file."""


def follow(parent: QObject) -> None:
    """Let ``motion`` know what the desktop wishes, for as long as ``parent`` lives."""
    if sys.platform == "darwin":
        Preference(MAC, parent).answered.append(_tell)
    elif _has_bus():
        from ui.theme.portal import Portal, session_bus

        Portal(session_bus(), parent).wished.connect(_tell)


def _tell(still: bool) -> None:
    motion.wish(still=still)


def _has_bus() -> bool:
    """Whether a session has a bus: without an address libdbus would start one of its own."""
    runtime = os.environ.get("XDG_RUNTIME_DIR", "")
    return bool(os.environ.get("DBUS_SESSION_BUS_ADDRESS")) or bool(runtime and Path(runtime, "bus").exists())


class Preference(QObject):
    """One preference, asked of a program once: it prints ``1`` where nothing should move.

    Attributes:
        answered: are called with whether nothing should move; never, where the program cannot say.
    """

    def __init__(self, command: tuple[str, ...], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.answered: list[Callable[[bool], None]] = []
        self._process = QProcess(self)
        self._process.finished.connect(self._on_finished)
        self._process.start(command[0], list(command[1:]))
        QTimer.singleShot(_PATIENCE, self._process, self._process.kill)

    @property
    def is_over(self) -> bool:
        """Whether the program has ended, or never began."""
        return self._process.state() is QProcess.ProcessState.NotRunning

    def _on_finished(self, code: int) -> None:
        if code == 0:
            still = bytes(self._process.readAllStandardOutput().data()).strip() == b"1"
            for tell in self.answered:
                tell(still)
