"""Logs for tests: real files, written by the real store, and the means to tamper with them."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from host.audit import chain, database, files
from host.audit.chain import Row
from host.audit.store import AuditStore
from host.audit.verify import Verification, verify_database
from host.model import Draft, JsonValue

START: Final = 1_767_225_600.0
"""2026-01-01T00:00:00Z."""
NO_HEAD: Final = r"host\.audit\.store: No end of the audit log is remembered in .*log-head\.json"


class Clock:
    """Unix seconds that move only when told to."""

    def __init__(self) -> None:
        self.now = START

    def __call__(self) -> float:
        return self.now


@dataclass(frozen=True)
class Log:
    """Where a log is."""

    path: Path
    head: Path

    def open(self, clock: Callable[[], float] = lambda: START) -> AuditStore:
        return AuditStore.open(self.path, head=self.head, clock=clock)

    def verify(self) -> Verification:
        return verify_database(self.path, files.read_head(self.head))

    def rows(self) -> list[Row]:
        with closing(database.connect_reader(self.path)) as connection:
            return list(database.rows(connection))

    def bytes(self) -> bytes:
        """Everything in the log's directory. Only where no store has it open in this process."""
        return b"".join(file.read_bytes() for file in sorted(self.path.parent.iterdir()))


def erase(connection: sqlite3.Connection, seq: int, name: str) -> None:
    """Erase a value as docs/reviewers.md says, while nobody reads."""
    zeros = "UPDATE sensitive SET key = zeroblob(length(key)), value = zeroblob(length(value))"
    connection.execute(f"{zeros} WHERE seq = ? AND name = ?", (seq, name))
    assert not connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]


def log_in(directory: Path) -> Log:
    """A log that does not exist yet; its head is in a directory of its own."""
    return Log(directory / "data" / "log.sqlite3", directory / "config" / "log-head.json")


def write(log: Log, *drafts: Draft) -> None:
    """Open the log, write ``host.started`` and ``drafts``, a transaction each, and close it."""

    async def session() -> None:
        store = log.open()
        await store.begin(Draft("host.started", {"pid": 1}))
        for draft in drafts:
            await store.append(draft)
        await store.close()

    asyncio.run(session())


def decided(call: str, decision: str = "approve", **values: bytes) -> Draft:
    fields: dict[str, JsonValue] = {"decision": decision, "by": "rule", "app": {"name": "claude"}, "server": "files"}
    return Draft("call.decided", fields | {"tool": "write_file"}, values, call)


def outcome(call: str, **values: bytes) -> Draft:
    return Draft("call.outcome", {"status": "succeeded", "duration_ms": 1.25}, values, call)


def sample(log: Log, calls: int = 4) -> None:
    """Two records of its own, then two for each call; the values hold the call's id."""
    drafts: list[Draft] = []
    for number in range(calls):
        call = f"call-{number}"
        drafts += decided(call, params=f'{{"of":"{call}"}}'.encode()), outcome(call, result=f"of {call}".encode())
    write(log, *drafts)


@contextmanager
def tampering(log: Log) -> Iterator[sqlite3.Connection]:
    """The hand of somebody with a copy of SQLite: whatever protects the tables is lifted, and put back as it was."""
    triggers = [name for name, sql in database.TABLES.items() if sql.startswith("CREATE TRIGGER")]
    with closing(sqlite3.connect(log.path)) as connection:
        for name in triggers:
            connection.execute(f"DROP TRIGGER {name}")
        yield connection
        for name in triggers:
            connection.execute(database.TABLES[name])
        connection.commit()


def rewrite(connection: sqlite3.Connection, first: int, edit: Callable[[bytes], bytes]) -> None:
    """Edit the body of record ``first`` and link all that follow anew, as if they had been written so."""
    rows = list(database.rows(connection, first))
    previous = rows[0].prev_hash
    for row in rows:
        body = edit(row.body) if row.seq == first else row.body
        digest = chain.link(previous, body)
        connection.execute(
            "UPDATE records SET prev_hash = ?, body = ?, hash = ? WHERE seq = ?",
            (previous, body.decode(), digest, row.seq),
        )
        previous = digest
