from __future__ import annotations

import copy
from collections.abc import Callable

import pytest

from host.inspect.names import LONGEST
from host.model import JsonObject, JsonValue
from host.wire import rewrite
from host.wire.methods import META_CAPABILITIES, META_SUBSCRIPTION
from tests.unit.host.support import at

NONE: frozenset[str] = frozenset()


def hides(*methods: str) -> Callable[[str], bool]:
    return methods.__contains__


TASKS = "io.modelcontextprotocol/tasks"
CAPABILITIES: JsonObject = {
    "tasks": {"list": {}},
    "sampling": {},
    "roots": {"listChanged": True},
    "elicitation": {"form": {}},
    "experimental": None,
    "extensions": {TASKS: {}, "com.example/x": {"kept": None}},
}


def test_s27_what_rules_deny_a_server_is_hidden_from_it() -> None:
    shown = rewrite.client_capabilities(CAPABILITIES, hides("sampling/createMessage", "roots/list"))
    assert shown == {"elicitation": {"form": {}}, "experimental": None, "extensions": {"com.example/x": {"kept": None}}}
    allowed = rewrite.client_capabilities(CAPABILITIES, hides("sampling/createMessage"))
    assert at(allowed, "roots", "listChanged") is True
    assert isinstance(allowed, dict)
    assert "sampling" not in allowed


def test_s42_tasks_are_hidden_even_where_everything_is_allowed() -> None:
    shown = rewrite.client_capabilities(CAPABILITIES, hides())
    assert isinstance(shown, dict)
    assert shown.keys() == CAPABILITIES.keys() - {"tasks"}
    assert TASKS not in str(shown)


@pytest.mark.parametrize("odd", [None, [], "all", 1])
def test_capabilities_of_another_type_are_left_alone(odd: JsonValue) -> None:
    assert rewrite.client_capabilities(odd, hides()) == odd
    assert rewrite.server_capabilities({"capabilities": odd}) == {"capabilities": odd}
    assert rewrite.filtered_tool_list({"tools": odd}, NONE) == {"tools": odd}
    assert rewrite.client_capabilities({"extensions": odd}, hides()) == {"extensions": odd}


def test_s27_capabilities_are_cut_down_in_both_eras_and_everything_else_stays() -> None:
    params: JsonObject = {"capabilities": CAPABILITIES, "x": None, "_meta": {META_CAPABILITIES: CAPABILITIES, "y": 1}}
    shown = rewrite.client_params(params, hides("roots/list"))
    cut = rewrite.client_capabilities(CAPABILITIES, hides("roots/list"))
    assert shown == {"capabilities": cut, "x": None, "_meta": {META_CAPABILITIES: cut, "y": 1}}


def test_params_without_capabilities_stay_as_they_are() -> None:
    params: JsonObject = {"uri": "file:///", "_meta": {"a": 1}}
    assert rewrite.client_params(params, hides()) == params


def test_s42_a_server_has_no_tasks() -> None:
    result: JsonObject = {"capabilities": {"tasks": {}, "tools": {}, "extensions": {TASKS: {}}}, "x": None}
    assert rewrite.server_capabilities(result) == {"capabilities": {"tools": {}, "extensions": {}}, "x": None}


def test_s42_no_tool_offers_to_run_as_a_task() -> None:
    tools: list[JsonValue] = [
        {"name": "a", "execution": {"taskSupport": "required", "x": 1}},
        {"name": "b", "execution": {"x": 1}},
        {"name": "c", "execution": None},
    ]
    shown = rewrite.filtered_tool_list({"tools": tools, "nextCursor": "", "ttlMs": 5}, NONE)
    assert shown == {
        "tools": [{"name": "a", "execution": {"x": 1}}, tools[1], tools[2]],
        "nextCursor": "",
        "ttlMs": 5,
    }


def test_s17_a_name_that_is_listed_twice_belongs_to_neither() -> None:
    tools: list[JsonValue] = [{"name": "a", "v": 1}, {"name": "b"}, {"name": "a", "v": 2}, {"name": "c"}, "odd"]
    assert rewrite.filtered_tool_list({"tools": tools}, frozenset({"c"})) == {"tools": [{"name": "b"}, "odd"]}


def test_s06_s24_what_can_be_nobodys_name_is_not_listed() -> None:
    tools: list[JsonValue] = [{"name": "n" * LONGEST}, {"name": "n" * (LONGEST + 1)}, {"name": ""}, {"name": "a\u200b"}]
    assert rewrite.filtered_tool_list({"tools": tools}, NONE) == {"tools": [tools[0]]}


def test_s15_what_breaks_its_pin_is_not_listed_nor_anything_a_reader_could_take_for_the_list() -> None:
    def lists(tool: JsonValue) -> bool:
        return isinstance(tool, dict) and tool.get("name") == "a"

    tools: list[JsonValue] = [{"name": "a"}, {"name": "b"}, "odd", {"title": "c"}]
    shown = rewrite.filtered_tool_list({"Tools": tools, "tools": tools, "nextCursor": "2"}, NONE, lists)
    assert shown == {"tools": [{"name": "a"}], "nextCursor": "2"}
    assert rewrite.filtered_tool_list({"tools": {"b": tools}, "x": 1}, NONE, lists) == {"tools": [], "x": 1}
    assert rewrite.filtered_tool_list({"TOOLS": tools, "x": 1}, NONE, lists) == {"x": 1}


def test_s15_instructions_are_taken_out_whatever_their_case() -> None:
    result: JsonObject = {"instructions": "a", "Instructions": "b", "serverInfo": {}}
    assert rewrite.without_instructions(result) == {"serverInfo": {}}


def test_a_tool_without_a_name_does_not_hide_one_that_is_called_none() -> None:
    tools: list[JsonValue] = [{"name": None}, {"name": "None"}, {"title": "no name"}]
    assert rewrite.filtered_tool_list({"tools": tools}, NONE) == {"tools": tools}


def test_a_subscription_is_named_by_the_id_of_the_app() -> None:
    params: JsonObject = {"_meta": {META_SUBSCRIPTION: 7, "k": None}, "x": 1}
    assert rewrite.subscription_id(params) == 7
    assert rewrite.with_subscription_id(params, "mine") == {"_meta": {META_SUBSCRIPTION: "mine", "k": None}, "x": 1}


@pytest.mark.parametrize("params", [None, {}, {"_meta": None}, {"_meta": {}}])
def test_params_of_no_subscription_name_none(params: JsonObject | None) -> None:
    assert rewrite.subscription_id(params) is None


def test_no_rewrite_touches_what_it_was_given() -> None:
    listing: JsonObject = {"tools": [{"name": "a", "execution": {"taskSupport": "required"}}]}
    subscribed: JsonObject = {"_meta": {META_SUBSCRIPTION: 1}}
    params: JsonObject = {"capabilities": CAPABILITIES, "_meta": {META_CAPABILITIES: CAPABILITIES}}
    before = copy.deepcopy((listing, subscribed, params))
    rewrite.filtered_tool_list(listing, NONE)
    rewrite.with_subscription_id(subscribed, 2)
    rewrite.client_params(params, hides())
    rewrite.server_capabilities(params)
    assert (listing, subscribed, params) == before
