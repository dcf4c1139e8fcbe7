"""Workers in this process, in place of the programs that a host starts for them.

Owns: a stand-in for ``worker_process.Worker``, and for the function that launches one.

That the programs answer as these do, end in time and are replaced is tested where the host's side of them is tested.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from typing import Any, Final

from host import inspection_worker, schema_worker, tasks, worker_process
from host.worker_process import Worker

ANSWERS: Final[dict[str, Callable[[bytes, bytes], bytes]]] = {
    "inspection worker": inspection_worker.answer,
    "schema worker": schema_worker.answer,
}
"""The workers that know only what a question contains, by what they are called."""

_launch: Final = worker_process.launch


class WorkerHere(Worker):
    """Answers questions in a thread."""

    def __init__(self, answer: Callable[[bytes, bytes], bytes]) -> None:
        """``answer``: what the program would call for each question."""
        self._answer = answer

    @property
    def pid(self) -> int:
        """Of this process."""
        return os.getpid()

    async def ask(self, head: bytes, body: bytes, seconds: float) -> bytes:
        """As a worker's. An exception would end the program, so it is the end of its output here."""
        async with asyncio.timeout(seconds):
            try:
                return await tasks.in_daemon_thread(lambda: self._answer(head, body), name="a worker in this process")
            except Exception as error:
                raise EOFError from error

    def hang_up(self) -> None:
        """There is nothing to close."""

    async def end(self) -> None:
        """There is nothing to end."""


async def launch_here(program: str = "", what: str = "schema worker", **options: Any) -> Worker | None:
    """As ``worker_process.launch``, but that the workers of ``ANSWERS`` start no program."""
    if what in ANSWERS:
        schema_worker.validators()  # loaded once, before a question has little time
        return WorkerHere(ANSWERS[what])
    return await _launch(program, what, **options)
