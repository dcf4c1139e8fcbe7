"""What the host reads in the inputs of a question before it goes to the window.

Owns: how long a question waits for that.

Invariants: it is worked out in a thread, when the question's turn has come; what is late, or fails, is simply not
there, and holds no question up for longer than a moment; threads that a disk holds up are few, and while they all hang
nobody waits for another.
"""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Callable
from typing import Final, TypeAlias

from host import tasks
from host.control.views import Reading
from host.model import ApprovalRequest, Call, ToolDefinition
from host.policy.facts import CallFacts, HostFact, PathFact

_log = logging.getLogger(__name__)

SECONDS: Final = 0.15
"""For the readings of one question: below what a person notices."""
MAX_READING: Final = 4
"""Looks that may hang at once; the threads of those that hang forever stay until the host ends."""

Read: TypeAlias = (
    "Callable[[Call, ToolDefinition, tuple[PathFact, ...] | None, tuple[HostFact, ...] | None], tuple[Reading, ...]]"
)
"""What can be read in the inputs of a call; may block. Paths, hosts: as they were found, None where they were not."""


class Previews:
    """Reads inputs before they are shown."""

    def __init__(self, read: Read) -> None:
        """``read``: see the type."""
        self._read = read
        self._free = threading.BoundedSemaphore(MAX_READING)

    async def readings(self, request: ApprovalRequest, facts: CallFacts | None) -> tuple[Reading, ...]:
        """What is read in the inputs of ``request`` in time. ``facts``: that it was judged by, None where unknown."""
        if request.result is not None or not _readable(request.call):
            return ()
        if not self._free.acquire(blocking=False):
            return ()

        def read() -> tuple[Reading, ...]:
            try:
                paths, hosts = (None, None) if facts is None else (facts.paths, facts.hosts)
                return self._read(request.call, request.definition, paths, hosts)
            finally:
                self._free.release()

        try:
            async with asyncio.timeout(SECONDS):
                return await tasks.in_daemon_thread(read, name="read the inputs of a call")
        except TimeoutError:
            return ()
        except Exception:  # noqa: BLE001  # readings are a help; the inputs themselves are shown whatever happens
            _log.exception("the inputs of call %s could not be read", request.call.id)
            return ()


def _readable(call: Call) -> bool:
    """Whether anything in the inputs is more than a word: what can be read holds one of these."""
    return any(mark in call.arguments for mark in (b"/", b"\\", b".", b" ", b"~"))
