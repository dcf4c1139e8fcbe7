"""From the durable decision to the outcome."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from host import tasks
from host.canonical import canonical
from host.errors import SERVER_LOST, ChannelClosed
from host.gate.call_execution import CallExecution
from host.gate.lifecycle import State
from host.gate.refusals import QUITTING, SERVER_GONE, STOPPED, WITHDRAWN, NoAnswer
from host.gate.spool import Spool
from host.model import Effect, JsonObject, JsonValue, Outcome, OutcomeStatus, sha256_hex
from host.values import replace
from host.wire.call_handler import NOTHING, Reply
from tests.unit.host.support import BOUND, NOW, SETTINGS, Desk, at, text_of, tool, turns, until, yes

LOST = ChannelClosed("the server ended with exit code 3")


class Running:
    """A call that was sent to a server which does not answer by itself."""

    def __init__(self, *, progress: bool = False, **options: float) -> None:
        self.desk = Desk(Effect.ALLOW, settings=SETTINGS.replace(**options))
        self.desk.server.on["tools/call"] = lambda _: None
        self.run = self.desk.make_run(progress=progress)
        self.task: asyncio.Task[Reply] = tasks.spawn(self.desk.through(self.run), name="call")

    async def until_sent(self) -> JsonValue:
        """The upstream id of the call."""
        await until(lambda: self.desk.server.calls and self.run.state is State.DISPATCHED)
        return self.desk.server.calls[0]["id"]

    async def end(self) -> Reply:
        async with asyncio.timeout(BOUND):
            return await self.task

    def status(self) -> list[JsonValue]:
        return [draft.fields["status"] for draft in self.desk.log.of("call.outcome", self.run.call)]


# What is sent


@pytest.mark.parametrize("effect", [Effect.ALLOW, Effect.ASK])
@pytest.mark.parametrize("progress", [True, False])
async def test_s01_the_bytes_sent_less_the_progress_token_have_the_digest_of_the_decision(
    progress: bool, effect: Effect
) -> None:
    desk = Desk(effect, revision=NOW)
    approver = desk.quick()
    run = desk.make_run("any", {"z": [1, None], "ä": "\u202e", "a": 2**60}, progress=progress)
    await desk.through(run)
    params = at(desk.server.calls[0], "params")
    meta = at(params, "_meta")
    assert isinstance(params, dict)
    assert isinstance(meta, dict)
    token = meta.pop("progressToken", None)
    assert (token == desk.server.calls[0]["id"]) == progress
    assert canonical(params) == run.call.params
    assert sha256_hex(canonical(params)) == run.call.digest
    assert all(request.call.digest == run.call.digest for request in approver.asked)
    kept = [draft.values["params"] for draft in desk.log.drafts if "params" in draft.values]
    assert kept == [run.call.params]


@pytest.mark.parametrize("effect", [Effect.ALLOW, Effect.ASK])
async def test_the_decision_is_durable_before_the_bytes_leave(effect: Effect) -> None:
    desk = Desk(effect)
    desk.quick()
    seen: list[list[str]] = []
    run = desk.make_run()

    def answer(_: JsonObject) -> JsonObject:
        seen.append(desk.log.story(run.call))
        return {"result": {"content": []}}

    desk.server.on["tools/call"] = answer
    await desk.through(run)
    assert [story[-1] for story in seen] == ["call.decided approve"]


async def test_s02_ten_rounds_of_input_are_ten_approvals_and_ten_requests() -> None:
    desk = Desk(Effect.ASK, revision=NOW)
    desk.capabilities = {"elicitation": {}}
    approver = desk.quick()
    wanted: JsonObject = {"q": {"method": "elicitation/create", "params": {"message": "again?"}}}
    desk.server.on["tools/call"] = lambda _: {
        "result": {"resultType": "input_required", "inputRequests": wanted, "requestState": "s"}
    }
    for number in range(1, 11):
        _, reply = await desk.call()
        assert at(json.loads(reply.result or b""), "resultType") == "input_required"
        await turns()
        assert (len(approver.asked), len(desk.server.calls)) == (number, number)
    assert len({request.call.id for request in approver.asked}) == 10
    assert len(desk.log.of("call.decided")) == 10


# Ends between decision and dispatch


@pytest.mark.parametrize("end", [WITHDRAWN, STOPPED, SERVER_GONE, QUITTING], ids=lambda end: end.by)
@pytest.mark.parametrize("effect", [Effect.ALLOW, Effect.ASK])
async def test_a_call_that_ends_while_its_decision_is_written_is_not_sent_and_the_log_says_so(
    effect: Effect, end: NoAnswer
) -> None:
    desk = Desk(effect)
    desk.quick()
    run = desk.make_run()
    desk.log.while_writing("call.decided", lambda: run.abort(end))
    reply = await desk.through(run)
    assert not desk.server.calls
    assert desk.log.story(run.call)[-2:] == ["call.decided approve", "call.outcome cancelled"]
    (outcome,) = desk.log.of("call.outcome")
    assert str(outcome.fields["because"]).startswith("not sent")
    assert (reply is NOTHING) == (end is WITHDRAWN)
    assert end is WITHDRAWN or "not sent" in text_of(reply.result)
    assert run.state is State.ENDED


async def test_an_emergency_stop_while_a_decision_is_written_sends_nothing() -> None:
    desk = Desk(Effect.ALLOW)
    desk.log.while_writing("call.decided", desk.gate.emergency_stop)
    _, reply = await desk.call()
    assert not desk.server.calls
    assert "stopped all calls" in text_of(reply.result)


@pytest.mark.parametrize(
    "tools", [[], [tool("any", note="new")], [tool("any"), tool("any")]], ids=["gone", "changed", "twice"]
)
async def test_s16_a_definition_that_changed_while_the_decision_was_written_is_not_called(
    tools: list[JsonObject],
) -> None:
    desk = Desk(Effect.ALLOW)
    run = desk.make_run()

    def relist() -> None:
        desk.server.tools = tools
        desk.catalogue.refresh_in_background()

    desk.log.while_writing("call.decided", relist)
    desk.log.takes = 20
    reply = await desk.through(run)
    assert not desk.server.calls
    assert "changed" in text_of(reply.result)
    assert desk.log.story(run.call)[-1] == "call.outcome cancelled"


@pytest.mark.parametrize("effect", [Effect.ALLOW, Effect.ASK])
async def test_s34_a_configuration_that_changed_while_the_decision_was_written_is_not_called(effect: Effect) -> None:
    desk = Desk(effect)
    desk.quick()
    desk.log.while_writing("call.decided", lambda: setattr(desk, "outdated", True))
    _, reply = await desk.call()
    assert not desk.server.calls
    assert "not sent" in text_of(reply.result)


@pytest.mark.parametrize("effect", [Effect.ALLOW, Effect.ASK])
async def test_a_policy_that_turned_to_deny_while_the_decision_was_written_wins(effect: Effect) -> None:
    """A disk may stall for long, and that is when somebody forbids what is going on."""
    desk = Desk(effect)
    desk.quick()
    desk.log.while_writing("call.decided", lambda: setattr(desk.rules, "effect", Effect.DENY))
    _, reply = await desk.call()
    assert not desk.server.calls
    assert "not sent" in text_of(reply.result)


@pytest.mark.parametrize("effect", [Effect.ALLOW, Effect.ASK])
async def test_a_policy_that_turned_to_ask_while_the_decision_was_written_wins_over_a_rule_alone(
    effect: Effect,
) -> None:
    """What a person just approved need not be asked; what a rule allowed was never shown to anybody."""
    desk = Desk(effect)
    desk.quick()
    desk.log.while_writing("call.decided", lambda: setattr(desk.rules, "effect", Effect.ASK))
    _, reply = await desk.call()
    assert (len(desk.server.calls), "not sent" in text_of(reply.result)) == (
        (0, True) if effect is Effect.ALLOW else (1, False)
    )


async def test_s25_a_server_lost_while_the_decision_was_written_is_sent_nothing() -> None:
    desk = Desk(Effect.ALLOW)
    desk.log.while_writing("call.decided", lambda: desk.upstream.close(LOST))
    run, reply = await desk.call()
    assert not desk.server.calls
    assert "not sent" in text_of(reply.result)
    assert desk.log.story(run.call)[-1] == "call.outcome cancelled"


# Ends after dispatch


async def test_the_answer_does_not_wait_for_the_record_of_its_outcome() -> None:
    desk = Desk(Effect.ALLOW)
    run = desk.make_run()
    await desk.gate.run(run)
    assert desk.log.story(run.call) == ["call.decided approve"]
    await asyncio.sleep(0)
    assert desk.log.story(run.call) == ["call.decided approve", "call.outcome succeeded"]


@pytest.mark.parametrize(
    ("answer", "status"),
    [
        ({"result": {"content": []}}, "succeeded"),
        ({"result": {"content": [], "isError": True}}, "tool error"),
        ({"error": {"code": -5, "message": "x"}}, "protocol error"),
        ({"result": None}, "protocol error"),
    ],
    ids=["result", "tool error", "error", "no object"],
)
async def test_the_outcome_is_what_the_server_said(answer: JsonObject, status: str) -> None:
    desk = Desk(Effect.ALLOW)
    desk.server.on["tools/call"] = lambda _: answer
    run, _ = await desk.call()
    assert desk.log.story(run.call)[-1] == f"call.outcome {status}"
    (outcome,) = desk.log.of("call.outcome")
    assert outcome.values["result"]
    assert run.state is State.ENDED


async def test_s25_a_server_lost_after_dispatch_leaves_the_outcome_unknown_and_nothing_is_retried() -> None:
    running = Running()
    await running.until_sent()
    running.desk.upstream.close(LOST)
    reply = await running.end()
    assert reply.error is not None
    assert reply.error["code"] == SERVER_LOST
    assert "unknown" in str(reply.error["message"])
    assert running.status() == ["unknown"]
    assert len(running.desk.server.calls) == 1


async def test_a_running_call_that_is_withdrawn_is_cancelled_at_the_server_and_not_answered() -> None:
    running = Running()
    number = await running.until_sent()
    running.run.abort(WITHDRAWN)
    assert await running.end() is NOTHING
    (told,) = running.desk.server.heard("notifications/cancelled")
    assert at(told, "params", "requestId") == number
    assert running.status() == ["cancelled"]


async def test_an_emergency_stop_cancels_what_runs() -> None:
    running = Running()
    await running.until_sent()
    running.desk.gate.emergency_stop()
    assert "may have had effects" in text_of((await running.end()).result)
    assert len(running.desk.server.heard("notifications/cancelled")) == 1
    assert running.status() == ["cancelled"]


async def test_s25_a_server_that_takes_too_long_is_told_to_stop_and_its_late_answer_is_dropped() -> None:
    running = Running(execution_timeout=0.01)
    number = await running.until_sent()
    reply = await running.end()
    assert "did not answer in time" in text_of(reply.result)
    assert running.status() == ["timed out"]
    assert len(running.desk.server.heard("notifications/cancelled")) == 1
    running.desk.server.say({"jsonrpc": "2.0", "id": number, "result": {"content": []}})
    await turns()
    assert running.status() == ["timed out"]


async def test_a_second_answer_of_the_server_changes_nothing() -> None:
    running = Running()
    number = await running.until_sent()
    for text in ("first", "second"):
        body: JsonObject = {"content": [{"type": "text", "text": text}]}
        running.desk.server.say({"jsonrpc": "2.0", "id": number, "result": body})
    assert text_of((await running.end()).result) == "first"
    assert running.status() == ["succeeded"]


async def test_whoever_counts_a_servers_calls_is_told_of_each_that_was_sent_once() -> None:
    desk, heard = Desk(Effect.ALLOW), list[Outcome]()
    desk.session = replace(desk.session, on_ended=heard.append)
    await desk.call()
    assert [outcome.status for outcome in heard] == [OutcomeStatus.SUCCEEDED]
    desk.rules.effect = Effect.DENY
    await desk.call()
    assert len(heard) == 1


async def test_the_gate_forgets_a_call_that_ended() -> None:
    desk = Desk(Effect.ALLOW)
    run, _ = await desk.call()
    desk.gate.abort_all(QUITTING)
    assert not run.aborted.done()


async def test_quitting_ends_every_call_wherever_it_is() -> None:
    desk = Desk(Effect.ASK)
    person = desk.person()
    desk.server.on["tools/call"] = lambda _: None
    running: list[CallExecution] = [desk.make_run(), desk.make_run(), desk.make_run()]
    going = [tasks.spawn(desk.through(run), name="call") for run in running]
    await person.until_asked(3)
    person.answer(yes(person.asked[0]))
    await until(lambda: desk.server.calls)
    desk.gate.abort_all(QUITTING)
    async with asyncio.timeout(BOUND):
        await asyncio.gather(*going)
    ends = sorted(desk.log.story(run.call)[-1] for run in running)
    assert ends == ["call.decided deny", "call.decided deny", "call.outcome cancelled"]
    assert len(desk.server.calls) == 1


@pytest.mark.parametrize("folder", [True, False], ids=["kept", "no disk"])
async def test_s43_a_large_result_reaches_the_app_whole_and_nothing_of_it_stays_in_memory(
    tmp_path: Path, folder: bool
) -> None:
    desk = Desk(Effect.ALLOW)
    desk.gate.spool = spool = Spool(tmp_path if folder else None, desk.live)
    text = "x" * desk.settings.result_in_memory
    desk.server.on["tools/call"] = lambda _: {"result": {"content": [{"type": "text", "text": text}]}}
    run, reply = await desk.call()
    assert text_of(reply.result) == text
    (ended,) = desk.log.of("call.outcome")
    assert ended.values == {}
    assert ended.result is not None
    said = canonical({"content": [{"type": "text", "text": text}]})
    assert ended.result.size == len(said)
    kept = spool.result_of_call(run.call.id)
    assert (kept is not None) is folder
    if kept is not None:
        assert json.loads(await kept.read()) == json.loads(said)
    spool.close()
