"""What a person chose about the window itself: how it looks, how it moves, when it speaks up.

Owns: the registry of these choices, which of them is in force, and the file that keeps them.

Invariants: a choice has one of its declared values, whatever stands in the file; a change counts at once; the
throw-away profile of a demonstration keeps none. Nothing here touches what is asked or how it is answered.
"""

from __future__ import annotations

import contextlib
from functools import cache
from pathlib import Path
from typing import Final

from msgspec import Struct
from PySide6.QtCore import QObject, Signal

from ui import kept
from ui.tr import mark

FILE_NAME: Final = "choices.json"
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
        found = {} if file is None else kept.read(file)
        for choice in CHOICES:
            value = found.get(choice.name, "")
            self._set(choice, value if isinstance(value, str) else "")

    def choose(self, name: str, value: str) -> None:
        """Let another value count from now on. A file that cannot be written costs the next start alone."""
        self._set(next(choice for choice in CHOICES if choice.name == name), value)
        if self._file is not None:
            with contextlib.suppress(OSError):
                kept.write(self._file, {name: value for name, value in self._values.items() if value})

    def _set(self, choice: Choice, value: str) -> None:
        known = value if value in dict(choice.options) else ""
        if known != self.value(choice.name):
            self._values[choice.name] = known
            self.changed.emit(choice.name)


@cache
def current() -> WindowChoices:
    """The one set of choices of this window."""
    return WindowChoices()
