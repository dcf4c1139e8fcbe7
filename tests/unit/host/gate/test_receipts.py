"""Where a receipt stands in a result, and that nothing of a server's passes for one."""

from __future__ import annotations

import json

import pytest

from host.audit.chain import Tip
from host.canonical import compact
from host.gate import outcomes
from host.model import Draft, JsonObject, JsonValue
from tests.unit.host.support import frozen_call

CALL = frozen_call("c1", {"name": "echo", "arguments": {"text": "hi"}})
PLACE = Tip(7, "", bytes(range(32)))
DECIDED = Draft("call.decided", {"decision": "approve", "by": "rule", "who": "reads"}, {}, "c1")
SAID: JsonObject = {
    "call": "c1",
    "digest": CALL.digest,
    "decision": "approve",
    "by": "rule",
    "who": "reads",
    "record": 7,
    "head": bytes(range(32)).hex(),
}


def with_receipt(result: JsonObject) -> JsonObject:
    given = outcomes.make_receipt(CALL, DECIDED, PLACE)
    assert given is not None
    value: JsonObject = json.loads(
        outcomes.with_receipt(outcomes.prepare_for_receipt(result, compact(result), plain=False), given)
    )
    return value


def test_what_was_refused_before_any_decision_has_no_receipt() -> None:
    assert outcomes.make_receipt(CALL, Draft("call.refused", {"because": "x"}, {}, "c1"), PLACE) is None


@pytest.mark.parametrize(
    ("result", "meta"),
    [
        ({}, {}),
        ({"content": []}, {}),
        ({"_meta": {}, "content": []}, {}),
        ({"_meta": {"a": 1}, "content": []}, {"a": 1}),
        ({"content": [], "_meta": {"a": {"_meta": {}}}}, {"a": {"_meta": {}}}),
        ({"content": [{"type": "text", "text": '{"_meta":{'}]}, {}),
        ({"_meta": None, "content": []}, {}),
        ({"_meta": ["dev.assent/receipt"], "content": []}, {}),
        ({"_meta": {"dev.assent/receipt": {"who": "mallory"}}, "content": []}, {}),
        ({"content": [], "_meta": {"a": 1, "dev.assent/receipt": "x", "b": 2}}, {"a": 1, "b": 2}),
    ],
)
def test_a_receipt_is_in_the_meta_of_a_result_once_whatever_the_server_wrote_there(
    result: JsonObject, meta: dict[str, JsonValue]
) -> None:
    answered = with_receipt(result)
    assert answered == {**result, "_meta": {**meta, "dev.assent/receipt": SAID}}
    assert next(iter(answered)) == "_meta"
