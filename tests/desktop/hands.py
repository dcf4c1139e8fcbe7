"""What a person at the virtual desktop does: real keys and clicks of X11 (xdotool, XTEST).

Owns: every event that reaches the program from outside.

Invariants: a key goes to whatever has the focus, a click to whatever is under the pointer, as with any person; nothing
is sent to a window by its number.
"""

from __future__ import annotations

import subprocess
from typing import Final

from tests.desktop.sight import Thing
from tests.support.waiting import PATIENCE

_BETWEEN_KEYS: Final = "8"
"""Milliseconds."""
_INSIDE: Final = 6
"""Pixels."""


class Hands:
    """Keyboard and pointer of one virtual desktop."""

    def __init__(self, env: dict[str, str]) -> None:
        """``env``: of the desktop."""
        self._env = env

    def click(self, thing: Thing) -> None:
        """Click on the middle of it."""
        x, y = thing.middle
        self._do("mousemove", str(x), str(y), "click", "1")

    def click_corner(self, thing: Thing) -> None:
        """Click just inside its upper left corner, where a window has nothing that reacts."""
        x, y = thing.box[:2]
        self._do("mousemove", str(x + _INSIDE), str(y + _INSIDE), "click", "1")

    def point_at(self, thing: Thing) -> None:
        """Move the pointer there."""
        x, y = thing.middle
        self._do("mousemove", str(x), str(y))

    def scroll_down(self, notches: int) -> None:
        """Turn the wheel where the pointer is."""
        self._do("click", "--repeat", str(notches), "--delay", _BETWEEN_KEYS, "5")

    def scroll_up(self, notches: int) -> None:
        """Turn it back."""
        self._do("click", "--repeat", str(notches), "--delay", _BETWEEN_KEYS, "4")

    def scroll_down_and_press(self) -> None:
        """Turn the wheel by a notch, and press what is under the pointer then before anybody could look."""
        self._do("click", "5", "click", "1")

    def press(self, *keys: str) -> None:
        """Press each key or chord once, as xdotool names them: ``ctrl+Return``, ``Escape``."""
        self._do("key", "--delay", _BETWEEN_KEYS, *keys)

    def type(self, text: str) -> None:
        """Type ``text``."""
        self._do("type", "--delay", _BETWEEN_KEYS, text)

    def windows(self) -> list[str]:
        """The titles of the windows that are on screen: neither hidden nor minimised."""
        found = self._ask("search", "--onlyvisible", "--name", "")
        return [self._ask("getwindowname", number).strip() for number in found.split()]

    def _ask(self, *arguments: str) -> str:
        done = subprocess.run(
            ["xdotool", *arguments], env=self._env, check=False, timeout=PATIENCE, capture_output=True
        )
        return done.stdout.decode("utf-8", "replace")

    def _do(self, *arguments: str) -> None:
        subprocess.run(["xdotool", *arguments], env=self._env, check=True, timeout=PATIENCE, capture_output=True)
