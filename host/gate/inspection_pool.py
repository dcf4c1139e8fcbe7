"""The processes in which long calls and results are looked through, and whose turn it is.

Owns: their number, their time, and a fair queue over apps. Invariants: a question is answered or given up within a
bounded time, and the caller is told which; an app has one question at a time in work, so that its hostile text delays
no other's; what waits is bounded by number and bytes for each app; a process that was late or broke is killed and
replaced.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from pathlib import Path
from typing import Final

from msgspec import Struct, field

import host
from host import canonical, tasks, worker_process
from host.errors import MalformedJson
from host.model import JsonObject

WORKERS: Final = 2
"""As many apps as can be at work together; each process costs some 40 MiB."""
SECONDS: Final = 2.0
"""For one question: 4 MiB of text take a quarter of it."""
WAIT: Final = 5.0
"""Seconds from the question to the answer, others' turns included."""
MAX_WAITING: Final = 64
"""Questions of one app that wait."""
MAX_BYTES: Final = 32 << 20
"""Bytes of them together."""
MAX_ANSWER: Final = 8 << 20
"""Bytes: the index of the longest result that is looked through has some 2 MiB."""
_PROGRAM: Final = "import sys; sys.path.insert(0, sys.argv[1]); from host.inspection_worker import main; main()"


class _Question(Struct, eq=False):
    """What waits. Attributes: head, body: its frames. answer: where it is awaited; None for no answer."""

    head: bytes
    body: bytes
    answer: asyncio.Future[JsonObject | None] = field(
        default_factory=lambda: asyncio.get_running_loop().create_future()
    )

    def finish(self, answer: JsonObject | None) -> None:
        """Answer, unless whoever asked has gone."""
        if not self.answer.done():
            self.answer.set_result(answer)


class InspectionPool:
    """The processes and their queue. One for a host."""

    def __init__(self, *, workers: int = WORKERS) -> None:
        """``workers``: processes."""
        self._workers = workers
        self._waiting: OrderedDict[str, deque[_Question]] = OrderedDict()
        self._in_work: set[str] = set()
        self._more = asyncio.Event()
        self._serving: list[asyncio.Task[None]] = []
        self._processes: set[worker_process.Worker] = set()
        self._stopped = False

    @property
    def pids(self) -> tuple[int, ...]:
        """Process ids of the workers that run."""
        return tuple(sorted(it.pid for it in self._processes))

    def start(self) -> None:
        """Begin to serve; processes start with the first questions, one of them at once."""
        if not self._serving:
            self._serving = [
                tasks.spawn(self._serve(warm=number == 0), name="inspection pool") for number in range(self._workers)
            ]

    async def stop(self) -> None:
        """End all; what waits, and whatever is asked from now on, gets no answer."""
        self._stopped = True
        for task in self._serving:
            task.cancel()
        if self._serving:
            await asyncio.wait(self._serving, timeout=2 * worker_process.END_SECONDS)
        self._serving = []
        for process in tuple(self._processes):
            await self._end(process)
        for questions in self._waiting.values():
            for question in questions:
                question.finish(None)
        self._waiting.clear()

    async def ask(self, app: str, head: JsonObject, body: bytes) -> JsonObject | None:
        """The answer, None where there is none within ``WAIT`` seconds.

        Args:
            app: whose call or result it is; turns are taken by it.
            head: what is asked, see ``inspection_worker``.
            body: what is looked through: canonical JSON.
        """
        if self._stopped:  # a result that was on its way while the host ends
            return None
        self.start()
        waiting = self._waiting.get(app, ())
        if len(waiting) >= MAX_WAITING or sum(len(it.body) for it in waiting) + len(body) > MAX_BYTES:
            return None
        question = _Question(canonical.canonical(head), body)
        self._waiting.setdefault(app, deque()).append(question)
        self._more.set()
        try:
            async with asyncio.timeout(WAIT):
                return await question.answer
        except TimeoutError:
            return None

    async def _serve(self, *, warm: bool) -> None:
        """The owner of one process: hand it question after question, and replace it whenever it fails."""
        process = await self._launch() if warm else None
        while True:
            app, question = await self._next()
            try:
                if question.answer.done():  # whoever asked has gone
                    continue
                process = process or await self._launch()
                if process is not None and not await self._answered(process, question):
                    await self._end(process)
                    process = await self._launch()
            finally:
                question.finish(None)
                del question  # it may have megabytes, and the next one may be long in coming
                self._in_work.discard(app)
                self._more.set()

    async def _next(self) -> tuple[str, _Question]:
        """The oldest question of the app that waits longest and has none in work."""
        while True:
            for app, waiting in self._waiting.items():
                if waiting and app not in self._in_work:
                    question = waiting.popleft()
                    self._waiting.move_to_end(app)
                    if not waiting:
                        del self._waiting[app]
                    self._in_work.add(app)
                    return app, question
            self._more.clear()
            await self._more.wait()

    async def _answered(self, process: worker_process.Worker, question: _Question) -> bool:
        """Whether the process answered in time; else it must end, for its answer would be taken for another's."""
        try:
            answer = canonical.parse(await process.ask(question.head, question.body, SECONDS))
            if not isinstance(answer, dict):
                raise MalformedJson("The inspection worker answered nonsense.")
        except worker_process.BROKEN:
            return False
        question.finish(answer)
        return True

    async def _launch(self) -> worker_process.Worker | None:
        root = str(Path(host.__file__).parents[1])
        process = await worker_process.launch(("-c", _PROGRAM, root), "inspection worker", max_answer=MAX_ANSWER)
        if process is not None:
            self._processes.add(process)
        return process

    async def _end(self, process: worker_process.Worker) -> None:
        self._processes.discard(process)
        await process.end()
