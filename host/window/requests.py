"""The window's requests about the log, the demonstration and the host itself.

Owns: the handlers of these requests, which ``host.window.server`` collects with those of other modules; the one check
and the one export of the log that may run, their progress, and the record at which the next check continues.

Invariants: a handler calls the part that owns the matter and adds no power of its own; blocking reads run in threads,
two at a time, and the log is never read on the event loop; a request that cannot be done is refused with one safe
sentence. A check or an export runs in a process of its own: neither the loop nor a call waits for it, its output is
untrusted, and it ends with the host. The record at which a check continues is kept in this process only, so that nobody
can change it.
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
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeVar

import msgspec

from host import autostart, canonical, tasks, worker_process
from host.apps.attach.known import System
from host.audit import calls
from host.audit.calls import DefinitionOf
from host.audit.query import AuditReader
from host.audit.verify import Verification
from host.control import protocol, views
from host.control.protocol import CheckLog, ExportLog, ReadExport
from host.control.views import LogCheck, LogExport
from host.errors import AssentError
from host.gate.spool import RESULT_GONE
from host.inspect.action import action_of
from host.log_worker import Report
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

COMMAND: Final = (sys.executable, "-I", "-m", "host", "--demo")  # starts the demonstration
MAX_READS: Final = 2  # concurrent reads of the log; more would only compete for one disk
MAX_PAGE: Final = 500  # calls of one page
MAX_FILTER: Final = 1_000  # characters of a filter


class HostRequests:
    """Requests about the host itself: emergency stop, quitting, settings, start at login."""

    def __init__(self, host: HostParts) -> None:
        self._gate, self._preferences, self._quit_host = host.gate, host.preferences, host.quit_host
        self._person, self._demo = host.person, host.demo

    @handles(protocol.EmergencyStop)
    def stop(self, _: protocol.EmergencyStop) -> None:
        self._gate.emergency_stop(self._person)

    @handles(protocol.Release)
    def release(self, _: protocol.Release) -> None:
        self._gate.release(self._person)

    @handles(protocol.RevokeGrant)
    def revoke(self, request: protocol.RevokeGrant) -> None:
        if not self._gate.grants.revoke(request.grant_id, self._person):
            raise AssentError(say("there is no such grant any more"))

    @handles(protocol.Quit)
    def quit(self, _: protocol.Quit) -> None:
        self._quit_host()

    @handles(protocol.ReadSettings)
    def settings(self, _: protocol.ReadSettings) -> dict[str, float]:
        return self._preferences.now.values()

    @handles(protocol.ChangeSetting)
    def change_setting(self, request: protocol.ChangeSetting) -> dict[str, float]:
        return self._preferences.change(request.name, request.value).values()

    @handles(protocol.ReadAutostart)
    async def autostart(self, _: protocol.ReadAutostart) -> views.Autostart:
        return await asyncio.to_thread(autostart.read_state, System.here(), autostart.login_command())

    @handles(protocol.SwitchAutostart)
    async def switch_autostart(self, request: protocol.SwitchAutostart) -> views.Autostart:
        if self._demo:
            raise AssentError(say("the demonstration does not start at login"))
        return await asyncio.to_thread(autostart.switch, System.here(), autostart.login_command(), on=request.on)


class DemonstrationRequests:
    """Requests about the scripted assistant, and the start of the demonstration.

    Attributes:
        assistant: the scripted assistant; None outside of the demonstration.
    """

    def __init__(self, *, demo: bool, command: Sequence[str] = COMMAND) -> None:
        """``demo``: whether this is the demonstration. ``command``: starts one."""
        self._demo, self._command = demo, tuple(command)
        self._process: subprocess.Popen[bytes] | None = None
        self.assistant: AssistantProcess | None = None

    def _require_assistant(self) -> AssistantProcess:
        if self.assistant is None:
            raise AssentError(say("the scripted assistant is there in the demonstration alone"))
        return self.assistant

    @handles(protocol.ReadStory)
    def story(self, _: protocol.ReadStory) -> protocol.Story:
        assistant = self._require_assistant()
        return protocol.Story(assistant.steps, assistant.entries)

    @handles(protocol.TellStory)
    async def tell(self, request: protocol.TellStory) -> None:
        await self._require_assistant().tell(request.step)

    @handles(protocol.StopStory)
    async def stop(self, _: protocol.StopStory) -> None:
        await self._require_assistant().stop()

    @property
    def is_running(self) -> bool:
        """Whether a demonstration that was started here still runs."""
        return self._process is not None and self._process.poll() is None

    @handles(protocol.StartDemonstration)
    def start(self, _: protocol.StartDemonstration) -> None:
        """Start the demonstration, which opens its own window.

        Raises AssentError if this is the demonstration, it runs already, or it cannot be started.
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
    """Requests about the log: calls, results, statistics."""

    def __init__(self, host: HostParts, prompts: PendingPrompts) -> None:
        """``prompts``: compares waiting calls."""
        self._log_file, self._supervisor, self._spool = host.paths.log_file, host.supervisor, host.gate.spool
        self._approvals, self._prompts = host.approvals, prompts
        self._reads = asyncio.Semaphore(MAX_READS)
        self._statistics: tuple[tuple[int, str, int], views.Statistics] | None = None

    @handles(protocol.ReadHistory)
    async def history(self, request: protocol.ReadHistory) -> views.HistoryPage:
        """Return a page of calls. The state of a waiting call's target comes from its question."""
        limit = max(1, min(request.limit, MAX_PAGE))
        text = request.text[:MAX_FILTER]
        page = await self._in_thread(lambda: history_page(self._log_file, text, request.before, limit))
        return replace(page, rows=tuple(map(self._with_target_state, page.rows)))

    def _with_target_state(self, row: views.HistoryRow) -> views.HistoryRow:
        pending = self._approvals.question(row.call_id)
        return replace(row, action=replace(row.action, there=pending.there)) if pending and pending.there else row

    @handles(protocol.ReadCall)
    async def call(self, request: protocol.ReadCall) -> views.CallDetails:
        find = partial(definition_of, self._supervisor)
        details = await self._in_thread(lambda: history_call(self._log_file, request.call_id, find))
        spooled = self._spool.result_of_call(request.call_id)
        return details if spooled is None else replace(details, parts=spooled.part_count)

    @handles(protocol.ReadResult)
    async def result(self, request: protocol.ReadResult) -> views.ResultPart:
        spooled = self._spool.result_of_call(request.call_id)
        if spooled is None:
            raise AssentError(RESULT_GONE)
        return views.ResultPart(request.number, spooled.part_count, await spooled.part(request.number))

    @handles(protocol.ReadStatistics)
    async def statistics(self, request: protocol.ReadStatistics) -> views.Statistics:
        cached = self._statistics
        self._statistics = await self._in_thread(lambda: history_statistics(self._log_file, request.days, cached))
        return self._statistics[1]

    @handles(protocol.CompareCall)
    async def compare(self, request: protocol.CompareCall) -> views.Comparison:
        async with self._reads:
            return await self._prompts.compare(request)

    async def _in_thread(self, read: Callable[[], T]) -> T:
        async with self._reads:
            return await tasks.in_daemon_thread(read, name="read the log for the window")


def history_page(log_file: Path, text: str = "", before: str = "", limit: int = 100) -> views.HistoryPage:
    """Return a page of calls, newest first. Raises UsageError, AuditError as ``calls.read_page``.

    Each request opens a connection of its own: that takes a millisecond, and a connection belongs to one thread and
    would prevent erased data from leaving the file.
    """
    with AuditReader.open(log_file) as reader:
        return calls.read_page(reader, text, before, limit, action_of=action_of)


def history_statistics(
    log_file: Path, days: int, cached: tuple[tuple[int, str, int], views.Statistics] | None = None
) -> tuple[tuple[int, str, int], views.Statistics]:
    """Return the key and the statistics of the log. The key is the last record, the date, and the number of days.

    ``cached``: the last result, which is returned if the key is the same. Raises AuditError.
    """
    now = datetime.now().astimezone()
    with AuditReader.open(log_file) as reader:
        key = reader.last_seq(), now.date().isoformat(), days
        return cached if cached is not None and cached[0] == key else (key, reader.statistics(days, now))


def history_call(log_file: Path, call_id: str, definition_of: DefinitionOf) -> views.CallDetails:
    """Return everything about one call. Calls ``definition_of`` in this thread. Raises as ``calls.read_call``."""
    with AuditReader.open(log_file) as reader:
        return calls.read_call(reader, call_id, definition_of, action_of=action_of)


def definition_of(supervisor: Supervisor, digest: str) -> bytes | None:
    """Return the canonical bytes of a listed tool's definition. May be called in any thread."""
    definition = supervisor.definition(digest)
    return None if definition is None else definition.raw


# Checks and exports of the log

SILENCE_TIMEOUT: Final = 30.0
"""Seconds without output after which a worker is ended; it reports progress five times a second."""
_PROGRAM: Final = "from host.log_worker import main; main()"
_FAILED: Final = say("The process that reads the log ended early.")


class LogJobs:
    """Runs checks and exports of the log, one of each at a time."""

    def __init__(self, paths: Paths, clock: Callable[[], float] = time.time) -> None:
        """``clock``: Unix seconds."""
        self._paths, self._clock = paths, clock
        self._check_state, self._export_state = LogCheck(), LogExport()
        self._checked_until: tuple[int, str] | None = None
        """Number and digest of the last record that was found intact."""
        self._check_task: asyncio.Task[None] | None = None
        self._export_task: asyncio.Task[None] | None = None

    @handles(CheckLog)
    def check(self, request: CheckLog) -> LogCheck:
        if request.begin and self._check_state.state != "running":
            after = self._checked_until if request.begin == "new" else None
            self._check_state = replace(self._check_state, state="running", done=0, of=0)
            self._check_task = tasks.spawn(self._run_check(after), name="check the log")
        return self._check_state

    @handles(ExportLog)
    def export(self, request: ExportLog) -> LogExport:
        """Begin an export. Raises AssentError if one runs already, or the path is not absolute."""
        if self._export_state.state == "running":
            raise AssentError(say("an export runs already"))
        if not Path(request.path).is_absolute():
            raise AssentError(say("the file needs a whole path"))
        self._export_state = LogExport("running", request.path)
        self._export_task = tasks.spawn(self._run_export(request), name="export the log")
        return self._export_state

    @handles(ReadExport)
    def export_state(self, request: ReadExport) -> LogExport:
        if request.stop and self._export_task is not None and self._export_state.state == "running":
            self._export_state = replace(self._export_state, state="stopped")
            self._export_task.cancel()
        return self._export_state

    async def close(self) -> None:
        """Stop the running check and export."""
        running = {task for task in (self._check_task, self._export_task) if task is not None and not task.done()}
        for task in running:
            task.cancel()
        if running:
            await asyncio.wait(running)

    async def _run_check(self, after: tuple[int, str] | None) -> None:
        def on_progress(report: Report) -> None:
            self._check_state = replace(self._check_state, done=report.done, of=report.of)

        paths = self._paths
        job: JsonObject = {"op": "check", "log": str(paths.log_file), "head": str(paths.head_file)}
        try:
            job["after"] = None if after is None else [*after]
            found = await _run_job(job, Verification, on_progress)
        except AssentError as error:
            self._checked_until = None
            self._check_state = LogCheck("failed", at=self._clock(), problem=error.words)
            return
        is_whole = found.ok or found.head_missing
        records = found.last or (after[0] if after else 0)
        self._checked_until = (records, found.head_hash) if is_whole and records else None
        self._check_state = LogCheck(
            "whole" if is_whole else "broken",
            at=self._clock(),
            bad=0 if is_whole else found.first_bad_seq,
            problem=found.problem,
            gone=found.gone + (self._check_state.gone if after else 0),
        )

    async def _run_export(self, request: ExportLog) -> None:
        def on_progress(report: Report) -> None:
            self._export_state = replace(self._export_state, done=report.done, of=report.of)

        job: JsonObject = {
            "op": "export", "log": str(self._paths.log_file), "output": request.path, "search": request.text,
            "values": request.with_values,
        }  # fmt: skip
        try:
            first, last = await _run_job(job, tuple, on_progress)
        except AssentError as error:
            self._export_state = LogExport("failed", request.path, problem=error.words)
            return
        self._export_state = LogExport("done", request.path, first=first, last=last)


async def _run_job(job: JsonObject, kind: type[T], on_progress: Callable[[Report], None]) -> T:
    """Run a job in a worker process, and return its result. Raises AssentError if it failed."""
    worker = await worker_process.launch(_PROGRAM, "log worker")
    if worker is None:
        raise AssentError(_FAILED)
    try:
        report = msgspec.json.decode(await worker.ask(canonical.canonical(job), b"", SILENCE_TIMEOUT), type=Report)
        while report.end is None and not report.problem:
            on_progress(report)
            report = msgspec.json.decode(await worker.receive(SILENCE_TIMEOUT), type=Report)
        if isinstance(report.end, kind):
            return report.end
        raise AssentError(report.problem or _FAILED)
    except (*worker_process.BROKEN, msgspec.DecodeError) as error:
        raise AssentError(_FAILED) from error
    except asyncio.CancelledError:
        worker.hang_up()  # so it deletes what it wrote
        with contextlib.suppress(*worker_process.BROKEN):
            async with asyncio.timeout(worker_process.END_SECONDS):
                while True:
                    await worker.receive(SILENCE_TIMEOUT)
        raise
    finally:
        await worker.end()
