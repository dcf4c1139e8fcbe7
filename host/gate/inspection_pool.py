"""The processes that inspect long calls and results, and their queue.

Owns: their number, their time limits, and a fair queue over apps.

Invariants: a question is answered or given up within a bounded time, and the caller learns which; an app has one
question at work at a time, so that its hostile text delays no other app; waiting questions are bounded by number and
bytes for each app; a process that was late or broke is killed and replaced.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from typing import Final

from msgspec import Struct, field

from host import canonical, tasks, worker_process
from host.errors import MalformedJson
from host.model import JsonObject

WORKERS: Final = 2
"""Apps that can be served at once. Each process costs some 40 MiB."""
ANSWER_SECONDS: Final = 2.0
"""Seconds for one question. 4 MiB of text take a quarter of it."""
MAX_WAIT_SECONDS: Final = 5.0
"""Seconds from the question to the answer, including the time in the queue."""
MAX_WAITING: Final = 64
"""Waiting questions of one app."""
MAX_BYTES: Final = 32 << 20
"""Bytes of one app's waiting questions together."""
MAX_ANSWER: Final = 8 << 20
"""Bytes of an answer. The index of the longest result that is read has some 2 MiB."""
_PROGRAM: Final = "from host.inspection_worker import main; main()"


class _Question(Struct, eq=False):
    """A question to a process, as its two frames ``head`` and ``body``, and the future of its answer, None for none."""

    head: bytes
    body: bytes
    answer: asyncio.Future[JsonObject | None] = field(
        default_factory=lambda: asyncio.get_running_loop().create_future()
    )

    def finish(self, answer: JsonObject | None) -> None:
        """Set the answer, unless the caller has gone."""
        if not self.answer.done():
            self.answer.set_result(answer)


class InspectionPool:
    """The processes and their queue. One for a host."""

    def __init__(self, *, workers: int = WORKERS) -> None:
        self._worker_count = workers
        self._waiting: OrderedDict[str, deque[_Question]] = OrderedDict()
        self._busy_apps: set[str] = set()
        self._question_added = asyncio.Event()
        self._serve_tasks: list[asyncio.Task[None]] = []
        self._processes: set[worker_process.Worker] = set()
        self._is_stopped = False

    @property
    def pids(self) -> tuple[int, ...]:
        """The ids of the running processes."""
        return tuple(sorted(it.pid for it in self._processes))

    def start(self) -> None:
        """Start serving. One process starts at once, the others with the first questions."""
        if not self._serve_tasks:
            self._serve_tasks = [
                tasks.spawn(self._serve(warm=number == 0), name="inspection pool")
                for number in range(self._worker_count)
            ]

    async def stop(self) -> None:
        """End all processes. Waiting and later questions get no answer."""
        self._is_stopped = True
        for task in self._serve_tasks:
            task.cancel()
        if self._serve_tasks:
            await asyncio.wait(self._serve_tasks, timeout=2 * worker_process.END_SECONDS)
        self._serve_tasks = []
        for process in tuple(self._processes):
            await self._end(process)
        for questions in self._waiting.values():
            for question in questions:
                question.finish(None)
        self._waiting.clear()

    async def ask(self, app: str, head: JsonObject, body: bytes) -> JsonObject | None:
        """Return the answer, None if there is none within ``MAX_WAIT_SECONDS``.

        ``app``: whose call or result it is. ``head``: what is asked, see ``inspection_worker``. ``body``: JSON.
        """
        if self._is_stopped:  # a result may still come while the host ends
            return None
        self.start()
        waiting = self._waiting.get(app, ())
        if len(waiting) >= MAX_WAITING or sum(len(it.body) for it in waiting) + len(body) > MAX_BYTES:
            return None
        question = _Question(canonical.canonical(head), body)
        self._waiting.setdefault(app, deque()).append(question)
        self._question_added.set()
        try:
            async with asyncio.timeout(MAX_WAIT_SECONDS):
                return await question.answer
        except TimeoutError:
            return None

    async def _serve(self, *, warm: bool) -> None:
        """Own one process: hand it question after question, and replace it whenever it fails."""
        process = await self._launch() if warm else None
        while True:
            app, question = await self._take_question()
            try:
                if question.answer.done():  # the caller has gone
                    continue
                process = process or await self._launch()
                if process is not None and not await self._answers_in_time(process, question):
                    await self._end(process)
                    process = await self._launch()
            finally:
                question.finish(None)
                del question  # it may have megabytes, and the next one may come late
                self._busy_apps.discard(app)
                self._question_added.set()

    async def _take_question(self) -> tuple[str, _Question]:
        """Take the oldest question of the app that waits longest and has none at work."""
        while True:
            for app, waiting in self._waiting.items():
                if waiting and app not in self._busy_apps:
                    question = waiting.popleft()
                    self._waiting.move_to_end(app)
                    if not waiting:
                        del self._waiting[app]
                    self._busy_apps.add(app)
                    return app, question
            self._question_added.clear()
            await self._question_added.wait()

    async def _answers_in_time(self, process: worker_process.Worker, question: _Question) -> bool:
        """Whether the process answered in time. If not it must end: its late answer would be taken for another's."""
        try:
            answer = canonical.parse(await process.ask(question.head, question.body, ANSWER_SECONDS))
            if not isinstance(answer, dict):
                raise MalformedJson("The inspection worker answered nonsense.")
        except worker_process.BROKEN:
            return False
        question.finish(answer)
        return True

    async def _launch(self) -> worker_process.Worker | None:
        process = await worker_process.launch(_PROGRAM, "inspection worker", max_answer=MAX_ANSWER)
        if process is not None:
            self._processes.add(process)
        return process

    async def _end(self, process: worker_process.Worker) -> None:
        self._processes.discard(process)
        await process.end()
