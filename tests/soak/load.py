"""An app that keeps calls in flight until its line breaks.

Owns: what is proposed, and what was heard of it.

Invariants: every call has an ``id`` in its arguments that no other call ever has, and the load ends by itself when the
bridge is gone, whoever killed what.
"""

from __future__ import annotations

import asyncio
import json
import random
from dataclasses import dataclass
from typing import Any

from host import tasks
from tests.soak.story import Heard
from tests.support.app import App
from tests.support.waiting import PATIENCE

IN_FLIGHT = 16
"""Calls at once that a rule allows."""
APPROVED = 2
"""Calls at once, beside those, that the approver approves."""
NEVER = 2
"""Calls that nobody ever answers."""
LARGE = 100_000
"""Characters of a large argument; results of such calls are over what the log keeps whole."""
LARGE_SHARE = 0.1

Json = dict[str, Any]


class KillableApp(App):
    """An app that knows that the last line may be half a line, where host or bridge was killed while it wrote."""

    async def _read(self) -> None:
        try:
            await super()._read()
        except json.JSONDecodeError:
            assert self.process.stdout is not None
            assert self.process.stdout.at_eof(), "what is no message came before the end"
            for future in self._waiting.values():
                future.cancel()


@dataclass(frozen=True)
class Sent:
    """One call under way. Attributes: token: of the call. expected: the text of its success. answer: will come."""

    token: str
    expected: str
    answer: asyncio.Future[Json]


class Load:
    """The calls of one round over one bridge."""

    def __init__(self, app: App, name: str, seed: int, *, alone: bool = False) -> None:
        """``name``: what tokens begin with, unique for the log. ``seed``: of the mix of calls.

        ``alone``: one call is in flight at a time, and a rule allows it.
        """
        self._app, self._name = app, name
        self._rng = random.Random(seed)  # noqa: S311  # repeatable on purpose
        self._sent: list[Sent] = []
        self._answered = 0
        self._news = asyncio.Event()
        self._gone = tasks.spawn(app.process.wait(), name="the bridge leaves")
        self._workers = [
            *(tasks.spawn(self._work(self._allowed), name=f"load {n}") for n in range(1 if alone else IN_FLIGHT)),
            *(tasks.spawn(self._work(self._approved), name=f"asked {n}") for n in range(0 if alone else APPROVED)),
        ]
        for _ in range(0 if alone else NEVER):
            self._propose("echo", "never", {"text": "nobody says yes"})

    async def until_answered(self, count: int) -> None:
        """Wait until ``count`` calls were answered."""
        async with asyncio.timeout(PATIENCE):
            while self._answered < count:
                self._news.clear()
                await self._news.wait()

    async def end(self, *, leave: bool) -> tuple[int, list[Heard]]:
        """Wait until the bridge is gone; returns its exit code and what became of every call.

        ``leave``: end it, since without a host it would wait for the next one.
        """
        async with asyncio.timeout(PATIENCE):
            if not leave:
                await self._gone
            code = await self._app.close()
            await asyncio.gather(*self._workers)
        return code, [
            Heard(
                sent.token,
                sent.expected,
                sent.answer.result() if sent.answer.done() and not sent.answer.cancelled() else None,
            )
            for sent in self._sent
        ]

    async def _work(self, propose: Any) -> None:
        """Propose one call after another for as long as there is a bridge."""
        stdin = self._app.process.stdin
        assert stdin is not None
        while not self._gone.done() and not stdin.is_closing():
            sent = propose()
            await asyncio.wait({sent.answer, self._gone}, return_when=asyncio.FIRST_COMPLETED)
            if sent.answer.done() and not sent.answer.cancelled():
                self._answered += 1
                self._news.set()

    def _allowed(self) -> Sent:
        size = LARGE if self._rng.random() < LARGE_SHARE else self._rng.randrange(200)
        return self._propose("any", "rule", {"pad": "ü" * (size // 2), "n": self._rng.randrange(1 << 53)})

    def _approved(self) -> Sent:
        return self._propose("echo", "yes", {"text": "please", "answer": "yes"})

    def _propose(self, tool: str, kind: str, arguments: Json) -> Sent:
        token = f"{self._name}-{len(self._sent)}-{kind}"
        arguments = {"id": token, **arguments}
        more = {"_meta": {"progressToken": token}} if self._rng.random() < 0.3 else {}
        _, answer = self._app.begin_call(tool, arguments, **more)
        expected = str(arguments["text"]) if tool == "echo" else json.dumps(dict(sorted(arguments.items())))
        self._sent.append(Sent(token, expected, answer))
        return self._sent[-1]
