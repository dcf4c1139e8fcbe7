"""The parent's side of a worker program, which does work that could block or crash this process.

Owns: starting a worker, one question at a time, ending it. ``schema_worker`` applies untrusted schemas,
``inspection_worker`` parses and searches untrusted texts, ``apps_worker`` reads and changes files of AI apps.

Invariants: each wait is bounded by a constant here or by the caller. The program inherits no secret. A worker that
failed once is ended and never used again.
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
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Final, cast

from host import errors, schema_worker, tasks

_PIPE_SIZE: Final = 1 << 20
"""Bytes of the pipe to a worker: the most that an ordinary user may request."""
SEND_SECONDS: Final = 5.0
"""To send a job: 32 MiB through a pipe, on a busy machine."""
START_SECONDS: Final = 10.0
"""To start and warm a worker: 0.1 s, on a busy machine several times that."""
END_SECONDS: Final = 2.0
"""To wait for the end of a killed worker."""

BROKEN: Final = (TimeoutError, OSError, EOFError, errors.MalformedJson)
"""The failures of a worker: too late, ended, stopped inside a frame, invalid answer."""

MAX_ANSWER: Final = 1 << 20
"""Bytes of an answer: ``MAX_VIOLATIONS`` bounded violations are far fewer."""
_FIND_HOST: Final = "import sys; sys.path.insert(0, sys.argv[1])\n"
"""Lets a program import this very ``host``, installed or not."""
_ROOT: Final = str(Path(schema_worker.__file__).parents[1])
_ENVIRONMENT: Final = ("PATH", "SYSTEMROOT", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH")
"""What a Python interpreter may need to start; nothing else is inherited."""

_log = logging.getLogger(__name__)


class Worker:
    """A running and warm worker program."""

    def __init__(self, process: Process, what: str = "schema worker", max_answer: int = MAX_ANSWER) -> None:
        self._process, self._what, self._max_answer = process, what, max_answer
        self._stdin = cast("asyncio.StreamWriter", process.stdin)
        self._stdout = cast("asyncio.StreamReader", process.stdout)

    @property
    def pid(self) -> int:
        """Its process id."""
        return self._process.pid

    async def ask(self, head: bytes, body: bytes, seconds: float) -> bytes:
        """Send one job and return its answer, at most ``seconds`` after sending it. Raises one of ``BROKEN``."""
        frame = schema_worker.HEADER.pack(len(head)) + head + schema_worker.HEADER.pack(len(body))
        self._stdin.write(frame)
        self._stdin.write(body)  # not joined: it may have megabytes
        async with asyncio.timeout(SEND_SECONDS):
            await self._stdin.drain()
        return await self.receive(seconds)

    async def receive(self, seconds: float) -> bytes:
        """Return one frame, within ``seconds``. Raises one of ``BROKEN``."""
        async with asyncio.timeout(seconds):
            (length,) = schema_worker.HEADER.unpack(await self._stdout.readexactly(schema_worker.HEADER.size))
            if length > self._max_answer:
                raise errors.MalformedJson(f"The {self._what} said too much.")
            return await self._stdout.readexactly(length)

    def hang_up(self) -> None:
        """Close the worker's input. A job that runs is finished, unless the program exits at the end of its input."""
        self._stdin.close()

    async def end(self) -> None:
        """Kill the process and wait for its end, at most twice ``END_SECONDS``. It holds nothing to lose.

        A cancelled caller still waits, because pipes and exit status must not outlive the event loop.
        """
        ending = tasks.spawn(self._end(), name=f"end the {self._what}")
        try:
            await asyncio.shield(ending)
        finally:
            await asyncio.wait({ending})

    async def _end(self) -> None:
        self._stdin.close()
        # If its output has ended, it exits by itself.
        if self._stdout.at_eof() and await self._wait_for_end():
            return
        if self._process.returncode is None:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                # Not Process.kill(): it polls first, and may take the exit status from asyncio's own watcher.
                os.killpg(self.pid, signal.SIGKILL)
        if not await self._wait_for_end():
            _log.error("a killed %s does not end (process %d)", self._what, self.pid)

    async def _wait_for_end(self) -> bool:
        """Return whether the process and its pipes have ended within ``END_SECONDS``."""
        try:
            async with asyncio.timeout(END_SECONDS):
                await self._process.communicate()
        except TimeoutError:
            return False
        return True


def enlarge_pipe(transport: asyncio.BaseTransport, size: int = _PIPE_SIZE) -> None:
    """Enlarge a pipe to ``size`` bytes where the system can, so that no long message passes in pieces of 64 KiB."""
    set_size = getattr(fcntl, "F_SETPIPE_SZ", None)
    if set_size is not None:
        # It fails if the user's pipes hold as much as they may already, or the program has ended.
        with contextlib.suppress(OSError, ValueError):
            fcntl.fcntl(transport.get_extra_info("pipe").fileno(), set_size, size)


async def launch(
    program: str = "",
    what: str = "schema worker",
    *,
    max_answer: int = MAX_ANSWER,
    environment: Mapping[str, str] = MappingProxyType({}),
) -> Worker | None:
    """Start a worker and wait until it is warm; return None, and log the reason, if that fails.

    ``program``: Python code, which can import ``host``; empty for the schema worker. ``what``: its name in logs.
    ``max_answer``: bytes of one answer. ``environment``: variables besides those that an interpreter needs.
    """
    arguments = ("-c", _FIND_HOST + program, _ROOT) if program else (schema_worker.__file__,)
    needed = {name: os.environ[name] for name in _ENVIRONMENT if name in os.environ}
    try:
        # -I: neither variables nor the current directory decide what is imported. A new session: an interrupt from the
        # terminal reaches only the host, which stops in order.
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-I", *arguments),
            stdin=PIPE,
            stdout=PIPE,
            stderr=DEVNULL,
            env=needed | {**environment},
            start_new_session=True,
        )
    except (OSError, RuntimeError) as error:  # RuntimeError: no thread is left to wait for its end
        _log.error("the %s cannot be started: %s", what, error)
        return None
    enlarge_pipe(cast("asyncio.StreamWriter", process.stdin).transport)
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
