from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host.canonical import canonical, parse
from host.errors import INVALID_PARAMS, METHOD_NOT_FOUND
from host.model import SAYS_NOTHING, AppSays, JsonObject, JsonValue, RequestId
from host.wire.freeze import (
    MAX_SAYS_CHARACTERS,
    MAX_TURN_CHARACTERS,
    META_SAYS,
    META_TURN,
    freeze,
    read_client_name,
    split_progress_token,
)
from host.wire.messages import RefusedMessage
from host.wire.methods import LEGACY, REVISIONS
from tests.unit.host.support import LATEST, MODERN_META, NOW

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=8,
)
OBJECTS = st.dictionaries(st.text(max_size=5), JSON, max_size=4)


def refusal_of(params: JsonObject | None, revision: str = LATEST) -> RefusedMessage:
    with pytest.raises(RefusedMessage) as caught:
        freeze(params, revision, "id")
    assert caught.value.id == "id"
    return caught.value


def test_s01_the_frozen_bytes_are_the_canonical_form_of_everything_but_the_progress_token() -> None:
    params: JsonObject = {"name": "t", "arguments": {"b": 1, "a": None}, "_meta": {"progressToken": 5, "k": "ü"}}
    frozen = freeze(params, LATEST, 1)
    assert frozen.params == '{"_meta":{"k":"ü"},"arguments":{"a":null,"b":1},"name":"t"}'.encode()
    assert frozen.arguments == b'{"a":null,"b":1}'
    assert (frozen.tool, frozen.progress_token) == ("t", 5)


def test_s01_number_lexemes_are_frozen_as_they_were_written() -> None:
    params = parse(b'{"name":"t","arguments":{"x":1.50,"y":1E5,"z":-0,"big":9007199254740993}}')
    assert isinstance(params, dict)
    assert freeze(params, LATEST, 1).arguments == b'{"big":9007199254740993,"x":1.50,"y":1E5,"z":-0}'


def test_s01_changing_the_objects_afterwards_does_not_change_the_bytes() -> None:
    inner: JsonObject = {"deep": [1]}
    params: JsonObject = {"name": "t", "arguments": {"a": inner}, "_meta": {"k": inner}}
    frozen = freeze(params, LATEST, 1)
    before = (frozen.params, frozen.arguments)
    inner["deep"] = "changed"
    params["name"] = "other"
    assert (frozen.params, frozen.arguments) == before


@pytest.mark.parametrize(
    "params", [{"name": "t"}, {"name": "t", "_meta": {}}, {"name": "t", "_meta": {"progressToken": "p"}}]
)
def test_absent_arguments_stay_absent_and_are_judged_as_an_empty_object(params: JsonObject) -> None:
    frozen = freeze(params, LATEST, 1)
    assert (frozen.params, frozen.arguments, frozen.arguments_value) == (b'{"name":"t"}', b"{}", {})


@pytest.mark.parametrize(
    "params",
    [
        None,
        {},
        {"name": None},
        {"name": 1},
        {"name": ["t"]},
        {"arguments": {}},
        {"name": "t", "arguments": None},
        {"name": "t", "arguments": []},
        {"name": "t", "arguments": "{}"},
        {"name": "t", "extra": 1},
        {"name": "t", "x": None},
        {"name": "t", "uri": "file:///"},
    ],
    ids=json.dumps,
)
@pytest.mark.parametrize("revision", REVISIONS)
def test_params_that_no_revision_describes_are_refused(revision: str, params: JsonObject | None) -> None:
    assert refusal_of(params, revision).code == INVALID_PARAMS


@pytest.mark.parametrize("revision", LEGACY)
@pytest.mark.parametrize("key", ["inputResponses", "requestState"])
def test_s02_answers_to_an_interim_result_are_known_to_the_modern_era_alone(key: str, revision: str) -> None:
    assert refusal_of({"name": "t", key: "x"}, revision).detail == key
    frozen = freeze({"name": "t", key: "x", "_meta": MODERN_META}, NOW, 1)
    assert b'"x"' in frozen.params


@pytest.mark.parametrize("revision", REVISIONS)
@pytest.mark.parametrize("task", [{}, {"ttl": 1}, None, False])
def test_s42_a_task_is_refused_whatever_it_says(task: JsonValue, revision: str) -> None:
    assert refusal_of({"name": "t", "task": task}, revision).code == METHOD_NOT_FOUND


@pytest.mark.parametrize("token", [None, True, 1.5, [], {}], ids=repr)
def test_a_progress_token_is_a_string_or_a_whole_number(token: JsonValue) -> None:
    assert refusal_of({"name": "t", "_meta": {"progressToken": token}}).code == INVALID_PARAMS


@pytest.mark.parametrize("token", [0, -1, "", "p", 2**60])
def test_a_progress_token_keeps_its_type(token: RequestId) -> None:
    taken, rest = split_progress_token({"_meta": {"progressToken": token, "a": None}}, 1, "tools/call")
    assert (type(taken), taken, rest) == (type(token), token, {"a": None})


def test_params_without_meta_have_no_token() -> None:
    assert split_progress_token({}, 1, "tools/call") == (None, {})
    assert split_progress_token({"_meta": {"a": 1}}, 1, "tools/call") == (None, {"a": 1})


def test_the_refused_key_of_many_is_named_without_regard_to_their_order() -> None:
    assert refusal_of({"zz": 1, "aa": 1, "name": "t"}).detail == "aa"


@given(st.text(max_size=9), OBJECTS, OBJECTS.filter(lambda meta: "progressToken" not in meta))
def test_s01_freezing_what_was_frozen_changes_nothing(name: str, arguments: JsonObject, meta: JsonObject) -> None:
    frozen = freeze(
        {
            "name": name,
            "arguments": arguments,
            "_meta": meta,
        },
        LATEST,
        1,
    )
    again = parse(frozen.params)
    assert isinstance(again, dict)
    assert freeze(again, LATEST, 1) == frozen
    assert canonical(again) == frozen.params


# What led here


@pytest.mark.parametrize("revision", [LATEST, NOW])
def test_what_an_app_tells_of_its_chat_is_kept_beside_and_never_sent(revision: str) -> None:
    params: JsonObject = {"name": "t", "_meta": {META_TURN: "Please\u202e look", "progressToken": 1, "a": 1}}
    frozen = freeze(params, revision, 1)
    assert frozen.turn == "Please\u202e look"
    assert frozen.params == freeze({"name": "t", "_meta": {"a": 1}}, revision, 1).params
    alone = freeze({"name": "t", "_meta": {META_TURN: "x"}}, revision, 1)
    assert (alone.params, alone.turn) == (b'{"name":"t"}', "x")


@pytest.mark.parametrize("turn", [None, 1, True, [], {"text": "x"}], ids=repr)
def test_what_is_no_text_led_nowhere_and_is_not_sent_either(turn: JsonValue) -> None:
    frozen = freeze({"name": "t", "_meta": {META_TURN: turn}}, LATEST, 1)
    assert (frozen.turn, frozen.params) == ("", b'{"name":"t"}')


@pytest.mark.parametrize("revision", [LATEST, NOW])
def test_what_an_app_tells_of_who_asks_is_kept_beside_and_never_sent(revision: str) -> None:
    told: JsonObject = {"dev.assent/agent": "reviewer\u202e", "dev.assent/model": "m-1", "dev.assent/chat": "Q3"}
    frozen = freeze({"name": "t", "_meta": {**told, "a": 1}}, revision, 1)
    assert frozen.says == AppSays("reviewer\u202e", "m-1", "Q3")
    assert frozen.params == freeze({"name": "t", "_meta": {"a": 1}}, revision, 1).params
    assert freeze({"name": "t", "_meta": told}, revision, 1).params == b'{"name":"t"}'
    assert freeze({"name": "t", "_meta": {"dev.assent/model": "m-1"}}, revision, 1).says == AppSays(model="m-1")


@pytest.mark.parametrize("value", [None, 1, True, [], {"text": "x"}, ""], ids=repr)
def test_what_is_no_text_says_nothing_of_who_asks(value: JsonValue) -> None:
    frozen = freeze({"name": "t", "_meta": dict.fromkeys(META_SAYS.values(), value)}, LATEST, 1)
    assert (frozen.says, frozen.params) == (SAYS_NOTHING, b'{"name":"t"}')


def test_s07_what_it_tells_of_who_asks_is_short() -> None:
    frozen = freeze({"name": "t", "_meta": dict.fromkeys(META_SAYS.values(), "x" * 100_000)}, LATEST, 1)
    cut = "x" * (MAX_SAYS_CHARACTERS - 1) + "…"
    assert frozen.says == AppSays(cut, cut, cut)


def test_of_a_long_turn_the_beginning_is_kept_with_how_much_is_missing() -> None:
    frozen = freeze({"name": "t", "_meta": {META_TURN: "x" * (MAX_TURN_CHARACTERS + 1_234)}}, LATEST, 1)
    assert frozen.turn == "x" * MAX_TURN_CHARACTERS + "… and 1,234 more characters"


@pytest.mark.parametrize(
    ("info", "client"),
    [
        ({"name": "claude-code", "version": "2.1"}, "claude-code 2.1"),
        ({"name": "x" * 100, "version": "1"}, "x" * (MAX_SAYS_CHARACTERS - 1) + "…"),
        ({"name": "only"}, "only"),
        ({"name": 7, "version": None}, ""),
        ("claude-code", ""),
        (None, ""),
    ],
    ids=repr,
)
def test_what_an_app_calls_itself_is_kept_as_far_as_it_is_text(info: JsonValue, client: str) -> None:
    assert read_client_name(info) == client
