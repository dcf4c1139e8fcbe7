"""Calls that go on with earlier ones."""

from __future__ import annotations

import json

import pytest

from host.gate.rounds import MAX_REQUESTS_BYTES, MAX_ROUNDS_KEPT, Rounds, continuation
from host.model import Effect, JsonObject, JsonValue, Severity
from tests.unit.host.support import NOW, Desk, at, frozen_call, modern

ASKS: JsonObject = {"q": {"method": "elicitation/create", "params": {"message": "again?"}}}


def asking(state: JsonValue = "s", requests: JsonValue = ASKS) -> JsonObject:
    result: JsonObject = {"resultType": "input_required"}
    result |= {} if requests is None else {"inputRequests": requests}
    return {"result": result | ({} if state is None else {"requestState": state})}


def desk_that_asks(state: JsonValue = "s") -> Desk:
    desk = Desk(Effect.ALLOW, revision=NOW)
    desk.capabilities = {"elicitation": {}}
    desk.server.on["tools/call"] = lambda _: asking(state)
    return desk


ANSWERS: JsonObject = {"q": {"action": "accept"}}
GOES_ON: JsonObject = {"inputResponses": ANSWERS, "requestState": "s"}


@pytest.mark.parametrize("state", ["s", "", None])
async def test_s02_a_further_round_is_asked_although_a_rule_allows_and_names_the_call_it_goes_on_with(
    state: JsonValue,
) -> None:
    desk = desk_that_asks(state)
    approver = desk.quick()
    first, reply = await desk.call()
    assert at(json.loads(reply.result or b""), "resultType") == "input_required"
    more: JsonObject = {"inputResponses": ANSWERS, **({} if state is None else {"requestState": state})}
    desk.rules.effect = Effect.ASK  # the fake rules know no findings
    await desk.call("any", {}, more)
    (request,) = approver.asked
    assert request.call.continues == first.call.id
    assert json.loads(request.asked or b"") == ASKS
    assert [(found.kind, found.severity) for found in request.findings] == [("further-round", Severity.MEDIUM)]


@pytest.mark.parametrize(
    ("tool", "state"), [("any", "t"), ("any", "s "), ("echo", "s"), ("any", None), ("any", ["s"])], ids=json.dumps
)
async def test_s02_a_state_that_this_server_did_not_give_for_this_tool_is_said_to_be_foreign(
    tool: str, state: JsonValue
) -> None:
    desk = desk_that_asks()
    await desk.call()
    desk.rules.effect = Effect.ASK
    approver = desk.quick()
    arguments: JsonObject = {"text": "x"} if tool == "echo" else {}
    more: JsonObject = {"inputResponses": ANSWERS, **({} if state is None else {"requestState": state})}
    await desk.call(tool, arguments, more)
    (request,) = approver.asked
    assert (request.call.continues, request.asked) == ("", None)
    found = [(found.kind, found.severity) for found in request.findings if found.kind != "first-use"]
    assert found == [("foreign-state", Severity.HIGH)]


async def test_s02_another_session_of_the_same_app_has_no_part_in_it() -> None:
    one, other = desk_that_asks(), desk_that_asks()
    await one.call()
    other.rules.effect = Effect.ASK
    approver = other.quick()
    await other.call("any", {}, GOES_ON)
    assert [found.kind for found in approver.asked[0].findings] == ["foreign-state"]


async def test_s02_other_inputs_and_answers_that_nobody_asked_for_are_reported() -> None:
    desk = desk_that_asks()
    await desk.call()
    desk.rules.effect = Effect.ASK
    approver = desk.quick()
    await desk.call("any", {}, {"inputResponses": {**ANSWERS, "y": {}}, "requestState": "s"})
    await desk.call("any", {"x": 1}, GOES_ON)
    more, changed = (request.findings[0].text for request in approver.asked)
    assert "answers more than the server asked" in more
    assert "with other inputs" in changed


def test_s27_an_answer_that_is_to_be_seen_is_grave_and_stays_so_where_a_state_is_given_again() -> None:
    rounds = Rounds()
    first = frozen_call("c", modern({"name": "any", "arguments": {}}), NOW)
    rounds.remember(first, {"inputRequests": ASKS, "requestState": "s"}, frozenset({"q"}))
    rounds.remember(first, {"inputRequests": ASKS, "requestState": "s"})
    each: tuple[tuple[JsonObject, Severity], ...] = (({"q": {}}, Severity.HIGH), ({"p": {}}, Severity.MEDIUM))
    for number, (answers, severity) in enumerate(each):
        more: JsonObject = {"name": "any", "arguments": {}, "inputResponses": answers, "requestState": "s"}
        call = rounds.link(frozen_call(f"r-{number}", modern(more), NOW))
        assert [found.severity for found in rounds.findings(call)] == [severity]


def test_s02_only_so_many_rounds_are_remembered_and_only_so_much_of_each() -> None:
    rounds = Rounds()
    long: JsonObject = {"q": {"method": "elicitation/create", "params": {"message": "x" * MAX_REQUESTS_BYTES}}}
    for number in range(MAX_ROUNDS_KEPT + 1):
        call = frozen_call(f"call-{number}", modern({"name": "any", "arguments": {}}), NOW)
        rounds.remember(call, {"inputRequests": long, "requestState": str(number)})
    again = [
        rounds.link(frozen_call(f"r-{number}", modern({"name": "any", "requestState": str(number)}), NOW))
        for number in (0, MAX_ROUNDS_KEPT)
    ]
    assert [call.continues for call in again] == ["", f"call-{MAX_ROUNDS_KEPT}"]
    assert rounds.server_request(again[1]) is None
    rounds.forget(again[1])
    assert rounds.findings(again[1]) == ()


def test_a_call_that_goes_on_with_nothing_has_nothing_said_of_it() -> None:
    rounds = Rounds()
    call = frozen_call("c", modern({"name": "any", "arguments": {"requestState": "x"}}), NOW)
    assert rounds.link(call) is call
    assert rounds.findings(call) == ()


@pytest.mark.parametrize("arguments", [None, {}, {"a": "x" * 100_000}])
@pytest.mark.parametrize("meta", [None, {"a": "b"}])
@pytest.mark.parametrize("name", ["inputResponses", "requestState"])
def test_s02_a_call_that_goes_on_is_known_by_each_key_whatever_is_beside_it(
    name: str, meta: JsonObject | None, arguments: JsonObject | None
) -> None:
    params: JsonObject = {"name": "any", name: {"q": 1}}
    params |= {} if arguments is None else {"arguments": arguments}
    params |= {} if meta is None else {"_meta": meta}
    assert continuation(frozen_call("c", params, NOW)) == {name: {"q": 1}}
