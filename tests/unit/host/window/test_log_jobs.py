"""Checks and exports of the log for the window, in processes of their own."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from host import tasks
from host.audit import database
from host.audit.verify import verify_export
from host.control import codec
from host.control.protocol import CheckLog, ExportLog, ReadExport
from host.control.views import LogCheck, LogExport
from host.errors import AssentError
from host.model import Draft
from host.paths import Paths
from host.window import requests
from host.window.requests import LogJobs
from tests.support.waiting import eventually
from tests.unit.host.audit.support import Log, decided, log_in, outcome, sample, tampering, write

AT = 1_790_000_000.0


@pytest.fixture
def log(tmp_path: Path) -> Log:
    log = log_in(tmp_path)
    sample(log)
    return log


@pytest.fixture
async def jobs(log: Log) -> AsyncIterator[LogJobs]:
    paths = cast("Paths", SimpleNamespace(log_file=log.path, head_file=log.head))
    jobs = LogJobs(paths, clock=lambda: AT)
    yield jobs
    await jobs.close()


async def written(log: Log, *drafts: Draft) -> None:
    await tasks.in_daemon_thread(lambda: write(log, *drafts), name="write a log")


async def checked(jobs: LogJobs, begin: str) -> LogCheck:
    assert jobs.check(CheckLog("all" if begin == "all" else "new")).state == "running"
    await eventually(lambda: jobs.check(CheckLog()).state != "running")
    return jobs.check(CheckLog())


async def exported(jobs: LogJobs, path: Path, text: str = "", *, values: bool = False) -> LogExport:
    assert jobs.export(ExportLog(str(path), text, values)).state == "running"
    await eventually(lambda: jobs.export_state(ReadExport()).state != "running")
    return jobs.export_state(ReadExport())


async def test_a_whole_log_is_said_to_be_whole_and_later_only_what_is_new_is_read(log: Log, jobs: LogJobs) -> None:
    assert jobs.check(CheckLog()).state == "none"
    first = await checked(jobs, "new")
    assert (first.state, first.at, first.problem) == ("whole", AT, "")
    await written(log, decided("c9", params=b"{}"), outcome("c9", result=b"x"))
    with tampering(log) as connection:  # before what is new
        connection.execute("UPDATE records SET body = replace(body, 'call-1', 'cell-1') WHERE seq = 5")
    assert (await checked(jobs, "new")).state == "whole"
    third = await checked(jobs, "all")
    assert (third.state, third.bad) == ("broken", 5)
    assert "record 5" in third.problem
    assert codec.from_json(type(third), codec.to_json(third)) == third


async def test_s37_after_a_broken_one_every_check_begins_again(log: Log, jobs: LogJobs) -> None:
    assert (await checked(jobs, "new")).state == "whole"
    await written(log, decided("c9", params=b"{}"))
    with tampering(log) as connection:
        connection.execute("UPDATE records SET body = replace(body, 'c9', 'c8') WHERE seq = 12")
    assert (await checked(jobs, "new")).bad == 12
    assert (await checked(jobs, "new")).bad == 12


async def test_what_a_check_could_not_see_is_reported(log: Log, jobs: LogJobs) -> None:
    log.head.unlink()
    with closing(database.connect(log.path)) as connection:
        connection.execute("DELETE FROM sensitive WHERE seq = 4")
    found = await checked(jobs, "all")
    assert (found.state, found.gone) == ("whole", 1)
    assert "No end of the audit log is remembered" in found.problem


async def test_a_log_that_is_not_there_cannot_be_checked(log: Log, jobs: LogJobs) -> None:
    for file in log.path.parent.iterdir():
        file.unlink()
    found = await checked(jobs, "all")
    assert found.state == "failed"
    assert "There is no audit log" in found.problem


async def test_an_export_is_the_one_of_the_command_line_private_and_never_over_another(
    log: Log, jobs: LogJobs, tmp_path: Path
) -> None:
    path = tmp_path / "export.jsonl"
    done = await exported(jobs, path, values=True)
    assert (done.state, done.path, done.first, done.last) == ("done", str(path), 1, 10)
    with path.open("rb") as lines:
        assert verify_export(lines).records == 10
    assert path.stat().st_mode & 0o777 == 0o600
    assert b"of call-1" in path.read_bytes()
    before = path.read_bytes()
    again = await exported(jobs, path)
    assert (again.state, path.read_bytes()) == ("failed", before)
    assert "Choose another name" in again.problem


async def test_an_export_of_what_a_filter_finds_is_all_in_between_so_that_it_can_be_checked(
    log: Log, jobs: LogJobs, tmp_path: Path
) -> None:
    path = tmp_path / "part.jsonl"
    done = await exported(jobs, path, "id:call-1 id:call-2")
    assert (done.first, done.last) == (5, 8)
    with path.open("rb") as lines:
        assert verify_export(lines).ok
    assert b"of call-1" not in path.read_bytes()
    none = await exported(jobs, tmp_path / "none.jsonl", "id:nothing")
    assert (none.state, none.problem) == ("failed", "No call in the log is like this.")
    assert not (tmp_path / "none.jsonl").exists()


@pytest.mark.parametrize("path", ["", "export.jsonl"])
async def test_an_export_needs_a_whole_path_that_can_be_written(jobs: LogJobs, path: str) -> None:
    with pytest.raises(AssentError, match="whole path"):
        jobs.export(ExportLog(path))
    failed = await exported(jobs, Path("/nowhere/at/all.jsonl"))
    assert (failed.state, failed.problem) == ("failed", "The file cannot be written: No such file or directory.")


async def test_an_export_that_is_stopped_leaves_no_file(jobs: LogJobs, tmp_path: Path) -> None:
    jobs.export(ExportLog(str(tmp_path / "stopped.jsonl")))
    with pytest.raises(AssentError, match="runs already"):
        jobs.export(ExportLog(str(tmp_path / "other.jsonl")))
    assert jobs.export_state(ReadExport(stop=True)).state == "stopped"
    await jobs.close()
    assert jobs.export_state(ReadExport()).state == "stopped"
    assert not (tmp_path / "stopped.jsonl").exists()


def test_numbers_are_counted_again_only_when_the_log_grew(log: Log) -> None:
    key, found = requests.history_statistics(log.path, 7)
    assert requests.history_statistics(log.path, 7, (key, found))[1] is found
    assert requests.history_statistics(log.path, 8, (key, found))[1] is not found
    write(log, decided("c9", params=b"{}"))
    assert requests.history_statistics(log.path, 7, (key, found))[0] != key
    assert codec.from_json(type(found), codec.to_json(found)) == found
