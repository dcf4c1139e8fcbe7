"""The process that checks and exports the log, so that no call waits for it.

Invariants: it reads the log and never writes it. It writes one new file, private to its owner, and removes it if the
export does not finish. It can be ended at any time.

It uses the frames of ``schema_worker``. It sends an empty frame when it is ready, receives a job (a head, an empty
body), and sends a ``Report`` several times a second, the last one with the result. It exits when its input ends, as it
does when the host ends.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from host import schema_worker
from host.audit import jsonl
from host.audit.chain import Tip
from host.audit.query import AuditReader
from host.audit.verify import Verification, verify_log
from host.control.search import read
from host.errors import AssentError
from host.model import JsonObject

REPORT_EVERY: Final = 0.2
"""Seconds between two reports of progress."""


class Report(Struct):
    """The progress of a job; once it is over, its result or the problem.

    Attributes:
        of: all records of the job.
        end: of a check, what was found; of an export, the first and the last record.
    """

    done: int = 0
    of: int = 0
    end: Verification | tuple[int, int] | None = None
    problem: str = ""

    def count(self, seq: int) -> None:
        """Note that record ``seq`` is done."""
        self.done = seq


def check(job: JsonObject, report: Report) -> Verification:
    """Check the log. In the job, ``after`` is the number and hash (hex) of a record that was found sound, or null."""
    log, after = Path(str(job["log"])), job["after"]
    with AuditReader.open(log) as reader:
        report.of = reader.last_seq()
    tip = Tip(int(str(after[0])), "", bytes.fromhex(str(after[1]))) if isinstance(after, list) else None
    return verify_log(log, Path(str(job["head"])), after=tip, on_sound_record=report.count)


def export(job: JsonObject, report: Report) -> tuple[int, int]:
    """Write an export of the records from the first to the last of the calls that meet the job's ``search``."""
    log, output = Path(str(job["log"])), Path(str(job["output"]))
    with AuditReader.open(log) as reader:
        first, last = reader.record_range(read(str(job["search"])))
    report.of, values = last - first + 1, job["values"] is True
    try:
        jsonl.write_new(output, _counted(jsonl.export(log, with_values=values, first=first, last=last), report))
    except FileExistsError as error:
        raise AssentError("There is such a file already. Choose another name.") from error
    except OSError as error:
        raise AssentError(f"The file cannot be written: {error.strerror}.") from error
    return first, last


def _counted(lines: Iterator[bytes], report: Report) -> Iterator[bytes]:
    for report.done, line in enumerate(lines):  # the first is the header
        yield line


def main() -> None:
    """Do one job."""
    if sys.platform != "win32":
        os.nice(10)  # calls come first
    out, report, is_done = sys.stdout.buffer, Report(), threading.Event()

    def report_progress() -> None:
        with contextlib.suppress(OSError):
            while not is_done.wait(REPORT_EVERY):
                schema_worker.send(out, msgspec.json.encode(report))

    schema_worker.send(out, b"")
    head, _ = schema_worker.receive(sys.stdin.buffer), schema_worker.receive(sys.stdin.buffer)
    if head is None:
        return

    def exit_at_end_of_input() -> None:
        sys.stdin.buffer.read()
        os.kill(os.getpid(), signal.SIGTERM)

    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    threading.Thread(target=exit_at_end_of_input, daemon=True).start()
    reporter = threading.Thread(target=report_progress, daemon=True)
    reporter.start()
    job, end, problem = json.loads(head), None, ""
    try:
        end = check(job, report) if job["op"] == "check" else export(job, report)
    except AssentError as error:
        problem = str(error)
    is_done.set()
    reporter.join()
    report.end, report.problem = end, problem
    schema_worker.send(out, msgspec.json.encode(report))
