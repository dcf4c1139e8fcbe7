"""The host's side of the scripted assistant.

Owns: the assistant's process and the conversation so far.

Invariants: the process starts when it is first needed; what it says is read strictly and kept bounded, and one that
says anything else is ended; every wait is bounded; the story's end, however it comes, is known to the window.
"""

from __future__ import annotations

import asyncio
import logging
import os
import sys
from collections.abc import Callable
from types import MappingProxyType
from typing import Final

from host import tasks
from host.assistant import protocol, script
from host.control.views import AssistantEntry, AssistantPhase, StoryStep
from host.errors import AssentError, UsageError
from host.paths import Paths
from host.servers.config import inherited_environment
from host.values import replace
from host.wire.stdio import LaunchSpec, StderrTail, StdioChannel
from host.words import say

_log = logging.getLogger(__name__)

STOP_GRACE: Final = 2.0
"""Seconds the process has to withdraw its call and say that it stopped; it does so at once."""
MOST_ENTRIES: Final = 500
"""Entries that are kept; some ten tellings of the story."""
MOST_SAID: Final = 20_000
"""Lines that one process may say; progress included, no story comes near."""
STDERR_KEPT: Final = 16 << 10

_FAILED: Final = "The scripted assistant ended unexpectedly. Start the story again to start it anew."
_ODD: Final = "The scripted assistant said something that it should not be able to say, so it was ended."
_DEAF: Final = "The scripted assistant did not stop when asked to, so it was ended."


class AssistantProcess:
    """Lets the assistant tell its story.

    Attributes:
        phase: how the story stands.
        steps: its chapters.
        entries: the conversation so far, oldest first.
    """

    def __init__(
        self,
        paths: Paths,
        *,
        entered: Callable[[AssistantEntry], None],
        phase_changed: Callable[[], None],
        command: tuple[str, ...] | None = None,
    ) -> None:
        """``entered``: hears each entry, and each change of one. ``command``: what to start, the real one if None."""
        self._paths, self._command = paths, command
        self._entered, self._phase_changed = entered, phase_changed
        self._entries: dict[int, AssistantEntry] = {}
        self._numbers: dict[int, int] = {}
        self._next = 1
        self._said = 0
        self._channel: StdioChannel | None = None
        self._process = _FromProcess(self)
        self._stderr = StderrTail(STDERR_KEPT)
        self._leaving: set[asyncio.Task[None]] = set()
        self._quiet = asyncio.Event()
        self.phase: AssistantPhase = "idle"
        self.steps = tuple(StoryStep(told.id, told.title, told in script.ON_DEMAND) for told in script.CHAPTERS)

    @property
    def entries(self) -> tuple[AssistantEntry, ...]:
        """The conversation so far, oldest first."""
        return tuple(self._entries.values())

    async def tell(self, step: str) -> None:
        """Let it tell one chapter, or the story where ``step`` is empty. Returns when it began.

        Raises:
            UsageError: there is no such chapter. AssentError: it tells already, or its process cannot be started.
        """
        if step and script.chapter(step) is None:
            raise UsageError(say("there is no such chapter"))
        if self.phase == "running":
            raise AssentError(say("the story is being told already"))
        self._turn("running")
        try:
            channel = self._channel or await self._start()
        except AssentError:
            self._turn("failed")
            raise
        channel.send(protocol.command_line(protocol.Tell(step)))

    async def stop(self) -> None:
        """Let it stop; what it proposed is withdrawn. One that does not stop is ended."""
        if self.phase != "running" or self._channel is None:
            return
        self._channel.send(protocol.command_line(protocol.Stop()))
        try:
            async with asyncio.timeout(STOP_GRACE):
                await self._quiet.wait()
        except TimeoutError:
            self._end(_DEAF)
            await self._all_left()

    async def close(self) -> None:
        """End the process: it withdraws what waits, or is killed."""
        self._leave()
        await self._all_left()
        if self.phase == "running":
            self._turn("idle")

    async def _start(self) -> StdioChannel:
        self._stderr, self._numbers, self._said = StderrTail(STDERR_KEPT), {}, 0
        spec = LaunchSpec(self._command or self._usual(), MappingProxyType(inherited_environment(os.environ)), None)
        self._process = _FromProcess(self)
        self._channel = await StdioChannel.start(
            spec, self._process, frame_limit=protocol.LONGEST_LINE, stderr=self._stderr
        )
        return self._channel

    def _usual(self) -> tuple[str, ...]:
        where = ("--socket", str(self._paths.socket), "--config-dir", str(self._paths.config))
        return (sys.executable, "-I", "-m", "host.assistant", *where)

    def heard(self, line: bytes) -> None:
        """A line of the process."""
        self._said += 1
        try:
            if self._said > MOST_SAID:
                raise UsageError("the assistant says too much")
            said = protocol.read_said(line)
        except UsageError as error:
            _log.info("the scripted assistant is ended: %s", error)
            self._end(_ODD)
            return
        if isinstance(said, AssistantEntry):
            self._enter(said)
        else:
            self._turn(said)

    def left(self) -> None:
        """The process ended by itself."""
        _log.info("the scripted assistant ended; its last words: %r", self._stderr.text()[-500:])
        self._end(_FAILED)

    def _enter(self, said: AssistantEntry) -> None:
        """Keep an entry, under a number of ours: numbers of a later process must not replace those of an earlier."""
        number = self._numbers.setdefault(said.number, self._next)
        self._next = max(self._next, number + 1)
        entry = self._entries[number] = replace(said, number=number)
        if len(self._entries) > MOST_ENTRIES:
            del self._entries[next(iter(self._entries))]
        self._entered(entry)

    def _end(self, why: str) -> None:
        """End the process and say why."""
        self._leave()
        entry = self._entries[self._next] = AssistantEntry(self._next, "note", why)
        self._next += 1
        self._entered(entry)
        self._turn("failed")

    def _leave(self) -> None:
        channel, self._channel = self._channel, None
        self._process.over = True
        if channel is not None:
            task = tasks.spawn(channel.stop(), name="end the scripted assistant")
            self._leaving.add(task)
            task.add_done_callback(self._leaving.discard)

    async def _all_left(self) -> None:
        if self._leaving:
            await asyncio.wait(set(self._leaving))

    def _turn(self, phase: AssistantPhase) -> None:
        if phase == "running":
            self._quiet.clear()
        else:
            self._quiet.set()
        if phase != self.phase:
            self.phase = phase
            self._phase_changed()


class _FromProcess:
    """The receiver of the process's channel; silent once the process is let go."""

    def __init__(self, process: AssistantProcess) -> None:
        self._process = process
        self.over = False

    def frame_received(self, frame: bytes) -> None:
        """A line."""
        if not self.over:
            self._process.heard(frame)

    def channel_closed(self, _error: AssentError | None) -> None:
        """The process left, or said too long a line."""
        if not self.over:
            self._process.left()

    def writable(self, ready: bool) -> None:
        """Commands are few and short: there is nothing to hold back."""
