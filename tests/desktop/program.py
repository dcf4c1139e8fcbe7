"""The whole program on a virtual desktop, and somebody who uses it.

Owns: starting `assent host --window` (or another command that shows the window) with a profile, and the acts of a
person that take more than one key.

Invariants: everything goes through the screen; nothing asks the host.
"""

from __future__ import annotations

import asyncio
import contextlib
import sys
import time
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tests.desktop.display import Desktop
from tests.desktop.hands import Hands
from tests.desktop.sight import Sight, Thing
from tests.support.waiting import PATIENCE, eventually_blocking

ROOT: Final = Path(__file__).parents[2]
READ_FIRST: Final = "Read to the end"
"""What stands above the buttons where Assent wants more care, in its first words."""
PASSED_OVER: Final = "Part of what is shown has not been on screen yet."
"""What stands there where the end was, and something before it was not."""
UNREAD: Final = "without reading"
"""What stands on the button where it wants less care, and something was not on screen yet."""
PASSES: Final = 5
"""Times that what was passed over too fast is read again, and that a click which a page moved away is made again."""
PAGE: Final = 60
"""Notches of the wheel from the top of a page to its end, or more."""
_MOST_STOPS: Final = 40
STILL: Final = 0.15
"""Seconds without a change after which the screen stands still: a busy window draws a new layout some frames late."""
ASKS: Final = "Approve this action?"
"""How the title of the window begins that asks whether a call may be sent."""
OWN_ACCORD: Final = 5.0
"""Seconds for the window manager to give a new question the keyboard, where it does."""
QUESTION: Final = "Question: "
"""How what the window asks begins, for who hears it."""
SOON: Final = "Ready in a moment"
"""How a button begins that says of itself that it arms."""
COMMAND: Final = (sys.executable, "-I", "-m", "host", "host", "--window")


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

    def cover(self, which: str, how_long: str) -> None:
        """Let the yes cover more than this once."""
        for choice in ("Approve for longer…", which, how_long):
            self.settle()  # what can be chosen makes room for itself
            self.click(choice)

    def read_on(self, notches: int = 30, over: str = "The question") -> None:
        """Turn the wheel over these words, those of a question or a page, to the end of what they stand in.

        On a slow screen that may pass over what was never painted, which does not count as read, and what stands there
        may grow while the wheel turns: then slowly, again.
        """
        self.hands.point_at(self.sight.wait_for(over))
        self.hands.scroll_down(notches)
        for _ in range(PASSES):
            self.settle()
            if not any(map(self.sees, (READ_FIRST, PASSED_OVER, UNREAD))):
                return
            self.hands.scroll_up(notches)
            for _ in range(notches):
                self.hands.scroll_down(1)

    def sign(self, who: str, secret: str) -> None:
        """Read on, then sign as somebody by the keyboard alone.

        It returns once that was tried; what came of it is on the screen.
        """
        self.read_on()
        self.hands.press("F6")
        self.tab_to("radio button")
        for _ in range(_MOST_STOPS):
            if any(thing.name.startswith(f"{who} · ") for thing in self.sight.focused()):
                break
            self.hands.press("Down")
        self.hands.press("space")
        self.tab_to("text", "PIN or passphrase")
        self.hands.type(secret)
        self.until_unseen("Enter the PIN first.")
        self.read_on()  # only now the button says what was passed over too fast
        self.until_ready("Sign")
        self.hands.press("ctrl+Return")
        self.until_unseen("Checking…")

    def open_edit(self) -> None:
        """Open the form in which inputs are changed."""
        self.click("Edit…")
        self.until_seen("Change the inputs")

    def add_to_input(self, name: str, more: str) -> None:
        """Write more behind what stands in an input of the open form."""
        self.click(name, "text")
        self.hands.press("ctrl+End")
        self.hands.type(more)

    def use_inputs(self) -> None:
        """Let the changed call be asked anew, and wait until it is."""
        self.hands.click(self.until_ready("Use these inputs"))
        self.until_unseen("Change the inputs")

    def open_alike(self) -> None:
        """Open the table of the calls that are alike to the one that is asked."""
        self.click("See them side by side")
        self.until_seen("Calls side by side")

    def approve_alike(self, calls: int) -> None:
        """Look at each of so many calls in the open table, tick them, and approve them."""
        for number in range(2, calls + 1):
            self.hands.press("Down")
            self.until_seen(f"Call {number}: not ticked, seen")
        self.click(f"Tick the {calls} that you have seen")
        self.hands.click(self.until_ready(f"Approve the {calls} ticked"))
        self.until_unseen("Calls side by side")

    def deny_because(self, reason: str) -> None:
        """Deny with one of the usual reasons, and wait until another tool is asked about, or none."""
        asked = self._asked()
        self.click("Deny with a reason…")
        self.sight.wait_for(f"Deny: {reason}")
        self.settle()  # the buttons that were there make room first
        self.hands.click(self.sight.wait_for(f"Deny: {reason}"))
        self.sight.wait_until_gone(asked)

    def deny_saying(self, reason: str) -> None:
        """Deny with a reason in one's own words, and wait as ``deny_because`` does."""
        asked = self._asked()
        self.click("Deny with a reason…")
        self.until_seen("Reason for the denial")
        self.hands.type(reason)
        self.hands.press("Return")
        self.sight.wait_until_gone(asked)

    def tab_to(self, role: str, name: str = "") -> None:
        """Press Tab until the keyboard is at something of that role and name, if it is not there already."""
        for _ in range(_MOST_STOPS):
            if any(thing.role == role and name in ("", thing.name) for thing in self.sight.focused()):
                return
            self.hands.press("Tab")
        raise AssertionError(f"Tab does not lead to {role} {name!r}\n{self.sight.describe()}")

    def click(self, name: str | Callable[[str], bool], role: str = "") -> None:
        """Click on something by its name, once it stands still."""
        self.hands.click(self.until_still(name, role))

    def go_to(self, page: str) -> None:
        """Open a page of the main window."""
        self.hands.click(self.until_still(lambda name: name == page or name.startswith(f"{page},")))

    def until_still(self, name: str | Callable[[str], bool], role: str = "", *, within: float = PATIENCE) -> Thing:
        """Wait for something on screen that is at one place in two looks: what comes above it moves it on."""
        seen = self.sight.wait_for(name, role, within=within)

        def still() -> bool:
            nonlocal seen
            before, seen = seen, self.sight.wait_for(name, role, within=within)
            return seen.box == before.box

        eventually_blocking(still, within=within)
        return seen

    def settle(self) -> None:
        """Wait until the screen stands still, as far as it ever does: nothing changes for ``STILL`` seconds."""
        last, since = b"", time.monotonic()

        def still() -> bool:
            nonlocal last, since
            seen = self.desktop.framebuffer.read_bytes()
            if seen != last:
                last, since = seen, time.monotonic()
            return time.monotonic() - since >= STILL

        with contextlib.suppress(AssertionError):  # a bar on Approve moves for a second
            eventually_blocking(still, within=1.0)

    def photograph(self, file: Path) -> Path:
        """Keep what the screen shows."""
        return self.desktop.photograph(file)

    def sees(self, words: str) -> bool:
        """Whether any name on screen has ``words``."""
        return self.sight.find(lambda name: words in name) is not None

    def until_seen(self, words: str, *, within: float = PATIENCE) -> Thing:
        """Wait for words on screen."""
        return self.sight.wait_for(lambda name: words in name, within=within)

    def until_lines(self, words: str, count: int) -> None:
        """Wait until so many lines of a table have these words."""

        def are_there() -> bool:
            found = (it.box[1] for it in self.sight.everything() if it.role == "cell" and words in it.name)
            return len(set(found)) >= count

        try:
            eventually_blocking(are_there)
        except AssertionError:
            raise AssertionError(f"not on {count} lines: {words!r}\n{self.sight.describe()}") from None

    def until_unseen(self, words: str, *, within: float = PATIENCE) -> None:
        """Wait until they have gone."""
        self.sight.wait_until_gone(lambda name: words in name, within=within)

    def until_ready(self, name: str | Callable[[str], bool], *, within: float = PATIENCE) -> Thing:
        """Wait until a button would react: it is enabled, and does not say that it will be ready in a moment."""
        found: list[Thing] = []

        def ready() -> bool:
            # A look at the whole desktop keeps the program busy, and the button waits for that: look once.
            if not found and (button := self.sight.find(name, "push button")) is not None:
                found.append(button)
            if found:
                found[:] = self.sight.again(found[0])
            return bool(found) and found[0].enabled and not self.sight.description(found[0]).startswith(SOON)

        try:
            eventually_blocking(ready, within=within)
        except AssertionError:
            said = [f"{it.name!r}: {self.sight.description(it)!r}" for it in found]
            raise AssertionError(f"not ready: {said}\n{self.sight.describe()}") from None
        return found[0]

    def click_when_ready(self, name: str, *, gone: str, within: float = PATIENCE) -> None:
        """Click on a button, when it would react, and wait until ``gone`` is gone, or stands for the next call.

        Where a question is asked, once. On a page what comes or goes around it, such as an alert, may move the button
        from under the pointer: then again.
        """
        self.until_seen(gone, within=within)
        is_asked, question = self.sees(QUESTION), self._question()
        self._click_ready(name, within)
        if is_asked:
            self._until_answered(question, gone, within)
            return
        for _ in range(PASSES):
            with contextlib.suppress(AssertionError):  # the click hit nothing, or its answer is slow
                self.until_unseen(gone, within=OWN_ACCORD)
                return
            with contextlib.suppress(AssertionError):  # it does not react any more: the click did hit
                self._click_ready(name, OWN_ACCORD)
        self.until_unseen(gone, within=within)

    def _click_ready(self, name: str, within: float) -> None:
        self.until_ready(name, within=within)
        self.hands.click(self.until_still(name, "push button", within=within))

    def approve_by_key(self, *, gone: str, within: float = PATIENCE) -> None:
        """Press Ctrl+Return once, when Approve is ready, and wait as ``click_when_ready`` does.

        Where it wants to be read to its end first, it is.
        """
        self.until_seen(gone, within=within)
        if self.sees(ASKS):
            self._let_keys_come()
        if self.sees(READ_FIRST):
            self.read_on()
        self.until_ready(_approves, within=within)
        question = self._question()
        self.hands.press("ctrl+Return")
        self._until_answered(question, gone, within)

    def deny_by_key(self, *, gone: str, within: float = PATIENCE) -> None:
        """Press Ctrl+D once, when keys go to the question, and wait as ``click_when_ready`` does."""
        self.until_seen(gone, within=within)
        self._let_keys_come()
        question = self._question()
        self.hands.press("ctrl+d")
        self._until_answered(question, gone, within)

    def _asked(self) -> str:
        return self.sight.wait_for(lambda name: name.startswith(QUESTION)).name

    def _question(self) -> str:
        """What is asked, and what a yes would be; empty where nothing is."""
        names = [thing.name for thing in self.sight.everything() if thing.showing]
        return " ".join(name for name in names if name.startswith(QUESTION) or _approves(name))

    def _until_answered(self, question: str, gone: str, within: float) -> None:
        """Until ``gone`` is gone or belongs to another question, which arms anew where it reads like this one."""

        def answered() -> bool:
            button = self.sight.find(_approves, "push button")
            anew = button is not None and self.sight.description(button).startswith(SOON)
            return anew or not self.sees(gone) or self._question() != question

        eventually_blocking(answered, within=within)

    def _let_keys_come(self) -> None:
        """Click into the corner of the question where keys go elsewhere.

        A question that comes while the last window of Assent is just losing the keyboard is shown beside, without it.
        """
        try:
            eventually_blocking(self._is_asked_here, within=OWN_ACCORD)
        except AssertionError:
            self.hands.click_corner(self.sight.wait_for(_is_asking))
            eventually_blocking(self._is_asked_here)

    def _is_asked_here(self) -> bool:
        return any(thing.active and _is_asking(thing.name) for thing in self.sight.everything())


def _is_asking(title: str) -> bool:
    """Whether a window of that title asks whether a call may be sent."""
    return title.startswith(ASKS)


def _approves(name: str) -> bool:
    """Whether a button of that name says yes in the consent window, or will once nothing is missing."""
    return name.startswith(("Approve ", "Sign", "Release")) and not name.endswith("…")


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
        async with asyncio.timeout(PATIENCE):
            await process.wait()
