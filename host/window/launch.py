"""A window's process that has started and waits for its secret.

Owns: the pipe to it.

Invariants: the process gets its secret over that pipe alone, when the host is ready for it; one that gets none knows
nothing, reaches nothing, and is ended.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
from collections.abc import Mapping, Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Final, Self

from host.window.display import display_problem

COMMAND: Final = (sys.executable, "-I", "-m", "ui")
KILL_GRACE: Final = 5.0
"""Seconds the system has to end a killed process; only uninterruptible I/O takes longer."""


class Launched:
    """A process that may become the window. Attributes: process: it."""

    def __init__(self, process: asyncio.subprocess.Process, writing: int) -> None:
        """``writing``: the descriptor that its secret goes to; closed by ``tell`` or ``end``."""
        self.process = process
        self._writing: int | None = writing

    @classmethod
    async def start(cls, command: Sequence[str], socket: Path, environment: Mapping[str, str]) -> Self:
        """Start ``command`` for the host that listens, or will, at ``socket``. Raises OSError where that cannot be."""
        reading, writing = os.pipe()
        try:
            process = await asyncio.create_subprocess_exec(
                *(*command, "--socket", str(socket), "--secret-fd", str(reading)),
                stdin=asyncio.subprocess.DEVNULL,
                env=environment,
                pass_fds=(reading,),
                start_new_session=False,
            )
        except BaseException:
            os.close(writing)
            raise
        finally:
            os.close(reading)
        return cls(process, writing)

    def tell(self, secret: str) -> None:
        """Let it be the window."""
        writing, self._writing = self._writing, None
        assert writing is not None, "it is told once"
        with contextlib.suppress(BrokenPipeError):  # it ended already: whoever waits for it sees that
            os.write(writing, secret.encode())  # fits a pipe: never waits
        os.close(writing)

    async def end(self) -> None:
        """Nobody needs it: end it, unless it was told its secret. Bounded."""
        if self._writing is None:
            return
        # While the pipe is open, so that it does not end by itself this very moment, with two who wait for its status.
        with contextlib.suppress(ProcessLookupError):
            self.process.kill()  # it has begun nothing
        os.close(self._writing)
        self._writing = None
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(KILL_GRACE):
                await self.process.wait()


async def launch_ahead(undo: AsyncExitStack, command: Sequence[str], socket: Path) -> Launched | None:
    """Start the window's process in this session while the host starts; None where that cannot be.

    ``undo``: ends it where it was not needed. Why it cannot be is said when there is a host for it.
    """
    if display_problem(os.environ):
        return None
    try:
        launched = await Launched.start(command, socket, os.environ)
    except OSError:
        return None
    undo.push_async_callback(launched.end)
    return launched
