"""What the window may ask about the log, the demonstration and the host itself.

Owns: the handlers of these requests; ``host.window.server`` puts them together with those of other modules. Of checks
and exports of the log: that there is one of each at most, how far they are, and from where the next check goes on.

Invariants: a handler asks the part that owns the matter and adds no power of its own; blocking reads run in threads,
two at a time, and nothing of the log is read on the event loop; a request that cannot be done is refused with one safe
sentence. A check or an export runs in a process of its own: neither the loop nor a call waits for it, what it says is
read as untrusted, and all of it ends with the host; where a check goes on from is kept in this process alone, so that
nobody can write it.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeVar

import host
from host import autostart, canonical, tasks, worker_process
from host.apps.attach.known import System
from host.audit import calls
from host.audit.calls import DefinitionOf
from host.audit.query import AuditReader
from host.control import protocol, views
from host.control.protocol import CheckLog, ExportLog, ReadExport
from host.control.views import LogCheck, LogExport
from host.errors import AssentError
from host.gate.spool import GONE
from host.inspect.action import action_of
from host.model import JsonObject
from host.paths import Paths
from host.servers.supervisor import Supervisor
from host.values import replace
from host.window.pending_prompts import PendingPrompts
from host.window.process import inherited, need_display
from host.window.session import HostParts, handles
from host.words import say

if TYPE_CHECKING:
    from host.assistant.process import AssistantProcess


T = TypeVar("T")

COMMAND: Final = (sys.executable, "-I", "-m", "host", "--demo")
"""What starts the demonstration."""
READS: Final = 2
"""Reads of the log at once; more would only take turns on one disk."""
PAGE: Final = 500
"""Calls of one page at most."""
FILTER: Final = 1_000
"""Characters of a filter at most."""


class HostRequests:
    """What the window asks of the host itself: its stop and its end, its settings, its start at login."""

    def __init__(self, host: HostParts) -> None:
        self._gate, self._preferences, self._quit_host = host.gate, host.preferences, host.quit_host
        self._person, self._demo = host.person, host.demo

    @handles(protocol.EmergencyStop)
    def stop(self, _: protocol.EmergencyStop) -> None:
        """Stop all calls."""
        self._gate.emergency_stop(self._person)

    @handles(protocol.Release)
    def release(self, _: protocol.Release) -> None:
        """Let calls in again."""
        self._gate.release(self._person)

    @handles(protocol.RevokeGrant)
    def revoke(self, asked: protocol.RevokeGrant) -> None:
        """End a grant."""
        if not self._gate.grants.revoke(asked.grant_id, self._person):
            raise AssentError(say("there is no such grant any more"))

    @handles(protocol.Quit)
    def quit(self, _: protocol.Quit) -> None:
        """End the host."""
        self._quit_host()

    @handles(protocol.ReadSettings)
    def settings(self, _: protocol.ReadSettings) -> protocol.SettingsNow:
        """The settings in force."""
        return protocol.SettingsNow(self._preferences.now.values())

    @handles(protocol.ChangeSetting)
    def change_setting(self, asked: protocol.ChangeSetting) -> protocol.SettingsNow:
        """Change one, and keep it."""
        return protocol.SettingsNow(self._preferences.change(asked.name, asked.value).values())

    @handles(protocol.ReadAutostart)
    async def autostart(self, _: protocol.ReadAutostart) -> views.Autostart:
        """Whether Assent starts at login."""
        return await asyncio.to_thread(autostart.read_state, System.here(), autostart.login_command())

    @handles(protocol.SwitchAutostart)
    async def switch_autostart(self, asked: protocol.SwitchAutostart) -> views.Autostart:
        """Let it start at login, or not."""
        if self._demo:
            raise AssentError(say("the demonstration does not start at login"))
        return await asyncio.to_thread(autostart.switch, System.here(), autostart.login_command(), on=asked.on)


class DemonstrationRequests:
    """What the window asks of the scripted assistant, and the start of a demonstration where this is none.

    Attributes:
        assistant: the scripted one; None outside of the demonstration.
    """

    def __init__(self, *, demo: bool, command: Sequence[str] = COMMAND) -> None:
        """``demo``: whether this is the demonstration. ``command``: what to start."""
        self._demo, self._command = demo, tuple(command)
        self._process: subprocess.Popen[bytes] | None = None
        self.assistant: AssistantProcess | None = None

    def _assistant(self) -> AssistantProcess:
        if self.assistant is None:
            raise AssentError(say("the scripted assistant is there in the demonstration alone"))
        return self.assistant

    @handles(protocol.ReadStory)
    def story(self, _: protocol.ReadStory) -> protocol.Story:
        """The chapters there are, and what was said so far."""
        assistant = self._assistant()
        return protocol.Story(assistant.steps, assistant.entries)

    @handles(protocol.TellStory)
    async def tell(self, asked: protocol.TellStory) -> None:
        """Let the scripted assistant tell one of its chapters."""
        await self._assistant().tell(asked.step)

    @handles(protocol.StopStory)
    async def stop(self, _: protocol.StopStory) -> None:
        """Stop the chapter that is being told."""
        await self._assistant().stop()

    @property
    def is_running(self) -> bool:
        """Whether a demonstration runs that was started here."""
        return self._process is not None and self._process.poll() is None

    @handles(protocol.StartDemonstration)
    def start(self, _: protocol.StartDemonstration) -> None:
        """Start the demonstration; its window comes up by itself.

        Raises AssentError where this is it, it runs already, or it cannot be started.
        """
        if self._demo:
            raise AssentError(say("this is the demonstration"))
        if self.is_running:
            raise AssentError(say("the demonstration runs already, in a window of its own"))
        need_display(os.environ)
        try:
            self._process = subprocess.Popen(  # noqa: S603  # a command of ours, without a shell
                self._command,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                cwd="/",
                env=inherited(os.environ),
                start_new_session=True,
            )
        except OSError as error:
            raise AssentError(say("the demonstration could not be started"), detail=str(error)) from error


class LogRequests:
    """What the window asks of the log: calls, results, numbers."""

    def __init__(self, host: HostParts, prompts: PendingPrompts) -> None:
        """``prompts``: knows the calls that wait, and what each can be held against."""
        self._log_file, self._supervisor, self._spool = host.paths.log_file, host.supervisor, host.gate.spool
        self._prompts = prompts
        self._reads = asyncio.Semaphore(READS)
        self._counted: tuple[tuple[int, str, int], views.Statistics] | None = None

    @handles(protocol.ReadHistory)
    async def history(self, asked: protocol.ReadHistory) -> views.HistoryPage:
        """A page of calls, newest first. One that waits does what its question says, which no record has yet."""
        limit = max(1, min(asked.limit, PAGE))
        page = await self._in_thread(lambda: history_page(self._log_file, asked.text[:FILTER], asked.before, limit))
        return replace(page, rows=tuple(map(self._as_asked, page.rows)))

    def _as_asked(self, row: views.HistoryRow) -> views.HistoryRow:
        there = self._prompts.there(row.call_id)
        return replace(row, action=replace(row.action, there=there)) if there else row

    @handles(protocol.ReadCall)
    async def call(self, asked: protocol.ReadCall) -> views.CallDetails:
        """Everything about one call."""
        details = await self._in_thread(
            lambda: history_call(self._log_file, asked.call_id, lambda digest: definition_of(self._supervisor, digest))
        )
        whole = self._spool.of_call(asked.call_id)
        return details if whole is None else replace(details, parts=whole.parts)

    @handles(protocol.ReadResult)
    async def result(self, asked: protocol.ReadResult) -> views.ResultPart:
        """A part of a long result."""
        whole = self._spool.of_call(asked.call_id)
        if whole is None:
            raise AssentError(GONE)
        return views.ResultPart(asked.number, whole.parts, await whole.part(asked.number))

    @handles(protocol.ReadStatistics)
    async def statistics(self, asked: protocol.ReadStatistics) -> views.Statistics:
        """The log in numbers."""
        known = self._counted
        self._counted = await self._in_thread(lambda: history_statistics(self._log_file, asked.days, known))
        return self._counted[1]

    @handles(protocol.CompareCall)
    async def compare(self, asked: protocol.CompareCall) -> views.Comparison:
        """What a call that waits can be held against."""
        async with self._reads:
            return await self._prompts.compare(asked)

    async def _in_thread(self, read: Callable[[], T]) -> T:
        async with self._reads:
            return await tasks.in_daemon_thread(read, name="read the log for the window")


def history_page(log_file: Path, text: str = "", before: str = "", limit: int = 100) -> views.HistoryPage:
    """A page of calls, newest first. Raises UsageError, AuditError as ``calls.read_page``.

    A connection for each question: it opens in a millisecond, belongs to one thread, and never keeps what was erased
    from leaving the file.
    """
    with AuditReader.open(log_file) as reader:
        return calls.read_page(reader, text, before, limit, action_of=action_of)


def history_statistics(
    log_file: Path, days: int, known: tuple[tuple[int, str, int], views.Statistics] | None = None
) -> tuple[tuple[int, str, int], views.Statistics]:
    """The log in numbers, and what they hang on: the last record, the day, and how many days.

    ``known``: the last answer, which holds while none of these changed. Raises AuditError.
    """
    now = datetime.now().astimezone()
    with AuditReader.open(log_file) as reader:
        key = reader.last_seq(), now.date().isoformat(), days
        return known if known is not None and known[0] == key else (key, reader.statistics(days, now))


def history_call(log_file: Path, call_id: str, definition_of: DefinitionOf) -> views.CallDetails:
    """Everything about one call. ``definition_of`` is asked in this thread. Raises as ``calls.read_call``."""
    with AuditReader.open(log_file) as reader:
        return calls.read_call(reader, call_id, definition_of, action_of=action_of)


def definition_of(supervisor: Supervisor, digest: str) -> bytes | None:
    """The canonical bytes of a listed tool's definition. May be asked from any thread."""
    definition = supervisor.definition(digest)
    return None if definition is None else definition.raw


# Checks and exports of the log

SILENT: Final = 30.0
"""Seconds without a word after which a worker is given up; it says something five times a second."""
_PROGRAM: Final = "import sys; sys.path.insert(0, sys.argv[1]); from host.log_worker import main; main()"
_FAILED: Final = say("The process that reads the log ended early.")


class LogJobs:
    """One check and one export at a time."""

    def __init__(self, paths: Paths, clock: Callable[[], float] = time.time) -> None:
        """``clock``: Unix seconds."""
        self._paths, self._clock = paths, clock
        self._check, self._export = LogCheck(), LogExport()
        self._whole: tuple[int, str] | None = None
        self._checking: asyncio.Task[None] | None = None
        self._exporting: asyncio.Task[None] | None = None

    @handles(CheckLog)
    def check(self, asked: CheckLog) -> LogCheck:
        """How the check stands, or begin one."""
        if asked.begin and self._check.state != "running":
            again = self._whole if asked.begin == "new" else None
            self._check = replace(self._check, state="running", done=0, of=0)
            self._checking = tasks.spawn(self._run_check(again), name="check the log")
        return self._check

    @handles(ExportLog)
    def export(self, asked: ExportLog) -> LogExport:
        """Begin an export.

        Raises:
            AssentError: one runs, or the path is none.
        """
        if self._export.state == "running":
            raise AssentError(say("an export runs already"))
        if not Path(asked.path).is_absolute():
            raise AssentError(say("the file needs a whole path"))
        self._export = LogExport("running", asked.path)
        self._exporting = tasks.spawn(self._run_export(asked), name="export the log")
        return self._export

    @handles(ReadExport)
    def export_state(self, asked: ReadExport) -> LogExport:
        """How the export stands, or end it."""
        if asked.stop and self._exporting is not None and self._export.state == "running":
            self._export = replace(self._export, state="stopped")
            self._exporting.cancel()
        return self._export

    async def close(self) -> None:
        """End the check and the export that run."""
        running = {task for task in (self._checking, self._exporting) if task is not None and not task.done()}
        for task in running:
            task.cancel()
        if running:
            await asyncio.wait(running)

    async def _run_check(self, after: tuple[int, str] | None) -> None:
        def far(done: int, of: int) -> None:
            self._check = replace(self._check, done=done, of=of)

        paths = self._paths
        job: JsonObject = {"op": "check", "log": str(paths.log_file), "head": str(paths.head_file)}
        try:
            found = await _done(job | {"after": None if after is None else [*after]}, far)
        except AssentError as error:
            self._whole = None
            self._check = LogCheck("failed", at=self._clock(), problem=error.words)
            return
        whole, missing = found.get("ok") is True, found.get("head_missing") is True
        last, digest = _number(found, "last"), str(found.get("head_hash", ""))
        records = last or (after[0] if after else 0)
        if whole or missing:
            self._whole = (records, digest) if records else None
            state, bad = "whole", 0
        else:
            self._whole = None
            state, bad = "broken" if "ok" in found else "failed", _number(found, "first_bad_seq")
        self._check = LogCheck(
            state,  # type: ignore[arg-type]  # one of the words above
            at=self._clock(),
            bad=bad,
            problem=str(found.get("problem", "")),
            gone=_number(found, "gone") + (self._check.gone if after else 0),
        )

    async def _run_export(self, asked: ExportLog) -> None:
        def far(done: int, of: int) -> None:
            self._export = replace(self._export, done=done, of=of)

        job: JsonObject = {
            "op": "export", "log": str(self._paths.log_file), "output": asked.path, "search": asked.text,
            "values": asked.with_values,
        }  # fmt: skip
        try:
            found = await _done(job, far)
        except AssentError as error:
            self._export = LogExport("failed", asked.path, problem=error.words)
            return
        if problem := str(found.get("problem", "")):
            self._export = LogExport("failed", asked.path, problem=problem)
            return
        self._export = LogExport("done", asked.path, first=_number(found, "first"), last=_number(found, "last"))


async def _done(job: JsonObject, far: Callable[[int, int], None]) -> JsonObject:
    """How a job ended. ``far``: hears how far it is. Raises AssentError where its process broke."""
    root = str(Path(host.__file__).parents[1])
    worker = await worker_process.launch(("-c", _PROGRAM, root), "log worker")
    if worker is None:
        raise AssentError(_FAILED)
    try:
        said = canonical.parse(await worker.ask(canonical.canonical(job), b"", SILENT))
        while isinstance(said, dict) and not isinstance(end := said.get("end"), dict):
            far(_number(said, "done"), _number(said, "of"))
            said = canonical.parse(await worker.receive(SILENT))
        if isinstance(said, dict) and isinstance(end, dict):
            return end
        raise AssentError(_FAILED)
    except worker_process.BROKEN as error:
        raise AssentError(_FAILED) from error
    except asyncio.CancelledError:
        worker.hang_up()  # it takes away what it wrote
        with contextlib.suppress(*worker_process.BROKEN):
            async with asyncio.timeout(worker_process.END_SECONDS):
                while True:
                    await worker.receive(SILENT)
        raise
    finally:
        await worker.end()


def _number(said: JsonObject, name: str) -> int:
    value = said.get(name)
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else 0
