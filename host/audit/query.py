"""Reading the log: pages of records, one record, one call, and calls one after the other.

Owns: every search; ``wanted`` has its conditions.

Invariants: a reader cannot write and never holds up the writer; a page is bounded however large the log; values are
read one by one and only when asked for; what a stranger wrote leaves here untouched and is escaped by whoever shows it.

Pages go backwards by number (newest first), never by offset. A search that no index serves (text, app, server, tool)
looks at ``SCAN`` records and then returns, full or not; ``Page.before`` continues it. Calls come newest first too, by
the index on their ids, which begin with their time; they come one by one, and whoever asks stops when it has enough.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Self

from host.audit import database
from host.audit.chain import ERASED
from host.audit.database import CALL, KIND
from host.audit.record import KINDS
from host.audit.wanted import APP, CALLS, TEXT, clean, meets, patterns
from host.errors import UsageError
from host.model import JsonObject
from host.words import say

SCAN: Final = 50_000
"""Records that one page looks at where no index helps: about a tenth of a second."""
MAX_PAGE: Final = 1000
"""Records of one page."""
MAX_TEXT: Final = 1000
"""Characters of a search text."""

_RECORD: Final = "seq, time, body, hex(hash)"


@dataclass(frozen=True, slots=True)
class Value:
    """A sensitive value of a record, without its content.

    Attributes:
        name: unique in its record. bytes: its length. hmac: the commitment, hex.
        state: ``kept``; ``committed``, where only the commitment was ever kept; or ``erased``.
    """

    name: str
    bytes: int
    hmac: str
    state: str


@dataclass(frozen=True, slots=True)
class Record:
    """One record. Its fields may hold strangers' text.

    Attributes:
        seq: its number. time: RFC 3339, UTC. kind, call: empty where the body cannot be read. fields: of its draft.
        hash: hex. body: as stored.
    """

    seq: int
    time: str
    kind: str
    call: str
    fields: JsonObject = field(hash=False)
    hash: str
    body: str


@dataclass(frozen=True, slots=True)
class Page:
    """Some records, newest first.

    Attributes:
        records: at most as many as asked for. before: continue the search with this, None where it reached the start.
    """

    records: tuple[Record, ...]
    before: int | None


class AuditReader:
    """A read-only view of the log; a context manager. Every method raises AuditError where the log cannot be read."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        """Use ``open``."""
        self._connection = connection

    @classmethod
    def open(cls, path: Path) -> Self:
        """Open the log at ``path`` for reading. A host may be writing it."""
        return cls(database.connect_reader(path))

    def __enter__(self) -> Self:
        """Self."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close."""
        self.close()

    def close(self) -> None:
        """Close the connection."""
        self._connection.close()

    def search(
        self,
        text: str = "",
        *,
        kind: str = "",
        app: str = "",
        server: str = "",
        tool: str = "",
        call: str = "",
        before: int | None = None,
        limit: int = 100,
    ) -> Page:
        """The newest records before ``before`` that meet every condition given; an empty one is none.

        ``text``: anywhere in the body or in a kept value, without regard to the case of ASCII letters. ``app``,
        ``server``, ``tool``: the record's own field of that name, exactly. Raises UsageError for what cannot be.
        """
        if kind and kind not in KINDS:
            raise UsageError(say("There is no such kind of record."), detail=kind)
        if len(text) > MAX_TEXT or not 0 < limit <= MAX_PAGE:
            raise UsageError(f"A search text has up to {MAX_TEXT} characters, a page 1 to {MAX_PAGE} records.")
        newest = self.last()
        top = newest + 1 if before is None else min(before, newest + 1)
        conditions = {
            f"{KIND} = :kind": kind,
            f"{CALL} = :call": call,
            APP: app,
            "json_extract(body, '$.fields.server') = :server": server,
            "json_extract(body, '$.fields.tool') = :tool": tool,
            TEXT: text,
        }
        bottom = 1 if call or not (text or app or server or tool) else max(1, top - SCAN)
        where = " AND ".join(["seq < :top", "seq >= :bottom", *(sql for sql, given in conditions.items() if given)])
        found = self._records(
            f"SELECT {_RECORD} FROM records WHERE {where} ORDER BY seq DESC LIMIT :limit",
            {
                "top": top, "bottom": bottom, "limit": limit, "kind": kind, "call": call, "app": app, "server": server,
                "tool": tool, **patterns(text),
            },
        )  # fmt: skip
        reached = found[-1].seq if len(found) == limit else bottom
        return Page(found, reached if reached > 1 else None)

    def record(self, seq: int) -> Record | None:
        """The record with this number, None where there is none."""
        if not 0 < seq <= self.last():
            return None
        found = self._records(f"SELECT {_RECORD} FROM records WHERE seq = :seq", {"seq": seq})
        return found[0] if found else None

    def timeline(self, call: str) -> tuple[Record, ...]:
        """Every record of one call, oldest first."""
        return self._records(f"SELECT {_RECORD} FROM records WHERE {CALL} = :call ORDER BY seq", {"call": call})

    def calls(self, before: str = "") -> Iterator[str]:
        """The ids of all calls, newest first, or of those before ``before``."""
        for (call,) in self._calls(f"SELECT DISTINCT {CALL}", before, {}):
            if isinstance(call, str):  # somebody may have put a number there
                yield call

    def calls_of_records(self, text: str, before: str = "") -> Iterator[tuple[str, bool]]:
        """For each record of a call, newest call first: the call's id, and whether the record meets ``text``.

        ``text``: anywhere in what the record says or in a kept value, without regard to the case of ASCII letters; or
        the beginning of the call's id; or a word for how the call stands. Raises UsageError where it is too long.
        """
        if len(text) > MAX_TEXT:
            raise UsageError(f"A search text has up to {MAX_TEXT} characters.")
        typed = text.strip().casefold()
        for call, met in self._calls(f"SELECT {CALL}, {meets(typed)}", before, patterns(text) | {"id": typed}):
            if isinstance(call, str):
                yield call, bool(met)

    def _calls(self, select: str, before: str, parameters: dict[str, str]) -> Iterator[tuple[object, ...]]:
        older = f"AND {CALL} < :before" if before else ""
        with database.readable():
            yield from self._connection.execute(
                f"{select} {CALLS} {older} ORDER BY {CALL} DESC", clean(parameters | {"before": before})
            )

    def values(self, record: Record) -> tuple[Value, ...]:
        """What ``record`` commits to, by name."""
        sql = "SELECT name, value IS NOT NULL FROM sensitive WHERE seq = ? AND key <> ?"
        with database.readable():
            kept = dict(self._connection.execute(sql, (record.seq, ERASED)).fetchall())
        commitments = _parse(record.body).get("commitments")
        found = []
        for name, promised in commitments.items() if isinstance(commitments, dict) else ():
            match promised:
                case {"bytes": int(length), "hmac": str(hmac)}:
                    found.append(Value(name, length, hmac, _STATES[kept.get(name)]))
        return tuple(found)

    def value(self, seq: int, name: str) -> bytes | None:
        """A kept value, None where it was erased or never kept."""
        with database.readable():
            sql = "SELECT value FROM sensitive WHERE seq = ? AND name = ? AND key <> ?"
            row = self._connection.execute(sql, (seq, name, ERASED)).fetchone()
        return None if row is None else row[0]

    def beginning(self, seq: int, name: str, limit: int) -> bytes | None:
        """At most ``limit`` bytes of a kept value, None where it was erased or never kept."""
        with database.readable():
            sql = "SELECT substr(value, 1, ?) FROM sensitive WHERE seq = ? AND name = ? AND key <> ?"
            row = self._connection.execute(sql, (limit, seq, name, ERASED)).fetchone()
        return None if row is None else row[0]

    def last(self) -> int:
        """The number of the newest record."""
        with database.readable():
            return int(self._connection.execute("SELECT coalesce(max(seq), 0) FROM records").fetchone()[0])

    def _records(self, sql: str, parameters: dict[str, str | int]) -> tuple[Record, ...]:
        with database.readable():
            return tuple(map(_record, self._connection.execute(sql, clean(parameters))))


_STATES: Final = {1: "kept", 0: "committed", None: "erased"}


def _record(row: tuple[int, str, str, str]) -> Record:
    seq, time, body, digest = row
    parsed = _parse(body)
    kind, call, fields = parsed.get("kind"), parsed.get("call"), parsed.get("fields")
    return Record(
        seq,
        time,
        kind if isinstance(kind, str) else "",
        call if isinstance(call, str) else "",
        fields if isinstance(fields, dict) else {},
        digest.lower(),
        body,
    )


def _parse(body: str) -> JsonObject:
    """The body's members; none where somebody altered it into something that is no object."""
    try:
        value = json.loads(body)
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}
