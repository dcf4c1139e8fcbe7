"""The log as the window sees it (pure).

Owns: a call as one line, pages of them, and everything kept of one.

Invariants: as in the package.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

CallState: TypeAlias = Literal["waiting", "running", "ended"]


@dataclass(frozen=True, slots=True)
class HistoryRow:
    """One call of the log.

    Attributes:
        call_id: UUIDv7. time: RFC 3339 UTC of its first record. app, server, tool (untrusted): who asked what of whom.
        authenticated: whether the app proved its name. state: see the type.
        decision: ``approve``, ``deny``, ``invalid`` (refused by the checks) or empty while it waits.
        by, who: as in ``model.Decision``. status: of the outcome, empty where none. duration_ms: None where none.
        severity: of the worst finding, empty where none. inputs: the arguments as JSON, or their beginning where they
        are long (untrusted); empty where they were erased. edited: whether a person changed the inputs; these are the
        last ones then.
    """

    call_id: str
    time: str
    app: str
    authenticated: bool
    server: str
    tool: str
    state: CallState
    decision: str
    by: str
    who: str
    status: str
    duration_ms: float | None
    severity: str
    inputs: bytes = b""
    edited: bool = False


@dataclass(frozen=True, slots=True)
class HistoryPage:
    """Calls, newest first. Attributes: before: continue with this, empty at the start of the log."""

    rows: tuple[HistoryRow, ...]
    before: str


@dataclass(frozen=True, slots=True)
class TimelineEntry:
    """One record of a call.

    Attributes:
        seq: its number. time: RFC 3339 UTC. kind: of record. fields: JSON object, holds strangers' text. hash: hex.
    """

    seq: int
    time: str
    kind: str
    fields: bytes
    hash: str


@dataclass(frozen=True, slots=True)
class CallDetails:
    """Everything the log has on one call.

    Attributes:
        row: its line in the table. timeline: oldest first. params: canonical bytes, None where erased, or
        never kept.
        definition: canonical bytes of the tool's definition where the host still knows it, else None.
        result: serialised result or error object (untrusted), None where none is kept. result_bytes: its whole size.
        reason: the person's or rule's words, may be empty. edited: canonical bytes as the app proposed them, where a
        person changed them later and they are kept; ``params`` are the last ones then. inputs_kept: false where the
        log never kept inputs of it, since too much came from its app.
    """

    row: HistoryRow
    timeline: tuple[TimelineEntry, ...]
    params: bytes | None
    definition: bytes | None
    result: bytes | None
    result_bytes: int
    reason: str
    edited: bytes | None = None
    inputs_kept: bool = True
