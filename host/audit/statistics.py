"""The log in numbers: calls by day and decision, the tools that are asked most, how long people took.

Owns: these numbers.

Invariants: they are counted by SQLite, by the index on kinds, and no more than ``MOST`` records of each kind are looked
at, the newest; no value that stands beside the chain is read.
"""

from __future__ import annotations

import sqlite3
import statistics
from collections import Counter, defaultdict
from datetime import datetime, timedelta
from typing import Final, Literal, TypeAlias

from host.audit import database
from host.audit.database import CALL, KIND, call_of
from host.control.views import DayCount, Statistics, ToolCount

MOST: Final = 50_000
"""Records of one kind that are counted: about half a second."""
TOOLS: Final = 8
"""Tools that are told."""
ANSWERS: Final = 5_000
"""Answers of people whose time is measured."""

_End: TypeAlias = Literal["allowed", "approved", "denied", "expired", "other"]
_NEWEST: Final = f"SELECT seq FROM records WHERE {KIND} = :kind AND seq >= :first ORDER BY seq DESC LIMIT :most"
COUNTED: Final = f"""
    SELECT date(time, 'localtime'), json_extract(body, '$.fields.decision'), json_extract(body, '$.fields.by'),
        json_extract(body, '$.fields.server'), json_extract(body, '$.fields.tool'), count(*)
    FROM records WHERE seq IN ({_NEWEST}) GROUP BY 1, 2, 3, 4, 5
"""
_ASKED: Final = f"SELECT min(time) FROM records AS asked WHERE {call_of('asked')} = {call_of('records')}"
_TOOK: Final = f"""
    SELECT (julianday(time) - julianday(({_ASKED}))) * 86400000
    FROM records WHERE seq IN ({_NEWEST}) AND json_extract(body, '$.fields.by') = 'approver' AND {CALL} IS NOT NULL
    ORDER BY seq DESC LIMIT {ANSWERS}
"""


def count(connection: sqlite3.Connection, first: int, since: datetime, most: int = MOST) -> Statistics:
    """The numbers since a day.

    Args:
        connection: of a reader.
        first: number of the first record of that day.
        since: the beginning of that day, local.
        most: as ``MOST``.
    """
    days: dict[str, Counter[_End]] = defaultdict(Counter)
    tools: Counter[tuple[str, str]] = Counter()
    begin = since.date().isoformat()
    bounds: dict[str, str | int] = {"first": first, "most": most}
    with database.readable():
        for kind in ("call.decided", "call.refused"):
            found = connection.execute(COUNTED, bounds | {"kind": kind}).fetchall()
            for day, decision, by, server, tool, number in found:
                days[str(day)][_end(kind, decision, by)] += number
                tools[str(server or ""), str(tool or "")] += number
            if sum(row[-1] for row in found) >= most:  # the oldest of these days may be counted in part
                begin = max(begin, _day_after(min(str(row[0]) for row in found)))
        took = [float(ms) for (ms,) in connection.execute(_TOOK, bounds | {"kind": "call.decided"}) if ms is not None]
    return Statistics(
        tuple(_day_count(day, days[day]) for day in sorted(days) if day >= begin),
        tuple(ToolCount(server, tool, number) for (server, tool), number in tools.most_common(TOOLS)),
        round(statistics.median(took), 1) if took else None,
        begin,
    )


def days_ago(days: int, now: datetime) -> datetime:
    """The beginning of the local day, so many days back, that is the first of ``days`` days."""
    day = now.date() - timedelta(days=days - 1)
    return datetime(day.year, day.month, day.day).astimezone()


def _end(kind: str, decision: object, by: object) -> _End:
    if kind == "call.refused":
        return "other"
    if decision == "approve":
        return "approved" if by == "approver" else "allowed"
    if by in ("rule", "approver"):
        return "denied"
    return "expired" if by == "expiry" else "other"


def _day_count(day: str, ends: Counter[_End]) -> DayCount:
    return DayCount(day, ends["allowed"], ends["approved"], ends["denied"], ends["expired"], ends["other"])


def _day_after(day: str) -> str:
    try:
        return (datetime.fromisoformat(day) + timedelta(days=1)).date().isoformat()
    except ValueError:  # of a damaged record
        return day
