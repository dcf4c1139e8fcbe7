"""Results that are held until a person releases them."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable

import pytest

from host import tasks
from host.errors import ChannelClosed
from host.gate.call_execution import CallExecution
from host.gate.lifecycle import State
from host.gate.refusals import APP_GONE, QUITTING, STOPPED, WITHDRAWN, WITHHELD, NoAnswer
from host.model import Answer, ApprovalRequest, Draft, Effect, JsonObject, Obligations
from host.values import replace
from host.wire.call_handler import NOTHING, Reply
from tests.unit.host.support import (
    BOUND,
    NOW,
    SETTINGS,
    TEXT_SCHEMA,
    Desk,
    Person,
    Session,
    at,
    call_params,
    for_a_while,
    no,
    text_of,
    tool,
    turns,
    until,
    without_receipt,
    yes,
)

HELD = Obligations(review_result=True)
CANARY = "s3cr3t"
RESULT: JsonObject = {"content": [{"type": "text", "text": CANARY}]}


class Held:
    """A call by a rule that allows it, whose result lies with a person."""

    def __init__(self, effect: Effect = Effect.ALLOW, *, revision: str = "2025-11-25", **options: float) -> None:
        self.desk = Desk(effect, revision=revision, settings=SETTINGS.replace(**options))
        self.desk.rules.obligations = HELD
        self.desk.server.on["tools/call"] = lambda _: {"result": dict(RESULT)}
        self.person: Person = self.desk.person()
        self.run: CallExecution = self.desk.make_run()
        self.task: asyncio.Task[Reply] = tasks.spawn(self.desk.through(self.run), name="call")

    async def until_asked(self) -> ApprovalRequest:
        request = await self.person.until_asked()
        assert self.run.state is State.HELD
        assert not self.task.done()
        return request

    async def answered(self, answer: Callable[[ApprovalRequest], Answer]) -> Reply:
        self.person.answer(answer(await self.until_asked()))
        return await self.end()

    async def end(self) -> Reply:
        async with asyncio.timeout(BOUND):
            return await self.task

    @property
    def reviewed(self) -> Draft:
        (draft,) = self.desk.log.of("result.reviewed", self.run.call)
        return draft


async def test_a_held_result_is_shown_to_a_person_and_passed_on_once_released() -> None:
    held = Held()
    request = await held.until_asked()
    assert request.result is not None
    assert json.loads(request.result) == RESULT
    assert (request.call, request.verdict.obligations) == (held.run.call, HELD)
    reply = await held.answered(yes)
    assert reply.result is not None
    assert without_receipt(reply.result) == request.result
    story = ["call.decided approve", "call.outcome succeeded", "result.reviewed release"]
    assert held.desk.log.story(held.run.call) == story
    assert held.reviewed.fields == {"decision": "release", "by": "approver", "who": "ana", "displayed_ms": 1500}
    assert held.run.state is State.ENDED


async def test_the_outcome_is_on_record_with_the_result_before_anybody_is_asked() -> None:
    held = Held()
    await held.until_asked()
    (outcome,) = held.desk.log.of("call.outcome", held.run.call)
    assert outcome.fields["held"] is True
    assert CANARY.encode() in outcome.values["result"]
    await held.answered(no)


async def test_a_result_that_is_not_released_stays_here_and_the_caller_hears_why() -> None:
    held = Held()
    reply = await held.answered(lambda request: no(request, "names of patients"))
    assert text_of(reply.result) == f"{WITHHELD} Reason: names of patients"
    assert json.loads(reply.result or b"")["isError"] is True
    assert CANARY not in str(reply)
    assert held.reviewed.fields["decision"] == "withhold"
    assert held.reviewed.values == {"reason": b"names of patients"}
    assert len(held.desk.server.calls) == 1


@pytest.mark.parametrize("release", [False, True])
async def test_notes_go_with_a_result_that_is_released_and_with_no_other(release: bool) -> None:
    held = Held(Effect.ASK)
    first = await held.person.until_asked()
    held.person.answer(replace(yes(first), note="look at it first"))
    second = await held.person.until_asked(2)
    held.person.answer(replace(yes(second), note="names are fine") if release else no(second))
    reply = await held.end()
    assert held.desk.log.of("call.decided")[0].values["note"] == b"look at it first"
    if release:
        said = "Note from Assent: the person who approved this says: look at it first names are fine"
        assert json.loads(reply.result or b"")["content"][-1] == {"type": "text", "text": said}
        assert held.reviewed.values == {"note": b"names are fine"}
    else:
        assert "look at it first" not in str(reply)


@pytest.mark.parametrize("modern", [False, True], ids=["legacy", "modern"])
async def test_a_withheld_result_speaks_the_revision_of_the_app(modern: bool) -> None:
    held = Held(revision=NOW) if modern else Held()
    reply = await held.answered(no)
    assert ("resultType" in json.loads(reply.result or b"")) == modern


async def test_what_merely_counts_as_true_releases_nothing() -> None:
    held = Held()
    reply = await held.answered(lambda request: replace(yes(request), approve=1))  # type: ignore[arg-type]
    assert text_of(reply.result) == WITHHELD
    assert held.reviewed.fields["decision"] == "withhold"


@pytest.mark.parametrize(
    "answer",
    [
        {"result": {**RESULT, "isError": True}},
        {"error": {"code": -5, "message": CANARY, "data": CANARY}},
        {"result": CANARY},
    ],
    ids=["tool error", "protocol error", "no object"],
)
async def test_s36_errors_are_held_as_results_are(answer: JsonObject) -> None:
    held = Held()
    held.desk.server.on["tools/call"] = lambda _: answer
    request = await held.until_asked()
    assert request.result is not None
    assert CANARY.encode() in request.result
    reply = await held.answered(no)
    assert CANARY not in str(reply)
    assert text_of(reply.result) == WITHHELD


async def test_a_released_error_is_passed_on_as_it_came() -> None:
    held = Held()
    held.desk.server.on["tools/call"] = lambda _: {"error": {"code": -5, "message": "x"}}
    assert (await held.answered(yes)).error == {"code": -5, "message": "x"}


async def test_each_round_of_input_is_held() -> None:
    held = Held(revision=NOW)
    asks: JsonObject = {"resultType": "input_required", "inputRequests": {}, "requestState": CANARY}
    held.desk.server.on["tools/call"] = lambda _: {"result": asks}
    assert CANARY not in str(await held.answered(no))


async def test_what_does_not_keep_the_output_schema_is_shown_with_that() -> None:
    held = Held()
    held.desk.server.tools = [tool("any", outputSchema=TEXT_SCHEMA)]
    request = await held.until_asked()
    assert [found.kind for found in request.findings] == ["output-schema"]
    await held.answered(no)


@pytest.mark.parametrize("end", [STOPPED, QUITTING, APP_GONE, WITHDRAWN], ids=lambda end: end.why)
async def test_whatever_ends_the_call_withholds_the_result(end: NoAnswer) -> None:
    held = Held()
    await held.until_asked()
    held.desk.gate.abort_all(end)
    reply = await held.end()
    assert reply is NOTHING if end.by == "withdrawal" else text_of(reply.result) == WITHHELD
    assert (held.reviewed.fields["decision"], held.reviewed.fields["by"]) == ("withhold", end.by)
    assert held.reviewed.values == {"reason": end.why.encode()}


async def test_the_emergency_stop_withholds_what_is_held() -> None:
    held = Held()
    await held.until_asked()
    held.desk.gate.emergency_stop("ana")
    assert text_of((await held.end()).result) == WITHHELD


async def test_a_result_that_nobody_looks_at_in_time_is_withheld() -> None:
    held = Held(decision_timeout=5.0)
    request = await held.until_asked()
    assert request.expires_at == held.desk.clock.now + 5.0
    held.desk.clock.now += 6.0
    held.desk.approvals.attach(Person())  # the clock is looked at with each change
    assert text_of((await held.end()).result) == WITHHELD
    assert held.reviewed.fields["by"] == "expiry"


async def test_a_result_without_a_window_is_withheld() -> None:
    held = Held(approver_grace=0.01)
    await held.until_asked()
    held.desk.approvals.detach(held.person)
    assert text_of((await held.end()).result) == WITHHELD
    assert held.reviewed.fields["by"] == "no-window"


async def test_a_result_for_which_there_is_no_room_is_withheld() -> None:
    held = Held(pending_bytes_per_app=2_000)
    held.desk.server.on["tools/call"] = lambda _: {"result": {"content": [{"type": "text", "text": "x" * 4_000}]}}
    assert text_of((await held.end()).result) == WITHHELD
    assert held.reviewed.fields["by"] == "limit"
    assert held.person.asked == []
    assert not held.desk.approvals.waiting_calls


async def test_the_question_about_a_result_is_another_one_than_that_about_the_call() -> None:
    """An answer that was meant for the call, and comes late, names another round."""
    held = Held(Effect.ASK)
    first = await held.person.until_asked()
    held.person.answer(yes(first))
    second = await held.person.until_asked(2)
    assert (first.round, second.round) == (1, 2)
    assert (first.result, second.voided_because) == (None, "")
    held.person.answer(yes(second))
    assert CANARY in text_of((await held.end()).result)


async def test_nothing_can_be_granted_with_the_release_of_a_result() -> None:
    held = Held()
    request = await held.until_asked()
    assert held.desk.approvals.waiting(request.call.id).offers.bounds == ()
    await held.answered(for_a_while)
    assert held.desk.gate.grants.all == ()


async def test_a_call_that_a_grant_answers_has_its_result_held_too() -> None:
    desk = Desk(Effect.ASK)
    desk.rules.obligations = HELD
    approver = desk.quick(for_a_while)
    await desk.call()
    run, _ = await desk.call()
    assert [request.result is not None for request in approver.asked] == [False, True, True]
    assert desk.log.of("call.decided", run.call)[0].fields["by"] == "grant"


@pytest.mark.parametrize("what", ["lost", "timed out", "withdrawn"])
async def test_where_the_server_said_nothing_nobody_is_asked(what: str) -> None:
    desk = Desk(Effect.ALLOW, settings=SETTINGS.replace(execution_timeout=0.01 if what == "timed out" else 60.0))
    desk.rules.obligations = HELD
    approver = desk.quick()
    run = desk.make_run()
    desk.server.on["tools/call"] = lambda _: None
    task = tasks.spawn(desk.through(run), name="call")
    await until(lambda: desk.server.calls)
    if what == "lost":
        desk.upstream.close(ChannelClosed("gone"))
    elif what == "withdrawn":
        run.abort(WITHDRAWN)
    await task
    assert approver.asked == []
    assert not desk.log.of("result.reviewed")


# What can go wrong


@pytest.mark.expected_logs(r"host\.gate\.asking: a result is withheld, since the audit log failed")
@pytest.mark.parametrize(("answer", "by"), [(yes, "fault"), (no, "approver")])
async def test_s37_a_release_that_cannot_be_written_is_none_and_the_log_hears_of_it_later(
    answer: Callable[[ApprovalRequest], Answer], by: str
) -> None:
    held = Held()
    held.desk.log.full = lambda draft: draft.kind == "result.reviewed"
    reply = await held.answered(answer)
    assert text_of(reply.result) == WITHHELD
    assert CANARY not in str(reply)
    (kept,) = held.desk.log.lost
    assert (kept.kind, kept.fields["decision"], kept.fields["by"]) == ("result.reviewed", "withhold", by)


@pytest.mark.expected_logs(r"host\.gate\.gate: the audit log failed")
async def test_s37_a_held_result_that_cannot_be_written_is_shown_to_nobody_and_passed_on_to_nobody() -> None:
    held = Held()
    held.desk.log.full = lambda draft: draft.kind == "call.outcome"
    reply = await held.end()
    assert CANARY not in str(reply)
    assert reply.error is not None
    assert held.person.asked == []
    (kept,) = held.desk.log.lost  # for when the log can be written again
    assert (kept.kind, kept.call, kept.fields["status"]) == ("call.outcome", held.run.call.id, "succeeded")
    assert kept.fields["held"] is True


@pytest.mark.expected_logs(r"host\.gate\.asking: nobody could be asked about the result of call call-1")
async def test_a_bug_while_a_result_is_asked_about_withholds_it(monkeypatch: pytest.MonkeyPatch) -> None:
    held = Held()

    def fail(*_: object) -> None:
        raise LookupError("a bug")

    monkeypatch.setattr(held.desk.approvals, "ask", fail)
    assert text_of((await held.end()).result) == WITHHELD
    assert held.reviewed.fields["by"] == "fault"
    assert held.desk.log.of("call.outcome", held.run.call)[0].fields["status"] == "succeeded"


@pytest.mark.parametrize("end", [STOPPED, WITHDRAWN], ids=lambda end: end.why)
async def test_a_call_that_ends_while_the_release_is_written_gets_nothing(end: NoAnswer) -> None:
    held = Held()
    held.desk.log.while_writing("result.reviewed", lambda: held.run.abort(end))
    reply = await held.answered(yes)
    assert reply is NOTHING if end is WITHDRAWN else text_of(reply.result) == WITHHELD
    assert held.desk.log.story(held.run.call)[-2:] == ["result.reviewed release", "result.reviewed withhold"]


# In a session


@pytest.mark.parametrize("held", [True, False], ids=["held", "not held"])
async def test_s36_progress_tells_nothing_of_a_result_that_is_held(held: bool) -> None:
    session = Session(Effect.ALLOW)
    if held:
        session.rules.obligations = HELD
    session.server.on["tools/call"] = lambda _: None
    await session.shake_hands()
    session.request(1, "tools/call", {**call_params(), "_meta": {"progressToken": "p"}})
    await until(lambda: session.server.calls)
    number = session.server.calls[0]["id"]
    token = at(session.server.calls[0], "params", "_meta", "progressToken")
    said: JsonObject = {"progressToken": token, "progress": 1, "message": CANARY}
    session.server.say({"jsonrpc": "2.0", "method": "notifications/progress", "params": said})
    session.server.say({"jsonrpc": "2.0", "id": number, "result": {"content": []}})
    session.quick(no)
    await session.answer(1)
    assert (CANARY in str(session.app.values)) == (not held)


async def test_s36_messages_for_the_log_tell_nothing_while_a_result_is_held() -> None:
    session = Session(Effect.ALLOW)
    session.rules.obligations = HELD
    session.server.on["tools/call"] = lambda _: None
    await session.shake_hands()
    message: JsonObject = {
        "jsonrpc": "2.0", "method": "notifications/message", "params": {"level": "info", "data": CANARY},
    }  # fmt: skip
    session.request(1, "tools/call", call_params())
    await until(lambda: session.server.calls)
    session.server.say(message)
    person = session.person()
    session.server.say({"jsonrpc": "2.0", "id": session.server.calls[0]["id"], "result": {"content": []}})
    request = await person.until_asked()
    session.server.say(message)
    await turns()
    assert CANARY not in str(session.app.values)
    assert session.notes == ["a message for the log while a result is held, dropped"] * 2
    person.answer(no(request))
    await session.answer(1)
    session.server.say(message)
    await turns()
    assert session.app.values[-1] == message


async def test_the_app_that_cancels_a_call_whose_result_is_held_gets_nothing_more() -> None:
    session = Session(Effect.ALLOW)
    session.rules.obligations = HELD
    await session.shake_hands()
    person = session.person()
    session.request(1, "tools/call", call_params())
    await person.until_asked()
    session.notify("notifications/cancelled", {"requestId": 1})
    await session.settled()
    assert session.answers(1) == []
    assert session.log.of("result.reviewed")[0].fields["by"] == "withdrawal"


async def test_s25_a_server_that_ends_takes_its_held_results_with_it() -> None:
    session = Session(Effect.ALLOW)
    session.rules.obligations = HELD
    await session.shake_hands()
    person = session.person()
    session.request(1, "tools/call", call_params())
    await person.until_asked()
    session.interceptor.server_gone(ChannelClosed("gone"))
    await session.settled()
    assert session.log.of("result.reviewed")[0].fields["decision"] == "withhold"
