"""The handshake of both eras, and one message never read by two sets of rules."""

from __future__ import annotations

import pytest

from host.errors import INVALID_PARAMS, INVALID_REQUEST, SERVER_LOST
from host.model import Effect, JsonObject, JsonValue
from host.wire.handshake import UNSUPPORTED_VERSION
from host.wire.methods import LEGACY, META_CAPABILITIES, META_VERSION, MODERN
from tests.unit.host.support import LATEST, NOW, Session, at, call_params, modern, turns

HELLO: JsonObject = {"protocolVersion": LATEST, "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}


async def test_a_handshake_passes_with_everything_unknown_in_it() -> None:
    session = Session()
    params: JsonObject = HELLO | {"x-own": None, "_meta": {"big": 2**70}}
    session.request("h", "initialize", params)
    assert at(session.server.values[0], "params") == params
    assert at(await session.answer("h"), "result", "protocolVersion") == LATEST


async def test_s27_s42_what_an_app_can_is_cut_down_to_what_a_server_may_ask_for() -> None:
    session = Session()
    session.rules.methods = {"sampling/createMessage": Effect.DENY}
    capabilities: JsonObject = {"tasks": {}, "sampling": {}, "roots": {}, "elicitation": {}, "x": None}
    session.request("h", "initialize", HELLO | {"capabilities": capabilities})
    assert at(session.server.values[0], "params", "capabilities") == {"roots": {}, "elicitation": {}, "x": None}


async def test_s27_s42_a_modern_request_is_cut_down_in_its_meta_and_the_call_is_frozen_that_way() -> None:
    session = Session()
    session.rules.methods = {"sampling/createMessage": Effect.DENY, "roots/list": Effect.DENY}
    declared: JsonObject = {"sampling": {}, "roots": {}, "tasks": {}, "elicitation": {"form": {}}}
    session.request(1, "tools/call", modern(call_params(), **{META_CAPABILITIES: declared}))
    await session.answer(1)
    assert at(session.server.calls[0], "params", "_meta", META_CAPABILITIES) == {"elicitation": {"form": {}}}


async def test_a_second_handshake_is_refused_and_does_not_reach_the_server() -> None:
    session = Session()
    await session.shake_hands("2025-06-18")
    session.request(2, "initialize", HELLO)
    assert at(await session.answer(2), "error", "code") == INVALID_REQUEST
    assert not session.server.frames
    assert session.context.handshake.legacy_revision == "2025-06-18"


async def test_a_second_handshake_before_the_first_is_answered_is_refused() -> None:
    session = Session()
    session.server.on["initialize"] = lambda _: None
    session.request(1, "initialize", HELLO)
    session.request(2, "initialize", HELLO)
    assert at(await session.answer(2), "error", "code") == INVALID_REQUEST
    assert len(session.server.frames) == 1


async def test_a_handshake_that_the_server_refused_may_be_tried_again() -> None:
    session = Session()
    session.server.on["initialize"] = lambda _: {"error": {"code": -32602, "message": "no", "data": {"x": None}}}
    session.request(1, "initialize", HELLO)
    assert at(await session.answer(1), "error") == {"code": -32602, "message": "no", "data": {"x": None}}
    del session.server.on["initialize"]
    session.server.on["initialize"] = lambda _: {"result": {"protocolVersion": LEGACY[0], "capabilities": {}}}
    session.request(2, "initialize", HELLO)
    assert at(await session.answer(2), "result", "protocolVersion") == LEGACY[0]


@pytest.mark.parametrize(
    "params",
    [HELLO | {"_meta": {"progressToken": 1.5}}, HELLO | {"_meta": {"progressToken": None}}, {"capabilities": {}}],
    ids=["fractional token", "null token", "no version"],
)
async def test_a_handshake_that_was_refused_here_may_be_tried_again(params: JsonObject) -> None:
    session = Session()
    session.request(1, "initialize", params)
    assert at(await session.answer(1), "error", "code") in (INVALID_PARAMS, INVALID_REQUEST)
    assert not session.server.frames
    session.request(2, "initialize", HELLO)
    assert "result" in await session.answer(2)


@pytest.mark.parametrize("chosen", ["2099-01-01", MODERN[-1], "", None, 5])
async def test_a_server_that_chooses_a_revision_unknown_here_ends_the_session(chosen: JsonValue) -> None:
    session = Session()
    session.server.on["initialize"] = lambda _: {"result": {"protocolVersion": chosen, "capabilities": {}}}
    session.request(1, "initialize", HELLO)
    assert at(await session.answer(1), "error", "code") == SERVER_LOST
    assert len(session.ended) == 1


async def test_the_revision_that_the_server_chose_is_the_one_that_holds() -> None:
    session = Session()
    session.server.version = "2025-03-26"
    await session.shake_hands(LATEST)
    session.tell([{"jsonrpc": "2.0", "id": 1, "method": "ping"}])
    await turns()
    assert session.app.values == [[{"jsonrpc": "2.0", "id": 1, "result": {}}]]


async def test_a_cancelled_handshake_goes_on() -> None:
    session = Session()
    session.request(1, "initialize", HELLO)
    session.notify("notifications/cancelled", {"requestId": 1})
    assert "result" in await session.answer(1)
    assert not session.server.heard("notifications/cancelled")


@pytest.mark.parametrize("method", ["tools/call", "tools/list", "server/discover", "ping"])
async def test_a_modern_request_in_a_legacy_session_is_refused(method: str) -> None:
    session = Session()
    await session.shake_hands()
    session.request(1, method, modern(call_params()))
    await session.settled()
    assert at(await session.answer(1), "error", "code") == INVALID_REQUEST
    assert not session.server.frames


@pytest.mark.parametrize("method", ["tools/call", "tools/list", "resources/read"])
async def test_a_legacy_request_in_a_modern_session_is_refused(method: str) -> None:
    session = Session()
    session.request(1, "tools/list", modern())
    await session.answer(1)
    session.request(2, method, call_params())
    await session.settled()
    assert at(await session.answer(2), "error", "code") == INVALID_REQUEST
    assert len(session.server.frames) == 1


@pytest.mark.parametrize("version", [*LEGACY, "2099-01-01", ""])
async def test_a_modern_request_in_an_unknown_revision_is_told_what_is_supported(version: str) -> None:
    session = Session()
    session.request(1, "tools/call", modern(call_params(), **{META_VERSION: version}))
    await session.settled()
    error = at(await session.answer(1), "error")
    assert at(error, "code") == UNSUPPORTED_VERSION
    assert at(error, "data") == {"supported": list(MODERN), "requested": version}
    assert not session.server.frames


@pytest.mark.parametrize("version", [1, True, [], {}])
async def test_a_modern_request_whose_revision_is_no_string_is_refused(version: JsonValue) -> None:
    session = Session()
    session.request(1, "tools/call", modern(call_params(), **{META_VERSION: version}))
    await session.settled()
    assert at(await session.answer(1), "error", "code") == INVALID_REQUEST
    assert not session.server.frames


async def test_a_discovery_shows_no_tasks() -> None:
    session = Session()
    extensions: JsonObject = {"io.modelcontextprotocol/tasks": {}, "com.example/own": {"x": None}}
    capabilities: JsonObject = {"tools": {}, "extensions": extensions}
    session.server.on["server/discover"] = lambda _: {
        "result": {"supportedVersions": [NOW], "capabilities": capabilities}
    }
    session.request(1, "server/discover", modern())
    assert at(await session.answer(1), "result", "capabilities") == {
        "tools": {},
        "extensions": {"com.example/own": {"x": None}},
    }


async def test_the_server_lists_its_tools_to_the_host_in_the_era_of_the_app() -> None:
    session = Session()
    session.request(1, "tools/call", modern(call_params()))
    await session.answer(1)
    (listing,) = session.server.heard("tools/list")
    assert at(listing, "params", "_meta", META_VERSION) == NOW


@pytest.mark.parametrize("early", [True, False], ids=["before the server answered", "after it"])
async def test_the_host_lists_once_the_server_answered_and_the_app_said_that_it_is_ready(early: bool) -> None:
    session = Session()
    session.server.on["initialize"] = lambda _: None
    session.request("h", "initialize", HELLO)
    number = session.server.heard("initialize")[0]["id"]
    ready = session.catalogue.ready
    if early:
        session.notify("notifications/initialized")
        assert not ready.is_set()
    session.server.say({"jsonrpc": "2.0", "id": number, "result": {"protocolVersion": LATEST, "capabilities": {}}})
    await session.answer("h")
    assert ready.is_set() == early
    session.notify("notifications/initialized")
    assert ready.is_set()


async def test_an_app_that_forgets_to_say_that_it_is_ready_is_ready_with_its_first_call() -> None:
    session = Session()
    session.request("h", "initialize", HELLO)
    await session.answer("h")
    session.request(1, "tools/call", call_params())
    assert "result" in await session.answer(1)


async def test_s25_a_handshake_without_an_answer_is_known_to_wait_for_one() -> None:
    session = Session()
    session.server.on["initialize"] = lambda _: None
    waits = [session.interceptor.seconds_in_handshake() > 0]
    session.request("h", "initialize", HELLO)
    waits.append(session.interceptor.seconds_in_handshake() > 0)
    number = session.server.heard("initialize")[0]["id"]
    session.server.say({"jsonrpc": "2.0", "id": number, "result": {"protocolVersion": LATEST, "capabilities": {}}})
    await session.answer("h")
    waits.append(session.interceptor.seconds_in_handshake() > 0)
    assert waits == [False, True, False]


async def test_a_modern_app_waits_for_no_greeting() -> None:
    session = Session()
    session.request(1, "tools/list", modern())
    await session.answer(1)
    assert session.interceptor.seconds_in_handshake() == 0
