"""The process that checks and exports the log, so that no call waits for it.

Invariants: it reads the log and never writes it. It writes one new file, private to its owner, and removes it if the
export does not finish. It can be ended at any time.

It uses the frames of ``schema_worker``. It sends an empty frame when it is ready, receives a job (a head, an empty
body), reports its progress several times a second (``{"done", "of"}``), and finally the result (``{"end": …}``). It
exits when its input ends, as it does when the host ends.
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

from msgspec import Struct, structs

from host import schema_worker
from host.audit import jsonl
from host.audit.chain import Tip
from host.audit.query import AuditReader
from host.audit.verify import verify_log
from host.control.search import read
from host.errors import AssentError
from host.model import JsonObject, JsonValue

REPORT_EVERY: Final = 0.2
"""Seconds between two reports of progress."""


class Progress(Struct):
    """The progress of a job. ``of``: all records of the job."""

    done: int = 0
    of: int = 0

    def count(self, seq: int) -> None:
        """Note that record ``seq`` is done."""
        self.done = seq


def check(job: JsonObject, progress: Progress) -> JsonObject:
    """Check the log. In the job, ``after`` is the number and hash (hex) of a record that was found sound, or null."""
    log, after = Path(str(job["log"])), job["after"]
    with AuditReader.open(log) as reader:
        progress.of = reader.last_seq()
    tip = Tip(int(str(after[0])), "", bytes.fromhex(str(after[1]))) if isinstance(after, list) else None
    return {**structs.asdict(verify_log(log, Path(str(job["head"])), after=tip, on_sound_record=progress.count))}


def export(job: JsonObject, progress: Progress) -> JsonObject:
    """Write an export of the records from the first to the last of the calls that meet the job's ``search``."""
    log, output = Path(str(job["log"])), Path(str(job["output"]))
    with AuditReader.open(log) as reader:
        first, last = reader.record_range(read(str(job["search"])))
    progress.of, values = last - first + 1, job["values"] is True
    try:
        jsonl.write_new(output, _counted(jsonl.export(log, with_values=values, first=first, last=last), progress))
    except FileExistsError:
        return {"problem": "There is such a file already. Choose another name."}
    except OSError as error:
        return {"problem": f"The file cannot be written: {error.strerror}."}
    return {"problem": "", "first": first, "last": last}


def _counted(lines: Iterator[bytes], progress: Progress) -> Iterator[bytes]:
    for progress.done, line in enumerate(lines):  # the first is the header
        yield line


def _run(head: bytes, progress: Progress) -> JsonObject:
    job = json.loads(head)
    try:
        return check(job, progress) if job["op"] == "check" else export(job, progress)
    except AssentError as error:
        return {"problem": str(error)}


def main() -> None:
    """Do one job."""
    if sys.platform != "win32":
        os.nice(10)  # calls come first
    out, write_lock, is_done = sys.stdout.buffer, threading.Lock(), threading.Event()

    def send(value: JsonValue) -> None:
        with write_lock:
            schema_worker.send(out, json.dumps(value).encode())

    def report_progress() -> None:
        with contextlib.suppress(OSError):
            while not is_done.wait(REPORT_EVERY):
                send({"done": progress.done, "of": progress.of})

    schema_worker.send(out, b"")
    head, _ = schema_worker.receive(sys.stdin.buffer), schema_worker.receive(sys.stdin.buffer)
    if head is None:
        return

    def exit_at_end_of_input() -> None:
        sys.stdin.buffer.read()
        os.kill(os.getpid(), signal.SIGTERM)

    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    threading.Thread(target=exit_at_end_of_input, daemon=True).start()
    progress = Progress()
    reporter = threading.Thread(target=report_progress, daemon=True)
    reporter.start()
    result = _run(head, progress)
    is_done.set()
    reporter.join()
    send({"end": result})
