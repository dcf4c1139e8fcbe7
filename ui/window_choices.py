"""What the window keeps from one start to the next: what a person chose about it, and the sizes of its windows.

Owns: the registry of the choices (how it looks, how it moves, when it speaks up), which of them is in force, and the
small JSON files beside the log that keep both. Qt's own ``saveGeometry`` with ``QSettings`` is not used for sizes: it
would also keep positions, which the consent window chooses each time, and ``QSettings`` follows links, reads without a
limit, deserializes variants out of the file and leaves its permissions to the umask.

Invariants: of a file links are not followed, and no more than a bound is read; one that is missing, damaged or hostile
reads as empty; what is written is whole at every moment, and for this account alone. A choice has one of its declared
values, whatever stands in the file; a change counts at once. No window becomes smaller than its parts need or larger
than its screen. The throw-away profile of a demonstration keeps nothing. Nothing here touches what is asked or how it
is answered.
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

from ui.tr import mark
from ui.widgets import windows

_MOST_BYTES: Final = 1_000


def read_object(file: Path) -> dict[str, object]:
    """The object in a file; empty where there is none that can be used."""
    try:
        handle = os.open(file, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))
        with open(handle, "rb") as opened:
            found = json.loads(opened.read(_MOST_BYTES))
    except (OSError, ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def write_object(file: Path, values: Mapping[str, object]) -> None:
    """Replace a file's content.

    Raises:
        OSError: it cannot be written.
    """
    fresh = file.with_name(f"{file.name}.{os.getpid()}")
    handle = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0), 0o600)
    try:
        with open(handle, "wb") as opened:
            opened.write(json.dumps(values, sort_keys=True).encode())
        fresh.replace(file)
    except OSError:
        fresh.unlink(missing_ok=True)
        raise


CHOICES_FILE: Final = "choices.json"
APPEARANCE: Final = mark("Appearance")
NOTIFICATIONS: Final = mark("Notifications")
OFF: Final = "off"
_SYSTEM: Final = mark("As the system")


class Choice(Struct, frozen=True):
    """One choice.

    Attributes:
        name: in the file. group: the heading under which it stands. title, doc: what it is, marked for translation.
        options: each value with its name; the first is what counts where nobody chose.
    """

    name: str
    group: str
    title: str
    doc: str
    options: tuple[tuple[str, str], ...]


CHOICES: Final = (
    Choice(
        "theme",
        APPEARANCE,
        mark("Theme"),
        mark("The colours of every window of Assent."),
        (
            ("", _SYSTEM),
            ("light", mark("Light")),
            ("dark", mark("Dark")),
            ("contrast", mark("High contrast")),
        ),
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
"""All of them, in the order in which a screen shows them."""


class WindowChoices(QObject):
    """The choices in force.

    Signals:
        changed(str): another value counts for the choice of this name.
    """

    changed = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self._file: Path | None = None
        self._values: dict[str, str] = {}

    def value(self, name: str) -> str:
        """What counts for the choice ``name``; empty for its default."""
        return self._values.get(name, "")

    def open(self, file: Path | None) -> None:
        """Take over what a file says, and keep changes there. ``file``: None where nothing is to be kept."""
        self._file = file
        found = {} if file is None else read_object(file)
        for choice in CHOICES:
            value = found.get(choice.name, "")
            self._set(choice, value if isinstance(value, str) else "")

    def choose(self, name: str, value: str) -> None:
        """Let another value count from now on. A file that cannot be written costs the next start alone."""
        self._set(next(choice for choice in CHOICES if choice.name == name), value)
        if self._file is not None:
            with contextlib.suppress(OSError):
                write_object(self._file, {name: value for name, value in self._values.items() if value})

    def _set(self, choice: Choice, value: str) -> None:
        known = value if value in dict(choice.options) else ""
        if known != self.value(choice.name):
            self._values[choice.name] = known
            self.changed.emit(choice.name)


@cache
def current() -> WindowChoices:
    """The one set of choices of this window."""
    return WindowChoices()


SIZES_FILE: Final = "window.json"
_LARGEST: Final = 20_000
"""Pixels of the widest screen that is believed."""


class WindowSizes:
    """The sizes of some windows, by name."""

    def __init__(self, file: Path) -> None:
        self._file, self._kept = file, read_sizes(file)
        self._windows: dict[str, QWidget] = {}

    def add(self, name: str, window: QWidget) -> None:
        """Give a window that is not shown yet the size that it had, as far as its screen has room for it."""
        self._windows[name] = window
        if name in self._kept and not window.isVisible():
            window.resize(QSize(*self._kept[name]).boundedTo(windows.room_of(window).size()))

    def keep(self) -> None:
        """Write the sizes of the windows that were on screen, where they changed. A failure costs the sizes alone."""
        sizes = {name: _size(window) for name, window in self._windows.items() if window.windowHandle() is not None}
        now = {**self._kept, **sizes}
        if now != self._kept:
            with contextlib.suppress(OSError):
                write_object(self._file, now)


def read_sizes(file: Path) -> dict[str, tuple[int, int]]:
    """The sizes in a file; entries that are no size are left out."""
    return {name: (size[0], size[1]) for name, size in read_object(file).items() if _is_size(size)}


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
