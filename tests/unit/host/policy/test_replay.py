"""Other rules over past calls."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path

from host.canonical import canonical
from host.model import Effect, JsonObject, Obligations
from host.policy.gather import Gatherer
from host.policy.load import read_source
from host.policy.model import PolicySource
from host.policy.past import PastCall
from host.policy.replay import MAX_ROWS, as_confirmed, replay
from host.schema import SchemaChecker


def past(number: int = 1, arguments: JsonObject | None = None, effect: Effect = Effect.ASK) -> PastCall:
    kept: JsonObject = {"path": "/etc/hosts"} if arguments is None else arguments
    return PastCall(
        call_id=f"c{number}",
        time="2026-11-21T12:00:00Z",
        at=datetime(2026, 11, 21, 12, tzinfo=UTC),
        app="claude",
        app_authenticated=True,
        server="files",
        tool="read_file",
        trust="none",
        annotations={},
        findings=(),
        effect=effect,
        rule="default",
        source="default",
        because="No rule matches, so a person is asked.",
        obligations={},
        decision="approve",
        by="approver",
        definition="",
        arguments=kept,
        canonical=canonical(kept),
    )


async def many(*calls: PastCall | None) -> AsyncIterator[PastCall | None]:
    for call in calls:
        yield call


def rules(*raw: JsonObject) -> tuple[PolicySource, ...]:
    data = json.dumps({"version": 1, "rules": [*raw]}).encode()
    source = read_source("user", Path("policy.json"), data)
    assert not source.error
    return (PolicySource("managed", "none"), as_confirmed(source))


def gatherer() -> Gatherer:
    return Gatherer(SchemaChecker())


ALLOW: JsonObject = {"effect": "allow", "match": {"server": "files", "tool": "read_*"}}


async def test_a_call_that_would_be_decided_otherwise_is_listed_with_the_rule() -> None:
    report = await replay(many(past(2), past(1, effect=Effect.ALLOW)), rules(ALLOW | {"id": "r"}), gatherer())
    (row,) = report.changed
    assert (row.call_id, row.then, row.now, row.rule) == ("c2", "ask", "allow", "r")
    assert (report.looked, report.changes, report.unknown, report.more) == (2, 1, 0, False)


async def test_other_demands_are_a_change_too() -> None:
    signed: JsonObject = {"effect": "ask", "match": {}, "obligations": {"approvers": ["CHAIR"]}}
    report = await replay(many(past()), rules(signed), gatherer())
    assert report.changes == 1
    same = dataclasses.replace(past(), obligations={"approvers": [{"role": "CHAIR", "count": 1}]})
    assert (await replay(many(same), rules(signed), gatherer())).changes == 0


async def test_a_call_whose_inputs_are_gone_is_unknown_and_one_that_nobody_judged_is_passed_over() -> None:
    gone = dataclasses.replace(past(), arguments=None, canonical=b"")
    report = await replay(many(gone, None), rules(ALLOW), gatherer())
    assert (report.looked, report.unknown, report.changes) == (1, 1, 0)


async def test_times_of_day_are_those_of_the_call() -> None:
    noon = ALLOW | {"match": {"time": {"from": "11:00", "to": "13:00", "zone": "UTC"}}}
    night = ALLOW | {"match": {"time": {"from": "23:00", "to": "01:00", "zone": "UTC"}}}
    assert (await replay(many(past()), rules(noon), gatherer())).changes == 1
    assert (await replay(many(past()), rules(night), gatherer())).changes == 0


async def test_paths_are_resolved_as_they_are_now(tmp_path: Path) -> None:
    within = ALLOW | {"match": {"paths_within": [str(tmp_path)]}}
    inside, outside = past(1, {"path": f"{tmp_path}/a"}), past(2, {"path": f"{tmp_path}/../a"})
    report = await replay(many(inside, outside), rules(within), gatherer())
    assert [row.call_id for row in report.changed] == ["c1"]


async def test_all_changes_are_counted_and_so_many_listed() -> None:
    report = await replay(many(*(past(n) for n in range(MAX_ROWS + 5))), rules(ALLOW), gatherer())
    assert (report.changes, len(report.changed), report.more) == (MAX_ROWS + 5, MAX_ROWS, False)


async def test_a_replay_ends_when_its_time_is_over_and_says_so() -> None:
    ticks = iter(range(100))
    report = await replay(
        many(*(past(n) for n in range(50))), rules(ALLOW), gatherer(), clock=lambda: float(next(ticks)), longest=10.0
    )
    assert (report.looked, report.more) == (9, True)


async def test_a_policy_that_cannot_be_used_denies_all() -> None:
    broken = PolicySource("user", "policy.json", error="It is broken.")
    (row,) = (await replay(many(past()), (broken,), gatherer())).changed
    assert (row.now, row.rule) == ("deny", "broken-policy")


def test_no_demands_are_written_as_nothing() -> None:
    from host.policy.demands import demands

    assert demands(Obligations()) == {}
    assert demands(Obligations(pin=True)) == {"pin": True}
