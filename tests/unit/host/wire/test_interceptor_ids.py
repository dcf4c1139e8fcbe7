"""What an app may do with ids, single and in batches, in both eras (attacks 3, 40 and 41)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from host.errors import INVALID_REQUEST, PARSE_ERROR
from host.gate.refusals import APP_GONE
from host.ids import REMEMBERED_IDS
from host.model import Effect, JsonObject, JsonValue
from host.wire.ledger import MAX_BATCH
from host.wire.methods import LEGACY, REVISIONS_WITH_BATCHES
from tests.unit.host.support import LATEST, Session, at, call_params, modern, turns, until

CORPUS = sorted((Path(__file__).parents[3] / "assets" / "hostile" / "json").glob("*.json"))
WITH_BATCHES = min(REVISIONS_WITH_BATCHES)
ERAS = ["legacy", "modern"]


async def made(era: str, effect: Effect = Effect.ALLOW) -> Session:
    session = Session(effect)
    if era == "legacy":
        await session.shake_hands()
    return session


def params_of(era: str, name: str = "any") -> JsonObject:
    return call_params(name) if era == "legacy" else modern(call_params(name))


def ping(request_id: JsonValue) -> JsonObject:
    return {"jsonrpc": "2.0", "id": request_id, "method": "ping"}


def only(session: Session) -> JsonObject:
    """The one message that the app heard."""
    (value,) = session.app.values
    assert isinstance(value, dict)
    return value


@pytest.mark.parametrize("sample", CORPUS, ids=lambda path: path.stem)
async def test_s03_ambiguous_json_is_answered_with_a_parse_error_logged_and_goes_nowhere(sample: Path) -> None:
    session = await made("legacy")
    session.tell(sample.read_bytes())
    assert (at(only(session), "error", "code"), at(only(session), "id")) == (PARSE_ERROR, None)
    assert [fields["code"] for fields in session.refusals()] == [PARSE_ERROR]
    assert not session.server.frames


@pytest.mark.parametrize("era", ERAS)
@pytest.mark.parametrize(
    "lexeme",
    ["null", "true", "false", "1.5", "-0", "1.0", "1e1", "[]", "{}", '"' + "x" * 1_025 + '"'],
    ids=lambda text: text[:8],
)
async def test_s41_a_call_with_an_id_that_is_none_is_refused_logged_and_goes_nowhere(lexeme: str, era: str) -> None:
    session = await made(era)
    session.tell(
        f'{{"jsonrpc":"2.0","id":{lexeme},"method":"tools/call","params":{json.dumps(params_of(era))}}}'.encode()
    )
    await session.settled()
    assert (at(only(session), "error", "code"), at(only(session), "id")) == (INVALID_REQUEST, None)
    assert [fields["method"] for fields in session.refusals()] == ["tools/call"]
    assert not session.server.frames


@pytest.mark.parametrize("era", ERAS)
async def test_s41_a_call_without_an_id_is_not_answered_but_logged_and_goes_nowhere(era: str) -> None:
    session = await made(era)
    session.notify("tools/call", params_of(era))
    await session.settled()
    assert not session.app.frames
    assert [fields["method"] for fields in session.refusals()] == ["tools/call"]
    assert not session.server.frames


@pytest.mark.parametrize("era", ERAS)
async def test_s41_a_repeated_id_is_refused_and_not_answered_under_that_id(era: str) -> None:
    session = await made(era)
    session.request(1, "tools/call", params_of(era))
    await session.answer(1)
    session.request(1, "tools/call", params_of(era))
    await session.settled()
    assert len(session.answers(1)) == 1
    assert [at(answer, "error", "code") for answer in session.answers(None)] == [INVALID_REQUEST]
    assert len(session.server.calls) == 1


@pytest.mark.parametrize("era", ERAS)
async def test_s41_a_busy_id_is_refused_and_its_first_request_goes_on(era: str) -> None:
    session = await made(era, Effect.ASK)
    person = session.person()
    session.request("busy", "tools/call", params_of(era))
    request = await person.until_asked()
    session.request("busy", "tools/call", params_of(era, "echo"))
    await turns()
    await session.leave()
    assert len(person.asked) == 1
    assert session.answers("busy") == []
    assert [at(answer, "error", "code") for answer in session.answers(None)] == [INVALID_REQUEST]
    assert session.log.story(request.call)[-1] == "call.decided deny"


async def test_s41_a_busy_id_is_refused_even_when_it_is_older_than_the_memory_of_used_ones() -> None:
    session = await made("legacy", Effect.ASK)
    person = session.person()
    session.request("busy", "tools/call", call_params())
    await person.until_asked()
    for number in range(REMEMBERED_IDS + 1):
        session.context.used_ids.use(f"other {number}")
    session.request("busy", "tools/call", call_params())
    await turns()
    await session.leave()
    assert len(person.asked) == 1


@pytest.mark.parametrize(
    "malformed",
    [{"params": []}, {"params": {"NAME": 1}}, {"result": {}}, {"method": 5}],
    ids=json.dumps,
)
async def test_s41_a_malformed_message_under_a_busy_id_is_not_answered_under_it(malformed: JsonObject) -> None:
    """The app would take that answer for the one to its call, which may yet be approved."""
    session = await made("legacy", Effect.ASK)
    person = session.person()
    session.request(7, "tools/call", call_params())
    await person.until_asked()
    named: JsonObject = {"jsonrpc": "2.0", "id": 7, "method": "tools/call"}
    session.tell(named | malformed)
    await turns()
    await session.leave()
    assert session.answers(7) == []


@pytest.mark.parametrize("era", ERAS)
async def test_s41_one_and_the_text_one_are_two_calls_with_two_answers(era: str) -> None:
    session = await made(era)
    session.request(1, "tools/call", params_of(era))
    session.request("1", "tools/call", params_of(era))
    await session.settled()
    assert len(session.answers(1)) == len(session.answers("1")) == 1
    assert len(session.server.calls) == 2


@pytest.mark.parametrize("request_id", [0, -1, 2**53 + 1, 10**100, "", " ", "\u202e", "null"], ids=ascii)
async def test_s41_an_id_comes_back_as_it_was_and_never_reaches_the_server(request_id: JsonValue) -> None:
    session = await made("legacy")
    session.request(request_id, "tools/call", call_params())
    session.request("other", "resources/list", {})
    await session.answer(request_id)
    ids = [at(value, "id") for value in session.server.values]
    assert all(type(upstream_id) is int for upstream_id in ids)
    assert len(set(map(str, ids))) == len(ids)
    assert request_id not in ids or request_id == 0


@pytest.mark.parametrize("era", ERAS)
@pytest.mark.parametrize("order", [1, -1])
@pytest.mark.parametrize(
    "twin", ["Method", "METHOD", "method\0", "method\0x", "ｍethod", "method ", "Params", "ID", "Jsonrpc"]
)
async def test_s40_a_message_of_two_meanings_is_refused_logged_and_goes_nowhere(
    twin: str, order: int, era: str
) -> None:
    session = await made(era)
    method = "ping" if era == "legacy" else "tools/list"
    pairs: list[tuple[str, JsonValue]] = [
        ("jsonrpc", "2.0"),
        ("id", 1),
        ("method", method),
        ("params", modern() if era == "modern" else {}),
    ]
    pairs.insert(2 if order == 1 else 4, (twin, "tools/call"))
    session.tell(dict(pairs))
    await session.settled()
    assert at(only(session), "error", "code") == INVALID_REQUEST
    assert len(session.refusals()) == 1
    assert not session.server.frames


@pytest.mark.parametrize(
    "params",
    [{"Name": "rm"}, {"ARGUMENTS": {}}, {"name\0": "rm"}, {"argument\u017f": {}}, {"Task": {}}, {"tas\u212a": {}}],
)
async def test_s40_a_call_with_a_twin_of_a_parameter_reaches_nobody(params: JsonObject) -> None:
    session = await made("legacy")
    approver = session.quick()
    session.request(1, "tools/call", call_params() | params)
    await session.settled()
    assert at(only(session), "error", "code") == INVALID_REQUEST
    assert (session.server.frames, approver.asked) == ([], [])


# Batches


@pytest.mark.parametrize(
    "revision", [revision for revision in LEGACY if revision not in REVISIONS_WITH_BATCHES] + ["modern", "none"]
)
async def test_s41_a_batch_is_refused_whole_where_the_revision_has_none(revision: str) -> None:
    session = Session()
    if revision in LEGACY:
        await session.shake_hands(revision)
    call: JsonObject = {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "tools/call",
        "params": modern(call_params()) if revision == "modern" else call_params(),
    }
    session.tell([call])
    await session.settled()
    assert (at(only(session), "error", "code"), at(only(session), "id")) == (INVALID_REQUEST, None)
    assert not session.server.frames


async def test_s41_each_element_of_a_batch_is_handled_as_if_it_had_come_alone() -> None:
    session = Session()
    await session.shake_hands(WITH_BATCHES)
    call: JsonObject = {"jsonrpc": "2.0", "method": "tools/call", "params": call_params()}
    session.tell(
        [
            call | {"id": 1},
            call | {"id": None},
            call | {"id": 1.5},
            call | {"id": 1},
            call | {"id": "1"},
            call,
            ping(2),
            ping(3) | {"method": "tasks/list"},
            ping(4) | {"Method": "tools/call"},
            [ping(5)],
            [],
            "text",
            None,
            {"jsonrpc": "2.0", "method": "notifications/roots/list_changed"},
        ]
    )
    await session.settled()
    (answers,) = session.app.values
    assert isinstance(answers, list)
    told = {ascii(at(answer, "id")): "result" in str(answer) for answer in answers if at(answer, "id") is not None}
    assert told == {"1": True, "'1'": True, "2": True, "3": False}
    assert sum(at(answer, "id") is None for answer in answers) == 8
    assert len(session.server.calls) == 2
    assert len(session.refusals()) == 10


@pytest.mark.parametrize("count", [0, MAX_BATCH + 1])
async def test_s23_a_batch_is_neither_empty_nor_endless(count: int) -> None:
    session = Session()
    await session.shake_hands(WITH_BATCHES)
    session.tell([ping(number) for number in range(count)])
    assert (at(only(session), "error", "code"), at(only(session), "id")) == (INVALID_REQUEST, None)
    assert not session.server.frames


async def test_a_batch_of_the_largest_size_is_answered_by_one_array() -> None:
    session = Session()
    await session.shake_hands(WITH_BATCHES)
    session.tell([ping(number) for number in range(MAX_BATCH)])
    await turns()
    (answers,) = session.app.values
    assert isinstance(answers, list)
    assert len(answers) == MAX_BATCH


async def test_a_batch_of_notifications_is_not_answered() -> None:
    session = Session()
    await session.shake_hands(WITH_BATCHES)
    session.tell(
        [{"jsonrpc": "2.0", "method": "tools/call", "params": call_params()}, {"jsonrpc": "2.0", "method": "x"}]
    )
    await turns()
    assert (session.app.frames, session.server.frames) == ([], [])


async def test_s41_a_malformed_element_under_the_id_of_another_does_not_let_the_array_leave_early() -> None:
    session = Session()
    await session.shake_hands(WITH_BATCHES)
    session.tell([ping(1), ping(1) | {"params": []}])
    await turns()
    assert len(session.app.values) == 1


async def test_a_call_withdrawn_from_a_batch_does_not_keep_the_others_waiting() -> None:
    session = Session(Effect.ASK)
    await session.shake_hands(WITH_BATCHES)
    person = session.person()
    session.tell([ping(1), {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": call_params()}])
    await person.until_asked()
    assert not session.app.frames
    session.notify("notifications/cancelled", {"requestId": 2})
    await until(lambda: session.app.frames)
    assert session.app.values == [[{"jsonrpc": "2.0", "id": 1, "result": {}}]]


async def test_a_handshake_cannot_be_part_of_a_batch() -> None:
    session = Session()
    await session.shake_hands(WITH_BATCHES)
    session.tell([ping(1) | {"method": "initialize", "params": {"protocolVersion": LATEST}}])
    (answers,) = session.app.values
    assert at(answers, 0, "error", "code") == INVALID_REQUEST
    assert not session.server.frames


async def test_an_app_that_leaves_gets_no_array() -> None:
    session = Session(Effect.ASK)
    await session.shake_hands(WITH_BATCHES)
    person = session.person()
    session.tell([{"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": call_params()}])
    request = await person.until_asked()
    await session.leave()
    assert not session.app.frames
    (decided,) = session.log.of("call.decided", request.call)
    assert (decided.fields["by"], decided.values["reason"]) == ("withdrawal", APP_GONE.why.encode())
