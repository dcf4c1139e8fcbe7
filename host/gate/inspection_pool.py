"""The processes that inspect long calls and results."""

from __future__ import annotations

from typing import Final

from host import canonical
from host.errors import MalformedJson
from host.model import JsonObject
from host.worker_pool import Unanswered, WorkerPool

WORKERS: Final = 2
"""Apps that can be served at once. Each process costs some 40 MiB."""
ANSWER_SECONDS: Final = 2.0
"""Seconds for one question. 4 MiB of text take a quarter of it."""
MAX_WAIT_SECONDS: Final = 5.0
"""Seconds from the question to the answer, including the time in the queue."""
MAX_BYTES: Final = 32 << 20
MAX_ANSWER: Final = 8 << 20
"""Bytes of an answer. The index of the longest result that is read has some 2 MiB."""
_PROGRAM: Final = "from host.inspection_worker import main; main()"


class InspectionPool(WorkerPool):
    """The processes, and their queue. One for a host. It serves from the first question on."""

    def __init__(self, *, workers: int = WORKERS) -> None:
        super().__init__(_PROGRAM, "inspection worker", workers=workers, max_bytes=MAX_BYTES, max_answer=MAX_ANSWER)
        self._is_stopped = False

    async def stop(self) -> None:
        """End all processes. Waiting and later questions get no answer."""
        self._is_stopped = True
        await super().stop()

    async def ask(self, app: str, head: JsonObject, body: bytes) -> JsonObject | None:
        """Return the answer to ``head`` (see ``inspection_worker``), None if there is none in time."""
        if self._is_stopped or len(body) > MAX_BYTES:  # a result may still come while the host ends
            return None
        self.serve()
        written = canonical.canonical(head)
        try:
            return await self.answer_to(app, written, body, seconds=ANSWER_SECONDS, wait=MAX_WAIT_SECONDS, read=_read)
        except Unanswered:
            return None


def _read(answer: bytes) -> JsonObject:
    value = canonical.parse(answer)
    if not isinstance(value, dict):
        raise MalformedJson("The inspection worker answered nonsense.")
    return value
