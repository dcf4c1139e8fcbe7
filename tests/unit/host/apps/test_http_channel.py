"""Which HTTP answer each message to an app belongs to, without HTTP."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from host.apps.http_channel import MAX_UNDELIVERED, Answer, HttpChannel
from host.model import JsonValue
from host.wire import messages
from host.wire.channel import HIGH_WATER
from host.wire.ledger import MAX_BATCH


class Heard:
    """A session that keeps what it hears, and answers at once where ``say`` says so."""

    def __init__(self, channel: HttpChannel) -> None:
        self.channel = channel
        self.frames: list[dict[str, Any]] = []
        self.ready: list[bool] = []
        self.at_once: list[bytes] = []

    def frame_received(self, frame: bytes) -> None:
        self.frames.append(json.loads(frame))
        while self.at_once:
            self.channel.send(self.at_once.pop(0))

    def channel_closed(self, error: object) -> None:
        raise AssertionError(error)

    def writable(self, ready: bool) -> None:
        self.ready.append(ready)


def made(*, stateless: bool = False) -> tuple[HttpChannel, Heard, list[str]]:
    closed: list[str] = []
    channel = HttpChannel(stateless=stateless, on_close=lambda: closed.append("closed"))
    session = Heard(channel)
    channel.connect(session)
    channel.pause_reading(False)
    return channel, session, closed


async def received(channel: HttpChannel, value: Any) -> Answer:
    answer = await channel.receive(value, plain=True)
    assert answer is not None
    return answer


async def all_of(answer: Answer) -> list[Any]:
    found = []
    while (following := await answer.next()) is not None:
        found.append(json.loads(following[0]))
    return found


def request(number: Any, method: str = "tools/list", **params: Any) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": number, "method": method, "params": params}


async def test_each_response_goes_to_its_request_whatever_the_order() -> None:
    channel, _, _ = made()
    one, two = await received(channel, request(1)), await received(channel, request("1"))
    channel.send(messages.result("1", b'"text"'))
    channel.send(messages.result(1, b'"number"'))
    assert [it["result"] for it in await all_of(one)] == ["number"]
    assert [it["result"] for it in await all_of(two)] == ["text"]
    assert not channel.open_answers


async def test_a_refusal_without_an_id_answers_the_request_that_it_is_about() -> None:
    channel, session, _ = made()
    waiting = await received(channel, request(1))
    session.at_once = [messages.error(None, -32600, "this request id was used before")]
    refused = await received(channel, request(1))
    assert [it["error"]["code"] for it in await all_of(refused)] == [-32600]
    channel.send(messages.result(1, b"{}"))
    assert len(await all_of(waiting)) == 1


async def test_a_refused_notification_is_answered_with_its_refusal() -> None:
    channel, session, _ = made()
    session.at_once = [messages.error(None, -32600, "no method")]
    assert len(await all_of(await received(channel, {"jsonrpc": "2.0"})))


async def test_what_asks_for_nothing_is_not_waited_for() -> None:
    channel, _, _ = made()
    assert await channel.receive({"jsonrpc": "2.0", "method": "notifications/initialized"}, plain=True) is None
    assert await channel.receive({"jsonrpc": "2.0", "id": 9, "result": {}}, plain=True) is None
    assert not channel.open_answers


async def test_a_batch_is_answered_whole() -> None:
    channel, _, _ = made()
    answer = await received(channel, [request(1), request(2)])
    channel.send_batch([messages.result(2, b"{}"), messages.result(1, b"{}")])
    assert [[it["id"] for it in frame] for frame in await all_of(answer)] == [[2, 1]]
    assert not channel.open_answers


async def test_s23_answers_to_a_batch_may_have_more_values_together_than_one_frame_may() -> None:
    channel, _, _ = made()
    other = await received(channel, [request(3)])
    answer = await received(channel, [request(1), request(2)])
    dense = b"[" + b",".join([b'{"jsonrpc":"2.0","id":3,"result":{}}'] * (messages.MAX_VALUES // 4)) + b"]"
    channel.send_batch([messages.error(None, -32600, "no"), messages.result(2, dense), messages.result(1, dense)])
    assert [[it["id"] for it in frame] for frame in await all_of(answer)] == [[None, 2, 1]]
    assert list(channel.open_answers.values()) == [other]


async def test_what_belongs_to_no_request_goes_to_the_listening_stream_or_waits_for_it() -> None:
    channel, _, _ = made()
    for number in range(MAX_UNDELIVERED + 5):
        channel.send(messages.notification("notifications/message", b'{"data":%d}' % number))
    listening = channel.listen()
    channel.send(messages.request(7, "roots/list", None))
    again = channel.listen()
    told = await all_of(listening)
    assert [it["params"]["data"] for it in told[:-1]] == list(range(5, MAX_UNDELIVERED + 5))
    assert told[-1]["method"] == "roots/list"
    channel.send(messages.notification("notifications/message", b'{"data":"later"}'))
    channel.close()
    assert [it["params"]["data"] for it in await all_of(again)] == ["later"]


async def test_without_a_listening_stream_it_goes_with_the_newest_request() -> None:
    channel, _, _ = made()
    older, newer = await received(channel, request(1)), await received(channel, request(2))
    channel.send(messages.request(1, "elicitation/create", b"{}"))
    channel.close()
    assert await all_of(older) == []
    assert [it["method"] for it in await all_of(newer)] == ["elicitation/create"]


async def test_requests_that_stand_alone_get_ids_and_tokens_of_ours_and_answers_under_their_own() -> None:
    channel, session, _ = made(stateless=True)
    asked = request("x", "tools/call", name="t", _meta={"progressToken": "t", "kept": [1.5]})
    one, two = await received(channel, asked), await received(channel, asked)
    first, second = session.frames
    assert first["id"] != second["id"]
    assert [it["params"]["_meta"]["progressToken"] for it in session.frames] == [first["id"], second["id"]]
    assert first["params"]["_meta"]["kept"] == [1.5]
    channel.send(messages.notification("notifications/progress", b'{"progressToken":%d,"progress":1}' % second["id"]))
    channel.send(messages.result(second["id"], b'{"a":1e2}'))
    channel.send(messages.error(first["id"], -32601, "no"))
    assert [it.get("id") for it in await all_of(one)] == ["x"]
    progress, response = await all_of(two)
    assert progress["params"]["progressToken"] == "t"
    assert (response["id"], response["result"]) == ("x", {"a": 100.0})


async def test_who_no_longer_waits_withdraws_the_request() -> None:
    channel, session, _ = made(stateless=True)
    answer = await received(channel, request("x", "tools/call", name="t"))
    channel.abandon(answer)
    assert session.frames[-1]["method"] == "notifications/cancelled"
    assert session.frames[-1]["params"] == {"requestId": session.frames[0]["id"]}
    channel.send(messages.result(session.frames[0]["id"], b"{}"))  # late
    assert not channel.open_answers


async def test_a_request_that_was_taken_back_ends_without_a_response() -> None:
    channel, _, _ = made()
    answer = await received(channel, request(1))
    told: JsonValue = {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}}
    assert await channel.receive(told, plain=True) is None
    assert await all_of(answer) == []


async def test_a_slow_app_holds_its_session_back_until_it_has_caught_up() -> None:
    channel, session, _ = made()
    answer = await received(channel, request(1))
    large = json.dumps("x" * (HIGH_WATER // 2)).encode()
    for _ in range(3):
        channel.send(messages.notification("notifications/message", large))
    assert session.ready == [False]
    await answer.next()
    await answer.next()
    assert session.ready == [False, True]
    channel.send(messages.notification("notifications/message", large))
    channel.send(messages.notification("notifications/message", large))
    assert session.ready == [False, True, False]
    channel.abandon(answer)
    assert session.ready[-1]


async def test_nothing_is_taken_while_the_session_cannot() -> None:
    channel, session, _ = made()
    channel.pause_reading(True)
    waiting = asyncio.ensure_future(channel.receive(request(1), plain=True))  # noqa: TID251  # awaited right here
    await asyncio.sleep(0)
    assert session.frames == []
    channel.pause_reading(False)
    assert await waiting is not None
    assert len(session.frames) == 1


async def test_a_closed_session_ends_all_answers_once_and_takes_no_more() -> None:
    channel, session, closed = made()
    answer = await received(channel, request(1))
    channel.close()
    channel.close()
    assert closed == ["closed"]
    assert channel.has_hung_up()
    assert await all_of(answer) == []
    assert await all_of(await received(channel, request(2))) == []
    channel.send(messages.result(1, b"{}"))
    assert len(session.frames) == 1


async def test_a_batch_that_asks_for_nothing_is_not_waited_for() -> None:
    channel, _, _ = made()
    told: JsonValue = {"jsonrpc": "2.0", "method": "notifications/initialized"}
    assert await channel.receive([told, told], plain=True) is None
    assert not channel.open_answers


async def test_a_batch_that_was_taken_back_piece_by_piece_ends() -> None:
    channel, _, _ = made()
    answer = await received(channel, [request(1), request(2)])
    for number in (1, 2):
        await channel.receive(
            {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": number}}, plain=True
        )
    assert await all_of(answer) == []
    assert not channel.open_answers


async def test_s43_what_nobody_hears_is_bounded_by_its_bytes() -> None:
    channel, _, _ = made()
    for number in range(5):
        text = json.dumps({"data": f"{number}" + "x" * (HIGH_WATER // 3)}).encode()
        channel.send(messages.notification("notifications/message", text))
    answer = channel.listen()
    channel.close()
    assert [it["params"]["data"][0] for it in await all_of(answer)] == ["3", "4"]


async def test_s43_who_waits_while_the_session_cannot_is_let_in_no_faster_than_it_can() -> None:
    channel, session, _ = made()
    channel.pause_reading(True)
    waiting = [asyncio.ensure_future(channel.receive(request(it), plain=True)) for it in range(3)]  # noqa: TID251
    await asyncio.sleep(0)
    assert channel.blocked_count == 3
    hear = session.frame_received

    def hear_and_pause(frame: bytes) -> None:
        hear(frame)
        channel.pause_reading(True)

    session.frame_received = hear_and_pause  # type: ignore[method-assign]
    for count in (1, 2, 3):
        channel.pause_reading(False)
        for _ in range(5):
            await asyncio.sleep(0)
        assert len(session.frames) == count
    await asyncio.gather(*waiting)
    assert channel.blocked_count == 0


async def test_a_message_that_cannot_be_handled_leaves_nothing_that_waits() -> None:
    channel, session, _ = made()

    def fail(frame: bytes) -> None:
        raise ZeroDivisionError

    session.frame_received = fail  # type: ignore[method-assign]
    with pytest.raises(ZeroDivisionError):
        await channel.receive(request(1), plain=True)
    assert not channel.open_answers


async def test_s43_of_a_batch_that_is_too_long_nothing_is_remembered() -> None:
    channel, session, _ = made()
    answer = await received(channel, [request(number) for number in range(MAX_BATCH + 5_000)])
    assert len(answer.request_ids) == MAX_BATCH
    channel.send(messages.error(None, -32600, "a batch has 1 to 100 messages"))
    assert len(await all_of(answer)) == 1
    assert not channel.open_answers
    assert len(session.frames) == 1


async def test_a_progress_token_is_forgotten_with_its_request() -> None:
    channel, _, _ = made()
    tokens = [request(number, _meta={"progressToken": f"t{number}"}) for number in (1, 2)]
    answer = await received(channel, tokens)
    channel.send(messages.result(1, b"{}"))
    assert answer.tokens == {2: "t2"}
    channel.listen()
    channel.send(messages.notification("notifications/progress", b'{"progressToken":"t2","progress":1}'))
    channel.send(messages.notification("notifications/progress", b'{"progressToken":"t1","progress":1}'))
    channel.send(messages.result(2, b"{}"))
    heard = await all_of(answer)
    assert [message.get("id", message.get("params")) for message in heard] == [
        1, {"progressToken": "t2", "progress": 1}, 2,
    ]  # fmt: skip
    assert not channel.open_answers.keys() - {3, 2}
