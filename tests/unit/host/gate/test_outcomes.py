from __future__ import annotations

import json

import pytest

from host.errors import INTERNAL_ERROR, SERVER_LOST
from host.gate.call_execution import TIMED_OUT, End
from host.gate.outcomes import URL_NEEDED, CallEnd, read_end
from host.gate.refusals import APP_GONE, QUITTING, STOPPED, WITHDRAWN
from host.inspect.asked import MAX_INPUT_REQUESTS
from host.model import Effect, JsonObject, JsonValue, OutcomeStatus
from host.schema import SchemaChecker
from host.wire.call_handler import NOTHING
from host.wire.messages import Message
from host.wire.methods import REVISIONS
from tests.unit.host.support import LATEST, NOW, OK_RESULT, Desk, at, text_of, tool

WEATHER = tool(
    "weather", outputSchema={"type": "object", "required": ["celsius"], "properties": {"celsius": {"type": "number"}}}
)
SLOW = tool("slow", outputSchema={"type": "object", "properties": {"s": {"pattern": "^(a+)+$"}}})


def response(result: JsonValue) -> Message:
    return Message("response", 1, "", None, result=result)


async def read(end: End, desk: Desk | None = None, name: str = "any") -> CallEnd:
    """What ``end`` means for a call of the tool ``name`` that was sent."""
    desk = desk or Desk(Effect.ALLOW)
    await desk.catalogue.refresh(timeout=5)
    listed = desk.catalogue.get(name)
    assert listed is not None
    run = desk.make_run(name)
    run.upstream_id = desk.upstream.forward("x", None, lambda _: None)
    desk.server.frames.clear()
    return await read_end(run, listed, end, 12.0, SchemaChecker())


def cancelled_at_server(desk: Desk) -> list[JsonValue]:
    return [at(value, "params", "reason") for value in desk.server.heard("notifications/cancelled")]


async def test_a_result_passes_whole() -> None:
    ended = await read(response(OK_RESULT | {"x": None}))
    assert ended.outcome.status is OutcomeStatus.SUCCEEDED
    assert ended.outcome.duration_ms == 12.0
    assert ended.reply.result == ended.body == json.dumps(OK_RESULT | {"x": None}, separators=(",", ":")).encode()


async def test_a_tool_error_is_an_outcome_of_its_own_and_passes_whole() -> None:
    ended = await read(response(OK_RESULT | {"isError": True}))
    assert ended.outcome.status is OutcomeStatus.TOOL_ERROR
    assert ended.reply.result == ended.body
    assert ended.reply.error is None


async def test_a_protocol_error_stays_one_and_passes_whole() -> None:
    error: JsonObject = {"code": -32050, "message": "out of order", "data": None, "more": [1]}
    ended = await read(Message("response", 1, "", None, error=error))
    assert (ended.outcome.status, ended.outcome.code) == (OutcomeStatus.PROTOCOL_ERROR, -32050)
    assert (ended.reply.result, ended.reply.error) == (None, error)
    assert json.loads(ended.body or b"") == error


@pytest.mark.parametrize("result", [None, [], "text", 5])
async def test_a_result_that_is_no_object_is_a_protocol_error(result: JsonValue) -> None:
    ended = await read(response(result))
    assert (ended.outcome.status, ended.outcome.code) == (OutcomeStatus.PROTOCOL_ERROR, INTERNAL_ERROR)
    assert ended.reply.error is not None
    assert ended.reply.error["code"] == INTERNAL_ERROR


async def test_s25_a_lost_server_leaves_the_outcome_unknown() -> None:
    lost = Message("response", 1, "", None, error={"code": SERVER_LOST, "message": "gone"}, is_lost=True)
    ended = await read(lost)
    assert ended.outcome.status is OutcomeStatus.UNKNOWN
    assert ended.reply.error is not None
    assert ended.reply.error["code"] == SERVER_LOST
    assert ended.body is None


async def test_s25_a_call_that_timed_out_is_cancelled_at_the_server_and_promises_nothing() -> None:
    desk = Desk(Effect.ALLOW)
    ended = await read(TIMED_OUT, desk)
    assert ended.outcome.status is OutcomeStatus.TIMED_OUT
    assert cancelled_at_server(desk) == ["timed out"]
    assert "may have had effects" in text_of(ended.reply.result)


@pytest.mark.parametrize("end", [WITHDRAWN, APP_GONE])
async def test_a_withdrawn_call_is_cancelled_at_the_server_and_not_answered(end: End) -> None:
    desk = Desk(Effect.ALLOW)
    ended = await read(end, desk)
    assert ended.outcome.status is OutcomeStatus.CANCELLED
    assert ended.reply is NOTHING
    assert len(cancelled_at_server(desk)) == 1


@pytest.mark.parametrize("end", [STOPPED, QUITTING])
async def test_a_call_stopped_while_it_ran_is_answered_and_promises_nothing(end: End) -> None:
    ended = await read(end)
    assert ended.outcome.status is OutcomeStatus.CANCELLED
    assert "may have had effects" in text_of(ended.reply.result)


# Output schemas


BROKEN: JsonObject = {"content": [], "structuredContent": {"celsius": "warm"}}
MISSING: JsonObject = {"content": [{"type": "text", "text": "secret"}]}
KEPT: JsonObject = {"content": [], "structuredContent": {"celsius": 21.5}}


@pytest.mark.parametrize("result", [BROKEN, MISSING], ids=["broken", "missing"])
async def test_with_output_schemas_off_nothing_is_looked_at(result: JsonObject) -> None:
    ended = await read(response(result), Desk(tools=[WEATHER], output_schema="off"), "weather")
    assert ended.outcome.findings == ()
    assert ended.reply.result == ended.body


@pytest.mark.parametrize("result", [BROKEN, MISSING], ids=["broken", "missing"])
async def test_with_a_warning_the_result_passes_and_the_log_has_a_finding(result: JsonObject) -> None:
    ended = await read(response(result), Desk(tools=[WEATHER], output_schema="warn"), "weather")
    assert [found.kind for found in ended.outcome.findings] == ["output-schema"]
    assert ended.reply.result == ended.body


@pytest.mark.parametrize("revision", REVISIONS)
@pytest.mark.parametrize("result", [BROKEN, MISSING], ids=["broken", "missing"])
async def test_strictly_the_result_is_withheld_and_still_logged(result: JsonObject, revision: str) -> None:
    desk = Desk(tools=[WEATHER], output_schema="strict", revision=revision)
    ended = await read(response(result), desk, "weather")
    assert ended.outcome.status is OutcomeStatus.SUCCEEDED
    assert len(ended.outcome.findings) == 1
    assert json.loads(ended.body or b"") == result
    assert ended.reply.result is not None
    shown = json.loads(ended.reply.result)
    assert at(shown, "isError") is True
    assert "secret" not in str(shown)
    assert "structuredContent" not in shown


@pytest.mark.parametrize("mode", ["warn", "strict"])
async def test_a_result_that_keeps_its_schema_passes(mode: str) -> None:
    desk = Desk(tools=[WEATHER], output_schema="strict" if mode == "strict" else "warn")
    ended = await read(response(KEPT), desk, "weather")
    assert ended.outcome.findings == ()
    assert ended.reply.result == ended.body


async def test_s22_a_result_whose_schema_could_not_be_applied_is_not_taken_for_a_good_one() -> None:
    desk = Desk(tools=[SLOW], output_schema="strict")
    ended = await read(response({"content": [], "structuredContent": {"s": "a"}}), desk, "slow")
    assert "could not be validated" in ended.outcome.findings[0].text
    assert at(json.loads(ended.reply.result or b""), "isError") is True


async def test_a_tool_error_need_not_keep_the_schema() -> None:
    ended = await read(response(BROKEN | {"isError": True}), Desk(tools=[WEATHER], output_schema="strict"), "weather")
    assert ended.reply.result == ended.body


@pytest.mark.parametrize("flag", ["true", 1, [], {"x": 1}])
async def test_what_only_looks_like_a_tool_error_must_keep_the_schema(flag: JsonValue) -> None:
    ended = await read(response(BROKEN | {"isError": flag}), Desk(tools=[WEATHER], output_schema="strict"), "weather")
    assert at(json.loads(ended.reply.result or b""), "isError") is True


async def test_a_legacy_result_does_not_escape_its_schema_by_a_word_of_the_modern_era() -> None:
    desk = Desk(tools=[WEATHER], output_schema="strict", revision=LATEST)
    ended = await read(response(BROKEN | {"resultType": "input_required"}), desk, "weather")
    assert at(json.loads(ended.reply.result or b""), "isError") is True


# Input needed mid-call


def asking(*methods: JsonValue) -> JsonObject:
    requests: JsonObject = {str(number): {"method": method, "params": {}} for number, method in enumerate(methods)}
    return {"resultType": "input_required", "inputRequests": requests, "requestState": "opaque"}


async def test_s02_an_interim_result_passes_to_the_app_and_is_retried_by_nobody_here() -> None:
    desk = Desk(revision=NOW)
    ended = await read(response(asking("elicitation/create")), desk)
    assert ended.reply.result == ended.body
    assert not desk.server.frames


async def test_the_reply_speaks_the_revision_of_the_app() -> None:
    for revision, typed in ((LATEST, False), (NOW, True)):
        ended = await read(TIMED_OUT, Desk(revision=revision))
        assert ("resultType" in json.loads(ended.reply.result or b"")) == typed


def needs_url(*urls: JsonValue) -> Message:
    wanted: list[JsonValue] = [{"mode": "url", "elicitationId": "e", "url": url, "message": "Sign in"} for url in urls]
    error: JsonObject = {"code": URL_NEEDED, "message": "first", "data": {"elicitations": wanted}}
    return Message("response", 1, "", None, error=error)


async def test_s26_an_error_that_wants_an_address_opened_passes_where_it_may_be_opened() -> None:
    ended = await read(needs_url("https://a.example/x"), Desk())
    assert at(ended.reply.error, "data", "elicitations", 0, "url") == "https://a.example/x"


@pytest.mark.parametrize("urls", [("javascript:x",), ("https://a.example/", "file:///x"), (None,)])
async def test_s26_an_error_that_wants_something_else_opened_does_not_pass(urls: tuple[JsonValue, ...]) -> None:
    ended = await read(needs_url(*urls), Desk())
    assert "not passed on" in str(at(ended.reply.error, "message"))
    assert "data" not in (ended.reply.error or {})
    assert ended.body is not None


async def test_s26_an_error_without_addresses_where_they_belong_does_not_pass() -> None:
    ended = await read(Message("response", 1, "", None, error={"code": URL_NEEDED, "message": "first"}), Desk())
    assert "not passed on" in str(at(ended.reply.error, "message"))


async def test_s26_s43_an_error_that_wants_many_addresses_opened_does_not_pass() -> None:
    urls = ["https://a.example/x"] * MAX_INPUT_REQUESTS
    assert "data" in ((await read(needs_url(*urls), Desk())).reply.error or {})
    assert "data" not in ((await read(needs_url(*urls, "https://a.example/y"), Desk())).reply.error or {})
