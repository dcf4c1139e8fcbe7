"""Which methods pass (attack 42): the lists of the specification, less what runs outside the gate."""

from __future__ import annotations

import pytest
from mcp_types import methods as specification

from host.errors import INVALID_PARAMS, INVALID_REQUEST, METHOD_NOT_FOUND, PARSE_ERROR, SERVER_LOST, ChannelClosed
from host.model import Effect, JsonObject
from host.wire import methods
from host.wire.interceptor import MAX_SERVER_REQUESTS
from host.wire.messages import MAX_VALUES_OF_APP
from host.wire.methods import LEGACY, LOGGED_METHODS, MODERN, REVISIONS
from tests.unit.host.support import (
    LATEST,
    SETTINGS,
    Person,
    Session,
    at,
    call_params,
    modern,
    turns,
    until,
    yes,
)  # fmt: skip

INVENTED = {
    "call_tool",
    "list_tools",
    "shutdown",
    "tools/Call",
    "Tools/call",
    "tools/call ",
    " tools/call",
    "tools/call\0",
    "tools/call\n",
    "tools\\call",
    "tools//call",
    "tools/call/",
    "tools/callx",
    "ｔools/call",
    "tools/list_changed",
    "tools/cancel",
    "tasks/update",
    "tasks/result",
    "tasks/get",
    "tasks/list",
    "tasks/cancel",
    "resources/write",
    "rpc.discover",
    "$/cancelRequest",
    "exec",
    "",
}
EVERY_METHOD = sorted(
    INVENTED.union(
        *(
            {method for method, _ in table}
            for table in (
                specification.CLIENT_REQUESTS,
                specification.CLIENT_NOTIFICATIONS,
                specification.SERVER_REQUESTS,
                specification.SERVER_NOTIFICATIONS,
            )
        )
    )
    | set(specification.SPEC_CLIENT_METHODS)
    | set(specification.SPEC_CLIENT_NOTIFICATION_METHODS)
)
HANDLED = {"initialize", "tools/call"}
"""Requests with a way of their own; their tests stand elsewhere."""


async def made(revision: str, *, allowed: tuple[str, ...] = ()) -> Session:
    session = Session(allowed=allowed)
    if revision in LEGACY:
        await session.shake_hands(revision)
    return session


def params_of(revision: str) -> JsonObject:
    return modern() if revision in MODERN else {}


def heard_by(session: Session) -> list[str]:
    return [str(at(value, "method")) for value in session.server.values]


@pytest.mark.parametrize("revision", REVISIONS)
async def test_s42_of_all_requests_exactly_the_allow_list_reaches_the_server(revision: str) -> None:
    session = await made(revision)
    sent = [method for method in EVERY_METHOD if method not in HANDLED]
    for number, method in enumerate(sent):
        session.request(number, method, params_of(revision))
    await turns()
    assert set(heard_by(session)) == methods.client_requests(revision) - HANDLED
    for number, method in enumerate(sent):
        answer = await session.answer(number)
        passed = method in methods.client_requests(revision)
        assert ("result" in answer) == passed, method
        assert passed or at(answer, "error", "code") == METHOD_NOT_FOUND, method


@pytest.mark.parametrize("revision", REVISIONS)
async def test_s42_of_all_notifications_exactly_the_allow_list_reaches_the_server_and_none_is_answered(
    revision: str,
) -> None:
    session = await made(revision)
    for method in EVERY_METHOD:
        session.notify(method, params_of(revision))
    await turns()
    handled = {"notifications/cancelled"}
    assert set(heard_by(session)) == methods.client_notifications(revision) - handled
    assert not session.app.frames
    refused = {fields["method"] for fields in session.refusals()}
    assert refused == set(EVERY_METHOD) - methods.client_notifications(revision)


@pytest.mark.parametrize("allowed", [True, False])
async def test_s27_a_server_is_told_of_changed_roots_only_where_it_may_ask_for_them(allowed: bool) -> None:
    session = await made(LATEST)
    session.rules.methods = {} if allowed else {"roots/list": Effect.DENY}
    session.notify("notifications/roots/list_changed")
    assert heard_by(session) == ["notifications/roots/list_changed"] * allowed
    assert not session.refusals()


async def test_s42_before_the_handshake_nothing_passes_but_the_handshake_and_ping() -> None:
    session = Session()
    for number, method in enumerate(EVERY_METHOD):
        if method != "initialize":
            session.request(number, method, {})
            session.notify(method)
    await turns()
    assert heard_by(session) == ["ping"]


async def test_s42_what_is_refused_is_logged_with_its_name() -> None:
    session = await made(LATEST)
    session.request(1, "tasks/list")
    assert [draft.fields["method"] for draft in session.log.of("method.refused")] == ["tasks/list"]


async def test_one_refused_method_makes_one_record() -> None:
    session = await made(LATEST)
    session.request(1, "tasks/list")
    assert len(session.log.drafts) == 1


@pytest.mark.parametrize("revision", [LATEST, MODERN[-1]])
async def test_s42_a_method_that_the_servers_entry_allows_passes_by_that_name_alone(revision: str) -> None:
    session = await made(revision, allowed=("x/own", "notifications/own"))
    for number, method in enumerate(("x/own", "X/own", "x/own ", "x/other")):
        session.request(number, method, params_of(revision))
    session.notify("notifications/own", {"kept": None})
    session.notify("notifications/other")
    await turns()
    assert heard_by(session) == ["x/own", "notifications/own"]
    assert at(session.server.values[1], "params") == {"kept": None}
    assert [draft.fields["method"] for draft in session.log.of("method.forwarded")] == ["x/own"]


@pytest.mark.parametrize("method", ["tools/call", "call_tool"])
async def test_s42_no_entry_allows_calls_of_tools_past_the_gate(method: str) -> None:
    session = await made(LATEST, allowed=(method,))
    session.rules.effect = Effect.DENY
    session.request(1, method, call_params())
    session.notify(method, call_params())
    await session.settled()
    assert heard_by(session) in ([], ["tools/list"])
    answer = await session.answer(1)
    assert "error" in answer or at(answer, "result", "isError") is True


@pytest.mark.parametrize("method", sorted(LOGGED_METHODS))
async def test_reading_leaves_a_record_and_listing_does_not(method: str) -> None:
    revision = MODERN[-1] if method == "subscriptions/listen" else LATEST
    session = await made(revision)
    session.request(1, method, params_of(revision))
    session.request(2, "resources/list", params_of(revision))
    await turns()
    (draft,) = session.log.of("method.forwarded")
    assert draft.fields["method"] == method


@pytest.mark.parametrize("revision", REVISIONS)
async def test_s42_a_task_augmented_call_is_refused_whatever_the_tool_says(revision: str) -> None:
    session = await made(revision)
    approver = session.quick()
    session.request(1, "tools/call", call_params() | params_of(revision) | {"task": {"ttl": 60_000}})
    await session.settled()
    assert at(await session.answer(1), "error", "code") == METHOD_NOT_FOUND
    assert (session.server.calls, approver.asked) == ([], [])
    assert [fields["method"] for fields in session.refusals()] == ["tools/call"]


# Bounds


async def test_s25_requests_in_flight_are_bounded_and_those_that_end_make_room() -> None:
    session = Session(settings=SETTINGS.replace(in_flight_per_session=2))
    await session.shake_hands()
    session.server.on["resources/list"] = lambda _: None
    for number in range(3):
        session.request(number, "resources/list")
    assert at(await session.answer(2), "error", "code") == SERVER_LOST
    assert session.refusals() == []  # an honest burst is no reason to let an app go
    assert len(heard_by(session)) == 2
    session.server.say({"jsonrpc": "2.0", "id": at(session.server.values[0], "id"), "result": {}})
    await session.answer(0)
    session.request(4, "resources/list")
    assert len(heard_by(session)) == 3


async def test_s25_an_app_that_only_sends_refusable_things_is_let_go() -> None:
    session = Session(settings=SETTINGS.replace(refusals_per_connection=5))
    await session.shake_hands()
    for number in range(4):
        session.request(number, "nonsense")
    assert not session.ended
    session.notify("nonsense")
    assert session.ended == ["too many messages had to be refused"]


async def test_s23_an_app_that_sends_too_large_a_frame_is_told_so_before_the_session_ends() -> None:
    session = await made(LATEST)
    session.interceptor.refuse_too_large("a message is larger than the limit of 8 bytes")
    (answer,) = session.answers(None)
    assert (at(answer, "error", "code"), session.ended) == (INVALID_REQUEST, [at(answer, "error", "message")])
    assert len(session.refusals()) == 1


async def test_s43_an_app_may_not_send_as_many_values_as_a_server() -> None:
    """They hold the loop while they are read and judged, and so every other app."""
    session = await made(LATEST)
    count = MAX_VALUES_OF_APP // 2
    session.tell(b'{"jsonrpc":"2.0","id":8,"method":"tools/call","params":{"x":[' + b"{}," * count + b"1]}}")
    (answer,) = session.answers(None)
    assert (at(answer, "error", "code"), session.server.calls, session.ended) == (PARSE_ERROR, [], [])


async def test_s25_a_server_that_asks_without_end_is_refused_at_a_bound() -> None:
    session = await made(LATEST)
    for number in range(MAX_SERVER_REQUESTS + 3):
        session.server.say({"jsonrpc": "2.0", "id": number, "method": "ping"})
    await turns()
    assert len(session.app.frames) == MAX_SERVER_REQUESTS
    assert [at(value, "error", "code") for value in session.server.values] == [METHOD_NOT_FOUND] * 3


# Links that a result named


async def linked(revision: str = LATEST) -> tuple[Session, Person]:
    """A session whose app asked to read what a result linked to; the person who is asked about it."""
    session = Session(Effect.ASK)
    await session.shake_hands(revision)
    session.rules.methods["resources/read"] = Effect.ASK
    session.context.links.add_result({"content": [{"type": "resource_link", "uri": "x:y"}]})
    person = session.person()
    session.request(1, "resources/read", {"uri": "x:y", "_meta": {"progressToken": "p"}})
    return session, person


async def test_s28_what_a_link_leads_to_is_read_after_a_yes_and_asked_for_as_the_app_did() -> None:
    session, person = await linked()
    session.server.on["resources/read"] = lambda _: {"result": {"contents": [{"uri": "x:y", "text": "t"}], "n": None}}
    request = await person.until_asked()
    assert (request.call.method, request.call.arguments_value) == ("resources/read", {"uri": "x:y"})
    assert session.server.frames == []
    person.answer(yes(request))
    answer = await session.answer(1)
    assert at(answer, "result") == {"contents": [{"uri": "x:y", "text": "t"}], "n": None}
    (sent,) = session.server.values
    assert set(at(sent, "params")) == {"uri", "_meta"}  # type: ignore[arg-type]  # an object
    assert [draft.kind for draft in session.log.drafts if draft.kind.startswith("input.")] == [
        "input.asked", "input.decided", "input.answered"
    ]  # fmt: skip
    assert len(session.context.ledger) == 0


@pytest.mark.parametrize("end", ["cancelled", "server gone", "app gone", "stop"])
async def test_s28_a_link_whose_reading_nobody_waits_for_is_not_read(end: str) -> None:
    session, person = await linked()
    request = await person.until_asked()
    if end == "cancelled":
        session.tell({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}})
    elif end == "server gone":
        session.interceptor.server_gone(ChannelClosed("it crashed"))
    elif end == "app gone":
        session.interceptor.app_gone()
    else:
        session.gate.emergency_stop()
    await until(lambda: person.let_go)
    await turns()
    assert person.let_go == [request.call.id]
    assert session.server.frames == []
    assert [at(value, "error", "code") for value in session.app.values] == (
        {"server gone": [SERVER_LOST], "stop": [INVALID_PARAMS]}.get(end, [])
    )
    assert len(session.context.ledger) == 0


async def test_s28_a_read_that_was_sent_is_taken_back_with_its_request_and_a_lost_server_is_reported() -> None:
    for end in ("cancelled", "server gone"):
        session, person = await linked()
        session.server.on["resources/read"] = lambda _: None
        person.answer(yes(await person.until_asked()))
        await until(lambda: session.server.frames)  # noqa: B023  # awaited in here
        if end == "cancelled":
            session.tell({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}})
            await until(lambda: len(session.server.frames) > 1)  # noqa: B023  # likewise
            assert at(session.server.values[1], "method") == "notifications/cancelled"
            assert session.app.values == []
        else:
            session.interceptor.server_gone(ChannelClosed("it crashed"))
            assert "error" in await session.answer(1)
        assert len(session.context.ledger) == 0


async def test_s27_s28_what_a_link_leads_to_may_not_ask_the_person_for_what_nobody_may_ask() -> None:
    session, person = await linked()
    asks: JsonObject = {"resultType": "input_required", "inputRequests": {"a": {"method": "x/y", "params": {}}}}
    session.server.on["resources/read"] = lambda _: {"result": asks}
    person.answer(yes(await person.until_asked()))
    assert "not passed on" in str(at(await session.answer(1), "error", "message"))


async def test_s28_a_link_that_cannot_be_sent_any_more_says_so() -> None:
    session, person = await linked()
    request = await person.until_asked()
    session.upstream.close(ChannelClosed("it crashed"))
    person.answer(yes(request))
    assert at(await session.answer(1), "error", "code") == SERVER_LOST
