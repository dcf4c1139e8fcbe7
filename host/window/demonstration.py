"""The demonstration, started from a window of this profile.

Owns: its process, a host of its own with a throw-away profile.

Invariants: one at a time; it gets the command line of ``assent --demo``, the environment that a window gets, and
nothing of this profile; it lives on without this host, and ends when its own window quits.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from typing import Final

from host.errors import AssentError
from host.window.process import inherited, need_display
from host.words import say

COMMAND: Final = (sys.executable, "-I", "-m", "host", "--demo")


class Demonstration:
    """Starts it. ``command``: what to start."""

    def __init__(self, command: Sequence[str] = COMMAND) -> None:
        self._command = tuple(command)
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def is_running(self) -> bool:
        """Whether one runs that was started here."""
        return self._process is not None and self._process.poll() is None

    def start(self) -> None:
        """Start it; its window comes up by itself. Raises AssentError where it runs already or cannot be started."""
        if self.is_running:
            raise AssentError(say("the demonstration runs already, in a window of its own"))
        need_display(os.environ)
        try:
            self._process = subprocess.Popen(  # noqa: S603  # a command of ours, without a shell
                self._command,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                cwd="/",
                env=inherited(os.environ),
                start_new_session=True,
            )
        except OSError as error:
            raise AssentError(say("the demonstration could not be started"), detail=str(error)) from error
