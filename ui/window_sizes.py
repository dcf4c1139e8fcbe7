"""The sizes of the windows, from one start to the next.

Owns: one small JSON file beside the log. Qt's own ``saveGeometry`` with ``QSettings`` is not used: it would also keep
positions, which the consent window chooses each time, and ``QSettings`` follows links, reads without a limit,
deserializes variants out of the file and leaves its permissions to the umask.

Invariants: the file holds two sizes and nothing else; one that is missing, damaged or hostile changes nothing but that
windows begin at their usual size; no window becomes smaller than its parts need or larger than its screen; the
throw-away profile of a demonstration keeps none.
"""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import Final, TypeGuard

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QWidget

from ui import kept
from ui.widgets import window_geometry

FILE_NAME: Final = "window.json"
_LARGEST: Final = 20_000
"""Pixels of the widest screen that is believed."""


class WindowSizes:
    """The sizes of some windows, by name."""

    def __init__(self, file: Path) -> None:
        self._file, self._kept = file, read(file)
        self._windows: dict[str, QWidget] = {}

    def add(self, name: str, window: QWidget) -> None:
        """Give a window that is not shown yet the size that it had, as far as its screen has room for it."""
        self._windows[name] = window
        if name in self._kept and not window.isVisible():
            window.resize(QSize(*self._kept[name]).boundedTo(window_geometry.room_of(window).size()))

    def keep(self) -> None:
        """Write the sizes of the windows that were on screen, where they changed. A failure costs the sizes alone."""
        sizes = {name: _size(window) for name, window in self._windows.items() if window.windowHandle() is not None}
        now = {**self._kept, **sizes}
        if now != self._kept:
            with contextlib.suppress(OSError):
                kept.write(self._file, now)


def read(file: Path) -> dict[str, tuple[int, int]]:
    """The sizes in a file; entries that are no size are left out."""
    return {name: (size[0], size[1]) for name, size in kept.read(file).items() if _is_size(size)}


def _is_size(size: object) -> TypeGuard[list[int]]:
    return (
        isinstance(size, list)
        and len(size) == 2
        and all(isinstance(side, int) and not isinstance(side, bool) and 0 < side <= _LARGEST for side in size)
    )


def _size(window: QWidget) -> tuple[int, int]:
    """The size without what maximising added."""
    size = window.normalGeometry().size() if window.isMaximized() or window.isFullScreen() else window.size()
    return size.width(), size.height()
