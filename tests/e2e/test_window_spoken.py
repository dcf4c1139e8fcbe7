"""What a screen reader really says of questions and pages: the real window on a virtual desktop, and Orca."""

from __future__ import annotations

import contextlib
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import pairwise

import pytest

from tests.desktop.display import Desktop, virtual_desktop
from tests.desktop.hands import Hands
from tests.desktop.reader import Reader, missing, screen_reader
from tests.support.hosts import ROOT
from tests.support.waiting import eventually_blocking

pytestmark = [pytest.mark.full, pytest.mark.skipif(bool(missing()), reason=missing())]

STOPS = 80
"""More than Tab meets in any of these windows in two times around."""
BREATH = 400
"""Characters that are said without a pause, at most."""
SILENCE = 5.0
"""Seconds in which a stop that was reached says something, on a busy machine too."""


@dataclass(frozen=True, slots=True)
class Ears:
    """Somebody at the desktop who hears."""

    desktop: Desktop
    reader: Reader

    @contextlib.contextmanager
    def window(self, situation: str, first: str, armed: str = "") -> Iterator[list[str]]:
        """The utterances from the opening of a window until Tab came around to where it began.

        ``armed``: what is heard of a button that Tab passes over until it is armed; Tab goes around until then.
        """
        before = len(self.reader.heard())
        command = [sys.executable, "-m", "tests.gallery.shown", situation]
        quiet = subprocess.DEVNULL
        shown = subprocess.Popen(command, env=self.desktop.env, cwd=ROOT, stdout=subprocess.PIPE, stderr=quiet)
        assert shown.stdout is not None
        try:
            assert shown.stdout.readline() == b"shown\n"
            self.reader.wait_for(first, after=before)
            self._walk(lambda: any(armed in line for line in self.reader.heard()[before:]))
            yield self.reader.heard()[before:]
        finally:
            shown.kill()
            shown.communicate()

    def _walk(self, is_done: Callable[[], bool]) -> None:
        """Press Tab until what was heard at first is heard again; where it began may not be the first stop.

        ``is_done``: whether one time around was enough.
        """
        hands, stops = Hands(self.desktop.env), list[str]()
        for _ in range(STOPS):
            count = len(self.reader.heard())
            hands.press("Tab")
            with contextlib.suppress(AssertionError):
                eventually_blocking(partial(self._more_than, count), within=SILENCE)
            said = " ".join(self.reader.heard()[count:])
            if said and said in stops[:3] and is_done():
                return
            stops.append(said)

    def _more_than(self, count: int) -> bool:
        return len(self.reader.heard()) > count


@pytest.fixture(scope="module")
def ears() -> Iterator[Ears]:
    with virtual_desktop() as desktop, screen_reader(desktop) as reader:
        yield Ears(desktop, reader)


def place(said: list[str], words: str) -> int:
    """At which utterance these words come first."""
    found = next((at for at, line in enumerate(said) if words.casefold() in line.casefold()), None)
    assert found is not None, f"not heard: {words!r}\n" + "\n".join(said)
    return found


def held(said: list[str], *, first: list[str], then: str) -> None:
    """All of ``first`` is heard, in whatever order, before ``then``."""
    at = place(said, then)
    assert not [words for words in first if place(said, words) >= at], "\n".join(said)


def holds_everywhere(said: list[str]) -> None:
    """What nobody should hear: signs by their names, markup, parts of Qt, one thing twice in a row, all in a breath."""
    assert not [line for line in said if any(sign in line for sign in ("▸", "→", "↳", "<qt", "<p ", "layered pane"))]
    assert not [line for line, after in pairwise(said) if line == after]
    assert max(map(len, said)) < BREATH, "\n".join(said)


def holds_for_every_question(said: list[str]) -> None:
    holds_everywhere(said)
    assert sum("Question: " in line for line in said) == 1
    held(said, first=["wants to", "Arrow keys scroll"], then="Deny push button")
    held(said, first=["Deny push button", "Nothing is sent"], then="Edit… push button")


def test_a_harmless_read(ears: Ears) -> None:
    with ears.window("consent-read", "Question: ", armed="Approve once") as said:
        holds_for_every_question(said)
        held(said, first=["Value of path", "notes/summary.txt"], then="Deny push button")
        held(said, first=["Deny push button"], then="Approve once push button")
        assert not any("Danger" in line for line in said)


def test_danger_is_heard_before_any_button(ears: Ears) -> None:
    with ears.window("consent-danger", "Question: ") as said:
        holds_for_every_question(said)
        held(said, first=["Dangerous: read closely", "Chosen by a stranger's text"], then="push button")
        held(said, first=["Danger: Chosen by", "board-archive@mail-backup.example.net"], then="Deny push button")


def test_an_overwrite_with_its_changes(ears: Ears) -> None:
    with ears.window("consent-replaces", "Question: ", armed="Approve without reading") as said:
        holds_for_every_question(said)
        held(said, first=["notes/summary.txt", "Change of content"], then="Deny push button")
        held(said, first=["Deny push button"], then="Approve without reading")


def test_a_message_with_whom_it_goes_to(ears: Ears) -> None:
    with ears.window("consent-mail", "Question: ", armed="Approve once") as said:
        holds_for_every_question(said)
        held(said, first=["6 findings, first: Secret"], then="push button")
        held(said, first=["mara@example.org", "Numbers of the third quarter"], then="Deny push button")
        held(said, first=["Deny push button"], then="Approve once push button")


def test_what_a_yes_still_lacks(ears: Ears) -> None:
    with ears.window("consent-sign-none", "Question: ") as said:
        holds_for_every_question(said)
        held(said, first=["Choose who signs first"], then="Deny push button")


def test_a_batch_row_by_row(ears: Ears) -> None:
    with ears.window("consent-alike-few", "2 times") as said:
        held(said, first=["2 times"], then="push button")
        for words in (
            "Deny all 2… push button",
            "table with 2 rows",
            "Call 1: not ticked",
            "quarter-2/summary-1.md",
        ):
            place(said, words)
        assert max(map(len, said)) < BREATH


def test_the_history_its_numbers_and_one_call(ears: Ears) -> None:
    with ears.window("history-call", "History") as said:
        holds_everywhere(said)
        held(said, first=["Calls by decision.", "Allowed without asking: 116"], then="Filter the history text")
        held(said, first=["A minus excludes"], then="Calls, newest first")
        held(
            said, first=["Approved.", "Succeeded.", "Claude Code.", "files, write_file"], then="Close panel push button"
        )
        at = place(said, "Close panel push button")
        held(said[at:], first=["Replace notes/summary.txt, Approved, Succeeded"], then="Why? push button")
        held(said[at:], first=["Found: Look-alike letters, danger"], then="Value of path")
        held(said[at:], first=["Wrote 30 bytes", "Asked. The rules ask a person"], then="Advanced: records push button")


def test_a_server_and_what_it_starts(ears: Ears) -> None:
    with ears.window("servers", "Server: web, Failed") as said:
        holds_everywhere(said)
        held(said, first=["Test push button", "No tool is called"], then="Calls in the last hour")
        for words in ("12 calls, 9 failed", "Vouch for this server… push button", "Add a server… push button"):
            place(said, words)


def test_what_would_be_started_is_heard_before_the_start(ears: Ears) -> None:
    with ears.window("review-start", "Server: files", armed="Start it and look") as said:
        holds_everywhere(said)
        command = "npx -y @modelcontextprotocol/server-filesystem /home/ana/work"
        held(said, first=[command, "Program: /usr", "Variables: GITHUB_TOKEN"], then="Start it and look push button")


def test_the_rules_and_how_they_are_found(ears: Ears) -> None:
    with ears.window("rules", "Rules") as said:
        holds_everywhere(said)
        held(said, first=["Search the rules text", "Whose rules: Yours check box"], then="table with 200 rows")
        place(said, "Enter opens the chosen rule")
