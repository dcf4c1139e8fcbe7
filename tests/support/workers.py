"""Workers in this process, in place of the programs that a host starts for them.

Owns: a stand-in for ``worker_process.Worker``, and for the function that launches one.

That the programs answer as these do, end in time and are replaced is tested where the host's side of them is tested.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable
from typing import Any, Final

from host import apps_worker, inspection_worker, schema_worker, tasks, worker_process
from host.worker_process import Worker

Answer = Callable[[bytes, bytes], bytes]

MADE: Final[dict[str, Callable[[], Answer]]] = {
    "inspection worker": lambda: inspection_worker.answer,
    "schema worker": lambda: schema_worker.answer,
    "worker on AI apps' files": lambda: apps_worker.Answers().answer,
}
"""How each worker, by what it is called, comes to what answers its questions."""

_launch: Final = worker_process.launch


class WorkerHere(Worker):
    """Answers questions in a thread."""

    def __init__(self, answer: Answer) -> None:
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


def launching_here(*names: str) -> Callable[..., Awaitable[Worker | None]]:
    """In place of ``worker_process.launch``: workers of these names start no program."""

    async def launch(program: str = "", what: str = "schema worker", **options: Any) -> Worker | None:
        if what not in names:
            return await _launch(program, what, **options)
        if what == "schema worker":
            schema_worker.validators()  # loaded once, before a question has little time
        return WorkerHere(MADE[what]())

    return launch
