"""What a server may say to an app."""

from __future__ import annotations

import json

import pytest
from mcp_types import methods as specification

from host.canonical import canonical
from host.errors import METHOD_NOT_FOUND, ChannelClosed
from host.gate.gate import GatedCall
from host.inspect.asked import CAPABILITY_OF, MAX_INPUT_REQUESTS
from host.model import NO_OBLIGATIONS, Draft, Effect, JsonObject, JsonValue, sha256_hex
from host.policy.model import Managed, PolicySource, ServerPin
from host.servers.reviews import PinCheck, Pins
from host.values import replace
from host.wire.interceptor import MAX_ODDITIES
from host.wire.messages import MAX_VALUES
from host.wire.methods import LEGACY, META_CAPABILITIES, META_SUBSCRIPTION, MODERN, REVISIONS_WITH_BATCHES
from tests.unit.host.support import BOUND, LATEST, TEXT_SCHEMA, Session, at, call_params, modern, tool, turns, until

WITH_BATCHES = min(REVISIONS_WITH_BATCHES)
EVERYTHING: JsonObject = {"sampling": {}, "roots": {}, "elicitation": {}}
ASKING = ("elicitation/create", "roots/list", "sampling/createMessage", "ping")


async def made(
    revision: str = LATEST,
    *,
    capabilities: JsonObject | None = None,
    allowed: tuple[str, ...] = (),
    tools: tuple[JsonObject, ...] = (),
) -> Session:
    session = Session(allowed=allowed, tools=tools)
    if revision in LEGACY:
        await session.shake_hands(revision, capabilities)
    else:
        session.request("first", "tools/list", modern())
        await session.answer("first")
        session.app.frames.clear()
        session.server.frames.clear()
    return session


def ask(request_id: JsonValue, method: str, params: JsonValue = None) -> JsonObject:
    return {"jsonrpc": "2.0", "id": request_id, "method": method, "params": {} if params is None else params}


async def said(session: Session, *values: JsonValue | bytes) -> list[JsonValue]:
    """What the app hears when the server says ``values``."""
    for value in values:
        session.server.say(value)
    await turns()
    return session.app.values


# What passes as it is


@pytest.mark.parametrize(
    "frame",
    [
        b'{"jsonrpc":"2.0","method":"notifications/message","params":{"z":null,"a":1.50,"level":"info","data":[1E5,-0]}}',
        b'{"jsonrpc":"2.0","method":"x/unknown","params":{"_meta":{"k":null},"big":123456789012345678901234567890}}',
        b'{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}',
        b'{"jsonrpc":"2.0","id":"q","method":"ping","params":{"y":null,"x":"\xe2\x80\xae"}}',
    ],
)
async def test_a_message_of_the_server_reaches_the_app_as_it_came_byte_for_byte(frame: bytes) -> None:
    session = await made()
    await said(session, frame)
    assert session.app.frames == [frame]


@pytest.mark.parametrize("params", [{"_meta": None}, {"Context": 1}], ids=json.dumps)
async def test_odd_parameters_of_a_server_are_none_of_our_business(params: JsonObject) -> None:
    """The refusal of twins protects servers from apps; what comes from the server passes with unknown fields intact."""
    session = await made()
    message: JsonObject = {"jsonrpc": "2.0", "method": "notifications/message", "params": params}
    assert await said(session, message) == [message]
    assert not session.notes


async def test_the_answer_to_a_forwarded_request_keeps_unknown_fields_nulls_and_digits() -> None:
    session = await made()
    session.server.on["resources/list"] = lambda _: None
    session.request("r", "resources/list", {"cursor": "", "x": None})
    number = session.server.heard("resources/list")[0]["id"]
    assert at(session.server.values[0], "params") == {"cursor": "", "x": None}
    body = b'{"resources":[],"nextCursor":"","y":null,"n":1.50,"big":123456789012345678901234567890}'
    await said(session, b'{"jsonrpc":"2.0","id":%s,"result":%s}' % (json.dumps(number).encode(), body))
    assert session.app.frames == [b'{"jsonrpc":"2.0","id":"r","result":' + body + b"}"]


@pytest.mark.parametrize("result", [None, [], "text", 5, True])
async def test_a_result_that_is_no_object_passes_to_whoever_asked(result: JsonValue) -> None:
    session = await made()
    for number, method in enumerate(("resources/list", "tools/list", "prompts/list")):
        session.server.on[method] = lambda _: {"result": result}
        session.request(number, method)
        assert at(await session.answer(number), "result") == result


# What is pinned

ECHO = sha256_hex(canonical(tool("echo", TEXT_SCHEMA)))


def pin(session: Session, *, instructions: str | None = None) -> list[Draft]:
    """Approve of ``echo`` alone, as an administrator would; returns what goes on record."""
    pins = {"files": ServerPin({"echo": ECHO}, instructions)}
    source, drafts = PolicySource("managed", "m", managed=Managed(pins=pins)), list[Draft]()
    session.catalogue.pin = PinCheck(Pins(lambda: source, drafts.append), "files", "c" * 64)
    return drafts


@pytest.mark.parametrize("revision", [LATEST, *MODERN])
async def test_s15_of_a_pinned_server_an_app_sees_what_was_approved_on_every_page(revision: str) -> None:
    session = await made(revision, tools=(tool("new"),))
    drafts = pin(session)
    for number in range(2):
        session.request(number, "tools/list", modern() if revision in MODERN else None)
        listed = at(await session.answer(number), "result", "tools")
        assert listed == [tool("echo", TEXT_SCHEMA)]
    assert sorted(str(draft.fields["tool"]) for draft in drafts) == ["any", "new"]


@pytest.mark.parametrize("result", [None, [tool("new")], "new", {"tools": {"new": {}}}, {"tools": [["new"], "new"]}])
async def test_s15_what_only_some_readers_take_for_a_list_of_tools_is_an_empty_one(result: JsonValue) -> None:
    session = await made()
    pin(session)
    session.server.on["tools/list"] = lambda _: {"result": result}
    session.request(1, "tools/list")
    assert at(await session.answer(1), "result") == {"tools": []}


async def test_s15_what_is_withheld_from_a_listing_makes_the_hosts_own_listing_old() -> None:
    session = await made()
    pin(session)
    await session.catalogue.refresh(timeout=BOUND)
    session.request(1, "tools/list")
    await session.answer(1)
    assert session.catalogue.age() == 0.0  # that listing knows it already
    session.server.on["tools/list"] = lambda _: {"result": {"tools": [tool("newer")]}}
    session.request(2, "tools/list")
    await session.answer(2)
    assert session.catalogue.age() == float("inf")


@pytest.mark.parametrize("text", ["Be kind.", "Be evil.", None], ids=["approved", "changed", "no-text"])
async def test_s15_instructions_reach_the_app_only_as_they_were_approved(text: str | None) -> None:
    session = Session()
    drafts = pin(session, instructions=sha256_hex(b"Be kind."))
    greet = session.server.on["initialize"]

    def greeted(params: JsonObject) -> JsonObject | None:
        answer = greet(params)
        assert answer is not None
        said = answer["result"]
        assert isinstance(said, dict)
        return {"result": {**said, "instructions": text}}

    session.server.on["initialize"] = greeted
    session.request("hello", "initialize", {"protocolVersion": LATEST, "capabilities": {}, "clientInfo": {}})
    result = at(await session.answer("hello"), "result")
    assert isinstance(result, dict)
    approved = text == "Be kind."
    assert ("instructions" in result) == approved
    assert session.catalogue.pin.breaks_pin != approved
    assert [draft.fields["what"] for draft in drafts] == ([] if approved else ["instructions"])


# What a server may ask


@pytest.mark.parametrize("method", sorted(CAPABILITY_OF))
async def test_s27_what_a_rule_denies_reaches_no_app(method: str) -> None:
    session = await made(capabilities=EVERYTHING)
    session.rules.methods = {method: Effect.DENY}
    assert await said(session, ask(1, method)) == []
    await until(lambda: session.server.values)
    assert [at(value, "error", "code") for value in session.server.values] == [METHOD_NOT_FOUND]
    (decided,) = session.log.of("input.decided")
    assert (decided.fields["method"], decided.fields["decision"], decided.fields["by"]) == (method, "deny", "rule")


@pytest.mark.parametrize("method", sorted(CAPABILITY_OF))
async def test_s27_what_a_rule_allows_reaches_the_app_and_its_answer_the_server(method: str) -> None:
    session = await made(capabilities=EVERYTHING)
    session.rules.methods = {method: Effect.ALLOW}
    assert await said(session, ask(1, method)) == [ask(1, method)]
    answer: JsonObject = {"jsonrpc": "2.0", "id": 1, "result": {"x": None, "n": 2**70}}
    session.tell(answer)
    await until(lambda: session.server.values)
    assert session.server.values == [answer]
    assert [draft.kind for draft in session.log.drafts] == ["input.decided", "input.answered"]


@pytest.mark.parametrize("method", sorted(CAPABILITY_OF))
async def test_s27_a_server_asks_only_for_what_the_app_declared(method: str) -> None:
    session = await made()
    session.rules.methods = {method: Effect.ALLOW}
    assert await said(session, ask(1, method)) == []
    await until(lambda: session.server.values)
    assert [at(value, "error", "code") for value in session.server.values] == [METHOD_NOT_FOUND]


@pytest.mark.parametrize("revision", [*LEGACY, *MODERN])
async def test_s27_a_server_asks_only_for_what_the_revision_knows(revision: str) -> None:
    session = await made(revision, capabilities=EVERYTHING)
    session.rules.methods = dict.fromkeys(CAPABILITY_OF, Effect.ALLOW)
    asked = sorted({method for method, _ in specification.SERVER_REQUESTS} | {"tasks/get", "tools/call", "x/own"})
    heard = await said(session, *(ask(number, method) for number, method in enumerate(asked)))
    known = {method for method, version in specification.SERVER_REQUESTS if version == revision}
    assert {at(value, "method") for value in heard} == known
    assert len(session.server.frames) == len(asked) - len(known)
    await session.leave()


async def test_a_server_asks_nothing_before_the_handshake() -> None:
    session = Session()
    assert await said(session, *(ask(number, method) for number, method in enumerate(ASKING))) == []
    assert [at(value, "error", "code") for value in session.server.values] == [METHOD_NOT_FOUND] * 4


@pytest.mark.parametrize("request_id", [1, "1", 0, "", 2**60], ids=repr)
async def test_an_answer_of_the_app_returns_to_the_server_under_the_servers_own_id(request_id: JsonValue) -> None:
    session = await made(capabilities=EVERYTHING)
    await said(session, ask(request_id, "elicitation/create", {"message": "name?", "requestedSchema": {}, "x": None}))
    answer: JsonObject = {"jsonrpc": "2.0", "id": request_id, "result": {"action": "accept", "content": {"n": None}}}
    session.tell(answer)
    session.tell(answer)
    await until(lambda: session.server.values)
    assert [value for value in session.server.values if value == answer] == [answer]
    assert session.refusals() == []  # late answers happen, and must not fill the log


@pytest.mark.parametrize("wrong", ["1", 2, -1])
async def test_s41_an_answer_under_another_id_goes_nowhere(wrong: JsonValue) -> None:
    session = await made()
    await said(session, ask(1, "ping"))
    session.app.frames.clear()
    session.tell({"jsonrpc": "2.0", "id": wrong, "result": {}})
    assert (session.server.frames, session.app.frames) == ([], [])


async def test_an_error_of_the_app_returns_to_the_server_whole() -> None:
    session = await made()
    await said(session, ask("p", "ping"))
    answer: JsonObject = {"jsonrpc": "2.0", "id": "p", "error": {"code": -1, "message": "no", "data": None, "x": 1.5}}
    session.tell(answer)
    assert session.server.values == [answer]


async def test_a_server_that_takes_its_question_back_is_passed_on_and_its_answer_is_not() -> None:
    session = await made()
    taken: JsonObject = {
        "jsonrpc": "2.0",
        "method": "notifications/cancelled",
        "params": {"requestId": 5, "reason": "x"},
    }
    assert await said(session, ask(5, "ping"), taken, taken) == [ask(5, "ping"), taken]
    session.tell({"jsonrpc": "2.0", "id": 5, "result": {}})
    assert not session.server.frames


async def test_s41_a_server_that_asks_twice_under_one_id_is_refused_the_second_time() -> None:
    session = await made()
    await said(session, ask(5, "ping"), ask(5, "ping"))
    assert len(session.app.frames) == 1


@pytest.mark.parametrize("request_id", [1, "x", None, True, 1.5])
async def test_a_server_cannot_cancel_a_request_of_the_app(request_id: JsonValue) -> None:
    session = await made()
    session.server.on["resources/list"] = lambda _: None
    session.request("x", "resources/list")
    number = session.server.heard("resources/list")[0]["id"]
    taken: JsonObject = {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": request_id}}
    assert (
        await said(
            session,
            taken,
            taken | {"params": {"requestId": number}},
            {"jsonrpc": "2.0", "method": "notifications/cancelled"},
        )
        == []
    )
    session.server.say({"jsonrpc": "2.0", "id": number, "result": {}})
    await session.answer("x")


# Lists and subscriptions


async def test_s17_s42_a_list_shows_no_duplicates_and_no_tasks() -> None:
    twice = tool("double", note=1)
    session = await made(
        tools=(twice, tool("double", note=2), tool("task", execution={"taskSupport": "required", "k": 1}))
    )
    session.request(1, "tools/list")
    listed = at(await session.answer(1), "result", "tools")
    assert isinstance(listed, list)
    assert [at(shown, "name") for shown in listed] == ["echo", "any", "task"]
    assert at(listed[-1], "execution") == {"k": 1}


async def test_s17_a_name_known_to_be_double_is_withheld_from_every_page() -> None:
    session = await made(tools=(tool("double"), tool("double")))
    session.request(1, "tools/call", call_params())
    await session.answer(1)
    session.server.on["tools/list"] = lambda _: {"result": {"tools": [tool("double"), tool("any")], "nextCursor": "2"}}
    session.request(2, "tools/list")
    listed = at(await session.answer(2), "result", "tools")
    assert listed == [tool("any")]


async def test_s15_an_announced_change_makes_the_host_list_again_before_the_next_call() -> None:
    session = await made()
    session.request(1, "tools/call", call_params())
    await session.answer(1)
    session.request(2, "tools/call", call_params())
    await session.answer(2)
    assert len(session.server.heard("tools/list")) == 1
    changed: JsonObject = {"jsonrpc": "2.0", "method": "notifications/tools/list_changed"}
    assert changed in await said(session, changed)
    session.request(3, "tools/call", call_params())
    await session.answer(3)
    assert len(session.server.heard("tools/list")) == 2


@pytest.mark.parametrize("app_id", ["sub", 77])
async def test_a_subscription_is_named_by_the_apps_own_id_from_first_to_last(app_id: JsonValue) -> None:
    session = await made(MODERN[-1])
    session.server.on["subscriptions/listen"] = lambda _: None
    session.request(app_id, "subscriptions/listen", modern({"notifications": {}}))
    number = session.server.heard("subscriptions/listen")[0]["id"]
    meta: JsonObject = {"_meta": {META_SUBSCRIPTION: number, "k": None}}
    heard = await said(
        session,
        {"jsonrpc": "2.0", "method": "notifications/subscriptions/acknowledged", "params": meta},
        {"jsonrpc": "2.0", "method": "notifications/tools/list_changed", "params": meta},
        {
            "jsonrpc": "2.0",
            "method": "notifications/tools/list_changed",
            "params": {"_meta": {META_SUBSCRIPTION: "other"}},
        },
        {"jsonrpc": "2.0", "id": number, "result": meta | {"resultType": "complete"}},
    )
    mine: JsonObject = {META_SUBSCRIPTION: app_id, "k": None}
    assert [at(value, "params", "_meta") for value in heard[:3]] == [mine, mine, {META_SUBSCRIPTION: "other"}]
    assert at(heard[3], "result", "_meta") == mine
    assert at(heard[3], "id") == app_id


async def test_a_server_may_end_a_subscription_and_the_app_gets_its_own_id() -> None:
    session = await made(MODERN[-1])
    session.server.on["subscriptions/listen"] = lambda _: None
    session.request("sub", "subscriptions/listen", modern({"notifications": {}}))
    number = session.server.heard("subscriptions/listen")[0]["id"]
    ended: JsonObject = {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": number}}
    (heard,) = await said(session, ended, ended)
    assert at(heard, "params", "requestId") == "sub"


@pytest.mark.parametrize("method", ["notifications/tasks/status"])
async def test_s42_news_of_tasks_does_not_pass(method: str) -> None:
    session = await made()
    assert await said(session, {"jsonrpc": "2.0", "method": method, "params": {}}) == []


# What is no message


JUNK: list[bytes] = [
    b"Starting server...",
    b"\xff\xfe",
    b'{"jsonrpc":"2.0"}',
    b'{"jsonrpc":"2.0","id":null,"result":{}}',
    b'{"jsonrpc":"2.0","id":1,"id":2,"result":{}}',
    b'{"jsonrpc":"2.0","method":"a","Method":"b"}',
    b'{"jsonrpc":"2.0","method":"n","params":{"x":NaN}}',
    b"[]",
    b"[" * 100_000,
]


async def test_s25_lines_that_are_no_messages_are_dropped_and_noted_and_what_follows_is_heard() -> None:
    session = await made()
    good: JsonObject = {"jsonrpc": "2.0", "method": "notifications/message", "params": {"level": "info"}}
    assert await said(session, *JUNK, good) == [good]
    assert len(session.notes) == len(JUNK)
    assert not session.ended


async def test_s25_a_server_that_writes_too_many_such_lines_is_given_up() -> None:
    session = await made()
    await said(session, *[b"log line"] * (MAX_ODDITIES - 1))
    assert not session.ended
    await said(session, b"log line")
    assert session.ended == ["the server wrote 100 lines within a minute that are not messages"]


async def test_a_response_that_nobody_waits_for_is_noted_and_dropped() -> None:
    session = await made()
    for request_id in (1, 99, "hello", "x"):
        await said(session, {"jsonrpc": "2.0", "id": request_id, "result": {}})
    assert not session.app.frames
    assert len(session.notes) == 4


async def test_a_second_response_to_one_call_is_dropped() -> None:
    session = await made()
    session.server.on["tools/call"] = lambda _: None
    session.request(1, "tools/call", call_params())
    await turns()
    number = session.server.calls[0]["id"]
    texts: list[JsonValue] = [{"jsonrpc": "2.0", "id": number, "result": {"content": [], "n": n}} for n in (1, 2)]
    await said(session, *texts)
    assert at(await session.answer(1), "result", "n") == 1


async def test_s41_a_batch_of_the_server_is_read_element_by_element_where_the_revision_has_them() -> None:
    session = await made(WITH_BATCHES)
    note: JsonObject = {"jsonrpc": "2.0", "method": "notifications/message", "params": {"level": "info"}}
    assert await said(session, [note, ask("p", "ping")]) == [note, ask("p", "ping")]


async def test_s41_a_bad_element_of_a_servers_batch_leaves_the_others() -> None:
    session = await made(WITH_BATCHES)
    note: JsonObject = {"jsonrpc": "2.0", "method": "notifications/message", "params": {"level": "info"}}
    assert await said(session, [{"jsonrpc": "2.0"}, note, None, note]) == [note, note]
    assert len(session.notes) == 2


async def test_s41_a_batch_of_the_server_is_junk_where_the_revision_has_none() -> None:
    session = await made()
    assert await said(session, [ask("p", "ping")]) == []
    assert len(session.notes) == 1


@pytest.mark.parametrize("malformed", [{"error": {"code": -32000}}, {"result": {}, "error": None}], ids=json.dumps)
async def test_s25_a_malformed_answer_ends_its_request_instead_of_leaving_the_app_to_wait(
    malformed: JsonObject,
) -> None:
    session = await made()
    session.server.on["resources/list"] = lambda _: None
    session.request(1, "resources/list")
    number = session.server.heard("resources/list")[0]["id"]
    await said(session, {"jsonrpc": "2.0", "id": number} | malformed)
    assert len(session.answers(1)) == 1


async def test_a_malformed_question_of_the_server_is_not_taken_for_an_answer_to_the_app() -> None:
    """The server numbers its questions as it likes; its number may be one of ours."""
    session = await made()
    session.server.on["resources/list"] = lambda _: None
    session.request("r", "resources/list")
    number = session.server.heard("resources/list")[0]["id"]
    await said(session, {"jsonrpc": "2.0", "id": number, "method": 5}, {"jsonrpc": "2.0", "id": number, "method": None})
    assert not session.answers("r")


async def test_s23_an_answer_of_more_structure_than_is_read_ends_the_session_and_one_of_mere_text_passes() -> None:
    session = await made()
    session.server.on["tools/call"] = lambda _: None
    session.request("c", "tools/call", call_params())
    await turns()
    number = session.server.calls[0]["id"]
    text = "[" * (MAX_VALUES + 1)
    body: JsonObject = {"content": [{"type": "text", "text": text}]}
    await said(session, {"jsonrpc": "2.0", "id": number, "result": body})
    assert at(await session.answer("c"), "result", "content") == body["content"]
    assert not session.ended
    await said(session, b'{"jsonrpc":"2.0","id":1,"result":{"x":[' + b"[]," * (MAX_VALUES // 2 + 1) + b"1]}}")
    assert len(session.ended) == 1
    await session.leave()


async def test_s25_a_flood_of_notifications_leaves_nothing_behind_in_the_session() -> None:
    session = await made()
    frame = b'{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"flood"}}'
    for _ in range(10_000):
        session.interceptor.handle_server_frame(frame)
    assert len(session.app.frames) == 10_000
    assert (len(session.context.ledger), session.log.drafts, session.notes) == (0, [], [])
    session.request(1, "ping")
    assert "result" in await session.answer(1)


# Results that ask for input


def wanting(*requests: JsonValue) -> JsonObject:
    asked: JsonObject = {str(number): request for number, request in enumerate(requests)}
    return {"resultType": "input_required", "inputRequests": asked, "requestState": "CANARY"}


@pytest.mark.parametrize("method", ["prompts/get", "resources/read"])
@pytest.mark.parametrize(
    ("wanted", "passes"),
    [
        ([{"method": "elicitation/create", "params": {"message": "?"}}, {"method": "roots/list"}], True),
        ([{"method": "roots/list"}, {"method": "sampling/createMessage", "params": {"messages": []}}], False),
        ([{"method": "elicitation/create", "params": {"mode": "url", "url": "javascript:x"}}], False),
        ([{"method": "x/own"}], False),
        (["roots/list"], False),
        ([{"method": "roots/list", "params": []}], False),
    ],
)
async def test_s26_s27_a_prompt_or_resource_asks_only_for_what_nobody_must_see(
    method: str, wanted: list[JsonValue], passes: bool
) -> None:
    session = await made(MODERN[-1])
    session.server.on[method] = lambda _: {"result": wanting(*wanted)}
    session.request(1, method, modern({"name": "x", "uri": "x"}, **{META_CAPABILITIES: {**EVERYTHING}}))
    answer = await session.answer(1)
    assert ("CANARY" in str(answer)) is passes
    assert (len(session.log.of("method.refused")) == 0) is passes


async def test_s27_a_resource_asks_only_for_what_rules_and_app_let_it() -> None:
    session = await made(MODERN[-1])
    session.server.on["resources/read"] = lambda _: {"result": wanting({"method": "roots/list"})}
    session.request(1, "resources/read", modern({"uri": "x"}, **{META_CAPABILITIES: {}}))
    assert "error" in await session.answer(1)
    session.rules.methods = {"roots/list": Effect.DENY}
    session.request(2, "resources/read", modern({"uri": "x"}, **{META_CAPABILITIES: {**EVERYTHING}}))
    assert "error" in await session.answer(2)


# Behind a ticket


async def behind_a_ticket(session: Session) -> None:
    """A call that runs at the server, and whose request was answered with a ticket."""
    session.context.tickets.patience = 1e-6
    session.server.on["tools/call"] = lambda _: None
    session.request(1, "tools/call", call_params())
    assert "assent_result" in json.dumps(await session.answer(1))
    await until(lambda: session.server.calls)
    session.app.frames.clear()


async def test_nothing_tells_a_held_result_while_its_call_is_behind_a_ticket() -> None:
    session = await made()
    session.rules.obligations = replace(NO_OBLIGATIONS, review_result=True)
    await behind_a_ticket(session)
    assert (
        await said(session, {"jsonrpc": "2.0", "method": "notifications/message", "params": {"data": "it is 7"}}) == []
    )
    await session.leave()


async def test_progress_keeps_a_call_behind_a_ticket_alive_and_tells_nobody() -> None:
    session = await made()
    await behind_a_ticket(session)
    (call,) = session.context.running_calls()
    assert isinstance(call, GatedCall)
    before = call._deadline  # noqa: SLF001  # what counts, and what nobody else sees
    params: JsonObject = {"progressToken": session.server.calls[0]["id"], "progress": 1}
    assert await said(session, {"jsonrpc": "2.0", "method": "notifications/progress", "params": params}) == []
    assert call._deadline > before  # noqa: SLF001  # likewise
    await session.leave()


async def test_s12_what_a_server_asked_is_over_once_another_process_takes_its_place() -> None:
    session = await made(capabilities=EVERYTHING)
    session.rules.methods["elicitation/create"] = Effect.ASK
    person = session.person()
    await said(session, ask(1, "elicitation/create", {"message": "name?", "requestedSchema": {"type": "object"}}))
    request = await person.until_asked()
    session.interceptor.server_process_ended(ChannelClosed("the server was restarted"))
    await turns()
    assert person.let_go == [request.call.id]
    assert session.app.frames == []


@pytest.mark.parametrize("method", ["elicitation/create", "ping"])
async def test_s40_a_late_answer_meets_no_request_of_the_process_that_took_the_servers_place(method: str) -> None:
    session = await made(capabilities=EVERYTHING)
    form: JsonObject = {"message": "name?", "requestedSchema": {"type": "object"}} if method != "ping" else {}
    await said(session, ask(1, method, form))
    await until(lambda: session.app.frames)
    session.interceptor.server_process_ended(ChannelClosed("the server was restarted"))
    await said(session, ask(1, method, form))
    await until(lambda: len(session.app.frames) > 1)
    (first, second) = (at(value, "id") for value in session.app.values)
    session.tell({"jsonrpc": "2.0", "id": first, "result": {"late": True}})
    await turns()
    assert session.server.values == []
    session.tell({"jsonrpc": "2.0", "id": second, "result": {"action": "accept"}})
    await until(lambda: session.server.values)
    assert session.server.values == [{"jsonrpc": "2.0", "id": 1, "result": {"action": "accept"}}]
    await said(session, ask(1, method, form))
    await until(lambda: len(session.app.frames) > 2)
    await said(session, {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}})
    asked, taken_back = session.app.values[2:]
    assert at(taken_back, "params", "requestId") == at(asked, "id")
    assert len({first, second, at(asked, "id")}) == 3


async def test_s43_of_a_page_with_more_tools_than_a_server_may_list_none_is_looked_at() -> None:
    session = await made()
    many: list[JsonValue] = [tool(f"t{number}") for number in range(session.context.settings.tools_per_server + 1)]
    session.server.on["tools/list"] = lambda _: {"result": {"tools": many, "x": 1}}
    session.request(1, "tools/list")
    assert (await session.answer(1))["result"] == {"tools": [], "x": 1}
    session.server.on["tools/list"] = lambda _: {"result": {"tools": many[1:]}}
    session.request(2, "tools/list")
    assert at(await session.answer(2), "result", "tools") == many[1:]
    await session.leave()


@pytest.mark.parametrize("method", ["prompts/get", "resources/read"])
async def test_s43_a_result_that_asks_for_more_than_a_person_answers_does_not_pass(method: str) -> None:
    session = await made(MODERN[-1])
    asked: JsonObject = {"method": "roots/list", "params": {}}
    session.server.on[method] = lambda _: {"result": wanting(*[asked] * (MAX_INPUT_REQUESTS + 1))}
    session.request(1, method, modern({"name": "n", "uri": "u:v"}, **{META_CAPABILITIES: {**EVERYTHING}}))
    assert "in a form" in str(at(await session.answer(1), "error", "message"))
    await session.leave()
