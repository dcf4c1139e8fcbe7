"""What somebody at the virtual desktop hears: the screen reader Orca, its speech in a file instead of a voice.

Owns: starting and ending Orca, and what it said.

Invariants: the words are those that Orca hands to a synthesizer, one utterance a line; no setting of a person is used.
"""

from __future__ import annotations

import contextlib
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tests.desktop.display import Desktop
from tests.support.waiting import eventually_blocking

ORCA: Final = "orca"
READY: Final = "Screen reader on."
_TO: Final = "ASSENT_TEST_SPOKEN"
_INSTEAD_OF_A_VOICE: Final = f'''
import os
from orca import settings, speech

def speak(text, acss, interrupt):
    with open(os.environ["{_TO}"], "a", encoding="utf-8") as spoken:
        spoken.write(" ".join(text.split()) + "\\n")

settings.enableSound = False
speech.init = lambda: None
speech._speak = speak
'''
"""Orca runs this file of its user before it starts."""


def missing() -> str:
    """Why nothing can be heard; empty where it can."""
    return "" if shutil.which(ORCA) else "Orca is not installed (packaging/desktop.py spoken)"


@dataclass(frozen=True, slots=True)
class Reader:
    """A running screen reader.

    Attributes:
        file: what it said.
    """

    file: Path

    def heard(self) -> list[str]:
        """All that was said so far."""
        return self.file.read_text(encoding="utf-8").splitlines()

    def wait_for(self, words: str, *, after: int = 0) -> list[str]:
        """What was said since ``after`` utterances, once these words are among it."""
        try:
            eventually_blocking(lambda: any(words in line for line in self.heard()[after:]))
        except AssertionError:
            raise AssertionError(f"not heard: {words!r}\n" + "\n".join(self.heard()[after:])) from None
        return self.heard()[after:]


@contextlib.contextmanager
def screen_reader(desktop: Desktop) -> Iterator[Reader]:
    """Orca on this desktop for as long as the context lasts; it has said that it is there."""
    place = Path(desktop.env["HOME"], "reader")
    place.mkdir()
    (place / "orca-customizations.py").write_text(_INSTEAD_OF_A_VOICE, encoding="utf-8")
    reader = Reader(place / "spoken")
    reader.file.touch()
    process = subprocess.Popen(
        [ORCA, "--user-prefs", str(place), "--enable", "speech", "--disable", "braille"],
        env=desktop.env | {_TO: str(reader.file)}, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )  # fmt: skip
    try:
        reader.wait_for(READY)
        yield reader
    finally:
        process.kill()  # it has nothing to keep, and takes its time to end
        process.wait()
