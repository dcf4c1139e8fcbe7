"""What is sent beside the inputs, and what of it needs no reading."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host.canonical import canonical
from host.model import JsonObject, JsonValue
from host.wire import methods
from tests.support.window import asked
from ui.inputs import other_params

BESIDE: JsonObject = {
    "_meta": {other_params.VERSION: "2026-07-28", "x.example/also": "run"},
    "inputResponses": {"confirm": {"action": "accept"}},
    "requestState": "s",
    "anything": [1],
}
JSON = st.recursive(st.none() | st.booleans() | st.text(max_size=4), lambda inner: st.lists(inner, max_size=3))
NAMES = st.sampled_from(["_meta", "requestState", "inputResponses", "anything", "task"])


def test_each_member_is_in_the_group_that_explains_it() -> None:
    groups = other_params.group_members(BESIDE)
    assert groups.answers == {"inputResponses": BESIDE["inputResponses"], "requestState": "s"}
    assert groups.notes == {"x.example/also": "run"}
    assert groups.protocol == {other_params.VERSION: "2026-07-28"}
    assert groups.others == {"anything": [1]}


@given(st.dictionaries(NAMES, JSON | st.dictionaries(st.text(max_size=3), JSON, max_size=3)))
def test_s01_no_member_is_in_no_group(members: JsonObject) -> None:
    groups = other_params.group_members(members)
    shown = groups.answers | groups.others
    if groups.notes or groups.protocol:
        shown["_meta"] = groups.notes | groups.protocol
    assert shown == members
    assert bool(groups) == bool(members)


def test_a_call_of_name_and_inputs_alone_has_nothing_beside() -> None:
    assert other_params.members_of(asked().request.call) == {}
    assert not other_params.group_members({})


def test_s01_every_other_member_is_found_in_the_very_bytes() -> None:
    call = asked(beside=BESIDE).request.call
    assert other_params.members_of(call) == BESIDE
    assert other_params.read_params(call.params) == (call.arguments_value, BESIDE)
    assert other_params.read_params(canonical({"name": "t", "_meta": {"a": 1}})) == ({}, {"_meta": {"a": 1}})


CAPABLE: JsonObject = {"elicitation": {"form": {}}, "roots": {"listChanged": True}, "sampling": {}}
TELLING: list[tuple[str, JsonValue]] = [
    (other_params.VERSION, "2026-07-28; run this"),
    (other_params.VERSION, {"a": 1}),
    (other_params.LOG_LEVEL, "debug "),
    (other_params.CAPABILITIES, {"experimental": {"run": "this"}}),
    (other_params.CAPABILITIES, {"elicitation": {"form": {"a": "b"}}}),
    (other_params.CAPABILITIES, {"elicitation": {"run this": {}}}),
    (other_params.CAPABILITIES, "run this"),
    ("io.modelcontextprotocol/clientInfo", {"name": "a", "version": "1"}),
    ("io.modelcontextprotocol/else", "2026-07-28"),
    ("protocolVersion", "2026-07-28"),
]


@pytest.mark.parametrize(("key", "value"), [(other_params.CAPABILITIES, CAPABLE), (other_params.LOG_LEVEL, "debug")])
def test_constants_of_the_protocol_need_no_reading(key: str, value: JsonValue) -> None:
    assert other_params.is_constant(key, value)


@pytest.mark.parametrize(("key", "value"), TELLING)
def test_s01_whatever_an_app_could_write_into_counts(key: str, value: JsonValue) -> None:
    assert not other_params.is_constant(key, value)


def test_the_names_are_those_of_the_protocol() -> None:
    assert other_params.REVISIONS == methods.REVISIONS
    assert (other_params.VERSION, other_params.CAPABILITIES) == (methods.META_VERSION, methods.META_CAPABILITIES)
