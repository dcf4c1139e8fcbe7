from __future__ import annotations

import json

import pytest

from host import tasks
from host.errors import SERVER_LOST, ChannelClosed, NotDispatched
from host.model import JsonObject, JsonValue
from host.wire.messages import Message, check
from host.wire.upstream import Upstream
from tests.unit.host.support import Sent, at, turns

LOST = ChannelClosed("the server ended with exit code 3")


def answered(upstream: Upstream, request_id: JsonValue, **body: JsonValue) -> bool:
    return upstream.response_received(check({"jsonrpc": "2.0", "id": request_id, **(body or {"result": {}})}))


def test_requests_leave_under_numbers_of_the_hosts_own() -> None:
    sent = Sent()
    upstream = Upstream(sent.send)
    numbers = [upstream.forward("ping", None, lambda _: None), upstream.forward("x", {"a": None}, lambda _: None)]
    assert numbers == [1, 2]
    assert sent.frames == [
        b'{"jsonrpc":"2.0","id":1,"method":"ping"}',
        b'{"jsonrpc":"2.0","id":2,"method":"x","params":{"a":null}}',
    ]


def test_a_response_is_delivered_once_to_whoever_asked() -> None:
    heard: list[Message] = []
    upstream = Upstream(Sent().send)
    first, second = (upstream.forward("x", None, heard.append) for _ in range(2))
    assert answered(upstream, second, result=2)
    assert answered(upstream, first, result=1)
    assert not answered(upstream, first, result="again")
    assert [message.result for message in heard] == [2, 1]
    assert upstream.in_flight_count == 0


@pytest.mark.parametrize("wrong", ["1", 2, 0, -1, ""])
def test_s41_a_response_with_an_id_of_another_type_or_number_is_nobodys(wrong: JsonValue) -> None:
    upstream = Upstream(Sent().send)
    assert upstream.forward("x", None, lambda _: pytest.fail("delivered")) == 1
    assert not answered(upstream, wrong)
    assert upstream.in_flight_count == 1


@pytest.mark.parametrize("method", ["tools/call", "call_tool"])
def test_s42_calls_of_tools_do_not_leave_by_forward(method: str) -> None:
    sent = Sent()
    with pytest.raises(NotDispatched):
        Upstream(sent.send).forward(method, {}, lambda _: None)
    assert not sent.frames


@pytest.mark.parametrize("method", ["tools/call", "call_tool"])
def test_s42_calls_of_tools_do_not_leave_as_notifications_either(method: str) -> None:
    """A lax server runs a call that has no id."""
    sent = Sent()
    with pytest.raises(NotDispatched):
        Upstream(sent.send).notify(method, b'{"name":"rm"}')
    assert not sent.frames


@pytest.mark.parametrize("method", ["tools/call", "call_tool"])
async def test_s42_calls_of_tools_do_not_leave_by_ask(method: str) -> None:
    sent = Sent()
    with pytest.raises(NotDispatched):
        await Upstream(sent.send).request(method, {}, timeout=1)
    assert not sent.frames


@pytest.mark.parametrize(
    ("params", "meta"),
    [(None, {}), ({}, {}), ({"_meta": {"k": 1}, "x": 2}, {"k": 1}), ({"_meta": {"progressToken": "theirs"}}, {})],
)
def test_progress_is_asked_for_under_the_upstream_id(params: JsonObject | None, meta: JsonObject) -> None:
    sent = Sent()
    number = Upstream(sent.send).forward("x", params, lambda _: None, progress=True)
    assert at(sent.values[0], "params", "_meta") == meta | {"progressToken": number}


def test_asking_for_progress_does_not_change_the_params_given() -> None:
    params: JsonObject = {"_meta": {"k": 1}}
    Upstream(Sent().send).forward("x", params, lambda _: None, progress=True)
    assert params == {"_meta": {"k": 1}}


async def test_a_question_of_the_hosts_own_gets_its_answer() -> None:
    upstream = Upstream(Sent().send)
    asking = tasks.spawn(upstream.request("tools/list", {}, timeout=5), name="ask")
    await turns()
    assert answered(upstream, 1, result={"tools": []})
    assert (await asking).result == {"tools": []}


async def test_s25_a_question_that_is_not_answered_ends_in_time_and_is_forgotten() -> None:
    upstream = Upstream(Sent().send)
    with pytest.raises(TimeoutError):
        await upstream.request("tools/list", {}, timeout=0.01)
    assert upstream.in_flight_count == 0
    assert not answered(upstream, 1)


def test_what_is_cancelled_is_told_to_the_server_and_its_answer_is_dropped() -> None:
    sent = Sent()
    upstream = Upstream(sent.send)
    number = upstream.forward("x", None, lambda _: pytest.fail("delivered"))
    upstream.cancel(number, "why")
    upstream.cancel(number, "again")
    assert not answered(upstream, number)
    assert [at(value, "params") for value in sent.values[1:]] == [{"requestId": number, "reason": "why"}]
    assert at(sent.values[1], "method") == "notifications/cancelled"


def test_what_was_answered_cannot_be_cancelled() -> None:
    sent = Sent()
    upstream = Upstream(sent.send)
    number = upstream.forward("x", None, lambda _: None)
    answered(upstream, number)
    upstream.cancel(number, "late")
    assert len(sent.frames) == 1


async def test_when_the_server_is_lost_everyone_who_waits_is_told_why_once() -> None:
    heard: list[Message] = []
    upstream = Upstream(Sent().send)
    upstream.forward("x", None, heard.append)
    asking = tasks.spawn(upstream.request("y", None, timeout=5), name="ask")
    await turns()
    upstream.close(LOST)
    upstream.close(LOST)
    heard.append(await asking)
    assert [(message.is_lost, message.error) for message in heard] == [
        (True, {"code": SERVER_LOST, "message": str(LOST)})
    ] * 2


async def test_nothing_is_sent_to_a_server_that_is_lost() -> None:
    sent = Sent()
    upstream = Upstream(sent.send)
    upstream.close(LOST)
    with pytest.raises(ChannelClosed):
        upstream.forward("x", None, lambda _: None)
    with pytest.raises(ChannelClosed):
        await upstream.request("x", None, timeout=1)
    assert not sent.frames
    assert upstream.in_flight_count == 0


def test_responses_and_notifications_leave_as_they_are_given() -> None:
    sent = Sent()
    upstream = Upstream(sent.send)
    upstream.respond(b"raw")
    upstream.notify("n", b'{"a":1}')
    assert sent.frames[0] == b"raw"
    assert json.loads(sent.frames[1]) == {"jsonrpc": "2.0", "method": "n", "params": {"a": 1}}
