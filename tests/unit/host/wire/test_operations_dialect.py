from __future__ import annotations

import json

import pytest
from hypothesis import given

from host.canonical import canonical, compact, parse
from host.errors import AssentError, ChannelClosed
from host.model import JsonObject, JsonValue
from host.wire import messages
from host.wire.channel import ServerReceiver
from host.wire.methods import LEGACY, REVISIONS, client_requests
from host.wire.operations_dialect import (
    DIALECT_METHODS,
    OperationsDialect,
    call_result,
    initialize_result,
    tools_list_result,
)
from tests.unit.host.support import turns
from tests.unit.host.test_canonical import texts


class Wire:
    """A channel in memory, and those who hear the dialect in MCP's words."""

    def __init__(self) -> None:
        self.sent: list[JsonObject] = []
        self.frames: list[bytes] = []
        self.heard: list[bytes] = []
        self.closed: list[object] = []
        self.calls: list[str] = []
        self.receiver: ServerReceiver | None = None
        self.pid, self.exit_code = 42, None

    @classmethod
    async def open(cls, *, greet: bool = True) -> tuple[Wire, OperationsDialect]:
        wire = cls()

        async def start(receiver: ServerReceiver) -> Wire:
            wire.receiver = receiver
            return wire

        dialect = await OperationsDialect.start(wire.app(), start)
        if greet:
            dialect.send(messages.request(1, "initialize", b'{"protocolVersion":"2025-06-18"}'))
            wire.answers(1, result=None)
            wire.sent.clear()
            wire.heard.clear()
        return wire, dialect

    def app(self) -> ServerReceiver:
        wire = self

        class App:
            def frame_received(self, frame: bytes) -> None:
                wire.heard.append(frame)

            def channel_closed(self, error: object) -> None:
                wire.closed.append(error)

            def writable(self, ready: bool) -> None:
                wire.calls.append(f"writable {ready}")

            def awaits(self, request_id: int) -> bool:
                return True

            def request_lost(self, request_id: int, error: AssentError) -> None:
                wire.calls.append(f"lost {request_id}: {error}")

        return App()

    def send(self, frame: bytes) -> None:
        self.frames.append(frame)
        self.sent.append(json.loads(frame))

    def pause_reading(self, pause: bool) -> None:
        self.calls.append(f"pause {pause}")

    async def wait_exit(self) -> None:
        self.calls.append("wait")

    async def stop(self) -> None:
        self.calls.append("stop")

    def says(self, frame: bytes) -> None:
        assert self.receiver is not None
        self.receiver.frame_received(frame)

    def answers(self, number: JsonValue, **body: JsonValue) -> None:
        self.says(json.dumps({"jsonrpc": "2.0", "id": number, **body}).encode())

    def last(self) -> JsonObject:
        value = json.loads(self.heard[-1])
        assert isinstance(value, dict)
        return value


@given(texts())
def test_s01_reading_and_writing_what_was_decided_on_changes_no_byte(text: tuple[str, str]) -> None:
    """What was shown, logged and named by the permit is canonical."""
    decided = canonical(parse(text[0].encode()))
    assert compact(parse(decided)) == decided


async def test_s01_a_call_carries_its_arguments_byte_for_byte() -> None:
    wire, dialect = await Wire.open()
    arguments = b'{"a":1.50,"b":[12345678901234567890,1e40,null,"\xc3\xa9\\u0000"],"z":{}}'
    dialect.send(messages.request(7, "tools/call", b'{"_meta":{"x":1},"arguments":' + arguments + b',"name":"t"}'))
    assert wire.frames[-1] == (
        b'{"jsonrpc":"2.0","id":7,"method":"call_tool","params":{"tool_name":"t","args":' + arguments + b"}}"
    )


@pytest.mark.parametrize("method", ["call_tool", "list_tools", "shutdown", "tasks/get", "$/x", "server/discover"])
async def test_s42_what_has_no_translation_never_reaches_the_server(method: str) -> None:
    wire, dialect = await Wire.open()
    dialect.send(messages.request(2, method, b"{}"))
    dialect.send(messages.notification(method, b"{}"))
    await turns()
    assert wire.sent == []
    assert wire.last()["error"] == {"code": -32601, "message": "Method not found"}


async def test_s42_every_other_method_of_every_revision_is_answered_here() -> None:
    wire, dialect = await Wire.open()
    for revision in REVISIONS:
        for method in client_requests(revision) - DIALECT_METHODS.keys():
            dialect.send(messages.request(2, method, None))
    await turns()
    assert wire.sent == []
    assert wire.heard


@pytest.mark.parametrize("method", ["tools/list", "tools/call"])
async def test_nothing_is_asked_before_the_handshake(method: str) -> None:
    wire, dialect = await Wire.open(greet=False)
    dialect.send(messages.request(2, method, b'{"name":"t"}'))
    await turns()
    assert wire.sent == []
    assert wire.last()["id"] == 2
    assert "error" in wire.last()


@pytest.mark.parametrize("wanted", [*LEGACY, "2026-07-28", "1999-01-01", None, 7, ["2025-11-25"]])
def test_the_revision_is_one_with_a_handshake(wanted: JsonValue) -> None:
    assert initialize_result({}, wanted)["protocolVersion"] == (wanted if wanted in LEGACY else LEGACY[-1])


@pytest.mark.parametrize(
    "said",
    [{}, {"server_info": None}, {"server_info": {"name": 1, "version": []}}, {"instructions": 5, "server_info": "x"}],
)
def test_what_a_server_says_of_itself_is_text_or_nothing(said: JsonObject) -> None:
    assert initialize_result(said, "2025-06-18") == {
        "protocolVersion": "2025-06-18",
        "capabilities": {"tools": {}},
        "serverInfo": {"name": "", "version": ""},
    }


@pytest.mark.parametrize("code", [-32601, 40000, 40400])
async def test_a_server_without_initialize_is_greeted_all_the_same(code: int) -> None:
    wire, dialect = await Wire.open(greet=False)
    dialect.send(messages.request(1, "initialize", b'{"protocolVersion":"2025-11-25","clientInfo":{"name":"a"}}'))
    assert wire.sent == [{"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"client_info": {"name": "a"}}}]
    wire.answers(1, error={"code": code, "message": "no"})
    assert "result" in wire.last()
    dialect.send(messages.request(2, "tools/list", None))
    assert wire.sent[-1]["method"] == "list_tools"


async def test_a_server_that_refuses_the_handshake_is_heard_and_asked_nothing() -> None:
    wire, dialect = await Wire.open(greet=False)
    dialect.send(messages.request(1, "initialize", b"{}"))
    wire.answers(1, error={"code": 40300, "message": "not you"})
    assert wire.last()["error"] == {"code": 40300, "message": "not you"}
    dialect.send(messages.request(2, "tools/list", None))
    assert len(wire.sent) == 1


@pytest.mark.parametrize(
    ("result", "tools"),
    [
        ([], []),
        ({"tools": [{"name": "a"}], "nextCursor": "x"}, [{"name": "a", "inputSchema": {"type": "object"}}]),
        ([{"name": "a", "input_schema": {"x": 1}}], [{"name": "a", "inputSchema": {"x": 1}}]),
        ([{"name": "a", "parameters": {"x": 1}}], [{"name": "a", "inputSchema": {"x": 1}}]),
        (
            [{"name": "a", "inputSchema": False, "parameters": {"x": 1}, "output_schema": {"y": 2}}],
            [{"name": "a", "inputSchema": False, "parameters": {"x": 1}, "outputSchema": {"y": 2}}],
        ),
        (
            [{"name": "a", "parameters": "text"}],
            [{"name": "a", "parameters": "text", "inputSchema": {"type": "object"}}],
        ),
        (["a", None], ["a", None]),
        ("none", None),
        ({}, None),
        (None, None),
    ],
)
def test_tools_are_listed_with_everything_that_was_said_of_them(result: JsonValue, tools: JsonValue) -> None:
    assert tools_list_result(result) == {"tools": tools}


@given(texts())
def test_a_result_is_whole_in_its_text_and_an_object_is_structured_too(said: tuple[str, str]) -> None:
    value = parse(said[0].encode())
    made = call_result(value)
    match made["content"]:
        case [{"type": "text", "text": str(text)}]:
            assert text == (value if isinstance(value, str) else compact(value).decode())
        case other:
            pytest.fail(f"unexpected content {other!r}")
    assert ("structuredContent" in made) == isinstance(value, dict)


@pytest.mark.parametrize("flag", ["isError", "is_error"])
@pytest.mark.parametrize(("said", "failed"), [(True, True), (False, False), (1, False), ("true", False), (None, False)])
def test_only_a_true_flag_makes_a_result_a_tool_error(flag: str, said: JsonValue, failed: bool) -> None:
    assert call_result({flag: said})["isError"] is failed


async def test_s41_an_answer_counts_once_and_for_what_was_asked() -> None:
    wire, dialect = await Wire.open()
    dialect.send(messages.request(5, "tools/list", None))
    for number in (6, "5", 0):
        wire.answers(number, result=[])
    wire.answers(5, result=[])
    wire.answers(5, result=["again"])
    await turns()
    heard = [json.loads(frame) for frame in wire.heard if b'"result"' in frame]
    assert heard == [{"jsonrpc": "2.0", "id": 5, "result": {"tools": []}}]


async def test_an_answer_to_what_was_given_up_is_nobodys() -> None:
    wire, dialect = await Wire.open()
    dialect.send(messages.request(5, "tools/call", b'{"name":"t"}'))
    dialect.send(messages.notification("notifications/cancelled", b'{"requestId":5}'))
    dialect.send(messages.notification("notifications/cancelled", b'{"requestId":[5]}'))
    dialect.send(messages.notification("notifications/cancelled", None))
    wire.answers(5, result={})
    assert len(wire.sent) == 1
    assert wire.heard == []


@pytest.mark.parametrize("frame", [b"no json", b"[]", b'{"jsonrpc":"2.0","id":5,"error":3}', b'{"jsonrpc":"2.0"}'])
async def test_s40_what_is_no_message_is_left_to_those_above_who_count_it(frame: bytes) -> None:
    wire, dialect = await Wire.open()
    dialect.send(messages.request(5, "tools/list", None))
    wire.says(frame)
    assert wire.heard == [frame]


async def test_s25_a_server_that_only_talks_is_given_up_once() -> None:
    wire, _ = await Wire.open()
    for _ in range(200):
        wire.says(b'{"jsonrpc":"2.0","id":1,"method":"sampling/createMessage"}')
    assert wire.heard == []
    assert wire.sent == []
    assert len(wire.closed) == 1
    assert wire.receiver is not None
    wire.receiver.channel_closed(ChannelClosed("gone"))
    assert len(wire.closed) == 1


async def test_a_session_ends_with_shutdown_and_waits_no_longer_than_it_must(monkeypatch: pytest.MonkeyPatch) -> None:
    wire, dialect = await Wire.open()
    monkeypatch.setattr("host.wire.operations_dialect.SHUTDOWN_GRACE", 0.01)
    await dialect.stop()
    assert [it["method"] for it in wire.sent] == ["shutdown"]
    assert wire.calls == ["stop"]


async def test_a_server_that_is_gone_is_not_asked_to_shut_down() -> None:
    wire, dialect = await Wire.open()
    assert wire.receiver is not None
    wire.receiver.channel_closed(None)
    await dialect.stop()
    assert wire.sent == []
    assert wire.closed == [None]


async def test_the_rest_is_that_of_the_channel_below() -> None:
    wire, dialect = await Wire.open()
    dialect.pause_reading(True)
    assert wire.receiver is not None
    wire.receiver.writable(False)
    await dialect.wait_exit()
    assert wire.calls == ["pause True", "writable False", "wait"]
    assert (dialect.pid, dialect.exit_code) == (42, None)


async def test_s25_a_lost_request_is_told_above_and_waited_for_no_more() -> None:
    wire, dialect = await Wire.open()
    dialect.send(messages.request(7, "tools/call", b'{"name":"x"}'))
    assert dialect.awaits(7)
    dialect.request_lost(7, ChannelClosed("gone"))
    assert not dialect.awaits(7)
    assert "lost 7: gone" in wire.calls
