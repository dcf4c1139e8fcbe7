"""The parent's end of a worker program, which takes what could stop this one.

Owns: starting it, one question at a time, ending it. ``schema_worker`` applies schemas from strangers,
``inspection_worker`` parses and looks through their texts, ``apps_worker`` reads and changes files of AI apps.
Invariants: each wait is bounded by a constant here or by the caller;
the program inherits no secret; a worker that broke once is ended, never asked again.
"""

from __future__ import annotations

import asyncio
import contextlib
import fcntl
import logging
import os
import signal
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final, cast

from host import errors, schema_worker, tasks

_PIPE: Final = 1 << 20
"""Bytes that wait in a pipe to a worker, at most; more is no ordinary user's to ask for."""
SEND_SECONDS: Final = 5.0
"""To hand a job over: 32 MiB through a pipe, on a busy machine."""
START_SECONDS: Final = 10.0
"""To start a worker and warm it: 0.1 s, on a busy machine some times that."""
END_SECONDS: Final = 2.0
"""To see a killed worker go."""

BROKEN: Final = (TimeoutError, OSError, EOFError, errors.MalformedJson)
"""What a worker can do to its parent: be late, be gone, stop in mid-frame, talk nonsense."""

_MAX_ANSWER: Final = 1 << 20
"""Bytes of an answer: ``MAX_VIOLATIONS`` bounded ones are far fewer."""
_ENVIRONMENT: Final = ("PATH", "SYSTEMROOT", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH")
"""What a Python interpreter may need to start; nothing else is inherited."""

_log = logging.getLogger(__name__)


class Worker:
    """A running and warm worker program."""

    def __init__(self, process: Process, what: str = "schema worker", max_answer: int = _MAX_ANSWER) -> None:
        """``process``: started with pipes on both sides. ``what``: its name in logs. ``max_answer``: bytes."""
        self._process, self._what, self._max_answer = process, what, max_answer
        self._stdin = cast("asyncio.StreamWriter", process.stdin)
        self._stdout = cast("asyncio.StreamReader", process.stdout)

    @property
    def pid(self) -> int:
        """Its process id."""
        return self._process.pid

    async def ask(self, schema: bytes, value: bytes, seconds: float) -> bytes:
        """The answer to one job, at the latest ``seconds`` after it was handed over. Raises one of ``BROKEN``."""
        head = schema_worker.HEADER.pack(len(schema)) + schema + schema_worker.HEADER.pack(len(value))
        self._stdin.writelines([head, value])
        async with asyncio.timeout(SEND_SECONDS):
            await self._stdin.drain()
        return await self.receive(seconds)

    async def receive(self, seconds: float) -> bytes:
        """One frame, within ``seconds``. Raises one of ``BROKEN``."""
        async with asyncio.timeout(seconds):
            (length,) = schema_worker.HEADER.unpack(await self._stdout.readexactly(schema_worker.HEADER.size))
            if length > self._max_answer:
                raise errors.MalformedJson(f"The {self._what} said too much.")
            return await self._stdout.readexactly(length)

    def hang_up(self) -> None:
        """Say that nothing more will come. What is asked already goes on, where the program does not end by this."""
        self._stdin.close()

    async def end(self) -> None:
        """Kill the process and wait, at most twice ``END_SECONDS``, until it is gone. It holds nothing to lose.

        A caller that is cancelled meanwhile still waits: pipes and exit status may not outlive the event loop.
        """
        ending = tasks.spawn(self._end(), name=f"end the {self._what}")
        try:
            await asyncio.shield(ending)
        finally:
            await asyncio.wait({ending})

    async def _end(self) -> None:
        self._stdin.close()
        # If its output has ended it goes by itself.
        if self._stdout.at_eof() and await self._gone():
            return
        if self._process.returncode is None:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                # Not Process.kill(): that polls first, and may take the exit status from asyncio's own watcher.
                os.killpg(self.pid, signal.SIGKILL)
        if not await self._gone():
            _log.error("a killed %s does not end (process %d)", self._what, self.pid)

    async def _gone(self) -> bool:
        """Whether the process and its pipes are gone within ``END_SECONDS``."""
        try:
            async with asyncio.timeout(END_SECONDS):
                await self._process.communicate()
        except TimeoutError:
            return False
        return True


def _widen(process: Process) -> None:
    """Let a long question go to the program at once, where the system can: else each 64 KiB wait for its turn."""
    if (size := getattr(fcntl, "F_SETPIPE_SZ", None)) is not None and (stdin := process.stdin) is not None:
        # The person's pipes hold as much as they may already, or the program ended at once.
        with contextlib.suppress(OSError, ValueError):
            fcntl.fcntl(stdin.get_extra_info("pipe").fileno(), size, _PIPE)


async def launch(
    program: Sequence[str] = (),
    what: str = "schema worker",
    *,
    max_answer: int = _MAX_ANSWER,
    environment: Mapping[str, str] = MappingProxyType({}),
) -> Worker | None:
    """A warm worker; or None, with the reason in the log.

    Args:
        program: what the interpreter is told to run; the schema worker where it is empty.
        what: its name in logs.
        max_answer: bytes of one answer.
        environment: variables beside those that an interpreter needs.
    """
    needed = {name: os.environ[name] for name in _ENVIRONMENT if name in os.environ}
    try:
        # -I: neither variables nor the current directory decide what is imported. A session of its own: an interrupt
        # from the terminal is the host's to handle, in order.
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-I", *(program or (schema_worker.__file__,))),
            stdin=PIPE,
            stdout=PIPE,
            stderr=DEVNULL,
            env=needed | {**environment},
            start_new_session=True,
        )
    except OSError as error:
        _log.error("the %s cannot be started: %s", what, error)
        return None
    _widen(process)
    worker = Worker(process, what, max_answer)
    try:
        await worker.receive(START_SECONDS)
    except BROKEN as error:
        _log.error("the %s does not get ready: %s", what, type(error).__name__)
        await worker.end()
        return None
    except BaseException:
        await worker.end()
        raise
    return worker
