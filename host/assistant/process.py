"""The host's side of the scripted assistant.

Invariants: the process starts when it is first needed. Its messages are read strictly and kept bounded; after an
invalid message it is ended. Every wait is bounded. The window always learns that the story has ended.
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
"""Seconds that the process has to withdraw its calls and report that it stopped; normally it does so at once."""
MAX_ENTRIES: Final = 500
"""Entries that are kept: about ten plays of the story."""
MAX_MESSAGES: Final = 20_000
"""Messages that one process may send, progress included; no story comes near."""
STDERR_KEPT: Final = 16 << 10

_FAILED: Final = "The scripted assistant ended unexpectedly. Start the story again to restart it."
_INVALID: Final = "The scripted assistant said something that it should not be able to say, so it was ended."
_NOT_STOPPED: Final = "The scripted assistant did not stop when asked to, so it was ended."


class AssistantProcess:
    """Starts and controls the process of the assistant."""

    def __init__(
        self,
        paths: Paths,
        *,
        entry_changed: Callable[[AssistantEntry], None],
        phase_changed: Callable[[], None],
        command: tuple[str, ...] | None = None,
    ) -> None:
        """Prepare the process; it is not started yet.

        ``command``: what to start, the real assistant if None.
        """
        options = ("--socket", str(paths.socket), "--config-dir", str(paths.config))
        self._command = command or (sys.executable, "-I", "-m", "host.assistant", *options)
        self._entry_changed, self._phase_changed = entry_changed, phase_changed
        self._entries: dict[int, AssistantEntry] = {}
        self._numbers: dict[int, int] = {}
        self._next_number = 1
        self._message_count = 0
        self._channel: StdioChannel | None = None
        self._receiver = _Receiver(self)
        self._stderr = StderrTail(STDERR_KEPT)
        self._stop_tasks: set[asyncio.Task[None]] = set()
        self._not_running = asyncio.Event()
        self.phase: AssistantPhase = "idle"
        self.steps = tuple(
            StoryStep(chapter.id, chapter.title, chapter in script.ON_DEMAND) for chapter in script.CHAPTERS
        )

    @property
    def entries(self) -> tuple[AssistantEntry, ...]:
        """The conversation so far, oldest first."""
        return tuple(self._entries.values())

    async def tell(self, step: str) -> None:
        """Start one chapter, or the story if ``step`` is empty. Returns once it has begun.

        Raises UsageError if there is no such chapter, and AssentError if a story is running already, or the process
        cannot be started.
        """
        if step and script.chapter(step) is None:
            raise UsageError(say("there is no such chapter"))
        if self.phase == "running":
            raise AssentError(say("the story is being told already"))
        self._set_phase("running")
        try:
            channel = self._channel or await self._start()
        except AssentError:
            self._set_phase("failed")
            raise
        channel.send(protocol.command_line(protocol.Tell(step)))

    async def stop(self) -> None:
        """Stop the story and withdraw its calls. A process that does not stop is ended."""
        if self.phase != "running" or self._channel is None:
            return
        self._channel.send(protocol.command_line(protocol.Stop()))
        try:
            async with asyncio.timeout(STOP_GRACE):
                await self._not_running.wait()
        except TimeoutError:
            self._fail(_NOT_STOPPED)
            await self._wait_for_stop()

    async def close(self) -> None:
        """End the process: it withdraws its calls, or is killed."""
        self._begin_stop()
        await self._wait_for_stop()
        if self.phase == "running":
            self._set_phase("idle")

    async def _start(self) -> StdioChannel:
        self._stderr, self._numbers, self._message_count = StderrTail(STDERR_KEPT), {}, 0
        spec = LaunchSpec(self._command, MappingProxyType(inherited_environment(os.environ)), None)
        self._receiver = _Receiver(self)
        self._channel = await StdioChannel.start(
            spec, self._receiver, frame_limit=protocol.LONGEST_LINE, stderr=self._stderr
        )
        return self._channel

    def message_received(self, line: bytes) -> None:
        """Handle one message of the process."""
        self._message_count += 1
        try:
            if self._message_count > MAX_MESSAGES:
                raise UsageError("the assistant says too much")
            message = protocol.read_message(line)
        except UsageError as error:
            _log.info("the scripted assistant is ended: %s", error)
            self._fail(_INVALID)
            return
        if isinstance(message, AssistantEntry):
            self._keep_entry(message)
        else:
            self._set_phase(message)

    def process_ended(self) -> None:
        """Handle that the process ended by itself."""
        _log.info("the scripted assistant ended; its last words: %r", self._stderr.text()[-500:])
        self._fail(_FAILED)

    def _keep_entry(self, received: AssistantEntry) -> None:
        """Keep an entry under a number of ours, so that a later process does not replace entries of an earlier one."""
        number = self._numbers.setdefault(received.number, self._next_number)
        self._next_number = max(self._next_number, number + 1)
        entry = self._entries[number] = replace(received, number=number)
        if len(self._entries) > MAX_ENTRIES:
            del self._entries[next(iter(self._entries))]
        self._entry_changed(entry)

    def _fail(self, why: str) -> None:
        """End the process and add an entry that says why."""
        self._begin_stop()
        entry = self._entries[self._next_number] = AssistantEntry(self._next_number, "note", why)
        self._next_number += 1
        self._entry_changed(entry)
        self._set_phase("failed")

    def _begin_stop(self) -> None:
        channel, self._channel = self._channel, None
        self._receiver.is_closed = True
        if channel is not None:
            tasks.spawn(channel.stop(), name="end the scripted assistant", among=self._stop_tasks)

    async def _wait_for_stop(self) -> None:
        if self._stop_tasks:
            await asyncio.wait(set(self._stop_tasks))

    def _set_phase(self, phase: AssistantPhase) -> None:
        if phase == "running":
            self._not_running.clear()
        else:
            self._not_running.set()
        if phase != self.phase:
            self.phase = phase
            self._phase_changed()


class _Receiver:
    """The receiver of the process's channel; ignores everything once ``is_closed`` is set."""

    def __init__(self, process: AssistantProcess) -> None:
        self._process = process
        self.is_closed = False

    def frame_received(self, frame: bytes) -> None:
        if not self.is_closed:
            self._process.message_received(frame)

    def channel_closed(self, _error: AssentError | None) -> None:
        if not self.is_closed:
            self._process.process_ended()

    def writable(self, ready: bool) -> None:
        """Commands are few and short, so there is nothing to hold back."""
