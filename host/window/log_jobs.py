"""Checks and exports of the log that the window asks for, each in a process of its own.

Owns: that there is one of each at most, how far they are, and from where the next check goes on.

Invariants: neither the loop nor a call waits for them; where a check goes on from is kept in this process alone, so
that nobody can write it; what a worker says is read as untrusted; all of it ends with the host.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

import host
from host import canonical, tasks, worker_process
from host.control.protocol import CheckLog, ExportLog, ReadExport
from host.control.views import LogCheck, LogExport
from host.errors import AssentError
from host.model import JsonObject
from host.paths import Paths
from host.values import replace
from host.window.handlers import handles
from host.words import say

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
            records=records,
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
