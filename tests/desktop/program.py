"""The whole program on a virtual desktop, and somebody who uses it.

Owns: starting `assent host --window` (or another command that shows the window) with a profile, and the acts of a
person that take more than one key. What stays true: everything goes through the screen; nothing asks the host.
"""

from __future__ import annotations

import asyncio
import contextlib
import sys
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tests.desktop.display import Desktop
from tests.desktop.hands import Hands
from tests.desktop.sight import Sight, Thing
from tests.support.waiting import eventually_blocking

ROOT: Final = Path(__file__).parents[2]
ENDING: Final = 30.0
"""Seconds for the ordered end of window, servers and log; far more than they may take."""
COMMAND: Final = (sys.executable, "-m", "host", "host", "--window")


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody at the desktop.

    Attributes:
        sight, hands: what they see and do. desktop: where.
    """

    desktop: Desktop
    sight: Sight
    hands: Hands

    # The consent window

    def until_asked(self, words: str = "") -> Thing:
        """Wait for a question whose heading has ``words``."""
        return self.sight.wait_for(lambda name: name.startswith("Approve this") or (bool(words) and words in name))

    def approve_button(self) -> Thing:
        """The button that approves, whatever it says now."""
        return self.sight.wait_for(lambda name: name.startswith("Approve "), "push button")

    def click(self, name: str, role: str = "") -> None:
        """Click on something by its name."""
        self.hands.click(self.sight.wait_for(name, role))

    def go_to(self, page: str) -> None:
        """Open a page of the main window."""
        self.hands.click(self.sight.wait_for(lambda name: name == page or name.startswith(f"{page},")))

    def settle(self) -> None:
        """Wait until the screen stands still, as far as it ever does: two looks alike."""
        last = [b""]

        def still() -> bool:
            seen = self.desktop.framebuffer.read_bytes()
            before, last[0] = last[0], seen
            return seen == before

        with contextlib.suppress(AssertionError):  # a ring that closes moves for a second
            eventually_blocking(still, within=1.0)

    def photograph(self, file: Path) -> Path:
        """Keep what the screen shows."""
        return self.desktop.photograph(file)

    def sees(self, words: str) -> bool:
        """Whether any name on screen has ``words``."""
        return self.sight.find(lambda name: words in name) is not None

    def until_seen(self, words: str, *, within: float = 20.0) -> Thing:
        """Wait for words on screen."""
        return self.sight.wait_for(lambda name: words in name, within=within)

    def until_unseen(self, words: str, *, within: float = 20.0) -> None:
        """Wait until they have gone."""
        self.sight.wait_until_gone(lambda name: words in name, within=within)

    def click_when_ready(self, name: str, *, gone: str, within: float = 20.0) -> None:
        """Click on a button again and again, as people do while it is not ready yet, until ``gone`` is gone."""

        def went() -> bool:
            button = self.sight.find(name, "push button")
            if button is not None:
                self.hands.click(button)
            return not self.sees(gone)

        self.until_seen(gone)
        eventually_blocking(went, within=within)

    def press_until_unseen(self, key: str, words: str, *, within: float = 20.0) -> None:
        """Press a key again and again, as people do while a button is not ready yet, until ``words`` are gone."""

        def gone() -> bool:
            self.hands.press(key)
            return not self.sees(words)

        eventually_blocking(gone, within=within)


@contextlib.asynccontextmanager
async def program(
    desktop: Desktop, env: Mapping[str, str], command: Sequence[str] = COMMAND, *, kept: bool = False
) -> AsyncIterator[tuple[asyncio.subprocess.Process, Person]]:
    """The program, started as a person would, until the end of the context; then it is asked to end in order.

    ``kept``: whether its standard output is a pipe to read from.
    """
    said = asyncio.subprocess.PIPE if kept else asyncio.subprocess.DEVNULL
    process = await asyncio.create_subprocess_exec(
        *command, env=dict(env), cwd=ROOT, stdin=asyncio.subprocess.DEVNULL, stdout=said
    )
    sight = Sight(desktop.env["DBUS_SESSION_BUS_ADDRESS"])
    try:
        yield process, Person(desktop, sight, Hands(desktop.env))
    finally:
        sight.close()
        with contextlib.suppress(ProcessLookupError):
            process.terminate()
        async with asyncio.timeout(ENDING):
            await process.wait()
