"""The log in numbers."""

from __future__ import annotations

import sqlite3
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from host.audit import query
from host.audit.query import AuditReader
from host.audit.record import denied_by_host_exit
from host.control.views import DayCount, ToolCount
from host.model import Draft, JsonObject
from tests.unit.host.audit.support import START, Log, log_in

ASKED: JsonObject = {"server": "files", "tool": "write_file"}
DAY = 86_400.0
NOON = datetime.fromtimestamp(START).replace(hour=12).timestamp()  # noqa: DTZ006 local, as days are
TODAY = datetime.fromtimestamp(NOON + 3 * DAY).astimezone()


def decided(call: str, decision: str, by: str, **more: str) -> Draft:
    return Draft("call.decided", ASKED | {"decision": decision, "by": by} | more, {}, call)


async def written(tmp_path: Path) -> Log:
    log = log_in(tmp_path)
    now = [NOON]
    store = log.open(lambda: now[0])
    await store.begin(Draft("host.started", {"pid": 1}))
    await store.append(decided("a1", "approve", "rule"), decided("a2", "deny", "expiry"))
    now[0] = NOON + 2 * DAY
    await store.append(Draft("call.proposed", ASKED, {}, "b1"))
    now[0] += 8
    await store.append(decided("b1", "approve", "approver"), decided("b2", "approve", "grant", tool="read_file"))
    await store.append(Draft("call.refused", {"server": "x\u202e", "tool": "<b>"}, {}, "b3"))
    now[0] = NOON + 3 * DAY
    await store.append(Draft("call.proposed", ASKED, {}, "c1"))
    now[0] += 2
    await store.append(decided("c1", "deny", "approver"), decided("c2", "deny", "drift"))
    await store.close()
    return log


async def test_calls_are_counted_by_local_day_and_decision_tools_by_how_often(tmp_path: Path) -> None:
    log = await written(tmp_path)
    with AuditReader.open(log.path) as reader:
        found = reader.statistics(30, TODAY)
        days = [(NOON + ahead * DAY) for ahead in (0, 2, 3)]
        names = [datetime.fromtimestamp(day).date().isoformat() for day in days]  # noqa: DTZ006 local
        assert found.days == (
            DayCount(names[0], 1, 0, 0, 1, 0),
            DayCount(names[1], 1, 1, 0, 0, 1),
            DayCount(names[2], 0, 0, 1, 0, 1),
        )
        assert found.tools[0] == ToolCount("files", "write_file", 5)
        assert {tool.calls for tool in found.tools[1:]} == {1}
        assert found.decide_ms == pytest.approx(5_000, abs=2)
        assert found.since == (TODAY - timedelta(days=29)).date().isoformat()


async def test_only_the_days_that_are_wanted_are_counted(tmp_path: Path) -> None:
    log = await written(tmp_path)
    with AuditReader.open(log.path) as reader:
        found = reader.statistics(1, TODAY)
        assert [day.day for day in found.days] == [TODAY.date().isoformat()]
        assert sum(tool.calls for tool in found.tools) == 2
        assert found.decide_ms == pytest.approx(2_000, abs=2)
        assert reader.statistics(1, TODAY + timedelta(days=3)).days == ()
        assert reader.statistics(1, TODAY + timedelta(days=3)).decide_ms is None


async def test_a_log_that_is_too_long_is_counted_by_whole_days_from_a_later_one(tmp_path: Path) -> None:
    log = await written(tmp_path)
    with sqlite3.connect(log.path) as connection:
        since = query.start_of_days(30, TODAY)
        found = query.count_calls(connection, 1, since, limit=3)
    connection.close()
    assert [day.day for day in found.days] == [TODAY.date().isoformat()]
    assert found.since == TODAY.date().isoformat()


async def test_the_index_on_kinds_serves_it(tmp_path: Path) -> None:
    log = await written(tmp_path)
    connection = sqlite3.connect(log.path)
    bounds = {"kind": "call.decided", "first": 1, "most": 10}
    plan = " ".join(str(row) for row in connection.execute(f"EXPLAIN QUERY PLAN {query.COUNTED}", bounds))
    connection.close()
    assert "records_kind" in plan
    assert "SCAN records " not in plan


async def test_the_end_of_a_call_that_a_dead_host_left_is_no_tool_without_a_name(tmp_path: Path) -> None:
    log = log_in(tmp_path)
    store = log.open(lambda: NOON)
    await store.begin(Draft("host.started", {"pid": 1}))
    await store.append(decided("a1", "approve", "rule"), denied_by_host_exit("a2"))
    await store.close()
    with AuditReader.open(log.path) as reader:
        found = reader.statistics(30, TODAY)
    assert found.tools == (ToolCount("files", "write_file", 1),)
    assert [day.other for day in found.days] == [1]
