"""What the window keeps from one start to the next: the person's choices about it, and the sizes of its windows.

Owns: the registry of the choices (theme, motion, notifications), their values, and the small JSON files beside the log
that keep both. Qt's own ``saveGeometry`` with ``QSettings`` is not used for sizes: it would also keep positions, which
the consent window chooses each time, and ``QSettings`` follows links, reads without a limit, deserializes variants from
the file and leaves its permissions to the umask.

Invariants: links are not followed and reading is bounded; a missing, damaged or hostile file reads as empty; files are
replaced as a whole, and only this account can read them. A choice always has one of its declared values; a change
applies at once. No window becomes smaller than its parts need or larger than its screen. A demonstration keeps nothing.
Nothing here affects what is asked or how it is answered.
"""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final, TypeGuard

from msgspec import Struct
from PySide6.QtCore import QObject, QSize, Signal
from PySide6.QtWidgets import QWidget

from host import paths
from host.errors import ConfigError
from ui.tr import mark
from ui.widgets import windows

_MAX_BYTES: Final = 1_000


def read_object(file: Path) -> dict[str, object]:
    """The JSON object in a file; empty if there is none that can be used."""
    try:
        content = json.loads(paths.read_file(file, limit=_MAX_BYTES) or b"{}")
    except (ConfigError, ValueError, RecursionError):
        return {}
    return content if isinstance(content, dict) else {}


def write_object(file: Path, values: Mapping[str, object]) -> None:
    """Replace a file's content. Raises OSError if it cannot be written."""
    temporary = file.with_name(f"{file.name}.{os.getpid()}")
    handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0), 0o600)
    try:
        with open(handle, "wb") as opened:
            opened.write(json.dumps(values, sort_keys=True).encode())
        temporary.replace(file)
    except OSError:
        temporary.unlink(missing_ok=True)
        raise


CHOICES_FILE: Final = "choices.json"
APPEARANCE: Final = mark("Appearance")
NOTIFICATIONS: Final = mark("Notifications")
OFF: Final = "off"
_SYSTEM: Final = mark("As the system")


class Choice(Struct, frozen=True):
    """One choice."""

    name: str  # its key in the file
    group: str  # the heading above it
    title: str  # what it is; marked for translation
    doc: str  # what it does; marked for translation
    options: tuple[tuple[str, str], ...]  # each value with its name; the first is the default


CHOICES: Final = (
    Choice(
        "theme",
        APPEARANCE,
        mark("Theme"),
        mark("The colours of every window of Assent."),
        (("", _SYSTEM), ("light", mark("Light")), ("dark", mark("Dark")), ("contrast", mark("High contrast"))),
    ),
    Choice(
        "motion",
        APPEARANCE,
        mark("Motion"),
        mark("Short movements show what has changed."),
        (("", _SYSTEM), (OFF, mark("None"))),
    ),
    Choice(
        "notifications",
        NOTIFICATIONS,
        mark("What waits for you"),
        mark("While you work elsewhere, the desktop says that a call or a server waits, and never what would be sent."),
        (("", mark("Tell me")), (OFF, mark("Stay quiet"))),
    ),
)
"""All choices, in the order on screen."""


class WindowChoices(QObject):
    """The values of the choices. Emits ``changed(str)``: the choice with this name has another value."""

    changed = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self._file: Path | None = None
        self._values: dict[str, str] = {}

    def value(self, name: str) -> str:
        """The value of the choice ``name``; empty for its default."""
        return self._values.get(name, "")

    def open(self, file: Path | None) -> None:
        """Load the values from a file and save changes there. ``file``: None if nothing is to be kept."""
        self._file = file
        stored = {} if file is None else read_object(file)
        for choice in CHOICES:
            value = stored.get(choice.name, "")
            self._set(choice, value if isinstance(value, str) else "")

    def choose(self, name: str, value: str) -> None:
        """Change a value. If the file cannot be written, the value is lost at the next start."""
        self._set(next(choice for choice in CHOICES if choice.name == name), value)
        if self._file is not None:
            with contextlib.suppress(OSError):
                write_object(self._file, {name: value for name, value in self._values.items() if value})

    def _set(self, choice: Choice, value: str) -> None:
        valid = value if value in dict(choice.options) else ""
        if valid != self.value(choice.name):
            self._values[choice.name] = valid
            self.changed.emit(choice.name)


@cache
def current() -> WindowChoices:
    """The choices of this window."""
    return WindowChoices()


SIZES_FILE: Final = "window.json"
_MAX_SIDE: Final = 20_000  # pixels of a side; larger sizes in the file are ignored


class WindowSizes:
    """The sizes of some windows, by name."""

    def __init__(self, file: Path) -> None:
        self._file, self._saved = file, read_sizes(file)
        self._windows: dict[str, QWidget] = {}

    def add(self, name: str, window: QWidget) -> None:
        """Keep the size of ``window``. If it is not shown yet, give it the kept size, bounded by its screen."""
        self._windows[name] = window
        if name in self._saved and not window.isVisible():
            window.resize(QSize(*self._saved[name]).boundedTo(windows.available_area(window).size()))

    def save(self) -> None:
        """Save the sizes of the windows that were on screen, if they changed. A failure loses only the sizes."""
        sizes = {name: _size(window) for name, window in self._windows.items() if window.windowHandle() is not None}
        sizes_now = {**self._saved, **sizes}
        if sizes_now != self._saved:
            with contextlib.suppress(OSError):
                write_object(self._file, sizes_now)


def read_sizes(file: Path) -> dict[str, tuple[int, int]]:
    """The sizes in a file; invalid entries are left out."""
    return {name: (size[0], size[1]) for name, size in read_object(file).items() if _is_size(size)}


def _is_size(size: object) -> TypeGuard[list[int]]:
    return (
        isinstance(size, list)
        and len(size) == 2
        and all(isinstance(side, int) and not isinstance(side, bool) and 0 < side <= _MAX_SIDE for side in size)
    )


def _size(window: QWidget) -> tuple[int, int]:
    """The size of a window; the normal size if it is maximised."""
    size = window.normalGeometry().size() if window.isMaximized() or window.isFullScreen() else window.size()
    return size.width(), size.height()
