"""Calls and other requests on their way through the interceptor and back."""

from __future__ import annotations

import asyncio
import json

import pytest

from host.errors import INVALID_PARAMS, SERVER_LOST, ChannelClosed
from host.gate.refusals import SERVER_GONE, WITHDRAWN
from host.model import Effect, JsonObject, JsonValue, sha256_hex
from host.wire import interceptor
from host.wire.methods import LEGACY, MODERN, REVISIONS
from tests.unit.host.support import (
    LATEST,
    SERVER,
    Session,
    at,
    call_params,
    modern,
    no,
    text_of,
    turns,
    until,
    yes,
)


async def made(revision: str = LATEST, effect: Effect = Effect.ALLOW, *, silent: str = "") -> Session:
    """A session after its handshake. ``silent``: a method that the server does not answer."""
    session = Session(effect)
    session.server.on[silent] = lambda _: None
    if revision in LEGACY:
        await session.shake_hands(revision)
    return session


def params_of(revision: str, name: str = "any", arguments: JsonObject | None = None) -> JsonObject:
    params = call_params(name, arguments)
    return modern(params) if revision in MODERN else params


@pytest.mark.parametrize("revision", REVISIONS)
async def test_s01_what_a_person_approved_is_what_the_server_gets(revision: str) -> None:
    session = await made(revision, Effect.ASK)
    person = session.person()
    session.request("c", "tools/call", params_of(revision, "any", {"b": [1.5, None], "a": "ü\u202e"}))
    request = await person.until_asked()
    call = request.call
    assert (call.app, call.server, call.protocol_revision) == (session.context.app, SERVER, revision)
    assert request.call.arguments == '{"a":"ü\u202e","b":[1.5,null]}'.encode()
    assert not session.server.calls
    person.answer(yes(request))
    answer = await session.answer("c")
    assert "result" in answer
    (frame,) = [frame for frame in session.server.frames if b'"tools/call"' in frame]
    assert frame.endswith(b',"method":"tools/call","params":' + request.call.params + b"}")
    assert sha256_hex(request.call.params) == request.call.digest
    await asyncio.sleep(0)  # the outcome is queued behind the answer
    assert session.log.story(request.call) == ["call.proposed", "call.decided approve", "call.outcome succeeded"]


@pytest.mark.parametrize("revision", REVISIONS)
async def test_a_denied_call_is_answered_with_a_tool_error_that_gives_the_persons_reason(revision: str) -> None:
    session = await made(revision, Effect.ASK)
    session.quick(lambda request: no(request, "not my files"))
    session.request(1, "tools/call", params_of(revision))
    result = at(await session.answer(1), "result")
    assert at(result, "isError") is True
    assert "not my files" in text_of(json.dumps(result).encode())
    assert isinstance(result, dict)
    assert ("resultType" in result) == (revision in MODERN)
    assert "structuredContent" not in result
    assert not session.server.calls


@pytest.mark.parametrize("revision", REVISIONS)
async def test_invalid_arguments_are_an_error_up_to_2025_06_18_and_a_tool_error_from_2025_11_25(revision: str) -> None:
    session = await made(revision, Effect.ASK)
    approver = session.quick()
    session.request(1, "tools/call", params_of(revision, "echo", {"text": 5}))
    answer = await session.answer(1)
    if revision <= "2025-06-18":
        assert at(answer, "error", "code") == INVALID_PARAMS
        told = str(at(answer, "error", "message"))
    else:
        assert at(answer, "result", "isError") is True
        told = text_of(json.dumps(at(answer, "result")).encode())
    assert "$.text" in told
    assert (session.server.calls, approver.asked) == ([], [])


@pytest.mark.parametrize("revision", REVISIONS)
async def test_an_unknown_tool_is_an_error_that_names_it(revision: str) -> None:
    session = await made(revision)
    session.request(1, "tools/call", params_of(revision, "no_such_tool"))
    error = at(await session.answer(1), "error")
    assert at(error, "code") == INVALID_PARAMS
    assert "no_such_tool" in str(at(error, "message"))
    assert not session.server.calls


async def test_a_call_before_the_handshake_is_settled_waits_for_it() -> None:
    session = Session()
    session.server.on["initialize"] = lambda _: None
    session.request("h", "initialize", {"protocolVersion": LATEST, "capabilities": {}})
    session.request(1, "tools/call", call_params())
    await turns()
    assert not session.server.heard("tools/list")
    session.server.say({"jsonrpc": "2.0", "id": 1, "result": {"protocolVersion": LATEST, "capabilities": {}}})
    await turns()
    session.notify("notifications/initialized")
    assert "result" in await session.answer(1)


async def test_the_servers_result_reaches_the_app_with_everything_in_it() -> None:
    session = await made(silent="tools/call")
    session.request("c", "tools/call", call_params())
    await until(lambda: session.server.calls)
    body = b'{"x":1.50,"content":[],"n":null,"big":123456789012345678901234567890,"_meta":{"a":1E2}}'
    session.server.say(
        b'{"jsonrpc":"2.0","id":%s,"result":%s}' % (json.dumps(session.server.calls[0]["id"]).encode(), body)
    )
    await until(lambda: session.app.frames)
    (frame,) = session.app.frames
    meta, rest = b'"a":1E2', b',"x":1.50,"content":[],"n":null,"big":123456789012345678901234567890}}'
    assert frame.startswith(b'{"jsonrpc":"2.0","id":"c","result":{"_meta":{"dev.assent/receipt":{')
    assert frame.endswith(b"}," + meta + b"}" + rest)


async def test_the_servers_error_reaches_the_app_as_an_error_with_everything_in_it() -> None:
    session = await made()
    error: JsonObject = {"code": -32050, "message": "out of order", "data": {"x": None}, "more": 2**70}
    session.server.on["tools/call"] = lambda _: {"error": error}
    session.request(1, "tools/call", call_params())
    assert at(await session.answer(1), "error") == error


# Progress


@pytest.mark.parametrize("token", ["mine", 0, 99, ""])
async def test_progress_comes_under_the_apps_token_and_only_while_its_request_runs(token: JsonValue) -> None:
    session = await made(silent="tools/call")
    session.request("c", "tools/call", call_params() | {"_meta": {"progressToken": token}})
    await until(lambda: session.server.calls)
    upstream = at(session.server.calls[0], "params", "_meta", "progressToken")
    assert upstream == session.server.calls[0]["id"]

    def progress(under: JsonValue) -> JsonObject:
        return {
            "jsonrpc": "2.0",
            "method": "notifications/progress",
            "params": {"progressToken": under, "progress": 1, "x": None},
        }

    for under in (upstream, "mine", 7_000, None, True, str(upstream)):
        session.server.say(progress(under))
    session.server.say({"jsonrpc": "2.0", "id": upstream, "result": {"content": []}})
    await session.answer("c")
    session.server.say(progress(upstream))
    await turns()
    told = [at(value, "params") for value in session.app.values if isinstance(value, dict) and "method" in value]
    assert told == [{"progressToken": token, "progress": 1, "x": None}]


async def test_progress_that_nobody_asked_for_is_dropped() -> None:
    session = await made(silent="tools/call")
    session.request(1, "tools/call", call_params())
    await until(lambda: session.server.calls)
    number = session.server.calls[0]["id"]
    assert "_meta" not in str(at(session.server.calls[0], "params"))
    session.server.say(
        {"jsonrpc": "2.0", "method": "notifications/progress", "params": {"progressToken": number, "progress": 1}}
    )
    await turns()
    assert not session.app.frames
    await session.leave()


async def test_other_requests_get_their_progress_too() -> None:
    session = await made(silent="resources/read")
    session.request("r", "resources/read", {"uri": "a:b", "_meta": {"progressToken": "t", "k": None}})
    (sent,) = session.server.heard("resources/read")
    assert at(sent, "params") == {"uri": "a:b", "_meta": {"k": None, "progressToken": sent["id"]}}


async def test_a_bad_progress_token_is_refused_and_the_record_names_the_method() -> None:
    session = await made()
    session.request(1, "resources/read", {"uri": "a:b", "_meta": {"progressToken": 1.5}})
    assert at(await session.answer(1), "error", "code") == INVALID_PARAMS
    assert [fields["method"] for fields in session.refusals()] == ["resources/read"]
    assert not session.server.frames


# Cancellation, and ends


async def test_a_pending_call_that_the_app_withdraws_is_not_answered_and_reaches_nobody() -> None:
    session = await made(effect=Effect.ASK)
    person = session.person()
    session.request("c", "tools/call", call_params())
    request = await person.until_asked()
    others: list[JsonValue] = ["d", 1, None, True, ["c"]]
    for other in others:
        session.notify("notifications/cancelled", {"requestId": other})
    assert not person.let_go
    session.notify("notifications/cancelled", {"requestId": "c", "reason": "changed my mind"})
    await session.settled()
    assert (session.app.frames, session.server.calls) == ([], [])
    (decided,) = session.log.of("call.decided", request.call)
    assert (decided.fields["by"], decided.values["reason"]) == ("withdrawal", WITHDRAWN.why.encode())
    assert person.let_go == [request.call.id]


async def test_a_running_call_that_the_app_cancels_is_cancelled_at_the_server_and_not_answered() -> None:
    session = await made(silent="tools/call")
    session.request("c", "tools/call", call_params())
    await until(lambda: session.server.calls)
    session.notify("notifications/cancelled", {"requestId": "c"})
    await session.settled()
    number = session.server.calls[0]["id"]
    (told,) = session.server.heard("notifications/cancelled")
    assert at(told, "params", "requestId") == number
    session.server.say({"jsonrpc": "2.0", "id": number, "result": {"content": []}})
    await turns()
    assert not session.app.frames
    assert [draft.fields["status"] for draft in session.log.of("call.outcome")] == ["cancelled"]


async def test_a_forwarded_request_that_the_app_cancels_is_cancelled_at_the_server_and_not_answered() -> None:
    session = await made(silent="resources/read")
    session.request("r", "resources/read", {"uri": "a:b"})
    session.notify("notifications/cancelled", {"requestId": "r"})
    number = session.server.heard("resources/read")[0]["id"]
    assert at(session.server.heard("notifications/cancelled")[0], "params", "requestId") == number
    session.server.say({"jsonrpc": "2.0", "id": number, "result": {}})
    await turns()
    assert not session.app.frames


@pytest.mark.parametrize("params", [None, {}, {"requestId": "other"}, {"reason": "x"}])
async def test_cancelling_what_is_not_in_flight_does_nothing(params: JsonObject | None) -> None:
    session = await made()
    session.notify("notifications/cancelled", params)
    assert (session.app.frames, session.server.frames, session.refusals()) == ([], [], [])


async def test_s25_a_server_lost_while_a_call_runs_leaves_its_outcome_unknown() -> None:
    session = await made(silent="tools/call")
    session.request(1, "tools/call", call_params())
    await until(lambda: session.server.calls)
    session.interceptor.server_gone(ChannelClosed("the server ended with exit code 3"))
    error = at(await session.answer(1), "error")
    assert at(error, "code") == SERVER_LOST
    assert "unknown" in str(at(error, "message"))
    await session.settled()
    assert [draft.fields["status"] for draft in session.log.of("call.outcome")] == ["unknown"]


async def test_s25_a_server_lost_while_a_call_waits_ends_it_unsent() -> None:
    session = await made(effect=Effect.ASK)
    person = session.person()
    session.request(1, "tools/call", call_params())
    request = await person.until_asked()
    session.interceptor.server_gone(ChannelClosed("gone"))
    assert at(await session.answer(1), "result", "isError") is True
    (decided,) = session.log.of("call.decided", request.call)
    assert decided.values["reason"] == SERVER_GONE.why.encode()
    assert not session.server.calls


async def test_s25_a_server_lost_while_another_request_runs_answers_it_with_an_error() -> None:
    session = await made(silent="resources/read")
    session.request(1, "resources/read", {"uri": "a:b"})
    session.interceptor.server_gone(ChannelClosed("gone"))
    assert at(await session.answer(1), "error", "code") == SERVER_LOST
    session.request(2, "resources/read", {"uri": "a:b"})
    await turns()
    assert session.answers(2) == []  # the session is over, nothing of the app is read any more
    assert len(session.server.frames) == 1


async def test_an_app_that_leaves_withdraws_what_waits_and_cancels_what_runs() -> None:
    session = await made(effect=Effect.ASK)
    person = session.person()
    session.server.on["tools/call"] = lambda _: None
    for number in (1, 2):
        session.request(number, "tools/call", call_params())
    person.answer(yes(await person.until_asked(1)))
    await until(lambda: session.server.calls)
    await session.leave()
    assert not session.app.frames
    assert len(session.server.calls) == len(session.server.heard("notifications/cancelled")) == 1
    first, second = (request.call for request in person.asked)
    assert session.log.story(first)[-1] == "call.outcome cancelled"
    assert session.log.story(second)[-1] == "call.decided deny"


@pytest.mark.parametrize("effect", [Effect.ALLOW, Effect.ASK])
async def test_s25_an_app_that_leaves_while_a_call_waits_for_a_listing_leaves_its_end_on_record(effect: Effect) -> None:
    session = await made(effect=effect)
    session.server.on["tools/list"] = lambda _: None
    session.request(1, "tools/call", call_params())
    await until(lambda: session.server.heard("tools/list"))
    session.interceptor.app_gone()
    await session.interceptor.wait_drained(2)
    kinds = [(draft.kind, draft.fields.get("by")) for draft in session.log.drafts]
    session.upstream.close(ChannelClosed("gone"))
    await session.settled()
    assert kinds == [("call.decided", "withdrawal")]
    assert not session.server.calls


async def test_s25_once_the_session_is_over_neither_side_is_heard() -> None:
    session = await made()
    await session.leave()
    session.request(1, "tools/call", call_params())
    session.tell(b"nonsense")
    session.notify("notifications/progress", {"progressToken": 1, "progress": 1})
    session.server.say({"jsonrpc": "2.0", "method": "notifications/message", "params": {"level": "info"}})
    session.server.say({"jsonrpc": "2.0", "id": 1, "method": "ping"})
    await session.settled()
    assert (session.app.frames, session.server.frames, session.log.drafts) == ([], [], [])


async def test_s12_a_hundred_interleaved_calls_are_each_decided_by_their_own_answer() -> None:
    session = await made(effect=Effect.ASK)
    person = session.person()
    for number in range(60):
        session.request(number, "tools/call", call_params("any", {"n": number}))
        session.request(str(number), "ping")
    await until(lambda: len(person.asked) == 60)
    for request in reversed(person.asked):
        asked = request.call.arguments_value["n"]
        assert isinstance(asked, int)
        person.answer(no(request, f"no {asked}") if asked % 3 else yes(request))
    await session.settled()
    assert {at(call, "params", "arguments", "n") for call in session.server.calls} == set(range(0, 60, 3))
    assert len(session.server.calls) == 20
    for number in range(60):
        result = at(await session.answer(number), "result")
        denied = isinstance(result, dict) and result.get("isError", False)
        assert denied == (number % 3 != 0)
        assert not denied or f"no {number}" in str(result)
        assert "result" in await session.answer(str(number))


@pytest.mark.expected_logs(r"host\.gate\.gate: call .* failed inside the gate")
async def test_a_bug_inside_the_gate_is_answered_and_logged_as_a_denial() -> None:
    session = await made()

    def broken(_: object) -> None:
        raise LookupError("a bug")

    session.rules.judge = broken  # type: ignore[assignment,method-assign]  # a policy with a bug
    session.request(1, "tools/call", call_params())
    assert at(await session.answer(1), "result", "isError") is True
    assert [draft.fields["by"] for draft in session.log.of("call.decided")] == ["fault"]
    assert not session.server.calls


# While a person thinks


@pytest.mark.parametrize("revision", [LATEST, MODERN[-1]])
async def test_an_app_that_asked_for_progress_is_told_that_a_person_is_waited_for(
    revision: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(interceptor, "PROGRESS_INTERVAL", 0.0)
    session = await made(revision, Effect.ASK)
    person = session.person()
    session.server.on["tools/call"] = lambda _: None
    params = call_params()
    meta: JsonObject = {"progressToken": "t"}
    session.request("c", "tools/call", modern(params, **meta) if revision in MODERN else params | {"_meta": meta})
    request = await person.until_asked()
    await until(lambda: len(progress_of(session)) > 2)
    assert {at(told, "message") for told in progress_of(session)} == {interceptor.WAITING}
    assert {at(told, "progressToken") for told in progress_of(session)} == {"t"}
    person.answer(yes(request))
    await until(lambda: session.server.calls)
    ours = len(progress_of(session))
    upstream = session.server.calls[0]["id"]
    sent: list[JsonValue] = [0, 0.5, 0.5, 1]
    for value in sent:
        said: JsonObject = {"progressToken": upstream, "progress": value, "total": 1}
        session.server.say({"jsonrpc": "2.0", "method": "notifications/progress", "params": said})
    await until(lambda: len(progress_of(session)) == ours + len(sent))
    values = [it for told in progress_of(session) if isinstance(it := at(told, "progress"), int | float)]
    assert values == sorted(set(values)), "it only grows"
    assert values[ours + 1] == 0.5, "what means something passes as it came"
    assert values[-1] == 1
    session.server.say({"jsonrpc": "2.0", "id": upstream, "result": {"content": []}})
    await session.answer("c")
    told = len(session.app.frames)
    await turns()
    assert len(session.app.frames) == told


async def test_an_app_that_did_not_ask_for_progress_hears_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(interceptor, "PROGRESS_INTERVAL", 0.0)
    session = await made(effect=Effect.ASK)
    person = session.person()
    session.request("c", "tools/call", call_params())
    await person.until_asked()
    await turns()
    assert progress_of(session) == []
    await session.leave()


async def test_a_call_that_no_person_holds_up_says_nothing_of_people(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(interceptor, "PROGRESS_INTERVAL", 0.0)
    session = await made(silent="tools/call")
    session.request("c", "tools/call", call_params() | {"_meta": {"progressToken": "t"}})
    await until(lambda: session.server.calls)
    await turns()
    assert progress_of(session) == []
    await session.leave()


def progress_of(session: Session) -> list[JsonValue]:
    """What the app heard of progress."""
    values = [value for value in session.app.values if isinstance(value, dict)]
    return [at(value, "params") for value in values if value.get("method") == "notifications/progress"]
