"""Other rules over past calls."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from host.audit.query import AuditReader
from host.canonical import canonical
from host.model import (
    CallContext,
    Draft,
    Effect,
    Finding,
    JsonObject,
    JsonValue,
    Obligations,
    Severity,
    Verdict,
)
from host.policy.gather import Gatherer
from host.policy.load import read_source
from host.policy.model import PolicySource
from host.policy.replay import BATCH_SIZE, MAX_ROWS, PastCall, as_confirmed, past_call, past_calls, replay
from host.schema import SchemaChecker
from host.values import replace
from tests.unit.host.audit.support import Log, tampering, write


def past(number: int = 1, arguments: JsonObject | None = None, effect: Effect = Effect.ASK) -> PastCall:
    kept: JsonObject = {"path": "/etc/hosts"} if arguments is None else arguments
    return PastCall(
        call_id=f"c{number}",
        time="2026-11-21T12:00:00Z",
        at=datetime(2026, 11, 21, 12, tzinfo=UTC),
        context=CallContext("files", "read_file", "claude", True, "none", kept, canonical(kept), {"annotations": {}}),
        arguments_kept=True,
        findings=(),
        verdict=Verdict(effect, "default", "default", "No rule matches, so a person is asked."),
        demands={},
        decision="approve",
        by="approver",
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
    assert (row.call_id, row.then, row.now, row.rule, row.object) == ("c2", "ask", "allow", "r", "/etc/hosts")
    assert (report.looked, report.changes, report.unknown, report.more) == (2, 1, 0, False)


async def test_a_draft_gets_no_credit_for_what_a_saved_rule_does_already() -> None:
    saved, other = rules(ALLOW | {"id": "saved"}), past(3)
    draft: JsonObject = {"id": "draft", "effect": "allow", "match": {"server": "files"}}
    both = rules(ALLOW | {"id": "saved"}, draft)
    listed = replace(other, context=replace(other.context, tool="list_directory"))
    report = await replay(many(past(), listed), both, gatherer(), today=saved)
    assert [(row.call_id, row.then, row.now, row.rule) for row in report.changed] == [("c3", "ask", "allow", "draft")]
    assert (report.changes, report.runs, report.asks, report.denies) == (1, 1, 0, 0)
    assert (await replay(many(past(), listed), both, gatherer())).runs == 2, "against the recorded verdicts"


async def test_what_waits_for_nothing_any_more_ends() -> None:
    report = await replay(many(past(), past(2)), rules(ALLOW), gatherer(), is_wanted=iter((True, False)).__next__)
    assert (report.looked, report.more) == (1, True)


async def test_other_demands_are_a_change_too() -> None:
    signed: JsonObject = {"effect": "ask", "match": {}, "obligations": {"approvers": ["CHAIR"]}}
    report = await replay(many(past()), rules(signed), gatherer())
    assert report.changes == 1
    same = replace(past(), demands={"approvers": [{"role": "CHAIR", "count": 1}]})
    assert (await replay(many(same), rules(signed), gatherer())).changes == 0


async def test_a_call_whose_inputs_are_gone_is_unknown_and_one_that_nobody_judged_is_passed_over() -> None:
    gone = replace(past(), arguments_kept=False)
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
        many(*(past(n) for n in range(50))),
        rules(ALLOW),
        gatherer(),
        clock=lambda: float(next(ticks)),
        max_seconds=10.0,
    )
    assert (report.looked, report.more) == (9, True)


async def test_a_policy_that_cannot_be_used_denies_all() -> None:
    broken = PolicySource("user", "policy.json", error="It is broken.")
    (row,) = (await replay(many(past()), (broken,), gatherer())).changed
    assert (row.now, row.rule) == ("deny", "broken-policy")


def test_no_demands_are_written_as_nothing() -> None:
    from host.policy.write import demands

    assert demands(Obligations()) == {}
    assert demands(Obligations(pin=True)) == {"pin": True}


CALL: JsonObject = {
    "app": {"name": "claude", "authenticated": True},
    "server": "files",
    "tool": "write_file",
    "definition": "d" * 64,
    "effect": "ask",
    "rule": "default",
    "source": "default",
    "because": "No rule matches, so a person is asked.",
}
PARAMS = json.dumps({"name": "write_file", "arguments": {"path": "/work/x", "n": 1e3}}).encode()


def proposed(call: str, **more: JsonValue) -> Draft:
    return Draft("call.proposed", CALL | {"round": 1, **more}, {"params": PARAMS}, call)


def approved(call: str, **more: JsonValue) -> Draft:
    return Draft("call.decided", CALL | {"decision": "approve", "by": "approver", "who": "ana", **more}, {}, call)


async def ids(log: Log) -> list[str | None]:
    return [None if call is None else call.call_id async for call in past_calls(log.path)]


def test_a_call_comes_back_with_its_verdict_its_arguments_and_what_became_of_it(log: Log) -> None:
    findings: list[JsonValue] = [{"kind": "not-validated", "severity": "medium"}]
    hints: JsonObject = {"readOnlyHint": True}
    write(log, proposed("c1", findings=findings, trust="user", annotations=hints), approved("c1"))
    with AuditReader.open(log.path) as reader:
        call = past_call(reader, "c1")
    assert call is not None
    context, verdict = call.context, call.verdict
    assert (context.app, context.app_authenticated) == ("claude", True)
    assert (context.server, context.tool) == ("files", "write_file")
    assert (verdict.effect, verdict.rule, call.decision, call.by) == (Effect.ASK, "default", "approve", "approver")
    assert (context.trust, context.annotations) == ("user", {"readOnlyHint": True})
    assert call.findings == (Finding("not-validated", Severity.MEDIUM, "it was found then."),)
    assert call.context.arguments == {"path": "/work/x", "n": 1000}
    assert call.context.written == b'{"n":1000.0,"path":"/work/x"}'


def test_of_a_call_that_a_person_changed_the_last_inputs_come_back_with_the_verdict_on_them(log: Log) -> None:
    params = b'{"arguments":{"path":"/work/y"},"name":"write_file"}'
    edited = Draft("call.edited", {"who": "ana", "round": 1}, {"params": params}, "c1")
    again = Draft("call.proposed", CALL | {"round": 2, "rule": "r2"}, {"params": params}, "c1")
    write(log, proposed("c1"), edited, again, approved("c1", rule="r2"), proposed("c2"), replace(edited, call="c2"))
    with AuditReader.open(log.path) as reader:
        call, unjudged = past_call(reader, "c1"), past_call(reader, "c2")
    assert call is not None
    assert (call.verdict.rule, call.context.arguments, call.decision) == ("r2", {"path": "/work/y"}, "approve")
    assert unjudged is not None
    assert unjudged.context.arguments == {"path": "/work/x", "n": 1000}  # what was judged


def test_calls_come_newest_first_and_one_that_no_rule_judged_is_none(log: Log) -> None:
    write(
        log,
        proposed("c1"),
        Draft("call.refused", {"server": "files", "because": "Unknown tool"}, {}, "c2"),
        proposed("c3"),
    )
    assert asyncio.run(ids(log)) == ["c3", None, "c1"]


def test_more_calls_than_one_reading_holds_all_come_once(log: Log) -> None:
    written = [f"c{number:04}" for number in range(BATCH_SIZE * 2 + 3)]
    write(log, *(proposed(call) for call in written))
    assert asyncio.run(ids(log)) == written[::-1]


def test_arguments_that_are_no_longer_kept_are_none_and_never_guessed(log: Log) -> None:
    write(log, approved("c1"))
    with AuditReader.open(log.path) as reader:
        call = past_call(reader, "c1")
    assert call is not None
    assert not call.arguments_kept
    assert call.context.arguments == {}


@pytest.mark.parametrize("broken", ['"effect":"perhaps"', '"effect":7'])
def test_a_record_that_somebody_altered_makes_the_call_unknown(log: Log, broken: str) -> None:
    write(log, proposed("c1"))
    with tampering(log) as connection:
        connection.execute('UPDATE records SET body = replace(body, \'"effect":"ask"\', ?)', (broken,))
    with AuditReader.open(log.path) as reader:
        assert past_call(reader, "c1") is None


def test_a_call_that_the_log_does_not_have_is_none(log: Log) -> None:
    write(log)
    with AuditReader.open(log.path) as reader:
        assert past_call(reader, "c9") is None
