"""Past calls, as rules see them."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from pathlib import Path

import pytest

from host.audit.query import AuditReader
from host.model import Draft, Effect, Finding, JsonObject, JsonValue, Severity
from host.policy.past import AT_ONCE, past_call, past_calls
from tests.unit.host.audit.support import Log, log_in, tampering, write

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


@pytest.fixture
def log(tmp_path: Path) -> Log:
    return log_in(tmp_path)


def test_a_call_comes_back_with_its_verdict_its_arguments_and_what_became_of_it(log: Log) -> None:
    findings: list[JsonValue] = [{"kind": "not-validated", "severity": "medium"}]
    hints: JsonObject = {"readOnlyHint": True}
    write(log, proposed("c1", findings=findings, trust="user", annotations=hints), approved("c1"))
    with AuditReader.open(log.path) as reader:
        call = past_call(reader, "c1")
    assert call is not None
    assert (call.app, call.app_authenticated, call.server, call.tool) == ("claude", True, "files", "write_file")
    assert (call.effect, call.rule, call.decision, call.by) == (Effect.ASK, "default", "approve", "approver")
    assert (call.trust, call.annotations) == ("user", {"readOnlyHint": True})
    assert call.findings == (Finding("not-validated", Severity.MEDIUM, "it was found then."),)
    assert call.arguments == {"path": "/work/x", "n": 1000}
    assert call.canonical == b'{"n":1000.0,"path":"/work/x"}'


def test_of_a_call_that_a_person_changed_the_last_inputs_come_back_with_the_verdict_on_them(log: Log) -> None:
    params = b'{"arguments":{"path":"/work/y"},"name":"write_file"}'
    edited = Draft("call.edited", {"who": "ana", "round": 1}, {"params": params}, "c1")
    again = Draft("call.proposed", CALL | {"round": 2, "rule": "r2"}, {"params": params}, "c1")
    write(log, proposed("c1"), edited, again, approved("c1", rule="r2"), proposed("c2"), replace(edited, call="c2"))
    with AuditReader.open(log.path) as reader:
        call, unjudged = past_call(reader, "c1"), past_call(reader, "c2")
    assert call is not None
    assert (call.rule, call.arguments, call.decision) == ("r2", {"path": "/work/y"}, "approve")
    assert unjudged is not None
    assert unjudged.arguments == {"path": "/work/x", "n": 1000}  # what was judged


def test_calls_come_newest_first_and_one_that_no_rule_judged_is_none(log: Log) -> None:
    write(
        log,
        proposed("c1"),
        Draft("call.refused", {"server": "files", "because": "Unknown tool"}, {}, "c2"),
        proposed("c3"),
    )
    assert asyncio.run(ids(log)) == ["c3", None, "c1"]


def test_more_calls_than_one_reading_holds_all_come_once(log: Log) -> None:
    written = [f"c{number:04}" for number in range(AT_ONCE * 2 + 3)]
    write(log, *(proposed(call) for call in written))
    assert asyncio.run(ids(log)) == written[::-1]


def test_arguments_that_are_no_longer_kept_are_none_and_never_guessed(log: Log) -> None:
    write(log, approved("c1"))
    with AuditReader.open(log.path) as reader:
        call = past_call(reader, "c1")
    assert call is not None
    assert (call.arguments, call.canonical) == (None, b"")


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
