"""Worker processes, and the queue of the questions to them.

Owns: how many processes run, whose question is next, and what becomes of a process that failed.

Invariants: a question is answered or given up within a bounded time. Apps take turns, and an app has one question at
work at a time, so that its hostile text delays no other app by more. Waiting questions are bounded by number and bytes
for each app. A process that was late, broke or answered nonsense is killed and replaced before the next question.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import Callable
from typing import Final, Literal, TypeAlias, TypeVar, cast

from msgspec import Struct, field

from host import tasks, worker_process
from host.worker_process import Worker

MAX_WAITING: Final = 64
"""Waiting questions of one app."""

T = TypeVar("T")
Why: TypeAlias = Literal["stopped", "crowded", "busy", "not started", "late", "broken"]
"""Why there is no answer: the pool does not run; too much waits; it took too long until the question's turn; there is
no process; the process took too long, or broke."""


class Unanswered(Exception):
    """There is no answer."""

    def __init__(self, why: Why) -> None:
        super().__init__(why)
        self.why: Why = why


class _Question(Struct, eq=False):
    """A question. ``head``: empty to only start a process. ``seconds``: for the answer. ``read``: parses it."""

    head: bytes = b""
    body: bytes = b""
    seconds: float = 0.0
    read: Callable[[bytes], object] = bytes
    answer: asyncio.Future[object] = field(default_factory=lambda: asyncio.get_running_loop().create_future())

    def finish(self, answer: object) -> None:
        """Set the answer, unless there is one or the caller has gone."""
        if not self.answer.done():
            self.answer.set_result(answer)


class WorkerPool:
    """The processes that run one program, and their queue."""

    def __init__(self, program: str, what: str, *, workers: int, max_bytes: int, max_answer: int) -> None:
        """``program``, ``what``, ``max_answer``: see ``worker_process.launch``.

        ``max_bytes``: of an app's waiting questions, if there are several.
        """
        self._program, self._what, self._max_answer = program, what, max_answer
        self._worker_count, self._max_bytes = workers, max_bytes
        self._waiting: OrderedDict[str, deque[_Question]] = OrderedDict()
        self._busy_apps: set[str] = set()
        self._question_added = asyncio.Event()
        self._serve_tasks: list[asyncio.Task[None]] = []
        self._workers: set[Worker] = set()

    @property
    def pids(self) -> tuple[int, ...]:
        """The ids of the running processes."""
        return tuple(sorted(it.pid for it in self._workers))

    def serve(self) -> None:
        """Answer from now on. Each process starts with the first question that it gets."""
        if not self._serve_tasks:
            self._serve_tasks = [
                tasks.spawn(self._serve(), name=f"{self._what} pool") for _ in range(self._worker_count)
            ]

    def start(self) -> asyncio.Future[object]:
        """Answer from now on, and start a process at once. What is returned is done once that was tried."""
        self.serve()
        return self._add("", _Question())

    async def stop(self) -> None:
        """End all processes, within a few ``END_SECONDS``. Waiting and later questions get no answer."""
        for task in self._serve_tasks:
            task.cancel()
        if self._serve_tasks:
            await asyncio.wait(self._serve_tasks, timeout=2 * worker_process.END_SECONDS)
        self._serve_tasks = []
        for worker in tuple(self._workers):
            await self._end(worker)
        for question in (it for questions in self._waiting.values() for it in questions):
            question.finish(Unanswered("stopped"))
        self._waiting.clear()

    async def answer_to(
        self, app: str, head: bytes, body: bytes, *, seconds: float, wait: float, read: Callable[[bytes], T]
    ) -> T:
        """Return the answer as ``read`` parses it, which may raise one of ``worker_process.BROKEN``.

        ``app``: whose turn it takes. ``seconds``: for a process to answer. ``wait``: seconds in all. Raises Unanswered.
        """
        if all(task.done() for task in self._serve_tasks):
            raise Unanswered("stopped")
        waiting = self._waiting.get(app, ())
        bytes_waiting = sum(len(it.body) for it in waiting)
        if len(waiting) >= MAX_WAITING or (bytes_waiting and bytes_waiting + len(body) > self._max_bytes):
            raise Unanswered("crowded")
        answer = self._add(app, _Question(head, body, seconds, read))
        try:
            async with asyncio.timeout(wait):
                result = await answer
        except TimeoutError:
            raise Unanswered("busy") from None
        if isinstance(result, Unanswered):
            raise result
        return cast("T", result)

    def _add(self, app: str, question: _Question) -> asyncio.Future[object]:
        self._waiting.setdefault(app, deque()).append(question)
        self._question_added.set()
        return question.answer

    async def _serve(self) -> None:
        """Own one process: hand it question after question, and replace it whenever it fails."""
        worker: Worker | None = None
        while True:
            app, question = await self._take_question()
            try:
                if question.answer.done():  # the caller has gone
                    continue
                worker = worker or await self._launch()
                if worker is None:
                    question.finish(Unanswered("not started"))
                elif question.head and not await self._answers(worker, question):
                    await self._end(worker)
                    worker = await self._launch()
                else:
                    question.finish(None)
            finally:
                question.finish(Unanswered("stopped"))
                del question  # it may have megabytes, and the next one may come late
                self._busy_apps.discard(app)
                self._question_added.set()

    async def _take_question(self) -> tuple[str, _Question]:
        """Take the oldest question of the app that waits longest and has none at work."""
        while True:
            for app, waiting in self._waiting.items():
                if app not in self._busy_apps:
                    question = waiting.popleft()
                    self._waiting.move_to_end(app)
                    if not waiting:
                        del self._waiting[app]
                    self._busy_apps.add(app)
                    return app, question
            self._question_added.clear()
            await self._question_added.wait()

    @staticmethod
    async def _answers(worker: Worker, question: _Question) -> bool:
        """Whether the process answered. If not it must end: its late answer would be taken for another's."""
        try:
            question.finish(question.read(await worker.ask(question.head, question.body, question.seconds)))
        except worker_process.BROKEN as error:
            question.finish(Unanswered("late" if isinstance(error, TimeoutError) else "broken"))
            return False
        return True

    async def _launch(self) -> Worker | None:
        worker = await worker_process.launch(self._program, self._what, max_answer=self._max_answer)
        if worker is not None:
            self._workers.add(worker)
        return worker

    async def _end(self, worker: Worker) -> None:
        self._workers.discard(worker)
        await worker.end()
