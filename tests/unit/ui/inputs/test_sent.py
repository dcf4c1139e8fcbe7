"""What is sent beside the inputs, and what of it needs no reading."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host.canonical import canonical
from host.model import JsonObject, JsonValue
from host.wire import methods
from tests.support.window import asked
from ui.inputs import sent

BESIDE: JsonObject = {
    "_meta": {sent.VERSION: "2026-07-28", "x.example/also": "run"},
    "inputResponses": {"confirm": {"action": "accept"}},
    "requestState": "s",
    "anything": [1],
}
JSON = st.recursive(st.none() | st.booleans() | st.text(max_size=4), lambda inner: st.lists(inner, max_size=3))
NAMES = st.sampled_from(["_meta", "requestState", "inputResponses", "anything", "task"])


def test_each_member_stands_in_the_group_that_explains_it() -> None:
    groups = sent.beside(BESIDE)
    assert groups.answers == {"inputResponses": BESIDE["inputResponses"], "requestState": "s"}
    assert groups.notes == {"x.example/also": "run"}
    assert groups.protocol == {sent.VERSION: "2026-07-28"}
    assert groups.others == {"anything": [1]}


@given(st.dictionaries(NAMES, JSON | st.dictionaries(st.text(max_size=3), JSON, max_size=3)))
def test_s01_no_member_is_in_no_group(members: JsonObject) -> None:
    groups = sent.beside(members)
    shown = groups.answers | groups.others
    if groups.notes or groups.protocol:
        shown["_meta"] = groups.notes | groups.protocol
    assert shown == members
    assert bool(groups) == bool(members)


def test_a_call_of_name_and_inputs_alone_has_nothing_beside() -> None:
    assert sent.members_of(asked().request.call) == {}
    assert not sent.beside({})


def test_s01_every_other_member_is_found_in_the_very_bytes() -> None:
    call = asked(beside=BESIDE).request.call
    assert sent.members_of(call) == BESIDE
    assert sent.read(call.params) == (call.arguments_value, BESIDE)
    assert sent.read(canonical({"name": "t", "_meta": {"a": 1}})) == ({}, {"_meta": {"a": 1}})


CAPABLE: JsonObject = {"elicitation": {"form": {}}, "roots": {"listChanged": True}, "sampling": {}}
TELLING: list[tuple[str, JsonValue]] = [
    (sent.VERSION, "2026-07-28; run this"),
    (sent.VERSION, {"a": 1}),
    (sent.LOG_LEVEL, "debug "),
    (sent.CAPABILITIES, {"experimental": {"run": "this"}}),
    (sent.CAPABILITIES, {"elicitation": {"form": {"a": "b"}}}),
    (sent.CAPABILITIES, {"elicitation": {"run this": {}}}),
    (sent.CAPABILITIES, "run this"),
    ("io.modelcontextprotocol/clientInfo", {"name": "a", "version": "1"}),
    ("io.modelcontextprotocol/else", "2026-07-28"),
    ("protocolVersion", "2026-07-28"),
]


@pytest.mark.parametrize(("key", "value"), [(sent.CAPABILITIES, CAPABLE), (sent.LOG_LEVEL, "debug")])
def test_constants_of_the_protocol_need_no_reading(key: str, value: JsonValue) -> None:
    assert sent.is_constant(key, value)


@pytest.mark.parametrize(("key", "value"), TELLING)
def test_s01_whatever_an_app_could_write_into_counts(key: str, value: JsonValue) -> None:
    assert not sent.is_constant(key, value)


def test_the_names_are_those_of_the_protocol() -> None:
    assert sent.REVISIONS == methods.REVISIONS
    assert (sent.VERSION, sent.CAPABILITIES) == (methods.META_VERSION, methods.META_CAPABILITIES)
