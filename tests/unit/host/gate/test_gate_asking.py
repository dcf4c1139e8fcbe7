"""While a person decides: every end of a pending call, and everything that may change under an answer."""

from __future__ import annotations

import asyncio
import json

import pytest

from host import tasks
from host.gate.asking import MAX_ROUNDS
from host.gate.refusals import APP_GONE, QUITTING, SERVER_GONE, WITHDRAWN, NoAnswer
from host.model import Answer, ApprovalRequest, Effect, JsonObject
from host.wire.call_handler import NOTHING
from tests.unit.host.support import BOUND, SETTINGS, AskedCall, Desk, Person, at, no, text_of, tool, turns, until, yes

CHANGED: JsonObject = {"type": "object", "description": "changed"}


class Asked(AskedCall):
    """A call that waits for a person."""

    async def heard(self) -> str:
        """The text that the caller hears in the end, empty for none."""
        reply = await self.end()
        return text_of(reply.result) if reply.result is not None else ""

    def decided(self) -> tuple[object, object, str]:
        """The decision, by what, and the reason, as the log has it."""
        (draft,) = self.desk.log.of("call.decided", self.run.call)
        return draft.fields["decision"], draft.fields["by"], draft.values.get("reason", b"").decode()


# Ends


@pytest.mark.parametrize(
    ("end", "words"),
    [
        (WITHDRAWN, ""),
        (APP_GONE, ""),
        (SERVER_GONE, "could not decide safely"),
        (QUITTING, "is closing"),
    ],
    ids=["withdrawn", "app gone", "server gone", "quitting"],
)
async def test_a_pending_call_that_ends_from_outside_is_a_logged_denial_and_never_sent(
    end: NoAnswer, words: str
) -> None:
    asked = await Asked.proposed()
    asked.run.abort(end)
    assert words in await asked.heard()
    assert asked.decided() == ("deny", end.by, end.why)
    assert asked.person.let_go == [asked.run.call.id]
    assert not asked.desk.server.calls
    assert ((await asked.task) is NOTHING) == (end.by == "withdrawal")


async def test_an_emergency_stop_denies_what_waits() -> None:
    asked = await Asked.proposed()
    asked.desk.gate.emergency_stop()
    assert "stopped all calls" in await asked.heard()
    assert asked.decided()[:2] == ("deny", "stop")
    assert not asked.desk.server.calls


@pytest.mark.parametrize("effect", [Effect.ALLOW, Effect.ASK])
@pytest.mark.parametrize("released", [True, False])
async def test_an_emergency_stop_during_the_listing_before_the_verdict_sends_nothing(
    released: bool, effect: Effect
) -> None:
    desk = Desk(effect)
    desk.quick()
    desk.server.on["tools/list"] = lambda _: None
    run = desk.make_run()
    task = tasks.spawn(desk.through(run), name="call")
    await until(lambda: desk.server.heard("tools/list"))
    desk.gate.emergency_stop()
    if released:
        desk.gate.release()
    desk.server.say({"jsonrpc": "2.0", "id": 1, "result": {"tools": [tool("any")]}})
    assert "stopped all calls" in text_of((await task).result)
    assert not desk.server.calls


async def test_an_emergency_stop_during_the_listing_after_the_answer_sends_nothing() -> None:
    asked = await Asked.proposed()
    asked.desk.server.on["tools/list"] = lambda _: None
    asked.answer()
    await until(lambda: len(asked.desk.server.heard("tools/list")) == 2)
    asked.desk.gate.emergency_stop()
    listing = asked.desk.server.heard("tools/list")[1]
    asked.desk.server.say({"jsonrpc": "2.0", "id": listing["id"], "result": {"tools": [tool("any")]}})
    assert "stopped all calls" in await asked.heard()
    assert not asked.desk.server.calls


async def test_a_stop_that_is_released_at_once_still_ends_what_waited() -> None:
    asked = await Asked.proposed()
    asked.desk.gate.emergency_stop()
    asked.desk.gate.release()
    asked.answer()
    await asked.heard()
    assert not asked.desk.server.calls


async def test_s12_a_call_that_nobody_answers_is_denied_by_expiry() -> None:
    asked = await Asked.proposed(decision_timeout=0.01)
    assert "Nobody decided in time" in await asked.heard()
    assert asked.decided()[:2] == ("deny", "expiry")
    assert not asked.desk.server.calls


async def test_a_call_with_nobody_to_ask_is_denied_after_the_grace() -> None:
    desk = Desk(Effect.ASK, settings=SETTINGS.replace(approver_grace=0.01))
    run, reply = await desk.call()
    assert "No approval window is open" in text_of(reply.result)
    assert desk.log.story(run.call) == ["call.proposed", "call.decided deny"]
    assert desk.log.of("call.decided")[0].fields["by"] == "no-window"
    assert not desk.server.calls


async def test_s12_a_window_that_closes_and_does_not_come_back_denies_what_waits() -> None:
    asked = await Asked.proposed(approver_grace=0.01)
    asked.desk.approvals.detach(asked.person)
    await asked.heard()
    assert asked.decided()[:2] == ("deny", "no-window")


async def test_a_window_that_comes_back_in_time_sees_the_call_again() -> None:
    asked = Asked()
    request = await asked.propose()
    asked.desk.approvals.detach(asked.person)
    await turns()
    again = Person()
    asked.desk.approvals.attach(again)
    assert await again.until_asked() == request
    again.answer(no(request))
    await asked.heard()
    assert asked.decided()[:2] == ("deny", "approver")


@pytest.mark.expected_logs(r"host\.gate\.approvals: the approver failed on call call-1")
async def test_s12_an_approver_that_fails_is_a_logged_denial() -> None:
    desk = Desk(Effect.ASK)

    def fail(_: ApprovalRequest) -> Answer:
        raise LookupError

    desk.quick(fail)
    run, _ = await desk.call()
    assert desk.log.story(run.call) == ["call.proposed", "call.decided deny"]
    assert not desk.server.calls


@pytest.mark.parametrize("wrong", ["id", "digest"])
async def test_s12_an_answer_about_another_call_is_a_logged_denial(wrong: str) -> None:
    desk = Desk(Effect.ASK)

    def stray(request: ApprovalRequest) -> Answer:
        call = request.call
        return Answer(
            True, "call-9" if wrong == "id" else call.id, "0" * 64 if wrong == "digest" else call.digest, "ana"
        )

    desk.quick(stray)
    run, _ = await desk.call()
    assert desk.log.story(run.call) == ["call.proposed", "call.decided deny"]
    assert not desk.server.calls


async def test_s12_a_double_answer_dispatches_once() -> None:
    asked = Asked()
    request = await asked.propose()
    for _ in range(5):
        asked.person.answer(yes(request))
    await asked.heard()
    asked.person.answer(yes(request))
    await turns()
    assert len(asked.desk.server.calls) == 1


async def test_s12_a_hundred_calls_at_once_are_each_decided_by_an_answer_that_names_them() -> None:
    desk = Desk(Effect.ASK, settings=SETTINGS.replace(pending_per_app=200, pending_per_server=200))
    person = desk.person()
    runs = [desk.make_run("any", {"n": number}) for number in range(100)]
    going = [tasks.spawn(desk.through(run), name="call") for run in runs]
    await until(lambda: len(person.asked) == 100)
    for number, run in sorted(enumerate(runs), key=lambda item: (item[0] * 37) % 100):
        request = next(request for request in person.asked if request.call.id == run.call.id)
        person.answer(yes(request) if number % 2 else no(request, f"no {number}"))
        person.answer(yes(request))
        await turns(number % 3)
    replies = [await task for task in going]
    assert sorted(str(at(call, "params", "arguments", "n")) for call in desk.server.calls) == sorted(
        str(number) for number in range(1, 100, 2)
    )
    for number, (run, reply) in enumerate(zip(runs, replies, strict=True)):
        (decided,) = desk.log.of("call.decided", run.call)
        assert decided.fields["decision"] == ("approve" if number % 2 else "deny")
        assert (f"no {number}" in text_of(reply.result)) == (number % 2 == 0)


# Checked again after the answer


async def test_the_tools_are_listed_afresh_once_after_every_approval_and_before_the_call() -> None:
    asked = await Asked.proposed()
    asked.answer()
    await asked.heard()
    assert [at(value, "method") for value in asked.desk.server.values] == ["tools/list", "tools/list", "tools/call"]


async def test_after_a_denial_nothing_is_looked_at_again() -> None:
    asked = await Asked.proposed()
    asked.answer(no)
    await asked.heard()
    assert len(asked.desk.server.heard("tools/list")) == 1


async def test_s16_a_definition_that_changed_meanwhile_voids_the_answer_and_asks_again() -> None:
    asked = Asked()
    first = await asked.propose()
    asked.desk.server.tools = [tool("any", CHANGED)]
    asked.answer()
    second = await asked.person.until_asked(2)
    assert not asked.desk.server.calls
    assert (second.round, second.call) == (2, first.call)
    assert "definition" in second.voided_because
    assert second.definition.value == tool("any", CHANGED)
    asked.answer()
    await asked.heard()
    story = ["call.proposed", "call.proposed", "call.decided approve", "call.outcome succeeded"]
    assert asked.desk.log.story(asked.run.call) == story
    (decided,) = asked.desk.log.of("call.decided")
    assert decided.fields["definition"] == second.definition.digest != first.definition.digest
    assert len(asked.desk.server.calls) == 1


async def test_s16_the_new_question_has_a_time_of_its_own() -> None:
    asked = Asked()
    first = await asked.propose()
    asked.desk.clock.now += 100
    asked.desk.server.tools = [tool("any", CHANGED)]
    asked.answer()
    second = await asked.person.until_asked(2)
    asked.answer(no)
    await asked.heard()
    assert second.expires_at == first.expires_at + 100


async def test_s16_a_server_that_changes_with_every_answer_gets_a_no() -> None:
    asked = await Asked.proposed()
    for number in range(1, MAX_ROUNDS + 1):
        request = await asked.person.until_asked(number)
        assert request.round == number
        asked.desk.server.tools = [tool("any", note=number)]
        asked.answer()
    assert "changed meanwhile" in await asked.heard()
    assert asked.decided()[:2] == ("deny", "drift")
    assert len(asked.person.asked) == MAX_ROUNDS
    assert not asked.desk.server.calls


@pytest.mark.parametrize("tools", [[], [tool("any"), tool("any")]], ids=["gone", "listed twice"])
async def test_s16_a_tool_that_can_no_longer_be_used_is_refused_after_the_answer(tools: list[JsonObject]) -> None:
    asked = await Asked.proposed()
    asked.desk.server.tools = tools
    asked.answer()
    async with asyncio.timeout(BOUND):
        reply = await asked.task
    assert reply.error is not None
    assert asked.desk.log.story(asked.run.call)[0] == "call.proposed"
    assert not asked.desk.server.calls


async def test_s16_arguments_that_no_longer_fit_are_refused_after_the_answer() -> None:
    asked = await Asked.proposed("any", {"x": 1})
    asked.desk.server.tools = [tool("any", {"type": "object", "additionalProperties": False})]
    asked.answer()
    await asked.heard()
    assert not asked.desk.server.calls


async def test_every_call_that_was_proposed_has_its_decision_on_record_however_it_ended() -> None:
    asked = await Asked.proposed()
    asked.desk.server.tools = []
    asked.answer()
    async with asyncio.timeout(BOUND):
        await asked.task
    assert asked.desk.log.story(asked.run.call) == ["call.proposed", "call.decided deny"]


async def test_a_policy_that_turned_to_deny_meanwhile_wins_over_the_answer() -> None:
    asked = await Asked.proposed()
    asked.desk.rules.effect, asked.desk.rules.rule = Effect.DENY, "new"
    asked.answer()
    assert "Rule new says so." in await asked.heard()
    assert asked.decided()[:2] == ("deny", "rule")
    assert not asked.desk.server.calls


@pytest.mark.parametrize("effect", [Effect.ASK, Effect.ALLOW])
async def test_a_policy_that_changed_meanwhile_asks_again_even_where_it_got_softer(effect: Effect) -> None:
    asked = await Asked.proposed()
    asked.desk.rules.effect, asked.desk.rules.rule = effect, "new"
    asked.answer()
    second = await asked.person.until_asked(2)
    assert (second.voided_because, second.verdict.rule) == ("the policy changed", "new")
    assert not asked.desk.server.calls
    asked.answer()
    await asked.heard()
    assert len(asked.desk.server.calls) == 1


async def test_s34_a_configuration_that_changed_meanwhile_ends_the_call() -> None:
    asked = await Asked.proposed()
    asked.desk.outdated = True
    asked.answer()
    assert "configuration changed" in await asked.heard()
    assert asked.decided()[:2] == ("deny", "drift")
    assert not asked.desk.server.calls


@pytest.mark.parametrize("effect", [Effect.ALLOW, Effect.ASK])
async def test_s34_in_a_session_with_an_outdated_configuration_nothing_is_sent_or_asked(effect: Effect) -> None:
    """A rule allows calls of the server as configured now, not of the program that was started long ago."""
    desk = Desk(effect)
    approver = desk.quick()
    desk.outdated = True
    await desk.call()
    assert (desk.server.calls, approver.asked) == ([], [])


@pytest.mark.parametrize(
    "answer", [{"error": {"code": -32000, "message": "no"}}, {"result": {"tools": 5}}], ids=json.dumps
)
async def test_a_listing_that_fails_after_the_answer_ends_the_call(answer: JsonObject) -> None:
    asked = await Asked.proposed()
    asked.desk.server.on["tools/list"] = lambda _: answer
    asked.answer()
    await asked.heard()
    assert asked.decided()[:2] == ("deny", "drift")
    assert not asked.desk.server.calls


async def test_a_listing_that_does_not_come_after_the_answer_ends_the_call_in_time() -> None:
    asked = await Asked.proposed(fresh_list_timeout=0.01)
    asked.desk.server.on["tools/list"] = lambda _: None
    asked.answer()
    await asked.heard()
    assert asked.decided()[:2] == ("deny", "drift")
    assert not asked.desk.server.calls


async def test_a_call_withdrawn_while_it_is_looked_at_again_is_not_sent() -> None:
    asked = await Asked.proposed()
    asked.desk.server.on["tools/list"] = lambda _: None
    asked.answer()
    await until(lambda: len(asked.desk.server.heard("tools/list")) == 2)
    asked.run.abort(WITHDRAWN)
    listing = asked.desk.server.heard("tools/list")[1]
    asked.desk.server.say({"jsonrpc": "2.0", "id": listing["id"], "result": {"tools": [tool("any")]}})
    assert await asked.heard() == ""
    assert not asked.desk.server.calls


async def test_s01_what_a_person_changes_in_the_objects_shown_does_not_change_what_is_sent() -> None:
    asked = Asked()
    request = await asked.propose("any", {"path": "notes.txt", "deep": {"list": [1]}})
    request.call.arguments_value["path"] = "/etc/shadow"
    deep = request.call.arguments_value["deep"]
    assert isinstance(deep, dict)
    deep["list"] = [2]
    request.definition.value["inputSchema"] = {"type": "object", "description": "nothing to see"}
    asked.answer()
    await asked.heard()
    (frame,) = [frame for frame in asked.desk.server.frames if b'"tools/call"' in frame]
    assert frame.endswith(b'"params":{"arguments":{"deep":{"list":[1]},"path":"notes.txt"},"name":"any"}}')
    again = Asked()
    assert (await again.propose("any")).definition.value == tool("any")
    again.answer()
    await again.end()
