"""The process in which the log is checked and exported, so that no call waits for it.

Owns: that program, and the form of its one job. Invariants: it reads the log and never writes it; it writes one file
that was not there before, its owner's alone, and takes it away again where it does not come to its end; it can be ended
at any time.

It speaks frames as ``schema_worker`` does. It sends an empty frame when it is ready, then gets a job (a head, an empty
body), says how far it is several times a second (``{"done", "of"}``), and at last how it ended (``{"end": …}``). It
leaves when its input ends, as it does with the host.
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

EVERY: Final = 0.2
"""Seconds between two words on how far it is."""


class Progress(Struct):
    """How far a job is.

    Attributes:
        done, of: records.
    """

    done: int = 0
    of: int = 0

    def count(self, seq: int) -> None:
        """Record ``seq`` is done."""
        self.done = seq


def check(job: JsonObject, progress: Progress) -> JsonObject:
    """Check the log. ``after``: number and hash (hex) of a record that was found whole, or null."""
    log, after = Path(str(job["log"])), job["after"]
    with AuditReader.open(log) as reader:
        progress.of = reader.last_seq()
    tip = Tip(int(str(after[0])), "", bytes.fromhex(str(after[1]))) if isinstance(after, list) else None
    return {**structs.asdict(verify_log(log, Path(str(job["head"])), after=tip, counted=progress.count))}


def export(job: JsonObject, progress: Progress) -> JsonObject:
    """Write an export. ``search``: only from the first to the last record of the calls that meet it."""
    log, output = Path(str(job["log"])), Path(str(job["output"]))
    with AuditReader.open(log) as reader:
        first, last = reader.record_range(read(str(job["search"])))
    progress.of, values = last - first + 1, job["values"] is True
    try:
        # Exclusive: an export never overwrites; private: it may hold values.
        with open(output, "xb", opener=lambda path, flags: os.open(path, flags, 0o600)) as file:
            try:
                file.writelines(_counted(jsonl.export(log, with_values=values, first=first, last=last), progress))
                file.flush()
            except BaseException:
                output.unlink(missing_ok=True)
                raise
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
    out, writing, over = sys.stdout.buffer, threading.Lock(), threading.Event()

    def say(value: JsonValue) -> None:
        with writing:
            schema_worker.send(out, json.dumps(value).encode())

    def tell() -> None:
        with contextlib.suppress(OSError):
            while not over.wait(EVERY):
                say({"done": progress.done, "of": progress.of})

    schema_worker.send(out, b"")
    head, _ = schema_worker.receive(sys.stdin.buffer), schema_worker.receive(sys.stdin.buffer)
    if head is None:
        return

    def leave() -> None:
        sys.stdin.buffer.read()
        os.kill(os.getpid(), signal.SIGTERM)

    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    threading.Thread(target=leave, daemon=True).start()
    progress = Progress()
    telling = threading.Thread(target=tell, daemon=True)
    telling.start()
    end = _run(head, progress)
    over.set()
    telling.join()
    say({"end": end})
