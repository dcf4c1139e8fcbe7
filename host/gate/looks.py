"""Where calls are looked at, and for how long.

Owns: the threads that look, their number and their time, and how much the loop looks at by itself. What stays true: the
loop never waits for a look that may be long, nor for many short ones at once; what was found before the time was up
counts, beside a finding that says it was not all.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from functools import partial
from typing import Final, NamedTuple, TypeAlias

from host import tasks
from host.gate.costs import INLINE
from host.inspect.described import subject_of
from host.inspect.inspector import inspect, listed
from host.inspect.subject import Subject
from host.model import Finding, JsonObject, Severity
from host.words import say

SECONDS: Final = 1.0
"""For one look in a thread."""
WAIT: Final = 2.0
"""Seconds for a place among those that look."""
AT_ONCE: Final = 4
TURN: Final = 0.005
"""Seconds of processor time for looks in one turn of the loop; what comes after them waits for another."""
READY_AFTER: Final = 2.0
"""Seconds that a start has for itself."""
_MADE_UP: Final[JsonObject] = {
    "app": "a",
    "server": "files",
    "tool": "write_file",
    "arguments": {
        "path": "/home/ana/notes/today.md",
        "content": "Ask ana@example.com, or see https://example.com/?q=1. Run `ls -l`: the password is not here.\n",
    },
    "definition": {
        "name": "write_file",
        "description": "Write a whole file. Use it only for text.",
        "inputSchema": {"type": "object", "properties": {"path": {"type": "string"}, "content": {"type": "string"}}},
    },
}
_LATE: Final = say("Assent could not look at all of this call in time; part of it was not inspected.")


class Seen(NamedTuple):
    """What one look gave.

    Attributes: findings. subject: what was looked at, None where there was no time. hosts: canonical names that the
    inputs name.
    """

    findings: tuple[Finding, ...]
    subject: Subject | None = None
    hosts: frozenset[str] = frozenset()


Look: TypeAlias = "Callable[[list[Finding]], Seen]"
"""A look, which puts what it has found so far into the list."""


async def get_ready() -> None:
    """Look at a made-up call some time after the start, so that the first real one finds what looks use made."""
    await asyncio.sleep(READY_AFTER)
    await tasks.in_daemon_thread(lambda: inspect(subject_of(_MADE_UP)), name="get ready to look")


def late(found: list[Finding]) -> Seen:
    """What was ``found`` until there was no more time, and that there was none."""
    return Seen((*listed(list(found)), Finding("not-inspected", Severity.MEDIUM, _LATE)))


class Looks:
    """The places to look from. One for an ``Insight``."""

    def __init__(self) -> None:
        self._slots = asyncio.Semaphore(AT_ONCE)
        self._spent = 0.0

    @property
    def room(self) -> bool:
        """Whether the loop may still look by itself in this turn."""
        return self._spent <= TURN

    def here(self, look: Look) -> Seen:
        """Look at once; what that takes counts for this turn of the loop."""
        began = time.thread_time()
        seen = look([])
        if not self._spent:
            asyncio.get_running_loop().call_soon(self._next_turn)
        self._spent += time.thread_time() - began
        return seen

    def _next_turn(self) -> None:
        self._spent = 0.0

    async def by_size(self, look: Look, size: int) -> Seen:
        """Here where there is little to do, else in a thread. ``size``: bytes of inputs."""
        return await self.in_turn(look, here=size <= INLINE)

    async def in_turn(self, look: Look, *, here: bool) -> Seen:
        """``here``: in a turn of the loop that has room for it, since a thread costs more than most looks; else there.

        Where there is no such turn for ``WAIT`` seconds, a thread looks all the same.
        """
        until = time.monotonic() + WAIT
        while here and not self.room:
            await asyncio.sleep(0)
            here = time.monotonic() < until
        return self.here(look) if here else await self.in_thread(look)

    async def in_thread(self, look: Look) -> Seen:
        """Look in a thread, as long as that may take."""
        found: list[Finding] = []
        try:
            async with asyncio.timeout(WAIT):
                await self._slots.acquire()
        except TimeoutError:
            return late(found)
        looking = tasks.spawn(
            tasks.in_daemon_thread(partial(look, found), name="look at a call"), name="look at a call"
        )
        looking.add_done_callback(lambda _: self._slots.release())
        done, _ = await asyncio.wait({looking}, timeout=SECONDS)
        return looking.result() if done else late(found)
