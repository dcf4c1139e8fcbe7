"""What a host that died left unfinished.

Owns: finding the calls whose record breaks off.

Invariants: a call that was approved and has no outcome ends as *unknown*, since it may have been sent; one that nobody
decided ends as denied, since it cannot have been (promise 3 of the README). Who signed a call, and what was granted
with it, change nothing of that. Work is bounded: only records since the last ``host.started`` are looked at, for every
start ends all orphans before it.
"""

from __future__ import annotations

import sqlite3
from typing import Final

from host.audit import database, record
from host.audit.database import KIND, call_of
from host.model import Draft

_BROKEN_OFF: Final = f"""
    SELECT {call_of("step")}, {KIND}, json_extract(body, '$.fields.decision') FROM records AS step
    WHERE {KIND} IN ('call.proposed', 'call.decided')
    AND seq > (SELECT coalesce(max(seq), 0) FROM records WHERE {KIND} = 'host.started')
    AND NOT EXISTS (
        SELECT 1 FROM records AS later WHERE {call_of("later")} = {call_of("step")} AND later.seq > step.seq
        AND json_extract(later.body, '$.kind') IN ('call.proposed', 'call.decided', 'call.outcome')
    )
    ORDER BY seq"""


def find(connection: sqlite3.Connection) -> tuple[Draft, ...]:
    """The records that end what the last host left unfinished, in the order of the last words on each call."""
    with database.readable():
        last_words = connection.execute(_BROKEN_OFF).fetchall()
    return tuple(
        record.never_decided(call) if kind == "call.proposed" else record.never_heard_of(call)
        for call, kind, decision in last_words
        if kind == "call.proposed" or decision == "approve"
    )
